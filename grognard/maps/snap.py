"""Lines of nature onto hexsides: the chain of sides along which a river, crest or border runs best."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from .lattice import SIDE, Cell, Lattice

Corner = tuple[int, int]
Side = tuple[Cell, Cell]
Place = tuple[float, float]
Toll = Callable[[Place, Place, Side], float]

REACH = 1.1
FLOOR = 0.04


class Corners:
    """The graph of a lattice's corners; its edges are the hexsides between two hexes of the sheet."""

    def __init__(self, lattice: Lattice) -> None:
        self.place: dict[Corner, tuple[float, float]] = {}
        self.edges: dict[Corner, list[tuple[Corner, Side]]] = {}
        for a, b in lattice.sides():
            ends = lattice.side(a, b)
            start, end = (self._corner(point) for point in ends)
            self.edges.setdefault(start, []).append((end, (a, b)))
            self.edges.setdefault(end, []).append((start, (a, b)))

    def _corner(self, point: tuple[float, float]) -> Corner:
        key = (round(point[0] * 1000), round(point[1] * 1000))
        self.place.setdefault(key, point)
        return key

    def nearest(self, point: tuple[float, float]) -> Corner:
        """The corner nearest to a point of the plane."""
        x, y = point
        return min(self.place, key=lambda c: ((self.place[c][0] - x) ** 2 + (self.place[c][1] - y) ** 2, c))

    def nearest_of(self, sides: Iterable[Side], point: tuple[float, float], lattice: Lattice) -> tuple[float, float]:
        """The corner of some hexsides that is nearest to a point of the plane."""
        ends = {self._corner(end) for side in sides for end in lattice.side(*side)}
        x, y = point
        best = min(ends, key=lambda c: ((self.place[c][0] - x) ** 2 + (self.place[c][1] - y) ** 2, c))
        return self.place[best]

    def chain(
        self, line: BaseGeometry, shut: Iterable[Side] = (), reach: float = REACH, toll: Toll | None = None
    ) -> list[Side]:
        """The cheapest chain of hexsides along a line of the plane, from its first to its last point.

        It keeps off sides that are shut, and strays no farther from the line than `reach` sides; `toll` is what a
        side costs besides, walked from one of its ends to the other.
        """
        coords = list(line.coords)
        start, goal = self.nearest(coords[0]), self.nearest(coords[-1])
        closed, cost = set(shut), {start: 0.0}
        came: dict[Corner, tuple[Corner, Side]] = {}
        queue = [(0.0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if here == goal:
                break
            if spent > cost[here]:
                continue
            for there, side in self.edges[here]:
                if side in closed or line.distance(Point(self.place[there])) > reach * SIDE:
                    continue
                price = spent + self._price(here, there, line)
                if toll is not None:
                    price += toll(self.place[here], self.place[there], side)
                if price < cost.get(there, float("inf")) - 1e-12:
                    cost[there], came[there] = price, (here, side)
                    heapq.heappush(queue, (price, there))
        return _walk_back(came, start, goal)

    def _price(self, here: Corner, there: Corner, line: BaseGeometry) -> float:
        (xa, ya), (xb, yb) = self.place[here], self.place[there]
        steps = (0.0, 0.25, 0.5, 0.75, 1.0)
        gaps = [line.distance(Point(xa + (xb - xa) * t, ya + (yb - ya) * t)) / SIDE for t in steps]
        return FLOOR + sum(gap * gap for gap in gaps) / len(gaps)


def _walk_back(came: dict[Corner, tuple[Corner, Side]], start: Corner, goal: Corner) -> list[Side]:
    sides: list[Side] = []
    while goal != start:
        if goal not in came:
            return []
        goal, side = came[goal]
        sides.append(side)
    return sides[::-1]
