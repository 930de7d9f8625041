"""The bare game: the same positions as the full one, order by order, and no trace of what it does."""

from __future__ import annotations

import random

import pytest

from grognard.engine.core.title import metas
from grognard.engine.play.bare import Bare
from grognard.engine.play.game import Game

ORDERS = 250


@pytest.mark.parametrize("title", sorted(metas()))
def test_the_same_positions_as_the_full_game(title: str) -> None:
    """Random play of the first scenario, both games given the same orders: every position and die is the same."""
    scenario = metas()[title].scenarios[0].id
    rng = random.Random(7)
    game = Game.new(title, scenario, seed=7)
    bare = Bare(game)
    for _ in range(ORDERS):
        if game.outcome is not None:
            break
        deciding = bare.decisions()
        assert [game.seats[seat] for seat in deciding] == list(game.decisions())
        seat = rng.choice(sorted(deciding))
        order = deciding[seat].sample(rng)
        bare.play(seat, order)
        game.play(game.seats[seat], order.text)
        assert bare.table.digest() == game.table.digest() and bare.outcome == game.outcome
        assert set(bare.own) == set(game.lanes)
        assert all(bare.own[seat].digest() == lane.table.digest() for seat, lane in game.lanes.items())
        assert not bare.table.happened


def test_a_copy_is_independent() -> None:
    """What is played on a copy leaves the game as it was, and the dice of both fall alike."""
    game = Game.new("tiny", "border", seed=3)
    bare = Bare(game)
    ends = set()
    before = bare.table.digest()
    for _ in range(2):
        twin, rng = bare.copy(), random.Random(5)
        while twin.outcome is None:
            seat, decision = min(twin.decisions().items())
            twin.play(seat, decision.sample(rng))
        ends.add(twin.table.digest())
    assert bare.table.digest() == before and len(ends) == 1
