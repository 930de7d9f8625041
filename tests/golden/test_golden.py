"""Golden games: whole games kept as journals, each order judged again, each ending known to the hash."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

import grognard

from .making import row_of

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
    assert row_of(row["game"], game) == row


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


def ways_to_end(title: str) -> set[tuple[str, str, str, str]]:
    """Scenario, winners, level and rule of every way to end that the title's own tables know."""
    data = Path(grognard.__file__).parent / "titles" / title / "data"

    def rows_of(name: str) -> list[dict[str, str]]:
        with (data / name).open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    found: set[tuple[str, str, str, str]] = set()
    if title == "westfront":
        for scenario in ("husky", "s43", "w43", "s44", "w44"):
            table, rule = ("victory_levels_w44.csv", "17.32") if scenario == "w44" else ("victory_levels.csv", "17.2")
            levels = [row["level"] for row in rows_of(table)] if scenario != "husky" else ["draw", "ports"]
            rule = "HUSKY/1" if scenario == "husky" else rule
            sides = [(side, level) for level in levels for side in (("",) if level == "draw" else ("axis", "allied"))]
            found |= {(scenario, side, level, rule) for side, level in sides}
            found |= {(scenario, side, "resignation", "E.resign") for side in ("axis", "allied")}
        return found
    if title == "sfe":
        levels = {("axis", "victory"), ("", "draw"), ("allied", "victory")}
        found = {("kharkov42", *level, "4.09/3") for level in levels}
        found |= {("blitzkrieg40", *level, "4.09/3") for level in (("axis", "decisive"), ("allied", "marginal"))}
        return found | {("kharkov42", "allied", "resignation", "E.resign")}
    if title == "aeto":
        sides = {"axis": "germany", "-": "", "uk": "uk"}
        ends = [row for row in rows_of("victory.csv") if row["scenario"] == "desert42"]
        return {("desert42", sides[row["side"]], row["level"], "12.2") for row in ends}
    for row in rows_of("victory.csv"):
        side, _, level = row["level"].partition("_")
        rule = row["source"] if row["source"].startswith("13") else "13.0"
        if "three_players" not in row["scenarios"]:
            found |= {(scenario, side, level, rule) for scenario in row["scenarios"].split("|")}
    for scenario in ("1939", "1940", "1941", "africa41"):
        found.add((scenario, "axis", "decisive", "13.1"))
    found |= {("1939", side, "victory", "16.83") for side in ("axis", "allied", "soviet")}
    return found | {("1939", "allied|soviet", "draw", "16.83")}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_way_to_end_has_a_game(folder: Path) -> None:
    """Each scenario has a kept game for each level of victory, by either side, and for what else ends it."""
    with (folder / "games.csv").open(newline="", encoding="utf-8") as file:
        kept = {(row["scenario"], row["winners"], row["level"], row["rule"]) for row in csv.DictReader(file)}
    assert ways_to_end(folder.name) <= kept
