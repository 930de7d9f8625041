"""Borders of sleeping powers (6.0/e, 12.0, 14.1, 14.34): what wakes them and how far their zones reach."""

from __future__ import annotations

import pytest

from .scenes import at, play, refused, scene, until

PARTITION = "1939 bare / turn 3-1940 / 1713: sov2inf / 1912: sov2inf / 1714: ger4mech ger3inf / russian holds 1713"
RUMANIANS = "1940 bare / war / turn 3-1940 / 2015: rum1inf / 2115: sov1inf / 1914: sov2inf / 1312: ger1inf"
NO_PARTISANS = {"partisans": "off"}
TUNIS = "1941 bare / turn 3-1943 / 1023: vic1inf / 0721: vic1inf / 1124: usa4mech / allied movement"


@pytest.mark.rule("ww2eto", "10.31/b", "8.4")
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


@pytest.mark.rule("ww2eto", "16.14", "16.21")
def test_no_sanctuary() -> None:
    """Rumanians who attack across their border open it: Russians march in and attack what stands there (R227)."""
    calm = scene(f"{RUMANIANS} / allied movement", options=NO_PARTISANS)
    assert refused(calm, "allied", "move sov2inf@1914 1915") == "16.14"
    game = scene(f"{RUMANIANS} / axis combat", dice=[6], options=NO_PARTISANS)
    until(play(game, "axis: attack rum1inf@2015 2115"), "allied", "movement")
    assert refused(game, "allied", "move sov2inf@1914 1915") == ""
    until(game, "allied", "combat")
    assert refused(game, "allied", "attack sov1inf@2115 2015") == ""


@pytest.mark.rule("ww2eto", "16.14", "12.0")
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
