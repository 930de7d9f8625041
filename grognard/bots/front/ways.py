"""Distances over hexes and the routes between areas."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front.world import World

from ..greedy import FAR, Ranked

MARCH = 2
"""A march over a route, short or long, takes as long as so many hexes."""


@cached_values(256)
def distances(world: World, goals: Ranked, free: int) -> dict[int, int]:
    """Moves over free land and routes to the nearest goal, a goal's rank counted in."""
    fronts: list[int] = [0] * (FAR + MARCH + 1)
    for nodes, rank in goals:
        fronts[min(rank, FAR)] |= nodes & free
    far: dict[int, int] = {}
    seen = 0
    for k in range(FAR):
        ring = fronts[k] & ~seen
        if not ring:
            continue
        seen |= ring
        for node in members(ring):
            far[node] = k
        fronts[k + 1] |= step(ring, world.trace) & free
        for node in members(ring & world.route_ends):
            for route in world.routes[node]:
                if free >> route.other & 1:
                    fronts[k + MARCH] |= 1 << route.other
    return far
