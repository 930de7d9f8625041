"""The version of the exact form: journals that an older version wrote are loaded, played on, and keep what they said.

``journals`` holds games of tiny that were saved when its positions had the first form.
"""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest

import grognard
from grognard.engine.core.form import is_older
from grognard.engine.play.game import begun_at, fresh, replay
from grognard.engine.play.journal import _chained, read
from grognard.titles.tiny.sequence import Tiny

OLD = sorted((Path(__file__).parent / "journals").glob("*-form1.jsonl.gz"))


def text_of(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def played_on(game: grognard.Game, seed: int) -> None:
    """To the end, at random."""
    rng = random.Random(seed)
    while game.outcome is None:
        seat = rng.choice(sorted(game.decisions()))
        game.play(seat, game.decisions()[seat].sample(rng))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.name)
@pytest.mark.parametrize("verify", [False, True], ids=["from a snapshot", "from the start"])
def test_an_old_journal_is_loaded_and_played_on(path: Path, verify: bool) -> None:
    """From its snapshot or from the start it is the same game, and what is then saved is whole and judged again."""
    game = grognard.load(text_of(path), verify=verify)
    assert game.table.rules.level == 2 and game.table.p.own_seat == game.table.p.seat_of
    assert game.hash() == grognard.load(text_of(path), verify=not verify).hash()
    old = len(game.journal)
    played_on(game, 5)
    again = grognard.load(game.save(), verify=True)
    assert again.hash() == game.hash()
    forms = [entry.digest.startswith("2:") for entry in again.journal.entries if entry.digest]
    assert forms == sorted(forms) and set(forms) == {False, True}, "what was written then stays as it was"
    assert not any(entry.digest.startswith("2:") for entry in again.journal.entries[:old])


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.name)
def test_the_chain_that_players_were_shown_stays(path: Path) -> None:
    """The head of the chain is over the entries as they were written, not as they would be now."""
    journal, _ = read(text_of(path))
    assert replay(journal).journal.head() == journal.head()
    assert replay(journal, snapshots=False, check=True).journal.head() == journal.head()


def test_an_old_snapshot_is_what_the_entries_lead_to() -> None:
    journal, _ = read(text_of(OLD[0]))
    n = max(journal.snapshots)
    assert replay(journal, n).table.dump() == replay(journal, n, snapshots=False).table.dump()


def test_a_game_that_begins_at_an_old_position() -> None:
    """A start of the first form is read and played on."""
    game = grognard.new("tiny", seed=3)
    setup = begun_at(game)
    table = setup["start"]["table"]
    for dumped in (table, *(lane[0] for lane in setup["start"]["lanes"].values())):
        del dumped["form"], dumped["position"]["own_seat"]
    again = fresh(setup)
    assert again.hash() == game.hash()
    played_on(again, 3)
    assert grognard.load(again.save(), verify=True).hash() == again.hash()


def rewritten(text: str, change: object) -> str:
    values = [json.loads(line.partition(" ")[2]) for line in text.splitlines()]
    change(values)  # type: ignore[operator]
    lines: list[str] = []
    chain = ""
    for value in values:
        chain = _chained(lines, json.dumps(value), chain)
    return "\n".join(lines) + "\n"


def test_a_later_form_is_refused() -> None:
    """A snapshot or a closing hash of a form that this version does not know is refused, not guessed at."""
    text = text_of(OLD[0])

    def later(values: list[dict[str, object]]) -> None:
        next(value for value in values if "table" in value)["table"]["form"] = 9  # type: ignore[index]

    with pytest.raises(grognard.Refused, match="form 9; this version knows Tiny to 2"):
        grognard.load(rewritten(text, later))
    with pytest.raises(grognard.Refused, match="do not lead to the position"):
        grognard.load(rewritten(text, lambda values: values[-1].__setitem__("hash", "9:" + "0" * 32)))


def test_in_the_form_of_today_nothing_may_be_missing() -> None:
    """Only an older form may lack what is declared."""
    game = grognard.new("tiny", seed=3)
    dumped = json.loads(json.dumps(game.table.dump()))
    assert dumped["form"] == Tiny.form == 2 and game.hash().startswith("2:") and is_older("ab", game.hash())
    del dumped["position"]["moved"]
    with pytest.raises(KeyError):
        game.table.copy().restore(dumped)
    del dumped["form"]
    twin = game.table.copy()
    twin.restore(dumped)
    assert list(twin.p.moved) == [0] * len(twin.p.at)
