"""The planner: it looks for the best way to play a whole player-turn by playing guesses on.

A way to play is a stance: the greedy bot with other weights, goals or prices. The stances of a title are tried on the
same guesses with the same dice, each played through the turn and on by greedy on both sides to a horizon, and judged
there. What falls behind is dropped, what is left is tried on more guesses while nodes last. The usual stance is left
only for one that was better by more than chance explains. The chosen one is kept for the turn.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any, Protocol

from ..engine.core.rules import Refused
from ..engine.fog.view import View
from ..engine.play.bare import Bare
from ..engine.play.game import Game, sample
from .greedy import Plan, Steady, known
from .playout import Minds, Playout

PACES = {"quick": 1000, "club": 2500, "long": 6000}
"""Nodes for a player-turn, by the words of the table; a node is an order on a bare game, about a millisecond."""
USUAL_PACE = "club"
MOST = 100_000
"""Nodes that anyone may ask for."""
SCREEN = 3
"""Guesses after which a stance that is not ahead is dropped."""
TRIED = 10
"""Guesses on which a stance must be ahead to be taken."""
SURE = 0.8
"""By how many standard errors it must be ahead then."""
PROOF = 0.3
"""The part of the nodes that is kept to try what was found on new guesses."""
LEAST = 0.01
"""How much better a stance must be in any case."""


class School(Protocol):
    """What a title teaches the planner."""

    def turn(self, t: Any) -> Hashable:
        """Whose player-turn it is, as something that changes with each."""

    def mine(self, t: Any, seat: int) -> bool:
        """Is it a player-turn of this seat?"""

    def stances(self, t: Any, seat: int) -> list[Any]:
        """The ways to play the turn, the usual one first."""

    def mutant(self, t: Any, seat: int, stance: Any, rng: random.Random) -> Any:
        """A way to play the turn that is a little other than this one."""

    def minds(self, stance: Any) -> Minds:
        """How one thinks in a stance."""

    def horizon(self, t: Any) -> int:
        """How many player-turns to look ahead."""

    def worth(self, t: Any, seat: int) -> float:
        """How a game stands for a seat, from about -1 to 1."""


class Trial:
    """A stance, and what came of it on each guess."""

    def __init__(self, stance: Any) -> None:
        self.stance = stance
        self.worths: list[float] = []

    def lead(self, other: Trial) -> tuple[float, float]:
        """How much better it was on the guesses that both were tried on, and the standard error of that."""
        pairs = [a - b for a, b in zip(self.worths, other.worths, strict=False)]
        mean = sum(pairs) / len(pairs)
        spread = sum((x - mean) ** 2 for x in pairs)
        return mean, (spread / max(1, len(pairs) - 1) / len(pairs)) ** 0.5

    def ahead(self, other: Trial, sure: float) -> bool:
        """Is it better by more than chance explains?"""
        lead, error = self.lead(other)
        return lead > max(LEAST, sure * error)


class Spent(Exception):
    """There are no nodes left."""


class Search:
    """The stances of one turn tried against each other for so many nodes; a node is an order on a bare game."""

    def __init__(self, school: School, view: View, rng: random.Random, nodes: int) -> None:
        self.school, self.view, self.rng, self.seat = school, view, rng, view["seat"]
        self.left = nodes
        self.guesses: list[tuple[Bare, int, dict[Any, float]]] = []
        """Each with the seed of its chances, and what came of the turns that were played on it."""

    def best(self, guess: Game) -> Any:
        """The stance to play the turn in."""
        t = guess.table
        first, *others = self.school.stances(t, self.seat)
        self.turns = self.school.horizon(t)
        self.usual = top = Trial(first)
        proof = int(PROOF * self.left)
        self.left -= proof
        seen = {first, *others}
        try:
            misses = 0
            while misses < 50:
                if others:
                    stance = others.pop(0)
                else:
                    stance = self.school.mutant(t, self.seat, top.stance, self.rng)
                    if stance in seen:
                        misses += 1
                        continue
                    seen.add(stance)
                trial = Trial(stance)
                if self.better(trial, top):
                    top = trial
        except Spent:
            pass
        if top is self.usual:
            return first
        self.left += proof
        return self.proved(top).stance

    def better(self, trial: Trial, top: Trial) -> bool:
        """Is a stance better than the best so far? Most are not, and are dropped after a few guesses."""
        for n in range(TRIED):
            self.play(top, n)
            self.play(trial, n)
            if n + 1 >= SCREEN and trial.lead(top)[0] <= 0:
                return False
        return trial.ahead(top, SURE)

    def proved(self, top: Trial) -> Trial:
        """What was found, if it is better on new guesses too."""
        found, usual = Trial(top.stance), Trial(self.usual.stance)
        begin = len(self.guesses)
        try:
            while True:
                n = begin + len(usual.worths)
                a, b = self.played(found.stance, n), self.played(usual.stance, n)
                found.worths.append(a)
                usual.worths.append(b)
        except Spent:
            pass
        return top if usual.worths and found.ahead(usual, 0.0) else self.usual

    def play(self, trial: Trial, n: int) -> None:
        """Try a stance on a guess if it was not yet."""
        if len(trial.worths) == n:
            trial.worths.append(self.played(trial.stance, n))

    def played(self, stance: Any, n: int) -> float:
        """What comes of a stance on a guess: the same dice for all."""
        while len(self.guesses) <= n:
            try:
                guess = sample(self.view, self.rng)
            except Refused:
                raise Spent from None
            self.guesses.append((Bare(guess), self.rng.getrandbits(32), {}))
        bare, chance, ends = self.guesses[n]
        game = Playout(bare.copy(), random.Random(chance), self.school.turn)
        own, usual = self.school.minds(stance), self.school.minds(self.usual.stance)
        game.run(lambda who: own if who == self.seat else usual, 1, self.left)
        turn = tuple(game.given)
        if turn not in ends:
            game.run(lambda who: usual, self.turns - 1, self.left)
        self.left -= game.orders
        if self.left <= 0:
            raise Spent
        if turn not in ends:
            ends[turn] = self.school.worth(game.bare.table, self.seat)
        return ends[turn]


class Planner(Steady):
    """Plays each of its turns in the stance that a search has found; otherwise as greedy does."""

    name = "planner"

    def __init__(self, school: School, nodes: int) -> None:
        self.school, self.nodes = school, nodes
        self._plans: dict[tuple[str, int], Plan] = {}
        self._stances: dict[tuple[str, int], tuple[Hashable, Any]] = {}

    def fresh(self) -> Planner:
        """A player with nothing in mind."""
        return type(self)(self.school, self.nodes)

    def ponder(self, view: View, rng: random.Random) -> str | None:
        """The first order of a plan made on a guess in the stance of the turn."""
        key = (view["commitment"], view["seat"])
        self._plans.pop(key, None)
        try:
            guess = sample(view, rng)
        except Refused:
            return None
        decision = guess.decisions().get(view["seats"][view["seat"]])
        if decision is None:
            return None
        orders = self.school.minds(self.stance(view, guess, rng))(decision, rng).plan()
        if len(orders) > 1:
            self._plans[key] = Plan(known(view), view["version"], [order.text for order in orders])
            while len(self._plans) > self.GAMES:
                self._plans.pop(next(iter(self._plans)))
        return orders[0].text if orders else None

    def stance(self, view: View, guess: Game, rng: random.Random) -> Any:
        """The stance of this turn: the one that was found when it began, or one to be found now."""
        t, seat = guess.table, view["seat"]
        if not self.school.mine(t, seat):
            return self.school.stances(t, seat)[0]
        key, turn = (view["commitment"], seat), self.school.turn(t)
        if key not in self._stances or self._stances[key][0] != turn:
            self._stances.pop(key, None)
            self._stances[key] = turn, Search(self.school, view, rng, self.nodes).best(guess)
            while len(self._stances) > self.GAMES:
                self._stances.pop(next(iter(self._stances)))
        return self._stances[key][1]
