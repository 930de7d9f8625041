"""Rail movement (5.6): cases by rule."""

from __future__ import annotations

import pytest

import grognard

from .scenes import at, distance, offers, play, refused, scene

GERMANY = "1939 bare / 1312: ger3inf / axis movement"


def to_rail(text: str, unit: str) -> grognard.Game:
    """Mark a unit and go on to the rail phase."""
    game = play(scene(text), f"axis: mark {unit}")
    while game.table.frame.step != "rail":
        play(game, "axis: end")
    return game


@pytest.mark.rule("ww2eto", "5.62")
def test_rail_stops_at_the_border() -> None:
    """A train reaches 1112 and goes no farther: Belgium is not conquered (W02)."""
    game = to_rail(GERMANY, "ger3inf@1312")
    assert refused(game, "axis", "rail ger3inf@1312 1012") == "5.62"
    play(game, "axis: rail ger3inf@1312 1312>1212>1112")
    assert at(game, "1112") == ["ger3inf"]


@pytest.mark.rule("ww2eto", "5.6")
def test_three_times_the_allowance() -> None:
    """From the Weather Area in fall a train goes twelve hexes."""
    game = to_rail("1941 bare / war / turn 4-1941 / 1612: ger3inf / axis movement", "ger3inf@1612")
    far = offers(game, "axis", "rail", "ger3inf@1612")
    assert max(distance(game, "1612", hex_) for hex_ in far) > 4
    assert "0713" in far and "1801" not in far


@pytest.mark.rule("ww2eto", "4.2/A1b", "5.64")
def test_marking() -> None:
    """Only a unit marked in the first phase boards, and a marked unit does nothing else."""
    game = play(scene("1939 bare / 1312: ger3inf / 1412: ger1inf / axis movement"), "axis: mark ger3inf@1312")
    assert refused(game, "axis", "move ger3inf@1312 1313") == "5.64"
    play(game, "axis: end", "axis: end", "axis: end")
    assert refused(game, "axis", "rail ger1inf@1412 1413") == "4.2/A1b"


@pytest.mark.rule("ww2eto", "5.63")
def test_not_in_a_zone() -> None:
    """A unit in an enemy zone cannot be marked."""
    game = scene("1940 bare / 1113: ger3inf / 1013: fra3inf / axis movement")
    assert refused(game, "axis", "mark ger3inf@1113") == "5.63"


@pytest.mark.rule("ww2eto", "5.6/a")
def test_europe_only() -> None:
    """No trains in Africa."""
    game = scene("1941 bare / 1324: ita1inf / 1117: ita1inf / axis movement")
    assert refused(game, "axis", "mark ita1inf@1324") == "5.6/a"


@pytest.mark.rule("ww2eto", "5.61", "5.6/b")
def test_friendly_countries() -> None:
    """In the land of an enemy that still has a unit there nobody boards."""
    game = scene("1940 bare / 0914: ger3inf / 0615: fra1inf / axis movement")
    assert refused(game, "axis", "mark ger3inf@0914") == "5.61"


@pytest.mark.rule("ww2eto", "5.65")
def test_alternate_rule_by_hex() -> None:
    """With the alternate rule a held hex of an unconquered country carries trains."""
    text = "1940 bare / 0914: ger3inf / 0615: fra1inf / axis holds 0914 1013 1014 / axis movement"
    assert refused(scene(text), "axis", "mark ger3inf@0914") == "5.61"
    assert refused(scene(text, options={"alternate_rail": "on"}), "axis", "mark ger3inf@0914") == ""


@pytest.mark.rule("ww2eto", "5.65/a")
def test_home_starts_friendly() -> None:
    """Every hex of a home country starts friendly to its owner."""
    game = scene(GERMANY, options={"alternate_rail": "on"})
    assert refused(game, "axis", "mark ger3inf@1312") == ""


@pytest.mark.rule("ww2eto", "5.66")
def test_no_train_over_mountains() -> None:
    """From 1614 a train goes round the mountains to 1613, by 1514 or 1714."""
    game = to_rail("1941 bare / 1614: ger3inf / axis movement", "ger3inf@1614")
    assert refused(game, "axis", "rail ger3inf@1614 1614>1613") == "5.62"
    assert refused(game, "axis", "rail ger3inf@1614 1614>1514>1613") == ""


@pytest.mark.rule("ww2eto", "14.31/a")
def test_rail_in_both_parts_of_poland() -> None:
    """Trains run in either part of partitioned Poland."""
    game = scene("1941 bare / war / 1712: ger1inf / 1613: ger1inf / axis movement")
    game.table.p.axis_countries |= 1 << game.table.world.by_id["poland_east"].index
    assert refused(game, "axis", "mark ger1inf@1712") == ""


@pytest.mark.rule("ww2eto", "16.59")
def test_partisans_stop_trains() -> None:
    """A partisan closes its own hex and the six around to trains."""
    game = to_rail("1941 bare / 0813: ger3inf / 0914: fra1part / axis movement", "ger3inf@0813")
    assert not offers(game, "axis", "rail", "ger3inf@0813") & {"0914", "0913", "1014", "1015"}
