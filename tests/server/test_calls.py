"""Calls to the table: hooks, notices, a new link by agreement; and files that are sent packed."""

import asyncio
import gzip
import json
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from starlette.testclient import TestClient

from grognard.engine.core.rules import Refused
from grognard.server import hooks
from grognard.server import seats as seats_
from grognard.server.app import create_app

from .services import admin, give


class Receiver:
    """A web page of a player's own, on loopback, that notes what it is sent."""

    def __init__(self, *answers: int) -> None:
        received, codes = [], list(answers)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(codes.pop(0) if codes else 200)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_) -> None:
                pass

        self.received = received
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/called?by=grognard"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver():
    made = []

    def make(*answers: int) -> Receiver:
        made.append(Receiver(*answers))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def app(tmp_path):
    app = create_app(f"sqlite:///{tmp_path}/games.db", private_hooks=True)
    app.state.server.caller.pauses = (0.0, 0.01, 0.01)
    return app


@pytest.fixture
def red(app):
    with TestClient(app) as client:
        yield client


def beside(client) -> TestClient:
    """Another browser at the same server."""
    other = TestClient(client.app)
    other.portal = client.portal
    return other


def seated(red, app, **sitting) -> tuple[str, dict[str, TestClient]]:
    """A game whose other seats are taken by link, each from a browser of its own."""
    made = red.post("/api/games", json={"title": "tiny", "sitting": {"red": "me", "blue": "invite", **sitting}}).json()
    others = {}
    for seat, link in made["links"].items():
        others[seat] = beside(red)
        assert others[seat].post(f"/api{link}").status_code == 200
    return made["game"], others


def order(client, game, seat, text):
    answer = give(client, game, seat, text)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _settled(app) -> None:
    for task in list(app.state.server.caller.tasks):
        await task


def test_a_hook_is_called_with_the_receivers_own_prompt(red, app, receiver):
    game, others = seated(red, app)
    mine = receiver()
    assert red.post(f"/api/games/{game}/hook", json={"seat": "red", "url": mine.url}).json() == {"url": mine.url}
    order(red, game, "red", "commit")
    order(others["blue"], game, "blue", "build B1")
    order(others["blue"], game, "blue", "commit")
    red.portal.call(_settled, app)
    (call,) = mine.received
    assert call["game"] == game and call["seat"] == "red" and call["title"] == "tiny"
    assert call["text"] == red.get(f"/api/games/{game}/state", params={"seat": "red"}).json()["decision"]["prompt"]
    assert not re.search(r"\bB1\b", json.dumps(call))
    red.post(f"/api/games/{game}/hook", json={"seat": "red", "url": ""})
    assert red.get(f"/api/games/{game}/hook", params={"seat": "red"}).json() == {"url": ""}


def test_who_lost_a_seat_to_the_hosts_new_link_is_called_no_more(red, app, receiver, tmp_path, capsys):
    game, others = seated(red, app)
    mine = receiver()
    red.post(f"/api/games/{game}/hook", json={"seat": "red", "url": mine.url})
    order(red, game, "red", "commit")
    admin(f"sqlite:///{tmp_path}/games.db", "seat-link", game, "red")
    order(others["blue"], game, "blue", "commit")
    red.portal.call(_settled, app)
    assert mine.received == []
    heir = beside(red)
    link = capsys.readouterr().out.strip().removeprefix("https://games.example.org")
    assert heir.post(f"/api{link}").status_code == 200
    assert heir.get(f"/api/games/{game}/hook", params={"seat": "red"}).json() == {"url": ""}


def test_everyone_is_called_when_the_game_ends(red, app, receiver):
    game, others = seated(red, app)
    mine = receiver()
    others["blue"].post(f"/api/games/{game}/hook", json={"seat": "blue", "url": mine.url})
    order(red, game, "red", "propose resign")
    order(others["blue"], game, "blue", "accept 1")
    red.portal.call(_settled, app)
    assert mine.received[-1]["text"].startswith("The game is over")


def test_tries_are_few_and_redirects_are_not_followed(red, app, receiver):
    failing, moved = receiver(500, 500, 500, 500), receiver(302)
    game, others = seated(red, app)
    red.post(f"/api/games/{game}/hook", json={"seat": "red", "url": failing.url})
    others["blue"].post(f"/api/games/{game}/hook", json={"seat": "blue", "url": moved.url})
    order(red, game, "red", "propose resign")
    order(others["blue"], game, "blue", "accept 1")
    red.portal.call(_settled, app)
    assert len(failing.received) == 3 and len(moved.received) == 1


PRIVATE = ["http://127.0.0.1:8000/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/", "http://192.168.1.1/x",
           "http://169.254.169.254/latest", "http://0.0.0.0/", "http://[::ffff:127.0.0.1]/",
           "http://2130706433/"]  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE)
def test_a_hook_leads_into_no_private_network_unless_the_host_allows_it(url):
    with pytest.raises(Refused, match=r"private network|not found"):
        asyncio.run(hooks.target(url, private=False))


@pytest.mark.parametrize("url", ["ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "http://a:b@c.org/",
                                 "http://", "x", "http://[", "http://c.org:99999/", "http://" + "a" * 280])  # fmt: skip
def test_a_hook_that_is_no_web_page_is_refused(red, app, url):
    game, _ = seated(red, app)
    answer = red.post(f"/api/games/{game}/hook", json={"seat": "red", "url": url})
    assert answer.status_code == 422 and answer.json()["detail"]
    assert red.get(f"/api/games/{game}/hook", params={"seat": "red"}).json() == {"url": ""}


def test_notices_name_the_games_in_which_i_must_decide(red, app):
    game, others = seated(red, app)
    (mine,) = red.get("/api/notices").json()
    assert mine["game"] == game and mine["text"].startswith("Turn 1, production: red")
    order(red, game, "red", "commit")
    assert red.get("/api/notices").json() == []
    assert others["blue"].get("/api/notices").json()[0]["text"].startswith("Turn 1, production: blue")


def test_a_seat_gets_a_new_link_when_all_others_agree(red, app, monkeypatch):
    game, others = seated(red, app)
    blue = others["blue"]
    blue.get(f"/api/games/{game}/state", params={"seat": "blue"})
    asked = {"seat": "red", "of": "blue"}
    assert red.post(f"/api/games/{game}/reissue", json=asked).status_code == 409, "blue is here"
    monkeypatch.setattr(seats_, "AWAY", 0.0)
    assert red.post(f"/api/games/{game}/reissue", json={"seat": "red", "of": "red"}).status_code == 422
    with blue.websocket_connect(f"/ws/games/{game}?seat=blue") as socket:
        socket.receive_json()
        assert red.post(f"/api/games/{game}/reissue", json=asked).status_code == 409, "blue looks on"
    assert TestClient(app).post(f"/api/games/{game}/reissue", json=asked).status_code == 403
    app.state.server.objection = 0.0
    assert red.post(f"/api/games/{game}/reissue", json=asked).json()["link"] is None, "it must be asked for first"
    link = red.post(f"/api/games/{game}/reissue", json=asked).json()["link"]
    assert blue.get(f"/api/games/{game}/state", params={"seat": "blue"}).status_code == 403
    talk = red.get(f"/api/games/{game}/chat", params={"seat": "red"}).json()
    assert talk[-1]["who"] == "table" and "blue" in talk[-1]["text"]
    again = TestClient(app)
    assert again.post(f"/api{link}").json()["seats"] == ["blue"]
    assert again.get(f"/api/games/{game}/state", params={"seat": "blue"}).status_code == 200


def test_with_three_at_the_table_two_must_agree(red, app, monkeypatch):
    monkeypatch.setattr(seats_, "AWAY", 0.0)
    body = {"title": "tiny", "sitting": {"red": "me", "blue": "invite", "green": "invite"},
            "powers": {"green": "green"}}  # fmt: skip
    made = red.post("/api/games", json=body).json()
    assert set(made["links"]) == {"blue", "green"}
    others = {seat: beside(red) for seat in made["links"]}
    for seat, client in others.items():
        client.post(f"/api{made['links'][seat]}")
    where = f"/api/games/{made['game']}/reissue"
    assert red.post(where, json={"seat": "red", "of": "blue"}).json()["waiting"] == ["green"]
    assert red.post(where, json={"seat": "red", "of": "blue"}).json()["link"] is None, "one voice counts once"
    seen = others["green"].get(f"/api/games/{made['game']}/state", params={"seat": "green"}).json()["sitting"]
    assert {row["name"]: row["asked"] for row in seen} == {"red": [], "blue": ["red"], "green": []}
    agreed = others["green"].post(where, json={"seat": "green", "of": "blue"}).json()
    assert agreed["link"] is None and agreed["waiting"] == [] and agreed["until"] > time.time()
    app.state.server.objection = 0.0
    assert others["green"].post(where, json={"seat": "green", "of": "blue"}).json()["link"]


def test_a_hook_is_tried_at_once_and_says_what_came_back(red, app, receiver):
    game, _ = seated(red, app)
    where, asked = f"/api/games/{game}/hook", {"seat": "red"}
    assert red.post(f"{where}/test", json=asked).status_code == 422, "there is none"
    mine = receiver(200, 404)
    red.post(where, json={"seat": "red", "url": mine.url})
    assert red.post(f"{where}/test", json=asked).json() == {"status": 200}
    assert red.post(f"{where}/test", json=asked).json() == {"status": 404}
    assert mine.received[0]["test"] and mine.received[0]["seat"] == "red"
    mine.close()
    assert red.post(f"{where}/test", json=asked).json() == {"detail": "No one answered at this address."}


def red_seat(client, game, seat) -> dict:
    """Who sits in the red chair, as a seat sees it."""
    shown = client.get(f"/api/games/{game}/state", params={"seat": seat}).json()["sitting"]
    return next(row for row in shown if row["name"] == "red")


def test_a_bot_plays_for_me_until_i_take_the_seat_back(red, app):
    """Meanwhile I look on and give no orders, and neither a hook nor a notice calls me; the others see a bot."""
    game, others = seated(red, app)
    hand = f"/api/games/{game}/hand"
    assert red.post(hand, json={"seat": "red", "to": "bot:nobody"}).status_code == 422
    assert others["blue"].post(hand, json={"seat": "red", "to": "me"}).status_code == 403
    red.post(hand, json={"seat": "red", "to": "bot:random"})
    assert red_seat(red, game, "red") | {"who": "you", "bot": "random"} == red_seat(red, game, "red")
    assert red_seat(others["blue"], game, "blue")["who"] == "bot:random"
    refused = give(red, game, "red", "commit")
    assert refused.status_code == 409 and "take it back" in refused.json()["detail"]
    assert red.get("/api/notices").json() == []
    with red.websocket_connect(f"/ws/games/{game}?seat=red&since=0") as socket:
        while [seat for seat, _ in socket.receive_json()["state"]["deciding"]] != ["blue"]:
            pass
    red.post(hand, json={"seat": "red", "to": "me"})
    order(others["blue"], game, "blue", "commit")
    order(red, game, "red", "end")
    assert red_seat(red, game, "red")["bot"] == ""


def test_two_tabs_at_once_one_wins_and_the_other_is_told(red, app):
    game, _ = seated(red, app)
    version = red.get(f"/api/games/{game}/state", params={"seat": "red"}).json()["version"]
    orders = ["build R3", "build R1", "levy red"] * 2

    def send(n: int):
        body = {"seat": "red", "order": orders[n], "version": version}
        return red.post(f"/api/games/{game}/orders", json=body)

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(send, range(6)))
    assert sorted(a.status_code for a in answers) == [200] + [409] * 5
    told = [a.json()["state"] for a in answers if a.status_code == 409]
    assert all(state["entries"] == 1 and state["version"] > version for state in told)


def test_the_script_and_the_backdrop_are_sent_packed(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html>")
    (tmp_path / "assets" / "index-abc.js").write_text("let a = 1;\n" * 1000)
    with TestClient(create_app(f"sqlite:///{tmp_path}/g.db", page=tmp_path)) as client:
        for path in ("/assets/index-abc.js", "/api/boards/ww2eto/backdrop.svg", "/api/boards/ww2eto"):
            plain = client.get(path, headers={"accept-encoding": "identity"})
            with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
                raw = b"".join(answer.iter_raw())
            assert answer.headers["content-encoding"] == "gzip" and "accept-encoding" in answer.headers["vary"].lower()
            assert gzip.decompress(raw) == plain.content and len(raw) < len(plain.content) / 2
            assert "content-security-policy" in answer.headers
        tag = client.get("/assets/index-abc.js").headers["etag"]
        assert client.get("/assets/index-abc.js", headers={"if-none-match": tag}).status_code == 304
        assert client.get("/").text == "<html>" and client.get("/games/x/red").text == "<html>"
