"""Games over HTTP: start, look, order, take back, talk, export."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from ..bots.registry import bot_named
from ..engine.core import proof
from ..engine.core.rules import Refused
from ..engine.play.desk import STANDING_VERBS
from ..engine.play.game import Game
from . import lessons
from . import preview as trial
from . import state as show
from .asked import Imported, Prefix, SeatNonce, SeatNow, SeatOnly, SeatOrder, SeatWords, Start, Words
from .desk import AddressDep, Server, ServerDep, SessionDep, extra, my_seat, open_room, plain, ready, shown
from .jobs import Made, made, moment
from .models import GameRow, SeatRow
from .rooms import Broken, Room
from .security import hashed, new_token
from .store import Addition, Collision
from .written import Shown, written

router = APIRouter(prefix="/api")
PAGE = 200
"""How many games a list has at most."""
TALK = 200
"""How many lines of table talk come at once."""
TRIES = 5
"""How often an act is tried while other servers write to the same game."""


def reason(error: Refused) -> dict[str, Any]:
    return {"rule": error.rule, "sentence": error.sentence, "nearest": list(error.nearest)}


def refused(error: Refused) -> JSONResponse:
    return JSONResponse(reason(error), status_code=422)


async def add(here: Server, game: Game | Made, kind: str, seats: list[SeatRow], delay: int = -1) -> str:
    """Put a game on disk."""
    new = made(game) if isinstance(game, Game) else game
    key = new_token().replace("-", "").replace("_", "")[:16]
    now = time.time()
    row = GameRow(
        id=key, title=new.title, scenario=new.scenario, setup=json.dumps(new.setup), kind=kind, created=now,
        touched=now, entries=len(new.entries), watch_delay=delay, commitment=new.commitment, **new.facts,
    )  # fmt: skip
    for seat in seats:
        seat.game, seat.touched, seat.seen = key, now, now if seat.session else 0.0
    await here.store.add_game(row, seats, Addition(key, 1, new.entries, {}, new.said, new.snapshot))
    return key


@router.post("/games", response_model=None)
async def start(asked: Start, here: ServerDep, me: SessionDep, address: AddressDep) -> dict[str, Any] | Response:
    """Start a game."""
    here.count_start(me, address)
    await here.spend(me, address, games=1)
    try:
        if asked.lesson:
            game, asked.sitting = lessons.begin(asked.title, asked.lesson)
        else:
            game = Game.new(asked.title, asked.scenario, options=asked.options, seats=asked.powers)
        seats, links = sit(game, asked, me)
    except Refused as error:
        return refused(error)
    key = await add(here, game, "lesson" if asked.lesson else "live", seats, asked.watch_delay)
    mine = [s.seat for s in seats if s.session == me]
    return {"game": key, "seats": mine, "links": links}


def sit(game: Game, asked: Start, me: str) -> tuple[list[SeatRow], dict[str, str]]:
    """Who sits where, and the links to send."""
    rows, links = [], {}
    for name in asked.sitting:
        game.seat_index(name)
    for seat in game.seats:
        who = asked.sitting.get(seat, "me")
        row = SeatRow(seat=seat, who=who, name=asked.name if who == "me" else "")
        if who in ("me", "hotseat"):
            row.session = me
        elif who == "invite":
            token = new_token()
            row.token, links[seat] = hashed(token), f"/join/{token}"
        elif who.startswith("bot:"):
            bot_named(who[4:], game.title.meta.id)
        else:
            raise Refused("E.sitting", f"{who[:20]!r} cannot sit: write me, hotseat, invite or bot:NAME.")
        rows.append(row)
    return rows, links


@router.get("/games")
async def my_games(
    here: ServerDep, me: SessionDep, response: Response,
    offset: int = Query(0, ge=0, le=1_000_000), limit: int = Query(PAGE, ge=1, le=PAGE),
) -> list[dict[str, Any]]:  # fmt: skip
    """My games: whose turn it is, and since when; where there are more, the header Link says where."""
    found = await here.store.games_of(me, offset, limit + 1)
    if len(found) > limit:
        response.headers["Link"] = f'</api/games?offset={offset + limit}&limit={limit}>; rel="next"'
    return [
        {"game": row.id, "title": row.title, "scenario": row.scenario, "kind": row.kind,
         "touched": max(seat.touched for seat in seats), "deciding": json.loads(row.deciding), "ended": row.ended,
         "seats": [seat.seat for seat in seats]}
        for row, seats in found[:limit]
    ]  # fmt: skip


@router.get("/games/{game}/state", response_model=None)
async def state(game: str, here: ServerDep, me: SessionDep, seat: str | None = Query(None, max_length=20)) -> Any:
    """What a seat may see now; without a seat, what a spectator may."""
    room = await open_room(here, game, seat)
    if seat is None:
        return plain((await watched(here, room, me)).text())
    await my_seat(here, room, seat, me)
    return plain(shown(room, seat, me).text())


async def watchable(here: Server, room: Room, me: str) -> bool:
    """Does a spectator see the game late? Players of the game may not watch it."""
    rows = await here.rooms.sitting(room)
    delay = room.row.watch_delay
    if delay < 0 or any(row.session == me for row in rows):
        raise HTTPException(403, "This game is not open to spectators.")
    return delay > 0 and room.game.outcome is None


def late(room: Room) -> int:
    """How many entries spectators see of a game that they see late, by their own count."""
    return max(0, room.number(None) - room.row.watch_delay)


async def watched(here: Server, room: Room, me: str) -> Shown:
    """The spectator's state."""
    if not await watchable(here, room, me):
        return shown(room, None, me)
    number, kept = late(room), room.late
    if kept is None or kept[0] != number:
        # An order may come meanwhile: then what is made here is for those who asked before it.
        journal = await here.rooms.moment(room, None, number)
        kept = room.late = number, Shown.of(await here.pool.run(f"watch {room.key}", "state_at", journal, None))
    return kept[1].with_(extra(room, me, number))


async def overheard(here: Server, room: Room, me: str, since: int) -> tuple[Shown, list[str]]:
    """The spectator's state, and the lines of the log that are not later than it."""
    seen = await watched(here, room, me)
    lines = await here.rooms.told(room, None, since)
    return seen, lines[: max(0, int(seen.fields["version"]) - since)]


async def attempt(
    here: Server, room: Room, seat: str, act: Callable[[Game], Any], whole: bool = False, tries: int = TRIES
) -> tuple[Room, int, dict[str, Any]]:
    """Let a seat act: the room as it is now, 200, 409 when it was too late or 422 when it was refused, and why.

    When another server was first with an order, the act is tried again on the game as it is: what it was is none of
    this seat's business, unless it has moved the version that the act quotes."""
    if seat in room.bots:
        raise HTTPException(409, "A bot plays this seat; take it back first.")
    try:
        return await here.rooms.do(room, act, whole), 200, {}
    except Refused as error:
        if error.rule == "E.stale" and await here.rooms.behind(room):
            return await attempt(here, await open_room(here, room.key), seat, act, whole)
        return room, 409 if error.rule == "E.stale" else 422, reason(error)
    except Collision:
        fresh = await open_room(here, room.key)
        if tries > 1:
            return await attempt(here, fresh, seat, act, whole, tries - 1)
        return fresh, 409, {"rule": "E.stale", "sentence": "Another order came first."}
    except Broken:
        sentence = "The engine could not carry out this order. Nothing was changed; please report it."
        return room, 422, {"rule": "E.bug", "sentence": sentence, "nearest": []}


async def acted(here: Server, room: Room, seat: str, me: str, act: Callable[[Game], Any], whole: bool = False) -> Any:
    """Let a seat act, and answer with its state: also when it was too late, but not when it was refused."""
    room, status, why = await attempt(here, room, seat, act, whole)
    if status == 200:
        await here.count_written(me, room.wrote)
    if status == 422:
        return JSONResponse(why, status)
    text = shown(room, seat, me).text()
    return plain(text if status == 200 else f'{{"state":{text},{written(why)[1:]}', status)


def giving(seat: str, order: str, version: int) -> tuple[Callable[[Game], Any], bool]:
    """An order as an act, and whether it needs the whole journal, as what is settled at the desk may.

    An adjustment may agree on what no rule allows; one that leaves a table that cannot be shown is not taken."""
    # A standing order is private: it is given as fast as any other, so that no one else hears of it by waiting.
    at_the_desk = (order.split() or [""])[0].casefold() in STANDING_VERBS - {"standing"}

    def act(game: Game) -> None:
        game.play(seat, order, version)
        for viewer in (*game.seats, None) if at_the_desk else ():
            show.state(game, viewer)

    return act, at_the_desk


@router.post("/games/{game}/orders", response_model=None)
async def order(game: str, asked: SeatOrder, here: ServerDep, me: SessionDep) -> Any:
    """Give an order."""
    room = await ready(here, game, asked.seat, me)
    return await acted(here, room, asked.seat, me, *giving(asked.seat, asked.order, asked.version))


def current(asked: SeatNow, act: Callable[[Game], Any]) -> Callable[[Game], Any]:
    """The same act, refused when it quotes a version that has passed: sent twice, it is done once."""

    def acting(g: Game) -> Any:
        if asked.version != g.version(asked.seat):
            raise Refused("E.stale", f"This was asked at version {asked.version}; this is {g.version(asked.seat)}.")
        return act(g)

    return acting


@router.post("/games/{game}/undo", response_model=None)
async def undo(game: str, asked: SeatNow, here: ServerDep, me: SessionDep) -> Any:
    """Take back the last order."""
    room = await ready(here, game, asked.seat, me)
    return await acted(here, room, asked.seat, me, current(asked, lambda g: g.undo(asked.seat)))


@router.post("/games/{game}/redo", response_model=None)
async def redo(game: str, asked: SeatNow, here: ServerDep, me: SessionDep) -> Any:
    """Give again what was taken back."""
    room = await ready(here, game, asked.seat, me)
    return await acted(here, room, asked.seat, me, current(asked, lambda g: g.redo(asked.seat)))


@router.post("/games/{game}/reset", response_model=None)
async def reset(game: str, asked: SeatNow, here: ServerDep, me: SessionDep) -> Any:
    """Take back everything to the last barrier."""
    room = await ready(here, game, asked.seat, me)

    return await acted(here, room, asked.seat, me, current(asked, lambda g: g.reset(asked.seat)))


@router.post("/games/{game}/nonce", response_model=None)
async def nonce(game: str, asked: SeatNonce, here: ServerDep, me: SessionDep) -> Any:
    """Promise a nonce for the dice by its hash; when all seats have, give it."""
    room = await ready(here, game, asked.seat, me)
    verb = "nonce" if asked.nonce else "promise"
    value, bots = asked.nonce or asked.promise, sorted(room.bots)

    def act(g: Game) -> None:
        g.pledge(asked.seat, verb, value)
        for bot in bots:
            pledge_for(g, bot)

    return await acted(here, room, asked.seat, me, act)


def pledge_for(game: Game, seat: str) -> None:
    """A bot gives a nonce that the secret tells, when its seat comes to it: all else is for the people there."""
    drawn = blake2b(seat.encode(), digest_size=16, key=game.table.dice.secret, person=b"grognard bots").hexdigest()
    promised, given = game.desk.pledges[game.seat_index(seat)]
    mine = proof.promise(drawn)
    if not promised:
        game.pledge(seat, "promise", mine)
    if (promised or mine) == mine and not given and all(one for one, _ in game.desk.pledges):
        game.pledge(seat, "nonce", drawn)


@router.post("/games/{game}/next", response_model=None)
async def next_choices(game: str, asked: Prefix, here: ServerDep, me: SessionDep) -> Any:
    """The choices after a prefix of the offer tree."""
    room = await ready(here, game, asked.seat, me)
    decision = room.game.offers(asked.seat) if asked.standing else room.game.decisions().get(asked.seat)
    if decision is None:
        return []
    try:
        with here.on_their_time(me):
            found = [*show.joiners(decision, asked.prefix), *decision.next(*asked.prefix)]
            return show.choices(decision, asked.prefix, found[:3000])
    except Refused as error:
        return refused(error)


@router.post("/games/{game}/why", response_model=None)
async def why(game: str, asked: SeatWords, here: ServerDep, me: SessionDep) -> Any:
    """Why an order or the beginning of one would be refused; null when it is offered."""
    room = await ready(here, game, asked.seat, me)
    decision = room.game.decisions().get(asked.seat)
    with here.on_their_time(me):
        reason = decision.why_not(asked.order) if decision is not None else room.game.why_not(asked.seat, asked.order)
    return {"rule": reason.rule, "sentence": reason.sentence} if reason else None


@router.get("/games/{game}/events", response_model=None)
async def events(
    game: str, here: ServerDep, me: SessionDep,
    seat: Annotated[str | None, Query(max_length=20)] = None, since: int = Query(0, ge=0),
) -> Any:  # fmt: skip
    """The log, from a line on; without a seat, as a spectator has heard it."""
    room = await open_room(here, game, seat)
    if seat is None:
        _, lines = await overheard(here, room, me, since)
    else:
        await my_seat(here, room, seat, me)
        lines = await here.rooms.told(room, seat, since)
    return plain(f"[{','.join(lines)}]")


@router.get("/games/{game}/overlay/{name}", response_model=None)
async def overlay(
    game: str, name: str, here: ServerDep, me: SessionDep, seat: Annotated[str | None, Query(max_length=20)] = None
) -> Any:
    """An overlay of the map, from what the seat knows; without a seat, one of the public ones."""
    if not here.orders.allow(me):
        raise HTTPException(429, "Too much at once; wait a little.")
    room = await open_room(here, game, seat)
    title, seen_late = room.game.title, False
    if seat is not None:
        await my_seat(here, room, seat, me)
    else:
        seen_late = await watchable(here, room, me)
    found = None
    if name in (title.public_overlays if seat is None else title.overlays):
        if seen_late:
            journal = await here.rooms.moment(room, None, late(room))
            return await here.pool.run(f"watch {room.key}", "overlaid", journal, name)
        found = await here.pool.run(me, "laid_over", moment(room.game, room.game.seat_index(seat)), name)
    if found is None:
        raise HTTPException(404, "There is no such overlay.")
    return found


@router.post("/games/{game}/odds", response_model=None)
async def odds(game: str, asked: SeatWords, here: ServerDep, me: SessionDep) -> Any:
    """What an order would bring, under what the seat knows."""
    room = await ready(here, game, asked.seat, me)
    try:
        # Dealing hidden blocks anew takes a while: it is done beside the others' orders.
        at = moment(room.game, room.game.seat_index(asked.seat))
        return await here.pool.run(me, "chances", at, room.game.view(asked.seat).data, asked.order)
    except Refused as error:
        return refused(error)


@router.post("/games/{game}/preview", response_model=None)
async def preview(game: str, asked: SeatWords, here: ServerDep, me: SessionDep) -> Any:
    """An order as it would be written, its path, and what follows as far as it could be taken back."""
    room = await ready(here, game, asked.seat, me)
    try:
        with here.on_their_time(me):
            return trial.preview(room.game, asked.seat, asked.order)
    except Refused as error:
        return refused(error)


@router.get("/games/{game}/replay", response_model=None)
async def replay(
    game: str, here: ServerDep, me: SessionDep, address: AddressDep, seat: Annotated[str, Query(max_length=20)],
    entry: int = Query(ge=0),
) -> Any:  # fmt: skip
    """The state after an entry, by the seat's own count, as far as the seat might see it then."""
    room = await open_room(here, game, seat)
    await my_seat(here, room, seat, me)
    here.count_costly(me, address, 0.1)
    last = room.number(seat)
    entry = min(entry, last)
    journal = await here.rooms.moment(room, seat, entry)
    more = {"decision": None, "recap": 0, "recap_entry": 0, "entries": last, "entry": entry, "last": last}
    return plain(await here.pool.run(me, "shown", journal, seat, more))


@router.get("/games/{game}/course", response_model=None)
async def course(
    game: str, here: ServerDep, me: SessionDep, address: AddressDep, seat: Annotated[str, Query(max_length=20)]
) -> Any:
    """Of a game that is over for good: the count of each side at the end of each turn, with the seat's entry there."""
    room = await open_room(here, game, seat)
    await my_seat(here, room, seat, me)
    if room.game.outcome is None or not room.game.outcome.final:
        return refused(Refused("E.journal", "The count of all turns is open when the game is over."))
    here.count_costly(me, address)
    journal = await here.store.journal(room.row, room.saved, whole=True)
    return await here.pool.run(me, "course", journal, seat)


@router.post("/games/{game}/fork", response_model=None)
async def fork(game: str, asked: SeatOnly, here: ServerDep, me: SessionDep, address: AddressDep) -> Any:
    """An analysis board: a playable guess from what the seat knows, both sides mine."""
    here.count_start(me, address)
    room = await ready(here, game, asked.seat, me)
    await here.spend(me, address, games=1)
    try:
        seed = random.Random().getrandbits(128)
        guess: Made = await here.pool.run(me, "guessed", room.game.view(asked.seat).data, seed)
    except Refused as error:
        return refused(error)
    seats = [SeatRow(seat=s, who="hotseat", session=me) for s in guess.seats]
    key = await add(here, guess, "analysis", seats)
    return {"game": key, "seats": list(guess.seats), "from": game}


@router.get("/games/{game}/export")
async def export(
    game: str, here: ServerDep, me: SessionDep, address: AddressDep, seat: Annotated[str, Query(max_length=20)]
) -> PlainTextResponse:
    """The seat's own journal; once the game is over for good, the whole one."""
    room = await open_room(here, game, seat)
    await my_seat(here, room, seat, me)
    here.count_costly(me, address)
    over = room.game.outcome is not None and room.game.outcome.final
    journal = await here.store.journal(room.row, room.saved, whole=True)
    text = await here.pool.run(me, "exported", journal, None if over or room.kind == "analysis" else seat)
    name = f"attachment; filename=grognard-{game}.jsonl"
    return PlainTextResponse(text, headers={"Content-Disposition": name})


@router.post("/games/import", response_model=None)
async def import_game(asked: Imported, here: ServerDep, me: SessionDep, address: AddressDep) -> Any:
    """Take in a journal: every order is judged again, and the game is marked as coming from elsewhere."""
    here.count_start(me, address, 5)
    await here.spend(me, address, imports=1, bytes=len(asked.journal))
    try:
        game: Made = await here.pool.run(me, "judged", asked.journal)
    except Refused as error:
        return refused(error)
    seats = [SeatRow(seat=s, who="hotseat", session=me) for s in game.seats]
    key = await add(here, game, "imported", seats)
    return {"game": key, "seats": list(game.seats), "deciding": game.deciding, "verified": False}


@router.get("/games/{game}/chat", response_model=None)
async def read_chat(
    game: str, here: ServerDep, me: SessionDep, seat: Annotated[str, Query(max_length=20)],
    before: Annotated[int | None, Query(ge=0, le=1 << 60)] = None, limit: int = Query(TALK, ge=1, le=TALK),
) -> Any:  # fmt: skip
    """What was said last at the table, or last before a line."""
    room = await open_room(here, game, seat)
    await my_seat(here, room, seat, me)
    rows = await here.store.chat(game, before, limit)
    return [{"n": row.id, "at": row.at, "who": row.who, "text": row.text} for row in rows]


@router.post("/games/{game}/chat", response_model=None)
async def say(game: str, asked: Words, here: ServerDep, me: SessionDep, address: AddressDep) -> Any:
    """Say something to the table."""
    room = await ready(here, game, asked.seat, me)
    if not asked.text.strip() or len(asked.text) > 2000:
        raise HTTPException(422, "A message has from 1 to 2000 characters.")
    await here.spend(me, address, talk=len(asked.text) + 100)
    await here.store.say(game, asked.seat, asked.text)
    await here.rooms.talk(room)
    return {"said": True}


@router.get("/games/{game}/notes", response_model=None)
async def read_notes(game: str, here: ServerDep, me: SessionDep, seat: Annotated[str, Query(max_length=20)]) -> Any:
    """My private notes."""
    room = await open_room(here, game, seat)
    return {"text": (await my_seat(here, room, seat, me)).notes}


@router.post("/games/{game}/notes", response_model=None)
async def write_notes(game: str, asked: Words, here: ServerDep, me: SessionDep) -> Any:
    """Keep private notes: one sheet a seat, the new in the place of the old."""
    if not here.orders.allow(me):
        raise HTTPException(429, "Too much at once; wait a little.")
    room = await open_room(here, game, asked.seat)
    await my_seat(here, room, asked.seat, me)
    await here.store.change_seat(game, asked.seat, notes=asked.text)
    room.doubt()
    return {"kept": True}
