"""What others do out of a viewer's sight is not to be counted.

Three games on one server are the same but for how many orders one seat gives in private while both work in parallel:
none, one and seven, some of them taken back. Every byte that the other seat and a spectator get over HTTP and their
sockets, and how many messages they get, must be the same, then and after the work is shown to all.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import pytest
from starlette.testclient import TestClient

from grognard.engine.core.frames import PARALLEL
from grognard.engine.play.game import Game
from grognard.engine.play.journal import Journal
from grognard.lab.policies import POLICIES
from grognard.server import hooks
from grognard.server.app import create_app
from grognard.server.games import add
from grognard.server.models import SeatRow
from grognard.server.rooms import Room
from grognard.server.security import hashed
from grognard.server.sockets import Viewer
from grognard.server.written import Shown

from .services import give, headless

BUSY, OTHER, GUEST = "b" * 32, "o" * 32, "g" * 32
ACTS = (0, 1, 7)
FRAMES = [
    ("tiny", None, {}, "red", 0),
    ("westfront", "husky", {}, "allied", 2),
    ("westfront", "s44", {"deployment": "free"}, "axis", 0),
]


@dataclass
class Three:
    """The three games, who works in secret there, and what the others have looked at."""

    app: object
    keys: list[str]
    busy: str
    other: str
    clients: dict[str | None, TestClient]
    sockets: dict[tuple[str, str | None], object] = field(default_factory=dict)
    touched: dict[tuple[str, str], float] = field(default_factory=dict)
    asked: int = 0

    def game(self, key: str) -> Game:
        portal, rooms = self.clients[self.busy].portal, self.app.state.server.rooms
        return portal.call(rooms.room, key).game


def in_parallel(title: str, scenario: str | None, options: dict[str, str]) -> Game:
    """A game in which both seats work at once."""
    game, rng = Game.new(title, scenario, options=options, seed=1), random.Random(1)
    while len(game.lanes) < 2 or len(game.decisions()) < 2:
        seat = rng.choice(sorted(game.decisions()))
        game.play(seat, POLICIES["end-averse"](game, game.decisions()[seat], rng, None, Counter()))
    return game


class Bell(asyncio.Event):
    """Says whether someone waits for it in vain."""

    idle = False

    async def wait(self) -> bool:
        self.idle = True
        try:
            return await super().wait()
        finally:
            self.idle = False


@pytest.fixture
def root(tmp_path, monkeypatch):
    plain = Viewer.__init__

    def belled(self, *args) -> None:
        plain(self, *args)
        self.changed = Bell()
        self.changed.set()

    monkeypatch.setattr(Viewer, "__init__", belled)
    with TestClient(create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6)) as client:
        yield client


def begun(root, title: str, scenario: str | None, options: dict[str, str], busy: str, delay: int) -> Three:
    game, app = in_parallel(title, scenario, options), root.app
    (other,) = set(game.seats) - {busy}
    cookies = {busy: BUSY, other: OTHER}
    keys = []
    for _ in ACTS:
        rows = [SeatRow(seat=seat, who="human", session=hashed(cookies[seat])) for seat in game.seats]
        keys.append(root.portal.call(add, app.state.server, game.copy(), "live", rows, delay))
    three = Three(app, keys, busy, other, {})
    for seat, cookie in ((busy, BUSY), (other, OTHER), (None, GUEST)):
        three.clients[seat] = TestClient(app, cookies={"grognard": cookie})
        three.clients[seat].portal = root.portal
    return three


def look(three: Three, stack) -> None:
    for key in three.keys:
        for seat in (three.other, None):
            query = f"?changes=1&seat={seat}" if seat else "?changes=1"
            socket = three.clients[seat].websocket_connect(f"/ws/games/{key}{query}")
            three.sockets[key, seat] = stack.enter_context(socket)


async def settled(app) -> None:
    """Wait until every message is sent that there is to send."""
    bells = [viewer.changed for viewers in app.state.server.sockets.values() for viewer in viewers]
    while not all(bell.idle and not bell.is_set() for bell in bells):
        await asyncio.sleep(0.001)


def messages(three: Three, key: str, seat: str | None) -> str:
    """Every message up to the answer to an order that comes too late."""
    socket, found = three.sockets[key, seat], []
    three.clients[seat].portal.call(settled, three.app)
    three.asked += 1
    socket.send_json({"id": three.asked, "order": "end", "version": 9_999_999})
    while not found or "answer" not in json.loads(found[-1]):
        found.append(socket.receive_text())
    return "\n".join(text.replace(f'"id":{three.asked}', '"id":0') for text in found)


def answered(answer) -> str:
    """An answer with its headers."""
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
    return f"{answer.status_code} {headers} {answer.text}"


def since(three: Three, key: str, rows: list[dict], name: str) -> str:
    """A game's rows of a list; of the clock, whether it went on since this was asked last."""
    mine = [dict(row) for row in rows if row["game"] == key]
    for row in mine:
        now, row[name] = row[name], row[name] != three.touched.get((key, name))
        three.touched[key, name] = now
    return json.dumps(mine)


def received(three: Three, key: str, seat: str | None) -> dict[str, str]:
    """Everything that a viewer can have of a game."""
    client, at, who = three.clients[seat], f"/api/games/{key}", {"seat": seat} if seat else {}
    found = {"messages": messages(three, key, seat)}
    for what in ("state", "events"):
        found[what] = answered(client.get(f"{at}/{what}", params=who))
    state = client.get(f"{at}/state", params=who).json()
    for name in state["overlays"]:
        found[f"overlay {name}"] = answered(client.get(f"{at}/overlay/{name}", params=who))
    found["not mine"] = answered(client.get(f"{at}/state", params={"seat": three.busy}))
    if seat is not None:
        for what in ("export", "chat", "course", "notes", "hook", "lesson"):
            found[what] = answered(client.get(f"{at}/{what}", params=who))
        last = state["entries"]
        for entry in sorted({0, 1, state["recap_entry"], max(0, last - 1), last, last + 5}):
            found[f"replay {entry}"] = answered(client.get(f"{at}/replay", params={**who, "entry": entry}))
        for offer in state["decision"]["offers"]:
            body = {**who, "prefix": [offer["text"]]}
            found[f"next {offer['text']}"] = answered(client.post(f"{at}/next", json=body))
            for what in ("why", "preview"):
                body = {**who, "order": offer["text"]}
                found[f"{what} {offer['text']}"] = answered(client.post(f"{at}/{what}", json=body))
        found["stale"] = answered(client.post(f"{at}/orders", json={**who, "order": "end", "version": 9_999_999}))
        found["list"] = since(three, key, client.get("/api/games").json(), "touched")
        found["notices"] = since(three, key, client.get("/api/notices").json(), "since")
        found["hook call"] = json.dumps(hooks.notice(three.app.state.server.rooms.open[key], seat))
    return {channel: headless(text).replace(key, "GAME") for channel, text in found.items()}


def compare(three: Three, when: str) -> int:
    compared = 0
    for seat in (three.other, None):
        first, *rest = [received(three, key, seat) for key in three.keys]
        for acts, found in zip(ACTS[1:], rest, strict=True):
            for channel, text in first.items():
                place = f"{when}: {channel} of {seat or 'the spectator'} after {acts} orders"
                assert text == found.get(channel, ""), f"{place}: {where(text, found.get(channel, ''))}"
                compared += 1
            assert found.keys() == first.keys(), when
    return compared


def where(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 80) : at + 80]!r} against {other[max(0, at - 80) : at + 80]!r}"


def harmless(game: Game, seat: str) -> str:
    """An order in a seat's lane that can be taken back and does not end its work."""
    rng, decision = random.Random(5), game.decisions()[seat]
    for _ in range(200):
        order, twin = decision.sample(rng), game.copy()
        twin.play(seat, order)
        lane = twin.lanes.get(game.seat_index(seat))
        if lane is not None and lane.done and lane.table.frame.kind != PARALLEL:
            return order.text
    raise AssertionError("there is nothing to do")


def back(three: Three, key: str, seat: str) -> None:
    client = three.clients[seat]
    version = client.get(f"/api/games/{key}/state", params={"seat": seat}).json()["version"]
    answer = client.post(f"/api/games/{key}/undo", json={"seat": seat, "version": version})
    assert answer.status_code == 200, answer.text


def orders(three: Three, key: str, seat: str, text: str) -> None:
    answer = give(three.clients[seat], key, seat, text)
    assert answer.status_code == 200, answer.text


def work(three: Three) -> None:
    """The busy seat gives an order, takes it back, gives it again..., so many times in each game; and where it gives
    many, it also leaves a standing order and withdraws it."""
    for key, acts in zip(three.keys, ACTS, strict=True):
        for n in range(acts):
            if n % 2:
                back(three, key, three.busy)
            else:
                orders(three, key, three.busy, harmless(three.game(key), three.busy))
        offers = three.game(key).offers(three.busy)
        if acts > 1 and "standing" in [choice.text for choice in offers.next()]:
            question = offers.next("standing")[0].text
            for answer in [choice.text for choice in offers.next("standing", question)][1::-1]:
                orders(three, key, three.busy, f"standing {question} {answer}")


def run(three: Three, stack) -> int:
    look(three, stack)
    compared = compare(three, "at first")
    work(three)
    lengths = {len(three.game(key).journal) for key in three.keys}
    assert len(lengths) == len(ACTS)
    compared += compare(three, "while one works")
    for key in three.keys:
        orders(three, key, three.other, harmless(three.game(key), three.other))
    compared += compare(three, "while both work")
    for key, acts in zip(three.keys, ACTS, strict=True):
        if acts % 2:
            back(three, key, three.busy)
        orders(three, key, three.busy, "commit")
    compared += compare(three, "when one has committed")
    for key in three.keys:
        orders(three, key, three.other, "commit")
    compared += compare(three, "when all is shown")
    return compared


@pytest.fixture
def stack():
    with ExitStack() as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame[0]} {frame[1] or ''}".strip())
def test_private_work_is_not_counted(root, stack, frame):
    assert run(begun(root, *frame), stack) > 200


def _raw(monkeypatch) -> None:
    """Everyone counts every entry of the journal."""
    monkeypatch.setattr(Journal, "number", lambda self, viewer, entry=None: len(self) if entry is None else entry)


def _touched(monkeypatch) -> None:
    """The list tells when anyone last did anything."""
    plain = Room.addition

    def leaky(self):
        added = plain(self)
        if added is not None:
            added.seats = self.game.seats
        return added

    monkeypatch.setattr(Room, "addition", leaky)


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "channel"), [(_raw, "messages"), (_touched, "list")])
def test_a_server_that_counts_for_others_is_caught(root, stack, monkeypatch, leak, channel):
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=re.compile(rf"while one works: {channel} of")):
        run(begun(root, *FRAMES[0]), stack)


class Silent:
    """A socket that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)


def pushed(root, three: Three, key: str) -> int:
    """How many messages the other seat gets while the busy one works, when it is looked after each order."""
    server, ws = root.app.state.server, Silent()

    async def viewer() -> Viewer:
        room = await server.rooms.room(key)
        return Viewer(ws, server, room, three.other, hashed(OTHER), 0)

    looking = root.portal.call(viewer)
    root.portal.call(looking._send)
    assert len(ws.sent) == 1
    for _ in range(3):
        orders(three, key, three.busy, harmless(three.game(key), three.busy))
        root.portal.call(looking._send)
    return len(ws.sent) - 1


def test_no_message_comes_of_private_work(root, monkeypatch):
    three = begun(root, *FRAMES[0])
    assert pushed(root, three, three.keys[0]) == 0
    monkeypatch.setattr(Shown, "same", lambda self, other: False)
    assert pushed(root, three, three.keys[1]) == 3, "a server that pushes whatever happens is caught"


def test_what_is_said_is_pushed_to_all(root, stack):
    three = begun(root, *FRAMES[0])
    look(three, stack)
    key = three.keys[0]
    for seat in (three.other, None):
        three.sockets[key, seat].receive_text()
    three.clients[three.busy].post(f"/api/games/{key}/chat", json={"seat": three.busy, "text": "Good luck!"})
    for seat in (three.other, None):
        assert json.loads(three.sockets[key, seat].receive_text()) == {"changes": {}, "pieces": [], "events": []}


def test_private_work_does_not_bring_a_game_forward(root):
    """The list has those games first of which the seat itself has heard last."""
    three = begun(root, *FRAMES[0])

    def listed(seat: str) -> list[int]:
        return [three.keys.index(row["game"]) for row in three.clients[seat].get("/api/games").json()]

    assert listed(three.other) == [2, 1, 0]
    orders(three, three.keys[0], three.busy, harmless(three.game(three.keys[0]), three.busy))
    assert listed(three.other) == [2, 1, 0] and listed(three.busy) == [0, 2, 1]
    orders(three, three.keys[1], three.other, "commit")
    assert listed(three.other) == [1, 2, 0] and listed(three.busy) == [0, 2, 1]


def test_a_database_of_before_is_counted_too(tmp_path):
    """The entries of an older server say by themselves who may count them."""
    file = tmp_path / "games.db"
    with TestClient(create_app(f"sqlite:///{file}")) as client:
        game = client.post("/api/games", json={"title": "tiny"}).json()["game"]
        for seat, text in (("red", "build R3"), ("red", "build R1"), ("blue", "commit"), ("red", "commit")):
            assert give(client, game, seat, text).status_code == 200
        before = [client.get(f"/api/games/{game}/state", params={"seat": seat}).json() for seat in ("red", "blue")]
        listed = client.get("/api/games").json()
    assert [state["entries"] for state in before] == [3, 2]
    with closing(sqlite3.connect(file)) as old, old:
        old.execute("ALTER TABLE entries DROP COLUMN known_to")
        old.execute("ALTER TABLE seats DROP COLUMN touched")
        old.execute("UPDATE alembic_version SET version_num = '0003'")
    with TestClient(create_app(f"sqlite:///{file}"), cookies=dict(client.cookies)) as client:
        after = [client.get(f"/api/games/{game}/state", params={"seat": seat}).json() for seat in ("red", "blue")]
        assert after == before
        replay = client.get(f"/api/games/{game}/replay", params={"seat": "blue", "entry": 1}).json()
        assert replay["deciding"][0][0] == "red" and replay["last"] == 2
        now = client.get("/api/games").json()
        assert [{**row, "touched": 0} for row in now] == [{**row, "touched": 0} for row in listed]
        assert now[0]["touched"] == pytest.approx(listed[0]["touched"], abs=1)


def test_private_work_at_another_server_leaves_an_order_as_good_as_it_was(tmp_path, monkeypatch):
    """Two servers write to one game at once; who had no part in the other's work is not told that there was any."""
    db = f"sqlite:///{tmp_path}/games.db"
    with TestClient(create_app(db)) as one, TestClient(create_app(db)) as two:
        game = one.post("/api/games", json={"title": "tiny"}).json()["game"]
        two.cookies = one.cookies
        before = one.get(f"/api/games/{game}/state", params={"seat": "red"}).json()

        async def unaware() -> int:
            return 0

        monkeypatch.setattr(one.app.state.server.store, "foreign", unaware)
        one.app.state.server.rooms.open[game].foreign = 0
        assert give(two, game, "blue", "commit").status_code == 200
        body = {"seat": "red", "order": "build R3", "version": before["version"]}
        answer = one.post(f"/api/games/{game}/orders", json=body)
        assert answer.status_code == 200 and answer.json()["entries"] == 1
        assert one.post(f"/api/games/{game}/orders", json=body).status_code == 409, "sent twice, it is taken once"
        assert one.portal.call(one.app.state.server.store.entries, [game]) == {game: 2}
