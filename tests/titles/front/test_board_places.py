"""Places, ports, seas, production and regions of the board `front`, against what the rulebooks list."""

from collections import Counter
from itertools import combinations

import pytest

from .helpers import (
    Row,
    board,
    component,
    expected,
    hexagon,
    hexes,
    links,
    neighbours,
    region,
    sides,
    table,
    words,
)

BASIC = {"S43": (50, -60), "W43": (60, -55), "S44": (70, -40), "W44": (70, -30)}
ORE_LOST = {"S44": 5, "W44": 5}
LEVELS = {"S43": (73, 39), "W43": (84, 43), "S44": (94, 53), "W44": (109, 46)}
SECOND_COASTS = {
    "Weymouth": {"Irish Sea"},
    "Plymouth": {"Irish Sea"},
    "Bari": {"Ionian Sea"},
    "Novorossiysk": {"Sea of Azov"},
}
VICTORY = {
    "Berlin": 2,
    **dict.fromkeys(("Hamburg", "Munich", "Ruhr", "Vienna", "Prague", "Copenhagen", "Amsterdam"), 1),
    **dict.fromkeys(("Paris", "Milan", "Rome", "Madrid"), 1),
}


def roles(kind: str, title: str) -> list[Row]:
    """The places of a kind that a title has."""
    other = {"westfront": "eurofront", "eurofront": "westfront"}[title]
    return [row for row in table("places") if row["kind"] == kind and words(row).get("only") != other]


def role(name: str, kind: str) -> Row:
    """The row of a place's role, by its name or an alias."""
    found = [
        row
        for row in table("places")
        if row["kind"] == kind and (row["name"] == name or name in row["aliases"].split("|"))
    ]
    assert len(found) == 1, f"{name}: {len(found)} rows of kind {kind}"
    return found[0]


def port_seas(row: Row, title: str) -> set[str]:
    """The seas that a port is on in a title."""
    values = words(row)
    seas = values.get(f"{title}_seas", values["seas"])
    return set(seas.split("|"))


@pytest.mark.parametrize("row", expected("named"), ids=lambda r: f"{r['kind']} {r['name']}")
def test_a_place_that_westfront_names(row: Row) -> None:
    """Every place that WestFront's text names is there, of its kind, size and nation."""
    name, kind = row["name"], row["kind"]
    if ";" in name:
        assert all(hexagon(one) for one in name.split(";"))
    elif kind == "region":
        assert region(name)
    elif kind == "river":
        assert any(side["kind"] == "river" and side["name"] == name for side in table("hexsides"))
    else:
        check_place(name, kind, row)


def check_place(name: str, kind: str, row: Row) -> None:
    """A named hex is land of its nation, and has the role that it is named for."""
    assert hexagon(name)["terrain"] != "sea"
    if row["country"]:
        home = {"Austria", "Germany"} if row["country"] == "Germany" else {row["country"]}
        assert hexagon(name)["nation"] in home, hexagon(name)
    match kind:
        case "port":
            port = role(name, "port")
            assert port["class"] == row["size"]
            both = {"Adriatic Sea", "Ionian Sea"} if port["name"] == "Brindisi" else set()
            assert port_seas(port, "westfront") == set(row["seas"].split("|")) | both
        case "victory city" | "capital":
            assert kind.split()[0] in words(role(name, "city"))
        case "fortress" | "resource":
            assert role(name, kind)
        case "rail entry":
            assert hexagon(name)["hex"] in region("Rail Entry")
        case "city":
            assert role(name, "city")["class"] in ({row["size"]} if row["size"] else {"major", "minor", "town"})
        case _:
            assert kind == "hex"


@pytest.mark.parametrize("row", expected("sea_lists"), ids=lambda r: f"{r['book']} {r['sea']}")
def test_the_ports_of_a_sea(row: Row) -> None:
    """A sea has the ports that 15.1 lists and no other, its value, its basin and its naval base."""
    sea = board().seas[row["sea"]]
    listed = {role(name.rstrip("*"), "port")["name"] for name in row["ports"].split("|")}
    found = {p["name"] for p in roles("port", row["book"]) if row["sea"] in port_seas(p, row["book"])}
    assert found == listed
    if row["book"] == "westfront":
        assert (str(sea.value), sea.basin, "|".join(sea.bases)) == (row["value"], row["basin"], row["base"])
    else:
        major = {name.rstrip("*") for name in row["ports"].split("|") if name.endswith("*")}
        assert {name for name in listed if role(name, "port")["class"] == "major"} == major


def test_every_sea_is_listed() -> None:
    """37 sea areas, 16 of them in WestFront."""
    kinds = Counter(row["kind"] for row in table("seas"))
    assert kinds == {"westfront": 16, "eurofront": 21}


def test_a_port_touches_its_seas_and_no_other() -> None:
    """The coast of a port's hex is that of its ports; four hexes have a second coast without a port (EF 15.1)."""
    by_hex: dict[str, set[str]] = {}
    for row in table("places"):
        if row["kind"] == "port" and row["hex"]:
            by_hex.setdefault(row["hex"], set()).update(port_seas(row, "westfront") | port_seas(row, "eurofront"))
    for number, seas in by_hex.items():
        extra = SECOND_COASTS.get(hexes()[number]["name"], set())
        assert set(hexes()[number]["seas"].split("|")) == seas | extra, hexes()[number]


@pytest.mark.parametrize(
    "name", ["La Rochelle", "Nice", "Ravenna", "Licata", "Esbjerg", "Dunkirk", "Kotka", "Kanakkale"]
)
def test_a_coast_without_a_port(name: str) -> None:
    """Towns that the texts put on a coast without naming a port there."""
    assert hexagon(name)["seas"]
    assert not any(row["kind"] == "port" and row["hex"] == hexagon(name)["hex"] for row in table("places"))


def test_naval_bases() -> None:
    """The port that controls a sea says so, and no other port does."""
    bases = {row["sea"]: row["bases"] for row in table("seas") if row["bases"]}
    said = {words(row)["base"]: row["name"] for row in table("places") if "base" in words(row)}
    assert said == bases


def test_adjacent_seas() -> None:
    """Seas adjoin both ways under the same condition, and a strait named there is a named hexside."""
    straits = {row["name"] for row in table("hexsides") if row["kind"] == "strait"}
    for sea in board().seas.values():
        for other, condition in sea.adjacent.items():
            assert board().seas[other].adjacent[sea.name] == condition
            named = condition.removeprefix("strait ").replace("/", "+").split("+") if condition else []
            assert set(named) <= straits | {"Aden"}, condition
    assert board().seas["Tyrrhenian Sea"].adjacent["Ionian Sea"] == "strait Messina"
    assert "Irish Sea" not in board().seas["English Channel"].adjacent


def test_a_port_of_several_seas_joins_them() -> None:
    """The seas of a port adjoin one another, but for the canal at Hamburg and the stop in South Africa."""
    for row in table("places"):
        if row["kind"] == "port" and row["name"] not in ("Hamburg", "South Africa"):
            for title in ("westfront", "eurofront"):
                for sea, other in combinations(sorted(port_seas(row, title)), 2):
                    assert other in board().seas[sea].adjacent, row["name"]


def test_fortresses_and_victory_cities() -> None:
    """Gibraltar and Malta are fortresses; thirteen victory cities, Berlin counting twice (1.46, 17.31)."""
    assert {row["name"] for row in roles("fortress", "westfront")} == {"Gibraltar", "Malta"}
    assert {r["name"]: int(words(r)["victory"]) for r in roles("city", "westfront") if "victory" in words(r)} == VICTORY
    assert sum(VICTORY.values()) == 13


def test_a_major_city_produces() -> None:
    """Every major city has a production value, and no lesser one has (1.41, 1.42)."""
    for row in table("places"):
        if row["kind"] == "city":
            assert ("pp" in words(row)) == (row["class"] == "major"), row["name"]


def totals(kind: str, key: str) -> Counter[str]:
    """Production by nation, over the whole theatre."""
    found: Counter[str] = Counter()
    for row in roles(kind, "eurofront"):
        nation = words(role(row["name"], "area"))["nation"] if not row["hex"] else hexes()[row["hex"]]["nation"]
        home = {"Austria": "Germany", "Tunisia": "France"}.get(nation, nation)
        found[home] += int(words(row).get(key, 0))
    return found


def test_production_by_nation() -> None:
    """The sums of EuroFront's table of sources (EF 11.33): Germany with Vienna, France with Tunis."""
    city, resource = totals("city", "pp"), totals("resource", "res")
    for row in expected("production"):
        assert (city.pop(row["nation"], 0), resource.pop(row["nation"], 0)) == (
            int(row["city"]),
            int(row["resource"]),
        ), row["nation"]
    assert not +city and not +resource


def produced(hexes_held: set[str], factor: int) -> int:
    """What cities and resources of some hexes give in WestFront; the Axis doubles resources (11.33)."""
    cities = sum(int(words(r)["pp"]) for r in roles("city", "westfront") if r["hex"] in hexes_held and "pp" in words(r))
    return cities + factor * sum(int(words(r)["res"]) for r in roles("resource", "westfront") if r["hex"] in hexes_held)


@pytest.mark.parametrize("scenario", LEVELS)
def test_the_starting_levels_follow(scenario: str) -> None:
    """Basic production and what each side controls give the printed levels of all four scenarios."""
    allied, axis = BASIC[scenario]
    allied += produced(region(f"{scenario} Allies"), 1)
    axis += produced(region(f"{scenario} Axis"), 2) - ORE_LOST.get(scenario, 0)
    assert (allied, axis) == LEVELS[scenario]


def test_what_produces_has_rail_or_sea_supply() -> None:
    """In S43 every Axis source has rail from Berlin, every Allied one rail from London or a port (11.32)."""
    places = roles("city", "westfront") + roles("resource", "westfront")
    sources = {row["hex"] for row in places if set(words(row)) & {"pp", "res"}}
    lines = set(links("rail")) | set(links("ferry"))
    axis = {pair for pair in lines if pair <= region("S43 Axis")}
    assert sources & region("S43 Axis") <= component(hexagon("Berlin")["hex"], axis)
    ports = {row["hex"] for row in roles("port", "westfront")}
    assert sources & region("S43 Allies") <= component(hexagon("London")["hex"], lines) | ports


@pytest.mark.parametrize("scenario", LEVELS)
def test_control_leaves_no_hex_out(scenario: str) -> None:
    """Every land hex of the window is Allied, Axis, neutral or out of play, and only one of these."""
    sets = [region(name) for name in (f"{scenario} Allies", f"{scenario} Axis", "Neutral", "Out of Play")]
    window = {n for n, row in hexes().items() if int(row["col"]) <= 22 and row["terrain"] not in ("sea", "lake")}
    assert sum(len(one) for one in sets) == len(window)
    assert set().union(*sets) == window


@pytest.mark.parametrize("scenario", ["W43", "S44", "W44"])
def test_the_startline(scenario: str) -> None:
    """Frontline hexes face each other over sides that can be crossed (3.22)."""
    shut = sides("sea") | sides("alpine") | sides("lake")
    for side, other in (("Allies", "Axis"), ("Axis", "Allies")):
        enemy = region(f"{scenario} {other} Frontline")
        for number in region(f"{scenario} {side} Frontline"):
            assert number in region(f"{scenario} {side}")
            assert any(n in enemy and frozenset((n, number)) not in shut for n in neighbours(number)), number


def test_the_frontline_of_summer_44() -> None:
    """The Axis has three Front units for as many hexes, the Allies eight for theirs (S44 OB)."""
    assert len(region("S44 Axis Frontline")) == 3
    assert region("S44 Axis Frontline") <= region("Italy")
    assert 3 <= len(region("S44 Allies Frontline")) <= 8
    assert hexagon("Rome")["hex"] in region("S44 Axis Frontline")


def test_the_frontlines_of_winter() -> None:
    """W43 runs from Naples to Termoli; W44 along the Gothic Line, the Rhine and the Meuse."""
    assert region("W43 Allies Frontline") == {hexagon(name)["hex"] for name in ("Naples", "Termoli")}
    allied, axis = region("W44 Allies Frontline"), region("W44 Axis Frontline")
    assert {hexagon(name)["hex"] for name in ("Florence", "Ancona", "Livorno", "Liege", "Metz")} <= allied
    assert {hexagon(name)["hex"] for name in ("Bologna", "Ruhr", "Saarbrucken")} <= axis


@pytest.mark.parametrize("sector", ["Rhine-Seine", "Seine-Loire", "Loire-Spain", "Spain-Italy", "British Coast"])
def test_a_coast_sector(sector: str) -> None:
    """The sectors of the orders of battle are coasts, each in one piece, and do not overlap."""
    coast = region(sector)
    assert all(hexes()[number]["seas"] for number in coast)
    assert coast <= region("Coast")
    others = [o for o in ("Rhine-Seine", "Seine-Loire", "Loire-Spain", "Spain-Italy") if o != sector]
    assert not any(coast & region(other) for other in others)


def test_the_coast_of_france_is_shared_out() -> None:
    """Every coastal hex of mainland France lies in one army's sector."""
    france = {n for n in region("France") - region("Corsica") if hexes()[n]["seas"]}
    armies = ("Rhine-Seine", "Seine-Loire", "Loire-Spain", "Spain-Italy")
    assert france <= set().union(*(region(name) for name in armies))
    assert region("France South Coast") == region("Spain-Italy")


AREAS_OF_THE_ORDERS_OF_BATTLE = [
    *("Britain", "North Africa", "Tunisia", "Germany", "Denmark", "Holland", "Italy", "Yugoslavia"),
    *("Sardinia", "Sicily", "South Italy", "North Italy", "Yugoslavia RE", "Coast", "British Coast"),
    *("Rhine-Seine", "Seine-Loire", "Loire-Spain", "Spain-Italy", "France South Coast"),
    *("S44 Allies Frontline", "S44 Axis Frontline", "S43 Allies North", "S43 Allies South", "S43 Axis North"),
    *("S43 Axis South", "S44 Allies North", "S44 Allies South", "S44 Axis North", "S44 Axis South"),
]


@pytest.mark.parametrize("name", AREAS_OF_THE_ORDERS_OF_BATTLE)
def test_an_area_of_the_orders_of_battle(name: str) -> None:
    """Every country, area, sector and zone that an order of battle sends a unit to is a region with land hexes."""
    assert all(hexes()[number]["terrain"] not in ("sea", "lake") for number in region(name))


def test_italy_is_cut_at_florence() -> None:
    """North Italy is Italy north of the Florence hexrow; that row and southward is South Italy."""
    row = int(hexagon("Florence")["row"])
    assert all(int(n[2:]) < row for n in region("North Italy"))
    assert all(int(n[2:]) >= row for n in region("South Italy"))
    assert region("North Italy") | region("South Italy") == region("Italy") - {hexagon("Rhodes")["hex"]}


def test_the_port_count_of_iberia() -> None:
    """Spain and Portugal have twelve points of cleared ports without Mallorca (example of 16.4)."""
    iberia = region("Iberia") - region("Mallorca")
    ports = [row for row in roles("port", "westfront") if row["hex"] in iberia]
    assert sum(2 if row["class"] == "major" else 1 for row in ports) == 12


def test_the_island_ports_of_the_victory_example() -> None:
    """Seven minor ports on the islands of the Mediterranean, Malta and Mallorca aside (17 example)."""
    islands = region("Sicily") | region("Sardinia") | region("Corsica")
    ports = [row["class"] for row in roles("port", "westfront") if row["hex"] in islands]
    assert ports == ["minor"] * 7


def test_arrival_cities() -> None:
    """German and British home cities lie at home; some are major, some minor (1.44, 11.6)."""
    for nation, at_home in (("Germany", {"Germany", "Austria"}), ("Britain", {"Britain"})):
        homes = [row for row in roles("city", "westfront") if words(row).get("home") == nation]
        assert {row["class"] for row in homes} == {"major", "minor"}
        assert {hexes()[row["hex"]]["nation"] for row in homes} == at_home


def test_a_name_is_printed_once() -> None:
    """No two hexes bear the same name, and each printed name is found again."""
    printed = [row["name"] for row in table("hexes") if row["name"]]
    assert len(printed) == len(set(printed))
    for name in printed:
        assert board().name(board().node(name)) == name
