"""Fronts (5.12)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.world import GERMANY, ITALY, UK

from .scenes import at, node, play, scene

POCKET = "uk holds Bir_Hacheim_SE1 / uk holds Bir_Hacheim_SE2 / 0 chits Tobruk"
"""British desert about Bir Hacheim, which lives by the coast road through Bardia."""


def owner(game: grognard.Game, place: str) -> int:
    return next(power for power, land in enumerate(game.table.p.held) if land >> node(game, place) & 1)


@pytest.mark.rule("aeto", "5.12/demonstrate")
@pytest.mark.rule("aeto", "5.12/except-installations")
def test_hexes_that_are_cut_off_change_hands_and_bases_do_not() -> None:
    """A corps that steps to the frontier covers Bardia: the empty desert behind it falls, Tobruk's base does not."""
    game = scene(f"{POCKET} / Sidi_Azeiz_SE1: ger6inf / Sidi_Azeiz_SE2: ita3inf / axis movement")
    assert owner(game, "Bir_Hacheim_SE2") == UK
    play(game, "g: move ger6inf@Sidi_Azeiz_SE1 Bardia_SE1")
    assert owner(game, "Bir_Hacheim_SE2") == owner(game, "Bir_Hacheim_SE1") == GERMANY
    assert owner(game, "Tobruk") == UK


@pytest.mark.rule("aeto", "5.12/mini-front")
@pytest.mark.rule("aeto", "5.12/definition")
def test_cut_off_units_keep_what_their_zones_cover() -> None:
    """British infantry at Bir Hacheim keeps the hex in its zone; the one beyond it falls."""
    game = scene(f"{POCKET} / Bir_Hacheim: uk5inf / Sidi_Azeiz_SE1: ger6inf / Sidi_Azeiz_SE2: ita3inf / axis movement")
    play(game, "g: move ger6inf@Sidi_Azeiz_SE1 Bardia_SE1")
    assert owner(game, "Bir_Hacheim_SE1") == UK and owner(game, "Bir_Hacheim_SE2") == GERMANY


@pytest.mark.rule("aeto", "5.12/oos-no-revert")
def test_units_out_of_supply_leave_no_hexes_behind() -> None:
    """Cut off behind the line, British infantry walks into Italian desert and does not make it its own."""
    game = scene("0 chits Tobruk / Bir_Hacheim: uk5inf / Bardia_SE1: ger6inf / uk movement")
    play(game, "u: move uk5inf@Bir_Hacheim Agedabia_E2")
    assert at(game, "Agedabia_E2") == ["uk5inf"] and owner(game, "Agedabia_E2") == ITALY
