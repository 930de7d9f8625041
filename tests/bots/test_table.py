"""Bots at the table: they think in a process of their own, play their seats, answer proposals, and stop no game."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app
from grognard.server.long import START

PATIENCE = 60.0


@pytest.fixture
def app(tmp_path: Any) -> Any:
    return create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)


@pytest.fixture
def me(app: Any) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


def started(me: TestClient, title: str, scenario: str = "", **sitting: str) -> str:
    asked = {"title": title, "sitting": sitting, **({"scenario": scenario} if scenario else {})}
    answer = me.post("/api/games", json=asked)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["game"])


def state(me: TestClient, game: str, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = me.get(f"/api/games/{game}/state", params={"seat": seat}).json()
    return found


def give(me: TestClient, game: str, seat: str, order: str) -> None:
    asked = {"seat": seat, "order": order, "version": state(me, game, seat)["version"]}
    answer = me.post(f"/api/games/{game}/orders", json=asked)
    assert answer.status_code == 200, answer.text


def opened(me: TestClient, app: Any, game: str, seat: str) -> Any:
    """The room of a game."""
    assert state(me, game, seat)
    return app.state.server.rooms.open[game]


def until(what: Any) -> Any:
    """What comes true before long."""
    end = time.monotonic() + PATIENCE
    while not (found := what()) and time.monotonic() < end:
        time.sleep(0.05)
    assert found
    return found


def deciding(me: TestClient, game: str, seat: str) -> list[str]:
    return [who for who, *_ in state(me, game, seat)["deciding"]]


def test_greedy_plays_its_seat(me: TestClient, app: Any) -> None:
    """The Allies have the first word in Husky; then the Axis is asked, and much was ordered meanwhile."""
    game = started(me, "westfront", "husky", axis="me", allied="bot:greedy")
    room = opened(me, app, game, "axis")
    until(lambda: deciding(me, game, "axis") == ["axis"])
    assert len(room.game.journal) >= 4
    assert app.state.server.pool.crews["bot"].worker is not None


def test_a_planner_plays_at_the_pace_that_was_chosen(me: TestClient, app: Any, caplog: Any) -> None:
    """It is offered by its name and sits down with its pace; its turn is over before long, and nothing went wrong."""
    offered = next(title for title in me.get("/api/titles").json() if title["id"] == "westfront")["bots"]
    assert "planner" in offered
    game = started(me, "westfront", "husky", axis="me", allied="bot:planner:quick")
    room = opened(me, app, game, "axis")
    until(lambda: deciding(me, game, "axis") == ["axis"])
    assert room.bots == {"allied": "planner:quick"} and len(room.game.journal) >= 4
    assert "failed" not in caplog.text


@pytest.mark.parametrize("bot", ["planner:slow", "planner:0", "planer"])
def test_no_one_sits_down_at_a_pace_that_is_not(me: TestClient, bot: str) -> None:
    asked = {"title": "westfront", "scenario": "husky", "sitting": {"axis": "me", "allied": f"bot:{bot}"}}
    assert me.post("/api/games", json=asked).status_code == 422


def test_a_proposal_wakes_a_bot(me: TestClient) -> None:
    """It is not the bot's turn, but a resignation waits for its answer; then the game is over."""
    game = started(me, "ww2eto", "1939", axis="me", allied="bot:greedy")
    give(me, game, "axis", "propose resign")
    assert until(lambda: state(me, game, "axis")["outcome"])


@pytest.mark.parametrize("failing", ["unknown", "slow"])
def test_a_bot_that_fails_does_not_stop_the_game(me: TestClient, app: Any, failing: str, caplog: Any) -> None:
    """It raises or takes too long: that is logged, and an offered order is given for it."""
    server = app.state.server
    game = started(me, "tiny", red="me", blue="bot:random")
    room = opened(me, app, game, "red")
    if failing == "unknown":
        room.bots["blue"] = "nobody"
    else:
        server.pool.crews["bot"].budget = -START
    give(me, game, "red", "commit")
    until(lambda: deciding(me, game, "red") == ["red"])
    assert "failed" in caplog.text


def test_nothing_waits_while_a_bot_thinks(me: TestClient, app: Any) -> None:
    """The table is shown and orders are taken; what the bot made of a table that is no more is not given."""
    server, go, asked = app.state.server, threading.Event(), threading.Event()
    run = server.pool.run

    async def slowly(*work: Any) -> Any:
        if work[1] == "thought":
            asked.set()
            await asyncio.to_thread(go.wait, PATIENCE)
        return await run(*work)

    server.pool.run = slowly
    game = started(me, "tiny", red="bot:random", blue="me")
    room = opened(me, app, game, "blue")
    assert asked.wait(PATIENCE) and not room.lock.locked()
    begun = len(room.game.journal)
    give(me, game, "blue", "commit")
    assert len(room.game.journal) > begun
    thoughts = len(room.game.journal)
    go.set()
    until(lambda: len(room.game.journal) > thoughts)
    assert state(me, game, "blue")["version"] > 0
