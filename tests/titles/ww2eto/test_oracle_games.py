"""Random games against plain oracles: supply, attacks, retreats, advances, ships, trains, German points, victory.

Every function of the program that answers "may it" or "how much" is asked at moments of a game, and again after units
have been thrown about the map, where pockets and far coasts are common.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Decision
from grognard.lab import cover
from grognard.lab.policies import POLICIES
from grognard.titles.ww2eto import title, victory
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import rates
from grognard.titles.ww2eto.land import battle, combat, rail, supply
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.sea import air, naval

from . import oracle_combat, oracle_home, oracle_naval
from . import oracle_supply as plain
from .oracle_supply import Supply, Unit

LEVELS = ("axis_decisive", "axis_substantive", "axis_marginal")


def named(t: Any, bits: int) -> set[str]:
    return {t.world.names[n] for n in members(bits)}


def compare_supply(t: Any) -> int:
    """Every unit: can it trace supply (9.0)?"""
    lines, judge = supply.Lines(t), Supply(t)
    for u in judge.units:
        assert lines.supplied(u.piece) == judge.supplied(u), u
    return len(judge.units)


def compare_fields(t: Any, seat: int) -> int:
    """Every hex that could be attacked: its defence, and who may join with how many points (8.0)."""
    judge = Supply(t)
    units = {u.piece: u for u in judge.units}
    fields = combat.fields(t, seat)
    told = {t.world.names[f.node]: (f.defence, set(members(f.joiners))) for f in fields}
    assert told == oracle_combat.fields(t, seat, judge)
    for field in fields:
        joiners = members(field.joiners)
        assert field.might == oracle_combat.attack(t, [units[i] for i in joiners])
    return len(told)


def compare_column(t: Any, order: Any) -> int:
    """The column of an attack before it is made: points against points, each hex multiplied for itself (8.31)."""
    judge = Supply(t)
    attackers = [u for u in judge.units if u.piece in order.args[0]]
    fields = oracle_combat.fields(t, t.seat_of(attackers[0].power), judge)
    return oracle_combat.attack(t, attackers) - sum(fields[t.world.names[n]][0] for n in order.args[1])


def compare_die(events: list[Any], column: int) -> int:
    """The loss is that of the table; an attack that woke a neutral, or Vichy, is judged after that."""
    kinds, rolled = {e.kind for e in events}, [dict(e.fields) for e in events if e.kind == "attack"]
    for fields in rolled:
        if not kinds & {"invaded", "vichy_swings", "russia_at_war"}:
            assert fields["column"] == min(column, 7)
        assert fields["loss"] == oracle_combat.TABLE[fields["die"]][fields["column"]]
    return len(rolled)


def compare_refuges(t: Any, units: list[Unit], attacked: tuple[str, ...] = (), attacker: int = -1) -> int:
    """Where units may retreat to (8.8)."""
    judge = Supply(t)
    for u in units:
        foe = attacker if attacker >= 0 else min(plain.enemies(t, u.power), default=-1)
        if foe >= 0:
            told = named(t, battle.refuges(t, u.piece))
            assert told == oracle_combat.refuges(t, u, attacked, foe, judge), u
    return len(units)


def compare_battle(t: Any) -> int:
    """In a battle: where survivors may retreat to, and where attackers may advance to (8.8, 8.61)."""
    f = t.frame
    places, judge = tuple(t.world.names[n] for n in f["nodes"]), Supply(t)
    if f.step == "retreat":
        friends = plain.friends(t, f["against"])
        fled = [u for u in judge.units if u.hex in places and u.power not in friends]
        return compare_refuges(t, fled, places, f["against"])
    attackers = [u for u in judge.units if u.piece in f["attackers"] and u.hex not in places]
    for u in attackers:
        told = named(t, battle.openings(t, u.piece, f["nodes"], u.power))
        assert told == oracle_combat.openings(t, u, places, judge), u
    return len(attackers)


def compare_ships(t: Any, d: Decision, rng: random.Random) -> int:
    """Every unit: the ports that ships take it to, and the enemy points that a route meets (5.7, 6.52)."""
    units, ports = plain.units(t), 0
    for verb in d.step.verbs:
        if verb.name not in ("ship", "ship_round") or verb not in d.open_verbs():
            continue
        round_africa = verb.name == "ship_round"
        aboard = offered(t, d, verb, ())
        for u in units:
            if u.power in control.turn_powers(t, t.p.player):
                told = named(t, offered(t, d, verb, (u.piece,))) if aboard >> u.piece & 1 else set()
                assert told == oracle_naval.destinations(t, u, units, round_africa), u
                ports += len(told)
                if told:
                    compare_route(t, u, units, rng.choice(sorted(told)), round_africa)
    return ports


def compare_route(t: Any, u: Unit, units: list[Unit], port: str, round_africa: bool) -> None:
    node = t.world.node(port)
    ship = naval.carrier_to(t, u.piece, node, round_africa)
    assert ship is not None
    route = naval.best_course(t, u.piece, ship, node, round_africa)
    met = air.points_met(air.enemy_zones(t, u.power), from_iter(set(route)))
    assert met == oracle_naval.points_met(t, u.power, units, [t.world.names[n] for n in route]), u


def offered(t: Any, d: Decision, verb: Any, args: tuple[Any, ...]) -> int:
    """What a level of an order offers: all that its masks leave."""
    level = verb.levels[len(args)]
    bits: int = level.universe(t, d.seat, args)
    for mask in level.masks:
        bits &= mask.allowed(t, d.seat, args)
    return bits


def compare_home(t: Any, rng: random.Random) -> int:
    """Where trains go, what Germany receives, and who would win (5.6, 10.1, 10.6, 13.0)."""
    judge = Supply(t)
    armies = [u for u in judge.units if u.power in plain.SIDES and not t.p.landing >> u.piece & 1]
    for u in rng.sample(armies, min(6, len(armies))):
        assert named(t, rail.stations(t, u.piece)) == oracle_home.stations(t, u, judge.units), u
    if t.scenario != "africa41":
        for what in (rates.REINFORCEMENTS, rates.REPLACEMENTS):
            told = rates.german_points(t, what)
            assert told == oracle_home.german_points(t, what == rates.REPLACEMENTS, judge.units)
        ranks = LEVELS if victory.met(t, "axis_marginal") else ("allied_substantive", "allied_marginal")
        assert next(level for level in ranks if victory.met(t, level)) == oracle_home.level(t, judge)
    return len(armies)


def scattered(table: Any, rng: random.Random) -> Any:
    """A copy of the table with armies thrown about, some of them far, and Resource Centers dealt out anew."""
    t = table.copy()
    p, world = t.p, t.world
    share, far, held = rng.random(), rng.random() / 2, rng.random()
    goals = members(world.play if rng.random() < 0.6 else world.germany & world.play or world.play)
    p.axis_centers = from_iter(n for n in members(world.russian_centers) if rng.random() < held)
    for u in plain.units(t):
        at_rest = u.power not in plain.SIDES or (u.power == w.SOVIET and not p.russia_at_war)
        if at_rest or (p.landing | p.dropped) >> u.piece & 1 or rng.random() > share:
            continue
        goal = rng.choice(goals) if rng.random() < far else p.at[u.piece]
        for _ in range(rng.randrange(5)):
            goal = rng.choice(members(world.near[goal]) or (goal,))
        friends = plain.friends(t, u.power)
        there = p.stacks.get(goal, ())
        if len(there) < 2 and all(p.power[i] in friends for i in there) and not p.sealed >> goal & 1:
            p.put(u.piece, goal)
    return t


def game_against_oracles(scenario: str, seed: int, orders: int, share: float) -> Counter[str]:
    """One random game, its options and policy by the seed; the counts of what was compared."""
    options = cover.pairwise(title.META, scenario)
    game = grognard.new("ww2eto", scenario, seed=seed, options=options[seed * 7 % len(options)])
    policy = POLICIES[list(POLICIES)[seed % len(POLICIES)]]
    rng, dice, seen, done = random.Random(seed), random.Random(-seed), Counter[str](), Counter[str]()
    for _ in range(orders):
        asked = game.decisions()
        if not asked:
            break
        seat, d = next(iter(asked.items()))
        t = game.table
        if t.frame.step in ("retreat", "advance"):
            done[t.frame.step] += compare_battle(t)
        elif dice.random() < share and all(f.step != "battle" for f in t.agenda):
            for table in (t, scattered(t, dice)):
                done["supply"] += compare_supply(table)
                done["home"] += compare_home(table, dice)
                units = [u for u in plain.units(table) if u.power in plain.SIDES and not table.p.landing >> u.piece & 1]
                done["refuges"] += compare_refuges(table, dice.sample(units, min(5, len(units))))
                if t.frame.step == "combat":
                    done["fields"] += compare_fields(table, d.seat)
            if t.frame.step == "naval":
                done["ports"] += compare_ships(t, d, dice)
        order = policy(game, d, rng, None, seen)
        column = compare_column(t, order) if order.verb == "attack" else 0
        events = game.play(seat, order)
        done["attacks"] += compare_die(events, column) if order.verb == "attack" else 0
    return done


@pytest.mark.parametrize(("scenario", "seed"), [("1939", 5), ("1940", 2), ("1941", 7), ("africa41", 8)])
def test_a_game(scenario: str, seed: int) -> None:
    """The program and the oracles agree at a few moments of a game."""
    done = game_against_oracles(scenario, seed, 200, 0.015)
    assert done["supply"] and done["home"]


@pytest.mark.night
@pytest.mark.parametrize("scenario", title.SCENARIOS)
@pytest.mark.parametrize("seed", range(20, 28))
def test_many_games(scenario: str, seed: int) -> None:
    """The same over longer games, with other sets of options and all four policies."""
    assert game_against_oracles(scenario, seed, 1500, 0.02)["supply"]
