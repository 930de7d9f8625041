"""Areas against plain searches: step, spread, rings, floods, reach."""

from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_boards import boards, dijkstra, examples, search, subset, ways

from grognard.board import Board, Costs, Exits, Grid, distances, flood, reach, ring, rings, spread, step
from grognard.board.hexset import among, bit, from_iter, members, where


@examples
@given(boards(), st.data())
def test_step_and_spread_are_what_the_neighbours_say(board: Board, data: st.DataObject) -> None:
    area = subset(data.draw, board.hexes)
    onward = ways(board.out, board.grid)
    assert step(area, board.out) == from_iter(b for a in members(area) for b in onward.get(a, ()))
    once = from_iter(n for n, far in search(members(area), onward, set()).items() if far <= 1)
    twice = from_iter(n for n, far in search(members(area), onward, set()).items() if far <= 2)
    assert spread(area, board.out) == once
    assert spread(area, board.out, 2) == twice


@examples
@given(boards(), st.data())
def test_floods_are_what_a_search_finds(board: Board, data: st.DataObject) -> None:
    start, blocked = subset(data.draw, board.hexes), subset(data.draw, board.hexes)
    limit = data.draw(st.none() | st.integers(0, 5))
    found = search(members(start), ways(board.around, board.grid), set(members(blocked)))
    found = {node: far for node, far in found.items() if limit is None or far <= limit}
    assert distances(start, board.around, limit, blocked) == found
    assert flood(start, board.around, limit, blocked) == from_iter(found)
    layers = rings(start, board.around, limit, blocked)
    for far, layer in enumerate(layers):
        assert layer == from_iter(node for node, n in found.items() if n == far)
        assert ring(start, board.around, far, blocked) == layer
    assert ring(start, board.around, len(layers), blocked) == 0 or limit is not None


@examples
@given(boards(), st.data())
def test_ways_in_out_and_back(board: Board, data: st.DataObject) -> None:
    area = subset(data.draw, board.hexes)
    pairs = set(board.out.pairs())
    assert pairs == {(a, b) for a, some in ways(board.out, board.grid).items() for b in some}
    inside = set(members(area))
    assert set(board.out.leaving(area).pairs()) == {(a, b) for a, b in pairs if a in inside}
    assert set(board.out.entering(area).pairs()) == {(a, b) for a, b in pairs if b in inside}
    assert set(board.out.inside(area).pairs()) == {(a, b) for a, b in pairs if a in inside and b in inside}
    oneway = board.out.leaving(area)
    assert set(oneway.reversed().pairs()) == {(b, a) for a, b in oneway.pairs()}
    assert Exits.between(board.grid, pairs) == board.out
    assert all(board.out.has(a, b) for a, b in pairs) and not board.out.has(0, 0)


@examples
@given(boards(), st.data())
def test_reach_is_dijkstra(board: Board, data: st.DataObject) -> None:
    """Costs by terrain, extras by hexside that add up, roads, stops, forbidden hexes, links to boxes: all at once."""
    grid = board.grid
    if not board.hexes:
        return
    start = data.draw(st.sampled_from(members(board.hexes)))
    points = data.draw(st.integers(0, 9))
    stop, forbidden = subset(data.draw, board.hexes), subset(data.draw, board.hexes)
    surcharged = subset(data.draw, board.hexes)
    price = {"clear": 1, "forest": 2, "hill": 2, "marsh": 3, "mountain": 4}
    extras = {"river": 1, "alpine": 2}
    enter: dict[int, int] = {}
    for kind, cost in price.items():
        enter[cost] = enter.get(cost, 0) | board.terrain.get(kind, 0)
    none = Exits.none(grid)
    sides = [(extra, board.sides.get(kind, none)) for kind, extra in extras.items()]
    road = board.sides.get("crossing", none)
    rail = board.graph["rail"]
    costs = Costs(board.out, enter, sides, [(1, road)]).surcharged(2, surcharged)
    found = reach(costs, bit(start), points, stop=stop, forbidden=forbidden, links=rail.links, linked=rail.nodes)
    kind_of = {node: kind for kind in price for node in members(board.terrain.get(kind, 0))}
    onward = ways(board.out, grid)

    def steps(node: int) -> list[tuple[int, int]]:
        found = list(rail.links(node))
        for other in onward.get(node, ()):
            if other not in kind_of:
                continue
            cost = price[kind_of[other]]
            cost += sum(
                extra for kind, extra in extras.items() if kind in board.sides and board.sides[kind].has(node, other)
            )
            cost = 1 if road.has(node, other) else cost
            found.append((other, cost + 2 * (surcharged >> other & 1)))
        return [(other, cost) for other, cost in found if not forbidden >> other & 1]

    best = dijkstra(start, steps, lambda node: not stop >> node & 1)
    best = {node: cost for node, cost in best.items() if cost <= points}
    assert found.table() == best
    assert found.all() == from_iter(best)
    assert found.all(points - 1) == from_iter(node for node, cost in best.items() if cost <= points - 1)
    for node, cost in best.items():
        assert found.cost(node) == cost
        way = found.path(node)
        assert way[0] == start and way[-1] == node
        assert sum(min(c for to, c in steps(a) if to == b) for a, b in pairwise(way)) == cost
        assert not any(stop >> middle & 1 for middle in way[1:-1])
        entries = {
            (before, best[before] + price)
            for before in best
            if before == start or not stop >> before & 1
            for to, price in steps(before)
            if to == node != start and best[before] + price <= points
        }
        assert set(found.entries(node)) == entries


@examples
@given(boards(), st.data())
def test_ways_differ_in_what_they_take(board: Board, data: st.DataObject) -> None:
    """Of all walks of at most three points, one and the cheapest for each set of marked hexes on them."""
    start = data.draw(st.sampled_from(members(board.hexes)))
    marked, stop = subset(data.draw, board.hexes), subset(data.draw, board.hexes)
    dear = subset(data.draw, board.hexes)
    found = reach(Costs(board.out, {1: board.hexes & ~dear, 2: dear}), bit(start), 3, stop=stop)
    onward = ways(board.out, board.grid)
    cheapest: dict[tuple[int, int], int] = {}
    walks = [(0, (start,))]
    while walks:
        spent, walk = walks.pop()
        for node in onward.get(walk[-1], ()):
            after = spent + 1 + (dear >> node & 1)
            if after <= 3 and (len(walk) == 1 or not stop >> walk[-1] & 1):
                walks.append((after, (*walk, node)))
                if node != start and start not in walk[1:]:
                    key = (node, from_iter((*walk, node)) & marked)
                    cheapest[key] = min(after, cheapest.get(key, 9))
    for node in members(found.all() & ~bit(start)):
        said = found.ways(node, lambda n: marked & bit(n))
        assert {(node, taken) for taken in said} == {key for key in cheapest if key[0] == node}
        for taken, way in said.items():
            assert (way[0], way[-1], from_iter(way) & marked) == (start, node, taken)
            assert sum(1 + (dear >> n & 1) for n in way[1:]) == cheapest[node, taken]


def test_stop_hexes_are_entered_and_end_the_move_but_may_be_left_at_the_start() -> None:
    grid = Grid("pointy", "odd", 6, 1)
    costs = Costs(Exits.around(grid), {1: grid.all})
    assert members(reach(costs, bit(0), 5, stop=bit(0) | bit(2)).all()) == (0, 1, 2)
    assert members(reach(costs, bit(0), 5, forbidden=bit(2)).all()) == (0, 1)


def test_extras_of_one_hexside_add_up_and_a_road_costs_what_it_says() -> None:
    """A river in the alps costs both extras; a track that is dearer than the plain still counts."""
    grid = Grid("pointy", "odd", 2, 1)
    side = Exits.between(grid, [(0, 1)])
    out = Exits.around(grid)
    assert reach(Costs(out, {1: grid.all}, [(1, side), (2, side)]), bit(0), 6).cost(1) == 4
    assert reach(Costs(out, {1: grid.all}, [(1, side)], [(3, side)]), bit(0), 6).cost(1) == 3


def test_costs_of_nothing_are_refused() -> None:
    grid = Grid("pointy", "odd", 2, 1)
    with pytest.raises(ValueError, match="at least 1"):
        Costs(Exits.around(grid), {0: grid.all})
    with pytest.raises(ValueError, match="out of reach"):
        reach(Costs(Exits.around(grid), {3: grid.all}), 1, 2).path(1)
    with pytest.raises(ValueError, match="do not touch"):
        Exits.between(Grid("flat", "odd", 3, 3), [(0, 2)])


@pytest.mark.parametrize("length", [0, 1, 80, 81, 300])
def test_the_places_of_a_column_are_those_that_hold_a_wanted_number(length: int) -> None:
    column = array("i", [n * n % 11 - 1 for n in range(length)])
    for wanted in ((0,), (-1, 3), (8, 4), (200,)):
        assert where(column, among(*wanted)) == from_iter(i for i, value in enumerate(column) if value in wanted)
