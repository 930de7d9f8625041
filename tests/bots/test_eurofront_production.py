"""What the greedy bot of EuroFront buys: the East first, and staffs before the units that they lead."""

from __future__ import annotations

import random

import grognard
from grognard.bots.base import ask_safely, fresh
from grognard.bots.registry import bot_named
from grognard.engine.play.game import Game

IDLE = ("end", "commit", "pass", "none")


def july() -> Game:
    """The first Production of the war in the East, after a June in which no one did anything."""
    game = grognard.new("eurofront", "1941", seed=1)
    game.play("axis", "declare USSR")
    while not game.decisions().get("axis") or "Production" not in game.decisions()["axis"].prompt:
        seat = next(iter(game.decisions()))
        game.play(seat, next(order for order in IDLE if game.why_not(seat, order) is None))
    return game


def test_the_axis_gives_the_east_all_it_may() -> None:
    """The armies in Russia are built from what is allocated to them: forty points in July 1941."""
    game = july()
    order, fault = ask_safely(fresh(bot_named("greedy", "eurofront")), game, "axis", random.Random(1))
    assert not fault and order == "allocate 40"
