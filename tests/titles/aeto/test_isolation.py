"""Isolated supply sources (7.8)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import isolation, supply
from grognard.titles.aeto.world import GERMANY, USSR

from .scenes import named, node


def ringed(place: str, dice: list[int]) -> grognard.Game:
    """A Soviet army in a city whose neighbours are all German."""
    game = grognard.read_scene(f"aeto 1941short bare / {place}: sov4inf / Berlin: ger6inf / axis movement", dice)
    p, t = game.table.p, game.table
    ring = t.world.disc(node(game, place), 1) & ~(1 << node(game, place)) & t.world.land
    for power in range(len(p.held)):
        p.held[power] &= ~ring
    p.held[GERMANY] |= ring
    game._changed()
    return game


@pytest.mark.rule("aeto", "7.8/roll")
@pytest.mark.rule("aeto", "7.8/isolated")
def test_a_source_that_is_cut_off_lives_on_its_store() -> None:
    """Kharkov ringed in: a 3 puts three chits there, and the city itself supplies no one any more."""
    game = ringed("Kharkov", [3])
    isolation.settle(game.table)
    where = node(game, "Kharkov")
    assert game.table.p.chits[str(where)] == (USSR, 3, 0, 0) and game.table.p.isolated >> where & 1
    piece = named(game, "sov4inf@Kharkov")
    assert not supply.traces_to_source(game.table, piece) and supply.traces_to_chit(game.table, piece)
    isolation.settle(game.table)
    assert game.table.p.chits[str(where)][1] == 3


@pytest.mark.rule("aeto", "7.8/restore")
def test_a_line_to_another_source_ends_it() -> None:
    """When the ring is broken the store goes and Kharkov is a source again."""
    game = ringed("Kharkov", [3])
    isolation.settle(game.table)
    where = node(game, "Kharkov")
    ring = game.table.world.disc(where, 1)
    game.table.p.held[GERMANY] &= ~ring
    game.table.p.held[USSR] |= ring
    isolation.settle(game.table)
    assert str(where) not in game.table.p.chits and not game.table.p.isolated >> where & 1


@pytest.mark.rule("aeto", "7.8/port")
def test_a_port_is_open_to_the_sea_until_it_freezes() -> None:
    """Leningrad ringed in is no isolated source in summer; frozen it is."""
    game = ringed("Leningrad", [2])
    where = node(game, "Leningrad")
    isolation.settle(game.table)
    assert not game.table.p.isolated >> where & 1
    game.table.p.ice = 1 << where
    isolation.settle(game.table)
    assert game.table.p.isolated >> where & 1
