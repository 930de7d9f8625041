"""The night's counts go on where the last night stopped, and the labels tables are whole."""

from __future__ import annotations

import csv
import random
from argparse import Namespace
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.cli import main
from grognard.lab import label_table, night, scene_fuzz
from grognard.lab.redraw import ENOUGH, Original, Redraws, frame_kind, hidden_state, many_redraws, redraw

DOCS = Path(__file__).parents[2] / "docs"
TABLES = sorted(DOCS.glob("labels-w*.csv"))
DEPLOYMENTS = [
    *((name, "historical") for name in ("s43", "s44")),
    *((name, mode) for name in ("s43", "w43", "s44", "w44") for mode in ("semi-historical", "free")),
]


def test_counts_add_up_over_nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two short nights of the tiny title: seeds and counts go on, redraws are counted by the kind of frame."""
    for name, size in {"games": 1, "illegal": 40, "twins": 1, "redraws": 4, "identities": 1}.items():
        monkeypatch.setitem(night.BATCH, name, size)
    monkeypatch.setattr(night, "DRAWS", 60)
    table = tmp_path / "night.csv"
    args = Namespace(titles=["tiny"], only=None, minutes=0.0, table=table, keep=tmp_path)
    for rounds in (1, 2):
        lines = night.open_lines(night.read(table), ["tiny"])
        for line in [line for line in lines.values() if line.measure in night.DO]:
            night.DO[line.measure](line, lines, args)
        night.write(table, lines)
        kept = night.read(table)
        games = [line for line in kept.values() if line.measure == "games"]
        assert games and all((line.done, line.seed) == (rounds, rounds) for line in games)
        assert not any(line.failures for line in kept.values())
    drawn = sum(line.done for line in kept.values() if line.measure == "redraws")
    assert drawn == sum(line.done for line in kept.values() if line.measure.startswith(night.OF_A_FRAME)) > 0


def test_a_failure_is_counted_and_the_night_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A measure that raises is counted as failed, and its seed is not tried again."""

    def broken(line: night.Line, lines: night.Lines, args: Namespace) -> None:
        line.seed += 1
        raise RuntimeError("broken")

    monkeypatch.setitem(night.DO, "games", broken)
    table = tmp_path / "night.csv"
    assert main(["lab", "night", "tiny", "--only", "games", "--minutes", "0.01", "--table", str(table)]) == 1
    assert all((line.failures, line.seed) == (1, 1) for line in night.read(table).values() if line.measure == "games")


def test_a_kind_of_frame_that_was_never_met_has_its_row_and_is_looked_for() -> None:
    """Every step in which someone decides under fog is counted from nought; what is met too seldom is drawn last."""
    lines = night.open_lines({}, ["tiny"])
    frames = {key[2]: line for key, line in lines.items() if key[2].startswith(night.OF_A_FRAME)}
    kinds = ("parallel production", "question losses", "question interception", "question react", "step movement")
    assert {night.OF_A_FRAME + kind for kind in kinds} <= frames.keys()
    assert {(line.done, line.target) for line in frames.values()} == {(0, night.EVERY_FRAME)}
    drawing = lines["tiny", "border", "redraws"]
    assert night.seldom_met([drawing], lines) == [drawing]
    for line in frames.values():
        line.done = night.EVERY_FRAME
    assert night.seldom_met([drawing], lines) == []


@pytest.mark.parametrize("kind", ["parallel production", "step producing", "question losses"])
def test_only_what_lacks_is_redrawn(kind: str) -> None:
    """With no share of all moments, one kind of frame is looked for, and drawn for the seats that see it."""
    known, found = Counter(dict.fromkeys(night.frames_of(grognard.metas()["tiny"].load()), ENOUGH)), Redraws()
    known[kind] = ENOUGH - 1
    many_redraws("tiny", "border", 1_000, 3, 0, None, known, found)
    assert (found.counted + found.unchanged).keys() == {kind}


def test_scenarios_take_turns_in_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When all else is done, each scenario is searched, also after one in which nothing was met."""
    asked: list[tuple[str, float]] = []
    monkeypatch.setattr(night, "many_redraws", lambda *args: asked.append((args[1], args[4])))
    lines = night.open_lines({}, ["westfront"])
    for line in lines.values():
        line.done = line.target
    lines["westfront", "", "redraws in step retreats"].done = 0
    table = tmp_path / "night.csv"
    night.write(table, lines)
    assert main(["lab", "night", "westfront", "--only", "redraws", "--minutes", "0.01", "--table", str(table)]) == 0
    assert asked[:5] == [(name, 0) for name in ("husky", "s43", "s44", "w43", "w44")] == asked[5:10]


@pytest.mark.parametrize(("scenario", "mode"), DEPLOYMENTS)
def test_a_set_up_in_the_making_is_what_changes(scenario: str, mode: str) -> None:
    """A side sets up unseen (3.21): the other has no enemy block in sight, and cannot tell how far it has come."""
    game, rng = grognard.Game.new("westfront", scenario, seed=1, options={"deployment": mode}), random.Random(1)
    for seat, waiting in (("axis", "allied"), ("allied", "axis")):
        viewer = game.seat_index(waiting)
        assert frame_kind(game, viewer) == "parallel deployment" and not hidden_state(game, viewer)
        opening, begun = Redraws(), Redraws()
        redraw(Original(game, waiting, rng), rng, opening)
        assert not opening.counted
        game.play(seat, next(o for o in game.decisions()[seat].actions() if o.verb == "lift"))
        one = Original(game, waiting, rng)
        for _ in range(2):
            redraw(one, rng, begun)
        assert begun.counted == begun.unchanged == {"parallel deployment": 1}
        game.undo(seat)
        game.play(seat, "commit")


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_label_is_counted_or_has_its_reason(path: Path) -> None:
    """A labels table names every label of its title; one that was seen too seldom has a reason of its own."""
    title = grognard.metas()[path.stem.removeprefix("labels-")].load()
    with path.open(newline="", encoding="utf-8") as file:
        rows = {row["label"]: row for row in csv.DictReader(file)}
    assert rows.keys() == label_table.kinds(title).keys()
    tally = label_table.read_table(path)
    lacking = [
        label for label, row in rows.items()
        if not row["reason"] and not label_table.seen_enough(row["kind"], tally, label)
    ]  # fmt: skip
    assert not lacking
    own = [row["reason"] for row in rows.values() if row["kind"] == "choice" and row["reason"]]
    assert len(own) == len(set(own))


def test_both_titles_have_a_labels_table() -> None:
    assert [path.stem for path in TABLES] == ["labels-westfront", "labels-ww2eto"]


def test_games_from_scenes_meet_the_rules_of_resignation() -> None:
    """No policy proposes anything, so a share of the games that start from scenes ends with a resignation."""
    ended = []
    for n in range(8):
        game = grognard.new("ww2eto", "africa41", seed=n)
        scene_fuzz.resign(game, random.Random(n))
        assert "proposed" in {event.kind for event in game.events(None)}
        ended.append(game.outcome.rule if game.outcome else "")
    assert {"", "13.1"} <= {rule.split("/")[0] for rule in ended}
