"""Bad input: a clear no, shown as plain data, and nothing is changed."""

import json
import socket
import struct
from contextlib import suppress
from hashlib import blake2b
from types import SimpleNamespace

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.engine.play.game import Game
from grognard.engine.play.journal import Journal
from grognard.server import security
from grognard.server.app import create_app

from .services import PATIENCE, RealServer, give

SCRIPT = "<script>alert(1)</script>"
SITTING = {"red": "me", "blue": "invite"}


@pytest.fixture
def app(tmp_path):
    return create_app(f"sqlite:///{tmp_path}/games.db")


@pytest.fixture
def red(app):
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def game(red) -> str:
    return red.post("/api/games", json={"title": "tiny", "sitting": SITTING}).json()["game"]


def state(client, game) -> dict:
    return client.get(f"/api/games/{game}/state", params={"seat": "red"}).json()


def clear_no(answer, *codes: int) -> None:
    """4xx, JSON with a sentence, and nothing of our insides."""
    assert answer.status_code in (codes or range(400, 500)), (answer.status_code, answer.text[:300])
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    body = answer.json()
    assert body.get("detail") or body.get("sentence")
    assert "Traceback" not in answer.text and "sqlite" not in answer.text.lower()


MALFORMED = [
    b"", b"{", b"[]", b'"x"', b"null", b"\xff\xfe", b'{"seat":', b'{"seat":"red"}', b"[" * 100_000,
    b'{"seat":"red","order":' + b"[" * 50_000 + b"]" * 50_000 + b',"version":0}',
    b'{"seat":"red","order":7,"version":0}',
    b'{"seat":"red","order":"end","version":-1}', b'{"seat":"red","order":"end","version":1e999}',
    b'{"seat":"red","order":"end","version":NaN}', b'{"seat":"red","order":"end","version":"' + b"9" * 5000 + b'"}',
    b'{"seat":{"$ne":""},"order":"end","version":0}', b'{"seat":"red","order":"' + b"x" * 5000 + b'","version":0}',
    b'{"seat":"red","order":"\\u0000","version":0}', b'{"seat":"red","order":"\\ud800","version":0}',
    b'{"seat":"' + b"r" * 100 + b'","order":"end","version":0}',
]  # fmt: skip


@pytest.mark.parametrize("body", MALFORMED, ids=[str(n) for n in range(len(MALFORMED))])
def test_malformed_orders_change_nothing(red, game, body):
    before = state(red, game)
    clear_no(red.post(f"/api/games/{game}/orders", content=body, headers={"content-type": "application/json"}))
    assert state(red, game) == before


ORDERS = ["", " ", "\n", "end\nend", SCRIPT, "build R3; commit", "' OR 1=1 --", "../../etc/passwd", "build " * 600,
          "move #99999999999999999999 0403", "build \u202er3", "💥", "propose " + SCRIPT,
          "accept 99999999999999999999"]  # fmt: skip


@pytest.mark.parametrize("text", ORDERS)
def test_orders_that_are_none_are_refused_with_a_sentence(red, game, text):
    before = state(red, game)
    clear_no(give(red, game, "red", text))
    clear_no(red.post(f"/api/games/{game}/preview", json={"seat": "red", "order": text}))
    assert state(red, game) == before


@pytest.mark.parametrize("text", ["x\0y", "\ud800", "a" * 2001, "   "])
def test_talk_that_cannot_be_kept_is_refused(red, game, text):
    body = json.dumps({"seat": "red", "text": text})
    answer = red.post(f"/api/games/{game}/chat", content=body, headers={"content-type": "application/json"})
    clear_no(answer)
    assert red.get(f"/api/games/{game}/chat", params={"seat": "red"}).json() == []


PATHS = [
    "/api/games/..%2f..%2fetc/state?seat=red", "/api/games/%00%00%00%00%00%00%00%00/state?seat=red",
    "/api/games/" + "a" * 5000 + "/state?seat=red", "/api/boards/tiny/..%2f..%2ftitle.py",
    "/api/boards/tiny/%2e%2e/%2e%2e/title.py", "/api/boards/tiny/backdrop.svg%00.py", "/api/boards/..%2ftiny",
    "/api/titles/..%2f..%2fserver/rules", "/api/titles/%00", "/assets/..%2f..%2f..%2fpyproject.toml",
    "/assets/%2e%2e/%2e%2e/%2e%2e/pyproject.toml", "/assets/..\\..\\pyproject.toml", "/assets/%00",
    "/assets//etc/passwd",
    "/api/nothing", "/ws/games/x", f"/api/{SCRIPT}",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_paths_lead_nowhere(red, path):
    answer = red.get(path)
    assert 400 <= answer.status_code < 500, answer.text[:300]
    assert "[project]" not in answer.text and "import" not in answer.text and SCRIPT not in answer.text
    assert "content-security-policy" in answer.headers


DEEDS = {
    "orders": {"order": "build R3", "version": 0}, "undo": {"version": 0}, "redo": {"version": 0},
    "reset": {"version": 0}, "next": {"prefix": []}, "owing": {"prefix": []}, "why": {"order": "build R3"},
    "preview": {"order": "build R3"}, "odds": {"order": "build R3"}, "fork": {}, "hand": {"to": "link"},
    "chat": {"text": "hello"}, "notes": {"text": "hello"}, "reissue": {"of": "blue"}, "hook": {"url": ""},
    "hook/test": {},
}  # fmt: skip


def test_other_peoples_tokens_open_nothing(red, app, game):
    """A stranger's, a made-up and a foreign game's cookie or link: none of them sees or moves anything."""
    link = red.post("/api/games", json={"title": "tiny", "sitting": SITTING}).json()["links"]["blue"]
    before = state(red, game)
    for cookie in ("", "x", "x" * 32, "../" * 10, "' OR '1'='1", "a" * 4000, SCRIPT.replace(" ", "")):
        stranger = TestClient(app, headers={"Cookie": f"grognard={cookie}"}, raise_server_exceptions=False)
        for what in ("state", "events", "export", "chat", "notes", "overlay/zones"):
            answer = stranger.get(f"/api/games/{game}/{what}", params={"seat": "red"})
            assert answer.status_code == 403, (what, cookie)
        for what, more in DEEDS.items():
            answer = stranger.post(f"/api/games/{game}/{what}", json={"seat": "red", **more})
            assert answer.status_code == 403, (what, cookie)
    blue = TestClient(app, raise_server_exceptions=False)
    assert blue.post(f"/api{link}").status_code == 200
    assert blue.get(f"/api/games/{game}/state", params={"seat": "blue"}).status_code == 403
    for token in ("x", "x" * 32, "%00", "' OR ''='", "a" * 5000):
        clear_no(blue.post(f"/api/join/{token}"))
    assert state(red, game) == before


@pytest.mark.parametrize("what", ["orders", "undo", "redo", "reset"])
def test_what_quotes_no_version_is_not_done(red, game, what):
    """Without its version it could be done twice."""
    assert give(red, game, "red", "build R3").status_code == 200
    before = state(red, game)
    body = {"seat": "red", **({"order": "build R1"} if what == "orders" else {})}
    for lacking in (body, {**body, "version": None}):
        clear_no(red.post(f"/api/games/{game}/{what}", json=lacking), 422)
    (said,) = red.post(f"/api/games/{game}/{what}", json=body).json()["detail"]
    assert said["where"] == ["body", "version"] and said["what"].startswith("The field version is missing.")
    assert state(red, game) == before


@pytest.mark.parametrize("what", DEEDS)
def test_fields_that_a_call_does_not_have_are_refused(red, game, what):
    before = state(red, game)
    answer = red.post(f"/api/games/{game}/{what}", json={"seat": "red", **DEEDS[what], "seats": {"red": "me"}})
    clear_no(answer, 422)
    assert answer.json()["detail"] == [{"where": ["body", "seats"], "what": "There is no field seats."}]
    assert state(red, game) == before


def test_a_game_is_not_started_by_a_body_that_says_more_than_is_understood(red):
    mine = len(red.get("/api/games").json())
    for body in (
        {"title": "tiny", "seats": {"red": "me"}},
        {"title": "tiny", "\ud800": 1},
        {"title": "tiny", SCRIPT: 1},
    ):
        sent = json.dumps(body)
        clear_no(red.post("/api/games", content=sent, headers={"content-type": "application/json"}), 422)
    credentials = {"name": "nobody", "password": "wrong horse", "admin": True}
    clear_no(red.post("/api/account", json=credentials), 422)
    assert len(red.get("/api/games").json()) == mine


def test_what_is_sent_twice_is_done_once(red, game):
    version = state(red, game)["version"]
    body = {"seat": "red", "order": "build R3", "version": version}
    assert red.post(f"/api/games/{game}/orders", json=body).status_code == 200
    for _ in range(3):
        again = red.post(f"/api/games/{game}/orders", json=body)
        assert again.status_code == 409 and again.json()["state"]["entries"] == 1
    now = state(red, game)["version"]
    assert red.post(f"/api/games/{game}/orders", json={**body, "order": "build R1", "version": now}).status_code == 200
    version = state(red, game)["version"]
    undo = {"seat": "red", "version": version}
    assert red.post(f"/api/games/{game}/undo", json=undo).status_code == 200
    assert red.post(f"/api/games/{game}/undo", json=undo).status_code == 409
    assert state(red, game)["decision"]["undo"] == 1


def test_script_in_names_talk_and_notes_stays_text(red, game):
    """It comes back as JSON that no browser runs, letter by letter as it was sent."""
    body = {"title": "tiny", "sitting": {"red": "me", "blue": "hotseat"}, "name": SCRIPT}
    named = red.post("/api/games", json=body).json()["game"]
    answer = red.get(f"/api/games/{named}/state", params={"seat": "red"})
    assert answer.headers["content-type"] == "application/json"
    red.post(f"/api/games/{game}/chat", json={"seat": "red", "text": SCRIPT})
    red.post(f"/api/games/{game}/notes", json={"seat": "red", "text": SCRIPT})
    for what in ("chat", "notes"):
        answer = red.get(f"/api/games/{game}/{what}", params={"seat": "red"})
        assert answer.headers["content-type"] == "application/json"
        assert SCRIPT in answer.text and answer.headers["x-content-type-options"] == "nosniff"
    export = red.get(f"/api/games/{game}/export", params={"seat": "red"})
    assert export.headers["content-type"].startswith("text/plain")
    assert export.headers["content-disposition"].startswith("attachment")
    clear_no(red.post("/api/games", json={**body, "title": SCRIPT}))
    clear_no(red.post("/api/games", json={**body, "sitting": {SCRIPT: "me"}}))


def journal(**changed) -> str:
    """A finished journal whose set-up says something else."""
    game = Game.new("tiny", seed=3)
    game.play("red", "build R3")
    twin = Journal({**game.journal.setup, **changed})
    twin.entries = game.journal.entries
    return twin.text(game.hash())


JOURNALS = [
    "", "x", "{}", "\n" * 1000, journal()[:-30], journal().replace("build R3", "build R5"), journal(title=SCRIPT),
    journal(title="../ww2eto"), journal(scenario="../x"), journal(options={"turns": SCRIPT}), journal(secret="zz"),
    journal(seats={"red": SCRIPT}), journal(rules=99), journal(start={"table": {}, "desk": []}), journal(scene=SCRIPT),
    journal(start={"table": {"p": SCRIPT}, "desk": {}}), journal(board="0" * 64), journal(rules="x"),
    journal(rules=None), journal(options=7), journal(seats=7), journal(secret=None), journal(without=7),
]  # fmt: skip


@pytest.mark.parametrize("text", JOURNALS, ids=[str(n) for n in range(len(JOURNALS))])
def test_journals_that_are_none_are_refused(red, text):
    clear_no(red.post("/api/games/import", json={"journal": text}))
    assert red.get("/api/games").json() == []


def test_an_imported_journal_names_no_file_of_the_server(red, tmp_path):
    """Where an edition of the board lies is never read from a journal."""
    trap = tmp_path / "trap.json"
    trap.mkdir()
    text = journal()
    first, rest = text.split("\n", 1)
    setup = json.loads(first.partition(" ")[2])
    entries = [json.loads(line.partition(" ")[2]) for line in rest.splitlines()]
    chain, lines = "", []
    for value in ({**setup, "edition": str(trap)}, *entries):
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        chain = blake2b(f"{chain}{body}".encode(), digest_size=8).hexdigest()
        lines.append(f"{chain} {body}")
    answer = red.post("/api/games/import", json={"journal": "\n".join(lines) + "\n"})
    assert answer.status_code == 200, "the edition is not looked for"
    assert answer.json()["verified"] is False


def test_rates_are_bounded(tmp_path, monkeypatch):
    # All in one moment: what a slow machine lets pass meanwhile would count as patience.
    monkeypatch.setattr(security, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with TestClient(create_app(f"sqlite:///{tmp_path}/slow.db", rate=4)) as client:
        made = [client.post("/api/games", json={"title": "tiny"}).status_code for _ in range(8)]
        assert made.count(200) >= 3 and made[-1] == 429
        others = [TestClient(client.app).post("/api/games", json={"title": "tiny"}) for _ in range(60)]
        assert others[-1].status_code == 429, "browsers made up at one address do not help"
        clear_no(others[-1])
        game = client.get("/api/games").json()[0]["game"]
        asked = [client.post(f"/api/games/{game}/why", json={"seat": "red", "order": "x"}) for _ in range(80)]
        assert asked[0].status_code == 200 and asked[-1].status_code == 429
        wrong = {"name": "nobody", "password": "wrong horse"}
        tries = [client.post("/api/account/login", json=wrong).status_code for _ in range(6)]
        assert tries[0] == 403 and tries[-1] == 429


def test_the_page_and_the_api_carry_strict_headers(red):
    for path in ("/", "/api/titles/tiny", "/api/nothing", "/assets/none.js"):
        headers = red.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["script-src"] == "'self'" and policy["default-src"] == "'self'"
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "no-referrer"


def test_cookies_cannot_be_read_by_script_or_sent_from_elsewhere(tmp_path):
    with TestClient(create_app(f"sqlite:///{tmp_path}/s.db", secure=True), base_url="https://testserver") as client:
        cookie = client.post("/api/games", json={"title": "tiny"}).headers["set-cookie"].lower()
        assert {"httponly", "samesite=strict", "secure", "path=/"} <= {part.strip() for part in cookie.split(";")}


def test_a_socket_from_another_page_or_for_another_seat_is_closed(red, game):
    for url, headers in (
        (f"/ws/games/{game}?seat=red", {"origin": "https://elsewhere.example"}),
        (f"/ws/games/{game}?seat=blue", {}),
        (f"/ws/games/{game}?seat={SCRIPT}", {}),
        (f"/ws/games/{game}", {}),
        ("/ws/games/..%2f..", {}),
        (f"/ws/games/{'a' * 3000}?seat=red", {}),
    ):
        with pytest.raises(WebSocketDisconnect), red.websocket_connect(url, headers=headers) as found:
            found.receive_json()


def test_a_socket_that_talks_too_much_is_closed_and_odd_numbers_are_zero(red, game):
    for since in ("-1", "x", "9" * 40, "٣", ""):
        with red.websocket_connect(f"/ws/games/{game}?seat=red&since={since}") as found:
            assert found.receive_json()["state"]["version"] >= 0
    with red.websocket_connect(f"/ws/games/{game}?seat=red") as found:
        found.receive_json()
        found.send_text("x" * 60_000)
        found.send_bytes(b"\0" * 60_000)
        with pytest.raises(WebSocketDisconnect):
            found.receive_json()
    assert state(red, game)["version"] >= 0


def test_a_seat_that_is_handed_over_is_shown_no_more(red, game):
    with red.websocket_connect(f"/ws/games/{game}?seat=red") as found:
        found.receive_json()
        link = red.post(f"/api/games/{game}/hand", json={"seat": "red", "to": "link"}).json()["link"]
        with pytest.raises(WebSocketDisconnect):
            found.receive_json()
    assert link.startswith("/join/")
    assert red.get(f"/api/games/{game}/state", params={"seat": "red"}).status_code == 403


def raw(port: int, sent: bytes) -> bytes:
    """What the server answers to bytes."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line, suppress(ConnectionError):
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        while len(answer) < 100_000 and (part := line.recv(65536)):
            answer += part
    return answer


@pytest.mark.slow
def test_broken_frames_and_headers_do_not_stop_the_real_server(tmp_path):
    server = RealServer(f"sqlite:///{tmp_path}/games.db", tmp_path)
    server.start()
    try:
        host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
        assert raw(server.port, b"\x16\x03\x01\x02\x00\x01\x00").startswith(b"HTTP/1.1 400")
        long = raw(server.port, b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + host + b"\r\n")
        assert not long or long.startswith(b"HTTP/1.1 4")
        big = b"POST /api/games HTTP/1.1\r\n" + host + b"Content-Length: 99999999999\r\n\r\n"
        assert raw(server.port, big).startswith(b"HTTP/1.1 413")
        endless = b"POST /api/games HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n"
        endless += (b"40000\r\n" + b"x" * 0x40000 + b"\r\n") * 40
        assert raw(server.port, endless)[9:10] == b"4"
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            game = client.post("/api/games", json={"title": "tiny"}).json()["game"]
            cookie = f"Cookie: grognard={client.cookies['grognard']}\r\n".encode()
            upgrade = f"GET /ws/games/{game}?seat=red HTTP/1.1\r\n".encode() + host + cookie
            upgrade += b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            upgrade += b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            frames = [
                b"\x81\xfe\xff\xff", b"\xff\xff\xff\xff\xff\xff", b"\x81\x05hello",
                b"\x81\xff" + struct.pack(">Q", 1 << 40) + b"\0\0\0\0",
                b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc", b"\0" * 1000,
            ]  # fmt: skip
            for frame in frames:
                with (
                    socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line,
                    suppress(ConnectionError),
                ):
                    line.sendall(upgrade)
                    assert line.recv(65536).startswith(b"HTTP/1.1 101")
                    line.sendall(frame)
            assert client.get(f"/api/games/{game}/state", params={"seat": "red"}).json()["entries"] == 0
    finally:
        server.kill()


@pytest.mark.parametrize("change", ["turn 999", "player 999", "ger4inf@1718 kind 77"])
@pytest.mark.parametrize("gap", [" ", "\t"])
def test_an_adjustment_that_leaves_nothing_to_show_is_not_taken(red, change, gap):
    made = red.post("/api/games", json={"title": "ww2eto", "scenario": "1941", "sitting": {}}).json()
    game = made["game"]
    where = f"/api/games/{game}"
    assert give(red, game, "axis", f"propose adjust {change}").status_code == 200
    before = [red.get(f"{where}/state", params={"seat": seat}).json() for seat in made["seats"]]
    clear_no(give(red, game, "allied", f"accept{gap}1"))
    assert [red.get(f"{where}/state", params={"seat": seat}).json() for seat in made["seats"]] == before
    assert give(red, game, "allied", "decline 1").status_code == 200
