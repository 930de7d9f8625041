"""The Med Front before it opens (21.321): residents alone stand in it, garrisons alone on Malta and Gibraltar."""

from __future__ import annotations

from ..europe.command import classes
from ..europe.nations import is_neutral
from ..fronts import MF, land_of
from .state import Table

RESIDENT, GARRISON = "MF resident", "garrison"
FORTRESSES = ("Malta", "Gibraltar")


def is_closed(t: Table) -> bool:
    """Is the Med Front inactive: until Italy is at war (21.322)?"""
    return is_neutral(t, "Italy")


def closed(t: Table, piece: int) -> int:
    """Before the Med Front opens only residents are in it, and only garrisons on Malta and Gibraltar (21.321)."""
    if not is_closed(t):
        return 0
    word, region = classes(t.world)[piece], t.world.board.region
    south = 0 if word == RESIDENT else land_of(t, MF)
    islands = sum(int(region[name]) for name in FORTRESSES)
    return south | (0 if word == GARRISON else islands & int(t.world.land))
