"""The position of the war while the USSR is at peace: Poland's own points, borders that have changed, surprise."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import bitset, number

from ..tide.state import ALLIED, AXIS, SOVIET, Table, TidePosition

__all__ = ["ALLIED", "AXIS", "SOVIET", "PeacePosition", "Table", "position"]


class PeacePosition(TidePosition):
    """Blocks on the whole board, with a neutral USSR."""

    polish_points = number()  # the points of isolated Poland (20.64)
    available_poles = number()  # what Poland began this Production with
    saved_poles = number()  # what Poland saved
    bef_lost = number()  # the British units that were eliminated in France and Belgium (20.45)
    rail_moves = number()  # the free Rail Moves to the Curzon Line that are left (DE.CL)
    soviet_home = bitset()  # what the USSR has annexed, and may be left unoccupied for a month (20.58, 16.42)


def position(t: Table) -> PeacePosition:
    """The position of a game with a neutral USSR."""
    return cast(PeacePosition, t.p)
