"""Reinforcements and replacements (10.0): the chart, the German choice, the pool, British, U.S. and Italian points."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import rates

from .cases import at, go_to, rolled, rule_against, scene, targets, units

AXIS = "axis reinforcement"
ALLIED = "allied reinforcement"
BRITAIN_LOST = "axis holds 0610 0611 0708 0709 0710 0711 0712 0808 0809 0810 0811"


def dues(game: Game) -> dict[str, int]:
    return {key: points for key, points in game.table.p.due.items() if points}


def pooled(text: str, **pool: int) -> Game:
    """A scene before phase 5 with strength points in the pool, by nation and turn."""
    game = scene(text)
    game.table.p.pool.update({key.replace("_", "/"): points for key, points in pool.items()})
    game._changed()
    return game


@pytest.mark.rule("ww2eto", "10.0", "10.16")
def test_chart_and_merging() -> None:
    """W17: of the three points of 3/1941 two become a unit beside another; a fourth unit finds no room."""
    game = scene(f"1941 bare / 1312: ger2inf / 1412: ger1inf ger1inf / turn 3/1941 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    assert dues(game) == {"germany/germany": 3}
    assert rule_against(game, "axis", "build germany/germany infantry 1 1412") == "10.16"
    game.play("axis", "build germany/germany infantry 2 1312")
    assert at(game, "1312") == ["ger2inf", "ger2inf"]


@pytest.mark.rule("ww2eto", "10.0/a")
def test_western_points_by_date() -> None:
    """British points are infantry through 4/1942 and mechanized from 1/1943."""
    early = scene(f"1941 bare / 0811: brt1inf / turn 4/1942 / {ALLIED}")
    assert targets(early, "allied", "build", "britain/britain") == {"infantry"}
    late = scene(f"1941 bare / 0811: brt1inf / turn 2/1943 / {ALLIED}")
    assert targets(late, "allied", "build", "britain/britain") == {"mechanized"}


@pytest.mark.rule("ww2eto", "10.0/b")
def test_one_or_the_other() -> None:
    """Germany takes reinforcements or replacements in a Player-Turn, not both."""
    game = pooled(f"1941 bare / 1612: ger1inf / turn 3/1941 / {AXIS}", germany_8=5)
    game.play("axis", "take germany replacements")
    assert rule_against(game, "axis", "take germany reinforcements") == "10.0/b"


@pytest.mark.rule("ww2eto", "10.0/c", "T/pool")
def test_only_recent_losses() -> None:
    """Replacements rebuild points lost in this and the previous Game-Turn: older ones have left the pool."""
    game = pooled(f"1941 bare / 1612: ger1inf / turn 3/1942 / {AXIS}", germany_10=4, germany_11=1, germany_12=1)
    game.play("axis", "take germany replacements")
    assert rule_against(game, "axis", "build germany/germany infantry 3 1312") in ("10.0/c", "10.64")
    game.play("axis", "build germany/germany infantry 2 1312")
    assert at(game, "1312") == ["ger2inf"]
    fight = "1941 bare / 1712: ger4inf ger4inf / 1812: sov2inf / 2209: sov2inf / war / turn 4/1941 / axis combat"
    lost = scene(fight, dice=[1])
    lost.play("axis", "attack ger4inf@1712+ger4inf@1712 1812")
    assert dict(lost.table.p.pool) == {"ussr/9": 2}


@pytest.mark.rule("ww2eto", "10.0/c")
def test_what_is_rebuilt_leaves_the_pool() -> None:
    """Four Russian points are rebuilt from the boxes that count, and an older box pays for nothing (R129)."""
    table = pooled("1941 bare / 2209: sov2inf / war / turn 3/1942 / allied movement", ussr_10=5, ussr_12=4).table
    assert rates.pool(table, w.USSR) == 4
    rates.rebuild(table, w.USSR, 4)
    assert rates.pool(table, w.USSR) == 0 and table.p.pool["ussr/10"] == 5
    rates.shift_pools(table)
    assert "ussr/10" not in table.p.pool and "ussr/12" in table.p.pool


@pytest.mark.rule("ww2eto", "10.11")
def test_suez_and_kuwait() -> None:
    """Suez and Kuwait bring Germany one point each: five instead of three."""
    game = scene(f"1941 bare / 2325: ger1inf / 3223: ger1inf / turn 3/1941 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    assert dues(game) == {"germany/germany": 5}


@pytest.mark.rule("ww2eto", "10.12")
def test_german_prices() -> None:
    """Three points buy three infantry, one mechanized or one paratroop point; four buy an amphibious point."""
    game = scene(f"1941 bare / 1612: ger1inf / turn 3/1941 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    assert targets(game, "axis", "build", "germany/germany") == {"infantry", "mechanized", "parachute"}
    assert targets(game, "axis", "build", "germany/germany", "mechanized") == {"1"}
    rich = scene(f"1941 bare / 1612: ger1inf / turn 2/1942 / {AXIS}")
    rich.play("axis", "take germany reinforcements")
    rich.play("axis", "build germany/germany amphibious 1")
    assert "germany/germany" not in dues(rich)


@pytest.mark.rule("ww2eto", "10.13")
def test_not_in_east_prussia() -> None:
    """New German units are placed in Germany, but not in 1610 and 1611, nor in conquered land."""
    game = scene(f"1941 bare / 1612: ger1inf / turn 3/1941 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    assert rule_against(game, "axis", "build germany/germany infantry 1 1610") == "10.13"
    assert rule_against(game, "axis", "build germany/germany infantry 1 0813") == "10.14"


@pytest.mark.rule("ww2eto", "10.14")
def test_out_of_enemy_zones() -> None:
    """A hex in an enemy zone takes new units only beside a friendly one."""
    game = scene(f"1941 bare / 1313: brt1inf / 1312: ger1inf / turn 3/1941 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    assert rule_against(game, "axis", "build germany/germany infantry 1 1314") == "10.14"
    assert rule_against(game, "axis", "build germany/germany infantry 1 1312") == ""


@pytest.mark.rule("ww2eto", "10.15")
def test_amphibious_points_have_no_counter() -> None:
    """An amphibious point is written down and may sail from the next Game-Turn on."""
    game = scene(f"1941 bare / 1612: ger1inf / turn 2/1942 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    game.play("axis", "build germany/germany amphibious 1")
    assert dict(game.table.p.converting) == {"built/12": 1}
    assert units(game, "ger") == ["ger1inf@1612"]


@pytest.mark.rule("ww2eto", "10.17", "10.63")
def test_german_choice() -> None:
    """Germany may take replacements instead of reinforcements."""
    game = pooled(f"1941 bare / 1612: ger1inf / turn 3/1942 / {AXIS}", germany_12=6)
    assert targets(game, "axis", "take", "germany") == {"reinforcements", "replacements"}
    game.play("axis", "take germany replacements")
    assert dues(game)["germany/germany"] == 8


@pytest.mark.rule("ww2eto", "10.61", "10.62", "10.65")
def test_limits_of_replacements() -> None:
    """W22: eight a turn and 25 a year: after three times eight the fourth quarter offers one, or the chart's four."""
    game = pooled(f"1941 bare / 1612: ger1inf / turn 3/1942 / {AXIS}", germany_12=20)
    assert rates.german_points(game.table, rates.REPLACEMENTS) == 8
    late = pooled(f"1941 bare / 1612: ger1inf / german_replacements=24 / turn 4/1942 / {AXIS}", germany_13=8)
    assert rates.german_points(late.table, rates.REPLACEMENTS) == 1
    assert rates.german_points(late.table, rates.REINFORCEMENTS) == 4


@pytest.mark.rule("ww2eto", "10.64")
def test_replacements_of_another_kind() -> None:
    """Lost infantry may come back mechanized at two points each; cost and strength both count."""
    game = pooled(f"1941 bare / 1612: ger1inf / turn 3/1942 / {AXIS}", germany_12=6)
    game.play("axis", "take germany replacements")
    assert rule_against(game, "axis", "build germany/germany mechanized 5 1312") == "10.12"
    game.play("axis", "build germany/germany mechanized 4 1312")
    assert (at(game, "1312"), game.table.p.german_replacements) == (["ger4mech"], 8)
    assert rates.pool(game.table, 0) == 2


@pytest.mark.rule("ww2eto", "10.66")
def test_unused_points_are_lost() -> None:
    """What Germany does not build in its phase is gone."""
    game = scene(f"1941 bare / 1612: ger1inf / turn 3/1941 / {AXIS}")
    game.play("axis", "take germany reinforcements")
    game.play("axis", "end")
    assert dues(game) == {}


@pytest.mark.rule("ww2eto", "10.21", "10.22")
def test_italian_points() -> None:
    """In 1/1942 Italy gets its reinforcement and, for a loss, its replacement as well."""
    game = pooled("1941 bare / 1218: ita1inf / turn 1/1942 / axis naval", italy_9=2)
    go_to(game, "reinforcing")
    assert dues(game) == {"italy/italian_port": 1, "italy/italy": 1}
    assert rule_against(game, "axis", "take italy replacements") == "10.22"


@pytest.mark.rule("ww2eto", "10.67")
def test_italian_replacement_needs_losses() -> None:
    """Without losses there is no Italian replacement, and never more than one."""
    assert "italy/italian_port" not in dues(scene(f"1941 bare / 1218: ita1inf / turn 1/1942 / {AXIS}"))
    game = pooled("1941 bare / 1218: ita1inf / turn 1/1943 / axis naval", italy_13=5)
    go_to(game, "reinforcing")
    assert dues(game) == {"italy/italian_port": 1}


@pytest.mark.rule("ww2eto", "10.68")
def test_italian_replacement_in_a_port() -> None:
    """It is placed on an Italian port."""
    game = pooled("1941 bare / 1218: ita1inf / turn 1/1943 / axis naval", italy_13=5)
    go_to(game, "reinforcing")
    assert rule_against(game, "axis", "build italy/italian_port infantry 1 1215") == "10.68"
    game.play("axis", "build italy/italian_port infantry 1 1319")
    assert at(game, "1319") == ["ita1inf"]


@pytest.mark.rule("ww2eto", "10.41")
def test_suez_points_wait() -> None:
    """Suez points are placed on 2325 alone, and wait while it is full."""
    full = scene(f"1941 bare / 2325: brt1inf brt1inf / turn 1/1942 / {ALLIED}")
    assert rule_against(full, "allied", "build britain/suez infantry 1 2325") == "10.41"
    full.play("allied", "end")
    assert dues(full) == {"britain/suez": 1}
    game = scene(f"1941 bare / 2325: brt1inf / turn 1/1942 / {ALLIED}")
    assert rule_against(game, "allied", "build britain/suez infantry 1 0811") != ""
    game.play("allied", "build britain/suez infantry 1")
    assert at(game, "2325") == ["brt1inf", "brt1inf"]


@pytest.mark.rule("ww2eto", "10.42", "10.52")
def test_arrival_is_free() -> None:
    """British and U.S. arrivals use no transport points."""
    game = scene(f"1941 bare / 0811: brt1inf / turn 4/1942 / {ALLIED}")
    game.play("allied", "build britain/britain infantry 1 0811")
    assert (at(game, "0811"), game.table.p.naval_used) == (["brt1inf", "brt1inf"], 0)
    usa = scene("1941 bare / 0811: brt1inf / turn 4/1942 / allied allied_start")
    usa.play("allied", "build usa/british_port infantry 3 0712")
    assert (at(usa, "0712"), usa.table.p.naval_used) == (["usa3inf"], 0)


@pytest.mark.rule("ww2eto", "10.43")
def test_suez_has_fallen() -> None:
    """W21: Suez points go to Kuwait, then to Britain, and wait when all are lost."""
    text = "1941 bare / 2325: ger1inf / turn 1/1942"
    kuwait = scene(f"{text} / {ALLIED}")
    assert targets(kuwait, "allied", "build", "britain/suez", "infantry", "1") == {"3223", "3324"}
    britain = scene(f"{text} / axis holds 3223 3324 / {ALLIED}")
    assert targets(britain, "allied", "build", "britain/suez", "infantry", "1") >= {"0811", "0712"}
    lost = scene(f"{text} / axis holds 3223 3324 / {BRITAIN_LOST} / {ALLIED}")
    assert rule_against(lost, "allied", "build britain/suez infantry 1 0811") == "10.41"
    go_to(lost, "movement")
    assert dues(lost)["britain/suez"] == 1


@pytest.mark.rule("ww2eto", "10.44")
def test_no_british_replacements() -> None:
    """Britain never takes replacements."""
    game = scene(f"1941 bare / 0811: brt1inf / turn 4/1942 / {ALLIED}")
    assert rule_against(game, "allied", "take britain replacements") == "10.44"


@pytest.mark.rule("ww2eto", "15.11/repl")
def test_no_french_replacements_in_1939() -> None:
    """Nor does France, by the sheet of 1939."""
    game = scene(f"1939 bare / 0813: fra1inf / {ALLIED}")
    assert rule_against(game, "allied", "take france replacements") == "15.11/repl"


@pytest.mark.rule("ww2eto", "15.21/repl")
def test_no_french_replacements_in_1940() -> None:
    """Nor by the sheet of 1940."""
    game = scene(f"1940 bare / 0813: fra1inf / {ALLIED}")
    assert rule_against(game, "allied", "take france replacements") == "15.21/repl"


@pytest.mark.rule("ww2eto", "10.51")
def test_us_points_in_british_ports() -> None:
    """U.S. points are placed in British ports at the start of the Allied Player-Turn and may sail on at once."""
    game = scene("1941 bare / 0811: brt1inf / turn 4/1942 / allied allied_start")
    assert game.decisions()["allied"].debts[0].rule == "10.51"
    assert rule_against(game, "allied", "build usa/british_port infantry 1 2325") == "10.51"
    game.play("allied", "build usa/british_port infantry 3 0811")
    go_to(game, "naval").play("allied", "ship usa3inf@0811 0219")
    assert at(game, "0219") == ["usa3inf"]


@pytest.mark.rule("ww2eto", "10.53")
def test_us_points_that_sail_on_are_interdicted() -> None:
    """Points that sail on roll against German air zones like any other."""
    game = scene("1941 bare / 0812: ger1inf / turn 1/1943 / allied allied_start", dice=[6])
    game.play("allied", "build usa/british_port mechanized 1 0811")
    go_to(game, "naval").play("allied", "ship usa1mech@0811 0810")
    assert (at(game, "0811"), rolled(game)) == (["usa1mech"], 1)


@pytest.mark.rule("ww2eto", "10.55")
def test_us_points_gather_in_their_box() -> None:
    """With Britain lost the points wait in the U.S. box and sail elsewhere by naval transport."""
    game = scene(f"1941 bare / 2325: brt1inf / {BRITAIN_LOST} / turn 4/1942 / allied allied_start")
    assert at(game, "U.S. Reinforcement Holding box") == ["usa3inf"]
    go_to(game, "naval").play("allied", "ship usa3inf@U.S._Reinforcement_Holding_box 0219")
    assert at(game, "0219") == ["usa3inf"]


def lost_in_combat(text: str) -> Game:
    """An American point fell in combat in the Game-Turn before."""
    game = scene(f"1941 bare / {text} / turn 2/1943 / axis naval")
    game.table.p.fallen["usa/14"] = 2
    game._changed()
    return game


@pytest.mark.rule("ww2eto", "10.81")
def test_us_replacement() -> None:
    """One U.S. point a Game-Turn for points lost in combat in the last one; 2/1943 has no reinforcements."""
    game = lost_in_combat("0811: brt1mech")
    go_to(game, "arrivals")
    assert dues(game)["usa/british_port"] == 1


@pytest.mark.rule("ww2eto", "10.82")
def test_us_replacement_arrives_free() -> None:
    """It reaches Britain without transport."""
    game = go_to(lost_in_combat("0811: brt1mech"), "arrivals")
    game.play("allied", "build usa/british_port mechanized 1 0712")
    assert (at(game, "0712"), game.table.p.naval_used) == (["usa1mech"], 0)


@pytest.mark.rule("ww2eto", "10.83", "10.84")
def test_us_replacement_without_britain() -> None:
    """With every British port lost it waits in the box for transport."""
    game = lost_in_combat(f"2325: brt1mech / {BRITAIN_LOST}")
    go_to(game, "movement")
    assert at(game, "U.S. Reinforcement Holding box") == ["usa1mech"]


@pytest.mark.rule("ww2eto", "12.1")
def test_sweden_halves_production() -> None:
    """W26: after the invasion of Sweden eight replacements become four and four reinforcements two."""
    game = pooled(f"1941 bare / 1612: ger1inf / sweden_halved=1 / turn 3/1942 / {AXIS}", germany_12=8)
    assert rates.german_points(game.table, rates.REPLACEMENTS) == 4
    assert rates.german_points(game.table, rates.REINFORCEMENTS) == 2


@pytest.mark.rule("ww2eto", "16.16")
def test_minor_reinforcements_need_the_option() -> None:
    """The chart's rows for the pro-Axis minors come with option 16.1 alone, replacements up to their losses."""
    game = pooled("1941 bare / 1715: hun1inf / turn 1/1943 / axis naval", hungary_14=3, rumania_14=1)
    go_to(game, "reinforcing")
    assert (dues(game).get("hungary/hungary"), dues(game).get("rumania/rumania")) == (1, 1)
    without = pooled("1941 bare / 1715: hun1inf / turn 1/1943 / axis naval", hungary_14=3)
    without.table.options["minors"] = "off"
    go_to(without, "reinforcing")
    assert "hungary/hungary" not in dues(without)


def test_handicap() -> None:
    """The handicap of our own adds points last: German ones to the chart, British ones in Britain."""
    axis = scene(f"1941 bare / 1612: ger1inf / sweden_halved=1 / turn 3/1942 / {AXIS}", options={"handicap_axis": "3"})
    assert rates.german_points(axis.table, rates.REINFORCEMENTS) == 2 + 3
    allied = scene(f"1941 bare / 0811: brt1inf / turn 4/1942 / {ALLIED}", options={"handicap_allied": "2"})
    assert dues(allied)["britain/britain"] == 3


@pytest.mark.rule("ww2eto", "4.2/A5")
def test_us_arrivals_bring_nobody_else() -> None:
    """When U.S. points arrive the Turks of an invasion and Suez points wait for phase 5 (R142)."""
    text = "1941 bare / war / turn 4/1942 / invaded turkey / 2719: ger1inf / 0811: brt3inf / allied allied_start"
    game = scene(text)
    assert "turkey/bonus" in dues(game) and targets(game, "allied", "build") == {"usa/british_port"}
    assert rule_against(game, "allied", "build turkey/bonus infantry 1 2020") == "4.2/A5"
    early = scene(text, without=["4.2/A5"])
    assert rule_against(early, "allied", "build turkey/bonus infantry 1 2020") == ""


def test_poland_gets_three_units_of_one() -> None:
    """15.11/reinf: the three points of the sheet are three units, not one of three."""
    game = scene(f"1939 bare / 1612: pol1inf / 1512: pol1inf / 0811: brt3inf / {ALLIED}")
    assert dues(game)["poland/bonus"] == 3
    assert targets(game, "allied", "build", "poland/bonus", "infantry") == {"1"}


def test_poland_reaches_to_the_east() -> None:
    """15.11/reinf: Poland's units come to any of its hexes out of German zones, the partition hexes among them."""
    game = scene(f"1939 bare / 1512: ger1inf / 1612: pol1inf / 0811: brt3inf / {ALLIED}")
    hexes = targets(game, "allied", "build", "poland/bonus", "infantry", "1")
    assert hexes >= {"1712", "1713", "1813"} and not hexes & {"1512", "1612"}


@pytest.mark.rule("ww2eto", "10.66", "10.14")
def test_replacements_out_of_enemy_zones() -> None:
    """Reinforcements may join a unit in an enemy zone, replacements may not."""
    text = "1941 bare / 1013: usa4mech / 1113: ger1inf / 1312: ger1inf / turn 3/1943 / allied holds 1013"
    fresh = scene(f"{text} / {AXIS}")
    fresh.play("axis", "take germany reinforcements")
    assert rule_against(fresh, "axis", "build germany/germany infantry 1 1113") == ""
    assert rule_against(fresh, "axis", "build germany/germany infantry 1 1114") == "10.14"
    game = pooled(f"{text} / {AXIS}", germany_15=4)
    game.play("axis", "take germany replacements")
    assert rule_against(game, "axis", "build germany/germany infantry 1 1113") == "10.66"
    assert rule_against(game, "axis", "build germany/germany infantry 1 1312") == ""


def test_new_points_of_a_minor_rebuild_nothing() -> None:
    """16.16: what the chart of 2/1942 brings Rumania are no replacements; those of 1/1943 leave the pool (R129)."""
    for turn, box, left in (("2/1942", "rumania_11", 2), ("1/1943", "rumania_14", 1)):
        game = pooled(f"1941 bare / 2015: rum1inf / 1312: ger1inf / turn {turn} / axis naval", **{box: 2})
        go_to(game, "reinforcing").play("axis", "build rumania/rumania infantry 1 1915")
        assert rates.pool(game.table, w.RUMANIA) == left


def test_a_conquered_france_gets_nothing() -> None:
    """R151: with Germans and no Allied unit in France no French come, in the Game-Turn of its fall neither."""
    text = f"1940 bare / turn 1/1941 / 0914: ger2inf / 0721: fra1inf / 0811: brt3inf / {ALLIED}"
    assert "france/france" not in dues(scene(text))
    assert dues(scene(text.replace("0721: fra1inf", "0721: fra1inf / 0815: fra1inf")))["france/france"] == 1
    left = scene(text.replace("0914: ger2inf", "1113: ger2inf").replace("turn 1/1941", "turn 1/1941 / axis holds 0914"))
    assert "france/france" not in dues(left)


@pytest.mark.rule("ww2eto", "10.66", "10.13")
def test_replacements_in_east_prussia() -> None:
    """R241: what stands in for losses comes to any hex of Germany, East Prussia among them; new points do not."""
    text = f"1941 bare / 1312: ger1inf / turn 3/1943 / {AXIS}"
    game = pooled(text, germany_15=4)
    game.play("axis", "take germany replacements")
    assert rule_against(game, "axis", "build germany/germany infantry 1 1610") == ""
    assert targets(game, "axis", "build", "germany/germany", "infantry", "1") >= {"1610", "1611", "1312"}
    fresh = scene(text)
    fresh.play("axis", "take germany reinforcements")
    assert not targets(fresh, "axis", "build", "germany/germany", "infantry", "1") & {"1610", "1611"}


@pytest.mark.rule("ww2eto", "15.31/reinf")
def test_bonus_units_stay_out_of_zones() -> None:
    """The Turks of an invasion come to hexes out of enemy zones, also where a Turk stands in one."""
    text = f"1941 bare / turn 3/1942 / invaded turkey / 2718: tur1inf / 2719: ger1inf / 2420: tur1inf / {ALLIED}"
    game = scene(text)
    assert rule_against(game, "allied", "build turkey/bonus infantry 1 2718") == "15.31/reinf"
    assert rule_against(game, "allied", "build turkey/bonus infantry 1 2420") == ""


@pytest.mark.rule("ww2eto", "15.31/repl")
def test_france_has_no_choice_in_1941() -> None:
    """The sheet of 1941 gives France nothing to choose between."""
    game = scene(f"1941 bare / 0811: brt3inf / turn 3/1941 / {ALLIED}")
    assert rule_against(game, "allied", "take france replacements") == "15.31/repl"
    assert "take" not in targets(game, "allied")


def test_africa_has_its_rows_alone() -> None:
    """R188: in Africa 1941 nobody chooses, and the handicap comes where the rows of the scenario do."""
    text = f"africa41 bare / turn 4/1941 / 1321: ger1mech / 1825: ita1inf / 2325: brt1inf / {AXIS}"
    game = scene(text, options={"handicap_axis": "2"})
    assert "take" not in targets(game, "axis")
    game.play("axis", "build germany/1321 mechanized 3")
    assert at(game, "1321") == ["ger1mech", "ger3mech"]
