"""Movement and attacks (S2, S6)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import ZERO, from_iter, members, where
from grognard.board.reach import Reach, reach
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PATH, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import world as w
from .air import strikes_on
from .supply import supplied
from .world import Table


def armies(t: Table, seat: int, args: Args) -> int:
    return w.pieces(t, seat, w.ARMY)


def not_moved(t: Table, seat: int, args: Args) -> int:
    """An army moves once in a turn (S2.3)."""
    return where(t.p.moved, ZERO)


def ways(t: Table, piece: int, zones: bool = True) -> Reach:
    """Where an army's points lead (S2.1)."""
    power = t.p.power[piece]
    stop = w.zones(t, power) if zones else 0
    foes = w.armies_of(t, t.p.hostile[power])
    return reach(t.world.walk, 1 << t.p.at[piece], t.world.points[t.p.kind[piece]], stop=stop, forbidden=foes)


def within_reach(t: Table, seat: int, args: Args) -> int:
    return ways(t, args[0]).all()


def past_zones(t: Table, seat: int, args: Args) -> int:
    """Where an army could go if enemy zones did not stop it (S2.2)."""
    return ways(t, args[0], zones=False).all()


def room(t: Table, seat: int, args: Args) -> int:
    """One army stands in a hex (S2.4)."""
    return ~w.armies_of(t, -1)


class Move(Verb):
    """``move N1 0102>0103``: an army walks."""

    name = "move"
    levels = (
        Level("army", PIECE, armies, (Mask("S2.3", not_moved),)),
        Level(
            "target", PATH, lambda t, s, a: t.world.board.land,
            (Mask("S2.1", within_reach, without=(("S2.2", past_zones),)), Mask("S2.4", room)),
            path=lambda t, s, a, n: tuple(ways(t, a[0]).path(n)), cost=lambda t, s, a, n: ways(t, a[0]).cost(n) or 0,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        t.p.moved[piece] = 1
        t.place(piece, path[-1])
        for node in path:
            t.p.holder[node] = t.p.power[piece]
        t.emit("moved", "S2.1", pieces=(piece,), nodes=(path[0], path[-1]))


def not_attacked(t: Table, seat: int, args: Args) -> int:
    """An army attacks once in a turn (S6.2)."""
    return where(t.p.attacked, ZERO)


def next_to_enemies(t: Table, seat: int, args: Args) -> int:
    """Armies with an enemy beside them (S6.1)."""
    return from_iter(i for i in members(armies(t, seat, ())) if enemies_beside(t, seat, (i,)))


def enemies_beside(t: Table, seat: int, args: Args) -> int:
    piece = args[0]
    return step(1 << t.p.at[piece], t.world.board.out) & w.armies_of(t, t.p.hostile[t.p.power[piece]])


class Attack(Verb):
    """``attack N1 0405``: on 5 or more, with one for each strike on the hex, the enemy is destroyed (S6.1)."""

    name = "attack"
    levels = (
        Level(
            "army", PIECE, armies,
            (Mask("S6.2", not_attacked), Mask("S1.2", supplied), Mask("S6.1", next_to_enemies)),
        ),
        Level("target", NODE, enemies_beside),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.p.attacked[piece] = 1
        face, more = t.roll("attack"), strikes_on(t, t.p.power[piece], node)
        t.emit("attacked", "S6.1", pieces=(piece,), nodes=(node,), die=face, strikes=more)
        if face + more >= 5:
            w.destroy(t, "S6.1", next(i for i in t.p.stack(node) if t.p.kind[i] == w.ARMY))


class Movement(Step):
    """The movement phase of one power: its armies march and attack."""

    name = "movement"
    rule = "S2.1"
    verbs = (Move(), Attack(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Turn {t.p.turn}, movement: move and attack, then end."
