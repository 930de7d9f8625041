"""Games and browsers for attacks."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient


def night(*values: object) -> object:
    """The full size of an attack."""
    return pytest.param(*values, marks=pytest.mark.night)


def beside(client: TestClient, **cookies: str) -> TestClient:
    """Another browser at the same server."""
    other = TestClient(client.app, cookies=cookies, raise_server_exceptions=False)
    other.portal = client.portal
    return other


def started(client, **body) -> dict:
    sitting = body.pop("sitting", {"red": "me", "blue": "hotseat"})
    answer = client.post("/api/games", json={"title": "tiny", "sitting": sitting, **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def for_two(red, blue) -> tuple[str, str]:
    """A game of two browsers, and the link by which the second sat down."""
    made = started(red, sitting={"red": "me", "blue": "invite"})
    assert blue.post(f"/api{made['links']['blue']}").status_code == 200
    return made["game"], made["links"]["blue"]


def state(client, game: str, seat: str) -> dict:
    answer = client.get(f"/api/games/{game}/state", params={"seat": seat})
    assert answer.status_code == 200, answer.text
    return answer.json()


def talk(client, game: str, seat: str) -> list[str]:
    return [row["text"] for row in client.get(f"/api/games/{game}/chat", params={"seat": seat}).json()]
