"""The lattice: bits, neighbours, distances and drawing agree with what is drawn."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from random_boards import drawn_neighbours, examples, grids

from grognard.board import Exits, Grid, Numbering, Sheet, distances
from grognard.board.hexset import bit, first, from_iter, members, nth


@examples
@given(st.sets(st.integers(0, 3000)))
@example(set(range(0, 400, 3)))
def test_members_and_sets_are_inverse(nodes: set[int]) -> None:
    area = from_iter(nodes)
    assert members(area) == tuple(sorted(nodes))
    assert [nth(area, place) for place in range(len(nodes))] == sorted(nodes)
    assert area.bit_count() == len(nodes)
    assert all(area & bit(node) for node in nodes)
    if nodes:
        assert first(area) == min(nodes)


@examples
@given(grids())
def test_each_column_and_row_has_its_own_bit(grid: Grid) -> None:
    nodes = list(grid)
    assert len(nodes) == len(grid) == grid.cols * grid.rows
    assert grid.all == from_iter(nodes)
    assert [grid.at(*grid.colrow(node)) for node in nodes] == nodes
    assert grid.all.bit_length() <= grid.size


@examples
@given(grids())
def test_neighbours_are_the_hexes_drawn_next_to_it(grid: Grid) -> None:
    out = Exits.around(grid)
    for node in grid:
        drawn = drawn_neighbours(grid, node)
        assert set(grid.neighbours(node)) == drawn
        assert {node + grid.deltas[d] for d in range(6) if out[d] >> node & 1} == drawn
        for d in range(6):
            to = grid.neighbour(node, d)
            if to >= 0:
                assert grid.toward(node, to) == d and grid.neighbour(to, (d + 3) % 6) == node


@examples
@given(grids())
def test_directions_point_where_they_say(grid: Grid) -> None:
    for node in grid:
        x, y = grid.centre(node)
        for d, name in enumerate(grid.directions):
            to = grid.neighbour(node, d)
            if to >= 0:
                tx, ty = grid.centre(to)
                assert ("E" in name, "W" in name) == (tx - x > 0.1, x - tx > 0.1)
                assert ("S" in name, "N" in name) == (ty - y > 0.1, y - ty > 0.1)


@examples
@given(grids())
def test_sides_and_points_are_drawn_where_the_hexes_are(grid: Grid) -> None:
    for node in grid:
        x, y = grid.centre(node)
        assert grid.hex_at(x + 0.2, y - 0.3) == node
        corners = grid.corners(node)
        for d in range(6):
            to = grid.neighbour(node, d)
            if to >= 0:
                middle = [(a + b) / 2 for a, b in zip(corners[d], corners[(d + 1) % 6])]
                assert middle == pytest.approx([(a + b) / 2 for a, b in zip((x, y), grid.centre(to))])


@examples
@given(grids(), st.data())
def test_distance_is_the_number_of_steps(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(list(grid)))
    far = distances(bit(start), Exits.around(grid))
    assert {node: grid.distance(start, node) for node in grid} == far
    assert grid.disc(start, 2) == from_iter(node for node, n in far.items() if n <= 2)


@pytest.mark.parametrize(
    ("a", "b", "touch"),
    [((23, 16), (24, 15), True), ((13, 21), (14, 20), True), ((2, 19), (2, 20), True), ((13, 21), (14, 22), False)],
)
def test_even_columns_south_makes_the_named_hexsides_adjacent(
    a: tuple[int, int], b: tuple[int, int], touch: bool
) -> None:
    """The three hexsides that a rulebook names lie between neighbours on a flat-top map with even columns low."""
    grid = Grid("flat", "even", 33, 25, 1, 1)
    assert (grid.toward(grid.at(*a), grid.at(*b)) >= 0) == touch


def test_printed_numbers_of_several_maps() -> None:
    assert Numbering("CCRR").name(16, 12) == "1612"
    sheets = [Sheet("W", (0, 29), (0, 34)), Sheet("E", (30, 59), (0, 34), first_col=1)]
    assert Numbering("CCRR", sheets).name(48, 24) == "E1924"
    north_east = Sheet("NE", (40, 79), (0, 35), westward=True)
    assert Numbering("RRCC", [north_east]).name(49, 27) == "NE2730"
    with pytest.raises(ValueError, match="no sheet"):
        Numbering("CCRR", sheets).name(60, 0)
    with pytest.raises(ValueError, match="CCRR"):
        Numbering("XY")


@examples
@given(grids())
def test_numbers_are_bijective(grid: Grid) -> None:
    names = {Numbering("RRCC").name(*grid.colrow(node)) for node in grid}
    assert len(names) == len(grid)


def test_a_grid_says_what_it_cannot_be() -> None:
    with pytest.raises(ValueError, match="flat or pointy"):
        Grid("round", "odd", 3, 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one"):
        Grid("flat", "odd", 0, 3)
    grid = Grid("flat", "odd", 3, 3)
    with pytest.raises(ValueError, match="no direction 'E'"):
        grid.direction("E")
    with pytest.raises(ValueError, match="off the grid"):
        grid.at(3, 0)
    with pytest.raises(ValueError, match="no hex"):
        grid.colrow(3)
