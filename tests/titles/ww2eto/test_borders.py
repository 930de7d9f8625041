"""Borders of sleeping powers (6.0/e, 12.0, 14.1, 14.34): what wakes them and how far their zones reach."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import movement, supply, zones
from grognard.titles.ww2eto.politics import control, neutrals

from .scenes import at, names, play, refused, scene, unit, until

PARTITION = "1939 bare / turn 3-1940 / 1713: sov2inf / 1912: sov2inf / 1714: ger4mech ger3inf / russian holds 1713"
RUMANIANS = "1940 bare / war / turn 3-1940 / 2015: rum1inf / 2115: sov1inf / 1914: sov2inf / 1312: ger1inf"
NO_PARTISANS = {"partisans": "off"}
TUNIS = "1941 bare / turn 3-1943 / 1023: vic1inf / 0721: vic1inf / 1124: usa4mech / allied movement"


def test_an_overrun_is_an_attack_on_russia() -> None:
    """Germans who overrun Russians in the partition hexes bring limited war at least."""
    game = play(scene(f"{PARTITION} / axis movement"), "axis: overrun ger4mech@1714+ger3inf@1714 1713")
    assert at(game, "1713") == ["ger3inf", "ger4mech"]
    assert game.table.p.russia_at_war


@pytest.mark.rule("ww2eto", "14.14/a", "14.16")
def test_an_overrun_is_an_attack_on_vichy() -> None:
    """The Vichy unit that U.S. units set out to overrun is the nearest: it joins them, and nobody is overrun (R226)."""
    game = play(scene(TUNIS), "allied: overrun usa4mech@1124 1023")
    assert (at(game, "1023"), at(game, "1124"), at(game, "0721")) == (["ffr1mech"], ["usa4mech"], [])
    two = play(scene(TUNIS.replace("1023: vic1inf", "1023: vic1inf vic1inf").replace("1124:", "1124: usa4mech")),
               "allied: overrun usa4mech@1124+usa4mech@1124 1023")  # fmt: skip
    play(two, "allied: rally vic1inf@1023")
    assert (at(two, "1023"), at(two, "1124")) == (["ffr1mech"], ["usa4mech", "usa4mech"])


@pytest.mark.rule("ww2eto", "16.14")
def test_no_sanctuary() -> None:
    """Rumanians who attack across their border open it: Russians march in and attack what stands there (R227)."""
    calm = scene(f"{RUMANIANS} / allied movement", options=NO_PARTISANS)
    assert refused(calm, "allied", "move sov2inf@1914 1915") == "16.14"
    game = scene(f"{RUMANIANS} / axis combat", dice=[6], options=NO_PARTISANS)
    until(play(game, "axis: attack rum1inf@2015 2115"), "allied", "movement")
    assert refused(game, "allied", "move sov2inf@1914 1915") == ""
    until(game, "allied", "combat")
    assert refused(game, "allied", "attack sov1inf@2115 2015") == ""


def test_who_marches_out_opens_his_border() -> None:
    """So do Rumanians who march out; at home they open nothing (R227)."""
    out = play(scene(f"{RUMANIANS} / axis movement".replace("2115: sov1inf / ", "")), "axis: move rum1inf@2015 2115")
    rumania = out.table.world.by_id["rumania"].hexes
    assert not out.table.p.sealed & rumania
    home = play(scene(f"{RUMANIANS} / axis movement"), "axis: move rum1inf@2015 1916")
    assert home.table.p.sealed & rumania == rumania


@pytest.mark.rule("ww2eto", "12.0")
def test_waiting_armies_do_not_attack() -> None:
    """Without the option of the minor countries a pro-Axis army that is left alone does nothing at all (R146)."""
    game = scene(f"{RUMANIANS} / axis combat", options={"minors": "off", "partisans": "off"})
    assert refused(game, "axis", "attack rum1inf@2015 2115") == "12.0"


@pytest.mark.rule("ww2eto", "14.34", "5.25")
def test_sleeping_russians_stop_nobody_abroad() -> None:
    """In peace a German goes past Russians on his own side of the border, and stops where he crosses it (R212)."""
    text = "1940 bare / turn 3-1940 / 1714: ger4mech / 1914: sov2inf / axis movement"
    assert refused(scene(text), "axis", "move ger4mech@1714 1714>1814>1915>1916") == ""
    assert refused(scene(text), "axis", "move ger4mech@1714 1714>1813>1914") == "5.15"
    assert refused(scene(text), "axis", "move ger4mech@1714 1714>1813>1913") == "5.25"
    war = scene(text.replace("bare /", "bare / war /"))
    assert refused(war, "axis", "move ger4mech@1714 1714>1814>1915>1916") == "5.25"


@pytest.mark.rule("ww2eto", "8.47/e")
def test_a_sleeping_army_guards_its_own_land_alone() -> None:
    """Greeks at peace keep nobody from overrunning a Yugoslav; a second Yugoslav does."""
    text = "1940 bare / turn 3-1940 / 1718: yug1inf / 1818: ger4mech / 1719: gre1inf / axis movement"
    assert refused(scene(text), "axis", "overrun ger4mech@1818 1718") == ""
    assert refused(scene(text.replace("1719: gre", "1617: yug")), "axis", "overrun ger4mech@1818 1718") == "8.47/e"


@pytest.mark.rule("ww2eto", "5.25", "14.15")
def test_woken_zones_stop_the_british() -> None:
    """Britons who come into Tunisia stop at the first Vichy zone, wherever on their way it lies (R053)."""
    text = "1941 bare / turn 3-1942 / 0922: vic1inf / 1224: brt3inf / allied movement"
    game = play(scene(text), "allied: move brt3inf@1224 1022")
    assert refused(scene(text), "allied", "move brt3inf@1224 1224>1124>1023>1022>1021") == "5.25"
    assert at(game, "1022") == ["brt3inf"]
    us = scene(text.replace("brt", "usa"))
    assert refused(us, "allied", "move usa3inf@1224 1224>1124>1023>1022>1021") == ""


@pytest.mark.rule("ww2eto", "8.47/e", "14.15")
def test_woken_zones_forbid_an_overrun() -> None:
    """Two Vichy units side by side: Britons and Germans do not overrun one alone, U.S. units would."""
    text = "1941 bare / turn 3-1942 / 1023: vic1inf / 1022: vic1inf / 1124: {} / {} movement"
    assert refused(scene(text.format("brt4inf", "allied")), "allied", "overrun brt4inf@1124 1023") == "8.47/e"
    assert refused(scene(text.format("ger4inf", "axis")), "axis", "overrun ger4inf@1124 1023") == "8.47/e"
    assert refused(scene(text.format("usa4inf", "allied")), "allied", "overrun usa4inf@1124 1023") == ""


def test_a_march_ends_where_a_zone_has_come_alive() -> None:
    """A march breaks off at the first hex in a woken zone, though the border was crossed a hex before (R053)."""
    t = scene("1941 bare / turn 3-1942 / 0922: vic1inf / 1224: brt3inf / allied movement").table
    piece = t.p.stacks[t.world.node("1224")][0]
    movement.march(t, (piece,), tuple(t.world.node(name) for name in ("1224", "1124", "1023", "1022", "1021")))
    assert t.node_name(t.p.at[piece]) == "1022"


def test_a_march_ends_before_a_full_hex_in_a_woken_zone() -> None:
    """Through Yugoslavia to Hungary, where its army's zone then lies on a hex with a unit: two stop before (R246)."""
    text = "1940 bare / turn 3-1940 / 1316: ger4mech ger4mech / 1517: yug1inf / {} axis movement"
    way = "move ger4mech@1316+ger4mech@1316 1316>1415>1516>1615"
    for there, end in (("1516: ger4inf /", "1415"), ("", "1516")):
        game = scene(text.format(there), options={"minors": "off"})
        game.play("axis", way)
        assert at(game, end).count("ger4mech") == 2


@pytest.mark.rule("ww2eto", "5.25")
def test_woken_zones_stop_the_russians() -> None:
    """A third player's Russians who invade Rumania stop at the first Rumanian zone (R053)."""
    text = "1939 bare / turn 3-1940 / 1914: sov2inf / 1816: rum1inf / 1312: ger1inf / russian movement"
    game = scene(text, options={"three_players": "on", "partisans": "off"})
    assert refused(game, "soviet", "move sov2inf@1914 1914>1915>1916>1917") == "5.25"
    assert refused(game, "soviet", "move sov2inf@1914 1914>1915>1916") == ""


@pytest.mark.rule("ww2eto", "5.25")
def test_a_belligerents_zone_follows_over_the_open_border() -> None:
    """Germans in Belgium stop at the zone of a Frenchman who stands outside it, later on the way too (R053)."""
    game = scene("1939 bare / 0812: fra2inf / 1112: ger2inf / axis movement")
    assert refused(game, "axis", "move ger2inf@1112 1112>1012>0912>0913") == "5.25"
    assert refused(game, "axis", "move ger2inf@1112 1112>1012>0912") == ""


@pytest.mark.rule("ww2eto", "14.34", "10.34/d")
def test_no_center_falls_in_peace() -> None:
    """Axis units on the border take no Resource Centers by their zones before war, and take them in war."""
    text = "1941 bare / 1811: ger4inf / 2015: rum1inf / axis movement"
    peace, war = scene(text), scene(text.replace("bare /", "bare / war /"))
    for game in (peace, war):
        play(game, "axis: end")
    assert names(peace, peace.table.p.axis_centers) == set()
    assert names(war, war.table.p.axis_centers) == {"1911", "2115"}


@pytest.mark.rule("ww2eto", "14.34")
def test_no_train_over_the_peaceful_border() -> None:
    """With the alternate rail rule no zone makes hexes across the border friendly in peace, on either side."""
    units = "1612: ger4inf / 1714: ger1inf / 1813: sov2inf / 2309: sov2inf / 0811: brt3inf"
    game = scene(f"1941 bare / {units} / allied build_up", options=NO_PARTISANS | {"alternate_rail": "on"})
    until(game, "axis", "movement")
    p = game.table.p
    assert not p.axis_hexes & p.soviet_ground
    assert not p.soviet_hexes & p.axis_ground


@pytest.mark.rule("ww2eto", "5.61")
def test_no_train_where_vichy_has_risen() -> None:
    """A Free Frenchman who rises keeps German trains out of Unoccupied France, dead or alive, in that turn (R201)."""
    text = "1941 bare / 0816: vic1inf / 0713: ger2inf / 1016: ger1mech ger4mech / axis movement"
    game = play(scene(text, dice=[1], options=NO_PARTISANS), "axis: move ger1mech@1016 0917")
    assert at(game, "0816") == ["ffr1inf"]
    play(
        game,
        "axis: mark ger2inf@0713",
        "axis: move ger4mech@1016 0916",
        "axis: end",
        "axis: attack ger4mech@0916+ger1mech@0917 0816",
        "axis: pass",
    )
    assert at(game, "0816") == []
    south = {"0815", "0816", "0916", "0917"}
    assert not names(game, control.friendly_countries(game.table, w.AXIS)) & south
    until(game, "axis", "rail")
    assert refused(game, "axis", "rail ger2inf@0713 0815") == "5.62"
    assert refused(game, "axis", "rail ger2inf@0713 0914") == ""
    until(game, "axis", "movement")
    assert names(game, control.friendly_countries(game.table, w.AXIS)) >= south


@pytest.mark.rule("ww2eto", "5.61")
def test_no_train_where_an_army_is_built() -> None:
    """Russians built in an emptied Russia stop German trains in it."""
    text = "1941 bare / war / turn 2-1942 / 1910: ger4inf / 2209: ger1inf / 0811: brt3inf / 1312: ger1inf"
    game = scene(f"{text} / allied build_up", options=NO_PARTISANS, dice=[1] * 20)
    until(game, "axis", "movement")
    assert refused(game, "axis", "mark ger4inf@1910") == ""
    until(game, "allied", "reinforcing")
    play(game, "allied: build ussr/resource_center infantry 2 3117")
    until(game, "axis", "movement")
    assert refused(game, "axis", "mark ger4inf@1910") == "5.61"


@pytest.mark.rule("ww2eto", "5.85")
def test_a_landing_under_way_has_no_zone() -> None:
    """A landing that waits on a coast hex of the Red Sea for its assault controls nothing around it (R197)."""
    units = "2425: ger1inf / 3324: usa2mech usa4mech / 2325: usa1mech usa1mech"
    game = scene(f"1941 bare / turn 3-1943 / {units} / allied movement")
    before = zones.zone_against(game.table, w.AXIS)
    play(game, "allied: land usa2mech@3324 2425")
    assert at(game, "2525") == ["usa2mech"]
    assert zones.zone_against(game.table, w.AXIS) == before


@pytest.mark.rule("ww2eto", "5.63")
def test_a_zone_that_came_alive_stops_a_train() -> None:
    """A marked unit that war puts in a Russian zone stays, though the Russian is destroyed at once (R222)."""
    text = "1941 bare / 1713: sov2inf / 2209: sov2inf / 1613: ger1inf / 1612: ger4mech ger3mech / axis movement"
    game = play(scene(text, dice=[1]), "axis: mark ger1inf@1613", "axis: end",
                "axis: attack ger4mech@1612+ger3mech@1612 1713", "axis: pass", "axis: end", "axis: end")  # fmt: skip
    assert (at(game, "1713"), game.table.frame.step) == ([], "rail")
    assert refused(game, "axis", "rail ger1inf@1613 1512") == "5.63"
    invaded = scene("1940 bare / turn 3-1940 / 1415: yug1inf / 1414: ger4mech ger1inf / axis movement")
    play(invaded, "axis: overrun ger4mech@1414 1415")
    assert invaded.table.p.zoned >> unit(invaded, "1414") & 1


@pytest.mark.rule("ww2eto", "16.14", "12.0")
def test_russia_at_peace_is_closed_to_the_west() -> None:
    """No British march from Norway to Murmansk and no landing at Archangel before Russia is at war (R230)."""
    text = "1941 bare / turn 3-1941 / 1801: brt1inf / 0808: brt1inf / 0811: brt3inf / 1312: ger1inf / 2007: sov2inf"
    text += " / allied movement"
    for option, number in (("on", "16.14"), ("off", "12.0")):
        options = {**NO_PARTISANS, "minors": option}
        calm = scene(text, options=options)
        assert refused(calm, "allied", "move brt1inf@1801 1801>1902") == number
        assert refused(calm, "allied", "land brt1inf@0808 2103") == number
        war = scene(text.replace("bare", "bare / war"), options=options)
        assert refused(war, "allied", "move brt1inf@1801 1801>1902") == ""


@pytest.mark.rule("ww2eto", "9.0")
def test_no_path_through_russia_at_peace() -> None:
    """A German in eastern Turkey whose way west is cut has no path round the Black Sea (R230)."""
    text = "1941 bare / invaded turkey / 2718: ger4mech / 2419: tur1inf / 2619: brt1inf / 2325: brt1inf"
    game = scene(f"{text} / 2318: brt1inf / 1312: ger1inf / 2007: sov2inf / axis combat", options=NO_PARTISANS)
    assert not supply.supplied(game.table, unit(game, "2718"))


@pytest.mark.rule("ww2eto", "16.32")
def test_two_who_go_together_are_two_points() -> None:
    """Two Rumanian points may not march, overrun or retreat out of Rumania beside each other (R108)."""
    text = "1941 bare / war / turn 3-1942 / 2015: rum1inf rum1inf / 1312: ger1inf / 2614: sov1inf / axis movement"
    game = scene(text, options=NO_PARTISANS)
    assert refused(game, "axis", "move rum1inf@2015+rum1inf@2015 2015>2115") == "16.32"
    assert refused(game, "axis", "move rum1inf@2015+rum1inf@2015 2015>1916") == ""
    text = "1941 bare / war / turn 3-1942 / 2115: ger1inf / 2215: rum1inf / 2015: rum2inf / 1312: ger1inf"
    text += " / 1916: sov3inf / 2014: sov3inf / 2614: sov1inf / allied combat"
    game = scene(text, dice=[6], options=NO_PARTISANS)
    play(game, "allied: attack sov3inf@1916+sov3inf@2014 2015")
    assert (at(game, "2115"), at(game, "2215")) == (["ger1inf"], ["rum1inf"])


@pytest.mark.rule("ww2eto", "16.31")
def test_who_may_not_attack_does_not_overrun() -> None:
    """Before Russia is at war a Bulgarian helps in no overrun, as he joins no attack."""
    text = "1940 bare / turn 3-1940 / invaded greece / 1719: ger2inf bul1inf / 1819: gre1inf / 1312: ger1inf"
    calm = scene(f"{text} / axis movement", options=NO_PARTISANS)
    assert refused(calm, "axis", "overrun bul1inf@1719+ger2inf@1719 1819") == "16.31"
    war = scene(f"{text.replace('bare', 'bare / war')} / axis movement", options=NO_PARTISANS)
    assert refused(war, "axis", "overrun ger2inf@1719+bul1inf@1719 1819") == ""


@pytest.mark.rule("ww2eto", "16.32")
def test_no_overrun_beyond_the_leash() -> None:
    """A Rumanian of two points overruns an intruder at home, but not the Russian across the border."""
    text = "1941 bare / war / turn 3-1942 / 2015: rum2inf rum2inf / 1916: sov1inf / 2115: sov1inf / 1312: ger1inf"
    game = scene(f"{text} / 2614: sov1inf / axis movement", options=NO_PARTISANS)
    assert refused(game, "axis", "overrun rum2inf@2015+rum2inf@2015 2115") == "16.32"


@pytest.mark.rule("ww2eto", "16.42")
def test_a_joint_attack_on_finns_is_a_russian_one() -> None:
    """Finns whom British and Russians attack together may strike back, whoever is named first."""
    text = "1941 bare / war / turn 3-1942 / 1903: brt2inf / 1905: sov2inf / 1904: fin1inf / 1706: fin1inf"
    game = scene(f"{text} / 1312: ger1inf / 2309: sov1inf / allied combat", dice=[6], options=NO_PARTISANS)
    t = game.table
    t.p.notes[neutrals.AXIS_IN_FINLAND] = 1
    finn = 1 << unit(game, "1706")
    assert not movement.permitted(t, control.ATTACKERS) & finn
    play(game, "allied: attack brt2inf@1903+sov2inf@1905 1904")
    assert movement.permitted(t, control.ATTACKERS) & finn
