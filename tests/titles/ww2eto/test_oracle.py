"""Random games against the plain oracle: zones, reach and paths, and orders that can be typed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard.board.hexset import members
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import movement, reach, stacking, zones
from grognard.titles.ww2eto.politics import control

from . import oracle

GAMES = [("1939", 3), ("1940", 4), ("1941", 5)]


def moments(scenario: str, seed: int, orders: int, phases: tuple[str, ...], share: float) -> Iterator[grognard.Game]:
    """Moments of a random game in some phases."""
    game, rng = grognard.new("ww2eto", scenario, seed=seed), random.Random(seed)
    for _ in range(orders):
        asked = game.decisions()
        if not asked:
            return
        if game.table.frame.step in phases and rng.random() < share:
            yield game
        seat = next(iter(asked))
        game.play(seat, asked[seat].sample(rng))


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_zones_and_reach(scenario: str, seed: int) -> None:
    """The fast code finds the zones, targets and costs that one finds hex by hex, and its paths can be walked."""
    seen = 0
    for game in moments(scenario, seed, 400, ("movement", "mechanized"), 0.06):
        t = game.table
        name = t.world.names
        for power in (w.AXIS, w.ALLIED, w.SOVIET):
            assert {name[n] for n in members(zones.zone_against(t, power))} == oracle.zone(t, power)
        for pieces in groups(t):
            stops = {name[n] for n in members(reach.stopping(t, pieces))}
            ends = control.leashed(t, pieces)
            ways = oracle.unnamed(t, pieces, stops)
            plain = {h: c for h, c in ways.items() if ends >> t.title.find_node(t, h) & 1}
            start = t.p.at[pieces[0]]
            targets = members(reach.reach(t, pieces) & ~(1 << start))
            assert {name[n]: reach.cost_of(t, pieces, n) for n in targets} == plain
            for node in targets[:3]:
                assert movement.walk_reason(t, pieces, reach.path_of(t, pieces, node)) is None
            seen += len(targets)
    assert seen > 500


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_ways_out_and_back(scenario: str, seed: int) -> None:
    """Units may come back to their hex just where a walk there and back takes land (R247)."""
    seen = {True: 0, False: 0}
    for game in moments(scenario, seed, 400, ("movement", "mechanized"), 0.04):
        t = game.table
        for pieces in groups(t):
            start = t.p.at[pieces[0]]
            back = bool(reach.reach(t, pieces) >> start & 1)
            near = [(start, node, start) for node in members(t.world.near[start] & ~t.p.sealed)]
            steps = [way for way in near if movement.walk_reason(t, pieces, way) is None]
            trips = reach.round_trips(t, pieces)[:3]
            assert bool(trips) == back
            assert all(movement.walk_reason(t, pieces, way) is None and takes(t, pieces, way) for way in trips)
            assert back or not any(takes(t, pieces, way) for way in steps)
            seen[back] += 1
    assert min(seen.values()) > 3, seen


def takes(t: Any, pieces: tuple[int, ...], way: tuple[int, ...]) -> bool:
    """Do units that walk a way take ground, hexes or countries, or hexes of enemies, besides where they stand?"""
    p, start, power = t.p, way[0], t.p.power[pieces[0]]
    here, beside = control.countries_in(t, 1 << start), zones.footprint(t, p.nation[pieces[0]], start)

    def held(t: Any) -> list[int]:
        ground, lands, passed, friendly, trod = (
            notion[power] for notion in (t.p.grounds, t.p.friendly_countries, t.p.passed, t.p.friendly_hexes, t.p.trod)
        )
        enemies = [side for side in control.SIDES if p.hostile[power] >> side & 1]
        hexes = [notion[side] & ~beside for side in enemies for notion in (t.p.friendly_hexes, t.p.trod)]
        return [ground, (lands | passed) & ~here, (friendly | trod) & ~(1 << start), *hexes]

    twin = t.copy()
    movement.march(twin, pieces, way)
    return held(twin) != held(t)


def groups(t: Any) -> list[tuple[int, ...]]:
    """Every unit of the phasing player, and every two of one hex."""
    units = members(stacking.own(t, t.frame.seat) & ~t.p.fixed)
    return [(i,) for i in units] + [(i, j) for i in units for j in units if i < j and t.p.at[i] == t.p.at[j]]


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_orders_can_be_typed(scenario: str, seed: int) -> None:
    """Whatever is offered is also understood when it is written down, single choices and all."""
    rng = random.Random(seed)
    for game in moments(scenario, seed, 400, tuple(every_step()), 1.0):
        for decision in game.decisions().values():
            text = decision.sample(rng).text
            assert decision.parse(text).text == text


def every_step() -> list[str]:
    return sorted(grognard.new("ww2eto", "1941").table.title.steps)


@pytest.mark.parametrize(("scenario", "seed"), [("1939", 7), ("1940", 8), ("1941", 9)])
def test_who_stands_where(scenario: str, seed: int) -> None:
    """No hex holds strangers together or a third unit that did not retreat into it, and all are on land."""
    phases = ("movement", "combat", "mechanized", "rail", "naval", "reinforcing", "build_up")
    for game in moments(scenario, seed, 500, phases, 0.3):
        t = game.table
        p = t.p
        for node, stack in p.stacks.items():
            if node < p.hexes:
                assert len(stack) <= 2 or any(p.retreated >> i & 1 for i in stack), t.node_name(node)
                powers = {p.power[i] for i in stack}
                assert all(a == b or p.friends[a] >> b & 1 for a in powers for b in powers), t.node_name(node)
                assert t.world.play >> node & 1 or all(p.landing >> i & 1 for i in stack), t.node_name(node)
