"""A bot sees what its seat sees: it works from the view alone, and what is hidden changes nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.bots.base import ask
from grognard.bots.greedy import Greedy
from grognard.bots.registry import bot_named
from grognard.engine.fog.view import View
from grognard.engine.play.game import Game
from grognard.lab.fog import permutation, twin_of


def along(title: str, scenario: str, every: int, most: int) -> Iterator[tuple[Game, str]]:
    """A game of greedy bots, looked at after some orders again and again, with the seat that decides."""
    game, rng, bot = grognard.new(title, scenario, seed=3), random.Random(3), bot_named("greedy", title)
    for n in range(most):
        seat = next(iter(game.decisions()))
        if n % every == 0:
            yield game, seat
        game.play(seat, ask(bot, game, seat, rng))


@pytest.mark.parametrize(("title", "scenario"), [("ww2eto", "1941"), ("westfront", "s44")])
def test_works_from_the_text_of_its_view(title: str, scenario: str) -> None:
    """The bytes that a seat gets are enough: with the same dice of its own the bot orders the same."""
    bot = bot_named("greedy", title)
    assert isinstance(bot, Greedy)
    found = 0
    for game, seat in along(title, scenario, 6, 60):
        view = game.view(seat)
        order = bot.ponder(view, random.Random(9))
        assert order == bot.ponder(View(json.loads(view.json())), random.Random(9))
        found += order is not None
    assert found >= 5


@pytest.mark.parametrize("scenario", ["s43", "s44"])
def test_hidden_blocks_change_nothing(scenario: str) -> None:
    """Twins in which the enemy's hidden blocks have changed places get the same order."""
    compared = 0
    for game, seat in along("westfront", scenario, 5, 60):
        owner = 1 - game.seat_index(seat)
        mapping = permutation(game.table, owner, random.Random(7))
        if mapping is None or game.lanes:
            continue
        twin = twin_of(game, owner, mapping)
        assert twin.hash() != game.hash()
        bot = bot_named("greedy", "westfront")
        assert ask(bot, game, seat, random.Random(4)) == ask(bot, twin, seat, random.Random(4))
        compared += 1
    assert compared >= 3
