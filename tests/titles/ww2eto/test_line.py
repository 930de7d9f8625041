"""Overrun of a line (8.47/e, R114): hexes that cover each other fall together."""

from __future__ import annotations

import pytest

import grognard

from .scenes import at, offers, play, refused, scene

W37 = "1941 bare / war / 2208: sov1inf / 2209: sov2inf / 2108: ger4mech / 2210: ger4inf ger3inf"


@pytest.mark.rule("ww2eto", "8.47/e")
def test_two_hexes_at_once() -> None:
    """W37: each of two Russian hexes is covered by the other; neither is overrun alone, both are by one order."""
    game = scene(f"{W37} / axis movement")
    assert refused(game, "axis", "overrun ger4mech@2108 2208") == "8.47/e"
    assert "overrun" not in offers(game, "axis")
    play(game, "axis: line ger4mech@2108 2208")
    assert "overrun_line" not in offers(game, "axis")
    play(game, "axis: line ger4inf@2210+ger3inf@2210 2209", "axis: overrun_line")
    assert (at(game, "2208"), at(game, "2209")) == (["ger4mech"], ["ger3inf", "ger4inf"])
    assert game.table.p.pool["ussr/8"] == 3
    assert not any(key.startswith("line/") for key in game.table.p.notes)


@pytest.mark.rule("ww2eto", "8.47/e")
def test_a_line_of_three() -> None:
    """The middle of three is covered from both sides: all three fall, or with one of them unnamed none does."""
    russians = "2208: sov1inf / 2209: sov1inf / 2210: sov1inf"
    game = scene(f"1941 bare / war / {russians} / 2108: ger4mech / 2110: ger4inf / 2311: ger4inf / axis movement")
    play(game, "axis: line ger4mech@2108 2208", "axis: line ger4inf@2110 2209")
    assert "overrun_line" not in offers(game, "axis")
    play(game, "axis: line ger4inf@2311 2210", "axis: overrun_line")
    assert (at(game, "2208"), at(game, "2209"), at(game, "2210")) == (["ger4mech"], ["ger4inf"], ["ger4inf"])


@pytest.mark.rule("ww2eto", "8.43")
def test_a_line_needs_the_strength_at_every_hex() -> None:
    """With three points too few against the second hex it cannot be named, and so nothing falls."""
    game = scene(f"{W37.replace(' ger3inf', '')} / axis movement")
    assert refused(game, "axis", "line ger4inf@2210 2209") != ""
    assert "overrun_line" not in offers(game, "axis")


def test_what_is_named_is_forgotten() -> None:
    """A unit that was named and then moved away takes no part, and the end of the phase forgets the line."""
    game = scene(f"{W37} / axis movement")
    play(game, "axis: line ger4mech@2108 2208", "axis: line ger4inf@2210+ger3inf@2210 2209")
    play(game, "axis: move ger3inf@2210 2211")
    assert "overrun_line" not in offers(game, "axis")
    play(game, "axis: end")
    assert not any(key.startswith("line/") for key in game.table.p.notes)
    assert (at(game, "2208"), at(game, "2209")) == (["sov1inf"], ["sov2inf"])


@pytest.mark.rule("ww2eto", "8.47/e")
def test_a_neighbour_that_is_left_out_saves_the_line() -> None:
    """A third Russian unit, too strong to be overrun, covers the first hex: the line does not fall."""
    game = scene(f"{W37} / 2308: sov4inf / axis movement")
    assert refused(game, "axis", "line ger4mech@2108 2208") != ""
    play(game, "axis: line ger4inf@2210+ger3inf@2210 2209")
    assert "overrun_line" not in offers(game, "axis")


@pytest.mark.rule("ww2eto", "8.48/e")
def test_one_overrun_each() -> None:
    """A unit of the line has had its overrun; it goes on but does not overrun again in that phase."""
    game = scene(f"{W37} / 2206: sov1inf / axis movement")
    play(game, "axis: line ger4mech@2108 2208", "axis: line ger4inf@2210+ger3inf@2210 2209", "axis: overrun_line")
    play(game, "axis: move ger4mech@2208 2207")
    assert refused(game, "axis", "overrun ger4mech@2207 2206") == "8.48/e"


def test_each_hex_is_named_once() -> None:
    """A hex and a unit are named once in a phase, so that naming comes to an end."""
    game = scene(f"{W37} / 2109: ger4inf / axis movement")
    assert refused(game, "axis", "line ger4inf@2109 2208") == ""
    play(game, "axis: line ger4mech@2108 2208")
    assert refused(game, "axis", "line ger4inf@2109 2208") != ""
    assert refused(game, "axis", "line ger4mech@2108 2208") != ""


def test_a_line_with_an_open_end_says_that_others_cover_it() -> None:
    """Four overruns of the border line of 1941 are named, but its ends lie in zones that no one overruns."""
    game = grognard.new("ww2eto", scenario="1941", seed=5)
    for node in ("1611", "1612", "1613", "1714"):
        game.play("axis", f"deploy {node}")
    game.play("axis", "end")
    for start, end in (("1611", "1711"), ("1612", "1712"), ("1613", "1713"), ("1714", "1813")):
        game.play("axis", f"line ger4inf@{start}+ger4mech@{start} {end}")
    reason = game.why_not("axis", "overrun_line")
    assert reason is not None and reason.rule == "8.47/e"
    assert reason.sentence.startswith("The overruns of 1711, 1712, 1713, 1813 do not hold together")


@pytest.mark.rule("ww2eto", "5.64")
def test_a_unit_that_takes_the_train_leaves_the_line() -> None:
    """Beyond the mountains no zone keeps a unit from the train: when it is marked, its overrun is off."""
    game = scene("1941 bare / war / turn 3-1942 / 1614: ger4mech / 1613: sov1inf / 1612: sov1inf / 1512: ger4inf"
                 " / axis movement")  # fmt: skip
    play(game, "axis: line ger4mech@1614 1613", "axis: line ger4inf@1512 1612")
    assert "overrun_line" in offers(game, "axis")
    play(game, "axis: mark ger4mech@1614")
    assert refused(game, "axis", "move ger4mech@1614 1514") == "5.64"
    assert "overrun_line" not in offers(game, "axis")


@pytest.mark.rule("ww2eto", "8.47/e")
def test_others_are_named_instead() -> None:
    """Units that were named go elsewhere: others may be named for their hex, and the line falls to them."""
    game = scene(f"{W37} / 2310: ger4inf ger4mech / axis movement")
    play(game, "axis: line ger4mech@2108 2208", "axis: line ger4inf@2210+ger3inf@2210 2209")
    assert "ger4inf@2310" not in offers(game, "axis", "line")
    play(game, "axis: move ger3inf@2210 2211", "axis: line ger4inf@2310+ger4mech@2310 2209", "axis: overrun_line")
    assert (at(game, "2208"), at(game, "2209")) == (["ger4mech"], ["ger4inf", "ger4mech"])
