"""The cases of the board benchmark as a user of networkx or of scipy.sparse.csgraph would write them.

Both get what they are best at: graphs and matrices are built once, only what changes is applied at each call, and an
answer is a set of nodes.
"""

from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order, dijkstra

from grognard.board import Exits
from grognard.board.hexset import from_iter, members


def weighted(ours: Any) -> dict[tuple[int, int], int]:
    """Every step on land with its points."""
    prices: dict[tuple[int, int], int] = {}
    for shifts, masks, _, table in ours.costs.classes:
        for a, b in Exits(shifts, masks).pairs():
            for cost, where in table:
                if where >> b & 1:
                    prices[a, b] = cost
    return prices


class Networkx:
    """Graphs of dicts."""

    def __init__(self, ours: Any, points: int) -> None:
        board = ours.board
        self.ours, self.points = ours, points
        self.land = nx.Graph(board.out.pairs())
        self.land.add_nodes_from(members(board.land))
        self.march = nx.DiGraph()
        self.march.add_nodes_from(members(board.land))
        self.march.add_weighted_edges_from((a, b, cost) for (a, b), cost in weighted(ours).items())
        self.rail = nx.Graph((edge.a, edge.b) for edge in ours.rail.edges)
        self.seas = nx.Graph((edge.a, edge.b) for edge in ours.seas.edges)
        self.seas.add_nodes_from(ours.ports)
        self.ports = {sea: set(members(ports)) for sea, ports in ours.ports.items()}
        self.sets: dict[int, set[int]] = {}

    def _set(self, area: int) -> set[int]:
        """A position as networkx's user would keep it: made once, outside the clock."""
        if area not in self.sets:
            self.sets[area] = set(members(area))
        return self.sets[area]

    def zones(self, scene: Any) -> Any:
        pieces = self._set(scene.mine | scene.theirs)
        return Answer({near for piece in pieces for near in self.land.adj[piece]})

    def flood(self, scene: Any) -> Any:
        view = nx.restricted_view(self.land, self._set(scene.theirs), ())
        return Answer(nx.node_connected_component(view, scene.unit))

    def reach(self, scene: Any) -> Any:
        theirs = self._set(scene.theirs)
        zones = {near for piece in theirs for near in self.land.adj[piece]}

        def price(a: int, b: int, way: dict[str, int]) -> int | None:
            return None if b in theirs or (a in zones and a != scene.unit) else way["weight"]

        found = nx.single_source_dijkstra_path_length(self.march, scene.unit, cutoff=self.points, weight=price)
        return Answer(found.keys())

    def network(self, scene: Any) -> Any:
        theirs = self._set(scene.theirs)
        rail = nx.restricted_view(self.rail, theirs & self.rail.nodes, ())
        linked = self._spread(rail, self._set(scene.source))
        afloat = {sea for sea, ports in self.ports.items() if not ports.isdisjoint(linked)}
        landed: set[int] = set().union(*(self.ports[sea] for sea in self._spread(self.seas, afloat)))
        return Answer(linked | self._spread(rail, landed - theirs - linked))

    @staticmethod
    def _spread(graph: Any, start: set[int]) -> set[int]:
        """All that is joined to some nodes."""
        return start.union(*nx.bfs_layers(graph, [node for node in start if node in graph]))


class Scipy:
    """Sparse matrices; a node that is closed is a row and column of zeros, made anew at each call."""

    def __init__(self, ours: Any, points: int) -> None:
        board = ours.board
        self.ours, self.points = ours, points
        self.size = board.size + 1
        self.land = self._matrix(dict.fromkeys(board.out.pairs(), 1))
        self.march = self._matrix(weighted(ours))
        self.rail = self._both(ours.rail)
        self.seas = self._both(ours.seas)
        ports = [(node, sea) for sea, area in ours.ports.items() for node in members(area)]
        self.port_hex = np.array([node for node, _ in ports], dtype=int)
        self.port_sea = np.array([sea for _, sea in ports], dtype=int)
        self.flags: dict[int, Any] = {}

    def _both(self, graph: Any) -> Any:
        pairs = {(a, b): 1 for edge in graph.edges for a, b in ((edge.a, edge.b), (edge.b, edge.a))}
        return self._matrix(pairs)

    def _matrix(self, pairs: dict[tuple[int, int], int]) -> Any:
        rows, cols = ([pair[end] for pair in pairs] for end in (0, 1))
        return csr_matrix((list(map(float, pairs.values())), (rows, cols)), shape=(self.size, self.size))

    def _flag(self, area: int) -> Any:
        """A position as scipy's user would keep it: made once, outside the clock."""
        if area not in self.flags:
            flag = np.zeros(self.size, dtype=bool)
            flag[list(members(area))] = True
            self.flags[area] = flag
        return self.flags[area]

    def _without(self, matrix: Any, closed: Any, left: Any = None) -> Any:
        """The matrix without the ways into closed nodes and out of nodes that may not be left."""
        keep = ~closed[matrix.indices]
        if left is not None:
            keep &= ~np.repeat(left, np.diff(matrix.indptr))
        counts = np.concatenate(([0], np.cumsum(keep)))[matrix.indptr]
        return csr_matrix((matrix.data[keep], matrix.indices[keep], counts), shape=matrix.shape)

    def _spread(self, matrix: Any, start: Any) -> Any:
        """From many nodes at once: the last node of the matrix, joined to all of them for this call."""
        indices = np.concatenate((matrix.indices, np.flatnonzero(start).astype(matrix.indices.dtype)))
        indptr = matrix.indptr.copy()
        indptr[-1] = len(indices)
        joined = csr_matrix((np.ones(len(indices)), indices, indptr), shape=matrix.shape)
        order = breadth_first_order(joined, self.size - 1, return_predecessors=False)
        found = np.zeros(self.size, dtype=bool)
        found[order[1:]] = True
        return found

    def zones(self, scene: Any) -> Any:
        pieces = self._flag(scene.mine | scene.theirs)
        return Answer(np.unique(self.land[np.flatnonzero(pieces)].indices))

    def flood(self, scene: Any) -> Any:
        matrix = self._without(self.land, self._flag(scene.theirs))
        return Answer(breadth_first_order(matrix, scene.unit, return_predecessors=False))

    def reach(self, scene: Any) -> Any:
        theirs = self._flag(scene.theirs)
        zones = np.zeros(self.size, dtype=bool)
        zones[self.land[np.flatnonzero(theirs)].indices] = True
        zones[scene.unit] = False
        matrix = self._without(self.march, theirs, zones)
        return Answer(np.flatnonzero(dijkstra(matrix, indices=scene.unit, limit=self.points) <= self.points))

    def network(self, scene: Any) -> Any:
        theirs = self._flag(scene.theirs)
        rail = self._without(self.rail, theirs)
        linked = self._spread(rail, self._flag(scene.source))
        afloat = np.zeros(self.size, dtype=bool)
        afloat[self.port_sea[linked[self.port_hex]]] = True
        sailed = self._spread(self.seas, afloat)
        landed = np.zeros(self.size, dtype=bool)
        landed[self.port_hex[sailed[self.port_sea]]] = True
        return Answer(np.flatnonzero(self._spread(rail, linked | (landed & ~theirs))))


class Answer:
    """The nodes that a rival found, compared with a set or a list of ours only when asked."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: Any) -> None:
        self.nodes = nodes

    def __eq__(self, other: object) -> bool:
        mine = from_iter(int(node) for node in self.nodes)
        if isinstance(other, Answer):
            return mine == from_iter(int(node) for node in other.nodes)
        return mine == (from_iter(other) if isinstance(other, list) else other)
