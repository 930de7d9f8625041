"""National Supply (10.21) of the minors that join the war: their capital feeds them, at home if need be."""

from __future__ import annotations

from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import blocks, supply

from ..state import soviets_at_war
from ..war import supply as war_supply
from ..war.supply import FULL, NONE
from .nations import FIGHTING, NATIONS, army, at_war_from_the_start, belligerent_side, territory
from .state import AXIS, Table

GREECE = "Greece"
REBELLIOUS = ("Palestine", "Syria", "Iraq", "Persia")
OF_ONE_SUPPLY = (*FIGHTING, "France")
"""Those whose units need no capital of their own yet (docs/reconstruction)."""
INTERNAL = {"Spain": "", "Sweden": "Gallivare", "Turkey": "Istanbul", "Switzerland": "Bern"}
"""Where these nations trace National Supply within their own land: Spain to any of its ports (20.74), Sweden to
Gallivare (20.83), Turkey to Istanbul (20.91), Switzerland to its fortress (20.76)."""


def fed(t: Table, power: int) -> int:
    """The units of nations that have joined the war whose capital supplies them (10.21)."""
    found = rebels_fed(t) if power == AXIS else 0
    for nation in at_war_from_the_start(t.world):
        if nation in OF_ONE_SUPPLY:
            continue
        if belligerent_side(t, nation) == power:
            own = sum(1 << i for i in army(t.world, nation, power))
            own &= blocks.inside(t, power, area(t, nation, power))
            found |= own if supplied(t, nation, power) == FULL else war_supply.sustained(t, power, own)
    return found


@cached_by(lambda t, nation, power: (nation, supply.joins(t, power)))
def area(t: Table, nation: str, power: int) -> int:
    """Where a nation's units are supplied from its capital, if that has National Supply (10.21)."""
    capital = t.world.board.node(NATIONS[nation]["capital"])
    lines = rails(t, power, capital)
    return supply.supply_lines(t, power, lines) if supplied(t, nation, power) != NONE else 0


def rails(t: Table, power: int, capital: int) -> int:
    """The rails that lead to a capital."""
    return supply.rail_lines(t, power, 1 << capital) | 1 << capital


def supplied(t: Table, nation: str, power: int) -> int:
    """What National Supply a nation has: at home, abroad, through a besieged port, or none, as when its
    capital is lost (10.21)."""
    capital = t.world.board.node(NATIONS[nation]["capital"])
    if not t.p.held[power] >> capital & 1:
        return NONE
    if at_home(t, nation, power, rails(t, power, capital)):
        return FULL
    return abroad(t, power, capital, not_by_turkey(t) if nation == GREECE else 0)


def at_home(t: Table, nation: str, power: int, lines: int) -> bool:
    """Does National Supply run within the nation's own land (20.74, 20.76, 20.83, 20.91)?"""
    goal = INTERNAL.get(nation)
    if goal is None:
        return False
    land = territory(t, nation) & t.p.held[power]
    nodes = 1 << t.world.board.node(goal) if goal else int(t.world.extra["ports"])
    return bool(lines & land & nodes)


def abroad(t: Table, power: int, capital: int, shut: int = 0) -> int:
    """Has the capital National Supply from Berlin or London (10.21), past land that is shut to it?"""
    origin = t.world.board.node("Berlin" if power == AXIS else "London")
    return war_supply.national_supply(t, power, capital, origin, shut)


def not_by_turkey(t: Table) -> int:
    """Greece traces no National Supply by way of Turkey once the USSR is at war (20.73)."""
    return territory(t, "Turkey") if soviets_at_war(t) else 0


def rebels_fed(t: Table) -> int:
    """The rebels of a mandate need National Supply from their capital, those of Palestine by way of Syria
    (21.399/a)."""
    found = 0
    for mandate in REBELLIOUS:
        capital = t.world.board.node(NATIONS[mandate]["capital"])
        if f"rebellion in {mandate}" not in t.p.politics or belligerent_side(t, mandate) == AXIS:
            continue
        if t.p.held[AXIS] >> capital & 1 and abroad(t, AXIS, capital) == FULL:
            lines = supply.supply_lines(t, AXIS, rails(t, AXIS, capital))
            found |= sum(1 << i for i in army(t.world, mandate)) & blocks.inside(t, AXIS, lines)
    return found
