"""What a request may do: the session behind it, the seats it holds, the game it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, HTTPException, Request, Response

from .models import SeatRow
from .rooms import Room, Rooms
from .security import COOKIE, Limits, hashed, looks_like_token, new_token
from .store import Store


@dataclass
class Server:
    """What all requests share."""

    store: Store
    rooms: Rooms
    orders: Limits
    starts: Limits
    secure: bool = False


def server(request: Request) -> Server:
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
    return await here.store.login(hashed(cookie)) or hashed(cookie)


SessionDep = Annotated[str, Depends(session)]


async def open_room(here: Server, game: str) -> Room:
    """The room of a game, or 404."""
    if not (8 <= len(game) <= 24 and game.isascii() and game.isalnum()):
        raise HTTPException(404, "There is no such game.")
    room = await here.rooms.room(game)
    if room is None:
        raise HTTPException(404, "There is no such game.")
    return room


async def my_seat(here: Server, game: str, seat: str, key: str) -> SeatRow:
    """The seat that the session holds in a game, or 403."""
    for row in await here.store.seats(game):
        if row.seat == seat and row.session == key:
            return row
    raise HTTPException(403, "This browser does not hold that seat.")
