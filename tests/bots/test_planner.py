"""The planner: fair, the same for the same seed, within its nodes, and it finds what greedy does not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import grognard
from grognard.bots.base import ask, fresh
from grognard.bots.planner import PACES, Planner
from grognard.bots.registry import bot_named, bots_of
from grognard.engine.core.rules import Refused
from grognard.engine.fog.view import View
from grognard.engine.play.bare import Bare
from grognard.engine.play.game import Game
from grognard.lab.fog import permutation, twin_of

PORTS = (
    "westfront husky bare / allied holds all / axis holds Reggio Messina / 1943-08 / Reggio: OKW3 1para2 "
    "/ Messina: 76arm4 / Palermo: Br5inf2 / Catania: Br10inf3 / Tunis: 15AG2 / axis command"
)
"""The Axis has the last word: a battle in a second port, and the Allies hold one (HUSKY/1)."""
PLACES = [("ww2eto", "africa41", "axis"), ("westfront", "husky", "allied")]


def planner(title: str, nodes: int) -> Planner:
    bot = fresh(bot_named(f"planner:{nodes}", title))
    assert isinstance(bot, Planner)
    return bot


def won(bot: str, seed: int) -> bool:
    """Does a bot win the last fortnight of Husky for the Axis against greedy?"""
    game, rng = grognard.read_scene(PORTS, seed=seed), random.Random(seed)
    players = {"axis": fresh(bot_named(bot, "westfront")), "allied": fresh(bot_named("greedy", "westfront"))}
    while game.outcome is None:
        seat = min(game.decisions(), key=game.seats.index)
        game.play(seat, ask(players[seat], game, seat, rng))
    return "axis" in game.outcome.winners


def test_finds_the_battle_that_greedy_does_not() -> None:
    """Greedy keeps what it has, which is a draw; the planner sees that an embattled port is lost to the Allies."""
    assert sum(won("greedy", seed) for seed in range(6)) <= 1
    assert sum(won("planner:1200", seed) for seed in range(6)) >= 4


@pytest.mark.parametrize(("title", "scenario", "seat"), PLACES)
def test_the_same_for_the_same_seed(title: str, scenario: str, seat: str) -> None:
    """A turn twice from the same dice of its own, and from the text of its view."""
    game, played = grognard.new(title, scenario, seed=3), []
    for _ in range(2):
        twin, bot, rng = game.copy(), planner(title, 600), random.Random(9)
        orders: list[str] = []
        while seat in twin.decisions() and len(orders) < 8:
            orders.append(ask(bot, twin, seat, rng))
            twin.play(seat, orders[-1])
        played.append(orders)
    assert played[0] == played[1] and played[0]
    view = game.view(seat)
    text = View(json.loads(view.json()))
    asked = [planner(title, 600).ponder(known, random.Random(9)) for known in (view, text)]
    assert asked[0] == asked[1]


def test_hidden_blocks_change_nothing() -> None:
    """A twin in which the enemy's hidden blocks have changed places gets the same order."""
    game = grognard.new("westfront", "s43", seed=3)
    seat = next(iter(game.decisions()))
    owner = 1 - game.seat_index(seat)
    mapping = permutation(game.table, owner, random.Random(7))
    assert mapping is not None and not game.lanes
    twin = twin_of(game, owner, mapping)
    assert twin.hash() != game.hash()
    orders = [ask(planner("westfront", 400), one, seat, random.Random(4)) for one in (game, twin)]
    assert orders[0] == orders[1]


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The orders given on bare games, as a list that grows."""
    given: list[int] = []
    real = Bare.play

    def counted(self: Bare, seat: int, order: Any) -> None:
        given.append(seat)
        real(self, seat, order)

    monkeypatch.setattr(Bare, "play", counted)
    return given


@pytest.mark.parametrize("nodes", [1, 150, 700])
@pytest.mark.parametrize(("title", "scenario", "seat"), PLACES)
def test_keeps_within_its_nodes(title: str, scenario: str, seat: str, nodes: int, spent: list[int]) -> None:
    """Once a turn it thinks, for at most as many orders as it was given; afterwards it plays what it has found."""
    game, bot, rng = grognard.new(title, scenario, seed=3), planner(title, nodes), random.Random(1)
    turn = bot.school.turn(game.table)
    while seat in game.decisions() and bot.school.turn(game.table) == turn:
        game.play(seat, ask(bot, game, seat, rng))
        assert 0 < len(spent) <= nodes


@pytest.mark.parametrize(("title", "scenario"), [("ww2eto", "africa41"), ("westfront", "husky")])
def test_plays_to_the_end(title: str, scenario: str) -> None:
    game, bot, rng = grognard.new(title, scenario, seed=5), planner(title, 120), random.Random(5)
    for _ in range(2000):
        if game.outcome is not None:
            break
        seat = min(game.decisions(), key=game.seats.index)
        game.play(seat, ask(bot, game, seat, rng))
    assert game.outcome is not None


def test_games_at_a_time_do_not_mix() -> None:
    """One planner at two tables gives at each what it would give alone."""
    games: list[Game] = [grognard.new("ww2eto", "africa41", seed=seed) for seed in (1, 2)]
    shared, alone = planner("ww2eto", 200), [planner("ww2eto", 200) for _ in games]
    for n in range(12):
        for game, own in zip(games, alone, strict=True):
            seat = next(iter(game.decisions()))
            order = ask(own, game, seat, random.Random(n))
            assert ask(shared, game, seat, random.Random(n)) == order
            game.play(seat, order)


def test_is_named_by_its_budget() -> None:
    """By a word or a number of nodes; the bot without either thinks at the pace of a club."""
    for pace, nodes in PACES.items():
        assert planner("westfront", nodes).nodes == nodes and bot_named(f"planner:{pace}", "westfront") is bot_named(
            f"planner:{nodes}", "westfront"
        )
    assert bots_of("ww2eto")["planner"] is bot_named("planner:club", "ww2eto")


@pytest.mark.parametrize("name", ["planner:", "planner:0", "planner:-3", "planner:slow", "planner:9999999", "greedy:5"])
def test_no_such_budget(name: str) -> None:
    with pytest.raises(Refused):
        bot_named(name, "westfront")


def test_a_title_without_a_planner_says_so() -> None:
    with pytest.raises(Refused, match="There is no bot 'planner:40'"):
        bot_named("planner:40", "eurofront")
