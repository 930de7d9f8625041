"""National Supply (10.21) of France, the Low Countries and Italy: a capital feeds its army while a line of
communication joins it to London or Berlin."""

from __future__ import annotations

from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import blocks, supply
from grognard.titles.systems.front.world import COMMANDERS

from .. import strongholds
from ..europe.nations import ITALY, NATIONS, army, belligerent_side, neutrals
from ..war import supply as war_supply
from . import land, vichy
from .land import FRANCE
from .state import ALLIED, AXIS, Table

ORIGIN = {AXIS: "Berlin", ALLIED: "London"}


def allies(t: Table, power: int) -> list[str]:
    """The nations beside a great power that have a National Supply of their own."""
    found = [nation for nation in neutrals(t.world) if belligerent_side(t, nation) == power]
    if power == AXIS and belligerent_side(t, ITALY) == AXIS and ITALY not in found:
        found.append(ITALY)
    if power == ALLIED and land.fighting(t):
        found.append(FRANCE)
    return found


@cached_by(lambda t, nation, power: (nation, supply.joins(t, power)))
def area(t: Table, nation: str, power: int) -> int:
    """Where a nation's units are supplied from its capital, if that has National Supply (10.21, 20.42, 20.24)."""
    capital = t.world.board.node(NATIONS[nation]["capital"])
    if not t.p.held[power] >> capital & 1:
        return 0
    if supplied(t, nation, power) == war_supply.NONE:
        return 0
    return supply.supply_lines(t, power, war_supply.from_capital(t, power, capital))


def supplied(t: Table, nation: str, power: int) -> int:
    """What National Supply a nation's capital has (10.21)."""
    capital = t.world.board.node(NATIONS[nation]["capital"])
    return war_supply.national_supply(t, power, capital, t.world.board.node(ORIGIN[power]))


def by_rail(t: Table, piece: int) -> bool:
    """Is an ally's HQ on the rails of its own capital, and not in Sea Supply (11.731, ruling E338)?"""
    unit, power = t.world.units[piece], t.p.power[piece]
    nation = unit.nation.capitalize()
    if unit.kind not in COMMANDERS or nation not in allies(t, power):
        return False
    capital = 1 << t.world.board.node(NATIONS[nation]["capital"])
    lines = supply.supply_lines(t, power, supply.rail_lines(t, power, capital))
    return bool(capital & t.p.held[power] and lines >> t.p.at[piece] & 1)


def without(t: Table, power: int, out: int) -> int:
    """Who is out of supply: an ally's units are if their own nation does not feed them (10.21)."""
    w, based = t.world, strongholds.in_bases(t, power)
    for nation in allies(t, power):
        own = sum(1 << i for i in army(w, nation, power))
        fed = blocks.inside(t, power, area(t, nation, power)) & own
        if fed and supplied(t, nation, power) == war_supply.SIEGE:
            fed = war_supply.sustained(t, power, fed)
        out = out & ~own | blocks.inside(t, power, int(w.land)) & own & ~fed & ~based
    if power == AXIS:
        own = sum(1 << i for i in army(w, vichy.VICHY, power))
        out = out & ~own | vichy.starving(t)
    return out
