"""The board `aeto`: both sheets' names, windows, nations, ways by land and rail, and the hexes of the set-ups."""

import time
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.board import Board
from grognard.board.area import Exits, flood
from grognard.board.hexset import members
from grognard.maps.compile import read_board

from .boards import FOLDER, Row, board, hexes, kinds, named, nations_of, rail_net, read, row_of, table, walk

SETUPS = read(Path(__file__).with_name("setup_hexes.csv"))
AXIS = {"germany", "italy", "hungary", "rumania", "bulgaria", "finland"}
CONTROL = ("germany", "italy", "france", "uk", "ussr", "vichy")
NO_TRAINS = ("albania", "south africa", "transjordan", "cyprus", "malta", "gibraltar")
RAIL_COLONIES = {
    "egypt": "Cairo",
    "palestine": "Jerusalem",
    "lebanon-syria": "Beirut",
    "iraq": "Baghdad",
    "algeria": "Algiers",
    "tunisia": "Tunis",
    "french morocco": "Casablanca",
    "persia": "Teheran",
}


def test_the_board_file_is_what_the_tables_make() -> None:
    """Nothing was edited in board.json, and no file is too large to keep."""
    assert read_board(FOLDER)["hash"] == board().hash
    assert max(path.stat().st_size for path in FOLDER.iterdir()) < 3_000_000


def test_the_board_is_read_at_once() -> None:
    """The best of three readings takes less than three tenths of a second."""
    spent = []
    for _ in range(3):
        start = time.process_time()
        Board.load(FOLDER / "board.json")
        spent.append(time.process_time() - start)
    assert min(spent) < 0.3


def turned(name: str) -> str:
    """The other sheet's name: rows add up to 62, columns to 67 in odd rows and to 66 in even ones."""
    sheet, row, col = name[0], int(name[2:4]), int(name[4:])
    return f"{'E' if sheet == 'W' else 'W'} {62 - row:02}{(67 if row % 2 else 66) - col:02}"


def test_a_seam_hex_is_found_by_both_of_its_names() -> None:
    """The sheets overlap by four columns; each hex there has one name of its own and reads the other."""
    seam = [row for row in table("hexes") if row["also"]]
    assert {int(row["col"]) for row in seam} == {31, 32, 33, 34}
    for row in seam:
        assert row["also"] == turned(row["hex"])
        assert board().node(row["also"]) == board().node(row["hex"])
        assert (row["hex"][0] == "W") == (int(row["col"]) <= 32)
    assert board().node("E 2634") == board().node("Warsaw") == board().node("W 3632")


RUNS = (
    "W 3518 W 3418 W 3319 W 3219 W 3120",
    "E 5111 E 5010 E 5009 E 5008 E 4908",
    "E 4531 E 4630 E 4730",
    "E 3312 E 3311 E 3410",
    "E 5520 E 5620 E 5720 E 5721",
    "E 5520 E 5619 E 5720",
)


@pytest.mark.parametrize("run", RUNS)
def test_a_printed_run_of_hexes_is_a_walk(run: str) -> None:
    """Hexes that the text lists one after another touch, and one can walk along them."""
    nodes = [board().node(f"{sheet} {number}") for sheet, number in zip(run.split()[::2], run.split()[1::2])]
    for a, b in pairwise(nodes):
        assert board().out.has(a, b), f"{board().name(a)} - {board().name(b)}"


def test_no_land_is_without_a_nation() -> None:
    """Every land hex belongs to a nation of September 1939, no water does, and only Swiss and Arabian land is shut."""
    assert [h for h, row in hexes().items() if (row["terrain"] in ("sea", "lake")) == bool(row["nation"])] == []
    assert nations_of(board().tag["closed"]) == {"switzerland", "arabia"}


def test_every_row_of_every_table_has_a_source() -> None:
    """The tables say where each row comes from."""
    for name in ("hexes", "hexsides", "links", "places", "seas", "regions"):
        assert [row for row in table(name) if not row["source"]] == []


def sources(nation: str) -> list[str]:
    """The home cities with resources of a nation."""
    roles: dict[str, set[str]] = {}
    for place in board().places:
        if place.values.get("nation") == nation and place.kind in ("city", "resource"):
            roles.setdefault(place.name, set()).add(place.kind)
    return sorted(name for name, kinds in roles.items() if len(kinds) == 2)


@pytest.mark.parametrize("nation", ("germany", "italy", "france", "uk", "ussr"))
def test_home_supply_sources_reach_each_other_overland(nation: str) -> None:
    """Only Konigsberg and Belfast, which are ports, have no way by land to another source (L1234)."""
    found = sources(nation)
    assert len(found) >= 2
    alone = []
    for name in found:
        reached = walk(name, board().nation[nation])
        if not any(other != name and reached & 1 << board().node(other) for other in found):
            alone.append(name)
    assert alone == {"germany": ["Konigsberg"], "uk": ["Belfast"]}.get(nation, [])
    assert all(board().kind["port"] & 1 << board().node(name) for name in alone)


def test_narvik_to_petsamo_is_a_chain_of_passable_hexes() -> None:
    """German troops in the north of Norway reach Petsamo without leaving Norway and Finland."""
    north = board().nation["norway"] | board().nation["finland"]
    assert walk("Narvik", north) & 1 << board().node("Petsamo")
    assert walk("Narvik", board().nation["norway"]) & 1 << board().node("Kirkenes")


def test_every_nation_with_trains_has_them_in_its_capital() -> None:
    """The capital of each nation that has a Rail Capacity is a rail hex."""
    capitals = {str(place.values["nation"]): place.name for place in board().places if "capital" in place.values}
    towns = {nation: town for nation, town in capitals.items() if nation not in NO_TRAINS} | RAIL_COLONIES
    assert len(towns) == 33
    assert {nation: town for nation, town in towns.items() if len(rail_net(town)) < 2} == {}


def test_rail_links_join_neighbours_over_sides_that_can_be_crossed() -> None:
    """No track runs over the sea or a crest; Sweden's lines are apart from Denmark's."""
    for row in table("links"):
        if row["graph"] == "rail":
            assert board().out.has(board().node(row["a"]), board().node(row["b"])), f"{row['a']} - {row['b']}"
    assert board().node("Malmo") not in rail_net("Copenhagen")


def test_every_port_lies_on_a_sea() -> None:
    """A port hex has water, and a way by hexes with water leads from it to the open sea or to another port."""
    assert [p.name for p in board().places if p.kind == "port" and not board().coastal & 1 << p.node] == []
    wet = board().coastal | board().terrain["sea"]
    for place in board().places:
        if place.kind == "port" and place.node < board().grid.size:
            assert any(wet & 1 << n for n in board().grid.neighbours(place.node)), place.name


def test_one_place_gives_a_hex_its_name() -> None:
    """No two towns share a hex, so that a town is a hex's name."""
    names: dict[int, set[str]] = {}
    for place in board().places:
        names.setdefault(place.node, set()).add(place.name)
    assert {node: some for node, some in names.items() if len(some) > 1} == {}


def test_straits_are_crossed_by_their_ferries_only() -> None:
    """Belts, Dardanelles, Bosporus, Kerch and Messina are straits with a ferry; the Sound has none (L270, L1029)."""
    straits = {(row["a"], row["b"]) for row in table("hexsides") if row["kind"] == "strait"}
    ferries = {(row["a"], row["b"]) for row in table("hexsides") if row["kind"] == "ferry"}
    assert straits == ferries
    names = {row["name"] for row in table("hexsides") if row["kind"] == "strait"}
    assert names == {"Great Belt", "Dardanelles", "Bosporus", "Kerch", "Messina"}
    assert all(board().out.has(board().node(a), board().node(b)) for a, b in ferries)
    assert "ferry" not in kinds("Copenhagen", "Malmo")


def test_islands_are_islands() -> None:
    """No one walks from Great Britain, Ireland, Corsica, Sardinia, Crete, Cyprus, Malta or Rhodes to anywhere else."""
    for town, nations in (
        ("London", {"uk"}),
        ("Dublin", {"ireland", "uk"}),
        ("Ajaccio", {"france"}),
        ("Cagliari", {"italy"}),
        ("Canea", {"greece"}),
        ("Nicosia", {"cyprus"}),
        ("Malta", {"malta"}),
        ("Rhodes", {"dodecanese"}),
        ("Mytilene", {"greece"}),
    ):
        assert nations_of(walk(town, board().land)) == nations, town
    assert not walk("Gibraltar", board().land & ~board().region["Asia"]) & 1 << board().node("Ceuta")


def test_permanent_forts_look_the_way_the_text_says() -> None:
    """The Maginot Line towards Germany only, Sevastopol and Gibraltar to the land, Malta on all sides (L1065-L1068)."""
    sides = [row for row in table("hexsides") if row["kind"] == "permanent fortification"]
    line = named(board().region["Maginot Line"])
    maginot = [row for row in sides if row["name"] == "Maginot Line"]
    for row in maginot:
        pair = {row_of(row["a"])["nation"], row_of(row["b"])["nation"]}
        assert pair == {"france", "germany"}
        assert {board().name(board().node(row[end])) for end in "ab"} & set(line)
    assert len(maginot) >= 5
    count = {name: sum(row["name"] == name for row in sides) for name in ("Malta", "Sevastopol", "Gibraltar")}
    assert count["Malta"] == 6 and count["Sevastopol"] >= 1 and count["Gibraltar"] >= 2


def test_the_weather_zones_part_the_map() -> None:
    """Each hex lies in one zone; the Soviet Union is severe, the desert mild, France moderate."""
    zones = [board().region[name] for name in ("severe", "moderate", "mild")]
    assert zones[0] | zones[1] | zones[2] == board().hexes
    assert zones[0] & zones[1] == zones[0] & zones[2] == zones[1] & zones[2] == 0
    for name, zone in (("Moscow", 0), ("Kiev", 0), ("Paris", 1), ("Berlin", 1), ("Tobruk", 2), ("Naples", 2)):
        assert zones[zone] & 1 << board().node(name), name


def test_regions_cut_nations_without_rest() -> None:
    """Occupied and Vichy France make France, both Polands Poland; Bessarabia is Rumanian, eastern Poland Polish."""
    whole, region = board().nation, board().region
    assert region["Occupied France"] ^ region["Vichy France"] == whole["france"]
    assert region["western Poland"] ^ region["eastern Poland"] == whole["poland"]
    assert nations_of(region["Bessarabia"]) == {"rumania"} and not region["Bessarabia"] & 1 << board().node("Jassy")
    assert region["Bessarabia"] & 1 << board().node("E 3229") and region["Bessarabia"] & 1 << board().node("E 3626")
    assert nations_of(region["Soviet-Turkish border"]) == {"ussr"}
    assert region["Soviet-Turkish border"] & 1 << board().node("E 3814")


def test_no_hex_has_two_masters_at_the_start_of_a_scenario() -> None:
    """The powers' hexes of a date do not overlap."""
    for date in ("1939", "1940", "1941", "1944", "desert42"):
        held = [board().region.get(f"{date} {power}", 0) for power in CONTROL]
        assert sum(area.bit_count() for area in held) == len(list(members(sum(held)))), date


@pytest.mark.parametrize(
    ("date", "power", "towns"),
    (
        ("1939", "germany", "Berlin Vienna Prague Konigsberg"),
        ("1940", "germany", "Warsaw Oslo Narvik Copenhagen Danzig"),
        ("1940", "ussr", "Lvov Viipuri Minsk"),
        ("1941", "germany", "Paris Bordeaux Athens Belgrade Amsterdam Lublin"),
        ("1941", "ussr", "Riga Lvov Kishinev Viipuri Tallinn"),
        ("1941", "vichy", "Marseilles Lyon Algiers Beirut Casablanca Ajaccio"),
        ("1941", "uk", "Tobruk Cairo Malta Baghdad"),
        ("1944", "germany", "Minsk Riga Lvov Paris Milan Athens"),
        ("1944", "ussr", "Kiev Smolensk Odessa Sevastopol Leningrad"),
        ("1944", "uk", "Rome Naples Tripoli Tunis Ajaccio"),
    ),
)
def test_towns_are_held_as_they_were(date: str, power: str, towns: str) -> None:
    """The map of the day: who held which towns in September 1939, May 1940, June 1941 and June 1944."""
    held = board().region[f"{date} {power}"]
    assert [town for town in towns.split() if not held & 1 << board().node(town)] == []


def side_of(power: str) -> set[str]:
    """The powers and nations on whose hexes a power's units may stand when a scenario begins."""
    return AXIS if power in AXIS else {power}


@pytest.mark.parametrize("row", SETUPS, ids=lambda row: f"{row['scenario']} {row['power']} {row['hex']}")
def test_a_set_up_hex_is_land_of_its_side(row: Row) -> None:
    """Every hex that a set-up uses exists, is land, and is held by the side that stands there."""
    node = board().node(row["hex"])
    assert board().land & 1 << node
    holders = {
        power for power in CONTROL if board().region.get(f"{row['scenario']} {power}", 0) & 1 << node
    } or nations_of(1 << node)
    assert holders <= side_of(row["power"]), f"{row['hex']} is held by {holders}"
    assert not row["place"] or board().node(row["place"]) == node


def test_the_desert_is_a_board_of_its_own() -> None:
    """The window has the hexes from El Agheila to Suez, and its sets span little more than those."""
    desert = board().window("desert42")
    assert desert.size < 250
    for name in ("El Agheila", "Agedabia", "Benghazi", "Tobruk", "Gazala", "El Alamein", "Alexandria", "Cairo", "Suez"):
        assert desert.land & 1 << desert.node(name), name
    assert {row["hex"] for row in SETUPS if row["scenario"] == "desert42"} <= {
        desert.names.own(node) for node in members(desert.land)
    }


def test_qattara_bars_the_way_round_el_alamein() -> None:
    """From the hex west of El Alamein one goes on along the coast or not at all; the depression is a blind alley."""
    west, gate = board().node("E 5725"), board().node("El Alamein")
    onward = [n for n in board().grid.neighbours(west) if board().out.has(west, n)]
    assert gate in onward and board().node("E 5824") not in onward and board().node("E 5825") not in onward
    assert not board().out.has(board().node("E 5824"), board().node("E 5823"))


def test_the_bug_runs_between_the_armies_of_june_1941() -> None:
    """Brest-Litovsk, Vladimir-Volynsk and Bialystok are attacked over a river, Suwalki's neighbours are not."""
    for a, b in (("Siedlce", "Brest-Litovsk"), ("Lublin", "Brest-Litovsk"), ("Lublin", "Vladimir-Volynsk")):
        assert "river" in kinds(a, b), (a, b)
    for a, b in (("Warsaw", "Siedlce"), ("Sokolow", "Kobryn"), ("Kiev", "E 2826"), ("Krivoi Rog", "Zaporozhe")):
        assert "river" in kinds(a, b), (a, b)


def test_boxes_are_nodes_with_lanes_to_the_map() -> None:
    """Lanes lead to a convoy box from sea hexes at the edge, and from Iraq's five hexes to the Transit Box."""
    for name in ("North Atlantic Convoy", "Mid Atlantic Convoy", "South Atlantic Convoy", "Arctic West", "Arctic East"):
        node = board().node(name)
        ends = [end for end, _ in board().graph["lane"].links(node)]
        assert node >= board().grid.size and any(end < board().grid.size for end in ends), name
        assert all(board().terrain["sea"] & 1 << end for end in ends if end < board().grid.size)
    transit = board().graph["transit"].links(board().node("Iraq Transit Box"))
    assert {end for end, _ in transit if end < board().grid.size} == set(members(board().region["Iraq Transit"]))


def water() -> Exits:
    """The ways of ships: between hexes with water, over sides that are not dry."""
    wet = board().coastal | board().terrain["sea"]
    return board().around.inside(wet) - board().sides["dry"]


def test_ships_reach_every_port() -> None:
    """From Scapa Flow a ship comes to all ports but those of the Caspian."""
    reached = flood(1 << board().node("Scapa Flow"), water())
    ports = [place for place in board().places if place.kind == "port" and place.node < board().grid.size]
    assert [place.name for place in ports if not reached & 1 << place.node] == ["Makhachkala"]


GATES = {
    "Danish Straits": ("Scapa Flow", "Leningrad"),
    "Turkish Straits": ("Malta", "Odessa"),
    "Strait of Gibraltar": ("Scapa Flow", "Malta"),
}


@pytest.mark.parametrize("gate", GATES)
def test_a_gate_is_the_only_way_between_its_seas(gate: str) -> None:
    """Without the hexes of a gate no ship passes (3.2)."""
    start, goal = (board().node(name) for name in GATES[gate])
    assert flood(1 << start, water()) & 1 << goal
    assert not flood(1 << start, water(), blocked=board().sea[gate]) & 1 << goal


def test_the_canal_hexes_join_the_mediterranean_to_the_gulf_of_suez() -> None:
    """Suez is reached from Malta through the four canal hexes only (L2251)."""
    canal, beyond = board().region["Suez Canal hexes"], board().sea["Gulf of Suez"]
    assert board().sea["Suez Canal"] == canal
    assert flood(1 << board().node("Malta"), water()) & beyond & ~canal
    assert not flood(1 << board().node("Malta"), water(), blocked=canal) & beyond & ~canal
