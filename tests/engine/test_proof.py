"""What a host cannot change unnoticed: the commitment, the seats' nonces, the salted chain; and the way back."""

from __future__ import annotations

import json
import secrets
import time

import pytest

import grognard
from grognard.engine.core import proof
from grognard.engine.core.dice import Dice
from grognard.engine.core.rules import Refused
from grognard.engine.play import lanes as lanes_
from grognard.engine.play.game import Game, load

NONCES = {"red": "0a" * 16, "blue": "0b" * 16}


def tiny(secret: bytes = b"s" * 32) -> Game:
    return Game.new("tiny", secret=secret)


def pledged(game: Game, nonces: dict[str, str] = NONCES) -> Game:
    for seat in game.seats:
        game.pledge(seat, "promise", proof.promise(nonces[seat]))
    for seat in game.seats:
        game.pledge(seat, "nonce", nonces[seat])
    return game


# The commitment


def test_the_commitment_covers_the_setup_and_the_secret():
    """Another option, another dealing of the powers or another secret is another promise."""
    promised = tiny().view("red")["commitment"]
    assert promised == tiny().view("blue")["commitment"] == tiny().view(None)["commitment"]
    setup = tiny().journal.setup
    changed = [{**setup, "secret": "00" * 32}, {**setup, "options": {**setup["options"], "turns": "9"}}]
    changed += [{**setup, "scenario": "other"}, {**setup, "rules": 99}, {**setup, "board": "another"}]
    assert len({promised, *map(proof.commitment, changed)}) == 6


def test_a_journal_of_format_1_is_read_and_keeps_its_own_promise():
    """Golden games promised the secret alone; they load, and say so."""
    game = tiny()
    game.journal.setup["grognard"] = 1
    text = game.save()
    again = load(text, verify=True)
    assert again.journal.setup["grognard"] == 1
    assert again.view("red")["commitment"] == proof.commitment({"grognard": 1, "secret": "73" * 32})
    with pytest.raises(Refused, match="format 1 to 2"):
        game.journal.setup["grognard"] = 3
        load(game.save())


# Nonces


def test_the_dice_are_keyed_with_every_seats_nonce_and_no_sooner():
    game = tiny()
    before = game.table.dice.key
    for seat in game.seats:
        game.pledge(seat, "promise", proof.promise(NONCES[seat]))
    game.pledge("red", "nonce", NONCES["red"])
    assert game.table.dice.key == before
    game.pledge("blue", "nonce", NONCES["blue"])
    keyed = game.table.dice
    assert keyed.key == Dice(b"s" * 32, nonces=(NONCES["red"], NONCES["blue"])).key != before
    assert [Dice(b"s" * 32, nonces=keyed.nonces).roll("x", 1000), Dice(b"s" * 32).roll("x", 1000)] == [
        keyed.copy().roll("x", 1000), Dice(b"s" * 32).roll("x", 1000)
    ]  # fmt: skip


def test_no_nonce_is_shown_before_all_are_promised_and_none_but_the_promised_one_is_taken():
    """So the last to give one cannot choose it by what the others gave, not even together with the host."""
    game = tiny()
    game.pledge("red", "promise", proof.promise(NONCES["red"]))
    for seat, verb, value in (
        ("red", "nonce", NONCES["red"]), ("red", "promise", "00" * 32), ("blue", "promise", "xyz"), ("blue", "x", "00"),
    ):  # fmt: skip
        with pytest.raises(Refused, match="promise"):
            game.pledge(seat, verb, value)
    game.pledge("blue", "promise", proof.promise(NONCES["blue"]))
    with pytest.raises(Refused, match="not the nonce"):
        game.pledge("blue", "nonce", "0c" * 16)
    game.pledge("blue", "nonce", NONCES["blue"])
    with pytest.raises(Refused, match="already"):
        game.pledge("blue", "nonce", NONCES["blue"])
    assert game.view("red")["nonces"] == [
        [proof.promise(NONCES["red"]), ""],
        [proof.promise(NONCES["blue"]), "0b" * 16],
    ]


@pytest.mark.parametrize("when", range(0, 60, 7))
def test_a_lanes_with_nonces_given_at_any_time_is_played_again_to_the_same_end(when):
    """Also when they come while seats work apart and have rolled there; a copy and a snapshot keep them."""
    import random

    game, rng = Game.new("tiny", seed=when), random.Random(when)
    for n in range(90):
        if game.outcome is not None:
            break
        if n == when:
            game = pledged(game)
        seat = rng.choice(sorted(game.decisions()))
        game.play(seat, game.decisions()[seat].sample(rng))
        if n % 9 == 8 and game.main.done:
            game.undo(game.seats[game.main.done[-1][0]])
    assert game.copy().hash() == game.hash()
    for verify in (False, True):
        again = load(game.save(), verify=verify)
        assert again.hash() == game.hash() and again.table.dice.key == game.table.dice.key
        assert again.journal.head() == game.journal.head()


def test_a_rollback_does_not_take_the_nonces_back():
    game = pledged(tiny())
    key = game.table.dice.key
    game.play("red", "propose rollback 0")
    game.play("blue", "accept 1")
    assert game.table.dice.key == key != b"s" * 32
    assert load(game.save(), verify=True).hash() == game.hash()


# The chain


def lines_of(text: str) -> list[str]:
    return [line.partition(" ")[2] for line in text.splitlines()]


def heads(text: str) -> list[str]:
    """Every head, from the lines of an exported journal alone: what anyone can work out who has the file."""
    setup, *rest = lines_of(text)
    secret = bytes.fromhex(json.loads(setup)["secret"])
    found = [proof.sha256(proof.salt(secret, 0) + setup.encode()).hexdigest()]
    for line in rest:
        if line.startswith('{"e":'):
            salted = proof.salt(secret, len(found)) + bytes.fromhex(found[-1])
            found.append(proof.sha256(salted + line.encode()).hexdigest())
    return found


def private_work(game: Game, orders: list[str]) -> None:
    """Red works in its lane, out of all sight."""
    for order in orders:
        game.undo("red") if order == "undo" else game.play("red", order)


def test_the_head_that_was_shown_fits_the_journal_and_no_other():
    game = tiny()
    private_work(game, ["build R3"])
    game.play("red", "commit")
    game.play("blue", "commit")
    at, head = game.journal.head()
    assert at == 1 and head in heads(game.save())
    rewritten = tiny()
    private_work(rewritten, ["build R1"])
    rewritten.play("red", "commit")
    rewritten.play("blue", "commit")
    assert rewritten.journal.head()[0] == at and head not in heads(rewritten.save())


def test_the_head_stays_while_another_seat_works_in_private():
    game = tiny()
    shown = game.journal.head()
    private_work(game, ["build R3", "undo", "build R1"])
    game.reset("red")
    game.play("blue", "standing losses weakest") if game.why_not("blue", "standing losses weakest") is None else None
    assert game.journal.head() == shown


WORLDS = (["build R3"], ["build R1"], ["build R3", "undo", "build R3", "undo", "build R3"])


def shown_in(world: list[str], secret: bytes) -> tuple[int, str]:
    game = tiny(secret)
    private_work(game, world)
    game.play("red", "commit")
    game.play("blue", "commit")
    return game.journal.head()


def test_under_fresh_salts_the_head_says_nothing_of_what_is_hidden_nor_how_much_was_done():
    """Under one secret the worlds have three heads; under fresh ones every bit of each world's heads is even, the
    place is the same, and who knows a world but not the salts cannot tell its head from another's."""
    assert len({shown_in(world, b"s" * 32)[1] for world in WORLDS}) == 3
    drawn = 200
    for world in WORLDS:
        shown = [shown_in(world, secrets.token_bytes(32)) for _ in range(drawn)]
        assert {at for at, _ in shown} == {1} and {len(head) for _, head in shown} == {64}
        assert len({head for _, head in shown}) == drawn
        ones = [sum(int(head, 16) >> bit & 1 for _, head in shown) for bit in range(256)]
        # Six standard deviations: not once in a million runs by chance over all bits and worlds.
        assert all(abs(n - drawn / 2) < 6 * (drawn / 4) ** 0.5 for n in ones)
    guess = {shown_in(world, b"g" * 32)[1] for world in WORLDS}
    assert shown_in(WORLDS[0], b"h" * 32)[1] not in guess


def test_the_head_is_the_same_when_the_beginning_lies_on_disk():
    import random

    game, rng = Game.new("ww2eto", "1939", seed=4), random.Random(4)
    while game.outcome is None and not game.journal.snapshots:
        seat = sorted(game.decisions())[0]
        game.play(seat, game.decisions()[seat].sample(rng))
    n = max(game.journal.snapshots)
    whole = game.journal.head()
    game.journal.forget(n)
    assert game.journal.before == n and game.journal.head() == whole


# The way back


TO_AND_FRO = "lift Sp5inf", "put Sp5inf Pescara"


def busy(n: int) -> Game:
    """The Axis lays out in private what joined it, and has given so many orders that it may take back."""
    game = Game.new("westfront", "s43", secret=b"w" * 32)
    game.play("allied", "declare Portugal")
    for i in range(n):
        game.play("axis", TO_AND_FRO[i % 2])
    return game


def lane(game: Game) -> lanes_.Lane:
    return game.lanes[game.seats.index("axis")]


def test_a_reset_goes_to_the_lanes_base_at_once():
    """It is one entry, whatever it takes back, and is given again order by order."""
    game, start = busy(100), busy(0)
    game.reset("axis")
    assert game.hash() == start.hash()
    assert [entry.kind for entry in game.journal.entries[-2:]] == ["order", "reset"] and len(game.journal) == 102
    assert [entry.known_to for entry in game.journal.entries[-1:]] == [game.seats.index("axis")]
    assert game.events("axis")[-1].fields == (("order", "100 orders"),)
    assert [event.fields for event in game.redo("axis")] == [event.fields for event in busy(1).events("axis")[-1:]]
    assert load(game.save(), verify=True).hash() == game.hash()
    with pytest.raises(Refused, match=r"E\.undo"):
        start.reset("axis")


def test_the_way_back_is_never_long(monkeypatch):
    """An undo plays again the orders since the last table that was kept, not those of the whole lane."""
    game, played = busy(lanes_.EVERY_MARK * 5 + 3), []
    again = Game._apply_again
    monkeypatch.setattr(Game, "_apply_again", lambda *args: (played.append(args[3].text), again(*args)))
    for n in range(40):
        played.clear()
        game.undo("axis")
        assert len(played) < lanes_.EVERY_MARK, n
    assert game.hash() == _as(game, busy(lanes_.EVERY_MARK * 5 + 3 - 40))


def _as(game: Game, other: Game) -> str:
    assert [order.text for _, order in lane(game).done] == [order.text for _, order in lane(other).done]
    return other.hash()


def test_a_lane_is_bounded_and_can_still_be_ended(monkeypatch):
    monkeypatch.setattr(lanes_, "MOST_DONE", 20)
    game = busy(20)
    with pytest.raises(Refused, match=r"E\.lane"):
        game.play("axis", TO_AND_FRO[0])
    assert game.why_not("axis", "ready").rule == "E.lane"
    game.undo("axis")
    game.play("axis", "ready")
    assert len(game.journal.entries) == 23


def test_a_reset_of_a_thousand_orders_takes_no_time_to_speak_of():
    game = busy(1000)
    began = time.perf_counter()
    game.reset("axis")
    assert time.perf_counter() - began < 0.25


# A game that begins in the middle


@pytest.mark.parametrize("title", ["tiny", "westfront", "ww2eto"])
def test_a_guess_that_begins_in_the_middle_is_saved_and_loaded(title):
    """Also in the midst of work apart, with what is done there and who has committed."""
    import random

    from grognard.engine.play.game import begun_at, fresh

    for seed in range(4):
        rng, game = random.Random(seed), Game.new(title, seed=seed)
        for _ in range(rng.randrange(1, 25)):
            seat = rng.choice(sorted(game.decisions()))
            game.play(seat, game.decisions()[seat].sample(rng))
        for seat in game.seats:
            guess = fresh(begun_at(grognard.sample(game.view(seat), rng)))
            for name in sorted(guess.decisions()):
                guess.play(name, guess.decisions()[name].sample(rng))
                break
            assert load(guess.save(), verify=True).hash() == guess.hash()


JUNK = [
    lambda setup: setup.update(junk="x" * 100), lambda setup: setup.update(scene="x" * 30_000),
    lambda setup: setup.update(without=["x" * 30_000]), lambda setup: setup["start"].update(more="x" * 100),
    lambda setup: setup["start"]["table"].update(more="x" * 100),
    lambda setup: setup["start"]["table"]["position"].update(more="x" * 100),
]  # fmt: skip


@pytest.mark.parametrize("n", range(len(JUNK)))
def test_a_journal_with_more_than_belongs_there_is_refused(n):
    from grognard.engine.play.game import begun_at, fresh
    from grognard.engine.play.journal import _chained

    game = fresh(begun_at(tiny()))
    bodies = lines_of(game.save())
    setup = json.loads(bodies[0])
    JUNK[n](setup)
    lines, chain = [], ""
    for body in (proof.line(setup), *bodies[1:]):
        chain = _chained(lines, body, chain)
    with pytest.raises(Refused):
        load("\n".join(lines) + "\n", verify=True)


def test_an_entry_longer_than_any_order_is_refused():
    from grognard.engine.play.journal import _chained

    bodies = lines_of(busy(1).save())
    lines, chain = [], ""
    for body in (
        bodies[0],
        bodies[1],
        bodies[2].replace('"lift Sp5inf"', '"lift Sp5inf' + " " * 30_000 + '"'),
        *bodies[3:],
    ):
        chain = _chained(lines, body, chain)
    with pytest.raises(Refused, match="longer than an entry"):
        load("\n".join(lines) + "\n", verify=True)
