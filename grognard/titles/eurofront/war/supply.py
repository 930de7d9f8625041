"""Supply in the war: roads beyond rail (10.33), National Supply over lines of communication (10.21, 10.22)."""

from __future__ import annotations

from collections.abc import Hashable

from grognard.board import Graph
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import control, routes, sea, sea_supply, supply

from ..state import ALLIED, AXIS, Table

FULL_STRENGTH = 4
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


def by_the_cape(t: Table, power: int) -> int:
    """The land whose supply must come round the Cape, by South Africa (21.381), in the West as well (21.14)."""
    return _by_the_cape(t, power) if power == ALLIED else 0


@cached_by(supply.joins)
def _by_the_cape(t: Table, power: int) -> int:
    cape, harbours = 1 << t.world.board.node("South Africa"), int(t.world.extra["ports"])
    all_ways = supply.rail_sea(t, power)
    found = supply.rail_lines(t, power, t.title.origins(t, power) & all_ways)
    while all_ways & cape:
        more = t.title.sea_lanes(t, power, found & harbours & ~cape) & ~found & ~cape
        if not more:
            return supply.supply_lines(t, power, all_ways) & ~supply.supply_lines(t, power, found)
        found |= supply.rail_lines(t, power, more) | more
    return 0


def communications(t: Table, power: int) -> int:
    """The land that a line of communication may pass (10.22): friendly or neutral, neither disputed nor engaged but for
    engaged Regions."""
    p = t.p
    own = control.friendly(p, power) & ~control.battles(t) | routes.open_regions(t, power)
    return own | int(p.neutral) | at_peace(t, power)


def at_peace(t: Table, power: int) -> int:
    """The land of powers that a power is neither at war with nor beside: neutral to it, though their units are in play
    (16.1)."""
    p, found = t.p, 0
    beside = control.friends(p, power)
    for other, held in enumerate(p.held):
        found |= 0 if other in beside or p.hostile[power] >> other & 1 else held
    return found


def _lines(t: Table, power: int, start: int, goal: int, shut: int = 0, siege: bool = False) -> Hashable:
    return (
        start, goal, shut, siege, communications(t, power), control.friendly(t.p, power), control.battles(t),
        sea.enemy_seas(t, power), sea.controlled_passages(t, power), sea.sealed(t, power), *t.title.skies(t),
    )  # fmt: skip


@cached_by(_lines)
def line_of_communication(t: Table, power: int, start: int, goal: int, shut: int = 0, siege: bool = False) -> bool:
    """Does a line of rail and sea lead from one place to another (10.22)? Its first place may be engaged (10.21,
    9.3/a), and no strait is the enemy's on both banks (10.21/b); it avoids land that is ``shut``, and in a ``siege``
    ships leave from engaged ports too."""
    w = t.world
    ways = communications(t, power) & ~shut | 1 << start
    closed, passages = sea.enemy_seas(t, power), sea.controlled_passages(t, power)
    quays = engaged_ports(t, power) if siege else 0
    blocked, stop = int(w.extra["nodes"]) & ~(ways | quays), quays & ~(1 << start)
    found = w.rail.flood(1 << start, blocked=blocked, stop=stop)
    while not found >> goal & 1:
        harbours = (ports(t, ways) | quays) & ~sea.sealed(t, power)
        seas = sea.reached_past(t, power, sea.seas_with(t, found & harbours) & ~closed, ANYWHERE, closed, passages)
        more = sea.ports_on(t, seas) & harbours & ~found
        if not more:
            return False
        found |= w.rail.flood(more, blocked=blocked, stop=stop)
    return True


def engaged_ports(t: Table, power: int) -> int:
    """A power's own ports that are fought over."""
    return int(t.world.extra["ports"]) & control.friendly(t.p, power) & control.battles(t)


NONE, SIEGE, FULL = range(3)
"""National Supply that is cut, that comes through a besieged port alone, that is whole."""


def national_supply(t: Table, power: int, capital: int, origin: int, past: int = 0) -> int:
    """Has a capital National Supply: a line to the origin, not over the land of neutrals that cooperate with the enemy
    (10.21/c) nor over what else it must go past, or at least one through a besieged port (10.21/a)?"""
    shut = t.title.closed_lines(t, power) | past
    if line_of_communication(t, power, capital, origin, shut):
        return FULL
    return SIEGE if line_of_communication(t, power, capital, origin, shut, True) else NONE


def sustained(t: Table, power: int, units: int) -> int:
    """Of a nation's units the one that National Supply through a besieged port keeps: of 1 CV, with Naval Supremacy of
    any (10.21/a, 10.8/a); with Air Supremacy too all (10.8/b)."""
    if t.title.rules_the_air(t, power):
        return units
    p, quays = t.p, engaged_ports(t, power)
    most = FULL_STRENGTH if sea.naval_supremacy(t) == power else 1
    fit = [i for i in members(units) if p.cv[i] <= most]
    fit.sort(key=lambda i: (not quays >> p.at[i] & 1, -p.cv[i], i))
    return from_iter(fit[:1])


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
    """What is joined to an origin that works: Berlin with another Victory City on its rails (10.2, 10.2/a), London with
    the Atlantic (10.2/b)."""
    if power == AXIS:
        lines = supply.rail_lines(t, AXIS, t.world.origins[AXIS])
        return found if lines & int(t.world.extra["victory cities"]) & ~t.world.origins[AXIS] else 0
    if power == ALLIED:
        seas = sea_supply.waters(t, ALLIED, found & int(t.world.extra["ports"]))
        return found if seas >> sea.chart(t.world).number("Atlantic Ocean") & 1 else 0
    return found
