"""Lessons: a real game with a fixed seed, and steps that say what to do, what to light and which order does it.

A lesson is data. Its steps lie in time by the title's own turn track, so that a person who goes another way is never
stuck: what the game has left behind is passed, the rest waits. Any legal order may be given.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple


class LessonStep(NamedTuple):
    """A sentence to read, or something to do: ``order`` does it, and so does any order with the words of ``does``."""

    say: str
    turn: int
    phase: str
    order: str = ""
    does: str = ""
    title: str = ""
    light: tuple[str, ...] = ()
    overlay: str = ""
    rule: str = ""

    def done_by(self, order: str) -> bool:
        wanted = (self.does or self.order).split()
        given = _words(order)
        return bool(wanted) and given[:1] == wanted[:1] and set(wanted) <= set(given)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: where it is played, by whom, against which answers."""

    id: str
    name: str
    summary: str
    scenario: str
    seat: str
    seed: int
    minutes: int
    steps: tuple[LessonStep, ...]
    replies: tuple[str, ...] = ()
    ending: str = ""
    first: bool = False
    """Is this the one to begin with? Without any it is the one that stands first."""


@cache
def read_lessons(path: Path) -> tuple[Lesson, ...]:
    """The lessons of a title's data, in their order."""
    if not path.exists():
        return ()
    found = []
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]:
        steps = tuple(LessonStep(**{**step, "light": tuple(step.get("light", ()))}) for step in row["steps"])
        found.append(Lesson(**{**row, "steps": steps, "replies": tuple(row.get("replies", ()))}))
    return tuple(found)


def _words(order: str) -> list[str]:
    return re.split(r"[\s>+]+", order.strip())
