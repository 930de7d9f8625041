"""Fleets (T4.2): a voyage to a hidden destination, interceptions two deep."""

from __future__ import annotations

import random
from collections.abc import Sequence

from grognard.board.area import step as next_to
from grognard.board.hexset import from_iter, members, where
from grognard.board.reach import Reach, reach
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECE, End, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.engine.core.walk import Walking, set_out

from . import world as w
from .movement import not_moved
from .world import Table

DEEPEST = 2


def fleets(t: Table, seat: int, args: Args) -> int:
    own = where(t.p.kind, w.FLEETS) & t.pieces_of(seat) & w.blocks()
    return from_iter([i for i in members(own) if at_sea(t, i)])


def at_sea(t: Table, piece: int) -> bool:
    return bool(t.world.board.water >> t.p.at[piece] & 1)


@cached_values(1024)
def _courses(world: w.World, here: int, points: int, foes: int) -> Reach:
    return reach(world.sailing, 1 << here, points, forbidden=foes)


def courses(t: Table, power: int, here: int, points: int = w.SPEED[w.FLEET]) -> Reach:
    """Where a fleet can go from a hex; it does not sail through enemies."""
    return _courses(t.world, here, points, t.enemies(power) & t.world.board.water)


def voyage(t: Table, piece: int) -> Reach:
    return courses(t, t.p.power[piece], t.p.at[piece])


def ways_to(t: Table, seat: int, args: Args, node: int) -> Sequence[tuple[int, ...]]:
    """The shortest courses, by where enemy fleets meet them, the usual one first: nobody sails a detour (T4.2)."""
    piece = args[0]
    return _ways(t.world, t.p.at[piece], t.enemies(t.p.power[piece]) & t.world.board.water, node)


@cached_values(1024)
def _ways(world: w.World, here: int, foes: int, node: int) -> Sequence[tuple[int, ...]]:
    found, watched = _courses(world, here, w.SPEED[w.FLEET], foes), next_to(foes, world.sea)
    if not watched & found.all():
        return ()
    usual = tuple(found.path(node))
    met, ways = from_iter(usual[1:]) & watched, found.ways(node, lambda n: watched & 1 << n, len(usual) - 1)
    return (usual, *(way for where, way in ways.items() if where != met))


def destinations(t: Table, seat: int, args: Args) -> int:
    found: int = voyage(t, args[0]).all() & ~(1 << t.p.at[args[0]])
    return found


class Sail(Verb):
    """``sail RF1 0801>0701``: the way is committed and its end is hidden until it is reached."""

    name = "sail"
    labels = ("T4.2",)
    levels = (
        Level("fleet", PIECE, fleets, (Mask("T2.5", not_moved),)),
        Level(
            "target", PATH, lambda t, s, a: t.world.board.water, (Mask("T4.2", destinations),),
            path=lambda t, s, a, n: tuple(voyage(t, a[0]).path(n)), ways=ways_to,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        t.p.moved[piece] = 1
        set_out(t, "voyage", (piece,), path, committed=True, deep=0)


class Voyage(Walking):
    """A fleet under way: enemy fleets next to it may intercept, and be intercepted in turn (T4.2)."""

    name = "voyage"

    def draw_secret(self, t: Table, f: Frame, rng: random.Random) -> Frame:
        """Any way that the fleet has points left for."""
        found = courses(t, f.power, f["here"], max(0, w.SPEED[w.FLEET] - f["steps"]))
        return f.hiding(path=tuple(found.path(rng.choice(members(found.all())))[1:]))

    def entered(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        """Fleets next to it may intercept (T4.2)."""
        t.emit("sailed", "T4.2", pieces=pieces, nodes=(here,))
        if f["deep"] >= DEEPEST:
            return
        enemy = t.enemies(t.p.power[pieces[0]]) & next_to(1 << here, t.world.sea) & t.world.board.water
        owners = sorted({t.seat_of(t.p.power[i]) for n in members(enemy) for i in t.p.stack(n)})
        for seat in owners:
            t.ask("interception", seat, passing=pieces[0], here=here, deep=f["deep"] + 1)


def interceptors(t: Table, seat: int, args: Args) -> int:
    near = next_to(1 << t.frame["here"], t.world.sea)
    return from_iter(i for i in members(fleets(t, seat, args)) if near >> t.p.at[i] & 1)


class Intercept(Verb):
    """``intercept BF1``: sail into the hex of the fleet that passes; whoever is left when all is done fights there."""

    name = "intercept"
    levels = (Level("fleet", PIECE, interceptors),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        path = (t.p.at[args[0]], f["here"])
        t.swap(Frame("sea_battle", "order", seat, -1, (("by", args[0]), ("passing", f["passing"]))))
        set_out(t, "voyage", (args[0],), path, committed=True, deep=f["deep"])


class SeaBattle(Step):
    """The interceptor, if it is still there, rolls: on 4 or more the fleet that passed loses one step."""

    name = "sea battle"
    rule = "T4.2"
    piece_fields = ("by", "passing")
    kind = "order"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        by, passing = f["by"], f["passing"]
        t.pop()
        if t.p.at[by] != t.p.at[passing] or not at_sea(t, by):
            return
        face = t.roll("sea")
        t.emit("sea_battle", "T4.2", pieces=(by, passing), nodes=(t.p.at[passing],), die=face)
        if face >= 4:
            t.p.steps[passing] -= 1
            if t.p.steps[passing] == 0:
                w.destroy(t, "T4.2", passing)


class Interception(Step):
    """A question to whoever has fleets next to one that passes."""

    name = "interception"
    rule = "T4.2"
    piece_fields = ("passing",)
    kind = "question"
    verbs = (Intercept(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"An enemy fleet passes {t.node_name(f['here'])}: intercept it, or pass."


class Fleets(Step):
    """The fleet phase of one side."""

    name = "fleets"
    rule = "T4.2"
    verbs = (Sail(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Turn {t.p.turn}, fleets: sail, then end."
