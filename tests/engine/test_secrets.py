"""Secrets of single entries and columns: a purse that its seat alone knows, fuel that no face shows."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

import grognard
from grognard.engine.core.position import by_power, column
from grognard.engine.core.title import Meta, metas
from grognard.engine.fog.view import View
from grognard.engine.play.game import Game
from grognard.engine.title import Title
from grognard.lab.redraw import Original, Redraws, redraw
from grognard.titles.tiny import world as w
from grognard.titles.tiny.sequence import Tiny
from grognard.titles.tiny.title import META
from grognard.titles.tiny.world import Table

TANKS = 0
"""The red block that lies face up."""


class PursePosition(w.TinyPosition):
    fuel = column()
    purse = by_power()


class Purses(Tiny):
    """Tiny with a purse a power, and fuel in every block."""

    position = PursePosition
    private_columns = ("fuel",)

    def setup(self, t: Table) -> None:
        super().setup(t)
        t.p.purse[:], t.p.shown[TANKS] = [5, 7, 9], w.FACE_UP
        t.p.fuel[TANKS] = 4

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        return {"purse": tuple(t.p.seat_of)}

    def draw_entry(self, t: Table, name: str, index: int, rng: random.Random) -> int:
        return rng.randint(0, 9)

    def draw_column(self, t: Table, column: str, piece: int, fact: tuple[int, int] | None, rng: random.Random) -> int:
        if column == "fuel":
            return fact[0] if fact else rng.randint(0, 6)
        return super().draw_column(t, column, piece, fact, rng)


class PurseMeta(Meta):
    def load(self) -> Title:
        return Purses()


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    fields = {name: getattr(META, name) for name in Meta.__slots__}
    monkeypatch.setitem(metas(), "purses", PurseMeta(**{**fields, "id": "purses"}))
    monkeypatch.setattr(Purses, "meta", replace(META, id="purses"))
    yield grognard.new("purses", seed=1)


def seen(game: Game, seat: str | None) -> View:
    return View(json.loads(game.view(seat).json()))


def tell(game: Game) -> None:
    """Blue learns how much fuel there is."""
    for lane in (game.main, *game.lanes.values()):
        for t in (lane.table, lane.base):
            t.reveal("T6.1", [TANKS], to=[1], columns=("fuel",), name=False)


def test_an_entry_of_a_list_is_for_its_seat_alone(game: Game) -> None:
    """Blue plays Green too; who looks on knows no purse; another purse of Red's changes no byte that Blue gets."""
    purses = {seat: seen(game, seat)["lists"]["purse"] for seat in (*game.seats, None)}
    assert purses == {"red": [5, None, None], "blue": [None, 7, 9], None: [None, None, None]}
    before, whole = game.view("blue").json(), game.hash()
    for lane in (game.main, *game.lanes.values()):
        lane.table.p.purse[0] = lane.base.p.purse[0] = 8
    assert game.view("blue").json() == before
    assert game.hash() != whole


def test_a_guess_draws_the_entries_of_others(game: Game) -> None:
    view, rng = seen(game, "blue"), random.Random(2)
    guesses = [grognard.sample(view, rng) for _ in range(30)]
    assert {tuple(guess.table.p.purse[1:]) for guess in guesses} == {(7, 9)}
    assert len({guess.table.p.purse[0] for guess in guesses}) > 5


def test_a_column_is_private_though_the_piece_lies_face_up(game: Game) -> None:
    """Blue reads the face and not the fuel, until it is told: then every guess has it."""
    at = seen(game, "blue")["columns"].index("fuel") + 1
    rows = {seat: {row[0]: row for row in seen(game, seat)["rows"]} for seat in game.seats}
    assert rows["red"][TANKS][at] == 4 and rows["blue"][TANKS][at] is None
    rng = random.Random(3)
    assert len({grognard.sample(seen(game, "blue"), rng).table.p.fuel[TANKS] for _ in range(30)}) > 3
    tell(game)
    assert seen(game, "blue")["learnt"] == [[TANKS, [["fuel", 4, game.table.clock]]]]
    assert {grognard.sample(seen(game, "blue"), rng).table.p.fuel[TANKS] for _ in range(10)} == {4}


def test_no_seat_notices_that_its_game_is_a_guess(game: Game) -> None:
    """View, offers and refusals of a guess are those of the game, with what has been learnt and without."""
    rng, found = random.Random(4), Redraws()
    for told in (False, True):
        if told:
            tell(game)
        for seat in game.seats:
            one = Original(game, seat, rng)
            for _ in range(5):
                redraw(one, rng, found)
