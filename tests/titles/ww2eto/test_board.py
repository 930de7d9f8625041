"""The board of World War Two ETO against everything that its rules, errata and set-ups say of the map."""

import csv
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.board import Board
from grognard.board.area import Exits, flood
from grognard.maps.compile import read_board

HERE = Path(__file__).parent
BOARD = HERE.parents[2] / "grognard" / "titles" / "ww2eto" / "board"
GERMAN_LINE = ["1610", "1611", "1612", "1613", "1714", "1814", "1915"]
RUSSIAN_LINE = ["1710", "1711", "1712", "1713", "1813", "1914", "2014", "2115"]
ISLANDS = [
    {"0719"},
    {"1017"},
    {"1018", "1019"},
    {"1310"},
    {"1322"},
    {"1822", "1922"},
    {"2322"},
]


@cache
def board() -> Board:
    return Board.load(BOARD / "board.json")


@cache
def table(name: str, folder: Path = BOARD) -> tuple[dict[str, str], ...]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def hexes() -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in table("hexes")}


@cache
def sides(kind: str) -> set[frozenset[str]]:
    return {frozenset((row["a"], row["b"])) for row in table("hexsides") if row["kind"] == kind}


def neighbours(name: str) -> set[str]:
    node = board().node(name)
    around = (board().grid.neighbour(node, direction) for direction in range(6))
    return {board().name(other) for other in around if other >= 0 and board().hexes >> other & 1}


def region(name: str) -> set[str]:
    return set(board().names_of(board().region[name]))


def reached(start: str, closed: Iterable[str] = ("sea", "strait")) -> set[str]:
    """The hexes that a unit comes to on foot, without the hexsides of some kinds and without prohibited hexes."""
    ways = board().exits(board().land & ~board().tag["prohibited"], closed)
    return set(board().names_of(flood(1 << board().node(start), ways)))


def places(kind: str) -> list[dict[str, str]]:
    return [row for row in table("places") if row["kind"] == kind]


def test_the_compiled_board_is_that_of_the_tables() -> None:
    """board.json is what its tables make."""
    assert read_board(BOARD)["hash"] == board().hash


def test_the_sheet_is_33_columns_of_25_and_one_hex_for_the_coast_road() -> None:
    """All numbers CCRR; 1526 alone lies below row 25."""
    printed = {f"{col:02d}{row:02d}" for col in range(1, 34) for row in range(1, 26)}
    assert set(hexes()) == printed | {"1526"}


def test_even_columns_lie_half_a_hex_south() -> None:
    """Hexsides that the text names exist only in this layout."""
    for a, b in (("2316", "2415"), ("1321", "1420"), ("0219", "0220")):
        assert b in neighbours(a)
    assert neighbours("1713") == {"1712", "1714", "1612", "1613", "1812", "1813"}


def test_every_row_says_where_it_comes_from() -> None:
    """A rule, an erratum, geography, or a reconstruction and from what."""
    for name in ("hexes", "hexsides", "links", "places", "seas", "regions"):
        for row in table(name):
            words = ("rule", "erratum", "geography: ", "reconstructed: ")
            assert row["source"].startswith(words), row


@pytest.mark.parametrize("fact", table("board_facts", HERE), ids=lambda fact: f"{fact['hex']}-{fact['nation']}")
def test_what_the_text_says_of_a_hex(fact: dict[str, str]) -> None:
    """Every hex that a rule or a set-up names is land of the nation that it must be."""
    row = hexes()[fact["hex"]]
    assert row["terrain"] != "sea"
    assert row["nation"] == fact["nation"], fact["source"]


def test_errata_on_terrain() -> None:
    """M/a to M/d: clear, rough, no land, and a lake without effect."""
    assert hexes()["1817"]["terrain"] == "clear"
    assert {hexes()[name]["terrain"] for name in ("0718", "0315", "1208")} == {"rough"}
    assert {hexes()[name]["terrain"] for name in ("1123", "1525")} == {"sea"}
    assert hexes()["0923"]["terrain"] != "sea"


def test_ireland_is_prohibited() -> None:
    """M/h: all six hexes; the reconstruction adds Iceland and Switzerland."""
    shut = {name for name, row in hexes().items() if "prohibited" in row["tags"].split("|")}
    assert {"0409", "0410", "0509", "0510", "0608", "0609"} <= shut
    assert {hexes()[name]["nation"] for name in shut} == {"Ireland", "Iceland", "Switzerland"}


def test_crossings() -> None:
    """T/xing: Denmark to Norway and Sweden at 1208, Messina, the Dardanelles at 1920, the Bosporus at 2018."""
    assert sides("crossing") == {
        frozenset(pair.split("/"))
        for pair in ["1208/1209", "1208/1308", "1208/1309", "1321/1420", "1919/1920", "2018/2019", "2018/2119"]
    }
    assert {name for name, row in hexes().items() if "crossing" in row["tags"]} == {"1208", "1920", "2018"}
    assert {"1209", "1207", "1308"} <= reached("1208")
    assert "1420" in reached("1321")


def test_straits_that_control_turns_into_blocked_hexsides() -> None:
    """M/f and M/g: Gibraltar and Kerch, and until then no way leads over them."""
    assert sides("strait") == {frozenset(("0219", "0220")), frozenset(("2316", "2415"))}
    ways = board().exits(board().land, ("sea", "strait"))
    near = set(board().names_of(flood(1 << board().node("0219"), ways, limit=1)))
    assert not near & {"0220", "0120"}


def test_the_front_of_1941() -> None:
    """15.31 with its erratum: both lines unbroken, and each hex of one within reach of an attack from the other."""
    for line in (GERMAN_LINE, RUSSIAN_LINE):
        for a, b in pairwise(line):
            assert b in neighbours(a)
    shut = sides("sea") | sides("blocked") | sides("strait")
    for name in GERMAN_LINE:
        assert [other for other in RUSSIAN_LINE if other in neighbours(name) and frozenset((name, other)) not in shut]
    for name in RUSSIAN_LINE[:7]:
        assert [other for other in GERMAN_LINE if other in neighbours(name) and frozenset((name, other)) not in shut]


def test_the_front_of_1940() -> None:
    """15.21: the Germans of 1111 to 1114 face 1011 to 1014, and may attack."""
    for a, b in zip(["1111", "1112", "1113", "1114"], ["1011", "1012", "1013", "1014"]):
        assert b in neighbours(a)
        assert frozenset((a, b)) not in sides("blocked") | sides("sea")


def test_resource_centers() -> None:
    """13.0/a: 37 Russian ones, each in a hex of its own; 9.41: at least three French ones, three of them south."""
    russian = [row["hex"] for row in places("resource") if row["values"] == "nation=Russia"]
    french = [row["hex"] for row in places("resource") if row["values"] == "nation=France"]
    assert len(russian) == len(set(russian)) == 37
    assert {hexes()[name]["nation"] for name in russian} == {"Russia"}
    assert len(french) == len(set(french)) == 6
    assert {hexes()[name]["nation"] for name in french} == {"France"}
    assert len(places("resource")) == 43


def test_ports_have_anchors_only_where_the_rule_asks_for_them() -> None:
    """5.7/g: an anchor lies on the Baltic or the Mediterranean; the French and Tripoli have theirs (5.75, 5.78)."""
    anchors = {row["name"]: row for row in places("port")}
    for row in anchors.values():
        assert {"Baltic", "Mediterranean"} & set(hexes()[row["hex"]]["seas"].split("|")), row
        assert row["values"] == "seas=" + hexes()[row["hex"]]["seas"]
    for name in ("Marseilles", "Beirut", "Oran", "Algiers", "Bone", "Tunis", "Tripoli", "Malta", "Gibraltar", "Suez"):
        assert name in anchors
    german = [row for row in anchors.values() if hexes()[row["hex"]]["nation"] == "Germany"]
    italian = [row for row in anchors.values() if hexes()[row["hex"]]["nation"] == "Italy"]
    assert all("Baltic" in row["values"] for row in german) and len(german) >= 3
    assert all("Mediterranean" in row["values"] for row in italian) and len(italian) >= 3


def test_seas() -> None:
    """Every sea hex has its sea; only Gibraltar, Suez and the Danish straits join two."""
    for name, row in hexes().items():
        assert row["terrain"] != "sea" or row["seas"], name
    assert hexes()["2325"]["seas"] == "Mediterranean|Red"
    for a, b, known in (
        ("Atlantic", "Mediterranean", {"0219"}),
        ("Mediterranean", "Red", {"2325"}),
        ("Baltic", "Mediterranean", set()),
        ("Caspian", "Black", set()),
    ):
        both = {name for name, row in hexes().items() if {a, b} <= set(row["seas"].split("|"))}
        assert known <= both and (known or not both)
        assert all(name in known or name in set.union(*map(neighbours, known)) for name in both)


def test_every_sea_is_one_water() -> None:
    """5.76: ships sail from any coast of a sea to any other, if need be round the edge of the map (Allied ones)."""
    for sea in board().seas:
        area = board().sea[sea] & ~(1 << board().node("2325"))
        land = board().around.inside(area & board().land)
        wet = Exits.none(board().grid)
        for kind in ("coast", "sea", "strait", "crossing"):
            wet |= board().sides[kind]
        ways = (board().around.inside(area) - land) | (land & wet)
        waters, left = [], area
        while left:
            waters.append(flood(left & -left, ways))
            left &= ~waters[-1]
        edge = [water for water in waters if any(at_the_edge(name) for name in board().names_of(water))]
        assert len(waters) == 1 or edge == waters, sea


def at_the_edge(name: str) -> bool:
    return name[:2] in ("01", "33") or name[2:] in ("01", "25")


def test_british_and_american_supply_reaches_open_coasts() -> None:
    """9.31: Britain, Norway, France, Portugal and Kuwait lie on open seas; Rumania and Finland do not."""
    open_seas = {"Atlantic", "Red", "Persian Gulf"}
    for name in ("0811", "1107", "0713", "0118", "3223", "1902", "2325"):
        assert open_seas & set(hexes()[name]["seas"].split("|")), name
    for name in ("2016", "1807", "3117", "1218", "2115"):
        assert not open_seas & set(hexes()[name]["seas"].split("|")), name


def test_islands_and_mainlands() -> None:
    """On foot nobody leaves an island, and the continents hang together where they do."""
    for island in ISLANDS:
        assert reached(min(island)) == island
    assert reached("0811") == {name for name, row in hexes().items() if row["nation"] == "Great Britain"}
    mainland = reached("1312")
    assert {"0118", "1721", "1902", "1801", "3319", "2325", "1021", "0220"} <= mainland
    assert "0120" in mainland and "0219" in mainland


def test_the_coast_road_of_libya() -> None:
    """From Tripolitania to Egypt by land, though 1525 is none (M/c)."""
    africa = region("Africa")
    ways = board().exits(board().area(*africa), ("sea", "strait"))
    along = set(board().names_of(flood(1 << board().node("1324"), ways)))
    assert {"1425", "1526", "1625", "1825", "1925"} <= along


@pytest.mark.parametrize(
    ("start", "goal"),
    [("1312", "1116"), ("0813", "0417"), ("1414", "1917"), ("1612", "2310"), ("2310", "2916"), ("1515", "1720")],
    ids=["Germany-Italy", "France-Spain", "Germany-Bucharest", "Warsaw-Moscow", "Moscow-Caucasus", "Hungary-Greece"],
)
def test_railways_find_a_way_round_the_mountains(start: str, goal: str) -> None:
    """5.66: rail never crosses a blocked hexside, so each theatre needs an open way."""
    assert goal in reached(start, ("sea", "strait", "blocked"))


def test_no_hex_is_shut_in_by_mountains() -> None:
    """Every land hex of a continent has a hexside that is neither sea nor blocked."""
    shut = sides("sea") | sides("strait") | sides("blocked")
    alone = set().union(*ISLANDS)
    for name, row in hexes().items():
        if row["terrain"] == "sea" or "prohibited" in row["tags"] or name in alone:
            continue
        dry = {other for other in neighbours(name) if hexes()[other]["terrain"] != "sea"}
        assert [other for other in dry if frozenset((name, other)) not in shut], name


def test_mountains_stand_where_the_ranges_are() -> None:
    """Blocked hexsides of every range that the draft names."""
    named = {row["name"] for row in table("hexsides") if row["kind"] == "blocked"}
    ranges = {row["range"] for row in table("ranges", BOARD / "inputs")}
    assert named == ranges
    assert {"Pyrenees", "Western Alps", "Carpathians", "Caucasus", "High Atlas", "Scandinavian mountains"} <= named


def test_lend_lease_routes() -> None:
    """10.36: two routes as unbroken chains of land, and all land hexes of the eastern edge."""
    assert region("Archangel route") == {"2103", "2104"}
    gulf = region("Persian Gulf route")
    assert "Persian Gulf" in hexes()["3323"]["seas"] and {"3323", "2914"} <= gulf
    assert board().place("Astrakhan").node == board().node("2914")
    ways = board().exits(board().region["Persian Gulf route"], ("sea",))
    assert set(board().names_of(flood(1 << board().node("3323"), ways))) == gulf
    assert region("eastern edge") == {name for name, row in hexes().items() if row["col"] == "33" and row["nation"]}
    assert reached("2105") & {"2104"} and reached("2103")


def test_regions_that_rules_ask_for() -> None:
    """Partition hexes, Baltic States, East Prussia, Vichy, Balkans, Africa, Europe for rail, mainland Europe."""
    assert region("partition hexes") == {"1712", "1713", "1813"}
    assert region("East Prussia") == {"1610", "1611"}
    assert region("Vichy") == {"0815", "0816", "0916", "0917"}
    assert {hexes()[name]["nation"] for name in region("Baltic States")} == {"Estonia", "Latvia", "Lithuania"}
    assert {hexes()[name]["nation"] for name in region("Balkans")} == {"Yugoslavia", "Albania", "Greece"}
    europe, mainland = region("Europe"), region("mainland Europe")
    assert not europe & {"1920", "2019", "2119", "0220", "2420", "3319"}
    assert {"1919", "2018", "0811", "1321", "2918"} <= europe
    assert mainland < europe and not mainland & {"0811", "1321", "1017", "1922", "1322"}
    assert "2325" not in region("Africa") and {"1324", "0721", "1925"} <= region("Africa")
    assert region("Britain") == {name for name, row in hexes().items() if row["nation"] == "Great Britain"}
    assert len(region("Italian homeland") - region("mainland Italy")) == 4


def test_vichy_france_is_contiguous() -> None:
    """14.11: four hexes of France that hang together."""
    inside = board().exits(board().region["Vichy"])
    assert flood(1 << board().node("0815"), inside) == board().region["Vichy"]


def test_possessions_of_1939() -> None:
    """Who holds the colonies: Italy Libya and Albania, France the Maghreb and Lebanon, Britain the Near East."""
    held = {row["hex"]: row["region"] for row in table("regions") if row["kind"] == "owner"}
    assert set(held) == {name for name, row in hexes().items() if row["terrain"] != "sea"}
    for name, power in (
        ("1324", "Italy"), ("1619", "Italy"), ("0721", "France"), ("1021", "France"), ("2522", "France"),
        ("2325", "Great Britain"), ("2524", "Great Britain"), ("3223", "Great Britain"), ("0219", "Great Britain"),
        ("0220", "Spain"), ("3319", "Persia"),
    ):  # fmt: skip
        assert held[name] == f"held by {power}"


def test_weather_area() -> None:
    """5.52 and 11.0: Russia, Poland and Scandinavia are in it; Western Europe, Africa and the Middle East are not."""
    cold = {name for name, row in hexes().items() if "weather" in row["tags"].split("|")}
    assert cold == region("weather")
    nations = {hexes()[name]["nation"] for name in cold}
    assert {"Russia", "Poland", "Finland", "Sweden", "Norway", "Rumania"} <= nations
    assert not nations & {"France", "Great Britain", "Italy", "Libya", "Egypt", "Iraq", "Persia", "Spain", "Greece"}
    assert "1312" not in cold and {"1610", "1611", "1714"} <= cold
    assert all(hexes()[name]["terrain"] != "sea" for name in cold)


def test_the_way_round_africa() -> None:
    """5.71/a and 5.76/a: the Cape route joins the edges of the Atlantic, the Red Sea and the Persian Gulf."""
    ends = {sea: set() for sea in ("Atlantic", "Red", "Persian Gulf")}
    for row in table("links"):
        assert row["graph"] == "offmap" and row["b"] == "Cape route"
        ends[row["name"]].add(row["a"])
    assert "0112" in ends["Atlantic"] and "2425" in ends["Red"] and "3324" in ends["Persian Gulf"]
    assert all(hexes()[name]["seas"] for names in ends.values() for name in names)


def test_cities_lie_near_their_places_on_earth() -> None:
    """No city stands more than one hex from where the map puts it."""
    lattice = pytest.importorskip("grognard.maps.lattice")
    sheet = lattice.Lattice.load(BOARD)
    cells = sheet.names()
    for row in places("city"):
        true = sheet.hex_at(float(row["lon"]), float(row["lat"]))
        assert sheet.distance(true, cells[row["hex"]]) <= 1, row["name"]
