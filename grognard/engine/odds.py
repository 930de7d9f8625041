"""Exact odds: the title's own combat code under dice that fall every way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from .dice import Dice, every_roll
from .table import Table

R = TypeVar("R", bound=Hashable)


def distribution(t: Table, fight: Callable[[Table], R]) -> dict[R, Fraction]:
    """The chance of each result of ``fight``, played on copies of the table under every roll."""
    found: Counter[R] = Counter()
    chances: dict[R, Fraction] = {}

    def once(dice: Dice) -> R:
        twin = t.copy()
        twin.dice = dice
        return fight(twin)

    for result, chance in every_roll(once):
        found[result] += 1
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances
