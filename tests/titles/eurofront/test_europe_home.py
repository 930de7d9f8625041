"""The home fronts of 1944: production by front, objectives, politics, supply, victory."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.area import step
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import costs, objectives, politics, purses, standing, surrender, victory
from grognard.titles.systems.front import blocks, fire, supply
from grognard.titles.systems.front.world import COMMANDERS

from .europe import ALLIED, AXIS, SOVIET, holds, node, on_map, piece, scene
from .play import cv, give, refused


@pytest.fixture(scope="module")
def opening() -> Game:
    return grognard.new("eurofront", "1944", seed=1)


# Levels


@pytest.mark.rule("eurofront", "11.31", "11.33", "17.2/b", "21.492")
def test_the_printed_levels_come_out(opening: Game) -> None:
    """The purses of June 1944 hold just what the chart of starting forces prints."""
    printed = tables.scenarios()["1944"]["level"]
    wanted = [printed["axis"]["WF"], printed["axis"]["EF"], printed["Finland"], printed["allies"]["WF"]]
    wanted.append(printed["soviets"]["EF"])
    assert [purses.level(opening.table, number) for number in range(5)] == wanted


def test_everyone_is_supplied_at_the_start(opening: Game) -> None:
    """No block of the one-click set-up is out of supply, on any front or area."""
    t = opening.table
    assert [t.world.units[i].name for power in range(3) for i in supply.unsupplied(t, power)] == []


@pytest.mark.rule("eurofront", "10.2/a")
def test_without_its_origin_a_power_starves() -> None:
    """Berlin taken, no German is supplied; Siberia taken, no Soviet."""
    t = scene("1944-07 / allied holds Berlin / Paris: 84inf3 / axis command").table
    assert not supply.rail_sea(t, AXIS)
    t = scene("1944-07 / axis holds Siberia / Kiev: Sv1Ginf3 / axis command").table
    assert not supply.rail_sea(t, SOVIET)
    assert supply.rail_sea(t, AXIS)


@pytest.mark.rule("eurofront", "10.6/a")
def test_no_german_starves_twice_between_his_turns() -> None:
    """A corps cut off in Orel loses a step in the Soviet supply phase, and none in the Allied one that follows."""
    g = scene("1944-07 / Orel: 84inf3 / Minsk: Sv1Ginf3 / London: SHAEF3 / Berlin: 1inf3 / soviet supply")
    assert cv(g, "84inf") == 2
    while g.table.p.active != AXIS:
        give(g, "end")
    assert cv(g, "84inf") == 2
    while g.table.p.active != SOVIET:
        give(g, "end")
    while len(g.decisions()) == 1:
        give(g, "end")
    assert cv(g, "84inf") == 1


# Spending


def in_production(text: str = "", dice: list[int] | None = None) -> Game:
    return scene(f"1944-07 / {text} / production", dice)


@pytest.mark.rule("eurofront", "21.23")
def test_the_east_pays_for_the_east() -> None:
    """Sixteen points of the East pay for two steps of armor there and no third; the West still pays for its own."""
    g = in_production("Minsk: 24arm2 46arm2 / Brest-Litovsk: 47arm2 / Paris: 58arm2")
    give(g, "axis: deallocate 50", "axis: step 24arm", "axis: step 46arm")
    assert refused(g, "step 47arm", "axis") != ""
    assert refused(g, "step 58arm", "axis") == ""


@pytest.mark.rule("eurofront", "11.61", "11.4")
def test_ten_points_sent_are_five_next_month() -> None:
    """A transfer takes ten points from the West, keeps the rest saved, and brings the East five a month later."""
    g = in_production("Paris: 84inf3 / London: US19mech3 / Moscow: Sv1Ginf3")
    west = g.table.p.points0
    give(g, "axis: transfer WF-EF", "axis: commit", "allied: commit")
    p = g.table.p
    assert (p.due_east, p.saved[AXIS], p.saved_east) == (5, west - 10, 66)


@pytest.mark.rule("eurofront", "11.62", "21.241")
def test_the_arctic_convoy_is_rolled_for() -> None:
    """With Narvik Axis a die of three lets three points through."""
    g = in_production("Paris: 84inf3 / London: US19mech3 / Moscow: Sv1Ginf3", dice=[3])
    give(g, "allied: transfer Soviets", "allied: commit", "axis: commit")
    assert g.table.p.due_soviet == 3


@pytest.mark.rule("eurofront", "11.84")
def test_minors_are_not_disbanded() -> None:
    """A Rumanian army cannot be given up, a German corps can."""
    g = in_production("Bucharest: Ru1inf3 / Paris: 84inf3")
    assert refused(g, "disband Ru1inf", "axis") != ""
    assert refused(g, "disband 84inf", "axis") == ""


@pytest.mark.rule("eurofront", "11.7/a")
def test_one_ss_step_a_front() -> None:
    """An SS step in the West leaves one for the East, and none more in the West."""
    g = in_production("Paris: 1SSarm2 4SSmech2 / Minsk: 2SSarm2")
    give(g, "axis: step 1SSarm")
    assert refused(g, "step 4SSmech", "axis") != ""
    assert refused(g, "step 2SSarm", "axis") == ""


@pytest.mark.rule("eurofront", "11.734", "17.1", "11.731")
def test_what_makes_an_hq_dear() -> None:
    """OB West costs 15 a step, Army Group Center 10; without Ploesti both cost five more; 21 AG in Corsica 15."""
    g = scene("1944-07 / Paris: OBW1 / Minsk: AGCen1 / Ajaccio: 21AG1 / London: SHAEF1 / axis command")
    t = g.table
    price = {name: t.title.step_cost(t, piece(g, name)) for name in ("OBW", "AGCen", "SHAEF", "21AG")}
    assert price == {"OBW": 15, "AGCen": 10, "SHAEF": 10, "21AG": 15}
    g = scene("1944-07 / soviet holds Ploesti / Paris: OBW1 / Minsk: AGCen1 / axis command")
    assert not objectives.axis_oil(g.table)
    assert [g.table.title.step_cost(g.table, piece(g, name)) for name in ("OBW", "AGCen")] == [20, 15]


@pytest.mark.rule("eurofront", "11.7")
def test_the_north_is_dear() -> None:
    """A German infantry step in Norway costs six, a Soviet one in Murmansk three, a Finnish one four."""
    g = scene("1944-07 / Oslo: 33inf1 / Murmansk: Sv14inf1 / Helsinki: Fi1inf1 / axis command")
    t = g.table
    names = ("33inf", "Sv14inf", "Fi1inf")
    assert [costs.price(t, piece(g, n), t.p.at[piece(g, n)], costs.STEP) for n in names] == [6, 3, 4]


@pytest.mark.rule("eurofront", "17.2/a")
def test_ore_is_lost_with_gallivare() -> None:
    """With Gallivare in Allied hands no ore comes: fifteen points are gone with the sea route, not five."""
    assert objectives.ore_lost(scene("1944-07 / axis command").table) == 5
    cut = scene("1944-07 / axis command").table
    cut.p.neutral &= ~(1 << cut.world.board.node("Gallivare"))
    cut.p.held[ALLIED] |= 1 << cut.world.board.node("Gallivare")
    assert objectives.ore_lost(cut) == 15


@pytest.mark.rule("eurofront", "17.8")
def test_soviet_oil() -> None:
    """With Baku lost a Soviet HQ costs five more."""
    g = scene("1944-07 / axis holds Baku / Moscow: SvCen1 / soviet command")
    assert g.table.title.step_cost(g.table, piece(g, "SvCen")) == 15


@pytest.mark.rule("eurofront", "11.81/a", "11.81/c", "21.462")
def test_where_cadres_come() -> None:
    """Germans come back in Berlin or Warsaw, not in Minsk; Soviets in Moscow or Kazakhstan, not in Naples; in Archangel
    and Oslo only the units of the North, which may come at home too."""
    g = in_production("Paris: 84inf3 / axis_lost: 1inf / soviet_lost: Sv1Ginf / Moscow: Sv2Ginf3")
    assert [refused(g, f"cadre 1inf {place}", "axis") == "" for place in ("Berlin", "Warsaw", "Minsk")] == [1, 1, 0]
    places = ("Moscow", "Kazakhstan", "Naples", "Archangel")
    assert [refused(g, f"cadre Sv1Ginf {place}", "allied") == "" for place in places] == [1, 1, 0, 0]
    g = in_production("Paris: 84inf3 / axis_lost: 1inf 33inf / soviet_lost: Sv14inf / Moscow: Sv2Ginf3")
    assert [refused(g, f"cadre {name} Oslo", "axis") == "" for name in ("1inf", "33inf")] == [False, True]
    assert refused(g, "cadre 33inf Berlin", "axis") == "" == refused(g, "cadre Sv14inf Archangel", "allied")


def test_who_spends_nothing_saves() -> None:
    """Whoever spends on one front forfeits the rest of it and saves the other."""
    g = in_production("Paris: 84inf2 / Minsk: 1inf2 / London: US19mech3")
    give(g, "axis: step 84inf", "axis: commit", "allied: commit")
    p = g.table.p
    assert (p.saved[AXIS], p.saved_east, p.saved[ALLIED]) == (0, 66, 94)


# Politics


RUMANIA = (
    "1944-08 / soviet holds Galati Ploesti Constanta / Bucharest: Ru1inf3 / Craiova: Ru3inf2 / Timisoara: Ru4inf2"
    " / Cluj_SW1: Ru2stat1 / Kishinev: Sv1Ginf4"
)


@pytest.mark.rule("eurofront", "16.8", "16.82")
def test_a_weary_satellite_surrenders() -> None:
    """A die below the hexes lost and the armies gone makes Rumania surrender, one not below does not."""
    for face, gone in ((1, True), (6, False)):
        g = scene(f"{RUMANIA} / soviet politics", dice=[face])
        need = surrender.war_weariness(g.table, "Rumania")
        assert 1 < need <= 6
        give(g, "demand Rumania")
        assert (politics.defeated("Rumania") in g.table.p.politics) == gone
        assert on_map(g, "Ru3inf") != gone


@pytest.mark.rule("eurofront", "16.84/b")
def test_an_army_comes_over() -> None:
    """When no German watches, a Rumanian army of one step fights for the Soviets."""
    g = scene(f"{RUMANIA} / soviet politics", dice=[1])
    give(g, "demand Rumania")
    assert on_map(g, "SvRu1inf") and cv(g, "SvRu1inf") == 1


@pytest.mark.rule("eurofront", "16.9")
def test_a_minor_falls_with_its_capital() -> None:
    """Bulgaria is defeated when Sofia is Soviet, whatever is left of its army."""
    g = scene("1944-08 / soviet holds Sofia / Plovdiv: Bu1inf3 / Sofia: Sv1Ginf4 / soviet politics")
    give(g, "end")
    assert politics.defeated("Bulgaria") in g.table.p.politics and not on_map(g, "Bu1inf")


@pytest.mark.rule("eurofront", "16.92")
def test_a_beaten_nation_is_conquered() -> None:
    """Beaten Bulgaria without Axis units goes to the Soviets who stand in it."""
    g = scene("1944-09 / since Bulgaria defeated / Sofia: Sv1Ginf4 / Berlin: 1inf3 / soviet politics")
    assert holds(g, SOVIET, "Plovdiv")
    g = scene("1944-09 / since Bulgaria defeated / Sofia: Sv1Ginf4 / Plovdiv: 1inf3 / soviet politics")
    assert not holds(g, SOVIET, "Varna")


@pytest.mark.rule("eurofront", "16.731")
def test_france_revolts() -> None:
    """With three hexes of France free a die of two raises the Maquis where no Axis unit is near."""
    free = "allied holds Cherbourg Caen Rennes"
    g = scene(f"1944-08 / {free} / Caen: US19mech3 / Berlin: 1inf3 / allied politics", dice=[2])
    give(g, "revolt France", "rise Bordeaux")
    assert on_map(g, "Maquis") and not g.table.p.supplied[piece(g, "Maquis")]


@pytest.mark.rule("eurofront", "16.731")
def test_norway_revolts() -> None:
    """With Narvik and two areas of Norway free a die of one raises the Norwegian resistance at one step."""
    free = "allied holds Narvik Trondheim Bergen"
    g = scene(f"1944-08 / {free} / Narvik: US19mech3 / Berlin: 1inf3 / allied politics", dice=[1])
    give(g, "revolt Norway", "rise Stavanger")
    assert cv(g, "NoRstat") == 1 and not g.table.p.supplied[piece(g, "NoRstat")]


@pytest.mark.rule("eurofront", "16.731")
def test_only_germans_keep_a_resistance_army_away() -> None:
    """A German corps keeps Edes out of its hex and those beside it, a Bulgarian one only out of its own."""
    free = "allied holds Chania Athens Patras / Athens: US19mech3 / Berlin: 2inf3"
    for unit, barred in (("1inf3", True), ("Bu1inf3", False)):
        g = scene(f"1944-08 / {free} / Salonika: {unit} / allied politics", dice=[1])
        places = politics.unwatched(g.table, "Greece")
        near = step(1 << g.table.world.board.node("Salonika"), g.table.world.zone)
        assert not places >> g.table.world.board.node("Salonika") & 1
        assert (not places & near) == barred


@pytest.mark.rule("eurofront", "16.732", "16.732/a")
def test_tito_takes_the_field() -> None:
    """Tito rises in a mountain of Yugoslavia with two steps and starves in none."""
    g = scene("1944-08 / Berlin: 1inf3 / London: US19mech3 / allied politics")
    places = politics.mountains(g.table, 1, ())
    name = g.table.node_name((places & -places).bit_length() - 1)
    give(g, f"tito {name}")
    assert (cv(g, "Tito"), politics.at_home(g.table, piece(g, "Tito"))) == (2, True)


# Victory


@pytest.mark.rule("eurofront", "19.5", "19.5/a")
def test_victory_cities_count_in_supply(opening: Game) -> None:
    """The Axis has nineteen points of cities in June 1944, Berlin two of them; without supply none."""
    t = opening.table
    assert victory.cities(t, AXIS) == 19
    cut = scene("1945-05 / soviet holds Berlin / Berlin: Sv1Ginf3 / soviet politics").table
    assert victory.cities(cut, AXIS) == 0 and victory.cities(cut, SOVIET) in (0, 2)


@pytest.mark.rule("eurofront", "19.5")
def test_the_axis_counts_double() -> None:
    """Six cities of the Axis beat ten of the others and lose to thirteen."""
    g = scene("1945-05 / axis command")
    held = dict(g.table.world.extra["victory cities"])
    assert sum(held.values()) == 22
    victory.count(g.table)
    assert g.table.outcome is not None and g.table.outcome.winners == ("axis",)


@pytest.mark.rule("eurofront", "19.51")
def test_three_count_for_themselves() -> None:
    """In the game of three the one with the most cities wins."""
    g = scene("1945-05 / axis command", scenario="1944A")
    assert victory.three_sided(g.table)
    victory.count(g.table)
    assert g.table.outcome is not None and g.table.outcome.rule == "19.51"
    assert g.table.outcome.winners == ("axis",)
    assert node(g, "Berlin")


# Diplomacy


@pytest.mark.rule("eurofront", "DE.SC")
def test_sweden_turns_to_the_allies() -> None:
    """With Oslo Allied a die of four brings Sweden's four points; the Axis loses compliance and all its ore."""
    g = scene("1944-07 / allied holds Oslo / London: SHAEF3 / Berlin: 1inf3 / Moscow: Sv1Ginf3 / production", dice=[4])
    t = g.table
    before = [purses.level(t, number) for number in (purses.WEST, purses.ALLIES)]
    give(g, "axis: commit", "allied: commit", "allied: attempt SC")
    after = [purses.level(g.table, number) for number in (purses.WEST, purses.ALLIES)]
    assert [a - b for a, b in zip(after, before, strict=True)] == [-12, 4]


@pytest.mark.rule("eurofront", "20.593")
def test_the_soviet_steamroller() -> None:
    """After a buildup shock armies attack on fours and mech on fives; after a second one armor on fours."""
    for done, ratings in ((0, [5, 6, 5]), (1, [4, 5, 5]), (2, [4, 5, 4])):
        g = scene("1944-12 / Minsk: Sv1shock3 / Kiev: Sv5mech3 / Moscow: Sv4arm3 / soviet command")
        t = g.table
        t.p.politics["SB"] = done
        names = ("Sv1shock", "Sv5mech", "Sv4arm")
        assert [fire.rating(t, piece(g, n), t.p.at[piece(g, n)], passive=False) for n in names] == ratings


@pytest.mark.rule("eurofront", "DE.SA", "DE.SB")
def test_an_arms_buildup_takes_all_and_a_season(opening: Game) -> None:
    """With a hundred points, all units on the map and all HQs full the Soviets build up; it is done after a season."""
    g = grognard.new("eurofront", "1944", seed=1)
    t, p = g.table, g.table.p
    hqs = [i for i, unit in enumerate(t.world.units) if unit.power == SOVIET and unit.kind in COMMANDERS]
    for i in hqs:
        p.cv[i] = t.world.units[i].top
    p.saved[SOVIET] = 100
    assert standing.holds(t, "SA")
    p.cv[hqs[0]] -= 1
    assert not standing.holds(t, "SA")
    p.politics["SA"] = p.month
    assert not standing.holds(t, "SB")
    p.month += 6
    assert standing.holds(t, "SB")


@pytest.mark.rule("eurofront", "20.592")
def test_lend_lease_is_cut() -> None:
    """With Murmansk lost the Soviets have five points less than before, and without Teheran five more are gone."""
    full = purses.basic(scene("1944-07 / axis command").table, SOVIET)
    for lost, less in (("Murmansk", 5), ("Murmansk Teheran", 10)):
        assert purses.basic(scene(f"1944-07 / axis holds {lost} / axis command").table, SOVIET) == full - less


# Isolation and the Bulge


@pytest.mark.rule("eurofront", "8.36")
def test_shut_in_hexes_fall() -> None:
    """An empty Axis hex deep in Russia becomes Soviet as the Soviet Supply phase ends; one with a unit does not."""
    g = scene("1944-07 / axis holds Orel / Minsk: Sv1Ginf3 / London: SHAEF3 / Berlin: 1inf3 / soviet supply")
    assert holds(g, SOVIET, "Orel")
    g = scene("1944-07 / axis holds Orel / Orel: 84inf3 / London: SHAEF3 / Berlin: 1inf3 / soviet supply")
    assert not holds(g, SOVIET, "Orel")


@pytest.mark.rule("eurofront", "1944.8")
def test_the_bulge() -> None:
    """In its one Bulge turn Axis armor in the West keeps DF in Mud, that in the East does not."""
    g = scene("1944-12 / mud / Paris: 58arm3 / Minsk: 24arm3 / axis command")
    armor = [piece(g, name) for name in ("58arm", "24arm")]
    plain = [fire.rating(g.table, i, g.table.p.at[i], passive=False) for i in armor]
    give(g, "bulge")
    bold = [fire.rating(g.table, i, g.table.p.at[i], passive=False) for i in armor]
    assert (plain, bold) == ([6, 6], [5, 6])
    assert refused(g, "bulge") == "1944.8"


@pytest.mark.rule("eurofront", "20.82", "21.442")
def test_finns_at_home() -> None:
    """Finnish infantry fires DF in Finland and goes two hexes in Snow; German infantry does neither."""
    g = scene("1944-12 / snow / Helsinki: Fi1inf3 / Kotka: 1inf3 / axis command")
    t, finn, german = g.table, piece(g, "Fi1inf"), piece(g, "1inf")
    assert [fire.rating(t, i, t.p.at[i], passive=False) for i in (finn, german)] == [5, 6]
    assert [blocks.speed(t, i) for i in (finn, german)] == [2, 1]


@pytest.mark.rule("eurofront", "12.43/a", "21.471")
def test_where_no_one_lands() -> None:
    """No Allied landing in Snow, none in Norway but in ports."""
    t = scene("EF snow / WF dry / axis command").table
    closed = t.title.unassailable(t, ALLIED)
    assert closed >> t.world.board.node("Riga") & 1 and not closed >> t.world.board.node("Oslo") & 1
    assert not t.title.unassailable(t, SOVIET) >> t.world.board.node("Riga") & 1
