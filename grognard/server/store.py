"""The database: SQLite by default, any PostgreSQL by URL; migrations run by themselves.

What is acknowledged is on disk: SQLite runs in WAL with synchronous=FULL, and an order's entries are inserted and
committed before anyone is told. Two writers of one game collide on the entry's key, and the second is told.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, delete, event, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from ..engine.journal import Entry, Journal
from ..engine.position import frozen
from .models import AccountRow, ChatRow, EntryRow, GameRow, SeatRow, SessionRow, SnapshotRow

HERE = Path(__file__).parent


class Collision(Exception):
    """Someone else has written to this game first."""


class Store:
    """Games on disk."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine = create_async_engine(url, pool_pre_ping=url.startswith("postgresql"))
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        if url.startswith("sqlite"):
            event.listen(self.engine.sync_engine, "connect", _careful)

    async def open(self) -> None:
        """Bring the tables up to date."""
        async with self.engine.begin() as connection:
            if self.url.startswith("postgresql"):
                await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7031939)")
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncSession]:
        async with self.sessions() as session, session.begin():
            yield session

    # Games

    async def add_game(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        async with self.begin() as session:
            session.add(row)
            await session.flush()
            session.add_all(seats)

    async def game(self, game: str) -> GameRow | None:
        async with self.sessions() as session:
            return await session.get(GameRow, game)

    async def seats(self, game: str) -> list[SeatRow]:
        async with self.sessions() as session:
            found = await session.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat))
            return list(found)

    async def games_of(self, session_key: str) -> list[tuple[GameRow, str]]:
        """A session's games, newest first, each with its seat."""
        async with self.sessions() as session:
            query = (
                select(GameRow, SeatRow.seat).join(SeatRow, SeatRow.game == GameRow.id)
                .where(SeatRow.session == session_key).order_by(GameRow.touched.desc()).limit(200)
            )  # fmt: skip
            return [(row, seat) for row, seat in (await session.execute(query)).all()]

    async def every_game(self, limit: int = 500) -> list[GameRow]:
        async with self.sessions() as session:
            return list(await session.scalars(select(GameRow).order_by(GameRow.touched.desc()).limit(limit)))

    async def count_games(self) -> int:
        async with self.sessions() as session:
            return int(await session.scalar(select(func.count()).select_from(GameRow)) or 0)

    async def append(
        self, game: str, first: int, entries: Sequence[Entry], facts: dict[str, Any], snapshot: tuple[int, str] | None
    ) -> None:
        """Write new entries; all are there or none, and none if another writer was first."""
        now = time.time()
        rows = [
            EntryRow(game=game, n=first + i, body=json.dumps(list(entry), ensure_ascii=False), at=now)
            for i, entry in enumerate(entries)
        ]
        try:
            async with self.begin() as session:
                session.add_all(rows)
                if snapshot is not None:
                    session.add(SnapshotRow(game=game, n=snapshot[0], body=snapshot[1]))
                changes = {**facts, "touched": now, "entries": first + len(rows)}
                await session.execute(update(GameRow).where(GameRow.id == game).values(**changes))
        except IntegrityError as error:
            raise Collision(game) from error

    async def journal(self, row: GameRow, snapshots: bool = True) -> Journal:
        """A game's journal, with the newest snapshot."""
        journal = Journal(json.loads(row.setup))
        async with self.sessions() as session:
            query = select(EntryRow.body).where(EntryRow.game == row.id).order_by(EntryRow.n)
            for body in await session.scalars(query):
                seat, verb, args, text, draws, digest, kind = json.loads(body)
                journal.add(Entry(seat, verb, frozen(args), text, tuple(draws), digest, kind))
            if snapshots:
                newest = (
                    select(SnapshotRow).where(SnapshotRow.game == row.id).order_by(SnapshotRow.n.desc()).limit(1)
                )  # fmt: skip
                snap = await session.scalar(newest)
                if snap is not None and snap.n <= len(journal):
                    journal.snapshots[snap.n] = json.loads(snap.body)
        return journal

    async def change_game(self, game: str, **facts: Any) -> None:
        async with self.begin() as session:
            await session.execute(update(GameRow).where(GameRow.id == game).values(**facts))

    async def change_seat(self, game: str, seat: str, **facts: Any) -> None:
        async with self.begin() as session:
            await session.execute(update(SeatRow).where(SeatRow.game == game, SeatRow.seat == seat).values(**facts))

    async def seat_by_token(self, token: str) -> SeatRow | None:
        async with self.sessions() as session:
            return await session.scalar(select(SeatRow).where(SeatRow.token == token))

    # Talk

    async def say(self, game: str, who: str, text: str) -> None:
        async with self.begin() as session:
            session.add(ChatRow(game=game, at=time.time(), who=who, text=text))

    async def chat(self, game: str, since: int = 0) -> list[ChatRow]:
        async with self.sessions() as session:
            query = select(ChatRow).where(ChatRow.game == game, ChatRow.id > since).order_by(ChatRow.id).limit(500)
            return list(await session.scalars(query))

    # Accounts

    async def account(self, name: str) -> AccountRow | None:
        async with self.sessions() as session:
            return await session.get(AccountRow, name)

    async def add_account(self, row: AccountRow) -> bool:
        try:
            async with self.begin() as session:
                session.add(row)
        except IntegrityError:
            return False
        return True

    async def add_login(self, cookie: str, session_key: str) -> None:
        async with self.begin() as session:
            session.add(SessionRow(cookie=cookie, session=session_key, created=time.time()))

    async def login(self, cookie: str) -> str:
        """The account's session behind a cookie, or an empty string."""
        async with self.sessions() as session:
            row = await session.get(SessionRow, cookie)
            return row.session if row else ""

    async def end_login(self, cookie: str) -> None:
        async with self.begin() as session:
            await session.execute(delete(SessionRow).where(SessionRow.cookie == cookie))


def _careful(connection: Any, record: Any) -> None:
    """What SQLite must be told so that an acknowledged order survives a crash."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
