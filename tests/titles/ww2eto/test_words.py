"""What players read: refusals that name the rule that bars an order, and prompts whose numbers are right."""

from __future__ import annotations

import pytest

import grognard

from .scenes import play, scene, until

OFF = {"partisans": "off"}
SUEZ = "1940 bare / turn 4-1940 / 0811: brt3inf / 2325: brt1inf brt1inf / 1312: ger1inf / allied reinforcement"


def told(game: grognard.Game, seat: str, order: str) -> tuple[str, str]:
    """The rule that refuses an order, and its words."""
    reason = game.why_not(seat, order)
    assert reason is not None
    return reason.rule, reason.sentence


@pytest.mark.rule("ww2eto", "5.71/a")
def test_what_a_voyage_round_africa_costs() -> None:
    """Two transport points a strength point, and no ships but Allied ones: the refusal says so."""
    text = "1940 bare / turn 4-1940 / 0811: brt3inf / 0810: brt2inf / 1223: ita1inf / 1312: ger1inf / italy=1"
    game = scene(f"{text} / allied naval", options=OFF)
    assert told(game, "allied", "ship_round brt2inf@0810 2325") == (
        "5.72", "The voyage costs 4 transport points; 2 can be had.")  # fmt: skip
    game = scene(f"{text} / axis naval", options=OFF)
    assert told(game, "axis", "ship_round ita1inf@1223 1321") == ("5.72", "Only Allied ships go round Africa.")


@pytest.mark.rule("ww2eto", "5.7/a")
def test_russians_have_no_landing_craft() -> None:
    """Allied craft land Western units: the rule on German craft has nothing to do with it."""
    text = "1941 bare / war / turn 3-1942 / 1902: sov1inf / 0811: brt3inf / 1312: ger1inf / soviet holds 1902"
    game = scene(f"{text} / allied movement", options=OFF)
    assert told(game, "allied", "land sov1inf@1902 1801") == ("5.7/a", "Only Western units have landing craft.")


@pytest.mark.rule("ww2eto", "7.21", "7.25", "3.21")
def test_why_a_unit_keeps_its_size() -> None:
    """One point, a full hex, a garrison, nobody of its kind beside it: each has its own words."""
    text = "1940 bare / 0811: brt2inf brt1inf / 0810: brt2inf / 0219: brt1gar / 1312: ger1inf / allied build_up"
    game = scene(text, options=OFF)
    told_of = {order: told(game, "allied", order) for order in (
        "split brt1inf@0811 1", "split brt2inf@0811 1", "split brt1gar@0219 1", "merge brt2inf@0810 brt1inf@0811 1",
    )}  # fmt: skip
    assert list(told_of.values()) == [
        ("7.21", "A unit of one strength point cannot be split."),
        ("7.25", "0811 has no room for another unit: two may stand in a hex."),
        ("3.21", "Garrisons and partisans keep their size."),
        ("7.21", "No unit of the same nation and kind stands with it in 0810."),
    ]


@pytest.mark.rule("ww2eto", "10.41")
def test_what_waits_is_not_called_lost() -> None:
    """Points for a full Suez wait, and the prompt says that they can."""
    game = scene(SUEZ.replace(" brt1inf /", " /"), options=OFF)
    assert game.decisions()["allied"].prompt.endswith(
        "Great Britain (Suez) can wait, what else is not placed now is lost; then end.")  # fmt: skip


def test_what_rises_and_arrives() -> None:
    """Partisans rise in a country by its name; Siberians come in units."""
    game = scene("1941 bare / turn 2-1942 / 1617: ger1inf / 0811: brt3inf / 1312: ger1inf / allied build_up", dice=[4])
    play(game, "allied: end")
    assert game.decisions()["allied"].prompt == "A partisan rises in the Balkans: choose a hex ending in 7."
    text = "1941 bare / turn 3-1941 / 1814: ger2inf / 1914: sov2inf / 2309: sov1inf / 0811: brt3inf / axis combat"
    game = play(scene(text, dice=[6, 1], options=OFF), "axis: attack ger2inf@1814 1914")
    until(game, "allied", "reinforcing")
    assert "USSR (Resource Centers) 8, USSR (Siberian units of 3 points) 2" in game.decisions()["allied"].prompt


def shown(game: grognard.Game, seat: str, title: str) -> list[list[object]]:
    """The rows of a panel."""
    t = game.table
    return next((p["rows"] for p in t.title.panels(t, game.seat_index(seat)) if p["title"] == title), [])


@pytest.mark.rule("ww2eto", "16.83")
def test_three_players_see_what_they_play_for() -> None:
    """With three players the levels of 13.0 are gone; the hexes of Germany are counted for each of them."""
    game = scene("1939 bare / turn 3-1940 / 1513: ger1inf / 1312: brt1inf / 2309: sov2inf / axis combat",
                 options={**OFF, "three_players": "on"})  # fmt: skip
    assert shown(game, "allied", "Axis marginal") == []
    assert [row[0] for row in shown(game, "allied", "Victory")] == ["Axis", "Allies", "Soviets"]
    assert shown(game, "allied", "Victory")[1][1] == 1


def test_the_chart_shows_what_will_come() -> None:
    """Peacetime points are not announced to a Russia at war, nor those of the minor countries without the option."""
    text = "1941 bare / turn 3-1941 / 1814: ger2inf / 1914: sov2inf / 2309: sov1inf / 0811: brt3inf"
    calm, war = scene(f"{text} / axis combat"), scene(f"{text} / war / axis combat", options={"minors": "off"})
    assert {"USSR, infantry"} <= {str(row[1]) for row in shown(calm, "allied", "Reinforcements due")}
    assert "USSR, infantry" not in {str(row[1]) for row in shown(war, "allied", "Reinforcements due")}
    assert {"Rumania, infantry"} <= {str(row[1]) for row in shown(calm, "axis", "Reinforcements due")}
    assert "Rumania, infantry" not in {str(row[1]) for row in shown(war, "axis", "Reinforcements due")}


@pytest.mark.rule("ww2eto", "10.0/a")
def test_what_points_cannot_buy() -> None:
    """U.S. points of 1942 are infantry by their own rule; what points can buy is said where they cannot buy a thing."""
    text = "1941 bare / turn 4-1942 / 0811: brt3inf / 1312: ger4inf / 2309: sov2inf"
    game = scene(f"{text} / allied allied_start", options=OFF)
    assert told(game, "allied", "build usa/british_port mechanized 3 0811")[0] == "10.0/a"
    axis = scene(f"{text} / axis reinforcement", options={**OFF, "airdrop": "off"})
    play(axis, "axis: take germany reinforcements")
    assert told(axis, "axis", "build germany/germany parachute 1 1312")[1].endswith("mechanized or amphibious now.")


def test_a_word_that_is_none_is_answered_with_what_is_open() -> None:
    """Of all nations those are named that can take something now."""
    game = scene("1941 bare / turn 3-1941 / 1512: ger1inf / 0811: brt3inf / axis reinforcement", options=OFF)
    assert [choice.text for choice in game.decisions()["axis"].next("take")] == ["germany"]
    assert told(game, "axis", "take 99") == ("E.choice", "'99' is not a nation. Choices: germany.")
    assert told(scene(SUEZ, options=OFF), "allied", "take 9") == ("E.choice", "'9' is not a nation. Choices: none now.")


def test_the_war_in_africa_is_told_by_its_own_ends() -> None:
    """The scenario of the desert has nothing to do with Russian centers; the others tell of them."""
    heads = {}
    for scenario in ("africa41", "1941"):
        game = grognard.new("ww2eto", scenario, seed=1)
        panels = {panel["title"]: panel for panel in game.title.panels(game.table_for(0), 0)}
        heads[scenario] = [row[0] for row in panels["The war"]["rows"]]
    assert heads["1941"] == ["Russian centers of the Axis", "Allied points in Germany", "Russia", "Italy"]
    assert heads["africa41"] == [
        "Suez under Axis control", "Supplied Allied units in Egypt", "Supplied Axis units in Egypt",
        "Tripoli under Allied control", "Supplied Axis units in Africa",
    ]  # fmt: skip
