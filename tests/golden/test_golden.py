"""Golden games: whole games kept as journals, each order judged again, each ending known to the hash."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

import grognard

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/games.csv"))


def rows() -> list[object]:
    found: list[object] = []
    for folder in FOLDERS:
        with (folder / "games.csv").open(newline="", encoding="utf-8") as file:
            found += [pytest.param(folder, row, id=f"{folder.name}-{row['game']}") for row in csv.DictReader(file)]
    return found


@pytest.mark.parametrize(("folder", "row"), rows())
def test_golden_game(folder: Path, row: dict[str, str]) -> None:
    """Played again order by order, a kept game ends as it did."""
    path = folder / f"{row['game']}.jsonl.gz"
    assert path.stat().st_size < 400_000
    game = grognard.load(gzip.decompress(path.read_bytes()).decode(), verify=True)
    assert game.outcome is not None
    end = ("|".join(game.outcome.winners), game.outcome.level, game.outcome.rule)
    assert end == (row["winners"], row["level"], row["rule"])
    assert (game.table.scenario, game.hash()) == (row["scenario"], row["hash"])
    assert (game.table.p.turn, len(game.journal.entries)) == (int(row["turn"]), int(row["orders"]))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_journal_is_in_the_table(folder: Path) -> None:
    """No journal lies about unread."""
    with (folder / "games.csv").open(newline="", encoding="utf-8") as file:
        named = {row["game"] for row in csv.DictReader(file)}
    assert {path.name.removesuffix(".jsonl.gz") for path in folder.glob("*.jsonl.gz")} == named


def test_a_refused_resignation_is_played_on() -> None:
    """The journal of a resignation that was refused goes on to the last Game-Turn."""
    path = Path(__file__).parent / "ww2eto" / "1941-resignation-refused.jsonl.gz"
    game = grognard.load(gzip.decompress(path.read_bytes()).decode())
    kinds = [event.kind for event in game.events(None)]
    assert "played_on" in kinds and game.outcome is not None and game.outcome.rule == "13.0/b"
