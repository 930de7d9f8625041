"""Matches: the same games in any number of processes, gone on with after an interrupt, bots that fail, ratings."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import grognard
from grognard.bots.base import ask_safely
from grognard.bots.uniform import Uniform
from grognard.cli import main
from grognard.lab.match import Fixture, Played, kept, play, play_all, points
from grognard.lab.ratings import ratings

TINY = [Fixture("tiny", "border", seed, (("red", "random"), ("blue", "random"))) for seed in range(4)]


def without_times(games: list[Played]) -> list[Played]:
    return [game._replace(seconds={}, longest={}) for game in games]


def test_any_number_of_processes_plays_the_same_games() -> None:
    assert without_times(play_all(TINY, 2)) == without_times(play_all(TINY, 1))


def test_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Two games and half a line are there: two more are played, and all four are told."""
    file = tmp_path / "games.jsonl"
    whole = play_all(TINY[:2], 1, file)
    file.write_text(file.read_text() + '{"fixture": ["tiny"', encoding="utf-8")
    file.write_text(file.read_text() + "\n", encoding="utf-8")
    games = play_all(TINY, 1, file)
    assert games[:2] == whole and len(list(kept(file))) == 4
    assert play_all(TINY, 1, file) == games


def test_swapped_seats_count_points_by_bot(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "match", "westfront", "husky", "--allied", "greedy", "--games", "1", "--swap"]
    assert main(command) == 0
    said = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[:3] for row in said[2:6]] == [
        ["| axis", "random", "1"], ["| allied", "greedy", "1"], ["| axis", "greedy", "1"], ["| allied", "random", "1"],
    ]  # fmt: skip
    assert said[-1].startswith(("random: ", "greedy: ")) and "of 2 points" in said[-1]


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "match", "tiny", "border", "--games", "2", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["fixture"][2] for row in rows] == [0, 1] and all(row["level"] for row in rows)


class Broken(Uniform):
    name = "broken"

    def choose(self, view, question, rng):  # type: ignore[no-untyped-def]
        raise ValueError("no idea")


class Liar(Uniform):
    name = "liar"

    def choose(self, view, question, rng):  # type: ignore[no-untyped-def]
        return "move everyone everywhere"


@pytest.mark.parametrize("bot", [Broken(), Liar()])
def test_a_bot_at_fault_does_not_stop_the_game(bot: Uniform) -> None:
    """What it fails to say is ended, passed or chosen for it, and counted."""
    game = grognard.new("tiny", "border", seed=1)
    for _ in range(40):
        if game.outcome is not None:
            break
        seat = min(game.decisions(), key=game.seats.index)
        order, fault = ask_safely(bot, game, seat, random.Random(1))
        assert fault
        game.play(seat, order)


def test_points_and_ratings() -> None:
    """Three wins in four against random are some 190 points, drawn towards the prior; a draw is half a point each."""
    one = play(TINY[0])
    mixed = one.fixture._replace(bots=(("red", "greedy"), ("blue", "random")))
    won, lost = one._replace(fixture=mixed, winners=("red",)), one._replace(fixture=mixed, winners=("blue",))
    assert points(won) == {"greedy": 1.0, "random": 0.0}
    assert points(won._replace(winners=())) == {"greedy": 0.5, "random": 0.5}
    found = {rating.bot: rating for rating in ratings([won] * 75 + [lost] * 25)}
    assert found["random"].elo == 0 and 180 < found["greedy"].elo < 192
    assert 60 < found["greedy"].within < 90 and found["greedy"].games == 100
