"""Whose countries and hexes trains and ships may use (5.61, 5.65, R059, R062, R223)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import control

from .scenes import names, play, refused, scene, until


def countries(game: grognard.Game, name: str) -> set[str]:
    """The countries that a side has conquered or owns."""
    t = game.table
    return {c.id for c in t.world.countries if getattr(t.p, name) >> c.index & 1}


@pytest.mark.rule("ww2eto", "5.61")
def test_who_passed_through_was_last_in_it() -> None:
    """A German crosses the Netherlands into Belgium: from the next Game-Turn both carry trains, though one is empty."""
    game = scene("1940 bare / 1111: ger2inf ger1inf / axis movement")
    play(game, "axis: move ger2inf@1111 1111>1011>0912", "axis: mark ger1inf@1111", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1111 1012") == "5.62"
    until(game, "axis", "movement")
    assert countries(game, "axis_countries") >= {"netherlands", "belgium"}
    play(game, "axis: mark ger1inf@1111", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1111 1012") == ""


@pytest.mark.rule("ww2eto", "5.61")
def test_the_last_to_pass_counts() -> None:
    """When a British unit comes through after the German the Netherlands are not the Axis's."""
    game = scene("1940 bare / 1111: ger2inf / 0913: brt1inf / invaded belgium / axis movement")
    play(game, "axis: move ger2inf@1111 1111>1011>1111>1211")
    until(game, "allied", "movement")
    play(game, "allied: move brt1inf@0913 0913>0912>1011>1012")
    until(game, "axis", "movement")
    assert "netherlands" not in countries(game, "axis_countries")
    assert countries(game, "allied_countries") >= {"netherlands", "belgium"}
    play(game, "axis: mark ger2inf@1211", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger2inf@1211 1011") == "5.62"


@pytest.mark.rule("ww2eto", "5.65")
def test_hexes_left_behind_are_friendly() -> None:
    """A tank drives three hexes into Russia: the hexes behind it, out of all zones now, carry trains next turn."""
    text = "1941 bare / war / 1612: ger2mech ger1inf / 2307: sov1inf / axis movement"
    game = scene(text, options={"alternate_rail": "on"})
    play(game, "axis: move ger2mech@1612 1612>1712>1812>1912>2011")
    assert "1712" not in names(game, control.friendly_hexes(game.table, w.AXIS))
    until(game, "axis", "movement")
    assert {"1712", "1812", "1912", "2011"} <= names(game, control.friendly_hexes(game.table, w.AXIS))
    play(game, "axis: mark ger1inf@1612", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1612 2011") == ""


@pytest.mark.rule("ww2eto", "5.65")
def test_an_enemy_zone_undoes_it() -> None:
    """A Russian walks past the road in his own turn: what his zone touched is not friendly."""
    text = "1941 bare / war / 1612: ger2mech ger1inf / 2014: sov2inf"
    game = scene(f"{text} / axis movement", options={"alternate_rail": "on"})
    play(game, "axis: move ger2mech@1612 1612>1712>1812>1912>2011")
    until(game, "allied", "movement")
    play(game, "allied: move sov2inf@2014 2014>1914>1913>2013")
    until(game, "axis", "movement")
    friendly = names(game, control.friendly_hexes(game.table, w.AXIS))
    assert "1812" not in friendly and {"1712", "1912"} <= friendly
    play(game, "axis: mark ger1inf@1612", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1612 1812") == "5.65"


HEXES, QUIET = {"alternate_rail": "on"}, {"partisans": "off"}


@pytest.mark.rule("ww2eto", "5.65")
def test_a_zone_that_came_with_war_and_went_undoes_it() -> None:
    """R223: a road past Russians who go to war in the same Game-Turn and walk off carries no trains in the next."""
    text = "1941 bare / 1511: ger2mech / 1411: ger1inf / 1804: ger3inf / 1712: sov2inf / 0811: brt3inf / axis movement"
    game = scene(text, options=HEXES)
    play(game, "axis: move ger2mech@1511 1511>1611>1612>1613>1614")
    play(until(game, "allied", "russian_entry"), "allied: intervene")
    play(game, "allied: move sov2inf@1712 1712>1812>1912")
    until(game, "axis", "movement")
    play(game, "axis: mark ger1inf@1411", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1411 1612") == "5.65"
    assert refused(game, "axis", "rail ger1inf@1411 1512") == ""


FRANCE = "1941 bare / war / turn 3-1943 / allied holds 0813 0814 0914 / 1014: ger1inf / 1312: ger1inf / 2309: sov2inf"


def test_who_stood_there_last_keeps_it() -> None:
    """R223: the hex from which the British beat the German beside it, and drove off after that, is theirs."""
    text = FRANCE.replace("1014", "0811: brt1mech / 0712: brt1mech / 0914: brt4mech / 1014")
    game = scene(f"{text} / allied combat", [1], options=QUIET)
    assert "0914" not in names(game, game.table.p.allied_hexes)
    play(game, "allied: attack brt4mech@0914 1014", "allied: pass", "allied: end")
    play(game, "allied: move brt4mech@0914 0914>0813>0713")
    until(game, "axis", "movement")
    friendly = names(game, control.friendly_hexes(game.table, w.ALLIED))
    assert "0914" in friendly and "1014" not in friendly


def test_who_leaves_under_a_zone_does_not() -> None:
    """R223: the British who go while the German stands beside them leave a hex behind that is nobody's."""
    text = FRANCE.replace("1014", "0811: brt3mech / 1114: usa4mech / 0914: brt1mech / 1014")
    game = scene(f"{text} / allied movement", [1], options=QUIET)
    play(game, "allied: move brt1mech@0914 0914>0813>0713", "allied: end")
    play(game, "allied: attack usa4mech@1114 1014", "allied: pass")
    until(game, "axis", "movement")
    assert "0914" not in names(game, control.friendly_hexes(game.table, w.ALLIED))


@pytest.mark.rule("ww2eto", "5.61")
def test_partisans_do_not_hold_a_country() -> None:
    """R059: Germans in Spain conquer it although a partisan stands there; an army denies it, with partisans or not."""
    text = "1941 bare / invaded spain / 0417: ger1inf / 0217: spa1part / axis build_up"
    held = until(scene(text), "axis", "movement")
    assert "spain" in countries(held, "axis_countries") and refused(held, "axis", "mark ger1inf@0417") == ""
    for army in ("spa1inf", "spa1inf spa1part"):
        free = until(scene(text.replace("spa1part", army)), "axis", "movement")
        assert "spain" not in countries(free, "axis_countries")
        assert refused(free, "axis", "mark ger1inf@0417") == "5.61"


@pytest.mark.rule("ww2eto", "6.0/e")
def test_a_neutral_border_keeps_ports_friendly() -> None:
    """Italians on the move in neutral Genoa take nothing from Marseilles, nor do Frenchmen beside it from Genoa."""
    text = "1940 bare / 1117: ita1inf / 0916: fra1inf / 0917: fra1inf / 0811: brt3inf / 1112: ger4inf"
    game = play(scene(f"{text} / axis movement"), "axis: move ita1inf@1117 1016")
    until(game, "allied", "naval")
    assert refused(game, "allied", "ship fra1inf@0917 0620") == ""
    game = scene(f"{text} / allied movement")
    play(game, "allied: move fra1inf@0916 0916>0917", "allied: move fra1inf@0917 0917>0916")
    assert "1016" in names(game, game.table.p.axis_hexes)


@pytest.mark.rule("ww2eto", "16.41")
def test_finns_at_home_shut_no_russian_port() -> None:
    """The zone of a Finn who walks up to the border ends there: Leningrad ships its Russians still."""
    game = scene("1941 bare / 1906: fin2inf / 2007: sov2inf / 2309: sov2inf / 0811: brt3inf / war / axis movement")
    play(game, "axis: move fin2inf@1906 1907")
    until(game, "allied", "naval")
    assert refused(game, "allied", "ship sov2inf@2007 1809") == ""
