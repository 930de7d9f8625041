"""Everything that a player reads in kept games, lessons and rules of a title, as docs/words.md judges it."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grognard
from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game, fresh, play_again
from grognard.engine.play.journal import read
from grognard.engine.words.says import sentence

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES, EVERY, ORDERS = 5, 25, 150
"""So many kept games of a title are walked, looked at after so many entries; without any so many orders are played."""
SILENT = {
    "kind", "rule", "style", "place", "places", "side", "id", "seat", "power", "at", "face", "symbol", "piece",
    "defender", "of", "level", "stage", "image",
}  # fmt: skip
"""Fields of panels that the page does not show as words."""


def plain(text: str) -> str:
    """A sentence as the page shows it: no underscores, and no place in the name of a piece."""
    return re.sub(r"@\w+", "", text.replace("_", " "))


def texts(found: Any) -> Iterator[str]:
    """The words in a panel."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for key, value in found.items():
            if key not in SILENT:
                yield from texts(value)
    elif isinstance(found, list | tuple):
        for value in found:
            yield from texts(value)


class Walk:
    """What was read, each text once with where it stood."""

    def __init__(self, title: str) -> None:
        self.title = grognard.metas()[title].load()
        self.read: dict[str, str] = {}
        self._told()
        folders = (GOLDEN / title, GOLDEN.parent / "titles" / title / "games")
        kept = [path for folder in folders for path in folder.glob("*.jsonl.gz")]
        kept.sort(key=lambda path: path.stat().st_size)
        kept = kept[: len(kept) * 3 // 4 : max(1, len(kept) // GAMES)]
        for path in kept:
            self._kept(gzip.decompress(path.read_bytes()).decode())
        if not kept:
            self._played()

    def hear(self, where: str, text: str) -> None:
        if text.strip():
            self.read.setdefault(plain(text), where)

    def _told(self) -> None:
        """Rules, buttons and lessons."""
        for row in self.title.book.rows.values():
            self.hear("rule", row["summary"])
        for words in texts(self.title.looks.get("verbs", {})):
            self.hear("button", words)
        for lesson in self.title.lessons:
            for text in (lesson.name, lesson.summary, lesson.ending, *(step.say for step in lesson.steps)):
                self.hear("lesson", text)

    def _kept(self, text: str) -> None:
        journal, _ = read(text)
        game = fresh(journal.setup)
        for number, entry in enumerate(journal.entries):
            if number % EVERY == 0:
                self._look(game)
            play_again(game, entry)
        self._log(game)

    def _played(self) -> None:
        game, rng = grognard.new(self.title.meta.id, seed=7), random.Random(7)
        for number in range(ORDERS):
            decisions = game.decisions()
            if not decisions:
                break
            seat, decision = next(iter(decisions.items()))
            if number % EVERY == 0:
                self._look(game)
            game.play(seat, decision.sample(rng))
        self._log(game)

    def _log(self, game: Game) -> None:
        for seat in game.table.seats:
            for event in game.events(seat):
                self.hear("log", sentence(game.title, event, spoken=game.table))

    def _look(self, game: Game) -> None:
        """Prompts, debts, panels and a few refusals at a moment."""
        for seat, decision in game.decisions().items():
            index = game.seat_index(seat)
            self.hear("prompt", decision.prompt)
            for debt in decision.debts:
                self.hear("debt", debt.sentence)
            for panel in texts(game.title.panels(decision.t, index)):
                self.hear("panel", panel)
            nodes = sorted(game.table.p.stacks)[:: max(1, len(game.table.p.stacks) // 4)]
            for choice in decision.next():
                first = decision.next(choice.text)[:2] if not choice.final else []
                for piece in first:
                    for node in nodes:
                        self._refused(game, seat, f"{choice.text} {piece.text} {game.table.node_name(node)}")

    def _refused(self, game: Game, seat: str, order: str) -> None:
        try:
            reason = game.why_not(seat, order)
        except Refused as error:
            reason = error.reason
        if reason is not None and not reason.rule.startswith("E."):
            self.hear("refusal", reason.sentence)
