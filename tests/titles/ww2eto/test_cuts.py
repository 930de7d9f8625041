"""What would cut supply: hexes from which one enemy army would put armies out of supply (9.0)."""

from __future__ import annotations

from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import cuts, supply


def test_the_coast_road_is_what_the_axis_in_africa_lives_on():
    """Libya's army is fed from its ports along the coast; an enemy army on the way would cut it off."""
    g = Game.new("ww2eto", "africa41", seed=1)
    t = g.table
    found = {t.node_name(n): [t.node_name(c) for c in range(cut.bit_length()) if cut >> c & 1]
             for n, cut in cuts.chokes(t, w.AXIS).items()}  # fmt: skip
    assert found
    assert all("1825" in cut for cut in found.values())
    assert not supply.unsupplied(t, (w.AXIS,))


def test_looking_ahead_changes_nothing():
    g = Game.new("ww2eto", "1941", seed=1)
    before = g.hash()
    assert cuts.chokes(g.table, w.AXIS)
    assert g.hash() == before
    assert supply.unsupplied(g.table, (w.AXIS,)) == supply.unsupplied(g.table.copy(), (w.AXIS,))
