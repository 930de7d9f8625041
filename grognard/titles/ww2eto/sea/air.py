"""Air zones (6.5): two hexes around every German, British and U.S. strength point, and what they do to ships."""

from __future__ import annotations

from functools import cache

from grognard.board import Board
from grognard.board.area import Exits, spread
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_by

from .. import world as w
from ..state import FEW, Table

Zones = tuple[tuple[int, int], ...]
"""An air zone and the strength points whose zone it is, one pair for each hex with such points."""


@cache
def air_reach(board: Board, node: int, radius: int) -> int:
    """The hexes within air range of a hex."""
    return spread(1 << node, airways(board), radius)


@cache
def airways(board: Board) -> Exits:
    """Air zones cross every hexside but blocked ones (6.57, R022)."""
    return board.around - board.sides["blocked"]


@cache
def air_forces(world: w.World) -> tuple[int, ...]:
    """The nations whose points have air zones (6.5)."""
    return tuple(nation.index for nation in world.nations if nation.air_zone)


def fliers(t: Table) -> int:
    """Units with an air zone: Germans, British and Americans (6.5), British garrisons too (14.22), no partisans."""
    p = t.p
    bits = 0
    for nation in air_forces(t.world):
        bits |= p.corps[nation]
    grounded = bits & p.fixed
    for piece in members(grounded) if grounded else ():
        if p.kind[piece] == w.PARTISAN:
            bits ^= 1 << piece
    return bits


@cached_by(lambda t, powers, but=0: (t.p.version_of(powers), powers, but), most=FEW)
def zones_of(t: Table, powers: int, but: int = 0) -> Zones:
    """The air zones of some powers, without those of the units ``but`` (slots)."""
    p = t.p
    points: dict[int, int] = {}
    for piece in members(p.army_of(powers) & fliers(t) & ~but):
        node = p.at[piece]
        points[node] = points.get(node, 0) + p.strength[piece]
    radius = t.world.constant("air_zone_radius")
    return tuple([(air_reach(t.world.board, node, radius), n) for node, n in sorted(points.items())])


def enemy_zones(t: Table, power: int) -> Zones:
    """The air zones of all who are at war with a power."""
    return zones_of(t, t.p.hostile[power])


def covered(zones: Zones) -> int:
    """The hexes of some air zones."""
    bits = 0
    for zone, _ in zones:
        bits |= zone
    return bits


@cached_by(lambda t, powers, but=0: (t.p.version_of(powers), powers, but), most=FEW)
def cover(t: Table, powers: int, but: int = 0) -> int:
    """The hexes in the air zones of some powers, without those of the units ``but``."""
    p = t.p
    bases, at = 0, p.at
    for piece in members(p.army_of(powers) & fliers(t) & ~but):
        bases |= 1 << at[piece]
    return spread(bases, airways(t.world.board), t.world.constant("air_zone_radius"))


def points_met(zones: Zones, route: int) -> int:
    """Enemy strength points whose zone a route touches, each once however long it stays in range (6.52)."""
    return sum(points for zone, points in zones if zone & route)


def uncovered(t: Table, power: int, assault: int) -> int:
    """Hexes in enemy air zones that no friendly zone contests; the assaulting units give no cover (6.56, 6.56/a)."""
    enemy = cover(t, t.p.hostile[power])
    return enemy & ~cover(t, t.p.friends[power] | 1 << power, assault)
