"""``grognard lab match``: bots play a scenario against each other, each seeing only what its seat sees."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..bots.base import Bot, ask
from ..bots.registry import bot_named
from ..engine.core.title import metas
from ..engine.play.game import Game
from .balance import LONGEST, interval
from .chosen import pair, some


class Played(NamedTuple):
    """How one game went: who won and how, each seat's score, and what a decision of each seat's bot took."""

    seed: int
    winners: tuple[str, ...]
    level: str
    scores: Mapping[str, float]
    orders: int
    seconds: Mapping[str, list[float]]


def play(title: str, scenario: str, seed: int, players: Mapping[str, Bot], options: Mapping[str, str]) -> Played:
    """One game; whoever must decide is asked in the order of the seats."""
    rng = random.Random(f"{title} {scenario} {seed}")
    game = Game.new(title, scenario, seed=seed, options=options)
    seconds: dict[str, list[float]] = {seat: [] for seat in game.seats}
    orders = 0
    while game.outcome is None and orders < LONGEST:
        seat = min(game.decisions(), key=game.seats.index)
        before = time.process_time()
        order = ask(players[seat], game, seat, rng)
        seconds[seat].append(time.process_time() - before)
        game.play(seat, order)
        orders += 1
    end = game.outcome
    if end is None:
        return Played(seed, (), "unfinished", dict.fromkeys(game.seats, 0.0), orders, seconds)
    return Played(seed, end.winners, end.level, end.scores, orders, seconds)


def report(players: Mapping[str, Bot], games: list[Played]) -> list[str]:
    """A row a seat (wins, interval, mean score, time of a decision), then how the games ended."""
    heads = ("seat", "bot", "games", "wins", "95 % interval", "mean score", "ms a decision", "longest")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for seat, bot in players.items():
        wins = sum(seat in game.winners for game in games)
        low, high = interval(wins, len(games))
        score = sum(game.scores[seat] for game in games) / len(games)
        times = [1000 * s for game in games for s in game.seconds[seat]] or [0.0]
        lines.append(
            f"| {seat} | {bot.name} | {len(games)} | {wins} | {low:.0%} to {high:.0%} | {score:+.2f} "
            f"| {sum(times) / len(times):.1f} | {max(times):.0f} |"
        )
    lines.append("")
    for (winners, level), n in Counter((game.winners, game.level) for game in games).most_common():
        lines.append(f"{n} x {' and '.join(winners) or 'no one'}, {level}")
    return lines


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("scenario")
    for seat in sorted({seat for meta in metas().values() for seat in meta.seats}):
        parser.add_argument(f"--{seat}", default="random", metavar="BOT", help="(default: random)")
    parser.add_argument("--games", type=some, default=20)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--option", type=pair, action="append", default=[], metavar="NAME=VALUE")
    parser.set_defaults(run=match)


def match(args: argparse.Namespace) -> int:
    """Play the games, then print the table."""
    options = dict(args.option)
    seats = Game.new(args.title, args.scenario, seed=0, options=options).seats
    players = {seat: bot_named(getattr(args, seat), args.title) for seat in seats}
    games = [play(args.title, args.scenario, args.first + n, players, options) for n in range(args.games)]
    print("\n".join(report(players, games)))
    return 0
