"""The position of the war in the West of 1940: what France, its friends and new belligerents add to that of the Med."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import number

from ..med.state import MedPosition
from ..state import ALLIED, AXIS, Table

__all__ = ["ALLIED", "AXIS", "FrancePosition", "Table", "position"]


class FrancePosition(MedPosition):
    """Blocks of May 1940."""

    peacetime = number()  # what a new belligerent has still to spend of its production in peace (16.32)
    attempted = number()  # the month in which the Allies last tried an event (16.6)
    bef_lost = number()  # the British units that were eliminated in France and Belgium (20.45)


def position(t: Table) -> FrancePosition:
    """The position of a game with France in it."""
    return cast(FrancePosition, t.p)
