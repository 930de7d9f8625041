"""Victory: the points of the cities that each side holds at the end (the scenario's own rule)."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from . import world as w
from .state import Table, date


def points(t: Table) -> dict[str, int]:
    """The city points of each side."""
    found = {"axis": 0, "allied": 0}
    for name, worth in t.world.settings["victory"]["points"].items():
        found["axis" if t.p.axis_land >> t.world.board.node(name) & 1 else "allied"] += worth
    return found


class TurnEnd(Step):
    """The turn is over; after the last one cities are counted (4.09/3)."""

    name = "turn end"
    rule = "4.0"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        if t.p.turn >= t.p.last:
            count(t)
        else:
            t.p.turn += 1
            t.emit("turn", "4.0", turn=date(t))


def count(t: Table) -> None:
    """Who has won, by the Axis's points."""
    have = points(t)["axis"]
    asked = t.world.settings["victory"]
    ally = t.world.settings["ally"]
    t.milestone(date(t))
    if have >= asked["axis_wins"]:
        t.close([t.seat_of(w.AXIS)], "victory", f"The Axis holds {have} points of cities.", "4.09/3")
    elif have <= asked["allied_wins"]:
        t.close([t.seat_of(w.ALLIED)], "victory", f"{ally} victory: the Axis holds only {have} points.", "4.09/3")
    else:
        t.close([], "draw", f"Drawn: the Axis holds {have} points of cities.", "4.09/3")
