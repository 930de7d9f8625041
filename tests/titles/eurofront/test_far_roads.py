"""Long roads and far seas: a supreme HQ on a long route, and the way round Africa."""

from __future__ import annotations

import pytest

from grognard.titles.eurofront.europe import arctic
from grognard.titles.eurofront.europe.state import position
from grognard.titles.systems.front import arrivals, routes, sea
from grognard.titles.systems.front.state import COMMAND

from .europe import node, piece, scene
from .play import at, give, refused


@pytest.mark.rule("eurofront", "18.21/a")
def test_a_supreme_hq_keeps_a_move_for_a_long_road() -> None:
    """Stavka in Guryev mobilizes over the long road to Kazakhstan if it has a Supreme Move left, which that takes; with
    none it stays on short roads, and a field HQ does so in any case."""
    for kept, road in ((1, True), (0, False)):
        g = scene("1942-09 / Guryev: Stavka3* / Berlin: OKW3 / soviet movement", None, "1942")
        give(g, "end")
        t, hq = g.table, piece(g, "Stavka")
        assert t.p.role[hq] == COMMAND and t.frame.step == "mobilization"
        position(t).moves_left[hq] = t.p.supreme[2] = kept
        g._changed()
        assert bool(routes.marches(t, hq) >> node(g, "Kazakhstan") & 1) == road
        assert (refused(g, "mobilize Stavka Kazakhstan") == "") == road
        if road:
            give(g, "mobilize Stavka Kazakhstan")
            assert at(g, "Stavka") == "Kazakhstan" and not routes.nations.moves_left(g.table, hq)


def test_the_oceans_meet_in_south_africa_alone() -> None:
    """No passage joins Atlantic and Indian Ocean: ships change from one to the other in the port of South Africa."""
    t = scene("1942-09 / Berlin: OKW3 / axis command", None, "1942").table
    chart = sea.chart(t.world)
    both = {chart.number("Atlantic Ocean"), chart.number("Indian Ocean")}
    assert all({passage.a, passage.b} != both for passage in chart.passages)
    harbours = [port.name for port in t.world.ports.values() if {"Atlantic Ocean", "Indian Ocean"} <= set(port.seas)]
    assert harbours == ["South Africa"]


@pytest.mark.rule("eurofront", "21.41/a")
def test_who_arrives_in_the_north() -> None:
    """A German alien would lose two steps in Oslo, none in Berlin: a new corps of one step does not go there; a veteran
    of the North loses nothing."""
    g = scene("1942-09 / Berlin: OKW3 / Oslo: 36mtn2 / axis holds Oslo / axis command", None, "1942")
    t, oslo, berlin = g.table, node(g, "Oslo"), node(g, "Berlin")
    alien, veteran = piece(g, "2para"), piece(g, "33inf")
    assert (arctic.lost_on_arrival(t, alien, oslo), arctic.lost_on_arrival(t, alien, berlin)) == (2, 0)
    assert arctic.lost_on_arrival(t, veteran, oslo) == 0
    assert arrivals.open_sites(t, alien).nodes >> oslo & 1
    month, steps = t.title.schedule(t)[alien]
    t.p.month = month
    assert steps == 1 and not arctic.lives_through_arrival(t, 0, (alien,)) >> oslo & 1
    assert arctic.lives_through_arrival(t, 0, (alien,)) >> berlin & 1
