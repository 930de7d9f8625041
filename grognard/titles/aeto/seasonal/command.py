"""Command reassignment (Part 8): Generals and HQs are lifted from anywhere and posted anew."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core import counts
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import pieces
from .. import tables as tb
from ..names import leader_names
from ..position import AetoPosition, Table
from ..sea import admirals
from ..sides import name_of
from ..title import POWERS
from . import calendar as cal
from . import placement as pl


@cached_between_orders
def leaders(t: Table, power: int) -> tuple[tuple[int, int], ...]:
    """A power's leaders, its partners' too: card and piece, or -1 for one in the pool (P8/command-reassign)."""
    p: AetoPosition = t.p
    mine = cal.served_by(p, power)
    on_map = where(p.kind, among(*tb.LEADERS)) & where(p.power, among(*mine)) & ~where(p.steps, among(0))
    placed = [(p.card[i], i) for i in members(on_map)]
    return tuple(sorted([*placed, *((card, -1) for card in in_pool(t, mine))]))


def in_pool(t: Table, powers: list[int]) -> list[int]:
    """Leaders who wait: HQs that were eliminated, Generals who were not lost for good (P8/command-reassign-hq)."""
    return [card for card in counts.kinds(t.p.pool) if t.world.cards[card].kind in tb.LEADERS
            and t.world.cards[card].power in powers]  # fmt: skip


def leader_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(leader_names()[card] for card, _ in leaders(t, t.frame.power))


def not_posted(t: Table, seat: int, args: Args) -> int:
    """Each leader is posted once in a Seasonal Turn (P8/command-reassign)."""
    done = t.frame.get("posted", ())
    return from_iter(n for n, (card, _) in enumerate(leaders(t, t.frame.power)) if card not in done)


def posts(t: Table, seat: int, args: Args) -> int:
    """Friendly hexes out of uninhibited enemy zones (8.11/generals)."""
    return pl.posts_for(t, card_of(t, args))


def card_of(t: Table, args: Args) -> tb.Card:
    return t.world.cards[leaders(t, t.frame.power)[args[0]][0]]


def off_staffs(t: Table, seat: int, args: Args) -> int:
    """No HQ next to another of its nation (8.11/generals)."""
    card, piece = leaders(t, t.frame.power)[args[0]]
    return ~pl.near_staffs(t, t.world.cards[card], piece)


def with_room(t: Table, seat: int, args: Args) -> int:
    """At most four exempt units in a hex (5.9/exempt-limit)."""
    card, piece = leaders(t, t.frame.power)[args[0]]
    bits = -1
    for node in {t.p.at[i] for i in members(where(t.p.kind, among(*tb.EXEMPT)) & ~where(t.p.steps, among(0)))}:
        if not pl.fits(t, t.world.cards[card], 1, node):
            bits &= ~(1 << node)
    here = 1 << t.p.at[piece] if piece >= 0 else 0
    return bits & ~here


class Post(Verb):
    """``post Rommel Benghazi``: a General or HQ is put where he is wanted."""

    name = "post"
    levels = (
        Level("leader", WORD, not_posted, words=leader_words),
        Level(
            "place", NODE, lambda t, s, a: t.world.land,
            (Mask("8.11/generals", posts), Mask("8.11/generals", off_staffs), Mask("5.9/exempt-limit", with_room)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        card, piece = leaders(t, t.frame.power)[args[0]]
        if piece >= 0:
            t.place(piece, args[1])
        else:
            t.p.pool = counts.more(t.p.pool, card, -1)
            piece = pieces.raise_chit(t, card, 1, args[1])
        t.remember(posted=(*t.frame.get("posted", ()), card))
        t.emit("posted", "P8/command-reassign", pieces=(piece,), nodes=(args[1],))


class Commanding(Step):
    """One power posts its leaders anew (P8/command-reassign)."""

    name = "Command reassignment"
    rule = "P8/command-reassign"
    verbs = (Post(), admirals.Hoist(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        waiting = len(in_pool(t, cal.served_by(t.p, f.power)))
        whose = name_of(POWERS[f.power])
        return f"Command reassignment of {whose}: post Generals and HQs anew ({waiting} in the pool), then end."


class Reassignment(cal.InTurn):
    """Command reassignment, power by power (P8/command-reassign)."""

    name = "Command reassignment"
    rule = "P8/command-reassign"
    each = "commanding"

    def order(self, t: Table) -> list[int]:
        return cal.builders(t)

    def takes_part(self, t: Table, power: int) -> bool:
        return bool(leaders(t, power) or admirals.at_hand(t, power))
