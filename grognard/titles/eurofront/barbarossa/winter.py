"""Axis Winter Paralysis (12.45): what the first winter in the East does to the Axis."""

from __future__ import annotations

from grognard.titles.systems.front.state import SNOW

from .. import fronts
from ..europe.command import EAST_OPENED
from ..fronts import EF
from ..peace.state import AXIS, Table

DECEMBER, MARCH, JUNE, SEASON = 11, 2, 5, 6
SLOW, SF = 1, 6
"""Speed and attack of the Axis in the Snow of its first winter (12.45/b)."""


def first_winter(opened: int) -> int:
    """The December of the first winter in the East: the next one for a front that opens in spring (12.45).

    >>> first_winter(1941 * 12 + 5) == first_winter(1942 * 12 + 1) == 1941 * 12 + 11
    True
    >>> first_winter(1941 * 12 + 3) == 1941 * 12 + 11
    True
    """
    year, month = divmod(opened, 12)
    return (year if month >= MARCH else year - 1) * 12 + DECEMBER


def paralysed(t: Table, month: int) -> bool:
    """Is a month one of the first winter in the East (12.45)?"""
    opened = t.p.politics.get(EAST_OPENED)
    return opened is not None and 0 <= month - first_winter(int(opened)) < SEASON


def suffers(t: Table, piece: int) -> bool:
    """Does a block feel the winter: all of the Axis but Scandinavians (12.45, 21.442)?"""
    return t.p.power[piece] == AXIS and t.world.units[piece].nation not in fronts.SCANDINAVIANS


def speed(t: Table, piece: int, hexes: int, weather: int, month: int) -> int:
    """In the Snow of the first winter the Axis moves one hex (12.45/b)."""
    return min(hexes, SLOW) if weather == SNOW and suffers(t, piece) and paralysed(t, month) else hexes


def fire(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """In the Snow of the first winter the Axis attacks at SF in the East, and defends as ever (12.45/b)."""
    cold = fronts.weather_at(t, node) == SNOW and bool(fronts.land_of(t, EF) >> node & 1)
    return max(need, SF) if not passive and cold and suffers(t, piece) and paralysed(t, t.p.month) else need


def prices(t: Table, power: int, node: int) -> int:
    """In the first winter a step of an Axis HQ in the East costs five more, a cadre ten (12.45/a)."""
    return int(power == AXIS and paralysed(t, t.p.month) and bool(fronts.land_of(t, EF) >> node & 1))
