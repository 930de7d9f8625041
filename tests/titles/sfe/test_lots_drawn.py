"""What a second reader who drew rules by lot found wrong, each with its case."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core.frames import ORDER, Frame
from grognard.titles.sfe import (
    airborne,
    arrivals,
    construction,
    dockyards,
    overrun,
    production,
    retreat,
    seabombing,
    ships,
    shore,
    strengths,
    supply,
    theatre,
    walls,
)
from grognard.titles.sfe.aircombat import Dogfight, modifier
from grognard.titles.sfe.state import ESCORT, NAVAL, SUPPORT

from .cases import at, node, offers, on_map, play, recast, refused, rolls, scene, sea, ship, unit, until, verbs


def west(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of blitzkrieg40 without its counters, at a scene."""
    return grognard.read_scene(f"sfe blitzkrieg40 bare / {text}", dice, options={"air_losses_40": "off"})


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / {text}", dice, options={"air_losses": "off"})


@pytest.mark.rule("sfe", "22.14/D")
def test_disrupted_paratroops_block_no_retreat() -> None:
    """A beaten unit goes through a hex where only disrupted enemies have dropped, and one hex farther."""
    for shaken in (True, False):
        game = west("Rotterdam: DutI / Essen: Flgbde1 / axis combat")
        t, dutch, jumper = game.table, unit(game, "DutI"), unit(game, "Flgbde1")
        t.p.plans = {}
        there = next(n for n in members(t.world.near[node(game, "Rotterdam")]) if t.world.terrain["clear"] >> n & 1)
        t.p.put(jumper, there)
        t.p.dropped |= 1 << jumper
        t.p.shaken |= shaken << jumper
        game._changed()
        assert bool(retreat.open_hexes(t, dutch) >> there & 1) is shaken


@pytest.mark.rule("sfe", "27.44")
def test_reinforcements_leave_the_east_its_replacement() -> None:
    """Corps that arrive by the east edge do not take the place of a replacement; a hex takes three of both."""
    game = east("turn=8 / allied reinforcement")
    t = game.table
    t.p.points["Soviet"] = (400, 400)
    gates = members(production.gates(t, 1))
    new = [u.index for u in t.world.units if u.nation == "Soviet" and u.kind == "INF" and u.place < 0][:3]
    lost = unit(game, "SovI")
    for count, piece in enumerate(new, 1):
        arrivals.land_unit(t, piece, gates[0])
        open_ = production.sites(t, lost)
        assert bool(open_ >> gates[0] & 1) is (count < 3) and open_ >> gates[1] & 1
    assert len(new) == 3 and not arrivals.arrival_hexes(t, new[0]) >> gates[0] & 1


@pytest.mark.rule("sfe", "23.14")
def test_a_limited_source_feeds_no_second_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A city that can feed one corps has fed it in the Supply Phase: the other keeps its marker to the end."""
    monkeypatch.setattr(supply, "open_capacity", lambda t, city, power: 4)
    text = "Gatchina: I / Mga: XXVIII / NE2631: XXVI / NE2630: X / Leningrad: SovI SovII / turn=3 / Stormy"
    game = east(f"{text} / allied movement")
    t, corps = game.table, [unit(game, name) for name in ("SovI", "SovII")]
    theatre.Supply().check(t, 1)
    assert sorted(t.p.unsupplied[i] for i in corps) == [0, 1]
    supply.recheck(t, 1)
    assert sorted(t.p.unsupplied[i] for i in corps) == [0, 1]
    fed = next(i for i in corps if not t.p.unsupplied[i])
    t.p.put(fed, t.world.pool)
    supply.recheck(t, 1)
    assert not any(t.p.unsupplied[i] for i in corps)


@pytest.mark.rule("sfe", "23.54")
def test_a_ship_may_still_replenish_before_it_suffers() -> None:
    """A cruiser in Benghazi sails with all its points; it is penalised when the ships have moved, if it stayed."""
    for order, level in (("axis: sail CLAbruzzi Messina . stay", 0), ("", 1)):
        game = sea("Naples: ItaDD1 / axis holds Benghazi / Benghazi: CLAbruzzi / turn=2 / axis supply")
        until(game, "naval", "axis")
        piece = unit(game, "CLAbruzzi")
        assert game.table.p.unsupplied[piece] == 0 and ships.allowance(game.table, piece) == 7
        if order:
            play(game, order)
        until(game, "movement", "axis")
        assert game.table.p.unsupplied[piece] == level


@pytest.mark.rule("sfe", "2.14/2")
def test_ships_on_the_river_of_a_port_are_bombed_more_easily() -> None:
    """Eight is a miss for a bomber at sea and damage on the Elbe before Hamburg, where one is added."""
    for place, state in (("Hamburg", "*damaged"), ("Brest", "")):
        game = grognard.read_scene("sfe overlord44 bare / Clear / allied naval", [4, 4])
        t = game.table
        who = next(u for u in t.world.units if u.naval and u.nation == "British" and u.kind == "CL")
        t.p.put(who.index, node(game, place))
        seabombing.bomb(t, ["B"], who.index)
        assert ship(game, who.name) == state


@pytest.mark.rule("sfe", "15.01", "16.14")
def test_bombers_go_for_ships_in_port() -> None:
    """In the Air Phase a wing flies to Malta; after flak it rolls twice, one added to the dice in port."""
    game = sea("Catania: XFkB / Malta: MaltaGarrison BBWarspite / axis air_attack", [3, 4, 4, 4, 4, 4])
    assert offers(game, "axis", "fly", "XFkB", "ships") == {"Malta"}
    play(game, "axis: fly XFkB ships Malta", "axis: end")
    until(game, "sea_bombing", "axis")
    play(game, "axis: bomb BBWarspite XFkB")
    assert [sum(said["dice"]) for said in rolls(game, "ship_bombed")] == [8, 8]
    assert ship(game, "BBWarspite") == "*reduced"
    assert game.table.p.flown >> unit(game, "XFkB") & 1


@pytest.mark.rule("sfe", "8.03")
def test_supply_units_go_by_rail() -> None:
    """A full supply unit takes half a corps of the rail capacity, a half unit a quarter."""
    for mark, quarters in (("", 2), ("*reduced", 1)):
        game = sea(f"Alexandria: BrSupply4{mark} BrDDMed1 / allied movement")
        there = min(offers(game, "allied", "rail", "BrSupply4"))
        before = game.table.p.rail_left
        play(game, f"allied: rail BrSupply4 {there}")
        assert at(game, "BrSupply4") == there and before - game.table.p.rail_left == quarters


@pytest.mark.rule("sfe", "9.05/4")
def test_armor_from_the_sea_is_still_armor_in_the_woods() -> None:
    """Tanks that have landed are halved for that, and for a forest as all armor is."""
    game = scene("SE1818: IIIPz / axis combat")
    t, piece = game.table, unit(game, "IIIPz")
    wood = next(n for n in members(t.world.terrain["forest"]))
    here = next(n for n in members(t.world.near[wood]) if not t.world.board.sides["river"].has(n, wood))
    before = strengths.hex_share(t, piece, wood, here)
    t.p.landing |= 1 << piece
    assert before[0] < before[1] and strengths.hex_share(t, piece, wood, here) == before


@pytest.mark.rule("sfe", "19.14/1")
def test_cover_takes_some_factors_from_a_big_wing() -> None:
    """Two naval air factors take two of a bomber's four: it comes through and rolls once."""
    game = sea("Catania: XFkB / Alexandria: CVFormidable*reduced / axis naval", [6] * 20)
    t, spot = game.table, node(game, "SW4421")
    wing, carrier = unit(game, "XFkB"), unit(game, "CVFormidable")
    t.p.put(carrier, spot)
    t.p.base[wing], t.p.mission[wing] = t.p.at[wing], NAVAL
    t.p.put(wing, spot)
    data: dict[str, Any] = {"hex": spot, "targets": (carrier,), "bombers": (wing,), "aimed": (((wing,), carrier),)}
    t.ask("sea_bombing", 0, 0, **data)
    assert seabombing.planes(t, carrier) == 2
    aborted = seabombing.cover(t, t.frame)
    assert seabombing.rolls(t, (wing,), aborted) == ["B"] and seabombing.rolls(t, (wing,), {}) == ["B", "B"]


@pytest.mark.rule("sfe", "9.02/2")
def test_three_units_overrun_out_of_one_hex() -> None:
    """After three units have driven out of a hex a fourth overruns nobody from it in that phase."""
    for charged, open_ in ((2, True), (3, False)):
        game = scene("SE1818: IIIPz XVII / SE1817: 2Cav*4 / turn=2 / axis movement")
        recast(game, "IIIPz", front=(90, 16, 6))
        recast(game, "XVII", front=(90, 16, 6))
        t = game.table
        t.p.charged[str(node(game, "SE1818"))] = charged
        game._changed()
        group = (unit(game, "IIIPz"),)
        before = overrun.charges(t, group).get(node(game, "SE1817"))
        assert (before is not None and before.before == node(game, "SE1818")) is open_


def test_driving_out_of_a_hex_is_counted() -> None:
    """An overrun by two units is written down for the hex that they came from, for that phase."""
    game = scene("SE1818: IIIPz XIVPz / SE1817: 2Cav*4 / turn=2 / axis movement")
    recast(recast(game, "IIIPz", front=(90, 16, 6)), "XIVPz", front=(90, 16, 6))
    play(game, "axis: overrun IIIPz+XIVPz SE1817")
    assert game.table.p.charged == {str(node(game, "SE1818")): 2} and not on_map(game, "2Cav")
    until(game, "exploitation", "axis")
    assert not game.table.p.charged


def over_kharkov(waves: str, *fighters: str, dice: list[int] | None = None) -> grognard.Game:
    """Axis wings on missions over a hex, Allied fighters that have bypassed their escorts."""
    game = scene(f"SE1523: 40A / Kharkov: XVII {waves} / Kupyansk: {' '.join(fighters)} / turn=2 / axis combat", dice)
    t, spot = game.table, node(game, "SE1523")
    for name in (*waves.split(), *fighters):
        piece = unit(game, name)
        t.p.base[piece], t.p.mission[piece] = t.p.at[piece], ESCORT if name in fighters else SUPPORT
        t.p.put(piece, spot)
    hunting = tuple(unit(game, name) for name in fighters)
    data = {"node": spot, "stage": 8, "tasks": (), "hunting": hunting, "bypassing": hunting}
    t.push(Frame("dogfight", ORDER, -1, 0, tuple(sorted(data.items()))))
    game._changed()
    return game


@pytest.mark.rule("sfe", "17.1/6")
def test_those_who_bypassed_choose_their_wave_or_leave() -> None:
    """Two fighters face two waves of bombers: both may go for one of them, one may go home, and all may let be."""
    wings = "StG77 KG55 KG27 JG3"
    game = over_kharkov(wings, "SWF1", "SF1", dice=[6] * 8)
    t = game.table
    Dogfight().choose(t, 1, t.frame["hunting"], tuple(unit(game, name) for name in wings.split()), 1)
    game._changed()
    assert verbs(game, "allied") == {"pursue", "abort", "pass"} and len(offers(game, "allied", "pursue")) == 2
    copy = game.copy()
    lead = min(offers(game, "allied", "pursue"))
    play(game, f"allied: pursue {lead} SWF1+SF1")
    shots = rolls(game, "air_fire")
    assert len(shots) == 2 and set(shots[0]["pieces"]) == {"SWF1", "SF1"} and lead in shots[0]["against"]
    play(copy, "allied: abort SF1")
    assert at(copy, "SF1") == "Kupyansk" and at(copy, "SWF1") == "Volchansk"
    play(copy, "allied: pass")
    assert not rolls(copy, "air_fire")


@pytest.mark.rule("sfe", "17.11")
def test_heavy_bombers_in_mixed_company_are_easier_game() -> None:
    """All heavy bombers have no modifier against them; a medium bomber among them brings the fighters theirs."""
    game = over_kharkov("StG77 KG55 KG27", "SWF1")
    for name in ("StG77", "KG55", "KG27"):
        recast(game, name, kind="HB")
    wave = tuple(unit(game, name) for name in ("StG77", "KG55", "KG27"))
    firing = (unit(game, "SWF1"),)
    assert modifier(game.table, firing, wave) == 0
    recast(game, "KG27", kind="B")
    assert modifier(game.table, firing, wave) == -1


@pytest.mark.rule("sfe", "18.04/1")
def test_a_port_taken_from_the_sea_falls_in_the_combat_phase() -> None:
    """When troops from the sea have cleared a port its ships escape as after any combat, not as from a surprise."""
    for step, escapes in (("cleared", True), ("movement", False)):
        game = sea("Tripoli: ItaX ItaDD1 / Naples: ItaTT1 / allied combat", [6])
        t = game.table
        t.agenda = (*t.agenda[:-1], Frame(step, ORDER, -1, 1))
        dockyards.evacuate(t, node(game, "Tripoli"), 0)
        assert on_map(game, "ItaDD1") is escapes


@pytest.mark.rule("sfe", "23.22/1")
def test_supply_units_advance_with_their_friends() -> None:
    """A supply unit that stood with the attackers goes with them into the hex that they took, never alone."""
    game = sea("Agedabia: ItaX ItaAriete ItaSupply1 / SW6006: 2Arm / axis combat", [6] * 6)
    recast(game, "ItaX", front=(90, 4, 3))
    until(game, "combat", "axis")
    play(game, "axis: attack ItaX SW6006", "allied: without_armor")
    assert refused(game, "axis", "advance ItaSupply1") and not refused(game, "axis", "advance ItaX+ItaSupply1")
    play(game, "axis: advance ItaX+ItaSupply1")
    assert at(game, "ItaSupply1") == at(game, "ItaX") == "SW6006"


@pytest.mark.rule("sfe", "27.21/c2")
def test_a_beachhead_that_ships_feed_rebuilds_in_an_enemy_zone() -> None:
    """A reduced corps on a beachhead beside the enemy is rebuilt if supply points lie there."""
    for points, rule in ((2, ""), (0, "27.21/c1")):
        game = grognard.read_scene("sfe overlord44 bare / Clear / Caen: I*reduced / turn=3 / allied reinforcement")
        t, beach = game.table, node(game, "Caen")
        enemy = next(u.index for u in t.world.units if u.power == 0 and u.kind == "PZ" and u.size == "XXX")
        t.p.put(enemy, next(n for n in members(t.world.near[beach])))
        t.p.beachheads[str(beach)] = "British"
        t.p.points["British"] = (99, 99)
        if points:
            t.p.stores[str(beach)] = points
        t.p.captured[str(beach)] = 3
        game._changed()
        assert refused(game, "allied", "rebuild I") == rule


@pytest.mark.rule("sfe", "24.11/1")
def test_a_regular_fort_takes_the_place_of_the_wall() -> None:
    """When the fort is finished the fort of the Atlantic Wall in its hex is gone; one next door is not."""
    game = grognard.read_scene("sfe overlord44 bare / Clear / turn=2 / axis construction")
    t = game.table
    here, there = [u.index for u in t.world.units if u.wall][:2]
    spots = [t.world.units[i].place for i in (here, there)]
    for fort, spot in zip((here, there), spots, strict=True):
        t.p.put(fort, spot)
    t.p.works, t.p.works_due = 1 << spots[0], {str(spots[0]): 2}
    t.p.axis_land |= 1 << spots[0]
    construction.finish_forts(t, 0)
    assert t.p.forts >> spots[0] & 1 and walls.standing(t) == 1 << spots[1]


@pytest.mark.rule("sfe", "19.21")
def test_ships_support_an_attack_over_a_strait() -> None:
    """From Kerch the fleet helps against the far shore, which is no port; without troops in Kerch it does not."""
    for troops, helped in (("SovX", True), ("", False)):
        game = east(f"Sevastopol: SovXI {'/ Kerch: ' + troops if troops else ''} / SE2723: XXX / allied naval")
        t = game.table
        assert bool(shore.shores(t, 1) >> node(game, "SE2723") & 1) is helped


@pytest.mark.rule("sfe", "22.11/1")
def test_reinforcements_may_be_planned_for_before_they_come() -> None:
    """A brigade that arrives next turn can already be set down in a plan."""
    game = grognard.read_scene("sfe overlord44 bare / Clear / turn=2 / allied reinforcement")
    t, piece = game.table, unit(game, "6Abnbde1")
    t.p.put(piece, t.world.arrivals)
    for due, listed in ((3, True), (-1, False)):
        t.p.due[piece] = due
        assert (piece in airborne.droppable(t, 1)) is listed
