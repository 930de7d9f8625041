"""``grognard lab match``: bots play a scenario against each other, each seeing only what its seat sees.

A game follows from its seed and its bots alone, so that any number of processes gives the same results. Games go into a
file as they end (``--file``); the same command with that file goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple, TextIO

from ..bots.base import Bot, ask_safely, fresh
from ..bots.registry import bot_named
from ..engine.core.rules import Refused
from ..engine.core.title import metas
from ..engine.play.game import Game
from .balance import LONGEST, interval
from .chosen import pair, some
from .tables import writable


class Fixture(NamedTuple):
    """A game to be played: who sits where is part of it."""

    title: str
    scenario: str
    seed: int
    bots: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...] = ()


class Played(NamedTuple):
    """How one game went: who won and how, each seat's score, what its bot's decisions took, and what bots did wrong."""

    fixture: Fixture
    winners: tuple[str, ...]
    level: str
    scores: dict[str, float]
    orders: int
    decisions: dict[str, int]
    seconds: dict[str, float]
    longest: dict[str, float]
    faults: dict[str, int]


def play(fixture: Fixture) -> Played:
    """One game; whoever must decide is asked in the order of the seats."""
    rng = random.Random(f"{fixture.title} {fixture.scenario} {fixture.seed}")
    players: dict[str, Bot] = {seat: fresh(bot_named(name, fixture.title)) for seat, name in fixture.bots}
    game = Game.new(fixture.title, fixture.scenario, seed=fixture.seed, options=dict(fixture.options))
    decisions, seconds, longest, faults = (dict.fromkeys(game.seats, zero) for zero in (0, 0.0, 0.0, 0))
    orders = 0
    while game.outcome is None and orders < LONGEST:
        seat = min(game.decisions(), key=game.seats.index)
        before = time.process_time()
        order, fault = ask_safely(players[seat], game, seat, rng)
        took = time.process_time() - before
        decisions[seat] += 1
        seconds[seat] += took
        longest[seat] = max(longest[seat], took)
        faults[seat] += fault
        game.play(seat, order)
        orders += 1
    end = game.outcome
    winners, level = (end.winners, end.level) if end else ((), "unfinished")
    scores = dict(end.scores) if end else dict.fromkeys(game.seats, 0.0)
    return Played(fixture, winners, level, scores, orders, decisions, seconds, longest, faults)  # type: ignore[arg-type]


def play_all(
    fixtures: Iterable[Fixture], workers: int, file: Path | None = None, out: TextIO | None = None
) -> list[Played]:
    """All games in the order of their fixtures, in so many processes; those in the file are not played again."""
    wanted = list(fixtures)
    found = {played.fixture: played for played in kept(file)} if file else {}
    left = [fixture for fixture in wanted if fixture not in found]
    begun = time.monotonic()
    for count, played in enumerate(_each(left, workers), 1):
        found[played.fixture] = played
        if file:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(played._asdict()) + "\n")
        if out:
            out.write(f"\r{progress(list(found.values()), len(wanted), count / (time.monotonic() - begun))}")
            out.flush()
    if out and left:
        out.write("\n")
    return [found[fixture] for fixture in wanted]


def _each(fixtures: list[Fixture], workers: int) -> Iterator[Played]:
    if workers == 1 or len(fixtures) < 2:
        yield from map(play, fixtures)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, fixtures)


def kept(file: Path) -> Iterator[Played]:
    """The games of a file; a last line that was cut short is left out."""
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            title, scenario, seed, bots, options = row.pop("fixture")
            fixture = Fixture(title, scenario, seed, tuple(map(tuple, bots)), tuple(map(tuple, options)))
            yield Played(fixture, tuple(row.pop("winners")), **row)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue


def progress(games: list[Played], of: int, rate: float) -> str:
    """A line for the waiting: how many, how fast, and the first seat's share of the wins."""
    first = games[0].fixture.bots[0][0]
    wins = sum(first in game.winners for game in games)
    low, high = interval(wins, len(games))
    bar = "#" * (20 * len(games) // of)
    return f"[{bar:<20}] {len(games)}/{of} games, {rate:.2f} a second, {first} wins {low:.0%} to {high:.0%}"


# Reports


def points(game: Played) -> dict[str, float]:
    """What each bot made of a game: a win is 1, shared by bots of one name, a draw half a point each."""
    names = {name for _, name in game.fixture.bots}
    won = {name for seat, name in game.fixture.bots if seat in game.winners}
    if not won or won == names:
        return dict.fromkeys(names, 1 / len(names))
    return {name: float(name in won) / len(won) for name in names}


def report(games: list[Played]) -> list[str]:
    """A row a seat and bot (wins, interval, mean score, time of a decision), then how the games ended."""
    heads = ("seat", "bot", "games", "wins", "95 % interval", "mean score", "ms a decision", "longest", "faults")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for seat, bot in dict.fromkeys(sat for game in games for sat in game.fixture.bots):
        its = [game for game in games if (seat, bot) in game.fixture.bots]
        wins = sum(seat in game.winners for game in its)
        low, high = interval(wins, len(its))
        score = sum(game.scores[seat] for game in its) / len(its)
        mean = 1000 * sum(game.seconds[seat] for game in its) / max(1, sum(game.decisions[seat] for game in its))
        lines.append(
            f"| {seat} | {bot} | {len(its)} | {wins} | {low:.0%} to {high:.0%} | {score:+.2f} | {mean:.1f} "
            f"| {1000 * max(game.longest[seat] for game in its):.0f} | {sum(game.faults[seat] for game in its)} |"
        )
    lines.append("")
    for (winners, level), n in Counter((game.winners, game.level) for game in games).most_common():
        lines.append(f"{n} x {' and '.join(winners) or 'no one'}, {level}")
    return lines


def fixtures(title: str, scenario: str, args: argparse.Namespace) -> list[Fixture]:
    """The games of the command line; with --swap each seed twice, the bots the other way round."""
    options = dict(args.option)
    seats = Game.new(title, scenario, seed=0, options=options).seats
    bots = tuple((seat, getattr(args, seat)) for seat in seats)
    for _, name in bots:
        bot_named(name, title)
    if args.swap and len(seats) != 2:
        raise Refused("E.match", f"--swap changes two seats, and {scenario} has {len(seats)}.")
    turned = ((bots[0][0], bots[1][1]), (bots[1][0], bots[0][1])) if args.swap else bots
    ways = [bots, turned] if args.swap else [bots]
    seeds = range(args.first, args.first + args.games)
    return [Fixture(title, scenario, seed, way, tuple(options.items())) for seed in seeds for way in ways]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("scenario")
    for seat in sorted({seat for meta in metas().values() for seat in meta.seats}):
        parser.add_argument(f"--{seat}", default="random", metavar="BOT", help="(default: random)")
    parser.add_argument("--games", type=some, default=20)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--option", type=pair, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--workers", type=some, default=1, metavar="W", help="processes; the results are the same")
    parser.add_argument("--swap", action="store_true", help="each seed twice, the two bots changing seats")
    parser.add_argument("--file", type=Path, help="keep each game here as it ends, and go on from what is there")
    parser.add_argument("--json", action="store_true", help="the games as lines of JSON, not as a table")
    parser.set_defaults(run=match)


def match(args: argparse.Namespace) -> int:
    """Play the games, then print the table."""
    writable(args.file)
    out = sys.stderr if sys.stderr.isatty() else None
    games = play_all(fixtures(args.title, args.scenario, args), args.workers, args.file, out)
    if args.json:
        print("\n".join(json.dumps(game._asdict()) for game in games))
        return 0
    print("\n".join(report(games)))
    names = dict.fromkeys(name for game in games for _, name in game.fixture.bots)
    if args.swap and len(names) == 2:
        for name in names:
            total = sum(points(game)[name] for game in games)
            low, high = interval(total, len(games))
            print(f"{name}: {total:g} of {len(games)} points, {low:.0%} to {high:.0%}")
    return 0
