"""The order of Politics: morale, surrenders and revolts, then defeat; Norway and Portugal beside the Axis."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import ambivalence, mustering, nations, surrender
from grognard.titles.eurofront.europe.mustering import BY_WAR
from grognard.titles.eurofront.europe.state import ALLIED, AXIS
from grognard.titles.systems.front import blocks

from .europe import node, on_map, piece, scene
from .peace import year39
from .play import asked, at, give


@pytest.mark.rule("eurofront", "16.7")
def test_a_surrender_is_demanded_before_defeat_is_found() -> None:
    """Sofia is Soviet, and the Bulgarian army at Burgas far from the Germans: demanded first, Bulgaria surrenders and
    an army comes over; left alone, it is defeated as the phase ends, and none does."""
    text = "1944-08 / soviet holds Sofia / Burgas: Bu1inf3 / Sofia: Sv1Ginf4 / soviet politics"
    g = scene(text, [1])
    assert asked(g) == {"allied"} and nations.fights(g.table, "Bulgaria")
    give(g, "demand Bulgaria")
    assert on_map(g, "SvBu1inf")
    g = give(scene(text), "end")
    assert nations.defeated("Bulgaria") in g.table.p.politics and not on_map(g, "SvBu1inf")


def norway(past: str, dice: list[int] | None = None) -> Game:
    """The Allies have declared war on Norway and hold Bergen and Narvik; Norwegians stand in Trondheim, and who is in
    Allied Politics."""
    g = year39(f"1940-04 / {past} / Berlin: OKW3 / London: AF1 / Bergen: Br3inf3 / allied politics", dice)
    t = g.table
    t.p.active = ALLIED
    mustering.join(t, "Norway", AXIS, BY_WAR)
    blocks.bring(t, nations.army(t.world, "Norway", AXIS)[0], node(g, "Trondheim"), 1)
    for place in ("Bergen", "Narvik", "Stavanger"):
        t.p.held[AXIS] &= ~(1 << node(g, place))
        t.p.held[ALLIED] |= 1 << node(g, place)
    return g


@pytest.mark.rule("eurofront", "16.83", "16.84/a")
def test_norway_beside_the_axis_may_surrender() -> None:
    """Once the expedition is proposed a Norway that fights the Allies may be asked to surrender: its War Weariness is
    the ports that it has lost; its volunteers are the static corps of its resistance."""
    for past, weary in (("mud", False), ("since NP", True)):
        t = norway(past).table
        number = nations.SATELLITES.index("Norway")
        assert bool(surrender.weary(t, 0, ()) >> number & 1) == weary
    g = norway("since NP")
    t = g.table
    assert surrender.war_weariness(t, "Norway") == surrender.ports_lost(t, "Norway") + surrender.units_out(t, "Norway")
    surrender.surrender(t, "Norway")
    assert nations.defeated("Norway") in t.p.politics and nations.revolted("Norway") in t.p.politics
    assert at(g, "NoRstat") == "Trondheim" and t.p.cv[piece(g, "NoRstat")] == 1


@pytest.mark.rule("eurofront", "20.75")
def test_portugal_beside_the_axis_fights_with_half_a_heart() -> None:
    """After the Second Front Portuguese repulse Allied assaults with a one only and give up at a British two; before it
    they fight as others do."""
    for past, number, stays in (("dry", 4, True), ("since 2F", 1, False)):
        g = scene(f"1942-11 / {past} / London: SHAEF3 / allied movement", None, "1942")
        t = g.table
        mustering.join(t, "Portugal", AXIS, BY_WAR)
        unit = nations.army(t.world, "Portugal", AXIS)[0]
        blocks.bring(t, unit, node(g, "Lisbon"), 1)
        t.p.active = ALLIED
        assert t.title.repulses_up_to(t, node(g, "Lisbon"), 4) == number
        blocks.bring(t, piece(g, "Br10inf"), node(g, "Lisbon"), 2)
        ambivalence.capitulate(t, piece(g, "Br10inf"), node(g, "Lisbon"), (5, 2))
        assert (t.p.at[unit] < t.world.spans) == stays
