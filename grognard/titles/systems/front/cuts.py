"""What would cut supply, and how many units may still cross a hexside: two looks ahead for the table."""

from __future__ import annotations

from typing import Any

from grognard.board.area import step
from grognard.board.hexset import members

from . import blocks, control, ground, supply
from .state import FrontPosition, Table


def chokes(t: Table, power: int) -> dict[int, int]:
    """Friendly hexes whose loss would put units out of supply, with the hexes of those units.

    Each hex is given to the enemy on a twin of the table and supply is traced again by the title's own code.
    """
    twin = t.copy()
    p: FrontPosition = twin.p
    foe = next((q for q in range(len(p.held)) if p.hostile[power] >> q & 1), -1)
    if foe < 0:
        return {}
    units = 0
    for piece in blocks.on_map(t, power):
        units |= 1 << p.at[piece]
    standing = units & supply.supplied_area(twin, power)
    kept_held, kept_disputed = list(p.held), p.disputed
    found = {}
    for node in members(control.friendly(p, power) & supply.supplied_area(twin, power) & int(t.world.land)):
        bit = 1 << node
        for q in control.friends(p, power):
            p.held[q] &= ~bit
        p.held[foe] |= bit
        cut = standing & ~bit & ~supply.supplied_area(twin, power)
        if cut:
            found[node] = cut
        p.held[:], p.disputed = kept_held, kept_disputed
    return found


def gates(t: Table, power: int, node: int) -> list[dict[str, Any]]:
    """The hexsides of a hex that is or would be a battle: how many units have crossed each, and how many may (6.33,
    6.33/a)."""
    out = []
    for there in members(step(1 << node, t.world.trace) & control.passable(t, power)):
        used = int(t.p.hexsides.get(f"{there}.{node}", 0))
        used += int(t.p.hexsides.get(f"{node}.{there}", 0))
        most = ground.side_limit(t, there, node)
        out.append({"from": t.node_name(there), "to": t.node_name(node), "used": used, "most": most})
    return out
