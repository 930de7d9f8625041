"""Looks ahead over HTTP: all that a click must know of an order that is begun."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from ..engine.core.rules import Refused
from . import inspection, preview
from .asked import Asked
from .desk import ServerDep, SessionDep, ready
from .games import refused

router = APIRouter(prefix="/api")
Seated = Annotated[str, Query(max_length=20)]
Named = Annotated[str, Query(max_length=60)]


class Begun(Asked):
    """The beginning of an order, down to its last choice."""

    seat: str = Field(max_length=20)
    prefix: list[Annotated[str, Field(max_length=400)]] = Field(max_length=60)


@router.post("/games/{game}/level", response_model=None)
async def level(game: str, asked: Begun, here: ServerDep, me: SessionDep) -> Any:
    """What may come after the beginning of an order, in one answer."""
    room = await ready(here, game, asked.seat, me)
    try:
        with here.on_their_time(me):
            return preview.level(room.game, asked.seat, asked.prefix)
    except Refused as error:
        return refused(error)


@router.get("/games/{game}/inspect", response_model=None)
async def inspected(
    game: str, seat: Seated, here: ServerDep, me: SessionDep, place: Named = "", piece: Named = ""
) -> Any:
    """What the seat may know of a place or a piece, and which of its units could go there now."""
    room = await ready(here, game, seat, me)
    try:
        with here.on_their_time(me):
            if piece:
                return inspection.of_piece(room.game, seat, piece)
            return inspection.of_place(room.game, seat, place)
    except Refused as error:
        return refused(error)


@router.post("/games/{game}/owing", response_model=None)
async def owing(game: str, asked: Begun, here: ServerDep, me: SessionDep) -> Any:
    """The targets that would leave a debt to repair before the phase may end."""
    room = await ready(here, game, asked.seat, me)
    try:
        with here.on_their_time(me):
            return preview.owing(room.game, asked.seat, asked.prefix)
    except Refused:
        return {}
