"""Minor fortresses (7.51), which is Tobruk, and bases (10.71): Habbinaya, Basra, Abadan, Ethiopia."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.titles.systems.front import blocks, control

from .state import Table


def minor(t: Table) -> int:
    """The minor fortresses of the board, which have Fortress Supply too (10.7)."""
    return int(t.world.extra.get("minor fortresses", 0))


def is_held(t: Table, piece: int, node: int) -> bool:
    """Does a unit defend a minor fortress, with double defense and DF for the largest, as Original Defender (7.51)?"""
    if not minor(t) >> node & 1:
        return False
    defender = control.defender_of(t.p, node)
    return defender < 0 or not t.p.hostile[t.p.power[piece]] >> defender & 1


def in_bases(t: Table, power: int) -> int:
    """The units that a base supplies: one that is alone of its side in a friendly base (10.71, 21.397)."""
    p = t.p
    own = int(t.world.extra.get("bases", 0)) & p.held[power]
    alone = [node for node in members(own & p.occupied[power]) if len(blocks.of_side(t, node, power)) == 1]
    return blocks.inside(t, power, from_iter(alone))
