"""Seats: sitting down by a link, handing a seat over, a new link by agreement of the others."""

from __future__ import annotations

import json
import time
from typing import Any

from fastapi import APIRouter, HTTPException

from ..bots.registry import bot_named
from ..engine.core.rules import Refused
from .asked import Handed, Reissued
from .desk import Server, ServerDep, SessionDep, open_room, ready
from .games import refused
from .models import SeatRow
from .rooms import Room
from .security import hashed, new_token

router = APIRouter(prefix="/api")
AWAY = 3600.0
"""Seconds after which whoever holds a seat counts as away, on whatever server they were last."""


@router.get("/join/{token}", response_model=None)
async def invitation(token: str, here: ServerDep, me: SessionDep) -> Any:
    """What an invite link is for: the game, the seat, who sits where and what is played. Nobody sits down by it."""
    row = await here.store.invited(hashed(token))
    if row is None:
        raise HTTPException(404, "This link is not good, or has been used.")
    room = await open_room(here, row.game)
    t = room.game.table
    options = [
        [o.name, t.options[o.id]]
        for o in t.title.meta.options
        if t.options.get(o.id, o.default) != o.default_in(t.scenario)
    ]
    sitting = [{"name": other.seat, "who": "you" if other.session == me else other.who, "taken": not other.token}
               for other in await here.rooms.sitting(room)]  # fmt: skip
    return {"title": t.title.meta.id, "scenario": t.scenario, "seat": row.seat, "sitting": sitting, "options": options}


@router.post("/join/{token}", response_model=None)
async def join(token: str, here: ServerDep, me: SessionDep) -> Any:
    """Sit down by an invite link. The link is used up."""
    row = await here.store.take_seat(hashed(token), me)
    if row is None:
        await objected(here, hashed(token))
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
    """Agree that another seat gets a new link, for its holder has lost theirs.

    All others at the table must agree; then the holder has time to object, from this seat on any server or by any
    link that it was taken by, and only when that is over is the link given to whoever asks again. A seat that belongs
    to an account is never given away, and the table is told of all of it."""
    room = await ready(here, game, asked.seat, me)
    rows = {row.seat: row for row in room.seats}
    lost = rows.get(asked.of)
    if lost is None or asked.of == asked.seat or not lost.session:
        raise HTTPException(422, "A new link is for a seat that someone else holds.")
    if await here.store.account_of(lost.session):
        raise HTTPException(409, "That seat belongs to an account: whoever holds it signs in again.")
    here_now = asked.of in room.looking.values() or time.time() - lost.seen < AWAY
    if lost.session == me or here_now:
        raise HTTPException(409, "Whoever holds that seat is here; they can hand it over themselves.")
    others = {row.seat for row in room.seats if row.session and row.seat not in (asked.of, *room.bots)} | {asked.seat}
    agreed = (set(json.loads(lost.agreed)) | {asked.seat}) & others
    if agreed != others:
        await here.rooms.change_seat(game, asked.of, agreed=json.dumps(sorted(agreed)))
        return {"link": None, "waiting": sorted(others - agreed), "until": None}
    left = (lost.claimed or time.time()) + here.objection - time.time()
    if not lost.claimed or left > 0:
        return await claimed(here, room, lost, agreed, left)
    token = new_token()
    await tell(here, room, f"A new link for {asked.of} was made; {', '.join(sorted(others))} agreed, no one objected.")
    await here.rooms.change_seat(
        game, asked.of, who="invite", token=hashed(token), session="", agreed="[]", claimed=0.0, hook=""
    )
    return {"link": f"/join/{token}", "waiting": [], "until": None}


async def claimed(here: Server, room: Room, lost: SeatRow, agreed: set[str], left: float) -> dict[str, Any]:
    """All others have agreed: from now on the holder may object."""
    if not lost.claimed:
        hours = f"{here.objection / 3600:.0f} hours"
        said = f"{', '.join(sorted(agreed))} ask for a new link for {lost.seat}. It can be made in {hours}, unless "
        await here.rooms.change_seat(room.key, lost.seat, agreed=json.dumps(sorted(agreed)), claimed=time.time())
        await tell(here, room, f"{said}{lost.seat} looks at this table before that or opens a link of that seat.")
    return {"link": None, "waiting": [], "until": time.time() + left}


async def tell(here: Server, room: Room, text: str) -> None:
    """Say something to the table."""
    await here.store.say(room.key, "table", text)
    await here.rooms.talk(room)


async def objected(here: Server, token: str) -> None:
    """Whoever opens a link by which a seat was taken holds on to that seat."""
    row = await here.store.object(token)
    if row is None:
        return
    room = await open_room(here, row.game)
    await here.rooms.seats_changed(row.game)
    await tell(here, room, f"Someone with a link of {row.seat} objects: no new link is made for that seat.")
