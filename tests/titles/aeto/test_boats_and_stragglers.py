"""Submarines with supply (3.29, 7.6), marked ships that must go home and marked air units that may fly out (7.10)."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import ending
from grognard.titles.aeto.air import flights, movement
from grognard.titles.aeto.sea import battle, beaches, cargo, ships
from grognard.titles.aeto.world import GERMANY, ITALY, UK

from .scenes import SEATS, named, node, play, prompt, refused, scene


def europe(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / Berlin: ger6inf / London: uk5inf / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def meeting(game: grognard.Game) -> Frame:
    """A battle in which nobody has fired a torpedo yet."""
    return Frame("sea_battle", "order", 0, GERMANY, (("spent", ()),))


@pytest.mark.rule("aeto", "7.6/submarine")
def test_a_boat_that_carries_supply_fires_no_torpedo() -> None:
    """An Italian boat hits a cruiser on 9; on its way with a chit it cannot fire at all."""
    game = europe("Naples: ita0ss / Rome: ita3inf / Tripoli: ita3inf / 0 chits Tripoli / axis naval")
    t, boat = game.table, named(game, "ita0ss@Naples")
    assert battle.by_torpedo(t, meeting(game), boat) == 9
    for supplies, number in ((0, 9), (1, 13)):
        voyage = Frame("voyage", "order", 0, GERMANY, (("pieces", (boat,)), ("supplies", supplies)))
        agenda, t.agenda = t.agenda, (*t.agenda, voyage)
        assert battle.by_torpedo(t, meeting(game), boat) == number
        t.agenda = agenda


@pytest.mark.rule("aeto", "3.29", "7.6/deplete")
def test_a_boat_that_has_landed_its_supply_fires_with_ten() -> None:
    """A boat lands a chit at Tripoli: it is depleted and hits on 10; any other depleted boat not at all."""
    game = europe("Naples: ita0ss / Rome: ita3inf / Tripoli: ita3inf / 0 chits Tripoli / axis naval")
    t, boat = game.table, named(game, "ita0ss@Naples")
    orders(game, "g: ship_supply ita0ss@Naples Tripoli")
    assert t.p.chits[str(node(game, "Tripoli"))][1] == 1 and ships.is_damaged(t, boat)
    assert battle.by_torpedo(t, meeting(game), boat) == 10
    t.p.tally.pop(f"{ships.LANDED_SUPPLY}{boat}")
    assert battle.by_torpedo(t, meeting(game), boat) == 13


@pytest.mark.rule("aeto", "7.6/deplete")
def test_a_boat_leaves_supply_on_a_beach() -> None:
    """A full boat puts a chit ashore on an open coast of Libya and is depleted, not lost; a depleted one may not."""
    game = europe("Naples: ita0ss / Rome: ita3inf / Tripoli: ita3inf / axis naval")
    t, boat = game.table, named(game, "ita0ss@Naples")
    args, seat = ((boat,),), t.seat_of(ITALY)
    open_ = beaches.in_reach(t, seat, args) & beaches.open_beaches(t, seat, args) & cargo.unfed(t, seat, args)
    beach = t.world.names[members(open_ & beaches.without_chits(t, seat, args))[0]]
    orders(game, f"g: beach_supply ita0ss@Naples {beach}")
    assert t.p.chits[str(node(game, beach))][1] == 1 and t.p.steps[boat] == 1
    assert not cargo.supply_boats(t, (boat,))


@pytest.mark.rule("aeto", "7.10/naval-move")
def test_a_marked_ship_does_not_wait() -> None:
    """A cruiser off Bergen without fuel: its side may not pass before she has made for home; with fuel it may."""
    for marked, rule in ((1, "7.10/naval-move"), (0, "")):
        game = europe("off_Bergen: Rodney / Scapa Flow: Nelson / uk naval")
        t = game.table
        t.p.marked[named(game, "Rodney")] = marked
        game._changed()
        assert refused(game, "u: pass") == rule
        if marked:
            orders(game, "u: sail Rodney Scapa_Flow")
            assert refused(game, "u: pass") == ""


@pytest.mark.rule("aeto", "7.10/air")
def test_a_marked_air_unit_flies_out_once() -> None:
    """Marked fighters of Derna change base in the Offensive Phase, not before, once while they go hungry."""
    game = scene("Derna: ger5ftr ger3bmb / Mechili: ger8arm / Cairo: uk5inf / axis offensives")
    t, fighter = game.table, named(game, "ger5ftr@Derna")
    assert refused(game, "g: fly_out ger5ftr@Derna Benghazi") == "7.10/air"
    t.p.marked[fighter] = 1
    game._changed()
    assert not movement.in_supply(t, 0, ()) >> fighter & 1
    play(game, "g: fly_out ger5ftr@Derna Benghazi")
    assert t.p.at[fighter] == node(game, "Benghazi") and prompt(game)[1] == "offensives"
    t.p.rebased[fighter] = 0
    assert not movement.stranded(t, 0, ()) >> fighter & 1
    ending.mark_air(t)
    assert t.p.marked[fighter] == movement.HOPPED


@pytest.mark.rule("aeto", "3.24")
def test_transports_take_air_units_to_a_base() -> None:
    """Two steps of fighters need two points; they debark where a base has room, and fly nothing from a ship."""
    game = europe("Plymouth: uk5ftr uk0stp uk0stp / uk naval")
    t, fighter = game.table, named(game, "uk5ftr@Plymouth")
    order = "u: sail uk5ftr@Plymouth+uk0stp@Plymouth+uk0stp@Plymouth Belfast"
    assert refused(game, "u: sail uk5ftr@Plymouth+uk0stp@Plymouth Belfast") == "3.24"
    others = [t.title.scene_piece(t, node(game, "Belfast"), "uk3ftr") for _ in range(9)]
    game._changed()
    assert refused(game, order) == "3.24"
    for i in others:
        t.p.steps[i] = 0
        t.place(i, t.p.lost)
    game._changed()
    orders(game, order)
    assert t.p.at[fighter] == node(game, "Belfast")
    for i in (fighter, *[j for j in t.p.stack(node(game, "Belfast")) if ships.is_ship(t.p, j)]):
        t.place(i, node(game, "off_Belfast"))
    assert flights.is_shipped(t, fighter) and not flights.can_reach(t, fighter, node(game, "Belfast"))
    assert not movement.air_units(t, t.seat_of(UK), ()) >> fighter & 1
