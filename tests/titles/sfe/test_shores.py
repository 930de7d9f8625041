"""Ships and shores: leaving a port that nobody holds, and carriers over a beach; cases by rule."""

from __future__ import annotations

import pytest

from grognard.titles.sfe import aircover, departures, hulls, invasion
from grognard.titles.sfe import world as w

from .cases import at, node, offers, play, recast, refused, sea, unit, until
from .test_landing import landed


@pytest.mark.rule("sfe", "18.04/2")
def test_ships_leave_a_port_without_a_garrison() -> None:
    """The garrison of Tobruk is gone and nobody came in: ships there may try to escape as the Combat Phase closes."""
    game = sea("Tobruk: BrDDMed1 CLOrion / Alexandria: NZ2 / Bardia: 5Light / axis combat", dice=[6, 1, 1, 1])
    t = game.table
    assert departures.leavers(t, 1, ()) == 0, "nobody attacked"
    t.p.fought |= 1 << node(game, "Tobruk")
    game._changed()
    play(game, "axis: end")
    assert game.table.frame.step == "departure" and offers(game, "allied", "depart") == {"BrDDMed1", "CLOrion"}
    play(game, "allied: depart BrDDMed1")
    assert at(game, "BrDDMed1") != "Tobruk" and game.table.p.disrupted >> unit(game, "BrDDMed1") & 1
    play(game, "allied: end")
    assert at(game, "CLOrion") == "Tobruk"


@pytest.mark.rule("sfe", "19.12/2")
def test_carriers_support_a_landing() -> None:
    """A carrier that the plan names adds half of its naval air factors to the assault, four factors at most a hex."""
    game = landed(dice=[4] * 40)
    hull = (hulls.read("CV", "D 17 6 F"), hulls.read("CV", "D 8 3 F"))
    assert hull[0] is not None
    recast(game, "BBWarspite", kind="CV", hull=hull)
    t, ship, beach = game.table, unit(game, "BBWarspite"), node(game, "Caen")
    assert at(game, "BBWarspite") == "Caen" and aircover.support(t, beach, 1) == []
    sheet = next(one for one in invasion.sheets(t, 1) if one.nation == "British" and one.day)
    invasion.keep(t, sheet._replace(cover=((ship, beach),)))
    planes = hull[0].planes
    assert aircover.support(t, beach, 1) == [min(8, planes) * w.FACTOR // 2]
    t.p.launched |= 1 << ship
    assert aircover.support(t, beach, 1) == []
    t.p.launched = 0
    t.p.assaulted = 0
    assert aircover.support(t, beach, 1) == []


@pytest.mark.rule("sfe", "19.12/2")
def test_air_cover_is_planned() -> None:
    """The carrier of the Mediterranean is named for Dragoon from the start, and for nothing else beside it."""
    import grognard

    game = until(grognard.new("sfe", "overlord44", seed=1), "reinforcement", "allied")
    t = game.table
    dragoon = next(one for one in invasion.sheets(t, 1) if one.kind == "dragoon")
    assert [t.world.units[ship].name for ship, _ in dragoon.cover] == ["CVLTF88"]
    assert refused(game, "allied", "air_cover British_invasion CVLTF88 Caen") == "19.12/2"
