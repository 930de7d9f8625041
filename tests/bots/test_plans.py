"""A plan is made on one guess and given order by order; it is dropped when something contradicts it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.bots import greedy as greedy_bot
from grognard.bots.base import Question, ask, fresh
from grognard.bots.registry import bot_named

EAST = (
    "ww2eto 1941 bare / war / turn 3-1942 / 1912: ger4inf / 1813: ger4inf / 1914: ger3inf / 1810: ger3inf "
    "/ 2714: sov3inf / axis movement"
)


@pytest.fixture
def guesses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many guesses the bots have drawn, as a list that grows."""
    drawn: list[int] = []
    real = greedy_bot.sample

    def counted(view: Any, rng: random.Random) -> Any:
        drawn.append(1)
        return real(view, rng)

    monkeypatch.setattr(greedy_bot, "sample", counted)
    return drawn


def test_several_moves_follow_from_one_guess(guesses: list[int]) -> None:
    game, bot, rng, orders = grognard.read_scene(EAST), fresh(bot_named("greedy", "ww2eto")), random.Random(1), []
    while game.decisions()["axis"].frame.step == "movement":
        orders.append(ask(bot, game, "axis", rng))
        game.play("axis", orders[-1])
    assert len([order for order in orders if order.startswith("move")]) >= 3
    assert len(guesses) <= len(orders) - 2


def test_asked_again_it_says_the_same() -> None:
    """An order that was not taken is asked for again: the plan does not run on."""
    game, bot = grognard.read_scene(EAST), fresh(bot_named("greedy", "ww2eto"))
    game.play("axis", ask(bot, game, "axis", random.Random(1)))
    assert ask(bot, game, "axis", random.Random(2)) == ask(bot, game, "axis", random.Random(3))


def test_plans_anew_when_the_enemy_is_not_where_he_was(guesses: list[int]) -> None:
    """The same plan on a table where the others have changed is not followed."""
    game, bot = grognard.read_scene(EAST), fresh(bot_named("greedy", "ww2eto"))
    game.play("axis", ask(bot, game, "axis", random.Random(1)))
    view = game.view("axis")
    power = 1 + view["columns"].index("power")
    row = next(row for row in view["rows"] if view["lists"]["seat_of"][row[power]] != view["seat"] and row[1] < 900)
    row[1] -= 1
    bot.choose(view, Question(game.decisions()["axis"]), random.Random(1))
    assert len(guesses) == 2


def test_games_at_a_time_do_not_mix() -> None:
    """One bot at two tables gives at each what it would give alone."""
    games = [grognard.new("ww2eto", "africa41", seed=seed) for seed in (1, 2)]
    shared, alone = fresh(bot_named("greedy", "ww2eto")), [fresh(bot_named("greedy", "ww2eto")) for _ in games]
    for n in range(30):
        for game, own in zip(games, alone, strict=True):
            seat = next(iter(game.decisions()))
            order = ask(own, game, seat, random.Random(n))
            assert ask(shared, game, seat, random.Random(n)) == order
            game.play(seat, order)
