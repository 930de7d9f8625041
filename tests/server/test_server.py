"""The server over HTTP and WebSocket: one judge, seats behind links, nothing lost, nothing leaked."""

import json

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.server.app import create_app

from .services import give


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def app(url):
    return create_app(url)


@pytest.fixture
def red(app):
    with TestClient(app) as client:
        yield client


def started(client, **sitting) -> str:
    answer = client.post("/api/games", json={"title": "tiny", "sitting": sitting})
    assert answer.status_code == 200, answer.text
    return answer.json()["game"]


def state(client, game, seat) -> dict:
    answer = client.get(f"/api/games/{game}/state", params={"seat": seat})
    assert answer.status_code == 200, answer.text
    return answer.json()


def order(client, game, seat, text, version=None):
    if version is None:
        return give(client, game, seat, text)
    return client.post(f"/api/games/{game}/orders", json={"seat": seat, "order": text, "version": version})


def other(app) -> TestClient:
    """Another browser: the same server, no cookie of the first."""
    return TestClient(app, cookies={})


def test_a_game_is_started_played_and_found_again(red, app):
    game = started(red, red="me", blue="hotseat")
    assert [g["game"] for g in red.get("/api/games").json()] == [game]
    assert order(red, game, "red", "build R3").status_code == 200
    assert order(red, game, "red", "commit").json()["decision"]["prompt"] == ""
    answer = order(red, game, "blue", "commit").json()
    assert answer["deciding"][0][0] == "red"
    offers = red.post(f"/api/games/{game}/next", json={"seat": "red", "prefix": ["move"]}).json()
    assert {"text": "R1", "final": False, "piece": "R1"} in offers
    targets = red.post(f"/api/games/{game}/next", json={"seat": "red", "prefix": ["move", "R1"]}).json()
    assert all(t["place"] == t["text"] and t["cost"] >= 1 for t in targets)


def test_a_set_is_picked_in_any_order(red):
    """The tree names members in printed order alone; a hand is offered those before its first one too."""
    body = {"title": "ww2eto", "scenario": "africa41", "sitting": {"axis": "me", "allied": "hotseat"}}
    game = red.post("/api/games", json=body).json()["game"]

    def offered(*prefix: str) -> list[str]:
        asked = {"seat": "axis", "prefix": ["move", *prefix]}
        return [c["text"] for c in red.post(f"/api/games/{game}/next", json=asked).json()]

    first, second = "ger1mech@1825", "ita2inf@1825"
    assert offered().index(first) < offered().index(second)
    assert offered(first) == [second, "."] and offered(second) == [first, "."]
    assert offered(f"{second}+{first}") == ["."] and "1725" in offered(f"{second}+{first}", ".")


def test_a_level_of_words_has_a_name(red):
    """So that a player can be told what is chosen."""
    body = {"title": "ww2eto", "scenario": "africa41", "sitting": {"axis": "me", "allied": "hotseat"}}
    game = red.post("/api/games", json=body).json()["game"]
    for _ in range(7):
        order(red, game, "axis", "end")
    while "reinforce" not in state(red, game, "allied")["decision"]["prompt"].lower():
        assert order(red, game, "allied", "end").status_code == 200
    asked = {"seat": "allied", "prefix": ["build"]}
    assert {c["level"] for c in red.post(f"/api/games/{game}/next", json=asked).json()} == {"due"}
    assert [red.get(f"/api/titles/{title}").json()["fog"] for title in ("ww2eto", "westfront")] == [False, True]


def test_what_is_acknowledged_survives_a_new_server(red, app, url):
    game = started(red, red="me", blue="hotseat")
    order(red, game, "red", "levy red")
    before = state(red, game, "red")
    with TestClient(create_app(url), cookies=dict(red.cookies)) as again:
        after = state(again, game, "red")
    for key in ("pieces", "version", "decision", "deciding"):
        assert after[key] == before[key]


def test_a_refusal_names_the_rule_and_changes_nothing(red):
    game = started(red, red="me", blue="hotseat")
    before = state(red, game, "red")
    answer = order(red, game, "red", "build R4")
    assert answer.status_code == 422
    assert answer.json()["rule"] == "T1.2" and answer.json()["sentence"]
    assert state(red, game, "red") == before
    why = red.post(f"/api/games/{game}/why", json={"seat": "red", "order": "build R4"}).json()
    assert why == {"rule": answer.json()["rule"], "sentence": answer.json()["sentence"]}


def test_a_stale_or_doubled_order_is_answered_with_the_state_and_never_applied_twice(red):
    game = started(red, red="me", blue="hotseat")
    version = state(red, game, "red")["version"]
    assert order(red, game, "red", "build R3", version).status_code == 200
    doubled = order(red, game, "red", "build R3", version)
    assert doubled.status_code == 409 and doubled.json()["rule"] == "E.stale"
    assert doubled.json()["state"]["version"] == state(red, game, "red")["version"]
    assert state(red, game, "red")["entries"] == 1


def test_two_servers_on_one_database_cannot_both_write(red, app, url):
    """One wins, the other is told and sees the winner's order."""
    game = started(red, red="me", blue="hotseat")
    state(red, game, "red")
    elsewhere = create_app(url)
    with TestClient(elsewhere, cookies=dict(red.cookies)) as second:
        state(second, game, "red")
        # However long this takes, it has not looked yet whether others have written.
        elsewhere.state.server.store.runner._looked = float("inf")
        assert order(red, game, "red", "build R3").status_code == 200
        late = order(second, game, "red", "levy red")
        assert late.status_code == 409
        assert state(second, game, "red")["entries"] == 1
        assert order(second, game, "red", "levy red").status_code == 200


def test_seats_are_taken_by_link_once(red, app):
    answer = red.post("/api/games", json={"title": "tiny", "sitting": {"red": "me", "blue": "invite"}}).json()
    game, link = answer["game"], answer["links"]["blue"]
    blue, third = other(app), other(app)
    assert blue.get(f"/api/games/{game}/state", params={"seat": "blue"}).status_code == 403
    assert blue.post(f"/api{link}").json() == {"game": game, "seats": ["blue"]}
    assert third.post(f"/api{link}").status_code == 404
    assert state(blue, game, "blue")["seat"] == "blue"
    assert order(blue, game, "red", "commit").status_code == 403
    assert order(blue, game, "blue", "commit").status_code == 200


def test_the_other_seat_never_receives_a_hidden_name(red, app):
    """Canary: what red may not know occurs in nothing that red receives."""
    answer = red.post("/api/games", json={"title": "tiny", "sitting": {"red": "me", "blue": "invite"}}).json()
    game = answer["game"]
    blue = other(app)
    blue.post(f"/api{answer['links']['blue']}")
    for client, seat in ((red, "red"), (blue, "blue")):
        assert order(client, game, seat, "commit").status_code == 200
    received = json.dumps(state(red, game, "red"))
    received += red.get(f"/api/games/{game}/events", params={"seat": "red"}).text
    received += red.get(f"/api/games/{game}/export", params={"seat": "red"}).text
    received += order(red, game, "red", "move B2 0403").text
    for name in ("B1", "B2", "B3", "B4", "G1", "G2", "BF1"):
        assert f'"{name}"' not in received.replace("'B2'", "")


def test_the_socket_pushes_at_once_and_after_each_change(red):
    game = started(red, red="me", blue="hotseat")
    with red.websocket_connect(f"/ws/games/{game}?seat=red&since=0") as socket:
        first = socket.receive_json()
        assert first["state"]["decision"]["prompt"].startswith("Turn 1, production")
        order(red, game, "red", "build R3")
        pushed = socket.receive_json()
        assert [e["kind"] for e in pushed["events"]] == ["built"]
        assert pushed["events"][0]["n"] == first["state"]["version"]


def test_a_socket_for_a_seat_that_is_not_mine_is_closed(red, app):
    game = started(red, red="me", blue="invite")
    with pytest.raises(WebSocketDisconnect), other(app).websocket_connect(f"/ws/games/{game}?seat=red") as socket:
        socket.receive_json()


def test_a_bot_plays_its_seat(red):
    game = started(red, red="me", blue="bot:random")
    order(red, game, "red", "commit")
    with red.websocket_connect(f"/ws/games/{game}?seat=red&since=0") as socket:
        for _ in range(50):
            shown = socket.receive_json()["state"]
            if shown["deciding"] and shown["deciding"][0][0] == "red":
                break
    assert shown["decision"]["prompt"].startswith("Turn 1, movement")


def test_undo_redo_reset(red):
    game = started(red, red="me", blue="hotseat")
    start = state(red, game, "red")["pieces"]
    order(red, game, "red", "build R3")
    order(red, game, "red", "build R1")
    assert state(red, game, "red")["decision"]["undo"] == 2

    def asked(what):
        now = state(red, game, "red")["version"]
        return red.post(f"/api/games/{game}/{what}", json={"seat": "red", "version": now})

    assert asked("undo").status_code == asked("redo").status_code == 200
    assert asked("reset").json()["pieces"] == start
    refused = asked("undo")
    assert refused.status_code == 422 and refused.json()["rule"] == "E.undo"


def test_fork_replay_chat_notes_and_import(red):
    game = started(red, red="me", blue="hotseat")
    order(red, game, "red", "build R3")
    fork = red.post(f"/api/games/{game}/fork", json={"seat": "red"}).json()
    assert set(fork["seats"]) == {"red", "blue"}
    assert order(red, fork["game"], "red", "commit").status_code == 200
    assert state(red, game, "red")["entries"] == 1, "the fork changes nothing here"
    replay = red.get(f"/api/games/{game}/replay", params={"seat": "red", "entry": 0}).json()
    assert replay["last"] == 1 and replay["entry"] == 0
    after = red.get(f"/api/games/{game}/replay", params={"seat": "red", "entry": 1 << 70}).json()
    assert after["entry"] == after["last"] == 1
    red.post(f"/api/games/{game}/chat", json={"seat": "red", "text": "<script>alert(1)</script>"})
    assert red.get(f"/api/games/{game}/chat", params={"seat": "red"}).json()[0]["text"] == "<script>alert(1)</script>"
    red.post(f"/api/games/{game}/notes", json={"seat": "red", "text": "hold the Fort"})
    assert red.get(f"/api/games/{game}/notes", params={"seat": "red"}).json() == {"text": "hold the Fort"}
    mine = red.get(f"/api/games/{game}/export", params={"seat": "red"}).text
    for text, said in ((mine, "one seat's own journal: it can be replayed"), ("hello\n", "no journal of a game")):
        refused = red.post("/api/games/import", json={"journal": text})
        assert refused.status_code == 422 and said in refused.json()["sentence"]
    order(red, game, "red", "propose resign")
    order(red, game, "blue", "accept 1")
    whole = red.get(f"/api/games/{game}/export", params={"seat": "red"}).text
    taken = red.post("/api/games/import", json={"journal": whole}).json()
    assert taken["verified"] is False and taken["deciding"] == []
    assert red.post("/api/games/import", json={"journal": whole[:-40]}).status_code == 422


def test_accounts_carry_seats_to_another_browser(red, app):
    game = started(red, red="me", blue="hotseat")
    credentials = {"name": "Ludendorff", "password": "correct horse"}
    assert red.get("/api/account").json() == {"name": ""}
    assert red.post("/api/account", json=credentials).status_code == 200
    assert red.get("/api/account").json() == {"name": "Ludendorff"}
    again = red.post("/api/account", json={**credentials, "name": "Hindenburg"})
    assert again.status_code == 409 and "the account Ludendorff already" in again.json()["detail"]
    elsewhere = other(app)
    assert elsewhere.post("/api/account/login", json={**credentials, "password": "wrong horse"}).status_code == 403
    assert elsewhere.post("/api/account/login", json=credentials).status_code == 200
    assert [g["game"] for g in elsewhere.get("/api/games").json()] == [game]
    assert elsewhere.get("/api/account").json() == {"name": "Ludendorff"}
    elsewhere.post("/api/account/logout")
    assert elsewhere.get("/api/games").json() == [] and elsewhere.get("/api/account").json() == {"name": ""}


def test_a_long_list_of_games_is_read_in_parts(red):
    games = [started(red, red="me", blue="hotseat") for _ in range(5)]
    found, where, parts = [], "/api/games?limit=2", 0
    while where:
        answer = red.get(where)
        found, parts = [*found, *answer.json()], parts + 1
        where = answer.links["next"]["url"] if "next" in answer.links else ""
    assert parts == 3 and [row["game"] for row in found] == games[::-1]
    assert all(row["seats"] == ["blue", "red"] for row in found)
    assert "link" not in red.get("/api/games").headers and red.get("/api/games?limit=201").status_code == 422


BAD = [
    ("post", "/api/games", {"title": "nothing"}, 422),
    ("post", "/api/games", {"title": "tiny", "sitting": {"purple": "me"}}, 422),
    ("post", "/api/games", {"title": "tiny", "sitting": {"red": "bot:hal"}}, 422),
    ("post", "/api/games", {"title": "tiny", "options": {"turns": "99"}}, 422),
    ("post", "/api/games", [], 422),
    ("get", "/api/games/nothing12345678/state?seat=red", None, 404),
    ("get", "/api/games/..%2f..%2fetc/state?seat=red", None, 404),
    ("get", "/api/boards/tiny/..%2f..%2ftitle.py", None, 404),
    ("get", "/api/boards/tiny/hexes.csv", None, 404),
    ("get", "/api/boards/tiny?scenario=nowhere", None, 404),
    ("get", "/api/titles/nope/rules", None, 404),
    ("post", "/api/join/short", None, 404),
]


@pytest.mark.parametrize(("method", "path", "body", "code"), BAD)
def test_bad_requests_get_a_clear_no(red, method, path, body, code):
    answer = getattr(red, method)(path, **({"json": body} if body is not None else {}))
    assert answer.status_code == code, answer.text
    assert "Traceback" not in answer.text


def test_every_answer_carries_the_strict_headers(red):
    answer = red.get("/api/titles/tiny")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    game = red.post("/api/games", json={"title": "tiny"})
    cookie = game.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie


def test_a_huge_body_is_turned_away(red):
    answer = red.post("/api/games/import", content=b"x" * 100, headers={"content-length": "99999999"})
    assert answer.status_code == 413
