"""Rooms: games that are open, each with its lock, its listeners and its bots.

An order is judged by the engine, written to disk, and only then acknowledged and pushed. A room that meets a
collision or an error is dropped and opened again from disk, so that memory never knows more than the database.
A room holds what came after a snapshot; what came before lies on disk. Idle games leave memory.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..bots.base import Question, answer, lead_on
from ..engine.core.rules import Refused
from ..engine.play.game import Game, replay
from ..engine.play.journal import Journal, Snapshot
from . import state as show
from .faces import Faces
from .jobs import Moment, decisive
from .kept import facts, lines, snapshot
from .long import Busy, Pool
from .models import GameRow, SeatRow
from .store import FRESH, Addition, Away, Collision, Store
from .written import Shown, written

log = logging.getLogger("grognard.server")
Listener = Callable[["Room"], Awaitable[None]]
KEEP = 128
IDLE = 900.0
SWEEP = 30.0
COLLECT = 20
"""Sweeps after which everything is looked through for what goes in circles."""
SWEPT = 2880
"""Sweeps after which the disk is looked through for games that no one comes back for: once a day."""
DAY = 86_400.0
ABANDONED = (
    (("live",), 0, 30 * DAY), (("live",), 10, 180 * DAY), (("analysis", "imported", "lesson"), 1 << 30, 90 * DAY),
)  # fmt: skip
"""Kinds of games, with at most so many entries, that no one has played or looked at for so long are removed."""
GRACE = 1.0
"""Seconds for which a game stays after it was used, however many are open."""
ANYONE = ""
"""A viewer whose business everything is."""
BOT_ORDERS = 4000
INSTEAD = "greedy"
"""The bot that plays on for one that failed."""
BREATH = 1.0
"""Seconds that bots wait in a game that was opened anew because an order of theirs could not be carried out."""


class Broken(Exception):
    """The engine could not carry out an order; nothing was changed."""


class Room:
    """One open game."""

    def __init__(self, row: GameRow, seats: Sequence[SeatRow], game: Game) -> None:
        self.key, self.kind, self.game = row.id, row.kind, game
        self.row, self.seats, self.read = row, seats, time.monotonic()
        self.foreign: int | None = -1
        self.doubts = 0
        self.settled = asyncio.Event()
        """Is everything on disk that the game knows?"""
        self.settled.set()
        self.bots = {s.seat: s.who[4:] for s in seats if s.who.startswith("bot:")}
        self.lock = asyncio.Lock()
        self.listeners: dict[int, Listener] = {}
        self.looking: dict[int, str | None] = {}
        self.used = time.monotonic()
        self.saved = len(game.journal)
        self.head = game.journal.head()
        """How many entries showed something to all, and the head of the chain as of the last of them."""
        self.writing: set[str | None] | None = set()
        """Who may know of what is being written; None while that is not known yet."""
        self.snapped = max(game.journal.snapshots, default=0)
        self.said = [game.told_before[viewer] + len(told) for viewer, told in enumerate(game.told)]
        self.latest: Sequence[tuple[int, int, str]] = ()
        self.shown: dict[str | None, Shown] = {}
        self._last: dict[str | None, tuple[Any, Shown]] = {}
        self._faces: dict[str | None, Faces] = {}
        self.bot_task: asyncio.Task[None] | None = None
        self.asked, self.over = set(game.decisions()), game.outcome is not None
        self.acted = dict.fromkeys(game.seats, (0, 0))
        """When each seat last did something, as far as that has left memory."""
        self.wrote = 0
        """How much the last order made, in characters."""
        self.talk = 0
        """How often something was said that states do not show."""
        self.late: tuple[int, Shown] | None = None
        """What spectators see who see the game late, and after how many entries, by their count, that was."""
        self.gone = False

    def state(self, seat: str | None) -> Shown:
        """A viewer's state, made once for each change that the viewer can see."""
        if seat not in self.shown:
            known = show.known(self.game, seat)
            last, shown = self._last.get(seat, (None, None))
            if shown is None or known is None or known != last:
                index = self.game.seat_index(seat)
                faces = self._faces.setdefault(seat, Faces())
                pieces = faces.of(self.game.table_for(index), index)
                shown = Shown.of(show.fields(self.game, seat, self.acted.get(seat or "", (0, 0))), pieces)
                self._last[seat] = (known, shown)
            self.shown[seat] = shown
        return self.shown[seat]

    def addition(self) -> Addition | None:
        """What is not on disk yet."""
        game = self.game
        fresh = game.journal.entries[self.saved - game.journal.before :]
        if not fresh:
            return None
        snap = snapshot(game.journal, self.snapped)
        seats = [seat for n, seat in enumerate(game.seats) if any(entry.known_to in (-1, n) for entry in fresh)]
        return Addition(self.key, self.saved + 1, fresh, facts(game), lines(game, self.said), snap, seats)

    def number(self, seat: str | None) -> int:
        """How many entries a viewer may count of those that are on disk."""
        return self.game.journal.number(self.game.seat_index(seat), self.saved)

    def written(self) -> None:
        """All is on disk: what lies before the last snapshot but one need not stay here."""
        game, journal = self.game, self.game.journal
        self.saved = len(journal)
        self.head = journal.head()
        self.said = [game.told_before[viewer] + len(told) for viewer, told in enumerate(game.told)]
        self.snapped = max(journal.snapshots, default=self.snapped)
        leaving = sorted(journal.snapshots)[:-1]
        if leaving:
            self.acted = {seat: show.last_acted(game, seat, before) for seat, before in self.acted.items()}
        for n in leaving:
            snap = journal.snapshots[n]
            told = snap.told if isinstance(snap, Snapshot) else snap["told"]
            journal.forget(n)
            for viewer, before in enumerate(told):
                game.told[viewer] = game.told[viewer][max(0, before - game.told_before[viewer]) :]
                game.told_before[viewer] = max(before, game.told_before[viewer])

    def concerns(self, seat: str | None) -> bool:
        """Is something being written that a viewer may know of? Who may not is answered as if nothing were."""
        return not self.settled.is_set() and (seat == ANYONE or self.writing is None or seat in self.writing)

    def doubt(self) -> None:
        """Read again who sits where; what is being read now may be what was."""
        self.read, self.foreign = float("-inf"), -1
        self.doubts += 1

    def shorten(self) -> None:
        """Leave a journal that was brought back whole to the disk again."""
        journal = self.game.journal
        newest = max((n for n in journal.snapshots if n <= self.saved), default=0)
        if newest and not journal.before and self.game.told_before[0]:
            journal.forget(newest)


class Rooms:
    """All open games of this process."""

    def __init__(
        self, store: Store, call: Callable[[Room, list[str]], None], pool: Pool, keep: int = KEEP, idle: float = IDLE
    ) -> None:
        self.store, self.call, self.pool = store, call, pool
        self.keep, self.idle = keep, idle
        self.open: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._stumbled: set[str] = set()
        self._numbers = iter(range(1, 1 << 60))

    async def room(self, key: str, seat: str | None = ANYONE) -> Room | None:
        """A game by its id, opened from disk if need be, or anew when another server has played on; for a viewer,
        who is to wait for what is being written where that is the viewer's business."""
        room = self.open.get(key)
        if room is not None:
            await self.sitting(room, seat)
        if room is None or room.gone:
            async with self._opening.setdefault(key, asyncio.Lock()):
                room = self.open.get(key) or await self._open(key)
            self._opening.pop(key, None)
            if room is None:
                return None
            self.evict()
            self.wake_bots(room)
        if key in self.open:
            self.open.move_to_end(key)
        room.used = time.monotonic()
        return room

    async def _open(self, key: str) -> Room | None:
        found = await self.store.table(key)
        if found is None:
            return None
        row, seats = found
        journal = await self.store.journal(row)
        # Whoever sits down while this is read does not find the room; so it begins in doubt about its seats.
        room = Room(row, seats, await asyncio.to_thread(replay, journal))
        if journal.before:
            told = room.game.told_before
            for viewer, seat in enumerate(room.acted):
                room.acted[seat] = await self.store.last_acted(key, viewer, seat, told[viewer], journal.before)
        self.open[key] = room
        return room

    async def sitting(self, room: Room, seat: str | None = ANYONE) -> Sequence[SeatRow]:
        """Who sits where, read again when others have written, or may have long ago.

        Whoever asks this may look at the game next, so an order that is being written is waited for, unless the
        viewer may not know of it: then how long the disk takes would tell that something was done."""
        foreign = await self.store.foreign()
        if foreign != room.foreign or (foreign is None and time.monotonic() - room.read > FRESH):
            await self._company(room, foreign)
        while room.concerns(seat):
            await room.settled.wait()
        return room.seats

    async def _company(self, room: Room, foreign: int | None) -> None:
        doubts, found = -1, []
        while doubts != room.doubts:
            doubts = room.doubts
            found = await self.store.company(room.key)
        room.foreign = foreign
        if found:
            room.row.paused, room.row.watch_delay = found[0].paused, found[0].watch_delay
            room.seats = found
            room.bots = {s.seat: s.who[4:] for s in room.seats if s.who.startswith("bot:")}
            if not await self._overtaken(room, found[0].entries):
                room.foreign = -1
        room.read = time.monotonic()

    async def behind(self, room: Room) -> bool:
        """Has another server played on?"""
        room.doubt()
        await self.sitting(room)
        return room.gone

    async def _overtaken(self, room: Room, entries: int) -> bool:
        """Let a game go that has more entries on disk than here; False when an order of ours is under way there."""
        if entries <= room.saved:
            return True
        if room.lock.locked():
            return False
        await self.drop(room)
        return True

    async def follow(self) -> None:
        """Show those who look on what other servers on the same database have played, for as long as this one runs."""
        seen = None
        while True:
            try:
                seen = await self._follow(seen)
            except Exception:
                log.exception("other servers' orders could not be looked for")
            await asyncio.sleep(FRESH)

    async def _follow(self, seen: int | None) -> int | None:
        foreign = await self.store.foreign()
        watched = [room for room in self.open.values() if room.listeners]
        if watched and (foreign is None or foreign != seen):
            entries = await self.store.entries([room.key for room in watched])
            if not all([await self._overtaken(room, entries.get(room.key, 0)) for room in watched]):
                return seen
        return foreign

    async def change_seat(self, key: str, seat: str, **facts: Any) -> None:
        """Change who sits where; those who look on are shown it, and whoever lost a seat is shown nothing more."""
        await self.store.change_seat(key, seat, **facts)
        await self.seats_changed(key)

    async def moved(self, session: str) -> None:
        """A session's seats belong to another now."""
        for room in list(self.open.values()):
            if any(row.session == session for row in room.seats):
                await self.seats_changed(room.key)

    async def seats_changed(self, key: str) -> None:
        room = self.open.get(key)
        if room is not None:
            room.doubt()
            await self.sitting(room)
            await self.tell(room)

    async def past(self, room: Room, entry: int | None = None, whole: bool = False) -> Game:
        """The game after an entry, or, with ``whole``, with everything it ever told, from disk."""
        journal = await self.store.journal(room.row, len(room.game.journal) if entry is None else entry, whole)
        return await asyncio.to_thread(replay, journal, None, not whole)

    async def moment(self, room: Room, seat: str | None, number: int) -> Journal:
        """What leads to the game after an entry by a viewer's own count."""
        viewer = room.game.seat_index(seat)
        entry = await self.store.entry(room.key, viewer, number) if number > 0 else 0
        return await self.store.journal(room.row, entry)

    async def told(self, room: Room, seat: str | None, since: int) -> list[str]:
        """The lines that a seat was told from ``since`` on, as JSON: the old ones from disk."""
        game, viewer = room.game, room.game.seat_index(seat)
        before, version = game.told_before[viewer], game.version(seat)
        since = min(since, version)
        latest = [line for who, n, line in room.latest if who == viewer and n >= since]
        if len(latest) == version - since:
            return latest
        fresh = [written(line) for line in show.log(game, seat, max(since, before))]
        old = await self.store.lines(room.key, viewer, since, before) if since < before else []
        if since < before and len(old) != before - since:
            past = await self.past(room, whole=True)
            old = [written(line) for line in show.log(past, seat, since)[: before - since]]
        return old + fresh

    def evict(self) -> None:
        """Let the games go that no one has looked at for longest."""
        now = time.monotonic()
        for key, room in list(self.open.items()):
            if now - room.used <= self.idle and (len(self.open) <= self.keep or now - room.used < GRACE):
                break
            if not room.listeners and not room.lock.locked() and room.bot_task is None:
                room.gone = True
                del self.open[key]

    async def sweep(self) -> None:
        """Now and then let idle games go, and seldom what goes in circles, for as long as the server runs."""
        for n in itertools.count(1):
            await asyncio.sleep(SWEEP)
            self.evict()
            if n % COLLECT == 0:
                gc.collect()
            if n % SWEPT == 1:
                await self.sweep_disk()

    async def sweep_disk(self) -> None:
        """Remove the games that no one comes back for, by the rules that the host's page names."""
        try:
            gone = await self.store.sweep(ABANDONED, list(self.open))
            await self.store.forget_days()
        except Away:
            return
        if gone:
            log.warning("%d abandoned games were removed", gone)

    async def drop(self, room: Room) -> None:
        """Let a game go that is not as it is on disk; those who look on open it again."""
        room.gone = True
        if self.open.get(room.key) is room:
            del self.open[room.key]
        await self.tell(room)

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

    async def do(self, room: Room, act: Callable[[Game], Any], whole: bool = False) -> Room:
        """Let something act on a game, write what it journaled, and tell everyone; answers the room as it is now.

        With ``whole`` the journal is brought back from disk first: an agreed rollback may go to any entry."""
        if room.gone:
            found = await self.room(room.key)
            if found is None:
                raise Collision(room.key)
            room = found
        async with room.lock:
            if room.gone:
                raise Collision(room.key)
            if whole and room.game.journal.before:
                room.game.journal = await self.store.journal(room.row, room.saved, whole=True)
            try:
                await self._act(room, act)
            finally:
                room.shorten()
        await self.tell(room)
        self.wake_bots(room)
        return room

    async def _act(self, room: Room, act: Callable[[Game], Any]) -> None:
        room.shown = {}
        room.writing = None
        try:
            act(room.game)
        except Refused:
            if len(room.game.journal) > room.saved:
                # A part of it was taken before the rest was refused: none of it stays.
                await self.drop(room)
            raise
        except Exception as error:
            log.exception("game %s: an order could not be carried out", room.key)
            await self.drop(room)
            raise Broken(str(error)) from error
        await self._write(room)
        room.used = time.monotonic()
        # Who is shown or called to what was written must still sit there: it is read again who does.
        room.read = float("-inf")
        await self._call(room)

    async def _call(self, room: Room) -> None:
        """Call those who must decide and did not before; when the game has ended, everyone."""
        asked, over = set(room.game.decisions()), room.game.outcome is not None
        called = set(room.game.seats) if over and not room.over else asked - room.asked
        room.asked, room.over = asked, over
        if called and any(row.hook for row in room.seats):
            await self.sitting(room)
            self.call(room, sorted(called))

    async def _write(self, room: Room) -> None:
        room.settled.clear()
        try:
            addition = room.addition()
            if addition is not None:
                fresh = [entry.known_to for entry in addition.entries]
                shown = -1 in fresh
                room.writing = {*addition.seats, None} if shown else set(addition.seats)
                await self.store.append(addition)
                room.wrote = addition.size()
                room.latest = addition.lines
                room.written()
        except BaseException:
            # Not known to be on disk: memory must not know it either.
            await self.drop(room)
            raise
        finally:
            room.settled.set()

    async def talk(self, room: Room) -> None:
        """Let everyone at the table look again at what was said."""
        room.talk += 1
        await self.tell(room)

    async def tell(self, room: Room) -> None:
        """Push to every listener; one that fails is forgotten."""
        for number, listener in list(room.listeners.items()):
            try:
                await listener(room)
            except Exception:
                self.leave(room, number)

    def listen(self, room: Room, listener: Listener, seat: str | None) -> int:
        """Tell someone who looks on for a seat of every change."""
        number = next(self._numbers)
        room.listeners[number], room.looking[number] = listener, seat
        return number

    def leave(self, room: Room, number: int) -> None:
        room.listeners.pop(number, None)
        room.looking.pop(number, None)

    # Bots

    def wake_bots(self, room: Room) -> None:
        """Let the bots of a room play while it is their turn, or while a proposal waits for them."""
        if room.bots and room.bot_task is None and not room.gone and bots_asked(room):
            room.bot_task = asyncio.create_task(self._play_bots(room))

    async def _play_bots(self, room: Room) -> None:
        try:
            if room.key in self._stumbled:
                self._stumbled.discard(room.key)
                await asyncio.sleep(BREATH)
            for _ in range(BOT_ORDERS):
                waiting = [] if room.gone else bots_asked(room)
                if not waiting:
                    break
                await self._play_bot(room, waiting[0])
                await asyncio.sleep(0)
        except (Collision, Broken, Refused):
            log.exception("game %s: a bot stopped", room.key)
            self._stumbled.add(room.key)
        finally:
            room.bot_task = None

    async def _play_bot(self, room: Room, seat: str) -> None:
        """Let a bot think beside the game, and give its order unless the game has gone on meanwhile."""
        async with room.lock:
            at = len(room.game.journal)
            if room.gone or seat not in bots_asked(room):
                return
            asked = None if answer(room.game, seat) else Asked.of(room.game, seat, room.bots[seat])
        order = await self.think(room, asked) if asked else ""
        async with room.lock:
            if room.gone or len(room.game.journal) != at or seat not in bots_asked(room):
                return
            order = answer(room.game, seat) or good(room, seat, order)
            await self._act(room, partial(Game.play, seat=seat, order=order))
        await self.tell(room)

    async def think(self, room: Room, asked: Asked) -> str:
        """What a bot orders, or greedy for one that fails, takes too long or dies; else nothing."""
        for bot in dict.fromkeys((asked.bot, INSTEAD)):
            try:
                order: str = await self.pool.run(room.key, "thought", asked.at, asked.known, bot, asked.seed)
                return order
            except (Busy, Refused, RuntimeError) as error:
                log.warning("game %s: the bot %s failed: %s", room.key, bot, error)
        return ""


class Asked(NamedTuple):
    """What is put to a bot, as plain values."""

    at: Moment
    known: dict[str, Any]
    bot: str
    seed: int

    @classmethod
    def of(cls, game: Game, seat: str, bot: str) -> Asked:
        return cls(decisive(game, seat), game.view(seat).data, bot, random.getrandbits(64))


def good(room: Room, seat: str, order: str) -> str:
    """A bot's order if it is offered; else, and this is logged, one that leads on."""
    question = Question(room.game.decisions()[seat])
    if order and question.offers(order):
        return order
    log.warning("game %s: the bot %s ordered what is not offered: %r", room.key, room.bots[seat], order)
    return lead_on(question, random.Random())


def bots_asked(room: Room) -> list[str]:
    """The bots of a room that must decide or answer a proposal."""
    deciding = room.game.decisions()
    return [seat for seat in sorted(room.bots) if seat in deciding or answer(room.game, seat) is not None]
