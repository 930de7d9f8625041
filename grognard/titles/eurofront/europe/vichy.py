"""Vichy (20.48): its land and tribute, its army, its ambivalence, and what its surrender brings."""

from __future__ import annotations

from functools import cache

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.world import World

from .. import tables
from .nations import VICHY, all_of, belligerent_side, demoralized, is_neutral
from .state import ALLIED, AXIS, Table

COLONIES = ("Morocco", "Algeria", "Tunisia")
"""The colonies of French North Africa, each of which must be garrisoned (20.484)."""
RESIDENT = "MF resident"
AMBIVALENT = 1
"""The only roll that repulses an assault on ambivalent defenders (16.711)."""


def tribute(t: Table) -> int:
    """What cooperating Vichy yields: its cities, with Tunis (20.482)."""
    return _worth(t.world) if is_neutral(t, VICHY) else 0


@cache
def _worth(w: World) -> int:
    land = int(w.board.region["Vichy"] | w.board.region["French Colonies"])
    own = [city for city in tables.cities() if city.nation in ("France", *COLONIES)]
    return sum(city.value for city in own if land >> w.board.node(city.hex or city.name) & 1)


def transit(t: Table) -> int:
    """The land through which Axis trains run while Vichy cooperates (20.482)."""
    return all_of(t, VICHY) if is_neutral(t, VICHY) else 0


# Its army


def is_resident(t: Table, piece: int) -> bool:
    """Is a block one of North Africa's (20.484)?"""
    return bool(t.world.units[piece].restricted == "Med Front")


def stations(t: Table, piece: int, waiting: int, army: tuple[int, ...]) -> int:
    """Residents take the field in or next to the ports of North Africa, one in each colony at least, the others in
    Europe (20.484)."""
    w = t.world
    if not is_resident(t, piece):
        return int(w.board.region["Vichy"]) & int(w.land)
    empty = [land for land in _colonies(w) if not any(land >> t.p.at[i] & 1 for i in army if t.p.at[i] < w.spans)]
    left = sum(is_resident(t, i) for i in members(waiting))
    chosen = empty if 0 < len(empty) >= left else _colonies(w)
    return _coast(w) & sum(chosen)


@cache
def _colonies(w: World) -> tuple[int, ...]:
    return tuple(int(w.board.region[name]) & int(w.land) for name in COLONIES)


@cache
def _coast(w: World) -> int:
    land = sum(_colonies(w))
    ports = from_iter(w.ports) & land
    return (ports | step(ports, w.moves)) & land


# Ambivalence


def ambivalent(t: Table) -> bool:
    """Is Vichy at war beside the Axis and demoralized (16.711)?"""
    return belligerent_side(t, VICHY) == AXIS and demoralized(t, VICHY)


def is_vichy(t: Table, piece: int) -> bool:
    return bool(t.world.units[piece].nation == VICHY.casefold() and t.p.power[piece] == AXIS)


def repulses(t: Table, node: int, number: int) -> int:
    """Ambivalent defenders repulse an Allied assault only with a one (16.711)."""
    foes = blocks.enemies_at(t, node, t.p.active)
    alone = t.p.active == ALLIED and foes and all(is_vichy(t, i) for i in foes)
    return min(number, AMBIVALENT) if alone and ambivalent(t) else number


@rule("20.486")
def capitulate(t: Table, piece: int, node: int, faces: tuple[int, ...]) -> None:
    """A low roll of a US or British unit in combat makes all Vichy units of the battle give up (20.486); Canadians,
    Poles and Free French are British (ruling E382)."""
    nation = t.world.units[piece].nation
    rows = [row for row in tables.rows("capitulation") if row["nation"] == VICHY and row["roller"] == nation]
    limit = max((int(row["roll_to"]) for row in rows), default=0)
    if t.p.power[piece] != ALLIED or not any(face <= limit for face in faces) or not ambivalent(t):
        return
    gone = [i for i in blocks.enemies_at(t, node, ALLIED) if is_vichy(t, i)]
    if gone:
        t.emit("capitulated", "20.486", pieces=tuple(gone), nodes=(node,))
        for one in gone:
            blocks.eliminate(t, one, "20.486")
