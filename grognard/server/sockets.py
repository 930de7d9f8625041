"""The socket of a viewer: its state at once and after every change, and orders of its seat, each with an answer."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from typing import Any

from fastapi import HTTPException, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse
from pydantic import ValidationError

from .asked import SocketOrder, wrong
from .desk import Server, my_seat, ready, shown
from .games import attempt, giving, overheard
from .long import Busy
from .rooms import Room
from .security import COOKIE, hashed, looks_like_token, network, new_token
from .store import FRESH, Altered, Away
from .written import Shown, written

MOST = 40_000
"""Bytes of the longest message that a browser may send here."""
TOO_LONG, LATER, SIGNED_OUT, FORBIDDEN, MISSING, TOO_MANY = 1009, 1013, 4401, 4403, 4404, 4429
PRESENT = 30
"""Looks at the sessions after which those who have a table open are written down as here."""
AWAY = "What was asked could not be kept just now: the disk or the database is away. Nothing was changed; try again."
CROWDED = "Too many tables are open in this browser; close one."


async def socket(ws: WebSocket, game: str) -> None:
    """Push a viewer's state at once and after every change, and take the orders of its seat."""
    here: Server = ws.app.state.server
    cookie = ws.cookies.get(COOKIE, "")
    origin = ws.headers.get("origin")
    if origin and origin.split("://")[-1] != ws.headers.get("host", ""):
        await ws.close(FORBIDDEN)
        return
    # Who brings no cookie is a stranger with a session of their own: the empty one is that of every seat not taken.
    known = looks_like_token(cookie)
    browser = hashed(cookie) if known else f"at {network(ws.client.host if ws.client else '')}"
    seat = ws.query_params.get("seat")
    try:
        me = await here.session(cookie) if known else hashed(new_token())
        room = await here.rooms.room(game, seat) if game.isascii() and game.isalnum() and len(game) <= 24 else None
        allowed = room is not None and await _may_look(here, room, seat, me)
    except (Away, Altered):
        await ws.send_denial_response(JSONResponse({"detail": "Try again in a moment."}, 503, {"Retry-After": "2"}))
        return
    if room is None or not allowed:
        await ws.close(MISSING)
        return
    await ws.accept()
    beside = here.sockets.setdefault(browser, set())
    if len(beside) >= here.most_sockets:
        await ws.close(TOO_MANY, CROWDED)
        return
    viewer = Viewer(ws, here, room, seat, me, _number(ws.query_params.get("since", "0")))
    viewer.whole = ws.query_params.get("changes") != "1"
    viewer.cookie = cookie if known else ""
    beside.add(viewer)
    try:
        await viewer.serve()
    finally:
        beside.discard(viewer)
        if not beside and here.sockets.get(browser) is beside:
            del here.sockets[browser]


async def watch_sessions(here: Server) -> None:
    """Close the sockets of browsers that were signed out elsewhere, for as long as the server runs."""
    for n in itertools.count():
        await asyncio.sleep(FRESH)
        if n % PRESENT == 0:
            await _note_all(here)
        open_ = {browser: viewers for browser, viewers in here.sockets.items() if not browser.startswith("at ")}
        # Who is not signed in to an account is its own session, and there is nothing to sign out of.
        signed = [b for b, viewers in open_.items() if any(viewer.me != b for viewer in viewers)]
        try:
            gone = set(signed) - await here.store.signed_in(signed) if signed else ()
        except Away:
            continue
        for browser in gone:
            here.sessions.pop(browser, None)
            sign_out(here, browser)


async def _note_all(here: Server) -> None:
    """Whoever has a table open is here, also without asking for anything."""
    for viewer in [viewer for viewers in here.sockets.values() for viewer in viewers if viewer.seat is not None]:
        with suppress(Away, HTTPException):
            await my_seat(here, viewer.room, viewer.seat, viewer.me)


def sign_out(here: Server, browser: str) -> None:
    """Close the sockets of a browser."""
    for viewer in here.sockets.get(browser, ()):
        viewer.signed_out = True
        viewer.changed.set()


async def _may_look(here: Server, room: Room, seat: str | None, me: str) -> bool:
    """A seat is looked at by who holds it; without a seat, those look who hold none, where the game allows it."""
    mine = {row.seat for row in await here.rooms.sitting(room, seat) if row.session == me}
    return seat in mine if seat is not None else not mine and room.row.watch_delay >= 0


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


class Viewer:
    """One open socket. One task sends, another reads; what is answered is sent with the state that it led to."""

    def __init__(self, ws: WebSocket, here: Server, room: Room, seat: str | None, me: str, told: int) -> None:
        self.ws, self.here, self.room, self.seat, self.me, self.told = ws, here, room, seat, me, told
        self.sent: Shown | None = None
        self.talk = room.talk
        self.whole = True
        self.cookie = ""
        self.signed_out = False
        self.changed = asyncio.Event()
        self.changed.set()
        self.answer = ""
        self.answered: asyncio.Future[None] | None = None

    async def listener(self, _: Room) -> None:
        self.changed.set()

    async def serve(self) -> None:
        """Send when something changed, one message at a time, until the browser has gone or may look no longer."""
        number = self.here.rooms.listen(self.room, self.listener, self.seat)
        reader = asyncio.create_task(self._read())
        try:
            while True:
                await self.changed.wait()
                self.changed.clear()
                if reader.done():
                    reader.result()
                    break
                if self.signed_out:
                    await self.ws.close(SIGNED_OUT)
                    break
                if self.room.gone:
                    fresh = await self.here.rooms.room(self.room.key, self.seat)
                    if fresh is None:
                        break
                    self.room, self.talk = fresh, fresh.talk
                    number = self.here.rooms.listen(fresh, self.listener, self.seat)
                if not await _may_look(self.here, self.room, self.seat, self.me):
                    await self.ws.close(FORBIDDEN)
                    break
                if not self.room.gone:
                    await self._send()
        except (Away, Altered, Busy):
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.ws.close(LATER)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.here.rooms.leave(self.room, number)
            reader.cancel()

    async def _send(self) -> None:
        """The state, or what has changed of it for who asked for that; the lines of the log; the answer to an order.

        Nothing at all when nothing of it is new: what others do out of this viewer's sight is not to be counted."""
        if self.seat is None:
            now, lines = await overheard(self.here, self.room, self.me, self.told)
            told = self.told + len(lines)
        else:
            told, now = self.room.game.version(self.seat), shown(self.room, self.seat, self.me)
            lines = await self.here.rooms.told(self.room, self.seat, self.told)
        talk = self.room.talk
        if now.same(self.sent) and not lines and not self.answer and talk == self.talk:
            return
        state = f'"state":{now.text()}' if self.whole or self.sent is None else now.since(self.sent)
        answer, answered = self.answer, self.answered
        self.answer, self.answered = "", None
        self.sent, self.told, self.talk = now, told, talk
        await self.ws.send_text(f'{{{state},"events":[{",".join(lines)}]{answer}}}')
        if answered is not None:
            answered.set_result(None)

    async def _read(self) -> None:
        """Take orders one after another, until the browser has gone."""
        try:
            while True:
                message = await self.ws.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text") or message.get("bytes") or ""
                if len(text) > MOST:
                    await self.ws.close(TOO_LONG)
                    return
                # An order that is being written is written to its end, also when the line breaks.
                await (await asyncio.shield(self._answer(text)))
        finally:
            self.changed.set()

    async def _answer(self, text: str | bytes) -> asyncio.Future[None]:
        """Take an order and leave its answer to the next message; what is given back is done when that is sent."""
        said = await self._order(text)
        self.answer, self.answered = f',"answer":{written(said)}', asyncio.get_running_loop().create_future()
        self.changed.set()
        return self.answered

    async def _order(self, text: str | bytes) -> dict[str, Any]:
        """What becomes of an order: 200, or why not."""
        try:
            asked = SocketOrder.model_validate_json(text)
        except ValidationError as error:
            await asyncio.sleep(0.1)
            said = wrong(error.errors())[0]["what"]
            return {"id": None, "status": 422, "rule": "E.parse", "sentence": f"This is no order: {said}"}
        try:
            if self.seat is None:
                raise HTTPException(403, "Who only looks on gives no orders.")
            if self.cookie and await self.here.session(self.cookie) != self.me:
                self.signed_out = True
                raise HTTPException(401, "This browser has been signed out.")
            room = await ready(self.here, self.room.key, self.seat, self.me)
            act = giving(self.seat, asked.order, asked.version)
            room, status, why = await attempt(self.here, room, self.seat, *act)
            if status == 200:
                await self.here.count_written(self.me, room.wrote)
        except HTTPException as error:
            status, why = error.status_code, {"rule": str(error.status_code), "sentence": error.detail}
        except Away:
            status, why = 503, {"rule": "503", "sentence": AWAY}
        return {"id": asked.id, "status": status, **why}
