"""The Air Movement Step (3.5, 4.1): air units change base, side by side."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import offensives, pieces, stores, zones
from .. import tables as tb
from ..position import FRESH, AetoPosition, Table
from ..sea import carriers, waters
from . import bases, flights, provisions, trans_african

TWICE, THRICE = 2, 3
"""How many times its range an air unit flies to a new base; ATPs fly farther (4.1)."""


def air_units(t: Table, seat: int, args: Args) -> int:
    """A seat's air units on the map, but for those aboard transports."""
    p: AetoPosition = t.p
    found = t.pieces_of(seat) & ~where(p.steps, among(0)) & where(p.kind, among(*tb.AIR))
    return from_iter(i for i in members(found) if not flights.is_shipped(t, i))


def once_a_month(t: Table, seat: int, args: Args) -> int:
    """An air unit changes base once a month, before any mission (4.1)."""
    return where(t.p.rebased, among(0)) & where(t.p.status, among(FRESH))


def in_supply(t: Table, seat: int, args: Args) -> int:
    """A marked air unit does not change base in this Phase (7.10/air)."""
    return where(t.p.marked, among(0))


def hop(t: Table, piece: int, node: int) -> int:
    """How far an air unit flies to a new base: twice its range, an ATP three times (4.1)."""
    times = THRICE if t.p.kind[piece] == tb.ATP else TWICE
    return times * flights.range_now(t, piece, node)


def within_hop(t: Table, seat: int, args: Args) -> int:
    """Bases that an air unit can fly to (4.1, 1.5)."""
    piece = args[0]
    here = t.p.at[piece]
    centre = waters.hex_of(t.world, here)
    near = (t.world.disc(centre, hop(t, piece, here)) & friendly_bases(t, seat, args) | carriers.havens(t, piece)) & ~(
        1 << here
    )
    return from_iter(
        n for n in members(near)
        if flights.distance(t, here, n) <= hop(t, piece, n) and not flights.is_grounded(t, piece, n)
    ) | trans_african.goals(t, piece)  # fmt: skip


def friendly_bases(t: Table, seat: int, args: Args) -> int:
    """Bases of the unit's alliance."""
    power = t.p.power[args[0]]
    own = bases.sites(t) & zones.held_by_friends(t.p, power) & ~zones.ground(t, power).enemy
    return own | carriers.havens(t, args[0]) | trans_african.goals(t, args[0])


def with_room(t: Table, seat: int, args: Args) -> int:
    """A base holds so many air units (4.9)."""
    return bases.open_to(t, t.p.power[args[0]]) | carriers.havens(t, args[0]) | trans_african.goals(t, args[0])


class Rebase(Verb):
    """``rebase ger5ftr@Derna Tobruk``: an air unit changes base."""

    name = "rebase"
    levels = (
        Level("unit", PIECE, air_units, (Mask("4.1", once_a_month), Mask("7.10/air", in_supply))),
        Level("base", NODE, friendly_bases, (Mask("4.1", within_hop), Mask("4.9", with_room))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.emit("rebased", "4.1", pieces=(piece,), nodes=(t.p.at[piece], node))
        t.p.rebased[piece] = 1
        t.place(piece, node)


HOPPED = 2
"""The mark of an air unit that has changed base while it was out of supply (7.10/air)."""


def stranded(t: Table, seat: int, args: Args) -> int:
    """A marked air unit changes base in the Offensive Phase alone, once until it is in supply again (7.10/air)."""
    return where(t.p.marked, among(1)) & once_a_month(t, seat, args)


def within_two_ranges(t: Table, seat: int, args: Args) -> int:
    """Bases within twice its range (7.10/air)."""
    piece = args[0]
    near = t.world.disc(waters.hex_of(t.world, t.p.at[piece]), TWICE * flights.range_of(t, piece))
    return from_iter(
        n for n in members(near & friendly_bases(t, seat, args) & ~(1 << t.p.at[piece]))
        if flights.distance(t, t.p.at[piece], n) <= TWICE * flights.range_now(t, piece, n)
        and not flights.is_grounded(t, piece, n)
    )  # fmt: skip


class FlyOut(Verb):
    """``fly_out ger5ftr@Derna Tobruk``: an air unit that is marked out of supply changes base."""

    name = "fly_out"
    levels = (
        Level("unit", PIECE, air_units, (Mask("7.10/air", stranded),)),
        Level("base", NODE, friendly_bases, (Mask("7.10/air", within_two_ranges), Mask("4.9", with_room))),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if air_units(t, seat, ()) & stranded(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.emit("rebased", "7.10/air", pieces=(piece,), nodes=(t.p.at[piece], node))
        t.p.rebased[piece], t.p.marked[piece] = 1, HOPPED
        t.place(piece, node)


def may_give_way(t: Table, seat: int, args: Args) -> int:
    """Where no fleets sail first, who has the Initiative may let the other side move its air units first (3.5,
    8.13/initiative)."""
    if t.world.settings.get("sea") or offensives.GAVE_WAY in t.p.tally:
        return 0
    first = offensives.seats_of(t, offensives.side_of(t.p.initiative))
    others = offensives.seats_of(t, 1 - offensives.side_of(t.p.initiative))
    waits = any(busy(t, other) for other in others if other not in first)
    return int(seat == first[0] and waits and not any(t.p.rebased[i] for i in members(air_units(t, seat, ()))))


class LetThemBegin(Verb):
    """``let_them_begin``: the other side moves its air units first."""

    name = "let_them_begin"
    masks = (Mask("3.5", may_give_way),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces.tally(t, offensives.GAVE_WAY)
        t.emit("gives_way", "3.5")
        t.pop(offensives.GAVE_WAY)


def busy(t: Table, seat: int) -> bool:
    """Has a seat anything to move in this Step?"""
    return bool(air_units(t, seat, ()) & once_a_month(t, seat, ()) or stores.not_just_come(t, seat, ()))


class AirPhase(Step):
    """A seat's air units change base (3.5, 4.1)."""

    name = "Air Movement Step"
    rule = "4.1"
    verbs = (
        Rebase(), provisions.FlySupply(), provisions.DropSupply(), provisions.Airlift(), stores.Cart(), LetThemBegin(),
        End(),
    )  # fmt: skip

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Air: units change base, up to twice their range; ATPs fly, supply chits are carted on; then end."


class AirMovement(Step):
    """The first side's seats move their air units, then the other's; who has none is not asked (3.5)."""

    name = "Naval and Air Phase"
    rule = "3.5"

    def begin(self, t: Table, f: Frame) -> None:
        first = offensives.first_in_the_air(t)
        order = [
            seat
            for side in sorted(range(len(offensives.SIDES)), key=lambda n: n != first)
            for seat in offensives.seats_of(t, side)
        ]
        t.remember(order=tuple(dict.fromkeys(order)))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["order"]:
            t.pop()
            return
        seat, *rest = f["order"]
        t.remember(order=tuple(rest))
        if busy(t, seat):
            t.push(Frame("air_phase", "step", seat))

    def resume(self, t: Table, f: Frame, result: object) -> None:
        """Who has given way comes when the other side is done."""
        if result == offensives.GAVE_WAY:
            self.begin(t, f)
