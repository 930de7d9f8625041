"""Attrition over three player-turns (10.6/a): no Axis unit starves for two enemies between its own turns."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks

from .state import AXIS, Table, position


class Starving(Step):
    """Who was unsupplied in this check is marked; the Axis begins its turn without marks (10.6/a)."""

    name = "starving"
    rule = "10.6/a"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = position(t)
        if p.active == AXIS:
            p.starved = blocks.blank(p)
        else:
            for piece in members(blocks.of(t, AXIS)):
                if not p.supplied[piece]:
                    p.starved[piece] = 1
        t.pop()
