"""Neutrals (12.0), minor countries (16.1-16.4) and the special rules that open or close a border."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import rates
from grognard.titles.ww2eto.politics import borders

from .cases import at, go_to, rule_against, scene, targets, units

OFF = {"minors": "off"}


@pytest.mark.rule("ww2eto", "12.0")
def test_allies_respect_neutrals() -> None:
    """In the basic game an Allied unit may not enter Belgium before the Axis has; the Axis may."""
    held = scene("1940 bare / 1013: fra3inf / allied movement", options=OFF)
    assert rule_against(held, "allied", "move fra3inf@1013 1012") == "12.0"
    axis = scene("1940 bare / 1112: ger4inf / axis movement", options=OFF)
    axis.play("axis", "move ger4inf@1112 1012")
    assert at(axis, "1012") == ["ger4inf"]
    after = scene("1940 bare / 1013: fra3inf / invaded belgium / allied movement", options=OFF)
    assert rule_against(after, "allied", "move fra3inf@1013 1012") == ""


@pytest.mark.rule("ww2eto", "5.65/a")
def test_a_neutral_without_an_army_is_allied_land_too() -> None:
    """R144: when Germans have entered Portugal the British may ship troops to Lisbon, but not to what they hold."""
    text = "1941 bare / 0216: ger1inf / 1312: ger1inf / 0811: brt3inf brt1inf"
    assert rule_against(scene(f"{text} / allied naval"), "allied", "ship brt1inf@0811 0118") != ""
    game = scene(f"{text} / invaded portugal / allied naval")
    assert rule_against(game, "allied", "ship brt1inf@0811 0117") == "5.7/f"
    game.play("allied", "ship brt1inf@0811 0119")
    assert at(game, "0119") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "16.14")
def test_minor_countries_closed() -> None:
    """With the option the minor country is closed by 16.14."""
    game = scene("1940 bare / 1013: fra3inf / allied movement")
    reason = game.why_not("allied", "move fra3inf@1013 1012")
    assert reason is not None and reason.rule == "16.14" and "before Axis units" in reason.sentence


@pytest.mark.rule("ww2eto", "16.21")
def test_no_attack_on_a_self_defence_neutral() -> None:
    """The Allies do not attack Belgium; once the Axis has invaded it there is nothing to attack but Germans."""
    game = scene("1940 bare / 1013: fra3inf / 1012: bel2inf / allied combat")
    assert rule_against(game, "allied", "attack fra3inf@1013 1012") == "16.21"
    moving = scene("1940 bare / 1013: fra3inf / 1012: bel2inf / allied movement")
    reason = moving.why_not("allied", "move fra3inf@1013 1012")
    assert reason is not None and "closed to this unit" in reason.sentence and "overrun" not in reason.sentence


@pytest.mark.rule("ww2eto", "16.22")
def test_neutral_armies_stand_still() -> None:
    """Belgians do not move before the Axis invades Belgium, and then the Allied player moves them."""
    game = scene("1940 bare / 1012: bel2inf / allied movement")
    assert rule_against(game, "allied", "move bel2inf@1012 0912") == "16.22"
    woken = scene("1940 bare / 1012: bel2inf / invaded belgium / allied movement")
    assert rule_against(woken, "allied", "move bel2inf@1012 0912") == ""


@pytest.mark.rule("ww2eto", "16.23")
def test_self_defence_neutrals_stay_home() -> None:
    """An invaded Belgian army never leaves Belgium."""
    game = scene("1940 bare / 1012: bel2inf / invaded belgium / allied movement")
    assert rule_against(game, "allied", "move bel2inf@1012 1013") == "16.23"


@pytest.mark.rule("ww2eto", "16.24")
def test_reinforced_once_invaded() -> None:
    """French units may go to the help of an invaded Belgium."""
    game = scene("1940 bare / 1013: fra3inf / invaded belgium / allied movement")
    game.play("allied", "move fra3inf@1013 1012")
    assert at(game, "1012") == ["fra3inf"]


@pytest.mark.rule("ww2eto", "12.2")
def test_finland_closed() -> None:
    """Russians stay out of Finland until Axis units that are no Finns are in it."""
    text = "1941 bare / 2007: sov3inf / 2209: sov2inf / 2310: sov2inf / war / turn 4/1941"
    game = scene(f"{text} / allied movement")
    assert rule_against(game, "allied", "move sov3inf@2007 1907") == "12.2"
    game = scene(f"{text} / 1702: ger1inf / axis movement")
    game.play("axis", "move ger1inf@1702 1803")
    assert game.table.p.notes["axis_in_finland"] == 1


@pytest.mark.rule("ww2eto", "15.1/e")
def test_allies_at_war_in_1939() -> None:
    """In 1939 French and British units may enter pro-Axis countries, and Poles may enter Germany."""
    game = scene("1939 bare / 1613: pol1inf / allied movement")
    assert rule_against(game, "allied", "move pol1inf@1613 1614") == ""
    hungary = scene("1939 bare / 1614: fra1inf / allied movement")
    assert rule_against(hungary, "allied", "move fra1inf@1614 1615") == ""


@pytest.mark.rule("ww2eto", "15.1/e", "16.14")
def test_the_erratum_names_no_americans() -> None:
    """R242: U.S. units enter and attack no pro-Axis country that is still closed; where others went first they may."""
    text = "1939 bare / turn 4/1942 / 1614: {} brt1inf / 1615: hun1inf / 1312: ger1inf / 0811: brt3inf"
    for nation, rule in (("usa", "16.14"), ("fra", "")):
        unit = f"{nation}2inf"
        game = scene(f"{text.format(unit)} / allied movement")
        assert rule_against(game, "allied", f"move {unit}@1614 1715") == rule
        fight = scene(f"{text.format(unit)} / allied combat")
        assert rule_against(fight, "allied", f"attack {unit}@1614 1615") == rule
    game = scene(f"{text.format('usa2inf').replace('1615: hun1inf / ', '')} / allied movement")
    game.play("allied", "move brt1inf@1614 1615")
    assert rule_against(game, "allied", "move usa2inf@1614 1715") == ""


@pytest.mark.rule("ww2eto", "15.11/reinf")
def test_invasion_raises_an_army() -> None:
    """The invasion of Sweden gives it two units of one in home hexes out of enemy zones (1939)."""
    game = scene("1939 bare / 1307: ger3inf / 1508: swe1inf / 0811: brt3inf / axis movement")
    game.play("axis", "move ger3inf@1307 1308")
    assert game.table.p.due["sweden/bonus"] == 2
    go_to(game, "reinforcing").play("axis", "take germany reinforcements")
    game.play("axis", "end")
    while game.table.p.player != w.ALLIED:
        game.play("axis", "end")
    go_to(game, "reinforcing").play("allied", "build sweden/bonus infantry 1 1603")
    assert at(game, "1603") == ["swe1inf"]


@pytest.mark.rule("ww2eto", "15.21/reinf")
def test_army_of_1940() -> None:
    """Turkey is raised by the sheet of 1940 too."""
    game = scene("1940 bare / 1918: ger3inf / axis movement")
    game.play("axis", "move ger3inf@1918 1919")
    assert game.table.p.due["turkey/bonus"] == 2


@pytest.mark.rule("ww2eto", "15.31/reinf")
def test_army_of_1941() -> None:
    """And by that of 1941, which leaves Yugoslavia out."""
    game = scene("1941 bare / 1918: ger3inf / axis movement")
    game.play("axis", "move ger3inf@1918 1919")
    assert game.table.p.due["turkey/bonus"] == 2


@pytest.mark.rule("ww2eto", "12.1")
def test_german_invasion_of_sweden() -> None:
    """German entry into Sweden halves German production for good."""
    game = scene("1940 bare / 1307: ger1inf / axis movement")
    game.play("axis", "move ger1inf@1307 1308")
    assert game.table.p.sweden_halved == 1
    assert rates.german_points(game.table, rates.REINFORCEMENTS) == 2


# Minor countries


@pytest.mark.rule("ww2eto", "16.31")
def test_pro_axis_armies_at_home() -> None:
    """Before Russia is at war Hungarians stay in Hungary and attack nobody; Axis units pass through."""
    game = scene("1941 bare / 1715: hun1inf / 1714: ger4inf / axis movement")
    assert rule_against(game, "axis", "move hun1inf@1715 1714") == "16.31"
    assert rule_against(game, "axis", "move ger4inf@1714 1715") == ""
    battle = scene("1940 bare / 1615: hun2inf / 1616: yug1inf / 1312: ger1inf / axis combat")
    assert rule_against(battle, "axis", "attack hun2inf@1615 1616") == "16.31"


@pytest.mark.rule("ww2eto", "16.32")
def test_one_point_in_russia() -> None:
    """In the Russian war one Rumanian point may be in Russia: the second stays home, and a unit of two as well."""
    text = "1941 bare / 2015: rum1inf rum1inf / 1915: rum2inf / war / turn 3/1941"
    game = scene(f"{text} / axis movement")
    assert rule_against(game, "axis", "move rum2inf@1915 2014") == "16.32"
    game.play("axis", "move rum1inf@2015 2115")
    assert at(game, "2115") == ["rum1inf"]
    assert rule_against(game, "axis", "move rum1inf@2015 2014") == "16.32"


@pytest.mark.rule("ww2eto", "16.33")
def test_one_bulgarian_point() -> None:
    """Bulgaria sends one point to the Balkans once other Axis units are there."""
    text = "1940 bare / 1818: bul1inf bul1inf / invaded greece / invaded yugoslavia / turn 3/1940"
    game = scene(f"{text} / axis movement")
    assert rule_against(game, "axis", "move bul1inf@1818 1819") == "16.33"
    open_ = scene(f"{text} / 1720: ger1inf / axis movement")
    open_.play("axis", "move bul1inf@1818 1819")
    assert rule_against(open_, "axis", "move bul1inf@1818 1719") == "16.33"


@pytest.mark.rule("ww2eto", "16.41")
def test_finns_at_home() -> None:
    """Finns stay in Finland until a Russian crosses the border."""
    text = "1941 bare / 1907: fin2inf / 2209: sov2inf / war"
    assert rule_against(scene(f"{text} / axis movement"), "axis", "move fin2inf@1907 2006") == "16.41"
    assert rule_against(scene(f"{text} / finns_free=1 / axis movement"), "axis", "move fin2inf@1907 2006") == ""


@pytest.mark.rule("ww2eto", "16.42")
def test_finns_attack_when_attacked() -> None:
    """Finns attack nobody until a Russian attacks them or crosses the border."""
    text = "1941 bare / 1907: fin2inf / 2006: sov1inf / 2209: sov2inf / war / turn 3/1941"
    assert rule_against(scene(f"{text} / axis combat"), "axis", "attack fin2inf@1907 2006") == "16.42"


@pytest.mark.rule("ww2eto", "16.42")
def test_finns_whom_the_british_invade() -> None:
    """R243: 16.42 names Russians alone, so Finns at home do not attack the British; Hungarians at home do (R164)."""
    finns = scene("1941 bare / turn 3/1942 / 1704: fin2inf / 1803: brt1inf / 1312: ger1inf / axis combat")
    borders.invade(finns.table, w.ALLIED, w.BRITAIN, finns.table.world.by_id["finland"])
    finns._changed()
    assert rule_against(finns, "axis", "attack fin2inf@1704 1803") == "16.42"
    hungarians = scene("1939 bare / turn 3/1940 / 1615: hun2inf / 1715: brt1inf / 1312: ger1inf / axis combat")
    borders.invade(hungarians.table, w.ALLIED, w.BRITAIN, hungarians.table.world.by_id["hungary"])
    hungarians._changed()
    assert rule_against(hungarians, "axis", "attack hun2inf@1615 1715") == ""


@pytest.mark.rule("ww2eto", "16.43")
def test_finns_past_leningrad() -> None:
    """Finns do not attack into Russia before other Axis units have taken Leningrad."""
    text = "1941 bare / 1907: fin2inf / 2006: sov1inf / 2209: sov2inf / war / finns_free=1 / turn 3/1941"
    game = scene(f"{text} / axis combat")
    reason = game.why_not("axis", "attack fin2inf@1907 2006")
    assert reason is not None and reason.rule == "16.43" and "Leningrad" in reason.sentence
    game.table.p.notes["leningrad_taken"] = 1
    game._changed()
    assert rule_against(game, "axis", "attack fin2inf@1907 2006") == ""


@pytest.mark.rule("ww2eto", "16.44")
def test_germans_in_finland_change_nothing() -> None:
    """Germans in Finland do not free the Finns."""
    game = scene("1941 bare / 1907: fin2inf / 1804: ger2inf / 2209: sov2inf / war / axis movement")
    assert rule_against(game, "axis", "move fin2inf@1907 2006") == "16.41"


@pytest.mark.rule("ww2eto", "16.11", "16.12")
def test_who_is_minor() -> None:
    """Belgium sides with the Allies and Hungary with the Axis; France is no minor country and moves from the start."""
    game = scene("1940 bare / 1012: bel2inf / 1715: hun1inf / 0813: fra1inf / invaded belgium / allied movement")
    t = game.table
    powers = {name[:3]: t.p.power[t.title.find_pieces(t, name)[0]] for name in units(game, "")}
    assert powers == {"bel": w.ALLIED, "hun": w.AXIS, "fra": w.ALLIED}
    assert "fra1inf@0813" in targets(game, "allied", "move")


@pytest.mark.rule("ww2eto", "16.32")
def test_hungarians_in_russian_poland() -> None:
    """R162: a Hungarian advances into a partition hex that Russia holds; the next one is kept back by 16.32."""
    text = "1941 bare / 1714: hun1inf ger4mech / 1813: sov1inf / 2209: sov2inf / 0811: brt3inf / war / turn 3/1941"
    for other, number in (("", ""), (" / 1912: hun1inf", "16.32")):
        game = scene(f"{text}{other} / axis combat", dice=[1])
        game.play("axis", "attack hun1inf@1714+ger4mech@1714 1813")
        assert rule_against(game, "axis", "advance hun1inf@1714 1813") == number


@pytest.mark.rule("ww2eto", "16.33")
def test_a_neutral_italy_opens_no_balkans() -> None:
    """R163: Italians who come to Albania while Italy is neutral let no Bulgarian out; with Italy in the war they do."""
    text = "1940 bare / 1218: ita1inf / 1818: bul1inf / 1720: gre1inf / 1312: ger1inf / 0811: brt3inf / axis naval"
    game = scene(text)
    game.play("axis", "ship ita1inf@1218 1619")
    go_to(game, "italian_entry").play("axis", "pass")
    assert rule_against(game, "axis", "move bul1inf@1818 1719") == "16.33"
    game = go_to(scene(text.replace("1218", "1619")), "italian_entry")
    game.play("axis", "enter")
    assert rule_against(game, "axis", "move bul1inf@1818 1719") == ""


@pytest.mark.rule("ww2eto", "15.3/f")
def test_axis_members_of_1941() -> None:
    """In 1941 Rumania, Bulgaria, Hungary and Finland are Axis members: with no option they move freely at once."""
    game = scene("1941 bare / 1715: hun1inf / axis movement", options=OFF)
    assert rule_against(game, "axis", "move hun1inf@1715 1714") == ""
    earlier = scene("1940 bare / 1715: hun1inf / axis movement", options=OFF)
    assert rule_against(earlier, "axis", "move hun1inf@1715 1615") == "12.0"


@pytest.mark.rule("ww2eto", "15.3/f")
def test_members_of_1941_fire_the_first_shot() -> None:
    """R239: with the option too Rumanians may open the Russian war by an attack, though they stay at home till then."""
    text = "2015: rum1inf rum1inf / 2115: sov1inf / 2209: sov2inf / 1312: ger1inf / 0811: brt3inf"
    order = "attack rum1inf@2015+rum1inf@2015 2115"
    game = scene(f"1941 bare / {text} / axis movement")
    assert rule_against(game, "axis", "overrun rum1inf@2015+rum1inf@2015 2115") == "16.31"
    game = scene(f"1941 bare / {text} / axis combat", dice=[6])
    game.play("axis", order)
    assert (game.table.p.russia_at_war, game.table.p.russia_invaded_on) == (1, 8)
    earlier = scene(f"1940 bare / {text} / axis combat")
    assert rule_against(earlier, "axis", order) == "16.31"


@pytest.mark.rule("ww2eto", "9.32/a")
def test_malta_starves() -> None:
    """A Game-Turn after Gibraltar and Suez fell, Malta's garrison dies."""
    text = "1941 bare / 0219: ger1inf / 2325: ger1inf / 1322: brt1gar / 0811: brt3inf / turn 3/1942"
    for since, left in ((12, ["brt1gar"]), (11, [])):
        game = scene(f"{text} / mediterranean_lost_on={since} / allied naval")
        while game.table.p.turn == 12:
            seat, decision = next(iter(game.decisions().items()))
            game.play(seat, "end" if "end" in {c.text for c in decision.next()} else decision.actions(limit=1)[0])
        assert at(game, "1322") == left


@pytest.mark.rule("ww2eto", "14.23")
def test_home_garrison_is_judged() -> None:
    """Three Allied points in Britain at the end of a Game-Turn decide about the next."""
    for force, met in (("brt2inf", 0), ("brt2inf / 0712: usa1inf", 1)):
        game = scene(f"1941 bare / 0811: {force} / turn 3/1942 / allied naval")
        while game.table.p.turn == 12:
            seat, decision = next(iter(game.decisions().items()))
            game.play(seat, "end" if "end" in {c.text for c in decision.next()} else decision.actions(limit=1)[0])
        assert game.table.p.home_garrison == met


@pytest.mark.rule("ww2eto", "14.0")
def test_special_rules_by_scenario() -> None:
    """The partition rule is of 1939 alone: in 1940 a German in a partition hex is at war with Russia at once."""
    for scenario, at_war in (("1939", 0), ("1940", 1)):
        game = scene(f"{scenario} bare / 1612: ger3inf / 2209: sov2inf / axis movement")
        game.play("axis", "move ger3inf@1612 1712")
        assert game.table.p.russia_at_war == at_war


@pytest.mark.rule("ww2eto", "14.21")
def test_garrisons_fall_where_they_stand() -> None:
    """Gibraltar's garrison counts for stacking, never moves, and is eliminated when it would have to retreat."""
    text = "1941 bare / 0219: brt1gar brt1inf / 0218: ger4inf / 0319: brt1inf / invaded spain / turn 3/1941"
    game = scene(f"{text} / axis combat", dice=[6])
    game.play("axis", "attack ger4inf@0218 0219")
    game.play("allied", "lose brt1inf@0219")
    assert (at(game, "0219"), units(game, "brt")) == ([], ["brt1inf@0319"])
    still = scene("1941 bare / 0219: brt1gar / allied movement")
    assert rule_against(still, "allied", "move brt1gar@0219 0218") == "4.2/A1"


@pytest.mark.rule("ww2eto", "16.33")
def test_bulgarians_stay_when_the_others_have_gone() -> None:
    """Once other Axis units have been in the Balkans the Bulgarians may be there, alone too."""
    alone = scene("1941 bare / turn 3/1943 / war / 1719: bul1inf / 1312: ger1inf / 2209: sov2inf / axis movement")
    assert rule_against(alone, "axis", "move bul1inf@1719 1819") == ""
    text = "1940 bare / turn 3/1940 / 1818: bul1inf ger1inf / 1918: bul1inf / 1312: ger1inf / axis movement"
    game = scene(text)
    assert rule_against(game, "axis", "move bul1inf@1918 1919") == "16.33"
    game.play("axis", "move ger1inf@1818 1719")
    game.table.p.dismiss(game.table.title.find_pieces(game.table, "ger1inf@1719")[0])
    game._changed()
    assert rule_against(game, "axis", "move bul1inf@1818 1819") == ""
