"""Rules levels: a rule that was mended, games under way that keep the old one, and the new one by agreement."""

from __future__ import annotations

import pytest

import grognard
from grognard import Refused
from grognard.engine.play.game import Game

DIE, OLD, NEW = 5, 2, 3
"""What a levy brings on a five: rounded down, as the first level had it, and up (T1.3)."""
SCENE = "tiny border bare / 0103: R1 / 0604: B1 / 0601: G1 / production"


def levied(game: Game) -> int:
    """How many points Red's next levy brings on a five; both then end the turn."""
    game.play("red", "levy red")
    raised = [game.table_for(0).p.steps[i] for i in range(17, 25)]
    before = sum(raised)
    game.play("red", "commit")
    game.play("blue", "commit")
    while game.table.frame.step != "production":
        game.play(next(iter(game.decisions())), "end")
    return before


def begun(level: int | None) -> Game:
    return grognard.read_scene(SCENE, dice=[DIE] * 6, level=level)


@pytest.mark.rule("tiny", "T1.3")
def test_a_new_game_has_the_newest_rules() -> None:
    game = begun(None)
    assert game.table.rules.level == 3 and levied(game) == NEW
    with pytest.raises(Refused, match=r"E\.proposal"):
        game.play("red", "propose rules")


@pytest.mark.rule("tiny", "T1.3")
def test_an_old_game_plays_on_under_its_own() -> None:
    """From disk, with every entry judged again, and in a guess from a view."""
    game = begun(1)
    assert levied(game) == OLD
    again = grognard.load(game.save(), verify=True)
    assert again.table.rules.level == 1 and levied(again) == 2 * OLD
    assert game.view("blue")["rules"] == 1


def test_all_may_agree_to_go_on_under_the_newest() -> None:
    """Offered at any moment when no one works unseen; what was played stays, what comes is under the new rules."""
    game = begun(1)
    with pytest.raises(Refused, match=r"E\.proposal"):
        game.play("red", "propose rules")
    game.play("red", "commit")
    game.play("blue", "commit")
    game.play("red", "propose rules")
    assert game.table.rules.level == 1
    game.play("blue", "accept 1")
    assert game.table.rules.level == 3
    assert "newer_rules" in [event.kind for event in game.events("blue")]
    while game.table.frame.step != "production":
        game.play(next(iter(game.decisions())), "end")
    old = grognard.load(game.save(), verify=True)
    assert old.hash() == game.hash() and old.table.rules.level == 3
    assert levied(old) == NEW
    snapshot = game.table.dump()
    assert snapshot["rules"] == 3, "a snapshot knows what was agreed"


def test_a_level_that_there_is_not() -> None:
    with pytest.raises(Refused, match=r"E\.level"):
        grognard.new("tiny", level=4)
