"""The smaller commands: titles, rules, odds, workshops that are not installed."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from terminal import grognard

from grognard.cli import WORKSHOPS
from grognard.engine.core.table import Event
from grognard.engine.core.title import metas
from grognard.terminal.tell import sentence


def test_titles_lists_scenarios_seats_and_options() -> None:
    done = grognard("titles", "tiny")
    assert done.returncode == 0
    assert "tiny  Tiny (Grognard), test, rules level 3" in done.stdout
    assert "border: The border." in done.stdout and "--option turns=3|5 (3)" in done.stdout


def test_titles_tell_what_an_option_is_when_nothing_is_said() -> None:
    """World War Two ETO plays its optional rules in the three large scenarios unless told otherwise."""
    said = " ".join(grognard("titles", "ww2eto").stdout.split())
    assert "--option minors=off|on (on in 1939, 1940, 1941): Minor countries" in said
    assert "--option three_players=off|on (off in 1939): Three players" in said
    assert "--option turns=3|5 (3):" in grognard("titles", "tiny").stdout


def test_titles_mark_the_scenarios_that_are_ours() -> None:
    said = " ".join(grognard("titles", "ww2eto").stdout.split())
    assert "movement, supply and shipping. (A scenario of our own.)" in said
    assert said.count("of our own.)") == 1


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
        "44.44% red: 1 hit at 0303: choose who loses a step. 29.63% red: Turn 1, fleets: sail, then end. "
        "14.81% blue: 1 hit at 0303: choose who loses a step. 11.11% red: 2 hits at 0303: choose who loses a step."
    )


def test_odds_call_a_lost_unit_by_the_name_that_it_had() -> None:
    """And say nothing of what the rules note down in lists of bits."""
    scene = "ww2eto 1941 bare / 1612: ger4inf ger4mech / 1712: sov2inf / axis combat"
    said = " ".join(grognard("odds", scene, "attack ger4inf@1612+ger4mech@1612 1712").stdout.split())
    assert said.startswith("100.00% sov2inf@1712 at 1712 > lost; sov2inf@1712 strength 2 > 0; russia 0 > 1;")
    assert "[" not in said


def test_odds_of_a_move_tell_of_the_battle_it_begins() -> None:
    """Over the river a corps at 1 throws armor back on 1 and 2, hurts it on a 6, and is missed by what still comes."""
    scene = (
        "westfront s44 bare / allied holds all / 1943-07 / Paris: 21AG3* Br30arm3 / Rouen: 84inf1"
        " / axis holds Rouen / allied movement"
    )
    said = " ".join(grognard("odds", scene, "move Br30arm Paris>Rouen").stdout.split())
    assert (
        "battle that follows: 55.6% axis loses 0 44.4% axis loses 1 83.3% allied loses 0 16.7% allied loses 1"
        " Fought on," in said
    )


@pytest.mark.parametrize(("name", "extra"), [("lab", "lab"), ("maps", "maps")])
def test_a_command_that_is_not_installed_names_its_extra(name: str, extra: str) -> None:
    with patch.dict(WORKSHOPS, {name: ("grognard_without_its_extra", extra, "")}):
        done = grognard(name, "anything")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert f"needs grognard_without_its_extra: install it with pip install 'grognard[{extra}]'" in done.stderr


def test_help_lists_every_command() -> None:
    said = grognard("--help").stdout
    for name in ("play", "replay", "rules", "odds", "titles", *WORKSHOPS):
        assert f"    {name} " in said


@pytest.mark.parametrize("name", WORKSHOPS)
def test_every_workshop_has_help(name: str) -> None:
    assert grognard(name, "--help").stdout.startswith(f"usage: grognard {name} ")


def test_events_speak_in_the_titles_words() -> None:
    title = metas()["tiny"].load()
    moved = Event("moved", "T2.1", "red", ("R1",), ("0203", "0303"), ())
    assert sentence(title, moved) == "R1 0203 > 0303 [T2.1]"
    odd = Event("no_such_kind", "", "red", ("R1",), ("0303",), (("die", 4),))
    assert sentence(title, odd) == "red: no such kind R1 at 0303 (die 4)"


@pytest.mark.parametrize("running", ["nothing", "grognard", "another"])
def test_play_without_a_title_opens_the_table(running: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a server of its own, on the one that runs already, or beside a stranger on that port."""
    from grognard.server import app, cli

    (tmp_path / "index.html").write_text("<html>")
    monkeypatch.setattr(app, "PAGE", tmp_path)
    monkeypatch.setattr(cli, "_in_use", lambda port: running != "nothing")
    monkeypatch.setattr(cli, "_is_grognard", lambda port: running == "grognard")
    opened: list[str] = []
    served: list[int] = []
    monkeypatch.setattr(cli.webbrowser, "open", opened.append)
    monkeypatch.setattr(cli, "serve", lambda args: served.append(args.port) or (args.open or pytest.fail("not opened")))
    assert grognard("play").returncode == 0
    assert opened == ([f"http://127.0.0.1:{cli.PORT}/"] if running == "grognard" else [])
    assert len(served) == (running != "grognard")
    assert not served or (served[0] == cli.PORT) == (running == "nothing")


def test_play_without_a_page_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from grognard.server import app

    monkeypatch.setattr(app, "PAGE", tmp_path)
    done = grognard("play")
    assert done.returncode == 2 and "make web" in done.stderr and len(done.stderr.splitlines()) == 1
