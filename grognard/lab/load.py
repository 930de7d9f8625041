"""``grognard lab bench server``: the real server under load, on loopback.

Games are imported in the middle of play, each with a socket for either seat; orders come at an even rate over the
sockets, from games played beforehand. Measured is the time from an order's first byte to what it changed in both
viewers' hands, then the rate is raised until one order in twenty takes longer than 100 ms. Figures are wall time, so
the processor time of the server and of the clients and the load of the machine are printed beside them; a benchmark
never fails.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..engine.play.game import Game
from .load_server import Http, Line, Served, serving
from .policies import end_averse

SOURCES = (("ww2eto", "1941"), ("westfront", "s44"), ("westfront", "husky"))
SEEDS = 6
BEFORE, AFTER = 60, 160
"""Orders that a game has behind it when it is opened, and those that are kept ready; the tutorial has fewer."""
SHORT = {"husky": 8}
RAISE, MOST = 1.25, 2000.0
PATIENCE = 5.0


@dataclass
class Order:
    """An order to give, and how many entries each seat may count after it."""

    seat: str
    text: str
    counted: dict[str, int]


@dataclass
class Script:
    """A game to import and the orders that follow."""

    journal: str
    seats: tuple[str, ...]
    orders: list[Order]


@dataclass
class Played:
    """A game on the server: what was sent, and how far each viewer has come."""

    key: str
    script: Script
    given: int = 0
    lines: dict[str, Line] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    began: float = 0.0
    done: Callable[[Played, int], None] | None = None

    @property
    def ready(self) -> bool:
        return self.done is None and self.given < len(self.script.orders)

    def saw(self, seat: str, entries: int, status: int) -> None:
        self.seen[seat] = max(entries, self.seen[seat])
        if self.done is None:
            return
        # Who sees nothing of an order is told nothing of it.
        counted = self.script.orders[self.given - 1].counted
        if status > 200 or all(self.seen[one] >= number for one, number in counted.items()):
            done, self.done = self.done, None
            done(self, status)

    def order(self, done: Callable[[Played, int], None]) -> None:
        """Give the next order, and call when both viewers have seen what they may see of it."""
        order = self.script.orders[self.given]
        self.given, self.done, self.began = self.given + 1, done, time.perf_counter()
        self.lines[order.seat].order(order.text)


def scripts(seed: int = 0, before: int = BEFORE, after: int = AFTER) -> list[Script]:
    """A few games of each source, played by the rules' own offers."""
    made = []
    for title, scenario in SOURCES:
        for n in range(SEEDS):
            rng = random.Random(f"load {seed} {n}")
            game = Game.new(title, scenario, seed=seed + n)
            _play(game, rng, min(before, SHORT.get(scenario, before)))
            journal = game.save()
            made.append(Script(journal, tuple(game.seats), _play(game, rng, after)))
    return made


def _play(game: Game, rng: random.Random, orders: int) -> list[Order]:
    given = []
    for _ in range(orders):
        if game.outcome is not None:
            break
        seat, decision = next(iter(game.decisions().items()))
        order = end_averse(game, decision, rng, None, Counter())
        game.play(seat, order)
        given.append(Order(seat, order.text, {one: game.journal.number(n) for n, one in enumerate(game.seats)}))
    return given


async def open_games(served: Served, made: Sequence[Script], count: int) -> list[Played]:
    """Import the games and let two viewers watch each."""
    http = Http(served.port)
    games: list[Played] = []
    for n in range(count):
        script = made[n % len(made)]
        status, body, cookie = await http.post("/api/games/import", {"journal": script.journal}, "")
        if status != 200:
            raise RuntimeError(f"a game could not be imported: {status} {body[:200]!r}")
        game = Played(json.loads(body)["game"], script)
        game.seen = dict.fromkeys(script.seats, -1)
        games.append(game)
        for seat in script.seats:
            path = f"/ws/games/{game.key}?changes=1&seat={seat}"
            game.lines[seat] = await Line.connect(served.port, path, cookie, partial(game.saw, seat))
    for _ in range(600):
        if all(min(game.seen.values()) >= 0 for game in games):
            break
        await asyncio.sleep(0.1)
    return games


@dataclass
class Measured:
    """What one rate gave."""

    rate: float
    given: float
    times: list[float]
    late: int
    refused: int
    server: float
    clients: float
    machine: float

    def heard(self, game: Played, status: int) -> None:
        """Both viewers have an order, or it was refused."""
        if status > 200:
            self.refused += 1
            game.given = len(game.script.orders)
        else:
            self.times.append(time.perf_counter() - game.began)

    def quantile(self, share: float) -> float:
        ranked = sorted(self.times)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))] * 1e3 if ranked else float("nan")


async def at_rate(served: Served, games: list[Played], rate: float, seconds: float, rng: random.Random) -> Measured:
    """Send orders at an even rate for a while."""
    found = Measured(rate, 0.0, [], 0, 0, 0.0, 0.0, 0.0)
    processor, own, machine, start = served.processor(), time.process_time(), _busy(), time.perf_counter()
    count = int(rate * seconds)
    for n in range(count):
        await asyncio.sleep(max(0.0, start + n / rate - time.perf_counter()))
        ready = next((g for g in (rng.choice(games) for _ in range(60)) if g.ready), None)
        if ready is None:
            found.late += 1
        else:
            ready.order(found.heard)
    end = time.perf_counter() + PATIENCE
    while any(game.done for game in games) and time.perf_counter() < end:
        await asyncio.sleep(0.01)
    for game in games:
        if game.done:
            found.late, game.done, game.given = found.late + 1, None, len(game.script.orders)
    took, orders = time.perf_counter() - start, max(1, len(found.times))
    found.given = len(found.times) / took
    found.server, found.clients = (served.processor() - processor) / orders, (time.process_time() - own) / orders
    busy, whole = (b - a for a, b in zip(machine, _busy(), strict=True))
    found.machine = busy / max(1e-9, whole)
    return found


def _busy() -> tuple[float, float]:
    """The machine's busy and whole processor time so far."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(word) for word in file.readline().split()[1:9]]
    return float(sum(ticks) - ticks[3] - ticks[4]), float(sum(ticks))


def row(found: Measured) -> None:
    load = os.getloadavg()[0]
    print(
        f"{found.rate:6.0f}/s asked {found.given:6.1f}/s given   p50 {found.quantile(0.5):6.1f}  "
        f"p95 {found.quantile(0.95):6.1f}  p99 {found.quantile(0.99):6.1f} ms   "
        f"late {found.late} refused {found.refused}   processor time an order: server {1e3 * found.server:.2f} ms, "
        f"clients {1e3 * found.clients:.2f} ms; machine {100 * found.machine:3.0f} % busy, load {load:.1f}",
        flush=True,
    )


async def load(args: Any) -> None:
    """Open the games, hold the rate that is asked for, then raise it."""
    made = scripts()
    rng = random.Random(1)
    gc.disable()  # a pause of the clients would count as the server's
    async with serving(args.profile) as served:
        before = time.perf_counter()
        games = await open_games(served, made, args.games)
        print(f"{len(games)} games open, two viewers each, in {time.perf_counter() - before:.0f} s; "
              f"server {served.resident():.0f} MB resident")  # fmt: skip
        row(await at_rate(served, games, args.rate, 3, rng))
        print("target: p95 <= 100 ms, p99 <= 300 ms")
        found = await at_rate(served, games, args.rate, args.seconds, rng)
        row(found)
        rate = args.rate
        while found.quantile(0.95) <= 100 and rate * RAISE <= MOST:
            rate *= RAISE
            found = await at_rate(served, games, rate, 8, rng)
            row(found)
        print(f"p95 passed 100 ms at {rate:.0f} orders a second; server {served.resident():.0f} MB resident")
        for game in games:
            for line in game.lines.values():
                line.close()


def run(args: Any) -> int:
    """Measure speed, or memory."""
    if args.memory:
        from . import load_memory

        asyncio.run(load_memory.memory(args.games or 5000))
    else:
        args.games = args.games or 500
        asyncio.run(load(args))
    return 0
