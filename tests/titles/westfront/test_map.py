"""Chapter 1 and the map errata: what the rules say about ground, hexsides, cities and rail."""

from __future__ import annotations

import pytest

from grognard.board.area import step
from grognard.titles.systems.front import reach
from grognard.titles.westfront.world import world

from .play import cv, node, refused, scene, targets

LAND = "s44 bare / axis holds all / 1943-07"
W = world("s44")
B = W.board


def terrain(name: str) -> str:
    return next(word for word, where in B.terrain.items() if where >> B.node(name) & 1)


def named(nodes: int) -> set[str]:
    return set(B.names_of(nodes))


@pytest.mark.rule("westfront", "ERRATA/1")
def test_naples_w1_is_forest() -> None:
    """The hex west of Naples is forest, and so is its side to Naples: one unit may engage over it."""
    assert terrain("Naples W1") == "forest"
    assert not W.open_sides.has(B.node("Naples W1"), B.node("Naples"))


@pytest.mark.rule("westfront", "ERRATA/2")
def test_stettin_is_worth_one() -> None:
    """The erratum overrides the printed two."""
    assert B.place("Stettin", "city").number("pp") == 1


@pytest.mark.rule("westfront", "ERRATA/3")
def test_mallorca_is_spanish() -> None:
    """It is neutral land at the start."""
    g = scene("s43 bare / axis movement")
    assert g.table.p.neutral >> node(g, "Mallorca") & 1


@pytest.mark.rule("westfront", "ERRATA/4", "1.37")
def test_rotterdam_and_brussels_are_parted_by_the_sea() -> None:
    """No unit walks from one to the other."""
    g = scene(f"{LAND} / Brussels: 65stat1 / supreme 1 / axis movement")
    assert refused(g, "move 65stat Rotterdam") == "1.37"


@pytest.mark.rule("westfront", "ERRATA/5")
def test_a_river_parts_venice_and_ravenna() -> None:
    """The Po reaches the sea between them."""
    assert W.rivers.has(B.node("Venice"), B.node("Ravenna"))


@pytest.mark.rule("westfront", "1.1/a")
def test_no_one_enters_switzerland() -> None:
    """Bern is out of play."""
    g = scene(f"{LAND} / Besancon: OBW3* 84inf2 / axis movement")
    assert refused(g, "move 84inf Bern") == "1.1/a"


@pytest.mark.rule("westfront", "1.2")
def test_half_hexes_are_played_on() -> None:
    """Sarajevo lies half off the map and is entered like any hex."""
    assert B.tag["half"] >> B.node("Sarajevo") & 1
    g = scene(f"{LAND} / Mostar: OBW3* 84inf2 / axis movement")
    assert "Sarajevo" in targets(g, "move", "84inf")


@pytest.mark.rule("westfront", "1.38")
def test_lakes_are_walls() -> None:
    """Lake Balaton parts Gyor and Pecs."""
    g = scene(f"{LAND} / Gyor: 65stat1 / supreme 1 / axis movement")
    assert refused(g, "move 65stat Pecs") == "1.38"


@pytest.mark.rule("westfront", "1.39/c", "9.23/a")
def test_two_straits_have_rail_ferries() -> None:
    """Messina-Reggio and Odense-Copenhagen; no other strait carries rail."""
    pairs = {frozenset((B.name(a), B.name(b))) for a, b in W.ferries if W.land >> a & 1 and W.land >> b & 1}
    assert pairs == {frozenset(("Messina", "Reggio")), frozenset(("Odense", "Copenhagen"))}
    for a, b in W.straits.pairs():
        joined = any(other == b for other, _ in W.rail.links(a))
        causeway = {B.name(a), B.name(b)} == {B.name(B.node("Aarhus W1")), "Odense"}
        assert joined == (frozenset((B.name(a), B.name(b))) in pairs or causeway)
    g = scene(f"{LAND} / Reggio: 84inf2 / supreme 6 / axis movement")
    assert refused(g, "rail 84inf Messina") == ""


@pytest.mark.rule("westfront", "1.4")
def test_cities_do_not_change_stacking() -> None:
    """Lille takes four as the open ground it lies in, Messina two as the mountains."""
    assert W.stack_limit(B.node("Lille")) == 4
    assert W.stack_limit(B.node("Messina")) == 2


@pytest.mark.rule("westfront", "1.46")
def test_the_fortresses() -> None:
    """Gibraltar and Malta; whoever has engaged an enemy one must fight there."""
    assert named(W.fortresses) == {"Gibraltar", "Malta"}
    g = scene("s43 bare / Malta: It7inf3 Br5inf1 / allied defends Malta / axis combat", dice=[4, 1, 1])
    assert cv(g, "It7inf") == 2


@pytest.mark.rule("westfront", "1.6", "1.6/a", "9.11")
def test_rail_lines_and_their_entry_hexes() -> None:
    """Six hexes of the east edge have a line that leaves the map."""
    entries = B.region["Rail Entry"]
    assert entries == B.area("Sarajevo", "Vukovar E1", "Gyor E1", "Ostrava NE1", "Posnan E1", "Stettin E3")
    assert not entries & ~B.region["East Edge"]
    assert not entries & ~W.rail.nodes
    assert set(W.offmap) == {n for n in range(W.spans) if entries >> n & 1}


@pytest.mark.rule("westfront", "1.6/b", "9.11/a")
def test_the_bridge_to_odense() -> None:
    """Rail runs over it freely; on foot it is a strait."""
    a, b = B.node("Aarhus W1"), B.node("Odense")
    assert any(other == b and length == 1 for other, length in W.rail.links(a))
    assert (a, b) not in W.ferries
    assert W.straits.has(a, b) and not W.moves.has(a, b)


@pytest.mark.rule("westfront", "1.7/a")
def test_hungary_is_three_hexes() -> None:
    """They lie east of Austria."""
    hungary = B.region["Hungary"]
    assert hungary.bit_count() == 3
    assert step(B.region["Austria"], B.around) & hungary


@pytest.mark.rule("westfront", "8.4")
def test_control_does_not_limit_walking() -> None:
    """A unit walks through disputed and empty enemy hexes."""
    g = scene("s44 bare / 1943-07 / allied holds all / Paris: OBW3* 58arm3 / axis movement")
    found = reach.ways(g.table, g.title.find_pieces(g.table, "58arm")[0]).all()
    assert found >> node(g, "Calais") & 1
    assert not g.table.p.held[0] >> node(g, "Calais") & 1
