"""Supply in the war: roads beyond rail (10.33), National Supply over lines of communication (10.21, 10.22)."""

from __future__ import annotations

from collections.abc import Hashable

from grognard.board import Graph
from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import control, routes, sea, sea_supply, supply

from ..state import ALLIED, AXIS, Table

ANYWHERE = 40
"""Seas enough for any line."""


@cached_by(supply.joins)
def road_supply(t: Table, power: int) -> int:
    """The places in Road Supply (10.33): roads from Rail/Sea Supply through friendly places, into battles and no
    further, but through engaged Regions of their Original Defender (18.51)."""
    return roads_from(t, power, supply.rail_sea(t, power))


def roads_from(t: Table, power: int, begin: int) -> int:
    """The places that roads lead to from some others (10.33)."""
    roads: Graph = t.world.extra["roads"]
    own = t.title.rail_ways(t, power) | routes.entered(t, power)
    stop = routes.closing(t, power)
    start = begin & roads.nodes
    on = start & ~stop
    return roads.flood(on, blocked=int(t.world.extra["nodes"]) & ~own, stop=stop) & ~start if on else 0


def communications(t: Table, power: int) -> int:
    """The land that a line of communication may pass (10.22): friendly or neutral, neither disputed nor engaged but for
    engaged Regions."""
    p = t.p
    own = control.friendly(p, power) & ~control.battles(t) | routes.open_regions(t, power)
    return own | int(p.neutral) | at_peace(t)


def at_peace(t: Table) -> int:
    """The land of great powers that fight no one: neutral land, though their units are in play (16.1)."""
    found = 0
    for power, held in enumerate(t.p.held):
        found |= 0 if t.p.hostile[power] else held
    return found


def _lines(t: Table, power: int, start: int, goal: int) -> Hashable:
    return (start, goal, communications(t, power), sea.enemy_seas(t, power), *t.title.skies(t))


@cached_by(_lines)
def line_of_communication(t: Table, power: int, start: int, goal: int) -> bool:
    """Does a line of rail and sea lead from one place to another (10.22)? Its first place may be engaged (10.21)."""
    w = t.world
    ways = communications(t, power) | 1 << start
    closed = sea.enemy_seas(t, power)
    blocked = int(w.extra["nodes"]) & ~ways
    found = w.rail.flood(1 << start, blocked=blocked)
    while not found >> goal & 1:
        seas = sea.reached(
            t, power, sea.seas_with(t, found & ports(t, ways)) & ~closed, ANYWHERE, closed, straits=False
        )
        more = sea.ports_on(t, seas) & ports(t, ways) & ~found
        if not more:
            return False
        found |= w.rail.flood(more, blocked=blocked)
    return True


def ports(t: Table, ways: int) -> int:
    """The ports that a line of communication may use."""
    return int(t.world.extra["ports"]) & ways & ~control.battles(t)


def from_capital(t: Table, power: int, capital: int) -> int:
    """The places that rail, sea lanes and roads join to a capital (10.21): lines run out of it although it is
    engaged."""
    found = _rails_from(t, power, 1 << capital, capital)
    while True:
        more = t.title.sea_lanes(t, power, found & int(t.world.extra["ports"])) & ~found
        if not more:
            return found | roads_from(t, power, found)
        found |= _rails_from(t, power, more, capital) | more


def _rails_from(t: Table, power: int, start: int, capital: int) -> int:
    w = t.world
    own = t.title.rail_ways(t, power) | routes.entered(t, power) | 1 << capital
    stop = routes.closing(t, power) & ~(1 << capital)
    on = start & own & ~stop
    return (w.rail.flood(on, blocked=int(w.extra["nodes"]) & ~own, stop=stop) if on else 0) | start & own


def origin_holds(t: Table, power: int, found: int) -> int:
    """What is joined to an origin that works: Berlin with another Victory City on its rails (10.2/a), London with the
    Atlantic (10.2/b)."""
    if power == AXIS:
        lines = supply.rail_lines(t, AXIS, t.world.origins[AXIS])
        return found if lines & int(t.world.extra["victory cities"]) & ~t.world.origins[AXIS] else 0
    if power == ALLIED:
        seas = sea_supply.waters(t, ALLIED, found & int(t.world.extra["ports"]))
        return found if seas >> sea.chart(t.world).number("Atlantic Ocean") & 1 else 0
    return found
