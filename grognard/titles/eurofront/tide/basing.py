"""Bases of the Med Front (21.38): the Allies in Morocco, the Axis in Tunis or by Istanbul."""

from __future__ import annotations

from grognard.engine.core.cache import cached_by
from grognard.titles.systems.front import supply

from ..fronts import MF, land_of
from .state import ALLIED, AXIS, Table

BASES = {AXIS: ("Tunis", "Istanbul"), ALLIED: ("Casablanca", "Tangiers")}
"""The ports that a side's units of the Med Front may be based on (21.382, 21.385)."""


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
