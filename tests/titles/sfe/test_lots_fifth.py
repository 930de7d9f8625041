"""What a fifth reader who drew rules by lot found wrong, each with its case."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core import plans
from grognard.titles.sfe import airbases, airborne, cargo, control, navalair, supply, zones
from grognard.titles.sfe.state import INTERDICT

from .cases import at, left, node, offers, play, refused, scene, sea, unit, until
from .test_advanced_naval import fleets, seen
from .test_landing import channel, stranded
from .test_lots_drawn import west


@pytest.mark.rule("sfe", "28.12/c7")
def test_a_bomber_that_is_shot_up_rests_for_its_following_air_turn() -> None:
    """It is still disrupted when its side's next air turn has begun, and ready in the one after it."""
    game = sea("Catania: XFkB / axis naval")
    t, bomber = game.table, unit(game, "XFkB")
    navalair.shot_up(t, {bomber: 1})
    airbases.new_air_turn(t, 0)
    assert t.p.disrupted >> bomber & 1
    airbases.new_air_turn(t, 0)
    assert not t.p.disrupted >> bomber & 1 and t.p.due[bomber] == 0, "nor is it withdrawn from play"


@pytest.mark.rule("sfe", "20.03/4")
def test_a_cripple_keeps_a_force_from_slipping_away() -> None:
    """A four is three with one less for those who intercept, and a four again with a damaged battleship."""
    game = fleets([*[6] * 8, 4], disengagement="on")
    game.table.p.damage[unit(game, "BBWarspite")] = 3
    play(game, "allied: bomb BBDoria CVFormidable", "allied: withdraw")
    assert seen(game, "disengaged", "die", "modifier", "success") == [(4, 0, False)]


@pytest.mark.rule("sfe", "19.34/1")
def test_a_port_that_is_taken_again_by_land_is_shut() -> None:
    """Le Havre was stormed from the sea; when the Germans win it back it is of no use to them on the next turn."""
    game = channel("turn = 2 / Rennes: LXXIV / allied holds Le_Havre / allied naval")
    t, port = game.table, node(game, "Le_Havre")
    t.p.stormed |= 1 << port
    control.take(t, 0, port)
    t.p.turn = 3
    assert cargo.of_the_port(t, port) == 0


@pytest.mark.rule("sfe", "19.31")
def test_armor_pays_twice_over_the_channel() -> None:
    """1 Armoured pays two points at each end, infantry one; with a single point infantry still goes aboard."""
    game = west("Clear / turn=2 / Southampton: 1Arm BriI / allied movement")
    armor, foot = left(game, "1Arm"), left(game, "BriI")
    play(game, "allied: ship 1Arm Cherbourg", "allied: ship BriI Cherbourg")
    assert (armor - left(game, "1Arm"), foot - left(game, "BriI")) == (4, 2)
    tired = west("Clear / turn=2 / Southampton: 1Arm BriI / allied movement")
    for name in ("1Arm", "BriI"):
        tired.table.p.left[unit(tired, name)] = 2
    tired._changed()
    assert refused(tired, "allied", "ship 1Arm Cherbourg") == "19.31"
    play(tired, "allied: ship BriI Cherbourg")
    assert left(tired, "BriI") == 0


@pytest.mark.rule("sfe", "19.34/1")
def test_a_recaptured_port_serves_nobody_over_the_channel() -> None:
    """Cherbourg was won back in this turn: no unit lands there, and no British corps is fed from it."""
    game = west("Clear / turn=2 / Southampton: BriI / Cherbourg: BriII / Paris: X / allied movement")
    t = game.table
    assert "Cherbourg" in offers(game, "allied", "ship", "BriI") and supply.british_ports(t, 1)
    for name in ("Cherbourg", "Le_Havre", "St_Nazaire"):
        t.p.captured[str(node(game, name))] = 2
    game._changed()
    assert refused(game, "allied", "ship BriI Cherbourg") == "19.31" and not supply.british_ports(t, 1)
    t.p.turn = 4
    game._changed()
    assert refused(game, "allied", "ship BriI Cherbourg") == "" and len(supply.british_ports(t, 1)) == 3


@pytest.mark.rule("sfe", "19.36")
def test_bombers_over_the_beach_make_it_dearer_to_leave() -> None:
    """Two points are enough to go aboard, but not while a wing of four factors interdicts the beach."""
    for over, found in ((False, ""), (True, "19.36")):
        game = stranded()
        t, wing = game.table, unit(game, "IXFK")
        t.p.left[unit(game, "XXX")] = 4
        if over:
            t.p.put(wing, node(game, "Carentan"))
            t.p.mission[wing], t.p.base[wing] = INTERDICT, node(game, "Rennes")
        game._changed()
        assert refused(game, "allied", "take_off BrTTI1 Carentan XXX") == found


@pytest.mark.rule("sfe", "27.32")
def test_an_upgraded_unit_is_not_shipped_either() -> None:
    """21 Panzer, just upgraded at Tripoli, goes aboard no transport in that segment."""
    game = sea("Tripoli: 5Light ItaSupply1 ItaTT1 / Arrivals: 21Pz / turn=10 / axis reinforcement")
    play(game, "axis: upgrade 5Light 21Pz")
    until(game, "naval", "axis")
    assert refused(game, "axis", "sail ItaTT1 Naples 21Pz stay") == "7.0"
    game.table.p.refitting = 0
    game._changed()
    assert refused(game, "axis", "sail ItaTT1 Naples 21Pz stay") == ""


@pytest.mark.rule("sfe", "22.11/1")
def test_planned_paratroops_do_not_land_in_a_zone() -> None:
    """A brigade that is in the plan of a drop is not shipped to Cherbourg while Germans stand beside it."""
    game = channel("turn = 6 / Portsmouth: 6Abnbde1 BrTTI1 / Cherbourg: I / Rennes: LXXXIV / allied naval")
    t, brigade, port = game.table, unit(game, "6Abnbde1"), node(game, "Cherbourg")
    t.p.captured = {}
    t.p.put(unit(game, "LXXXIV"), min(members(t.world.near[port])))
    for planned, found in (((brigade,), "22.11/1"), ((), "")):
        secret = {"area": port, "units": planned, "wings": (), "aims": (), "made": 5, "aimed": 5}
        plans.make(t, airborne.key("British"), plans.Plan(game.seats.index("allied"), {}, secret))
        game._changed()
        assert refused(game, "allied", "sail BrTTI1 Cherbourg 6Abnbde1 stay") == found


@pytest.mark.rule("sfe", "28.01/d")
def test_who_landed_has_the_zone_of_half_of_his_factors() -> None:
    """7 Armoured, six factors, took an empty beach: a limited zone in that Combat Phase, then a normal one."""
    for step, normal in (("combat", False), ("exploitation", True)):
        game = channel(f"turn = 2 / Caen: 7Arm / Rennes: LXXIV / allied {step}")
        t = game.table
        assert zones.zones(t, 1).normal
        t.p.landing |= 1 << unit(game, "7Arm")
        game._changed()
        found = zones.zones(t, 1)
        assert bool(found.normal) is normal and bool(found.limited) is not normal


@pytest.mark.rule("sfe", "28.01/d")
def test_the_wall_keeps_a_unit_its_zone() -> None:
    """LXXXI Corps in Le Havre with its fort is never worse than level 2: half of four factors, a limited zone."""
    for fort, limited in (("AWLeHavre", True), ("", False)):
        game = channel(f"turn = 6 / Le_Havre: LXXXI {fort} / Portsmouth: I / axis movement")
        t = game.table
        t.p.unsupplied[unit(game, "LXXXI")] = 5
        game._changed()
        assert bool(zones.zones(t, 0).limited) is limited


@pytest.mark.rule("sfe", "23.32")
def test_rough_ground_shortens_the_way_of_supplies_from_the_air() -> None:
    """With the option for supply paths a corps three forest hexes from the drop is not fed, without it it is."""
    for option, fed in (("off", True), ("on", False)):
        text = "sfe barbarossa41 bare / Clear / turn=2 / Minsk: XXXXVIPz / axis combat"
        game = grognard.read_scene(text, options={"air_losses": "off", "supply_realities": option})
        t, corps = game.table, unit(game, "XXXXVIPz")
        drop, place = node(game, "NE1032"), node(game, "NE1029")
        t.p.axis_land |= 1 << drop
        t.p.put(corps, place)
        t.p.flown_in = {str(drop): 4}
        game._changed()
        assert (corps in supply.fed_from_the_air(t, 0, [corps])) is fed


@pytest.mark.rule("sfe", "13.04")
def test_a_leader_may_go_and_his_units_stay() -> None:
    """Kleist falls back; the corps that stood with him when the die was cast need not follow."""
    game = scene("SE1818: 40A 9A 28AGds / SE1917: 22Tk 21Tk 23Tk / SE1817: XVII Kleist / allied combat", [5])
    play(game, "allied: attack 40A+9A+28AGds+22Tk+21Tk+23Tk SE1817")
    play(game, "axis: retreat Kleist SE1816", "axis: stand")
    assert at(game, "XVII") == "SE1817" and at(game, "Kleist") == "SE1816"


@pytest.mark.rule("sfe", "27.21/c")
def test_a_corps_inland_is_rebuilt_on_supplies_from_the_beach() -> None:
    """XXX Corps, reduced, stands beside Caen: it is rebuilt if supply points on the beachhead will feed it."""
    for points, found in ((4, ""), (0, "27.21/c1")):
        game = channel("turn = 4 / Caen: I / Portsmouth: XXX*reduced / Bordeaux: LXXXVI / allied reinforcement")
        t, beach = game.table, node(game, "Caen")
        inland = next(n for n in members(t.world.near[beach]) if t.world.terrain["clear"] >> n & 1)
        t.p.put(unit(game, "XXX"), inland)
        t.p.allied_land |= 1 << inland | 1 << beach
        t.p.beachheads[str(beach)] = "British"
        t.p.stores = {str(beach): points} if points else {}
        t.p.points["British"] = (40, 40)
        game._changed()
        assert refused(game, "allied", "rebuild XXX") == found


@pytest.mark.rule("sfe", "7.0")
def test_an_upgraded_unit_goes_neither_by_air_nor_off_a_beach() -> None:
    """It does not move in that segment (27.32), so it boards no aircraft and no ship off the beach."""
    air = west("Clear / turn=2 / Essen: Flgbde1 KGzbV1 / axis movement")
    beach = stranded()
    for game, seat, who, order in (
        (air, "axis", "Flgbde1", "load Flgbde1 KGzbV1"),
        (beach, "allied", "XXX", "take_off BrTTI1 Carentan XXX"),
    ):
        assert refused(game, seat, order) == ""
        game.table.p.refitting |= 1 << unit(game, who)
        game._changed()
        assert refused(game, seat, order) == "7.0"
