"""Carriers (3.20): Naval-Air units live on them, sail with them and fly from them."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.rules import Args, rule

from .. import pieces
from .. import tables as tb
from ..position import FRESH, AetoPosition, Table
from . import ships, waters


def is_carrier(t: Table, piece: int) -> bool:
    return t.p.kind[piece] in tb.CARRIERS


def decks(t: Table, group: Sequence[int]) -> int:
    """Naval-Air units that the carriers of a group take, damaged ones, too (3.20)."""
    return sum(t.world.cards[t.p.card[i]].aircraft for i in group if is_carrier(t, i) and t.p.steps[i])


def flying(t: Table, group: Sequence[int]) -> list[int]:
    """The Naval-Air units of a group."""
    return [i for i in group if t.p.kind[i] == tb.NAVAL_AIR and t.p.steps[i]]


def in_company(t: Table, seat: int) -> int:
    """Naval-Air units of a seat where it has carriers that have not sailed (3.20)."""
    p: AetoPosition = t.p
    mine = t.pieces_of(seat) & where(p.status, among(FRESH))
    found = mine & where(p.kind, among(tb.NAVAL_AIR)) & ~where(p.steps, among(0))
    return from_iter(i for i in members(found) if decks(t, ready(t, seat, p.at[i])))


def ready(t: Table, seat: int, node: int) -> list[int]:
    """A seat's carriers at a node that have not sailed."""
    mine = t.pieces_of(seat)
    return [i for i in ships.ships_at(t, node) if mine >> i & 1 and not t.p.rebased[i] and is_carrier(t, i)]


def room_on_deck(t: Table, seat: int, args: Args) -> int:
    """No more Naval-Air units sail than the carriers there take (3.20)."""
    chosen = tuple(args[0]) if args else ()
    if not chosen:
        return -1
    left = decks(t, ready(t, seat, t.p.at[chosen[0]])) - len(flying(t, chosen))
    return -1 if left > 0 else ~where(t.p.kind, among(tb.NAVAL_AIR))


def all_on_deck(t: Table, seat: int, args: Args) -> int:
    """The carriers of the force take all its Naval-Air units, and at sea none is left without a deck (3.20)."""
    chosen = tuple(args[0]) if args else ()
    if len(flying(t, chosen)) > decks(t, chosen):
        return 0
    if not chosen or not waters.at_sea(t.world) >> t.p.at[chosen[0]] & 1:
        return 1
    left = [i for i in t.p.stack(t.p.at[chosen[0]]) if i not in chosen]
    return int(len(flying(t, left)) <= decks(t, left))


@rule("3.20", off=lambda t, piece: True)
def may_launch(t: Table, piece: int) -> bool:
    """At sea a Naval-Air unit needs an undamaged carrier to fly from (3.20)."""
    p: AetoPosition = t.p
    node = p.at[piece]
    if p.kind[piece] != tb.NAVAL_AIR or not waters.at_sea(t.world) >> node & 1:
        return True
    return any(is_carrier(t, i) and not ships.is_damaged(t, i) for i in p.stack(node))


def lose_decks(t: Table, node: int, power: int) -> None:
    """Naval-Air units at sea for which there is no deck any more are lost (3.20)."""
    p: AetoPosition = t.p
    here = [i for i in p.stack(node) if not p.hostile[power] >> p.power[i] & 1]
    if waters.at_sea(t.world) >> node & 1:
        for i in flying(t, here)[decks(t, here) :]:
            pieces.eliminate(t, i, "3.20")


def at_sea(t: Table) -> list[int]:
    """Naval-Air units at sea."""
    p: AetoPosition = t.p
    found = where(p.kind, among(tb.NAVAL_AIR)) & ~where(p.steps, among(0))
    return [i for i in members(found) if waters.at_sea(t.world) >> p.at[i] & 1]


def settle(t: Table) -> None:
    """Naval-Air units are out of supply with their ship; without a deck they are lost (3.20)."""
    p: AetoPosition = t.p
    for i in at_sea(t):
        lose_decks(t, p.at[i], p.power[i])
    for node in sorted({p.at[i] for i in at_sea(t)}):
        for i in flying(t, p.stack(node)):
            p.marked[i] = 0
        for i in without_fuel(t, node):
            p.marked[i] = 1


def without_fuel(t: Table, node: int) -> list[int]:
    """Naval-Air units at sea for which the carriers that are in supply have no deck (3.20)."""
    p: AetoPosition = t.p
    found = []
    for power in sorted({p.power[i] for i in flying(t, p.stack(node))}):
        own = [i for i in p.stack(node) if p.power[i] == power]
        found += flying(t, own)[decks(t, [i for i in own if not p.marked[i]]) :]
    return found


def havens(t: Table, piece: int) -> int:
    """Nodes with a deck free for a Naval-Air unit: undamaged carriers of its own nation (3.20)."""
    return free_decks(t, t.p.power[piece]) if t.p.kind[piece] == tb.NAVAL_AIR else 0


def free_decks(t: Table, power: int) -> int:
    """Nodes where a nation's undamaged carriers have a deck free (3.20)."""
    p: AetoPosition = t.p
    own = where(p.power, among(power)) & where(p.kind, among(*tb.CARRIERS)) & ~where(p.steps, among(0))
    nodes = {p.at[i] for i in members(own & ~ships.laid_up(t)) if not ships.is_damaged(t, i)}
    return from_iter(n for n in nodes if len(flying(t, p.stack(n))) < decks(t, [i for i in p.stack(n) if own >> i & 1]))
