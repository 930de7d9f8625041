"""Whoever had a browser before keeps it: after a sign-out, by an old cookie, by a socket that stays open."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing

import httpx2 as httpx
import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.server.app import create_app
from grognard.server.security import hashed

from ..services import PATIENCE
from .table import beside, night, started, state

ACCOUNT = {"name": "Suvorov", "password": "four winds over Tobruk harbour"}


def test_the_cookie_changes_when_an_account_is_made_and_at_every_log_in(red):
    game = started(red)["game"]
    before = red.cookies["grognard"]
    assert red.post("/api/account", json=ACCOUNT).status_code == 200
    made = red.cookies["grognard"]
    assert red.post("/api/account/login", json=ACCOUNT).status_code == 200
    now = red.cookies["grognard"]
    assert len({before, made, now}) == 3
    assert state(red, game, "red")["seat"] == "red"
    for old in (before, made):
        stolen = beside(red, grognard=old)
        assert stolen.get(f"/api/games/{game}/state", params={"seat": "red"}).status_code == 403
        assert stolen.get("/api/games").json() == [] and stolen.get("/api/account").json() == {"name": ""}


def test_after_a_sign_out_nothing_is_left_in_the_browser_that_made_the_account(red):
    game = started(red)["game"]
    before = red.cookies["grognard"]
    red.post("/api/account", json=ACCOUNT)
    kept = red.cookies["grognard"]
    assert red.post("/api/account/logout").status_code == 200
    for cookie in (before, kept):
        left = beside(red, grognard=cookie)
        assert left.get("/api/account").json() == {"name": ""} and left.get("/api/games").json() == []
        assert left.get(f"/api/games/{game}/export", params={"seat": "red"}).status_code == 403


def test_the_socket_of_the_old_cookie_is_closed_when_an_account_is_made(red):
    game = started(red)["game"]
    with red.websocket_connect(f"/ws/games/{game}?seat=red") as socket:
        socket.receive_json()
        assert red.post("/api/account", json=ACCOUNT).status_code == 200
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_sessions_are_listed_and_ended(red):
    game = started(red)["game"]
    red.post("/api/account", json=ACCOUNT)
    others = [beside(red) for _ in range(3)]
    for n, other in enumerate(others):
        assert other.post("/api/account/login", json=ACCOUNT, headers={"user-agent": f"b{n}"}).status_code == 200
    rows = red.get("/api/account/sessions").json()
    assert [row["agent"] for row in rows if not row["here"]] == ["b2", "b1", "b0"] and len(rows) == 4
    assert not any(red.cookies["grognard"] in json.dumps(row) for row in rows)
    one = next(row["id"] for row in rows if row["agent"] == "b1")
    assert red.post("/api/account/sessions/end", json={"id": one}).json() == {"ended": 1}
    assert [other.get("/api/account").json()["name"] for other in others] == ["Suvorov", "", "Suvorov"]
    assert red.post("/api/account/sessions/end", json={}).json() == {"ended": 2}
    assert [other.get("/api/account").json()["name"] for other in others] == ["", "", ""]
    assert state(red, game, "red")["seat"] == "red", "this browser stays"
    assert beside(red).get("/api/account/sessions").json() == [], "a stranger has none"
    assert beside(red).post("/api/account/sessions/end", json={"id": rows[0]["id"]}).json() == {"ended": 0}


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, night(10)])
def test_a_socket_on_another_process_is_closed_at_once(servers, rounds):
    """It was shown everything for another 12 seconds; it is looked after every second now, and before each order."""
    one, two = servers
    with httpx.Client(base_url=one.url, timeout=PATIENCE) as client:
        game = started(client)["game"]
        assert client.post("/api/account", json=ACCOUNT).status_code == 200
        for _ in range(rounds):
            cookie = client.cookies["grognard"]
            where = f"ws://127.0.0.1:{two.port}/ws/games/{game}?seat=red"
            with connect(where, additional_headers={"Cookie": f"grognard={cookie}"}) as socket:
                version = json.loads(socket.recv(timeout=PATIENCE))["state"]["version"]
                assert client.post("/api/account/logout").status_code == 200
                began = time.monotonic()
                socket.send(json.dumps({"id": 1, "order": "build R3", "version": version}))
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        told = json.loads(socket.recv(timeout=PATIENCE))
                        took = told.get("answer", {}).get("status")
                        # Within a second it may still be taken; then it cannot be given again.
                        assert took in (None, 200, 401, 422)
                assert closed.value.rcvd.code == 4401
                assert time.monotonic() - began < 5.0
            client.cookies.clear()
            assert client.post("/api/account/login", json=ACCOUNT).status_code == 200


OLD = (
    "DROP TABLE accounts", "DROP TABLE spent", "DROP TABLE site", "DROP INDEX ix_logins_session",
    "CREATE TABLE accounts (name VARCHAR(40) PRIMARY KEY, password VARCHAR(200) NOT NULL, session VARCHAR(64))",
    "ALTER TABLE games DROP COLUMN commitment", "ALTER TABLE logins DROP COLUMN agent",
    *(f"ALTER TABLE seats DROP COLUMN {name}" for name in ("seen", "claimed", "used")),
    "UPDATE alembic_version SET version_num = '0004'",
)  # fmt: skip


def test_a_database_from_before_keeps_its_games_and_signs_the_registering_browser_out(tmp_path):
    """There the browser that made an account was the account: its cookie opens nothing more, the pass-phrase does."""
    db = tmp_path / "old.db"
    with TestClient(create_app(f"sqlite:///{db}")) as client:
        game = started(client)["game"]
        cookie = client.cookies["grognard"]
    with closing(sqlite3.connect(db)) as file, file:
        for statement in OLD:
            file.execute(statement)
        row = ("Old Guard", PasswordHasher().hash("train hard"), hashed(cookie))
        file.execute("INSERT INTO accounts VALUES (?, ?, ?)", row)
    with TestClient(create_app(f"sqlite:///{db}"), cookies={"grognard": cookie}) as again:
        assert again.get("/api/games").json() == [] and again.get("/api/account").json() == {"name": ""}
        signed = again.post("/api/account/login", json={"name": "Old Guard", "password": "train hard"})
        assert signed.status_code == 200, signed.text
        assert [row["game"] for row in again.get("/api/games").json()] == [game]
        assert len(state(again, game, "red")["commitment"]) == 64
