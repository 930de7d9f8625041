"""Spectators by a link: public facts only, the log with them, and neither earlier than the game's delay allows."""

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app

from .services import give


@pytest.fixture
def app(tmp_path):
    return create_app(f"sqlite:///{tmp_path}/games.db")


@pytest.fixture
def player(app):
    with TestClient(app) as client:
        yield client


def begun(player, delay: int) -> str:
    body = {"title": "westfront", "scenario": "husky", "watch_delay": delay}
    return player.post("/api/games", json={**body, "sitting": {"allied": "me", "axis": "hotseat"}}).json()["game"]


def orders(player, game: str, *texts: str) -> None:
    for text in texts:
        assert give(player, game, "allied", text).status_code == 200


def test_a_spectator_reads_the_log_and_gives_no_orders(player, app):
    game = begun(player, 0)
    orders(player, game, "activate 15AG command", "activate 21AG invasion", "end", "invade 21AG US6amph Licata")
    guest = TestClient(app, cookies={})
    told = guest.get(f"/api/games/{game}/events").json()
    seen = guest.get(f"/api/games/{game}/state").json()
    assert seen["seat"] is None and seen["decision"] is None and seen["watch"] == 0
    assert len(told) == seen["version"]
    assert "activated" in {line["kind"] for line in told}
    assert "US6amph" not in str(told) + str(seen)
    refused = give(guest, game, "allied", "end")
    assert refused.status_code in (401, 403, 404)


def test_a_late_spectator_hears_no_more_than_he_sees(player, app):
    game = begun(player, 2)
    orders(player, game, "activate 15AG command", "activate 21AG invasion", "end", "invade 21AG US6amph Licata")
    guest = TestClient(app, cookies={})
    seen = guest.get(f"/api/games/{game}/state").json()
    told = guest.get(f"/api/games/{game}/events").json()
    assert len(told) == seen["version"]
    assert not [line for line in told if line["kind"] == "invaded"]
    with guest.websocket_connect(f"/ws/games/{game}") as ws:
        pushed = ws.receive_json()
    assert len(pushed["events"]) == pushed["state"]["version"] == seen["version"]


def test_a_game_that_is_closed_to_spectators_tells_them_nothing(player, app):
    game = begun(player, -1)
    guest = TestClient(app, cookies={})
    assert guest.get(f"/api/games/{game}/events").status_code == 403
    assert guest.get(f"/api/games/{game}/state").status_code == 403


@pytest.mark.parametrize("delay", [0, 2])
def test_a_spectator_is_shown_the_public_overlays_and_no_others(player, app, delay):
    game = begun(player, delay)
    orders(player, game, "activate 15AG command", "activate 21AG invasion", "end", "invade 21AG US6amph Licata")
    guest = TestClient(app, cookies={})
    where = f"/api/games/{game}/overlay"
    names = guest.get(f"/api/games/{game}/state").json()["overlays"]
    assert names == ["command", "control", "sea areas", "weather"]
    seen = {name: guest.get(f"{where}/{name}").json() for name in names}
    assert seen["control"]["sets"][0]["places"] and seen["sea areas"]["notes"]
    hqs = {note["text"].split()[0] for note in seen["command"]["notes"]}
    assert hqs == {"15AG", "21AG"}, "those that lie face-up"
    assert guest.get(f"{where}/supply").status_code == 404
    assert player.get(f"{where}/control").status_code == 403, "players do not watch"
