"""Short words for the bots' cases: let a bot play a phase, or a whole game."""

from __future__ import annotations

import random
from collections.abc import Mapping

from grognard.bots.base import Bot, ask
from grognard.bots.registry import bot_named
from grognard.engine.play.game import Game

LONGEST = 20_000


def greedy(game: Game) -> Bot:
    return bot_named("greedy", game.title.meta.id)


def phase(game: Game, seat: str, most: int = 150) -> list[str]:
    """Let the greedy bot play a seat until the step that it is in is over; its orders."""
    rng, bot, step, orders = random.Random(1), greedy(game), game.decisions()[seat].frame.step, []
    while seat in game.decisions() and game.decisions()[seat].frame.step == step:
        assert len(orders) < most, orders[-6:]
        orders.append(ask(bot, game, seat, rng))
        game.play(seat, orders[-1])
    return orders


def whole(game: Game, players: Mapping[str, Bot], seed: int = 0) -> list[tuple[str, str, str]]:
    """Play a game to its end; seat, step and order of each order given."""
    rng, given = random.Random(seed), []
    while game.outcome is None:
        assert len(given) < LONGEST
        seat, decision = next(iter(game.decisions().items()))
        given.append((seat, decision.frame.step, ask(players[seat], game, seat, rng)))
        game.play(seat, given[-1][2])
    return given
