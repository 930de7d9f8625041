"""``grognard lab bench server``: the real server under load, on loopback.

Games are imported in the middle of play, each with a socket for either seat; orders come at an even rate from
games played beforehand. Measured is the time from an order's first byte to the state in both viewers' hands,
then the rate is raised until one order in twenty takes longer than 100 ms. Figures are wall time, so the
processor time of the server and the load of the machine are printed beside them; a benchmark never fails.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine.game import Game
from .load_server import Http, Served, serving
from .policies import end_averse

SOURCES = (("ww2eto", "1941"), ("westfront", "s44"), ("westfront", "husky"))
SEEDS = 6
BEFORE, AFTER = 60, 160
"""Orders that a game has behind it when it is opened, and those that are kept ready."""
RAISE, MOST = 1.25, 2000.0
PATIENCE = 5.0
ENTRIES = re.compile(rb'"entries":(\d+)')


@dataclass
class Script:
    """A game to import and the orders that follow."""

    journal: str
    seats: tuple[str, ...]
    orders: list[tuple[str, str]]


@dataclass
class Played:
    """A game on the server: what was sent, and how far each viewer has come."""

    key: str
    cookie: str
    script: Script
    given: int = 0
    busy: bool = False
    seen: dict[str, int] = field(default_factory=dict)
    waiting: tuple[int, asyncio.Event] | None = None

    def saw(self, seat: str, entries: int) -> None:
        self.seen[seat] = entries
        if self.waiting and min(self.seen.values()) >= self.waiting[0]:
            self.waiting[1].set()


def scripts(seed: int = 0, before: int = BEFORE, after: int = AFTER) -> list[Script]:
    """A few games of each source, played by the rules' own offers."""
    made = []
    for title, scenario in SOURCES:
        for n in range(SEEDS):
            rng = random.Random(f"load {seed} {n}")
            game = Game.new(title, scenario, seed=seed + n)
            _play(game, rng, before)
            journal = game.save()
            made.append(Script(journal, tuple(game.seats), _play(game, rng, after)))
    return made


def _play(game: Game, rng: random.Random, orders: int) -> list[tuple[str, str]]:
    given = []
    for _ in range(orders):
        if game.outcome is not None:
            break
        seat, decision = next(iter(game.decisions().items()))
        order = end_averse(game, decision, rng, None, Counter())
        game.play(seat, order)
        given.append((seat, order.text))
    return given


async def open_games(
    served: Served, made: Sequence[Script], count: int
) -> tuple[list[Played], list[asyncio.Task[None]]]:
    """Import the games and let two viewers watch each."""
    http = Http(served.port)
    games: list[Played] = []
    readers: list[asyncio.Task[None]] = []
    for n in range(count):
        script = made[n % len(made)]
        status, body, cookie = await http.post("/api/games/import", {"journal": script.journal}, "")
        if status != 200:
            raise RuntimeError(f"a game could not be imported: {status} {body[:200]!r}")
        game = Played(json.loads(body)["game"], cookie, script)
        game.seen = dict.fromkeys(script.seats, 0)
        games.append(game)
        readers += [asyncio.create_task(view(served.port, game, seat)) for seat in script.seats]
    for _ in range(600):
        if all(min(game.seen.values()) for game in games):
            break
        await asyncio.sleep(0.1)
    return games, readers


async def view(port: int, game: Played, seat: str) -> None:
    """One viewer: notes how far each pushed state has come."""
    from websockets.asyncio.client import connect

    url = f"ws://127.0.0.1:{port}/ws/games/{game.key}?seat={seat}"
    headers = {"Cookie": game.cookie}
    async with connect(url, additional_headers=headers, compression=None, max_size=None, open_timeout=60) as socket:
        async for message in socket:
            found = ENTRIES.search(message if isinstance(message, bytes) else message.encode())
            if found:
                game.saw(seat, int(found[1]))


@dataclass
class Measured:
    """What one rate gave."""

    rate: float
    given: float
    times: list[float]
    late: int
    refused: int
    server: float
    machine: float

    def quantile(self, share: float) -> float:
        ranked = sorted(self.times)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))] * 1e3 if ranked else float("nan")


async def at_rate(served: Served, games: list[Played], rate: float, seconds: float, rng: random.Random) -> Measured:
    """Send orders at an even rate for a while."""
    lines = [Http(served.port) for _ in range(100)]
    found = Measured(rate, 0.0, [], 0, 0, 0.0, 0.0)
    pending: set[asyncio.Task[None]] = set()
    processor, machine, start = served.processor(), _busy(), time.perf_counter()
    for n in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, start + n / rate - time.perf_counter()))
        ready = [g for g in rng.sample(games, min(40, len(games))) if not g.busy and g.given < len(g.script.orders)]
        if not ready or not lines:
            found.late += 1
            continue
        task = asyncio.create_task(_order(ready[0], lines.pop(), lines, found))
        pending.add(task)
        task.add_done_callback(pending.discard)
    if pending:
        await asyncio.wait(pending, timeout=2 * PATIENCE)
    took = time.perf_counter() - start
    found.given = len(found.times) / took
    found.server = (served.processor() - processor) / took
    busy, whole = (b - a for a, b in zip(machine, _busy(), strict=True))
    found.machine = busy / max(1e-9, whole)
    for line in lines:
        line.close()
    return found


async def _order(game: Played, line: Http, lines: list[Http], found: Measured) -> None:
    """One order, until both viewers have seen it."""
    seat, text = game.script.orders[game.given]
    game.busy, game.given = True, game.given + 1
    seen = asyncio.Event()
    game.waiting = (BEFORE + game.given, seen)
    start = time.perf_counter()
    try:
        status, _, _ = await line.post(f"/api/games/{game.key}/orders", {"seat": seat, "order": text}, game.cookie)
        if status != 200:
            found.refused += 1
            game.given = len(game.script.orders)
            return
        await asyncio.wait_for(seen.wait(), PATIENCE)
        found.times.append(time.perf_counter() - start)
    except (TimeoutError, OSError, asyncio.IncompleteReadError):
        found.late += 1
        game.given = len(game.script.orders)
    finally:
        game.busy, game.waiting = False, None
        lines.append(line)


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
        f"late {found.late} refused {found.refused}   server {100 * found.server:3.0f} % of a core, "
        f"machine {100 * found.machine:3.0f} % busy, load {load:.1f}",
        flush=True,
    )


async def load(args: Any) -> None:
    """Open the games, hold the rate that is asked for, then raise it."""
    made = scripts()
    rng = random.Random(1)
    async with serving(args.profile) as served:
        before = time.perf_counter()
        games, readers = await open_games(served, made, args.games)
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
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)


def run(args: Any) -> int:
    """Measure speed, or memory."""
    if args.memory:
        from . import load_memory

        asyncio.run(load_memory.memory(args.games or 5000))
    else:
        args.games = args.games or 500
        asyncio.run(load(args))
    return 0
