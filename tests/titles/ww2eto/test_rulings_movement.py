"""Rulings on movement, zones, stacking and the sea (rulings.csv R017-R102): what the text leaves open, case by case."""

from __future__ import annotations

import pytest

from .scenes import at, cost, offers, play, refused, scene, until

STOPPED = "1941 bare / war / 2209: sov1inf / 2009: sov1inf"


@pytest.mark.rule("ww2eto", "8.47/e")
def test_a_third_zone_holds_the_attacker_up() -> None:
    """R017: a unit that has come into the zone of another than its victim stops; had it begun there it could go on."""
    game = play(scene(f"{STOPPED} / 2111: ger4inf / axis movement"), "axis: move ger4inf@2111 2110")
    assert refused(game, "axis", "overrun ger4inf@2110 2209") == "8.47/e"
    there = scene(f"{STOPPED} / 2110: ger4inf / axis movement")
    play(there, "axis: overrun ger4inf@2110 2209")
    assert (at(there, "2209"), at(there, "2009")) == (["ger4inf"], ["sov1inf"])
    alone = play(
        scene("1941 bare / war / 2209: sov1inf / 2111: ger4inf / axis movement"), "axis: move ger4inf@2111 2110"
    )
    play(alone, "axis: overrun ger4inf@2110 2209")
    assert at(alone, "2209") == ["ger4inf"]


@pytest.mark.rule("ww2eto", "5.78")
def test_neutral_italy_ships_in_peace() -> None:
    """R076: Malta leaves the ships of a neutral Italy alone; once Italy is in the war it strikes them."""
    text = "1940 bare / 1321: ita1inf / 1322: brt1gar brt1inf"
    peace = play(scene(f"{text} / axis naval", [6, 6]), "axis: ship ita1inf@1321 1223")
    assert (at(peace, "1223"), peace.table.dice.taken) == (["ita1inf"], 0)  # type: ignore[attr-defined]
    war = play(scene(f"{text} / italy=1 / axis naval", [1, 6]), "axis: ship ita1inf@1321 1223")
    assert (at(war, "1321"), war.table.dice.taken) == (["ita1inf"], 2)  # type: ignore[attr-defined]


@pytest.mark.rule("ww2eto", "12.0")
def test_no_allied_ship_carries_russians_at_peace() -> None:
    """R195: a neutral Russia has no ships of the Allies; at war they take its units from port to port."""
    text = "2007: sov2inf / 0811: brt3inf / 1312: ger1inf / allied naval"
    peace = scene(f"1941 bare / {text}")
    assert refused(peace, "allied", "ship sov2inf@2007 1809") == "12.0"
    assert offers(peace, "allied", "ship") == {"brt3inf@0811"}
    assert refused(scene(f"1941 bare / war / {text}"), "allied", "ship sov2inf@2007 1809") == ""


@pytest.mark.rule("ww2eto", "7.26")
def test_russians_in_peace_take_no_train_onto_each_other() -> None:
    """A peacetime Russian goes by train to an empty hex, not to one where another Russian stands."""
    game = scene("1941 bare / 2007: sov2inf / 2008: sov2inf / allied movement")
    until(play(game, "allied: mark sov2inf@2007"), "allied", "rail")
    assert refused(game, "allied", "rail sov2inf@2007 2008") == "7.26"
    assert refused(game, "allied", "rail sov2inf@2007 2009") == ""


@pytest.mark.rule("ww2eto", "16.41")
def test_two_units_take_a_way_that_is_open_to_both() -> None:
    """R049: a Finn and a German who go together keep out of Russia, though the German's shortest way leads there."""
    game = scene("1941 bare / war / 1907: fin1inf ger1inf / axis movement")
    assert cost(game, "axis", "1904", "move", "ger1inf@1907", ".") == 3
    assert cost(game, "axis", "1904", "move", "fin1inf@1907", "ger1inf@1907", ".") == 4
    play(game, "axis: move fin1inf@1907+ger1inf@1907 1904")
    assert at(game, "1904") == ["fin1inf", "ger1inf"]
    assert game.table.p.soviet_ground >> game.table.title.find_node(game.table, "1905") & 1


@pytest.mark.rule("ww2eto", "5.63")
def test_no_train_after_a_zone_of_this_turn() -> None:
    """A unit that began its Player-Turn next to the enemy finds no train, though he is overrun before it is marked."""
    text = "1941 bare / war / 1612: ger4inf ger1inf / 1712: sov1inf / 1512: ger1inf"
    game = scene(f"{text} / axis movement")
    play(game, "axis: overrun ger4inf@1612 1712")
    assert at(game, "1712") == ["ger4inf"]
    assert refused(game, "axis", "mark ger1inf@1612") == "5.63"
    assert refused(game, "axis", "mark ger1inf@1512") == ""
