"""What follows as soon as a side has left a battle: its record, its face-up blocks, a beachhead that lay there."""

from __future__ import annotations

from . import beachheads, blocks, control
from .state import Table


def end_battles(t: Table) -> None:
    """Battles that are over are forgotten, who lay face-up in them stands up (7.12/a), beachheads fall (15.51/b)."""
    control.settle_battles(t)
    blocks.stand_up_all(t)
    beachheads.sweep(t)
