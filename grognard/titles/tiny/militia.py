"""Militia (T7): counters of points that merge, split, or go over to a friendly power."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import SOME, ZERO, among, first, from_iter, members, where
from grognard.engine.core.offers import NUMBER, PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import world as w
from .title import META
from .world import Table

SEVERAL = among(*range(2, 255))


def militia(t: Table, seat: int, args: Args) -> int:
    p = t.p
    raised = where(p.steps, SOME) & ~w.blocks()
    return raised and raised & where(p.moved, ZERO) & t.pieces_of(seat) & where(p.at, t.world.on_land)


def twins(t: Table, seat: int, args: Args) -> int:
    one = args[0]
    p = t.p
    return from_iter(
        i
        for i in p.stack(p.at[one])
        if i != one and i >= len(w.BLOCKS) and p.power[i] == p.power[one] and not p.moved[i]
    )


class Merge(Verb):
    """``merge 1mil@0103 1mil@0103``: two counters become one."""

    name = "merge"
    levels = (
        Level("militia", PIECE, militia, (Mask("T7.1", lambda t, s, a: has_twin(t, s)),)),
        Level("other", PIECE, twins),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        one, other = args
        t.p.steps[one] += t.p.steps[other]
        t.p.moved[one] = 1
        t.p.steps[other] = 0
        t.place(other, t.world.lost)
        t.emit("merged", "T7.1", pieces=(one,), nodes=(t.p.at[one],))


def has_twin(t: Table, seat: int) -> int:
    """The militia that stand with others of their power."""
    at, power, bits = t.p.at, t.p.power, 0
    found: dict[tuple[int, int], int] = {}
    for i in members(militia(t, seat, ())):
        place = (at[i], power[i])
        if place in found:
            bits |= 1 << i | 1 << found[place]
        else:
            found[place] = i
    return bits


class Split(Verb):
    """``split 3mil@0103 1``: take points off a counter."""

    name = "split"
    levels = (
        Level("militia", PIECE, militia, (Mask("T7.1", lambda t, s, a: big(t, s)),)),
        Level("points", NUMBER, lambda t, s, a: (1 << t.p.steps[a[0]]) - 2),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, points = args
        t.p.steps[piece] -= points
        t.p.moved[piece] = 1
        new = raise_militia(t, t.p.power[piece], points, t.p.at[piece])
        t.p.moved[new] = 1
        t.emit("split", "T7.1", pieces=(piece, new), nodes=(t.p.at[piece],))


def big(t: Table, seat: int) -> int:
    """Militia of several points whose power has a counter left."""
    several = where(t.p.steps, SEVERAL) & ~w.blocks()
    return several and several & where(t.p.power, among(*levying(t, seat)))


def levying(t: Table, seat: int) -> list[int]:
    """A seat's powers that have a counter left."""
    unused, first_slot = where(t.p.steps, ZERO), len(w.BLOCKS)
    return [power for power in t.powers_of(seat) if unused & slots(power, first_slot)]


@cache
def slots(power: int, first_slot: int) -> int:
    """A power's militia counters: each has its own, so that seats can levy at the same time."""
    return (1 << w.MILITIA_SLOTS) - 1 << first_slot + power * w.MILITIA_SLOTS


def free_slots(t: Table, power: int) -> int:
    """A power's unused militia counters."""
    return where(t.p.steps, ZERO) & slots(power, len(w.BLOCKS))


def raise_militia(t: Table, power: int, points: int, node: int) -> int:
    """A militia counter from the unused ones."""
    new = first(free_slots(t, power))
    p = t.p
    p.kind[new], p.steps[new], p.shown[new] = w.MILITIA, points, w.FACE_UP
    p.lift(new)
    p.power[new] = power
    p.at[new] = t.world.lost
    p.put(new, node)
    return new


class Defect(Verb):
    """``defect 1mil@0601 blue``: a counter goes over to a friendly power (T7.1)."""

    name = "defect"
    levels = (
        Level("militia", PIECE, militia),
        Level("power", WORD, lambda t, s, a: friends(t, a[0]), words=META.powers),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, power = args
        t.p.give(piece, power)
        t.p.moved[piece] = 1
        t.emit("defected", "T7.1", pieces=(piece,), nodes=(t.p.at[piece],), power=META.powers[power])


def friends(t: Table, piece: int) -> int:
    own = t.p.power[piece]
    here = [i for i in t.p.stack(t.p.at[piece]) if i != piece]
    return from_iter(
        o
        for o in range(len(META.powers))
        if o != own and not t.hostile(own, o) and all(t.p.power[i] == o for i in here)
    )
