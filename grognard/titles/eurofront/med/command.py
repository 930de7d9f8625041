"""Supreme Moves in the Med and the West (5.72, 21.34): theater HQs in the Med alone, supreme ones by front."""

from __future__ import annotations

from grognard.titles.systems.front.world import THQ

from .. import fronts
from ..europe import command
from ..fronts import MF
from ..state import Table


def price(t: Table, hq: int, piece: int) -> int:
    """What a Supreme Move costs: theater HQs move only in the Med Front and from there (21.34), the others by front
    (5.721, 5.723)."""
    front = fronts.of(t, t.p.at[piece])
    if t.world.units[hq].kind == THQ:
        there = bool(fronts.land_of(t, MF) >> t.p.at[hq] & 1)
        return command.FULL if there and front == MF else command.NEVER
    return command.price_for(t, hq, piece)
