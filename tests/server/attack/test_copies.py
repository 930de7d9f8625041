"""A copy that is no good takes the place of the last one that was; journals are changed behind the server's back."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from argparse import Namespace
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from starlette.testclient import TestClient

from grognard.engine.core.rules import Refused
from grognard.server import cli, copies
from grognard.server.app import create_app

from ..services import Cluster, admin, give
from .table import started


@pytest.fixture
def played(red, tmp_path) -> Path:
    """A database with a few games in it."""
    for _ in range(3):
        game = started(red)["game"]
        for seat, order in (("red", "build R3"), ("red", "commit"), ("blue", "commit")):
            assert give(red, game, seat, order).status_code == 200
    return tmp_path / "games.db"


def backup(source: Path, target: Path, replace: bool = True) -> None:
    cli.back_up(Namespace(db=f"sqlite:///{source}", to=str(target), replace=replace))


def ruin(path: Path) -> None:
    """Overwrite some pages in the middle."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(os.urandom(5 * 4096))


def test_a_corrupt_database_is_not_put_over_a_good_copy(red, played, tmp_path):
    copy = tmp_path / "copy.db"
    backup(played, copy)
    good = copy.read_bytes()
    ruin(played)
    with pytest.raises(Refused, match="not sound, and nothing was copied"):
        backup(played, copy)
    assert copy.read_bytes() == good and not copies.unsound(copy)


def test_a_copy_that_went_wrong_replaces_nothing(red, played, tmp_path, monkeypatch):
    """Also when the database was good: what was written is read again."""
    copy = tmp_path / "copy.db"
    backup(played, copy)
    good, put = copy.read_bytes(), copies._put

    def spoilt(part: Path, target: Path) -> None:
        ruin(part)
        put(part, target)

    monkeypatch.setattr(copies, "_put", spoilt)
    with pytest.raises(Refused, match="not sound, and nothing was replaced"):
        backup(played, copy)
    assert copy.read_bytes() == good
    assert not list(tmp_path.glob("*.part"))


def test_a_database_that_lacks_entries_is_no_sound_one(red, played, tmp_path):
    with closing(sqlite3.connect(played)) as file, file:
        file.execute("DELETE FROM entries WHERE n = 2")
    assert "missing" in copies.unsound(played)


def change(db: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(db)) as file, file:
        file.execute(statement, values)


def test_verify_judges_every_journal(red, played, db, capsys):
    admin(db, "verify")
    assert "All 3 games hold" in capsys.readouterr().out
    game, body = _an_order(played)
    change(played, "UPDATE entries SET body = ? WHERE game = ? AND n = 1", body.replace("R3", "R4"), game)
    with pytest.raises(Refused, match="1 of 3 games"):
        admin(db, "verify")
    assert game in capsys.readouterr().out


def _an_order(db: Path) -> tuple[str, str]:
    with closing(sqlite3.connect(db)) as file:
        return file.execute("SELECT game, body FROM entries WHERE n = 1 LIMIT 1").fetchone()


def test_verify_finds_an_order_that_was_put_in_the_place_of_another(red, played, db, capsys):
    """Another order that the rules allow as well: no hash of the position fits any more."""
    game, body = _an_order(played)
    other = json.loads(body)
    twin = json.loads(json.dumps(other).replace("R3", "R1"))
    from grognard.engine.play.game import Game

    made = Game.new("tiny", seed=1)
    made.play("red", "build R1")
    twin[2] = list(made.journal.entries[0].args)
    change(played, "UPDATE entries SET body = ? WHERE game = ? AND n = 1", json.dumps(twin), game)
    with pytest.raises(Refused, match="1 of 3 games"):
        admin(db, "verify")
    assert "another position" in capsys.readouterr().out


@pytest.mark.slow
def test_postgresql_is_copied_judged_and_a_server_starts_on_the_copy(tmp_path):
    cluster = Cluster()
    db = cluster.start()
    try:
        with TestClient(create_app(db)) as client:
            game = started(client)["game"]
            assert give(client, game, "red", "build R3").status_code == 200
            shown = client.get(f"/api/games/{game}/state", params={"seat": "red"}).json()
            cookies = dict(client.cookies)
        copy = tmp_path / "copy.db"
        args = Namespace(db=db, to=str(copy), replace=True)
        cli.back_up(args)
        assert copy.stat().st_mode & 0o777 == 0o600
        with TestClient(create_app(f"sqlite:///{copy}"), cookies=cookies) as again:
            assert again.get(f"/api/games/{game}/state", params={"seat": "red"}).json() == shown
        good = copy.read_bytes()
        admin(db, "verify")

        async def cut() -> None:
            line = await asyncpg.connect(db.replace("+asyncpg", ""))
            await line.execute("DELETE FROM entries")
            await line.close()

        asyncio.run(cut())
        with pytest.raises(Refused, match="missing, and nothing was copied"):
            cli.back_up(args)
        assert copy.read_bytes() == good
        with pytest.raises(Refused, match="1 of 1 games"):
            admin(db, "verify")
    finally:
        cluster.stop()
