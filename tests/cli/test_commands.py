"""The smaller commands: titles, rules, odds, workshops that are not installed."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from terminal import grognard

from grognard.cli import WORKSHOPS
from grognard.engine.table import Event
from grognard.engine.title import metas
from grognard.terminal.tell import sentence


def test_titles_lists_scenarios_seats_and_options() -> None:
    done = grognard("titles", "tiny")
    assert done.returncode == 0
    assert "tiny  Tiny (Grognard), test, rules level 1" in done.stdout
    assert "border: The border." in done.stdout and "--option turns=3|5 (3)" in done.stdout


def test_titles_by_id() -> None:
    assert "tiny" in grognard("titles", "--all", "--ids").stdout.splitlines()
    assert grognard("titles", "tiny", "--ids").stdout == "tiny\n"


def test_rules_by_number_chapter_and_word() -> None:
    assert grognard("rules", "tiny", "T5.2").stdout.startswith("T5.2 Losses: Each hit takes a step")
    assert [line[:4] for line in grognard("rules", "tiny", "T8").stdout.splitlines()] == ["T8.1", "T8.2", "T8.3"]
    assert "T3.2 Garrison" in grognard("rules", "tiny", "capital").stdout


def test_odds_are_exact() -> None:
    """B1's two dice hit on 5 or more (1/9 twice, 4/9 once); only if both miss does R1 fire its one (4/27, 8/27)."""
    scene = "tiny border bare / 0303: R1*1 B1*2 / 0103: R2 / 0604: B2 / 0601: G1 / red movement"
    said = " ".join(grognard("odds", scene, "end").stdout.split())
    assert said == (
        "44.44% red: 1 hits at 0303: choose who loses a step. 29.63% red: Turn 1, fleets: sail, then end. "
        "14.81% blue: 1 hits at 0303: choose who loses a step. 11.11% red: 2 hits at 0303: choose who loses a step."
    )


@pytest.mark.parametrize(("name", "extra"), [("lab", "lab"), ("maps", "maps"), ("serve", "server")])
def test_a_command_that_is_not_installed_names_its_extra(name: str, extra: str) -> None:
    with patch.dict(WORKSHOPS, {name: ("grognard_without_its_extra", extra, "")}):
        done = grognard(name, "anything")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert f"needs grognard_without_its_extra: install it with pip install 'grognard[{extra}]'" in done.stderr


def test_help_lists_every_command() -> None:
    said = grognard("--help").stdout
    for name in ("play", "replay", "rules", "odds", "titles", *WORKSHOPS):
        assert f"    {name} " in said


def test_events_speak_in_the_titles_words() -> None:
    title = metas()["tiny"].load()
    moved = Event("moved", "T2.1", "red", ("R1",), ("0203", "0303"), ())
    assert sentence(title, moved) == "R1 0203 > 0303 [T2.1]"
    odd = Event("no_such_kind", "", "red", ("R1",), ("0303",), (("die", 4),))
    assert sentence(title, odd) == "red: no such kind R1 at 0303 (die 4)"
