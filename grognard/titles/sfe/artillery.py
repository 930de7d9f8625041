"""Corps of heavy artillery (28.10), with the option: how they stack, attack, and are turned to their other side."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import supply
from . import world as w
from .state import Table, army, phasing

PRICE = 4
"""Armor points for an artillery corps (28.10/b4)."""


def gun(t: Table, piece: int) -> bool:
    return bool(t.world.units[piece].kind == w.ARTILLERY)


def not_alone(t: Table, pieces: tuple[int, ...]) -> bool:
    """Artillery does not attack by itself (28.10/b2)."""
    return any(not gun(t, i) for i in pieces)


def stays_behind(t: Table, piece: int) -> bool:
    """Artillery does not advance after combat (28.10/b2)."""
    return gun(t, piece)


def uncounted(t: Table, pieces: tuple[int, ...], armor: int) -> int:
    """Artillery does not spoil an armor bonus, up to the armor corps with it (28.10/b2)."""
    return min(sum(supply.quarters(t, i) for i in pieces if gun(t, i)), armor)


def guns(t: Table, seat: int, args: Args) -> int:
    """The seat's artillery corps on the map."""
    return from_iter(i for i in army(t, phasing(t)) if t.owns(seat, i) and gun(t, i))


class Turn(Verb):
    """``turn_guns GeART``: an artillery corps is turned to its other side until the next such phase (28.10/b5)."""

    name = "turn_guns"
    levels = (Level("unit", PIECE, guns, (Mask("28.10/b5", lambda t, s, a: ~t.p.turned),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.emplaced ^= 1 << args[0]
        t.p.turned |= 1 << args[0]
        t.emit("turned", "28.10/b5", pieces=(args[0],), nodes=(t.p.at[args[0]],))


def unturned(t: Table) -> int:
    """How many could still be turned."""
    return sum(not t.p.turned >> u.index & 1 for u in t.world.units if u.emplaced is not None)


def last_named(t: Table, chosen: tuple[int, ...], later: tuple[int, ...]) -> int:
    """Units of a list that may be named next so that others than artillery attack as well (28.10/b2)."""
    return from_iter(one for n, one in enumerate(later) if not_alone(t, (*chosen, *later[n:])))


def all_guns(t: Table, bits: int) -> bool:
    return bool(bits) and not not_alone(t, members(bits))
