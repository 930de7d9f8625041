"""Admirals (3.4): each rides a named ship of his nation and helps its force to meet an enemy, or to get away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.offers import PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import tables as tb
from ..position import AetoPosition, Table
from ..seasonal import calendar as cal
from ..title import POWERS
from . import ports, ships, waters

LOST = -1
"""What the record says of an Admiral who went down with his ship."""
DROWNED = 3
"""The highest die with which he is lost when his ship is sunk at sea (3.4)."""
POSTED = 10_000
"""Added to an Admiral's place in the list where leaders posted in a Seasonal Turn are remembered."""


class Admiral(NamedTuple):
    """An Admiral: whose he is, what he adds to a die, and the year from which he serves."""

    name: str
    power: int
    rating: int
    year: int

    @property
    def key(self) -> str:
        return f"admiral {self.name}"


@cache
def all_admirals() -> tuple[Admiral, ...]:
    """The Admirals of the list of leaders."""
    rows = [row for row in tb.table("leaders.csv") if row["kind"] == "Admiral"]
    return tuple(
        Admiral(
            row["name"], POWERS.index(row["nation"]), int(row["combat"] or 0),
            0 if row["available"] == "START" else int(row["available"]),
        )
        for row in rows
    )  # fmt: skip


def serves(t: Table, one: Admiral) -> bool:
    """Is an Admiral at hand: of this year, and neither lost nor gone before the scenario begins (3.4)?"""
    gone = one.name in t.world.settings.get("gone", ()) or t.p.due.get(one.key) == LOST
    return one.year <= cal.year_of(t.p.month) and not gone


def aboard(t: Table, piece: int) -> list[Admiral]:
    """The Admirals on a ship."""
    card = t.p.card[piece]
    return [one for one in all_admirals() if t.p.due.get(one.key, LOST) == card and one.power == t.p.power[piece]]


def rating(t: Table, group: Iterable[int]) -> int:
    """What the best Admiral of a force adds to its interception and withdrawal dice (3.4)."""
    p: AetoPosition = t.p
    found = [one.rating for i in group if p.kind[i] in tb.NAMED_SHIPS and p.steps[i] for one in aboard(t, i)]
    return max(found, default=0)


def go_down(t: Table, piece: int) -> None:
    """An Admiral whose ship is sunk at sea is lost on 1 to 3; else he waits for another ship (3.4)."""
    p: AetoPosition = t.p
    for one in aboard(t, piece) if p.kind[piece] in tb.NAMED_SHIPS else ():
        del p.due[one.key]
        if waters.at_sea(t.world) >> p.at[piece] & 1:
            die = t.roll("Admiral")
            if die <= DROWNED:
                p.due[one.key] = LOST
            t.emit("admiral_saved", "3.4", name=one.name, die=die, lost=int(die <= DROWNED))


# Going aboard


def at_hand(t: Table, power: int) -> list[Admiral]:
    """A power's Admirals who can be sent aboard a ship (8.11/admiral)."""
    mine = cal.served_by(t.p, power)
    if not t.world.settings.get("sea"):
        return []
    return [one for one in all_admirals() if one.power in mine and serves(t, one) and flagships(t, one)]


def flagships(t: Table, one: Admiral) -> int:
    """Named ships of his nation in supplied, functioning ports, whatever zones reach there (8.11/admiral)."""
    p: AetoPosition = t.p
    own = where(p.power, among(one.power)) & where(p.kind, among(*tb.NAMED_SHIPS)) & ~where(p.steps, among(0))
    return from_iter(i for i in members(own & ~ships.laid_up(t)) if ports.feeds(t, one.power, p.at[i]))


def names(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(one.name for one in at_hand(t, t.frame.power))


def not_posted(t: Table, seat: int, args: Args) -> int:
    """Each goes aboard once in a Seasonal Turn."""
    done = t.frame.get("posted", ())
    return from_iter(
        n for n, one in enumerate(at_hand(t, t.frame.power)) if POSTED + all_admirals().index(one) not in done
    )


def named_ships(t: Table, seat: int, args: Args) -> int:
    p: AetoPosition = t.p
    return t.pieces_of(seat) & where(p.kind, among(*tb.NAMED_SHIPS)) & ~where(p.steps, among(0))


def docked(t: Table, seat: int, args: Args) -> int:
    """Ships that he may go aboard (8.11/admiral)."""
    return flagships(t, at_hand(t, t.frame.power)[args[0]])


def others(t: Table, seat: int, args: Args) -> int:
    """He is not on her already."""
    one = at_hand(t, t.frame.power)[args[0]]
    return ~where(t.p.card, among(t.p.due[one.key])) if t.p.due.get(one.key, LOST) != LOST else -1


class Hoist(Verb):
    """``hoist Cunningham Warspite``: an Admiral goes aboard a named ship in port."""

    name = "hoist"
    levels = (
        Level("admiral", WORD, not_posted, words=names),
        Level("ship", PIECE, named_ships, (Mask("8.11/admiral", docked), Mask("8.11/admiral", others))),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if at_hand(t, t.frame.power) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        one = at_hand(t, t.frame.power)[args[0]]
        t.p.due[one.key] = t.p.card[args[1]]
        t.remember(posted=(*t.frame.get("posted", ()), POSTED + all_admirals().index(one)))
        t.emit("hoisted", "8.11/admiral", pieces=(args[1],), nodes=(t.p.at[args[1]],), name=one.name)
