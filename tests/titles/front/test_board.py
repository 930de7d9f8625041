"""The ground of the board `front`: coasts, seas, rivers, railways, Sicily."""

from itertools import pairwise

import pytest

from grognard.board.area import flood
from grognard.maps.compile import read_board

from .helpers import (
    BOARD,
    Row,
    board,
    component,
    expected,
    hexagon,
    hexes,
    links,
    neighbours,
    region,
    side,
    sides,
    table,
    westfront,
)

GROUND = {"clear", "forest", "hill", "marsh", "mountain", "desert", "sea", "lake"}
OUTLETS = {
    ("Hamburg", "Skagerrak"): "the Kiel Canal",
    ("Aqaba", "Red Sea"): "south of the sheet",
    ("", "Red Sea"): "south of the sheet",
    ("", "Atlantic Ocean"): "west of the sheet",
}
ENTRIES = ["2209", "2211", "2213", "2217", "2219", "2221"]


def test_the_compiled_board_is_that_of_the_tables() -> None:
    """board.json is what its tables make."""
    assert read_board(BOARD)["hash"] == board().hash


def test_the_sheet() -> None:
    """48 columns of 38 rows; the last column of WestFront is cut in half in the odd rows."""
    assert len(hexes()) == 48 * 38
    assert {row["terrain"] for row in table("hexes")} == GROUND
    half = {row["hex"] for row in table("hexes") if "half" in row["tags"]}
    assert half == {f"22{line:02d}" for line in range(1, 38, 2)}


def test_water_and_land() -> None:
    """A hex of water belongs to one sea; a land hex to one nation."""
    for row in table("hexes"):
        if row["terrain"] == "sea":
            assert row["seas"] and "|" not in row["seas"], row
            assert not row["nation"]
        elif row["terrain"] != "lake":
            assert row["nation"] and "|" not in row["nation"], row


def test_every_sea_is_one_water() -> None:
    """No sea area falls into two parts, nor does a coast touch a sea that it cannot reach."""
    dry = sides("dry")
    for sea in {row["sea"] for row in table("seas")}:
        wet = {row["hex"] for row in table("hexes") if sea in row["seas"].split("|")}
        pairs = {frozenset((a, b)) for a in wet for b in neighbours(a) if b in wet} - dry
        parts = sorted((component(number, pairs) for number in sorted(wet)), key=len)
        alone = {(hexes()[number]["name"], sea) for part in parts if part != parts[-1] for number in part}
        assert alone <= set(OUTLETS), alone


def flood_from(name: str) -> int:
    """All that an army reaches by land and over straits."""
    return flood(westfront().area(name), westfront().out)


def test_the_mainland_hangs_together() -> None:
    """One can march from Lisbon to Berlin and Reggio, not to London, Tunis, Cagliari or Dublin."""
    europe = flood_from("Paris")
    for name in ("Lisbon", "Berlin", "Reggio", "Aarhus", "Dubrovnik", "Rostock", "Barcelona", "Stettin E3"):
        assert europe >> westfront().node(name) & 1, name
    for name in ("London", "Cagliari", "Dublin", "Bastia", "Malta", "Mallorca"):
        assert not europe >> westfront().node(name) & 1, name
    assert not flood_from("London") & flood_from("Belfast")


def test_straits_join_islands() -> None:
    """Sicily, Funen and Zealand, and Africa at Tangiers are reached over straits alone (1.39)."""
    over = westfront().area("Messina", "Odense", "Copenhagen", "Tangiers")
    without = westfront().exits(westfront().land, (*westfront().closed, "strait"))
    assert not flood(westfront().area("Paris"), without) & over
    assert flood_from("Paris") & over == over


def test_alpine_walls_lie_between_high_hexes() -> None:
    """An alpine hexside has a mountain on one side or hills on both (1.35)."""
    for pair in sides("alpine"):
        ground = {hexes()[number]["terrain"] for number in pair}
        assert "mountain" in ground or ground == {"hill"}, pair


def test_closed_sides_bear_no_river() -> None:
    """A hexside that nothing crosses is not a river too."""
    shut = sides("sea") | sides("lake") | sides("alpine")
    assert not shut & sides("river")
    assert not (sides("strait") - sides("causeway")) & shut


def rivers() -> dict[str, set[frozenset[str]]]:
    """The hexsides of each river."""
    found: dict[str, set[frozenset[str]]] = {}
    for row in table("hexsides"):
        if row["kind"] == "river":
            found.setdefault(row["name"], set()).add(frozenset((row["a"], row["b"])))
    return found


def ends(pair: frozenset[str]) -> set[frozenset[str]]:
    """The two corners of a hexside, each as the three hexes that meet there."""
    a, b = pair
    return {pair | {c} for c in set(neighbours(a)) & set(neighbours(b))}


def test_a_river_is_a_chain() -> None:
    """Each river is one unbroken line; where a greater river takes it over, the line goes on in that one."""
    meeting: dict[frozenset[str], list[frozenset[str]]] = {}
    for pair in sides("river"):
        for corner in ends(pair):
            meeting.setdefault(corner, []).append(pair)
    for name, chain in rivers().items():
        queue, reached = [min(chain, key=sorted)], set()
        while queue:
            here = queue.pop()
            reached.add(here)
            near = {pair for corner in ends(here) for pair in meeting[corner]} - reached
            queue += near if here in chain else near & chain
        assert chain <= reached, name


@pytest.mark.parametrize("name", sorted(rivers()))
def test_a_river_ends_in_the_sea_or_another_river(name: str) -> None:
    """A corner of the chain touches salt water, a lake, the edge of the sheet or another river."""
    corners = set().union(*(ends(pair) for pair in rivers()[name]))
    shore = set().union(*(ends(pair) for pair in sides("lake")))
    wet = [corner for corner in corners if corner in shore or any(hexes()[number]["seas"] for number in corner)]
    others = set().union(*(ends(p) for other, chain in rivers().items() if other != name for p in chain))
    edge = any(int(h[:2]) in (0, 47) or int(h[2:]) in (0, 37) for pair in rivers()[name] for h in pair)
    assert wet or corners & others or edge


def test_the_rivers_that_the_texts_name() -> None:
    """The Po mouth lies between Venice and Ravenna; the Rhone guards Avignon, none guards Lyon SE1 from Grenoble."""
    river = sides("river")
    assert side("Venice", "Ravenna") in river
    assert side("Avignon", "Avignon W1") in river
    assert side("Grenoble", "Lyon SE1") not in river | sides("alpine")
    assert {"Rhine", "Seine", "Loire"} <= set(rivers())
    for name in ("Naples", "Rome", "Naples W1 NE1"):
        assert side("Naples W1", name) not in river | sides("sea")


def test_naples_w1_has_three_land_sides() -> None:
    """EF map errata: a forest hex with three forest hexsides."""
    land = [h for h in neighbours(hexagon("Naples W1")["hex"]) if hexes()[h]["terrain"] != "sea"]
    assert sorted(land) == sorted(hexagon(n)["hex"] for n in ("Naples", "Rome", "Cassino"))
    assert hexagon("Naples W1")["terrain"] == "forest"


def test_sicily() -> None:
    """The Husky tutorial: hills at Licata, Catania and Palermo E1, a mountain at Messina, no river between them."""
    ground = {name: hexagon(name)["terrain"] for name in ("Licata", "Catania", "Palermo E1", "Messina")}
    assert ground == {"Licata": "hill", "Catania": "hill", "Palermo E1": "hill", "Messina": "mountain"}
    assert region("Sicily") == {hexagon(name)["hex"] for name in (*ground, "Palermo")}
    inner = [pair for pair in sides("river") | sides("sea") if pair <= region("Sicily")]
    assert inner == []
    for name in ("Licata", "Catania", "Palermo E1", "Reggio"):
        assert hexagon(name)["terrain"] not in ("marsh", "mountain")
        assert "shoal" not in hexagon(name)["tags"]


def test_sea_support_reaches_messina() -> None:
    """From Bizerte an invasion HQ II traces four hexes over the Tyrrhenian Sea to Palermo E1 and Messina."""
    wet = {number for number, row in hexes().items() if "Tyrrhenian Sea" in row["seas"].split("|")}
    reached, ring = {hexagon("Bizerte")["hex"]}, {hexagon("Bizerte")["hex"]}
    for _ in range(4):
        ring = {b for a in ring for b in neighbours(a) if b in wet and frozenset((a, b)) not in sides("dry")}
        reached |= ring
    assert {hexagon("Palermo E1")["hex"], hexagon("Messina")["hex"]} <= reached


def rail() -> set[frozenset[str]]:
    """All railway links."""
    return set(links("rail"))


def test_rail_runs_on_land_between_neighbours() -> None:
    """A railway link joins neighbours and crosses no sea, lake, alpine side or ferry strait."""
    shut = sides("sea") | sides("lake") | sides("alpine") | sides("ferry")
    for pair in rail():
        a, b = pair
        assert b in neighbours(a), pair
        assert pair not in shut or pair in sides("causeway"), pair
        assert hexes()[a]["terrain"] not in ("sea", "lake")


def test_rail_joins_the_continent() -> None:
    """Berlin has rail to every victory city of the mainland and to all six rail entry hexes (10.1)."""
    net = component(hexagon("Berlin")["hex"], rail())
    for name in ("Hamburg", "Munich", "Ruhr", "Vienna", "Prague", "Amsterdam", "Paris", "Milan", "Rome", "Madrid"):
        assert hexagon(name)["hex"] in net, name
    assert set(ENTRIES) <= net
    assert hexagon("Reggio")["hex"] in net and hexagon("Odense")["hex"] in net
    for name in ("Messina", "Copenhagen", "London", "Tunis", "Cagliari"):
        assert hexagon(name)["hex"] not in net, name


def test_ferries_and_causeway() -> None:
    """Ferries at Messina, the Great Belt and the Sound; rail runs on over the causeway to Odense (9.11, 9.23)."""
    pairs = [("Messina", "Reggio"), ("Odense", "Copenhagen"), ("Copenhagen", "Malmo")]
    assert set(links("ferry")) == {side(a, b) for a, b in pairs} == sides("ferry")
    assert side("Aarhus W1", "Odense") in rail() & sides("causeway") & sides("strait")
    net = component(hexagon("Palermo")["hex"], rail() | set(links("ferry")))
    assert hexagon("Berlin")["hex"] in net and hexagon("Copenhagen")["hex"] in net


def test_rail_of_the_supply_example() -> None:
    """Rail runs Avignon, Lyon SE1, Lyon, and La Rochelle, Bordeaux, as the example of chapter 10 needs."""
    for a, b in pairwise(("Avignon", "Lyon SE1", "Lyon", "Clermont-Ferrand")):
        assert side(a, b) in rail(), (a, b)
    assert side("La Rochelle", "Bordeaux") in rail()
    assert side("Bordeaux", "Bordeaux E1") in rail()


def test_rail_of_north_africa_and_the_islands() -> None:
    """Casablanca to the railhead at Gabes; Bizerte to Tunis; Sardinia and Britain each have their own net."""
    net = component(hexagon("Casablanca")["hex"], rail())
    assert {hexagon(n)["hex"] for n in ("Algiers", "Tunis", "Bizerte", "Sfax", "Gabes", "Tangiers")} <= net
    assert hexagon("Mareth")["hex"] not in net and hexagon("Tripoli")["hex"] not in net
    assert hexagon("Cagliari")["hex"] in component(hexagon("Olbia")["hex"], rail())
    britain = component(hexagon("London")["hex"], rail())
    for name in ("Glasgow", "Liverpool", "Portsmouth", "Bristol", "Dover", "Plymouth", "Hull", "Aberdeen"):
        assert hexagon(name)["hex"] in britain, name


def test_rail_crosses_the_east_edge_at_the_entries() -> None:
    """Rail leaves WestFront's map at the six rail entry hexes and nowhere else (9.11, 16.7)."""
    crossing = {min(pair) for pair in rail() if min(pair)[:2] == "22" and max(pair)[:2] == "23"}
    played = {number for number in crossing if hexes()[number]["nation"] not in ("Sweden", "Norway")}
    assert played == set(ENTRIES)
    assert region("Rail Entry") == set(ENTRIES)
    names = ("Stettin E3", "Posnan E1", "Ostrava NE1", "Gyor E1", "Vukovar E1", "Sarajevo")
    assert [hexagon(name)["hex"] for name in names] == ENTRIES


def test_off_map_rail() -> None:
    """Two rail hexes for each edge hex between two entries: 1, 1, 3, 1, 1 lie between (9.5)."""
    lengths = [int(links("offmap")[frozenset(pair)]["length"]) for pair in pairwise(ENTRIES)]
    assert lengths == [2, 2, 6, 2, 2]
    assert len(links("offmap")) == 5


def test_leipzig_to_posnan_by_rail() -> None:
    """Leipzig is four rail hexes from the last hex before the front boundary (EF 5)."""
    reached = {hexagon("Leipzig")["hex"]}
    for _ in range(4):
        reached |= {h for pair in rail() if pair & reached for h in pair}
    assert hexagon("Posnan")["hex"] in reached


NAMED_SIDES = [row for row in expected("named") if ";" in row["name"]]


@pytest.mark.parametrize("row", NAMED_SIDES, ids=lambda row: f"{row['kind']} {row['name']}")
def test_a_named_hexside(row: Row) -> None:
    """A strait, ferry, causeway, sea or river side that WestFront names."""
    pair = side(*row["name"].split(";"))
    assert pair in sides(row["kind"].removesuffix(" side"))


def test_areas_have_routes() -> None:
    """Routes are two or five hexes long, a strait one; every area but those beyond the seas has one (EF 18.3)."""
    assert {row["length"] for row in links("route").values()} == {"1", "2", "5"}
    areas = {row["name"] for row in table("places") if row["kind"] == "area"}
    on_routes = {end for pair in links("route") for end in pair}
    assert areas <= on_routes
    for a, b in pairwise(("Bremanger", "Alesund", "Andalsnes", "Dombas", "Trondheim")):
        assert links("route")[frozenset((a, b))]["length"] == "2"
    assert links("route")[frozenset(("Dombas", hexagon("Oslo")["hex"]))]["length"] == "2"
    assert frozenset(("Archangel", "Petrozavodsk")) not in links("route")
