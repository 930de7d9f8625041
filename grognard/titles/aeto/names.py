"""What chits are called: ``ger8arm@Mechili``, ``ger4arm-@Mechili`` when depleted, leaders by name."""

from __future__ import annotations

from collections import Counter
from functools import cache

from . import tables as tb
from .pieces import strength_of
from .position import Table
from .title import POWERS

NAMED = (*tb.LEADERS, *tb.NAMED_SHIPS)
"""Chits that have a name of their own."""


def code(power: int) -> str:
    """Three letters of a power."""
    name = POWERS[power]
    return tb.CODES.get(name, name[:3])


@cache
def leader_names() -> dict[int, str]:
    """HQs, Generals and named ships by card; a name that is used twice says whose it is, and an HQ's that it is one."""
    leaders = [card for card in tb.cards() if card.kind in NAMED]
    count = Counter(card.name for card in leaders)
    spelled = {}
    for card in leaders:
        word = card.name.replace(" ", "_").replace("'", "")
        if count[card.name] > 1:
            word = f"{code(card.power)}_{word}" + (f"_{tb.KINDS[card.kind]}" if card.kind != tb.GENERAL else "")
        spelled[card.number] = word
    return spelled


def short_name(t: Table, piece: int) -> str:
    """A chit without its place."""
    p = t.p
    card = t.world.cards[p.card[piece]]
    if card.kind in NAMED:
        return leader_names()[card.number] + ("-" if p.steps[piece] < card.steps else "")
    worn = "-" if p.steps[piece] < card.steps else ""
    return f"{code(card.power)}{strength_of(t, piece)}{tb.SHORT[card.kind]}{worn}"


def piece_name(t: Table, piece: int) -> str:
    """A chit as orders name it."""
    p = t.p
    if p.kind[piece] in NAMED:
        return leader_names()[p.card[piece]]
    return f"{short_name(t, piece)}{farther(t, piece)}@{t.world.names[p.at[piece]]}"


def farther(t: Table, piece: int) -> str:
    """The range of an air unit that stands beside one like it of another range: ``r7``."""
    p, cards = t.p, t.world.cards
    if p.kind[piece] not in tb.AIR:
        return ""
    name, range_ = short_name(t, piece), cards[p.card[piece]].range
    alike = (i for i in p.stack(p.at[piece]) if p.kind[i] == p.kind[piece] and cards[p.card[i]].range != range_)
    return f"r{range_}" if any(short_name(t, i) == name for i in alike) else ""


@cache
def units() -> dict[str, tuple[int, int]]:
    """Every chit as a scene writes it: its card and steps; of alike ones the oldest."""
    found: dict[str, tuple[int, int]] = {}
    for card in tb.cards():
        if card.kind in NAMED:
            found.setdefault(leader_names()[card.number], (card.number, card.steps))
            found.setdefault(leader_names()[card.number] + "-", (card.number, 1))
            continue
        stem = code(card.power)
        found.setdefault(f"{stem}{card.strength}{tb.SHORT[card.kind]}", (card.number, card.steps))
        if card.steps > 1:
            found.setdefault(f"{stem}{card.depleted}{tb.SHORT[card.kind]}-", (card.number, 1))
    return found
