"""Counts of what lies off the map: shared by copies, part of hash, saved form and view."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.core import counts
from grognard.engine.core.position import Position
from grognard.engine.core.position import counts as declared


class Pools(Position):
    pool = declared()


def stocked() -> Pools:
    p = Pools(2, 1, 2)
    p.pool = counts.more(counts.more(p.pool, 3, 200), 1)
    return p


def test_counts_are_read_and_changed_by_kind() -> None:
    pool = stocked().pool
    assert [counts.of(pool, kind) for kind in (0, 1, 3, 90)] == [0, 1, 200, 0]
    assert counts.kinds(pool) == [1, 3] and counts.kinds(counts.more(pool, 1, -1)) == [3]
    for kind, n in ((0, -1), (3, 56), (3, -201)):
        with pytest.raises(ValueError, match=f"kind {kind}"):
            counts.more(pool, kind, n)


def test_a_copy_shares_them_and_goes_its_own_way() -> None:
    p = stocked()
    twin = p.copy()
    assert twin.pool is p.pool and twin.raw() == p.raw()
    twin.pool = counts.more(twin.pool, 3)
    assert (counts.of(p.pool, 3), counts.of(twin.pool, 3)) == (200, 201) and twin.raw() != p.raw()


def test_they_are_saved_and_read() -> None:
    p = stocked()
    assert Pools.read(p.dump(), 2).raw() == p.raw()


def test_all_see_them_and_a_guess_has_them() -> None:
    """A title with pools: the view of a seat shows the counts, and a guess made from it has the same."""
    game = grognard.new("aeto", "desert42", seed=1)
    game.table.p.pool = counts.more(game.table.p.pool, 7, 3)
    game._changed()
    view = game.view("uk")
    assert bytes.fromhex(view["counts"]["pool"])[7] == 3
    assert grognard.sample(view, random.Random(1)).table.p.pool == game.table.p.pool
