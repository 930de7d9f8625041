"""Examples that the rules give in passing, with their numbers (worked_examples.csv, by their ids)."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import air, economy, sea, supply
from grognard.titles.westfront import victory

from .play import ALLIED, AXIS, at, cv, give, node, piece, refused, scene, status, targets

S43 = "s43 bare / 1943-07"
SPANIARDS = "JDN0 SpHQ0 Sp1inf0 Sp2inf0 Sp3inf0 Sp4inf0 Sp5inf0 Sp6inf0 Sp7stat0 Sp8stat0 Sp9stat0 SpBalstat0"
IBERIAN_PORTS = "Almeria Barcelona Bilbao Cadiz Cartagena Gijon Malaga Mallorca Valencia Vigo Lisbon Porto"


@pytest.mark.rule("westfront", "1.39/b")
def test_e01_antwerp_is_shut_by_its_strait() -> None:
    """With Rotterdam, then with Ostende in Axis hands no ship leaves Antwerp; with both Allied one does."""
    units = "Antwerp: Br8mech3 / London: AF3 / allied holds Antwerp"
    banks = {"Ostende / Rotterdam: 88inf1": "1.39/b", "Rotterdam / Ostende: 88inf1": "1.39/b", "Ostende Rotterdam": ""}
    for more, rule in banks.items():
        g = scene(f"s44 bare / 1944-06 / {units} {more} / allied command")
        give(g, "activate AF", "end")
        assert refused(g, "sail Br8mech Dover") == rule


@pytest.mark.rule("westfront", "1.5/a")
def test_e02_lille_for_either_side() -> None:
    """City 1 and mineral 1: two points for the Allies, three for the Axis."""
    lille = 1 << node(scene(f"{S43} / axis command"), "Lille")
    axis = scene(f"{S43} / axis command").table
    allied = scene(f"{S43} / allied holds Lille / axis command").table
    assert economy.city_points(axis, AXIS, lille) + economy.resource_points(axis, AXIS, lille) == 3
    assert economy.city_points(allied, ALLIED, lille) + economy.resource_points(allied, ALLIED, lille) == 2


@pytest.mark.rule("westfront", "5.61", "5.63")
def test_e05_a_supreme_hq_at_three() -> None:
    """Six Supreme Moves and an Air Range of six, for OKW and for AF before December 1943."""
    for seat, hq, place in (("axis", "OKW", "Berlin"), ("allied", "AF", "London")):
        g = give(scene(f"{S43} / {place}: {hq}3 / {seat} command"), f"activate {hq}", "end")
        assert (g.table.p.supreme[g.table.p.active], air.air_range(g.table, piece(g, hq))) == (6, 6)


@pytest.mark.rule("westfront", "7.32", "2.22", "2.23")
def test_e08_an_active_battle() -> None:
    """Armor 3 and mech 4 against infantry 3 in the open: three dice on 5 and 6, four on 6, three on 6."""
    units = "Amiens: 58arm3 AOKmech4 Br5inf3 / allied defends Amiens / Paris: OBW3*"
    g = scene(f"s44 bare / 1943-07 / axis holds all / {units} / axis combat", dice=[1] * 10)
    give(g, "end", "fight Amiens", "fire 58arm")
    fired = [dict(e.fields) for e in g.events("axis") if e.kind == "fired"]
    assert [(len(f["dice"]), f["needs"]) for f in fired] == [(3, 6), (3, 5), (4, 6)]


@pytest.mark.rule("westfront", "9.12", "10.3", "10.4")
def test_e17_supply_after_lyon() -> None:
    """Zones reach Bordeaux: the railhead is La Rochelle, two hexes feed 86 Corps over it, the south loses a step."""
    allies = (
        "Lyon: US5amph4 / Clermont-Ferrand: US8arm3 / Avignon_NE1: US15arm3 / Avignon: US2amph3 / Limoges: US19mech3"
    )
    rail = "Marseilles Toulon Montpellier Rodez Vichy Cahors Cahors_SE1"
    held = f"allied holds Lyon Clermont-Ferrand Avignon_NE1 Avignon Limoges Agen {rail}"
    south = "Toulouse: 90inf2 / Perpignan: 62inf2 / Bayonne: 64inf2 / Pau: 85inf2"
    axis = f"La_Rochelle: 80inf2 / Angouleme: 84inf2 / Agen_W1: 86inf2 / {south}"
    g = scene(f"s44 bare / 1944-08 / dry / {allies} / Agen: US20arm3 / {held} / {axis} / allied recovery", dice=[1] * 8)
    assert [status(g, name) for name in ("Bordeaux", "Agen_NE1", "La_Rochelle")] == ["disputed", "disputed", "axis"]
    assert [cv(g, name) for name in ("80inf", "84inf", "86inf")] == [2, 2, 2]
    assert [cv(g, name) for name in ("90inf", "62inf", "64inf", "85inf")] == [1, 1, 1, 1]


@pytest.mark.rule("westfront", "15.31")
def test_e23_the_siege_of_split() -> None:
    """Siege Supply keeps one Allied unit in Split at any strength; its neighbour and the mech at Mostar starve."""
    units = "Split: Br5inf3 Br10inf2 34inf2 / allied defends Split / Mostar: Br13mech3 / Dubrovnik: 15stat1"
    g = scene(f"w43 bare / 1944-01 / mud / {units} / allied holds Mostar Split / axis recovery", dice=[6] * 4)
    give(g, "name Br5inf")
    assert [cv(g, name) for name in ("Br5inf", "Br10inf", "Br13mech")] == [3, 1, 2]


@pytest.mark.rule("westfront", "15.52")
def test_e24_the_invasion_of_esbjerg() -> None:
    """Over the Channel and the North Sea: the corps lands unopposed and its beachhead supplies it; no sea move goes."""
    g = scene(f"{S43} / Portsmouth: 21AG3 Br1amph4 / London: AF3 Br8mech3 / Br1BH ready / allied command")
    give(g, "activate 21AG invasion", "activate AF", "end")
    assert "Dover" in targets(g, "sail", "Br8mech")
    assert "Esbjerg" not in targets(g, "sail", "Br8mech")
    give(g, "invade 21AG Br1amph Esbjerg", "end")
    while g.table.frame.step != "beachheads":
        give(g, "end")
    give(g, "place Br1BH")
    assert at(g, "Br1amph") == "Esbjerg"
    assert g.table.p.beachheads["Br1BH"] == node(g, "Esbjerg")
    assert supply.supplied_area(g.table, ALLIED) >> node(g, "Esbjerg") & 1


@pytest.mark.rule("westfront", "15.1/f", "15.3")
def test_e25_the_invasion_of_brest() -> None:
    """Brest falls undefended: in the Supply Phase it is Allied, its port supplies, and the Bay of Biscay turns."""
    g = scene(f"{S43} / Portsmouth: 21AG2 Br1amph4 / Br1BH ready / allied command")
    names = sea.chart(g.table.world).names
    assert sea.owners(g.table)[names.index("Bay of Biscay")] == AXIS
    give(g, "activate 21AG invasion", "end", "invade 21AG Br1amph Brest", "end")
    while g.table.frame.step != "beachheads":
        give(g, "end")
    assert (at(g, "Br1amph"), status(g, "Brest")) == ("Brest", "allied")
    assert sea.owners(g.table)[names.index("Bay of Biscay")] == ALLIED
    assert supply.supplied_area(g.table, ALLIED) >> node(g, "Brest") & 1


@pytest.mark.rule("westfront", "7.53", "14.41")
def test_e26_a_paradrop_joins_a_landing() -> None:
    """Infantry from the sea with a para: of a 1 and a 2 only the 1 repulses."""
    units = "Tunis: 15AG3 Br10inf4 / Malta: AF3 Br2para3 / Catania: It7inf2"
    g = scene(f"{S43} / {units} / allied command", dice=[1, 2, 1, 1, 1, 1, 1, 1, 1])
    give(g, "activate 15AG invasion", "activate AF paradrop", "end")
    give(g, "invade 15AG Br10inf Catania", "drop AF Br2para Catania", "end", "end", "end")
    assert [at(g, name) for name in ("Br10inf", "Br2para")] == ["Catania", "Malta"]
    assert cv(g, "Br2para") == 2


def count(g: Game, power: int, *names: str) -> int:
    items = victory.items(g.table, power)
    return sum(items[name] for name in names)


@pytest.mark.rule("westfront", "17.1/6", "17.1/3", "17.1/5")
def test_e31_war_on_portugal_in_winter_43() -> None:
    """A penalty of 21, fourteen neutrals lost by the Axis, thirteen points of ports with Mallorca: six in all."""
    wars = "since war on Spain / since war on Portugal / since Spain beaten / since Portugal beaten"
    text = f"w43 bare / 1944-05 / {wars} / axis_lost: {SPANIARDS} Poinf0 Postat0 / allied holds {IBERIAN_PORTS}"
    g, before = scene(f"{text} / axis command"), scene("w43 bare / 1944-05 / axis command")
    ports = victory.port_points(g.table, ALLIED) - victory.port_points(before.table, ALLIED)
    assert (count(g, ALLIED, "wars"), count(g, AXIS, "losses"), ports) == (-21, -14, 13)
    assert count(g, ALLIED, "wars") - count(g, AXIS, "losses") + ports == 6


@pytest.mark.rule("westfront", "17.1/2", "17.1/4", "17.1/7")
def test_e32_the_count_of_summer_43() -> None:
    """24 - 2 + 13 + 2 - 55 for the Allies, 18 - 12 for the Axis; with levels of 73 and 40 it is 55 to 46: Marginal."""
    allies = "London: AF3 21AG3 15AG3 1AG3 / allied_lost: Br5inf0 / Br1BH ready / US2BH prep / US6BH prep"
    islands = "Palermo Catania Messina Cagliari Olbia Sassari Bastia"
    ports = f"allied holds {islands} Naples Reggio Bari Brindisi Termoli"
    axis = "Berlin: OKW3 OBW3 AGB2 / Metz: AGG1 / axis_lost: 58arm0 65stat0 66stat0 It7inf0 It2inf0 It4inf0 It5inf0"
    text = f"s43 bare / 1943-11 / {allies} / {ports} / {axis} It6inf0 It11inf0 Sicstat0 Sarstat0"
    g = scene(f"{text} / axis command")
    assert [count(g, ALLIED, item) for item in ("HQs", "losses", "ports", "beachheads", "handicap")] == [
        24, -2, 13, 2, -55,
    ]  # fmt: skip
    assert [count(g, AXIS, item) for item in ("HQs", "losses")] == [18, -12]
    allied_total = 73 + victory.total(g.table, ALLIED) - count(g, ALLIED, "production")
    axis_total = 40 + victory.total(g.table, AXIS) - count(g, AXIS, "production")
    assert (allied_total, axis_total) == (55, 46)
    assert victory.level_of(allied_total - axis_total) == "marginal"


@pytest.mark.rule("westfront", "17.31", "17.32")
def test_e33_and_e35_counts_of_cities() -> None:
    """Berlin, Copenhagen, Prague, Vienna and Hamburg make six for the Axis; the Allies' seven of 1945 are seven."""
    taken = "w44 bare / 1945-05 / allied holds Munich Ruhr Amsterdam Milan"
    assert victory.cities(scene(f"{taken} / axis command").table, AXIS) == 6
    west = (
        "Arnhem Rotterdam Trier Saarbrucken Mannheim Frankfurt Stuttgart Augsburg Bremen Munster Genoa Turin Piacenza"
    )
    g = scene(f"{taken} Hamburg {west} / axis command")
    assert (victory.cities(g.table, ALLIED), victory.cities(g.table, AXIS)) == (7, 5)
    assert victory.by_cities(g.table)[:3] == (ALLIED, 2, "major")
