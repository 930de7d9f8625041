"""The position of EuroFront: what its scenarios keep beside the blocks of the Front system."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import by_power, number
from grognard.titles.front.state import FrontPosition, Table

__all__ = ["ALLIED", "AXIS", "SOVIET", "EuroFrontPosition", "Table", "position"]

AXIS, ALLIED, SOVIET = 0, 1, 2


class EuroFrontPosition(FrontPosition):
    """Blocks on EuroFront's board."""

    garrisons = by_power()  # the hexes of its garrisons (SCW.2)
    unfed = by_power()  # those of them that have no zone of control for want of supply
    railheads = by_power()  # where foreign aid comes in (SCW.3)
    available = by_power()  # the points that its Production began with (11.4)
    saved = by_power()  # those that it kept for the next month (11.4)
    tried = by_power()  # the last season in which it sought Foreign Recognition (SCW.9)
    french_aid = number()  # the points that France sends a month
    soviet_aid = number()  # the points that the Soviet Union sent this month
    blockaded = number()  # the powers, as bits, whose ships did not get through this month (SCW.5)


def position(t: Table) -> EuroFrontPosition:
    """The position of a game of EuroFront."""
    return cast(EuroFrontPosition, t.p)
