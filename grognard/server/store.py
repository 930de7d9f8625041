"""The database: SQLite by default, any PostgreSQL by URL; migrations run by themselves.

Work on the database is plain functions of a Session. On SQLite they run in threads, one trip for the whole work;
on PostgreSQL on an asynchronous connection. What is acknowledged is on disk: SQLite runs in WAL with
synchronous=FULL, and an order's entries are inserted and committed before anyone is told; orders that wait for the
disk at the same time share one commit. Two writers of one game collide on the entry's key, and the second is told.
On SQLite all that a server writes goes over one connection, which therefore knows whether anyone else has written.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Insert,
    Update,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import Session, defer, sessionmaker
from sqlalchemy.pool import QueuePool

from ..engine.core.position import frozen
from ..engine.play.journal import Entry, Journal
from .models import AccountRow, ChatRow, EntryRow, GameRow, LineRow, SeatRow, SessionRow, SnapshotRow

HERE = Path(__file__).parent
READERS = 2
FRESH = 1.0
"""Seconds for which what was read is believed; another server may have changed it."""
T = TypeVar("T")
Work = Callable[[Session], T]


class Collision(Exception):
    """Someone else has written to this game first."""


@dataclass
class Addition:
    """What an order adds to a game: entries from ``first`` on, the facts that lists show, what each viewer was told
    (viewer, number, line), now and then a snapshot; and the seats, by name, that may know of it."""

    game: str
    first: int
    entries: Sequence[Entry]
    facts: dict[str, Any]
    lines: Sequence[tuple[int, int, str]] = ()
    snapshot: tuple[int, str] | None = None
    seats: Sequence[str] = ()

    def rows(self) -> list[dict[str, Any]]:
        now = time.time()
        return [
            {
                "game": self.game,
                "n": n,
                "body": json.dumps(list(entry), ensure_ascii=False),
                "at": now,
                "known_to": entry.known_to,
            }
            for n, entry in enumerate(self.entries, self.first)
        ]

    def log(self) -> list[dict[str, Any]]:
        return [{"game": self.game, "viewer": viewer, "n": n, "body": body} for viewer, n, body in self.lines]

    def change(self) -> dict[str, Any]:
        entries = self.first + len(self.entries) - 1
        return {**self.facts, "touched": time.time(), "entries": entries, "key": self.game}

    def noticed(self) -> list[dict[str, Any]]:
        """For the seats that may know of it: when it was."""
        now = time.time()
        return [{"key": self.game, "of_seat": seat, "touched": now} for seat in self.seats]


class SqliteRunner:
    """Runs work on SQLite: reads side by side, writes one after another over one connection."""

    def __init__(self, url: str) -> None:
        # Whatever driver a URL names, the standard library's is used.
        file = make_url(url).set(drivername="sqlite")
        self.engine = create_engine(file)
        self.writing = create_engine(file, poolclass=QueuePool, pool_size=1, max_overflow=0)
        for engine in (self.engine, self.writing):
            event.listen(engine, "connect", _careful)
        self.reads = sessionmaker(self.engine, expire_on_commit=False)
        self.writes = sessionmaker(self.writing, expire_on_commit=False)
        self.readers, self.writer = ThreadPoolExecutor(READERS), ThreadPoolExecutor(1)
        self._foreign, self._looked = 0, float("-inf")

    async def read(self, work: Work[T]) -> T:
        return await self._in(self.readers, self._reading, work)

    async def write(self, work: Work[T]) -> T:
        return await self._in(self.writer, self._writing, work)

    async def append(self, additions: Sequence[Addition]) -> None:
        await self._in(self.writer, self._appending, additions)

    async def foreign(self) -> int | None:
        """A number that changes when another process writes to the database; it may be a moment old."""
        if time.monotonic() - self._looked > FRESH:
            await self._in(self.writer, self._appending, ())
        return self._foreign

    @staticmethod
    async def _in(pool: ThreadPoolExecutor, how: Callable[[Any], T], work: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, how, work)

    def _reading(self, work: Work[T]) -> T:
        with self.reads() as session:
            return work(session)

    def _writing(self, work: Work[T]) -> T:
        with self.writes() as session, session.begin():
            return work(session)

    def _appending(self, additions: Sequence[Addition]) -> None:
        connection = self.writing.raw_connection()
        try:
            cursor = connection.cursor()
            for statement, rows in _statements(additions):
                text, names = _plain(statement)
                cursor.executemany(text, [[row[name] for name in names] for row in rows])
            connection.commit()
            cursor.execute("PRAGMA data_version")
            (self._foreign,), self._looked = cursor.fetchone() or (0,), time.monotonic()
        except sqlite3.IntegrityError as error:
            connection.rollback()
            raise Collision(str(error)) from error
        except BaseException:
            connection.rollback()
            raise
        finally:
            connection.close()

    async def migrate(self) -> None:
        def migrating() -> None:
            with self.writing.begin() as connection:
                _migrate(connection)

        await asyncio.get_running_loop().run_in_executor(self.writer, migrating)

    async def close(self) -> None:
        for pool in (self.readers, self.writer):
            await asyncio.to_thread(pool.shutdown)
        self.engine.dispose()
        self.writing.dispose()


class PostgresRunner:
    """Runs work on PostgreSQL. A caller that is cancelled leaves the connection in peace."""

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(url, pool_pre_ping=True)
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)

    async def read(self, work: Work[T]) -> T:
        async def reading() -> T:
            async with self.sessions() as session:
                return await session.run_sync(work)

        return await asyncio.shield(reading())

    async def write(self, work: Work[T]) -> T:
        async def writing() -> T:
            async with self.sessions() as session, session.begin():
                return await session.run_sync(work)

        return await asyncio.shield(writing())

    async def append(self, additions: Sequence[Addition]) -> None:
        def work(session: Session) -> None:
            connection = session.connection()
            for statement, rows in _statements(additions):
                connection.execute(statement, rows)

        try:
            await self.write(work)
        except IntegrityError as error:
            raise Collision(str(error.orig)) from error

    async def foreign(self) -> int | None:
        """Nobody says whether others have written."""
        return None

    async def migrate(self) -> None:
        async with self.engine.begin() as connection:
            await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7031939)")
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        await self.engine.dispose()


class Store:
    """Games on disk."""

    def __init__(self, url: str) -> None:
        self.runner = SqliteRunner(url) if url.startswith("sqlite") else PostgresRunner(url)
        self.read, self.write, self.foreign = self.runner.read, self.runner.write, self.runner.foreign
        self._waiting: list[tuple[Addition, asyncio.Future[None]]] = []
        self._flushing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the tables up to date."""
        await self.runner.migrate()

    async def close(self) -> None:
        if self._flushing is not None:
            await self._flushing
        await self.runner.close()

    # Games

    async def add_game(self, row: GameRow, seats: Sequence[SeatRow], begun: Addition) -> None:
        """A new game, whole: its set-up, its seats, what was told, and the entries of one that comes from elsewhere."""

        def work(session: Session) -> None:
            session.add(row)
            session.flush()
            session.add_all(seats)
            session.flush()
            for statement, rows in _statements([begun]):
                session.connection().execute(statement, rows)

        await self.write(work)

    async def game(self, game: str) -> GameRow | None:
        return await self.read(lambda session: session.get(GameRow, game))

    async def seats(self, game: str) -> list[SeatRow]:
        return await self.read(lambda session: _seats(session, game))

    async def table(self, game: str) -> tuple[GameRow, list[SeatRow]] | None:
        """A game's row and its seats, in one trip."""

        def work(session: Session) -> tuple[GameRow, list[SeatRow]] | None:
            row = session.get(GameRow, game)
            return (row, _seats(session, game)) if row is not None else None

        return await self.read(work)

    async def company(self, game: str) -> list[Any]:
        """Who sits where, how far the game is and what the host has said of it: rows of the seats' columns, entries,
        paused, watch_delay."""
        return await self.read(lambda session: list(session.connection().execute(COMPANY, {"key": game})))

    async def entries(self, games: Sequence[str]) -> dict[str, int]:
        """How many entries some games have."""
        query = select(GameRow.id, GameRow.entries).where(GameRow.id.in_(games))
        return await self.read(lambda session: {key: int(n) for key, n in session.execute(query)})

    async def games_of(self, session_key: str, offset: int, limit: int) -> list[tuple[GameRow, list[SeatRow]]]:
        """Some of a session's games with its seats there, those first of which it has heard last."""
        heard = func.max(SeatRow.touched).desc()
        query = (
            select(SeatRow.game).where(SeatRow.session == session_key)
            .group_by(SeatRow.game).order_by(heard, SeatRow.game).offset(offset).limit(limit)
        )  # fmt: skip

        def work(session: Session) -> list[tuple[GameRow, list[SeatRow]]]:
            keys = list(session.scalars(query))
            games = {row.id: row for row in session.scalars(select(GameRow).where(GameRow.id.in_(keys)))}
            mine = select(SeatRow).where(SeatRow.session == session_key, SeatRow.game.in_(keys))
            seats: dict[str, list[SeatRow]] = {}
            for seat in session.scalars(mine.order_by(SeatRow.seat)):
                seats.setdefault(seat.game, []).append(seat)
            return [(games[key], seats[key]) for key in keys]

        return await self.read(work)

    async def waiting_for(self, session_key: str) -> list[SeatRow]:
        """The seats of a session in games that have not ended, those first of which it has heard last."""
        query = (
            select(SeatRow).join(GameRow, SeatRow.game == GameRow.id)
            .where(SeatRow.session == session_key, GameRow.ended.is_(False))
            .where(GameRow.deciding.contains('"' + SeatRow.seat + '"', autoescape=False))
            .order_by(SeatRow.touched.desc())
        )  # fmt: skip
        return await self.read(lambda session: list(session.scalars(query)))

    async def every_game(self) -> list[GameRow]:
        query = select(GameRow).options(defer(GameRow.setup)).order_by(GameRow.touched.desc())
        return await self.read(lambda session: list(session.scalars(query)))

    async def append(self, addition: Addition) -> None:
        """Write new entries; all are there or none, and none if another writer was first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        await asyncio.shield(done)

    async def _flush(self) -> None:
        """Commit what waits, all at once; when that fails, one by one, so that each is told its own end."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    await self.runner.append([addition for addition, _ in batch])
                except Exception:
                    for addition, done in batch:
                        await _settle(done, self.runner.append([addition]))
                else:
                    for _, done in batch:
                        await _settle(done, None)
        finally:
            self._flushing = None

    async def journal(self, row: GameRow, until: int | None = None, whole: bool = False) -> Journal:
        """A game's journal up to an entry: what follows the last snapshot before it, or the ``whole`` of it."""
        last = row.entries if until is None else until

        def work(session: Session) -> tuple[list[str], SnapshotRow | None, dict[int, int]]:
            snaps = select(SnapshotRow).where(SnapshotRow.game == row.id, SnapshotRow.n <= last)
            snap = session.scalar(snaps.order_by(SnapshotRow.n.desc()).limit(1))
            entries = select(EntryRow.body).where(EntryRow.game == row.id).order_by(EntryRow.n)
            left: dict[int, int] = {}
            if snap is not None and not whole:
                entries = entries.where(EntryRow.n > snap.n)
                counts = select(EntryRow.known_to, func.count()).where(EntryRow.game == row.id, EntryRow.n <= snap.n)
                left = {who: int(n) for who, n in session.execute(counts.group_by(EntryRow.known_to))}
            return list(session.scalars(entries if until is None else entries.where(EntryRow.n <= last))), snap, left

        bodies, snap, left = await self.read(work)
        journal = Journal(json.loads(row.setup))
        if snap is not None:
            journal.snapshots[snap.n] = json.loads(snap.body)
            journal.before, journal.left = 0 if whole else snap.n, left
        for body in bodies:
            seat, verb, args, text, draws, digest, kind = json.loads(body)
            journal.add(Entry(seat, verb, frozen(args), text, tuple(draws), digest, kind))
        return journal

    async def entry(self, game: str, viewer: int, number: int) -> int:
        """The journal's number of an entry by a viewer's own count, from 1 on."""
        query = (
            select(EntryRow.n).where(EntryRow.game == game, EntryRow.known_to.in_((-1, viewer)))
            .order_by(EntryRow.n).offset(number - 1).limit(1)
        )  # fmt: skip
        return await self.read(lambda session: session.scalar(query)) or 0

    async def last_acted(self, game: str, viewer: int, seat: str, line: int, entry: int) -> tuple[int, int]:
        """The line after the last that tells of a seat's own doing, before a line, and its last entry up to one, by
        its own count."""
        told = select(func.max(LineRow.n)).where(LineRow.game == game, LineRow.viewer == viewer, LineRow.n < line)
        mine = select(func.max(EntryRow.n)).where(EntryRow.game == game, EntryRow.n <= entry)
        counted = select(func.count()).where(EntryRow.game == game, EntryRow.known_to.in_((-1, viewer)))

        def work(session: Session) -> tuple[int, int]:
            last = session.scalar(told.where(LineRow.body.contains(f'"seat":"{seat}"', autoescape=True)))
            own = session.scalar(mine.where(EntryRow.body.startswith(f"[{viewer}, ", autoescape=True))) or 0
            return 0 if last is None else last + 1, session.scalar(counted.where(EntryRow.n <= own)) or 0

        return await self.read(work)

    async def lines(self, game: str, viewer: int, since: int, until: int) -> list[str]:
        """What a viewer was told, from a line to before another."""
        query = (
            select(LineRow.body).where(LineRow.game == game, LineRow.viewer == viewer)
            .where(LineRow.n >= since, LineRow.n < until).order_by(LineRow.n)
        )  # fmt: skip
        return await self.read(lambda session: list(session.scalars(query)))

    async def change_game(self, game: str, **facts: Any) -> None:
        await self.write(lambda session: session.execute(update(GameRow).where(GameRow.id == game).values(**facts)))

    async def change_seat(self, game: str, seat: str, **facts: Any) -> None:
        change = update(SeatRow).where(SeatRow.game == game, SeatRow.seat == seat).values(**facts)
        await self.write(lambda session: session.execute(change))

    async def take_seat(self, token: str, session_key: str) -> SeatRow | None:
        """Sit down by an invite's token; of two at once one sits, and the token is used up."""

        def work(session: Session) -> SeatRow | None:
            row = session.scalar(select(SeatRow).where(SeatRow.token == token))
            if row is None:
                return None
            change = (
                update(SeatRow).where(SeatRow.game == row.game, SeatRow.seat == row.seat, SeatRow.token == token)
                .values(session=session_key, token="", who="human")
            )  # fmt: skip
            return row if session.execute(change).rowcount else None  # type: ignore[attr-defined]

        return await self.write(work)

    # Talk

    async def say(self, game: str, who: str, text: str) -> None:
        await self.write(lambda session: session.add(ChatRow(game=game, at=time.time(), who=who, text=text)))

    async def chat(self, game: str, since: int = 0) -> list[ChatRow]:
        query = select(ChatRow).where(ChatRow.game == game, ChatRow.id > since).order_by(ChatRow.id).limit(500)
        return await self.read(lambda session: list(session.scalars(query)))

    # Accounts

    async def account(self, name: str) -> AccountRow | None:
        return await self.read(lambda session: session.get(AccountRow, name))

    async def account_of(self, session_key: str) -> str:
        """The name of the account that a session belongs to, or an empty string."""
        query = select(AccountRow.name).where(AccountRow.session == session_key).order_by(AccountRow.name).limit(1)
        return await self.read(lambda session: session.scalar(query)) or ""

    async def add_account(self, row: AccountRow) -> bool:
        try:
            await self.write(lambda session: session.add(row))
        except IntegrityError:
            return False
        return True

    async def add_login(self, cookie: str, session_key: str) -> None:
        row = SessionRow(cookie=cookie, session=session_key, created=time.time())
        await self.write(lambda session: session.add(row))

    async def login(self, cookie: str) -> str:
        """The account's session behind a cookie, or an empty string."""
        row = await self.read(lambda session: session.get(SessionRow, cookie))
        return row.session if row else ""

    async def end_login(self, cookie: str) -> None:
        await self.write(lambda session: session.execute(delete(SessionRow).where(SessionRow.cookie == cookie)))


COMPANY = (
    select(SeatRow.__table__, *(GameRow.__table__.c[name] for name in ("entries", "paused", "watch_delay")))
    .join_from(SeatRow.__table__, GameRow.__table__).where(SeatRow.__table__.c.game == bindparam("key"))
    .order_by(SeatRow.__table__.c.seat)
)  # fmt: skip
CHANGE = (
    update(GameRow.__table__).where(GameRow.__table__.c.id == bindparam("key"))  # type: ignore[arg-type]
    .values({name: bindparam(name) for name in ("deciding", "outcome", "ended", "touched", "entries")})
)  # fmt: skip
NOTICE = (
    update(SeatRow.__table__)  # type: ignore[arg-type]
    .where(SeatRow.__table__.c.game == bindparam("key"), SeatRow.__table__.c.seat == bindparam("of_seat"))
    .values(touched=bindparam("touched"))
)
INSERTS = tuple(insert(row.__table__) for row in (EntryRow, LineRow, SnapshotRow))  # type: ignore[arg-type]


def _statements(additions: Sequence[Addition]) -> list[tuple[Insert | Update, list[dict[str, Any]]]]:
    """What writes additions: their entries, lines and snapshots, then what lists show of their games."""
    snaps = [{"game": a.game, "n": a.snapshot[0], "body": a.snapshot[1]} for a in additions if a.snapshot]
    entries, lines = [row for a in additions for row in a.rows()], [row for a in additions for row in a.log()]
    changes = [a.change() for a in additions if a.facts]
    noticed = [row for a in additions for row in a.noticed()]
    statements: tuple[Insert | Update, ...] = (*INSERTS, CHANGE, NOTICE)
    rows = zip(statements, (entries, lines, snaps, changes, noticed), strict=True)
    return [(statement, some) for statement, some in rows if some]


@cache
def _plain(statement: Insert | Update) -> tuple[str, tuple[str, ...]]:
    """A statement as SQLite reads it, and the names of its values in their order."""
    compiled = statement.compile(dialect=sqlite.dialect())
    return str(compiled), tuple(compiled.positiontup or ())


async def _settle(done: asyncio.Future[None], work: Awaitable[None] | None) -> None:
    """Tell the one who waits how its own work ended."""
    try:
        if work is not None:
            await work
    except Exception as error:
        done.set_exception(error)
    else:
        done.set_result(None)


def _seats(session: Session, game: str) -> list[SeatRow]:
    return list(session.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat)))


def _careful(connection: Any, record: Any) -> None:
    """What SQLite must be told so that an acknowledged order survives a crash."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """Bring the tables up to the newest revision; where they are, the tools for it are not even loaded."""
    newest = max(path.stem.partition("_")[0] for path in (HERE / "migrations" / "versions").glob("[0-9]*.py"))
    there = inspect(connection).has_table("alembic_version")
    if there and connection.scalar(text("SELECT version_num FROM alembic_version")) == newest:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
