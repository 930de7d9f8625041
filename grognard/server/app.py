"""The application: routes, headers, the built page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import accounts, ahead, games, hooks, lessons, library, packed, reference, seats
from .asked import MOST_JOURNAL, wrong
from .desk import OBJECTION, Server, Share
from .long import Busy, Pool
from .rooms import Rooms
from .security import HEADERS, Limits
from .sockets import AWAY, socket, watch_sessions
from .store import Altered, Away, Store

log = logging.getLogger("grognard.server")
PAGE = Path(__file__).parent.parent / "web" / "dist"
MOST_BODY = MOST_JOURNAL + 100_000


class Guard:
    """Headers on every answer, and no body larger than a journal."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BODY:
            await JSONResponse({"detail": "The request is too large."}, status_code=413)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                present = {name.lower() for name, _ in headers}
                for name, value in HEADERS.items():
                    if name.lower().encode() not in present:
                        headers.append((name.lower().encode(), value.encode()))
            await send(message)

        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MOST_BODY:
                raise HTTPException(413, "The request is too large.")
            return message

        await self.app(scope, counted, guarded)


def create_app(
    db: str, secure: bool = False, page: Path = PAGE, rate: float = 40.0, private_hooks: bool = False,
    share: float = 1.0, objection: float = OBJECTION,
) -> FastAPI:  # fmt: skip
    """A server on a database."""
    store = Store(db)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await store.open()
        rooms = app.state.server.rooms
        keepers = rooms.sweep(), rooms.follow(), watch_sessions(app.state.server)
        beside = [asyncio.create_task(keeper) for keeper in keepers]
        warming = asyncio.create_task(asyncio.to_thread(library.titles))
        yield
        for task in beside:
            task.cancel()
        await asyncio.wait({warming, *beside})
        await rooms.close()
        await app.state.server.caller.close()
        app.state.server.pool.close()
        await store.close()

    app = FastAPI(
        title="Grognard", version="1", lifespan=life, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    caller, pool = hooks.Caller(private_hooks), Pool()
    # What is bounded goes with the orders a second of one browser: starts by browser and by address, long work, time of
    # this process for looking ahead, tries to sign in by address or name and in all, and accounts that are made.
    app.state.server = Server(
        store, Rooms(store, caller.notify, pool), orders=Limits(rate, rate * 10), starts=Limits(rate / 80, rate * 0.75),
        strangers=Limits(rate / 20, rate * 10), costly=Limits(rate / 160, rate * 0.5),
        work=Limits(rate / 100, rate / 2), tries=Limits(rate / 80, rate * 0.75), all_tries=Limits(rate / 8, rate * 4),
        accounts=Limits(rate / 40_000, rate / 4), caller=caller, pool=pool, share=Share(times=share),
        secure=secure, most_sockets=rate, objection=objection,
    )  # fmt: skip
    # What is asked most comes first, for routes are tried one after another.
    app.add_api_websocket_route("/ws/games/{game}", socket)
    app.include_router(games.router)
    app.include_router(library.router)
    app.include_router(seats.router)
    app.include_router(hooks.router)
    app.include_router(accounts.router)
    app.include_router(lessons.router)
    app.include_router(ahead.router)
    app.add_middleware(Guard)

    @app.exception_handler(RequestValidationError)
    async def not_as_asked(request: Request, error: RequestValidationError) -> Response:
        return JSONResponse({"detail": wrong(error.errors())}, status_code=422)

    @app.exception_handler(UnicodeError)
    async def odd_text(request: Request, error: UnicodeError) -> Response:
        return JSONResponse({"detail": "The text could not be read."}, status_code=400)

    @app.exception_handler(Away)
    async def away(request: Request, error: Away) -> Response:
        log.warning("the database is away: %s", str(error)[:200])
        return JSONResponse({"detail": AWAY}, status_code=503, headers={"Retry-After": "2"})

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> Response:
        return JSONResponse({"detail": error.sentence}, status_code=error.status, headers={"Retry-After": "10"})

    @app.exception_handler(Altered)
    async def altered(request: Request, error: Altered) -> Response:
        log.error("game %s: its set-up is not the one that was promised", error)
        said = "This game's set-up is not the one that was promised when it began; it is not played on."
        return JSONResponse({"detail": said}, status_code=409)

    @app.get("/api/docs", include_in_schema=False)
    def for_programs() -> Response:
        return HTMLResponse(reference.page(app.openapi()))

    @app.get("/assets/{name}", include_in_schema=False)
    def asset(name: str, request: Request) -> Response:
        # Only names that the folder lists: no path leads out of it. Names change with what they hold.
        folder = page / "assets"
        found = {file.name: file for file in folder.iterdir()} if folder.is_dir() else {}
        if name not in found:
            return JSONResponse({"detail": "Not found."}, status_code=404)
        return packed.file(request, found[name], "public, max-age=31536000, immutable")

    @app.get("/{path:path}", include_in_schema=False)
    def the_page(path: str, request: Request) -> Response:
        if path.startswith(("api/", "ws/", "assets/")):
            return JSONResponse({"detail": "Not found."}, status_code=404)
        index = page / "index.html"
        if not index.exists():
            return JSONResponse({"detail": "The page is not built: run `make web`."}, status_code=404)
        return packed.file(request, index, "no-cache")

    return app
