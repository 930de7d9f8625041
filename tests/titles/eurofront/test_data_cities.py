"""EuroFront's cities and resources: every printed level of production follows from who holds what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.titles.eurofront import tables
from grognard.titles.eurofront.tables import City

from .helpers import board, node, region

Keep = Callable[[City], bool]
SEASONS = ("S39", "W39", "S40", "W40", "S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")
BASIC = {
    "axis": (-30, -30, -30, -30, -30, -25, -20, -15, -10, -5, 0, 0),
    "allies": (-20, -15, -10, -5, 0, 10, 20, 30, 40, 50, 60, 60),
    "soviets": (-24, -24, -24, -18, -12, -6, 0, 8, 8, 8, 8, 8),
}
TOTALS = [
    *[("Britain", "", 22, 0), ("Baltic States", "", 1, 0), ("Belgium", "", 2, 0), ("Bulgaria", "", 1, 0)],
    *[("Czechoslovakia", "", 3, 0), ("Danzig", "", 2, 0), ("Denmark", "", 2, 0), ("Finland", "", 1, 1)],
    *[("Germany", "WF", 56, 4), ("Germany", "EF", 1, 0), ("Greece", "", 2, 0), ("Holland", "", 4, 0)],
    *[("Hungary", "", 3, 1), ("Iraq", "", 0, 4), ("Italy", "", 8, 0), ("Norway", "", 1, 0), ("Persia", "", 0, 6)],
    *[("Poland", "WF", 1, 1), ("Poland", "EF", 2, 0), ("Portugal", "", 1, 0), ("Rumania", "EF", 1, 4)],
    *[("Rumania", "WF", 0, 0), ("Spain", "", 3, 0), ("Sweden", "", 2, 2), ("Switzerland", "", 2, 0)],
    *[("USSR", "", 55, 24), ("Yugoslavia", "", 1, 0)],
]
VALUES = [
    *[("Lille", "major", 1), ("Lille", "resource", 1), ("Gyor", "resource", 1), ("Stettin", "major", 1)],
    *[("Ploesti", "resource", 4), ("Bucharest", "major", 1), ("Danzig", "major", 2), ("Konigsberg", "major", 1)],
    *[("Warsaw", "major", 2), ("Madrid", "major", 2), ("Barcelona", "major", 1), ("Baku", "resource", 10)],
    *[("Riga", "major", 1), ("Tunis", "major", 1), ("Helsinki", "major", 1), ("Petsamo", "resource", 1)],
]
LOST_IN_RUSSIA = ("Riga", "Minsk", "Smolensk", "Kiev", "Odessa", "Dnepropetrovsk", "Kharkov", "Stalino", "Krivoi Rog")
TAKEN = {"1942": set(LOST_IN_RUSSIA), "1943": set(LOST_IN_RUSSIA), "1944": {"Riga", "Minsk"}}
CUT_OFF = ("Leningrad",)
COMPLIANCE, ORE_ROUTE, TUNIS = 2, 5, 1


def points(keep: Keep, factor: int = 1) -> int:
    """City points, and resource points times a factor, of the rows that a test keeps."""
    return sum(c.value * (factor if c.kind == "resource" else 1) for c in tables.cities() if keep(c))


def of(*nations: str, front: str = "") -> Keep:
    return lambda city: city.nation in nations and front in ("", city.front)


def called(*names: str) -> Keep:
    return lambda city: city.name in names


def basic(side: str, season: str) -> int:
    return BASIC[side][SEASONS.index(season)]


def axis(*nations: str) -> int:
    """What nations give the Axis, which doubles resources (11.33)."""
    return points(of(*nations), 2)


@pytest.mark.parametrize(("nation", "front", "city", "resource"), TOTALS)
def test_national_totals(nation: str, front: str, city: int, resource: int) -> None:
    """The table of sources (11.3/a)."""
    keep = of(nation, front=front)
    found = points(lambda c: keep(c) and c.kind != "resource"), points(lambda c: keep(c) and c.kind == "resource")
    assert found == (city, resource)


def test_france_with_tunis() -> None:
    """Ten city points with Tunis, two of resources; four of them are Vichy's (20.482)."""
    cities = points(lambda c: of("France", "Tunisia")(c) and c.kind != "resource")
    assert (cities, points(lambda c: of("France")(c) and c.kind == "resource")) == (10, 2)
    assert points(called("Lyon", "Marseilles", "Toulouse", "Tunis")) == 4


@pytest.mark.parametrize(("name", "kind", "value"), VALUES)
def test_values_that_the_text_gives(name: str, kind: str, value: int) -> None:
    """Single cities and resources."""
    assert sum(c.value for c in tables.cities() if (c.name, c.kind) == (name, kind)) == value


GERMANY = ("Germany", "Czechoslovakia")
POLAND = ("Danzig", "Poland")
WEST = ("Holland", "Belgium", "France", "Tunisia")
BALKANS = ("Greece", "Yugoslavia", "Bulgaria")


def level_of_1940(*more: str) -> int:
    north = axis("Denmark", "Norway") + COMPLIANCE
    return axis(*GERMANY, *POLAND, *more) + north


AXIS_LEVELS = [
    ("September 1939", lambda: axis(*GERMANY) + basic("axis", "S39"), 38),
    ("November 1939", lambda: axis(*GERMANY, *POLAND) + basic("axis", "S39"), 45),
    ("June 1940", lambda: level_of_1940() + basic("axis", "S40") - ORE_ROUTE, 45),
    ("August 1940", lambda: level_of_1940(*WEST) + basic("axis", "S40"), 70),
    ("September 1940", lambda: level_of_1940(*WEST, "Italy") + basic("axis", "S40"), 78),
    ("1940B", lambda: level_of_1940(*WEST, "Italy") + basic("axis", "S40") - TUNIS, 77),
    ("November 1940", lambda: level_of_1940(*WEST, "Italy", "Rumania", "Hungary") + basic("axis", "S40"), 92),
    ("May 1941", lambda: conquered() + basic("axis", "W40"), 96),
    ("1941", lambda: conquered() + basic("axis", "S41"), 54 + 17 + 25),
    ("1942", lambda: conquered() + russia("1942") + basic("axis", "S42"), 122),
    ("1943", lambda: conquered() + russia("1943") + basic("axis", "S43") - TUNIS, 131),
    ("1944", lambda: conquered() + russia("1944") + basic("axis", "S44") - TUNIS - 1 - ORE_ROUTE, 121),
]


def conquered() -> int:
    return level_of_1940(*WEST, "Italy", "Rumania", "Hungary", *BALKANS)


def russia(scenario: str) -> int:
    return points(called(*TAKEN[scenario]), 2)


@pytest.mark.parametrize(("when", "level", "printed"), AXIS_LEVELS, ids=[row[0] for row in AXIS_LEVELS])
def test_axis_levels(when: str, level: Callable[[], int], printed: int) -> None:
    """Basic production and what the Axis holds give every printed level; in 1944 Naples is lost as well."""
    assert level() == printed


@pytest.mark.parametrize(("scenario", "allocated", "printed"), [("1942", 50, 80), ("1943", 60, 90), ("1944", 50, 66)])
def test_axis_levels_in_the_east(scenario: str, allocated: int, printed: int) -> None:
    """Fourteen points lie in the East Front at its opening; captured cities and the allocation make the rest."""
    own = points(lambda c: c.front == "EF" and c.nation in ("Danzig", "Germany", "Poland", "Rumania"), 2)
    assert own == 14
    assert allocated + own + russia(scenario) == printed


ALLIED_LEVELS = [
    *[("S39", "Britain France Tunisia Iraq Persia", 0, 24), ("W39", "Britain France Tunisia Iraq Persia", 0, 29)],
    *[("S40", "Britain France Tunisia Iraq Persia", 0, 34), ("S40", "Britain Iraq Persia", 0, 22)],
    *[("W40", "Britain Iraq Persia", 0, 27), ("S41", "Britain Iraq Persia", 0, 32)],
    *[("W41", "Britain Iraq Persia", 0, 42), ("S42", "Britain Iraq Persia", 0, 52)],
    *[("W42", "Britain Iraq Persia", 0, 62), ("S43", "Britain Iraq Persia", 1, 73)],
    ("S44", "Britain Iraq Persia", 2, 94),
]


@pytest.mark.parametrize(("season", "nations", "captured", "printed"), ALLIED_LEVELS)
def test_allied_levels(season: str, nations: str, captured: int, printed: int) -> None:
    """With Tunis from 1943 and Naples from 1944."""
    assert points(of(*nations.split())) + captured + basic("allies", season) == printed


def test_soviet_levels() -> None:
    """From 1940 with Riga; in 1942 and 1943 Leningrad, cut off, feeds no one."""
    ussr, riga = points(of("USSR")), points(called("Riga"))
    assert (ussr + basic("soviets", "S39"), (ussr + basic("soviets", "S39")) // 3) == (55, 18)
    assert (ussr + riga + basic("soviets", "S40"), (ussr + riga + basic("soviets", "W40")) // 3) == (56, 20)
    assert ussr + riga + basic("soviets", "S41") == 68
    later: tuple[tuple[str, str, tuple[str, ...], int], ...] = (
        ("1942", "S42", CUT_OFF, 60), ("1943", "S43", CUT_OFF, 68), ("1944", "S44", (), 86),
    )  # fmt: skip
    for scenario, season, cut, printed in later:
        lost = points(called(*TAKEN[scenario], *cut))
        assert ussr + riga - lost + basic("soviets", season) == printed, scenario


def victory(*names: str) -> int:
    return sum(c.victory for c in tables.cities() if c.name in names)


def test_victory_cities() -> None:
    """21 cities that count 22; both tallies of the text come out (19.5, 19.51)."""
    counted = [c for c in tables.cities() if c.victory]
    assert (len(counted), sum(c.victory for c in counted)) == (21, 22)
    neutral = victory("Istanbul", "Madrid", "Stockholm")
    german = victory("Berlin", "Hamburg", "Munich", "Ruhr", "Vienna", "Copenhagen", "Prague", "Amsterdam")
    assert (german, 22 - neutral - german) == (9, 10)
    soviet = ("Bucharest", "Sofia", "Belgrade", "Budapest", "Konigsberg", "Warsaw", "Vienna", "Prague", "Berlin")
    assert victory(*soviet) == 10
    assert victory("Rome", "Milan", "Paris", "Athens", "Amsterdam", "Ruhr", "Hamburg", "Munich") == 8


@pytest.mark.parametrize("scenario", TAKEN)
def test_the_startlines_part_the_cities(scenario: str) -> None:
    """What the Axis holds of the USSR at the start is what the levels need."""
    sources = {c.name for c in tables.cities() if c.nation in ("USSR", "Baltic States") and c.value}
    assert {name for name in sources if node(name) in region(f"{scenario} Axis")} == TAKEN[scenario]


def test_the_board_has_the_same_cities() -> None:
    """Values, Victory Cities, fronts and hexes of the board are those of the table."""
    b = board()
    fronts = {"WF": "West Front", "EF": "East Front", "MF": "Med Front", "NF": "North Front"}
    on_board = {(p.name, p.kind): p for p in b.places if p.kind in ("city", "resource")}
    for city in tables.cities():
        assert node(city.hex or city.name) in region(fronts[city.front]), city.name
        place = on_board.pop((city.name, "resource" if city.kind == "resource" else "city"), None)
        if place is None:
            assert b.place(city.name, "area") and not city.value, city.name
        elif city.kind == "resource":
            assert place.number("res") == city.value, city.name
        else:
            assert (place.grade, place.number("pp"), place.number("victory")) == (city.kind, city.value, city.victory)
    assert {name for name, _ in on_board} == {"Voroshilovgrad"}


def total(level: int | dict[str, int]) -> int:
    return level if isinstance(level, int) else sum(level.values())


@pytest.mark.parametrize(
    ("scenario", "axis_level", "allied_level", "soviet_level"),
    [
        ("1939", 38, 24, 18), ("1940", 45, 34, 18), ("1940A", 45, 34, 0), ("1940B", 77, 22, 0), ("1941", 96, 32, 68),
        ("1942", 122, 52, 60), ("1943", 131, 73, 68), ("1944", 121, 94, 86),
    ],
)  # fmt: skip
def test_a_scenario_begins_at_these_levels(
    scenario: str, axis_level: int, allied_level: int, soviet_level: int
) -> None:
    """scenarios.toml gives each front what the sums above give the whole; neutral Soviets a third, rounded down."""
    level = tables.scenarios()[scenario]["level"]
    found = [total(level.get(power, 0)) for power in ("axis", "allies", "soviets")]
    assert found == [axis_level, allied_level, soviet_level]
