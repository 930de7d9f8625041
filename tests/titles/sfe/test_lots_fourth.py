"""What a fourth reader who drew rules by lot found wrong, each with its case."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core import plans
from grognard.titles.sfe import aircombat, departures, dockyards, movement, overrun, rail, strengths, taskforce
from grognard.titles.sfe.state import SUPPORT, TRANSPORT

from .cases import at, node, offers, play, recast, refused, sea, ship, unit, until
from .test_lots_drawn import over_kharkov


@pytest.mark.rule("sfe", "9.0/1", "22.15")
def test_all_who_dropped_are_in_the_attack() -> None:
    """Two brigades dropped on Rotterdam: none stays out of the attack on it, be it one attack or divided."""
    text = (
        "sfe blitzkrieg40 bare / Clear / Rotterdam: DutI DutII / NW3716: X XXVI / Essen: Flgbde1 Flgbde2 / axis combat"
    )
    game = grognard.read_scene(text, [6] * 12)
    t = game.table
    t.p.plans = {}
    for name in ("Flgbde1", "Flgbde2"):
        t.p.put(unit(game, name), node(game, "Rotterdam"))
        t.p.dropped |= 1 << unit(game, name)
    game._changed()
    for some in ("X", "Flgbde1+X", "Flgbde2+X+XXVI"):
        assert refused(game, "axis", f"attack {some} Rotterdam") == "9.0/1", some
    assert refused(game, "axis", "attack Flgbde1+Flgbde2+X Rotterdam") == ""
    play(game, "axis: attrition Rotterdam", "axis: against DutI X+Flgbde1")
    assert refused(game, "axis", "against DutII XXVI") != ""
    assert refused(game, "axis", "against DutII XXVI+Flgbde2") == ""


@pytest.mark.rule("sfe", "8.06/1")
def test_a_rail_hex_counts_only_if_it_was_joined_when_a_unit_passed() -> None:
    """A corps walks a line toward the railhead: only its last hex was joined; away from it all of them are."""
    opened = []
    for order in ((0, 1, 2), (2, 1, 0)):
        text = "sfe barbarossa41 bare / Clear / turn=2 / Minsk: XXXXVIPz / axis movement"
        game = grognard.read_scene(text, options={"air_losses": "off"})
        t, corps = game.table, unit(game, "XXXXVIPz")
        line = [node(game, name) for name in ("NE4235", "Borisov", "NE4233")]
        t.p.axis_land = t.p.axis_rail = 1 << node(game, "Minsk")
        t.p.allied_land = t.world.land & ~t.p.axis_land
        for n in order:
            t.p.put(corps, line[n])
            movement.passed(t, (corps,), line[n])
        opened.append([bool(rail.new_rails(t, 0) >> hex_ & 1) for hex_ in line])
    assert opened == [[True, True, True], [True, False, False]]


@pytest.mark.rule("sfe", "17.1/2")
def test_transports_and_bombers_form_waves_of_their_own() -> None:
    """A bomber and a transport are two waves: fighters that came through choose which of them they attack."""
    game = over_kharkov("StG77 KG55", "SWF1", dice=[6] * 4)
    recast(game, "KG55", kind="T", front=(0, 0, 10))
    t = game.table
    t.p.mission[unit(game, "KG55")] = TRANSPORT
    t.p.mission[unit(game, "StG77")] = SUPPORT
    aircombat.Dogfight().pursue(t, 1, 0)
    game._changed()
    assert offers(game, "allied", "pursue") == {"StG77", "KG55"}
    play(game, "allied: pursue KG55 SWF1")
    assert [len(part) for part in aircombat.subgroups(t, tuple(unit(game, n) for n in ("StG77", "KG55")))] == [1, 1]


@pytest.mark.rule("sfe", "27.25/a")
def test_a_reduced_transport_is_rebuilt() -> None:
    """For a point it is laid up three months and is whole again; a damaged one is only mended, for half a point."""
    game = sea("Alexandria: BrTTMed*reduced NZ2 BrSupply1 / turn=4 / allied reinforcement")
    play(game, "allied: repair BrTTMed")
    t = game.table
    assert dockyards.halves_left(t, "British") == 2 and ship(game, "BrTTMed") == "*reduced"
    t.p.turn = t.p.mending[unit(game, "BrTTMed")]
    dockyards.finish(t, 1)
    assert ship(game, "BrTTMed") == "" and t.p.turn == 9
    hurt = sea("Alexandria: BrTTMed*crippled NZ2 BrSupply1 / turn=4 / allied reinforcement")
    play(hurt, "allied: repair BrTTMed")
    assert dockyards.halves_left(hurt.table, "British") == 3
    hurt.table.p.turn = hurt.table.p.mending[unit(hurt, "BrTTMed")]
    dockyards.finish(hurt.table, 1)
    assert ship(hurt, "BrTTMed") == "*reduced"


@pytest.mark.rule("sfe", "27.25/b")
def test_each_navy_has_its_own_yards() -> None:
    """In 1944 the British mend at Portsmouth and the Germans at Brest; Americans have no yard in Britain."""
    text = "sfe overlord44 bare / Clear / Portsmouth: BBWarspite*damaged U.DD1*damaged / turn=3 / allied reinforcement"
    game = grognard.read_scene(text)
    assert refused(game, "allied", "repair BBWarspite") == ""
    assert refused(game, "allied", "repair U.DD1") == "27.25/b"
    german = next(u.name for u in game.table.world.units if u.naval and u.nation == "German")
    for port, rule in (("Brest", ""), ("Cherbourg", "27.25/b")):
        axis = grognard.read_scene(
            f"sfe overlord44 bare / Clear / {port}: {german}*damaged / turn=3 / axis reinforcement"
        )
        assert refused(axis, "axis", f"repair {german}") == rule


@pytest.mark.rule("sfe", "28.12/a2")
def test_ships_in_a_plan_may_change_ports_and_carry_nothing() -> None:
    """Before its day a ship of a task force sails to another port, which is no mission; with a load it is refused."""
    game = sea(
        "turn=5 / Alexandria: BBWarspite CLOrion BrDDMed1 BrTTMed NZ2 / allied naval", options={"task_forces": "on"}
    )
    force = tuple(sorted(unit(game, n) for n in ("BBWarspite", "CLOrion", "BrDDMed1", "BrTTMed")))
    plans.amend(game.table, taskforce.key(1), ships=force, made=5)
    game._changed()
    assert refused(game, "allied", "sail BrTTMed Tobruk NZ2 stay") == "28.12/a2"
    assert refused(game, "allied", "sail BrTTMed Tobruk . back") != ""
    play(game, "allied: sail BrTTMed Tobruk . stay")
    assert taskforce.sheet(game.table, 1)["done"] == 0 and taskforce.sheet(game.table, 1)["ships"] == force


@pytest.mark.rule("sfe", "18.04/2")
def test_ships_stay_where_the_garrison_was_only_driven_out() -> None:
    """A beaten garrison that retreats lets no ship depart; one that is eliminated does."""
    for die, leaves in ((4, False), (6, True)):
        game = sea("Bardia: ItaX ItaDD1 / SE6047: 7Arm / Naples: ItaTT1 / allied combat", [die] * 6)
        t, port = game.table, node(game, "Bardia")
        t.p.axis_land |= 1 << port
        t.p.allied_land &= ~(1 << port)
        t.p.put(unit(game, "7Arm"), min(n for n in range(t.world.board.grid.size) if t.world.near[port] >> n & 1))
        recast(game, "7Arm", front=(24, 8, 6))
        until(game, "combat", "allied")
        play(game, "allied: attack 7Arm Bardia")
        if not leaves:
            game.play("axis", game.decisions()["axis"].actions(limit=1)[0].text)
        play(game, "allied: pass")
        assert bool(departures.leavers(game.table, 0, ())) is leaves and at(game, "ItaDD1") == "Bardia"


@pytest.mark.rule("sfe", "28.08", "28.08/1")
def test_siberians_overrun_in_the_snow() -> None:
    """Winterized infantry is sure of an overrun at seven to one in snow, with the option; who stands snow is known."""
    found = []
    for on in ("on", "off"):
        text = "sfe barbarossa41 bare / Snow / turn=12 / Tula: 50ArmySib / NE4123: IX / allied movement"
        game = grognard.read_scene(text, options={"winterization": on, "air_losses": "off"})
        recast(game, "50ArmySib", front=(70, 6, 4))
        recast(game, "IX", front=(10, 10, 4), back=None)
        t, tula = game.table, node(game, "Tula")
        corps = unit(game, "50ArmySib")
        beside = [n for n in range(t.world.board.grid.size) if t.world.near[tula] >> n & 1]
        open_ = [n for n in beside if strengths.terrain_at(t, n) == "clear"]
        there = next(n for n in open_ if strengths.side_share(t, corps, n, tula) == (1, 1))
        t.p.put(unit(game, "IX"), there)
        game._changed()
        found.append(overrun.certain(game.table, (corps,), there, tula))
    assert found == [True, False]
    west = grognard.read_scene("sfe overlord44 bare / axis movement").table.world
    assert {u.name: u.waffen_ss for u in west.units if u.name in ("12SS", "21Pz")} == {"12SS": True, "21Pz": False}
