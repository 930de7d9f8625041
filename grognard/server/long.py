"""A small pool of processes for work that takes long: bounded in time, in number, and for each who asks.

What is quick for most (a replay, an analysis board) does not wait behind what is long (an import, an export), and a
look ahead (odds, an overlay of the map) waits for neither, nor does a bot that thinks. Work whose time is over is ended
with its process; the games of this process never wait for any of it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import inf
from multiprocessing.connection import Connection
from typing import Any

from ..engine.core.rules import Refused

log = logging.getLogger("grognard.server")
BUDGETS = {"ahead": 5.0, "quick": 10.0, "long": 25.0, "bot": 20.0}
"""Seconds that a piece of work may take."""
START = 20.0
"""Seconds more for the first piece of work of a new process, which has its titles still to read."""
AT_ONCE = {"ahead": 6, "quick": 4, "long": 1, "bot": 1}
"""Pieces of work that one may wait for."""
MOST_WAITING = 12
"""Pieces of work of a kind that may wait; the bots of a game wait for each other, so there are never too many."""
KINDS = {
    "chances": "ahead", "laid_over": "ahead", "thought": "bot",
    **dict.fromkeys(("shown", "state_at", "overlaid", "told", "guessed", "course"), "quick"),
}  # fmt: skip
"""Which kind each piece of work is of; all else is long."""


class Busy(Exception):
    """There is too much to do, or it takes too long: a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Worker:
    """A process that does one piece of work after another."""

    def __init__(self) -> None:
        from .jobs import work

        context: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            context.set_forkserver_preload(["grognard.server.jobs"])
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    line: Connection
    fresh = True

    def call(self, name: str, args: tuple[Any, ...], budget: float) -> Any:
        self.line.send((name, args))
        if not self.line.poll(budget + (START if self.fresh else 0.0)):
            raise TimeoutError(name)
        self.fresh = False
        return self.line.recv()

    def end(self) -> None:
        self.line.close()
        self.process.kill()
        self.process.join(5)


class Crew:
    """The workers for one kind of work: here a single one, which is started when it is first needed."""

    def __init__(self, budget: float, most: float = MOST_WAITING) -> None:
        self.budget, self.most = budget, most
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.worker: Worker | None = None
        self.threads = ThreadPoolExecutor(1)

    async def do(self, name: str, args: tuple[Any, ...]) -> Any:
        if self.waiting >= self.most:
            raise Busy(503, "Too many wait for long work; try again in a minute.")
        self.waiting += 1
        try:
            async with self.turn:
                loop = asyncio.get_running_loop()
                return await asyncio.shield(loop.run_in_executor(self.threads, self._do, name, args))
        finally:
            self.waiting -= 1

    def _do(self, name: str, args: tuple[Any, ...]) -> Any:
        try:
            if self.worker is None or not self.worker.process.is_alive():
                self.worker = Worker()
            return self.worker.call(name, args, self.budget)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("long work was ended: %s %r", name, error)
            self.end()
            raise Busy(503, "This took too long to work out and was ended.") from error

    def end(self) -> None:
        if self.worker is not None:
            self.worker.end()
            self.worker = None


class Pool:
    """Long work, by kind; of each who asks a few pieces at a time."""

    def __init__(self) -> None:
        self.crews = {kind: Crew(budget, inf if kind == "bot" else MOST_WAITING) for kind, budget in BUDGETS.items()}
        self.asking: Counter[tuple[str, str]] = Counter()

    async def run(self, who: str, name: str, *args: Any) -> Any:
        """What a job gives, or its refusal."""
        kind = KINDS.get(name, "long")
        if self.asking[who, kind] >= AT_ONCE[kind]:
            raise Busy(429, "This takes long to work out; wait for the answer to what you asked before.")
        self.asking[who, kind] += 1
        try:
            how, value = await self.crews[kind].do(name, args)
        finally:
            self.asking[who, kind] -= 1
            self.asking += Counter()
        if how == "refused":
            raise Refused(*value)
        if how == "failed":
            raise RuntimeError(f"{name}: {value}")
        return value

    def close(self) -> None:
        for crew in self.crews.values():
            crew.end()
            crew.threads.shutdown(wait=False)
