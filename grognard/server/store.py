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
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
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
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import Session, defer, sessionmaker
from sqlalchemy.pool import QueuePool

from ..engine.core.position import frozen
from ..engine.play.journal import Entry, Journal
from .models import ChatRow, EntryRow, GameRow, LineRow, SeatRow, SnapshotRow
from .people import People

HERE = Path(__file__).parent
READERS = 2
FRESH = 1.0
"""Seconds for which what was read is believed; another server may have changed it."""
T = TypeVar("T")
Work = Callable[[Session], T]


class Collision(Exception):
    """Someone else has written to this game first."""


class Away(Exception):
    """The database could not be reached, or could not write: the same may be asked again later."""


class Altered(Exception):
    """A game's set-up is not the one that was promised when it began."""


@contextmanager
def reached() -> Iterator[None]:
    """Whatever a driver raises when its database is lost or full is one thing to whoever asks."""
    try:
        yield
    except (Collision, IntegrityError, sqlite3.IntegrityError):
        raise
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise Away(str(error)) from error
    except Exception as error:
        # The driver of PostgreSQL is not there where SQLite is used, and fails to connect in its own words.
        if type(error).__module__.startswith("asyncpg"):
            raise Away(str(error)) from error
        raise


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

    def size(self) -> int:
        """About how much it is, in characters."""
        entries = sum(len(entry.text) + len(repr(entry.args)) + 100 for entry in self.entries)
        return entries + sum(len(line) for _, _, line in self.lines) + len(self.snapshot[1] if self.snapshot else "")

    def noticed(self) -> list[dict[str, Any]]:
        """For the seats that may know of it: when it was."""
        now = time.time()
        return [{"key": self.game, "of_seat": seat, "touched": now} for seat in self.seats]


class SqliteRunner:
    """Runs work on SQLite: reads side by side, writes one after another over one connection."""

    def __init__(self, url: str) -> None:
        # Whatever driver a URL names, the standard library's is used.
        file = make_url(url).set(drivername="sqlite")
        self.path = Path(file.database) if file.database and file.database != ":memory:" else None
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
        with reached():
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
            if self.path is not None:
                private(self.path)
            with self.writing.connect() as connection:
                if _newest(connection):
                    return
                connection.rollback()
                # Of two servers that start at once one makes the tables, and the other waits until they are there.
                connection.exec_driver_sql("BEGIN EXCLUSIVE")
                _migrate(connection)
                connection.commit()

        await asyncio.get_running_loop().run_in_executor(self.writer, migrating)

    async def close(self) -> None:
        for pool in (self.readers, self.writer):
            await asyncio.to_thread(pool.shutdown)
        self.engine.dispose()
        self.writing.dispose()


class PostgresRunner:
    """Runs work on PostgreSQL. A caller that is cancelled leaves the connection in peace."""

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(url, pool_pre_ping=True, pool_timeout=10, connect_args={"timeout": 10})
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)

    async def read(self, work: Work[T]) -> T:
        async def reading() -> T:
            async with self.sessions() as session:
                return await session.run_sync(work)

        with reached():
            return await asyncio.shield(reading())

    async def write(self, work: Work[T]) -> T:
        async def writing() -> T:
            async with self.sessions() as session, session.begin():
                return await session.run_sync(work)

        with reached():
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


class Store(People):
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

    async def every_game(self, whole: bool = False) -> list[GameRow]:
        """Every game, the last played first; with their set-ups or without."""
        query = select(GameRow).options(*(() if whole else (defer(GameRow.setup),))).order_by(GameRow.touched.desc())
        return await self.read(lambda session: list(session.scalars(query)))

    async def heads(self, game: str) -> dict[int, str]:
        """The heads of the chain that were kept with a game's snapshots."""
        query = select(SnapshotRow.n, SnapshotRow.body).where(SnapshotRow.game == game)
        return await self.read(
            lambda session: {n: json.loads(body).get("head", "") for n, body in session.execute(query)}
        )

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
        if row.commitment and journal.commitment != row.commitment:
            raise Altered(row.id)
        if snap is not None:
            found = json.loads(snap.body)
            journal.base = found.pop("head", "")
            journal.snapshots[snap.n] = found
            journal.before, journal.left = 0 if whole else snap.n, left
        for body in bodies:
            journal.add(entry_of(body))
        if journal.before and not journal.base:
            # A snapshot from before there was a chain.
            journal.base = (await self.journal(row, until, whole=True)).chained(journal.before)
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

    async def invited(self, token: str) -> SeatRow | None:
        """The seat that an invite's token is for; nothing is taken."""
        return await self.read(lambda session: session.scalar(select(SeatRow).where(SeatRow.token == token)))

    async def take_seat(self, token: str, session_key: str) -> SeatRow | None:
        """Sit down by an invite's token; of two at once one sits, and the token is used up."""

        def work(session: Session) -> SeatRow | None:
            row = session.scalar(select(SeatRow).where(SeatRow.token == token))
            if row is None:
                return None
            change = (
                update(SeatRow).where(SeatRow.game == row.game, SeatRow.seat == row.seat, SeatRow.token == token)
                .values(session=session_key, token="", who="human", seen=time.time(), agreed="[]", claimed=0.0,
                        used=json.dumps([*json.loads(row.used), token][-20:]))
            )  # fmt: skip
            return row if session.execute(change).rowcount else None  # type: ignore[attr-defined]

        return await self.write(work)

    async def object(self, token: str) -> SeatRow | None:
        """Whoever has a link by which a seat was taken objects to a new one: the seat, if it was asked for."""

        def work(session: Session) -> SeatRow | None:
            asked = select(SeatRow).where(SeatRow.agreed != "[]", SeatRow.used.contains(token, autoescape=True))
            row = session.scalar(asked)
            if row is not None:
                row.agreed, row.claimed = "[]", 0.0
            return row

        return await self.write(work)

    async def was_here(self, game: str, seat: str) -> bool:
        """Whoever holds a seat is here: what others agreed on about it is void. Was there anything?"""

        def work(session: Session) -> bool:
            row = session.get(SeatRow, (game, seat))
            if row is None:
                return False
            void = row.agreed != "[]"
            row.seen, row.agreed, row.claimed = time.time(), "[]", 0.0
            return void

        return await self.write(work)

    # What no one comes back for

    async def sweep(self, rules: Sequence[tuple[tuple[str, ...], int, float]], but: Sequence[str] = ()) -> int:
        """Remove games by rules: kinds, at most so many entries, for so many seconds not played nor looked at. How
        many were; those that are open stay."""

        def work(session: Session) -> int:
            gone = 0
            for kinds, entries, age in rules:
                then = time.time() - age
                seen = select(SeatRow.game).where(SeatRow.seen >= then)
                old = (
                    select(GameRow.id).where(GameRow.kind.in_(kinds), GameRow.touched < then)
                    .where(GameRow.entries <= entries, GameRow.id.not_in(seen), GameRow.id.not_in(but)).limit(200)
                )  # fmt: skip
                for key in list(session.scalars(old)):
                    for table in (EntryRow, LineRow, SnapshotRow, SeatRow, ChatRow):
                        session.execute(delete(table).where(table.game == key))
                    session.execute(delete(GameRow).where(GameRow.id == key))
                    gone += 1
            return gone

        return await self.write(work)

    # Talk

    async def say(self, game: str, who: str, text: str) -> None:
        await self.write(lambda session: session.add(ChatRow(game=game, at=time.time(), who=who, text=text)))

    async def chat(self, game: str, before: int | None, limit: int) -> list[ChatRow]:
        """What was said last, or last before a line; the oldest of it first."""
        query = select(ChatRow).where(ChatRow.game == game).order_by(ChatRow.id.desc()).limit(limit)
        if before is not None:
            query = query.where(ChatRow.id < before)
        return await self.read(lambda session: list(session.scalars(query))[::-1])


def entry_of(body: str) -> Entry:
    """An entry as it is kept."""
    seat, verb, args, text, draws, digest, kind = json.loads(body)
    return Entry(seat, verb, frozen(args), text, tuple(draws), digest, kind)


def private(path: Path) -> None:
    """A file that no one else on the machine may read; what SQLite writes beside it follows suit."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if one.exists() and one.stat().st_mode & 0o077:
            one.chmod(0o600)


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
    cursor.execute("PRAGMA busy_timeout=30000")
    for pause in (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0):
        # Two at once that turn a new file's log on do not wait for each other by themselves.
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError:
            time.sleep(pause)
    else:
        cursor.execute("PRAGMA journal_mode=WAL")
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def newest_revision() -> str:
    return max(path.stem.partition("_")[0] for path in (HERE / "migrations" / "versions").glob("[0-9]*.py"))


def _newest(connection: Connection) -> bool:
    """Are the tables of the newest revision?"""
    newest = newest_revision()
    there = inspect(connection).has_table("alembic_version")
    return there and connection.scalar(text("SELECT version_num FROM alembic_version")) == newest


def _migrate(connection: Connection) -> None:
    """Bring the tables up to the newest revision; where they are, the tools for it are not even loaded."""
    if _newest(connection):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
