"""Forces that an Admiral gathers (3.3): for a Sea Offensive ships of ports near his flagship join her."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.rules import Args

from ..position import Table
from . import admirals, ports, sailing, ships, waters

FARTHEST = 5
"""Hexes by sea from the flagship to a port whose ships join her (3.3)."""


def flagship(t: Table, group: tuple[int, ...]) -> int:
    """The first ship of a force with an Admiral aboard, or -1."""
    return next((i for i in group if ships.is_ship(t.p, i) and admirals.rating(t, (i,))), -1)


def in_order(t: Table, group: tuple[int, ...]) -> tuple[int, ...]:
    """A force with its flagship first: where she lies it gathers."""
    lead = flagship(t, group)
    return group if lead < 0 else (lead, *(i for i in group if i != lead))


def led(t: Table, args: Args) -> Args:
    """The same of an order's choices."""
    return (in_order(t, tuple(args[0])), *args[1:])


def together(t: Table, seat: int, args: Args) -> int:
    """A task force starts from one port or sea hex; an Admiral gathers ships of ports within five hexes (3.3)."""
    chosen = sailing.chosen_of(args)
    if not chosen:
        return -1
    found = from_iter(t.p.stack(t.p.at[chosen[0]]))
    if from_iter(chosen) & ~found:
        found = 0
    for lead in [flagship(t, chosen)] if flagship(t, chosen) >= 0 else flagships(t, seat):
        fleet = within_call(t, seat, lead)
        if not from_iter(chosen) & ~fleet:
            found |= fleet
    return found


def under_one_flag(t: Table, seat: int, args: Args) -> int:
    """Ships of several ports need the Admiral who gathers them (3.3)."""
    chosen = sailing.chosen_of(args)
    return int(len({t.p.at[i] for i in chosen}) < 2 or flagship(t, chosen) >= 0)


def flagships(t: Table, seat: int) -> list[int]:
    """A seat's ships with an Admiral aboard that may put to sea."""
    return [i for i in members(ships.afloat(t, seat)) if admirals.rating(t, (i,))]


def within_call(t: Table, seat: int, lead: int) -> int:
    """Who is with the flagship, and the seat's ships in ports within five hexes of her by sea (3.3)."""
    p = t.p
    node, _, gates, canal = sailing.way_of(t, (lead,))
    open_ = ports.open_to(t, p.power[lead])
    near = from_iter(waters.ways(t.world, node, FARTHEST, gates, canal, open_)) & open_
    own = ships.afloat(t, seat) & where(p.status, among(0)) & where(p.marked, among(0))
    return from_iter(i for i in members(own) if near >> p.at[i] & 1) | from_iter(p.stack(node))


def gather(t: Table, group: tuple[int, ...]) -> None:
    """Ships of other ports join their flagship before she sails (3.3)."""
    node = t.p.at[group[0]]
    coming = tuple(i for i in group if t.p.at[i] != node)
    if coming:
        t.emit("gathered", "3.3", pieces=coming, nodes=(node,))
        for i in coming:
            t.place(i, node)
