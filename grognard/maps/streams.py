"""The network of mapped rivers: the course of a river between points that it is known to pass."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TypeVar

from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Node = TypeVar("Node")

NEAR = 0.35
"""How far from the network a point may lie and still be joined to it, in hexes."""
GAP = 0.3
"""How far two rivers may end from each other and still be one, in hexes: lakes and dams part what runs on."""
OVERLAND = 6.0
"""What a straight way over a gap costs against one along a river."""


def cheapest(start: Node, goal: Node, steps: Callable[[Node], Iterable[tuple[Node, float]]]) -> list[Node]:
    """The nodes of the cheapest way, both ends included; empty if there is none. Ties go to the lesser node."""
    cost, came = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            break
        if spent > cost[here]:
            continue
        for there, price in steps(here):
            total = spent + price
            if total < cost.get(there, math.inf) - 1e-9:
                cost[there], came[there] = total, here
                heapq.heappush(queue, (total, there))
    if goal not in came:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]


class Streams:
    """Rivers as a graph of their points on the plane."""

    def __init__(self, lines: Iterable[BaseGeometry]) -> None:
        self.edges: dict[Point, dict[Point, float]] = {}
        self._boxes: dict[tuple[int, int], list[Point]] = {}
        ends = []
        for line in lines:
            for part in getattr(line, "geoms", [line]):
                points = [(round(x, 4), round(y, 4)) for x, y, *_ in part.coords]
                for a, b in pairwise(points):
                    if a != b:
                        self._join(a, b, math.dist(a, b))
                ends += [points[0], points[-1]]
        for point in self.edges:
            self._boxes.setdefault(_box(point), []).append(point)
        for end in sorted(set(ends)):
            for other in self._around(end, GAP):
                if other not in self.edges[end]:
                    self._join(end, other, OVERLAND * math.dist(end, other))

    def _join(self, a: Point, b: Point, length: float) -> None:
        self.edges.setdefault(a, {})[b] = length
        self.edges.setdefault(b, {})[a] = length

    def _around(self, point: Point, far: float) -> list[Point]:
        col, row = _box(point)
        near = [p for dc in (-1, 0, 1) for dr in (-1, 0, 1) for p in self._boxes.get((col + dc, row + dr), ())]
        return sorted(p for p in near if p != point and math.dist(p, point) <= far)

    def course(self, passes: list[Point]) -> list[Point]:
        """The course through some points: along the network where it leads, else straight."""
        course = [passes[0]]
        for a, b in pairwise(passes):
            course += self._leg(a, b)
        return [point for k, point in enumerate(course) if k == 0 or point != course[k - 1]]

    def _leg(self, a: Point, b: Point) -> list[Point]:
        start, goal = (min(self._around(p, NEAR), key=lambda q: math.dist(p, q), default=None) for p in (a, b))
        if start is None or goal is None:
            return [b]
        edges: Mapping[Point, Mapping[Point, float]] = self.edges
        way = cheapest(start, goal, lambda here: edges[here].items())
        length = sum(math.dist(p, q) for p, q in pairwise(way))
        if not way or length > 2.5 * math.dist(a, b) + 1:
            return [b]
        return way


def _box(point: Point) -> tuple[int, int]:
    return math.floor(point[0] / NEAR), math.floor(point[1] / NEAR)
