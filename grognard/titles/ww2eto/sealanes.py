"""The sea as ships see it (5.7, 5.76): a node for each shore of a hex, passages between seas, the way off the map.

Pure geometry of the board. Who may sail where is in ``naval.py`` and ``amphibious.py``, the ways in ``courses.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from grognard.board import Board
from grognard.board.area import Exits, flood, step
from grognard.board.hexset import from_iter, members

from . import world as w
from .shores import Banks, Quays, quays

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
    quays: Mapping[str, Quays]
    ports: Mapping[str, int]
    passages: tuple[Passage, ...]
    edge: Mapping[str, int]
    cape: int
    gates: Mapping[str, int]
    """The hexes of each sea that are passages to another."""

    def seas_of_port(self, node: int) -> tuple[str, ...]:
        """The seas on which a hex is a port (5.7/e, 5.7/g)."""
        return tuple(sea for sea in SAILED if self.ports[sea] >> node & 1)

    def hexes(self, sea: str, nodes: int) -> int:
        """The hexes of some shores."""
        for quay, node in self.quays[sea].hex_of.items():
            if nodes >> quay & 1:
                nodes = nodes & ~(1 << quay) | 1 << node
        return nodes

    def shores(self, sea: str, hexes: int) -> int:
        """All the shores of some hexes on one sea."""
        for node, further in self.quays[sea].further.items():
            if hexes >> node & 1:
                hexes |= further
        return hexes

    def shut(self, hexes: int) -> int:
        """All the shores of some hexes, whatever the sea."""
        if hexes & self.necks:
            for sea in SAILED:
                hexes = self.shores(sea, hexes)
        return hexes

    def onward(self, sea: str, nodes: int) -> int:
        """What one step over a sea reaches."""
        ways = self.quays[sea]
        found = step(nodes, ways.ways)
        if nodes & ways.linked:
            for node, there in ways.links.items():
                if nodes >> node & 1:
                    found |= there
        return found

    def flooded(self, sea: str, nodes: int, blocked: int) -> int:
        """All that may be reached over a sea; those who are in a blocked place may leave it."""
        if not blocked & self.board.sea[sea] & ~self.board.land:
            return self._skipped(sea, nodes, blocked)
        ways = self.quays[sea]
        found = flood(nodes, ways.ways, blocked=blocked & ~nodes)
        while more := found & ways.linked and self.onward(sea, found & ways.linked) & ~(found | blocked):
            found = flood(found | more, ways.ways, blocked=blocked & ~(found | more))
        return found

    def _skipped(self, sea: str, nodes: int, blocked: int) -> int:
        """The same when all sea hexes are free: who comes to one of a pool has all of it and its coasts at once."""
        found, fresh = 0, nodes
        while fresh:
            for pool, coasts in self.pools[sea]:
                if fresh & pool and pool & ~found:
                    fresh |= pool | coasts & ~blocked
            found |= fresh
            fresh = self.onward(sea, fresh) & ~(found | blocked)
        return found

    @cached_property
    def pools(self) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """The sea hexes of each sea that lie together, and the coasts beside them."""
        found: dict[str, tuple[tuple[int, int], ...]] = dict.fromkeys(SAILED, ())
        for sea in SAILED:
            left = self.board.sea[sea] & ~self.board.land
            ways = self.quays[sea].ways.inside(left)
            while left:
                pool = flood(left & -left, ways)
                found[sea] = (*found[sea], (pool, self.onward(sea, pool) & ~pool))
                left &= ~pool
        return found

    @cached_property
    def necks(self) -> int:
        """The hexes that have two shores on one sea."""
        return from_iter(node for sea in SAILED for node in self.quays[sea].further)

    @cached_property
    def hex_of(self) -> Mapping[int, int]:
        """The hexes of further shores."""
        return {quay: node for sea in SAILED for quay, node in self.quays[sea].hex_of.items()}

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
    passages = tuple(_passages(board))
    gates = {sea: from_iter(p.node for p in passages if sea in p.seas) for sea in SAILED}
    return Lanes(board, _quays(board, gates), ports, passages, edge, cape, gates)


def _quays(board: Board, gates: Mapping[str, int]) -> dict[str, Quays]:
    """The shores of every sea; through a passage or a channel ships go from one shore of the hex to the other."""
    whole = board.sides["sea"] | board.sides["strait"] | board.sides["crossing"]
    channels = from_iter(board.node(row["hex"]) for row in w.table("channels.csv"))
    found: dict[str, Quays] = {}
    first = board.size + 1
    for sea in SAILED:
        coasts = board.sea[sea] & board.land & ~gates[sea] & ~channels
        found[sea] = quays(Banks(board, _ways(board, sea), whole), coasts, first)
        first += len(found[sea].hex_of)
    return found


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


def sailed(
    lane: Lanes, start: Waters, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...] = SAILED
) -> Waters:
    """The hexes that a ship reaches: ``blocked`` ones are not entered, ``closed`` passages not used."""
    return chart(lane, blocked, closed, off_map, seas).reached(start).hexes


def coasted(
    lane: Lanes, start: Waters, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...] = SAILED
) -> Waters:
    """The same, and all coasts that a ship could land on from there."""
    found = chart(lane, blocked, closed, off_map, seas).reached(start).nodes
    return tuple((sea, lane.hexes(sea, area | lane.onward(sea, area))) for sea, area in sorted(found.items()))


class Reach(NamedTuple):
    """Waters that are one, by shore and by hex."""

    nodes: Mapping[str, int]
    hexes: Waters


class Chart:
    """What ships reach while the same hexes are blocked: who begins in waters that are known need not be followed."""

    __slots__ = ("_behind", "_known", "_of", "blocked", "closed", "edge", "gates", "lane", "seas", "this_side")

    def __init__(
        self, lane: Lanes, blocked: int, closed: frozenset[str], edge: bool, seas: tuple[str, ...],
        this_side: Chart | None = None,
    ) -> None:  # fmt: skip
        """With ``this_side``, the chart of the same seas on one side of Africa, ships go round to the other."""
        self.lane, self.blocked, self.closed, self.edge = lane, lane.shut(blocked), closed, edge
        self.seas, self.this_side = seas, this_side
        open_ = [one for one in lane.passages if one.name not in closed and not self.blocked >> one.node & 1]
        self.gates = tuple((*one.seas, 1 << one.node) for one in open_)
        self._known: list[Reach] = []
        self._of: dict[Waters, Reach] = {}
        self._behind: dict[Waters, Reach] = {}

    def reached(self, start: Waters) -> Reach:
        """The waters that a ship reaches from some hexes."""
        found = self._of.get(start)
        if found is None:
            begin, near = {sea: self.lane.shores(sea, bits) for sea, bits in start if sea in self.seas}, self.this_side
            found = self._of[start] = self._waters(begin) if near is None else self._round(begin, near)
        return found

    def _waters(self, start: dict[str, int]) -> Reach:
        """All the waters that ships reach from some shores."""
        parts: list[Reach] = []
        for sea, bits in start.items():
            while bits:
                part = self._water(sea, bits & -bits)
                bits &= ~part.nodes[sea]
                if part not in parts:
                    parts.append(part)
        if len(parts) == 1:
            return parts[0]
        areas: dict[str, int] = {}
        for part in parts:
            for sea, area in part.nodes.items():
                areas[sea] = areas.get(sea, 0) | area
        return self._written(areas)

    def _water(self, sea: str, node: int) -> Reach:
        """From one shore. Ways lead back where they came from: who is in known waters reaches them and no others."""
        for known in self._known:
            if known.nodes.get(sea, 0) & node:
                return known
        found = self._written(self._flooded({sea: node}, self.seas))
        if not node & self.blocked:
            self._known.append(found)
        return found

    def _written(self, found: dict[str, int]) -> Reach:
        return Reach(found, tuple((sea, self.lane.hexes(sea, area)) for sea, area in sorted(found.items())))

    def _flooded(self, start: dict[str, int], seas: tuple[str, ...]) -> dict[str, int]:
        lane, blocked, found = self.lane, self.blocked, dict(start)
        fresh = set(found)
        while fresh:
            for sea in sorted(fresh):
                found[sea] = lane.flooded(sea, found[sea], blocked)
            before = dict(found)
            for a, b, gate in self.gates:
                one, other = found.get(a, 0) & gate, found.get(b, 0) & gate
                if one != other and (b if one else a) in seas:
                    found[a], found[b] = found.get(a, 0) | gate, found.get(b, 0) | gate
            for group in (WEST, EAST) if self.edge else ():
                if any(found.get(sea, 0) & lane.edge[sea] for sea in group):
                    for sea in group:
                        if sea in seas:
                            found[sea] = found.get(sea, 0) | lane.edge[sea] & ~blocked
            fresh = {sea for sea, area in found.items() if area != before.get(sea, 0)}
        return found

    def _round(self, start: dict[str, int], this_side: Chart) -> Reach:
        """Round Africa (5.71/a): out over one edge of the map and in over the other."""
        before = this_side._waters(start).nodes
        own = [group for group in (WEST, EAST) if any(sea in group for sea in start)] or [WEST, EAST]
        ends: Waters = ()
        for out in own:
            if any(before.get(sea, 0) & self.lane.edge[sea] for sea in out):
                ends = (*ends, *[(sea, self.lane.edge[sea]) for sea in (EAST if out is WEST else WEST)])
        return self._beyond(ends)

    def _beyond(self, ends: Waters) -> Reach:
        """What lies behind the edges that a ship comes in over."""
        found = self._behind.get(ends)
        if found is None:
            areas: dict[str, int] = {}
            for into in (WEST, EAST):
                start = {sea: bits & ~self.blocked for sea, bits in ends if sea in into and sea in self.seas}
                out = EAST if into is WEST else WEST
                if start:
                    for sea, bits in self._flooded(start, tuple(sea for sea in self.seas if sea not in out)).items():
                        areas[sea] = areas.get(sea, 0) | bits
            found = self._behind[ends] = self._written(areas)
        return found


def chart(lane: Lanes, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]) -> Chart:
    """The chart of a state of the seas; what is blocked inland or on other seas does not matter."""
    return _chart(lane, blocked & _washed(lane, seas), closed, off_map, seas)


@lru_cache(maxsize=512)
def _chart(lane: Lanes, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]) -> Chart:
    this_side = _chart(lane, blocked, closed, EDGE, seas) if off_map == ROUND else None
    return Chart(lane, blocked, closed, off_map != NONE, seas, this_side)


@cache
def _washed(lane: Lanes, seas: tuple[str, ...]) -> int:
    """All hexes that ships of some seas touch."""
    bits = 0
    for sea in seas:
        bits |= lane.board.sea[sea]
    return bits


def ports_in(lane: Lanes, waters: Waters) -> int:
    """The port hexes of some waters."""
    bits = 0
    for sea, area in waters:
        bits |= area & lane.ports[sea]
    return bits
