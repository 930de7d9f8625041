"""Chits as pieces: setting them on the map, step losses, removal to the pools."""

from __future__ import annotations

from grognard.board.hexset import ZERO, first, where

from . import tables as tb
from .position import AetoPosition, Table


def spoken(t: Table, node: int) -> str:
    """A place as a sentence says it."""
    return t.node_name(node).replace("_", " ")


CLEAR = (
    "status", "agent", "spent", "halt", "late", "fought", "broke", "again", "fell", "fed", "begun", "marked", "rode",
    "flipped", "stayed",
)  # fmt: skip


def raise_chit(t: Table, card: int, steps: int, node: int) -> int:
    """Put a chit of the counter mix on the map; -1 when no slot is free."""
    p: AetoPosition = t.p
    free = where(p.steps, ZERO)
    if not free:
        return -1
    piece = first(free)
    printed = t.world.cards[card]
    for column in CLEAR:
        getattr(p, column)[piece] = 0
    p.lift(piece)
    p.power[piece], p.card[piece], p.kind[piece], p.steps[piece] = printed.power, card, printed.kind, steps
    p.at[piece] = p.lost
    p.put(piece, node)
    return piece


def strength_of(t: Table, piece: int) -> int:
    """The strength printed on the side that lies up."""
    p: AetoPosition = t.p
    card = t.world.cards[p.card[piece]]
    full: int = card.strength if p.steps[piece] >= card.steps else card.depleted
    return full


def circled(t: Table, piece: int) -> bool:
    """Has it a circled movement rating? Depleted Italian armor has none (5.21/who, 5.21/italian, 5.22/circled)."""
    p: AetoPosition = t.p
    card = t.world.cards[p.card[piece]]
    return card.circled and not depleted_italian(t, piece)


def depleted_italian(t: Table, piece: int) -> bool:
    """Depleted Italian armor and mechanized units have no circle (5.21/italian, 5.22/italian)."""
    p: AetoPosition = t.p
    return tb.cards()[p.card[piece]].power == 1 and p.steps[piece] < t.world.cards[p.card[piece]].steps


def remove(t: Table, piece: int) -> None:
    """A chit leaves the map for its pool, if it can be rebuilt (5.18/return-pool)."""
    p: AetoPosition = t.p
    card = p.card[piece]
    if t.world.cards[card].rebuilt:
        p.pool[str(card)] = p.pool.get(str(card), 0) + 1
    drop(t, piece)


def drop(t: Table, piece: int) -> None:
    """A chit leaves the game."""
    p: AetoPosition = t.p
    p.steps[piece] = 0
    for column in CLEAR:
        getattr(p, column)[piece] = 0
    t.place(piece, p.lost)


def lose_step(t: Table, piece: int) -> None:
    """A full chit is flipped, a depleted one removed, a paratrooper goes whole (5.18/step-loss)."""
    p: AetoPosition = t.p
    if p.steps[piece] > 1 and p.kind[piece] != tb.PARATROOPER:
        t.emit("depleted", "5.18/step-loss", pieces=(piece,), nodes=(p.at[piece],))
        p.steps[piece] -= 1
    else:
        eliminate(t, piece, "5.18/step-loss")


def eliminate(t: Table, piece: int, rule: str) -> None:
    """A chit is eliminated and goes to its pool."""
    t.emit("eliminated", rule, pieces=(piece,), nodes=(t.p.at[piece],))
    remove(t, piece)


def tally(t: Table, what: str) -> None:
    """Count something done this month."""
    t.p.tally[what] = t.p.tally.get(what, 0) + 1


def absorbs(t: Table, piece: int) -> int:
    """How many step losses a chit can take."""
    p: AetoPosition = t.p
    return 1 if p.kind[piece] == tb.PARATROOPER else p.steps[piece]
