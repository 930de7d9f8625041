"""Playing a guess on by the Minds of both sides, on a bare game: what thinking ahead is made of."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any

from ..engine.core.offers import Decision, Order
from ..engine.core.rules import Refused
from ..engine.play.bare import Bare
from .base import LEADS_ON
from .greedy import Mind

Minds = Callable[[Decision, random.Random], Mind]
"""How a seat thinks."""
Turn = Callable[[Any], Hashable]
"""Whose player-turn it is on a table, as something that changes with each."""
LONGEST = 4000
"""Orders after which a game is taken to lead nowhere."""


class Playout:
    """One game played on from a guess; ``orders`` counts what was played."""

    def __init__(self, bare: Bare, rng: random.Random, turn: Turn) -> None:
        self.bare, self.rng, self.turn, self.orders = bare, rng, turn, 0
        self.given: list[tuple[int, str, Any]] = []

    def run(self, minds: Callable[[int], Minds], turns: int, most: int = LONGEST) -> None:
        """Play to the end, or until so many player-turns are over, or so many orders are given."""
        over, now = 0, self.turn(self.bare.table)
        while self.bare.outcome is None and self.orders < most:
            key = self.turn(self.bare.table)
            if key != now:
                over, now = over + 1, key
                if over >= turns:
                    return
            deciding = self.bare.decisions()
            seat = min(deciding)
            self.step(seat, deciding[seat], minds(seat), most)

    def step(self, seat: int, decision: Decision, minds: Minds, most: int) -> None:
        """A plan of a seat as far as it can be carried out, or what leads on."""
        plan = minds(decision, self.rng).plan()
        if not plan:
            self.give(seat, self.lead_on(decision))
            return
        step = decision.frame.step
        for n, order in enumerate(plan[: most - self.orders]):
            if n:
                again = self.bare.decisions().get(seat) if self.bare.outcome is None else None
                if again is None or again.frame.step != step:
                    return
                try:
                    order = again.judge(Order(order.verb, order.args, ""))
                except Refused:
                    return
            self.give(seat, order)

    def give(self, seat: int, order: Order) -> None:
        self.bare.play(seat, order)
        self.orders += 1
        self.given.append((seat, order.verb, order.args))

    def lead_on(self, decision: Decision) -> Order:
        """End, commit or pass; any order when none of these is open."""
        verbs = {verb.name for verb in decision.open_verbs()}
        for name in LEADS_ON:
            if name in verbs:
                try:
                    return decision.judge(Order(name, (), ""))
                except Refused:
                    continue
        return decision.sample(self.rng)
