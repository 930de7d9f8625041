"""Beachheads: taken back to Prep, the Soviet one, and the lane that supply takes."""

from __future__ import annotations

import pytest

from grognard.board.area import step
from grognard.titles.eurofront.europe import beaches, setup
from grognard.titles.eurofront.europe.state import SOVIET
from grognard.titles.systems.front import beachheads, fire, production, supply
from grognard.titles.systems.front.state import BH_LATER, BH_PREP, month_number

from .europe import node, piece, scene
from .play import asked, give, refused


@pytest.mark.rule("eurofront", "15.62/a")
def test_a_beachhead_goes_back_to_prep() -> None:
    """In his Supply phase a player takes a quiet beachhead back to Prep; not one amid a battle, nor one that is not on
    the map."""
    ashore = "1943-08 / US2BH Licata / US6BH ready / Licata: US2amph3 / allied holds Licata / Berlin: OKW3"
    g = scene(f"{ashore} / allied supply", None, "1943")
    assert asked(g) == {"allied"}
    assert refused(g, "remove US6BH") == "15.62/a"
    before = g.table.title.progress(g.table)
    give(g, "remove US2BH")
    assert g.table.p.beachheads["US2BH"] == BH_PREP and g.table.title.progress(g.table) < before
    g = scene(f"{ashore} / Licata: 1para2 / allied supply", None, "1943")
    assert g.table.frame.step != "beachheads" or refused(g, "remove US2BH") == "15.62/a"
    assert not beaches.unengaged(g.table, 0, ()) >> beachheads.names(g.table).index("US2BH") & 1


@pytest.mark.rule("eurofront", "15.67")
def test_the_soviet_beachhead() -> None:
    """It feeds its hex and the next ones only and gives its army no better fire; it comes in November 1941 in Prep, and
    is not laid in the Mediterranean."""
    held = "soviet holds Odessa Odessa_NW1 Odessa_NE1 Odessa_NW2"
    g = scene(f"1943-08 / SvCABH Odessa / Odessa: SvCAamph3 / {held} / axis command", None, "1943")
    t, here = g.table, node(g, "Odessa")
    found = t.title.beach_lines(t, SOVIET, 1 << here)
    assert found >> here & 1 and not found & ~(1 << here | step(1 << here, t.world.board.around))
    assert supply.supply_lines(t, SOVIET, 1 << here) & ~found
    assert fire.rating(t, piece(g, "SvCAamph"), here, passive=False) == 6
    early = scene("1941-07 / Berlin: OKW3 / Moscow: Stavka3 / axis command", None, "1941").table
    early.p.beachheads = setup.beachheads(early.world)
    assert early.p.beachheads["SvCABH"] == BH_LATER
    early.p.month = month_number("1941-11")
    production.new_beachheads(early)
    assert early.p.beachheads["SvCABH"] == BH_PREP
    number = beachheads.names(t).index("SvCABH")
    assert beaches.not_in_the_med(t, 0, ()) >> number & 1
    south = scene("1943-08 / Bari: SvCAamph3 / soviet holds Bari / axis command", None, "1943").table
    assert not beaches.not_in_the_med(south, 0, ()) >> number & 1


@pytest.mark.rule("eurofront", "15.73/b")
def test_supply_takes_the_lane_with_the_fewest_dice() -> None:
    """Of lanes that cross enemy seas of three, one and two dice the second is named; without a lane there are none."""
    t = scene("1943-08 / Berlin: OKW3 / axis command", None, "1943").table
    assert (t.title.named_lane(t, [3, 1, 2]), t.title.named_lane(t, [])) == (1, 0)
