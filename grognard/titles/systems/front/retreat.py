"""Retreats (6.4): rearguards under pursuit, one after another, and HQs that mobilize (5.41)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Reason
from grognard.engine.core.step import Step

from . import blocks, command, control, evacuation, ground, movement, nations, reach, routes
from .aftermath import end_battles
from .pursuit import pursuit
from .rail import Entrain
from .state import SPENT, Table


def rearguards(t: Table, seat: int = -1, args: Args = ()) -> int:
    """The units that are to leave their battles."""
    return blocks.marked(t.p.rearguard)


class Retreat(Verb):
    """``retreat 84inf``: the next rearguard is fired at and leaves."""

    name = "retreat"
    labels = ("6.42",)
    levels = (Level("rearguard", PIECE, blocks.mine, (Mask("6.41", rearguards),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pull_out(t, args[0])


def pull_out(t: Table, piece: int) -> None:
    """Pursuit first, then the survivor sails, or is asked where it goes (6.41, 15.6)."""
    p = t.p
    node, port = p.at[piece], movement.port_of(t, piece)
    if movement.last_standers(t, p.active).count(piece):
        (evacuation.pursue if port >= 0 else pursuit)(t, piece)
    if p.at[piece] != node:
        return
    if port >= 0:
        evacuation.carry_off(t, piece, port)
    else:
        t.ask("withdrawal", t.seat_of(p.power[piece]), p.power[piece], node=node)


class Retreats(Step):
    """When all else has moved, rearguards leave in the active player's order (6.42/c)."""

    name = "retreats"
    rule = "6.42/c"
    verbs = (Retreat(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        left = rearguards(t)
        return (f.seat,) if left & (left - 1) else ()

    def run(self, t: Table, f: Frame) -> None:
        left = rearguards(t)
        if left:
            pull_out(t, left.bit_length() - 1)
        else:
            t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Choose the rearguard that leaves next."


def leaving(t: Table, seat: int, args: Args) -> int:
    """The rearguard of the battle that the question is about."""
    node = t.frame["node"]
    return from_iter(i for i in blocks.of_side(t, node, t.p.active) if t.p.rearguard[i])


def _piece(t: Table) -> int:
    return leaving(t, -1, ()).bit_length() - 1


def withdraw_to(t: Table, seat: int, args: Args) -> int:
    """Out by the hex that was named, then as far as its speed takes it, without engaging (6.41).

    When no hex has room any more it stops in the first, as after a repulse (6.22).
    """
    piece = _piece(t)
    by: int = t.p.rearguard[piece] - 1
    return ground.room_for(t, piece, reach.ways(t, piece, by).all()) or 1 << by


def withdraw_path(t: Table, seat: int, args: Args, node: int) -> tuple[int, ...]:
    piece = _piece(t)
    return reach.way_to(t, piece, reach.ways(t, piece, t.p.rearguard[piece] - 1), node)


class Withdraw(Verb):
    """``withdraw Rouen``: where the rearguard goes."""

    name = "withdraw"
    levels = (Level("path", PATH, command.all_land, (Mask("6.41", withdraw_to),), path=withdraw_path),)

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        piece = _piece(t)
        if len(path) < 2 or path[1] != t.p.rearguard[piece] - 1:
            return Reason("6.41", "The rearguard leaves by the hex that was named.")
        return reach.path_reason(t, piece, path)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = _piece(t)
        t.pop()
        movement.walk(t, piece, args[0])
        end_battles(t)


class Withdrawal(Step):
    """A rearguard that survived its pursuit completes its move."""

    name = "withdrawal"
    rule = "6.41"
    kind = "question"
    verbs = (Withdraw(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"The rearguard leaves {t.node_name(f['node'])}: say where it goes."


# HQs that mobilize


def active(t: Table, seat: int, args: Args) -> int:
    """Only an HQ that has commanded mobilizes (5.41)."""
    return command.face_up(t, t.p.active)


def mobile(t: Table, seat: int = -1, args: Args = ()) -> int:
    """A Blitz HQ stays until the Blitz (5.7)."""
    return blocks.mobile(t, t.p.active)


def goes_somewhere(t: Table, seat: int, args: Args) -> int:
    """HQs that have a hex to move to: one beside it that it may surely enter, or any in reach."""
    p = t.p
    enemy, found = control.enemy_units(t, p.active), 0
    for hq in members(mobile(t)):
        here = p.at[hq]
        plain = not enemy >> here & 1 and blocks.speed(t, hq) > 0
        near = t.world.beside[here] & ground.open_to(t, hq) & ~enemy & ~ground.filled(t, hq) if plain else 0
        if near or reach.with_room(t, seat, (hq,)):
            found |= 1 << hq
    return found


class Mobilize(Verb):
    """``mobilize OBW Metz>Nancy``: an HQ deactivates, loses a step and moves (5.41)."""

    name = "mobilize"
    labels = ("5.41", "5.43")
    levels = (
        Level(
            "HQ", PIECE, blocks.mine,
            (
                Mask("5.41", active), Mask("15.42/b", movement.together), Mask("5.7", mobile),
                Mask("15.45/c", movement.strands_no_one), Mask("6.1", goes_somewhere),
            ),
        ),
        Level(
            "path", PATH, command.all_land,
            (
                Mask("1.1/a", reach.in_play),
                reach.REACH,
                Mask("6.21", reach.with_room),
            ),
            path=reach.path_to, ways=reach.ways_to,
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        return reach.path_reason(t, args[0], path)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        p = t.p
        here = p.at[piece]
        t.title.mobilizes(t, piece)
        if routes.is_long(t, path):
            nations.spend_moves(t, piece, routes.MARCH)
        command.deactivate(t, piece)
        if p.at[piece] != here:
            return
        if piece in movement.last_standers(t, p.active):
            pursuit(t, piece)
        if p.at[piece] == here:
            movement.walk(t, piece, path)
            p.moved[piece] = SPENT
            end_battles(t)


class Mobilization(Step):
    """After the moves HQs may mobilize instead of staying for combat (5.4), and must where there is no room (6.2)."""

    name = "mobilization"
    rule = "5.41"
    verbs: tuple[Verb, ...] = (Mobilize(), Entrain(), End())
    debts: tuple[Debt, ...] = (Debt("6.2", movement.stacking_owed),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if mobile(t) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Headquarters may mobilize now; the others stay active for combat. Then end."
