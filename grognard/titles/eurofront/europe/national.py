"""National Supply (10.21) of the minors that join the war: their capital feeds them, at home if need be."""

from __future__ import annotations

from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import blocks, supply

from ..war import supply as war_supply
from .nations import FIGHTING, NATIONS, army, at_war_from_the_start, belligerent_side, territory
from .state import AXIS, Table

OF_ONE_SUPPLY = (*FIGHTING, "France")
"""Those whose units need no capital of their own yet (docs/reconstruction)."""
INTERNAL = {"Spain": "", "Sweden": "Gallivare", "Turkey": "Istanbul", "Switzerland": "Bern"}
"""Where these nations trace National Supply within their own land: Spain to any of its ports (20.74), Sweden to
Gallivare (20.83), Turkey to Istanbul (20.91), Switzerland to its fortress (20.76)."""


def fed(t: Table, power: int) -> int:
    """The units of nations that have joined the war whose capital supplies them (10.21)."""
    found = 0
    for nation in at_war_from_the_start(t.world):
        if nation in OF_ONE_SUPPLY:
            continue
        if belligerent_side(t, nation) == power:
            own = sum(1 << i for i in army(t.world, nation, power))
            found |= own & blocks.inside(t, power, area(t, nation, power))
    return found


@cached_by(lambda t, nation, power: (nation, supply.joins(t, power)))
def area(t: Table, nation: str, power: int) -> int:
    """Where a nation's units are supplied from its capital, if that has National Supply (10.21)."""
    capital = t.world.board.node(NATIONS[nation]["capital"])
    lines = supply.rail_lines(t, power, 1 << capital) | 1 << capital
    if not at_home(t, nation, power, lines) and not abroad(t, power, capital):
        return 0
    return supply.supply_lines(t, power, lines)


def at_home(t: Table, nation: str, power: int, lines: int) -> bool:
    """Does National Supply run within the nation's own land (20.74, 20.76, 20.83, 20.91)?"""
    goal = INTERNAL.get(nation)
    if goal is None:
        return False
    land = territory(t, nation) & t.p.held[power]
    nodes = 1 << t.world.board.node(goal) if goal else int(t.world.extra["ports"])
    return bool(lines & land & nodes)


def abroad(t: Table, power: int, capital: int) -> bool:
    """Has the capital a line of communication to Berlin or London (10.22)?"""
    origin = t.world.board.node("Berlin" if power == AXIS else "London")
    return war_supply.line_of_communication(t, power, capital, origin)
