"""Graphs for lines: rail, roads, sea lanes, routes off the map.

A graph joins nodes of the board by edges, each with a length for every purpose. An edge of length n is walked by way of
n - 1 waypoints on which no piece may stop; they have numbers above the board's own and appear in no answer. Inside, the
graph holds a tuple of neighbours for each node, which a flood in Python walks faster than offset arrays.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from grognard.board.hexset import from_iter, members

_SEEN = bytes.maketrans(b"01", b"\0\1")
_DIGITS = bytes.maketrans(b"\0\1", b"01")
_SAME: Mapping[str, int] = {}


class Edge(NamedTuple):
    """A line between two nodes; `lengths` gives its length where a purpose has its own (0: no way for that purpose)."""

    a: int
    b: int
    length: int = 1
    name: str = ""
    lengths: Mapping[str, int] = _SAME


class _Network(NamedTuple):
    """The graph for one purpose: next nodes and waypoints of each, and by which edge each of them is reached."""

    onward: list[tuple[int, ...]]
    edges: dict[int, tuple[tuple[int, int], ...]]


class Graph:
    """Lines between nodes.

    >>> rail = Graph([Edge(0, 1), Edge(1, 2, length=2)], size=5)
    >>> members(rail.flood(0b001, limit=2)), rail.path(0b001, 0b100)
    ((0, 1), [0, 1, 2])
    """

    def __init__(self, edges: Iterable[Edge], size: int) -> None:
        self.edges = tuple(edges)
        self.size = size
        self.nodes = from_iter(node for edge in self.edges for node in (edge.a, edge.b))
        self.named: dict[str, int] = {}
        self._between: dict[tuple[int, int], int] = {}
        for number, edge in enumerate(self.edges):
            for pair in ((edge.a, edge.b), (edge.b, edge.a)):
                self._between[pair] = self._between.get(pair, 0) | 1 << number
            if edge.name:
                self.named[edge.name] = self.named.get(edge.name, 0) | 1 << number
        self._networks: dict[str, _Network] = {}
        self._links: dict[str, dict[int, tuple[tuple[int, int], ...]]] = {}

    def __repr__(self) -> str:
        return f"Graph({self.nodes.bit_count()} nodes, {len(self.edges)} edges)"

    def __or__(self, other: "Graph") -> "Graph":
        """Both graphs as one network: rail and ferries, roads and tracks."""
        return Graph(self.edges + other.edges, max(self.size, other.size))

    def between(self, a: int, b: int) -> int:
        """The set of edges between two nodes, by their numbers; 0 if there is none."""
        return self._between.get((a, b), 0)

    def cuts(self, pairs: Iterable[tuple[int, int]]) -> int:
        """The set of edges between pairs of nodes, to be given as `cut`."""
        edges = 0
        for pair in pairs:
            edges |= self._between.get(pair, 0)
        return edges

    def links(self, node: int, purpose: str = "") -> tuple[tuple[int, int], ...]:
        """The nodes that a node is joined to, each with the length of the edge.

        >>> Graph([Edge(0, 1), Edge(1, 2, length=2)], size=3).links(1)
        ((0, 1), (2, 2))
        """
        table = self._links.get(purpose)
        if table is None:
            joined: dict[int, list[tuple[int, int]]] = {}
            for edge in self.edges:
                length = edge.lengths.get(purpose, edge.length)
                if length:
                    joined.setdefault(edge.a, []).append((edge.b, length))
                    joined.setdefault(edge.b, []).append((edge.a, length))
            table = self._links[purpose] = {node: tuple(others) for node, others in joined.items()}
        return table.get(node, ())

    def flood(
        self, start: int, *, blocked: int = 0, cut: int = 0, stop: int = 0, limit: int | None = None, purpose: str = ""
    ) -> int:
        """All nodes that lines lead to from some nodes, those among them.

        Nodes of `blocked` are not entered, nodes of `stop` are entered but not left, edges of `cut` are not used.
        """
        if limit is not None:
            rings = self._rings(start, blocked, cut, stop, limit, purpose)
            return from_iter(node for ring in rings for node in ring if node < self.size)
        ways = self._onward(start, cut, stop, purpose)
        seen = self._seen(blocked | start, len(ways))
        queue = list(members(start & self.nodes))
        found = queue.append
        for node in queue:
            for other in ways[node]:
                if not seen[other]:
                    seen[other] = 1
                    found(other)
        return int(seen[self.size - 1 :: -1].translate(_DIGITS), 2) & ~blocked | start

    def distances(
        self, start: int, *, blocked: int = 0, cut: int = 0, stop: int = 0, limit: int | None = None, purpose: str = ""
    ) -> dict[int, int]:
        """The length of the shortest way to each node that lines lead to.

        >>> Graph([Edge(0, 1), Edge(1, 2, length=2)], size=3).distances(0b001)
        {0: 0, 1: 1, 2: 3}
        """
        rings = self._rings(start, blocked, cut, stop, limit, purpose)
        return {node: far for far, ring in enumerate(rings) for node in ring if node < self.size}

    def path(
        self, start: int, goal: int, *, blocked: int = 0, cut: int = 0, stop: int = 0, purpose: str = ""
    ) -> list[int] | None:
        """A shortest way from a set of nodes to the nearest of another set, both ends included, or None.

        >>> rail = Graph([Edge(0, 1), Edge(1, 2)], size=3)
        >>> rail.path(0b001, 0b100), rail.path(0b001, 0b100, blocked=0b010)
        ([0, 1, 2], None)
        """
        ways = self._onward(start, cut, stop, purpose)
        before = dict.fromkeys(members(start), -1)
        ring = list(before)
        while ring:
            for node in ring:
                if goal >> node & 1:
                    way = []
                    while node >= 0:
                        way.append(node)
                        node = before[node]
                    return [node for node in reversed(way) if node < self.size]
            onward = []
            for node in ring:
                for other in ways[node]:
                    if other not in before and not blocked >> other & 1:
                        before[other] = node
                        onward.append(other)
            ring = onward
        return None

    def _rings(self, start: int, blocked: int, cut: int, stop: int, limit: int | None, purpose: str) -> list[list[int]]:
        """Nodes and waypoints by their distance from the start."""
        ways = self._onward(start, cut, stop, purpose)
        seen = self._seen(blocked | start, len(ways))
        ring = list(members(start))
        rings = [ring]
        steps = -1 if limit is None else limit
        while ring and steps:
            steps -= 1
            onward: list[int] = []
            for node in ring:
                for other in ways[node]:
                    if not seen[other]:
                        seen[other] = 1
                        onward.append(other)
            rings.append(onward)
            ring = onward
        return rings

    @staticmethod
    def _seen(area: int, size: int) -> bytearray:
        """A byte for each node, 1 for those that need no visit."""
        seen = bytearray(bin(area)[:1:-1], "ascii").translate(_SEEN)
        seen.extend(bytes(max(0, size - len(seen))))
        return seen

    def _onward(self, start: int, cut: int, stop: int, purpose: str) -> list[tuple[int, ...]]:
        """The next nodes of each, without the edges that are cut and with no way on from where all must stop."""
        network = self._networks.get(purpose) or self._lay(purpose)
        stop &= self.nodes & ~start
        if not cut and not stop:
            return network.onward
        onward = network.onward.copy()
        for number in members(cut):
            for node in self.edges[number][:2]:
                onward[node] = tuple(other for other, edge in network.edges.get(node, ()) if not cut >> edge & 1)
        for node in members(stop):
            onward[node] = ()
        return onward

    def _lay(self, purpose: str) -> _Network:
        """Lays out the graph for a purpose, with waypoints along the edges that are longer than 1."""
        joined: dict[int, list[tuple[int, int]]] = {}
        top = self.size
        for number, edge in enumerate(self.edges):
            length = edge.lengths.get(purpose, edge.length)
            if not length:
                continue
            stations = [edge.a, *range(top, top + length - 1), edge.b]
            top += length - 1
            for a, b in pairwise(stations):
                joined.setdefault(a, []).append((b, number))
                joined.setdefault(b, []).append((a, number))
        onward: list[tuple[int, ...]] = [()] * top
        for node, others in joined.items():
            onward[node] = tuple(other for other, _ in others)
        network = self._networks[purpose] = _Network(onward, {node: tuple(others) for node, others in joined.items()})
        return network
