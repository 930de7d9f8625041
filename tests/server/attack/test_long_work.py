"""One browser makes the server work for long, to stop the games of all others."""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from grognard.engine.play.game import Game
from grognard.server import desk, long, security
from grognard.server.app import create_app

from ..services import PATIENCE, RealServer, give
from .table import beside, night, started

TO_AND_FRO = "lift Sp5inf", "put Sp5inf Pescara"
WESTFRONT = {"title": "westfront", "scenario": "s43", "sitting": {"allied": "me", "axis": "hotseat"}}


@pytest.fixture
def server(db, tmp_path):
    one = RealServer(db, tmp_path)
    one.start()
    yield one
    one.kill()


def browser(server: RealServer) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=PATIENCE)


@contextmanager
def watched(server: RealServer):
    """Someone else plays on meanwhile: the seconds that each of their answers took."""
    took, over = [], threading.Event()
    with browser(server) as other:
        game = started(other)["game"]

        def play() -> None:
            while not over.is_set():
                began = time.monotonic()
                assert give(other, game, "red", "build R3").status_code in (200, 422)
                took.append(time.monotonic() - began)
                time.sleep(0.02)

        thread = threading.Thread(target=play)
        thread.start()
        try:
            yield took
        finally:
            over.set()
            thread.join()


def at_work(client, orders: int) -> str:
    """A game in which one seat has given so many orders that it may take back."""
    game = client.post("/api/games", json=WESTFRONT).json()["game"]
    assert give(client, game, "allied", "declare Portugal").status_code == 200
    version = client.get(f"/api/games/{game}/state", params={"seat": "axis"}).json()["version"]
    for n in range(orders):
        body = {"seat": "axis", "order": TO_AND_FRO[n % 2], "version": version}
        answer = client.post(f"/api/games/{game}/orders", json=body)
        while answer.status_code == 429:
            time.sleep(0.2)
            answer = client.post(f"/api/games/{game}/orders", json=body)
        assert answer.status_code == 200, answer.text
        version = answer.json()["version"]
    return game


@pytest.mark.slow
@pytest.mark.parametrize("orders", [150, night(1000)])
def test_a_reset_holds_up_no_one(server, orders):
    """It was 21 seconds for a thousand orders; it is one step back now, whatever lies on the way."""
    with browser(server) as client, watched(server) as took:
        game = at_work(client, orders)
        version = client.get(f"/api/games/{game}/state", params={"seat": "axis"}).json()["version"]
        took.clear()
        began = time.monotonic()
        answer = client.post(f"/api/games/{game}/reset", json={"seat": "axis", "version": version})
        spent = time.monotonic() - began
        assert answer.status_code == 200 and answer.json()["decision"]["undo"] == 0
        time.sleep(0.3)
    assert spent < 2.0 and max(took) < 2.0


def undo_heavy(rounds: int) -> str:
    """A small journal that takes long to judge: orders given and taken back, again and again."""
    game = Game.new("westfront", "s43", seed=1)
    game.play("allied", "declare Portugal")
    for n in range(60):
        game.play("axis", TO_AND_FRO[n % 2])
    for _ in range(rounds):
        game.undo("axis")
        game.redo("axis")
    return game.save()


@pytest.mark.slow
@pytest.mark.parametrize(("imports", "exports"), [(4, 8), night(6, 20)])
def test_imports_and_exports_hold_up_no_one(server, imports, exports):
    """Exports stopped replays for 56 s and imports all games for 13 s: they run beside them now, one at a time for
    each who asks, and a replay does not wait for them."""
    heavy = undo_heavy(300 if imports < 6 else 1500)
    with browser(server) as client, ThreadPoolExecutor(exports + imports) as pool, watched(server) as took:
        game = at_work(client, 20)
        first = client.get(f"/api/games/{game}/replay", params={"seat": "axis", "entry": 1})
        assert first.status_code == 200
        took.clear()
        asked = [pool.submit(client.get, f"/api/games/{game}/export", params={"seat": "axis"}) for _ in range(exports)]
        asked += [pool.submit(client.post, "/api/games/import", json={"journal": heavy}) for _ in range(imports)]
        began = time.monotonic()
        replay = client.get(f"/api/games/{game}/replay", params={"seat": "axis", "entry": 1})
        while replay.status_code == 429 and time.monotonic() - began < 8.0:
            time.sleep(0.2)
            replay = client.get(f"/api/games/{game}/replay", params={"seat": "axis", "entry": 1})
        spent = time.monotonic() - began
        codes = sorted(one.result().status_code for one in asked)
    assert replay.status_code == 200 and spent < 8.0
    assert set(codes) <= {200, 429, 503} and 429 in codes
    assert max(took) < 3.0 and statistics.median(took) < 1.0


def test_work_whose_time_is_over_is_ended_and_the_next_is_done(tmp_path, monkeypatch):
    """The process goes with it; what comes after finds a new one."""
    monkeypatch.setattr(long, "BUDGETS", {"quick": 10.0, "long": 0.1})
    app = create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)
    heavy, light = undo_heavy(1500), Game.new("tiny", seed=1).save()
    with TestClient(app) as client:
        assert client.post("/api/games/import", json={"journal": light}).status_code in (200, 503)
        first = app.state.server.pool.crews["long"].worker
        answer = client.post("/api/games/import", json={"journal": heavy})
        assert answer.status_code == 503 and "too long" in answer.json()["detail"]
        assert app.state.server.pool.crews["long"].worker is None
        assert first is None or not first.process.is_alive()
        app.state.server.pool.crews["long"].budget = 30.0
        assert client.post("/api/games/import", json={"journal": light}).status_code == 200


def test_a_lane_has_an_end(red, app):
    """What waits to be taken back is bounded, and what is left to do is said."""
    from grognard.engine.play import lanes

    app.state.server.orders.burst = 1e6
    game = at_work(red, 10)
    lanes.MOST_DONE, most = 10, lanes.MOST_DONE
    try:
        answer = give(red, game, "axis", TO_AND_FRO[0])
    finally:
        lanes.MOST_DONE = most
    assert answer.status_code == 422 and answer.json()["rule"] == "E.lane"


@pytest.mark.parametrize("asked", [30, night(300)])
@pytest.mark.parametrize(("what", "more", "times"), [("export", {}, 1), ("replay", {"entry": 0}, 8)])
def test_costly_questions_are_limited(red, asked, what, more, times):
    game = started(red)["game"]
    where, params = f"/api/games/{game}/{what}", {"seat": "red", **more}
    codes = [red.get(where, params=params).status_code for _ in range(asked * times)]
    assert codes[0] == 200 and codes[-1] == 429 and set(codes) == {200, 429}


def test_no_one_toggles_for_ever_between_two_barriers(red, app, monkeypatch):
    """What is given and taken back is kept: a game that grew so would be slow to open for good."""
    from grognard.engine.play import lanes

    monkeypatch.setattr(lanes, "MOST_BACK", 30)
    app.state.server.orders.burst = 1e6
    game = at_work(red, 2)

    def asked(what: str):
        now = red.get(f"/api/games/{game}/state", params={"seat": "axis"}).json()["version"]
        return red.post(f"/api/games/{game}/{what}", json={"seat": "axis", "version": now})

    codes = [asked(what).status_code for _ in range(40) for what in ("undo", "redo")]
    assert codes[0] == 200 and codes[-2] == 422
    assert asked("undo").json()["rule"] == "E.undo"
    assert give(red, game, "axis", TO_AND_FRO[0]).status_code == 200, "the phase goes on"


AHEAD = (
    ("GET", "overlay/cut%20points?seat=allied", None),
    ("POST", "odds", {"seat": "allied", "order": "move US2amph Catania_NW1"}),
)


@pytest.mark.slow
@pytest.mark.parametrize("asked", [40, night(400)])
def test_looks_ahead_hold_up_no_one(server, asked):
    """An overlay took up to a third of a second of the one thread that all games share, as often as one asked."""
    with browser(server) as client, ThreadPoolExecutor(8) as pool, watched(server) as took:
        game = client.post("/api/games", json={**WESTFRONT, "scenario": "s44"}).json()["game"]
        began = [client.request(way, f"/api/games/{game}/{where}", json=body) for way, where, body in AHEAD]
        assert [answer.status_code for answer in began] == [200, 200], [answer.text[:200] for answer in began]
        took.clear()
        many = [(way, f"/api/games/{game}/{where}", body) for way, where, body in AHEAD * (asked // 2)]
        codes = set(pool.map(lambda one: client.request(one[0], one[1], json=one[2]).status_code, many))
    assert 200 in codes and codes <= {200, 429, 503}
    assert max(took) < 2.0 and statistics.median(took) < 0.5


def test_a_look_ahead_that_takes_too_long_is_ended_and_the_next_is_worked_out(tmp_path, monkeypatch):
    monkeypatch.setattr(long, "START", 0.0)
    with TestClient(create_app(f"sqlite:///{tmp_path}/games.db")) as client:
        game = client.post("/api/games", json={**WESTFRONT, "scenario": "s44"}).json()["game"]
        crew = client.app.state.server.pool.crews["ahead"]
        for way, where, body in AHEAD:
            crew.budget = 0.0
            answer = client.request(way, f"/api/games/{game}/{where}", json=body)
            assert answer.status_code == 503 and "too long" in answer.json()["detail"] and crew.worker is None
            crew.budget = 60.0
            assert client.request(way, f"/api/games/{game}/{where}", json=body).status_code == 200


LOOKS = (
    ("next", {"prefix": []}),
    ("why", {"order": "build"}),
    ("preview", {"order": "build R3"}),
    ("owing", {"prefix": ["build"]}),
)


@pytest.mark.parametrize(("what", "more"), LOOKS)
def test_one_browser_has_a_part_of_the_time_and_one_address_not_all_of_it(red, app, monkeypatch, what, more):
    """What is looked up in the thread of all games is paid for in time, here a second each: by the browser, and half
    of it by its address, so that made-up browsers do not help for long."""
    monkeypatch.setattr(desk.time, "thread_time", itertools.count().__next__)
    app.state.server.work = security.Limits(0.0, 2.5)

    def codes(client, n: int) -> list[int]:
        where = f"/api/games/{started(client)['game']}/{what}"
        return [client.post(where, json={"seat": "red", **more}).status_code for _ in range(n)]

    assert codes(red, 4) == [200, 200, 200, 429]
    assert [codes(beside(red), 1) for _ in range(4)] == [[200], [200], [200], [429]]
