"""Armies at home: mountain troops in the North (21.45), Swedes (20.8, 20.83) and Turks (20.91) on their own soil."""

from __future__ import annotations

from grognard.titles.systems.front.state import SNOW
from grognard.titles.systems.front.world import INFANTRY, MOUNTAIN

from .. import fronts
from ..fronts import NF
from ..state import Table

DF, SKI = 5, 2
"""What hardy troops hit on, and the speed of ski troops in Snow (20.8)."""
SWEDEN, TURKEY = "Sweden", "Turkey"


def is_at_home(t: Table, piece: int, node: int, nation: str) -> bool:
    """Is this infantry of a nation in its own land (1.7)?"""
    unit = t.world.units[piece]
    own = unit.nation == nation.casefold() and unit.kind == INFANTRY
    return own and bool(int(t.world.board.region[nation]) >> node & 1)


def mountain_fire(t: Table, piece: int, node: int, need: int) -> int:
    """Mountain units fire DF in all the North (21.45)."""
    climbs = t.world.units[piece].kind == MOUNTAIN and fronts.land_of(t, NF) >> node & 1
    return min(need, DF) if climbs else need


def swedish_defense(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """Swedish infantry defends at DF in Sweden (20.83)."""
    return min(need, DF) if passive and is_at_home(t, piece, node, SWEDEN) else need


def turkish_defense(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """Turkish infantry defends at DF in Turkey (20.91)."""
    return min(need, DF) if passive and is_at_home(t, piece, node, TURKEY) else need


def swedish_skis(t: Table, piece: int, hexes: int, weather: int) -> int:
    """Swedish infantry goes two hexes in Snow at home (20.8)."""
    skis = weather == SNOW and is_at_home(t, piece, t.p.at[piece], SWEDEN)
    return max(hexes, SKI) if skis else hexes
