"""What both rulebooks say about the map, fact by fact, on the compiled board.

`facts.csv` has an id, a kind, its places and what is expected. T03, T08 and S19 do not hold; the page
docs/reconstruction/front-board.md says why, and a test here keeps them from being forgotten.
"""

import re
from functools import cache
from math import asinh, cos, exp, radians, sin, sqrt, tan

import pytest

from .helpers import Row, board, expected, links, table

BROKEN = {"T03", "T08", "S19"}
EAST_EDGE = 22.5


@cache
def spots() -> dict[str, tuple[float, float]]:
    """Longitude and latitude of every place."""
    return {row["name"]: (float(row["lon"]), float(row["lat"])) for row in table("places")}


def plane(lon: float, lat: float) -> tuple[float, float]:
    """Columns east and rows south of the centre of hex 0000, by the projection of grid.toml."""
    at = board().settings["projection"]
    cone, pitch = at["cone"], at["pitch_km"]
    psi = asinh(tan(radians(lat))) - asinh(tan(radians(at["true_lat"])))
    apex = 6371 * cos(radians(at["true_lat"])) / cone
    radius, turn = apex * exp(-cone * psi), cone * radians(lon - at["lon0"])
    north = apex - radius * cos(turn)
    return (radius * sin(turn) - at["easting"]) / pitch, (at["northing"] - north) / (pitch * sqrt(3) / 2)


def hex_at(lon: float, lat: float) -> int:
    """The hex whose centre is nearest to a point of the earth."""
    x, y = plane(lon, lat)
    grid = board().grid

    def gap(cell: tuple[int, int]) -> float:
        col, row = cell
        return (col + row % 2 / 2 - x) ** 2 + ((row - y) * sqrt(3) / 2) ** 2

    cells = [(int(x) + dx, int(y) + dy) for dx in (-1, 0, 1, 2) for dy in (-1, 0, 1, 2)]
    return grid.at(*min(cells, key=gap))


def node(name: str) -> int:
    """The node of a name, of `Lyon SE1` or of a point `@lat/lon`."""
    if name.startswith("@"):
        lat, lon = (float(part) for part in name[1:].split("/"))
        return hex_at(lon, lat)
    return board().node(name)


def colrow(name: str) -> tuple[int, int]:
    """Column and row of a hex."""
    return board().grid.colrow(node(name))


def apart(a: str, b: str) -> int:
    """The distance of two hexes, or of the nearest of several."""
    grid = board().grid
    return min(grid.distance(node(one), node(other)) for one in a.split("|") for other in b.split("|"))


def northing(name: str) -> float:
    """How far north a hex lies, in rows; an area lies where its town does."""
    return -(plane(*spots()[name])[1] if node(name) not in board().grid else float(colrow(name)[1]))


def easting(name: str) -> float:
    """How far east of the west edge a place lies, in hexes: the town itself if it has one."""
    if name in spots():
        return plane(*spots()[name])[0]
    col, row = colrow(name)
    return col + row % 2 / 2


def named_in(hexagon: int, game: str) -> list[str]:
    """The names that a rulebook prints in a hex."""
    found = [place for place in board().places_at(hexagon) if place.kind in ("city", "port")]
    if game == "WestFront":
        found = [place for place in found if place.values.get("only") != "eurofront"]
    return [place.name for place in found]


def owners(*nations: str) -> int:
    """The hexes of some nations."""
    area = 0
    for nation in nations:
        area |= board().region[nation]
    return area


def facing(ours: int, theirs: int) -> int:
    """How many of our hexes have one of theirs next to them."""
    grid, found = board().grid, 0
    for hexagon in grid:
        if ours >> hexagon & 1 and any(theirs >> other & 1 for other in grid.neighbours(hexagon)):
            found += 1
    return found


def west_of(limit: int) -> int:
    """The hexes of the columns up to one."""
    grid = board().grid
    return sum(1 << hexagon for hexagon in grid if grid.colrow(hexagon)[0] <= limit)


def germany() -> int:
    """Germany with Austria."""
    return owners("Germany", "Austria")


COUNTS = {
    "C01": lambda: facing(owners("France"), germany()),
    "C02": lambda: facing(owners("France"), germany() | owners("Italy")),
    "C03": lambda: facing(germany(), owners("France", "Belgium")),
    "C04": lambda: facing(germany() | owners("Czechoslovakia"), owners("Poland")),
    "C05": lambda: facing(owners("USSR"), owners("Poland", "Rumania")),
    "C06": lambda: facing(germany() | owners("West Poland", "Danzig"), owners("East Poland", "Baltic States")),
    "C07": lambda: (owners("Hungary") & west_of(22)).bit_count(),
}


def holds(fact: Row) -> bool:
    """Whether a fact holds on the board."""
    kind, expected, args = fact["kind"], fact["expected"], fact["args"].split(";")
    match kind.split():
        case ["adjacent"]:
            return apart(*args) == 1
        case ["same"]:
            return node(args[0]) == node(args[1])
        case ["distinct"]:
            return node(args[0]) != node(args[1])
        case ["direction"]:
            return node(f"{args[0]} {expected}") == node(args[1])
        case ["holds"]:
            return any(node(args[0]) == node(point) for point in args[1].split("|"))
        case ["empty"]:
            return not named_in(node(args[0]), expected)
        case ["distance", sign]:
            return _compare(apart(*args), sign, int(expected))
        case ["count", sign]:
            return _compare(COUNTS[fact["id"]](), sign, int(expected))
        case ["east", "edge"]:
            return colrow(args[0])[0] == 22 and colrow(args[0])[1] % 2 == 1
        case ["east", "half"]:
            return "half" in board().attribute("tags")[node(args[0])]
        case ["off", "west"]:
            return easting(args[0]) > EAST_EDGE
        case ["on", "west"]:
            return colrow(args[0])[0] <= 22
        case ["north", "of"]:
            return northing(args[0]) > northing(args[1])
        case ["not", "north", "of"]:
            return northing(args[0]) <= northing(args[1])
        case ["east", "of"]:
            return easting(args[0]) > easting(args[1])
    raise AssertionError(f"{fact['id']}: no such kind of fact: {kind}")


def _compare(value: int, sign: str, limit: int) -> bool:
    return {"=": value == limit, "<=": value <= limit, ">=": value >= limit}[sign]


def test_the_facts_are_all_there() -> None:
    """The table has every fact of both books once: 248 that were fitted, 7 counts along borders."""
    ids = [fact["id"] for fact in expected("facts")]
    assert len(ids) == len(set(ids)) == 255
    assert all(re.fullmatch(r"[A-Z]\d+", fact) for fact in ids)


KEPT = [fact for fact in expected("facts") if fact["id"] not in BROKEN]


@pytest.mark.parametrize("fact", KEPT, ids=lambda fact: f"{fact['id']} {fact['args']}")
def test_a_fact_of_the_texts(fact: Row) -> None:
    """An adjacency, distance, direction, edge or count that a rulebook states or implies."""
    assert holds(fact), fact["why"]


@pytest.mark.parametrize("fact", [f for f in expected("facts") if f["id"] in BROKEN], ids=lambda f: f["id"])
def test_a_fact_that_the_grid_cannot_keep(fact: Row) -> None:
    """Cadiz has no Alboran coast, Hamburg no water of the North Sea, Bremanger lies five hexes from the Shetlands."""
    if fact["id"] == "S19":
        assert links("route")[frozenset(("Bremanger", "Alesund"))]["length"] == "2"
        assert node("Bremanger") not in board().grid
    else:
        assert not holds(fact)
