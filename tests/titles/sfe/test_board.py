"""The board of The Struggle for Europe against all that its rules and examples say of the map."""

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from grognard.board import Board, Numbering, Sheet
from grognard.board.area import flood
from grognard.board.hexset import members

HERE = Path(__file__).parent
BOARD = HERE.parents[2] / "grognard" / "titles" / "sfe" / "board"


@cache
def board() -> Board:
    return Board.load(BOARD / "board.json")


@cache
def facts() -> tuple[dict[str, str], ...]:
    with (HERE / "board_facts.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def told(fact: str) -> list[dict[str, str]]:
    found = [row for row in facts() if row["fact"] == fact]
    assert found
    return found


def around(name: str) -> set[str]:
    return {board().name(node) for node in board().grid.neighbours(board().node(name))}


def walks(name: str) -> set[str]:
    """The hexes that a ground unit may step to."""
    node = board().node(name)
    ways = enumerate(board().grid.neighbour(node, d) for d in range(6))
    return {board().name(other) for d, other in ways if other >= 0 and board().out[d] >> node & 1}


def kinds(a: str, b: str) -> set[str]:
    """The kinds of a hexside."""
    here, there = board().node(a), board().node(b)
    d = board().grid.toward(here, there)
    assert d >= 0, f"{a} and {b} do not touch"
    return {kind for kind, exits in board().sides.items() if exits[d] >> here & 1}


def links(graph: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    with (BOARD / "links.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["graph"] == graph:
                found.setdefault(row["a"], set()).add(row["b"])
                found.setdefault(row["b"], set()).add(row["a"])
    return found


def way(net: dict[str, set[str]], start: str, goal: str) -> int:
    """How many links of a net lead from one hex to another, or -1."""
    start, goal = (board().name(board().node(name)) for name in (start, goal))
    far, queue = {start: 0}, [start]
    for here in queue:
        for there in sorted(net.get(here, ())):
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far.get(goal, -1)


def seas_at(name: str) -> list[str]:
    """The sea zones of a port."""
    return list(board().place(name, "port").many("seas"))


def zones_between(a: str, b: str) -> int:
    """How many sea zones a voyage from port to port passes, both ends counted (18.01)."""
    far = dict.fromkeys(seas_at(a), 1)
    queue = list(far)
    for here in queue:
        for there in board().seas[here].adjacent:
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return min(far[sea] for sea in seas_at(b))


def within(value: str, number: int) -> bool:
    low, _, high = value.partition("-")
    return int(low) <= number <= int(high or low)


def test_hexes_are_called_by_sheet_row_and_column_from_the_east() -> None:
    """Each of the 9,700 hexes is read again from what is printed in it, and Leningrad lies east of Kronstadt."""
    sheets = [Sheet.from_table(sheet) for sheet in board().settings["sheets"]]
    numbering = Numbering(board().settings["numbering"], sheets)
    for node in members(board().hexes):
        col, row = board().grid.colrow(node)
        assert board().name(node) == numbering.name(col, row)
        assert numbering.colrow(board().name(node)) == (col, row)
    assert board().hexes.bit_count() == 9700
    assert numbering.colrow("NE 2730") == numbering.colrow("ne2730") == (70, 27)
    assert board().grid.directions[board().grid.toward(board().node("NE2731"), board().node("NE2730"))] == "E"
    for wrong in ("NE0930", "NE2751", "XX2730", "2730", "NE27"):
        with pytest.raises(ValueError):
            numbering.colrow(wrong)


@pytest.mark.rule("sfe", "2.22", "2.25")
def test_places_lie_in_the_hexes_that_the_text_gives() -> None:
    """A hex that the rules or an example name, or that follows from one, holds the place."""
    for row in told("hex"):
        assert board().name(board().node(row["a"])) == row["b"], row
    for row in told("adjacent"):
        assert board().name(board().node(row["b"])) in around(row["a"]), row


def test_distances_of_the_examples() -> None:
    """Places of the examples are as many hexes apart as their interceptions and railheads need."""
    for row in told("hexes"):
        far = board().grid.distance(board().node(row["a"]), board().node(row["b"]))
        assert within(row["value"], far), (row, far)


def test_railways_of_the_railhead_examples() -> None:
    """From 4032 six rail hexes lead to 3926 and to 4428; from 2120 the line runs by Rostov to 2419 and 2916."""
    rail = links("rail")
    for row in told("rail"):
        assert way(rail, row["a"], row["b"]) == int(row["value"]), row


def test_terrain_and_hexsides_that_the_text_names() -> None:
    """Sea hexes of the Dover example, four clear hexes beside Leningrad, rivers, straits, canals, the neck."""
    for row in told("terrain"):
        assert board().terrain[row["b"]] >> board().node(row["a"]) & 1, row
    for row in told("side"):
        assert row["b"] in kinds(*row["a"].split("/")), row


@pytest.mark.rule("sfe", "2.22")
def test_kronstadt_is_entered_from_three_hexes() -> None:
    """Kronstadt is one hex with its island, open to 2730, 2831 and 2832 alone; the isthmus is crossed by a river."""
    assert walks("Kronstadt") == {"NE2730", "NE2831", "NE2832"}
    assert kinds("NE2530", "NE2630") & {"lake", "sea"} == set()
    assert "NE2630" in walks("NE2530")


def test_leningrad_has_four_clear_hexes_beside_it() -> None:
    """Besides Kronstadt four hexes touch Leningrad that are clear and can be walked to; the fifth is Lake Ladoga."""
    clear = {name for name in walks("Leningrad") - {"NE2731"} if board().terrain["clear"] >> board().node(name) & 1}
    assert clear == {"NE2630", "NE2631", "NE2830", "NE2831"}
    assert board().terrain["lake"] >> board().node("NE2729") & 1


def test_soviet_lines_off_the_map_and_round_ladoga() -> None:
    """1027 is a rail hex of the north edge, 2727 one on the shore of Ladoga, and five lines leave the east edge."""
    rail = links("rail")
    assert board().grid.colrow(board().node("NE1027"))[1] == 10
    assert way(rail, "NE2727", "NE1027") > 0 and way(rail, "NE2727", "Leningrad") > 0
    assert any(board().sea["Lake Ladoga"] >> board().node(name) & 1 for name in around("NE2727"))
    exits = board().names_of(board().region["East exits"])
    assert len(exits) == 5
    for name in exits:
        assert name.endswith("01") and way(rail, name, "Moscow") > 0, name


@pytest.mark.rule("sfe", "2.25")
def test_gibraltar_is_entered_overland_from_one_hex() -> None:
    """Gibraltar touches the mainland by 2446 alone."""
    assert walks("Gibraltar") == {"SW2446"}


def test_strasbourg_is_fortified_on_the_rhine_and_open_to_the_west() -> None:
    """The Maginot fort faces the Rhine; 4715 lies behind it, with neither works nor river between."""
    assert kinds("NW4714", "NW4715") == set()
    for name in ("NW4614", "NW4713", "SW1014", "SW1015"):
        assert {"fortified", "river"} <= kinds("NW4714", name), name
    forts = {"Thionville", "Metz", "Haguenau", "Strasbourg", "Colmar"}
    works = board().sides["fortified"]
    held = {name for name in forts if any(mask >> board().node(name) & 1 for mask in works)}
    assert held == forts


def test_the_strait_of_dover_parts_kent_from_flanders() -> None:
    """Nobody walks from Dover or Kent to France; Dover is joined to Kent and lies on 3619."""
    for kent in ("NW3620", "NW3621"):
        assert walks(kent) & {"NW3719", "NW3720", "NW3721"} == set()
    assert "NW3621" in walks("Dover")
    assert board().coastal >> board().node("NW3621") & 1
    assert "Eastern Channel" in seas_at("Dover")


def test_cherbourg_and_the_beaches_of_normandy() -> None:
    """The port hangs on the mainland by 3826 alone; 3925 has its beach on the sea hex 3825."""
    assert walks("Cherbourg") == {"NW3826"}
    assert board().shore["Eastern Channel"] >> board().node("NW3925") & 1
    assert board().terrain["sea"] >> board().node("NW3825") & 1 and "NW3825" in around("NW3925")


def test_border_hexes_belong_to_the_country_of_their_city() -> None:
    """A hex that a border cuts belongs to the country of the city named in it."""
    owners = {
        "Germany": "Aachen Trier Saarbrucken Karlsruhe Konigsberg Memel",
        "France": "Maubeuge Sedan Lille Strasbourg Metz Dunkirk",
        "Belgium": "Antwerp Bastogne Liege",
        "Netherlands": "Breda Eindhoven Rotterdam",
        "Soviet Union": "Leningrad Minsk Odessa",
        "Poland": "Warsaw Vilnius Lvov Brest-Litovsk",
        "Rumania": "Kishinev Chernovtsy Iasi",
        "Finland": "Vyborg Sortavala Helsinki",
        "Libya": "Bardia Tobruk",
    }
    for nation, towns in owners.items():
        for town in towns.split():
            assert board().nation[nation] >> board().node(town) & 1, (nation, town)


def test_countries_of_1941() -> None:
    """What the Soviet Union and Germany took by June 1941 is told apart from their land of 1939, hex by hex once."""
    taken = board().regions("country 1941")
    whole = 0
    for area in taken.values():
        assert area & whole == 0 and area & board().nation["Soviet Union"] == 0
        whole |= area
    for town in ("Riga", "Vilnius", "Bialystok", "Lvov", "Kishinev", "Vyborg", "Hanko", "Tallinn"):
        assert any(area >> board().node(town) & 1 for name, area in taken.items() if name.startswith("Soviet")), town
    for town in ("Warsaw", "Suwalki", "Lublin", "Siedlce", "Zamosc"):
        assert taken["German Poland 1941"] >> board().node(town) & 1, town
    assert board().nation["Poland"] & ~whole == 0


def test_lake_ladoga_joins_leningrad_to_its_railway() -> None:
    """From the shore beside Leningrad boats cross Ladoga to 2727; no ship comes there from the sea."""
    lake = board().sea["Lake Ladoga"] & board().terrain["lake"]
    ways = board().around.inside(lake)
    start = lake & board().area(*around("Leningrad"))
    goal = lake & board().area(*around("NE2727"))
    assert start and goal & flood(start, ways)
    assert not board().seas["Lake Ladoga"].adjacent


def test_places_with_hardly_any_land_are_coasts() -> None:
    """Towns that lie on a spit or an islet of their hex are land and on the sea."""
    for town in [
        "Alexandria",
        "Calais",
        "Cherbourg",
        "Constanta",
        "Dover",
        "Dunkirk",
        "Hanko",
        "Helsinki",
        "Novorossiysk",
        "Palermo",
        "Rotterdam",
        "Sevastopol",
        "Taranto",
        "Malta",
        "Tobruk",
        "Taganrog",
        "Mariupol",
        "Riga",
        "Wilhelmshaven",
    ]:
        assert board().land & board().coastal & 1 << board().node(town), town


@pytest.mark.rule("sfe", "2.15/1")
def test_the_neck_of_the_crimea_is_crossed_by_rail_alone() -> None:
    """Two rail hexes on the Sea of Azov meet there; no unit walks over, but the line runs, and Perekop is open."""
    north, south = "SE2527", "SE2627"
    assert south not in walks(north)
    assert south in links("rail")[north]
    for name in (north, south):
        assert board().shore["Sea of Azov"] >> board().node(name) & 1, name
    assert "SE2628" in walks("Perekop") or "SE2629" in walks("Perekop")


@pytest.mark.rule("sfe", "2.13")
def test_straits_and_rail_ferries() -> None:
    """Stalingrad, Suez and Istanbul have rail ferries of six rail hexes and no bridge; units cross them on foot."""
    ferries = board().graph["ferry"]
    rail = links("rail")
    for a, b in (("Stalingrad", "SE1812"), ("Istanbul", "SE3736"), ("Ismailia", "SE6433")):
        here, there = board().node(a), board().node(b)
        assert ferries.nodes >> here & 1 and ferries.nodes >> there & 1, a
        assert board().name(there) in walks(a)
        assert board().name(there) not in rail.get(board().name(here), set())
    with (BOARD / "links.csv").open(encoding="utf-8", newline="") as file:
        assert {row["length"] for row in csv.DictReader(file) if row["graph"] == "ferry"} == {"6"}
    for a, b in (("Messina", "Reggio"), ("Kerch", "SE2723"), ("Canakkale", "SE3741")):
        assert "strait" in kinds(a, b) and board().name(board().node(b)) in walks(a)


@pytest.mark.rule("sfe", "2.14")
def test_canals_are_sea_zones_and_hexsides() -> None:
    """The Suez, Kiel and North Sea canals join their seas; the canal of Corinth is a river and no zone."""
    joined = {
        "Suez Canal": {"Egyptian Sea", "Red Sea"},
        "Kiel Canal": {"Central North Sea", "Western Baltic"},
        "North Sea Canal": {"Southern North Sea"},
    }
    assert {name for name, sea in board().seas.items() if sea.kind == "canal"} == set(joined)
    for canal, seas in joined.items():
        assert set(board().seas[canal].adjacent) == seas
        assert ("canal", canal) in board().named_sides
    assert seas_at("Amsterdam") == ["North Sea Canal"]
    assert ("river", "Corinth canal") in board().named_sides


@pytest.mark.rule("sfe", "2.11")
def test_inland_ports_have_their_controlling_hexes() -> None:
    """Rostov, Bordeaux and Hamburg lie off the sea; letter hexes lead to it. Leningrad is reached by Kronstadt."""
    for name, letter in (("Rostov", "R"), ("Bordeaux", "B"), ("Hamburg", "H")):
        port = board().place(name, "port")
        assert not board().coastal >> port.node & 1, name
        assert port.values["letter"] == letter
        first, last = port.many("route")[-1], port.many("route")[0]
        assert board().coastal >> board().node(first) & 1 or board().coastal >> board().node(last) & 1, name
    assert board().place("Leningrad", "port").many("route") == ("NE2731",)
    assert seas_at("Leningrad") == ["Gulf of Finland"]


@pytest.mark.rule("sfe", "2.11")
def test_every_port_opens_on_a_sea_and_every_beach_lies_on_one() -> None:
    """A port that is no inland port lies on the sea that it names; a beach is part land, part sea."""
    for place in board().places:
        if place.kind == "port" and "route" not in place.values:
            at = {sea for sea in board().seas if board().sea.get(sea, 0) >> place.node & 1}
            assert at & set(place.many("seas")), place.name
        if place.kind == "beach":
            assert board().coastal & board().land & 1 << place.node, place.name
            assert board().region[f"Army zone {place.values['army']}"] >> place.node & 1, place.name


def test_the_coast_road_runs_from_tripoli_to_alexandria() -> None:
    """Road hexsides lead along the coast without a gap; each lies between land hexes that touch."""
    road = links("road")
    assert way(road, "Tripoli", "Alexandria") > 40
    for place in ("Sirte", "El Agheila", "Benghazi", "Tobruk", "Mersa Matruh", "El Alamein"):
        assert way(road, "Tripoli", place) > 0, place
    for here, others in road.items():
        assert others <= walks(here), here


@pytest.mark.rule("sfe", "2.24")
def test_the_qattara_depression_shuts_the_desert_south_of_el_alamein() -> None:
    """No unit steps over its rim, and it lies within three hexes of El Alamein."""
    rim = board().sides["qattara"]
    assert not any(out & mask for out, mask in zip(board().out, rim))
    near = [node for mask in rim for node in members(mask)]
    assert min(board().grid.distance(board().node("El Alamein"), node) for node in near) <= 2
    assert len(set(near)) > 10


@pytest.mark.rule("sfe", "2.21")
def test_cities_and_capitals() -> None:
    """Cities that rules name are there in their class; a capital is never less than a minor city."""
    for row in told("city"):
        place = board().place(row["a"], "city")
        assert place.grade == row["b"] and (not row["value"] or row["value"] in place.values), row
    capitals = [place for place in board().places if place.kind == "city" and "capital" in place.values]
    assert {place.grade for place in capitals} == {"major", "minor"}
    owners = Counter(str(place.values["capital"]) for place in capitals)
    assert owners["Germany"] == owners["Soviet Union"] == owners["France"] == owners["Netherlands"] == 1


def test_ports_and_naval_bases() -> None:
    """The ports that rules name are there; those of the flak bonus and of the fleets are major naval bases."""
    for row in told("port"):
        place = board().place(row["a"], "port")
        assert row["b"] in ("port", place.grade), row
        assert place.number("capacity") > 0


@pytest.mark.rule("sfe", "2.12")
def test_islands_are_cut_off_from_the_mainland() -> None:
    """The islands that rules name have a city or town and no way overland to Europe."""
    europe = flood(1 << board().node("Moscow"), board().out)
    for row in told("island"):
        place = board().place(row["a"], "city")
        assert not europe >> place.node & 1, row


def test_voyages_of_three_zones() -> None:
    """A fleet can sail from Bremen to Dover, or from Naples to Tripoli, do its task and go home with seven MPs."""
    for row in told("zones"):
        assert zones_between(row["a"], row["b"]) == int(row["value"]), row
    assert board().seas["Gibraltar Strait"].basin == "Western and Mediterranean"


@pytest.mark.rule("sfe", "2.3")
def test_weather_zones() -> None:
    """Every hex has one zone of A to E; E is Africa and the Levant."""
    zones = {letter: board().tag[f"zone {letter}"] for letter in "ABCDE"}
    assert sum(area.bit_count() for area in zones.values()) == board().hexes.bit_count()
    for row in told("zone"):
        assert zones[row["b"]] >> board().node(row["a"]) & 1, row
    africa = ("Libya", "Egypt", "Tunisia", "Algeria", "Iraq")
    for nation in africa:
        assert board().nation[nation] & ~zones["E"] == 0, nation
