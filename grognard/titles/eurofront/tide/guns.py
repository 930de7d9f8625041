"""German siege guns (2.29, 1942.1): what 54 Corps does to fortresses from June 1942 on."""

from __future__ import annotations

from grognard.titles.systems.front import supply
from grognard.titles.systems.front.state import month_number

from .state import AXIS, Table

GUNS = "54inf"
FROM = month_number("1942-06")
TF = 4


def is_gun(t: Table, piece: int) -> bool:
    """Has a block its heavy guns (1942.1)?"""
    return bool(t.world.units[piece].name == GUNS and t.p.month >= FROM)


def fire(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """The siege guns fire TF at a fortress, in Rail Supply (2.29)."""
    if passive or not is_gun(t, piece) or not t.world.fortresses >> node & 1:
        return need
    rails = supply.rail_lines(t, AXIS, t.title.home_origin(t, AXIS))
    return min(need, TF) if supply.supply_lines(t, AXIS, rails) >> node & 1 else need
