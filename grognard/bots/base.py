"""What a bot is given: a view, and a decision with no way back to the table."""

from __future__ import annotations

import logging
import random
from typing import Any, Protocol

from ..engine.core.offers import Choice, Decision
from ..engine.core.rules import Owed, Reason, Refused
from ..engine.fog.view import View

_log = logging.getLogger(__name__)
LEADS_ON = ("end", "commit", "pass")
WELCOME = ("resign", "extend")
"""Proposals that a bot agrees to. Going back behind dice and changing the position are for people."""


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
        """The choices after a prefix; their values, which may be hidden pieces, are left out."""
        return [Choice(c.text, None, c.final, c.cost) for c in self.__decision.next(*prefix)]

    def actions(self, limit: int | None = None) -> list[str]:
        return [order.text for order in self.__decision.actions(limit)]

    def sample(self, rng: random.Random) -> str:
        return self.__decision.sample(rng).text

    def why_not(self, order: str) -> Reason | None:
        return self.__decision.why_not(order)

    def offers(self, order: str) -> bool:
        """Would this complete order be taken?"""
        try:
            self.__decision.parse(order)
        except Refused:
            return False
        return True


class Bot(Protocol):
    """A player that sees only what its seat sees."""

    name: str

    def choose(self, view: View, question: Question, rng: random.Random) -> str:
        """The order that this seat gives now."""


def fresh(bot: Bot) -> Bot:
    """A bot with nothing in mind of earlier games."""
    made: Bot = bot.fresh() if hasattr(bot, "fresh") else bot
    return made


def ask(bot: Bot, game: Any, seat: str, rng: random.Random) -> str:
    """Put a seat's decision to a bot."""
    return bot.choose(game.view(seat), Question(game.decisions()[seat]), rng)


def ask_safely(bot: Bot, game: Any, seat: str, rng: random.Random) -> tuple[str, bool]:
    """The order of a bot, or, where it raises or answers what is not offered, one that leads on; was it at fault?"""
    question = Question(game.decisions()[seat])
    try:
        order = bot.choose(game.view(seat), question, rng)
        if question.offers(order):
            return order, False
    except Exception:
        _log.exception("bot %s failed", bot.name)
    return lead_on(question, rng), True


def lead_on(question: Question, rng: random.Random) -> str:
    """End, commit or pass; any order when none of these is open."""
    verbs = {choice.text: choice.final for choice in question.next()}
    for name in LEADS_ON:
        if verbs.get(name):
            return name
    return question.sample(rng)


def answer(game: Any, seat: str) -> str | None:
    """How any bot answers a proposal: others may resign or play on, and it agrees to nothing else."""
    index = game.seat_index(seat)
    for proposal in game.desk.to_answer(index):
        return f"{'accept' if proposal.step in WELCOME else 'decline'} {proposal['id']}"
    return None
