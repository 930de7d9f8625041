"""Naval transport (5.7): ports, routes, points, and who carries whom."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto.sea import shipping

from .cases import at, rolled, rule_against, scene, targets


@pytest.mark.rule("ww2eto", "5.7")
def test_from_port_to_port() -> None:
    """A unit in a friendly port is carried to a friendly port; one inland is not."""
    game = scene("1941 bare / 0811: brt1inf / 2225: brt1inf / allied naval")
    assert rule_against(game, "allied", "ship brt1inf@2225 1322") == "5.7"
    game.play("allied", "ship brt1inf@0811 0219")
    assert at(game, "0219") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "5.7/a")
def test_chart_of_allied_points() -> None:
    """The chart gives three Naval Points in 3/1941: a unit of three sails, a unit of four does not."""
    game = scene("1941 bare / 0811: brt3inf / 0712: brt4inf / turn 3/1941 / allied naval")
    assert targets(game, "allied", "ship") == {"brt3inf@0811"}


@pytest.mark.rule("ww2eto", "5.72")
def test_points_of_a_turn() -> None:
    """What the chart gives is used once in a Game-Turn."""
    game = scene("1941 bare / 0811: brt2inf / 0712: brt2inf / turn 3/1941 / allied naval")
    game.play("allied", "ship brt2inf@0811 0219")
    assert rule_against(game, "allied", "ship brt2inf@0712 0219") == "5.72"


@pytest.mark.rule("ww2eto", "5.7/c", "5.77")
def test_german_ship_in_the_baltic() -> None:
    """Germany carries one point a Game-Turn in the Baltic without having built anything."""
    game = scene("1941 bare / 1411: ger1inf ger1inf / axis naval")
    game.play("axis", "ship ger1inf@1411 1610")
    assert at(game, "1610") == ["ger1inf"]
    assert rule_against(game, "axis", "ship ger1inf@1411 1610") == "5.79"


@pytest.mark.rule("ww2eto", "5.77/a")
def test_german_and_italian_ship_in_the_mediterranean() -> None:
    """Germany and Italy carry one point each in the Mediterranean."""
    game = scene("1941 bare / 1321: ger1inf ita1inf / axis naval")
    game.play("axis", "ship ger1inf@1321 1824")
    game.play("axis", "ship ita1inf@1321 1624")
    assert (at(game, "1824"), at(game, "1624")) == (["ger1inf"], ["ita1inf"])


@pytest.mark.rule("ww2eto", "5.77/b")
def test_own_points_only() -> None:
    """A nation's ships carry that nation's points: no ship carries Rumanians or Finns."""
    game = scene("1941 bare / 1807: fin1inf / axis naval", options={"minors": "off"})
    assert rule_against(game, "axis", "ship fin1inf@1807 1411") == "5.77/b"


@pytest.mark.rule("ww2eto", "5.77/c")
def test_italians_in_africa() -> None:
    """With three Italian points in Africa no more are shipped there; elsewhere they are."""
    game = scene("1941 bare / 1825: ita2inf / 1324: ita1inf / 1321: ita1inf / axis naval")
    assert rule_against(game, "axis", "ship ita1inf@1321 1223") == "5.77/c"
    assert rule_against(game, "axis", "ship ita1inf@1321 1619") == ""


@pytest.mark.rule("ww2eto", "5.79")
def test_no_ships_elsewhere_until_built() -> None:
    """On the Atlantic Germany has no transport until it has built and converted some."""
    assert rule_against(scene("1941 bare / 0613: ger1inf / axis naval"), "axis", "ship ger1inf@0613 1111") == "5.79"
    ready = scene("1941 bare / 0613: ger1inf / german_naval=1 / axis naval")
    ready.play("axis", "ship ger1inf@0613 1111")
    assert at(ready, "1111") == ["ger1inf"]


@pytest.mark.rule("ww2eto", "5.7/e")
def test_every_ocean_coast_is_a_port() -> None:
    """Any hex on the Atlantic is a port, anchor or not."""
    game = scene("1941 bare / 0808: brt1inf / allied naval")
    game.play("allied", "ship brt1inf@0808 0710")
    assert at(game, "0710") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "5.7/g")
def test_anchors_in_the_mediterranean() -> None:
    """In the Mediterranean only anchor hexes are ports: Tobruk is, the coast west of it is not."""
    game = scene("1941 bare / 2224: brt1inf / allied holds 1824 1724 / allied naval")
    assert rule_against(game, "allied", "ship brt1inf@2224 1724") == "5.7/g"
    assert rule_against(game, "allied", "ship brt1inf@2224 1824") == ""


@pytest.mark.rule("ww2eto", "5.7/f")
def test_friendly_ports() -> None:
    """A port that the Axis held last is no destination."""
    game = scene("1941 bare / 2224: brt1inf / allied naval")
    assert rule_against(game, "allied", "ship brt1inf@2224 1824") == "5.7/f"


@pytest.mark.rule("ww2eto", "5.7/h")
def test_ships_sail_in_winter() -> None:
    """Naval transport is possible in any Game-Turn."""
    game = scene("1941 bare / 0811: brt1inf / turn 1/1942 / allied naval")
    game.play("allied", "ship brt1inf@0811 0219")
    assert at(game, "0219") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "5.7/i")
def test_no_line_of_sea() -> None:
    """An Italian ship keeps to its sea: no line leads it to a Baltic port."""
    game = scene("1941 bare / 1321: ita1inf / axis naval")
    assert rule_against(game, "axis", "ship ita1inf@1321 1411") == "5.7/i"


@pytest.mark.rule("ww2eto", "5.7/j")
def test_one_voyage() -> None:
    """A transport is completed at once, and the unit sails once."""
    game = scene("1941 bare / 0811: brt1inf / allied naval")
    game.play("allied", "ship brt1inf@0811 0810")
    assert rule_against(game, "allied", "ship brt1inf@0810 0811") == "5.7/j"


@pytest.mark.rule("ww2eto", "5.71")
def test_any_allied_point() -> None:
    """Allied ships carry every Allied nation's points: here Free French from Britain to Gibraltar."""
    game = scene("1941 bare / 0811: ffr1inf / allied naval")
    game.play("allied", "ship ffr1inf@0811 0219")
    assert at(game, "0219") == ["ffr1inf"]


@pytest.mark.rule("ww2eto", "5.71/a")
def test_round_africa_costs_two() -> None:
    """From Britain to Suez round Africa one strength point uses two Naval Points."""
    game = scene("1941 bare / 0811: brt1inf / allied naval")
    game.play("allied", "ship_round brt1inf@0811 2325")
    assert at(game, "2325") == ["brt1inf"]
    assert game.table.p.naval_used == 2


@pytest.mark.rule("ww2eto", "5.71/b")
def test_direct_costs_one() -> None:
    """Through the Mediterranean one strength point uses one Naval Point."""
    game = scene("1941 bare / 0811: brt1inf / allied naval")
    game.play("allied", "ship brt1inf@0811 2224")
    assert (at(game, "2224"), game.table.p.naval_used) == (["brt1inf"], 1)


@pytest.mark.rule("ww2eto", "5.74")
def test_mediterranean_closed() -> None:
    """W03a: with Gibraltar and Suez in Axis hands no Allied unit sails in the Mediterranean."""
    game = scene("1941 bare / 0811: brt1inf / 2322: brt1inf / 0219: ger1inf / 2325: ger1inf / allied naval")
    assert rule_against(game, "allied", "ship brt1inf@0811 1322") == "5.74"
    assert rule_against(game, "allied", "ship brt1inf@2322 1322") == "5.74"


@pytest.mark.rule("ww2eto", "5.74/a")
def test_gibraltar_alone() -> None:
    """W03b: without Gibraltar the way is round Africa, at two points, and through Suez; the table still strikes."""
    text = "1941 bare / 0811: brt1inf / 0219: ger1inf / 2325: brt1inf / 1825: ger1mech / allied naval"
    game = scene(text, dice=[2])
    assert rule_against(game, "allied", "ship brt1inf@0811 2224") == "5.74/a"
    game.play("allied", "ship_round brt1inf@0811 2224")
    assert (at(game, "2224"), game.table.p.naval_used, rolled(game)) == (["brt1inf"], 2, 1)


@pytest.mark.rule("ww2eto", "5.75")
def test_french_ship() -> None:
    """France carries one French point between its Mediterranean ports though no Allied point is left."""
    game = scene("1940 bare / 0917: fra1inf fra1inf / naval_used=9 / allied naval")
    game.play("allied", "ship fra1inf@0917 1121")
    assert at(game, "1121") == ["fra1inf"]
    assert rule_against(game, "allied", "ship fra1inf@0917 1121") == "5.72"


@pytest.mark.rule("ww2eto", "5.75/a")
def test_french_ship_carries_french_only() -> None:
    """A British unit in Marseilles does not use it; Allied points would carry French as well."""
    game = scene("1940 bare / 0917: brt1inf / naval_used=9 / allied naval")
    assert rule_against(game, "allied", "ship brt1inf@0917 1121") == "5.75/a"
    free = scene("1940 bare / 0917: fra2inf / allied naval")
    free.play("allied", "ship fra2inf@0917 1121")
    assert (at(free, "1121"), free.table.p.naval_used) == (["fra2inf"], 2)


@pytest.mark.rule("ww2eto", "5.76")
def test_route_without_enemies() -> None:
    """German units on the Danish straits close the Baltic; a typed route over one of them is no route."""
    text = "1941 bare / war / 0811: brt1inf / allied holds 2007"
    held = scene(f"{text} / 1209: ger1inf / 1210: ger1inf / 1309: ger1inf / invaded sweden / allied naval")
    assert rule_against(held, "allied", "ship brt1inf@0811 2007") == "5.76"
    game = scene(f"{text} / 1210: ger1inf / allied naval")
    route = "0811>0911>1010>1110>1210>1311>1410>1510>1609>1709>1708>1807>1907>2007"
    assert rule_against(game, "allied", f"ship brt1inf@0811 {route}") == "5.76"
    game.play("allied", "ship brt1inf@0811 2007")
    assert at(game, "2007") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "5.76/a")
def test_off_the_map() -> None:
    """Lisbon is reached over the edge of the map by the Allies and by no one else."""
    ours = scene("1941 bare / 0811: brt1inf / allied holds 0118 / invaded portugal / allied naval")
    ours.play("allied", "ship brt1inf@0811 0118")
    assert at(ours, "0118") == ["brt1inf"]
    theirs = scene("1941 bare / 0613: ger1inf / axis holds 0118 / german_naval=1 / invaded portugal / axis naval")
    assert rule_against(theirs, "axis", "ship ger1inf@0613 0118") == "5.7/i"


@pytest.mark.rule("ww2eto", "12.4")
def test_turkish_waters() -> None:
    """While Turkey is neutral no Allied ship passes its coast, not even to a port that is held there."""
    text = "1941 bare / 2224: brt1inf / allied holds 2020"
    assert rule_against(scene(f"{text} / allied naval"), "allied", "ship brt1inf@2224 2020") == "12.4"
    open_ = scene(f"{text} / invaded turkey / allied naval")
    assert rule_against(open_, "allied", "ship brt1inf@2224 2020") == ""


@pytest.mark.rule("ww2eto", "14.23")
def test_home_garrison_before_ships() -> None:
    """Nothing sails from Britain when it lacked three Allied points at the end of the last Game-Turn."""
    game = scene("1941 bare / 0811: brt1inf / 2325: brt1inf / home_garrison=0 / allied naval")
    reason = game.why_not("allied", "ship brt1inf@0811 0219")
    assert reason is not None and reason.rule == "14.23" and "3 Allied points" in reason.sentence
    assert rule_against(game, "allied", "ship brt1inf@2325 0219") == ""


@pytest.mark.rule("ww2eto", "5.79/e", "5.86/a")
def test_conversion_takes_a_game_turn() -> None:
    """Two points built: one is declared naval in 3/1941 and carries from 1/1942 on, every Game-Turn."""
    game = scene("1941 bare / 0613: ger1inf / german_amphibious=2 / turn 3/1941 / axis naval")
    game.play("axis", "convert 1")
    assert (game.table.p.german_amphibious, dict(game.table.p.converting)) == (1, {"naval/10": 1})
    used = scene("1941 bare / 0812: ger1inf / german_amphibious=1 / turn 3/1941 / axis movement")
    used.play("axis", "land ger1inf@0812 0811")
    assert (used.table.p.german_amphibious, dict(used.table.p.converting)) == (0, {"naval/10": 1})


@pytest.mark.rule("ww2eto", "5.79", "5.77")
def test_two_fleets_carry_one_unit() -> None:
    """One permanent and one built German point take a unit of two across the Baltic, and are both used."""
    game = scene("1941 bare / turn 3/1942 / 1411: ger2inf / 1312: ger1inf / german_naval=1 / axis naval")
    game.play("axis", "ship ger2inf@1411 1511")
    assert (at(game, "1511"), dict(game.table.p.used)) == (["ger2inf"], {"germany/Baltic": 1, "germany/built": 1})


@pytest.mark.rule("ww2eto", "5.75", "5.72")
def test_french_and_allied_ships_share_a_unit() -> None:
    """Two French points sail on the French point and the last Allied one."""
    game = scene("1939 bare / 0917: fra2inf / 0811: brt3inf / 1312: ger1inf / naval_used=1 / allied naval")
    assert shipping.naval_points(game.table) == 1
    game.play("allied", "ship fra2inf@0917 0620")
    assert (at(game, "0620"), shipping.naval_points(game.table)) == (["fra2inf"], 0)
