"""What the Politics Phase says of itself: only what is open, under a name of its own on the turn track (4.47)."""

from __future__ import annotations

from grognard.engine.play.game import Game


def test_the_politics_phase_names_what_is_open():
    """It offered a revolt and a surrender when only Tito could be raised, and no phase of the track was lit."""
    game = Game.new("westfront", "s44", seed=1)
    for _ in range(30):
        seat, decision = next(iter(game.decisions().items()))
        if decision.step.name == "politics":
            break
        game.play(seat, "end")
    verbs = {c.text for c in decision.next()}
    assert decision.prompt == "Politics: raise Tito, or end." and verbs == {"tito", "end"}
    turn = game.title.turn(game.table)
    assert turn["phases"][turn["phase"]] == "Politics"
    assert game.title.looks["verbs"]["tito"]["name"] == "Raise Tito"
