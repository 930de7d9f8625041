"""Lessons: a real game with a fixed seed, and steps that say what to do, what to light and which order does it.

A lesson is data. Its steps lie in time by the title's own turn track, so that a person who goes another way is never
stuck: what the game has left behind is passed, the rest waits. Any legal order may be given.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .journal import Entry, Journal, fresh, play_again

Moment = tuple[int, int]
"""The box of the turn track and the phase in it."""


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


class Given(NamedTuple):
    """An order of the learner that stands, and when it was given."""

    moment: Moment
    text: str


class Course:
    """A learner's way through a lesson, followed along the journal."""

    def __init__(self, lesson: Lesson, setup: Mapping[str, Any]) -> None:
        self.lesson = lesson
        self._twin = fresh(setup)
        self.seat = self._twin.seats.index(lesson.seat)
        self._followed = 0
        self._given: list[Given] = []
        phases = self._turn()["phases"]
        self.moments = [(step.turn, phases.index(step.phase) if step.phase else -1) for step in lesson.steps]

    def _turn(self) -> dict[str, Any]:
        t = self._twin.table_for(self.seat)
        return t.title.turn(t)

    def at_hand(self, journal: Journal) -> bool:
        """Does the journal still hold what has not been followed yet? A server may have put its beginning away."""
        return self._followed >= len(journal) - len(journal.entries)

    def follow(self, journal: Journal) -> None:
        """Play again what was added to the journal since."""
        first = len(journal) - len(journal.entries)
        for entry in journal.entries[self._followed - first :]:
            self._note(entry)
            play_again(self._twin, entry)
        self._followed = len(journal)

    def _note(self, entry: Entry) -> None:
        if entry.seat != self.seat or entry.kind in ("desk", "nonce"):
            return
        if entry.kind == "undo":
            self._given.pop()
        elif entry.kind == "reset":
            del self._given[-entry.args[0] :]
        else:
            now = self._turn()
            self._given.append(Given((now["at"], now["phase"]), entry.text))

    def progress(self) -> dict[str, Any]:
        """What is done, what the game has left behind, and the last order that the lesson did not ask for."""
        now = self._turn()
        here = (now["at"], now["phase"])
        done: set[int] = set()
        astray = ""
        for given in self._given:
            fits = self._fitting(given, done)
            done.update(fits[:1])
            astray = "" if fits else given.text
        last = max(done, default=-1)
        passed = [
            i in done or self._behind(i, here) or (not step.order and i < last)
            for i, step in enumerate(self.lesson.steps)
        ]
        over = all(ok for ok, step in zip(passed, self.lesson.steps, strict=True) if step.order)
        return {
            "done": sorted(done),
            "passed": passed,
            "astray": astray,
            "over": over or self._twin.outcome is not None,
        }

    def _behind(self, step: int, here: Moment) -> bool:
        return self.moments[step] < here

    def _fitting(self, given: Given, done: Iterable[int]) -> list[int]:
        return [
            i for i, step in enumerate(self.lesson.steps)
            if i not in done and self.moments[i] == given.moment and step.order and step.done_by(given.text)
        ]  # fmt: skip
