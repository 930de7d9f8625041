"""Minor fortresses (7.51): Tobruk."""

from __future__ import annotations

from grognard.titles.systems.front import control

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
