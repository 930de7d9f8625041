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

    def plan(self) -> list[Order]:
        """The orders of the step that can be given one after another from what is known now, the first one first."""
        first = self.decide()
        return [first] if first is not None else []

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
    """Plays a title by its Mind, one order ahead: a new guess for each."""

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


class Steady(Greedy):
    """Plays a title by the plans of its Mind: one guess for a plan, given order by order while it holds.

    A plan holds as long as its step goes on, nothing new is known of the others and its next order is offered. What
    is kept of a game is its last plan alone, which follows from the view that it was made on.
    """

    GAMES = 64

    def __init__(self, mind: type[Mind]) -> None:
        super().__init__(mind)
        self._plans: dict[tuple[str, int], Plan] = {}

    def fresh(self) -> Steady:
        """A player with nothing in mind."""
        return type(self)(self.mind)

    def choose(self, view: View, question: Question, rng: random.Random) -> str:
        """The next order of the plan, or the first of a new one; whatever leads on when there is nothing to do."""
        order = self._next(view, question)
        if order is None:
            order = self.ponder(view, rng)
            if order is None or not question.offers(order):
                return lead_on(question, rng)
        return order

    def ponder(self, view: View, rng: random.Random) -> str | None:
        """The first order of a plan made on a guess, from the view and from nothing else."""
        key = (view["commitment"], view["seat"])
        self._plans.pop(key, None)
        try:
            guess = sample(view, rng)
        except Refused:
            return None
        decision = guess.decisions().get(view["seats"][view["seat"]])
        orders = self.mind(decision, rng).plan() if decision is not None else []
        if len(orders) > 1:
            self._plans[key] = Plan(known(view), view["version"], [order.text for order in orders])
            while len(self._plans) > self.GAMES:
                self._plans.pop(next(iter(self._plans)))
        return orders[0].text if orders else None

    def _next(self, view: View, question: Question) -> str | None:
        """The next order of the plan of this game and seat, if it still holds; asked again, the same one."""
        plan = self._plans.get((view["commitment"], view["seat"]))
        if plan is None or view["version"] < plan.version or plan.known != known(view):
            return None
        if view["version"] > plan.version:
            plan.version, plan.given = view["version"], plan.given + 1
        if plan.given < len(plan.orders) and question.offers(plan.orders[plan.given]):
            return plan.orders[plan.given]
        return None


class Plan:
    """Orders for a step, what they were made on, and how many have been given."""

    __slots__ = ("given", "known", "orders", "version")

    def __init__(self, seen: Any, version: int, orders: list[str]) -> None:
        self.known, self.version, self.orders, self.given = seen, version, orders, 0


def known(view: View) -> Any:
    """What a plan rests on: the step, and what the seat sees of the others."""
    data = view.data
    own, power = data["seat"], 1 + data["columns"].index("power")
    seat_of = data["lists"]["seat_of"]
    others = [row for row in data["rows"] if seat_of[row[power]] != own]
    steps = [(frame[0], frame[4].get("row")) for frame in data["agenda"]]
    return steps, data["numbers"], data.get("tokens"), others


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
