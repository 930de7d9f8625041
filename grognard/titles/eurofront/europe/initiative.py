"""Initiative (4.22): whose player-turn comes when, by the weather of the East and the Second Front."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.engine.core.step import Row, Sequence_
from grognard.titles.systems.front.state import SNOW

from ..state import soviets_at_war
from .state import ALLIED, AXIS, SOVIET, Table, position

SECOND_FRONT, OPENED = "2F", "EF active"
WAITING = "waiting"
"""Of the Reserve Armies in a scenario that begins with a neutral USSR."""
ORDERS = {
    (False, False): (AXIS, ALLIED, SOVIET),
    (False, True): (SOVIET, AXIS, ALLIED),
    (True, False): (ALLIED, AXIS, SOVIET),
    (True, True): (ALLIED, SOVIET, AXIS),
}
"""By the Second Front and Snow in the East (4.22/a, ruling E1)."""


def order(t: Table) -> tuple[int, int, int]:
    """The powers in the order of their player-turns (4.22, 4.22/a, 12.41); Snow does not matter
    while the East is at peace (1939.8)."""
    snow = position(t).weather_east == SNOW and soviets_at_war(t) and east_was_open(t)
    return ORDERS[SECOND_FRONT in t.p.politics, snow]


def east_was_open(t: Table) -> bool:
    """Has the East Front been active since an earlier month, so that no one's turn is changed in mid-fortnight (ruling
    E436)?"""
    if t.world.scenario["reserve_armies"] != WAITING:
        return True
    return int(t.p.politics.get(OPENED, t.p.month)) < t.p.month


def in_turn(number: int) -> Callable[[Any], None]:
    """Whose player-turn begins."""

    def freeze(t: Table) -> None:
        t.p.active = order(t)[number]

    return freeze


def fortnight() -> Sequence_:
    """Weather, then three player-turns in the order that it gives (4.22)."""
    turns = [Row("player_turn", freeze=in_turn(number), rule="4.4") for number in range(3)]
    return Sequence_("fortnight", [Row("weather", rule="4.3"), *turns], rule="4.1")
