"""Rulings on the ground (R018, R050-R058, R093-R097): weather lines, borders, crossings, straits and who stacks."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land.zones import zone_against

from .scenes import at, cost, farthest, names, offers, play, refused, scene


@pytest.mark.rule("ww2eto", "8.48/e")
def test_r018_going_on_after_an_overrun() -> None:
    """Five points in summer: two for the overrun leave three more hexes, but no second overrun."""
    text = "1941 bare / war / 2208: sov1inf / 2109: ger4mech / 2310: sov1inf / axis movement"
    game = play(scene(text), "axis: overrun ger4mech@2109 2208")
    assert cost(game, "axis", "2205", "move", "ger4mech@2208", ".") == 3
    assert "2204" not in offers(game, "axis", "move", "ger4mech@2208", ".")
    play(game, "axis: move ger4mech@2208 2309")
    assert refused(game, "axis", "overrun ger4mech@2309 2310") == "8.48/e"


@pytest.mark.rule("ww2eto", "5.0/b", "5.25")
def test_r018_one_move_after_an_overrun() -> None:
    """The move after an overrun is one path: it stops in the next zone, and no second order leads out of it."""
    line = "2209: sov1inf / 2412: sov2inf / 2311: sov2inf / 2308: sov2inf / 2713: sov1inf"
    game = scene(f"1941 bare / war / turn 3-1942 / 2109: ger4mech / {line} / 1312: ger1inf / axis movement")
    play(game, "axis: overrun ger4mech@2109 2209")
    assert refused(game, "axis", "move ger4mech@2209 2209>2309>2409") == "5.25"
    play(game, "axis: move ger4mech@2209 2309")
    assert refused(game, "axis", "move ger4mech@2309 2409") == "5.0/b"


@pytest.mark.rule("ww2eto", "5.14")
def test_r050_the_hex_where_the_third_phase_begins() -> None:
    """Tanks that advanced out of the Weather Area in spring have five points in the third phase, not two."""
    text = "1941 bare / turn 2-1942 / 1515: ger4mech / 1514: brt1inf / axis combat"
    game = scene(text, [1])
    weather = game.table.world.weather
    start, end = (game.table.title.find_node(game.table, name) for name in ("1515", "1514"))
    assert weather >> start & 1 and not weather >> end & 1
    play(game, "axis: attack ger4mech@1515 1514", "axis: advance ger4mech@1515 1514", "axis: end")
    assert farthest(game, "axis", "ger4mech@1514") == 5


@pytest.mark.rule("ww2eto", "5.25")
def test_r053_a_border_wakes_the_army_behind_it() -> None:
    """Belgium has no zones while it is neutral, but the German who crosses the border next to its army stops there."""
    game = scene("1940 bare / 1112: ger1inf / 0912: bel1inf / axis movement")
    assert names(game, zone_against(game.table, w.AXIS)) == set()
    assert refused(game, "axis", "move ger1inf@1112 1112>1012>1013") == "5.25"
    play(game, "axis: move ger1inf@1112 1012")
    assert names(game, zone_against(game.table, w.AXIS)) == {"1012", "0913", "0812"}, "not into neutral Holland"


@pytest.mark.rule("ww2eto", "T/xing")
def test_r054_a_crossing_is_like_land() -> None:
    """Over the strait of Messina a unit has its zone, and attacks and advances."""
    game = scene("1941 bare / 1321: brt1inf / 1420: ger3inf / axis combat", [1])
    assert "1420" in names(game, zone_against(game.table, w.AXIS))
    play(game, "axis: attack ger3inf@1420 1321", "axis: advance ger3inf@1420 1321")
    assert at(game, "1321") == ["ger3inf"]
    west = scene("1941 bare / 1321: brt1inf / axis movement")
    assert "1420" in names(west, zone_against(west.table, w.AXIS))
    march = scene("1941 bare / 1420: ger3inf / axis movement")
    assert cost(march, "axis", "1321", "move", "ger3inf@1420", ".") == 1


@pytest.mark.rule("ww2eto", "M/f")
def test_r055_nobody_fights_over_a_strait() -> None:
    """Whoever holds both shores of Gibraltar walks over for two points; no zone and no attack follows him."""
    game = scene("1941 bare / invaded spain / 0219: ger2inf / axis holds 0220 / 0221: brt1inf / axis movement")
    assert cost(game, "axis", "0220", "move", "ger2inf@0219", ".") == 2
    fight = scene("1941 bare / 0219: brt1gar / 0220: ger2inf / axis combat")
    assert "0219" not in names(fight, zone_against(fight.table, w.ALLIED))
    assert "attack" not in offers(fight, "axis")


@pytest.mark.rule("ww2eto", "5.63")
def test_r058_a_friend_does_not_open_a_zone_to_trains() -> None:
    """A German already stands next to the Russian; no train joins him there."""
    game = scene("1941 bare / war / 1512: ger1inf / 1612: ger2inf / 1712: sov2inf / axis movement")
    play(game, "axis: mark ger1inf@1512", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1512 1612") == "5.63"
    assert refused(game, "axis", "rail ger1inf@1512 1511") == ""


@pytest.mark.rule("ww2eto", "7.0")
def test_r093_a_garrison_takes_room() -> None:
    """Suez with its garrison and one unit is full for units of any Allied nation."""
    game = scene("1941 bare / 2325: brt1gar brt1inf / 2424: usa1inf / 2225: ffr1inf / allied movement")
    play(game, "allied: move brt1inf@2325 2324")
    play(game, "allied: move usa1inf@2424 2325")
    assert at(game, "2325") == ["brt1gar", "usa1inf"]
    assert refused(game, "allied", "move ffr1inf@2225 2325") == "7.0"


@pytest.mark.rule("ww2eto", "7.21")
def test_r095_units_next_to_the_enemy_change_size() -> None:
    """Units that moved up to the enemy in the first phase are merged in the sixth all the same, and not before."""
    text = "1941 bare / war / 1612: ger2inf / 1512: ger1inf / 1712: sov2inf / axis movement"
    game = play(scene(text), "axis: move ger1inf@1512 1612")
    assert "merge" not in offers(game, "axis")
    while game.table.frame.step != "build_up":
        play(game, "axis: end")
    play(game, "axis: merge ger2inf@1612 ger1inf@1612 1")
    assert at(game, "1612") == ["ger3inf"]
    assert refused(game, "axis", "merge ger3inf@1612 ger3inf@1612 1") == "7.21"


@pytest.mark.rule("ww2eto", "10.32/e")
def test_r097_russians_in_peace_keep_their_size() -> None:
    """The single point of 2309 is no exception: it is neither merged nor may a unit of two be split in peacetime."""
    game = scene("1941 bare / 2309: sov1inf sov2inf / allied build_up")
    assert refused(game, "allied", "split sov2inf@2309 1") == "10.32/e"
    war = scene("1941 bare / war / 2309: sov1inf sov2inf / allied build_up")
    play(war, "allied: merge sov2inf@2309 sov1inf@2309 1")
    assert at(war, "2309") == ["sov3inf"]


@pytest.mark.rule("ww2eto", "5.24")
def test_r052_one_side() -> None:
    """At war Russians and Western units, and the partisans of both, pass and join each other; in peace they do not."""
    text = "2109: sov1inf / 2110: usa1inf / 2209: gre1part / allied movement"
    war = scene(f"1941 bare / war / {text}")
    assert refused(war, "allied", "move sov1inf@2109 2109>2209>2210") == ""
    assert refused(war, "allied", "move sov1inf@2109 2110") == ""
    assert refused(war, "allied", "move usa1inf@2110 2110>2109>2108") == ""
    peace = scene(f"1941 bare / {text}")
    assert refused(peace, "allied", "move sov1inf@2109 2110") != ""
    assert refused(peace, "allied", "move sov1inf@2109 2209") != ""
