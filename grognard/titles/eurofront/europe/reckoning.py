"""Victory from 1939 to 1943 (19.2-19.4): Berlin, and else the production of both sides."""

from __future__ import annotations

from grognard.engine.core.rules import rule
from grognard.titles.systems.front import control
from grognard.titles.systems.front.state import month_number

from .. import tables
from . import purses, victory
from .state import ALLIED, AXIS, SOVIET, Table
from .world import SIDES

SCORES = {"decisive": 1.0, "major": 0.75, "minor": 0.5, "marginal": 0.25}
DRAW = (-1, "draw", "19.4")


def totals(t: Table) -> tuple[int, int]:
    """The production of the Axis with its isolated minors, and of Allies and Soviets (19.2/a, ruling E88)."""
    axis = sum(purses.level(t, number) for number in purses.of_power(t, AXIS))
    theirs = (*purses.of_power(t, ALLIED), *purses.of_power(t, SOVIET))
    others = sum(purses.level(t, number, wartime=True) for number in theirs)
    return axis, others


def won_by_production(when: str, axis: int, others: int) -> tuple[int, str, str]:
    """The best level that the production of both sides gives at a time, with its rule; else no one wins (19.4)."""
    for row in tables.rows("victory_levels"):
        if row["when"] != when:
            continue
        own, other = (axis, others) if row["winner"] == "axis" else (others, axis)
        if own * int(row["own"]) >= other * int(row["other"]) + int(row["more"]):
            return SIDES[row["winner"]], row["level"], row["source"]
    return DRAW


def berlin_level(t: Table) -> tuple[str, str]:
    """What Berlin is worth to Allies and Soviets this month, with the rule."""
    rows = [row for row in tables.rows("victory_levels") if row["when"][0].isdigit()]
    row = next(row for row in rows if t.p.month <= month_number(row["when"]))
    return row["level"], row["source"]


def win(t: Table, power: int, level: str, reason: str, number: str) -> None:
    """The game ends with a victory of some level."""
    won, worth = victory.winners(t, power), SCORES[level]
    scores = {name: worth if seat in won else -worth for seat, name in enumerate(t.seats)}
    t.close(won, level, reason, number, scores)


def told(axis: int, others: int) -> str:
    return f"The Axis produces {axis} points, Allies and Soviets {others}."


def overwhelmed(t: Table) -> None:
    """In any Production the Axis may win at once (19.21)."""
    axis, others = totals(t)
    power, level, number = won_by_production("production", axis, others)
    if power >= 0:
        win(t, power, level, told(axis, others), number)


@rule("19.1")
def take_berlin(t: Table) -> None:
    """Whoever controls Berlin at the end of a player-turn wins at once (19.1)."""
    if t.outcome is None and control.friendly(t.p, ALLIED) >> t.world.board.node("Berlin") & 1:
        level, number = berlin_level(t)
        win(t, ALLIED, level, "Berlin is taken.", number)


def count(t: Table) -> None:
    """The war is over: production decides (19.2, 19.34, 19.4)."""
    axis, others = totals(t)
    power, level, number = won_by_production("end", axis, others)
    if power < 0:
        t.close((), level, told(axis, others), number)
    else:
        win(t, power, level, told(axis, others), number)
