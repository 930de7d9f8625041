"""The campaigns that begin before the USSR is at war: 1939."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.titles.systems.front import game, sequence
from grognard.titles.systems.front.world import World

from ..europe.setup import place_all
from ..france import armistice
from ..tide import game as tide
from ..tide.setup import open_war
from . import home, partition, setup, soviets, west
from .hooks import PeaceHooks
from .state import Table
from .table import SAYS
from .world import world


class Politics(tide.Politics):
    """Politics, in which the Phony War may be found over (20.43), and France's fate is decided (20.44-20.47)."""

    verbs: tuple[Verb, ...] = (armistice.Offer(), *tide.Politics.verbs)

    def begin(self, t: Table, f: Frame) -> None:
        super().begin(t, f)
        partition.end_phony_war(t)
        partition.trespass(t)
        west.fate(t)

    def conclude(self, t: Table, before: tuple[tuple[str, int], ...]) -> None:
        west.fall(t, before)
        super().conclude(t, before)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if armistice.once(t, f.seat, ()) else super().asks(t, f)


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
        "armistice": armistice.Armistice(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3)."""
        t.p = setup.begin(t)
        game.opening(t)
        place_all(t)
        open_war(t)
