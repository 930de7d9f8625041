"""Notices: what calls a player to the table, made from that player's own view, and webhooks that carry it.

A hook is called after the order is on disk: a POST of JSON with a deadline, few tries and no redirects. The address is
looked up once and must not lie in a private network unless the host allows it, so that no one can make the server
knock at its neighbours' doors.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import socket
import ssl
from typing import Annotated, Any
from urllib.parse import SplitResult, urlsplit

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
MOST_ANSWER = 4096
"""Bytes of an answer that are read for its status."""
FAILURES = (OSError, EOFError, ValueError, asyncio.LimitOverrunError)
GLOBAL_V6 = ipaddress.ip_network("2000::/3")
SPECIAL = [
    ipaddress.ip_network(net)
    for net in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "2001::/23",
        "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    )
]  # fmt: skip
"""Ranges that lead to no page of a player's: private, shared, special, wrapped, for documents, for many."""
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


def parts_of(url: str) -> tuple[SplitResult, int]:
    """A hook's address in parts, and its port, or a refusal."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise Refused("E.hook", "This is no address of a web page.") from error
    odd = any(ord(c) <= 32 or ord(c) == 127 for c in url) or not url.isascii()
    if odd or parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise Refused("E.hook", "A hook is the address of a web page: http or https, without a password.")
    return parts, port


def is_public(address: str) -> bool:
    """Does an address lie in the open internet, whatever wraps it? All special ranges do not."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        # What carries an address of the old kind inside leads to that one, or to a gateway that no one named.
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip not in GLOBAL_V6 or any(ip in net for net in SPECIAL if net.version == 6):
            return False
    elif any(ip in net for net in SPECIAL if net.version == 4):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


async def target(url: str, private: bool) -> tuple[SplitResult, str, int]:
    """A hook's parts, the one address to connect to, and the port, or a refusal."""
    parts, port = parts_of(url)
    try:
        async with asyncio.timeout(TIMEOUT):
            rows = await asyncio.get_running_loop().getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused("E.hook", "The hook's host was not found.") from error
    found = {str(row[4][0]) for row in rows}
    if not found or (not private and not all(is_public(ip) for ip in found)):
        raise Refused("E.hook", "A hook may not lead into a private network; the host of this server may allow it.")
    return parts, min(found), port


async def call(url: str, body: bytes, private: bool) -> int:
    """POST once; the status that came back. All of it has a deadline, however slowly the other side speaks."""
    parts, ip, port = await target(url, private)
    async with asyncio.timeout(TIMEOUT):
        safe = ssl.create_default_context() if parts.scheme == "https" else None
        # The address that was checked is the one that is called, whatever the name says a moment later.
        reader, writer = await asyncio.open_connection(
            ip, port, ssl=safe, server_hostname=parts.hostname if safe else None, limit=MOST_ANSWER
        )
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            head = f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
            head += f"User-Agent: grognard\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
            words = (await reader.readuntil(b"\n")).split(None, 2)
        finally:
            writer.transport.abort()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise ValueError("no HTTP came back")
    return int(words[1])


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
                    status = await call(url, body, self.private)
                if status < 500:
                    return
            except (Refused, *FAILURES) as error:
                log.info("a hook could not be called: %s", error)

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@router.get("/games/{game}/hook", response_model=None)
async def read_hook(game: str, here: ServerDep, me: SessionDep, seat: Annotated[str, Query(max_length=20)]) -> Any:
    """Where I am called when it is my turn."""
    room = await open_room(here, game, seat)
    return {"url": (await my_seat(here, room, seat, me)).hook}


@router.post("/games/{game}/hook", response_model=None)
async def set_hook(game: str, asked: Hooked, here: ServerDep, me: SessionDep) -> Any:
    """Call me at an address when it is my turn; an empty one ends it."""
    room = await ready(here, game, asked.seat, me)
    if asked.url:
        try:
            await target(asked.url, here.caller.private)
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
            return {"status": await call(url, body, here.caller.private)}
    except Refused as error:
        raise HTTPException(422, error.sentence) from error
    except FAILURES as error:
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
