"""Exact odds: the title's own combat code under dice that fall every way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from ..core.dice import Dice, every_roll
from ..core.table import Table
from .game import Game, sample

R = TypeVar("R", bound=Hashable)
DEALS = 60
"""How often hidden blocks are dealt anew for the odds."""


def distribution(t: Table, fight: Callable[[Table], R]) -> dict[R, Fraction]:
    """The chance of each result of ``fight``, played on copies of the table under every roll."""
    chances: dict[R, Fraction] = {}

    def once(dice: Dice) -> R:
        twin = t.copy()
        twin.dice = dice
        return fight(twin)

    for result, chance in every_roll(once):
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def odds_of(game: Game, seat: str, order: str, deals: int = DEALS) -> dict[str, Any] | None:
    """The title's odds of an order; with hidden blocks, the mean over deals of what the seat does not know.

    The deals follow from what the seat knows: asked twice, the answer is the same, and two orders meet the same deals.
    """
    index = game.seat_index(seat)
    t = game.table_for(index)
    found: dict[str, Any] | None = t.title.odds(t, index, order)
    if not t.title.fog or found is None:
        return found
    view = game.view(seat)
    rng = random.Random(view.json())
    sums: dict[str, Counter[int]] = {}
    for _ in range(deals):
        guess = sample(view, rng).table
        dealt = t.title.odds(guess, index, order) or {"losses": {}}
        for side, chances in dealt["losses"].items():
            sums.setdefault(side, Counter()).update(dict(enumerate(chances)))
    losses = {side: [total[hits] / deals for hits in range(max(total) + 1)] for side, total in sums.items()}
    return {"losses": losses, "deals": deals}
