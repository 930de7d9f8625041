"""The sea as ships see it (5.7, 5.76): a node for each hex and sea, passages between seas, and the way off the map.

Pure geometry of the board. Who may sail where is in ``naval.py`` and ``amphibious.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush

from grognard.board import Board
from grognard.board.area import Exits, flood, step
from grognard.board.hexset import from_iter, members

ATLANTIC, BALTIC, BLACK, CASPIAN, MEDITERRANEAN, GULF, RED = (
    "Atlantic", "Baltic", "Black", "Caspian", "Mediterranean", "Persian Gulf", "Red",
)  # fmt: skip
OPEN_COASTS = (ATLANTIC, RED, GULF)
ANCHORAGES = (BALTIC, MEDITERRANEAN)
SAILED = (ATLANTIC, BALTIC, MEDITERRANEAN, GULF, RED)
SUEZ, GIBRALTAR, DANISH_STRAITS = "Suez", "Gibraltar", "Danish straits"
WEST, EAST = (ATLANTIC,), (RED, GULF)
NONE, EDGE, ROUND = "none", "edge", "round"
"""Off the map: never; along one side of Africa; from one side of it to the other."""

Waters = tuple[tuple[str, int], ...]
"""Hexes by sea: a ship in a hex is on one of the seas that wash it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A hex through which ships go from one sea to another."""

    name: str
    node: int
    seas: tuple[str, str]


@dataclass(frozen=True, eq=False)
class Lanes:
    """What the board says of ships: ways by sea, ports by sea, passages, and the edge of the map."""

    board: Board
    exits: Mapping[str, Exits]
    ports: Mapping[str, int]
    passages: tuple[Passage, ...]
    edge: Mapping[str, int]
    cape: int
    gates: Mapping[str, int]
    """The hexes of each sea that are passages to another."""

    def seas_of_port(self, node: int) -> tuple[str, ...]:
        """The seas on which a hex is a port (5.7/e, 5.7/g)."""
        return tuple(sea for sea in SAILED if self.ports[sea] >> node & 1)

    @cached_property
    def all_ports(self) -> int:
        bits = 0
        for sea in SAILED:
            bits |= self.ports[sea]
        return bits


@cache
def lanes(board: Board) -> Lanes:
    """The lanes of a board."""
    land = board.land & ~board.tag["prohibited"]
    ports = {sea: board.sea[sea] & land for sea in OPEN_COASTS} | dict.fromkeys(ANCHORAGES, 0)
    for place in board.places:
        if place.kind == "port":
            for sea in place.many("seas"):
                if sea in ANCHORAGES:
                    ports[sea] |= 1 << place.node & land
    edge = dict.fromkeys(SAILED, 0)
    cape = board.node("Cape route")
    for node in members(board.hexes):
        for other, _ in board.graph["offmap"].links(node):
            if other == cape:
                for sea in OPEN_COASTS:
                    if board.sea[sea] >> node & 1:
                        edge[sea] |= 1 << node
    exits = {sea: _ways(board, sea) for sea in SAILED}
    passages = tuple(_passages(board))
    gates = {sea: from_iter(p.node for p in passages if sea in p.seas) for sea in SAILED}
    return Lanes(board, exits, ports, passages, edge, cape, gates)


def _ways(board: Board, sea: str) -> Exits:
    """The hexsides that a ship of one sea crosses: all at sea, on land those along the coast, and the Suez canal."""
    area = board.sea[sea]
    around = board.around.inside(area)
    land = around.inside(area & board.land)
    shore = Exits.none(board.grid)
    for kind in ("coast", "sea", "strait", "crossing"):
        shore |= board.sides[kind]
    ways = (around - land) | (land & shore)
    others = 0
    for other, hexes in board.sea.items():
        others |= hexes if other != sea else 0
    inland = area & ~ways.hexes() & others
    return ways | around.leaving(inland) | around.entering(inland)


def _passages(board: Board) -> Iterator[Passage]:
    for sea in board.seas.values():
        for other, condition in sea.adjacent.items():
            if sea.name < other and condition in (SUEZ, GIBRALTAR, DANISH_STRAITS):
                for node in members(board.sea[sea.name] & board.sea[other]):
                    yield Passage(condition, node, (sea.name, other))


@lru_cache(maxsize=4096)
def sailed(
    lane: Lanes, start: Waters, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...] = SAILED
) -> Waters:
    """The waters that a ship reaches: ``blocked`` hexes are not entered, ``closed`` passages not used."""
    found = {sea: bits for sea, bits in start if sea in seas}
    if off_map == ROUND:
        return _round(lane, tuple(sorted(found.items())), blocked, closed, seas)
    _flood(lane, found, blocked, closed, seas, off_map == EDGE)
    return tuple(sorted(found.items()))


def _flood(
    lane: Lanes, found: dict[str, int], blocked: int, closed: frozenset[str], seas: tuple[str, ...], edge: bool
) -> None:
    fresh = set(found)
    while fresh:
        for sea in sorted(fresh):
            found[sea] = flood(found[sea], lane.exits[sea], blocked=blocked & ~found[sea])
        before = dict(found)
        for passage in lane.passages:
            if passage.name in closed or blocked >> passage.node & 1:
                continue
            a, b = passage.seas
            for here, there in ((a, b), (b, a)):
                if there in seas and found.get(here, 0) >> passage.node & 1:
                    found[there] = found.get(there, 0) | 1 << passage.node
        if edge:
            for group in (WEST, EAST):
                if any(found.get(sea, 0) & lane.edge[sea] for sea in group):
                    for sea in group:
                        if sea in seas:
                            found[sea] = found.get(sea, 0) | lane.edge[sea] & ~blocked
        fresh = {sea for sea in found if found[sea] != before.get(sea, 0)}


def _round(lane: Lanes, start: Waters, blocked: int, closed: frozenset[str], seas: tuple[str, ...]) -> Waters:
    """Round Africa (5.71/a): out over one edge of the map and in over the other."""
    before = dict(sailed(lane, start, blocked, closed, EDGE, seas))
    found: dict[str, int] = {}
    own = [group for group in (WEST, EAST) if any(sea in group for sea, _ in start)]
    for out, into in ((WEST, EAST), (EAST, WEST)):
        if out in (own or (WEST, EAST)) and any(before.get(sea, 0) & lane.edge[sea] for sea in out):
            beyond = tuple(sea for sea in seas if sea not in out)
            after = {sea: lane.edge[sea] & ~blocked for sea in into if sea in seas}
            _flood(lane, after, blocked, closed, beyond, True)
            for sea, bits in after.items():
                found[sea] = found.get(sea, 0) | bits
    return tuple(sorted(found.items()))


def ports_in(lane: Lanes, waters: Waters) -> int:
    """The port hexes of some waters."""
    bits = 0
    for sea, area in waters:
        bits |= area & lane.ports[sea]
    return bits


Node = tuple[str, int, bool]
"""A sea, a hex of it, and whether the Cape has been rounded."""


def course(
    lane: Lanes, start: Waters, target: Waters, blocked: int, closed: frozenset[str], off_map: str,
    zones: tuple[tuple[int, int], ...], seas: tuple[str, ...] = SAILED,
) -> tuple[int, ...]:  # fmt: skip
    """The hexes of a way from port to port that meets the fewest enemy points (R070), then the shortest.

    ``zones`` are pairs of an air zone and the points whose zone it is.
    """
    ends = 0
    for _, bits in (*start, *target):
        ends |= bits
    avoided = 0
    for zone, _ in zones:
        if not zone & ends:
            avoided |= zone
    path, seen = _shortest(lane, start, target, blocked | avoided, closed, off_map, seas)
    if path or not avoided:
        return path
    beyond, tried = _beyond(lane, seen, off_map), {avoided}
    for risk, _ in sorted(zones, key=lambda pair: pair[1]):
        spared = 0
        for zone, _ in zones:
            if zone != risk and not zone & ends:
                spared |= zone
        if spared in tried or not avoided & ~spared & beyond:
            continue
        tried.add(spared)
        path, _ = _shortest(lane, start, target, blocked | spared, closed, off_map, seas)
        if path:
            return path
    return _least_met(lane, start, target, blocked, closed, off_map, zones, seas)


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
    out = [(here, step(bits, lane.exits[sea]))]
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
        bits |= step(area, lane.exits[sea])
    for edge in lane.edge.values() if off_map != NONE else ():
        bits |= edge
    return bits


def _traced(lane: Lanes, layers: list[Layer], end: Node) -> tuple[int, ...]:
    """The way back through the layers, turned round."""
    sea, node, rounded = end
    path = [node]
    for layer in reversed(layers[:-1]):
        beside = step(1 << node, lane.exits[sea]) & layer.get((sea, rounded), 0)
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
    return tuple(reversed(path))


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
                met = met_at.get(node, 0)
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
            return path
        # The first hex of an edge to be reached is the cheapest way off the map: no other need be tried.
        way_off = off_map if (sea in WEST, rounded) not in left_map else NONE
        if lane.edge[sea] >> node & 1:
            left_map.add((sea in WEST, rounded))
        for there in _next(lane, here, blocked, closed, way_off, seas):
            if there in done:
                continue
            more = met | met_at.get(there[1], 0)
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
    """The hexes that a ship of a sea reaches from a hex in one step."""
    return tuple(members(step(1 << node, lane.exits[sea])))


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
    lane: Lanes, path: tuple[int, ...], blocked: int, closed: frozenset[str], off_map: str,
    seas: tuple[str, ...] = SAILED,
) -> tuple[Waters, bool]:  # fmt: skip
    """Where a typed way ends, and whether it went round Africa; no waters when some step of it is none."""
    here: set[Node] = {(sea, path[0], False) for sea in lane.seas_of_port(path[0]) if sea in seas}
    over_the_edge = False
    for node in path[1:]:
        if node == lane.cape:
            over_the_edge = True
            continue
        there: set[Node] = set()
        for one in here:
            for after in _through(lane, one, blocked, closed, off_map, seas):
                beside = _adjacent(lane, after[0], after[1], (after[0], node, False))
                if beside and not over_the_edge and not blocked >> node & 1:
                    there.add((after[0], node, after[2]))
                elif over_the_edge:
                    there.update(n for n in _next(lane, after, blocked, closed, off_map, seas) if n[1] == node)
        here, over_the_edge = there, False
    ends: dict[str, int] = {}
    for sea, node, _ in here:
        ends[sea] = ends.get(sea, 0) | 1 << node
    return tuple(sorted(ends.items())), any(rounded for _, _, rounded in here)


def _through(
    lane: Lanes, here: Node, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]
) -> Iterator[Node]:
    """The same hex on each sea that its passages join."""
    yield here
    for other in _next(lane, here, blocked, closed, off_map, seas):
        if other[1] == here[1] and other[0] != here[0]:
            yield other
