"""Supply chits ashore (7.0, 7.12): they are carted overland, and their owner may destroy them."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import pieces, supply, zones
from .position import AetoPosition, Table
from .sea import ports

DANGER = 6
"""Hexes within which an enemy unit makes its owner think of burning a store (T3)."""


def stores_of(t: Table, seat: int, args: Args = ()) -> int:
    """Hexes with Sea Supply chits that a seat owns."""
    p: AetoPosition = t.p
    return from_iter(int(n) for n, (owner, count, _, _) in p.chits.items() if count and t.seat_of(owner) == seat)


def untouched(p: AetoPosition, node: int) -> int:
    """Sea Supply chits in a hex of which nobody has drawn this month."""
    count, used = p.chits[str(node)][1:3]
    return int(count + min(0, (p.air_chits.get(str(node), 0) - used) // supply.SEA_PLACES))


# Overland


def not_just_come(t: Table, seat: int, args: Args) -> int:
    """A chit that was made in this Phase stays where it was made (7.0/create)."""
    p: AetoPosition = t.p
    return from_iter(
        n for n in members(stores_of(t, seat)) if untouched(p, n) > p.tally.get(f"carted to {n}", 0)
    )  # fmt: skip


def owner_of(p: AetoPosition, node: int) -> int:
    return int(p.chits[str(node)][0])


def joined_to(t: Table, seat: int, args: Args) -> int:
    """The hexes that friendly land without open enemy zones joins to a chit's hex (7.0/logistics)."""
    return int(supply.joined(t, owner_of(t.p, args[0]), args[0]) & ~(1 << args[0]))


def alike(t: Table, seat: int, args: Args) -> int:
    """The chit that is made is of the same owner and worth (7.0/logistics)."""
    owner, _, _, doubled = t.p.chits[str(args[0])]
    return ~from_iter(int(n) for n, chit in t.p.chits.items() if (chit[0], chit[3]) != (owner, doubled))


def with_space(t: Table, seat: int, args: Args) -> int:
    """A port takes as many chits as it may hold, any other hex one (7.4/port-capacity)."""
    p: AetoPosition = t.p
    return ~from_iter(int(n) for n in p.chits if in_store_at(p, int(n)) >= max(1, ports.sea_chits(t, int(n))))


def in_store_at(p: AetoPosition, node: int) -> int:
    return int(p.chits[str(node)][1])


class Cart(Verb):
    """``cart Derna Mechili``: a supply chit is spent, and one like it made in another hex."""

    name = "cart"
    levels = (
        Level("from", NODE, stores_of, (Mask("7.0/create", not_just_come),)),
        Level(
            "to", NODE, lambda t, s, a: t.world.land,
            (Mask("7.0/logistics", joined_to), Mask("7.0/logistics", alike), Mask("7.4/port-capacity", with_space)),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.chits and not_just_come(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        here, there = args
        owner, doubled = owner_of(t.p, here), t.p.chits[str(here)][3]
        take(t.p, here)
        supply.add_chits(t, owner, there, 1, doubled)
        pieces.tally(t, f"carted to {there}")
        t.emit("carted", "7.0/logistics", nodes=(here, there))


def take(p: AetoPosition, node: int) -> None:
    """One Sea Supply chit leaves a hex."""
    owner, count, used, doubled = p.chits[str(node)]
    p.chits[str(node)] = (owner, count - 1, used, doubled)
    clear_away(p, node)


def clear_away(p: AetoPosition, node: int) -> None:
    """A hex without chits has no entry."""
    if supply.in_store(p, node) <= 0:
        p.air_chits.pop(str(node), None)
        del p.chits[str(node)]
    supply.forget_free_chits(p, node)


# Destroyed by their owner


def own_chits(t: Table, seat: int, args: Args = ()) -> int:
    """Hexes with chits of either kind that a seat owns: its own alone are destroyed (7.12/destroy)."""
    return from_iter(int(n) for n, chit in t.p.chits.items() if t.seat_of(chit[0]) == seat)


def in_danger(t: Table, seat: int) -> bool:
    """Is an enemy unit so near to a store that its owner is asked (T3)?"""
    p: AetoPosition = t.p
    for node in members(own_chits(t, seat)):
        if t.world.disc(node, DANGER) & zones.ground(t, owner_of(p, node)).enemy:
            return True
    return False


class Destroy(Verb):
    """``destroy Derna``: a supply chit of one's own is destroyed."""

    name = "destroy"
    levels = (Level("hex", NODE, own_chits),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        node = args[0]
        if p.chits[str(node)][1]:
            take(p, node)
        else:
            p.air_chits[str(node)] -= 1
            clear_away(p, node)
        pieces.tally(t, "burnt")
        t.emit("burnt", "7.12/destroy", nodes=(node,))


class Burning(Step):
    """In the Supply Step an owner may destroy chits that nobody has used, and at no other time (7.12/destroy)."""

    name = "destroying supply"
    rule = "7.12/destroy"
    kind = "question"
    verbs = (Destroy(), End())
    standing = ("end",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if own_chits(t, f.seat) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "end"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "The enemy is near your stores: destroy supply chits that he must not take, then end."


def ask(t: Table, asked: tuple[int, ...]) -> int:
    """The next seat that is asked, or -1."""
    seats = sorted({t.seat_of(chit[0]) for chit in t.p.chits.values()} - set(asked))
    return next((seat for seat in seats if seat >= 0 and in_danger(t, seat)), -1)
