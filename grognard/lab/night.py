"""``grognard lab night``: the full counts, for as many minutes as there are.

What was done is added up by title, scenario and measure in a table that the next night goes on from; the seeds go
on with it, so that no game is played twice. The measure that is furthest from its target comes next; when all are
met, kinds of frames that were redrawn too seldom are looked for, scenario by scenario. Games, twins and redraws go
through a pairwise covering set of the options.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from ..engine.core.frames import PARALLEL
from ..engine.core.title import Meta, metas
from ..engine.title import Title
from . import label_table
from .chosen import amount, chosen
from .cover import Options, pairwise
from .fog import twins
from .illegal import Prober
from .policies import POLICIES
from .redraw import Redraws, identities, many_redraws, moments
from .run import Report, keep, play_checked
from .tables import fitting, folder, read_rows, write_rows

FIELDS = ("title", "scenario", "measure", "done", "target", "failures", "rules", "orders", "seed", "mended")
BATCH = {"games": 1, "labels": 4, "illegal": 2_000, "twins": 5, "redraws": 400, "identities": 1}
SHARE, AGAIN = 0.001, 0.05
"""The share of steps and barriers that is examined, and of games that are judged again: many games, each looked at
now and then. Progress, ledgers and invariants are checked all the way."""
TARGET = {"games": 1_000, "labels": 200, "twins": 200, "identities": 10}
"""For each scenario."""
TOGETHER = {"illegal": 1_000_000, "redraws": 100_000}
"""For all scenarios of a title together."""
OF_A_FRAME = "redraws in "
"""Rows that count the redraws of a title by the kind of frame that the seat has before it. As everywhere, a redraw
counts when it has changed something hidden: a piece, a plan, or what another seat is doing in parallel."""
EVERY_FRAME = 500
DRAWS, MOMENTS = 1_000, 0.05
"""Redraws of a position for its identities, and the share of moments that are redrawn."""


@dataclass
class Line:
    """One row of the table."""

    title: str
    scenario: str
    measure: str
    done: int = 0
    target: int = 0
    failures: int = 0
    rules: int = 1
    orders: int = 0
    seed: int = 0
    mended: int = 0
    """How many of the failures have been mended since; written by who mends them."""

    @property
    def share(self) -> float:
        return self.done / self.target if self.target else 1.0

    @property
    def key(self) -> tuple[str, str, str]:
        return self.title, self.scenario, self.measure


Lines = dict[tuple[str, str, str], Line]


def read(path: Path) -> Lines:
    found = []
    for row in read_rows(path, FIELDS[:3]):
        with fitting(path, "counts"):
            counts = [int(row.get(name) or 0) for name in FIELDS[3:]]
        found.append(Line(row["title"], row["scenario"], row["measure"], *counts))
    return {line.key: line for line in found}


def write(path: Path, lines: Lines) -> None:
    """The whole table, row by row in order."""
    write_rows(path, [FIELDS, *([getattr(lines[key], name) for name in FIELDS] for key in sorted(lines))])


def measures(meta: Meta) -> list[str]:
    """What is counted for each scenario: games, labels, bad input, and for hidden pieces twins and redraws."""
    found = ["games", "illegal"]
    if meta.stage != "test":
        found.append("labels")
    return [*found, "twins", "redraws", "identities"] if meta.load().fog else found


def open_lines(known: Lines, titles: Sequence[str]) -> Lines:
    """The table with a row for each measure; a title at a new rules level starts again."""
    for meta in metas().values():
        if (titles and meta.id not in titles) or importlib.util.find_spec(meta.module) is None:
            continue
        for key in [key for key, line in known.items() if key[0] == meta.id and line.rules != meta.rules]:
            del known[key]
        for scenario in meta.scenarios:
            for measure in measures(meta):
                line = known.setdefault((meta.id, scenario.id, measure), Line(meta.id, scenario.id, measure))
                line.rules = meta.rules
                together = TOGETHER.get(measure)
                line.target = together // len(meta.scenarios) if together else TARGET[measure]
        for kind in frames_of(meta.load()):
            line = known.setdefault((meta.id, "", OF_A_FRAME + kind), Line(meta.id, "", OF_A_FRAME + kind))
            line.rules, line.target = meta.rules, EVERY_FRAME
    return known


def frames_of(title: Title) -> list[str]:
    """The kinds of frames in which someone may have to decide under fog: each is to be redrawn, also one never met."""
    named = [item for game in (title, *title.games.values()) for item in game.steps.items()]
    asking = [f"{step.kind} {name}" for name, step in named if step.verbs or step.kind == PARALLEL]
    return list(dict.fromkeys(asking)) if title.fog else []


def seldom_met(ours: Sequence[Line], lines: Lines) -> list[Line]:
    """When all else is done: redraws of the titles that have a kind of frame which was not met often enough."""
    lack = {line.title for line in lines.values() if line.measure.startswith(OF_A_FRAME) and line.share < 1}
    return [line for line in ours if line.measure == "redraws" and line.title in lack]


def options_of(line: Line) -> Options:
    """The set of options whose turn it is."""
    sets = _cover(line.title, line.scenario)
    return sets[line.seed % len(sets)]


@cache
def _cover(title: str, scenario: str) -> list[Options]:
    return pairwise(metas()[title], scenario)


# A bit more of one measure, counted


def _games(line: Line, lines: Lines, args: argparse.Namespace) -> None:
    names = list(POLICIES)
    for _ in range(BATCH["games"]):
        options, policy = options_of(line), names[line.seed % len(names)]
        report: Report = play_checked(
            line.title, line.scenario, line.seed, policy, SHARE, SHARE, options=options, verify=AGAIN
        )
        line.seed += 1
        line.done += 1
        line.orders += report.orders
        for failure in report.failures:
            line.failures += 1
            print(f"FAILED {failure}\n  kept as {keep(failure, args.keep)}", flush=True)


def _labels(line: Line, lines: Lines, args: argparse.Namespace) -> None:
    path = args.table.parent / f"labels-{line.title}.csv"
    first, line.seed = line.seed, line.seed + BATCH["labels"]
    line.orders += label_table.add_games(metas()[line.title], line.scenario, first, BATCH["labels"], path)
    line.done += BATCH["labels"]


def _illegal(line: Line, lines: Lines, args: argparse.Namespace) -> None:
    prober = Prober(line.title, line.scenario, seed=line.seed)
    line.seed += 100
    try:
        prober.run(BATCH["illegal"])
    finally:
        line.done += prober.tried


def _twins(line: Line, lines: Lines, args: argparse.Namespace) -> None:
    options, seed = options_of(line), line.seed
    line.seed += 1
    found = twins(line.title, line.scenario, BATCH["twins"], seed=1_000 * seed, options=options)
    line.done += found.kept
    line.orders += found.compared


def _redraws(line: Line, lines: Lines, args: argparse.Namespace) -> None:
    options, seed = options_of(line), line.seed
    line.seed += 1
    known = Counter({key[2].removeprefix(OF_A_FRAME): row.done for key, row in lines.items() if key[0] == line.title})
    found = Redraws()
    try:
        share = MOMENTS if line.share < 1 else 0
        many_redraws(line.title, line.scenario, BATCH["redraws"], 1_000 * seed, share, options, known, found)
    finally:
        line.done += sum(found.counted.values())
        for kind, count in found.counted.items():
            row = lines.setdefault((line.title, "", OF_A_FRAME + kind), Line(line.title, "", OF_A_FRAME + kind))
            row.done, row.target, row.rules = row.done + count, EVERY_FRAME, line.rules


def _identities(line: Line, lines: Lines, args: argparse.Namespace) -> None:
    seed = line.seed
    line.seed += 1
    for n, (game, rng) in enumerate(islice(moments(line.title, line.scenario, 1_000 * seed, 0.05), 5)):
        if identities(game, game.seats[n % len(game.seats)], DRAWS, rng):
            line.done += 1
            return


DO: dict[str, Callable[[Line, Lines, argparse.Namespace], None]] = {
    "games": _games, "labels": _labels, "illegal": _illegal, "twins": _twins, "redraws": _redraws,
    "identities": _identities,
}  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("titles", nargs="*", help="only these titles")
    parser.add_argument("--only", choices=sorted(DO), action="append", help="only these measures")
    parser.add_argument("--minutes", type=amount, default=150)
    parser.add_argument("--table", type=Path, default=Path("docs/night.csv"))
    parser.add_argument("--keep", type=Path, default=Path("failures"), help="folder for journals of failing games")
    parser.set_defaults(run=night)


def night(args: argparse.Namespace) -> int:
    """Do batches until the time is up or every target is met; exit code 1 when anything failed."""
    for title in args.titles:
        chosen(title)
    folder(args.keep)
    lines = open_lines(read(args.table), args.titles)
    ours = [x for x in lines.values() if x.measure in (args.only or DO) and (not args.titles or x.title in args.titles)]
    ends, failed, resting = time.monotonic() + 60 * args.minutes, 0, set[tuple[str, str, str]]()
    while time.monotonic() < ends:
        waiting = [x for x in ours if x.share < 1 and x.key not in resting] or seldom_met(ours, lines)
        if not waiting:
            break
        line = min(waiting, key=lambda line: (min(line.share, 1), line.seed, line.key))
        before = line.failures, line.done
        try:
            DO[line.measure](line, lines, args)
        except Exception as error:
            line.failures += 1
            print(f"FAILED {' '.join(line.key)} near seed {line.seed - 1}: {error}\n{traceback.format_exc()[-800:]}")
        if line.done == before[1]:
            resting.add(line.key)
        failed += line.failures - before[0]
        write(args.table, lines)
    show(ours)
    return 1 if failed else 0


def show(lines: Iterable[Line]) -> None:
    for line in lines:
        done = f"{line.done:>10,} of {line.target:>10,}   failures {line.failures}, mended {line.mended}"
        print(f"{line.title:<12}{line.scenario:<12}{line.measure:<12}{done}")
