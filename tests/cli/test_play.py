"""The command-line game on the tiny title, as a player types it."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import ROOT, SCREEN, grognard, in_a_process

import grognard as library


def whole_game(seed: int) -> tuple[list[str], library.Game]:
    """A random game of two people: what each types in the order in which the terminal asks, and how it ends."""
    game, rng, typed, at = library.new("tiny", seed=seed), random.Random(seed), [], None
    while game.outcome is None:
        waiting = [seat for seat in game.seats if seat in game.decisions()]
        at = at if at in waiting else waiting[0]
        order = game.decisions()[at].sample(rng)
        typed.append(str(order))
        game.play(at, order)
    return typed, game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_typed_game_ends_as_the_library_does(seed: int, tmp_path: Path) -> None:
    """Orders typed at the terminal make the same game, to the last hash."""
    typed, game = whole_game(seed)
    saved = tmp_path / "game.journal"
    done = grognard("play", "tiny", "--seed", str(seed), "--seat", "red=human,blue=human",
                    lines=[*typed, f"save {saved}", "quit"])  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert game.outcome is not None and game.outcome.reason in done.stdout
    assert library.load(saved.read_text(), verify=True).hash() == game.hash()


def test_bots_alone_play_to_the_end() -> None:
    done = grognard("play", "tiny", "--seed", "5", "--seat", "red=random,blue=random")
    assert done.returncode == 0 and "[T8.1]" in done.stdout.splitlines()[-1]


def test_menus_lead_to_an_order() -> None:
    """Numbers go down the tree level by level; an empty line goes up again."""
    done = grognard("play", "tiny", "--seed", "3", lines=["1", "", "1", "1", "quit"])
    assert done.stdout.count("1 R1   2 R3") == 2
    assert "R1 gains a step [T1.2]" in done.stdout


def test_a_prefix_lists_what_may_follow_with_costs() -> None:
    done = grognard("play", "tiny", "--seed", "3", lines=["commit", "move R1", "back", "quit"])
    assert re.search(r"0303 \(1\)", done.stdout)
    assert "red move R1> " in done.stdout and "red move> " in done.stdout


def test_refusals_name_the_rule_and_its_sentence() -> None:
    lines = ["move R1 0503", "build R4", "biuld R1", "commit", "move R1 0503", "why move R1 0504", "why move R1 0303"]
    done = grognard("play", "tiny", "--seed", "3", lines=[*lines, "debts", "rules T2.1", "rules nosuch", "quit"])
    said = done.stdout
    assert "E.verb: 'move' is no order here." in said
    assert "T1.2: A step costs one production point" in said
    assert "Did you mean build?" in said
    assert re.search(r"move R1 0503\n +T2\.\d: ", said)
    assert re.search(r"why move R1 0504\n +T2\.\d: ", said)
    assert re.search(r"why move R1 0303\n +That order is offered\.", said)
    assert "Nothing is owed." in said
    assert "T2.1 Movement: A block moves as many hexes as its speed" in said
    assert "tiny has no rule 'nosuch'" in said


def test_undo_and_redo_leave_the_same_game(tmp_path: Path) -> None:
    lines = ["build R1", "undo", "redo", "undo", "undo", f"save {tmp_path / 'a'}", "quit"]
    done = grognard("play", "tiny", "--seed", "3", "--seat", "red=human,blue=human", lines=lines)
    assert "E.undo: There is nothing that this seat may take back" in done.stdout
    assert library.load((tmp_path / "a").read_text()).hash() == library.new("tiny", seed=3).hash()


def test_save_and_resume_go_on_as_one_game(tmp_path: Path) -> None:
    """Half a game, saved, loaded and played on is the whole game."""
    typed, game = whole_game(4)
    half, first, second = len(typed) // 2, tmp_path / "first", tmp_path / "second"
    seats = ("--seat", "red=human,blue=human")
    grognard("play", "tiny", "--seed", "4", *seats, lines=[*typed[:half], f"save {first}", "quit"])
    began = library.load(first.read_text())
    at = next(seat for seat in game.seats if seat in began.decisions())
    done = grognard("play", "--load", str(first), *seats, lines=[*typed[half:], f"save {second}", "quit"])
    assert done.returncode == 0 and at
    assert library.load(second.read_text()).hash() == game.hash()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["first", "second"]


def test_hot_seat_never_prints_the_other_sides_names() -> None:
    """Between two curtains stands only what the seat at the screen may know."""
    lines = ["pieces", "map", "commit", "pieces", "map", "log", "commit", "move R1 0302", "pieces", "end", "end", "end"]
    done = grognard("play", "tiny", "--seed", "7", "--seat", "red=human,blue=human", lines=[*lines, "pieces", "quit"])
    parts = re.split(r"^----- (\w+) is done\. Hand over to (\w+)\. -----$", done.stdout, flags=re.MULTILINE)
    pages = [("red", parts[0]), *zip(parts[2::3], parts[3::3], strict=True)]
    assert [seat for seat, _ in pages][:3] == ["red", "blue", "red"]
    foreign = {"red": r"\b(B[1-4]|BF[12]|G[1-3])\b", "blue": r"\b(R[1-6]|RF[12])\b"}
    for seat, page in pages:
        assert re.search(foreign["blue" if seat == "red" else "red"], page), f"{seat} sees its own pieces"
        assert not re.search(foreign[seat], page), f"{seat} reads a hidden name"
        assert re.search(r"#\d", page)


def test_resignation_is_answered_by_the_bot() -> None:
    done = grognard("play", "tiny", "--seed", "3", lines=["offers", "propose resign", "quit"])
    assert "propose: " in done.stdout and "red resigned. [T8.3]" in done.stdout


def test_a_person_is_asked_about_a_proposal() -> None:
    lines = ["propose resign", "decline 1", "quit"]
    done = grognard("play", "tiny", "--seed", "3", "--seat", "red=human,blue=human", lines=lines)
    assert "Hand over to blue" in done.stdout and "refuses proposal 1" in done.stdout and "resigned" not in done.stdout
    assert done.stdout.count("blue: answer with `accept 1` or `decline 1`.") == 1


def test_map_is_no_wider_than_the_terminal() -> None:
    done = grognard("play", "tiny", "--seed", "3", lines=["map Rubra", "map Nowhere", "quit"])
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "/R1 R2" in done.stdout and "_Rubra_" in done.stdout
    assert "E.place: There is no place 'Nowhere'." in done.stdout


def test_odds_of_an_attack_out_of_its_phase_say_so() -> None:
    lines = ["odds attack ger3inf@1412 1512", "odds", "quit"]
    done = grognard("play", "ww2eto", "--seed", "3", lines=lines)
    assert "E.verb: 'attack' is no order here." in done.stdout
    assert done.stdout.count("Say which attack or battle") == 1


def test_odd_input_is_refused_and_the_game_goes_on() -> None:
    odd = (
        b"\xff\xfe\n"
        + "\u2028 ♜ #0 #99999999999 \u0663\n".encode()
        + b"9" * 5000
        + b"\n"
        + b"build " * 3000
        + b"\n. + >\n"
    )
    done = grognard("play", "tiny", "--seed", "3", stdin=odd + b"build R1\nquit\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "R1 gains a step [T1.2]" in done.stdout


def test_completion_offers_what_may_follow() -> None:
    from grognard.terminal.menu import continuations

    decision = library.new("tiny", seed=1).decisions()["red"]
    assert continuations(decision, (), "b", ["back"]) == ["build", "back"]
    assert continuations(decision, ("build",), "r", []) == ["R1", "R3", "R5", "R6"]
    assert continuations(decision, ("nonsense",), "r", []) == []


def test_the_same_game_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Under another hash seed and with real pipes, the typed game is the same."""
    typed, game = whole_game(6)
    seats = ("--seat", "red=human,blue=human")
    done = in_a_process("play", "tiny", "--seed", "6", *seats, lines=[*typed, f"save {tmp_path / 'g'}"])
    assert done.returncode == 0 and done.stderr == ""
    assert library.load((tmp_path / "g").read_text()).hash() == game.hash()


def test_after_the_end_the_players_may_agree_to_go_on() -> None:
    """T8.2: the game closes, an extension is proposed and taken, and someone is asked again."""
    typed, game = whole_game(4)
    assert game.outcome is not None and game.outcome.rule == "T8.1"
    done = grognard("play", "tiny", "--seed", "4", "--seat", "red=human,blue=human",
                    lines=[*typed, "end", "propose extend", "accept 1", "quit"])  # fmt: skip
    assert "E.closed: The game is over." in done.stdout
    assert done.stdout.rindex("Turn 4, production") > done.stdout.index(game.outcome.reason)


def test_a_fault_of_ours_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the rules themselves break in the middle of an order, the game up to it is on disk and loads."""
    from grognard.titles.tiny.movement import Move

    def breaks(self: object, t: library.Game, seat: int, args: object) -> None:
        t.p.turn = 99  # type: ignore[attr-defined]
        raise ZeroDivisionError("broken rule")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Move, "apply", breaks)
    with pytest.raises(ZeroDivisionError):
        grognard("play", "tiny", "--seed", "3", lines=["build R1", "commit", "move R1 0303"])
    (rescued,) = tmp_path.iterdir()
    texts = [entry.text for entry in library.load(rescued.read_text()).journal.entries]
    assert "build R1" in texts and texts[-1] == "commit"


def at_a_terminal(keys: list[str], *args: str) -> tuple[int, str]:
    """Play at a pseudo-terminal: each of ``keys`` is typed at a prompt; the exit code and all that was shown."""
    ours, theirs = pty.openpty()
    env = {**os.environ, **SCREEN, "TERM": "dumb", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "grognard", "play", *args]
    game = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=ROOT)
    os.close(theirs)
    said, answered = "", 0
    while select.select([ours], [], [], 60)[0]:
        try:
            said += os.read(ours, 4096).decode()
        except OSError:  # the other end is closed
            break
        if keys and "red> " in said[answered:]:
            answered = len(said)
            os.write(ours, keys.pop(0).encode())
    os.close(ours)
    return game.wait(20), said


@pytest.mark.parametrize(("keys", "warned"), [(["build R1\n", "\x04", "\x04"], True), (["\x04"], False)])
def test_the_end_of_input_at_a_terminal_is_no_way_to_lose_a_game(keys: list[str], warned: bool) -> None:
    """Ctrl-D after an order says that the game is not saved; once more leaves, as does one when nothing was played."""
    code, said = at_a_terminal(keys, "tiny", "--seed", "3", "--seat", "red=human,blue=human")
    assert code == 0 and keys == [] and ("The game is not saved" in said) is warned
