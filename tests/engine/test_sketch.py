"""The sketch: a title made by following docs/adding-a-title.md, with supply, missions, sealed plans, interceptions."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from sketching import dismiss, enlist

import grognard
from grognard import Refused
from grognard.engine.play.game import Game
from grognard.lab.conform import step_at_random
from grognard.lab.illegal import Prober
from grognard.lab.policies import POLICIES
from grognard.lab.run import fingerprint, play_checked

HERE = Path(__file__).parent
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@pytest.fixture(scope="module", autouse=True)
def sketch() -> Iterator[None]:
    enlist()
    yield
    dismiss()


def scene(text: str, dice: tuple[int, ...] = ()) -> Game:
    return grognard.read_scene(f"sketch channel {text}", dice=list(dice))


def refusal(game: Game, seat: str, order: str) -> str:
    with pytest.raises(Refused) as refused:
        game.play(seat, order)
    return refused.value.rule


def test_it_is_small() -> None:
    """Lines with code in them, and those of docstrings."""
    lines = 0
    for path in (HERE / "sketch").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type not in NO_CODE]
        lines += len({line for t in found for line in range(t.start[0], t.end[0] + 1)})
    assert lines <= 500


def test_supply_is_frozen_at_the_start_of_the_turn() -> None:
    """S1: N3 is cut off by the zones of S3 and S2 and does not attack."""
    game = scene("bare / 0405: N3 / 0305: S3 / 0505: S2 / 0102: N1 / north supply")
    game.play("north", "end")
    assert refusal(game, "north", "attack N3 0305") == "S1.2"
    assert refusal(game, "north", "attack N1 0305") == "S6.1"
    assert [str(order) for order in game.decisions()["north"].actions() if order.args[:1] == (2,)] == []


def test_zones_stop_and_the_rule_is_named() -> None:
    game = scene("bare / 0205: N1 / 0405: S1 / north movement")
    assert refusal(game, "north", "move N1 0404") in ("S2.1", "E.choice")
    assert game.why_not("north", "move N1 0305") is None


def test_a_strike_helps_an_attack() -> None:
    """S3.3, S6.1: a four and a strike make five."""
    game = scene("bare / 0205: N3 / 0305: S3 / 0102: NW1 N1 / north air", dice=(4,))
    game.play("north", "fly NW1 strike 0305")
    assert refusal(game, "north", "fly NW1 patrol 0305") == "S3.2"
    game.play("north", "end")
    game.play("north", "attack N3 0305")
    assert "S3" in [name for event in game.events("south") if event.kind == "destroyed" for name in event.names]
    assert refusal(game, "north", "attack N3 0305") in ("S6.2", "S6.1")


def landing(dice: tuple[int, ...] = ()) -> Game:
    """North has planned a landing at 0601 and it has fallen due; South patrols the Channel."""
    game = scene("bare / Nordhaven: N2 / Alta: N1 / Sudhaven: S2 SW1 / north landings", dice)
    game.play("north", "plan 0601")
    game.play("north", "end")
    game.play("south", "fly SW1 patrol 0402")
    for _ in range(3):
        game.play("south", "end")
    for _ in range(2):
        game.play("north", "end")
    return game


def test_a_plan_is_sealed_until_it_is_carried_out() -> None:
    """S4: South sees that there is a plan, and not a byte of where; a guess makes one up."""
    game, other = landing(), scene("bare / Nordhaven: N2 / Alta: N1 / Sudhaven: S2 SW1 / north landings")
    other.play("north", "plan 0602")
    assert [row[2] for row in game.view("south")["plans"].values() if len(row) > 2] == []
    guess = grognard.sample(game.view("south"), random.Random(1))
    assert guess.table.p.plans["landing0"][2]
    assert refusal(other, "north", "launch N2 0602") == "S4.2"


@pytest.mark.parametrize(("die", "sunk"), [(3, False), (4, True)])
def test_an_interception_in_the_enemys_move(die: int, sunk: bool) -> None:
    """S5.1: South is asked in North's move, hex after hex; on 4 the convoy is sunk, else it sails on and lands."""
    game = landing(dice=(die,))
    game.play("north", "launch N2 0601")
    assert list(game.decisions()) == ["south"]
    game.play("south", "pass")
    assert list(game.decisions()) == ["south"], "the next hex is patrolled, too"
    game.play("south", "intercept SW1")
    kinds = [event.kind for event in game.events("north")]
    assert ("destroyed" in kinds, "landed" in kinds) == (sunk, not sunk)
    assert list(game.decisions()) == ["north"]
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_games_conform(policy: str) -> None:
    report = play_checked("sketch", "channel", 1, policy, 0.2, 2, longest=200)
    assert not report.failures, str(report.failures[0])
    assert report.orders > 20 and report.checks > 0


def test_illegal_input_is_refused() -> None:
    prober = Prober("sketch", "channel", seed=3)
    prober.run(200)
    assert sum(prober.refusals.values()) + prober.taken == prober.tried == 200


def test_the_same_game_under_another_hash_seed(tmp_path: Path) -> None:
    game, rng = grognard.new("sketch", seed=5), random.Random(5)
    assert sum(1 for _ in islice(iter(lambda: step_at_random(game, rng), None), 60))
    journal = tmp_path / "game.journal"
    journal.write_text(game.save(), encoding="utf-8")
    code = (
        f"import sys; sys.path[:0] = {[str(HERE), *sys.path]!r}; from sketching import enlist; enlist(); "
        f"from grognard.lab.run import fingerprint; print(fingerprint(open({str(journal)!r}).read()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "4242"}, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == fingerprint(journal.read_text(encoding="utf-8")), done.stderr[-400:]
