"""The greedy bot: it guesses a position from its view, scores what is offered there, and takes the best order.

The guess is made from the View alone (:func:`grognard.sample`), so nothing that the seat may not know can reach the
bot, whatever an evaluator looks at. A title brings a :class:`Mind`: a method ``at_<step>`` for each step that it has a
view on. Where it has none the bot leads on: it ends, passes or commits as soon as it may.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from grognard.engine.core.cache import cached_values

from ..board.area import Exits, rings
from ..board.hexset import members
from ..engine.core.offers import Decision, Order, Verb
from ..engine.core.rules import Refused
from ..engine.fog.view import View
from ..engine.play.game import sample
from .base import Question, lead_on

FAR = 60
"""How far what cannot be reached is taken to be."""
Ranked = tuple[tuple[int, int], ...]
"""Goals as pairs of a set of hexes and its rank: of two goals the nearer counts, its rank added to the way."""


class Mind:
    """One decision, on a guess: a title's evaluator subclasses it."""

    def __init__(self, d: Decision, rng: random.Random) -> None:
        self.d, self.t, self.p, self.world, self.seat, self.rng = d, d.t, d.t.p, d.t.world, d.seat, rng
        self.open: dict[str, Verb] = {verb.name: verb for verb in d.open_verbs()}

    def decide(self) -> Order | None:
        """The order of the step's own method, or None when it wants nothing more."""
        answer = getattr(self, f"at_{self.d.frame.step}", None)
        found: Order | None = answer() if answer is not None else None
        return found

    def choices(self, name: str, *args: Any) -> int:
        """What may come next after a verb and the values chosen so far, as bits; 0 when the verb is closed."""
        verb = self.open.get(name)
        return self.d.after(verb, args) if verb is not None else 0

    def more(self, name: str, *args: Any) -> int:
        """What may join the set that is the last of ``args``."""
        verb = self.open.get(name)
        return self.d.after(verb, args[:-1], args[-1]) if verb is not None else 0

    def order(self, name: str, *args: Any) -> Order | None:
        """A complete order of these values if it is offered."""
        if name not in self.open:
            return None
        try:
            return self.d.judge(Order(name, args, ""))
        except Refused:
            return None

    def words(self, name: str, *args: Any) -> tuple[str, ...]:
        """The words of a level."""
        level = self.open[name].levels[len(args)]
        return level.words(self.t, self.seat, args) if level.words is not None else ()


class Greedy:
    """Plays a title by its Mind."""

    name = "greedy"

    def __init__(self, mind: type[Mind]) -> None:
        self.mind = mind

    def choose(self, view: View, question: Question, rng: random.Random) -> str:
        """The best order on a guess, if it is offered in truth too; else whatever leads on."""
        order = self.ponder(view, rng)
        if order is not None and question.offers(order):
            return order
        return lead_on(question, rng)

    def ponder(self, view: View, rng: random.Random) -> str | None:
        """The best order on a guess made from the view, and from nothing else."""
        try:
            guess = sample(view, rng)
        except Refused:
            return None
        decision = guess.decisions().get(view["seats"][view["seat"]])
        order = self.mind(decision, rng).decide() if decision is not None else None
        return order.text if order is not None else None


@cached_values(64)
def distances(goals: Ranked, out: Exits, free: int) -> dict[int, int]:
    """Steps over free land to the nearest goal, a goal's rank counted in."""
    far: dict[int, int] = {}
    for hexes, rank in goals:
        for k, ring in enumerate(rings(hexes & free, out, None, ~free)):
            for node in members(ring):
                if k + rank < far.get(node, FAR):
                    far[node] = k + rank
    return far


def best(found: Iterable[tuple[float, Any]], least: float = float("-inf")) -> Any:
    """What scores most, the first of equals, if it is above ``least``."""
    top, chosen = least, None
    for score, what in found:
        if score > top:
            top, chosen = score, what
    return chosen


def each(bits: int) -> tuple[int, ...]:
    """The members of a set, and none for sets without end."""
    return members(bits) if bits > 0 else ()
