"""``grognard lab fuzz``: many games of a title under the conformance checks."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from ..engine.core.title import Meta
from ..engine.play.game import Game
from .chosen import amount, chosen, share, whole
from .conform import Broken
from .cover import pairwise
from .label_table import write_table
from .labels import Tally, labels_of_title
from .policies import POLICIES
from .run import Failure, Report, keep, play_checked, same_elsewhere
from .tables import folder, writable


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("--scenario", help="one scenario (default: all in turn)")
    parser.add_argument("--games", type=whole, default=0, help="stop after so many games")
    parser.add_argument("--minutes", type=amount, default=0, help="stop after so many minutes")
    parser.add_argument("--policy", choices=sorted(POLICIES), help="one policy (default: all in turn)")
    parser.add_argument("--options", choices=("default", "pairwise"), default="default",
                        help="pairwise: every two values of options that go together meet in a game")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--share", type=share, default=0.05, help="share of the steps to examine")
    parser.add_argument("--barriers", type=share, default=1.0, help="share of the barriers to examine")
    parser.add_argument("--labels", type=Path, help="write the labels table to this CSV file")
    parser.add_argument("--keep", type=Path, default=Path("failures"), help="folder for journals of failing games")
    parser.set_defaults(run=fuzz)


def fuzz(args: argparse.Namespace) -> int:
    """Play, report, keep what failed; exit code 1 when anything did."""
    meta, scenarios = chosen(args.title, args.scenario)
    writable(args.labels)
    folder(args.keep)
    report = many_games(meta, scenarios, args)
    show(report, meta, args)
    return 1 if report.failures else 0


def many_games(meta: Meta, scenarios: Sequence[str], args: argparse.Namespace) -> Report:
    policies = [args.policy] if args.policy else list(POLICIES)
    games = args.games or (0 if args.minutes else 20)
    ends = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    covers = {s: pairwise(meta, s) if args.options == "pairwise" else [None] for s in scenarios}
    report, n = Report(), 0
    while (not games or n < games) and time.monotonic() < ends and len(report.failures) < 10:
        scenario, policy = scenarios[n // len(policies) % len(scenarios)], policies[n % len(policies)]
        options = covers[scenario][n % len(covers[scenario])]
        failed = len(report.failures)
        play_checked(meta.id, scenario, args.seed + n, policy, args.share, args.barriers, report, options)
        n += 1
        for failure in report.failures[failed:]:
            path = keep(failure, args.keep)
            print(f"FAILED {failure}\n  kept as {path}", flush=True)
        if n % 50 == 0:
            print(f"{n} games, {report.orders} orders, {report.checks} checks", flush=True)
    elsewhere(meta.id, scenarios[0], args.seed, report)
    return report


def elsewhere(title: str, scenario: str, seed: int, report: Report) -> None:
    """One game again in another process, under another hash seed."""
    import random

    from .conform import step_at_random

    game, rng = Game.new(title, scenario, seed=seed), random.Random(seed)
    try:
        for _ in range(300):
            if not step_at_random(game, rng):
                break
        same_elsewhere(game, hash_seed=seed + 1)
        report.checks += 1
    except Broken as broken:
        report.failures.append(Failure(title, scenario, seed, broken.check, broken.found, [], game.save()))


def show(report: Report, meta: Meta, args: argparse.Namespace) -> None:
    title = meta.load()
    labels = labels_of_title(title)
    counts = f"{report.games} games, {report.finished} finished, {report.orders} orders, {report.checks} checks"
    print(f"{meta.id}: {counts}")
    print("endings: " + (", ".join(f"{level} {n}" for level, n in sorted(report.endings.items())) or "none"))
    print_tally(report.tally, sorted(labels))
    if args.labels:
        write_table(report.tally, args.labels, title)
        print(f"labels written to {args.labels}")
    print(f"failures: {len(report.failures)}")


def print_tally(tally: Tally, labels: Sequence[str]) -> None:
    print(f"{'label':<12}{'asked':>12}{'offering':>10}{'refusing':>10}")
    for label, asked, offering, refusing in tally.rows(labels):
        print(f"{label:<12}{asked:>12}{offering:>10}{refusing:>10}")
