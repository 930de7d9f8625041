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
        hills = hideouts(t, f.seat, ()) & no_axis(t, f.seat, ()) & tito_finds_room(t, f.seat, ())
        tito = tito_waits(t, f.seat, ()) and hills
        demand = fighting(t, f.seat, ()) & with_a_port(t, f.seat, ()) & once_a_phase(t, f.seat, ())
        return (f.seat,) if tito or maquis_wait(t, f.seat, ()) or demand else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Politics: raise Tito, roll for a revolt, demand a surrender, or end."
