"""1941: the assault on Russia, and the war to May 1945."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row, Sequence_
from grognard.titles.systems.front import sequence
from grognard.titles.systems.front.state import month_number

from ..europe.game import HOME, after_the_first_month
from ..europe.nations import defeated
from ..peace import game as peace
from ..peace import pact
from ..peace.state import Table, position
from ..war.world import SIDES
from . import war
from .hooks import BarbarossaHooks

ANNEXED = ("East Poland", "Baltic States", "Bessarabia", "Finnish Karelia")
"""What the USSR has annexed by June 1941 (S1941)."""
ARMISTICE = "Finnish Armistice"


class Politics(peace.Politics):
    """Politics, in which the East Front opens and the surprise ends."""

    def begin(self, t: Table, f: Frame) -> None:
        war.recover(t)
        super().begin(t, f)
        war.open_front(t)


def whole_month(t: Table) -> bool:
    """The first month of the game has one fortnight only (1941.1)."""
    return after_the_first_month(t)


def month() -> Sequence_:
    """Production, Diplomacy and two fortnights (4.1)."""
    return Sequence_(
        "month",
        [
            *HOME,
            Row("fortnight", when=whole_month, freeze=sequence.in_fortnight(1)),
            Row("fortnight", freeze=sequence.in_fortnight(2), rule="4.1"),
            Row("month_end"),
        ],
        rule="4.1",
    )


class Barbarossa(BarbarossaHooks, peace.Peace):
    """The war from June 1941 on (S1941)."""

    steps = {**peace.Peace.steps, "month": month(), "command": war.Command(), "politics": Politics()}

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3), with what the USSR has annexed and the Finnish Armistice (1941.3)."""
        super().setup(t)
        p, plan = position(t), t.world.scenario
        p.soviet_home |= pact.land(t, *ANNEXED)
        for side, allocated in plan["allocated"].items():
            p.allocated[SIDES[side]] = allocated["MF"]
        p.politics |= {defeated(nation): 0 for nation in plan["defeated"]}
        armistice = plan["armistice"]
        t.p.politics[ARMISTICE] = month_number(armistice["Finland"])


BARBAROSSA = Barbarossa()
