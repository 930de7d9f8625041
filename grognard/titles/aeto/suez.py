"""UK infantry lost about the Mediterranean (8.12): one chit a month comes back free by Suez, others go to its box."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.hexset import from_iter
from grognard.engine.core import counts
from grognard.engine.core.offers import NODE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import pieces, zones
from . import world as w
from .position import AetoPosition, Table
from .seasonal import placement, pools

FREE = 1
"""Chits that come back free by Suez in a month (8.12/replenish)."""


class Lost(NamedTuple):
    """A sort of chit that was lost about the Mediterranean this month."""

    in_combat: bool
    card: int
    steps: int

    @property
    def key(self) -> str:
        return f"{pieces.BY_SUEZ}{int(self.in_combat)} {self.card} {self.steps}"


def lost(t: Table, seat: int) -> list[Lost]:
    """What the UK lost there this month, for its player (8.12/return)."""
    if t.seat_of(w.UK) != seat:
        return []
    found = []
    for key, n in sorted(t.p.fallen.items()):
        if n > 0 and key.startswith(pieces.BY_SUEZ):
            how, card, steps = key.split()
            found.append(Lost(how.endswith("1"), int(card), int(steps)))
    return found


def words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    """The names of what was lost; an ending tells chits apart that fell otherwise than in combat."""
    return tuple(
        pools.words()[one.card]
        + ("-" if one.steps < t.world.cards[one.card].steps else "")
        + ("" if one.in_combat else "_starved")
        for one in lost(t, seat)
    )


def is_open(t: Table) -> bool:
    """Is Baghdad, Cairo or Mosul in Allied hands (8.12/lost)?"""
    held = zones.held_by_friends(t.p, w.UK)
    return any(held >> t.world.node(name) & 1 for name in placement.SUEZ)


def come_free(t: Table, seat: int, args: Args) -> int:
    """One infantry chit a month that fell in land combat comes back free (8.12/replenish)."""
    if t.p.tally.get("free by Suez", 0) >= FREE:
        return 0
    return from_iter(n for n, one in enumerate(lost(t, seat)) if one.in_combat)


def gates(t: Table, seat: int, args: Args) -> int:
    """Baghdad, Cairo or Mosul, out of enemy zones, with room (8.12/replenish-place)."""
    one = lost(t, seat)[args[0]]
    return placement.room_for(t, t.world.cards[one.card], one.steps, placement.suez_hexes(t))


def take(t: Table, one: Lost) -> None:
    """A chit leaves the month's losses and the pool."""
    p: AetoPosition = t.p
    p.fallen[one.key] -= 1
    p.pool = counts.more(p.pool, one.card, -1)


class Replenish(Verb):
    """``replenish_suez uk_Indian_corps_4-4 Cairo``: infantry lost about the Mediterranean comes back free."""

    name = "replenish_suez"
    levels = (
        Level("unit", WORD, None, (Mask("8.12/replenish", come_free),), words=words),
        Level("hex", NODE, lambda t, s, a: t.world.land, (Mask("8.12/replenish-place", gates),)),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if come_free(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        one = lost(t, seat)[args[0]]
        take(t, one)
        pieces.tally(t, "free by Suez")
        piece = pieces.raise_chit(t, one.card, one.steps, args[1])
        t.emit("returned", "8.12/replenish", pieces=(piece,), nodes=(args[1],))


def box_open(t: Table, seat: int, args: Args) -> int:
    """The box takes nothing while its three cities are all Axis (8.12/lost)."""
    return -1 if is_open(t) else 0


def all_lost(t: Table, seat: int, args: Args) -> int:
    return (1 << len(lost(t, seat))) - 1


class ToBox(Verb):
    """``suez_box uk_Indian_corps_4-4``: what was lost about the Mediterranean goes to the Suez Adds Box."""

    name = "suez_box"
    levels = (Level("unit", WORD, all_lost, (Mask("8.12/lost", box_open),), words=words),)

    def glance(self, t: Table, seat: int) -> int:
        return -1 if lost(t, seat) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        one = lost(t, seat)[args[0]]
        take(t, one)
        pools.add(t.p, one.card, 1, suez=True)
        t.emit("to_suez", "8.12/return", unit=t.world.cards[one.card].name)


def work(t: Table, seat: int) -> int:
    """Is anything to be done with what was lost?"""
    return int(is_open(t) and bool(lost(t, seat)))
