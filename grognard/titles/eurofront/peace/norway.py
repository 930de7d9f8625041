"""Norway between the sides (20.81): after the expedition is prepared it resists the Allies with half a heart."""

from __future__ import annotations

from grognard.engine.core.rules import rule
from grognard.titles.systems.front import blocks

from .. import tables
from .state import ALLIED, AXIS, Table

PREPARED, NORWAY = "NP", "norway"
AMBIVALENT = 1
"""The only roll that repulses an assault on ambivalent defenders (16.711)."""
GIVES_UP = next(int(row["roll_to"]) for row in tables.rows("capitulation") if row["nation"] == "Norway")
"""The highest roll that makes Norwegians lay down arms (7.7/a)."""


def wavering(t: Table, node: int) -> list[int]:
    """The Norwegians on the Axis side in a place that the Allies attack, once the expedition is prepared (DE.NP)."""
    if PREPARED not in t.p.politics or t.p.active != ALLIED:
        return []
    foes = blocks.enemies_at(t, node, ALLIED)
    return [i for i in foes if t.world.units[i].nation == NORWAY and t.p.power[i] == AXIS]


def repulses(t: Table, node: int, number: int) -> int:
    """Ambivalent Norwegians repulse an Allied assault only with a one (DE.NP)."""
    own = wavering(t, node)
    alone = own and len(own) == len(blocks.enemies_at(t, node, ALLIED))
    return min(number, AMBIVALENT) if alone else number


@rule("7.7/a")
def capitulate(t: Table, piece: int, node: int, faces: tuple[int, ...]) -> None:
    """A one or two of an Allied unit makes the Norwegians of a battle lay down arms (7.7/a)."""
    gone = wavering(t, node) if t.p.power[piece] == ALLIED and any(face <= GIVES_UP for face in faces) else []
    if gone:
        t.emit("capitulated", "7.7/a", pieces=tuple(gone), nodes=(node,))
        for one in gone:
            blocks.eliminate(t, one, "7.7/a")
