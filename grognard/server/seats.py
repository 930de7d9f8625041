"""Seats: sitting down by a link, handing a seat over, a new link by agreement of the others."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, HTTPException

from ..bots.registry import bot_named
from ..engine.core.rules import Refused
from .asked import Handed, Reissued
from .desk import ServerDep, SessionDep, ready
from .games import refused
from .security import hashed, new_token

router = APIRouter(prefix="/api")
AWAY = 3600.0
"""Seconds after which a seat's holder counts as away."""


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
    """Hand my seat to a bot, which plays it until I take it back, or to whoever opens the new link."""
    room = await ready(here, game, asked.seat, me)
    if asked.to == "me":
        await here.rooms.change_seat(game, asked.seat, who="human")
        return {"link": None}
    if asked.to.startswith("bot:"):
        try:
            bot_named(asked.to[4:], room.game.title.meta.id)
        except Refused as error:
            return refused(error)
        await here.rooms.change_seat(game, asked.seat, who=asked.to, token="")
        here.rooms.wake_bots(room)
        return {"link": None}
    token = new_token()
    await here.rooms.change_seat(game, asked.seat, who="invite", token=hashed(token), session="", hook="")
    return {"link": f"/join/{token}"}


@router.post("/games/{game}/reissue", response_model=None)
async def reissue(game: str, asked: Reissued, here: ServerDep, me: SessionDep) -> Any:
    """Agree that another seat gets a new link, for its holder has lost theirs; the last to agree is given it.

    All others at the table must agree, the holder must have been away for a while, and the table is told."""
    room = await ready(here, game, asked.seat, me)
    rows = {row.seat: row for row in room.seats}
    lost = rows.get(asked.of)
    if lost is None or asked.of == asked.seat or not lost.session:
        raise HTTPException(422, "A new link is for a seat that someone else holds.")
    if lost.session == me or asked.of in room.looking.values() or here.last_seen(game, asked.of) < AWAY:
        raise HTTPException(409, "Whoever holds that seat is here; they can hand it over themselves.")
    others = {row.seat for row in room.seats if row.session and row.seat not in (asked.of, *room.bots)} | {asked.seat}
    agreed = (set(json.loads(lost.agreed)) | {asked.seat}) & others
    if agreed != others:
        await here.rooms.change_seat(game, asked.of, agreed=json.dumps(sorted(agreed)))
        return {"link": None, "waiting": sorted(others - agreed)}
    token = new_token()
    await here.store.say(game, "table", f"A new link for {asked.of} was made; {', '.join(sorted(others))} agreed.")
    await here.rooms.change_seat(game, asked.of, who="invite", token=hashed(token), session="", agreed="[]", hook="")
    return {"link": f"/join/{token}", "waiting": []}
