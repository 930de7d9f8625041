"""Areas off the grid and the routes that lead to them: range, marches, and what an engaged area still lets through.

WestFront has none; the numbers are EuroFront's (18).
"""

from __future__ import annotations

from grognard.board import Exits
from grognard.board.area import step
from grognard.board.hexset import members

from . import control, nations
from .state import Table
from .world import SHORT, SUPREME, World

MARCH, DOUBLE_MARCH = 1, 2
"""The Supreme Moves of a march over a short route and over a long one (18.331)."""


def length(w: World, a: int, b: int) -> int:
    """The hexes that a route counts between two places (18.31); 0 when there is none."""
    return next((route.length for route in w.routes.get(a, ()) if route.other == b), 0)


# Range


def within(w: World, start: int, reach: int, out: Exits, ways: int = -1, last: int = 0) -> int:
    """The places within a range in hexes, routes counted by their length (18.22): through ``ways``, into ``last``."""
    area, fronts = start, [start] + [0] * max(reach, 0)
    for far in range(reach):
        front = fronts[far] & (ways | start)
        fronts[far + 1] |= step(front, out)
        for node in members(front & w.route_ends):
            for route in w.routes[node]:
                if far + route.length <= reach:
                    fronts[far + route.length] |= 1 << route.other
        fronts[far + 1] &= (ways | last) & ~area
        area |= fronts[far + 1]
    return area


# Marches


def marches(t: Table, piece: int) -> int:
    """Where a unit may march: over short routes, over long ones by two Supreme Moves (18.331).

    An active HQ mobilizes over a short one (18.21), a supreme one over a long one too if it has kept a move for it.
    """
    short, long = t.world.along.get(t.p.at[piece], (0, 0))
    if not long:
        return int(short)
    doubles = keeps_a_move(t, piece) if t.p.role[piece] else nations.moves_left(t, piece) >= DOUBLE_MARCH
    return short | long if doubles else short


def keeps_a_move(t: Table, hq: int) -> bool:
    """A supreme or theater HQ mobilizes over a long route with a Supreme Move that it has kept (18.21/a)."""
    return t.world.units[hq].kind in SUPREME and nations.moves_left(t, hq) >= MARCH


def price(t: Table, path: tuple[int, ...]) -> int:
    """The Supreme Moves of a move (5.61): one, two for a DoubleMarch (18.331)."""
    return DOUBLE_MARCH if is_long(t, path) else MARCH


def is_long(t: Table, path: tuple[int, ...]) -> bool:
    """Is it a DoubleMarch, which only Supreme Moves command (18.331)?"""
    return len(path) == 2 and length(t.world, path[0], path[1]) > SHORT


def ends_the_turn(t: Table, path: tuple[int, ...]) -> bool:
    """A march is all that a unit does in a turn (18.33)."""
    return len(path) == 2 and bool(length(t.world, path[0], path[1]))


def joinable(t: Table, power: int) -> int:
    """The engaged areas that an HQ may enter: those where its side fights already (18.21)."""
    return control.battles(t) & t.world.areas & control.own_units(t, power)


def refuges(t: Table, power: int) -> int:
    """The engaged areas that a unit may disengage into: friendly ones (18.36)."""
    return control.battles(t) & t.world.areas & control.friendly(t.p, power)


# Engaged areas


def open_regions(t: Table, power: int) -> int:
    """The engaged Regions whose rail, roads and ports serve their Original Defender as before (18.35/b, 18.51)."""
    large: int = t.world.large
    return control.battles(t) & large & t.p.defends[power] if large else 0


def closing(t: Table, power: int) -> int:
    """The places where enemy units stop rail and close ports (18.35, 18.35/a): all but engaged Regions of its own."""
    return control.enemy_units(t, power) & ~open_regions(t, power)


def entered(t: Table, power: int) -> int:
    """The engaged areas of the enemy that supply is traced into, not through (18.51, 18.52)."""
    areas: int = t.world.areas
    return control.battles(t) & areas & control.own_units(t, power) if areas else 0
