"""Powers: who is hostile to whom is state. A power may be friend, foe or neither, whoever plays it."""

from __future__ import annotations

import pytest

import grognard

SCENE = "tiny border bare / 0103: R1 / 0604: B1 / 0601: R4*3 / 0502: G1 / red holds 0601 / blue fleets"
RED, BLUE, GREEN = 0, 1, 2


@pytest.mark.rule("tiny", "T9.1")
def test_a_power_that_lost_its_capital_makes_peace() -> None:
    """Red holds Verde: Green is nobody's enemy any more, though Blue's seat plays it, and Blue fights on."""
    game = grognard.read_scene(SCENE)
    t = game.table
    assert t.hostile(RED, GREEN) and t.hostile(GREEN, RED)
    while t.p.turn == 1:
        game.play(next(iter(game.decisions())), "end")
    assert t.p.hostile == [1 << BLUE, 1 << RED, 0]
    assert [event.fields for event in game.events("red") if event.kind == "peace"] == [(("power", "green"),)]
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


@pytest.mark.rule("tiny", "T9.1")
def test_neither_friend_nor_foe() -> None:
    """Its blocks have no zone and are not attacked, but no one stacks with them either."""
    game = grognard.read_scene(SCENE)
    while game.table.p.turn == 1:
        game.play(next(iter(game.decisions())), "end")
    for seat in ("red", "blue"):
        game.play(seat, "commit")
    assert game.table.enemies(RED) == game.table.p.occupied[BLUE]
    assert game.why_not("red", "move R4 0502").rule == "T2.4"
    assert game.why_not("red", "move R4 0402") is None
