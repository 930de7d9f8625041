"""Allied Naval and Air Supremacy together (15.83): what they do to the Axis at sea."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import sea
from grognard.titles.systems.front.world import World

from ..war import naval
from .nations import belligerent_side
from .state import ALLIED, AXIS, SOVIET, Table

BASINS = ("Atlantic", "Mediterranean")
"""The basins that the Axis loses (15.83/a)."""


def both(t: Table) -> bool:
    """Do the Allies rule the waves and the air (15.83)?"""
    return naval.ruling(t) == ALLIED and bool(t.world.extra["air"][t.p.month].slowed >> AXIS & 1)


def lost_seas(t: Table, power: int) -> int:
    """Under Allied Naval and Air Supremacy no Axis ship sails the Atlantic or the Mediterranean (15.83/a)."""
    return _seas(t.world) if power == AXIS and both(t) else 0


def barred_seas(t: Table, power: int) -> int:
    """Only the Soviets sail the Caspian; unless Turkey is Allied they do not sail the Mediterranean, nor the Allies the
    Black Sea (15.11)."""
    shut = {ALLIED: "Black Sea", SOVIET: "Mediterranean"}.get(power, "")
    open_ = straits_are_friendly(t)
    return _barred(t.world, power != SOVIET, "" if open_ else shut)


def straits_are_friendly(t: Table) -> bool:
    """Is Turkey Allied, so that Allied and Soviet ships pass its straits (15.11)?"""
    return belligerent_side(t, "Turkey") == ALLIED


@cache
def _barred(w: World, caspian: bool, basin: str) -> int:
    chart = sea.chart(w)
    inland = from_iter(n for n, name in enumerate(chart.names) if name.endswith("Caspian")) if caspian else 0
    return inland | from_iter(n for n, one in enumerate(chart.basins) if one == basin)


@cache
def _seas(w: World) -> int:
    return from_iter(n for n, basin in enumerate(sea.chart(w).basins) if basin in BASINS)
