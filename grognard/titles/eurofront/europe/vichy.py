"""Vichy (20.48): its land and tribute, and its army."""

from __future__ import annotations

from functools import cache

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule
from grognard.titles.systems.front.world import World

from .. import tables
from .nations import VICHY, all_of, belligerent_side, is_neutral
from .state import ALLIED, AXIS, Table

COLONIES = {"Morocco": "Casablanca", "Algeria": "Algiers", "Tunisia": "Tunis"}
"""The colonies of French North Africa with their capitals (20.4)."""
RESIDENT = "MF resident"


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


@rule("20.4")
def colonial_capitals(t: Table) -> None:
    """Who controls the capital of a French colony has all of it, but where enemies stand (20.4)."""
    p, w = t.p, t.world
    for name, capital in COLONIES.items():
        node = 1 << w.board.node(capital)
        for power, foe in ((AXIS, ALLIED), (ALLIED, AXIS)):
            if p.held[power] & ~p.disputed & node:
                gained = int(w.board.region[name]) & int(w.land) & p.held[foe] & ~p.occupied[foe]
                p.held[foe] &= ~gained
                p.held[power] |= gained


# Its army


def free_french(t: Table, bound: str, area: int) -> int:
    """Vichy's army goes anywhere once it is Free French (20.493)."""
    return -1 if bound == VICHY and belligerent_side(t, VICHY) == ALLIED else area


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
