"""What players read of armies that stay and of points that arrive: the rule that bars an order, and the numbers."""

from __future__ import annotations

import pytest

from .scenes import offers, play, scene
from .test_words import OFF, told


@pytest.mark.rule("ww2eto", "16.31", "16.14")
def test_who_keeps_an_army_at_home() -> None:
    """Two Hungarian points at peace are kept by 16.31, not for want of movement; Rumania is no self-defence neutral."""
    text = "1940 bare / 1715: hun2inf / 1714: ger4inf / 1914: sov2inf / 1915: rum1inf / 2309: sov2inf / russia=1"
    game = scene(f"{text} / axis movement", options=OFF)
    assert told(game, "axis", "move hun2inf@1715 1714")[0] == "16.31"
    game = scene(f"{text} / russia_at_war=1 / allied combat", options=OFF)
    assert told(game, "allied", "attack sov2inf@1914 1915")[0] == "16.14"


@pytest.mark.rule("ww2eto", "10.14", "10.32/a")
def test_why_points_are_not_placed() -> None:
    """A hex that is none of the arrival's is called so; size before the invasion has its own rule."""
    text = "1940 bare / turn 2-1941 / 2209: sov2inf / 0811: brt3inf / 1312: ger4inf / 1512: brt1inf / russia=1"
    game = play(scene(f"{text} / allied reinforcement", options=OFF), "allied: take ussr reinforcements")
    assert told(game, "allied", "build ussr/resource_center infantry 3 2209")[0] == "10.32/a"
    game = play(scene(f"{text} / axis reinforcement", options=OFF), "axis: take germany reinforcements")
    assert told(game, "axis", "build germany/germany infantry 1 1712") == (
        "10.14", "1712 is no hex of arrival for Germany.")  # fmt: skip
    assert told(game, "axis", "build germany/germany infantry 1 1513")[0] == "10.14"


def test_one_point_is_one_point() -> None:
    """A single point is spoken of as one; a transport point wants no hex."""
    text = "1941 bare / turn 1-1943 / 1312: ger4inf / 0811: brt3mech"
    assert scene(f"{text} / allied allied_start", options=OFF).decisions()["allied"].prompt == (
        "1 U.S. point arrives: place it in a British port.")  # fmt: skip
    game = play(scene(f"{text} / axis reinforcement", options=OFF), "axis: take germany reinforcements")
    assert told(game, "axis", "build germany/germany amphibious 1 1312")[1] == (
        "A transport point has no counter: name no hex.")  # fmt: skip


@pytest.mark.rule("ww2eto", "10.13")
def test_no_hex_is_open() -> None:
    """With Germany lost but for East Prussia barges can be built and units cannot: there is no hex for them."""
    text = "1941 bare / turn 4-1944 / 1611: ger1inf / 1312: brt4mech / 0811: brt3mech / axis reinforcement"
    game = scene(text, options=OFF)
    game.table.p.axis_ground &= game.table.world.board.area("1610", "1611")
    play(game, "axis: take germany reinforcements")
    assert told(game, "axis", "build germany/germany infantry 1 1611")[1] == (
        "No hex of arrival is open to Germany now.")  # fmt: skip
    play(game, "axis: build germany/germany amphibious 1")


@pytest.mark.rule("ww2eto", "10.0/c")
def test_a_choice_says_what_it_is_worth() -> None:
    """What a nation can take, and how many lost points its replacements can rebuild."""
    text = "1941 bare / turn 3-1942 / 1312: ger4inf / 0811: brt3inf / axis reinforcement"
    game = scene(text, options=OFF)
    game.table.p.pool["germany/12"] = 2
    assert "Germany can still take 4 reinforcements or 8 replacements (2 lost)" in game.decisions()["axis"].prompt
    play(game, "axis: take germany replacements")
    assert "Germany 8 to rebuild 2 lost" in game.decisions()["axis"].prompt
    assert offers(game, "axis", "build", "germany/germany", "infantry") == {"1", "2"}


def test_how_russia_may_go_to_war() -> None:
    """Only the words that are open are offered."""
    text = "1939 bare / 1712: ger3inf / 2209: sov2inf / 0811: brt3inf / partition_entered_on=1 / turn 1-1940"
    game = scene(f"{text} / allied allied_start", options=OFF)
    assert game.decisions()["allied"].prompt == "Russia may go to war with the Axis now: declare, or pass."


@pytest.mark.rule("ww2eto", "14.13", "16.22")
def test_who_stands_still() -> None:
    """Vichy and neutral units move for nobody, and the refusal says until when."""
    text = "1941 bare / 0816: vic1inf / 1508: swe1inf / 1112: ger4inf / 0811: brt3inf"
    for seat in ("axis", "allied"):
        game = scene(f"{text} / {seat} movement", options=OFF)
        assert told(game, seat, "move vic1inf@0816 0815")[0] == "14.13"
        assert told(game, seat, "move swe1inf@1508 1507") == (
            "16.22",
            "The army of a neutral country stands still until the country is invaded; then the other side moves it.",
        )
