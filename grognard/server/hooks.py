"""Notices: what calls a player to the table, made from that player's own view, and webhooks that carry it.

A hook is called after the order is on disk: a POST of JSON with a timeout, few tries and no redirects. The address is
looked up once and must not lie in a private network unless the host allows it, so that no one can make the server
knock at its neighbours' doors.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import logging
import socket
import ssl
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, HTTPException, Query

from ..engine.core.rules import Refused
from ..engine.play.view import deciding
from .asked import Hooked, SeatOnly
from .desk import ServerDep, SessionDep, my_seat, open_room, ready
from .rooms import Room

router = APIRouter(prefix="/api")
log = logging.getLogger("grognard.server")
TIMEOUT = 5.0
PAUSES = (0.0, 2.0, 20.0)
"""Seconds before each try."""
MOST_WAITING = 500
MOST_NOTICES = 20


def notice(room: Room, seat: str) -> dict[str, Any]:
    """What a seat is called with: made from its own table and nothing else."""
    game, index = room.game, room.game.seat_index(seat)
    t = game.table_for(index)
    mine = [text for who, text in deciding(game, index) if who == index]
    text = f"The game is over: {t.outcome.reason}" if t.outcome else mine[0] if mine else ""
    where = f"{t.title.meta.name}, {t.title.turn(t)['name']}"
    return {"game": room.key, "seat": seat, "title": t.title.meta.id, "where": where, "text": text}


def target(url: str, private: bool) -> tuple[str, str]:
    """A hook's host and the address to connect to, or a refusal."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise Refused("E.hook", "This is no address of a web page.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise Refused("E.hook", "A hook is the address of a web page: http or https, without a password.")
    try:
        found = {str(row[4][0]) for row in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as error:
        raise Refused("E.hook", "The hook's host was not found.") from error
    if not private and not all(ipaddress.ip_address(ip.partition("%")[0]).is_global for ip in found):
        raise Refused("E.hook", "A hook may not lead into a private network; the host of this server may allow it.")
    return parts.hostname, min(found)


def call(url: str, body: bytes, private: bool) -> int:
    """POST once; the status that came back."""
    host, ip = target(url, private)
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    extra: dict[str, Any] = {"context": ssl.create_default_context()} if parts.scheme == "https" else {}
    line = kind(host, parts.port, timeout=TIMEOUT, **extra)
    # The address that was checked is the one that is called, whatever the name says a moment later.
    line._create_connection = lambda to, *rest: socket.create_connection((ip, to[1]), *rest)  # type: ignore[attr-defined]
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "grognard"})
        return line.getresponse().status
    finally:
        line.close()


class Caller:
    """Calls hooks in the background, one after another."""

    def __init__(self, private: bool = False) -> None:
        self.private = private
        self.pauses = PAUSES
        self.tasks: set[asyncio.Task[None]] = set()
        self.lines = asyncio.Semaphore(4)

    def notify(self, room: Room, seats: list[str]) -> None:
        """Call the hooks of seats that must decide now, or whose game has ended."""
        for row in room.seats:
            if row.hook and row.seat in seats and row.seat not in room.bots and len(self.tasks) < MOST_WAITING:
                task = asyncio.create_task(self._carry(row.hook, json.dumps(notice(room, row.seat)).encode()))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def _carry(self, url: str, body: bytes) -> None:
        for pause in self.pauses:
            await asyncio.sleep(pause)
            try:
                async with self.lines:
                    status = await asyncio.to_thread(call, url, body, self.private)
                if status < 500:
                    return
            except (Refused, OSError, http.client.HTTPException, ValueError) as error:
                log.info("a hook could not be called: %s", error)

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@router.get("/games/{game}/hook", response_model=None)
async def read_hook(game: str, here: ServerDep, me: SessionDep, seat: Annotated[str, Query(max_length=20)]) -> Any:
    """Where I am called when it is my turn."""
    room = await open_room(here, game)
    return {"url": (await my_seat(here, room, seat, me)).hook}


@router.post("/games/{game}/hook", response_model=None)
async def set_hook(game: str, asked: Hooked, here: ServerDep, me: SessionDep) -> Any:
    """Call me at an address when it is my turn; an empty one ends it."""
    room = await ready(here, game, asked.seat, me)
    if asked.url:
        try:
            await asyncio.to_thread(target, asked.url, here.caller.private)
        except Refused as error:
            raise HTTPException(422, error.sentence) from error
    await here.rooms.change_seat(room.key, asked.seat, hook=asked.url)
    return {"url": asked.url}


@router.post("/games/{game}/hook/test", response_model=None)
async def test_hook(game: str, asked: SeatOnly, here: ServerDep, me: SessionDep) -> Any:
    """Call my address once, now, with what it would be told; answers the status that came back."""
    room = await ready(here, game, asked.seat, me)
    url = (await my_seat(here, room, asked.seat, me)).hook
    if not url:
        raise HTTPException(422, "There is no address to call.")
    body = json.dumps({**notice(room, asked.seat), "test": True}).encode()
    try:
        async with here.caller.lines:
            return {"status": await asyncio.to_thread(call, url, body, here.caller.private)}
    except Refused as error:
        raise HTTPException(422, error.sentence) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        log.info("a hook could not be called: %s", error)
        raise HTTPException(422, "No one answered at this address.") from error


@router.get("/notices", response_model=None)
async def notices(here: ServerDep, me: SessionDep) -> Any:
    """What a browser may say aloud: the games in which I must decide, each with a text from my view."""
    if not here.orders.allow(me):
        raise HTTPException(429, "Too much at once; wait a little.")
    found: list[dict[str, Any]] = []
    for row in await here.store.waiting_for(me):
        room = await here.rooms.room(row.game) if len(found) < MOST_NOTICES else None
        if room is not None and row.seat in room.game.decisions() and row.seat not in room.bots:
            found.append({**notice(room, row.seat), "since": row.touched})
    return found
