"""Memory never tells more than the disk knows, and who looks on stays in touch when the two part."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import ClassVar

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game
from grognard.server.app import create_app
from grognard.server.sockets import Viewer

from .services import PATIENCE, eventually, give


@pytest.fixture
def db(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def app(db):
    return create_app(db, rate=1e6)


@pytest.fixture
def player(app):
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def started(player, **sitting: str) -> dict:
    body = {"title": "tiny", "sitting": {"red": "me", "blue": "hotseat", **sitting}}
    return player.post("/api/games", json=body).json()


def another(player, app, **cookies: str) -> TestClient:
    """Another browser, or another tab when it has the same cookies."""
    client = TestClient(app, cookies=cookies, raise_server_exceptions=False)
    client.portal = player.portal
    return client


def state(client, game: str, seat: str = "red") -> dict:
    return client.get(f"/api/games/{game}/state", params={"seat": seat}).json()


def order(client, game: str, text: str = "build R3"):
    return give(client, game, "red", text)


class Gate:
    """Where something under way stops: it is waited for, and let through."""

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()

    async def stop(self) -> None:
        self.reached.set()
        await asyncio.to_thread(self.opened.wait, PATIENCE)

    @contextmanager
    def meanwhile(self, work):
        """Work that has come to the gate, for as long as this lasts; then it goes on to its end."""
        thread = threading.Thread(target=work)
        thread.start()
        assert self.reached.wait(PATIENCE)
        yield
        self.opened.set()
        thread.join()


def test_no_one_is_shown_an_order_that_is_not_on_disk(player, app, monkeypatch):
    game = started(player)["game"]
    before = state(player, game)
    other = another(player, app, **player.cookies)

    gate = Gate()

    async def full(additions) -> None:
        await gate.stop()
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(app.state.server.store.runner, "append", full)
        with gate.meanwhile(lambda: order(other, game)), ThreadPoolExecutor() as pool:
            seen = pool.submit(state, player, game)
            told = pool.submit(player.get, f"/api/games/{game}/events", params={"seat": "red"})
            written = app.state.server.rooms.open[game].settled
            eventually(lambda: len(written._waiters) == 2)
            gate.opened.set()
            assert seen.result() == before
            assert told.result().json() == []
    assert state(player, game) == before
    assert order(player, game).json()["version"] == 1


def test_who_looks_on_hears_of_what_follows_an_order_that_broke_down(player, monkeypatch):
    game = started(player)["game"]
    with player.websocket_connect(f"/ws/games/{game}?seat=red") as socket:
        assert socket.receive_json()["state"]["version"] == 0
        with monkeypatch.context() as patch:
            patch.setattr(Game, "play", lambda *_: {}["nowhere"])
            assert order(player, game).json()["rule"] == "E.bug"
        assert order(player, game).status_code == 200
        assert socket.receive_json()["state"]["version"] == 1


def test_what_is_refused_after_a_part_was_taken_is_refused_whole(player, monkeypatch):
    game = started(player)["game"]
    assert order(player, game, "standing losses first").status_code == 200
    before = state(player, game)

    def refuse(game: Game) -> None:
        raise Refused("E.parse", "A standing order that is not offered.")

    with monkeypatch.context() as patch:
        patch.setattr(Game, "_answer_standing", refuse)
        assert order(player, game).status_code == 422
    assert state(player, game) == before
    assert order(player, game).json()["entries"] == 2


def test_who_sits_down_while_the_game_is_opened_sits(player, app, monkeypatch):
    made = started(player, blue="invite")
    game, store = made["game"], app.state.server.store
    guest, real = another(player, app), store.journal
    guest.get("/api/games")

    gate = Gate()

    async def slow(*args):
        await gate.stop()
        return await real(*args)

    monkeypatch.setattr(store, "journal", slow)
    with gate.meanwhile(lambda: state(player, game)):
        assert guest.post(f"/api{made['links']['blue']}").status_code == 200
    assert state(guest, game, "blue")["seat"] == "blue"


def test_a_game_that_was_busy_when_another_server_played_is_not_left_behind(player, app, db):
    game = started(player)["game"]
    state(player, game)
    here = app.state.server
    room = here.rooms.open[game]
    player.portal.call(room.lock.acquire)
    with TestClient(create_app(db), cookies=player.cookies) as elsewhere:
        assert order(elsewhere, game).status_code == 200
    here.store.runner._looked = float("-inf")
    state(player, game)
    player.portal.call(room.lock.release)
    assert state(player, game)["entries"] == 1


def test_an_order_whose_socket_breaks_while_it_is_written_is_seen_by_all(player, app, monkeypatch):
    game, here = started(player)["game"], app.state.server
    state(player, game)
    real, gate = here.store.runner.append, Gate()

    async def slow(additions) -> None:
        await gate.stop()
        await real(additions)

    monkeypatch.setattr(here.store.runner, "append", slow)

    class Breaking:
        """A line that carries one order and breaks while the first state is on its way."""

        said: ClassVar = [{"type": "websocket.receive", "text": '{"id": 1, "order": "build R3", "version": 0}'}]

        async def receive(self):
            return self.said.pop() if self.said else await asyncio.Event().wait()

        async def send_text(self, text: str) -> None:
            assert await asyncio.to_thread(gate.reached.wait, PATIENCE)
            raise WebSocketDisconnect(1006)

    async def broken() -> None:
        room = here.rooms.open[game]
        me = next(row.session for row in room.seats if row.seat == "red")
        await Viewer(Breaking(), here, room, "red", me, 0).serve()

    player.portal.call(broken)
    gate.opened.set()
    eventually(lambda: state(player, game)["entries"] == 1)
