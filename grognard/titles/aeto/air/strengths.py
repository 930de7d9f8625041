"""What air units over a target give to a land combat (4.0, 4.22, 5.14, 5.16)."""

from __future__ import annotations

from .. import pieces
from .. import tables as tb
from ..position import Table


def air_strength(t: Table, units: tuple[int, ...]) -> int:
    """Unaborted bombers over the target add their strength, heavy bombers half, down (4.0, 5.14/bombers)."""
    total = 0
    for i in units:
        if t.p.kind[i] in tb.BOMBERS:
            total += support_of(t, i)
    return total


def support_of(t: Table, piece: int) -> int:
    """What one bomber type adds: heavy bombers half (4.0, 5.14/bombers)."""
    value = pieces.strength_of(t, piece)
    return value // 2 if t.p.kind[piece] == tb.HEAVY_BOMBER else value


def superiority(t: Table, ours: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Is a side alone over the target with at least two points (5.16/air-superiority-min)?"""
    return not theirs and sum(pieces.strength_of(t, i) for i in ours) >= 2
