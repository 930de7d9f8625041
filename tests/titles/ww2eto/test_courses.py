"""Courses through air zones that cannot all be avoided (R070), found again by a plain search from node to node."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from grognard.board.hexset import members
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.sea import air, courses, sealanes

BOARD = w.world("1941").board
LANE = sealanes.lanes(BOARD)
PORTS = [(sea, node) for sea in sealanes.SAILED for node in members(LANE.ports[sea])]
COASTS = [node for sea in sealanes.SAILED for node in members(BOARD.sea[sea])]
Place = tuple[int, bool]


def steps(way: courses.Seaway, place: Place, leave: bool) -> list[tuple[Place, bool]]:
    """Where a ship goes on to from a place, and whether over the edge of the map."""
    (node, rounded), lane = place, way.lane
    found = [((there, rounded), False) for there in members(lane.onward(1 << node) & way.free)]
    for side in (0, 1) if leave else ():
        if lane.sides[side] >> node & 1:
            for other in (side, 1 - side):
                if other == side or (way.off_map == sealanes.ROUND and not rounded):
                    edge, after = lane.sides[other] & way.free, rounded or other != side
                    found += [((there, after), True) for there in members(edge)]
    return found


def plain(way: courses.Seaway, start: int, target: int, zones: air.Zones) -> tuple[int, ...]:
    """Fewest points first, then the shortest, then the first by hex; who leaves the map does so where he first can."""
    lane, goal = way.lane, way.off_map == sealanes.ROUND

    def met_at(node: int) -> frozenset[int]:
        return frozenset(i for i, (zone, _) in enumerate(zones) if lane.shores(zone) >> node & 1)

    def label(place: Place, path: tuple[int, ...], length: int, met: frozenset[int]) -> tuple[object, ...]:
        sea = next(sea for sea, area in lane.area.items() if area >> place[0] & 1)
        rank = (sea, lane.written(place[0]), place[1])
        return sum(zones[i][1] for i in met), length, rank, path, place, met

    heap = [label((node, False), (lane.written(node),), 1, met_at(node)) for node in members(start)]
    heap.sort()
    done: set[Place] = set()
    left: set[tuple[bool, bool]] = set()
    while heap:
        _, length, _, path, place, met = heappop(heap)
        if place in done:
            continue
        done.add(place)
        node, rounded = place
        if target >> node & 1 and rounded == goal:
            return tuple(lane.hex_of.get(one, one) for one in path)
        leave = False
        if lane.edges >> node & 1 and way.off_map != sealanes.NONE:
            leave = (bool(lane.sides[0] >> node & 1), rounded) not in left
            left.add((bool(lane.sides[0] >> node & 1), rounded))
        beside = lane.onward(1 << node)
        for there, over in steps(way, place, leave):
            if there not in done:
                name = lane.written(there[0])
                more = () if name == path[-1] else (name,)
                if over and not (there[1] == rounded and beside >> there[0] & 1):
                    more = (lane.cape, name)
                heappush(heap, label(there, path + more, length + 1, met | met_at(there[0])))
    return ()


@pytest.mark.parametrize("seed", range(24))
def test_the_course_that_a_plain_search_finds(seed: int) -> None:
    """With zones along every coast, whatever passages are closed and whether ships leave the map."""
    rng = Random(seed)
    off_map = (sealanes.NONE, sealanes.EDGE, sealanes.ROUND)[seed % 3]
    closed = frozenset(name for name in ("Suez", "Gibraltar", "Danish straits") if rng.random() < 0.3)
    way = courses.seaway(LANE, 0, closed, off_map, sealanes.SAILED)
    bases = sorted(set(rng.choices(COASTS, k=30)))
    zones = tuple((air.air_reach(BOARD, node, 2), rng.choice((1, 1, 2, 3))) for node in bases)
    ends = [LANE.nodes(((sea, 1 << node),), sealanes.SAILED) for sea, node in rng.sample(PORTS, 2)]
    assert courses.least_met(way, *ends, zones) == plain(way, *ends, zones)
