"""What the server tells of a game: at every moment of a game of any scenario there is something to send."""

from __future__ import annotations

import json
import random

import pytest

import grognard
from grognard.lab.policies import POLICIES
from grognard.server import inspection, preview, state

SCENARIOS = [(meta.id, s.id) for meta in grognard.titles(unlisted=True) for s in meta.scenarios]
ORDERS, LOOKS = 90, 12


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_viewer_is_told_something(title: str, scenario: str) -> None:
    """The log, the state with its panels, a level of an order, a hex and a counter, as plain values, for everyone."""
    game, rng = grognard.new(title, scenario, seed=8), random.Random(8)
    told = dict.fromkeys((*game.seats, None), 0)
    for n in range(ORDERS):
        if game.outcome is not None:
            break
        seat, decision = rng.choice(sorted(game.decisions().items()))
        if n % (ORDERS // LOOKS) == 0:
            looks_around(game, seat, rng)
        game.play(seat, POLICIES["uniform"](game, decision, rng, None, None))
        for viewer in told:
            told[viewer] += len(json.loads(json.dumps(state.log(game, viewer, told[viewer]))))
    assert any(told.values())


def looks_around(game: grognard.Game, seat: str, rng: random.Random) -> None:
    for viewer in (*game.seats, None):
        sent = json.loads(json.dumps(state.state(game, viewer)))
        assert sent["seat"] == viewer and sent["turn"]["name"]
    sent = state.state(game, seat)
    if sent["pieces"]:
        piece = rng.choice(sent["pieces"])
        assert inspection.of_piece(game, seat, piece["id"])["facts"] is not None
        assert inspection.of_place(game, seat, piece["at"])["facts"] is not None
    for offer in sent["decision"]["offers"]:
        if not offer["final"]:
            assert "choices" in preview.level(game, seat, [offer["text"]])
