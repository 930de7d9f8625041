"""Three players (16.8): Russians on Allied ships, and whom Russia may fight before it is at war."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.sea import shipping
from grognard.titles.ww2eto.state import ITALY_ACTIVE

from .scenes import at, offers, play, refused, scene, unit, until

THREE = {"three_players": "on", "partisans": "off"}
MURMANSK = (
    "1939 bare / war / turn 3-1941 / 1902: sov1inf / 0811: brt3inf / 1312: ger1inf / soviet holds 1902 / allied naval"
)
LENINGRAD = (
    "1939 bare / war / turn 3-1941 / 0811: brt3inf / 2007: sov3inf / 1312: ger1inf / soviet holds 2007 1708 / "
    "allied naval"
)
KARELIA = "1939 bare / turn 3-1940 / 2007: sov2inf / 1911: sov2inf / 1811: ger1inf / 1907: fin1inf / 0811: brt3inf"


@pytest.mark.rule("ww2eto", "16.85", "5.7/f")
def test_russians_sail_to_allied_ports() -> None:
    """Allied ships take Russians through Suez to Allied ports, as far as they may be from home (14.5)."""
    game = play(scene(MURMANSK, options=THREE), "allied: lend 2")
    until(game, "soviet", "naval")
    assert shipping.closed_passages(game.table, w.SOVIET) == frozenset()
    assert {"2325", "2522", "3223"} <= offers(game, "soviet", "ship", "sov1inf@1902")
    assert refused(game, "soviet", "ship sov1inf@1902 0808") == "14.5"
    assert refused(game, "soviet", "ship sov1inf@1902 1411") == "5.7/f"
    play(game, "soviet: ship sov1inf@1902 3223")
    assert at(game, "3223") == ["sov1inf"]


def test_a_russian_at_suez_shuts_no_canal() -> None:
    """5.74: only the Axis shuts the canal to Allied ships, not a Russian unit that they have brought there."""
    text = MURMANSK.replace("0811: brt3inf", "0811: brt3inf / 3223: brt1inf")
    game = play(scene(text, options=THREE), "allied: lend 2")
    until(game, "soviet", "naval")
    play(game, "soviet: ship sov1inf@1902 2325")
    until(game, "allied", "naval")
    assert refused(game, "allied", "ship brt1inf@3223 2224") == ""


@pytest.mark.rule("ww2eto", "5.72", "16.85")
def test_lent_points_are_used_once() -> None:
    """Who lends all three of his transport points ships nothing himself."""
    game = play(scene(LENINGRAD, options=THREE), "allied: lend 3")
    assert refused(game, "allied", "ship brt3inf@0811 0120") == "5.72"
    until(game, "soviet", "naval")
    play(game, "soviet: ship sov3inf@2007 1708")
    assert (at(game, "1708"), game.table.p.naval_used) == (["sov3inf"], 3)


@pytest.mark.rule("ww2eto", "16.84", "14.32")
def test_russia_attacks_finland_at_peace() -> None:
    """Russians at peace may attack a Finn behind his border; that is war with the Axis at once (R206)."""
    game = scene(f"{KARELIA} / soviet combat", dice=[1], options=THREE)
    assert refused(game, "soviet", "attack sov2inf@1911 1811") == "14.32"
    play(game, "soviet: attack sov2inf@2007 1907")
    assert game.table.p.russia_at_war


TURKEY = (
    "1939 bare / turn 3-1940 / 2717: sov2inf / 2718: tur1inf / 2420: tur1inf / 2309: sov2inf / 2209: sov2inf / "
    "2210: sov2inf / 1312: ger1inf / 0811: brt3inf"
)


@pytest.mark.rule("ww2eto", "16.84", "16.82/e")
def test_russia_goes_on_against_a_neutral_that_it_has_attacked() -> None:
    """A neutral that Russia attacks joins the Axis, and Russia fights it as one of the Axis from then on (R206)."""
    game = play(scene(f"{TURKEY} / soviet combat", dice=[6] * 9, options=THREE), "soviet: attack sov2inf@2717 2718")
    assert game.table.p.russia_at_war and not game.table.p.russia_invaded_on
    until(game, "soviet", "combat")
    assert refused(game, "soviet", "attack sov2inf@2717 2718") == ""


@pytest.mark.rule("ww2eto", "16.84")
def test_russia_marches_on_through_a_neutral() -> None:
    """Who has crossed the Norwegian border goes on in the next Game-Turn."""
    text = TURKEY.replace("2717: sov2inf / 2718: tur1inf / 2420: tur1inf", "1902: sov2inf / 1207: nor1inf")
    game = play(scene(f"{text} / soviet movement", options=THREE), "soviet: move sov2inf@1902 1801")
    until(game, "soviet", "movement")
    assert refused(game, "soviet", "move sov2inf@1801 1702") == ""


@pytest.mark.rule("ww2eto", "16.82/e")
def test_a_second_unit_follows_into_a_neutral_at_peace() -> None:
    """Persia, which has no army, brings no war (R206) and stays open when the first Russian has crossed its border."""
    text = "1939 bare / turn 3-1940 / 2918: sov2inf / 3017: sov2inf / 1909: sov2inf / 1910: sov2inf / 1312: ger1inf"
    game = scene(f"{text} / soviet movement", options=THREE)
    play(game, "soviet: move sov2inf@2918 2919", "soviet: move sov2inf@3017 3018")
    play(game, "soviet: move sov2inf@1909 1809", "soviet: move sov2inf@1910 1709")
    assert [at(game, place) for place in ("2919", "3018", "1809", "1709")] == [["sov2inf"]] * 4
    assert not game.table.p.russia_at_war


@pytest.mark.rule("ww2eto", "16.85", "6.51")
def test_aborted_points_keep_western_supply() -> None:
    """A point that goes back to port stays on the supply that its unit had."""
    text = (
        "1939 bare / war / turn 3-1942 / 2007: sov2inf / 1710: ger1inf / 1312: ger1inf / 2309: sov1inf / "
        "0811: brt3inf / soviet holds 1708 2007 / soviet naval"
    )
    game = scene(text, dice=[6, 1], options=THREE)
    p = game.table.p
    p.attached |= 1 << unit(game, "2007")
    p.notes["lent"] = 2
    game._changed()
    play(game, "soviet: ship sov2inf@2007 1708")
    assert (at(game, "2007"), at(game, "1708")) == (["sov1inf"], ["sov1inf"])
    assert all(p.attached >> unit(game, place) & 1 for place in ("2007", "1708"))


@pytest.mark.rule("ww2eto", "16.53")
def test_partisans_do_not_stack_with_russians() -> None:
    """With three players Russians are no friends of the Allies' partisans, who rise beside them (R182)."""
    text = (
        "1939 bare / war / turn 3-1943 / 1517: sov1inf / 1417: sov1inf / 1719: ger2inf / invaded yugoslavia / "
        "1312: ger1inf / 2309: sov1inf / 0811: brt3inf / allied partisans"
    )
    game = scene(text, dice=[4] * 6, options={"three_players": "on", "partisans": "on"})
    assert offers(game, "allied", "raise") == {"1617"}


@pytest.mark.rule("ww2eto", "16.65/a")
def test_partisans_who_rise_in_a_battle_are_no_defenders() -> None:
    """Italy surrenders with the first of two points lost: the second does not strike the partisan that rises (R182)."""
    text = (
        "1939 bare / war / turn 3-1943 / italy=1 / italy_lost=7 / italy_invaded=1 / 1718: ita1inf ita2inf / "
        "1818: sov4inf sov4inf / 1312: ger1inf / 2309: sov1inf / russian combat"
    )
    options = {"three_players": "on", "partisans": "on", "italian_entry": "on"}
    game = scene(text, dice=[1], options=options)
    game.table.p.sealed = 0
    play(game, "soviet: attack sov4inf@1818+sov4inf@1818 1718", "axis: lose ita1inf@1718")
    assert at(game, "1718") == ["yug1part"]
    assert game.table.frame.step == "combat"


@pytest.mark.rule("ww2eto", "16.84")
def test_russia_invades_an_axis_ally_whom_germans_guard() -> None:
    """Germans in Rumania keep no Russian out: he comes when he wishes, stops in their zones, and it is war (R206)."""
    text = "1939 bare / turn 3-1940 / 2015: rum1inf / 1714: ger2inf / 2115: sov2inf / 1914: sov2inf / 0811: brt3inf"
    game = play(scene(f"{text} / axis movement", options=THREE), "axis: move ger2inf@1714 1815")
    until(game, "soviet", "movement")
    assert {"1915"} == offers(game, "soviet", "move", "sov2inf@1914", ".") & {"1915", "1916"}
    play(game, "soviet: move sov2inf@1914 1915")
    assert (at(game, "1915"), game.table.p.russia_at_war) == (["sov2inf"], 1)


@pytest.mark.rule("ww2eto", "16.82/e")
def test_russia_draws_italy_in() -> None:
    """R238: Russia's own player may enter a neutral Italy, which is then in the war; the Western Allies may not."""
    text = "1939 bare / war / turn 3-1941 / 1415: sov2inf / 1316: ita1inf / 1312: ger1inf"
    text += " / 0811: brt3inf / 0917: brt2inf"
    west = scene(f"{text} / allied movement", options=THREE)
    assert refused(west, "allied", "move brt2inf@0917 1016") == "16.63"
    game = play(scene(f"{text} / soviet movement", options=THREE), "soviet: move sov2inf@1415 1215")
    assert (at(game, "1215"), game.table.p.italy) == (["sov2inf"], ITALY_ACTIVE)
    two = scene(f"{text} / allied movement", options={"partisans": "off"})
    assert refused(two, "allied", "move sov2inf@1415 1215") == "16.63"
