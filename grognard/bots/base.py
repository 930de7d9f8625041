"""What a bot is given: a view, and a decision with no way back to the table."""

from __future__ import annotations

import random
from typing import Any, Protocol

from ..engine.offers import Actions, Choice, Decision, Order
from ..engine.rules import Owed, Reason
from ..engine.view import View


class Question:
    """A Decision as a bot may hold it: the tree of offers and nothing behind it."""

    __slots__ = ("__decision",)

    def __init__(self, decision: Decision) -> None:
        self.__decision = decision

    @property
    def prompt(self) -> str:
        return self.__decision.prompt

    @property
    def debts(self) -> list[Owed]:
        return self.__decision.debts

    def next(self, *prefix: str) -> list[Choice]:
        return self.__decision.next(*prefix)

    def actions(self, limit: int | None = None) -> Actions:
        return self.__decision.actions(limit)

    def sample(self, rng: random.Random) -> Order:
        return self.__decision.sample(rng)

    def why_not(self, order: Order | str) -> Reason | None:
        return self.__decision.why_not(order)


class Bot(Protocol):
    """A player that sees only what its seat sees."""

    name: str

    def choose(self, view: View, question: Question, rng: random.Random) -> Order | str:
        """The order that this seat gives now."""


def ask(bot: Bot, game: Any, seat: str, rng: random.Random) -> Order | str:
    """Put a seat's decision to a bot."""
    return bot.choose(game.view(seat), Question(game.decisions()[seat]), rng)
