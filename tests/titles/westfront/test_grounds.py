"""A refusal says what stops this order, with its own unit and hex, not what the rule says of all."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game


@pytest.fixture(scope="module")
def june():
    """June 1944, the Movement phase of the Allies, with one Invasion HQ and Supreme Moves."""
    game = Game.new("westfront", "s44", seed=1)
    for order in ("activate 21AG invasion", "activate SHAEF command", "end"):
        game.play("allied", order)
    return game


@pytest.mark.parametrize(
    ("order", "number", "sentence"),
    [
        ("move US7amph Paris", "6.1", "Paris is out of reach: US 7 Amphibious Corps marches 3 hexes"),
        ("move 21AG London", "5.41", "21 Army Group is active: it moves only when headquarters mobilize"),
        ("sail 21AG Dover", "6.53/b", "21 Army Group is active: it moves only when headquarters mobilize"),
        ("rail US12arm Aberystwyth", "9.21", "No railway leads through Aberystwyth."),
        ("sail US12arm Dover", "15.2", "US 12 Armored Corps stands in no friendly port, but in Birmingham."),
        ("sail US7amph Cherbourg", "15.2", "Cherbourg is no port of yours: a sea move ends in one"),
        ("invade 21AG US7amph Brest", "15.42", "US 7 Amphibious Corps does not stand with 21 Army Group, in"),
        ("invade 21AG Br1amph Paris", "15.4", "Paris lies on no sea: a landing goes to a coast."),
    ],
)  # fmt: skip
def test_the_ground_that_applies_is_told(june, order, number, sentence):
    reason = june.why_not("allied", order)
    assert reason.rule == number and reason.sentence.startswith(sentence)
