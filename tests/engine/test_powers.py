"""Powers: who is hostile to whom is state. A power may be friend, foe or neither, whoever plays it."""

from __future__ import annotations

import random

import pytest

import grognard

SCENE = "tiny border bare / 0103: R1 / 0604: B1 / 0601: R4*3 / 0502: G1 / red holds 0601 / blue fleets"
RED, BLUE, GREEN = 0, 1, 2


@pytest.mark.rule("tiny", "T9.1")
def test_a_power_that_lost_its_capital_makes_peace() -> None:
    """Red holds Verde: Green is nobody's enemy any more, though Blue's seat plays it, and Blue fights on."""
    game = grognard.read_scene(SCENE)
    t = game.table
    assert t.hostile(RED, GREEN) and t.hostile(GREEN, RED)
    while t.p.turn == 1:
        game.play(next(iter(game.decisions())), "end")
    assert t.p.hostile == [1 << BLUE, 1 << RED, 0]
    assert [event.fields for event in game.events("red") if event.kind == "peace"] == [(("power", "green"),)]
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


@pytest.mark.rule("tiny", "T9.1")
def test_neither_friend_nor_foe() -> None:
    """Its blocks have no zone and are not attacked, but no one stacks with them either."""
    game = grognard.read_scene(SCENE)
    while game.table.p.turn == 1:
        game.play(next(iter(game.decisions())), "end")
    for seat in ("red", "blue"):
        game.play(seat, "commit")
    assert game.table.enemies(RED) == game.table.p.occupied[BLUE]
    assert game.why_not("red", "move R4 0502").rule == "T2.4"
    assert game.why_not("red", "move R4 0402") is None


def turn_played(game: grognard.Game) -> None:
    """Everyone ends whatever is asked until the next turn has begun, and commits its production."""
    turn = game.table.p.turn
    while game.table.p.turn == turn:
        game.play(next(iter(game.decisions())), "end")
    while game.table.frame.kind == "parallel":
        game.play(next(iter(game.decisions())), "commit")


@pytest.mark.rule("tiny", "T9.2")
def test_a_seat_gains_a_power_and_another_loses_its_last() -> None:
    """Red holds Verde: its seat plays Green too, in one turn with Red, and Green's own seat is asked no more."""
    game = grognard.read_scene(SCENE, seats={"green": "green"})
    t = game.table
    assert [t.powers_of(seat) for seat in range(3)] == [(RED,), (BLUE,), (GREEN,)]
    turn_played(game)
    assert [t.powers_of(seat) for seat in range(3)] == [(RED, GREEN), (BLUE,), ()]
    assert set(game.decisions()) == {"red"}
    game.play("red", "move G1 0402")
    game.play("red", "end")
    game.play("red", "end")
    assert set(game.decisions()) == {"blue"}
    turn_played(game)
    assert set(game.decisions()) == {"red"}, "Green has no turn of its own after Blue's"
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


@pytest.mark.rule("tiny", "T9.2")
def test_a_power_goes_back_to_its_own_seat() -> None:
    """Red's block leaves Verde, so that Green's must garrison it (T3.2): Green holds it and is its own seat's again."""
    game = grognard.read_scene(SCENE, seats={"green": "green"})
    turn_played(game)
    game.play("red", "move R4 0602")
    assert game.why_not("red", "end").rule == "T3.2"
    game.play("red", "move G1 0601")
    turn_played(game)
    assert [game.table.powers_of(seat) for seat in range(3)] == [(RED,), (BLUE,), (GREEN,)]
    told = [event.fields for event in game.events("blue") if event.kind == "occupied"]
    assert [dict(fields)["seat"] for fields in told] == ["red", "green"]


@pytest.mark.rule("tiny", "T9.2")
def test_whoever_gains_a_power_reads_its_blocks_and_whoever_lost_it_remembers_them() -> None:
    """Red reads Green's blocks and its pool; Green's old seat knows them as they were, and no longer sees the pool."""
    game = grognard.read_scene(SCENE.replace("0502: G1", "0502: G1*2 / Green_pool: G3"), seats={"green": "green"})
    names = [game.table.title.piece_name(game.table, piece) for piece in range(17)]
    g1, g3 = names.index("G1"), names.index("G3")
    assert {row[0] for row in game.view("red")["rows"]}.isdisjoint({g1, g3})
    turn_played(game)
    assert {row[0] for row in game.view("red")["rows"]} >= {g1, g3}
    seen = game.view("green")
    assert g1 not in {row[0] for row in seen["rows"]}
    facts = [{name: value for name, value, _ in row[3]} for row in seen["tokens"]]
    assert [fact["steps"] for fact in facts if fact.get("id") == g1] == [2]
    assert not any(fact.get("id") == g3 for fact in facts)
    for seat in ("red", "blue", "green"):
        guess = game.determinize(seat, random.Random(1))
        assert guess.seats == game.seats and guess.table.p.seat_of == game.table.p.seat_of
        guess.play("red", guess.decisions()["red"].sample(random.Random(1)))


def test_under_older_rules_no_power_changes_hands() -> None:
    """A game of level 2 knows no occupation (T9.2): Green's seat plays on at peace."""
    game = grognard.read_scene(SCENE, seats={"green": "green"}, level=2)
    turn_played(game)
    assert game.table.p.hostile[GREEN] == 0 and game.table.p.seat_of == [RED, BLUE, GREEN]


@pytest.mark.parametrize("seed", range(6))
def test_games_in_which_powers_change_hands_are_played_to_their_end(seed: int) -> None:
    """At random, with a guess now and then for each seat, also the one that plays nobody; then loaded and judged."""
    game = grognard.read_scene(SCENE, seats={"green": "green"}, options={"turns": "5"}, seed=seed)
    rng = random.Random(seed)
    while game.outcome is None:
        seat = rng.choice(sorted(game.decisions()))
        game.play(seat, game.decisions()[seat].sample(rng))
        if game.outcome is None and rng.random() < 0.1:
            for viewer in game.seats:
                guess = game.determinize(viewer, rng)
                asked, decision = sorted(guess.decisions().items())[0]
                guess.play(asked, decision.sample(rng))
    assert any(event.kind == "occupied" for event in game.events("green"))
    assert grognard.load(game.save(), verify=True).hash() == game.hash()
