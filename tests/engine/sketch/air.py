"""Missions (S3): each wing strikes or patrols, or stays at home."""

from __future__ import annotations

from grognard.board.area import spread
from grognard.board.hexset import ZERO, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import world as w
from .world import Table


def wings(t: Table, seat: int, args: Args) -> int:
    return w.pieces(t, seat, w.WING)


def at_home(t: Table, seat: int, args: Args) -> int:
    """A wing flies one mission a turn (S3.2)."""
    return where(t.p.mission, ZERO)


def within_range(t: Table, seat: int, args: Args) -> int:
    """A mission has its range (S3.1)."""
    piece, mission = args
    return spread(1 << t.p.at[piece], w.everywhere(t), t.world.ranges[mission])


def strikes_on(t: Table, power: int, node: int) -> int:
    """Each strike on a hex adds one to the die of an attack on it (S3.3)."""
    striking = [i for i in members(w.pieces(t, t.seat_of(power), w.WING)) if t.p.mission[i] == w.STRIKE]
    return sum(t.p.target[i] == node for i in striking)


class Fly(Verb):
    """``fly NW1 patrol 0403``: a wing goes on a mission."""

    name = "fly"
    levels = (
        Level("wing", PIECE, wings, (Mask("S3.2", at_home),)),
        Level("mission", WORD, lambda t, s, a: 0b110, words=w.MISSIONS),
        Level("target", NODE, lambda t, s, a: t.world.board.hexes, (Mask("S3.1", within_range),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, mission, node = args
        t.p.mission[piece], t.p.target[piece] = mission, node
        t.emit("flown", "S3.1", pieces=(piece,), nodes=(node,), mission=w.MISSIONS[mission])


class Air(Step):
    """The air phase of one power; its missions last until its next."""

    name = "air"
    rule = "S3.1"
    verbs = (Fly(), End())

    def begin(self, t: Table, f: Frame) -> None:
        for piece in members(wings(t, f.seat, ())):
            t.p.mission[piece], t.p.target[piece] = w.NO_MISSION, -1

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Turn {t.p.turn}, air: send your wings to strike or patrol, then end."
