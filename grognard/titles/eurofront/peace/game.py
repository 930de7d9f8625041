"""The campaigns that begin before the USSR is at war: 1939."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.titles.systems.front import game, sequence

from ..europe.setup import place_all
from ..tide import game as tide
from ..tide.setup import open_war
from . import home, partition, setup, soviets
from .hooks import PeaceHooks
from .state import Table
from .table import SAYS


class Politics(tide.Politics):
    """Politics, in which the Phony War may be found over (20.43)."""

    def begin(self, t: Table, f: Frame) -> None:
        partition.end_phony_war(t)
        super().begin(t, f)


class MonthEnd(sequence.MonthEnd):
    """The last day of the month, by which the Axis has left East Poland (20.14)."""

    def run(self, t: Table, f: Frame) -> None:
        partition.leave_east_poland(t)
        super().run(t, f)


class Peace(PeaceHooks, tide.Tide):
    """The war from 1939 on (S1939)."""

    says = {**tide.Tide.says, **SAYS}
    steps = {
        **tide.Tide.steps,
        "producing": home.Producing(),
        "diplomacy": home.Diplomacy(),
        "politics": Politics(),
        "month_end": MonthEnd(),
        "calling up": soviets.CallingUp(),
        "curzon line": partition.CurzonLine(),
    }

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3)."""
        t.p = setup.begin(t)
        game.opening(t)
        place_all(t)
        open_war(t)


PEACE = Peace()
