"""The lattice on the plane: names, neighbours, sides, the projection and its inverse."""

import math
import random

import pytest

pytest.importorskip("numpy")

from grognard.board import Grid
from grognard.maps.lattice import SIDE, Lattice, Projection
from grognard.titles.boards import TITLES, shipped_board

BOARDS = [shipped_board(title) for title in ("front", "sfe", "ww2eto")]


@pytest.fixture(params=BOARDS, ids=lambda folder: folder.parent.name)
def lattice(request: pytest.FixtureRequest) -> Lattice:
    return Lattice.load(request.param)


def test_neighbours_share_a_side_and_lie_one_unit_away(lattice: Lattice) -> None:
    """Centres of neighbours are one unit apart and both name the same two corners."""
    for cell in random.Random(1).sample(list(lattice.cells()), 60):
        for other in lattice.neighbours(cell):
            assert math.dist(lattice.centre(cell), lattice.centre(other)) == pytest.approx(1)
            assert lattice.distance(cell, other) == 1
            start, end = lattice.side(cell, other)
            assert math.dist(start, end) == pytest.approx(SIDE)
            assert lattice.side(other, cell) == (pytest.approx(end), pytest.approx(start))


def test_the_lattice_is_that_of_the_board_library(lattice: Lattice) -> None:
    """The workshop and the game agree on who is next to whom."""
    shift = "odd" if lattice.shifted else "even"
    orientation = "flat" if lattice.flat else "pointy"
    grid = Grid(orientation, shift, lattice.cols, lattice.rows, lattice.first_col, lattice.first_row)
    for cell in random.Random(2).sample(list(lattice.cells()), 80):
        ours = {other for other in lattice.neighbours(cell) if lattice.has(other)}
        assert ours == {grid.colrow(node) for node in grid.neighbours(grid.at(*cell))}


def test_a_centre_lies_in_its_own_cell(lattice: Lattice) -> None:
    """Locating any point well inside a hex gives that hex."""
    dice = random.Random(3)
    for cell in dice.sample(list(lattice.cells()), 60):
        x, y = lattice.centre(cell)
        turn, way = dice.uniform(0, 2 * math.pi), dice.uniform(0, 0.49)
        col, row = lattice.locate(x + way * math.cos(turn), y + way * math.sin(turn))
        assert (int(col), int(row)) == cell


def test_the_projection_comes_back(lattice: Lattice) -> None:
    """From the earth to the plane and back again."""
    dice = random.Random(4)
    for _ in range(100):
        lon, lat = dice.uniform(-12, 60), dice.uniform(27, 68)
        back = lattice.projection.to_lonlat(*lattice.projection.to_plane(lon, lat))
        assert [float(value) for value in back] == pytest.approx([lon, lat])


def test_projection_by_pitch_and_by_similarity_are_the_same() -> None:
    """A grid may give its scale and origin, or the four numbers of a similarity."""
    by_pitch = Projection.from_table(
        {"cone": 0.402, "true_lat": 50, "lon0": 23.6, "pitch_km": 108.85, "easting": -2795.664, "northing": 1315.934}
    )
    by_four = Projection.from_table(
        {"cone": 0.402, "true_lat": 50, "lon0": 23.6, "similarity": list(by_pitch.similarity)}
    )
    assert by_pitch == by_four
    x, y = by_pitch.to_plane(2.35, 48.86)
    assert (float(x), float(y)) == (pytest.approx(11.6097, abs=1e-3), pytest.approx(12.1965, abs=1e-3))


@pytest.mark.parametrize(
    ("lon", "lat", "name"),
    [
        (-5.35, 36.14, "0219"),
        (14.4, 35.9, "1322"),
        (32.4, 30.4, "2325"),
        (33.08, 68.97, "1902"),
        (30.31, 59.94, "2007"),
    ],
    ids=["Gibraltar", "Malta", "Suez", "Murmansk", "Leningrad"],
)
def test_named_places_fall_into_the_hexes_of_the_rules(lon: float, lat: float, name: str) -> None:
    """The fit of World War Two ETO puts single-hex places where the rules number them."""
    sheet = Lattice.load(TITLES / "ww2eto" / "board")
    assert sheet.name(sheet.hex_at(lon, lat)) == name
