"""What the workshop measures, on a small world whose answers are known."""

from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("shapely")

import numpy as np
from shapely.geometry import LineString

from grognard.maps.authored import BadInput, largest, points, read, states
from grognard.maps.geo import Geo, MissingLayer
from grognard.maps.lattice import Lattice
from grognard.maps.snap import Corners

from .layers import write_board, write_layers


@pytest.fixture(scope="module")
def geo(tmp_path_factory: pytest.TempPathFactory) -> Geo:
    folder = tmp_path_factory.mktemp("world")
    return Geo(write_layers(folder / "geo"), Lattice.load(write_board(folder / "board")))


def test_land_share_is_the_area_of_the_isle(geo: Geo) -> None:
    """All shares together make the isle: two degrees by two; lake and small island are equal; a cell is 3 km."""
    total = sum(geo.land_share.values()) * (3**0.5 / 2) * geo.lattice.km**2
    degree = 111.2
    assert total == pytest.approx(2 * degree * 2 * degree * 0.7071, rel=0.05)


def test_a_reservoir_is_land_and_a_lake_is_not(geo: Geo) -> None:
    """Dams were built after the war."""
    x, y = (float(v) for v in geo.lattice.projection.to_plane(10.3, 45.3))
    assert not geo.at(geo.is_land, x, y)
    x, y = (float(v) for v in geo.lattice.projection.to_plane(9.4, 44.4))
    assert geo.at(geo.is_land, x, y)


def test_relief_stands_along_the_ridge(geo: Geo) -> None:
    """The ridge of 1790 metres in a plain of -2 makes relief there and none at the coast."""
    for lon, high in ((10.0, True), (9.1, False), (10.9, False)):
        x, y = (float(v) for v in geo.lattice.projection.to_plane(lon, 45.0))
        assert (geo.at(geo.relief, x, y) > 500) == high


def test_trees_and_desert_follow_their_layers(geo: Geo) -> None:
    """West of the ridge is wood; the south is dry."""
    west = (float(v) for v in geo.lattice.projection.to_plane(9.3, 45.5))
    east = (float(v) for v in geo.lattice.projection.to_plane(10.7, 45.5))
    assert geo.at(geo.trees, *west) > 60 > 20 > geo.at(geo.trees, *east)
    south = (float(v) for v in geo.lattice.projection.to_plane(10.0, 44.2))
    assert geo.at(geo.is_desert, *south)


def test_hexsides_know_how_much_of_them_is_water(geo: Geo) -> None:
    """Sides inside the isle are dry, those that run into its western coast in part, those at sea not at all."""
    inside = geo.lattice.hex_at(10.0, 45.0)
    shares = [geo.along(inside, other, geo.is_land) for other in geo.lattice.neighbours(inside)]
    assert shares[:4] == [1, 1, 1, 1] and all(0.3 < share < 0.6 for share in shares[4:])
    corner = (geo.lattice.first_col, geo.lattice.first_row)
    other = next(cell for cell in geo.lattice.neighbours(corner) if geo.lattice.has(cell))
    assert geo.along(corner, other, ~geo.is_land) == 1


def test_rivers_keep_their_name_and_lose_points_without_length(geo: Geo) -> None:
    """A stray point in a layer is no river."""
    assert [river.name for river in geo.rivers] == ["Long"]
    assert geo.rivers[0].line.length > 1


def test_a_river_snaps_to_one_chain_of_hexsides(geo: Geo) -> None:
    """Each side touches the next, none is used twice, and none strays from the line."""
    line = geo.project(LineString([(9.2, 45.8), (10.0, 45.0), (10.8, 44.2)]))
    chain = Corners(geo.lattice).chain(line)
    assert len(chain) >= 3 and len(set(chain)) == len(chain)
    for one, other in pairwise(chain):
        ends = [{tuple(np.round(p, 6)) for p in geo.lattice.side(*side)} for side in (one, other)]
        assert len(ends[0] & ends[1]) == 1


def test_states_are_the_faces_between_borders(geo: Geo) -> None:
    """A line through the isle parts it into two states."""
    borders = [
        {"points": "5 40|15 40|15 50|5 50|5 40"},
        {"points": "10 39|10 51"},
    ]
    seeds = [{"nation": "West", "lon": "9.5", "lat": "45"}, {"nation": "East", "lon": "10.5", "lat": "45"}]
    masks = states(geo, borders, seeds)
    shares = {name: geo.share(mask & geo.is_land) for name, mask in masks.items()}
    assert largest(shares, geo.lattice.hex_at(9.4, 45.0)) == "West"
    assert largest(shares, geo.lattice.hex_at(10.6, 45.0)) == "East"


def test_a_border_that_does_not_close_is_an_error(geo: Geo) -> None:
    """Two seeds in one face name both states."""
    borders = [{"points": "5 40|15 40|15 50|5 50|5 40"}, {"points": "10 39|10 44"}]
    seeds = [{"nation": "West", "lon": "9.5", "lat": "45"}, {"nation": "East", "lon": "10.5", "lat": "45"}]
    with pytest.raises(BadInput, match="West and East"):
        states(geo, borders, seeds)


def test_an_input_without_a_source_is_an_error(tmp_path: Path) -> None:
    """Every authored row says where it comes from."""
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs" / "land.csv").write_text("hex,land,source\n0101,yes,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"land\.csv:2: no source"):
        read(tmp_path, "land")
    assert read(tmp_path, "nothing") == []
    assert points("1 2|3.5 -4") == [(1.0, 2.0), (3.5, -4.0)]


def test_a_missing_layer_is_named(tmp_path: Path) -> None:
    """The error says which file is not there."""
    bare = Geo(tmp_path, Lattice.load(write_board(tmp_path / "board")))
    with pytest.raises(MissingLayer, match=r"ne_10m_land\.geojson"):
        assert bare.land


def test_two_runs_measure_the_same(geo: Geo) -> None:
    """The draft is deterministic."""
    again = Geo(geo.folder, geo.lattice)
    assert again.land_share == geo.land_share
    assert np.array_equal(again.trees, geo.trees)
