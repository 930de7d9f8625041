"""The socket: what has changed instead of the whole state, and orders that are answered there."""

import json
import random
from collections import Counter
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.engine.play.game import Game
from grognard.lab.policies import end_averse
from grognard.server import state as show
from grognard.server.app import create_app
from grognard.server.faces import Faces
from grognard.server.written import Shown, written

from .services import admin, give


@pytest.fixture
def app(tmp_path):
    return create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)


@pytest.fixture
def player(app):
    with TestClient(app) as client:
        yield client


def started(player, title: str, scenario: str | None = None) -> str:
    return player.post("/api/games", json={"title": title, "scenario": scenario, "sitting": {}}).json()["game"]


def merged(before: dict, told: dict) -> dict:
    """A state with what has changed since."""
    pieces = list(before["pieces"])
    for start, gone, fresh in told["pieces"]:
        pieces[start : start + gone] = fresh
    return {**before, **told["changes"], "pieces": pieces}


@pytest.mark.parametrize(("title", "scenario"), [("tiny", None), ("ww2eto", "1941"), ("westfront", "s44")])
def test_whoever_adds_up_the_changes_has_the_state(player, app, title, scenario):
    game = started(player, title, scenario)
    held = app.state.server.rooms
    rng = random.Random(3)
    seats = player.get(f"/api/titles/{title}").json()["seats"]
    with (
        player.websocket_connect(f"/ws/games/{game}?seat={seats[0]}&changes=1") as one,
        player.websocket_connect(f"/ws/games/{game}?seat={seats[1]}&changes=1") as other,
    ):
        sockets = {seats[0]: one, seats[1]: other}
        states = {seat: socket.receive_json()["state"] for seat, socket in sockets.items()}
        for n in range(40):
            at_play: Game = held.open[game].game
            seat, decision = next(iter(at_play.decisions().items()))
            text = end_averse(at_play, decision, rng, None, Counter()).text
            sockets[seat].send_json({"id": n, "order": text, "version": at_play.version(seat)})
            for who in sorted(sockets, key=lambda one: one != seat):
                now = player.get(f"/api/games/{game}/state", params={"seat": who}).json() if who != seat else None
                if now != states[who]:
                    # Who sees nothing of it is sent nothing.
                    told = sockets[who].receive_json()
                    states[who] = merged(states[who], told)
                    assert told.get("answer") == ({"id": n, "status": 200} if who == seat else None)
                assert states[who] == player.get(f"/api/games/{game}/state", params={"seat": who}).json()
                anew = json.loads(written(show.state(at_play, who)))
                assert {name: states[who][name] for name in anew} == anew


@pytest.mark.parametrize(("title", "scenario"), [("tiny", None), ("ww2eto", "1941"), ("westfront", "husky")])
def test_pieces_are_written_anew_just_when_they_look_otherwise(title, scenario):
    rng, game = random.Random(1), Game.new(title, scenario, seed=1)
    faces = {seat: Faces() for seat in (*game.seats, None)}
    for _ in range(60):
        if game.outcome is not None:
            break
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, end_averse(game, decision, rng, None, Counter()))
        for viewer, kept in faces.items():
            index = game.seat_index(viewer)
            t = game.table_for(index)
            assert kept.of(t, index) == [written(piece) for piece in show.pieces(t, index)]


@pytest.mark.parametrize(
    ("old", "new", "runs"),
    [
        ("abcd", "abcd", "[]"),
        ("abcd", "axcy", '[[1,1,["x"]],[3,1,["y"]]]'),
        ("abcd", "abd", "[[2,1,[]]]"),
        ("abd", "abcd", '[[2,0,["c"]]]'),
        ("", "ab", '[[0,0,["a","b"]]]'),
        ("aa", "aaa", '[[2,0,["a"]]]'),
        ("abc", "", "[[0,3,[]]]"),
    ],
)
def test_runs_of_pieces(old, new, runs):
    shown = [Shown({"seat": '"red"'}, [f'"{piece}"' for piece in pieces]) for pieces in (old, new)]
    assert shown[1].since(shown[0]) == f'"changes":{{}},"pieces":{runs}'


def test_an_order_over_the_socket_is_taken_once(player):
    game = started(player, "tiny")
    with player.websocket_connect(f"/ws/games/{game}?seat=red") as socket:
        version = socket.receive_json()["state"]["version"]
        asked = {"id": 1, "order": "build R3", "version": version}
        socket.send_json(asked)
        first = socket.receive_json()
        assert first["answer"] == {"id": 1, "status": 200} and first["state"]["entries"] == 1
        socket.send_json({**asked, "id": 2})
        again = socket.receive_json()
        assert (again["answer"]["id"], again["answer"]["status"], again["answer"]["rule"]) == (2, 409, "E.stale")
        assert again["state"]["entries"] == 1
        socket.send_json({"id": 3, "order": "build everything", "version": again["state"]["version"]})
        refused = socket.receive_json()["answer"]
        assert (refused["id"], refused["status"]) == (3, 422) and refused["sentence"]
    assert player.get(f"/api/games/{game}/state", params={"seat": "red"}).json()["entries"] == 1


def test_an_order_of_which_nothing_is_told_is_taken_once_too(player):
    """The end of a phase, sent twice, does not end the next phase as well."""
    game = started(player, "westfront", "husky")
    with player.websocket_connect(f"/ws/games/{game}?seat=allied") as socket:
        version = socket.receive_json()["state"]["version"]
        socket.send_json({"id": 1, "order": "end", "version": version})
        first = socket.receive_json()
        assert first["answer"]["status"] == 200
        socket.send_json({"id": 2, "order": "end", "version": version})
        again = socket.receive_json()
        assert (again["answer"]["status"], again["answer"]["rule"]) == (409, "E.stale")
        assert again["state"]["decision"] == first["state"]["decision"]


NO_ORDERS = [
    "", "null", "[]", "{", "\0", '{"id":1}', '{"id":"x","order":"build R3","version":0}', '{"id":1,"order":"build R3"}',
    '{"id":1,"order":"build R3","version":null}', '{"id":1,"order":"a\\u0000","version":0}',
    '{"id":1,"order":"build R3","version":0,"seat":"red"}',
]  # fmt: skip


@pytest.mark.parametrize("sent", NO_ORDERS)
def test_what_is_no_order_is_answered_and_changes_nothing(player, sent):
    game = started(player, "tiny")
    with player.websocket_connect(f"/ws/games/{game}?seat=red") as socket:
        before = socket.receive_json()["state"]
        socket.send_text(sent)
        after = socket.receive_json()
        assert after["answer"]["status"] == 422 and after["answer"]["id"] is None
        assert after["answer"]["sentence"].startswith("This is no order: ")
        assert after["state"] == before


def test_who_looks_on_or_has_a_bot_play_gives_no_orders(player, app):
    body = {"title": "tiny", "watch_delay": 0, "sitting": {"red": "me", "blue": "hotseat"}}
    game = player.post("/api/games", json=body).json()["game"]
    guest = TestClient(app, cookies={})
    guest.portal = player.portal
    with guest.websocket_connect(f"/ws/games/{game}") as socket:
        version = socket.receive_json()["state"]["version"]
        socket.send_json({"id": 1, "order": "commit", "version": version})
        assert socket.receive_json()["answer"]["status"] == 403
    give(player, game, "red", "commit")
    player.post(f"/api/games/{game}/hand", json={"seat": "red", "to": "bot:random"})
    with player.websocket_connect(f"/ws/games/{game}?seat=red") as socket:
        version = socket.receive_json()["state"]["version"]
        socket.send_json({"id": 1, "order": "commit", "version": version})
        assert socket.receive_json()["answer"]["status"] == 409


@pytest.mark.parametrize("sitting", ["invite", "bot:random"])
def test_a_seat_that_no_one_has_taken_is_not_shown_to_who_brings_no_cookie(player, app, sitting):
    body = {"title": "tiny", "watch_delay": 0, "sitting": {"red": "me", "blue": sitting}}
    game = player.post("/api/games", json=body).json()["game"]
    stranger = TestClient(app, cookies={})
    stranger.portal = player.portal
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        stranger.websocket_connect(f"/ws/games/{game}?seat=blue") as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4404
    with stranger.websocket_connect(f"/ws/games/{game}") as socket:
        shown = socket.receive_json()["state"]
        assert shown["seat"] is None and "you" not in {row["who"] for row in shown["sitting"]}


def closed(socket) -> tuple[int, str]:
    """How the server closes a socket that has nothing more to say."""
    with pytest.raises(WebSocketDisconnect) as end:
        socket.receive_json()
    return end.value.code, end.value.reason


def test_who_signs_out_is_shown_nothing_more(player, app):
    """Every open socket of the browser is closed at once; those of the account's other browsers stay."""
    game = started(player, "tiny")
    account = {"name": "Suvorov", "password": "train hard"}
    assert player.post("/api/account", json=account).status_code == 200
    elsewhere = TestClient(app, cookies={})
    elsewhere.portal = player.portal
    assert elsewhere.post("/api/account/login", json=account).status_code == 200
    with (
        player.websocket_connect(f"/ws/games/{game}?seat=red") as home,
        elsewhere.websocket_connect(f"/ws/games/{game}?seat=red") as one,
        elsewhere.websocket_connect(f"/ws/games/{game}?seat=blue") as two,
    ):
        (version, *_) = [socket.receive_json()["state"]["version"] for socket in (home, one, two)]
        elsewhere.post("/api/account/logout")
        assert closed(one)[0] == closed(two)[0] == 4401
        home.send_json({"id": 1, "order": "build R3", "version": version})
        assert home.receive_json()["answer"]["status"] == 200


@pytest.mark.parametrize("cookies", [True, False])
def test_a_browser_has_so_many_sockets_and_no_more(player, app, cookies):
    """One too many is told so and closed; when another has gone there is room again."""
    app.state.server.most_sockets = 3
    body = {"title": "tiny", "watch_delay": 0, "sitting": {"red": "me", "blue": "hotseat"}}
    game = player.post("/api/games", json=body).json()["game"]
    client = player
    if not cookies:
        client = TestClient(app, cookies={})
        client.portal = player.portal
    where = f"/ws/games/{game}?seat=red" if cookies else f"/ws/games/{game}"
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(client.websocket_connect(where)).receive_json()
        with client.websocket_connect(where) as late:
            code, reason = closed(late)
            assert code == 4429 and "Too many tables" in reason
    with client.websocket_connect(where) as again:
        assert again.receive_json()["state"]
    assert app.state.server.sockets == {}


def test_who_lost_a_seat_to_the_hosts_new_link_hears_of_no_further_order(player, app, tmp_path, capsys):
    game = started(player, "tiny")
    db = f"sqlite:///{tmp_path}/games.db"
    with (
        player.websocket_connect(f"/ws/games/{game}?seat=red") as red,
        player.websocket_connect(f"/ws/games/{game}?seat=blue") as blue,
    ):
        (_, version) = [socket.receive_json()["state"]["version"] for socket in (red, blue)]
        admin(db, "seat-link", game, "red")
        blue.send_json({"id": 1, "order": "commit", "version": version})
        assert blue.receive_json()["answer"]["status"] == 200
        assert closed(red)[0] == 4403
