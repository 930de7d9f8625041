"""A stranger fills the disk: with journals full of junk, with games, with talk; and what no one comes back for."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.engine.core import proof
from grognard.engine.play.game import Game
from grognard.engine.play.journal import _chained
from grognard.server import desk
from grognard.server.app import create_app
from grognard.server.desk import Share
from grognard.server.rooms import ABANDONED, DAY
from grognard.server.store import Store

from ..services import Inline, give
from .table import beside, night, started


def stuffed(where: str, junk: str) -> str:
    """A good journal with junk in one of the places where nobody looks."""
    game = Game.new("tiny", seed=3)
    game.play("red", "build R3")
    bodies = [json.loads(line.partition(" ")[2]) for line in game.save().splitlines()]
    if where == "set-up":
        bodies[0]["junk"] = junk
    elif where == "scene":
        bodies[0]["scene"] = junk
    elif where == "without":
        bodies[0]["without"] = [junk]
    elif where == "entry":
        bodies[1]["e"][3] += junk
    elif where == "beside an entry":
        bodies[1]["junk"] = junk
    elif where == "position":
        bodies[0]["start"] = {"table": {**game.table.dump(), "junk": junk}, "desk": game.desk.dump()}
    lines, chain = [], ""
    for body in bodies:
        chain = _chained(lines, proof.line(body), chain)
    return "\n".join(lines) + "\n"


def size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


WHERES = ["set-up", "scene", "without", "entry", "beside an entry", "position"]


@pytest.mark.parametrize("length", [200_000, night(7_900_000)])
@pytest.mark.parametrize("where", WHERES)
def test_a_journal_full_of_junk_is_refused_and_nothing_of_it_is_kept(red, app, tmp_path, where, length):
    before = size(tmp_path)
    answer = red.post("/api/games/import", json={"journal": stuffed(where, "x" * length)})
    assert answer.status_code == 422, answer.text[:200]
    assert red.get("/api/games").json() == []
    assert size(tmp_path) - before < 150_000


def small(tmp_path, **share: int) -> TestClient:
    """A server on which a day's share is soon used up."""
    app = create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)
    app.state.server.share = Share(**share)
    app.state.server.pool = Inline()
    return TestClient(app)


def codes(asked) -> list[int]:
    return [answer.status_code for answer in asked]


def test_games_imports_talk_and_bytes_have_a_share_of_a_day_by_browser_and_by_address(tmp_path):
    """Browsers that are made up at one address do not help, nor does another server on the same database."""
    text = Game.new("tiny", seed=1).save()
    with small(tmp_path, games=6, imports=4, talk=1000, bytes=10 * len(text)) as client:
        game = started(client)["game"]
        others = [beside(client) for _ in range(8)]
        assert codes(o.post("/api/games", json={"title": "tiny"}) for o in others) == [200] * 5 + [429] * 3
        assert "tomorrow" in others[-1].post("/api/games", json={"title": "tiny"}).json()["detail"]
        assert codes(o.post("/api/games/import", json={"journal": text}) for o in others)[3:] == [200] + [429] * 4
        say = {"seat": "red", "text": "x" * 300}
        assert codes(client.post(f"/api/games/{game}/chat", json=say) for _ in range(4)) == [200, 200, 429, 429]
        again = create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)
        again.state.server.share = client.app.state.server.share
        with TestClient(again) as elsewhere:
            assert elsewhere.post("/api/games", json={"title": "tiny"}).status_code == 429
        assert give(client, game, "red", "build R3").status_code == 200, "whoever plays plays on"


def test_bytes_are_counted_before_they_are_judged(tmp_path):
    """A journal that is refused has cost its bytes too."""
    with small(tmp_path, bytes=250_000) as client:
        junk = {"journal": stuffed("set-up", "x" * 100_000)}
        assert codes(client.post("/api/games/import", json=junk) for _ in range(4)) == [422, 422, 429, 429]


def test_what_orders_make_is_counted_too(tmp_path, monkeypatch):
    """Giving and taking back for ever fills no disk: the share ends it, and not the game of the next."""
    monkeypatch.setattr(desk, "PIECE", 1000)
    with small(tmp_path, bytes=20_000) as client:
        game, taken = started(client)["game"], []
        for _ in range(200):
            for what, more in (("orders", {"order": "build R3"}), ("undo", {})):
                now = client.get(f"/api/games/{game}/state", params={"seat": "red"}).json()["version"]
                taken.append(client.post(f"/api/games/{game}/{what}", json={"seat": "red", "version": now, **more}))
        found = codes(taken)
        assert found[:20] == [200] * 20 and found[-1] == 429 and "share" in taken[-1].json()["detail"]


def test_a_seat_that_goes_from_browser_to_browser_fills_no_disk_either(tmp_path, monkeypatch):
    """Each made-up browser writes less than is counted at once; their address has the sum of it."""
    monkeypatch.setattr(desk, "PIECE", 3000)
    with small(tmp_path, bytes=20_000) as client:
        game, holder, answers = started(client)["game"], client, []
        while len(answers) < 300 and all(answer.status_code == 200 for answer in answers):
            for what, more in (("orders", {"order": "build R3"}), ("undo", {})):
                now = holder.get(f"/api/games/{game}/state", params={"seat": "red"}).json()["version"]
                body = {"seat": "red", "version": now, **more}
                answers.append(holder.post(f"/api/games/{game}/{what}", json=body))
            answers.append(holder.post(f"/api/games/{game}/hand", json={"seat": "red", "to": "link"}))
            if answers[-1].status_code == 200:
                holder = beside(client)
                assert holder.post(f"/api{answers[-1].json()['link']}").status_code == 200
        assert 20 < len(answers) < 300 and answers[-1].status_code == 429
        assert "share" in answers[-1].json()["detail"]


def test_the_days_that_are_over_are_forgotten(red, app, monkeypatch):
    from grognard.server import people

    started(red)
    now = time.time() + 2 * people.DAY
    monkeypatch.setattr(people.time, "time", lambda: now)
    store: Store = app.state.server.store
    red.portal.call(store.forget_days)
    from sqlalchemy import func, select

    from grognard.server.models import SpentRow

    left = red.portal.call(store.read, lambda session: session.scalar(select(func.count()).select_from(SpentRow)))
    assert left == 0


def aged(red, app, game: str, days: float) -> None:
    """No one has played or looked at a game for so long."""
    then = time.time() - days * DAY
    store = app.state.server.store
    app.state.server.rooms.open.pop(game, None)
    red.portal.call(lambda: store.change_game(game, touched=then))
    for row in red.portal.call(store.seats, game):
        red.portal.call(lambda row=row: store.change_seat(game, row.seat, seen=then))


def test_abandoned_games_are_swept_by_rule_and_no_other(red, app):
    """Never begun after a month, hardly begun after half a year, boards after three months; games that were played
    stay for ever, and so does what someone has looked at."""
    kept, swept = [], []
    for orders, days, goes in ((0, 31, True), (0, 29, False), (3, 181, True), (3, 179, False), (12, 4000, False)):
        game = started(red)["game"]
        for n in range(orders):
            seat = "red" if n % 2 == 0 else "blue"
            assert give(red, game, seat, "commit" if n > 1 else "build R3" if seat == "red" else "build B1").status_code
        if orders == 12:
            red.portal.call(lambda game=game: app.state.server.store.change_game(game, entries=12))
        aged(red, app, game, days)
        (swept if goes else kept).append(game)
    board = red.post(f"/api/games/{kept[0]}/fork", json={"seat": "red"}).json()["game"]
    aged(red, app, kept[0], 29)
    aged(red, app, board, 91)
    swept.append(board)
    looked = started(red)["game"]
    aged(red, app, looked, 300)
    app.state.server.seen.clear()
    red.get(f"/api/games/{looked}/state", params={"seat": "red"})
    app.state.server.rooms.open.clear()
    assert red.portal.call(app.state.server.store.sweep, ABANDONED) == len(swept)
    left = {row["game"] for row in red.get("/api/games").json()}
    assert left == {*kept, looked}
