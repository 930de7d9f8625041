"""``grognard lab ratings``: the strength of all bots of a title, from matches of each with each, seats swapped.

Ratings are Elo on the logistic scale, fitted by Newton's method to the points of all games (Bradley and Terry), random
held at 0; intervals are from the curvature of the fit.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from ..bots.registry import bots_of, former_of
from ..engine.core.title import metas
from ..engine.play.game import Game
from .chosen import some
from .match import Fixture, Played, play_all, points
from .tables import writable

ELO = 400 / math.log(10)
FIXED = "random"


class Rating(NamedTuple):
    """A bot's strength, with half the width of its 95 % interval."""

    bot: str
    elo: float
    within: float
    games: int


def ratings(games: Sequence[Played]) -> list[Rating]:
    """The best fit to the points of all games, strongest first; a prior draw with ``random`` keeps it finite."""
    names = sorted({name for game in games for _, name in game.fixture.bots})
    results = [(a, b, points(game)[a]) for game in games for a, b in [sorted({name for _, name in game.fixture.bots})]]
    results += [(name, FIXED, 0.5) for name in names if name != FIXED]
    strength = dict.fromkeys(names, 0.0)
    spread = dict.fromkeys(names, 0.0)
    for _ in range(200):
        for name in names:
            if name == FIXED:
                continue
            slope = curve = 0.0
            for a, b, won in results:
                if name not in (a, b):
                    continue
                hope = 1 / (1 + math.exp(strength[b] - strength[a]))
                slope += (won - hope) if name == a else (hope - won)
                curve += hope * (1 - hope)
            strength[name] += slope / curve
            spread[name] = 1.96 / math.sqrt(curve)
    count = {name: sum(any(name == bot for _, bot in game.fixture.bots) for game in games) for name in names}
    found = [Rating(name, ELO * strength[name], ELO * spread[name], count[name]) for name in names]
    return sorted(found, key=lambda rating: -rating.elo)


def fixtures(title: str, scenarios: Sequence[str], games: int) -> list[Fixture]:
    """All bots, former ones too, against each other on each scenario of two seats, each seed seated both ways."""
    found = []
    for scenario in scenarios:
        seats = Game.new(title, scenario, seed=0).seats
        if len(seats) != 2:
            continue
        for a, b in combinations(sorted({*bots_of(title), *former_of(title)}), 2):
            for seed in range(games):
                found += [Fixture(title, scenario, seed, tuple(zip(seats, pair))) for pair in ((a, b), (b, a))]
    return found


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", choices=sorted(metas()), metavar="title")
    parser.add_argument("scenarios", nargs="*", help="all scenarios if none is said")
    parser.add_argument("--games", type=some, default=20, help="seeds a pair of bots and scenario, each played twice")
    parser.add_argument("--workers", type=some, default=1, metavar="W")
    parser.add_argument("--file", type=Path, help="keep each game here as it ends, and go on from what is there")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is not in the file yet, then print the table."""
    writable(args.file)
    scenarios = args.scenarios or [scenario.id for scenario in metas()[args.title].scenarios]
    games = play_all(fixtures(args.title, scenarios, args.games), args.workers, args.file)
    print("| bot | Elo | 95 % interval | games |\n|---|---|---|---|")
    for bot, elo, within, count in ratings(games):
        width = "fixed" if bot == FIXED else f"{elo - within:+.0f} to {elo + within:+.0f}"
        print(f"| {bot} | {elo:+.0f} | {width} | {count} |")
    return 0
