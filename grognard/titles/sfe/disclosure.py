"""The end of a segment: plans that were carried out are disclosed, others wait (19.41)."""

from __future__ import annotations

import random

from grognard.engine.core import plans
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from . import carpet, invasion, taskforce
from .state import Table, phasing


class Disclosure(Step):
    """Plans stay sealed until the end of the segment in which they are carried out (19.41)."""

    name = "disclosure"
    rule = "19.41"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        invasion.lapse(t, phasing(t))
        carpet.lapse(t, phasing(t))
        taskforce.disclose(t, phasing(t))


def draw(t: Table, rng: random.Random) -> None:
    """Make up the sheets that a guess does not know."""
    for name, plan in plans.to_draw(t):
        if name.startswith(invasion.SHEETS):
            invasion.draw(t, name, plan, rng)
        elif name.startswith(carpet.WORD):
            carpet.draw(t, name, plan, rng)
