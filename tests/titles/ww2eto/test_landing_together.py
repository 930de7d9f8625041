"""Two units assault one hex from the sea (5.85, R082, R084): together where neither could alone."""

from __future__ import annotations

import pytest

from .scenes import at, offers, play, refused, scene

TEXT = "1941 bare / 0712: usa2mech / 0811: usa2mech brt1mech / 0713: ger3inf"


@pytest.mark.rule("ww2eto", "8.72", "5.85")
def test_two_are_strong_enough_together() -> None:
    """Two points sail against three because two more can follow; four against three at +1 drive the Germans off."""
    game = scene(f"{TEXT} / turn 3-1944 / allied movement", [1])
    play(game, "allied: land usa2mech@0712 0713")
    assert refused(game, "allied", "land brt1mech@0811 0713") == ""
    play(game, "allied: land usa2mech@0811 0713", "allied: end")
    play(game, "allied: attack usa2mech@0612+usa2mech@0612 0713")
    while "axis" in game.decisions():
        play(game, f"axis: {game.decisions()['axis'].actions(1)[0].text}")
    assert at(game, "0713") == ["usa2mech", "usa2mech"]
    weak = scene("1941 bare / 0712: usa2mech / 0811: brt1gar / 0713: ger3inf / turn 3-1944 / allied movement")
    assert refused(weak, "allied", "land usa2mech@0712 0713") == "8.72"


@pytest.mark.rule("ww2eto", "5.85/a")
def test_who_comes_alone_is_lost() -> None:
    """The second unit stays at home: the first cannot attack, and is lost when the Combat Phase ends."""
    game = scene(f"{TEXT} / turn 3-1944 / allied movement")
    play(game, "allied: land usa2mech@0712 0713", "allied: end")
    assert "attack" not in offers(game, "allied")
    play(game, "allied: end")
    assert (at(game, "0712"), at(game, "0713")) == ([], ["ger3inf"])
    assert game.table.p.pool == {f"usa/{game.table.p.turn}": 2}


@pytest.mark.rule("ww2eto", "8.72")
def test_named_landings_count_for_each_other() -> None:
    """In spring both are named before the die; a third unit finds no room on the beach."""
    game = scene(f"{TEXT} / turn 2-1944 / allied movement", [4, 1])
    play(game, "allied: land usa2mech@0712 0713", "allied: land usa2mech@0811 0713")
    assert refused(game, "allied", "land brt1mech@0811 0713") != ""
    play(game, "allied: sail", "allied: end")
    assert offers(game, "allied", "attack", "usa2mech@0612", "usa2mech@0612", ".") == {"0713"}
    alone = scene("1941 bare / 0712: usa2mech / 0811: brt1gar / 0713: ger3inf / turn 2-1944 / allied movement")
    assert refused(alone, "allied", "land usa2mech@0712 0713") == "8.72"


@pytest.mark.rule("ww2eto", "5.72/e")
def test_points_for_both() -> None:
    """The chart's three points of 3/1943 do not carry two and two against four, so neither sails; four in 1944 do."""
    text = "1941 bare / 0712: usa2mech brt1gar / 0811: usa2mech / 0713: ger4inf"
    short = scene(f"{text} / turn 3-1943 / allied movement")
    assert refused(short, "allied", "land usa2mech@0712 0713") == "8.72"
    enough = scene(f"{text} / turn 3-1944 / allied movement")
    assert refused(enough, "allied", "land usa2mech@0712 0713") == ""
    bare = scene(f"{text.replace(' brt1gar', '')} / turn 3-1944 / allied movement")
    assert refused(bare, "allied", "land usa2mech@0712 0713") == "8.72", "nobody is left to cover the second"


@pytest.mark.rule("ww2eto", "6.56")
def test_cover_must_still_be_there_when_they_sail() -> None:
    """A landing is named in spring and its cover then moves off to Scotland: it does not sail, and no point is used."""
    game = scene("1941 bare / 0712: usa2mech brt1mech / 0813: ger2inf / turn 2-1944 / allied movement", [1])
    play(game, "allied: land usa2mech@0712 0713", "allied: move brt1mech@0712 0709")
    assert "sail" not in offers(game, "allied")
    play(game, "allied: end")
    assert (at(game, "0712"), at(game, "0713"), game.table.p.amphibious_used) == (["usa2mech"], [], 0)


@pytest.mark.rule("ww2eto", "5.85/a")
def test_others_clear_the_beach() -> None:
    """Units from inland destroy the defender alone: the landing that waits at sea goes ashore after combat."""
    text = "1941 bare / 0712: usa3mech brt1gar / 0813: usa4mech / 0713: ger1inf / allied holds 0813 / turn 3-1944"
    game = scene(f"{text} / allied movement", [1])
    play(game, "allied: land usa3mech@0712 0713", "allied: end", "allied: attack usa4mech@0813 0713", "allied: pass")
    assert at(game, "0713") == []
    play(game, "allied: end")
    assert at(game, "0713") == ["usa3mech"]
    held = scene(f"{text} / allied movement")
    play(held, "allied: land usa3mech@0712 0713", "allied: end", "allied: end")
    assert at(held, "0713") == ["ger1inf"] and held.table.p.pool == {"usa/20": 3}


@pytest.mark.rule("ww2eto", "7.0")
def test_partisans_take_room_on_the_beach() -> None:
    """With a partisan in the hex one landing is named for the die, and no second one (R082, R093)."""
    game = scene(
        "1941 bare / turn 4-1943 / 0811: brt1mech brt1mech / 0712: brt4mech / 0713: fra1part / allied movement"
    )
    play(game, "allied: land brt1mech@0811 0713")
    assert refused(game, "allied", "land brt1mech@0811 0713") == "7.0"
