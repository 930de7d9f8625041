"""Ambivalent nations (16.711): Vichy, Portugal and Norway fight the Allies with half a heart, and may lay down arms."""

from __future__ import annotations

from grognard.titles.systems.front import blocks

from .. import tables
from .nations import NORWAY, SECOND_FRONT, VICHY, belligerent_side, demoralized
from .state import ALLIED, AXIS, Table

PORTUGAL = "Portugal"
ANY_ALLY = "allies"
"""The word of the table for a roll of any Allied unit."""


def ambivalent(t: Table, nation: str) -> bool:
    """Is a nation at war beside the Axis and half-hearted about it (16.711, 16.71/b): Vichy and Norway once they are
    demoralized, and Portugal?"""
    if belligerent_side(t, nation) != AXIS:
        return False
    return portugal_wavers(t) if nation == PORTUGAL else demoralized(t, nation)


def portugal_wavers(t: Table) -> bool:
    """Portugal fights with half a heart since the Second Front (20.75)."""
    return SECOND_FRONT in t.p.politics


def wavering(t: Table, node: int, nation: str) -> list[int]:
    """The units of an ambivalent nation in a battle with the Allies."""
    if not t.p.occupied[AXIS] >> node & 1 or not ambivalent(t, nation):
        return []
    units = t.world.units
    return [i for i in blocks.enemies_at(t, node, ALLIED) if units[i].nation == nation.casefold()]


def repulses(t: Table, node: int, number: int) -> int:
    """Ambivalent defenders repulse an Allied assault only with a one, if they are alone (7.61/a, 16.711)."""
    if t.p.active != ALLIED:
        return number
    half_hearted = sum(len(wavering(t, node, nation)) for nation in (VICHY, PORTUGAL, NORWAY))
    foes = blocks.enemies_at(t, node, t.p.active)
    if not half_hearted or half_hearted < len(foes):
        return number
    rows = [row for row in tables.rows("repulse") if row["condition"] == "ambivalent defenders"]
    return min(number, *(int(row["repulse_to"]) for row in rows)) if rows else number


def capitulate(t: Table, piece: int, node: int, faces: tuple[int, ...]) -> None:
    """A low roll of an Allied unit in combat makes the ambivalent units of the battle give up (7.7, 20.486): which roll
    follows from both nations (7.7/a, 7.7/b, 7.7/c)."""
    if t.p.power[piece] != ALLIED:
        return
    whose = (t.world.units[piece].nation, ANY_ALLY)
    for row in tables.rows("capitulation"):
        if row["roller"] in whose and min(faces, default=7) <= int(row["roll_to"]):
            gone = wavering(t, node, row["nation"])
            if gone:
                t.emit("capitulated", "7.7", pieces=tuple(gone), nodes=(node,))
            for one in gone:
                blocks.eliminate(t, one, "7.7")
