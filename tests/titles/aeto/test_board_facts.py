"""What the rulebook says about the map, fact by fact: every row of board_facts.csv on the compiled board."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .boards import Row, board, kinds, named, nations_of, rail_net, read, row_of, walk

FACTS = read(Path(__file__).with_name("board_facts.csv"))
INSETS = {"W 0904": "Dakar", "W 0306": "Capetown", "W 1902": "Azores"}


def hex_fact(fact: Row) -> None:
    """A printed hex is land, a coast, a lake without land, or an inset."""
    where, expects = fact["where"], fact["expects"]
    if expects == "inset":
        assert board().node(where) == board().node(INSETS[where])
        return
    row = row_of(where)
    node = 1 << board().node(where)
    if expects == "all-lake":
        assert row["terrain"] == "lake" and not board().land & node
    else:
        assert board().land & node and row["nation"]
        assert expects != "coastal" or row["seas"], f"{where} has no sea"


def path_fact(fact: Row) -> None:
    """The two towns are joined overland through one nation."""
    start, goal = (word.strip() for word in fact["where"].split(","))
    assert walk(start, board().nation["france"]) & 1 << board().node(goal)


def rail_fact(fact: Row) -> None:
    """The places have rail lines that are one net; the crossing to Malmo is a line of its own."""
    where = fact["where"]
    if where.startswith("Copenhagen"):
        ferry = board().graph["rail ferry"]
        assert board().node("Malmo") in {end for end, _ in ferry.links(board().node("Copenhagen"))}
        return
    stops = {
        "Malmo - Norway through Sweden": ("Malmo", "Oslo", "Trondheim", "Narvik"),
        "France - Germany - Soviet Union": ("Paris", "Berlin", "Moscow"),
    }.get(where) or tuple(word.strip() for word in where.split(";"))
    net = rail_net(stops[0])
    assert len(net) > 1
    assert [stop for stop in stops if board().node(stop) not in net] == []


def ground_fact(fact: Row) -> None:
    """A nation has hexes of a ground; Finland has swamp with rail, and forest hexsides."""
    word = {"swamp": "marsh", "forest": "forest"}[fact["kind"]]
    found = board().terrain[word] & board().nation["finland"]
    assert found
    if word == "marsh":
        assert any(found >> node & 1 for node in rail_net("Helsinki")), "no rail through a Finnish swamp"
    else:
        assert board().sides["forest"].hexes() & board().nation["finland"]


def side_fact(fact: Row) -> None:
    """Two hexes are joined by land, or parted by the sea alone."""
    a, b = (part.strip() for part in fact["where"].split("/"))
    passable = board().out.has(board().node(a), board().node(b))
    if fact["fact"] == "all-sea":
        assert "sea" in kinds(a, b) and not passable
    else:
        assert passable


def region_fact(fact: Row) -> None:
    """Named parts of nations."""
    name = fact["where"]
    if name == "Finnish partition line":
        ceded = board().region["Finnish cession"]
        assert nations_of(ceded) == {"finland"} and ceded & 1 << board().node("Viipuri")
        assert board().nation["finland"] & ~ceded & 1 << board().node("Helsinki")
        return
    owner = {"East Prussia": "germany", "Sicily": "italy", "European Turkey": "turkey", "Switzerland": "switzerland"}
    area = board().region[name]
    assert nations_of(area) == {owner[name]}
    if name == "East Prussia":
        assert not walk("Konigsberg", board().nation["germany"]) & 1 << board().node("Berlin")
    if name == "Switzerland":
        assert area == board().nation["switzerland"] == board().tag["closed"] & area
        assert not any(board().out.has(a, b) for a, b in board().around.pairs() if (area >> a & 1) != (area >> b & 1))
    if name == "European Turkey":
        assert area & 1 << board().node("Istanbul") and not area & 1 << board().node("Ankara")


def strait_fact(fact: Row) -> None:
    """The Danish straits are crossed by ferries from the mainland to Copenhagen."""
    belts = board().sides["strait"].hexes() & board().nation["denmark"]
    assert belts & 1 << board().node("Copenhagen")
    assert walk("Hamburg", board().nation["germany"] | board().nation["denmark"]) & 1 << board().node("Copenhagen")


def island_fact(fact: Row) -> None:
    """Mediterranean islands lie in the Suez Adds area."""
    islands = board().region["Mediterranean islands"]
    assert islands & ~board().region["Suez Adds area"] == 0
    for name in ("Malta", "Nicosia", "Rhodes", "Palermo", "Canea", "Ajaccio", "Cagliari", "Palma"):
        assert islands & 1 << board().node(name), name


def route_fact(fact: Row) -> None:
    """The ore goes along the Norwegian and the Swedish coast, by hexes with water."""
    for colour, ends in (("red", ("Narvik", "Stavanger")), ("blue", ("Lulea", "Kiel"))):
        route = board().region[f"Iron Ore {colour}"]
        assert all(route & 1 << board().node(end) for end in ends)
        assert all(row_of(name)["seas"] for name in named(route))


def seas_fact(fact: Row) -> None:
    """Adriatic and Aegean belong to the Mediterranean."""
    assert {board().seas[name.strip()].basin for name in fact["where"].split(",")} == {"Mediterranean"}


CHECKS: dict[str, Callable[[Row], None]] = {
    "hex": hex_fact,
    "path": path_fact,
    "rail": rail_fact,
    "swamp": ground_fact,
    "forest": ground_fact,
    "side": side_fact,
    "region": region_fact,
    "strait": strait_fact,
    "island": island_fact,
    "route": route_fact,
    "seas": seas_fact,
}


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['kind']} {fact['where']}")
def test_the_fact_holds(fact: Row) -> None:
    """The board says what the text says of it."""
    CHECKS[fact["kind"]](fact)


def test_no_fact_was_lost() -> None:
    """All eighty-one are here."""
    assert len(FACTS) == 81
