"""UK infantry lost about the Mediterranean: the Suez Adds Box and the month's free chit (8.12)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import pieces, suez
from grognard.titles.aeto.world import UK

from .scenes import at, named, play, refused


def desert(text: str) -> grognard.Game:
    """1941, with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1941short bare / {text} / Berlin: ger6inf / axis movement")


def fall(game: grognard.Game, *names: str, rule: str = "5.18/DE") -> grognard.Game:
    """Units are eliminated, then the UK's part of the Replenishment Step begins."""
    for name in names:
        pieces.eliminate(game.table, named(game, name), rule)
    t = game.table
    t.agenda = (*t.agenda, Frame("replenishing", "step", t.seat_of(UK)))
    game._changed()
    return game


@pytest.mark.rule("aeto", "8.12/return")
def test_infantry_lost_there_may_go_to_the_box() -> None:
    """A corps lost at Benghazi goes from the pool to the Suez Adds Box; armor, and one lost in France, do not."""
    game = fall(desert("Benghazi: uk5inf uk6arm / Paris: uk4inf"), "uk5inf@Benghazi", "uk6arm@Benghazi", "uk4inf@Paris")
    t = game.table
    found = suez.lost(t, t.seat_of(UK))
    assert len(found) == 1
    one, word = found[0], suez.words(t, t.seat_of(UK), ())[0]
    assert counts.of(t.p.pool, one.card) == 1 and not counts.of(t.p.suez, one.card)
    play(game, f"u: suez_box {word}")
    assert not counts.of(t.p.pool, one.card) and counts.of(t.p.suez, one.card) == 1


@pytest.mark.rule("aeto", "8.12/return")
def test_a_friendly_port_makes_the_difference() -> None:
    """At Milan with Genoa in British hands it may, with Genoa Italian it may not."""
    for holder, count in (("uk", 1), ("italy", 0)):
        game = desert(f"{holder} holds Genoa / Milan: uk5inf")
        t = game.table
        fall(game, "uk5inf@Milan")
        assert len(suez.lost(t, t.seat_of(UK))) == count, holder


@pytest.mark.rule("aeto", "8.12/replenish", "8.12/replenish-place")
def test_one_chit_a_month_comes_back_by_suez() -> None:
    """Two corps fall at Benghazi: one is free, at Cairo, not at London; the second is not, nor one that starved."""
    game = fall(desert("Benghazi: uk5inf / Derna: uk5inf"), "uk5inf@Benghazi", "uk5inf@Derna")
    (word,) = suez.words(game.table, game.table.seat_of(UK), ())
    assert refused(game, f"u: replenish_suez {word} London") == "8.12/replenish-place"
    play(game, f"u: replenish_suez {word} Cairo")
    assert at(game, "Cairo") == ["uk5inf"] and refused(game, f"u: replenish_suez {word} Mosul") == "8.12/replenish"
    starved = fall(desert("Benghazi: uk5inf"), "uk5inf@Benghazi", rule="7.13/effects")
    (word,) = suez.words(starved.table, starved.table.seat_of(UK), ())
    assert refused(starved, f"u: replenish_suez {word} Cairo") == "8.12/replenish"


@pytest.mark.rule("aeto", "8.12/replenish-place")
def test_it_comes_up_out_of_enemy_zones_alone() -> None:
    """With panzers beside Cairo it comes up at Baghdad; with all three cities Axis nowhere, and the box is shut."""
    game = fall(desert("Benghazi: uk5inf / Suez: ger8arm"), "uk5inf@Benghazi")
    t = game.table
    (word,) = suez.words(t, t.seat_of(UK), ())
    assert refused(game, f"u: replenish_suez {word} Cairo") == "8.12/replenish-place"
    assert not refused(game, f"u: replenish_suez {word} Baghdad")
    held = " / ".join(f"germany holds {place}" for place in ("Cairo", "Baghdad", "Mosul"))
    lost = fall(desert(f"Benghazi: uk5inf / {held}"), "uk5inf@Benghazi")
    assert refused(lost, f"u: replenish_suez {word} Cairo") == "8.12/replenish-place"
    assert refused(lost, f"u: suez_box {word}") == "8.12/lost" and not suez.work(lost.table, lost.table.seat_of(UK))
