"""A learner's way through a lesson, read off the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..words.lesson import Lesson
from .game import fresh, play_again
from .journal import Entry, Journal

Moment = tuple[int, int]
"""The box of the turn track and the phase in it."""


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
        turn: dict[str, Any] = t.title.turn(t)
        return turn

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
