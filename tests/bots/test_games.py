"""The greedy bots play every scenario to its end, promptly, and beat the random bot."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

import grognard
from grognard.bots.base import answer
from grognard.bots.registry import bot_named, bots_of
from grognard.cli import main
from grognard.engine.play.game import Game

from .play import greedy, whole

SHORT = [
    ("westfront", "husky", {}),
    ("westfront", "s43", {}),
    ("westfront", "w44", {}),
    ("ww2eto", "africa41", {}),
    ("eurofront", "1939A", {"deployment": "free"}),
]
LONG = [
    ("ww2eto", "1939", {}),
    ("ww2eto", "1940", {}),
    ("ww2eto", "1941", {}),
    ("ww2eto", "1939", {"three_players": "on"}),
    ("westfront", "s44", {"deployment": "free"}),
    ("westfront", "w43", {"deployment": "semi-historical"}),
]


def played(title: str, scenario: str, options: dict[str, str]) -> tuple[Game, list[tuple[str, str, str]]]:
    game = grognard.new(title, scenario, seed=5, options=options)
    return game, whole(game, dict.fromkeys(game.seats, greedy(game)))


@pytest.mark.parametrize(("title", "scenario", "options"), SHORT)
def test_plays_to_the_end(title: str, scenario: str, options: dict[str, str]) -> None:
    """A whole game, without an order that is refused or a phase that does not end."""
    game, given = played(title, scenario, options)
    assert game.outcome is not None and game.outcome.level
    phases = [len(list(orders)) for _, orders in groupby(given, key=lambda one: one[:2])]
    assert max(phases) <= 150


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "options"), LONG)
def test_plays_long_games_to_the_end(title: str, scenario: str, options: dict[str, str]) -> None:
    """The long scenarios, a third player, and set-ups of the bot's own."""
    test_plays_to_the_end(title, scenario, options)


@pytest.mark.parametrize(
    ("title", "scenario"), [("ww2eto", "africa41"), ("westfront", "husky"), ("eurofront", "1939A")]
)
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_beats_the_random_bot(title: str, scenario: str, side: str) -> None:
    """Of six games from either side greedy wins at least two more than it loses."""
    results: Counter[str] = Counter()
    for seed in range(6):
        game = grognard.new(title, scenario, seed=seed)
        players = {seat: bot_named("greedy" if seat == side else "random", title) for seat in game.seats}
        whole(game, players, seed)
        assert game.outcome is not None
        results["won" if side in game.outcome.winners else "lost" if game.outcome.winners else "drawn"] += 1
    assert results["won"] >= results["lost"] + 2


def test_a_match_reports_wins_and_times(capsys: pytest.CaptureFixture[str]) -> None:
    """``lab match`` plays bots by seat and prints a row for each."""
    assert main(["lab", "match", "westfront", "husky", "--allied", "greedy", "--games", "2"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[:3] for row in rows[2:4]] == [["| axis", "random", "2"], ["| allied", "greedy", "2"]]


def test_every_title_says_its_bots() -> None:
    assert set(bots_of("ww2eto")) == set(bots_of("westfront")) == {"random", "greedy", "planner"}
    assert set(bots_of("eurofront")) == {"random", "greedy"}
    assert set(bots_of("tiny")) == {"random"}


@pytest.mark.parametrize("title", ["ww2eto", "westfront"])
@pytest.mark.parametrize("bot", ["greedy-1", "greedy-2"])
def test_a_former_bot_is_kept_for_measuring(title: str, bot: str) -> None:
    """It can be named in the lab, and no player is offered it."""
    assert bot_named(bot, title) is not None and bot not in bots_of(title)


def test_answers_proposals() -> None:
    """A bot lets an opponent resign, and goes back behind no dice."""
    game = grognard.new("ww2eto", "1939", seed=1)
    game.play("axis", "propose resign")
    assert answer(game, "axis") is None
    assert answer(game, "allied") == "accept 1"
    other = grognard.new("ww2eto", "1939", seed=1)
    other.play("axis", "end")
    other.play("axis", "propose rollback 1")
    other.play("allied", str(answer(other, "allied")))
    assert other.view("axis")["proposals"] == []
    assert other.outcome is None
