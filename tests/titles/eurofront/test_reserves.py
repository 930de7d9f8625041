"""The armies of those who cooperate: built up off the map by their faction, whichever side they join."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront.europe import mustering, nations, purses, reserves
from grognard.titles.eurofront.europe.mustering import BY_WAR
from grognard.titles.eurofront.europe.state import ALLIED, AXIS

from .europe import piece, scene
from .peace import year39
from .play import give, refused


def hungary(past: str) -> Game:
    """A Production of 1940 in which Hungary may cooperate with the Axis."""
    return year39(f"1940-11 / {past} / London: AF1 / Berlin: OKW3 / Moscow: Stavka3 / production")


@pytest.mark.rule("eurofront", "16.22")
def test_the_axis_builds_the_army_of_a_cooperator() -> None:
    """Once Rumania has joined, Hungary cooperates: the Axis pays for a step of its army, one a month; an Allied war
    brings that army in with it, and so would an Axis war, on the other side."""
    g = hungary("dry")
    assert refused(g, "equip Hu1inf", "axis")
    for side in (AXIS, ALLIED):
        g = hungary("since RX")
        lane, unit = g.lanes[0].table if g.lanes else g.table, piece(g, "Hu1inf")
        left = purses.points(lane, purses.WEST)
        cost = reserves.price(lane, unit)
        give(g, "axis: equip Hu1inf")
        lane = g.lanes[0].table if g.lanes else g.table
        assert purses.points(lane, purses.WEST) == left - cost
        assert refused(g, "equip Hu1inf", "axis") == "11.71"
        give(g, "axis: commit", "allied: commit")
        t = g.table
        before = mustering.starting_cv(t.world)[unit]
        mustering.join(t, "Hungary", side, BY_WAR)
        own = next(i for i in nations.army(t.world, "Hungary", side) if mustering.plain_name(t, i) == "Hu1inf")
        assert t.p.cv[own] == before + 1


@pytest.mark.rule("eurofront", "20.483")
def test_the_axis_builds_the_army_of_vichy() -> None:
    """While Vichy cooperates its blocks of Europe are built with points of the West, those of Africa with the Med's; an
    army that has taken the field is built as any other."""
    g = scene("1942-07 / Berlin: OKW3 / London: AF1 / Moscow: Stavka3 / production", None, "1942")
    t = g.table
    own = reserves.of_vichy(t, AXIS)
    assert own and not reserves.of_vichy(t, ALLIED)
    payers = {reserves.in_the_south(t, i): reserves.payer(t, i) for i in range(len(t.p.at)) if own >> i & 1}
    assert payers == {True: purses.AXIS_MED, False: purses.WEST}
    mustering.join(t, "Vichy", AXIS, BY_WAR)
    assert not reserves.of_vichy(t, AXIS)


@pytest.mark.rule("eurofront", "20.483")
def test_vichy_is_built_up_in_the_small_war_too() -> None:
    """In 1940B the Axis pays for a step of Vichy's army in its first Production."""
    g = read_scene("eurofront 1940B bare / 1940-09 / Berlin: OKW3 / London: AF1 / production")
    t = g.table
    names = [t.world.units[i].name for i in nations.army(t.world, "Vichy", AXIS) if not reserves.in_the_south(t, i)]
    assert names and refused(g, f"equip {names[0]}", "axis") == ""
