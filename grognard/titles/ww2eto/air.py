"""Air zones (6.5): two hexes around every German, British and U.S. strength point, and what they do to ships."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board import Board
from grognard.board.area import spread
from grognard.board.hexset import members

from . import world as w
from .state import EtoPosition

Zones = tuple[tuple[int, int], ...]
"""An air zone and the strength points whose zone it is, one pair for each hex with such points."""


@cache
def air_reach(board: Board, node: int, radius: int, over_mountains: bool = False) -> int:
    """The hexes within air range of a hex by a way that crosses no blocked hexside (6.57, R022)."""
    ways = board.around if over_mountains else board.around - board.sides["blocked"]
    return spread(1 << node, ways, radius)


def flies(t: Any, piece: int) -> bool:
    """Has a unit an air zone? Germans, British and Americans have (6.5), British garrisons too (14.22)."""
    p: EtoPosition = t.p
    kind = p.kind[piece]
    if kind == w.PARTISAN or (kind == w.GARRISON and not t.rules.on("14.22")):
        return False
    return bool(t.world.nations[p.nation[piece]].air_zone) or not t.rules.on("6.5")


def fliers(t: Any) -> int:
    """The units that may have an air zone, as slots."""
    p: EtoPosition = t.p
    bits = 0
    for nation in t.world.nations:
        if nation.air_zone or not t.rules.on("6.5"):
            bits |= p.corps[nation.index]
    return bits


def zones_of(t: Any, powers: int, but: int = 0) -> Zones:
    """The air zones of some powers, without those of the units ``but`` (slots)."""
    p: EtoPosition = t.p
    army = 0
    for power, units in enumerate(p.army):
        if powers >> power & 1:
            army |= units
    points: dict[int, int] = {}
    for piece in members(army & fliers(t) & ~but):
        if flies(t, piece):
            node = p.at[piece]
            points[node] = points.get(node, 0) + p.strength[piece]
    radius, over = t.world.constant("air_zone_radius"), not t.rules.on("6.57")
    return tuple((air_reach(t.world.board, node, radius, over), n) for node, n in sorted(points.items()))


def enemy_zones(t: Any, power: int) -> Zones:
    """The air zones of all who are at war with a power."""
    return zones_of(t, t.p.hostile[power])


def covered(zones: Zones) -> int:
    """The hexes of some air zones."""
    bits = 0
    for zone, _ in zones:
        bits |= zone
    return bits


def points_met(zones: Zones, route: int) -> int:
    """Enemy strength points whose zone a route touches, each once however long it stays in range (6.52)."""
    return sum(points for zone, points in zones if zone & route)


def uncovered(t: Any, power: int, assault: int) -> int:
    """Hexes in enemy air zones that no friendly zone contests; the assaulting units give no cover (6.56, 6.56/a)."""
    enemy = covered(enemy_zones(t, power))
    own = zones_of(t, t.p.friends[power] | 1 << power, assault if t.rules.on("6.56/a") else 0)
    return enemy & ~covered(own)
