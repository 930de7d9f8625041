"""Voyages: how a unit's crossing is kept until it has been interdicted (15.72)."""

from __future__ import annotations

from grognard.board.hexset import members

from . import blocks, sea
from .state import Table

INVADED, EVACUATED, SHIPPED = 1, 2, 3
"""Kinds of voyages: an invasion, its reverse, a sea move."""


def set_sail(t: Table, piece: int, kind: int, way: tuple[int, ...]) -> None:
    """Note a crossing that can be interdicted: with the unit its turn in the phase, under the turn what is at stake."""
    p = t.p
    enemy = sea.enemy_seas(t, p.power[piece])
    crossed = tuple(number for number in way if enemy >> number & 1)
    if crossed:
        turn = len(p.voyages) + 1
        p.sailed[piece] = kind + 4 * turn
        p.voyages[str(turn)] = (p.came[piece], *crossed)


def under_way(t: Table) -> list[int]:
    """The units that crossed an enemy sea in this phase, in the order they did."""
    sailed = t.p.sailed
    return sorted(members(blocks.marked(sailed)), key=lambda i: sailed[i])


def kind_of(t: Table, piece: int) -> int:
    return int(t.p.sailed[piece]) & 3


def course_of(t: Table, piece: int) -> tuple[int, ...]:
    """The hex that a unit set out from, and the enemy seas that it crosses in their order."""
    course: tuple[int, ...] = t.p.voyages[str(t.p.sailed[piece] // 4)]
    return course


def arrive(t: Table) -> None:
    """The phase's voyages are over."""
    p = t.p
    for piece in under_way(t):
        p.sailed[piece] = 0
    p.voyages = {}
