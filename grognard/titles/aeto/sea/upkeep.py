"""Ships in the Supply Step (3.14, 7.10): at sea they cost fuel or are marked."""

from __future__ import annotations

from grognard.board.hexset import among, members, where

from .. import tables as tb
from ..position import AetoPosition, Table
from . import carriers, ports


def unsupplied(t: Table) -> dict[tuple[int, int], list[int]]:
    """Ships that are not docked in a supplied, functioning port, by node and power; U-boats need none (3.14)."""
    p: AetoPosition = t.p
    found: dict[tuple[int, int], list[int]] = {}
    for i in members(where(p.kind, among(*tb.SHIPS)) & ~where(p.steps, among(0))):
        if p.hostile[p.power[i]] and not in_strategic_warfare(t, i) and not ports.shelters(t, i):
            found.setdefault((p.at[i], p.power[i]), []).append(i)
    return found


def in_strategic_warfare(t: Table, piece: int) -> bool:
    """U-boats, and Escorts in a convoy area, need no naval supply (3.14, 7.10/naval-mark)."""
    boxes = {place.node for place in t.world.board.places if place.kind == "box" and place.grade == "convoy"}
    return t.p.kind[piece] == tb.U_BOAT or t.p.at[piece] in boxes


def settle(t: Table) -> None:
    """Each force at sea costs 1 EP; who has none is marked (3.14, 7.10/naval-mark)."""
    p: AetoPosition = t.p
    for (node, power), group in sorted(unsupplied(t).items()):
        if p.ep[power] > 0:
            p.ep[power] -= 1
            t.emit("fuelled", "3.14", pieces=tuple(group), nodes=(node,))
            continue
        for i in group:
            p.marked[i] = 1
        t.emit("ships_marked", "7.10/naval-mark", pieces=tuple(group), nodes=(node,))
    carriers.settle(t)
