"""Files that others can read, a database that goes away, slow lines, odd addresses, two starts at once, and clocks."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from grognard.engine.core.rules import Refused
from grognard.server import hooks, store
from grognard.server.app import create_app

from ..services import PATIENCE, Cluster, RealServer, give
from .table import beside, for_two, night, started, state

# Files


def test_the_database_and_what_lies_beside_it_are_for_the_host_alone(red, tmp_path):
    started(red)
    found = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert set(found) >= {"games.db", "games.db-wal"} and set(found.values()) == {0o600}


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    path = tmp_path / "old.db"
    path.touch(0o644)
    with TestClient(create_app(f"sqlite:///{path}")) as client:
        started(client)
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


# A database that goes away


def full(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_full_disk_is_answered_503_with_a_sentence_and_what_follows_is_taken(red, app, monkeypatch):
    game = started(red)["game"]
    before = state(red, game, "red")
    with monkeypatch.context() as patch:
        patch.setattr(app.state.server.store.runner, "_appending", full)
        answer = give(red, game, "red", "build R3")
        assert answer.status_code == 503 and "try again" in answer.json()["detail"]
        assert int(answer.headers["retry-after"]) > 0 and "sqlite" not in answer.text.lower()
    assert state(red, game, "red") == before
    assert give(red, game, "red", "build R3").status_code == 200


def test_a_socket_is_told_so_too_and_stays(red, app, monkeypatch):
    game = started(red)["game"]
    with red.websocket_connect(f"/ws/games/{game}?seat=red") as line:
        version = line.receive_json()["state"]["version"]
        with monkeypatch.context() as patch:
            patch.setattr(app.state.server.store.runner, "_appending", full)
            app.state.server.store.runner._looked = float("inf")
            line.send_json({"id": 1, "order": "build R3", "version": version})
            answer = line.receive_json()["answer"]
            assert answer["id"] == 1 and answer["status"] == 503
        line.send_json({"id": 2, "order": "build R3", "version": version})
        assert line.receive_json()["answer"]["status"] == 200


@pytest.mark.slow
def test_a_lost_postgresql_is_503_everywhere_and_comes_back(tmp_path):
    cluster = Cluster()
    db = cluster.start()
    server = RealServer(db, tmp_path)
    try:
        server.start()
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            game = started(client)["game"]
            data = str(cluster.folder / "data")
            cluster._run(f"{cluster.bin}/pg_ctl", "-D", data, "-m", "immediate", "stop")
            time.sleep(1.5)
            for method, path, body in (
                ("GET", f"/api/games/{game}/state?seat=red", None), ("GET", "/api/games", None),
                ("POST", "/api/games", {"title": "tiny"}), ("GET", "/api/account", None),
                ("POST", f"/api/games/{game}/orders", {"seat": "red", "order": "build R3", "version": 0}),
            ):  # fmt: skip
                answer = client.request(method, path, json=body) if body else client.request(method, path)
                assert answer.status_code == 503, (path, answer.status_code, answer.text[:200])
                assert answer.json()["detail"] and answer.headers["retry-after"]
            options = f"-p {cluster.port} -k {cluster.folder} -c listen_addresses=127.0.0.1"
            log = str(cluster.folder / "log")
            cluster._run(f"{cluster.bin}/pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start")
            until = time.monotonic() + 30
            while (answer := give(client, game, "red", "build R3")).status_code == 503 and time.monotonic() < until:
                time.sleep(0.3)
            assert answer.status_code == 200
    finally:
        server.kill()
        cluster.stop()


# Hooks

SPECIAL = [
    "0.0.0.1", "10.1.2.3", "100.64.0.1", "127.9.9.9", "169.254.169.254", "172.31.0.1", "192.0.0.8", "192.0.2.1",
    "192.88.99.1", "192.168.9.9", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
    "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "5f00::1",
    "fc00::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
]  # fmt: skip


@pytest.mark.parametrize("address", SPECIAL)
def test_no_hook_leads_into_a_special_range(address):
    assert not hooks.is_public(address)


def test_a_hook_may_lead_into_the_open_internet():
    assert all(map(hooks.is_public, ("8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8")))


@pytest.mark.parametrize("url", ["http://c.org/\r\nX: y", "http://c.org/a b", "http://c.org/\x00", "http://ü.org/"])
def test_a_hook_carries_no_second_header(url):
    with pytest.raises(Refused):
        hooks.parts_of(url)


def test_a_hook_that_speaks_slowly_is_left_at_the_deadline(monkeypatch):
    """A byte now and then kept each operation on the socket within its time; all together have one now."""
    monkeypatch.setattr(hooks, "TIMEOUT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            line, _ = listening.accept()
            with line, suppress(OSError):
                for byte in b"HTTP/1.1 200 OK\r\n" * 100:
                    line.send(bytes([byte]))
                    time.sleep(0.3)

        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            asyncio.run(hooks.call(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"{}", private=True))
        assert time.monotonic() - began < 3.0


# Lines


@pytest.mark.slow
@pytest.mark.parametrize("lines", [30, night(1500)])
def test_lines_that_never_finish_their_headers_are_closed(tmp_path, lines):
    from grognard.server.lines import HEADERS

    server = RealServer(f"sqlite:///{tmp_path}/games.db", tmp_path)
    server.start()
    try:
        slow = [socket.create_connection(("127.0.0.1", server.port), timeout=HEADERS + 10) for _ in range(lines)]
        for line in slow:
            line.sendall(b"GET /api/titles/tiny HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        assert httpx.get(f"{server.url}/api/titles/tiny", timeout=PATIENCE).status_code == 200
        began = time.monotonic()
        for line in slow:
            with suppress(ConnectionError), line:
                assert line.recv(100) == b""
        assert time.monotonic() - began < HEADERS + 8
    finally:
        server.kill()


# Starts


@pytest.mark.slow
@pytest.mark.parametrize("servers", [2, night(4)])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_servers_that_start_at_once_on_a_new_database_all_come_up(tmp_path, servers, kind):
    cluster = Cluster() if kind == "postgresql" else None
    db = cluster.start() if cluster else f"sqlite:///{tmp_path}/new/games.db"
    (tmp_path / "new").mkdir()
    many = [RealServer(db, tmp_path) for _ in range(servers)]
    try:
        with ThreadPoolExecutor(servers) as pool:
            list(pool.map(RealServer.start, many))
        with httpx.Client(base_url=many[0].url, timeout=PATIENCE) as client:
            game = started(client)["game"]
            with httpx.Client(base_url=many[-1].url, timeout=PATIENCE, cookies=client.cookies) as other:
                assert state(other, game, "red")["seat"] == "red"
    finally:
        for server in many:
            server.kill()
        if cluster:
            cluster.stop()


def test_of_two_that_start_at_once_one_brings_the_tables_up_to_date(tmp_path, monkeypatch):
    """While one works on the tables the other waits before it begins."""
    plain, running, most = store._migrate, [], []

    def slow(connection) -> None:
        running.append(1)
        most.append(len(running))
        time.sleep(0.3)
        plain(connection)
        running.pop()

    async def both() -> None:
        two = [store.Store(f"sqlite:///{tmp_path}/new.db") for _ in range(2)]
        await asyncio.gather(*(one.open() for one in two))
        await asyncio.gather(*(one.close() for one in two))

    monkeypatch.setattr(store, "_migrate", slow)
    asyncio.run(both())
    assert most == [1, 1]


# Analysis boards


@pytest.mark.parametrize(
    ("body", "seat", "orders"),
    [
        ({"title": "tiny"}, "red", ["build R3"]), ({"title": "tiny"}, "blue", []),
        ({"title": "westfront", "scenario": "husky", "sitting": {}}, "allied", []),
        ({"title": "westfront", "scenario": "s43", "sitting": {}}, "allied", ["declare Portugal"]),
        ({"title": "ww2eto", "scenario": "africa41", "sitting": {}}, "axis", ["end"]),
    ],
)  # fmt: skip
def test_a_fork_can_be_exported_and_taken_in_again(red, body, seat, orders):
    game = started(red, **body)["game"]
    for order in orders:
        assert give(red, game, seat, order).status_code == 200
    board = red.post(f"/api/games/{game}/fork", json={"seat": seat}).json()
    text = red.get(f"/api/games/{board['game']}/export", params={"seat": seat}).text
    taken = red.post("/api/games/import", json={"journal": text})
    assert taken.status_code == 200, taken.text[:300]
    assert state(red, taken.json()["game"], seat)["pieces"] == state(red, board["game"], seat)["pieces"]


# Clocks


def test_who_may_not_know_of_an_order_does_not_wait_for_it(red, app, monkeypatch):
    """While a private order of blue is on its way to a slow disk, red is answered as if nothing were."""
    blue = beside(red)
    game, _ = for_two(red, blue)
    before = state(red, game, "red")
    runner, gate, reached = app.state.server.store.runner, threading.Event(), threading.Event()
    plain = runner.append

    async def slow(additions) -> None:
        reached.set()
        await asyncio.to_thread(gate.wait, PATIENCE)
        await plain(additions)

    monkeypatch.setattr(runner, "append", slow)
    with ThreadPoolExecutor(2) as pool:
        for order in ("standing losses first", "build B1"):
            gate.clear(), reached.clear()
            given = pool.submit(give, blue, game, "blue", order)
            assert reached.wait(PATIENCE) or given.result()
            seen = pool.submit(state, red, game, "red").result(timeout=5)
            asked = {"seat": "red", "prefix": []}
            assert red.post(f"/api/games/{game}/next", json=asked).status_code == 200
            assert {**seen, "sitting": 0} == {**before, "sitting": 0} and not given.done()
            gate.set()
            assert given.result().status_code == 200, given.result().text


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [40, night(400)])
def test_a_standing_order_takes_no_longer_than_any_other(red, app, rounds):
    """It brought the whole journal back from disk and showed the table to everyone; others could feel that."""
    app.state.server.orders.burst = 1e6
    game = started(red)["game"]
    took: dict[str, list[float]] = {"standing": [], "other": []}
    for n in range(rounds):
        orders = {"standing": f"standing losses {'first' if n % 2 else 'ask'}", "other": "build R3"}
        for kind, order in orders.items():
            version = state(red, game, "red")["version"]
            began = time.perf_counter()
            body = {"seat": "red", "order": order, "version": version}
            answer = red.post(f"/api/games/{game}/orders", json=body)
            took[kind].append(time.perf_counter() - began)
            assert answer.status_code == 200, answer.text
            if kind == "other":
                now = answer.json()["version"]
                assert red.post(f"/api/games/{game}/undo", json={"seat": "red", "version": now}).status_code == 200
    assert statistics.median(took["standing"]) < 2 * statistics.median(took["other"])
