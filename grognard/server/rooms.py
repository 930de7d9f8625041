"""Rooms: games that are open, each with its lock, its listeners and its bots.

An order is judged by the engine, written to disk, and only then acknowledged and pushed. A room that meets a
collision or an error is dropped and opened again from disk, so that memory never knows more than the database.
Idle games leave memory.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from ..bots.base import ask
from ..bots.registry import bot_named
from ..engine.game import Game
from ..engine.journal import _written
from ..engine.rules import Refused
from .store import Collision, Store

log = logging.getLogger("grognard.server")
Listener = Callable[["Room"], Awaitable[None]]
KEEP = 256
IDLE = 900.0
BOT_ORDERS = 4000


class Broken(Exception):
    """The engine could not carry out an order; nothing was changed."""


class Room:
    """One open game."""

    def __init__(self, key: str, game: Game, bots: dict[str, str], kind: str) -> None:
        self.key, self.game, self.bots, self.kind = key, game, bots, kind
        self.lock = asyncio.Lock()
        self.listeners: dict[int, Listener] = {}
        self.used = time.monotonic()
        self.saved = len(game.journal)
        self.snapped = max(game.journal.snapshots, default=0)
        self.bot_task: asyncio.Task[None] | None = None
        self.gone = False


class Rooms:
    """All open games of this process."""

    def __init__(self, store: Store, keep: int = KEEP) -> None:
        self.store = store
        self.keep = keep
        self.open: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._numbers = iter(range(1, 1 << 60))

    async def room(self, key: str) -> Room | None:
        """A game by its id, opened from disk if need be."""
        room = self.open.get(key)
        if room is not None:
            self.open.move_to_end(key)
            room.used = time.monotonic()
            return room
        lock = self._opening.setdefault(key, asyncio.Lock())
        async with lock:
            if key in self.open:
                return self.open[key]
            row = await self.store.game(key)
            if row is None:
                self._opening.pop(key, None)
                return None
            journal = await self.store.journal(row)
            game = await asyncio.to_thread(journal.replay)
            seats = await self.store.seats(key)
            room = Room(key, game, {s.seat: s.who[4:] for s in seats if s.who.startswith("bot:")}, row.kind)
            self.open[key] = room
        self._opening.pop(key, None)
        self._evict()
        self.wake_bots(room)
        return room

    def _evict(self) -> None:
        """Let the games go that no one has looked at for longest."""
        now = time.monotonic()
        for key, room in list(self.open.items()):
            idle = now - room.used > IDLE or len(self.open) > self.keep
            if not idle:
                break
            if not room.listeners and not room.lock.locked() and room.bot_task is None:
                room.gone = True
                del self.open[key]

    def drop(self, room: Room) -> None:
        room.gone = True
        if self.open.get(room.key) is room:
            del self.open[room.key]

    async def close(self, patience: float = 5.0) -> None:
        """Let every bot finish the order it is giving, then stop: nothing may use the database after this."""
        tasks = {room.bot_task for room in self.open.values() if room.bot_task is not None}
        for room in self.open.values():
            room.gone = True
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=patience)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=patience)
        self.open.clear()

    # Playing

    async def do(self, room: Room, act: Callable[[Game], Any]) -> Any:
        """Let something act on a game, write what it journaled, and tell everyone."""
        async with room.lock:
            if room.gone:
                raise Collision(room.key)
            result = await self._act(room, act)
        await self.tell(room)
        self.wake_bots(room)
        return result

    async def _act(self, room: Room, act: Callable[[Game], Any]) -> Any:
        game = room.game
        try:
            result = act(game)
        except Refused:
            raise
        except Exception as error:
            log.exception("game %s: an order could not be carried out", room.key)
            self.drop(room)
            raise Broken(str(error)) from error
        await self._write(room)
        room.used = time.monotonic()
        return result

    async def _write(self, room: Room) -> None:
        game = room.game
        fresh = game.journal.entries[room.saved :]
        if not fresh:
            return
        facts = {
            "deciding": json.dumps(sorted(game.decisions())),
            "outcome": json.dumps(game.outcome.dump()) if game.outcome else "",
            "ended": game.outcome is not None,
        }
        newest = max(game.journal.snapshots, default=0)
        snapshot = None
        if newest > room.snapped:
            snap = game.journal.snapshots[newest]
            snapshot = (newest, json.dumps(snap if isinstance(snap, dict) else _written(snap), ensure_ascii=False))
        try:
            await self.store.append(room.key, room.saved + 1, fresh, facts, snapshot)
        except Collision:
            self.drop(room)
            await self.tell(room)
            raise
        except Exception:
            # Not on disk: memory must not know it either.
            self.drop(room)
            raise
        room.saved, room.snapped = len(game.journal), newest

    async def tell(self, room: Room) -> None:
        """Push to every listener; one that fails is forgotten."""
        for number, listener in list(room.listeners.items()):
            try:
                await listener(room)
            except Exception:
                room.listeners.pop(number, None)

    def listen(self, room: Room, listener: Listener) -> int:
        number = next(self._numbers)
        room.listeners[number] = listener
        return number

    # Bots

    def wake_bots(self, room: Room) -> None:
        """Let the bots of a room play while it is their turn."""
        waiting = set(room.bots) & set(room.game.decisions())
        if waiting and room.bot_task is None and not room.gone:
            room.bot_task = asyncio.create_task(self._play_bots(room))

    async def _play_bots(self, room: Room) -> None:
        rng = random.Random()
        try:
            for _ in range(BOT_ORDERS):
                async with room.lock:
                    if room.gone:
                        return
                    waiting = sorted(set(room.bots) & set(room.game.decisions()))
                    if not waiting:
                        break
                    seat = waiting[0]
                    bot = bot_named(room.bots[seat], room.game.title.meta.id)
                    order = await asyncio.to_thread(ask, bot, room.game, seat, rng)
                    await self._act(room, lambda game, s=seat, o=order: game.play(s, o))
                await self.tell(room)
                await asyncio.sleep(0)
        except (Collision, Broken, Refused):
            log.exception("game %s: a bot stopped", room.key)
        finally:
            room.bot_task = None
