"""Exact odds: the title's own combat code under dice that fall every way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from ..core.dice import Dice, every_roll
from ..core.table import Table
from ..fog.view import View
from .game import Game, sample
from .title import PlayTitle

R = TypeVar("R", bound=Hashable)
DEALS = 60
"""How often hidden blocks are dealt anew for the odds."""
PLAYS = 6
"""How often a battle is played on each deal."""


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
    """The title's odds of an order; where blocks are hidden, the mean over deals of what the seat does not know.

    The deals follow from what the seat knows: asked twice, the answer is the same, and two orders meet the same deals.
    Where all deals bring the same units into the fight nothing is guessed, and the odds are those of one of them.
    """
    index = game.seat_index(seat)
    return odds_at(game.table_for(index), game.view(seat), index, order, deals)


def odds_at(t: Table, view: View, index: int, order: str, deals: int = DEALS) -> dict[str, Any] | None:
    """The same of a table as a seat sees it, and the seat's view."""
    title: PlayTitle = t.title
    if not title.fog:
        return title.odds(t, index, order)
    rng = random.Random(view.json())
    guess = sample(view, rng).table
    first = title.rolled_odds(guess, index, order, rng, PLAYS)
    if first is None:
        return None
    found: list[dict[str, Any] | None] = [first]
    for _ in range(deals - 1):
        found.append(title.rolled_odds(sample(view, rng).table, index, order, rng, PLAYS))
    dealt = [one for one in found if one is not None]
    if len(dealt) == deals and all(one.get("units") == dealt[0].get("units") for one in dealt):
        return title.odds(guess, index, order)
    return {
        "losses": _mean_lists([one["losses"] for one in dealt]), "deals": len(dealt), "plays": len(dealt) * PLAYS,
        "battle": _mean_battle([one["battle"] for one in dealt if "battle" in one]),
    }  # fmt: skip


def _mean_lists(found: list[dict[str, list[float]]]) -> dict[str, list[float]]:
    """The mean chance of each number of losses, for each side."""
    sums: dict[str, Counter[int]] = {}
    for one in found:
        for side, chances in one.items():
            sums.setdefault(side, Counter()).update(dict(enumerate(chances)))
    return {side: [total[lost] / len(found) for lost in range(max(total) + 1)] for side, total in sums.items()}


def _mean_battle(found: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The mean over deals of how a battle ends."""
    if not found:
        return None

    def mean(part: str) -> dict[str, float]:
        names = dict.fromkeys(name for one in found for name in one[part])
        return {name: sum(one[part].get(name, 0.0) for one in found) / len(found) for name in names}

    return {
        "attacker": found[0]["attacker"], "ends": mean("ends"), "lost": mean("lost"),
        "rounds": sum(one["rounds"] for one in found) / len(found), "plays": sum(one["plays"] for one in found),
    }  # fmt: skip
