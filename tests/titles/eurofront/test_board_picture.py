"""The picture of EuroFront's board: roads, areas with their routes, railways that end on land."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest

pytest.importorskip("numpy")

from grognard.maps.layers import WORKS
from grognard.maps.render import Sheet, svg

from .helpers import FOLDER, TITLES, board


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return Sheet(FOLDER)


@pytest.fixture(scope="module")
def picture(sheet: Sheet) -> str:
    return svg(sheet, None, False)


def test_the_backdrops_are_those_of_the_tables(picture: str) -> None:
    """backdrop.svg shows the board as it is compiled, EuroFront's and that of the folder below."""
    assert (FOLDER / "backdrop.svg").read_text(encoding="utf-8") == picture
    below = TITLES / "systems" / "front" / "board"
    assert (below / "backdrop.svg").read_text(encoding="utf-8") == svg(Sheet(below), None, False)


def test_the_relief_lies_beside_the_backdrop() -> None:
    """The same relief as below, for a client asks for it beside the picture."""
    for skin in ("light", "dark"):
        name = f"relief-{skin}.webp"
        assert (FOLDER / name).read_bytes() == (TITLES / "systems" / "front" / "board" / name).read_bytes()


def test_every_area_is_drawn_apart(sheet: Sheet, picture: str) -> None:
    """29 areas, none on another, none on a hex that units can be in but for sea."""
    drawn = set(re.findall(r'class="place area" data-place="([^"]+)"', picture))
    areas = {place.name: place for place in board().places if place.kind == "area"}
    assert drawn == set(areas) and len(drawn) == 29
    at = {name: (float(place.values["x"]), float(place.values["y"])) for name, place in areas.items()}
    for one, other in combinations(at, 2):
        assert dist(at[one], at[other]) > 0.85, (one, other)
    for one in range(board().grid.size):
        if board().land >> one & 1:
            assert min(dist(board().grid.centre(one), spot) for spot in at.values()) > 0.6, board().name(one)


def test_every_route_and_road_is_drawn(picture: str) -> None:
    """A line a route, thick for five and thin for less; roads in one broken line of their own colour."""
    lengths = [edge.length for edge in board().graph["route"].edges]
    assert picture.count(" long") == lengths.count(5)
    assert picture.count(" short") == len(lengths) - lengths.count(5)
    assert picture.count(WORKS["road"]) == 1


def test_spain_has_a_picture_of_its_own() -> None:
    """The window of 1936 as the client shows it."""
    assert (FOLDER / "backdrop-1936.svg").read_text(encoding="utf-8") == svg(Sheet(FOLDER, "1936"), None, False)


@pytest.mark.parametrize("name", ["Dover", "Yarmouth", "Calais", "Athens", "Odessa"])
def test_railways_end_in_towns_on_the_coast(name: str, sheet: Sheet) -> None:
    """In a hex that is mostly water the line goes to the town and not to the middle."""
    number = board().names.own(board().node(name))
    spot, centre = sheet.stops()[number], sheet.picture.centre(sheet.cell[number])
    assert 0.02 < dist(spot, centre) / sheet.picture.unit <= 0.41
