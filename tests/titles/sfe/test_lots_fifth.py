"""What a fifth reader who drew rules by lot found wrong, each with its case."""

from __future__ import annotations

import pytest

from grognard.titles.sfe import airbases, cargo, control, navalair

from .cases import node, play, sea, unit
from .test_advanced_naval import fleets, seen
from .test_landing import channel


@pytest.mark.rule("sfe", "28.12/c7")
def test_a_bomber_that_is_shot_up_rests_for_its_following_air_turn() -> None:
    """It is still disrupted when its side's next air turn has begun, and ready in the one after it."""
    game = sea("Catania: XFkB / axis naval")
    t, bomber = game.table, unit(game, "XFkB")
    navalair.shot_up(t, {bomber: 1})
    airbases.new_air_turn(t, 0)
    assert t.p.disrupted >> bomber & 1
    airbases.new_air_turn(t, 0)
    assert not t.p.disrupted >> bomber & 1 and t.p.due[bomber] == 0, "nor is it withdrawn from play"


@pytest.mark.rule("sfe", "20.03/4")
def test_a_cripple_keeps_a_force_from_slipping_away() -> None:
    """A four is three with one less for those who intercept, and a four again with a damaged battleship."""
    game = fleets([*[6] * 8, 4], disengagement="on")
    game.table.p.damage[unit(game, "BBWarspite")] = 3
    play(game, "allied: bomb BBDoria CVFormidable", "allied: withdraw")
    assert seen(game, "disengaged", "die", "modifier", "success") == [(4, 0, False)]


@pytest.mark.rule("sfe", "19.34/1")
def test_a_port_that_is_taken_again_by_land_is_shut() -> None:
    """Le Havre was stormed from the sea; when the Germans win it back it is of no use to them on the next turn."""
    game = channel("turn = 2 / Rennes: LXXIV / allied holds Le_Havre / allied naval")
    t, port = game.table, node(game, "Le_Havre")
    t.p.stormed |= 1 << port
    control.take(t, 0, port)
    t.p.turn = 3
    assert cargo.of_the_port(t, port) == 0
