"""The other side of a lesson: it answers as the lesson says, and otherwise lets the phase end."""

from __future__ import annotations

import random

from ..engine.fog.view import View
from ..engine.words.lesson import Lesson
from .base import Question

ENDS = ("end", "pass", "commit")


class LessonBot:
    """Gives the first of the lesson's replies that is open, else ends, else takes the first thing it is offered."""

    def __init__(self, lesson: Lesson) -> None:
        self.name = f"lesson-{lesson.id}"
        self.replies = lesson.replies

    def choose(self, view: View, question: Question, rng: random.Random) -> str:
        for reply in self.replies:
            if question.why_not(reply) is None:
                return reply
        verbs = {choice.text for choice in question.next()}
        return next((verb for verb in ENDS if verb in verbs), "") or _first(question)


def _first(question: Question) -> str:
    """Down the first branch of the tree; a set is closed as soon as it may be."""
    path: list[str] = []
    while True:
        choices = question.next(*path)
        choice = next((c for c in choices if c.text == "."), choices[0])
        path.append(choice.text)
        if choice.final:
            return " ".join(word for word in path if word != ".")
