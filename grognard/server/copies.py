"""Copies of a database, and whether what is kept is sound: the file itself, and every journal in it.

A copy is judged before it takes the place of another. PostgreSQL is copied into an SQLite file too, which any server
can be started on.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, func, select, text
from sqlalchemy.orm import Session

from ..engine.core.rules import Refused
from ..engine.play.game import replay
from .models import Base, EntryRow, GameRow
from .store import Altered, Store, newest_revision, private

ROWS = 500
"""Rows that are copied at a time."""


def unsound(path: Path) -> str:
    """What is wrong with an SQLite file, or an empty string."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            found = [row[0] for row in file.execute("PRAGMA integrity_check(5)")]
            if found != ["ok"]:
                return f"SQLite finds it damaged: {found[0]}"
            if file.execute("PRAGMA foreign_key_check").fetchone() is not None:
                return "there are entries of games that are not there"
            missing = file.execute(
                "SELECT id FROM games g WHERE entries != (SELECT COUNT(*) FROM entries e WHERE e.game = g.id) LIMIT 1"
            ).fetchone()
            return f"entries of the game {missing[0]} are missing" if missing else ""
    except sqlite3.Error as error:
        return f"it cannot be read: {error}"


def copy_sqlite(source: Path, target: Path) -> None:
    """A whole copy of a live database in the place of a file, if both are sound."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    private(part)
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as live,
            closing(sqlite3.connect(part)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        _put(part, target)
    finally:
        part.unlink(missing_ok=True)


def _put(part: Path, target: Path) -> None:
    """A finished copy takes the place of an older one, if it is sound and on disk."""
    if why := unsound(part):
        raise Refused("E.backup", f"The copy is not sound, and nothing was replaced: {why}.")
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)


async def copy_postgres(store: Store, target: Path) -> None:
    """The same of a PostgreSQL database: one moment of it as an SQLite file."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    private(part)
    try:
        engine = create_engine(f"sqlite:///{part}")
        Base.metadata.create_all(engine)
        with engine.begin() as copy:
            copy.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
            copy.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": newest_revision()})
            async for table, rows in _rows(store):
                copy.execute(table.insert(), rows)
        engine.dispose()
        _put(part, target)
    finally:
        part.unlink(missing_ok=True)


async def _rows(store: Store) -> AsyncIterator[tuple[Any, list[dict[str, Any]]]]:
    """Every row of every table, as of one moment."""
    engine: Any = store.runner.engine
    async with engine.connect() as line:
        await line.execution_options(isolation_level="REPEATABLE READ")
        for table in Base.metadata.sorted_tables:
            found = await line.stream(select(table))
            async for part in found.mappings().partitions(ROWS):
                yield table, [dict(row) for row in part]


async def judge(store: Store) -> list[tuple[str, str]]:
    """Every game whose journal does not hold, and why: each order judged and each hash compared again."""
    wrong = []
    for row in await store.every_game(whole=True):
        try:
            journal = await store.journal(row, whole=True)
            kept = dict(journal.snapshots)
            heads = await store.heads(row.id)
            journal.snapshots = {}
            if len(journal) != row.entries:
                raise Refused("E.journal", f"It has {len(journal)} entries and should have {row.entries}.")
            game = replay(journal, snapshots=False, check=True)
            _compare_snapshots(game.journal, kept, heads)
        except Altered:
            wrong.append((row.id, "Its set-up is not the one that was promised when it began."))
        except Refused as refused:
            wrong.append((row.id, refused.sentence))
        except Exception as error:
            wrong.append((row.id, f"It cannot be played: {type(error).__name__} {error}"[:300]))
    return wrong


def _compare_snapshots(journal: Any, kept: dict[int, Any], heads: dict[int, str]) -> None:
    for n, head in heads.items():
        if head and journal.chained(n) != head:
            raise Refused("E.journal", f"The chain up to entry {n} is not the one that players were shown.")
    for n, snap in kept.items():
        game = replay(journal, n, snapshots=False)
        if game.table.dump() != _thawed(snap["table"], game):
            raise Refused("E.journal", f"The snapshot after entry {n} is not what the entries lead to.")


def _thawed(dumped: Any, game: Any) -> Any:
    """A snapshot as the table that it stands for writes it."""
    twin = game.table.copy()
    twin.restore(dumped)
    return twin.dump()


async def missing_entries(store: Store) -> str:
    """A game that lacks entries, if there is one: read from every row there is."""
    counted = select(EntryRow.game, func.count()).group_by(EntryRow.game)

    def work(session: Session) -> str:
        there = {game: int(n) for game, n in session.execute(counted)}
        games = session.execute(select(GameRow.id, GameRow.entries))
        return next((game for game, n in games if there.get(game, 0) != n), "")

    return await store.read(work)
