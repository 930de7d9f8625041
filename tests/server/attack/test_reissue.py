"""An opponent asks for the link of a seat that another holds, to see what is hidden there."""

from __future__ import annotations

import time

import httpx2 as httpx
import pytest

from grognard.server import seats as seats_
from grognard.server.app import create_app

from ..services import PATIENCE
from .table import beside, for_two, night, started, state, talk

ASKED = {"seat": "red", "of": "blue"}
PHRASE = "four winds over Tobruk harbour"


@pytest.fixture
def game(red, monkeypatch):
    monkeypatch.setattr(seats_, "AWAY", 0.0)
    blue = beside(red)
    return *for_two(red, blue), blue


def passed(red, app, seconds: float) -> None:
    """Time goes by for every seat that is asked for."""
    rows = red.portal.call(app.state.server.store.seats, state(red, red.game, "red")["game"])
    for row in rows:
        if row.claimed:
            red.portal.call(lambda row=row: app.state.server.rooms.change_seat(
                row.game, row.seat, claimed=row.claimed - seconds))  # fmt: skip


@pytest.mark.parametrize("tries", [20, night(2000)])
def test_the_opponent_gets_no_link_however_often_he_asks(red, app, game, tries):
    """In a game for two he is all the others; all he gets is the time from which on it could be made."""
    key, _, _ = game
    app.state.server.orders.burst = app.state.server.orders.rate = 1e6
    until = set()
    for _ in range(tries):
        answer = red.post(f"/api/games/{key}/reissue", json=ASKED).json()
        assert answer["link"] is None
        until.add(round(answer["until"]))
    assert min(until) > time.time() + 70 * 3600 and max(until) - min(until) <= 1
    assert red.get(f"/api/games/{key}/state", params={"seat": "blue"}).status_code == 403


def test_both_are_told_when_and_the_seat_is_shown_as_asked_for(red, game):
    key, _, blue = game
    red.post(f"/api/games/{key}/reissue", json=ASKED)
    (sat,) = [row for row in state(red, key, "red")["sitting"] if row["name"] == "blue"]
    assert sat["asked"] == ["red"] and sat["claimed"] > 0
    for client, seat in ((red, "red"), (blue, "blue")):
        assert any("72 hours" in line and "new link for blue" in line for line in talk(client, key, seat))


def test_whoever_holds_the_seat_objects_by_looking_at_it(red, app, game):
    key, _, blue = game
    red.game = key
    red.post(f"/api/games/{key}/reissue", json=ASKED)
    state(blue, key, "blue")
    passed(red, app, 80 * 3600)
    assert red.post(f"/api/games/{key}/reissue", json=ASKED).json()["link"] is None, "it begins anew"
    assert any("blue is here" in line for line in talk(red, key, "red"))


def test_whoever_lost_the_browser_objects_by_the_link_it_was_taken_by(red, app, game):
    key, link, _ = game
    red.game = key
    red.post(f"/api/games/{key}/reissue", json=ASKED)
    assert beside(red).post(f"/api{link}").status_code == 404, "the link is used up all the same"
    passed(red, app, 80 * 3600)
    assert red.post(f"/api/games/{key}/reissue", json=ASKED).json()["link"] is None
    assert any("objects" in line for line in talk(red, key, "red"))


def test_after_the_stated_time_in_which_no_one_objected_the_link_is_made(red, app, game):
    key, _, _ = game
    red.game = key
    red.post(f"/api/games/{key}/reissue", json=ASKED)
    passed(red, app, 73 * 3600)
    link = red.post(f"/api/games/{key}/reissue", json=ASKED).json()["link"]
    assert beside(red).post(f"/api{link}").json()["seats"] == ["blue"]


def test_a_seat_of_an_account_is_never_given_away(red, app, game):
    key, _, blue = game
    red.game = key
    assert blue.post("/api/account", json={"name": "Blue", "password": PHRASE}).status_code == 200
    for _ in range(3):
        answer = red.post(f"/api/games/{key}/reissue", json=ASKED)
        assert answer.status_code == 409 and "account" in answer.json()["detail"]
        passed(red, app, 1000 * 3600)


@pytest.mark.slow
def test_presence_and_time_are_counted_over_all_processes(servers):
    """Who is at another server is here; what was asked for here is asked for there."""
    one, two = (httpx.Client(base_url=server.url, timeout=PATIENCE) for server in servers)
    made = started(one, sitting={"red": "me", "blue": "invite"})
    assert two.post(f"/api{made['links']['blue']}").status_code == 200
    answer = one.post(f"/api/games/{made['game']}/reissue", json=ASKED)
    assert answer.status_code == 409 and "is here" in answer.json()["detail"]


def test_a_new_server_does_not_forget_what_was_asked_for(red, app, db, game):
    from starlette.testclient import TestClient

    key, _, _ = game
    until = red.post(f"/api/games/{key}/reissue", json=ASKED).json()["until"]
    with TestClient(create_app(db), cookies=dict(red.cookies)) as again:
        assert abs(again.post(f"/api/games/{key}/reissue", json=ASKED).json()["until"] - until) < 1
