"""Production and plans (T1): both sides at once, unseen until both have committed."""

from __future__ import annotations

from grognard.board.hexset import SOME, ZERO, among, from_iter, members, where
from grognard.engine.core import plans
from grognard.engine.core.frames import STEP, Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Parallel, Step

from . import world as w
from .militia import levying, raise_militia
from .movement import pooled as waiting
from .title import META
from .world import Table

POINTS = 3


def blocks(t: Table, seat: int, args: Args) -> int:
    return t.pieces_of(seat) & w.blocks() & where(t.p.steps, SOME) & ~where(t.p.kind, w.FLEETS)


def affordable(t: Table, seat: int, args: Args) -> int:
    """A step costs a point (T1.2)."""
    rich = [power for power, points in enumerate(t.p.points) if points > 0]
    return where(t.p.power, among(*rich)) & w.blocks()


def can_grow(t: Table, seat: int, args: Args) -> int:
    """At most one step a turn, and none past the block's most (T1.2)."""
    growing = 0
    for most, blocks_ in w.by_most(w.BLOCKS):
        growing |= blocks_ & where(t.p.steps, among(*range(most)))
    return growing & where(t.p.built, ZERO)


class Build(Verb):
    """``build R3``: a block takes a step."""

    name = "build"
    levels = (Level("piece", PIECE, blocks, (Mask("T1.2", affordable), Mask("T1.2", can_grow))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        t.p.steps[piece] += 1
        t.p.built[piece] = 1
        t.p.points[t.p.power[piece]] -= 1
        t.emit("built", "T1.2", pieces=(piece,), to=(seat,))


def pooled(t: Table, seat: int, args: Args) -> int:
    return waiting(t) & t.pieces_of(seat)


def free_capital(t: Table, seat: int, args: Args) -> int:
    owner, capitals = t.p.power, t.world.capitals
    return from_iter([i for i in members(waiting(t)) if not w.enemy_land(t, owner[i]) >> capitals[owner[i]] & 1])


class Arrive(Verb):
    """``arrive R6``: a block of the pool comes to its capital."""

    name = "arrive"
    levels = (Level("piece", PIECE, pooled, (Mask("T1.2", affordable), Mask("T1.1", free_capital))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        t.p.points[t.p.power[piece]] -= 1
        t.place(piece, t.world.capitals[t.p.power[piece]])
        t.emit("arrived", "T1.1", pieces=(piece,), nodes=(t.p.at[piece],))


def own_powers(t: Table, seat: int, args: Args) -> int:
    """The powers that have a counter left."""
    return from_iter(levying(t, seat))


def payers(t: Table, seat: int, args: Args) -> int:
    """Powers that have a point and a capital (T1.3)."""
    rich = [power for power in t.powers_of(seat) if t.p.points[power] > 0]
    return from_iter([power for power in rich if not w.enemy_land(t, power) >> t.world.capitals[power] & 1])


def levied(t: Table, face: int) -> int:
    """Half a die, rounded up (T1.3). Games begun under the first level of the rules round down, to one at least."""
    return (face + 1) // 2 if t.rules.level > 1 else max(1, face // 2)


class Levy(Verb):
    """``levy red``: a die brings militia."""

    name = "levy"
    levels = (Level("power", WORD, own_powers, (Mask("T1.3", payers),), words=META.powers),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = args[0]
        t.p.points[power] -= 1
        face = t.roll("levy")
        new = raise_militia(t, power, levied(t, face), t.world.capitals[power])
        t.emit("levied", "T1.3", pieces=(new,), nodes=(t.p.at[new],), to=(seat,), die=face)


def plan_key(seat: int) -> str:
    return f"raid{seat}"


def no_plan(t: Table, seat: int, args: Args) -> int:
    return int(plans.find(t, plan_key(seat)) is None)


class Plan(Verb):
    """``plan 0503``: a raid two turns ahead, sealed (T1.4)."""

    name = "plan"
    masks = (Mask("T1.4", no_plan),)
    levels = (Level("target", NODE, lambda t, s, a: t.world.board.land),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        plans.make(t, plan_key(seat), plans.Plan(seat, {"kind": "raid"}, {"due": t.p.turn + 2, "node": args[0]}))
        t.emit("planned", "T1.4", private={"target": t.node_name(args[0])})


def has_plan(t: Table, seat: int, args: Args) -> int:
    plan = plans.find(t, plan_key(seat))
    return int(plan is not None and plan.secret.get("late", 0) < 2)


class Postpone(Verb):
    """``postpone``: the raid falls due a turn later."""

    name = "postpone"
    masks = (Mask("T1.4", has_plan),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        plan = plans.find(t, plan_key(seat))
        assert plan is not None
        plans.amend(t, plan_key(seat), due=plan.secret["due"] + 1, late=plan.secret.get("late", 0) + 1)
        t.emit("postponed", "T1.4", to=(seat,))


class Producing(Step):
    """One seat's production."""

    name = "production"
    rule = "T1.1"
    verbs = (Build(), Arrive(), Levy(), Plan(), Postpone(), Commit())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        purses = [(t.title.meta.powers[p], t.p.points[p]) for p in t.powers_of(seat)]
        points = ", ".join(f"{power} {count}" for power, count in purses)
        return f"Turn {t.p.turn}, production: {points} point{'s' if purses[-1][1] != 1 else ''}. Build, then commit."


class Production(Parallel):
    """Production of all seats at once (T1.1)."""

    name = "both produce"
    rule = "T1.1"

    def begin(self, t: Table, f: Frame) -> None:
        t.p.points = [POINTS] * len(t.p.points)
        t.p.built = w.nothing(t.p)

    def first(self, t: Table, f: Frame, seat: int) -> Frame:
        return Frame("producing", STEP, seat)

    def waiting(self, t: Table, f: Frame) -> str:
        return "production"

    def close(self, t: Table, f: Frame) -> None:
        """What is left is lost; what arrived is seen."""
        t.p.points = [0] * len(t.p.points)
        t.emit("produced", "T1.1")
        t.pop()


class Raids(Step):
    """A raid that falls due is shown and rolled (T1.5)."""

    name = "raids"
    rule = "T1.5"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        strike(t, f.seat)
        t.pop()


@rule("T1.5", off=lambda t, seat: None)
def strike(t: Table, seat: int) -> None:
    """Each enemy block in the raid's hex loses a step on 4 or more (T1.5)."""
    plan = plans.find(t, plan_key(seat))
    if plan is None or plan.secret["due"] > t.p.turn:
        return
    node = plans.unseal(t, plan_key(seat)).secret["node"]
    t.emit("raid", "T1.5", nodes=(node,))
    for piece in t.lineup(t.p.stack(node)):
        if not t.owns(seat, piece):
            face = t.roll("raid")
            t.emit("raided", "T1.5", pieces=(piece,), nodes=(node,), die=face)
            if face >= 4:
                t.p.steps[piece] -= 1
                if t.p.steps[piece] == 0:
                    w.destroy(t, "T1.5", piece)
