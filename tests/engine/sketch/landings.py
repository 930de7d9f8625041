"""Landings (S4, S5): planned in secret a turn ahead, then a convoy that patrols may intercept."""

from __future__ import annotations

import random
from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import from_iter, members
from grognard.board.reach import Costs, Reach, reach
from grognard.engine.core import plans
from grognard.engine.core.frames import QUESTION, Frame
from grognard.engine.core.offers import NODE, PATH, PIECE, End, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.engine.core.walk import Walking, set_out

from . import world as w
from .world import Table

FARTHEST = 12


def plan_of(t: Table, seat: int) -> plans.Plan | None:
    return plans.find(t, f"landing{seat}")


def no_plan(t: Table, seat: int, args: Args) -> int:
    """A power has one plan at a time (S4.1)."""
    return int(plan_of(t, seat) is None)


class Plan(Verb):
    """``plan 0603``: a landing there, next turn; nobody else learns where."""

    name = "plan"
    masks = (Mask("S4.1", no_plan),)
    levels = (Level("target", NODE, lambda t, s, a: t.world.coast),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        made = plans.Plan(seat, {"due": t.p.turn + 1}, {"node": args[0]})
        plans.make(t, f"landing{seat}", made)
        t.emit("planned", "S4.1", private={"target": t.node_name(args[0])})


def is_due(t: Table, seat: int, args: Args) -> int:
    """A plan that has fallen due may be carried out (S4.2)."""
    plan = plan_of(t, seat)
    return int(plan is not None and plan.public["due"] <= t.p.turn)


@cache
def crossing(world: w.World, port: int, target: int) -> Reach:
    """Ways over the water from a port to a shore."""
    area = world.board.water | 1 << port | 1 << target
    return reach(Costs(world.board.exits(area), {1: area}), 1 << port, FARTHEST)


def goal(t: Table, seat: int, args: Args) -> int:
    """The shore of the plan, if a way leads there and no army stands on it."""
    plan = plan_of(t, seat)
    if plan is None or w.armies_of(t, -1) >> plan.secret["node"] & 1:
        return 0
    node = plan.secret["node"]
    return 1 << node & crossing(t.world, t.p.at[args[0]], node).all() & ~(1 << t.p.at[args[0]])


def in_port(t: Table, seat: int, args: Args) -> int:
    """An army in a port from which the shore can be reached (S4.2)."""
    found = [i for i in members(w.pieces(t, seat, w.ARMY)) if t.world.ports >> t.p.at[i] & 1]
    return from_iter(i for i in found if is_due(t, seat, ()) and goal(t, seat, (i,)))


class Launch(Verb):
    """``launch N2 0202>0302>0603``: the plan is shown and the convoy sails."""

    name = "launch"
    masks = (Mask("S4.2", is_due),)
    levels = (
        Level("army", PIECE, lambda t, s, a: w.pieces(t, s, w.ARMY), (Mask("S4.2", in_port),)),
        Level("target", PATH, goal, path=lambda t, s, a, n: tuple(crossing(t.world, t.p.at[a[0]], n).path(n))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        plans.unseal(t, f"landing{seat}")
        t.p.launched += 1
        t.emit("launched", "S4.2", pieces=(piece,), nodes=(path[0], path[-1]))
        set_out(t, "convoy", (piece,), path, committed=True, goal=path[-1])


class Convoy(Walking):
    """A convoy under way: the enemy is asked wherever its wings on patrol reach (S5.1)."""

    name = "convoy"

    def draw_secret(self, t: Table, f: Frame, rng: random.Random) -> Frame:
        """Where it goes is known; which way is guessed."""
        return f.hiding(path=tuple(crossing(t.world, f["here"], f["goal"]).path(f["goal"])[1:]))

    def entered(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        for power in members(t.p.hostile[f.power]):
            if patrols(t, t.seat_of(power), here):
                t.ask("interception", t.seat_of(power), here=here, convoy=pieces[0])

    def arrived(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        t.p.holder[here] = t.p.power[pieces[0]]
        t.emit("landed", "S4.2", pieces=pieces, nodes=(here,))


def patrols(t: Table, seat: int, here: int) -> int:
    """A seat's wings on patrol over a hex (S5.1)."""
    wings = members(w.pieces(t, seat, w.WING))
    flying = [i for i in wings if t.p.mission[i] == w.PATROL and t.p.target[i] >= 0]
    return from_iter(i for i in flying if spread(1 << t.p.target[i], w.everywhere(t), 1) >> here & 1)


class Intercept(Verb):
    """``intercept SW1``: the convoy is sunk on 4 or more (S5.1)."""

    name = "intercept"
    levels = (Level("wing", PIECE, lambda t, s, a: patrols(t, s, t.frame["here"])),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        convoy = t.frame["convoy"]
        face = t.roll("interception")
        t.p.target[args[0]] = -1  # and goes home
        t.emit("intercepted", "S5.1", pieces=(args[0],), nodes=(t.frame["here"],), die=face)
        if face >= 4:
            w.destroy(t, "S5.1", convoy)
        t.pop()


class Interception(Step):
    """A question in the enemy's move: whoever has wings on patrol there is asked."""

    name = "interception"
    rule = "S5.1"
    kind = QUESTION
    verbs = (Intercept(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"An enemy convoy passes {t.node_name(f['here'])}: intercept it, or pass."


def lapse(t: Table, seat: int) -> None:
    """A plan that was not carried out when it fell due is shown and laid aside (S4.3)."""
    if is_due(t, seat, ()):
        node = plans.unseal(t, f"landing{seat}").secret["node"]
        t.emit("lapsed", "S4.3", nodes=(node,))


class Landings(Step):
    """The landing phase of one power."""

    name = "landings"
    rule = "S4.1"
    verbs = (Launch(), Plan(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Turn {t.p.turn}, landings: carry out your plan or make one, then end."
