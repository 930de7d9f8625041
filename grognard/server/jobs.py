"""Work that takes long, in a process of its own: journals judged, games played again, guesses drawn, bots thinking.

Each is a plain function of plain values. Whoever sent the work may end the process when its time is over.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ..bots.base import Question
from ..bots.registry import bot_named
from ..engine.core.offers import Decision
from ..engine.core.rules import Refused
from ..engine.core.table import Table
from ..engine.fog.view import View
from ..engine.play.game import Game, begun_at, fresh, load, play_again, replay, restored, sample
from ..engine.play.journal import Entry, Journal
from ..engine.play.odds import odds_at
from . import state as show
from .kept import facts, lines, snapshot
from .written import written

MEMORY = 2 << 30
"""Bytes that a worker may take."""


class Made(NamedTuple):
    """A game as it is put on disk."""

    title: str
    scenario: str
    seats: tuple[str, ...]
    setup: dict[str, Any]
    commitment: str
    entries: list[Entry]
    facts: dict[str, Any]
    said: list[tuple[int, int, str]]
    snapshot: tuple[int, str] | None
    deciding: list[str]


def made(game: Game) -> Made:
    """What is kept of a game."""
    journal = game.journal
    return Made(
        game.title.meta.id, game.table.scenario, tuple(game.seats), journal.setup, journal.commitment, journal.entries,
        facts(game), lines(game, list(game.told_before)), snapshot(journal), list(game.decisions()),
    )  # fmt: skip


def judged(text: str) -> Made:
    """A journal from elsewhere, every order judged again."""
    return made(load(text, verify=True))


def guessed(known: dict[str, Any], seed: int) -> Made:
    """An analysis board: a playable guess from what a seat knows, as the beginning of a game."""
    return made(fresh(begun_at(sample(View(known), random.Random(seed)))))


def exported(journal: Journal, seat: str | None) -> str:
    """The whole journal, or a seat's own."""
    game = replay(journal, None, False)
    return game.save() if seat is None else game.view(seat).save()


def shown(journal: Journal, seat: str | None, more: dict[str, Any]) -> str:
    """A viewer's state at the end of a journal."""
    return written({**show.state(replay(journal), seat), **more})


def state_at(journal: Journal, seat: str | None) -> dict[str, Any]:
    """A viewer's state at the end of a journal, as values."""
    return show.state(replay(journal), seat)


def overlaid(journal: Journal, name: str) -> Any:
    """A public overlay at the end of a journal."""
    game = replay(journal)
    t = game.table_for(len(game.seats))
    return t.title.overlay(t, len(game.seats), name)


def course(journal: Journal, seat: str) -> list[dict[str, Any]]:
    """How a game that is over went: the count of each side at the end of each turn, with the seat's entry there."""
    game = fresh(journal.setup)
    viewer, found = game.seat_index(seat), list[dict[str, Any]]()
    for entry in journal.entries:
        play_again(game, entry)
        t = game.table
        name, count = t.title.turn(t)["name"], t.title.tally(t)
        row = {"turn": name, "entry": game.journal.number(viewer), "count": named_counts(t, count)}
        if found and found[-1]["turn"] == name:
            found[-1] = row
        else:
            found.append(row)
    return found


def named_counts(t: Table, count: dict[str, int]) -> dict[str, int]:
    """A count by the names that players read."""
    sides = t.title.looks.get("sides", {})
    return {sides.get(key, {}).get("name") or key.replace("_", " ").capitalize(): n for key, n in count.items()}


def told(journal: Journal, seat: str | None, since: int) -> list[str]:
    """Everything a viewer was told from a line on."""
    return [written(line) for line in show.log(replay(journal, None, False), seat, since)]


class Moment(NamedTuple):
    """A table as a viewer sees it, as plain values."""

    setup: dict[str, Any]
    table: dict[str, Any]
    private: int
    seat: int
    viewer: int

    def again(self) -> Table:
        t = restored(self.setup, self.table)
        t.private, t.seat = self.private, self.seat
        return t


def moment(game: Game, viewer: int) -> Moment:
    """What a viewer sees of a game now, and nothing that changes when the game goes on."""
    return _moment(game, game.table_for(viewer), viewer)


def decisive(game: Game, seat: str) -> Moment:
    """The table at which a seat must decide."""
    return _moment(game, game.decisions()[seat].t, game.seat_index(seat))


def _moment(game: Game, table: Table, viewer: int) -> Moment:
    t = table.copy()
    return Moment(game.journal.setup, t.dump(), t.private, t.seat, viewer)


def chances(at: Moment, known: dict[str, Any], order: str) -> Any:
    """What an order would bring, under what its seat knows."""
    return odds_at(at.again(), View(known), at.viewer, order)


def laid_over(at: Moment, name: str) -> Any:
    """An overlay of the map, from what a viewer sees."""
    t = at.again()
    return t.title.overlay(t, at.viewer, name)


def thought(at: Moment, known: dict[str, Any], bot: str, seed: int) -> str:
    """What a bot orders, which sees what its seat sees and the tree of what it is offered."""
    t = at.again()
    question = Question(Decision(t, t.frame, t.step, at.viewer))
    return bot_named(bot, t.title.meta.id).choose(View(known), question, random.Random(seed))


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        judged,
        guessed,
        exported,
        shown,
        state_at,
        overlaid,
        course,
        told,
        chances,
        laid_over,
        thought,
    )
}


def work(line: Connection) -> None:
    """Do what comes over a line until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(EOFError, OSError):
        while True:
            name, args = line.recv()
            try:
                answer = "done", JOBS[name](*args)
            except Refused as refused:
                answer = "refused", (refused.rule, refused.sentence, tuple(refused.nearest))
            except Exception as error:
                answer = "failed", f"{type(error).__name__}: {error}"[:300]
            line.send(answer)
