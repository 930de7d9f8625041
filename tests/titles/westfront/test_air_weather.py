"""Chapters 12 and 13: weather and airpower."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import beachheads
from grognard.titles.systems.front.state import month_number

from . import play
from .play import cv, give, node, refused, verbs

LAND = "s44 bare / axis holds all / 1943-07"
FIGHT = "Amiens: 84inf2 Br5inf4 / allied defends Amiens"


def scene(text: str, dice: list[int] | None = None) -> Game:
    return play.scene(text, dice, without=["10.4"])


@pytest.mark.rule("westfront", "7.13")
def test_one_airstrike_a_battle() -> None:
    """A second strike on the same battle is refused."""
    g = scene(f"{LAND} / {FIGHT} / Paris: OBW3* AGB2* / Reims: 85inf2 Br10inf2 / allied defends Reims / axis combat")
    give(g, "strike OBW Amiens")
    assert refused(g, "strike AGB Amiens") == "7.13"
    assert refused(g, "strike AGB Reims") == ""


@pytest.mark.rule("westfront", "13.1", "5.5")
def test_one_airstrike_an_hq() -> None:
    """An HQ has one strike in a combat phase: with two battles in range it takes one of them."""
    both = f"{FIGHT} / Reims: 85inf2 Br10inf2 / allied defends Reims"
    g = scene(f"{LAND} / {both} / Paris: OBW3* AGB2* / axis combat")
    give(g, "strike OBW Amiens")
    assert refused(g, "strike OBW Reims") == "13.1"


@pytest.mark.rule("westfront", "13.12")
def test_an_airstrike_has_a_die_for_each_cv() -> None:
    """An HQ at II rolls two dice at SF: two sixes, two steps (E19)."""
    g = scene(f"{LAND} / {FIGHT} / Paris: AGB2* / axis combat", dice=[6, 6] + [1] * 6)
    give(g, "strike AGB Amiens")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "13.15", "7.15/a")
def test_an_airstrike_makes_the_battle_active() -> None:
    """The battle is fought without being chosen, the strike first."""
    g = scene(f"{LAND} / {FIGHT} / Paris: AGB2* / axis combat", dice=[6, 1] + [1] * 6)
    give(g, "strike AGB Amiens")
    assert cv(g, "Br5inf") == 3


@pytest.mark.rule("westfront", "13.11")
def test_air_range_is_the_cv_and_ignores_the_enemy() -> None:
    """An HQ at II strikes Amiens from Orleans over enemy land, not from Tours."""
    g = scene(f"s44 bare / 1943-07 / allied holds all / {FIGHT} / Orleans: AGB2* / axis combat")
    assert refused(g, "strike AGB Amiens") == ""
    g = scene(
        f"s44 bare / 1943-07 / allied holds all / {FIGHT} / Tours: AGB2* 85inf1 Br10inf1 / allied defends Tours"
        " / axis combat"
    )
    assert refused(g, "strike AGB Amiens") == "13.11"


@pytest.mark.rule("westfront", "5.63")
def test_supreme_hqs_strike_twice_as_far() -> None:
    """OKW at III strikes six hexes away."""
    g = scene(f"{LAND} / {FIGHT} / Kassel: OKW3* / axis combat")
    assert "strike" in verbs(g)


@pytest.mark.rule("westfront", "13.21")
def test_allied_air_range_doubles_from_december_43() -> None:
    """An Allied HQ at II strikes four hexes away in December 1943."""
    battle = "Amiens: 84inf2 Br5inf4 / axis defends Amiens / Tours: 21AG2*"
    g = scene(f"s44 bare / 1943-12 / allied holds all / {battle} / allied combat")
    assert refused(g, "strike 21AG Amiens") == ""


@pytest.mark.rule("westfront", "13.14")
def test_the_axis_has_no_airpower_from_june_44() -> None:
    """Its HQs assign no strike any more."""
    g = scene(f"s44 bare / 1944-06 / {FIGHT} / Paris: OBW3* / axis combat")
    assert "strike" not in verbs(g)


@pytest.mark.rule("westfront", "13.16")
def test_disruption_weakens_a_strike() -> None:
    """In Mud an HQ at II throws one die."""
    both = f"{FIGHT} / Reims: 85inf2 Br10inf2 / allied defends Reims"
    g = scene(f"{LAND} / mud / {both} / Paris: AGB2* OBW3* / axis combat")
    give(g, "strike AGB Amiens")
    assert g.table.p.strikes == {str(node(g, "Amiens")): 1}


@pytest.mark.rule("westfront", "13.15")
def test_half_hits_of_a_strike_carry_into_the_fight() -> None:
    """In the forest one hit of the strike and one of the infantry make a step."""
    g = scene(f"{LAND} / Rennes: 84inf1 Br5inf2 / allied defends Rennes / Caen: AGB1* / axis combat", dice=[6, 1, 1, 6])
    give(g, "strike AGB Rennes")
    assert cv(g, "Br5inf") == 1


# Weather


def after_weather(month: str, dice: list[int]) -> Game:
    """The first player-turn of a month, its weather rolled."""
    return play.scene(f"w43 bare / {month} / fortnight=1 / axis supply", dice)


@pytest.mark.rule("westfront", "12.1/a", "4.3")
def test_november_weather_is_rolled() -> None:
    """An odd sum is Mud, an even one Dry."""
    assert after_weather("1943-11", [1, 2]).table.p.weather == 1
    assert after_weather("1943-11", [2, 2]).table.p.weather == 0


@pytest.mark.rule("westfront", "12.1")
def test_december_is_mud() -> None:
    """An even roll changes nothing in December."""
    assert after_weather("1943-12", [2, 2]).table.p.weather == 1
    assert after_weather("1944-03", []).table.p.weather == 0


@pytest.mark.rule("westfront", "12.3", "12.3/a")
@pytest.mark.parametrize(
    ("dice", "basin"), [([1, 2], "Mediterranean"), ([3, 4], "W Baltic"), ([4, 5], "Atlantic")], ids=str
)
def test_storms_by_the_roll(dice: list[int], basin: str) -> None:
    """3 and 11 bring a storm to the Mediterranean, 7 to the Baltic, 5 and 9 to the Atlantic."""
    from grognard.titles.systems.front.weather import basin_name

    assert basin_name(after_weather("1943-12", dice).table) == basin


@pytest.mark.rule("westfront", "12.3", "15.54")
def test_a_storm_ends_with_its_fortnight() -> None:
    """A storm of February II is over in the Production of March: the beachhead feeds its unit again."""
    g = scene("w43 bare / 1944-02 / Licata: US2amph2 / US2BH Licata / axis command", dice=[1, 2])
    storms, fed = [], []
    while g.table.p.month == month_number("1944-02"):
        storms.append(g.table.p.storm)
        fed.append(beachheads.works(g.table, "US2BH"))
        give(g, "end")
    assert (storms[-1], fed[-1]) == (g.table.world.extra["basins"].index("Mediterranean") + 1, False)
    assert (g.table.frame.step, g.table.p.storm, beachheads.works(g.table, "US2BH")) == ("production", 0, True)


@pytest.mark.rule("westfront", "12.23")
def test_mud_doubles_the_defense_everywhere() -> None:
    """In Mud two hits cost one step in the open."""
    g = scene(f"{LAND} / mud / {FIGHT} / Paris: OBW3* / axis combat", dice=[1, 1, 1, 1, 6, 6])
    give(g, "end", "fight Amiens")
    assert cv(g, "Br5inf") == 3


@pytest.mark.rule("westfront", "12.23/a")
def test_mud_weakens_offensive_fire() -> None:
    """Armor fires SF in Mud: fives miss."""
    g = scene(
        f"{LAND} / mud / Amiens: 58arm4 Br5inf4 / allied defends Amiens / Paris: OBW3* / axis combat",
        dice=[1, 1, 1, 1, 5, 5, 5, 5],
    )
    give(g, "end", "fight Amiens")
    assert cv(g, "Br5inf") == 4


@pytest.mark.rule("westfront", "13.15/a", "7.4")
def test_an_airstrike_on_an_unsupported_battle_is_halved() -> None:
    """OKW gives no support: two hits of its strike cost one step in the open."""
    battle = "Amiens: 84inf1 Br5inf4 / allied defends Amiens / Paris: OKW2*"
    g = scene(f"{LAND} / {battle} / axis combat", dice=[6, 6] + [1] * 9)
    give(g, "strike OKW Amiens")
    assert cv(g, "Br5inf") == 3


@pytest.mark.rule("westfront", "13.14/a")
def test_mud_does_not_weaken_a_strike() -> None:
    """The Allied strike hits on 4 in Mud as well."""
    battle = "Amiens: 84inf3 Br5inf1 / axis defends Amiens / Calais: 21AG3*"
    g = scene(f"s44 bare / 1943-12 / mud / allied holds all / {battle} / allied combat", dice=[4, 4, 1, 1, 1, 1, 1])
    give(g, "strike 21AG Amiens")
    assert cv(g, "84inf") == 2


@pytest.mark.rule("westfront", "13.13", "7.13/a")
def test_the_marker_shows_the_strength_of_the_strike() -> None:
    """All strikes are assigned before anything is revealed; the Allies see a marker of 2."""
    both = f"{FIGHT} / Reims: 85inf2 Br10inf2 / allied defends Reims"
    g = scene(f"{LAND} / {both} / Paris: AGB2* OBW3* / axis combat")
    give(g, "strike AGB Amiens")
    assert refused(g, "strike OBW Amiens") == "7.13"
    assert g.table.name_for(0, play.piece(g, "Br5inf")).startswith("#")
    told = [event for event in g.events("axis") if event.kind == "airstrike"]
    assert dict(told[-1].fields)["cv"] == 2


@pytest.mark.rule("westfront", "12.3/c")
def test_the_seas_of_the_basins() -> None:
    """Eight seas in the Mediterranean, two in the Baltic, six in the Atlantic basin."""
    from grognard.titles.systems.front import sea

    chart = sea.chart(scene(f"{LAND} / axis movement").table.world)
    count = {basin: chart.basins.count(basin) for basin in set(chart.basins)}
    assert (count["Mediterranean"], count["W Baltic"], count["Atlantic"]) == (8, 2, 6)
    stormy = sea.stormy_seas(scene(f"{LAND} / storm W Baltic / axis movement").table)
    assert {name for n, name in enumerate(chart.names) if stormy >> n & 1} == {"Skagerrak", "Western Baltic"}


@pytest.mark.rule("westfront", "BC/4")
def test_the_chart_of_mud() -> None:
    """Open ground, forest and hill play as marsh: one over a hexside, double defense, a stop; stacking stays four."""
    from grognard.titles.systems.front import defense, ground, reach

    g = scene(f"{LAND} / mud / Paris: 58arm3 / axis movement")
    t, armor = g.table, play.piece(g, "58arm")
    amiens = node(g, "Amiens")
    assert ground.side_limit(t, amiens, node(g, "Paris")) == 1
    assert defense.ground_defense(t, armor, amiens) == 2
    assert reach.stops_at(t, armor, 0) >> amiens & 1
    assert t.world.stack_limit(amiens) == 4
