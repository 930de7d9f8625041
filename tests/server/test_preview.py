"""A preview tells what its seat could find out by undoing, and nothing else."""

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app

from .services import give


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(f"sqlite:///{tmp_path}/games.db")) as client:
        yield client


def barbarossa(client) -> str:
    body = {"title": "ww2eto", "scenario": "1941", "sitting": {"axis": "me", "allied": "hotseat"}}
    game = client.post("/api/games", json=body).json()["game"]
    for order in ("deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end"):
        answer = give(client, game, "axis", order)
        assert answer.status_code == 200, answer.text
    return game


def ask(client, game, what, order, seat="axis"):
    return client.post(f"/api/games/{game}/{what}", json={"seat": seat, "order": order})


def test_a_move_is_shown_hex_by_hex_and_changes_nothing(client):
    game = barbarossa(client)
    before = client.get(f"/api/games/{game}/state?seat=axis").json()
    seen = ask(client, game, "preview", "move ger4mech@1612 1512").json()
    assert seen["path"] == ["1612", "1512"]
    assert seen["order"] == "move ger4mech@1612 1612>1512"
    assert seen["barred"] == ""
    assert [line["kind"] for line in seen["lines"]] == ["moved"]
    assert client.get(f"/api/games/{game}/state?seat=axis").json() == before


def test_ways_that_the_rules_tell_apart_are_shown(client):
    game = barbarossa(client)
    seen = ask(client, game, "preview", "move ger2inf@1801 2003").json()
    assert seen["order"] == seen["ways"][0] == "move ger2inf@1801 1801>1802>1803>1904>2003"
    assert seen["ways"][1:] == ["move ger2inf@1801 1801>1802>1803>1904>2004>2003"]
    other = ask(client, game, "preview", seen["ways"][1]).json()
    assert (other["order"], other["ways"]) == (seen["ways"][1], seen["ways"])
    assert ask(client, game, "preview", "move ger4mech@1612 1512").json()["ways"] == []


def test_a_roll_is_announced_and_its_outcome_is_not(client):
    game = barbarossa(client)
    give(client, game, "axis", "end")
    attack = "attack ger4inf@1613+ger4mech@1613 1713"
    seen = ask(client, game, "preview", attack).json()
    assert "die" in seen["barred"]
    assert seen["lines"] == seen["debts"] == []
    odds = ask(client, game, "odds", attack).json()
    assert sum(row["chance"] for row in odds["rows"]) == pytest.approx(1)
    assert odds["attack"] - odds["defence"] == int(odds["title"])


def test_a_preview_that_is_not_offered_is_refused_with_its_rule(client):
    game = barbarossa(client)
    refused = ask(client, game, "preview", "move ger4mech@1612 2310")
    assert refused.status_code == 422 and refused.json()["rule"]
    assert ask(client, game, "preview", "end", seat="allied").status_code == 422
