"""The Allied Politics Phase (4.47): Tito, the Maquis, demands for surrender, conquest."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import End, Verb
from grognard.engine.core.step import Step
from grognard.titles.systems.front import control
from grognard.titles.systems.front.state import Table

from .revolt import RaiseTito, RollRevolt, hideouts, maquis_wait, no_axis, tito_finds_room, tito_waits
from .surrender import Demand, capitals_fall, fighting, once_a_phase, with_a_port


class Politics(Step):
    """Revolts and surrenders, at the Allies' wish (4.47, ruling W102)."""

    name = "politics"
    rule = "4.47"
    verbs: tuple[Verb, ...] = (RaiseTito(), RollRevolt(), Demand(), End())

    def begin(self, t: Table, f: Frame) -> None:
        control.settle_battles(t)
        control.evaluate(t)
        capitals_fall(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked when all can see that something may be done."""
        return (f.seat,) if _open(t, f.seat) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Politics: {', '.join(_open(t, f.seat))}, or end."


def _open(t: Table, seat: int) -> list[str]:
    """What may be done now, in the words of the prompt."""
    hills = hideouts(t, seat, ()) & no_axis(t, seat, ()) & tito_finds_room(t, seat, ())
    demand = fighting(t, seat, ()) & with_a_port(t, seat, ()) & once_a_phase(t, seat, ())
    found = {
        "raise Tito": bool(tito_waits(t, seat, ()) and hills),
        "roll for a revolt": bool(maquis_wait(t, seat, ())),
        "demand a surrender": bool(demand),
    }
    return [words for words, may in found.items() if may]
