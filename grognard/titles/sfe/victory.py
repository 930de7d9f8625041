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
    """Who has won, and how, by the Axis's points."""
    have = points(t)["axis"]
    t.milestone(date(t))
    _, side, level = next(row for row in t.world.settings["victory"]["levels"] if have >= row[0])
    if side:
        name = "Axis" if side == "axis" else t.world.settings["ally"]
        said = f"{name} {level if level == 'victory' else f'{level} victory'}: the Axis holds {have} points of cities."
        t.close([t.seat_of(w.POWERS.index(side))], level, said, "4.09/3")
    else:
        t.close([], level, f"Drawn: the Axis holds {have} points of cities.", "4.09/3")
