"""A question put to several seats at once: Tiny with a bid for the first move that no one sees before all have bid."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NUMBER, Level, Verb
from grognard.engine.core.question import Blind, answer, ask_blind
from grognard.engine.core.rules import Args, Refused
from grognard.engine.core.step import Step
from grognard.engine.core.title import Meta, metas
from grognard.engine.play.game import Game
from grognard.engine.title import Title
from grognard.lab.redraw import Original, Redraws, redraw
from grognard.titles.tiny.sequence import Tiny
from grognard.titles.tiny.title import META
from grognard.titles.tiny.world import Table


class Bid(Verb):
    """``bid 2``: so many points for the first move."""

    name = "bid"
    levels = (Level("points", NUMBER, lambda t, s, a: 0b1111),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        answer(t, seat, args[0])


class Bidding(Step):
    name = "bid"
    kind = "question"
    verbs = (Bid(),)
    standing = ("nothing",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "bid 0"


class Bids(Blind):
    name = "bids"
    question = "bid"

    def answered(self, t: Table, f: Frame, answers: dict[int, Any]) -> None:
        t.p.points[0], t.p.points[1] = answers[0], answers[1]
        t.emit("bids", red=answers[0], blue=answers[1])


class Bidders(Tiny):
    steps = {**Tiny.steps, "bid": Bidding(), "bids": Bids()}

    def setup(self, t: Table) -> None:
        super().setup(t)
        ask_blind(t, "bids", (0, 1))


class BidMeta(Meta):
    def load(self) -> Title:
        return Bidders()


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    fields = {name: getattr(META, name) for name in Meta.__slots__}
    monkeypatch.setitem(metas(), "bids", BidMeta(**{**fields, "id": "bids"}))
    monkeypatch.setattr(Bidders, "meta", replace(META, id="bids"))
    yield grognard.new("bids", seed=1)


def bids(game: Game, seat: str) -> list[dict[str, Any]]:
    return [dict(event.fields) for event in game.events(seat) if event.kind == "bids"]


def test_all_are_asked_and_none_sees_an_answer_before_the_last(game: Game) -> None:
    """Red's bid changes no byte that Blue gets but that Red has committed; then both learn both."""
    assert sorted(game.decisions()) == ["blue", "red"]
    other = game.copy()
    game.play("red", "bid 3")
    other.play("red", "bid 0")
    assert list(game.decisions()) == ["blue"]
    assert game.view("blue").json() == other.view("blue").json()
    assert game.view("red").json() != other.view("red").json()
    assert bids(game, "red") == bids(game, "blue") == []
    game.play("blue", "bid 1")
    assert bids(game, "red") == bids(game, "blue") == [{"red": 3, "blue": 1}]
    assert not game.table.p.plans and game.table.frame.step != "bids"


def test_an_answer_may_be_taken_back_until_the_last(game: Game) -> None:
    game.play("blue", "bid 1")
    game.undo("blue")
    game.play("blue", "bid 2")
    game.play("red", "bid 0")
    assert bids(game, "red") == [{"red": 0, "blue": 2}]
    with pytest.raises(Refused):
        game.undo("blue")


def test_the_journal_plays_it_again_and_a_standing_order_answers(game: Game) -> None:
    game.play("blue", "standing bid nothing")
    game.play("red", "bid 2")
    assert bids(game, "blue") == [{"red": 2, "blue": 0}]
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


def test_a_guess_makes_up_the_others_answer(game: Game) -> None:
    """Blue, who has still to bid, cannot tell its game from a guess; over many guesses Red has bid anything."""
    game.play("red", "bid 3")
    rng, drawn = random.Random(1), set()
    one = Original(game, "blue", rng)
    for _ in range(40):
        guess = redraw(one, rng, Redraws())
        guess.play("blue", "bid 0")
        drawn.add(bids(guess, "blue")[0]["red"])
    assert drawn == {0, 1, 2, 3}
