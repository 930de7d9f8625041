"""``grognard lab balance``: who wins when policies play each other, by scenario, with 95 % intervals.

Policies are no players. The table says what the rules and charts make of games without a plan, and tunes nothing.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..engine.play.game import Game
from .chosen import chosen, some
from .policies import POLICIES
from .tables import fitting, writable

Z = 1.96
LONGEST = 20_000


class Ended(NamedTuple):
    """How one game ended."""

    scenario: str
    policy: str
    seed: int
    winners: str
    level: str
    turn: int
    orders: int


def play(title: str, scenario: str, seed: int, policy: str) -> Ended:
    """One game of a policy against itself."""
    rng = random.Random(f"{title} {scenario} {seed} {policy}")
    game, seen, orders = Game.new(title, scenario, seed=seed), Counter[str](), 0
    while game.outcome is None and orders < LONGEST:
        deciding = game.decisions()
        seat = rng.choice(sorted(deciding))
        game.play(seat, POLICIES[policy](game, deciding[seat], rng, None, seen))
        orders += 1
    end = game.outcome
    winners, level = ("|".join(end.winners), end.level) if end else ("", "unfinished")
    return Ended(scenario, policy, seed, winners, level, game.title.clock(game.table), orders)


def interval(hits: float, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    share, room = hits / of, 1 + Z * Z / of
    middle = (share + Z * Z / (2 * of)) / room
    half = Z * math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of)) / room
    return max(0.0, middle - half), min(1.0, middle + half)


def table(found: Iterable[Ended]) -> list[str]:
    """A row for each scenario, policy and ending: games, share, interval."""
    games: dict[tuple[str, str], list[Ended]] = {}
    for one in found:
        games.setdefault((one.scenario, one.policy), []).append(one)
    heads = ("scenario", "policy", "games", "orders a game", "ending", "share", "95 % interval")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for (scenario, policy), played in sorted(games.items()):
        orders = sum(one.orders for one in played) // len(played)
        for (winners, level), n in Counter((one.winners, one.level) for one in played).most_common():
            low, high = interval(n, len(played))
            ending = f"{winners.replace('|', ' and ') or 'no one'} {level}"
            lines.append(
                f"| {scenario} | {policy} | {len(played)} | {orders} | {ending} "
                f"| {n / len(played):.0%} | {low:.0%} to {high:.0%} |"
            )
    return lines


def read(path: Path) -> list[Ended]:
    if not path.exists():
        return []
    with fitting(path, ", ".join(Ended._fields)), path.open(newline="", encoding="utf-8") as file:
        return [Ended(a, b, int(c), d, e, int(f), int(g)) for a, b, c, d, e, f, g in csv.reader(file)]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("--scenario", help="one scenario (default: all)")
    parser.add_argument("--policy", choices=sorted(POLICIES), action="append", help="(default: all but least-seen)")
    parser.add_argument("--games", type=some, default=200, help="games of each scenario and policy")
    parser.add_argument("--results", type=Path, help="a file of results to go on from")
    parser.set_defaults(run=balance)


def balance(args: argparse.Namespace) -> int:
    """Play what is missing, then print the table."""
    meta, scenarios = chosen(args.title, args.scenario)
    writable(args.results)
    found = read(args.results) if args.results else []
    known = {(one.scenario, one.policy, one.seed) for one in found}
    for seed in range(args.games):
        for scenario in scenarios:
            for policy in args.policy or ("uniform", "end-averse", "aggressive"):
                if (scenario, policy, seed) in known:
                    continue
                found.append(play(meta.id, scenario, seed, policy))
                if args.results:
                    with args.results.open("a", newline="", encoding="utf-8") as file:
                        csv.writer(file, lineterminator="\n").writerow(found[-1])
    print("\n".join(table(found)))
    return 0
