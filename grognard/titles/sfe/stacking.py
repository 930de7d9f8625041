"""Units that are overstacked at the end of a phase are eliminated, by their owner's choice (5.01)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import control
from . import world as w
from .state import Table


def excess(t: Table, seat: int, args: Args) -> int:
    """Units and leaders in the first overstacked hex of a seat."""
    for power in t.powers_of(seat):
        for node in control.overstacked(t, power):
            return from_iter(i for i in t.p.stack(node) if t.p.power[i] == power and stacks(t, i))
    return 0


def stacks(t: Table, piece: int) -> bool:
    """Ground units and leaders count for stacking; wings, ships, supply units and forts do not (5.01, 5.04, 5.05)."""
    unit = t.world.units[piece]
    return unit.leader or (unit.ground and not unit.wall)


class GiveUp(Verb):
    """``give_up 9A``: a unit that may not stay is eliminated (5.01)."""

    name = "give_up"
    levels = (Level("unit", PIECE, excess),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        control.remove(t, args[0], "stacking")


class Excess(Step):
    """The owner chooses which units of an overstacked hex are eliminated (5.01)."""

    name = "stacking"
    rule = "5.01"
    kind = "question"
    verbs = (GiveUp(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if excess(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "A hex holds more than three ground units: choose those that are eliminated."


@rule("5.01")
def check(t: Table) -> None:
    """At the end of a phase no hex holds more than three ground units (5.01)."""
    for power in range(len(w.POWERS)):
        if control.overstacked(t, power):
            t.ask("excess", t.seat_of(power), power)


class Stacking(Step):
    """The end of a phase."""

    name = "stacking"
    rule = "5.01"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        check(t)
