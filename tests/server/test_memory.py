"""Idle games leave memory, and a running one keeps only what came after a snapshot; nothing is lost by either."""

import json
import random
from collections import Counter

import pytest
from starlette.testclient import TestClient

from grognard.engine.play import journal as journal_
from grognard.engine.play.game import Game, load, replay
from grognard.engine.play.journal import Journal
from grognard.lab.policies import end_averse
from grognard.server import rooms as rooms_
from grognard.server.app import create_app
from grognard.server.kept import snapshot

from .services import give

SITTING = {"red": "me", "blue": "hotseat"}


@pytest.fixture
def app(tmp_path):
    return create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)


@pytest.fixture
def client(app):
    app.state.server.starts.burst = 1000.0
    with TestClient(app) as client:
        yield client


def started(client) -> str:
    return client.post("/api/games", json={"title": "tiny", "sitting": SITTING}).json()["game"]


def state(client, game, seat="red") -> dict:
    return client.get(f"/api/games/{game}/state", params={"seat": seat}).json()


def test_idle_games_leave_and_come_back_as_they_were(client, app, monkeypatch):
    monkeypatch.setattr(rooms_, "GRACE", 0.0)
    rooms = app.state.server.rooms
    rooms.keep = 8
    games = [started(client) for _ in range(60)]
    give(client, games[0], "red", "build R3")
    before = {game: state(client, game) for game in games}
    assert len(rooms.open) <= 8
    assert {game: state(client, game) for game in games} == before
    rooms.idle = -1.0
    rooms.evict()
    assert not rooms.open


def test_a_game_that_someone_looks_at_stays(client, app, monkeypatch):
    monkeypatch.setattr(rooms_, "GRACE", 0.0)
    rooms = app.state.server.rooms
    rooms.keep = 2
    watched = started(client)
    with client.websocket_connect(f"/ws/games/{watched}?seat=red") as socket:
        socket.receive_json()
        for _ in range(6):
            state(client, started(client))
        assert watched in rooms.open and len(rooms.open) <= 3
        give(client, watched, "red", "build R3")
        assert socket.receive_json()["events"][0]["kind"] == "built"


def test_an_order_to_a_game_that_has_just_left_is_taken(client, app):
    game = started(client)
    state(client, game)
    rooms = app.state.server.rooms
    room = rooms.open[game]

    async def order():
        rooms.idle = -1.0
        rooms.evict()
        assert room.gone
        rooms.idle = 900.0
        return await rooms.do(room, lambda g: g.play("red", "build R3"))

    fresh = client.portal.call(order)
    assert fresh is not room and state(client, game)["entries"] == 1


def played(client, app, game: str, orders: int) -> list[str]:
    """Play by the game's own offers, over HTTP; the texts given."""
    rng, given = random.Random(2), []
    for _ in range(orders):
        room = app.state.server.rooms.open[game]
        seat, decision = sorted(room.game.decisions().items())[0]
        order = decision.sample(rng).text
        answer = give(client, game, seat, order)
        assert answer.status_code == 200, answer.text
        given.append(order)
        if answer.json()["outcome"]:
            give(client, game, "red", "propose extend")
            number = state(client, game, "blue")["to_answer"][0]
            give(client, game, "blue", f"accept {number}")
    return given


def test_what_lies_before_a_snapshot_is_on_disk_and_can_be_had(client, app):
    game = started(client)
    state(client, game)
    played(client, app, game, 330)
    room = app.state.server.rooms.open[game]
    journal, t = room.game.journal, room.game
    assert journal.before > 100 and len(journal.entries) < 200 and len(journal.snapshots) <= 1
    assert t.told_before[0] > 0
    whole = client.portal.call(lambda: app.state.server.rooms.past(room, whole=True))
    told = client.get(f"/api/games/{game}/events", params={"seat": "red", "since": 0}).json()
    assert [line["n"] for line in told] == list(range(t.version("red")))
    assert [line["kind"] for line in told] == [event.kind for event in whole.events("red")]
    with client.websocket_connect(f"/ws/games/{game}?seat=blue&since=0") as socket:
        assert len(socket.receive_json()["events"]) == t.version("blue")
    early = client.get(f"/api/games/{game}/replay", params={"seat": "red", "entry": 3}).json()
    assert early["last"] == whole.journal.number(0) == journal.number(0) < len(journal) and early["entry"] == 3
    assert early["version"] == replay(whole.journal, whole.journal.entry(0, 3)).version("red")
    assert early["pieces"] != state(client, game)["pieces"]
    client.portal.call(lambda: _agree(app, room, 5))
    assert state(client, game)["entries"] == room.game.journal.number(0)
    assert room.game.table.p.raw() == replay(whole.journal, whole.journal.entry(0, 5)).table.p.raw()
    room = client.portal.call(lambda: app.state.server.rooms.past(room, whole=True))
    assert load(room.save(), verify=True).hash() == room.hash()


def test_the_recap_is_whole_however_much_has_left_memory(client, app, monkeypatch):
    """Blue has committed; red plays on for so long that blue's order and what was told since lie on disk."""
    monkeypatch.setattr(journal_, "EVERY", 1)
    game, rooms = started(client), app.state.server.rooms
    for seat, order in (("red", "build R3"), ("blue", "build B3"), ("blue", "commit"), ("red", "commit")):
        assert give(client, game, seat, order).status_code == 200
    before = state(client, game, "blue")
    assert before["recap_entry"] == 2
    for order in ("move R4 0303", "end", "end"):
        assert give(client, game, "red", order).status_code == 200
    room = rooms.open[game]
    assert room.game.journal.before > 3 and room.game.told_before[1] > before["recap"]
    after = state(client, game, "blue")
    assert (after["recap"], after["recap_entry"]) == (before["recap"], 2) and after["version"] > before["version"]
    rooms.idle = -1.0
    rooms.evict()
    assert game not in rooms.open
    rooms.idle = 900.0
    again = state(client, game, "blue")
    assert (again["recap"], again["recap_entry"]) == (before["recap"], 2) and rooms.open[game] is not room


async def _agree(app, room, entry: int) -> None:
    """Both seats agree to go back to an entry that has long left memory."""
    rooms = app.state.server.rooms
    await rooms.do(room, lambda g: g.play("red", f"propose rollback {entry}"), whole=True)
    number = room.game.desk.proposals[-1]["id"]
    await rooms.do(room, lambda g: g.play("blue", f"accept {number}"), whole=True)


def test_a_snapshot_of_a_large_board_is_written_and_read_again():
    rng, game = random.Random(2), Game.new("westfront", "s44", seed=2)
    while not game.journal.snapshots:
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, end_averse(game, decision, rng, None, Counter()))
    n, text = snapshot(game.journal)
    journal = Journal(game.journal.setup)
    journal.snapshots[n], journal.before = json.loads(text), n
    for entry in game.journal.entries[n - game.journal.before :]:
        journal.add(entry)
    assert replay(journal).hash() == game.hash()


def test_a_game_that_is_opened_from_its_snapshot_says_what_bars_undo(client, app, monkeypatch):
    monkeypatch.setattr(journal_, "EVERY", 1)
    monkeypatch.setattr(rooms_, "GRACE", 0.0)
    game = started(client)
    for seat, order in (("red", "commit"), ("blue", "commit"), ("red", "end")):
        assert give(client, game, seat, order).status_code == 200
    before = state(client, game)["decision"]["undo_barred"]
    rooms = app.state.server.rooms
    rooms.idle = -1.0
    rooms.evict()
    assert not rooms.open
    assert state(client, game)["decision"]["undo_barred"] == before == "a phase has ended"
