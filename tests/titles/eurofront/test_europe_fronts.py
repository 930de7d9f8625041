"""The fronts of 1944: weather of each, initiative, command across them, the air."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.europe import command as europe_command
from grognard.titles.eurofront.europe import initiative
from grognard.titles.systems.front import air, blocks, command, ground, rail, sea

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .play import at, give, refused


def order_in(text: str) -> tuple[int, ...]:
    return initiative.order(scene(text).table)


# Weather


@pytest.mark.rule("eurofront", "12.13", "12.14")
def test_each_front_has_its_own_sky() -> None:
    """The East and Finland lie in Snow, the West and Norway in Mud, the desert is Dry."""
    t = scene("WF mud / EF snow / axis command").table
    skies = {
        name: fronts.weather_at(t, t.title.find_node(t, name)) for name in ("Paris", "Minsk", "Oslo", "Oulu", "Tobruk")
    }
    assert skies == {"Paris": 1, "Minsk": 2, "Oslo": 1, "Oulu": 2, "Tobruk": 0}


@pytest.mark.rule("eurofront", "12.12", "12.5")
def test_the_rolls_of_november() -> None:
    """In November 3 and 4 make Mud in the West and a storm in the W Baltic, 2 and 6 Snow in the East and no storm."""
    t = scene("1944-11 / axis command", dice=[3, 4, 2, 6]).table
    west, east = fronts.roll(t, "WF"), fronts.roll(t, "EF")
    assert (west[0], t.world.extra["basins"][west[1] - 1]) == (1, "W Baltic")
    assert east == (2, 0)


@pytest.mark.rule("eurofront", "12.42", "12.42/a")
def test_snow_disrupts_german_hqs_only() -> None:
    """In Snow an army group acts at one less, a Soviet front does not, and OKH in Warsaw does not."""
    g = scene("EF snow / Minsk: AGCen3 / Moscow: SvCen3 / Warsaw: OKH3 / axis command")
    t = g.table
    assert [command.effective(t, piece(g, name)) for name in ("AGCen", "SvCen", "OKH")] == [2, 3, 3]


@pytest.mark.rule("eurofront", "5.21/a")
def test_mud_in_the_west_stops_no_hq_in_the_east() -> None:
    """With Mud in the West alone OB West cannot deploy, Army Group Center can."""
    g = scene("1944-11 / WF mud / EF dry / Paris: OBW3 / Minsk: AGCen3 / axis command")
    assert refused(g, "deploy OBW Reims") == "5.21/a"
    assert refused(g, "deploy AGCen Minsk_NW1") == ""


@pytest.mark.rule("eurofront", "12.43", "6.71")
def test_speed_is_that_of_the_starting_front() -> None:
    """In the Snow of the East armor makes two hexes, infantry one; in the Dry West under enemy air armor makes two."""
    g = scene("EF snow / WF dry / Minsk: 24arm3 1inf3 / Paris: 58arm3 / Kiev: Sv1Garm3 / axis command")
    assert [blocks.speed(g.table, piece(g, name)) for name in ("24arm", "1inf", "58arm", "Sv1Garm")] == [2, 1, 2, 2]


@pytest.mark.rule("eurofront", "12.4")
def test_seas_of_the_north_freeze() -> None:
    """Snow in the East closes the Gulf of Bothnia to ships."""
    for sky, frozen in (("snow", True), ("mud", False)):
        t = scene(f"EF {sky} / axis command").table
        bothnia = 1 << sea.chart(t.world).number("Gulf of Bothnia")
        assert bool(sea.reached(t, AXIS, bothnia, 3) & bothnia) != frozen


# Initiative


@pytest.mark.rule("eurofront", "4.22", "12.41")
def test_initiative_by_weather_and_second_front() -> None:
    """After the Second Front the Allies begin; Snow in the East puts the Soviets before the Axis."""
    assert order_in("EF dry / axis command") == (ALLIED, AXIS, SOVIET)
    assert order_in("EF snow / axis command") == (ALLIED, SOVIET, AXIS)
    g = scene("EF snow / axis command")
    del g.table.p.politics["2F"]
    assert initiative.order(g.table) == (SOVIET, AXIS, ALLIED)


# Command


@pytest.mark.rule("eurofront", "5.33")
def test_an_hq_of_the_west_is_lost_in_the_east() -> None:
    """OB West in Minsk acts at one less and does not Blitz; Army Group Center in Paris is as good as at home."""
    g = scene("1944-07 / Minsk: OBW3 / Paris: AGCen3 / axis command")
    t = g.table
    assert [command.effective(t, piece(g, name)) for name in ("OBW", "AGCen")] == [2, 3]
    assert refused(g, "activate OBW blitz") == "5.33"
    assert refused(g, "activate AGCen blitz") == ""


@pytest.mark.rule("eurofront", "1944.1")
def test_hitler_forbids_the_east_to_move() -> None:
    """In the first fortnight of June 1944 the Axis activates no HQ of the East, one of the West may be."""
    g = scene("Minsk: AGCen3 / Paris: OBW3 / axis command")
    assert refused(g, "activate AGCen") == "1944.1"
    assert refused(g, "activate OBW") == ""


def moves(g: Game, name: str) -> int:
    return int(g.table.title.supreme_moves_for(g.table, piece(g, name)))


@pytest.mark.rule("eurofront", "5.72", "5.72/a", "5.722")
def test_supreme_hqs_of_the_axis() -> None:
    """OKW II has four moves for a corps in Paris, none for Minsk; OKH II in Minsk has four there and two in Paris."""
    g = scene("1944-07 / Berlin: OKW2 / Paris: 84inf3 / Minsk: 1inf3 / axis command")
    give(g, "activate OKW")
    assert (moves(g, "84inf"), moves(g, "1inf")) == (4, 0)
    g = scene("1944-07 / Minsk: OKH2 1inf3 / Paris: 84inf3 / axis command")
    give(g, "activate OKH")
    assert (moves(g, "1inf"), moves(g, "84inf")) == (4, 2)


@pytest.mark.rule("eurofront", "5.721")
def test_moves_across_cost_two() -> None:
    """SHAEF in London moves a corps in Oslo for two of its moves."""
    g = scene("allied holds Oslo / London: SHAEF3* / Oslo: Br10inf3 / allied movement")
    t = g.table
    t.p.moves_left[piece(g, "SHAEF")] = t.p.supreme[ALLIED] = 6
    europe_command.spend(t, piece(g, "Br10inf"), 1)
    assert t.p.moves_left[piece(g, "SHAEF")] == 4


@pytest.mark.rule("eurofront", "17.63")
def test_the_med_is_one_with_the_west() -> None:
    """With all ports of the Med SHAEF moves a corps in Tobruk for one move; with Tunis lost for two."""
    for lost, price in (("", 1), ("axis holds Tunis / ", 2)):
        g = scene(f"{lost}London: SHAEF3* / Tobruk: Br10inf3 / allied movement")
        assert europe_command.price(g.table, piece(g, "SHAEF"), fronts.MF) == price


@pytest.mark.rule("eurofront", "5.723")
def test_a_flex_point_names_its_front() -> None:
    """OKH in Warsaw serves East and West in full, but after the first move in the West an eastern one costs two."""
    g = scene("1944-07 / Warsaw: OKH2* / Paris: 84inf3 / Minsk: 1inf3 / axis movement")
    t, okh = g.table, piece(g, "OKH")
    t.p.moves_left[okh] = t.p.supreme[AXIS] = 4
    assert (moves(g, "84inf"), moves(g, "1inf")) == (4, 4)
    europe_command.spend(t, piece(g, "84inf"), 1)
    assert (moves(g, "84inf"), moves(g, "1inf")) == (3, 1)


@pytest.mark.rule("eurofront", "5.72/c")
def test_stavka_moves_soviets_anywhere() -> None:
    """Stavka II in Moscow has four moves for a Soviet army in Paris as in Kiev."""
    g = scene("1944-07 / Moscow: Stavka2 / Paris: Sv1Ginf3 / Kiev: Sv2Ginf3 / soviet command")
    give(g, "activate Stavka")
    assert (moves(g, "Sv1Ginf"), moves(g, "Sv2Ginf")) == (4, 4)


# Air


@pytest.mark.rule("eurofront", "13.23")
def test_the_axis_flies_against_the_soviets_only() -> None:
    """In summer 1944 an Axis HQ strikes a battle with Soviets at SF, and none with the Allies."""
    g = scene(
        "1944-07 / Minsk: AGCen3* 1inf3 Sv1Ginf3 / Paris: OBW3* 84inf3 US19mech3"
        " / axis defends Minsk Paris / axis combat"
    )
    assert refused(g, "strike AGCen Minsk") == ""
    assert refused(g, "strike OBW Paris") != ""
    assert air.strike_need(g.table, node(g, "Minsk")) == 6


@pytest.mark.rule("eurofront", "13.31/b", "13.32/b")
def test_air_supremacy_reaches_the_west_only() -> None:
    """German infantry makes one hex in France and two in Russia, its trains five hexes and ten."""
    g = scene("1944-07 / Paris: 84inf3 / Minsk: 1inf3 / axis command")
    t, west, east = g.table, piece(g, "84inf"), piece(g, "1inf")
    assert (blocks.speed(t, west), blocks.speed(t, east)) == (1, 2)
    assert (rail.leg(t, west), rail.leg(t, east)) == (5, 10)


# Friends


@pytest.mark.rule("eurofront", "20.34/a")
def test_friends_take_no_hexes_from_each_other() -> None:
    """A Soviet army in Naples leaves it Allied; an Allied corps next to Moscow takes nothing."""
    g = scene("1944-07 / Naples: Sv1Ginf3 / Moscow: US19mech3 / soviet command")
    t = g.table
    assert t.p.held[ALLIED] >> node(g, "Naples") & 1 and t.p.held[SOVIET] >> node(g, "Moscow") & 1


@pytest.mark.rule("eurofront", "20.34")
def test_friends_do_not_share_a_hex() -> None:
    """A Soviet army neither stands with an Allied corps nor goes through its hex; another corps does."""
    g = scene("1944-07 / Naples: US19mech3 / Taranto: Sv1Ginf3 / Rome: US20arm3 / soviet command")
    naples = node(g, "Naples")
    for name, free in (("Sv1Ginf", False), ("US20arm", True)):
        assert ground.has_room(g.table, piece(g, name), naples) == free
        assert bool(ground.passable(g.table, piece(g, name)) >> naples & 1) == free


def test_three_may_sit_in_1944a() -> None:
    """In 1944A the Soviets have a seat of their own."""
    assert grognard.new("eurofront", "1944A", seed=1).seats == ("axis", "allied", "soviet")
    assert grognard.new("eurofront", "1944", seed=1).seats == ("axis", "allied")
    assert at(grognard.new("eurofront", "1944H", seed=1), "SHAEF") == "London"
