"""The movement phase with all its ways (4.42), and the start of the Supply Phase: recovery and linkup (4.46/a)."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Debt
from grognard.engine.core.step import Step

from . import control, evacuation, invasion, movement, para, rail, retreat, sea_moves
from .aftermath import end_battles
from .state import Table

LANDINGS: tuple[Verb, ...] = (
    rail.Rail(), sea_moves.Sail(), invasion.Invade(), invasion.MarkSecondWave(), evacuation.Evacuate(), para.Drop(),
)  # fmt: skip


class Movement(movement.Movement):
    """Moves by land, rail, sea and air, in any order (4.42)."""

    verbs: tuple[Verb, ...] = (*movement.Movement.verbs[:-1], *LANDINGS, movement.Movement.verbs[-1])
    debts: tuple[Debt, ...] = (*movement.Movement.debts, para.DROPS)


class Mobilization(retreat.Mobilization):
    """HQs mobilize by land, and supreme ones by rail or sea (5.62)."""

    verbs: tuple[Verb, ...] = (*retreat.Mobilization.verbs[:-1], sea_moves.Embark(), retreat.Mobilization.verbs[-1])


class Recovery(Step):
    """Invaders recover, then paras link up on the control that follows (15.42/b, 14.6/a)."""

    name = "recovery"
    rule = "4.46/a"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        end_battles(t)
        invasion.recover(t)
        control.evaluate(t)
        para.linkup(t)
        end_battles(t)
        control.evaluate(t)
        p.invaded = [nodes & p.occupied[power] for power, nodes in enumerate(p.invaded)]
        t.pop()
