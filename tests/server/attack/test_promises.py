"""A host rewrites what was done in secret, swaps the dice's secret, or picks one that suits him."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.engine.core import proof
from grognard.engine.core.dice import Dice
from grognard.server.app import create_app

from ..services import give
from .table import beside, for_two, night, started, state

NONCES = {"red": "0a" * 16, "blue": "0b" * 16}


def change(db: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(db)) as file, file:
        file.execute(statement, values)


def heads(text: str) -> list[str]:
    """Every head of an exported journal, worked out from its lines as docs/trust.md says."""
    setup, *rest = [line.partition(" ")[2] for line in text.splitlines()]
    secret = bytes.fromhex(json.loads(setup)["secret"])
    found = [proof.sha256(proof.salt(secret, 0) + setup.encode()).hexdigest()]
    for line in rest:
        if line.startswith('{"e":'):
            salted = proof.salt(secret, len(found)) + bytes.fromhex(found[-1])
            found.append(proof.sha256(salted + line.encode()).hexdigest())
    return found


def committed(red, first: str) -> tuple[str, list]:
    """Both have worked in private and shown it: the game, and the head that was sent then."""
    game = started(red)["game"]
    for seat, order in (("red", first), ("red", "commit"), ("blue", "commit")):
        assert give(red, game, seat, order).status_code == 200
    return game, state(red, game, "blue")["head"]


def finished(client, game: str) -> str:
    """The whole journal, once the game is over for good."""
    assert give(client, game, "red", "propose resign").status_code == 200
    assert give(client, game, "blue", "accept 1").status_code == 200
    text = client.get(f"/api/games/{game}/export", params={"seat": "red"}).text
    assert '"secret"' in text.splitlines()[0]
    return text


def test_the_heads_that_were_sent_are_found_in_the_journal_at_the_end(red):
    game, (at, head) = committed(red, "build R3")
    found = heads(finished(red, game))
    assert at == 1 and head in found


def test_an_order_that_the_host_rewrote_does_not_fit_the_head_that_was_sent(red, db, tmp_path):
    """The order that red gave out of sight becomes another; the game goes on, and the end shows it."""
    game, (_, head) = committed(red, "build R3")
    honest, _ = committed(red, "build R1")
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        (other,) = file.execute("SELECT body FROM entries WHERE game = ? AND n = 1", (honest,)).fetchone()
    change(tmp_path / "games.db", "UPDATE entries SET body = ? WHERE game = ? AND n = 1", other, game)
    with TestClient(create_app(db), cookies=dict(red.cookies)) as again:
        assert state(again, game, "blue")["head"][1] != head, "the page that keeps the old one says so at once"
        assert head not in heads(finished(again, game))


def test_the_head_moves_with_what_all_are_shown_and_never_with_private_work(red):
    blue = beside(red)
    game, _ = for_two(red, blue)
    seen = {json.dumps(state(blue, game, "blue")["head"])}
    for order in ("build R3", "levy red", "build R1"):
        give(red, game, "red", order)
        seen.add(json.dumps(state(blue, game, "blue")["head"]))
    assert len(seen) == 1
    give(red, game, "red", "commit")
    give(blue, game, "blue", "commit")
    assert json.dumps(state(blue, game, "blue")["head"]) not in seen
    assert state(blue, game, "blue")["head"] == state(red, game, "red")["head"]


def test_a_secret_that_was_swapped_is_not_played_on(red, db, tmp_path):
    game = started(red)["game"]
    promised = state(red, game, "red")["commitment"]
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        (setup,) = file.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone()
    swapped = json.dumps({**json.loads(setup), "secret": "ab" * 32})
    change(tmp_path / "games.db", "UPDATE games SET setup = ? WHERE id = ?", swapped, game)
    with TestClient(create_app(db), cookies=dict(red.cookies), raise_server_exceptions=False) as again:
        answer = again.get(f"/api/games/{game}/state", params={"seat": "red"})
        assert answer.status_code == 409 and "promised" in answer.json()["detail"]
    # A host who changes what was promised too is caught by whoever has kept it.
    change(tmp_path / "games.db", "UPDATE games SET commitment = ?", proof.commitment(json.loads(swapped)))
    with TestClient(create_app(db), cookies=dict(red.cookies)) as again:
        assert state(again, game, "red")["commitment"] != promised


def pledge(client, game: str, seat: str, **what: str):
    return client.post(f"/api/games/{game}/nonce", json={"seat": seat, **what})


def test_each_seat_gives_a_nonce_after_the_promise_and_the_dice_follow(red):
    blue = beside(red)
    game, _ = for_two(red, blue)
    clients = {"red": red, "blue": blue}
    assert pledge(red, game, "red", nonce=NONCES["red"]).status_code == 422, "nothing was promised"
    for seat, client in clients.items():
        assert pledge(client, game, seat, promise=proof.promise(NONCES[seat])).status_code == 200
    assert pledge(blue, game, "red", nonce=NONCES["red"]).status_code == 403, "not for another"
    assert pledge(red, game, "red", nonce="0c" * 16).status_code == 422, "not another"
    for seat, client in clients.items():
        assert pledge(client, game, seat, nonce=NONCES[seat]).status_code == 200
    assert state(red, game, "red")["nonces"] == [[proof.promise(n), n] for n in NONCES.values()]
    room = red.app.state.server.rooms.open[game]
    dice: Dice = room.game.table.dice
    assert dice.key == Dice(dice.secret, nonces=tuple(NONCES.values())).key != dice.secret


@pytest.mark.parametrize("tries", [200, night(20_000)])
def test_no_one_can_grind(tries):
    """A host who picks among secrets for a good first roll has it undone by nonces that come after, and a seat that
    picks among nonces has promised one before it knew the other."""
    good = [Dice(bytes([n % 256, n // 256]) * 16) for n in range(tries)]
    picked = [dice for dice in good if [dice.copy().roll("combat", 6)] == [6]]
    after = [Dice(dice.secret, nonces=("0a" * 16, "0b" * 16)).roll("combat", 6) for dice in picked]
    sixes = sum(face == 6 for face in after)
    assert len(picked) > tries // 10 and sixes < len(after) / 6 + 5 * (len(after) * 5 / 36) ** 0.5 + 1
