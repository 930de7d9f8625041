"""Rulings at sea (R022, R023, R063-R075, R081): ports in zones, points spent, and who sails where."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.ww2eto.sea import air

from .scenes import at, names, play, refused, scene, until


def taken(game: grognard.Game) -> int:
    """How many scripted dice have fallen."""
    return int(game.table.dice.taken)  # type: ignore[attr-defined]


HEMMED = "1941 bare / 1815: ger1inf / axis movement"


@pytest.mark.rule("ww2eto", "6.57")
def test_r022_air_zones_go_round_mountains() -> None:
    """The Carpathians hem 1815 in on three sides; from 1214 two hexes lead round the Alps to 1215."""
    ((zone, points),) = air.zones_of(scene(HEMMED).table, 1)
    assert points == 1
    assert names(scene(HEMMED), zone) == {"1815", "1715", "1716", "1614", "1615", "1616", "1717"}
    alps = scene("1941 bare / 1214: ger2inf / axis movement")
    ((zone, points),) = air.zones_of(alps.table, 1)
    assert points == 2 and {"1214", "1115", "1215"} <= names(alps, zone)


@pytest.mark.rule("ww2eto", "6.52")
def test_r023_printed_points_roll() -> None:
    """Germans in rough ground in spring count for their printed points: two dice, not eight."""
    game = scene("1941 bare / 0811: brt1inf / 0812: ger2inf / turn 2-1942 / allied naval", [1] * 9)
    play(game, "allied: ship brt1inf@0811 0810")
    assert (at(game, "0810"), taken(game)) == (["brt1inf"], 2)


@pytest.mark.rule("ww2eto", "5.7/f")
def test_r063_a_port_in_an_enemy_zone() -> None:
    """With a German next to Tobruk nothing embarks there and nothing lands there."""
    game = scene("1941 bare / 1824: brt1inf / 2224: brt1inf / 1825: ger1mech / allied holds 1824 / allied naval")
    assert refused(game, "allied", "ship brt1inf@1824 2224") == "5.7/f"
    assert refused(game, "allied", "ship brt1inf@2224 1824") == "5.7/f"


@pytest.mark.rule("ww2eto", "5.7/h")
def test_r066_units_that_moved_may_sail() -> None:
    """A unit walks to a port in the first phase and sails in the fourth."""
    game = play(scene("1941 bare / 0711: brt1inf / turn 1-1942 / allied movement"), "allied: move brt1inf@0711 0712")
    until(game, "allied", "naval")
    play(game, "allied: ship brt1inf@0712 0219")
    assert at(game, "0219") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "5.72", "6.51")
def test_r069_aborted_points_use_transport() -> None:
    """A 6 sends the unit back, and its transport point is used all the same: of three points two are left."""
    text = "1941 bare / 0811: brt1inf / 0712: brt3inf / 0812: ger1inf / turn 3-1941 / allied naval"
    game = play(scene(text, [6]), "allied: ship brt1inf@0811 0810")
    assert (at(game, "0811"), game.table.p.naval_used) == (["brt1inf"], 1)
    assert refused(game, "allied", "ship brt3inf@0712 0219") == "5.72"


@pytest.mark.rule("ww2eto", "5.74", "5.71/b")
def test_r073_the_canal() -> None:
    """Through a British Suez a unit goes from the Persian Gulf to Alexandria for one point; through a lost one not."""
    text = "1941 bare / 3324: brt1inf / 2224: brt1inf"
    game = play(scene(f"{text} / allied naval"), "allied: ship brt1inf@3324 2224")
    assert (at(game, "2224"), game.table.p.naval_used) == (["brt1inf", "brt1inf"], 1)
    lost = scene(f"{text} / axis holds 2325 / allied naval")
    assert refused(lost, "allied", "ship brt1inf@3324 2224") == "5.74"


@pytest.mark.rule("ww2eto", "5.79")
def test_r074_built_ships_keep_to_the_north() -> None:
    """Two built naval points carry Germans in the Atlantic and the Baltic, not in the Mediterranean."""
    text = "1941 bare / 1411: ger2inf / 1321: ger2inf / german_naval=2 / axis naval"
    game = scene(text)
    assert refused(game, "axis", "ship ger2inf@1321 1824") == "5.77"
    play(game, "axis: ship ger2inf@1411 1610")
    assert at(game, "1610") == ["ger2inf"]
    none = scene(text.replace("german_naval=2", "german_naval=0"))
    assert refused(none, "axis", "ship ger2inf@1411 1610") == "5.79"


@pytest.mark.rule("ww2eto", "5.77/c")
def test_r075_italians_fill_up_africa() -> None:
    """The third Italian point in Africa may sail, a fourth may not; a German point is not counted."""
    text = "1941 bare / 1825: ita2inf ger2mech / 1321: ita1inf / axis naval"
    game = play(scene(text), "axis: ship ita1inf@1321 1223")
    assert at(game, "1223") == ["ita1inf"]
    full = scene(text.replace("1825: ita2inf", "1324: ita1inf / 1825: ita2inf"))
    assert refused(full, "axis", "ship ita1inf@1321 1223") == "5.77/c"


@pytest.mark.rule("ww2eto", "5.84/a")
def test_r081_aborted_landings_use_their_points() -> None:
    """Two points of a landing turned back by a 6 in fall 1942 are missing in 1/1943's account, and the units stay."""
    game = scene("1941 bare / 0712: brt2mech / turn 4-1942 / allied movement", [6])
    play(game, "allied: land brt2mech@0712 0713", "allied: sail")
    assert (at(game, "0712"), game.table.p.amphibious_used) == (["brt2mech"], 2)
    assert refused(game, "allied", "move brt2mech@0712 0711") == "6.51"
    assert refused(game, "allied", "land brt2mech@0712 0713") == "5.84/a"
