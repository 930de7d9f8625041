"""Weather, minor nations, Blitzkrieg, the Soviet winter and the count of cities (1.x, 5.0, 5.16, 12.2)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.lab.conform import step_at_random
from grognard.titles.aeto import combat, effects, modifiers, stacking, supply, victory, weather, zones
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, USSR

from .scenes import at, named, node, offers, play, prompt, refused


def scene(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


def sheet(game: grognard.Game, target: str, unit: str) -> dict[str, int]:
    piece = named(game, unit)
    b = Battle(node(game, target), (piece,), game.table.p.power[piece])
    return {name: value for name, _, value in modifiers.modifiers(game.table, b)}


def until_germany_leads(game: grognard.Game) -> None:
    """End what is under way and let the others pass."""
    while prompt(game) != ("germany", "offensives"):
        seat, step = prompt(game)
        game.play(seat, "pass" if step == "offensives" else "end")


EAST = "Smolensk: ger8arm / Bryansk: sov4inf"


@pytest.mark.rule("aeto", "5.16/blitz-1")
@pytest.mark.rule("aeto", "5.16/blitz-2")
@pytest.mark.parametrize(("month", "shift"), [("June 1941", 2), ("July 1941", 1), ("August 1941", 0)])
def test_the_blitzkrieg_gives_two_then_one(month: str, shift: int) -> None:
    """German attacks on Soviets get +2 in June, +1 in July and nothing after."""
    game = scene(f"{EAST} / month={month_of(month)} / axis offensives")
    assert sum(v for name, v in sheet(game, "Bryansk", "ger8arm@Smolensk").items() if "Blitz" in name) == shift


@pytest.mark.rule("aeto", "5.16/soviet-city")
@pytest.mark.rule("aeto", "5.18/bracket-1-blitz")
def test_a_soviet_city_costs_one_and_backfires_but_not_in_a_blitzkrieg() -> None:
    """Bryansk is a Soviet home city: -1 always; [-/1] hits the attacker only when no Blitzkrieg is on."""
    for month, result in (("June 1941", "-/1"), ("August 1941", "1/-")):
        game = scene(f"{EAST} / month={month_of(month)} / axis offensives")
        assert sheet(game, "Bryansk", "ger8arm@Smolensk")["Soviet home city"] == -1
        b = Battle(node(game, "Bryansk"), (named(game, "ger8arm@Smolensk"),), GERMANY)
        assert effects.backfired(game.table, b, "[-/1]") == result


@pytest.mark.rule("aeto", "5.16/soviet-winter")
@pytest.mark.rule("aeto", "10.23")
def test_the_first_winter_helps_soviet_attacks() -> None:
    """In the first run of Winter months Soviet attacks at home get +1; when it has ended they do not."""
    game = scene(f"{EAST} / month={month_of('December 1941')} / axis offensives")
    weather.note_first_winter(game.table, True)
    assert sheet(game, "Smolensk", "sov4inf@Bryansk")["Soviet winter"] == 1
    weather.note_first_winter(game.table, False)
    assert "Soviet winter" not in sheet(game, "Smolensk", "sov4inf@Bryansk")


@pytest.mark.rule("aeto", "1.0")
@pytest.mark.rule("aeto", "1.3")
def test_one_die_is_read_in_every_zone() -> None:
    """A die of 3 in March is Winter in the Severe Zone and Mud in the Moderate one; the Mild Zone is always Clear."""
    game = scene(f"{EAST} / month={month_of('March 1942')} / axis movement", [3])
    weather.roll(game.table)
    p = game.table.p
    assert p.winter >> node(game, "Moscow") & 1 and p.mud >> node(game, "Paris") & 1
    assert not (p.mud | p.winter) >> node(game, "Tobruk") & 1


@pytest.mark.rule("aeto", "1.6")
def test_rivers_freeze_in_the_second_winter_month() -> None:
    """One Winter month leaves the rivers open, the second freezes them, a thaw opens them again."""
    game = scene(f"{EAST} / axis movement")
    states = []
    for winter in (True, True, False):
        weather.freeze(game.table, winter)
        states.append(bool(game.table.p.ice))
    assert states == [False, True, False]


@pytest.mark.rule("aeto", "5.16/mud")
def test_mud_slows_units_and_attacks() -> None:
    """Mud costs an attack one and every hex a point more."""
    game = scene(f"{EAST} / month={month_of('October 1941')} / axis movement")
    far = len(offers(game, "g: move ger8arm@Smolensk ."))
    game.table.p.mud = weather.zone_hexes(game.table, "severe")
    game._changed()
    assert sheet(game, "Bryansk", "ger8arm@Smolensk")["mud"] == -1
    assert len(offers(game, "g: move ger8arm@Smolensk .")) < far


@pytest.mark.rule("aeto", "5.0/minor-two")
@pytest.mark.rule("aeto", "5.0/minor-no-other-minor")
def test_a_minor_nation_has_two_offensives_of_its_own() -> None:
    """A Rumanian Offensive wakes Rumanians at home and Germans with them, no Hungarians, and costs Germany nothing."""
    game = scene("Bucharest: rum3inf / Galati: rum3inf ger6inf hun3inf / Odessa: sov4inf / axis offensives")
    before = list(game.table.p.offensives)
    play(game, "g: minor Bucharest")
    assert refused(game, "g: activate hun3inf@Galati") != ""
    play(game, "g: activate rum3inf@Bucharest")
    assert game.table.p.offensives == before and sorted(offers(game, "g: activate"))[:1] == ["ger6inf@Galati"]
    while prompt(game) != ("germany", "offensives"):
        play(
            game,
            f"{'g' if prompt(game)[0] == 'germany' else 'u'}: {'pass' if prompt(game)[1] == 'offensives' else 'end'}",
        )
    play(game, "g: minor Galati", "g: activate rum3inf@Galati")
    while prompt(game) != ("germany", "offensives"):
        play(
            game,
            f"{'g' if prompt(game)[0] == 'germany' else 'u'}: {'pass' if prompt(game)[1] == 'offensives' else 'end'}",
        )
    assert game.table.p.minor[POWERS.index("rumania")] == 0 and game.table.p.minor[POWERS.index("hungary")] == 2


@pytest.mark.rule("aeto", "5.14/minor-halved")
def test_a_minor_abroad_defends_at_half() -> None:
    """A Rumanian 3 defends with 3 at home and with 2 in the Ukraine."""
    game = scene("Odessa: rum3inf / Bucharest: rum3inf / Nikolaev: sov4inf / axis offensives")
    attacker = named(game, "sov4inf@Nikolaev")
    odessa = combat.defence(game.table, Battle(node(game, "Odessa"), (attacker,), USSR))
    assert (odessa, combat.defence(game.table, Battle(node(game, "Bucharest"), (attacker,), USSR))) == (2, 3)


@pytest.mark.rule("aeto", "5.14/zhukov")
def test_zhukovs_staff_gives_soviet_stacks_two_points() -> None:
    """Within the radius of Zhukov's HQ an army of 4 defends and attacks with 6, beyond it with 4."""
    game = scene("Moscow: sov4inf sov_Zhukov_HQ / Kiev: sov4inf / Berlin: ger8arm / axis offensives")
    attacker = named(game, "ger8arm@Berlin")
    near = combat.defence(game.table, Battle(node(game, "Moscow"), (attacker,), GERMANY))
    far = combat.defence(game.table, Battle(node(game, "Kiev"), (attacker,), GERMANY))
    own = Battle(node(game, "Berlin"), (named(game, "sov4inf@Moscow"),), USSR)
    assert (near, far, combat.attack_strength(game.table, own)) == (6, 4, 6)


@pytest.mark.rule("aeto", "5.9/soviet-bonus")
def test_soviets_stack_two_steps_more() -> None:
    """Three Soviet armies of two steps share a plain hex; three German corps do not."""
    game = scene("Vyazma: sov4inf sov4inf sov4inf / Smolensk: ger6inf ger6mech ger8arm / axis offensives")
    t, plain = game.table, node(game, "Vyazma")
    assert stacking.fits(t, t.p.stack(plain), plain)
    assert not stacking.fits(t, t.p.stack(node(game, "Smolensk")), plain)


@pytest.mark.rule("aeto", "12.2")
@pytest.mark.parametrize(("held", "level"), [(7, "marginal"), (8, "draw"), (9, "marginal"), (5, "decisive")])
def test_barbarossa_is_scored_by_twelve_cities(held: int, level: str) -> None:
    """Eight cities are a draw, nine an Axis win, seven a Soviet one, five a Soviet triumph."""
    game = scene(f"{EAST} / axis offensives")
    p: Any = game.table.p
    for power in range(len(p.held)):
        for name in game.table.world.settings["cities"]:
            p.held[power] &= ~(1 << node(game, name))
    for n, name in enumerate(game.table.world.settings["cities"]):
        p.held[GERMANY if n < held else USSR] |= 1 << node(game, name)
    victory.twelve_cities(game.table)
    assert game.table.outcome is not None and game.table.outcome.level == level


def test_the_set_up_of_1941_stands_in_supply() -> None:
    """No stack of the historical set-up is over its limit or cut off, and no hex holds two enemies."""
    game = grognard.new("aeto", "1941short", seed=1)
    t = game.table
    units = [i for i in range(len(t.p.at)) if t.p.steps[i] and zones.combat_unit(t.p, i)]
    assert len(units) > 180 and all(supply.defends_supplied(t, i) for i in units)
    assert all(stacking.fits(t, stack, n) for n, stack in t.p.stacks.items() if n != t.p.lost)
    assert at(game, "Tobruk")


@pytest.mark.parametrize(("players", "seats"), [("2", 2), ("3", 3), ("4", 4)])
def test_more_players_have_seats_of_their_own(players: str, seats: int) -> None:
    """With three the USSR is played apart, with four Italy too; each moves its own and wins with its side."""
    game, rng = grognard.new("aeto", "1941short", seed=3, options={"players": players}), random.Random(3)
    assert len(game.seats) == seats
    asked = set()
    for _ in range(160):
        asked |= set(game.decisions())
        if not step_at_random(game, rng):
            break
    assert len(asked) == seats
    cities = game.table.world.board.area(*game.table.world.settings["cities"])
    game.table.p.held = [land & ~cities for land in game.table.p.held]
    victory.twelve_cities(game.table)
    assert game.table.outcome is not None and len(game.table.outcome.winners) == (1 if seats == 2 else 2)
