"""Voyages: how a unit's crossing is kept until it has been interdicted (15.72)."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.table import Table

from . import blocks
from .state import FrontPosition

INVADED, EVACUATED, SHIPPED = 1, 2, 3
"""Kinds of voyages: an invasion, its reverse, a sea move."""
WIDTH = 5


def packed(way: tuple[int, ...]) -> int:
    """The seas of a route as one number, the first lowest.

    >>> unpacked(packed((10, 11)))
    (10, 11)
    """
    number = 0
    for place, sea in enumerate(way):
        number |= (sea + 1) << WIDTH * place
    return number


def unpacked(number: int) -> tuple[int, ...]:
    """The seas that :func:`packed` wrote."""
    way = []
    while number:
        way.append((number & (1 << WIDTH) - 1) - 1)
        number >>= WIDTH
    return tuple(way)


def set_sail(t: Table, piece: int, kind: int, way: tuple[int, ...]) -> None:
    """Note a crossing and its turn among those of the phase."""
    p: FrontPosition = t.p
    p.sailed[piece] = kind + 4 * (1 + max(p.sailed) // 4)
    p.voyage[piece] = packed(way)


def under_way(t: Any) -> list[int]:
    """The units that crossed a sea in this phase, in the order they did."""
    sailed = t.p.sailed
    return sorted(members(blocks.marked(sailed)), key=lambda i: sailed[i])


def kind_of(t: Any, piece: int) -> int:
    return int(t.p.sailed[piece]) & 3


def arrive(t: Table) -> None:
    """The phase's voyages are over."""
    p: FrontPosition = t.p
    for piece in under_way(t):
        p.sailed[piece] = p.voyage[piece] = 0
