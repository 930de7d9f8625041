"""Golden games are made here: players, what is proposed when, how it must end, and where it is written."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.play.game import Game

from .players import Player, play

FIELDS = ("game", "scenario", "winners", "level", "rule", "turn", "orders", "segments", "scores", "hash")
SEEDS = 60
"""Seeds tried before a game is given up."""


class Talk(NamedTuple):
    """A proposal: from which clock on (or after the count), by whom, and what the others answer in seat order."""

    seat: str
    what: str
    answers: tuple[str, ...] = ()
    clock: int | None = None

    def is_due(self, game: Game) -> bool:
        """The hour has come and the seat is at the table; without an hour, the game is over."""
        return self.clock is not None and game.table.clock >= self.clock and self.seat in game.decisions()


class Golden(NamedTuple):
    """A game: scenario, first seed to try, players by seat, who must win how, options, proposals."""

    scenario: str
    seed: int
    players: Mapping[str, Player]
    ends: tuple[str, str]
    options: Mapping[str, str] = {}
    talks: tuple[Talk, ...] = ()
    segments: int | None = None
    """Scenarios that must have been counted before the last, if that matters."""


def played(title: str, golden: Golden, seed: int) -> Game:
    """A game, played out with what is proposed in it."""
    game = Game.new(title, golden.scenario, seed=seed, options=dict(golden.options))
    for talk in golden.talks:
        play(game, golden.players, seed, until=talk.is_due)
        if game.why_not(talk.seat, f"propose {talk.what}") is not None:
            return game
        game.play(talk.seat, f"propose {talk.what}")
        others = [seat for seat in game.seats if seat != talk.seat]
        number = game.desk.next_id - 1
        for seat, answer in zip(others, talk.answers, strict=False):
            game.play(seat, f"{answer} {number}")
    return play(game, golden.players, seed)


def found(title: str, golden: Golden) -> Game | None:
    """The game of the first seed that ends as it should."""
    for seed in range(golden.seed, golden.seed + SEEDS):
        game = played(title, golden, seed)
        end = game.outcome
        counted = golden.segments is None or len(game.milestones) == golden.segments
        if end is not None and ("|".join(end.winners), end.level) == golden.ends and counted:
            return game
    return None


def row_of(name: str, game: Game) -> dict[str, str]:
    """What the table says of a game."""
    end = game.outcome
    assert end is not None
    row: dict[str, Any] = {
        "game": name, "scenario": game.table.scenario, "winners": "|".join(end.winners), "level": end.level,
        "rule": end.rule, "turn": game.table.clock, "orders": len(game.journal.entries),
        "segments": "|".join(segment for segment, _ in game.milestones),
        "scores": "|".join(f"{seat} {score:g}" for seat, score in sorted(end.scores.items())), "hash": game.hash(),
    }  # fmt: skip
    return {key: str(value) for key, value in row.items()}


def read_rows(folder: Path) -> dict[str, dict[str, str]]:
    table = folder / "games.csv"
    if not table.exists():
        return {}
    with table.open(newline="", encoding="utf-8") as file:
        return {row["game"]: row for row in csv.DictReader(file)}


def make(title: str, games: Mapping[str, Golden], names: list[str]) -> int:
    """Write the journals that end as they should, and the table of all; the number of those that do not."""
    folder = Path(__file__).parent / title
    folder.mkdir(exist_ok=True)
    rows = {name: row for name, row in read_rows(folder).items() if name in games}
    missed = 0
    for name in names or list(games):
        game = found(title, games[name])
        if game is None:
            print(f"{name}: no game ends {games[name].ends}", flush=True)
            missed += 1
            continue
        rows[name] = row_of(name, game)
        print(*rows[name].values(), flush=True)
        (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(game.save().encode(), 9, mtime=0))
        with (folder / "games.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows[key] for key in sorted(rows))
    return missed
