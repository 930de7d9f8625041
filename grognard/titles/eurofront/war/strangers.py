"""Acclimatization (21.351, 21.441): who comes into the Med or the North from another front loses steps."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks

from .. import fronts
from ..state import Table
from .state import position


class Acclimatization(Step):
    """Who has come into a strange front loses steps once he has arrived; who has left it will lose them again."""

    name = "acclimatization"
    front = fronts.NF
    kind_of_loss = ""

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p, land = position(t), fronts.land_of(t, self.front)
        for piece in t.lineup(list(members(blocks.of(t, p.active)))):
            inside = land >> p.at[piece] & 1
            if inside and not p.acclimatized[piece] and not p.dispersed[piece]:
                self.settles(t, piece)
            elif not inside:
                p.acclimatized[piece] = 0
        t.pop()

    def settles(self, t: Table, piece: int) -> None:
        """A unit gets used to the front."""
        node, steps = t.p.at[piece], t.title.acclimatizes(t, piece)
        position(t).acclimatized[piece] = 1
        t.reveal(self.rule, (piece,), columns=(), name=False, facts={"alien": steps})
        if steps:
            t.emit(self.kind_of_loss, self.rule, pieces=(piece,), nodes=(node,), steps=steps)
        for _ in range(steps):
            if t.p.at[piece] == node:
                blocks.tell_last_step(t, piece, self.rule)
                blocks.lose_step(t, piece, self.rule, seen=False)
