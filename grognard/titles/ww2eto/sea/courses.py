"""Courses of ships (5.76, R070): the way from port to port that meets the fewest enemy points, and typed ways.

Pure geometry of the board, like ``sealanes.py``, with shores for nodes. Who goes round Africa is on this side of it and
then beyond: places are two sets of nodes, and a place is a node and whether the Cape has been rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from grognard.board.hexset import first, members

from .air import Zones, covered
from .sealanes import NONE, ROUND, SAILED, Lanes, Waters, beside, fairways, shores_of, washed

Places = tuple[int, int]
Place = tuple[int, bool]


class Seaway(NamedTuple):
    """Where a ship may go: lanes with open passages, the nodes that it may enter, and whether off the map."""

    lane: Lanes
    free: int
    off_map: str

    def without(self, hexes: int) -> Seaway:
        """The same, some hexes not entered."""
        return self._replace(free=self.free & ~self.lane.shores(hexes))

    def across(self, nodes: int) -> int:
        """The other shores of passages."""
        found = 0
        for node, other in self.lane.twin.items():
            if nodes >> node & 1:
                found |= beside(self.lane, node) & other
        return found

    def off(self, near: int, far: int) -> Places:
        """The edges of the map that ships come in over when they leave it."""
        back = over = 0
        west, east = self.lane.sides
        for edge, beyond in (west, east), (east, west):
            if near & edge:
                back |= edge
                over |= beyond if self.off_map == ROUND else 0
            if far & edge:
                over |= edge
        return back, over

    def onward(self, near: int, far: int) -> Places:
        """What one step reaches."""
        lane = self.lane
        fresh, beyond = lane.onward(near), lane.onward(far) if far else 0
        if self.off_map != NONE and (near | far) & lane.edges:
            back, over = self.off(near, far)
            return fresh | back, beyond | over
        return fresh, beyond

    def shortest(self, start: int, target: int) -> tuple[tuple[int, ...], Places]:
        """A shortest way, found a layer at a time, and all that was looked at."""
        rounded = self.off_map == ROUND
        near, far, new_near, new_far = start, 0, self.free & ~start, self.free
        layers = [(near, far)]
        while near or far:
            found = (far if rounded else near) & target
            if found:
                return self._traced(layers, first(found)), (0, 0)
            fresh, beyond = self.onward(near, far)
            near, far = fresh & new_near, beyond & new_far
            new_near, new_far = new_near ^ near, new_far ^ far
            layers.append((near, far))
        return (), (start | self.free & ~new_near, self.free & ~new_far)

    def joins(self, seen: Places, others: Places) -> bool:
        """Do ships get on to other places from all that they had seen before this was open to them?"""
        (near, far), (new_near, new_far) = seen, (self.free & ~seen[0], self.free & ~seen[1])
        while near or far:
            fresh, beyond = self.onward(near, far)
            near, far = fresh & new_near, beyond & new_far
            new_near, new_far = new_near ^ near, new_far ^ far
            if near & others[0] or far & others[1]:
                return True
        return False

    def _traced(self, layers: list[Places], node: int) -> tuple[int, ...]:
        """The way back through the layers, turned round."""
        lane, rounded, path = self.lane, self.off_map == ROUND, [node]
        for layer in reversed(layers[:-1]):
            here = layer[rounded]
            before = beside(lane, node) & here
            if before:
                # Along its own sea sooner than through a passage, which is one hex.
                twin = lane.twin.get(node, 0)
                node = lane.lowest(before & ~twin or before)
                if not twin >> node & 1:
                    path.append(node)
                continue
            west, east = lane.sides
            edge, beyond = (west, east) if west >> node & 1 else (east, west)
            # Of two such ways the one that rounds the Cape later.
            if rounded and layer[0] & beyond:
                edge, here, rounded = beyond, layer[0], False
            node = lane.lowest(here & edge)
            path += (lane.cape, node)
        return _hexes(lane, path[::-1])


def seaway(lane: Lanes, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]) -> Seaway:
    return Seaway(fairways(lane, closed, seas), shores_of(lane, seas) & ~lane.shores(blocked), off_map)


def course(
    lane: Lanes, start: Waters, target: Waters, blocked: int, closed: frozenset[str], off_map: str, zones: Zones,
    seas: tuple[str, ...] = SAILED,
) -> tuple[int, ...]:  # fmt: skip
    """The hexes of a way from port to port that meets the fewest enemy points (R070), then the shortest."""
    way, sea, ends = seaway(lane, blocked, closed, off_map, seas), washed(lane, seas), 0
    for _, bits in (*start, *target):
        ends |= bits
    zones = tuple([(zone & sea, points) for zone, points in zones if zone & sea])
    risks = tuple([pair for pair in zones if not pair[0] & ends])
    begin, goal = lane.nodes(start, seas), lane.nodes(target, seas)
    path, seen = way.without(covered(risks)).shortest(begin, goal)
    if path or not risks:
        return path
    return _through_one(way, begin, goal, risks, seen) or least_met(way, begin, goal, zones)


def _through_one(way: Seaway, start: int, target: int, zones: Zones, seen: Places) -> tuple[int, ...]:
    """A shortest way through one zone alone, of as few points as can be; ``seen`` is what lies before all of them."""
    avoided = covered(zones)
    clear = way.without(avoided)
    home = clear.shortest(target, 0)[1]
    home = home[::-1] if way.off_map == ROUND else home
    near, far = clear.onward(*seen)
    beyond, once, tried = way.lane.hexes(near | far), _in_one_alone(zone for zone, _ in zones), {0}
    for zone, _ in sorted(zones, key=lambda pair: pair[1]):
        # What the other zones leave: a way through this one joins what is seen from both ends.
        opened = zone & once
        if opened in tried or not opened & beyond:
            continue
        tried.add(opened)
        through = way.without(avoided & ~opened)
        path = through.shortest(start, target)[0] if through.joins(seen, home) else ()
        if path:
            return path
    return ()


def _in_one_alone(zones: Iterable[int]) -> int:
    """The hexes that lie in one of some zones and no other."""
    one = more = 0
    for zone in dict.fromkeys(zones):
        more |= one & zone
        one |= zone
    return one & ~more


def _hexes(lane: Lanes, path: Iterable[int]) -> tuple[int, ...]:
    """A way over shores as one over hexes."""
    return tuple([lane.hex_of.get(node, node) for node in path])


Ring = dict[tuple[bool, int], int]
"""Nodes by whether the Cape has been rounded, and by the zones that were met on the way."""


def least_met(way: Seaway, start: int, target: int, zones: Zones) -> tuple[int, ...]:
    """A way through zones that cannot all be avoided: fewest points first, then the shortest, then the first by hex."""
    search, rounded = Search(way, zones), way.off_map == ROUND
    search.add(False, 0, start, 1)
    while search.ahead:
        points, length = min(search.ahead)
        ring = search.settle(points, length)
        goals = [(nodes & target, met) for (after, met), nodes in ring.items() if after == rounded and nodes & target]
        if goals:
            node, met = min([(first(found), met) for found, met in goals])
            return _hexes(way.lane, search.first_way((node, rounded), met, length))
        for (after, met), nodes in ring.items():
            search.add(after, met, way.lane.onward(nodes) & way.free, length + 1)
        if way.off_map != NONE:
            search.leave_map(ring, length)
    return ()


class Search:
    """Places by the points that are met on the way to them and by its length, those behind the same zones together."""

    def __init__(self, way: Seaway, zones: Zones) -> None:
        self.way, self.points = way, [points for _, points in zones]
        self.zones = [way.lane.shores(zone) for zone, _ in zones]
        self._risky = way.lane.shores(covered(zones))
        self.ahead: dict[tuple[int, int], Ring] = {}
        self._rings: dict[int, list[Ring]] = {}
        self._done = [0, 0]
        self._left: dict[tuple[int, bool], tuple[int, int, int, Places]] = {}
        self._worths: dict[int, int] = {}
        self._ways: dict[tuple[Place, int], tuple[int, ...]] = {}

    def add(self, rounded: bool, met: int, nodes: int, length: int) -> None:
        """Some places come next, by the zones that they lie in."""
        nodes &= ~self._done[rounded]
        parts = [(met, nodes)]
        for i, zone in enumerate(self.zones) if nodes & self._risky else ():
            if nodes & zone and not met >> i & 1:
                parts = [x for m, some in parts for x in ((m, some & ~zone), (m | 1 << i, some & zone))]
        for more, some in parts:
            if some:
                ring = self.ahead.setdefault((self._worth(more), length), {})
                ring[rounded, more] = ring.get((rounded, more), 0) | some

    def _worth(self, met: int) -> int:
        """The points of some zones."""
        found = self._worths.get(met)
        if found is None:
            found = self._worths[met] = sum([self.points[i] for i in members(met)])
        return found

    def settle(self, points: int, length: int) -> Ring:
        """The places that come now, each behind the zones of the first way to it."""
        ring: Ring = {}
        for (after, met), nodes in self.ahead.pop((points, length)).items():
            nodes &= ~self._done[after]
            for (was, other), some in ring.items():
                for node in members(some & nodes) if was == after else ():
                    if self.first_way((node, after), met, length) < self.first_way((node, after), other, length):
                        ring[was, other] ^= 1 << node
                    else:
                        nodes ^= 1 << node
            ring[after, met] = nodes
        for (after, _), nodes in ring.items():
            self._done[after] |= nodes
        self._rings.setdefault(length, []).append(ring)
        return ring

    def leave_map(self, ring: Ring, length: int) -> None:
        """The first node of an edge to be reached is the cheapest way off the map: no other need be tried."""
        lane = self.way.lane
        ends = [(after, met, nodes & lane.edges) for (after, met), nodes in ring.items() if nodes & lane.edges]
        for side, after in product((0, 1), (False, True)) if ends else ():
            here = [
                (lane.lowest(nodes), met)
                for was, met, some in ends
                if was == after and (nodes := some & lane.sides[side])
            ]
            if here and (side, after) not in self._left:
                node, met = min(here)
                edge = lane.sides[side]
                come_in = self.way.off(0, edge) if after else self.way.off(edge, 0)
                self._left[side, after] = node, met, length, come_in
                for rounded, nodes in enumerate(come_in):
                    self.add(bool(rounded), met, nodes & self.way.free, length + 1)

    def first_way(self, place: Place, met: int, length: int) -> tuple[int, ...]:
        """The first by hex of the ways to a place that meet some zones."""
        found = self._ways.get((place, met))
        if found is None:
            found = self._ways[place, met] = min(self._all_ways(place, met, length))
        return found

    def _all_ways(self, place: Place, met: int, length: int) -> Iterator[tuple[int, ...]]:
        lane, (node, rounded) = self.way.lane, place
        name, around = lane.written(node), beside(lane, node)
        if length == 1:
            yield (name,)
        for ring in self._rings.get(length - 1, ()):
            for (after, before), nodes in ring.items():
                if after == rounded and nodes & around and self._leads(before, node, met):
                    for other in members(nodes & around):
                        path = self.first_way((other, after), before, length - 1)
                        yield path if path[-1] == name else (*path, name)
        for (_, after), (other, before, when, come_in) in self._left.items():
            apart = after != rounded or not around >> other & 1
            if when == length - 1 and apart and come_in[rounded] >> node & 1 and self._leads(before, node, met):
                yield (*self.first_way((other, after), before, when), lane.cape, name)

    def _leads(self, before: int, node: int, met: int) -> bool:
        """Has a ship that goes on to a node met the second zones after the first?"""
        return not before & ~met and all(self.zones[i] >> node & 1 for i in members(met & ~before))


def follows(
    lane: Lanes, start: Waters, path: tuple[int, ...], blocked: int, closed: frozenset[str], off_map: str,
    seas: tuple[str, ...] = SAILED,
) -> tuple[Waters, bool]:  # fmt: skip
    """Where a typed way from some waters ends, and whether it went round Africa; nowhere when a step of it is none."""
    way = seaway(lane, blocked, closed, off_map, seas)
    near, far = lane.nodes(start, seas) & lane.shores(1 << path[0]) if path else 0, 0
    over_the_edge = False
    for node in path[1:]:
        if node == lane.cape:
            over_the_edge = True
            continue
        near, far = near | way.across(near), far | way.across(far)
        back, over = way.off(near, far) if over_the_edge and off_map != NONE else (0, 0)
        there = lane.shores(1 << node) & way.free
        near, far = (lane.onward(near) | back) & there, (lane.onward(far) | over) & there
        over_the_edge = False
    return lane.waters(near | far), bool(far)
