"""What a request may do: the session behind it, the seats it holds, the game it names."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request, Response

from .long import Pool
from .models import SeatRow
from .people import DAY
from .rooms import ANYONE, Room, Rooms
from .security import COOKIE, Limits, hashed, looks_like_token, network, new_token
from .store import FRESH, Store
from .written import Shown

REMEMBERED = 20_000
PIECE = 100_000
"""Characters after which what orders make is counted."""
OBJECTION = 72 * 3600.0
NOTED = 60.0
"""Seconds for which whoever was here counts as here without being written down again."""
WORDS = {"games": "new games", "imports": "imported games", "talk": "table talk", "bytes": "what can be kept here"}


@dataclass(frozen=True)
class Share:
    """What one browser or account, and one address, may use up in a day."""

    games: int = 300
    imports: int = 60
    talk: int = 400_000
    """Characters said at tables."""
    bytes: int = 64_000_000
    """Of journals that are taken in, notes, and whatever orders make."""
    times: float = 1.0

    def of(self, what: str) -> int:
        return int(getattr(self, what) * self.times)


def remember(kept: OrderedDict[str, Any], key: str, value: Any) -> None:
    """Keep something about someone, and forget who was not heard of for longest."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)


@dataclass
class Server:
    """What all requests share."""

    store: Store
    rooms: Rooms
    orders: Limits
    starts: Limits
    strangers: Limits
    costly: Limits
    """What takes long to answer: exports, replays, analysis boards."""
    work: Limits
    """Seconds of this process that looking at what might be ordered may take."""
    tries: Limits
    """Tries to sign in, by address and by name; beside them all together."""
    all_tries: Limits
    accounts: Limits
    """Accounts that are made."""
    caller: Any
    pool: Pool
    share: Share
    secure: bool = False
    most_sockets: float = 40
    """How many sockets a browser may have open at once."""
    objection: float = OBJECTION
    """Seconds for which whoever holds a seat may object to a new link for it."""
    sockets: dict[str, set[Any]] = field(default_factory=dict)
    """Those that are open, by what their browser is known by."""
    sessions: OrderedDict[str, tuple[str, float, int | None]] = field(default_factory=OrderedDict)
    seen: OrderedDict[tuple[str, str], float] = field(default_factory=OrderedDict)
    """When whoever holds a seat was last written down as here, by this server."""
    where: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """The address that each was last at."""
    written: OrderedDict[str, int] = field(default_factory=OrderedDict)
    """What each has made by orders since it was last counted."""
    full: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """The day on which each has used up its share by orders."""
    hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """A pass-phrase takes 64 MB and a core for a moment: two at a time."""

    def count_start(self, me: str, address: str, cost: float = 1.0) -> None:
        """Games are made at a bounded rate, by a browser and by an address, for browsers are easily made up."""
        if not self.starts.allow(me, cost) or not self.strangers.allow(address, cost):
            raise HTTPException(429, "Too many games at once; wait a little.")

    async def spend(self, me: str, address: str, **amounts: int) -> None:
        """Take something from today's shares of a browser or account and of an address, or 429."""
        for what, amount in amounts.items():
            whose = [me, hashed(f"at {address}")]
            if not await self.store.spend(whose, what, amount, self.share.of(what)):
                raise HTTPException(429, f"This is more than a day's share of {WORDS[what]}; come back tomorrow.")

    async def count_written(self, me: str, amount: int) -> None:
        """What orders make is of the day's share too; it is counted in large pieces, and stops those that follow."""
        for who in (me, self._address_of(me)):
            total = self.written.pop(who, 0) + amount
            if total < PIECE:
                remember(self.written, who, total)
            elif not await self.store.spend([who], "bytes", total, self.share.of("bytes")):
                remember(self.full, who, time.time() // DAY)

    def _address_of(self, me: str) -> str:
        """What is kept about the address that someone was last at, for browsers are easily made up."""
        return hashed(f"at {self.where.get(me, '')}")

    def used_up(self, me: str) -> bool:
        """Has someone, or their address, used up the day's share by orders?"""
        today = time.time() // DAY
        return today in (self.full.get(me), self.full.get(self._address_of(me)))

    @contextmanager
    def on_their_time(self, me: str) -> Iterator[None]:
        """All games of a process share its time: one browser may take a part of it, and one address not all."""
        parts = (me, 1.0), (self._address_of(me), 0.5)
        if not all(self.work.allow(who, 0.0) for who, _ in parts):
            raise HTTPException(429, "This takes long to work out; wait a little before you ask again.")
        began = time.thread_time()
        try:
            yield
        finally:
            spent = time.thread_time() - began
            for who, part in parts:
                self.work.charge(who, spent * part)

    def count_costly(self, me: str, address: str, cost: float = 1.0) -> None:
        """What takes long to answer is answered at a bounded rate."""
        if not self.costly.allow(me, cost) or not self.costly.allow(f"at {address}", cost / 4):
            raise HTTPException(429, "This takes long to work out; wait a little before you ask again.")

    async def session(self, cookie: str) -> str:
        """The session behind a cookie: its own, or that of the account which it is signed in to."""
        key = hashed(cookie)
        found, read, then = self.sessions.get(key, ("", float("-inf"), -1))
        now = await self.store.foreign()
        if now != then or (now is None and time.monotonic() - read > FRESH):
            found = await self.store.login(key) or key
            self.sessions[key] = (found, time.monotonic(), now)
            while len(self.sessions) > REMEMBERED:
                self.sessions.popitem(last=False)
        return found


async def server(request: Request) -> Server:
    found: Server = request.app.state.server
    return found


ServerDep = Annotated[Server, Depends(server)]


async def session(request: Request, response: Response, here: ServerDep) -> str:
    """The key of the browser's session; a new one is given a cookie."""
    cookie = request.cookies.get(COOKIE, "")
    if not looks_like_token(cookie):
        cookie = new_token()
        response.set_cookie(
            COOKIE, cookie, max_age=3 * 365 * 86400, httponly=True, samesite="strict", secure=here.secure, path="/"
        )
        return hashed(cookie)
    me = await here.session(cookie)
    remember(here.where, me, network(request.client.host if request.client else ""))
    return me


async def address(request: Request) -> str:
    """Where a request comes from; a proxy on this machine says it."""
    return network(request.client.host if request.client else "")


AddressDep = Annotated[str, Depends(address)]
SessionDep = Annotated[str, Depends(session)]


async def open_room(here: Server, game: str, seat: str | None = ANYONE) -> Room:
    """The room of a game for a viewer, or 404."""
    if not (8 <= len(game) <= 24 and game.isascii() and game.isalnum()):
        raise HTTPException(404, "There is no such game.")
    room = await here.rooms.room(game, seat)
    if room is None:
        raise HTTPException(404, "There is no such game.")
    return room


async def my_seat(here: Server, room: Room, seat: str, me: str) -> SeatRow:
    """The seat that the session holds in a game, or 403."""
    for row in await here.rooms.sitting(room, seat):
        if row.seat == seat and row.session == me:
            await note_presence(here, room, row)
            return row
    raise HTTPException(403, "This browser does not hold that seat.")


async def note_presence(here: Server, room: Room, row: SeatRow) -> None:
    """Write down now and then, for all servers, that whoever holds a seat is here; at once where it is asked for."""
    last = here.seen.get((room.key, row.seat), float("-inf"))
    if time.monotonic() - last < NOTED and row.agreed == "[]":
        return
    here.seen[room.key, row.seat] = time.monotonic()
    here.seen.move_to_end((room.key, row.seat))
    while len(here.seen) > REMEMBERED:
        here.seen.popitem(last=False)
    if await here.store.was_here(room.key, row.seat):
        await here.store.say(room.key, "table", f"{row.seat} is here: no new link is made for that seat.")
        await here.rooms.seats_changed(room.key)
        await here.rooms.talk(room)


async def ready(here: Server, game: str, seat: str, me: str) -> Room:
    """A room in which the session may act for a seat now."""
    if not here.orders.allow(me):
        raise HTTPException(429, "Too many orders at once; wait a little.")
    if here.used_up(me):
        raise HTTPException(429, f"This is more than a day's share of {WORDS['bytes']}; come back tomorrow.")
    room = await open_room(here, game, seat)
    await my_seat(here, room, seat, me)
    if room.row.paused:
        raise HTTPException(423, "This game is paused by the host.")
    return room


def extra(room: Room, me: str, entries: int) -> dict[str, Any]:
    """What a state says about the table's company, to one of it, and how many entries that one may count."""
    sitting = [
        {"name": r.seat, "who": "you" if r.session == me else r.who if r.who.startswith("bot:") else r.name or r.who,
         "taken": bool(r.session) or r.who.startswith("bot:"), "bot": room.bots.get(r.seat, ""),
         "asked": json.loads(r.agreed), "claimed": r.claimed}
        for r in room.seats
    ]  # fmt: skip
    return {
        "game": room.key, "kind": room.kind, "sitting": sitting, "entries": entries, "watch": room.row.watch_delay,
    }  # fmt: skip


def shown(room: Room, seat: str | None, me: str) -> Shown:
    """A viewer's state with the company, and the head of the journal's chain as of the last barrier."""
    return room.state(seat).with_({**extra(room, me, room.number(seat)), "head": room.head})


def plain(text: str, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(text, status, media_type="application/json")
