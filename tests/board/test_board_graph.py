"""Graphs against plain searches: lengths, blocked nodes, cut edges, stops, purposes."""

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from random_boards import boards, dijkstra, examples, subset

from grognard.board import Board, Edge, Graph
from grognard.board.hexset import bit, from_iter, members

SIZE = 14


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Any lines, doubled ones too, with another length, or no way, for supply."""
    node, length = st.integers(0, SIZE - 1), st.integers(1, 4)
    ends = st.tuples(node, node).filter(lambda pair: pair[0] != pair[1])
    lines = draw(st.lists(st.tuples(ends, length, st.none() | st.integers(0, 3)), max_size=25))
    return Graph([Edge(a, b, n, "", {} if m is None else {"supply": m}) for (a, b), n, m in lines], SIZE)


@examples
@given(graphs(), st.data())
def test_floods_distances_and_paths_are_dijkstra(graph: Graph, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, SIZE - 1))
    blocked, stop = (data.draw(st.integers(0, (1 << SIZE) - 1)) for _ in range(2))
    cut = data.draw(st.integers(0, (1 << len(graph.edges)) - 1))
    purpose = data.draw(st.sampled_from(("", "supply")))
    limit = data.draw(st.none() | st.integers(0, 8))

    def steps(node: int) -> Iterable[tuple[int, int]]:
        for number, edge in enumerate(graph.edges):
            length = edge.lengths.get(purpose, edge.length)
            if cut >> number & 1 or not length or node not in edge[:2]:
                continue
            other = edge.b if node == edge.a else edge.a
            if not blocked >> other & 1:
                yield other, length

    best = dijkstra(start, steps, lambda node: not stop >> node & 1)
    near = {node: far for node, far in best.items() if limit is None or far <= limit}
    asked = {"blocked": blocked, "cut": cut, "stop": stop, "purpose": purpose}
    assert graph.distances(bit(start), limit=limit, **asked) == near
    assert graph.flood(bit(start), limit=limit, **asked) == from_iter(near)
    for goal in range(SIZE):
        way = graph.path(bit(start), bit(goal), **asked)
        assert (way is not None) == (goal in best)
        if way:
            total = sum(min(n for to, n in steps(a) if to == b) for a, b in pairwise(way))
            assert way[0] == start and way[-1] == goal and total == best[goal]


@examples
@given(boards(), st.data())
def test_a_flood_of_lines_starts_from_many_nodes(board: Board, data: st.DataObject) -> None:
    rail = board.graph["rail"]
    start = subset(data.draw, rail.nodes)
    each = 0
    for node in members(start):
        each |= rail.flood(bit(node))
    assert rail.flood(start) == each


def test_a_long_route_has_waypoints_on_which_no_piece_may_stop() -> None:
    """A route of length 5 is crossed whole or not at all, and nothing of it appears in an answer."""
    route = Graph([Edge(0, 1, length=5), Edge(1, 2)], size=3)
    assert members(route.flood(bit(0), limit=4)) == (0,)
    assert members(route.flood(bit(0), limit=5)) == (0, 1)
    assert route.distances(bit(0)) == {0: 0, 1: 5, 2: 6}
    assert route.path(bit(0), bit(2)) == [0, 1, 2]


def test_a_node_to_stop_on_is_entered_and_not_left_unless_one_starts_there() -> None:
    line = Graph([Edge(0, 1), Edge(1, 2), Edge(2, 3)], size=4)
    assert members(line.flood(bit(0), stop=bit(0) | bit(2))) == (0, 1, 2)
    assert line.path(bit(0), bit(3), stop=bit(2)) is None
    assert line.path(bit(2), bit(0), stop=bit(2)) == [2, 1, 0]


def test_edges_are_found_by_their_ends_and_names() -> None:
    rail, ferry = Graph([Edge(0, 1)], 3), Graph([Edge(1, 0, name="ferry"), Edge(1, 2, name="ferry")], 3)
    network = rail | ferry
    assert network.between(0, 1) == 0b011 and network.between(0, 2) == 0
    assert network.named == {"ferry": 0b110}
    assert network.cuts([(2, 1), (0, 2)]) == 0b100
    assert members(network.flood(bit(0), cut=network.named["ferry"])) == (0, 1)
    assert members(network.flood(bit(0), cut=network.between(0, 1))) == (0,)


def test_a_purpose_may_have_its_own_length_or_no_way() -> None:
    road = Graph([Edge(0, 1, 3, "", {"supply": 1}), Edge(1, 2, 1, "", {"supply": 0})], 3)
    assert road.distances(bit(0)) == {0: 0, 1: 3, 2: 4}
    assert road.distances(bit(0), purpose="supply") == {0: 0, 1: 1}
    assert road.links(1, "supply") == ((0, 1),)
