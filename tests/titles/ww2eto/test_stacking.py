"""Stacking, break-down and build-up (chapter 7): cases by rule."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto.land import supply

from .scenes import at, offers, play, refused, scene, unit, until


@pytest.mark.rule("ww2eto", "7.0/c")
def test_overstack_is_repaired() -> None:
    """A hex over the limit must be within it before the Initial Movement Phase ends; the owner may give a unit up."""
    game = scene("1941 bare / war / 2310: sov1inf sov2inf sov3inf / allied movement")
    assert refused(game, "allied", "end") == "7.0/c"
    play(game, "allied: give_up sov1inf@2310", "allied: end")
    assert at(game, "2310") == ["sov2inf", "sov3inf"]


@pytest.mark.rule("ww2eto", "7.0/b", "7.13")
def test_retreated_units_do_not_defend() -> None:
    """Six points defend, cut off and so halved; the two that fell back onto them do not, but share the loss (W09)."""
    ring = "2109: ger1inf / 2408: ger1inf / 2410: ger4inf ger2inf / 2110: ger4inf ger1inf"
    text = f"1941 bare / war / turn 4-1941 / 2209: sov3inf / {ring} / 2310: sov3inf sov3inf / axis combat"
    game = play(scene(text, [6, 4]), "axis: attack ger1inf@2110+ger4inf@2110 2209", "axis: pass")
    assert at(game, "2310") == ["sov2inf", "sov3inf", "sov3inf"]
    play(game, "axis: attack ger4inf@2410+ger2inf@2410 2310")
    assert game.table.frame["points"] == 2
    assert offers(game, "allied", "lose") == {"sov2inf@2310", "sov3inf@2310"}


@pytest.mark.rule("ww2eto", "7.26")
def test_russians_in_peace_stand_alone() -> None:
    """In peacetime Russian units never stack; in war they do."""
    game = scene("1941 bare / 2310: sov2inf / 2309: sov2inf / allied movement")
    assert refused(game, "allied", "move sov2inf@2310 2309") in ("7.26", "7.0")
    assert "2309" not in offers(game, "allied", "move", "sov2inf@2310", ".")
    war = scene("1941 bare / war / 2310: sov2inf / 2309: sov2inf / allied movement")
    assert "2309" in offers(war, "allied", "move", "sov2inf@2310", ".")


@pytest.mark.rule("ww2eto", "7.21", "4.2/A6")
def test_sizes_change_in_their_phase() -> None:
    """Two units merge in the Build-up Phase, and in no other (W17)."""
    game = scene("1941 bare / 1312: ger2inf ger2inf / axis build_up")
    assert "merge" in offers(game, "axis")
    assert refused(game, "axis", "merge ger2inf@1312 ger2inf@1312 2") == ""
    assert offers(scene("1941 bare / 1312: ger2inf ger2inf / axis movement"), "axis") & {"merge", "split"} == set()
    lone = scene("1941 bare / 1312: ger1inf / 1412: ger2inf / axis build_up")
    assert refused(lone, "axis", "split ger1inf@1312 1") == "7.21"


def test_merge_and_split() -> None:
    """Points pass between units of one nation and kind in a hex."""
    game = scene("1941 bare / 1312: ger2inf ger2inf / 1412: ger3inf / axis build_up")
    play(game, "axis: merge ger2inf@1312 ger2inf@1312 2", "axis: split ger3inf@1412 1")
    assert at(game, "1312") == ["ger4inf"]
    assert at(game, "1412") == ["ger1inf", "ger2inf"]


@pytest.mark.rule("ww2eto", "7.22")
def test_german_size() -> None:
    """A German unit of four points takes no fifth (W10)."""
    game = scene("1941 bare / 1312: ger4inf ger1inf / axis build_up")
    assert refused(game, "axis", "merge ger4inf@1312 ger1inf@1312 1") == "7.22"
    assert refused(game, "axis", "merge ger1inf@1312 ger4inf@1312 3") == ""


@pytest.mark.rule("ww2eto", "7.22/a")
def test_other_axis_size() -> None:
    """An Italian unit has at most two points."""
    game = scene("1941 bare / 1117: ita2inf ita1inf / axis build_up")
    assert refused(game, "axis", "merge ita2inf@1117 ita1inf@1117 1") == "7.22/a"


@pytest.mark.rule("ww2eto", "7.23")
def test_allied_size() -> None:
    """A British unit has at most three points before 1943 and four from then on."""
    before = scene("1941 bare / 0811: brt3inf brt1inf / allied build_up")
    assert refused(before, "allied", "merge brt3inf@0811 brt1inf@0811 1") == "7.23"
    after = scene("1941 bare / turn 1-1943 / 0811: brt3mech brt1mech / allied build_up")
    play(after, "allied: merge brt3mech@0811 brt1mech@0811 1")
    assert at(after, "0811") == ["brt4mech"]


@pytest.mark.rule("ww2eto", "7.27")
def test_russian_size_from_1943() -> None:
    """From 1/1943 Russian units reach four points, invaded or not; before, an invaded Russia builds threes."""
    after = scene("1941 bare / war / russia_invaded_on=0 / turn 1-1943 / 2310: sov3inf sov1inf / allied build_up")
    before = scene("1941 bare / war / turn 4-1942 / 2310: sov3inf sov1inf / allied build_up")
    assert refused(before, "allied", "merge sov3inf@2310 sov1inf@2310 1") != ""
    play(after, "allied: merge sov3inf@2310 sov1inf@2310 1")
    assert at(after, "2310") == ["sov4inf"]


@pytest.mark.rule("ww2eto", "7.25")
def test_no_third_unit_by_splitting() -> None:
    """A unit is not split in a hex that holds two."""
    game = scene("1941 bare / 1312: ger2inf ger3mech / axis build_up")
    assert refused(game, "axis", "split ger2inf@1312 1") == "7.25"


@pytest.mark.rule("ww2eto", "7.28")
def test_french_in_a_port() -> None:
    """French units change size only in a port."""
    game = scene("1940 bare / 0914: fra2inf / 0713: fra2inf / allied build_up")
    assert refused(game, "allied", "split fra2inf@0914 1") == "7.28"
    assert refused(game, "allied", "split fra2inf@0713 1") == ""


@pytest.mark.rule("ww2eto", "10.32/e")
def test_russians_of_two_points_in_peace() -> None:
    """In peacetime no Russian unit is split or merged."""
    game = scene("1941 bare / 2310: sov2inf / allied build_up")
    assert refused(game, "allied", "split sov2inf@2310 1") == "10.32/e"


@pytest.mark.rule("ww2eto", "3.21")
def test_garrisons_keep_their_size() -> None:
    """A garrison is a kind of its own: infantry beside it does not merge with it."""
    game = scene("1941 bare / 1322: brt1gar brt1inf / allied build_up")
    assert refused(game, "allied", "merge brt1gar@1322 brt1inf@1322 1") == "3.21"


@pytest.mark.rule("ww2eto", "7.22/a")
def test_vichy_units_in_axis_service_stay_small() -> None:
    """Vichy units that fight for the Axis are built up to two points, like all its units but Germans (R159)."""
    text = "1941 bare / turn 3-1942 / 0721: vic2inf vic1inf / 1224: brt2inf / 1312: ger1inf / 0811: brt3inf"
    game = scene(f"{text} / allied movement", options={"partisans": "off"})
    until(play(game, "allied: move brt2inf@1224 1224>1124>1023"), "axis", "build_up")
    assert refused(game, "axis", "merge vic2inf@0721 vic1inf@0721 1") == "7.22/a"
    assert refused(game, "axis", "merge vic1inf@0721 vic2inf@0721 1") == ""


def test_parts_of_a_unit_on_western_supply() -> None:
    """Russians whom Allied ships carried keep Western supply when they split, and when one joins another (16.85)."""
    text = "1939 bare / war / turn 3-1941 / 1925: sov2inf / 1312: ger1inf / russian build_up"
    game = scene(text, options={"three_players": "on", "partisans": "off"})
    t = game.table
    t.p.attached |= 1 << unit(game, "1925")
    play(game, "soviet: split sov2inf@1925 1")
    stack = t.p.stacks[t.world.node("1925")]
    assert [supply.supplied(t, piece) for piece in stack] == [True, True]
    t.p.attached &= ~(1 << stack[0])
    play(game, "soviet: merge sov1inf@1925 sov1inf@1925 1")
    assert supply.supplied(t, unit(game, "1925"))
