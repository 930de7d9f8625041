"""Bases of the Med Front (21.38): the Allies in Morocco, the Axis in Tunis or by Istanbul."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import blocks, supply

from ..europe import costs, purses
from ..fronts import MF, land_of
from .state import ALLIED, AXIS, Table, position

BASES = {AXIS: ("Tunis", "Istanbul"), ALLIED: ("Casablanca", "Tangiers")}
"""The ports that a side's units of the Med Front may be based on (21.382, 21.385)."""


HOME = {AXIS: purses.WEST, ALLIED: purses.ALLIES}
"""The purse that an allocation is taken from (21.37)."""


def allowance(t: Table, power: int) -> int:
    """The points of the West that may still go to based units: half the allocation in all (21.382, 21.385)."""
    p = position(t)
    return max(0, min(purses.points(t, HOME[power]), p.allocated[power] // 2 - p.based_spent[power]))


def affordable(t: Table, power: int) -> int:
    """The units on a base whose step West and Med can pay for together (21.383, 21.386)."""
    if power not in HOME or not purses.shipped_to(t, power):
        return 0
    more, south = allowance(t, power), purses.points(t, purses.MEDS[power])
    found = 0
    for piece in members(blocks.inside(t, power, based(t, power))) if more else ():
        if costs.price(t, piece, t.p.at[piece], costs.STEP) <= more + south:
            found |= 1 << piece
    return found


def pay(t: Table, piece: int, cost: int) -> int:
    """What the West pays of a based unit's step, before the Med does (ruling E328): the rest is returned."""
    power = t.p.power[piece]
    if power not in HOME or not based(t, power) >> t.p.at[piece] & 1 or not purses.shipped_to(t, power):
        return cost
    part = min(cost, allowance(t, power))
    purses.pay(t, HOME[power], part)
    position(t).based_spent[power] += part
    return cost - part


@cached_by(supply.joins)
def based(t: Table, power: int) -> int:
    """The land of the Med Front whose units trace a supply line to rails joined to a base that has Rail/Sea Supply from
    home (21.382, 21.385)."""
    if power not in BASES:
        return 0
    names = t.world.board.node
    home = supply.rail_sea(t, power)
    found = sum(1 << names(name) for name in BASES[power]) & home
    if not found:
        return 0
    lines = supply.rail_lines(t, power, found) | found
    return supply.supply_lines(t, power, lines) & land_of(t, MF)
