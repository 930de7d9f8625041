"""Fog over the wire: who may not know something receives the same bytes whatever it is.

Two games on one server differ only in which of one seat's blocks is which, among those that no other viewer can tell
apart. Both are given the same orders. Every answer, frame, export, refusal and notice that the other seat and the
spectator receive must be the same to the byte, but for the game's own id, the clock and the salted head of the chain
(tests/engine/test_proof.py shows that it says nothing); and none may hold the name of a hidden block.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from starlette.testclient import TestClient

from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game, fresh
from grognard.lab import fog
from grognard.lab.policies import POLICIES
from grognard.server import games, hooks, jobs
from grognard.server.app import create_app
from grognard.server.faces import Faces
from grognard.server.games import add
from grognard.server.models import SeatRow
from grognard.server.security import hashed

from .services import Inline, give, headless

PAIRS = {"small": 1, "medium": 12, "full": 100}[os.environ.get("GROGNARD_COUNTS", "small")]
HORIZON = 10
OWNER, OTHER = "o" * 32, "p" * 32
ATTACK = "move Polinf Perugia"
SCENARIOS = [("westfront", "husky"), ("westfront", "s44")]


@dataclass
class Pair:
    """A game and its twin on one server, and what each viewer looks at them with."""

    keys: tuple[str, str]
    owner: int
    mapping: dict[int, int]
    app: object
    players: dict[str | None, TestClient]
    sockets: dict[str | None, tuple[object, object]]
    known: set[tuple[int, str]] = field(default_factory=set)
    shown: dict[tuple[int, str | None], tuple[str, str]] = field(default_factory=dict)

    def games(self) -> tuple[Game, Game]:
        rooms = self.app.state.server.rooms
        return rooms.open[self.keys[0]].game, rooms.open[self.keys[1]].game


def parted(title: str, scenario: str, seed: int) -> tuple[Game, Game, int, dict[int, int]]:
    """A game in its middle, and the same with another seat's blocks behind their backs exchanged."""
    for n in range(40):
        rng = random.Random(f"wire {title} {scenario} {seed} {n}")
        game = Game.new(title, scenario, seed=seed * 100 + n)
        for _ in range(rng.randrange(5, 30 if scenario == "husky" else 120)):
            if game.outcome is None:
                deciding = game.decisions()
                seat = rng.choice(sorted(deciding))
                game.play(seat, POLICIES["end-averse"](game, deciding[seat], rng, None, Counter()))
        owner = rng.randrange(len(game.seats))
        if game.outcome is None and fog._at_rest(game):
            mapping = fog.permutation(game.table, owner, rng)
            if mapping is not None:
                return game, fog.twin_of(game, owner, mapping), owner, mapping
    raise AssertionError("no game could be parted")


def truth(game: Game, seat: str, order: str) -> dict | None:
    """The odds of an order among the blocks as they are."""
    index = game.seat_index(seat)
    return game.title.odds(game.table_for(index), index, order)


def before_an_attack() -> tuple[Game, Game, int, dict[int, int]]:
    """The Allies may attack Perugia, and in the twin another block awaits them there: the odds are not the same."""
    game = Game.new("westfront", "s44", seed=1)
    for headquarters in [choice.text for choice in game.decisions()["allied"].next("activate")]:
        game.play("allied", f"activate {headquarters} command")
    game.play("allied", "end")
    owner = game.seat_index("axis")
    for n in range(200):
        mapping = fog.permutation(game.table, owner, random.Random(n))
        twin = fog.twin_of(game, owner, mapping) if mapping is not None else game
        if truth(game, "allied", ATTACK) != truth(twin, "allied", ATTACK):
            return game, twin, owner, mapping
    raise AssertionError("no other block could await them")


def started(game: Game) -> Game:
    """The same table as the beginning of a game of its own."""
    setup = {**game.journal.setup, "start": {"table": game.table.dump(), "desk": game.desk.dump()}}
    return fresh(json.loads(json.dumps(setup)))


def seated(stack: ExitStack, root: TestClient, one: Game, other: Game, owner: int, mapping: dict[int, int]) -> Pair:
    app = root.app

    async def put(game: Game) -> str:
        rows = [
            SeatRow(seat=s, who="human", session=hashed(OWNER if i == owner else OTHER))
            for i, s in enumerate(game.seats)
        ]
        return await add(app.state.server, started(game), "live", rows, 0)

    keys = root.portal.call(put, one), root.portal.call(put, other)
    players: dict[str | None, TestClient] = {}
    for seat in (*one.seats, None):
        cookie = OWNER if seat == one.seats[owner] else OTHER if seat else "w" * 32
        players[seat] = TestClient(app, cookies={"grognard": cookie})
        players[seat].portal = root.portal
    sockets = {}
    for seat in (*one.seats, None):
        if seat != one.seats[owner]:
            query = f"?changes=1&seat={seat}" if seat else "?changes=1"
            sockets[seat] = tuple(
                stack.enter_context(players[seat].websocket_connect(f"/ws/games/{key}{query}")) for key in keys
            )
    return Pair(keys, owner, mapping, app, players, sockets)


def received(pair: Pair, n: int, seat: str | None, texts: list[str]) -> dict[str, str]:
    """Everything that a viewer can have of one of the two games."""
    client, key = pair.players[seat], pair.keys[n]
    at, who = f"/api/games/{key}", {"seat": seat} if seat else {}
    found = {what: client.get(f"{at}/{what}", params=who).text for what in ("state", "events")}
    # A frame has come when there is something new for this viewer, and only then.
    now = found["state"], found["events"]
    found["frame"] = pair.sockets[seat][n].receive_text() if pair.shown.get((n, seat)) != now else ""
    pair.shown[n, seat] = now
    if seat is not None:
        state = json.loads(found["state"])
        for what in ("export", "chat", "course", "notes", "hook", "lesson"):
            found[what] = client.get(f"{at}/{what}", params=who).text
        for name in state["overlays"]:
            found[f"overlay {name}"] = client.get(f"{at}/overlay/{name}", params=who).text
        for entry in (0, state["entries"]):
            found[f"replay {entry}"] = client.get(f"{at}/replay", params={**who, "entry": entry}).text
        for offer in state["decision"]["offers"][:6]:
            found[f"next {offer['text']}"] = client.post(f"{at}/next", json={**who, "prefix": [offer["text"]]}).text
        for n_, text in enumerate(texts):
            for what in ("why", "preview", "odds"):
                found[f"{what} {n_}"] = client.post(f"{at}/{what}", json={**who, "order": text}).text
        for text in [f"fight {place}" for place in fields(state)]:
            found[f"odds of {text}"] = client.post(f"{at}/odds", json={**who, "order": text}).text
        found |= forked(client, at, state["seats"], seat)
        mine = [row for row in client.get("/api/notices").json() if row["game"] == key]
        found["notices"] = json.dumps([{k: v for k, v in row.items() if k != "since"} for row in mine])
        found["hook call"] = json.dumps(hooks.notice(pair.app.state.server.rooms.open[key], seat))
        found["stale"] = client.post(f"{at}/orders", json={**who, "order": "end", "version": 9_999_999}).text
        found["not mine"] = client.get(f"{at}/state", params={"seat": pair.games()[n].seats[pair.owner]}).text
    return {channel: headless(text).replace(key, "GAME") for channel, text in found.items()}


def fields(state: dict) -> list[str]:
    """Where pieces of more than one power stand."""
    there: dict[str, set[str]] = {}
    for piece in state["pieces"]:
        there.setdefault(piece["at"], set()).add(piece["power"])
    return sorted(place for place, powers in there.items() if len(powers) > 1)


def forked(client: TestClient, at: str, seats: list[str], seat: str) -> dict[str, str]:
    """An analysis board of what a seat knows, from both sides of it, and all that it holds."""
    answer = client.post(f"{at}/fork", json={"seat": seat})
    if answer.status_code != 200:
        return {"fork": answer.text}
    key = answer.json()["game"]
    found = {f"fork, state of {s}": client.get(f"/api/games/{key}/state", params={"seat": s}).text for s in seats}
    found["fork, export"] = client.get(f"/api/games/{key}/export", params={"seat": seat}).text
    return {channel: headless(text).replace(key, "FORK") for channel, text in found.items()}


def hidden_names(pair: Pair, viewer: int) -> list[str]:
    """The blocks of both games that a viewer sees from behind and has never seen the face of.

    A name that the rules themselves speak of (Tito) is no canary, nor one that lay open before: a replay shows it."""
    names = set()
    book = pair.games()[0].title.book.rows.values()
    spoken = set(re.findall(r"\w+", " ".join(f"{row['title']} {row['summary']}" for row in book)))
    for game in pair.games():
        t = game.table_for(viewer)
        for piece, token in enumerate(t.know.tokens[viewer]):
            facts = {name for name, *_ in t.know.facts[viewer].get(token, ())}
            if t.sees(viewer, piece):
                pair.known.add((viewer, t.title.piece_name(t, piece)))
            elif token and t.owns(pair.owner, piece) and "id" not in facts:
                names.add(t.title.piece_name(t, piece))
    return sorted(name for name in names - spoken if (viewer, name) not in pair.known)


def compare(pair: Pair, rng_seed: float, when: str, *more: str) -> int:
    """Every viewer but the owner receives the same of both games, and no canary."""
    one, compared = pair.games()[0], 0
    for seat in pair.sockets:
        texts = [*more, *fog.probes(one, seat, random.Random(rng_seed))[:12]]
        ours, theirs = received(pair, 0, seat, texts), received(pair, 1, seat, texts)
        assert ours.keys() == theirs.keys(), when
        names = hidden_names(pair, one.seat_index(seat))
        canaries = [re.compile(rf"(?<![\w@]){re.escape(name)}(?!\w)") for name in names]
        for channel, text in ours.items():
            place = f"{when}: {channel} of {seat or 'the spectator'}"
            assert text == theirs[channel], f"{place}: {_where(text, theirs[channel])}"
            if not channel.startswith(("why", "preview", "odds", "fork")):
                # What a seat has typed itself comes back to it, and a board of guesses names what might be there;
                # all else may not name what it cannot know.
                named = [c.pattern for c in canaries if c.search(text)]
                assert not named, f"{place} names {named}"
            compared += 1
    return compared


def _where(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 80) : at + 80]!r} against {other[max(0, at - 80) : at + 80]!r}"


def play(pair: Pair, rng: random.Random) -> str:
    """Give both games the same order over HTTP; empty when the twin's owner may not give it."""
    one, other = pair.games()
    seat = rng.choice(sorted(one.decisions()))
    decision, there = one.decisions()[seat], other.decisions()[seat]
    order = POLICIES["end-averse"](one, decision, rng, None, Counter())
    try:
        carried = there.judge(fog.carried_over(decision, there, order, pair.mapping))
    except Refused:
        assert one.seat_index(seat) == pair.owner, "only the owner's orders may depend on what is hidden"
        return ""
    for key, text in zip(pair.keys, (order.text, carried.text), strict=True):
        answer = give(pair.players[seat], key, seat, text)
        assert answer.status_code == 200, answer.text
    return f"{seat} {order.verb}"


def run(root, title: str, scenario: str, seed: int) -> int:
    """One pair of twins, compared until something is revealed; how many texts were compared."""
    rng = random.Random(seed)
    with ExitStack() as stack, fog.reveals_watched() as fired:
        pair = seated(stack, root, *parted(title, scenario, seed))
        fired.clear()
        compared = compare(pair, rng.random(), "at the start")
        for n in range(HORIZON):
            when = play(pair, rng)
            # What is revealed, and everything once the game is over, may be known.
            if fired or not when or pair.games()[0].outcome is not None:
                break
            compared += compare(pair, rng.random(), f"{n + 1} orders later, after {when}")
    return compared


@pytest.fixture
def root(tmp_path, monkeypatch):
    # An analysis board is dealt at random; here both games deal alike.
    class Same:
        Random = staticmethod(lambda: random.Random(7))

    monkeypatch.setattr(games, "random", Same)
    app = create_app(f"sqlite:///{tmp_path}/games.db", rate=1e6, share=1e6)
    app.state.server.pool = Inline()
    for limits in (app.state.server.starts, app.state.server.strangers):
        limits.burst = 1e6
    with TestClient(app) as client:
        yield client


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_twins_are_the_same_on_the_wire(root, title, scenario):
    compared = sum(run(root, title, scenario, seed) for seed in range(PAIRS))
    assert compared >= 30 * PAIRS


def _in_order_of_the_pieces(monkeypatch) -> None:
    """Backs are listed in the order of the pieces behind them."""
    plain = Faces.of

    def leaky(self, t, viewer):
        behind = {f"#{token}": piece for piece, token in enumerate(t.know.tokens[viewer]) if token}
        return sorted(plain(self, t, viewer), key=lambda text: behind.get(json.loads(text)["id"], -1))

    monkeypatch.setattr(Faces, "of", leaky)


def _by_name(monkeypatch) -> None:
    """A notice tells what stands behind the backs."""
    plain = hooks.notice

    def leaky(room, seat):
        t, viewer = room.game.table, room.game.seat_index(seat)
        behind = [i for i, token in enumerate(t.know.tokens[viewer]) if token and not t.sees(viewer, i)]
        return {**plain(room, seat), "about": sorted(t.title.piece_name(t, i) for i in behind)}

    monkeypatch.setattr(hooks, "notice", leaky)


def _by_the_truth(monkeypatch) -> None:
    """Odds are those of the blocks that stand there."""
    monkeypatch.setattr(jobs, "odds_at", lambda t, view, index, order: t.title.odds(t, index, order))


def _forked_as_it_is(monkeypatch) -> None:
    """An analysis board is the game itself."""
    plain, asked = Game.view, []

    def watched(self, seat):
        asked.append(self)
        return plain(self, seat)

    monkeypatch.setattr(Game, "view", watched)
    monkeypatch.setattr(jobs, "sample", lambda view, rng: started(asked[-1]))


LEAKS = {_in_order_of_the_pieces: "state", _by_name: "notices", _forked_as_it_is: "fork"}


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "channel"), LEAKS.items())
def test_a_server_that_leaks_is_caught(root, monkeypatch, leak, channel):
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=rf": {channel}.* of (axis|allied|the spectator)"):
        for seed in range(4):
            run(root, "westfront", "s44", seed)


def test_the_odds_of_an_attack_tell_nothing_of_who_awaits_it(root, monkeypatch):
    """Twins in which the attacked hex holds another block: the attacker is told the same odds, unless they are true."""
    with ExitStack() as stack:
        pair = seated(stack, root, *before_an_attack())
        assert compare(pair, 0.5, "before an attack", ATTACK) > 30
        asked = {"seat": "allied", "order": ATTACK}
        told = pair.players["allied"].post(f"/api/games/{pair.keys[0]}/odds", json=asked).json()
        assert told["deals"] > 1 and set(told["losses"]) == {"axis", "allied"}
        _by_the_truth(monkeypatch)
        with pytest.raises(AssertionError, match="odds 0 of allied"):
            compare(pair, 0.5, "before an attack", ATTACK)
