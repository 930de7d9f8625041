"""Frozen lakes (25.3): the ground as the weather has it, and what becomes of those who stand on the ice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from grognard.board.area import Exits
from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule

from . import control, weather
from . import world as w
from .state import Table

SCAPA = "Scapa Flow"
SHUT = ("sea", "qattara", "neck")
"""Hexsides that no frost opens."""


def ground(t: Table) -> w.World:
    """The board as it can be walked now: in snow frozen lakes are crossed (25.3)."""
    p = t.p
    return _ground(t.world, (p.weather_a, p.weather_b, p.weather_c, p.weather_d, p.weather_e))


def ground_for(t: Table, power: int) -> w.World:
    """The board as a side can walk it now: the Axis does not cross at Scapa Flow (2.13/3)."""
    return ground(t) if power != w.AXIS else without_scapa(ground(t))


def battleground(t: Table) -> w.World:
    """The board as units can fight on it now: nobody attacks over the strait of Scapa Flow (2.13/3)."""
    return without_scapa(ground(t))


@cache
def without_scapa(world: w.World) -> w.World:
    """The strait of Scapa Flow serves the British alone, to move and for supply (2.13/3)."""
    strait = world.board.named_sides.get(("strait", SCAPA))
    return world if strait is None else replace(world, walk=world.walk - strait)


@cache
def _ground(world: w.World, kinds: tuple[int, ...]) -> w.World:
    zones = tuple(n for n, kind in enumerate(kinds) if weather.effects(kind)["lakes_frozen"] == "yes")
    return _iced(world, zones) if zones else world


@cache
def _iced(world: w.World, zones: tuple[int, ...]) -> w.World:
    """The board with the lakes of some weather zones frozen: their hexes are clear ground, their hexsides open."""
    board = world.board
    lakes = lake_hexes(world, zones)
    if not lakes and "lake" not in board.sides:
        return world
    land = world.land | lakes
    cold = from_iter(node for node in members(land) if world.zone_of[node] in zones)
    ice = board.around.inside(cold) - _sides(board.sides, SHUT, world)
    ways = Exits(ice.shifts, (mask & side for mask, side in zip(ice, _lake_ways(world, lakes), strict=True)))
    terrain = {**world.terrain, "clear": world.terrain["clear"] | lakes}
    return replace(
        world, land=land, walk=world.walk | ways, zone_walk=world.zone_walk | ways, terrain=terrain,
    )  # fmt: skip


def lake_hexes(world: w.World, zones: tuple[int, ...]) -> int:
    """The lake hexes of some weather zones that lie within the lands that are played."""
    lakes = world.board.terrain.get("lake", 0) & ~world.land
    return from_iter(node for node in members(lakes) if world.zone_of[node] in zones)


def _sides(sides: dict[str, Exits], kinds: tuple[str, ...], world: w.World) -> Exits:
    found = Exits.none(world.board.grid)
    for kind in kinds:
        found = found | sides.get(kind, found)
    return found


def _lake_ways(world: w.World, lakes: int) -> Exits:
    """Every hexside of a lake: round lake hexes, and those marked as lake between two hexes of land."""
    around = world.board.around
    marked = world.board.sides.get("lake", Exits.none(world.board.grid))
    return around.leaving(lakes) | around.entering(lakes) | marked


@rule("25.3/1")
def thaw(t: Table) -> None:
    """Units on a lake hex are eliminated when it is no longer frozen (25.3/1)."""
    p = t.p
    open_water = t.world.board.terrain.get("lake", 0) & ~ground(t).land
    for node in members(open_water & (p.occupied[w.AXIS] | p.occupied[w.ALLIED])):
        for piece in [i for i in p.stack(node) if not t.world.units[i].air]:
            if p.at[piece] == node:
                control.remove(t, piece, "thaw")
    p.axis_land &= ~open_water
    p.allied_land &= ~open_water
