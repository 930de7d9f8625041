"""Courses of ships (5.76, R070): the way from port to port that meets the fewest enemy points, and typed ways.

Pure geometry of the board, like ``sealanes.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from heapq import heappop, heappush

from grognard.board.hexset import members

from .sealanes import EAST, NONE, ROUND, SAILED, WEST, Lanes, Waters

Node = tuple[str, int, bool]
"""A sea, a shore of it, and whether the Cape has been rounded."""


def course(
    lane: Lanes, start: Waters, target: Waters, blocked: int, closed: frozenset[str], off_map: str,
    zones: tuple[tuple[int, int], ...], seas: tuple[str, ...] = SAILED,
) -> tuple[int, ...]:  # fmt: skip
    """The hexes of a way from port to port that meets the fewest enemy points (R070), then the shortest.

    ``zones`` are pairs of an air zone and the points whose zone it is.
    """
    blocked = lane.shut(blocked)
    ends = 0
    for _, bits in (*start, *target):
        ends |= bits
    avoided = 0
    for zone, _ in zones:
        if not zone & ends:
            avoided |= zone
    start, target = _shores(lane, start), _shores(lane, target)
    path, seen = _shortest(lane, start, target, blocked | lane.shut(avoided), closed, off_map, seas)
    if path or not avoided:
        return path
    beyond, tried = _beyond(lane, seen, off_map), {0}
    once = _in_one_alone([zone for zone, _ in zones if not zone & ends])
    for risk, _ in sorted(zones, key=lambda pair: pair[1]):
        # What the other zones leave: a way through this one is new only where it goes on from what was seen.
        opened = risk & once if not risk & ends else 0
        if opened in tried or not opened & beyond:
            continue
        tried.add(opened)
        path, _ = _shortest(lane, start, target, blocked | lane.shut(avoided & ~opened), closed, off_map, seas)
        if path:
            return path
    return _least_met(lane, start, target, blocked, closed, off_map, zones, seas)


def _in_one_alone(zones: Iterable[int]) -> int:
    """The hexes that lie in one of some zones and no other."""
    one = more = 0
    for zone in dict.fromkeys(zones):
        more |= one & zone
        one |= zone
    return one & ~more


def _shores(lane: Lanes, waters: Waters) -> Waters:
    return tuple((sea, lane.shores(sea, bits)) for sea, bits in waters)


Layer = dict[tuple[str, bool], int]
"""Hexes by sea and by whether the Cape has been rounded."""


def _shortest(
    lane: Lanes, start: Waters, target: Waters, blocked: int, closed: frozenset[str], off_map: str,
    seas: tuple[str, ...],
) -> tuple[tuple[int, ...], Layer]:  # fmt: skip
    """A shortest way, found a layer at a time, and all that was looked at."""
    layer: Layer = {(sea, False): bits for sea, bits in start if sea in seas}
    layers, seen, free = [layer], dict(layer), ~blocked
    rounded = off_map == ROUND
    while layer:
        for sea, bits in target:
            found = layer.get((sea, rounded), 0) & bits
            if found:
                return _traced(lane, layers, (sea, (found & -found).bit_length() - 1, rounded)), seen
        fresh: Layer = {}
        for key, bits in layer.items():
            for there, area in _ways_on(lane, key, bits, closed, off_map, seas):
                new = area & free & ~seen.get(there, 0)
                if new:
                    fresh[there] = fresh.get(there, 0) | new
                    seen[there] = seen.get(there, 0) | new
        layer = fresh
        layers.append(layer)
    return (), seen


def _ways_on(
    lane: Lanes, here: tuple[str, bool], bits: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]
) -> list[tuple[tuple[str, bool], int]]:
    """What one step reaches from some hexes of a sea: its own hexes, other seas by passages, the edge of the map."""
    sea, rounded = here
    out = [(here, lane.onward(sea, bits))]
    for passage in lane.passages if bits & lane.gates[sea] else ():
        if bits >> passage.node & 1 and sea in passage.seas and passage.name not in closed:
            other = passage.seas[1] if passage.seas[0] == sea else passage.seas[0]
            if other in seas:
                out.append(((other, rounded), 1 << passage.node))
    if off_map == NONE or not bits & lane.edge[sea]:
        return out
    own, far = (WEST, EAST) if sea in WEST else (EAST, WEST)
    for group, after in ((own, rounded), (far, True)):
        if group is own or (off_map == ROUND and not rounded):
            out += [((other, after), lane.edge[other]) for other in group if other in seas]
    return out


def _beyond(lane: Lanes, seen: Layer, off_map: str) -> int:
    """The hexes that one more step could have reached if nothing had stood in the way."""
    bits = 0
    for (sea, _), area in seen.items():
        bits |= lane.hexes(sea, lane.onward(sea, area))
    for edge in lane.edge.values() if off_map != NONE else ():
        bits |= edge
    return bits


def _traced(lane: Lanes, layers: list[Layer], end: Node) -> tuple[int, ...]:
    """The way back through the layers, turned round."""
    sea, node, rounded = end
    path = [node]
    for layer in reversed(layers[:-1]):
        beside = lane.onward(sea, 1 << node) & layer.get((sea, rounded), 0)
        if beside:
            node = (beside & -beside).bit_length() - 1
            path.append(node)
            continue
        before = [key for key, bits in layer.items() if bits >> node & 1 and key[0] != sea and key[1] == rounded]
        if before:
            sea = before[0][0]
            continue
        for (other, was), bits in layer.items():
            edge = bits & lane.edge[other]
            same = (other in WEST) == (sea in WEST)
            if edge and was == (rounded if same else False) and (same or rounded):
                sea, rounded = other, was
                node = (edge & -edge).bit_length() - 1
                path += (lane.cape, node)
                break
    return _hexes(lane, path[::-1])


def _hexes(lane: Lanes, path: Iterable[int]) -> tuple[int, ...]:
    """A way over shores as one over hexes."""
    return tuple(lane.hex_of.get(node, node) for node in path)


def _least_met(
    lane: Lanes, start: Waters, target: Waters, blocked: int, closed: frozenset[str], off_map: str,
    zones: tuple[tuple[int, int], ...], seas: tuple[str, ...],
) -> tuple[int, ...]:  # fmt: skip
    """A way through zones that cannot all be avoided: fewest points first, then the shortest, then the first by hex."""
    goals = {(sea, node) for sea, bits in target for node in members(bits)}
    met_at, worth = _met_at(zones), {0: 0}
    heap: list[tuple[int, int, Node, tuple[int, ...], int]] = []
    for sea, bits in start:
        if sea in seas:
            for node in members(bits):
                met = met_at.get(lane.hex_of.get(node, node), 0)
                heappush(heap, (_points(zones, met), 1, (sea, node, False), (node,), met))
    done: set[Node] = set()
    best: dict[Node, tuple[int, int]] = {}
    left_map: set[tuple[bool, bool]] = set()
    while heap:
        _, length, here, path, met = heappop(heap)
        if here in done:
            continue
        done.add(here)
        sea, node, rounded = here
        if (sea, node) in goals and rounded == (off_map == ROUND):
            return _hexes(lane, path)
        # The first hex of an edge to be reached is the cheapest way off the map: no other need be tried.
        way_off = off_map if (sea in WEST, rounded) not in left_map else NONE
        if lane.edge[sea] >> node & 1:
            left_map.add((sea in WEST, rounded))
        for there in _next(lane, here, blocked, closed, way_off, seas):
            if there in done:
                continue
            more = met | met_at.get(lane.hex_of.get(there[1], there[1]), 0)
            if more not in worth:
                worth[more] = _points(zones, more)
            merit = (worth[more], length + 1)
            if best.setdefault(there, merit) < merit:
                continue
            best[there] = merit
            way = path
            if there[1] != node:
                cape = () if _adjacent(lane, sea, node, there) else (lane.cape,)
                way = (*path, *cape, there[1])
            heappush(heap, (*merit, there, way, more))
    return ()


def _next(
    lane: Lanes, here: Node, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]
) -> Iterator[Node]:
    sea, node, rounded = here
    for there in _beside(lane, sea, node):
        if not blocked >> there & 1:
            yield sea, there, rounded
    for passage in lane.passages if lane.gates[sea] >> node & 1 else ():
        if passage.node == node and sea in passage.seas and passage.name not in closed:
            other = passage.seas[1] if passage.seas[0] == sea else passage.seas[0]
            if other in seas:
                yield other, node, rounded
    if off_map == NONE or not lane.edge[sea] >> node & 1:
        return
    own, far = (WEST, EAST) if sea in WEST else (EAST, WEST)
    for group, after in ((own, rounded), (far, True)):
        if group is far and (off_map != ROUND or rounded):
            continue
        for other in group:
            if other in seas:
                for there in members(lane.edge[other] & ~blocked):
                    yield other, there, after


def _adjacent(lane: Lanes, sea: str, node: int, there: Node) -> bool:
    return there[0] == sea and there[1] in _beside(lane, sea, node)


@cache
def _beside(lane: Lanes, sea: str, node: int) -> tuple[int, ...]:
    """The shores that a ship of a sea reaches from a shore in one step."""
    return tuple(members(lane.onward(sea, 1 << node)))


@lru_cache(maxsize=64)
def _met_at(zones: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """The zones that each hex lies in, by their places in the list."""
    found: dict[int, int] = {}
    for i, (zone, _) in enumerate(zones):
        for node in members(zone):
            found[node] = found.get(node, 0) | 1 << i
    return found


def _points(zones: tuple[tuple[int, int], ...], met: int) -> int:
    return sum([zones[i][1] for i in members(met)])


def follows(
    lane: Lanes, start: Waters, path: tuple[int, ...], blocked: int, closed: frozenset[str], off_map: str,
    seas: tuple[str, ...] = SAILED,
) -> tuple[Waters, bool]:  # fmt: skip
    """Where a typed way from some waters ends, and whether it went round Africa; nowhere when a step of it is none."""
    blocked = lane.shut(blocked)
    here: set[Node] = {
        (sea, node, False)
        for sea, bits in _shores(lane, start)
        for node in members(bits)
        if sea in seas and _hexes(lane, (node,)) == path[:1]
    }
    over_the_edge = False
    for node in path[1:]:
        if node == lane.cape:
            over_the_edge = True
            continue
        there: set[Node] = set()
        for one in here:
            for after in _through(lane, one, blocked, closed, off_map, seas):
                for to in _next(lane, after, blocked, closed, off_map, seas):
                    if lane.hex_of.get(to[1], to[1]) == node and (over_the_edge or _adjacent(lane, *after[:2], to)):
                        there.add(to)
        here, over_the_edge = there, False
    ends: dict[str, int] = {}
    for sea, node, _ in here:
        ends[sea] = ends.get(sea, 0) | 1 << lane.hex_of.get(node, node)
    return tuple(sorted(ends.items())), any(rounded for _, _, rounded in here)


def _through(
    lane: Lanes, here: Node, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]
) -> Iterator[Node]:
    """The same hex on each sea that its passages join."""
    yield here
    for other in _next(lane, here, blocked, closed, off_map, seas):
        if other[1] == here[1] and other[0] != here[0]:
            yield other
