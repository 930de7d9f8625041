"""Overrun (5.4, 8.4 with the errata): cases by rule."""

from __future__ import annotations

import pytest

from .scenes import at, offers, play, refused, scene, unit, until

ONE = "1941 bare / war / 2208: sov1inf / 2109: ger4mech / axis movement"


@pytest.mark.rule("ww2eto", "8.4", "5.41")
def test_overrun() -> None:
    """Four points overrun one: it leaves the map at once and the unit stands in its hex, in the movement phase."""
    game = scene(ONE)
    assert refused(game, "axis", "overrun ger4mech@2109 2209") == "5.41"
    play(game, "axis: overrun ger4mech@2109 2208")
    assert at(game, "2208") == ["ger4mech"]
    assert game.table.frame.step == "movement"
    assert "overrun" not in offers(scene(ONE.replace("2208: sov1inf", "2208: sov3inf")), "axis")


@pytest.mark.rule("ww2eto", "8.43")
def test_rough_needs_four() -> None:
    """One point in rough counts two: four attackers are enough, three are not (W14)."""
    strong = scene("1941 bare / war / 2716: sov1inf / 2715: ger4mech / axis movement")
    weak = scene("1941 bare / war / 2716: sov1inf / 2715: ger3mech / axis movement")
    assert refused(strong, "axis", "overrun ger4mech@2715 2716") == ""
    assert refused(weak, "axis", "overrun ger3mech@2715 2716") == "8.43"


@pytest.mark.rule("ww2eto", "8.45")
def test_all_points_must_fall() -> None:
    """Two points are not overrun by five, whose worst die takes one."""
    game = scene("1941 bare / war / 2208: sov2inf / 2109: ger4mech ger1inf / axis movement")
    assert refused(game, "axis", "overrun ger4mech@2109+ger1inf@2109 2208") == "8.45"


@pytest.mark.rule("ww2eto", "8.44")
def test_supply_does_not_matter() -> None:
    """A cut-off defender is not halved in an overrun."""
    ring = "2207: ger1inf / 2308: ger1inf / 2210: ger1inf / 2309: ger1inf"
    game = scene(f"1941 bare / war / 2208: sov2inf / 2109: ger4mech ger2inf / {ring} / axis movement")
    assert refused(game, "axis", "overrun ger4mech@2109+ger2inf@2109 2208") != ""


@pytest.mark.rule("ww2eto", "9.63", "9.73", "5.41/a")
def test_unsupplied_units_overrun() -> None:
    """Units out of supply may overrun."""
    alone = scene("1941 bare / 0710: ger4mech / 0709: brt1inf / 0712: brt1inf / 0811: brt1inf / axis movement")
    assert refused(alone, "axis", "overrun ger4mech@0710 0709") == ""


@pytest.mark.rule("ww2eto", "5.42")
def test_overrun_costs_one_more() -> None:
    """In spring two points enter the hex and overrun; after a step there are too few."""
    spring = "1941 bare / war / turn 2-1942 / 2208: sov1inf / 2109: ger4mech ger3mech / axis movement"
    game = play(scene(spring), "axis: overrun ger4mech@2109+ger3mech@2109 2208")
    assert [game.table.p.left[i] for i in game.table.p.stacks[game.table.title.find_node(game.table, "2208")]] == [0, 0]
    late = play(scene(spring.replace("2109:", "2009:")), "axis: move ger4mech@2009+ger3mech@2009 2109")
    assert refused(late, "axis", "overrun ger4mech@2109+ger3mech@2109 2208") == "5.42"


@pytest.mark.rule("ww2eto", "8.4/a")
def test_from_the_next_hex() -> None:
    """Only units next to the victim overrun it."""
    game = scene(ONE.replace("/ axis", "/ 2007: sov1inf / axis"))
    assert refused(game, "axis", "overrun ger4mech@2109 2007") == "8.4/a"


@pytest.mark.rule("ww2eto", "8.41")
def test_move_up_then_overrun() -> None:
    """A unit that stopped in the victim's zone goes on into its hex (R017)."""
    game = play(
        scene(ONE.replace("2109:", "2007:")), "axis: move ger4mech@2007 2108", "axis: overrun ger4mech@2108 2208"
    )
    assert at(game, "2208") == ["ger4mech"]
    piece = unit(game, "2208")
    assert game.table.p.left[piece] == 2
    play(game, "axis: move ger4mech@2208 2210")
    assert at(game, "2210") == ["ger4mech"]


@pytest.mark.rule("ww2eto", "8.42")
def test_two_units_at_most() -> None:
    """Three units of an overstacked hex do not overrun together."""
    game = scene("1941 bare / war / 2208: sov1inf / 2109: ger4mech ger2inf ger1inf / axis movement")
    assert refused(game, "axis", "overrun ger4mech@2109+ger2inf@2109+ger1inf@2109 2208") == "8.42"


@pytest.mark.rule("ww2eto", "8.4/b")
def test_same_hexside() -> None:
    """Units of two hexes do not overrun together."""
    game = scene("1941 bare / war / 2208: sov1inf / 2109: ger4mech / 2108: ger4mech / axis movement")
    assert refused(game, "axis", "overrun ger4mech@2109+ger4mech@2108 2208") == "8.4/b"


@pytest.mark.rule("ww2eto", "8.46")
def test_over_mountains() -> None:
    """An overrun may cross a blocked hexside: two points for it and one for the overrun."""
    game = play(scene("1941 bare / war / 1813: ger1inf / 1614: ger4mech / 1613: sov1inf / axis movement"),
                "axis: overrun ger4mech@1614 1613")  # fmt: skip
    assert at(game, "1613") == ["ger4mech"]
    assert game.table.p.left[unit(game, "1613")] == 2


@pytest.mark.rule("ww2eto", "8.47/e")
def test_third_zones_forbid() -> None:
    """A hex in the zone of another enemy unit is not overrun (W37)."""
    game = scene(ONE.replace("/ axis", "/ 2309: sov3inf / axis"))
    assert refused(game, "axis", "overrun ger4mech@2109 2208") == "8.47/e"


@pytest.mark.rule("ww2eto", "8.48/e")
def test_one_overrun_a_phase() -> None:
    """The same unit does not overrun twice in a phase."""
    game = play(scene(ONE.replace("/ axis", "/ 2210: sov1inf / axis")), "axis: overrun ger4mech@2109 2208",
                "axis: move ger4mech@2208 2209")  # fmt: skip
    assert refused(game, "axis", "overrun ger4mech@2209 2210") == "8.48/e"


@pytest.mark.rule("ww2eto", "16.51")
def test_partisans_are_not_overrun() -> None:
    """Partisans are rooted out by attack alone."""
    game = scene(ONE.replace("sov1inf", "sov1part"))
    assert refused(game, "axis", "overrun ger4mech@2109 2208") == "16.51"


@pytest.mark.rule("ww2eto", "8.43", "8.45")
def test_western_and_russian_units_overrun_together() -> None:
    """Two points are too few against one; a British and a Russian unit of one hex have four, as two Russians have."""
    game = scene("1941 bare / war / turn 3-1942 / 1613: brt2inf sov2inf / 1713: ger1inf / allied movement")
    assert refused(game, "allied", "overrun brt2inf@1613 1713") == "8.43"
    assert "overrun" in offers(game, "allied")
    play(game, "allied: overrun brt2inf@1613+sov2inf@1613 1713")
    assert at(game, "1713") == ["brt2inf", "sov2inf"]
    two = scene("1941 bare / war / turn 3-1942 / 1613: brt2inf sov2inf / 1713: ger2inf / allied movement")
    assert refused(two, "allied", "overrun brt2inf@1613+sov2inf@1613 1713") in ("8.43", "8.45")


@pytest.mark.rule("ww2eto", "5.31")
def test_infantry_does_not_help_in_the_mechanized_phase() -> None:
    """A mechanized point and three of infantry would do; in the third phase the infantry stands still."""
    text = "1941 bare / war / 2208: sov1inf / 2109: ger1mech ger3inf / axis "
    first, third = scene(f"{text}movement"), scene(f"{text}mechanized")
    assert "ger1mech@2109" in offers(first, "axis", "overrun")
    assert refused(third, "axis", "overrun ger3inf@2109 2208") == "5.31"
    assert refused(third, "axis", "overrun ger1mech@2109 2208") == "8.43"
    assert "overrun" not in offers(third, "axis")


@pytest.mark.rule("ww2eto", "5.24", "7.0/a", "5.42")
def test_through_a_full_hex() -> None:
    """Two units hold the hex before the enemy: a third passes them and overruns him, with points for all of it."""
    text = "1941 bare / war / turn 3-1942 / 2208: ger1inf ger1inf / 2207: sov1inf"
    game = scene(f"{text} / 2211: ger4mech / 2212: ger4mech / axis movement")
    assert refused(game, "axis", "move ger4mech@2211 2208") == "7.0"
    assert offers(game, "axis", "overrun") == {"ger4mech@2211"}
    assert refused(game, "axis", "overrun ger4mech@2212 2207") != ""
    play(game, "axis: overrun ger4mech@2211 2207")
    assert at(game, "2207") == ["ger4mech"] and at(game, "2208") == ["ger1inf", "ger1inf"]
    assert game.table.p.left[unit(game, "2207")] == 0
    pair = play(scene(f"{text} / 2209: ger2mech ger1mech / axis mechanized"),
                "axis: overrun ger2mech@2209+ger1mech@2209 2207")  # fmt: skip
    assert at(pair, "2207") == ["ger1mech", "ger2mech"]
    third = scene(f"{text} / 2307: sov2inf / 2209: ger4mech / axis movement")
    assert "overrun" not in offers(third, "axis")


@pytest.mark.rule("ww2eto", "8.61")
def test_overrun_after_an_advance() -> None:
    """A unit fights, advances and overruns in the Mechanized Movement Phase: only the advance itself is no attack."""
    game = scene(
        "1941 bare / war / turn 3-1942 / 2208: sov1inf / 2206: sov1inf / 2109: ger4mech / axis combat", dice=[1]
    )
    play(game, "axis: attack ger4mech@2109 2208", "axis: advance ger4mech@2109 2208")
    until(game, "axis", "mechanized")
    play(game, "axis: move ger4mech@2208 2207", "axis: overrun ger4mech@2207 2206")
    assert at(game, "2206") == ["ger4mech"]
