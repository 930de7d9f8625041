"""Fronts (5.12)."""

from __future__ import annotations

import pytest

from grognard.titles.aeto.world import GERMANY, UK

from .scenes import at, node, play, scene

WALL = "Mersa_Matruh_W1: ger6inf / Mersa_Matruh_SW2: ger6inf / Bardia_SE1: ger6mech"
"""The last hex of the line, west of the British rear, is still open."""


def owner(game, place: str) -> int:
    return next(power for power, land in enumerate(game.table.p.held) if land >> node(game, place) & 1)


@pytest.mark.rule("aeto", "5.12/demonstrate")
@pytest.mark.rule("aeto", "5.12/except-installations")
def test_hexes_that_are_cut_off_change_hands_and_bases_do_not() -> None:
    """When a line from the sea to the map's edge is closed, empty British desert behind it falls, airbases do not."""
    game = scene(f"{WALL} / E_6023: ger8arm / axis movement")
    assert owner(game, "Sidi_Azeiz_SE1") == UK
    play(game, "g: move ger8arm@E_6023 El_Alamein_SW3")
    assert owner(game, "Sidi_Azeiz_SE1") == GERMANY
    assert owner(game, "Bardia") == UK and owner(game, "Tobruk") == UK


@pytest.mark.rule("aeto", "5.12/mini-front")
def test_cut_off_units_keep_what_their_zones_cover() -> None:
    """British infantry behind the line keeps its own hex and those in its zone."""
    game = scene(f"{WALL} / Bir_Hacheim: uk5inf / E_6023: ger8arm / 0 chits Tobruk / axis movement")
    play(game, "g: move ger8arm@E_6023 El_Alamein_SW3")
    assert owner(game, "Bir_Hacheim") == UK and owner(game, "Bir_Hacheim_SE1") == UK
    assert owner(game, "Bardia_SE2") == GERMANY


@pytest.mark.rule("aeto", "5.12/oos-no-revert")
def test_units_out_of_supply_leave_no_hexes_behind() -> None:
    """A British corps cut off behind the line walks through Axis desert and owns only where it stands."""
    game = scene(f"{WALL} / El_Alamein_SW3: ger6inf / Bir_Hacheim: uk5inf / 0 chits Tobruk / uk movement")
    play(game, "u: move uk5inf@Bir_Hacheim Mechili_SW1")
    assert at(game, "Mechili_SW1") == ["uk5inf"] and owner(game, "Mechili_SW1") != UK
