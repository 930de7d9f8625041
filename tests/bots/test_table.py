"""Bots at the table: they play their seats in a room of the server, answer proposals, and do not stop a game."""

from __future__ import annotations

import random
from typing import Any

import grognard
from grognard.bots import registry
from grognard.server.rooms import bot_order, bots_asked


class Room:
    """As much of a room as its bots look at."""

    key = "room"

    def __init__(self, game: grognard.Game, **bots: str) -> None:
        self.game, self.bots = game, bots


def test_greedy_plays_its_seat() -> None:
    """The bot's seat is asked while it must decide, and what it orders is taken."""
    room: Any = Room(grognard.new("westfront", "husky", seed=1), allied="greedy")
    rng = random.Random(1)
    for _ in range(8):
        if not bots_asked(room):
            break
        room.game.play("allied", bot_order(room, "allied", rng))
    assert len(room.game.journal) >= 4


def test_a_proposal_wakes_a_bot() -> None:
    """It is not the bot's turn, but a resignation waits for its answer; then the game is over."""
    room: Any = Room(grognard.new("ww2eto", "1939", seed=1), allied="greedy")
    assert bots_asked(room) == []
    room.game.play("axis", "propose resign")
    assert bots_asked(room) == ["allied"]
    room.game.play("allied", bot_order(room, "allied", random.Random(1)))
    assert room.game.outcome is not None and bots_asked(room) == []


def test_a_bot_that_fails_does_not_stop_the_game(monkeypatch: Any, caplog: Any) -> None:
    """Its error is logged, and an offered order is given for it."""

    class Broken:
        name = "broken"

        def choose(self, view: Any, question: Any, rng: random.Random) -> str:
            raise ZeroDivisionError

    monkeypatch.setitem(registry.GENERAL, "broken", Broken)
    room: Any = Room(grognard.new("tiny", seed=1), red="broken")
    order = bot_order(room, "red", random.Random(1))
    assert room.game.why_not("red", order) is None
    assert "broken failed" in caplog.text
