"""Journals: exact, chained, replayed from snapshots, refused when cut or altered."""

import json
import random
import shutil
from pathlib import Path

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.engine.play.game import Game, replay
from grognard.engine.play.journal import read
from grognard.maps.compile import compile_board


def played(orders: int, seed: int = 1, turns: str = "5") -> grognard.Game:
    """A random game of so many orders, with an undo now and then."""
    g = grognard.new("tiny", seed=seed, options={"turns": turns})
    rng = random.Random(seed)
    for n in range(orders):
        if g.outcome is not None:
            break
        seat = rng.choice(sorted(g.decisions()))
        g.play(seat, g.decisions()[seat].sample(rng))
        if n % 7 == 3 and g.outcome is None:
            try:
                g.undo(seat)
            except grognard.Refused as refused:
                assert refused.rule == "E.undo"
    return g


@pytest.mark.parametrize("seed", range(6))
def test_save_and_load_are_exact(seed):
    """A loaded game has the same hash, the same views, and the same game to come."""
    g = played(60, seed)
    again = grognard.load(g.save())
    assert again.hash() == g.hash()
    assert again.save() == g.save()
    for seat in (*g.seats, None):
        assert again.view(seat).json() == g.view(seat).json()
        assert again.events(seat) == g.events(seat)
    a, b = random.Random(9), random.Random(9)
    for _ in range(20):
        if g.outcome is not None:
            break
        seat = sorted(g.decisions())[0]
        g.play(seat, g.decisions()[seat].sample(a))
        again.play(seat, again.decisions()[seat].sample(b))
        assert again.hash() == g.hash()


def test_verify_judges_every_entry_again():
    g = played(50, 2)
    assert grognard.load(g.save(), verify=True).hash() == g.hash()


def test_any_entry_is_opened_from_snapshots():
    """Opening the game after each entry gives the position that it had then."""
    g = grognard.new("tiny", seed=4, options={"turns": "5"})
    rng, hashes = random.Random(4), [g.hash()]
    while g.outcome is None:
        seat = rng.choice(sorted(g.decisions()))
        g.play(seat, g.decisions()[seat].sample(rng))
        hashes.append(g.hash())
    journal, _ = read(g.save())
    assert len(journal.snapshots) >= 1
    for n in rng.sample(range(len(hashes)), 12):
        assert replay(journal, n).hash() == hashes[n]


def rewritten(text: str, change) -> str:
    """A journal whose values were changed and whose chain was made to fit: what a forger would do."""
    from grognard.engine.play.journal import _chained

    values = [json.loads(line.partition(" ")[2]) for line in text.splitlines()]
    change(values)
    lines: list[str] = []
    chain = ""
    for value in values:
        chain = _chained(lines, value, chain)
    return "\n".join(lines) + "\n"


def test_a_cut_or_altered_journal_is_refused_with_the_line():
    text = played(30).save()
    lines = text.splitlines()
    with pytest.raises(grognard.Refused, match="closing line is missing"):
        grognard.load("\n".join(lines[:10]) + "\n")
    with pytest.raises(grognard.Refused, match="Line 7 "):
        grognard.load(text.replace(lines[6], lines[6].replace('"', "'", 2)))
    with pytest.raises(grognard.Refused, match="empty"):
        grognard.load("")
    for junk in ("hello", "{}", "\x00\x01", "[1,2,3]", "ff {}", lines[0] + "\n" + lines[3]):
        with pytest.raises(grognard.Refused) as refused:
            grognard.load(junk)
        assert refused.value.rule == "E.journal"


FORGERIES = {
    "another order": lambda v: v[1]["e"].__setitem__(2, [99]),
    "an unknown verb": lambda v: v[1]["e"].__setitem__(1, "conquer"),
    "a foreign title": lambda v: v[0].__setitem__("title", "chess"),
    "a later level": lambda v: v[0].__setitem__("rules", 99),
    "another hash at the end": lambda v: v[-1].__setitem__("hash", "00"),
    "a wrong count": lambda v: v[-1].__setitem__("end", 3),
    "no set-up": lambda v: v[0].pop("secret"),
    "a seat too many": lambda v: v[1]["e"].__setitem__(0, 7),
    "another secret": lambda v: v[0].__setitem__("secret", "11" * 32),
    "an entry that is none": lambda v: v.__setitem__(2, {"x": 1}),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_journal_is_refused(name):
    """Even with its chain made to fit, a journal that does not lead where it says is refused, never a traceback."""
    text = rewritten(played(40, 3).save(), FORGERIES[name])
    with pytest.raises(grognard.Refused) as refused:
        grognard.load(text, verify=True)
    assert refused.value.rule == "E.journal"


def test_what_is_no_journal_is_named_for_what_it_is():
    """A seat's own journal, a foreign text and a journal whose set-up was changed are told apart."""
    game = played(30)
    for text, said in (
        (game.view(game.seats[0]).save(), "one seat's own journal: it can be replayed"),
        ("a letter to a friend\n" + game.save(), "no journal of a game"),
        ("{" * 20_000, "no journal of a game"),
        ("[" * 200_000, "no journal of a game"),
        (game.save().replace('"rules":', '"rules" :', 1), "Line 1 does not follow: the journal was altered"),
    ):
        with pytest.raises(grognard.Refused, match=said):
            grognard.load(text)


def test_a_seat_journal_holds_nothing_that_the_seat_may_not_know():
    """The redacted journal has neither the secret of the dice nor a hidden piece's name."""
    g = grognard.new("tiny", seed=8)
    kept = g.view("red").save()
    assert g.table.dice.secret.hex() not in kept
    assert '"B2"' not in kept
    assert json.loads(kept)["view"]["commitment"] == g.journal.commitment
    g.play("red", "propose resign")
    g.play("blue", "accept 1")
    assert g.view("red")["secret"] == g.table.dice.secret.hex(), "shown when the game is closed"


def test_a_game_is_opened_from_its_last_snapshot(monkeypatch):
    """Only the orders after it are given again."""
    g = played(400, 5)
    journal, _ = read(g.save())
    given, again = [], Game._in_lane

    def counted(self, seat, order):
        given.append(order)
        again(self, seat, order)

    monkeypatch.setattr(Game, "_in_lane", counted)
    assert replay(journal, len(journal)).hash() == g.hash()
    after = [entry for entry in journal.entries[max(journal.snapshots) :] if entry.kind != "undo"]
    assert [order.text for order in given] == [entry.text for entry in after] and len(after) < len(journal) / 2


def test_a_game_keeps_to_its_edition_of_the_board(tmp_path):
    """An owner's edition is played, saved and loaded by its hash; the journal does not say where the file lies."""
    source = Path(grognard.__file__).parent / "titles" / "tiny" / "board"
    folder = tmp_path / "edition"
    shutil.copytree(source, folder)
    hexes = (folder / "hexes.csv").read_text()
    (folder / "hexes.csv").write_text(hexes.replace("0302,3,2,forest", "0302,3,2,clear"))
    compile_board(folder, tmp_path / "mine.json")
    g = grognard.new("tiny", seed=1, board=str(tmp_path / "mine.json"))
    g.play("red", "levy red")
    text = g.save()
    assert str(tmp_path) not in text
    with pytest.raises(grognard.Refused) as refused:
        grognard.load(text)
    assert refused.value.rule == "E.board"
    assert grognard.load(text, board=str(tmp_path / "mine.json")).hash() == g.hash()


def counted(game) -> dict[str | None, int]:
    return {seat: game.journal.number(game.seat_index(seat)) for seat in (*game.seats, None)}


def test_a_viewer_counts_its_own_entries_and_those_that_showed_something_to_all():
    game = grognard.new("tiny", seed=1)
    for order in ("build R3", "build R1"):
        game.play("red", order)
    game.undo("red")
    assert counted(game) == {"red": 3, "blue": 0, None: 0}
    game.play("blue", "commit")
    assert counted(game) == {"red": 3, "blue": 1, None: 0}
    game.play("red", "commit")
    assert counted(game) == {"red": 4, "blue": 2, None: 1}, "the last commit shows everyone's work"
    journal = game.journal
    assert [journal.entry(0, n) for n in (0, 1, 3, 4, 99)] == [0, 1, 3, 5, 5]
    assert [journal.entry(1, n) for n in (0, 1, 2)] == [0, 4, 5] and journal.entry(2, 1) == 5
    kept = journal.copy()
    kept.forget(4)
    assert [kept.number(viewer) for viewer in range(3)] == [4, 2, 1] and len(journal.entries) == 5
    assert kept.entry(0, 4) == 5 and kept.entry(1, 2) == 5
    with pytest.raises(grognard.Refused, match="Your first 3 entries are not at hand"):
        kept.entry(0, 3)
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


def test_a_rollback_is_named_to_each_by_its_own_count():
    game = grognard.new("tiny", seed=1)
    for seat, order in (("red", "build R3"), ("red", "build R1"), ("blue", "commit"), ("red", "commit")):
        game.play(seat, order)
    game.play("red", "propose rollback 2")
    said = {seat: game.view(seat)["proposals"][0][3] for seat in (*game.seats, None)}
    assert {seat: text.split()[-1] for seat, text in said.items()} == {"red": "2", "blue": "0", None: "0"}
    game.play("blue", "accept 1")
    told = {seat: dict(game.events(seat)[-1].fields)["entry"] for seat in (*game.seats, None)}
    assert told == {"red": 2, "blue": 0, None: 0}
    assert set(game.decisions()) == {"red", "blue"} and game.lanes[0].given and not game.lanes[1].given
    assert grognard.load(game.save(), verify=True).hash() == game.hash()


def test_a_frame_is_the_same_in_whatever_order_its_values_were_given():
    one = Frame("battle", data=(("node", 3), ("by", 1)), secret=(("way", (1, 2)), ("end", 2)))
    other = Frame("battle", data=(("by", 1), ("node", 3)), secret=(("end", 2), ("way", (1, 2))))
    assert one == other and hash(one) == hash(other) and one.raw() == other.raw()
    assert Frame.read(json.loads(json.dumps(one.dump(), sort_keys=True))).raw() == one.raw()
    assert one != Frame("battle", data=(("by", 1), ("node", 3)), secret=(("end", 1), ("way", (1, 2))))


def test_a_seats_own_journal_is_whole_after_a_load():
    """What a seat was told before the last snapshot is in its own journal too."""
    g = grognard.new("ww2eto", "africa41", seed=1)
    rng = random.Random(2)
    while len(g.journal) < 75:
        seat, decision = next(iter(g.decisions().items()))
        g.play(seat, decision.sample(rng))
    again = grognard.load(g.save())
    assert again.told_before[0] > 0, "the game was opened from a snapshot"
    for seat in (*g.seats, None):
        assert again.view(seat).save() == g.view(seat).save()
