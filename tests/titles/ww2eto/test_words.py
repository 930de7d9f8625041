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


@pytest.mark.rule("ww2eto", "15.31/Germany")
def test_where_the_mechanized_units_of_1941_stand() -> None:
    """A hex away from the border is refused in its own words, not with the whole sheet."""
    game = grognard.new("ww2eto", "1941", seed=1)
    assert told(game, "axis", "deploy 1312") == (
        "15.31/Germany",
        "1312 is no hex of Germany or conquered Poland beside a Russian one: that is the German-Russian border.",
    )  # fmt: skip


def test_an_overrun_by_two_is_told_by_their_points() -> None:
    """Four and two points together do not clear two for certain: the refusal counts both units."""
    text = "1941 bare / war / turn 3-1942 / 2208: sov2inf / 2108: ger4mech ger2inf / 2911: sov2inf / axis movement"
    game = scene(text, options=OFF)
    words = "2208: even with the unit beside it, 6 points against 2 destroy 1 for certain, and 2 stand there."
    for order in ("overrun ger4mech@2108 2208", "overrun ger4mech@2108+ger2inf@2108 2208"):
        assert told(game, "axis", order) == ("8.45", words)


@pytest.mark.rule("ww2eto", "5.75")
def test_french_ships_serve_french_ports() -> None:
    """With no Allied points left a French unit sails to no port but a French one of the Mediterranean."""
    text = "1939 bare / 0917: fra1inf / 0811: brt3inf / 1312: ger1inf / naval_used=9 / allied naval"
    game = scene(text, options=OFF)
    assert told(game, "allied", "ship fra1inf@0917 0219")[0] == "5.75"


def test_over_the_sea_nobody_is_overrun() -> None:
    """What stands behind a sea hexside is not to be overrun now, nor what is farther off."""
    text = (
        "1941 bare / war / turn 3-1942 / 0812: ger4inf / 0811: brt2inf / 1013: brt1inf / 2911: sov2inf / axis movement"
    )
    game = scene(text, options=OFF)
    assert told(game, "axis", "move ger4inf@0812 0811")[1] == (
        "0811 is held by others: from 0812 no way leads over the hexside between, to move, to overrun or to attack."
    )
    assert told(game, "axis", "move ger4inf@0812 1013")[1] == (
        "1013 is held by others: to overrun or to attack it units must stand beside it, and this one stands in 0812."
    )


def test_what_is_lost_is_told() -> None:
    """Points that are not placed in their phase are lost, and the log says whose and how many (R127)."""
    game = scene("1940 bare / turn 4-1940 / 0811: brt3inf / 1312: ger1inf / axis reinforcement", options=OFF)
    game.play("axis", "take germany reinforcements")
    due = {key.partition("/")[0]: points for key, points in game.table.p.due.items() if "pool" not in key}
    events = [dict(event.fields) for event in game.play("axis", "end") if event.kind == "forfeited"]
    assert due["germany"] == 3 and {event["nation"]: event["points"] for event in events} == due


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


@pytest.mark.rule("ww2eto", "10.0/b")
def test_who_builds_before_he_has_chosen() -> None:
    """Points that a nation has not taken yet are asked for, not called unknown."""
    game = scene("1941 bare / turn 3-1942 / 1312: ger1inf / 1316: ita3inf / 0811: brt3inf / axis reinforcement")
    assert told(game, "axis", "build germany/germany infantry 1 1312") == (
        "10.0/b", "Germany has yet to choose: take germany reinforcements, or replacements.")  # fmt: skip
    play(game, "axis: take germany reinforcements", "axis: build germany/germany infantry 1 1312")
    text = "1941 bare / turn 3-1942 / russia=1 / 1312: ger1inf / 2209: sov2inf / 0811: brt3inf / allied reinforcement"
    assert told(scene(text, options=OFF), "allied", "build ussr/resource_center infantry 1 2007") == (
        "10.0/b", "USSR has yet to choose: take ussr reinforcements, or replacements.")  # fmt: skip


def test_what_is_to_be_placed() -> None:
    """The losses that replacements may rebuild are in the pools, not among what is to be placed."""
    game = scene("1941 bare / turn 3-1942 / 1312: ger1inf / 1316: ita3inf / 0811: brt3inf / axis reinforcement")
    game.table.p.pool["germany/12"] = 3
    play(game, "axis: take germany replacements")
    assert shown(game, "axis", "To be placed") == [["Germany", 8], ["Italy", 1]]
    assert shown(game, "axis", "Replacement pools") == [["Germany", 3]]


def test_a_victory_that_is_past_is_not_shown() -> None:
    """From the fall of 1944 on ten points in Germany are no decisive victory any more (13.0/f)."""
    text = "1941 bare / war / 1312: ger1inf / 0811: brt3mech / 1112: brt4mech / axis combat"
    summer, fall = (scene(f"{text} / turn {turn}", options=OFF) for turn in ("3-1944", "4-1944"))
    assert [len(shown(game, "allied", "Allied decisive")) for game in (summer, fall)] == [1, 0]
    assert len(shown(fall, "allied", "Allied substantive")) == 1


def test_the_chart_shows_what_will_come() -> None:
    """Peacetime points are not announced to a Russia at war, nor those of minors without the option."""
    text = "1941 bare / turn 3-1941 / 1814: ger2inf / 1914: sov2inf / 2309: sov1inf / 0811: brt3inf"
    calm, war = scene(f"{text} / axis combat"), scene(f"{text} / war / axis combat", options={"minors": "off"})
    assert {"USSR, infantry"} <= {str(row[1]) for row in shown(calm, "allied", "Reinforcements due")}
    assert "USSR, infantry" not in {str(row[1]) for row in shown(war, "allied", "Reinforcements due")}
    assert {"Rumania, infantry"} <= {str(row[1]) for row in shown(calm, "axis", "Reinforcements due")}
    assert "Rumania, infantry" not in {str(row[1]) for row in shown(war, "axis", "Reinforcements due")}
    assert ["1/1942", "Italy, infantry (for losses)", "1"] in shown(war, "axis", "Reinforcements due")


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


@pytest.mark.rule("ww2eto", "5.77", "5.77/b")
def test_what_axis_ships_can_carry() -> None:
    """Two points are one too many for the Mediterranean, ships built for the north or not; Hungarians have none."""
    text = "1941 bare / 1721: ger2inf / 1218: hun1inf / 0811: brt3inf / german_naval=3 / axis holds 1218 / axis naval"
    game = scene(text, options=OFF | {"minors": "off"})
    words = "The voyage costs 2 transport points; 1 can be had."
    assert told(game, "axis", "ship ger2inf@1721 1824") == ("5.77", words)
    assert told(game, "axis", "ship hun1inf@1218 1824")[0] == "5.77/b"


@pytest.mark.rule("ww2eto", "5.86/a", "5.7")
def test_why_germans_stay_ashore() -> None:
    """Without barges, or inland, a landing is refused with what it lacks."""
    game = scene("1941 bare / 0813: ger3inf / 0713: ger3inf / 0811: brt3inf / axis movement", options=OFF)
    assert told(game, "axis", "land ger3inf@0713 0712") == (
        "5.86/a", "The unit needs 3 amphibious points and Germany has 0: each is built in phase 5 and sails once.",
    )  # fmt: skip
    assert told(game, "axis", "land ger3inf@0813 0811") == (
        "5.7", "0813 is no port: march or take the train to one first.",
    )  # fmt: skip


def test_hints_name_units_that_are_there() -> None:
    """A unit that is not there is answered with those that are, each once and none that is off the map."""
    text = "1941 bare / 1613: ger4mech ger4mech / 1713: sov1inf / 2209: sov2inf / war / axis movement"
    for order in ("overrun ger4mech@1713 1813", "mark ger3mech@1613"):
        assert told(scene(text), "axis", order)[1].endswith("Did you mean ger4mech@1613?")


@pytest.mark.rule("ww2eto", "15.11/reinf", "10.64")
def test_where_and_how_polish_levies_come() -> None:
    """Three units of one point, out of every enemy zone: the refusals say so, not that a friend would help."""
    game = scene("1939 / allied reinforcement", options=OFF)
    assert told(game, "allied", "build poland/bonus infantry 1 1612")[0] == "15.11/reinf"
    assert told(game, "allied", "build poland/bonus infantry 2 1613") == (
        "10.64", "They come as units of 1, one at a time.",
    )  # fmt: skip


@pytest.mark.rule("ww2eto", "8.72", "8.11")
def test_too_weak_or_too_far() -> None:
    """Two points beside four are too few; who stands beside no enemy at all is too far off."""
    text = "1941 bare / war / 1712: sov2inf sov2inf / 1612: ger2inf / 1312: ger4inf / 2309: sov1inf / axis combat"
    game = scene(text, options=OFF)
    assert [told(game, "axis", f"attack {name} 1712")[0] for name in ("ger2inf@1612", "ger4inf@1312")] == [
        "8.72", "8.11",
    ]  # fmt: skip


@pytest.mark.rule("ww2eto", "5.51")
def test_the_allowance_of_the_season_is_shown() -> None:
    """The turn is shown with the movement points of its season in the Weather Area."""
    for turn, points in (("1-1942", 3), ("2-1942", 2), ("3-1942", 5), ("4-1942", 4)):
        game = scene(f"1941 bare / turn {turn} / 1312: ger1inf / 2309: sov2inf / axis movement", options=OFF)
        assert game.table.title.turn(game.table)["note"] == f"{points} MP"


@pytest.mark.rule("ww2eto", "5.13", "8.43", "16.51")
def test_how_far_and_how_strong() -> None:
    """A march that is too long hears its points, an overrun that is too weak its chances, and partisans are fought."""
    text = "1941 bare / war / 0811: brt3inf / 2309: sov2inf / 2013: ger2inf / {} / axis movement"
    game = scene(text.format("2113: sov1inf / turn 2-1942"), options=OFF)
    assert told(game, "axis", "move ger2inf@2013 2010") == (
        "5.13", "2010 is out of reach: the move has 2 points, one for each hex and two over mountains.",
    )  # fmt: skip
    assert told(game, "axis", "overrun ger2inf@2013 2113") == (
        "8.43", "2113: 2 points against 2 destroy 0 for certain, and 1 stand there.",
    )  # fmt: skip
    band = scene(text.format("2113: sov1part / turn 3-1942"))
    assert "never overrun" in told(band, "axis", "move ger2inf@2013 2113")[1]
    assert told(band, "axis", "overrun ger2inf@2013 2113")[0] == "16.51"


@pytest.mark.rule("ww2eto", "5.72/e")
def test_how_many_craft_are_left() -> None:
    """A landing that is too large hears how many amphibious points there are."""
    game = scene("1941 bare / turn 3-1942 / 0811: brt3inf / 1312: ger1inf / allied movement", options=OFF)
    assert told(game, "allied", "land brt3inf@0811 0812") == (
        "5.72/e", "The landing needs 3 amphibious points; 1 can be had, those that sailed last turn apart.",
    )  # fmt: skip


@pytest.mark.rule("ww2eto", "14.11")
def test_any_free_hex_names_unoccupied_france() -> None:
    """Each hex of the free group names it; one in a German zone does not, and the refusal says why."""
    text = "1940 bare / 0913: ger3inf / 1013: ger3inf / 0916: fra2inf / 0811: brt3inf / 2309: sov2inf"
    game = scene(f"{text} / france_attacked_on=3 / turn 3-1940 / allied build_up", options=OFF)
    play(game, "allied: end")
    assert [game.why_not("axis", f"declare_vichy {place}") for place in ("0815", "0916", "0917")] == [None] * 3
    assert told(game, "axis", "declare_vichy 0914") == (
        "14.11", "0914 is in no group of 4 hexes of France without Axis units and zones.",
    )  # fmt: skip
    play(game, "axis: declare_vichy 0917")
    assert game.table.p.vichy_ground >> game.table.world.node("0815") & 1


@pytest.mark.rule("ww2eto", "5.15")
def test_comrades_are_not_to_be_overrun() -> None:
    """With three players a hex of Russians is closed to Western units, and nobody is told to attack it (R182)."""
    text = "1939 bare / 1412: usa3mech / 1512: sov3inf / 0811: brt3inf / 1113: ger2inf / war / turn 3-1944"
    game = scene(f"{text} / allied movement", options=OFF | {"three_players": "on"})
    assert told(game, "allied", "move usa3mech@1412 1512") == (
        "5.15", "1512 is held by units that are no enemies: Western and Russian ones do not stack.",
    )  # fmt: skip


@pytest.mark.rule("ww2eto", "14.31")
def test_russia_is_told_what_it_may_do() -> None:
    """After the Germans broke the pact Russia may declare war, and nobody speaks of an intervention."""
    text = "1939 bare / 1711: ger2inf / 1912: sov2inf / 0811: brt3inf / partition_entered_on=1 / turn 1-1940"
    game = until(scene(f"{text} / axis build_up", options=OFF), "allied", "russian_entry")
    assert game.decisions()["allied"].prompt == "Russia may go to war with the Axis now: declare, or pass."


def test_words_of_ships_and_drops() -> None:
    """Refusals at sea and in the air name the place and the reason."""
    text = "1941 bare / 1824: brt1inf / 0811: brt1inf / 1825: ger1inf / allied holds 1824 / allied {}"
    cases = (
        (text.format("naval"), "ship brt1inf@1824 2224", "1824 is no friendly port"),
        (text.format("naval"), "ship brt1inf@0811 1613", "1613 is no port"),
        (text.format("movement"), "land brt1inf@0811 1613", "1613 lies on no sea"),
        (text.format("movement"), "sail", "in summer they sail at once"),
    )
    for scene_, order, words in cases:
        reason = scene(scene_).why_not("allied", order)
        assert reason is not None and words in reason.sentence
    drop = "1940 bare / 1112: ger1para / 1012: bel2inf / 1312: ger1inf / turn 2-1940 / axis movement"
    for option, words in (("on", "than the defence of 1012"), ("off", "are an option")):
        reason = scene(drop, options={"airdrop": option}).why_not("axis", "drop ger1para@1112 1012")
        assert reason is not None and words in reason.sentence


@pytest.mark.rule("ww2eto", "5.7/g")
def test_an_inland_hex_is_called_no_port() -> None:
    """Who ships to Birmingham is told that it is no port, and which hexes are."""
    game = scene("1941 bare / 0811: brt1inf brt3inf / allied naval")
    reason = game.why_not("allied", "ship brt1inf@0811 0711")
    assert reason is not None and reason.rule == "5.7/g"
    assert reason.sentence.startswith("0711 is no port: ports are the anchors")
