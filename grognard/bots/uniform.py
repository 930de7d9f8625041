"""The uniform bot: a verb at random, then one branch of the tree."""

from __future__ import annotations

import random

from ..engine.fog.view import View
from .base import Question


class Uniform:
    """Takes any order that it is offered."""

    name = "random"

    def choose(self, view: View, question: Question, rng: random.Random) -> str:
        return question.sample(rng)
