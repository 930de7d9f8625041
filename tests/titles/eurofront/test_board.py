"""EuroFront's board: what it changes and adds on the Front board."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from grognard.board import Board, UnknownName
from grognard.board.area import flood, step
from grognard.board.hexset import members
from grognard.maps.compile import read_board

from .helpers import FOLDER, TITLES, board, near, node, nodes, region

SCENARIOS = ("1939", "1940", "1941", "1942", "1943", "1944")
FRONTS = ("West Front", "East Front", "Med Front", "North Front")


def test_the_compiled_board_is_that_of_the_tables() -> None:
    """board.json is what its tables make over those of the Front board."""
    assert read_board(FOLDER)["hash"] == board().hash


def test_the_tables_are_those_of_the_inputs() -> None:
    """Drafted again, the tables are as they stand; no geography is needed."""
    pytest.importorskip("numpy")
    from grognard.maps.boards import eurofront
    from grognard.maps.tables import TABLES, Complaints, read_table

    for name, rows in eurofront.draft(FOLDER).items():
        columns = TABLES[name].columns
        stored = [tuple(row[c] for c in columns) for row in read_table(FOLDER / f"{name}.csv", name, (), Complaints())]
        assert sorted(stored) == sorted(tuple(row.get(c, "") for c in columns) for row in rows), name


def test_it_stands_on_the_front_board() -> None:
    """Every hex lies and is called as in WestFront, whose own file it leaves alone."""
    below = Board.load(TITLES / "systems" / "front" / "board" / "board.json")
    for one in members(below.hexes):
        assert board().name(one) == below.name(one) or board().name(one).startswith("Voroshilovgrad")
    changed = {word: board().terrain[word] for word in ("sand", "depression")}
    assert board().land == below.land & ~changed["sand"] & ~changed["depression"]


def test_half_hexes_are_whole_where_the_maps_meet() -> None:
    """Column 22 is the edge of WestFront's map alone."""
    assert "half" not in board().tag


def test_the_gulf_of_finland_parts_finland_from_estonia() -> None:
    """No one walks over the Gulf: the only way from Finland's hexes into the USSR leads by Leningrad."""
    without = board().land & ~(1 << node("Leningrad"))
    for area, others in ((without, 0), (board().land, 1)):
        reached = flood(1 << node("Helsinki"), board().exits(area, board().closed, board().open))
        assert bool(reached & ~board().region["Finland"]) == others
    assert near(node("Leningrad")) & region("Finland") == nodes("Vyborg", "Vyborg NE1")


def test_impassable_desert() -> None:
    """Sand seas and depressions are no land, and El Alamein is the only way between the sea and the depression."""
    shut = board().terrain["sand"] | board().terrain["depression"]
    assert not shut & board().land
    desert = (board().region["Libya"] | board().region["Egypt"]) & board().land
    for area, passes in ((desert, 1), (desert & ~(1 << node("El Alamein")), 0)):
        reached = flood(1 << node("Tobruk"), board().exits(area, board().closed))
        assert reached >> node("Cairo") & 1 == passes


def test_every_place_of_war_lies_on_one_front() -> None:
    """Each land hex and area belongs to one front."""
    count = Counter(one for name in FRONTS for one in region(name))
    areas = {place.node for place in board().places if place.kind == "area"}
    assert set(count) == set(members(board().land)) | areas
    assert set(count.values()) == {1}


@pytest.mark.parametrize(
    ("front", "names"),
    [
        ("East Front", "Helsinki Vyborg Danzig Konigsberg Warsaw Ploesti Bucharest Rasht Tabriz Siberia Varna Ankara"),
        ("West Front", "Posnan Katowice Sofia Athens Istanbul Berlin Budapest Malta Gibraltar Nicosia Rhodes"),
        ("North Front", "Oslo Stockholm Bergen Narvik Oulu Petsamo Murmansk Archangel Tampere"),
        ("Med Front", "Tobruk Teheran Basra Habbinaya Damascus Tunis Casablanca Sudan Karachi"),
    ],
)
def test_the_fronts(front: str, names: str) -> None:
    """Finland's hexes are East Front, its areas North Front; Teheran is Med Front, northern Persia East Front."""
    assert nodes(*names.split()) <= region(front)


def test_zones_hold_areas_alone() -> None:
    """The Arctic Zone has 17 areas, the Eastern three, the Southern nine."""
    sizes = {name: len(region(name)) for name in ("Arctic Zone", "Eastern Zone", "Southern Zone")}
    assert sizes == {"Arctic Zone": 17, "Eastern Zone": 3, "Southern Zone": 9}
    assert all(one >= board().grid.size for name in sizes for one in region(name))


def test_areas_are_districts_or_regions_with_routes() -> None:
    """Oulu, Petsamo and Siberia are Regions, Tampere a District; routes are 1, 2 or 5 long; no rail joins Archangel
    and Petrozavodsk."""
    grades = {place.name: place.grade for place in board().places if place.kind == "area"}
    assert Counter(grades.values()) == {"district": 12, "region": 17}
    assert [grades[name] for name in ("Oulu", "Petsamo", "Siberia", "Tampere")] == ["region"] * 3 + ["district"]
    edges = {frozenset((e.a, e.b)): e for e in board().graph["route"].edges}
    assert Counter(e.length for e in edges.values()) == {5: 26, 2: 16, 1: 1}
    assert frozenset(nodes("Archangel", "Petrozavodsk")) not in edges
    assert edges[frozenset(nodes("Petsamo", "Murmansk"))].length == 2
    assert {e.name for e in edges.values()} == {"rail", "road", "strait"}


def test_bremanger_is_four_from_the_shetlands() -> None:
    """Only aircraft and HQs trace over the North Sea: a link of its own."""
    (edge,) = board().graph["air"].edges
    assert ({edge.a, edge.b}, edge.length) == (nodes("Shetlands", "Bremanger"), 4)


def test_roads_run_on_land_of_the_med_front() -> None:
    """Roads go from hex to next hex; one can drive from Gabes to Basra, and to Teheran by Abadan."""
    for edge in board().graph["road"].edges:
        assert edge.b in near(edge.a) or frozenset((edge.a, edge.b)) == frozenset(nodes("Port Said", "Port Said E1"))
        assert {edge.a, edge.b} <= region("Med Front") | region("Northern Persia")
    ways: dict[int, set[int]] = {}
    for graph in ("road", "rail"):
        for edge in board().graph[graph].edges:
            if {edge.a, edge.b} <= region("Med Front"):
                ways.setdefault(edge.a, set()).add(edge.b)
                ways.setdefault(edge.b, set()).add(edge.a)
    reached, queue = {node("Gabes")}, [node("Gabes")]
    while queue:
        new = ways.get(queue.pop(), set()) - reached
        reached |= new
        queue += new
    assert nodes("Tripoli", "El Agheila", "Benghazi", "Tobruk", "Alexandria") <= reached


def lines(*without: str) -> dict[int, set[int]]:
    """Rail on the map and along routes, ferries among it, without some places."""
    shut = nodes(*without)
    found: dict[int, set[int]] = {}
    edges = [e for graph in ("rail", "ferry") for e in board().graph[graph].edges]
    for edge in [*edges, *(e for e in board().graph["route"].edges if e.name == "rail")]:
        if not {edge.a, edge.b} & shut:
            found.setdefault(edge.a, set()).add(edge.b)
            found.setdefault(edge.b, set()).add(edge.a)
    return found


def is_joined(start: str, goal: str, *without: str) -> bool:
    """Whether rail leads from one place to another, not through some others."""
    ways, reached = lines(*without), {node(start)}
    queue = [node(start)]
    while queue:
        new = ways.get(queue.pop(), set()) - reached
        reached |= new
        queue += new
    return node(goal) in reached


def test_rail_crosses_no_closed_side() -> None:
    """No railway lies over sea, lake or alpine hexsides but for causeways and ferries."""
    open_sides = board().out | board().sides["causeway"] | board().sides["ferry"]
    for edge in board().graph["rail"].edges:
        assert step(1 << edge.a, open_sides) >> edge.b & 1, (board().name(edge.a), board().name(edge.b))


@pytest.mark.parametrize(
    ("start", "goal", "without", "joined"),
    [
        ("Helsinki", "Gallivare", ("Leningrad",), True),
        ("Helsinki", "Gallivare", ("Leningrad", "Tampere"), False),
        ("Helsinki", "Gallivare", ("Leningrad", "Oulu"), False),
        ("Helsinki", "Gallivare", ("Leningrad", "Turku"), True),
        ("Helsinki", "Gallivare", ("Leningrad", "Helsinki NE1"), True),
        ("Helsinki", "Gallivare", ("Leningrad", "Turku", "Helsinki NE1"), False),
        ("Baghdad", "Ankara", ("Aleppo", "Abadan"), True),
        ("Baghdad", "Ankara", ("Aleppo", "Mosul"), False),
        ("Teheran", "Ankara", ("Baghdad",), True),
        ("Warsaw", "Murmansk", (), True),
        ("Oslo", "Murmansk", ("Copenhagen",), True),
        ("Berlin", "Gallivare", ("Leningrad",), True),
        ("Archangel", "Petrozavodsk", ("Vologda",), False),
    ],
)
def test_rail_of_national_supply(start: str, goal: str, without: tuple[str, ...], joined: bool) -> None:
    """The text's lines: Finland by Tampere and Oulu, with Turku and Kotka each threatening one line from Helsinki; Iraq
    by Mosul; Poland by Murmansk; Norway by Sweden and the USSR; Swedish ore."""
    assert is_joined(start, goal, *without) == joined


def test_ports_of_eurofront() -> None:
    """Gijon is major; four Norwegian ports are fortified; Lorient is none; Cork lies on the Irish Sea alone."""
    ports = {place.name: place for place in board().places if place.kind == "port"}
    assert ports["Gijon"].grade == "major" and ports["Narvik"].grade == "major"
    assert {name for name, port in ports.items() if port.number("fortified")} == {
        "Bergen",
        "Narvik",
        "Oslo",
        "Trondheim",
    }
    assert "Lorient" not in ports and ports["Cork"].many("seas") == ("Irish Sea",)


def sea_lists() -> list[dict[str, str]]:
    """EuroFront's lists of 15.1, which the tests of the Front board keep; a star marks a major port."""
    path = Path(__file__).parents[1] / "front" / "sea_lists.csv"
    with path.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["book"] == "eurofront"]


@pytest.mark.parametrize("row", sea_lists(), ids=lambda row: row["sea"])
def test_the_ports_of_a_sea(row: dict[str, str]) -> None:
    """A sea has the ports that 15.1 lists and no other, of their size; Gijon is major as well."""
    ports = [place for place in board().places if place.kind == "port" and row["sea"] in place.many("seas")]
    listed = {board().node(name.rstrip("*")): name.endswith("*") or name == "Gijon" for name in row["ports"].split("|")}
    assert {port.node: port.grade == "major" for port in ports} == listed


def test_naval_bases() -> None:
    """Every sea but the two oceans that are always Allied has its base, and the base says so."""
    bases = {place.values["base"]: place.name for place in board().places if "base" in place.values}
    assert {sea.name: sea.bases[0] for sea in board().seas.values() if sea.bases} == bases
    assert {sea.name for sea in board().seas.values() if not sea.bases} == {"Arctic Ocean", "Atlantic Ocean"}


def test_fortresses_and_bases() -> None:
    """Tobruk is a minor fortress; Habbinaya, Basra, Abadan and Ethiopia are bases."""
    found = {(place.name, place.grade) for place in board().places if place.kind in ("fortress", "base")}
    bases = {(name, "base") for name in ("Abadan", "Basra", "Ethiopia", "Habbinaya")}
    strong = {(name, "fortress") for name in ("Bern", "Gibraltar", "Leningrad", "Malta", "Sevastopol")}
    assert found == bases | strong | {("Tobruk", "minor")}


def test_a_ferry_crosses_lake_van() -> None:
    """Rail goes on over the lake as over a strait."""
    pair = frozenset(nodes("Van", "Van W1"))
    assert pair in {frozenset((e.a, e.b)) for e in board().graph["ferry"].edges}
    assert pair not in {frozenset((e.a, e.b)) for e in board().graph["rail"].edges}


def test_borders_of_1940() -> None:
    """Bialystok is Soviet, Suwalki German; Nice is not Vichy's; Bessarabia and Transylvania lie in Rumania."""
    assert node("Bialystok") in region("East Poland") and node("Suwalki") in region("West Poland")
    assert region("East Poland") | region("West Poland") == region("Poland")
    assert node("Nice") not in region("Vichy") and region("Vichy") < region("France")
    assert region("Transylvania") | region("Bessarabia") < region("Rumania")
    assert not region("Transylvania") & region("Bessarabia")


@pytest.mark.parametrize("scenario", ["1939", "1939A", "1939B", "1940", "1940A", "1940B", "1940C", *SCENARIOS[2:]])
def test_no_place_is_held_twice(scenario: str) -> None:
    """At the start of a scenario a place has one owner."""
    sides = [name for name in board().regions("control") if name.split(" ")[0] == scenario]
    assert len(sides) >= 2
    for one, other in combinations(sides, 2):
        assert not region(one) & region(other), (one, other)


LENGTHS = {"1940": (10, 11), "1941": (16, 19), "1942": (24, 23), "1943": (25, 27), "1944": (24, 23)}


@pytest.mark.parametrize("scenario", LENGTHS)
def test_the_line_in_the_east(scenario: str) -> None:
    """So many hexes of either side face each other; each touches one of the enemy's."""
    axis, soviets = (region(f"{scenario} {a} Frontline v. {b}") for a, b in (("Axis", "Soviets"), ("Soviets", "Axis")))
    assert (len(axis), len(soviets)) == LENGTHS[scenario]
    assert all(near(one) & soviets for one in axis) and all(near(one) & axis for one in soviets)


def test_the_line_in_libya() -> None:
    """In 1942 the Axis stands before Tobruk and Bir Hacheim and holds all behind."""
    assert nodes("Tobruk", "Bir Hacheim") <= region("1942 Allies Frontline v. Axis")
    assert nodes("Derna", "Benghazi", "Misurata", "Tripoli") <= region("1942 Axis")


@pytest.mark.parametrize(
    ("window", "inside", "outside"),
    [
        ("1936", ("Madrid", "Barcelona", "Tangiers", "Lisbon", "Bayonne", "Perpignan", "Mallorca"), ("Paris", "Oulu")),
        ("1939A", ("Helsinki", "Leningrad", "Moscow", "Oulu", "Murmansk", "Siberia", "Berlin"), ("Paris", "Narvik")),
        ("1939B", ("London", "Oslo", "Narvik", "Berlin", "Calais", "Glasgow", "Gallivare"), ("Moscow", "Madrid")),
        ("1940C", ("London", "Rome", "Tobruk", "South Africa", "Karachi", "Basra"), ("Oulu", "Moscow", "Oslo")),
    ],
)
def test_the_window_of_a_small_scenario(window: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> None:
    """A small scenario has its part of the board alone, and calls each hex as the whole board does where it can."""
    part = board(window)
    for name in inside:
        assert part.name(part.node(name)) == board().name(board().node(name))
    for name in outside:
        with pytest.raises(UnknownName):
            part.node(name)
