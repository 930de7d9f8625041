"""Bad input: one line that says what was wrong and what would be right, exit code 2, nothing half-written."""

from __future__ import annotations

import json
import os
import random
import sys
from hashlib import blake2b
from pathlib import Path

import pytest
from terminal import ROOT, grognard, in_a_process

import grognard as library
from grognard.terminal.files import write_text

PROJECT = ROOT / "pyproject.toml"
OTHER = ROOT / "grognard" / "titles" / "ww2eto" / "board" / "board.json"

TABLE = [
    (["plya"], "invalid choice: 'plya'"),
    ([], "the following arguments are required: COMMAND"),
    (["play", "tiyn"], "There is no title 'tiyn'. Did you mean tiny?"),
    (["play", "tiny", "--scenario", "bordre"], "There is no scenario 'bordre'. Did you mean border?"),
    (["play", "tiny", "--option", "turn=3"], "There is no option 'turn'. Did you mean turns?"),
    (["play", "tiny", "--option", "turns=4"], "There is no value of turns '4'."),
    (["play", "tiny", "--option", "turns"], "write KEY=VALUE"),
    (["play", "tiny", "--seat", "rde=human"], "There is no seat 'rde'. Did you mean red?"),
    (["play", "tiny", "--seat", "red=humna"], "There is no player 'humna'. Did you mean human?"),
    (["play", "tiny", "--seat", "red"], "write SEAT=human or SEAT=random"),
    (["play", "tiny", "--power", "gren=green"], "There is no power 'gren'. Did you mean green"),
    (["play", "tiny", "--seed", "x"], "'x' is not a whole number"),
    (["play", "tiny", "--seed", "9" * 5000], "is not a whole number"),
    (["play", "tiny", "--board", "no/such.json"], "The board 'no/such.json' cannot be read: no such file"),
    (["play", "tiny", "--board", str(PROJECT)], "pyproject.toml' is no compiled board"),
    (["play", "tiny", "--colour"], "unrecognized arguments: --colour"),
    (["play", "--load", "no/such"], "'no/such' cannot be read: no such file or directory"),
    (["play", "--load", "."], "'.' cannot be read: is a directory"),
    (["play", "--load", "a\0b"], "cannot be read"),
    (["play", "--load", str(PROJECT)], "This is no journal of a game"),
    (["play", "--load", "x", "--seed", "3"], "leave out --seed"),
    (["replay", "no/such"], "'no/such' cannot be read"),
    (["rules", "tiny", "T99.1"], "tiny has no rule 'T99.1'"),
    (["rules", "tinny", "T1"], "Did you mean tiny?"),
    (["titles", "tinny"], "Did you mean tiny?"),
    (["odds", "tiny border bare / 0203: R1 / red movement", "move R1 0503"], "A block moves as many hexes"),
    (["odds", "tiny border bare / 9999: R1", "end"], "There is no place '9999'"),
    (["odds", "tiny border bare / 0203: X9", "end"], "'X9' is no piece"),
    (["odds", "", "end"], "The scene is empty"),
    (["play", "tiny", "--seat", "red=human,red=random"], "--seat names red twice"),
    (["lab", "night", "tinny"], "Did you mean tiny?"),
    (["lab", "night", "--minutes", "-5"], "'-5' is not a number from 0 on"),
    (["lab", "fuzz", "tiny", "--games", "-1"], "'-1' is not a whole number from 0 on"),
    (["lab", "fuzz", "tiny", "--share", "5"], "'5' is not a share from 0 to 1"),
    (["lab", "fuzz", "tiny", "--games", "1", "--labels", "no/such/a.csv"], "There is no folder no/such"),
    (["lab", "fuzz", "tiny", "--games", "1", "--labels", str(ROOT)], "is a folder"),
    (["lab", "fuzz", "tiny", "--games", "1", "--keep", str(PROJECT)], "is no folder"),
    (["lab", "fuzz", "tiny", "--games", "1", "--scenario", ""], "There is no scenario ''. There are: border."),
    (["lab", "match", "tiny", "border", "--games", "0"], "'0' is not a whole number from 1 on"),
    (["lab", "match", "tiny", "border", "--option", "turns"], "write NAME=VALUE"),
    (["lab", "bench", "tiny", "--orders", "0"], "'0' is not a whole number from 1 on"),
    (["lab", "balance", "tiny", "--games", "1", "--results", str(PROJECT)], "is no table of scenario, policy"),
    (["lab", "labels", "tiny", "--minutes", "0", "--table", str(PROJECT)], "is no table of label, kind"),
    (["lab", "labels", "tiny", "--minutes", "0", "--scenes", "no/tests"], "There are no tests at no/tests"),
    (["lab", "night", "tiny", "--minutes", "0", "--table", str(PROJECT)], "is no table of title, scenario"),
    (["lab", "night", "tiny", "--minutes", "0", "--table", str(ROOT)], "cannot be used: is a directory"),
    (["play", ""], "There is no title ''. There are: aeto, eurofront, sfe, tiny, westfront, ww2eto."),
    (["play", "--load", ""], "'' cannot be read"),
    (["play", "tiny", "--board", str(OTHER)], "is no board of Tiny"),
    (["titles", ""], "There is no title ''"),
    (["rules", "tiny", ""], "No rule is named: write a number, such as T1.1, or a word."),
    (["serve", "--db", ""], "This is no database"),
]


@pytest.mark.parametrize(("args", "said"), TABLE, ids=[" ".join(args)[:50] or "nothing" for args, _ in TABLE])
def test_one_line_and_exit_code_2(args: list[str], said: str) -> None:
    done = grognard(*args)
    assert done.returncode == 2
    assert said in done.stderr and len(done.stderr.splitlines()) == 1 and done.stderr.startswith("grognard")
    assert done.stdout == ""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    game = library.new("tiny", seed=1)
    game.play("red", "build R1")
    game.play("red", "commit")
    path = tmp_path / "game.journal"
    path.write_text(game.save())
    return path


def broken(text: str, how: str) -> str:
    if how == "cut":
        return "\n".join(text.splitlines()[:2]) + "\n"
    if how == "altered":
        return text.replace("build R1", "build R2")
    if how == "empty":
        return ""
    return "a letter to a friend\n" + text


@pytest.mark.parametrize(("how", "said"), [
    ("cut", "cut after line 2"), ("altered", "Line 2 does not follow"), ("empty", "is empty"),
    ("foreign", "no journal"),
])  # fmt: skip
@pytest.mark.parametrize("command", [["play", "--load"], ["replay"]])
def test_broken_journals_are_refused_with_the_line(journal: Path, how: str, said: str, command: list[str]) -> None:
    journal.write_text(broken(journal.read_text(), how))
    done = grognard(*command, str(journal))
    assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_save_that_fails_leaves_the_old_file(journal: Path) -> None:
    """A save into a place that cannot be written says so, and the game goes on."""
    before = sorted(p.name for p in journal.parent.iterdir())
    lines = [f"save {journal.parent / 'none' / 'x'}", f"save {journal.parent}", "save", "build R3", "quit"]
    done = grognard("play", "--load", str(journal), "--seat", "blue=human", lines=["build B1", *lines])
    said = " ".join(done.stdout.split())
    assert done.returncode == 0 and said.count("cannot be written") == 2 and "Say where" in said
    assert sorted(p.name for p in journal.parent.iterdir()) == before


def test_only_an_ordinary_file_is_written_over(tmp_path: Path) -> None:
    """A device or a pipe stays what it is; a link stays, and what it leads to is written."""
    pipe, link, saved = tmp_path / "pipe", tmp_path / "link", tmp_path / "saved"
    os.mkfifo(pipe)
    link.symlink_to(saved)
    with pytest.raises(library.Refused, match="it is no ordinary file"):
        write_text(str(pipe), "x")
    write_text(str(link), "x")
    assert pipe.is_fifo() and link.is_symlink() and saved.read_text() == "x"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe", "saved"]


def test_a_process_ends_with_the_same_code_and_line() -> None:
    done = in_a_process("play", "tiny", "--scenario", "bordre")
    assert done == (2, "", "grognard: There is no scenario 'bordre'. Did you mean border? [E.scenario]\n")


def test_replay_stops_where_it_is_told_and_refuses_what_is_not_there(journal: Path) -> None:
    done = grognard("replay", str(journal), "--to", "1")
    assert done.returncode == 0 and "1 red: build R1" in done.stdout and "commit" not in done.stdout
    past = grognard("replay", str(journal), "--to", "3")
    assert past.returncode == 2 and "The journal has 2 entries; there is no entry 3." in past.stderr
    seat = grognard("replay", str(journal), "--seat", "rde")
    assert seat.returncode == 2 and "There is no seat 'rde'" in seat.stderr


def test_replay_for_a_seat_shows_what_it_was_told(journal: Path) -> None:
    done = grognard("replay", str(journal), "--seat", "blue")
    assert done.returncode == 0 and "R1" not in done.stdout and "B1" in done.stdout


def test_a_seats_own_journal_is_retold(journal: Path) -> None:
    """``View.save`` holds what the seat was told; a file that only looks like one is refused."""
    game = library.load(journal.read_text())
    own = journal.with_name("red")
    own.write_text(game.view("red").save())
    done = grognard("replay", str(own))
    assert done.returncode == 0 and "1 R1 gains a step [T1.2]" in done.stdout
    own.write_text('{"kind": "view", "grognard": 1}')
    done = grognard("replay", str(own))
    assert done.returncode == 2 and "neither a journal nor a seat's own" in done.stderr


FORGED = [
    (0, "rules", "x", "rules is 'x', which is no whole number"),
    (0, "rules", 0, "at rules level 0; this version knows Tiny up to level 3"),
    (0, "rules", 99, "at rules level 99"),
    (0, "title", [], "title is [], which is no word"),
    (0, "seats", {"red": []}, "cannot be played"),
    (0, "secret", "zz", "the dice's secret is not 32 bytes"),
    (0, "board", "0" * 16, "was played on the edition 000000000000 of its board"),
    (0, "scene", "tiny border / nowhere: R1", "There is no place 'nowhere'"),
    (1, "e", [5, "build", [1], "build R1", [], "", "order"], "Line 2 is an entry of seat 5"),
    (1, "e", [0, "build", 7, "build R1", [], "", "order"], "Line 2 is no entry"),
    (1, "e", [0, "build", ["x"], "build R1", [], "", "order"], "cannot be played"),
    (3, "end", [], "counts other entries than it has"),
]


@pytest.mark.parametrize(("line", "key", "value", "said"), FORGED, ids=[said[:40] for *_, said in FORGED])
@pytest.mark.parametrize("command", [["play", "--load"], ["replay"], ["replay", "--to", "1"]])
def test_forged_journals_are_refused(
    journal: Path, command: list[str], line: int, key: str, value: object, said: str
) -> None:
    """A journal whose hashes fit but whose values cannot be meant."""
    values = [json.loads(text.partition(" ")[2]) for text in journal.read_text().splitlines()]
    values[line][key] = value
    lines, chain = [], ""
    for value in values:
        body = json.dumps(value, separators=(",", ":"), sort_keys=True)
        chain = blake2b(f"{chain}{body}".encode(), digest_size=8).hexdigest()
        lines.append(f"{chain} {body}")
    journal.write_text("\n".join(lines) + "\n")
    done = grognard(*command, str(journal))
    assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("told", [{"kind": 5}, {"kind": ["x"]}, {"places": [{}]}, {"pieces": 7}])
def test_a_forged_journal_of_a_seat_is_refused(tmp_path: Path, told: dict[str, object]) -> None:
    event = {"kind": "built", "rule": "T1.2", "seat": "red", "pieces": ["R1"], "places": [], **told}
    own = tmp_path / "own"
    own.write_text(json.dumps({"kind": "view", "grognard": 1, "view": {"title": "tiny"}, "told": [event]}))
    done = grognard("replay", str(own))
    assert done.returncode == 2 and "neither a journal nor a seat's own" in done.stderr


def test_a_forgery_before_the_last_snapshot_ends_in_a_line(tmp_path: Path) -> None:
    """Entries before a snapshot are played again only when someone asks what was told then."""
    game, rng = library.new("ww2eto", "africa41", seed=1), random.Random(2)
    while len(game.journal) < 75:
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, decision.sample(rng))
    assert game.journal.snapshots
    game.journal.entries[2] = game.journal.entries[2]._replace(args=("x",))
    path = tmp_path / "forged"
    path.write_text(game.save())
    done = grognard("play", "--load", str(path))
    assert done.returncode == 2 and "cannot be played" in done.stderr and len(done.stderr.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["forged"]


@pytest.mark.parametrize(("given", "said"), [
    ({"seed": "a"}, "The seed is a whole number, not 'a'"), ({"seed": 1.5}, "The seed is a whole number"),
    ({"secret": b"short"}, "32 bytes"), ({"secret": "x" * 32}, "32 bytes"),
    ({"without": "T1.2"}, "given as a list"), ({"without": ["T99"]}, "There is no rule 'T99'"),
    ({"board": {}}, "named by its file"), ({"board": "no/such"}, "cannot be read"),
    ({"board": OTHER}, "is no board of Tiny"), ({"title": ["tiny"]}, "There is no title"),
])  # fmt: skip
def test_what_a_game_is_begun_with_is_checked(given: dict[str, object], said: str) -> None:
    with pytest.raises(library.Refused, match=said):
        library.new(**{"title": "tiny", **given})  # type: ignore[arg-type]


def test_several_orders_are_a_list_and_a_spectator_has_no_offers() -> None:
    game = library.new("tiny", seed=1)
    with pytest.raises(library.Refused, match="given as a list"):
        game.play_all("red", "build R1")
    with pytest.raises(library.Refused, match="A spectator gives no orders"):
        game.offers(None)  # type: ignore[arg-type]
    with pytest.raises(library.Refused, match="text, not bytes"):
        library.load(game.save().encode())  # type: ignore[arg-type]
    with pytest.raises(library.Refused, match="Open now: build"):
        game.play("red", " ")


def test_a_file_saved_with_a_mark_of_its_coding_is_read(journal: Path) -> None:
    """Some editors begin a text with one."""
    journal.write_text(journal.read_text(), encoding="utf-8-sig")
    assert grognard("replay", str(journal)).returncode == 0


@pytest.mark.parametrize("given", [{"options": [1]}, {"seats": 5}, {"seats": ["red"]}])
def test_options_and_seats_are_mappings(given: dict[str, object]) -> None:
    with pytest.raises(library.Refused, match="mapping of names to words"):
        library.new("tiny", **given)  # type: ignore[arg-type]


def test_a_mistyped_piece_gets_the_nearest_that_the_seat_can_name() -> None:
    """Also where no piece of that name may be ordered now; hidden blocks of others are not named."""
    game = library.read_scene("tiny border bare / 0203: R1 / 0303: B1 B2 / red movement")
    near = game.why_not("red", "move RR1 0203")
    assert near is not None and "R1" in near.sentence and "B1" not in near.sentence


def test_a_piece_that_is_like_none_gets_those_that_may_be_chosen() -> None:
    game = library.read_scene("tiny border bare / 0203: R1 / 0303: B1 B2 / red movement")
    odd = game.why_not("red", "move zzz 0203")
    assert odd is not None and odd.sentence.endswith("Choices: R1.")


def test_a_journal_cut_within_a_line_is_told_by_that_line(journal: Path) -> None:
    """Even where less than the line's hash is left."""
    lines = journal.read_text().splitlines()
    with pytest.raises(library.Refused, match="Line 2 does not follow"):
        library.load("\n".join([lines[0], lines[1][:9]]))


def test_a_missing_package_is_named_with_the_extra_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    table = str(tmp_path / "table.csv")
    scenes = grognard("lab", "labels", "tiny", "--minutes", "0", "--table", table, "--scenes", str(ROOT / "tests"))
    assert scenes.returncode == 2 and "pip install 'grognard[lab]'" in scenes.stderr
    base = grognard("admin", "list", "--db", "postgresql+asyncpg://nobody@127.0.0.1/none")
    assert base.returncode == 2 and "pip install 'grognard[postgres]'" in base.stderr
