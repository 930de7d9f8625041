"""Ships as chits: their figures, damage and sinking, and who is in a task force (3.0, 3.16)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexset import among, from_iter, members, where

from .. import isolation, pieces
from .. import tables as tb
from ..position import AetoPosition, Table

MOST_CHITS = 12
"""Chits of one task force (3.0)."""
FIRING = (tb.BB, tb.CA, tb.CL, tb.DD, tb.SS)
"""Ships that seek a battle; the others carry aircraft or cargo, or guard convoys (3.7)."""


def is_ship(p: AetoPosition, piece: int) -> bool:
    return p.kind[piece] >= tb.BB


def is_damaged(t: Table, piece: int) -> bool:
    """Does the reverse lie up? Transports have none."""
    p: AetoPosition = t.p
    return p.kind[piece] != tb.STP and p.steps[piece] < t.world.cards[p.card[piece]].steps


def gunnery(t: Table, piece: int) -> int:
    """The guns of the side that lies up."""
    return pieces.strength_of(t, piece) if is_ship(t.p, piece) else 0


def defence(t: Table, piece: int) -> int:
    """The armour of the side that lies up."""
    card = t.world.cards[t.p.card[piece]]
    armour: int = card.worn_defence if is_damaged(t, piece) else card.defence
    return armour


def speed(t: Table, group: tuple[int, ...]) -> int:
    """A force is as fast as its slowest ship (3.1)."""
    return min((t.world.cards[t.p.card[i]].speed for i in group if is_ship(t.p, i)), default=0)


def chits(t: Table, group: tuple[int, ...] | list[int]) -> int:
    """Chits of a force: two points of transports are one (3.0)."""
    p: AetoPosition = t.p
    points = sum(p.steps[i] for i in group if p.kind[i] == tb.STP)
    return sum(is_ship(p, i) and p.kind[i] != tb.STP for i in group) + (points + 1) // 2


def ships_at(t: Table, node: int) -> list[int]:
    """The ships at a node."""
    return [i for i in t.p.stack(node) if is_ship(t.p, i)]


def afloat(t: Table, seat: int) -> int:
    """A seat's ships of powers at war; U-boats neither sail with them nor carry supply (7.6/uboat)."""
    p: AetoPosition = t.p
    at_war = among(*(power for power in t.powers_of(seat) if p.hostile[power]))
    kinds = among(*(kind for kind in tb.SHIPS if kind != tb.U_BOAT))
    found = t.pieces_of(seat) & where(p.power, at_war) & where(p.kind, kinds) & ~where(p.steps, among(0))
    return found & ~laid_up(t) & ~icebound(t)


def icebound(t: Table) -> int:
    """Ships in a frozen port do not put to sea (1.6)."""
    frozen = isolation.frozen_ports(t) if t.p.ice else 0
    return from_iter(i for node in members(frozen) for i in ships_at(t, node))


def laid_up(t: Table) -> int:
    """Ships under repair, sunk in port or interned: they do not sail (8.8/no-renege)."""
    return from_iter(int(key.split()[1]) for key in t.p.due if key.startswith(("yard ", "wreck ", "interned ")))


def in_yard(t: Table, piece: int) -> bool:
    """Is a ship under repair?"""
    return f"yard {piece}" in t.p.due


def is_interned(t: Table, piece: int) -> bool:
    """Does a ship lie disarmed for Vichy (9.10)?"""
    return f"interned {piece}" in t.p.due


def is_wreck(t: Table, piece: int) -> bool:
    """Is a ship sunk in port?"""
    return f"wreck {piece}" in t.p.due


def enemies_at(t: Table, power: int, node: int) -> list[int]:
    """Enemy ships at a node."""
    p: AetoPosition = t.p
    return [i for i in ships_at(t, node) if p.hostile[power] >> p.power[i] & 1]


def points(t: Table, group: tuple[int, ...] | list[int]) -> int:
    """Transport points of a force (3.24)."""
    return sum(t.p.steps[i] for i in group if t.p.kind[i] == tb.STP)


def pairs(t: Table, group: Sequence[int]) -> int:
    """Light cruisers with a destroyer each: a pair carries one step on foot, or one Sea Supply chit (3.27)."""
    kinds = [t.p.kind[i] for i in group if t.p.steps[i]]
    return min(kinds.count(tb.CL), kinds.count(tb.DD))


def burden(t: Table, group: tuple[int, ...] | list[int]) -> int:
    """Steps that need transport: land and air units; Generals and HQs ride free (3.24)."""
    p: AetoPosition = t.p
    free = (*tb.LEADERS, tb.NAVAL_AIR)
    return sum(p.steps[i] for i in group if not is_ship(p, i) and p.kind[i] not in free)


LANDED_SUPPLY = "landed supply by "
"""In the month's tally: a submarine that has landed supply and is rearmed (7.6/deplete)."""


def has_landed_supply(t: Table, piece: int) -> bool:
    """Has a submarine landed supply this month, and taken its torpedoes back (7.6/deplete)?"""
    return f"{LANDED_SUPPLY}{piece}" in t.p.tally


def own_at(t: Table, seat: int, node: int) -> tuple[int, ...]:
    """A seat's ships at a node."""
    mine = afloat(t, seat)
    return tuple(i for i in t.p.stack(node) if mine >> i & 1)


def forces(t: Table, seat: int) -> tuple[int, ...]:
    """The nodes where a seat has ships."""
    return tuple(sorted({t.p.at[i] for i in members(afloat(t, seat))}))
