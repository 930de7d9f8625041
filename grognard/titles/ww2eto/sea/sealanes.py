"""The sea as ships see it (5.7, 5.76): a node for each shore of a hex, passages between seas, the way off the map.

Pure geometry of the board. Who may sail where is in ``naval.py`` and ``amphibious.py``, the ways in ``courses.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import permutations
from typing import NamedTuple

from grognard.board import Board
from grognard.board.area import Exits, flood, step
from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.cache import cached_values

from .. import world as w
from .shores import Banks, Quays, quays

ATLANTIC, BALTIC, BLACK, CASPIAN, MEDITERRANEAN, GULF, RED = (
    "Atlantic", "Baltic", "Black", "Caspian", "Mediterranean", "Persian Gulf", "Red",
)  # fmt: skip
OPEN_COASTS = (ATLANTIC, RED, GULF)
ANCHORAGES = (BALTIC, MEDITERRANEAN)
SAILED = (ATLANTIC, BALTIC, MEDITERRANEAN, GULF, RED)
"""Seas with ports; to the Black Sea, which has none, landings go (12.4, R089)."""
SUEZ, GIBRALTAR, DANISH_STRAITS, TURKISH_STRAITS = "Suez", "Gibraltar", "Danish straits", "Turkish straits"
WEST, EAST = (ATLANTIC,), (RED, GULF)
NONE, EDGE, ROUND = "none", "edge", "round"
"""Off the map: never; along one side of Africa; from one side of it to the other."""

Waters = tuple[tuple[str, int], ...]
"""Hexes by sea: a ship in a hex is on one of the seas that wash it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A hex through which ships go from one sea to another, and its shores on either."""

    name: str
    node: int
    shores: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Lanes:
    """What the board says of ships, of all seas at once: a node for each shore of a hex and each sea that it is on."""

    board: Board
    ways: Exits
    links: Mapping[int, int]
    """The nodes that some lead to besides."""
    hex_of: Mapping[int, int]
    """The hexes of the nodes that are not just a hex."""
    area: Mapping[str, int]
    """The nodes of each sea."""
    ports: Mapping[str, int]
    passages: tuple[Passage, ...]
    edge: Mapping[str, int]
    cape: int

    def hexes(self, nodes: int) -> int:
        """The hexes of some shores."""
        quays = nodes & self._quays
        for quay in members(quays) if quays else ():
            nodes = nodes ^ 1 << quay | 1 << self.hex_of[quay]
        return nodes

    def shores(self, hexes: int) -> int:
        """All the shores of some hexes, whatever the sea."""
        necks = hexes & self._necks
        for node in members(necks) if necks else ():
            hexes |= self._further[node]
        return hexes

    def nodes(self, waters: Waters, seas: tuple[str, ...]) -> int:
        """The shores of some waters, as far as they are of some seas."""
        found = 0
        for sea, hexes in waters:
            if sea in seas:
                found |= self.shores(hexes) & self.area[sea]
        return found

    def waters(self, nodes: int) -> Waters:
        """Some shores as hexes by sea."""
        return tuple([(sea, self.hexes(nodes & area)) for sea, area in self.area.items() if nodes & area])

    def lowest(self, nodes: int) -> int:
        """The first of some shores of one sea, those that it shares with another sea by their hex."""
        return min(members(nodes), key=self.written) if nodes & self._shared else first(nodes)

    def written(self, node: int) -> int:
        """A shore by its hex if it is a hex's only one on its sea, and else by itself."""
        return self.hex_of[node] if self._shared >> node & 1 else node

    def onward(self, nodes: int) -> int:
        """What one step over a sea reaches."""
        found, linked = step(nodes, self.ways), nodes & self._linked
        for node in members(linked) if linked else ():
            found |= self.links[node]
        return found

    def flooded(self, nodes: int, blocked: int) -> int:
        """All that may be reached over the same sea; those who are in a blocked place may leave it."""
        if not blocked & self._open_sea:
            return self._skipped(nodes, blocked)
        found, more = 0, nodes
        while more:
            fresh = flood(more, self.ways, blocked=blocked | found)
            found |= fresh
            more = self.onward(fresh & self._linked) & ~(found | blocked)
        return found

    def _skipped(self, nodes: int, blocked: int) -> int:
        """The same when all sea hexes are free: who comes to one of a pool has all of it and its coasts at once."""
        found, fresh = 0, nodes
        while fresh:
            for pool, coasts in self.pools if fresh & self._open_sea else ():
                if fresh & pool:
                    fresh |= pool | coasts & ~blocked
            found |= fresh
            fresh = self.onward(fresh) & ~(found | blocked)
        return found

    @cached_property
    def _open_sea(self) -> int:
        """The sea hexes."""
        return self.nodes(tuple([(sea, self.board.sea[sea] & ~self.board.land) for sea in SAILED]), SAILED)

    @cached_property
    def pools(self) -> tuple[tuple[int, int], ...]:
        """The sea hexes that lie together, and the coasts beside them."""
        found, left = [], self._open_sea
        ways = self.ways.inside(left)
        while left:
            pool = flood(left & -left, ways)
            found.append((pool, self.onward(pool) & ~pool))
            left &= ~pool
        return tuple(found)

    @cached_property
    def _quays(self) -> int:
        return from_iter(self.hex_of)

    @cached_property
    def _necks(self) -> int:
        return from_iter(self._further)

    @cached_property
    def _further(self) -> Mapping[int, int]:
        """The further shores of each hex that has some."""
        found: dict[int, int] = {}
        for quay, node in self.hex_of.items():
            found[node] = found.get(node, 0) | 1 << quay
        return found

    @cached_property
    def edges(self) -> int:
        return self.sides[0] | self.sides[1]

    @cached_property
    def twin(self) -> Mapping[int, int]:
        """The other shore of each shore in a passage."""
        return {first(one): other for passage in self.passages for one, other in permutations(passage.shores)}

    @cached_property
    def _shared(self) -> int:
        """The nodes of hexes that are on an earlier sea too."""
        return from_iter(one for passage in self.passages for one in members(passage.shores[1]))

    @cached_property
    def _linked(self) -> int:
        return from_iter(self.links)

    @cached_property
    def sides(self) -> tuple[int, int]:
        """The edges of the map west and east of Africa."""
        west, east = (self.nodes(tuple([(sea, self.edge[sea]) for sea in group]), group) for group in (WEST, EAST))
        return west, east

    @cached_property
    def all_ports(self) -> int:
        bits = 0
        for sea in SAILED:
            bits |= self.ports[sea]
        return bits


@cache
def lanes(board: Board) -> Lanes:
    """The lanes of a board."""
    ports = _ocean_ports(board) | _anchorages(board)
    edge = dict.fromkeys(SAILED, 0)
    cape = board.node("Cape route")
    for node in members(board.hexes):
        for other, _ in board.graph["offmap"].links(node):
            if other == cape:
                for sea in OPEN_COASTS:
                    if board.sea[sea] >> node & 1:
                        edge[sea] |= 1 << node
    quays = _quays(board)
    links: dict[int, int] = {}
    hex_of: dict[int, int] = {}
    ways, area, taken = Exits.none(board.grid), {}, 0
    for sea, found in quays.items():
        ways |= found.ways
        hex_of |= found.hex_of
        for node, there in found.links.items():
            links[node] = links.get(node, 0) | there
        area[sea] = board.sea[sea] & ~taken | from_iter(found.hex_of)
        taken |= board.sea[sea]
    return Lanes(board, ways, links, hex_of, area, ports, tuple(_passages(board, area, hex_of)), edge, cape)


def _ocean_ports(board: Board) -> dict[str, int]:
    """Every coast of the oceans is a port (5.7/e)."""
    land = board.land & ~board.tag["prohibited"]
    return {sea: board.sea[sea] & land for sea in OPEN_COASTS}


def _anchorages(board: Board) -> dict[str, int]:
    """In the Baltic and the Mediterranean anchors alone are ports (5.7/g); the Black Sea has none."""
    land, ports = board.land & ~board.tag["prohibited"], dict.fromkeys((*ANCHORAGES, BLACK), 0)
    for place in board.places:
        if place.kind == "port":
            for sea in place.many("seas"):
                if sea in ANCHORAGES:
                    ports[sea] |= 1 << place.node & land
    return ports


def _quays(board: Board) -> dict[str, Quays]:
    """The shores of every sea; through a passage or a channel ships go from one shore of the hex to the other."""
    whole = board.sides["sea"] | board.sides["strait"] | board.sides["crossing"]
    channels = from_iter(board.node(row["hex"]) for row in w.table("channels.csv"))
    gates = from_iter(node for _, node, _ in _straits(board))
    found: dict[str, Quays] = {}
    first, taken = board.size + 1, 0
    for sea in (*SAILED, BLACK):
        coasts = board.sea[sea] & board.land & ~gates & ~channels
        found[sea] = quays(Banks(board, _ways(board, sea), whole), coasts & ~taken, board.sea[sea] & taken, first)
        first += len(found[sea].hex_of)
        taken |= board.sea[sea]
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


def _straits(board: Board) -> Iterator[tuple[str, int, tuple[str, str]]]:
    for sea in board.seas.values():
        for other, condition in sea.adjacent.items():
            if sea.name < other and condition in (SUEZ, GIBRALTAR, DANISH_STRAITS):
                for node in members(board.sea[sea.name] & board.sea[other]):
                    yield condition, node, (sea.name, other)
    for node in members(board.sea[MEDITERRANEAN] & board.sea[BLACK]):
        yield TURKISH_STRAITS, node, (MEDITERRANEAN, BLACK)


def _passages(board: Board, area: Mapping[str, int], hex_of: Mapping[int, int]) -> Iterator[Passage]:
    for name, node, seas in _straits(board):
        shores = 1 << node | from_iter(quay for quay, of in hex_of.items() if of == node)
        yield Passage(name, node, (shores & area[seas[0]], shores & area[seas[1]]))


def sailed(
    lane: Lanes, start: Waters, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...] = SAILED
) -> Waters:
    """The hexes that a ship reaches: ``blocked`` ones are not entered, ``closed`` passages not used."""
    return chart(lane, blocked, closed, off_map, seas).reached(start).hexes


def coasted(
    lane: Lanes, start: Waters, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...] = SAILED
) -> int:
    """The same of all seas together, and all coasts that a ship could land on from there."""
    found = chart(lane, blocked, closed, off_map, seas).reached(start).nodes
    return lane.hexes(found | lane.onward(found))


class Reach(NamedTuple):
    """Waters that are one: their shores, their hexes by sea and together, their ports."""

    nodes: int
    hexes: Waters
    area: int
    ports: int


class Chart:
    """What ships reach while the same hexes are blocked: who begins in waters that are known need not be followed."""

    __slots__ = ("_behind", "_edges", "_known", "_of", "blocked", "closed", "lane", "seas", "this_side")

    def __init__(
        self, lane: Lanes, blocked: int, closed: frozenset[str], edge: bool, seas: tuple[str, ...],
        this_side: Chart | None = None,
    ) -> None:  # fmt: skip
        """With ``this_side``, the chart of the same seas on one side of Africa, ships go round to the other."""
        self.lane, self.blocked, self.closed = lane, lane.shores(blocked), closed
        self.seas, self.this_side = seas, this_side
        self._edges = lane.sides if edge else ()
        self._known: list[Reach] = []
        self._of: dict[Waters, Reach] = {}
        self._behind: dict[int, Reach] = {}

    def reached(self, start: Waters) -> Reach:
        """The waters that a ship reaches from some hexes."""
        found = self._of.get(start)
        if found is None:
            begin, near = self.lane.nodes(start, self.seas), self.this_side
            found = self._of[start] = self._waters(begin) if near is None else self._round(begin, near)
        return found

    def _waters(self, start: int) -> Reach:
        """All the waters that ships reach from some shores."""
        parts: list[Reach] = []
        nodes = 0
        while left := start & ~nodes:
            part = self._water(left & -left)
            nodes |= part.nodes
            parts.append(part)
        return parts[0] if len(parts) == 1 else self._written(nodes)

    def _water(self, node: int) -> Reach:
        """From one shore. Ways lead back where they came from: who is in known waters reaches them and no others."""
        for known in self._known:
            if known.nodes & node:
                return known
        found = self._written(self._flooded(node, self.seas))
        if not node & self.blocked:
            self._known.append(found)
        return found

    def _written(self, nodes: int) -> Reach:
        waters = self.lane.waters(nodes)
        return Reach(nodes, waters, self.lane.hexes(nodes), ports_in(self.lane, waters))

    def _flooded(self, start: int, seas: tuple[str, ...]) -> int:
        """All that ships of some seas reach from some shores."""
        lane, found, more = fairways(self.lane, self.closed, seas), 0, start
        free = shores_of(lane, seas) & ~self.blocked
        while more & ~found:
            found, more = lane.flooded(found | more, self.blocked), 0
            for edge in self._edges:
                if found & edge:
                    more |= edge & free
        return found

    def _round(self, start: int, this_side: Chart) -> Reach:
        """Round Africa (5.71/a): out over one edge of the map and in over the other."""
        west, east = self.lane.sides
        before, into = this_side._waters(start).nodes, 0
        begun = [group for group in (WEST, EAST) if start & shores_of(self.lane, group)] or [WEST, EAST]
        if before & west and WEST in begun:
            into |= east
        if before & east and EAST in begun:
            into |= west
        return self._beyond(into)

    def _beyond(self, ends: int) -> Reach:
        """What lies behind the edges that a ship comes in over."""
        found = self._behind.get(ends)
        if found is None:
            nodes = 0
            for edge, out in zip(self.lane.sides, (EAST, WEST), strict=True):
                start = ends & edge & shores_of(self.lane, self.seas) & ~self.blocked
                if start:
                    nodes |= self._flooded(start, tuple([sea for sea in self.seas if sea not in out]))
            found = self._behind[ends] = self._written(nodes)
        return found


def chart(lane: Lanes, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]) -> Chart:
    """The chart of a state of the seas; what is blocked inland or on other seas does not matter."""
    return _chart(lane, blocked & washed(lane, seas), closed, off_map, seas)


@cached_values(512)
def _chart(lane: Lanes, blocked: int, closed: frozenset[str], off_map: str, seas: tuple[str, ...]) -> Chart:
    this_side = _chart(lane, blocked, closed, EDGE, seas) if off_map == ROUND else None
    return Chart(lane, blocked, closed, off_map != NONE, seas, this_side)


@cache
def washed(lane: Lanes, seas: tuple[str, ...]) -> int:
    """All hexes that ships of some seas touch."""
    bits = 0
    for sea in seas:
        bits |= lane.board.sea[sea]
    return bits


@cache
def fairways(lane: Lanes, closed: frozenset[str], seas: tuple[str, ...]) -> Lanes:
    """The same with ways through the passages between some seas, without those that are closed."""
    links, area = dict(lane.links), shores_of(lane, seas)
    for passage in lane.passages:
        if passage.name not in closed and all(shore & area for shore in passage.shores):
            for one, other in permutations(passage.shores):
                links[first(one)] = links.get(first(one), 0) | other
    return replace(lane, links=links)


@cache
def beside(lane: Lanes, node: int) -> int:
    """What one step from a shore reaches."""
    return lane.onward(1 << node)


@cache
def shores_of(lane: Lanes, seas: tuple[str, ...]) -> int:
    """All nodes of some seas."""
    bits = 0
    for sea in seas:
        bits |= lane.area[sea]
    return bits


def ports_in(lane: Lanes, waters: Waters) -> int:
    """The port hexes of some waters."""
    bits = 0
    for sea, area in waters:
        bits |= area & lane.ports[sea]
    return bits
