"""Acclimatization in the Med Front (21.351): who comes from another front loses two steps."""

from __future__ import annotations

from grognard.titles.systems.front import blocks

from ..fronts import MF
from ..med import desert
from ..war import strangers
from .state import Table, position


class Acclimatization(strangers.Acclimatization):
    """Who has come into the Med Front loses steps once he has arrived (21.351); all but residents do, who never
    leave it."""

    front = MF
    rule = "21.351"

    def settles(self, t: Table, piece: int) -> None:
        """A unit gets used to the front."""
        node = t.p.at[piece]
        position(t).acclimatized[piece] = 1
        steps = desert.loss(t, piece)
        if steps:
            t.emit("unused_to_the_desert", "21.351", pieces=(piece,), nodes=(node,), steps=steps)
        for _ in range(steps):
            if t.p.at[piece] == node:
                blocks.tell_last_step(t, piece, "21.351")
                blocks.lose_step(t, piece, "21.351", seen=False)
