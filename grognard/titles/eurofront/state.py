"""The position of EuroFront: what its scenarios keep beside the blocks of the Front system."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import by_power, column, number
from grognard.titles.systems.front.state import DRY, FrontPosition, Table

__all__ = ["ALLIED", "AXIS", "FINNISH", "SOVIET", "EuroFrontPosition", "Table", "position", "soviets_at_war"]

AXIS, ALLIED, SOVIET = 0, 1, 2
FINNISH = 3
"""Finland while it fights its Winter War in a campaign: the Axis seat plays it, and it is at war with no one but the
Soviets (21.48)."""


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
    starved = column()  # has lost a step for want of supply since its own side's last turn (10.6/a)
    moves_left = column()  # the Supreme Moves that an active HQ still has (5.71)
    cheap_front = column()  # the front plus one that an HQ on a flex point commands at the full rate (5.723)
    east_points = number()  # the Axis purse of the East Front; ``points0`` is that of the West (11.3)
    finnish_points = number()  # the purse of isolated Finland (20.64)
    available_east = number()  # what these two began with (11.4)
    available_finns = number()
    saved_east = number()  # and what they kept for the next month (11.4)
    saved_finns = number()
    allocated_east = number()  # what the Axis assigns to the East Front a month (11.5)
    lowered = number()  # by how much it has lowered that this month
    sent_west = number()  # points sent this month from the Axis East Front (11.61)
    sent_east = number()  # and from its West Front
    sent_allied = number()  # and from the Allies to the Soviets
    due_west = number()  # transfers that arrive next month (11.62)
    due_east = number()
    due_soviet = number()
    weather_east = number(DRY)  # the weather of the East Front; ``weather`` is that of the West
    storm_east = number()  # the basin plus one that the roll of the East made stormy
    blockaded = number()  # the powers, as bits, whose ships did not get through this month (SCW.5)


def soviets_at_war(t: Table) -> bool:
    """Is the USSR at war with the Axis (20.52)? A Winter War leaves it neutral (20.51, 21.48)."""
    return bool(t.p.hostile[SOVIET] >> AXIS & 1)


def position(t: Table) -> EuroFrontPosition:
    """The position of a game of EuroFront."""
    return cast(EuroFrontPosition, t.p)
