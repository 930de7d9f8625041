"""Annexed cities, protectorates, volunteers, minors under Allied command: rules that act in more than one campaign."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import command, costs, mustering, nations, objectives, production, surrender
from grognard.titles.systems.front import arrivals, ground

from .europe import ALLIED, AXIS, SOVIET, node, on_map, piece, scene
from .play import cv, give, refused

LINE = "Berlin: OKW3 / London: AF3 / Moscow: Stavka3"


def arrives(g: Game, block: str, place: str) -> bool:
    """Is a place an arrival location of a block?"""
    return bool(arrivals.open_sites(g.table, piece(g, block)).nodes >> node(g, place) & 1)


# Home territory


@pytest.mark.rule("eurofront", "1.7")
def test_annexed_cities_are_home_cities() -> None:
    """Danzig and Lodz take Germans in after the Peace Offer, Riga and Lvov Soviets after the Partition, and not before;
    Warsaw is a Victory City and takes Germans all the time."""
    g = scene(f"{LINE} / axis command", scenario="1939")
    places = (("1inf", "Danzig"), ("1inf", "Lodz"), ("Sv4inf", "Riga"), ("Sv4inf", "Lvov"))
    assert not any(arrives(g, *each) for each in places) and arrives(g, "1inf", "Warsaw")
    g.table.p.politics["PP"] = g.table.p.month
    assert [arrives(g, *each) for each in places] == [False, False, True, True]
    g.table.p.politics["PW"] = g.table.p.month
    assert all(arrives(g, *each) for each in places)


@pytest.mark.rule("eurofront", "1.7")
def test_the_cities_annexed_before_a_scenario_begins() -> None:
    """In Surf and Sand, in Weser and in 1941 a German cadre may come in Danzig, in 1941 a Soviet one in Riga."""
    for war in ("1939B", "1940B", "1940C", "1941"):
        g = grognard.new("eurofront", war, seed=1)
        assert arrives(g, "OKW", "Danzig"), war
    assert arrives(g, "Stavka", "Riga")


@pytest.mark.rule("eurofront", "11.81/b")
def test_the_french_come_in_their_great_cities() -> None:
    """A French army comes in Paris, neither in Dijon nor in London; Free French come in any major port."""
    g = scene(f"{LINE} / axis command", scenario="1940")
    assert [arrives(g, "Fr2inf", place) for place in ("Paris", "Dijon", "London")] == [True, False, False]
    g = scene(f"1944-07 / {LINE} / axis command")
    assert [arrives(g, "FF1arm", place) for place in ("London", "Dijon")] == [True, False]


@pytest.mark.rule("eurofront", "1.42")
def test_minor_cities_take_no_italians() -> None:
    """In the West of 1940 an Italian army comes in Rome and not in Bologna; a German corps in Kiel, a minor city."""
    g = grognard.new("eurofront", "1940B", seed=1)
    assert [arrives(g, "It2inf", place) for place in ("Rome", "Bologna")] == [True, False]
    assert arrives(g, "1inf", "Kiel")


@pytest.mark.rule("eurofront", "11.731")
def test_an_hq_that_comes_back_by_sea_is_dear() -> None:
    """Sevastopol, a minor port behind Axis lines, is in Sea Supply: a step of an HQ costs five more there, a cadre ten;
    in Odessa, a major port, and in Moscow nothing more. Twenty points buy one in Moscow, not in Sevastopol."""
    harbours = f"soviet holds Sevastopol Odessa Batumi / {LINE}"
    g = scene(f"1942-07 / {harbours} / axis command", scenario="1942")
    hq = piece(g, "SvSW")
    prices = [
        [costs.price(g.table, hq, node(g, place), column) for column in (costs.STEP, costs.CADRE)]
        for place in ("Sevastopol", "Odessa", "Moscow")
    ]
    assert prices == [[15, 30], [10, 20], [10, 20]]
    g = scene(f"1942-07 / {harbours} / axis command", scenario="1942")
    t = g.table
    t.place(hq, t.world.lost(SOVIET))
    t.p.points2 = 20
    places = production.affordable(t, hq)
    assert [places >> node(g, name) & 1 for name in ("Moscow", "Odessa", "Sevastopol")] == [1, 1, 0]


# Ore


@pytest.mark.rule("eurofront", "17.2/b")
def test_a_battle_in_narvik_breaks_the_sea_route() -> None:
    """The ore of Gallivare does not leave by a Narvik that is fought over, be the Germans its defenders or not."""
    for text, lost in (("Narvik: 33inf2", 0), ("Narvik: 33inf2 BrNXinf1 / axis defends Narvik", objectives.SEA_ROUTE)):
        g = scene(f"{LINE} / {text} / axis command", scenario="1941")
        assert objectives.ore_lost(g.table) == lost


# The protectorates


@pytest.mark.rule("eurofront", "20.921")
def test_british_columns_drive_through_iraq() -> None:
    """From the base of Habbinaya a British corps drives to that of Basra in every campaign, and may not stay in
    Baghdad between them."""
    for war in ("1939", "1940", "1941", "1940B"):
        rest = "" if war == "1940B" else " / Moscow: Stavka3"
        text = f"Habbinaya: BrWDFmech2 / Suez: ME3 / London: AF3 / Berlin: OKW3{rest} / allied command"
        g = give(scene(text, scenario=war), "activate ME", "end")
        assert refused(g, "drive BrWDFmech Basra") == "", war
        assert (refused(g, "drive BrWDFmech Baghdad") == "") == (war == "1941"), war


@pytest.mark.rule("eurofront", "20.921")
def test_a_mandate_that_has_risen_lets_no_one_through() -> None:
    """Once Iraq fights beside the Axis no Allied train or column goes through it."""
    g = grognard.new("eurofront", "1940B", seed=1)
    t, baghdad = g.table, node(g, "Baghdad")
    assert t.title.transit(t, ALLIED) >> baghdad & 1 and t.title.road_transit(t, ALLIED) >> baghdad & 1
    mustering.join(t, "Iraq", AXIS, mustering.BY_EVENT)
    assert not t.title.transit(t, ALLIED) >> baghdad & 1 and not t.title.road_transit(t, ALLIED) >> baghdad & 1


@pytest.mark.rule("eurofront", "16.21/c")
def test_the_colonies_of_a_cooperator_are_closed_too() -> None:
    """National Supply of the Allies crosses neither Vichy nor its Algeria."""
    for war in ("1940B", "1942"):
        t = grognard.new("eurofront", war, seed=1).table
        closed = t.title.closed_lines(t, ALLIED)
        assert all(closed >> t.title.find_node(t, name) & 1 for name in ("Lyon", "Algiers")), war


# Command


@pytest.mark.rule("eurofront", "5.72/b")
def test_allied_supreme_hqs_move_minors_anywhere() -> None:
    """AF in London moves a Polish army near Lvov, on the East Front, for one Supreme Move; a British corps there not at
    all."""
    g = scene(f"Lvov_W1: PlModinf2 / Paris: GQG1 / {LINE} / allied command", scenario="1939")
    give(g, "activate AF", "end")
    hq, pole = piece(g, "AF"), piece(g, "PlModinf")
    left = g.table.p.moves_left[hq]
    assert command.price(g.table, hq, command.EF) == command.NEVER
    assert refused(g, "move PlModinf Krakow_E1") == ""
    give(g, "move PlModinf Krakow_E1")
    assert g.table.p.moves_left[hq] == left - 1 and g.table.p.at[pole] == node(g, "Krakow_E1")


# Who may go where


@pytest.mark.rule("eurofront", "16.3/a")
def test_all_armies_of_a_nation_that_was_attacked_go_anywhere() -> None:
    """Rumania attacked by the Allies sends its third army, which waits for its release else, to Berlin like its
    first."""
    g = scene(f"1940-06 / {LINE} / axis command", scenario="1940")
    t, berlin = g.table, node(g, "Berlin")
    mustering.join(t, "Rumania", AXIS, mustering.BY_EVENT)
    armies = [piece(g, name) for name in ("Ru1inf", "Ru3inf")]
    assert not any(ground.open_to(t, army) >> berlin & 1 for army in armies)
    t.p.politics[nations.attacked("Rumania")] = t.p.month
    assert all(ground.open_to(t, army) >> berlin & 1 for army in armies)


@pytest.mark.rule("eurofront", "21.411")
def test_norwegians_stay_in_the_north() -> None:
    """Attacked Norway's static corps may go to Narvik, not to London."""
    g = scene(f"1940-04 / {LINE} / axis command", scenario="1939")
    mustering.join(g.table, "Norway", ALLIED, mustering.BY_WAR)
    where = ground.open_to(g.table, piece(g, "No1stat"))
    assert [where >> node(g, name) & 1 for name in ("Narvik", "London")] == [1, 0]


@pytest.mark.rule("eurofront", "DE.FL")
def test_germans_in_finlands_limited_war() -> None:
    """Germans go to Oulu and Petsamo, not to Helsinki, until Finland joins the Axis; Rumanians go nowhere in it."""
    g = scene(f"1943-08 / {LINE} / axis command", scenario="1943")
    t, corps = g.table, piece(g, "1inf")
    places = [node(g, name) for name in ("Oulu", "Petsamo", "Helsinki", "Tampere")]
    assert [ground.open_to(t, corps) >> place & 1 for place in places] == [1, 1, 0, 0]
    assert not t.title.forbidden(t, piece(g, "Fi1inf")) >> places[2] & 1
    assert t.title.forbidden(t, piece(g, "Ru1inf")) >> places[0] & 1
    t.p.politics["FX"] = t.p.month
    assert all(ground.open_to(t, corps) >> place & 1 for place in places)


@pytest.mark.rule("eurofront", "21.316")
def test_closed_land_is_refused_by_the_rule_that_closes_it() -> None:
    """An SS corps may not sail to Tunis as the Med Front is closed to it, a German corps not to Turku in Finland's
    limited war, a Rumanian army not leave its land as a satellite."""
    army = "Naples: 3SSmech2 / Stettin: 1inf3 / Bucharest: Ru1inf3 / axis holds Tunis"
    g = give(scene(f"1943-08 / {LINE} / {army} / axis command", scenario="1943"), "activate OKW", "end")
    assert refused(g, "sail 3SSmech Tunis") == "21.316"
    assert refused(g, "sail 1inf Turku") == "DE.FL"
    g = scene(f"1943-08 / Warsaw: OKH3 / {LINE} / {army} / axis command", scenario="1943")
    assert refused(give(g, "activate OKH", "end"), "rail Ru1inf Warsaw") == "16.311"


# Surrender


def spain(way: str) -> Game:
    """Spain beside the Axis after the Second Front, with Barcelona lost."""
    army = "Barcelona: Br5inf3 / Seville: Sp2inf2 / since 2F"
    g = scene(f"1943-07 / {LINE} / {army} / allied command", scenario="1942")
    p = g.table.p
    mustering.join(g.table, "Spain", AXIS, way)
    p.held = [held & ~(1 << node(g, "Barcelona")) for held in p.held]
    p.held[ALLIED] |= 1 << node(g, "Barcelona")
    return g


@pytest.mark.rule("eurofront", "16.81")
def test_what_weighs_on_maritime_satellites() -> None:
    """Barcelona, a major port, weighs two on Spain; of Vichy's units those of Africa count with the others."""
    g = spain(mustering.BY_EVENT)
    assert surrender.ports_lost(g.table, "Spain") == 2
    g = scene(f"1942-11 / {LINE} / since 2F / axis command", scenario="1942")
    t = g.table
    mustering.join(t, "Vichy", AXIS, mustering.BY_WAR)
    army = nations.army(t.world, "Vichy")
    for soldier in army:
        t.place(soldier, t.world.lost(AXIS))
    assert surrender.units_out(t, "Vichy") == len(army) == 7


@pytest.mark.rule("eurofront", "16.8")
def test_only_satellites_surrender() -> None:
    """Spain that joined by an event may give up, Spain that was attacked fights on."""
    bit = 1 << nations.SATELLITES.index("Spain")
    assert surrender.weary(spain(mustering.BY_EVENT).table, 0, ()) & bit
    assert not surrender.weary(spain(mustering.BY_WAR).table, 0, ()) & bit


@pytest.mark.rule("eurofront", "16.84/b")
def test_a_spanish_army_comes_over() -> None:
    """Where no German is near, one Spanish unit becomes an Allied one of a step, and the others are gone."""
    g = spain(mustering.BY_EVENT)
    surrender.surrender(g.table, "Spain")
    t, volunteer = g.table, piece(g, "AlSp1inf")
    assert cv(g, "AlSp1inf") == 1 and on_map(g, "AlSp1inf") and not on_map(g, "Sp2inf")
    assert not t.title.gone_for_good(t) >> volunteer & 1 and t.title.called_up(t, volunteer)


@pytest.mark.rule("eurofront", "20.487")
def test_the_free_french_of_africa_wait_for_vichys_surrender() -> None:
    """In every campaign they are due in the month after it, and not before, and come in Algiers or Tunis alone."""
    for war in ("1939", "1940", "1941", "1942", "1940B"):
        g = grognard.new("eurofront", war, seed=1)
        t, corps = g.table, piece(g, "FF2mtn")
        assert corps not in t.title.schedule(t), war
        t.p.politics[nations.defeated("Vichy")] = t.p.month
        assert t.title.schedule(t)[corps] == (t.p.month + 1, 1), war
        africa = {node(g, name) for name in ("Algiers", "Tunis")}
        assert set(arrivals.open_sites(t, corps).most) == africa, war
