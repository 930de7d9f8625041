"""Playing games under the conformance checks, and what becomes of a failure."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ..engine.core.offers import Order
from ..engine.core.rules import Refused
from ..engine.play.game import Game, load
from .conform import (
    CHECKS,
    MOVES,
    Broken,
    dice_are_faces,
    invariants,
    ledgers_conserved,
    offered,
    progress_falls,
    views,
)
from .labels import Tally
from .policies import POLICIES

LONGEST = 20_000
"""Orders after which a game is taken to go on for ever."""
OFTEN = 0.1
"""At least so many barriers are looked at for what is conserved and what must always hold."""

Played = list[tuple[str, Order]]


@dataclass
class Failure:
    """A game that broke a check, with the orders that lead there."""

    title: str
    scenario: str
    seed: int
    check: str
    found: str
    orders: Played
    journal: str = ""
    options: dict[str, str] | None = None

    def __str__(self) -> str:
        last = "; ".join(f"{seat} {order}" for seat, order in self.orders[-3:])
        start = f"{self.title}/{self.scenario} seed {self.seed}" + (f" {self.options}" if self.options else "")
        return f"{start} after {len(self.orders)} orders ({last}): {self.found}"

    def begin(self) -> Game:
        return Game.new(self.title, self.scenario, seed=self.seed, options=self.options)


@dataclass
class Report:
    """What a run has seen."""

    games: int = 0
    orders: int = 0
    checks: int = 0
    finished: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    failures: list[Failure] = field(default_factory=list)


def play_checked(
    title: str, scenario: str, seed: int, policy: str = "uniform", share: float = 0.1, barriers: float = 1.0,
    report: Report | None = None, options: dict[str, str] | None = None, longest: int = LONGEST, verify: float = 1.0,
) -> Report:  # fmt: skip
    """Play one game under the checks.

    Progress is checked after every order, ledgers and invariants at every tenth barrier, and all else at a
    ``share`` of the steps and of the ``barriers``. The whole game is judged again with the chance ``verify``.
    """
    report = report or Report()
    rng = random.Random(f"{title} {scenario} {seed} {policy}")
    game = Game.new(title, scenario, seed=seed, options=options)
    start = game.copy()
    report.tally.watch(game)
    orders: Played = []
    report.games += 1
    try:
        if rng.random() < max(verify, barriers):
            _examine(game, rng, report)
        while game.outcome is None and len(orders) < longest:
            before = game.copy()
            seat, order = _choose(game, rng, policy, report)
            orders.append((seat, order))
            game.play(seat, order)
            report.orders += 1
            progress_falls(before, seat, order, game)
            dice_are_faces(before, seat, order, game)
            barred = not game.main.done
            if barred and rng.random() < max(barriers, OFTEN):
                ledgers_conserved(start, seat, order, game)
                invariants(game, rng)
            if rng.random() < (barriers if barred else share):
                _examine(game, rng, report)
        if game.outcome is not None:
            report.finished += 1
            report.endings[game.outcome.level] = report.endings.get(game.outcome.level, 0) + 1
        if rng.random() < verify:
            load(game.save(), verify=True)
    except Exception as error:
        report.failures.append(_failure(title, scenario, seed, error, orders, options))
    return report


def _choose(game: Game, rng: random.Random, policy: str, report: Report) -> tuple[str, Order]:
    deciding = game.decisions()
    if not deciding:
        raise Broken("someone_must_decide", f"no one decides, and the game is not over: {game.table.agenda}")
    seat = rng.choice(sorted(deciding))
    d = deciding[seat]
    try:
        order = POLICIES[policy](game, d, rng, None, report.tally.offering)
    except Refused as refused:
        raise Broken("no_dead_end", f"{seat} in {d.frame.step}: {refused}; owed {d.debts}") from refused
    if policy == "least-seen" or rng.random() < 0.05:
        report.tally.order(d, order)
    return seat, order


def _examine(game: Game, rng: random.Random, report: Report) -> None:
    for check in CHECKS.values():
        check(game, rng)
        report.checks += 1


def _failure(
    title: str, scenario: str, seed: int, error: Exception, orders: Played, options: dict[str, str] | None = None
) -> Failure:
    check = error.check if isinstance(error, Broken) else type(error).__name__
    found = str(error) if isinstance(error, Broken) else "".join(traceback.format_exception(error))[-1500:]
    return Failure(title, scenario, seed, check, found, orders, options=options)


# Minimising


def breaks(failure: Failure, orders: Sequence[tuple[str, Order]]) -> str:
    """What goes wrong when these orders are played (those no longer offered left out), or an empty string."""
    game = failure.begin()
    try:
        for seat, order in orders:
            before = game.copy()
            if game.why_not(seat, order.text) is not None:
                continue
            game.play(seat, order.text)
            for check in MOVES.values():
                check(before, seat, order, game)
        for chance in range(3):
            for name in CHECKS:
                CHECKS[name](game, random.Random(chance))
    except Exception as error:
        return _failure("", "", 0, error, []).check
    return ""


def minimise(failure: Failure, tries: int = 120) -> Failure:
    """Drop runs of orders by bisection while the game still fails the same check."""
    orders = failure.orders
    if breaks(failure, orders) != failure.check:
        return failure
    size = max(1, len(orders) // 2)
    while size and tries:
        at = 0
        while at < len(orders) and tries:
            shorter = orders[:at] + orders[at + size :]
            tries -= 1
            if breaks(failure, shorter) == failure.check:
                orders = shorter
            else:
                at += size
        size //= 2
    return replace(failure, orders=orders)


def journal_of(failure: Failure) -> str:
    """A journal that replays the failing game up to its last order that is taken."""
    game = failure.begin()
    for seat, order in failure.orders:
        try:
            if game.why_not(seat, order.text) is None:
                twin = game.copy()
                twin.play(seat, order.text)
                game = twin
        except Exception:
            break
    return game.save()


def keep(failure: Failure, folder: Path) -> Path:
    """Write the shortest failing game found as a journal, with a note beside it."""
    short = minimise(failure)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{short.title}-{short.scenario}-{short.seed}-{short.check}.journal"
    path.write_text(journal_of(short), encoding="utf-8")
    note = "\n".join([str(short), "", *(f"{seat}: {order}" for seat, order in short.orders)])
    path.with_suffix(".txt").write_text(note + "\n", encoding="utf-8")
    return path


# Another process


def fingerprint(text: str) -> str:
    """A journal played again from its first entry, each order judged: hash, views, prompts and offers."""
    game = load(text, verify=True)
    plain = json.dumps([game.hash(), views(game), offered(game), game.save()], default=str)
    return blake2b(plain.encode(), digest_size=16).hexdigest()


def same_elsewhere(game: Game, hash_seed: int) -> None:
    """The same journal in a process of its own under another hash seed is the same game."""
    text = game.save()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.journal"
        path.write_text(text, encoding="utf-8")
        env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
        code = "import sys; from grognard.lab.run import fingerprint; print(fingerprint(open(sys.argv[1]).read()))"
        done = subprocess.run([sys.executable, "-c", code, str(path)], env=env, capture_output=True, text=True)
    ours: Any = fingerprint(text)
    if done.stdout.strip() != ours:
        raise Broken("same_elsewhere", f"hash seed {hash_seed}: {done.stdout.strip() or done.stderr[-600:]} != {ours}")
