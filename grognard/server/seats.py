"""Seats: sitting down by a link, handing a seat over."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException

from ..bots.registry import bot_named
from ..engine.rules import Refused
from .asked import Handed
from .desk import ServerDep, SessionDep, ready
from .games import refused
from .security import hashed, new_token

router = APIRouter(prefix="/api")


@router.post("/join/{token}", response_model=None)
async def join(token: str, here: ServerDep, me: SessionDep) -> Any:
    """Sit down by an invite link. The link is used up."""
    row = await here.store.take_seat(hashed(token), me)
    if row is None:
        raise HTTPException(404, "This link is not good, or has been used.")
    await here.rooms.seats_changed(row.game)
    return {"game": row.game, "seats": [row.seat]}


@router.post("/games/{game}/hand", response_model=None)
async def hand(game: str, asked: Handed, here: ServerDep, me: SessionDep) -> Any:
    """Hand my seat to a bot, or to whoever opens the new link."""
    room = await ready(here, game, asked.seat, me)
    if asked.to.startswith("bot:"):
        try:
            bot_named(asked.to[4:], room.game.title.meta.id)
        except Refused as error:
            return refused(error)
        await here.rooms.change_seat(game, asked.seat, who=asked.to, session="", token="")
        here.rooms.wake_bots(room)
        return {"link": None}
    token = new_token()
    await here.rooms.change_seat(game, asked.seat, who="invite", token=hashed(token), session="")
    return {"link": f"/join/{token}"}
