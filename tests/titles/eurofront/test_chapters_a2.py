"""The map's corrections, straits, National Supply and sieges (1, 6.72, 10.2, 10.8)."""

from __future__ import annotations

import pytest

from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import national
from grognard.titles.eurofront.war import naval
from grognard.titles.eurofront.war import supply as war_supply
from grognard.titles.systems.front import rail, sea, supply

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .helpers import board, near, region
from .helpers import node as hexes
from .play import give, refused


def passes(g: Game, power: int, one: str, other: str) -> bool:
    """Do a power's ships go from one sea into the next?"""
    chart = sea.chart(g.table.world)
    begin = 1 << chart.number(one)
    return bool(sea.reached(g.table, power, begin, 2) >> chart.number(other) & 1)


# The corrections of the map


@pytest.mark.rule("eurofront", "1/err02", "1/err13")
def test_railways_of_the_north() -> None:
    """A short railway joins Dombas to Oslo; none joins Archangel to Petrozavodsk."""
    lines = {frozenset((board().name(e.a), board().name(e.b))): e.length for e in board().graph["rail"].edges}
    lines |= {frozenset((board().name(e.a), board().name(e.b))): e.length for e in board().graph["route"].edges}
    assert lines[frozenset(("Dombas", "Oslo"))] == 2
    assert frozenset(("Archangel", "Petrozavodsk")) not in lines


@pytest.mark.rule("eurofront", "1/err03", "9.11")
def test_ferries() -> None:
    """Trains are ferried at Copenhagen to Malmo and Odense, at Messina and over Lake Van."""
    ferries = {frozenset((board().name(a), board().name(b))) for a, b in scene("axis command").table.world.ferries}
    pairs = (("Copenhagen", "Malmo"), ("Copenhagen", "Odense"), ("Messina", "Reggio"), ("Van", "Erzurum SE1"))
    assert ferries == {frozenset(pair) for pair in pairs}
    g = scene("1943-08 / Berlin: OKW3 / Copenhagen: 1inf3 / axis command", scenario="1943")
    give(g, "activate OKW command", "end")
    assert refused(g, "rail 1inf Odense") == ""


@pytest.mark.rule("eurofront", "1/err04")
def test_stettin() -> None:
    """Stettin is worth one point."""
    (city,) = [city for city in tables.cities() if city.name == "Stettin"]
    assert city.value == 1


@pytest.mark.rule("eurofront", "1/err05", "1/err14", "1/err18")
def test_sides_that_are_sea() -> None:
    """No one walks from Rotterdam to Brussels, Stavanger to Haugesund, Thebes to Patras."""
    for one, other in (("Rotterdam", "Brussels"), ("Stavanger", "Haugesund"), ("Thebes", "Patras")):
        assert hexes(other) not in near(hexes(one)), (one, other)
        assert board().grid.toward(hexes(one), hexes(other)) >= 0


@pytest.mark.rule("eurofront", "1/err06")
def test_the_northern_seaway_ends_in_the_norwegian_sea() -> None:
    """It has no part in the Nordkapp Sea."""
    t = scene("axis command").table
    names = {sea.chart(t.world).names[n] for n in members(naval.northern_seas(t.world))}
    assert "Norwegian Sea" in names and "Nordkapp Sea" not in names


@pytest.mark.rule("eurofront", "1/err07", "1/err10")
def test_lands_of_mallorca_and_lithuania() -> None:
    """Mallorca is Spanish; Lithuania ends at the line that parts West and East Poland."""
    assert hexes("Mallorca") in region("Spain") and hexes("Mallorca") not in region("Britain")
    baltic = region("Baltic States")
    assert baltic and not baltic & region("Poland")


@pytest.mark.rule("eurofront", "1/err08", "1/err15", "1/err17")
def test_woods_and_hills() -> None:
    """West of Naples and at Grozny there is forest, east of Ismit a hill with one mountain side."""
    for name, ground in (("Naples W1", "forest"), ("Grozny", "forest"), ("Ismit E1", "hill")):
        assert board().terrain[ground] >> hexes(name) & 1, name


@pytest.mark.rule("eurofront", "1/err09")
def test_the_mouth_of_the_po() -> None:
    """Over the mouth of the Po one walks as over a river: Venice and the hexes to the south are joined."""
    t = scene("axis command").table
    south = [n for n in near(hexes("Venice")) if t.world.rivers.has(hexes("Venice"), n)]
    assert south


@pytest.mark.rule("eurofront", "1/err11")
def test_the_district_of_odessa_ends_at_jassy() -> None:
    """The district of Odessa begins at the northern point of the hex of Jassy and reaches the sea."""
    zone = tables.zone("Odessa MD", "1941")
    found = region(zone.region)
    assert zone.region == "Zone Odessa MD"
    assert hexes("Odessa") in region("USSR") and min(board().grid.colrow(n)[1] for n in found) >= (
        board().grid.colrow(hexes("Jassy"))[1] - 2
    )


@pytest.mark.rule("eurofront", "1/err12")
def test_ships_stop_in_south_africa() -> None:
    """No passage joins the Atlantic to the Indian Ocean; South Africa is a port on both."""
    g = scene("axis command")
    chart = sea.chart(g.table.world)
    pairs = {frozenset((chart.names[p.a], chart.names[p.b])) for p in chart.passages}
    assert frozenset(("Atlantic Ocean", "Indian Ocean")) not in pairs
    seas = sea.port_seas(g.table, node(g, "South Africa"))
    assert {chart.names[n] for n in members(seas)} == {"Atlantic Ocean", "Indian Ocean"}


# Straits and canals


@pytest.mark.rule("eurofront", "1.371/b")
def test_who_holds_both_banks_shuts_national_supply_out() -> None:
    """An enemy in Messina alone bars ships and not National Supply; with Reggio he bars that too."""
    both = []
    for held in ("axis holds Messina / allied holds Reggio", "axis holds Messina Reggio"):
        g = scene(f"1943-08 / {held} / axis command", scenario="1943")
        assert not passes(g, ALLIED, "Tyrrhenian Sea", "Ionian Sea")
        chart, shut = sea.chart(g.table.world), sea.controlled_passages(g.table, ALLIED)
        ends = {chart.number("Tyrrhenian Sea"), chart.number("Ionian Sea")}
        both.append(any(shut >> n & 1 for n, way in enumerate(chart.passages) if {way.a, way.b} == ends))
    assert both == [False, True]


@pytest.mark.rule("eurofront", "10.21/b")
def test_brussels_between_ostende_and_rotterdam() -> None:
    """With Germans round it Brussels is fed by sea past Rotterdam while Ostende is Allied, and not when both are
    German."""
    land = " ".join(board().name(n).replace(" ", "_") for n in region("France") | region("Holland") | region("Belgium"))
    found = []
    for ours in ("Brussels Ostende", "Brussels"):
        text = f"1940-05 / axis holds {land} / allied holds {ours} / London: AF2 / Berlin: OKW3 / axis command"
        g = scene(text, scenario="1940")
        g.table.p.neutral &= ~sum(1 << n for n in region("Holland") | region("Belgium"))
        found.append(war_supply.national_supply(g.table, ALLIED, node(g, "Brussels"), node(g, "London")))
    assert found == [war_supply.FULL, war_supply.NONE]


@pytest.mark.rule("eurofront", "1.371/c")
def test_neutral_straits_are_open() -> None:
    """Past neutral Cadiz and Tangiers ships of all powers sail."""
    g = scene("1942-07 / allied holds Gibraltar / axis command", scenario="1942")
    assert passes(g, ALLIED, "Atlantic Ocean", "Alboran Sea")


@pytest.mark.rule("eurofront", "1.371/d")
def test_neutral_turkey_guards_its_straits() -> None:
    """No ships pass from the Aegean into the Black Sea while Turkey is neutral, but supply lines of nations do."""
    g = scene("1942-07 / axis command", scenario="1942")
    for power in (AXIS, ALLIED, SOVIET):
        assert not passes(g, power, "Sea of Marmara", "Western Black Sea")
        assert not passes(g, power, "Aegean Sea", "Sea of Marmara")
    shut = sea.controlled_passages(g.table, SOVIET)
    marmara = sea.chart(g.table.world).number("Sea of Marmara")
    assert not any(shut >> n & 1 for n, p in enumerate(sea.chart(g.table.world).passages) if marmara in (p.a, p.b))


@pytest.mark.rule("eurofront", "1.372")
def test_shoals() -> None:
    """Nobody lands at Emden behind its shoals; at Ostende one may."""
    g = give(scene("1943-07 / London: 1AG2 Br1amph4 / allied command", None, "1943"), "activate 1AG invasion", "end")
    assert refused(g, "invade 1AG Br1amph Emden") == "15.52/b"
    assert refused(g, "invade 1AG Br1amph Ostende") == ""


@pytest.mark.rule("eurofront", "1.373")
def test_canals() -> None:
    """Hamburg lies on three seas; who holds Suez shuts the way between the Eastern Med and the Red Sea."""
    g = scene("1942-07 / axis command", scenario="1942")
    chart = sea.chart(g.table.world)
    seas = {chart.names[n] for n in members(sea.port_seas(g.table, node(g, "Hamburg")))}
    assert seas == {"North Sea", "Western Baltic", "Skagerrak"}
    assert passes(g, ALLIED, "Eastern Med", "Red Sea") and not passes(g, AXIS, "Eastern Med", "Red Sea")


# National Supply and sieges


def greece(units: str, more: str = "", athens: str = "allied", naval_rule: int = 0) -> Game:
    """Greece fights beside the Allies and has lost all but Athens, where a German corps attacks."""
    land = [board().name(n).replace(" ", "_") for n in region("Greece")]
    text = f"1940-11 / since Greece joins allied / London: AF2 / Berlin: OKW3 / axis holds {' '.join(land)}{more}"
    text += f" / {athens} holds Athens / Athens: {units} / allied defends Athens / axis command"
    g = scene(text, scenario="1940")
    g.table.p.neutral &= ~sum(1 << n for n in region("Greece"))
    g.table.p.naval = naval_rule
    return g


def fed(g: Game) -> set[str]:
    return {g.table.world.units[i].name for i in members(national.fed(g.table, ALLIED))}


@pytest.mark.rule("eurofront", "10.21", "9.3/a")
def test_an_engaged_capital_still_feeds_its_army() -> None:
    """With the rest of Greece in Greek hands an army in engaged Athens is supplied, however strong; with Athens lost
    and Greece with it none is."""
    land = " ".join(board().name(n).replace(" ", "_") for n in region("Greece"))
    g = greece("Gr1inf3 Gr2inf3 1inf3", more=f" / allied holds {land}")
    assert fed(g) == {"Gr1inf", "Gr2inf"}
    assert national.supplied(g.table, "Greece", ALLIED) == war_supply.FULL
    text = f"1940-11 / since Greece joins allied / London: AF2 / axis holds {land} / Thebes: Gr1inf1 / axis command"
    assert fed(scene(text, scenario="1940")) == set()


@pytest.mark.rule("eurofront", "10.21/a")
def test_a_besieged_port_feeds_one_point() -> None:
    """All ports but engaged Athens are lost: one unit of 1 CV is fed, and no second; one of 3 CV is not."""
    assert fed(greece("Gr1inf1 Gr2inf1 1inf3")) == {"Gr1inf"}
    assert fed(greece("Gr1inf3 1inf3")) == set()
    assert national.supplied(greece("Gr1inf3 1inf3").table, "Greece", ALLIED) == war_supply.SIEGE


@pytest.mark.rule("eurofront", "10.8/a")
def test_naval_supremacy_feeds_one_unit_of_any_strength() -> None:
    """Under Allied Naval Supremacy the besieged port feeds the strongest of the two."""
    assert fed(greece("Gr1inf3 Gr2inf1 1inf3", naval_rule=ALLIED + 1)) == {"Gr1inf"}


@pytest.mark.rule("eurofront", "10.8")
def test_siege_supply_keeps_a_cadre() -> None:
    """In engaged Bordeaux, an Axis port with lines by sea alone, only a unit at its last step may be named."""
    text = "1943-08 / Berlin: OKW3 / Bergen: 1inf1 2inf2 Br5inf3 / axis defends Bergen / axis command"
    g = scene(text, scenario="1943")
    found = g.title.siege_claimants(g.table, node(g, "Bergen"), AXIS)
    assert {g.table.world.units[i].name for i in found} == {"1inf"}


@pytest.mark.rule("eurofront", "10.21/c")
def test_neutrals_that_cooperate_shut_the_enemys_lines_out() -> None:
    """A line from Budapest to London runs over neutral Yugoslavia; once that and Rumania work for the Axis it is cut,
    though the sea is open."""
    g = scene("1940-06 / allied holds Budapest / London: AF2 / Berlin: OKW3 / axis command", scenario="1940")
    t, ends = g.table, (node(g, "Budapest"), node(g, "London"))
    assert war_supply.national_supply(t, ALLIED, *ends) == war_supply.FULL
    t.p.politics |= {"BP": t.p.month, "RG": t.p.month}
    assert war_supply.national_supply(t, ALLIED, *ends) == war_supply.NONE


# Trains over the fronts


@pytest.mark.rule("eurofront", "6.72")
def test_trains_that_change_fronts() -> None:
    """A corps in Leipzig reaches Konigsberg in a Rail Move. OKW commands no Rail Moves in the East: what begins there
    is five hexes long, and two Moves end before Kharkov. OKH, who commands both fronts, sends it there."""
    found = {}
    for hq, place in (("OKW", "Berlin"), ("OKH", "Warsaw")):
        g = scene(f"1943-08 / {place}: {hq}3 / Leipzig: 1inf3 / axis command", scenario="1943")
        give(g, f"activate {hq} command", "end")
        corps = piece(g, "1inf")
        far = [rail.within(g.table, corps, moves) for moves in (1, 2, 3)]
        found[hq] = [far[0] >> node(g, "Konigsberg") & 1, *(some >> node(g, "Kharkov") & 1 for some in far[1:])]
    assert found == {"OKW": [1, 0, 1], "OKH": [1, 1, 1]}


@pytest.mark.rule("eurofront", "9.11/a")
def test_a_ferry_takes_a_rail_move() -> None:
    """From Copenhagen to Malmo by rail takes a Rail Move whole: the train begins another beyond."""
    g = scene("1943-08 / Berlin: OKW3 / Odense: 1inf3 / axis command", scenario="1943")
    give(g, "activate OKW command", "end")
    assert rail.legs_to(g.table, piece(g, "1inf"), 3, node(g, "Copenhagen")) == 1
    g = scene("1943-08 / Berlin: OKW3 / Aarhus: 1inf3 / axis command", scenario="1943")
    give(g, "activate OKW command", "end")
    assert rail.legs_to(g.table, piece(g, "1inf"), 3, node(g, "Copenhagen")) == 2


@pytest.mark.rule("eurofront", "10.32")
def test_sea_lanes_join_ports_to_the_net() -> None:
    """Across friendly seas British rails and those of Gibraltar are one net."""
    g = scene("1943-08 / London: AF2 / axis command", scenario="1943")
    assert supply.rail_sea(g.table, ALLIED) >> node(g, "Gibraltar") & 1
