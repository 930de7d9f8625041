"""``grognard lab bench``: choice bits a second beside python-chess, and the times of what a game does.

Choice bits are the sum of log2(children) over the levels of the offer tree that were walked; a forced step
counts nothing. All is in: offers, the order applied, events, journal. Deployment is left out. Times are
processor time, for the machine may be shared. Figures are printed beside their targets; a benchmark never
fails.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from statistics import median
from typing import NamedTuple

from ..engine.core.cache import drop_caches
from ..engine.core.offers import bits_of
from ..engine.core.rules import Refused
from ..engine.play.game import Game, load, replay, sample
from ..titles.tiny import world
from .chosen import amount, chosen, some, whole
from .policies import end_averse

RUNS = 5
PLIES = 360
CHESS_GAMES = 10
"""A run of chess: one game of 360 plies takes some 20 ms, too short to be measured well."""
RATIOS = {
    "tiny": ">= 0.3x, goal 0.5x", "ww2eto": ">= 0.5x, goal 1.0x", "westfront": ">= 0.2x, goal 0.5x",
}  # fmt: skip
"""What each title is to reach beside python-chess."""
NO_LABELS: Counter[str] = Counter()


class Speed(NamedTuple):
    """One run: seconds, choice bits, orders, games, levels walked and their children."""

    seconds: float
    bits: float
    orders: int
    games: int
    levels: int
    children: int

    @property
    def rate(self) -> float:
        return self.bits / self.seconds


def run_title(title: str, scenario: str, orders: int, seed: int) -> Speed:
    """Play games end-averse until so many orders were given; what comes before deployment ends is not counted."""
    rng = random.Random(seed)
    seconds, games, given, trails = 0.0, 0, 0, []
    while given < orders:
        game = Game.new(title, scenario, seed=rng.randrange(1 << 30))
        deployments = game.title.deployments
        games += 1
        clock = time.process_time()
        while game.outcome is None and given < orders:
            trail: list[int] = []
            deploying = 0.0
            for seat, d in game.decisions().items():
                if d.frame.step in deployments:
                    deploying = time.process_time()
                order = end_averse(game, d, rng, trail, NO_LABELS)
                game.play(seat, order)
                break
            if deploying:
                seconds -= time.process_time() - deploying
                continue
            given += 1
            trails.append(trail)
        seconds += time.process_time() - clock
    return Speed(seconds, sum(map(bits_of, trails)), given, games, sum(map(len, trails)), sum(map(sum, trails)))


def run_chess(seed: int) -> Speed:
    """The same measure on python-chess: the list of legal moves, one pushed, without looking for the end."""
    import chess

    rng = random.Random(seed)
    widths = []
    clock = time.process_time()
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            widths.append(len(moves))
            board.push(moves[int(rng.random() * len(moves))])
    seconds, plies = time.process_time() - clock, len(widths)
    return Speed(seconds, bits_of(widths), plies, CHESS_GAMES, plies, sum(widths))


def race(title: str, scenario: str, orders: int) -> None:
    """Five interleaved runs of the title and of chess."""
    ours, chess = [], []
    run_title(title, scenario, orders // 4, 99)
    for n in range(RUNS):
        ours.append(run_title(title, scenario, orders, n))
        with suppress(ImportError):
            chess.append(run_chess(n))
    rate = median(s.rate for s in ours)
    row(f"{title}: choice bits/s", f"{rate:,.0f}", "")
    if chess:
        row("python-chess: choice bits/s", f"{median(s.rate for s in chess):,.0f}", "")
        ratio = median(a.rate / b.rate for a, b in zip(ours, chess, strict=True))
        row("ratio", f"{ratio:.2f}x", RATIOS.get(title, ""))
    else:
        print("python-chess is not installed (extra `bench`): no ratio")
    row("orders/s", f"{median(s.orders / s.seconds for s in ours):,.0f}", "")
    row("games/s", f"{median(s.games / s.seconds for s in ours):,.1f}", "")
    row("mean branching", f"{median(s.children / s.levels for s in ours):.1f}", "")
    row("bits an order", f"{median(s.bits / s.orders for s in ours):.2f}", "")


def row(name: str, figure: str, target: str) -> None:
    print(f"{name:<36}{figure:>14}   {target}", flush=True)


def micro(f: Callable[[], object], seconds: float = 0.15) -> float:
    """Seconds a call: the least of five batches."""
    f()
    once = time.process_time()
    f()
    n = max(1, int(seconds / 5 / max(1e-7, time.process_time() - once)))
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(n):
            f()
        best = min(best, (time.process_time() - start) / n)
    return best


def middle(title: str, scenario: str, orders: int = 40) -> Game:
    """A game after some orders."""
    rng, seed = random.Random(1), 1
    game = Game.new(title, scenario, seed=seed)
    for _ in range(orders):
        if game.outcome is not None:
            break
        for seat, d in game.decisions().items():
            game.play(seat, end_averse(game, d, rng, None, NO_LABELS))
            break
    return game


def times(game: Game, targets: bool = False) -> None:
    """What copying, hashing, looking, guessing, saving and loading cost."""
    seat, rng = game.seats[0], random.Random(2)
    t = game.table
    wanted = {"copy": "<= 20 us", "hash": "<= 60 us", "view": "<= 300 us", "sample": "<= 1,500 us"} if targets else {}
    view = game.view(seat)
    measures: list[tuple[str, Callable[[], object]]] = [
        ("copy", t.p.copy), ("hash", t.digest), ("view", lambda: game.view(seat)),
        ("sample", lambda: sample(view, rng)), ("copy of the table", t.copy), ("copy of the game", game.copy),
        ("hash of the game", game.hash),
        ("view as JSON", lambda: game.view(seat).json()),
    ]  # fmt: skip
    if not targets:
        text = game.save()
        measures += [("save", game.save), ("load", lambda: load(text))]
    for name, f in measures:
        try:
            row(name, f"{1e6 * micro(f):,.1f} us", wanted.get(name, ""))
        except Refused as refused:
            row(name, "-", str(refused)[:60])


def large_game(pieces: int = 250) -> Game:
    """A game of the tiny title's classes with as many blocks as a large title has."""
    blocks, land = world.BLOCKS, [block.place for block in world.BLOCKS if block.place[:2].isdigit()]
    extra = pieces - len(blocks) - 3 * world.MILITIA_SLOTS
    kinds = (world.INFANTRY, world.ARMOR)
    world.BLOCKS = blocks + tuple(
        world.Block(
            f"X{i}", i % 3, kinds[i % 2], 1 + i % 3, 3, ("0203", "0503", "0502")[i % 3] if i % 5 else land[i % 3]
        )
        for i in range(extra)
    )
    game = Game.new("tiny", "border", seed=1)
    while game.lanes:
        game.play(next(iter(game.decisions())), "commit")
    return game


@contextmanager
def large_roster() -> Iterator[None]:
    """While this lasts, the tiny title may have more blocks."""
    blocks = world.BLOCKS
    drop_caches()
    try:
        yield
    finally:
        world.BLOCKS = blocks
        drop_caches()


def opening(orders: int = 10_000) -> None:
    """Any order of a long game opened from the nearest snapshot."""
    game, rng = Game.new("tiny", "border", seed=3, options={"turns": "5"}), random.Random(4)
    while len(game.journal.entries) < orders:
        if game.outcome is not None:
            game.play(game.seats[0], "propose extend")
            game.play(game.seats[1], f"accept {game.desk.proposals[-1]['id']}")
            continue
        for seat, d in game.decisions().items():
            game.play(seat, end_averse(game, d, rng, None, NO_LABELS))
            break
    journal, slowest, total = game.journal, 0.0, 0.0
    for _ in range(60):
        entry = rng.randrange(orders)
        start = time.perf_counter()
        replay(journal, entry)
        took = time.perf_counter() - start
        slowest, total = max(slowest, took), total + took
    row(f"any of {orders:,} orders opened, mean", f"{1e3 * total / 60:,.1f} ms", "")
    row("slowest of 60", f"{1e3 * slowest:,.1f} ms", "< 50 ms")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="tiny", help="tiny, board, server, or a title")
    parser.add_argument("--scenario")
    parser.add_argument("--orders", type=some, default=2_000, help="orders a run")
    parser.add_argument("--memory", action="store_true", help="server: its memory instead of its speed")
    parser.add_argument("--games", type=whole, default=0, help="server: open games, 500 (memory: games on disk, 5000)")
    parser.add_argument("--rate", type=amount, default=100.0, help="server: orders a second")
    parser.add_argument("--seconds", type=amount, default=30.0, help="server: how long the rate is held")
    parser.add_argument("--profile", default="", metavar="FILE", help="server: write its profile there")
    parser.set_defaults(run=bench)


def bench(args: argparse.Namespace) -> int:
    """Print the figures of the board library or of a title."""
    if args.what == "board":
        from . import bench_board

        bench_board.run()
        return 0
    if args.what == "server":
        from . import load

        return load.run(args)
    meta, (scenario, *_) = chosen(args.what, args.scenario)
    race(meta.id, scenario, args.orders)
    print("\nAfter 40 orders")
    times(middle(meta.id, scenario))
    if meta.id == "tiny":
        print("\n250 pieces")
        with large_roster():
            times(large_game(), targets=True)
        print("\nA long game")
        opening()
    return 0
