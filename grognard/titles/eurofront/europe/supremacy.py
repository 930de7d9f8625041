"""Allied Naval and Air Supremacy together (15.83): what they do to the Axis at sea."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import sea
from grognard.titles.systems.front.world import World

from ..war import naval
from .state import ALLIED, AXIS, Table

BASINS = ("Atlantic", "Mediterranean")
"""The basins that the Axis loses (15.83/a)."""


def both(t: Table) -> bool:
    """Do the Allies rule the waves and the air (15.83)?"""
    return naval.ruling(t) == ALLIED and bool(t.world.extra["air"][t.p.month].slowed >> AXIS & 1)


def lost_seas(t: Table, power: int) -> int:
    """Under Allied Naval and Air Supremacy no Axis ship sails the Atlantic or the Mediterranean (15.83/a)."""
    return _seas(t.world) if power == AXIS and both(t) else 0


@cache
def _seas(w: World) -> int:
    return from_iter(n for n, basin in enumerate(sea.chart(w).basins) if basin in BASINS)
