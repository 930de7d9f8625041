"""``grognard serve``, ``grognard admin`` and ``grognard backup``."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import json
import socket
import sqlite3
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ..engine.core.rules import Refused
from ..engine.play.game import replay
from .copies import copy_postgres, copy_sqlite, judge, missing_entries, unsound
from .security import hashed, new_token
from .store import Store

NAME = "Grognard"
"""What the description of the API is called, by which a server is known."""
DEFAULT = Path.home() / ".grognard" / "games.db"
PORT = 8417
RATE = 40.0


def add_parser(commands: Any) -> None:
    """The commands that run and look after a server."""
    serving = commands.add_parser("serve", help="serve games to browsers")
    _db(serving)
    serving.add_argument("--host", default="127.0.0.1")
    serving.add_argument("--port", type=_port, default=PORT)
    serving.add_argument("--secure", action="store_true", help="behind HTTPS: cookies are sent over HTTPS only")
    serving.add_argument("--rate", type=float, default=RATE, help="orders a second that a browser may send (40)")
    serving.add_argument("--share", type=float, default=1.0, help="times the shares of a day that each may use up (1)")
    serving.add_argument("--objection", type=float, default=72.0, help="hours to object to a new link for a seat (72)")
    serving.add_argument("--private-hooks", action="store_true", help="let hooks lead into private networks")
    serving.add_argument("--open", action="store_true", help="open the page in a browser")
    serving.set_defaults(run=serve)
    admin = commands.add_parser("admin", help="look after a server's games")
    _db(admin)
    admin.add_argument("what", choices=["list", "pause", "resume", "end", "export", "seat-link", "verify"])
    admin.add_argument("game", nargs="?")
    admin.add_argument("seat", nargs="?")
    admin.add_argument("--url", default=f"http://127.0.0.1:{PORT}", help="where players find the page, for seat-link")
    admin.set_defaults(run=look_after)
    backup = commands.add_parser("backup", help="copy a live server's database")
    _db(backup)
    backup.add_argument("to", metavar="FILE", help="a file that is not there yet")
    backup.add_argument("--replace", action="store_true", help="put the copy in the place of an older one")
    backup.set_defaults(run=back_up)


def _db(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", help="sqlite:///FILE or postgresql+asyncpg://...")


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5 or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no port: they go from 1 to 65535")
    return int(text)


def url(args: argparse.Namespace) -> str:
    """The database: by default a file in the home folder."""
    if args.db is None:
        DEFAULT.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return f"sqlite:///{DEFAULT}"
    try:
        kind = make_url(args.db).drivername
    except (ArgumentError, ValueError):
        kind = ""
    if kind.partition("+")[0] != "sqlite" and kind != "postgresql+asyncpg":
        raise Refused("E.db", "This is no database that games are kept in: sqlite:///FILE or postgresql+asyncpg://...")
    return str(args.db)


def _file(db: str) -> Path | None:
    """The file of an SQLite database that must be there; none for others."""
    found: URL = make_url(db)
    if found.get_backend_name() != "sqlite":
        return None
    path = Path(found.database or "")
    if not path.is_file():
        raise Refused("E.db", f"There is no database at {str(path)!r}.")
    return path


@asynccontextmanager
async def _opened(db: str) -> AsyncIterator[Store]:
    """A database that can be reached, with its tables up to date."""
    try:
        store = Store(db)
        await store.open()
    except ModuleNotFoundError as missing:
        need = f"{missing.name}: install it with pip install 'grognard[postgres]'"
        raise Refused("E.extra", f"A PostgreSQL database needs {need}.") from None
    except Exception as error:
        # Every driver fails in its own ways; a password is not for a terminal or a log.
        where, why = make_url(db).render_as_string(), str(error).partition("\n")[0] or type(error).__name__
        raise Refused("E.db", f"The database {where} cannot be opened: {why[:200]}") from error
    try:
        yield store
    finally:
        await store.close()


def serve(args: argparse.Namespace) -> None:
    """Run the server until it is stopped."""
    import uvicorn

    from .app import create_app
    from .lines import Timed

    db = url(args)
    asyncio.run(_reach(db))
    app = create_app(
        db, args.secure, rate=args.rate, private_hooks=args.private_hooks, share=args.share,
        objection=args.objection * 3600,
    )  # fmt: skip
    sockets = _bound(args.host, args.port)
    _wait_little()
    host = f"[{args.host}]" if ":" in args.host else args.host
    address = f"http://{host}:{args.port}/"
    print(f"Grognard is at {address}  (stop with Ctrl-C)", flush=True)
    if args.open:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        app, log_level="warning", http=Timed, ws_max_size=1_000_000, ws_per_message_deflate=False,
        limit_concurrency=4000,
    )  # fmt: skip
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets)
    if not server.started:
        raise Refused("E.serve", "The server could not be started; what is above says why.")


async def _reach(db: str) -> None:
    async with _opened(db):
        pass


def _bound(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at every address of a host."""
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, at in dict.fromkeys((family, at) for family, _, _, _, at in found):
            try:
                sockets.append(socket.create_server((str(at[0]), port), family=family, backlog=2048))
            except OSError as error:
                # A machine may know a name's address of a kind that it does not have.
                if len(found) == 1 or error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
        if not sockets:
            raise OSError("none of its addresses is here")
    except (OSError, UnicodeError) as error:
        for one in sockets:
            one.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise Refused("E.serve", f"The server cannot listen at {host[:60]} port {port}: {why}.") from error
    return sockets


def _wait_little() -> None:
    """Leave full collections, which hold up every game while all of them are looked through, to the rooms' sweep.

    Games are freed as soon as they are let go; what goes in circles is young and is found among the young. And who
    has waited for the disk is not to wait for the interpreter as long again."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000_000)
    sys.setswitchinterval(0.001)


def open_table() -> None:
    """Open the table in a browser, on the server that runs here already or on a new one."""
    from .app import PAGE

    if not (PAGE / "index.html").exists():
        raise Refused("E.page", "The page is not built: run `make web`, or name a title to play at the terminal.")
    port = PORT
    if _in_use(port):
        if _is_grognard(port):
            address = f"http://127.0.0.1:{port}/"
            print(f"Grognard is already at {address}")
            webbrowser.open(address)
            return
        port = 0
    serve(
        argparse.Namespace(
            db=None,
            host="127.0.0.1",
            port=port or _free_port(),
            secure=False,
            rate=RATE,
            share=1.0,
            objection=72.0,
            private_hooks=False,
            open=True,
        )
    )


def _in_use(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _is_grognard(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/openapi.json", timeout=5) as answer:
            return bool(json.load(answer)["info"]["title"] == NAME)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def look_after(args: argparse.Namespace) -> None:
    """List games, pause, resume, end or export one, or make a new link for a seat."""
    if args.what not in ("list", "verify") and not args.game:
        raise Refused("E.admin", f"`grognard admin {args.what}` needs a game's id; see `grognard admin list`.")
    asyncio.run(_look_after(args))


async def _look_after(args: argparse.Namespace) -> None:
    db = url(args)
    _file(db)
    async with _opened(db) as store:
        if args.what == "list":
            for game in await store.every_game():
                turn = "ended" if game.ended else "paused" if game.paused else ", ".join(json.loads(game.deciding))
                when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.touched))
                print(f"{game.id}  {game.title:10} {game.scenario:10} {game.entries:6} entries  {when}  {turn}")
            return
        if args.what == "verify":
            await _verify(store)
            return
        row = await store.game(args.game)
        if row is None:
            raise Refused("E.admin", f"There is no game {args.game[:24]!r}; see `grognard admin list`.")
        if args.what in ("pause", "resume"):
            await store.change_game(row.id, paused=args.what == "pause")
            print(f"{row.id} is {'paused' if args.what == 'pause' else 'open again'}.")
        elif args.what == "end":
            await store.change_game(row.id, paused=True, ended=True)
            print(f"{row.id} has ended.")
        elif args.what == "export":
            journal = await store.journal(row, whole=True)
            print(journal.text(replay(journal).hash()), end="")
        else:
            await _seat_link(store, row.id, args.seat, _base(args.url))


async def _verify(store: Store) -> None:
    """Judge every journal again; what does not hold is named."""
    wrong, games = await judge(store), len(await store.every_game())
    for game, why in wrong:
        print(f"{game}  {why}")
    if wrong:
        raise Refused("E.verify", f"{len(wrong)} of {games} games do not hold.")
    print(f"All {games} games hold: every order was judged again and every hash compared.")


def _base(text: str) -> str:
    """Where the page is, as its visitors write it."""
    found = text if "://" in text else f"https://{text}"
    try:
        parts = urlsplit(found)
        good = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
        _ = parts.port
    except ValueError:
        good = False
    if not good:
        raise Refused("E.admin", f"{text[:60]!r} is no address of a page: --url https://games.example.org")
    return found.rstrip("/")


async def _seat_link(store: Store, game: str, seat: str | None, base: str) -> None:
    """A new invite link; the old one, and whoever sat there, are out."""
    seats = [row.seat for row in await store.seats(game)]
    if seat not in seats:
        raise Refused("E.seat", f"This game has the seats {', '.join(seats)}.")
    token = new_token()
    await store.change_seat(game, seat, token=hashed(token), session="", who="invite", agreed="[]", hook="")
    print(f"{base}/join/{token}")


def back_up(args: argparse.Namespace) -> None:
    """Copy a live database, whole, while it is in use; both are judged before anything is replaced."""
    db = url(args)
    path, target = _file(db), Path(args.to)
    same = path is not None and target.exists() and target.samefile(path)
    if target.exists() and not (args.replace and target.is_file() and not same):
        why = "and is no copy" if args.replace else "already; --replace puts the new copy in its place"
        raise Refused("E.backup", f"{str(target)!r} is there {why}.")
    try:
        if path is None:
            asyncio.run(_back_up_postgres(db, target))
        else:
            if why := unsound(path):
                raise Refused("E.backup", f"The database is not sound, and nothing was copied: {why}.")
            copy_sqlite(path, target)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise Refused("E.backup", f"{str(target)!r} cannot be written: {error}.") from error
    print(f"Copied to {target}.")


async def _back_up_postgres(db: str, target: Path) -> None:
    async with _opened(db) as store:
        if game := await missing_entries(store):
            raise Refused("E.backup", f"Entries of the game {game} are missing, and nothing was copied.")
        await copy_postgres(store, target)
