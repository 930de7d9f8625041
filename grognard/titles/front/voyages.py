"""Voyages: how a unit's crossing is kept until it has been interdicted (15.72)."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.table import Table

from . import blocks
from .state import FrontPosition

INVADED, EVACUATED, SHIPPED = 1, 2, 3
"""Kinds of voyages: an invasion, its reverse, a sea move."""


def set_sail(t: Table, piece: int, kind: int, way: tuple[int, ...]) -> None:
    """Note a crossing: its turn among those of the phase with the unit, its seas under that turn."""
    p: FrontPosition = t.p
    turn = len(p.voyages) + 1
    p.sailed[piece] = kind + 4 * turn
    p.voyages[str(turn)] = way


def under_way(t: Any) -> list[int]:
    """The units that crossed a sea in this phase, in the order they did."""
    sailed = t.p.sailed
    return sorted(members(blocks.marked(sailed)), key=lambda i: sailed[i])


def kind_of(t: Any, piece: int) -> int:
    return int(t.p.sailed[piece]) & 3


def way_of(t: Any, piece: int) -> tuple[int, ...]:
    """The seas that a unit crosses, in their order."""
    way: tuple[int, ...] = t.p.voyages[str(t.p.sailed[piece] // 4)]
    return way


def arrive(t: Table) -> None:
    """The phase's voyages are over."""
    p: FrontPosition = t.p
    for piece in under_way(t):
        p.sailed[piece] = 0
    p.voyages = {}
