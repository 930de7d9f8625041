"""``grognard lab night``: the full counts, for as many minutes as there are.

What was done is added up by title and measure in a table that the next night goes on from; the seeds go on with
the counts, so that no game is played twice. The measure that is furthest from its target comes next.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import os
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..engine.title import Meta, metas
from .cover import pairwise
from .fog import twins
from .illegal import Prober
from .policies import POLICIES
from .redraw import Redraws, redraws
from .run import Report, keep, play_checked

FIELDS = ("title", "measure", "done", "target", "failures", "rules", "orders")
BATCH = {"games": 4, "illegal": 5_000, "twins": 20, "redraws": 10}
SHARE = 0.01
"""The share of steps and barriers that is examined: many games, each looked at now and then."""
TARGET = {"games": 10_000, "illegal": 1_000_000, "twins": 1_000, "redraws": 500}


@dataclass
class Line:
    """One row of the table."""

    title: str
    measure: str
    done: int = 0
    target: int = 0
    failures: int = 0
    rules: int = 1
    orders: int = 0

    @property
    def share(self) -> float:
        return self.done / self.target if self.target else 1.0


def read(path: Path) -> dict[tuple[str, str], Line]:
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        lines = [
            Line(row["title"], row["measure"], *(int(row.get(name) or 0) for name in FIELDS[2:]))
            for row in csv.DictReader(file)
        ]
    return {(line.title, line.measure): line for line in lines}


def write(path: Path, lines: dict[tuple[str, str], Line]) -> None:
    """The whole table at once, so that a night that is cut short leaves it whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".tmp")
    with half.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        for key in sorted(lines):
            line = lines[key]
            writer.writerow([getattr(line, name) for name in FIELDS])
    os.replace(half, path)


def measures(meta: Meta) -> list[str]:
    """What is counted for a title: games by scenario, bad input, and for hidden pieces twins and redraws."""
    found = [f"games {s.id}" for s in meta.scenarios] + ["illegal"]
    if meta.load().fog:
        found.append("twins")
        found += ["redraws"]
    return found


def open_lines(known: dict[tuple[str, str], Line], titles: Sequence[str]) -> dict[tuple[str, str], Line]:
    """The table with a row for each measure; a title at a new rules level starts again."""
    for meta in metas().values():
        if (titles and meta.id not in titles) or importlib.util.find_spec(meta.module) is None:
            continue
        for measure in measures(meta):
            line = known.get((meta.id, measure))
            if line is None or line.rules != meta.rules:
                line = known[meta.id, measure] = Line(meta.id, measure, rules=meta.rules)
            line.target = TARGET[measure.split()[0]]
    return known


def batch(line: Line, failures: Path) -> None:
    """A bit more of one measure, counted."""
    kind, _, scenario = line.measure.partition(" ")
    scenario = scenario or metas()[line.title].scenarios[0].id
    DO[kind](line, scenario, failures)


def _games(line: Line, scenario: str, failures: Path) -> None:
    names = list(POLICIES)
    sets = pairwise(metas()[line.title], scenario)
    for n in range(line.done, line.done + BATCH["games"]):
        options = sets[n % len(sets)]
        report: Report = play_checked(line.title, scenario, n, names[n % len(names)], SHARE, SHARE, options=options)
        line.done += 1
        line.orders += report.orders
        for failure in report.failures:
            line.failures += 1
            print(f"FAILED {failure}\n  kept as {keep(failure, failures)}", flush=True)


def _illegal(line: Line, scenario: str, failures: Path) -> None:
    prober = Prober(line.title, scenario, seed=line.done)
    try:
        prober.run(BATCH["illegal"])
    finally:
        line.done += prober.tried


def _twins(line: Line, scenario: str, failures: Path) -> None:
    line.done += twins(line.title, scenario, BATCH["twins"], seed=10 * line.done).kept


def _redraws(line: Line, scenario: str, failures: Path) -> None:
    found: Redraws = redraws(line.title, scenario, BATCH["redraws"], seed=10 * line.done)
    line.done += min(found.counted.values(), default=0)


DO: dict[str, Callable[[Line, str, Path], None]] = {
    "games": _games, "illegal": _illegal, "twins": _twins, "redraws": _redraws,
}  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("titles", nargs="*", help="only these titles")
    parser.add_argument("--minutes", type=float, default=150)
    parser.add_argument("--table", type=Path, default=Path("docs/night.csv"))
    parser.add_argument("--keep", type=Path, default=Path("failures"), help="folder for journals of failing games")
    parser.set_defaults(run=night)


def night(args: argparse.Namespace) -> int:
    """Do batches until the time is up or every target is met; exit code 1 when anything failed."""
    lines = open_lines(read(args.table), args.titles)
    ours = [line for line in lines.values() if not args.titles or line.title in args.titles]
    ends, failed = time.monotonic() + 60 * args.minutes, 0
    resting: set[int] = set()
    while time.monotonic() < ends:
        waiting = [line for line in ours if line.share < 1 and id(line) not in resting]
        if not waiting:
            break
        line = min(waiting, key=lambda line: (line.share, line.title, line.measure))
        before = line.failures, line.done
        try:
            batch(line, args.keep)
        except Exception as error:
            line.failures += 1
            print(f"FAILED {line.title} {line.measure}: {error}\n{traceback.format_exc()[-800:]}", flush=True)
            resting.add(id(line))
        if line.done == before[1]:
            resting.add(id(line))
        failed += line.failures - before[0]
        write(args.table, lines)
    for line in ours:
        print(f"{line.title:<12}{line.measure:<24}{line.done:>10,} of {line.target:>10,}   failures {line.failures}")
    return 1 if failed else 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="grognard lab night", description=__doc__)
    arguments(parser)
    return night(parser.parse_args(argv))
