"""Where air units may fly (1.5, 4.1, 7.10, 10.3)."""

from __future__ import annotations

from .. import tables as tb
from .. import world as w
from .. import zones
from ..position import FRESH, AetoPosition, Table
from ..sea import carriers, waters

STEP_OF = {"breakthrough": 1, "declare": 2, "combat": 2, "exploit_declare": 3, "exploit_combat": 3}
"""The combat Steps of an Offensive in order (viii.4)."""
OUT_OF_REACH = 999
NEAR_BORDER = 4
"""Bases so near to the enemy are surprised (10.3)."""


def distance(t: Table, one: int, other: int) -> int:
    """Hexes between two hexes, over any terrain; a coast is its hex, and a box is out of reach."""
    grid, hexes = t.world.board.grid, t.world.board.hexes
    if not hexes >> one & 1 or not hexes >> other & 1:
        one, other = waters.hex_of(t.world, one), waters.hex_of(t.world, other)
        if not hexes >> one & 1 or not hexes >> other & 1:
            return OUT_OF_REACH
    return int(grid.distance(one, other))


def range_of(t: Table, piece: int) -> int:
    """An air unit's printed range."""
    printed: int = t.world.cards[t.p.card[piece]].range
    return printed


def range_now(t: Table, piece: int, node: int) -> int:
    """Mud or Winter where a flight starts or ends halves the range, up (1.5)."""
    p: AetoPosition = t.p
    bad = (p.mud | p.winter) & ends_of(t, piece, node)
    full = range_of(t, piece)
    return -(-full // 2) if bad else full


def is_grounded(t: Table, piece: int, node: int) -> bool:
    """Nobody flies from or to a zone that is grounded (1.5)."""
    return bool(t.p.grounded & ends_of(t, piece, node))


def ends_of(t: Table, piece: int, node: int) -> int:
    """Where a flight starts and ends, as hexes: who is off a coast has the weather of its hex (1.3)."""
    here, hexes = t.p.at[piece], t.world.board.hexes
    start = here if hexes >> here & 1 else waters.hex_of(t.world, here)
    return 1 << start | 1 << (node if hexes >> node & 1 else waters.hex_of(t.world, node))


def leash(t: Table, piece: int) -> int:
    """A marked air unit flies over its base and the hexes next to it (7.10/air)."""
    return 1 if t.p.marked[piece] else 99


def is_shipped(t: Table, piece: int) -> bool:
    """Is an air unit aboard a transport, from which nothing flies (3.24)?"""
    p: AetoPosition = t.p
    if p.kind[piece] == tb.NAVAL_AIR or not waters.at_sea(t.world) >> p.at[piece] & 1:
        return False
    return any(p.kind[i] == tb.STP for i in p.stack(p.at[piece]))


def can_reach(t: Table, piece: int, node: int) -> bool:
    """Is a hex within an air unit's range now (4.1)?"""
    if is_shipped(t, piece):
        return False
    far = distance(t, t.p.at[piece], node)
    return far <= min(range_now(t, piece, node), leash(t, piece)) and not is_grounded(t, piece, node)


def step_now(t: Table) -> int:
    return STEP_OF.get(str(t.p.offensive.get("stage", "")), 0)


def flew_before(t: Table, piece: int) -> bool:
    """Who supported an earlier Step of this Offensive may support this one, too (4.1, 5.22/air-reuse)."""
    flown = dict(t.p.offensive.get("flown", ()))
    return bool(0 < flown.get(piece, 0) < step_now(t))


def is_ready(t: Table, piece: int) -> bool:
    """One mission a month; then an air unit is Committed (viii.7, 4.1)."""
    return t.p.status[piece] == FRESH or flew_before(t, piece)


def surprised(t: Table, piece: int) -> bool:
    """In the first month of a German invasion Soviet air units near the border do not fly (10.3)."""
    p: AetoPosition = t.p
    if p.power[piece] != w.USSR or p.invasions.get("ussr") != (w.GERMANY, p.month):
        return False
    return bool(t.world.disc(p.at[piece], NEAR_BORDER) & zones.held_by_friends(p, w.GERMANY))


def may_fly(t: Table, piece: int, node: int) -> bool:
    """May an air unit fly a mission to a hex now?"""
    return (
        is_ready(t, piece) and can_reach(t, piece, node) and not surprised(t, piece) and carriers.may_launch(t, piece)
    )


def note_flown(t: Table, pieces: tuple[int, ...]) -> None:
    """Remember in which Step air units flew (4.1)."""
    now = dict(t.p.offensive.get("flown", ()))
    now.update(dict.fromkeys(pieces, step_now(t)))
    t.p.offensive["flown"] = tuple(sorted(now.items()))


def is_fighter(t: Table, piece: int) -> bool:
    return t.p.kind[piece] in tb.FIGHTERS


def is_bomber(t: Table, piece: int) -> bool:
    return t.p.kind[piece] in tb.BOMBERS
