"""What a reader who drew rules by lot found wrong, each with its case."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.board.hexset import members
from grognard.bots.sfe.mind import Front
from grognard.titles.sfe import (
    besieged,
    breakdown,
    cargo,
    channel,
    construction,
    depots,
    dockyards,
    interception,
    movement,
    production,
    rail,
    sailing,
    sentry,
    strengths,
    supply,
    theatre,
    transport,
    zones,
)
from grognard.titles.sfe.state import INTERDICT, TRANSPORT

from .cases import at, away, node, offers, on_map, play, recast, refused, scene, sea, unit, until, verbs


def west(text: str, dice: list[int] | None = None, **options: str) -> grognard.Game:
    """A game of blitzkrieg40 without its counters, at a scene."""
    return grognard.read_scene(f"sfe blitzkrieg40 bare / {text}", dice, options={"air_losses_40": "off", **options})


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / {text}", dice, options={"air_losses": "off"})


def jumped(game: grognard.Game, name: str, there: str) -> Any:
    """An airborne unit that has just dropped."""
    t = game.table
    t.p.plans = {}
    t.p.put(unit(game, name), node(game, there))
    t.p.dropped |= 1 << unit(game, name)
    game._changed()
    return t


def test_units_are_named_in_any_order() -> None:
    """A corps too weak alone attacks with one printed before it, whichever is named first."""
    game = scene("SE1818: 2Cav 40A / SE1817: IIIPz XVII LI / allied combat")
    assert refused(game, "allied", "attack 2Cav SE1817") == "9.03"
    assert not refused(game, "allied", "attack 2Cav+40A SE1817") and not refused(
        game, "allied", "attack 40A+2Cav SE1817"
    )
    play(game, "allied: attack 2Cav+40A SE1817")
    assert game.table.p.attacked >> unit(game, "2Cav") & 1


@pytest.mark.rule("sfe", "6.1", "28.01/a")
def test_who_dropped_has_a_zone_unless_zones_are_graded() -> None:
    """Paratroops that land well exert a zone like all ground units; with grades a unit of two factors does not."""
    for graded, beside in (("off", True), ("on", False)):
        game = west("Essen: Flgbde1 / Amsterdam: DutII / axis combat", graded_zones=graded)
        t = jumped(game, "Flgbde1", "NW3716")
        near = t.world.near[node(game, "NW3716")]
        assert bool(near & zones.zones(t, 0).all) is beside


@pytest.mark.rule("sfe", "22.15")
def test_paratroops_thrown_back_are_lost() -> None:
    """A retreat from the hex that they dropped into does not save them: they have not cleared it."""
    for die in range(1, 7):
        game = west("Rotterdam: DutI / Essen: Flgbde1 / axis combat", [die])
        jumped(game, "Flgbde1", "Rotterdam")
        play(game, "axis: attack Flgbde1 Rotterdam")
        found = [event.json()["result"] for event in game.events("axis") if event.kind == "attack"]
        if found == ["AR"]:
            assert not on_map(game, "Flgbde1") and on_map(game, "DutI") and game.table.frame.step == "combat"
            return
    raise AssertionError("no die throws them back")


@pytest.mark.rule("sfe", "23.71")
def test_supply_points_do_not_feed_a_difficult_theatre() -> None:
    """Points from the sea feed nobody in Libya: one corps eats at Tripoli, the other needs a supply unit."""
    game = sea("Naples: ItaDD1 / Tripoli: ItaX ItaXXI / axis naval")
    t = game.table
    t.p.stores[str(node(game, "Tripoli"))] = 6
    theatre.Supply().check(t, 0)
    assert sorted(t.p.unsupplied[unit(game, name)] for name in ("ItaX", "ItaXXI")) == [0, 1]
    supply.recheck(t, 0)
    assert sum(t.p.unsupplied[unit(game, name)] for name in ("ItaX", "ItaXXI")) == 1


@pytest.mark.rule("sfe", "23.64")
def test_norwegians_and_swedes_attack_on_general_supply_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is fed by a limited source attacks at half; an army that is at home in its mountains does not."""
    game = sea("Agedabia: ItaX / SW6006: 2Arm / axis combat")
    t, piece = game.table, unit(game, "ItaX")
    assert depots.starved(t, piece)
    monkeypatch.setitem(depots.HOMES, "Italian", "Libya")
    assert not depots.starved(t, piece)
    t.p.unsupplied[piece] = 1
    assert depots.starved(t, piece)


@pytest.mark.rule("sfe", "26.01/1", "26.02")
def test_one_italian_corps_breaks_down_into_two_divisions() -> None:
    """A 2-4-3 corps is two divisions of 1-2-3; while it is broken down no second one may be."""
    game = sea("Tripoli: ItaX ItaXXI / Naples: ItaDD1 / axis movement")
    assert {"ItaX", "ItaXXI"} <= offers(game, "axis", "break_down")
    play(game, "axis: break_down ItaX")
    assert at(game, "Itainfdiv1") == at(game, "Itainfdiv2") == "Tripoli" and not on_map(game, "ItaX")
    assert refused(game, "axis", "break_down ItaXXI") == "26.01"


@pytest.mark.rule("sfe", "27.21/c", "27.21/c1")
def test_rebuilding_in_the_desert_takes_general_supply() -> None:
    """A reduced division beside a supply unit is rebuilt; without one it is not, whatever it had last turn."""
    for stock, rule in (("ItaSupply1", ""), ("", "27.21/c1")):
        game = sea(f"Naples: ItaDD1 / El_Agheila: 5Light*reduced {stock} / axis reinforcement")
        game.table.p.points["German"] = (0, 40)
        game._changed()
        assert refused(game, "axis", "rebuild 5Light") == rule


@pytest.mark.rule("sfe", "27.21/c2")
def test_a_port_that_ships_feed_rebuilds_in_an_enemy_zone() -> None:
    """A reduced corps in Odessa with Axis units outside is rebuilt if supply points lie in the port."""
    for points, rule in ((1, ""), (0, "27.21/c1")):
        game = east("Odessa: SovX / Akkerman: XXX / SE2333: LIV / turn=3 / allied reinforcement")
        recast(game, "SovX", back=(2, 3, 3))
        t = game.table
        t.p.reduced[unit(game, "SovX")] = 1
        t.p.points["Soviet"] = (40, 0)
        if points:
            t.p.stores[str(node(game, "Odessa"))] = points
        game._changed()
        assert refused(game, "allied", "rebuild SovX") == rule


@pytest.mark.rule("sfe", "27.21/b")
def test_a_city_that_is_cut_off_keeps_half_its_points_for_itself() -> None:
    """Leningrad over the lake makes two and a half infantry points that only Leningrad can spend; later no armor."""
    text = "Gatchina: I / Mga: XXVIII / NE2631: XXVI / NE2630: X / Leningrad: 7Army / turn=2"
    game = east(f"{text} / allied reinforcement")
    t, city = game.table, node(game, "Leningrad")
    assert besieged.cities(t, 1) == [city]
    assert besieged.purse(t, city) == (10, 4)
    t.p.points["Soviet"] = (0, 0)
    t.p.put(unit(game, "8Bde"), t.world.pool)
    t.p.due[unit(game, "8Bde")] = 0
    t.p.city_levels[str(city)] = 3
    game._changed()
    assert offers(game, "allied", "replace", "8Bde") == {"Leningrad"}
    play(game, "allied: replace 8Bde Leningrad")
    t = game.table
    assert besieged.purse(t, city)[0] < 10 and t.p.unsupplied[unit(game, "8Bde")] == 3
    t.p.city_levels[str(city)] = 3
    assert besieged.half(t, city) == (10, 0)
    t.p.city_levels[str(city)] = 5
    assert besieged.half(t, city) == (0, 0)


@pytest.mark.rule("sfe", "27.24/2")
def test_at_most_two_wings_and_points_are_spent_by_the_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten points bring a wing and a second on four; a five leaves the four points; fourteen bring no third."""
    for have, die, wings, kept in ((10, 4, 2, 0), (10, 5, 1, 4), (14, 6, 2, 2), (6, 6, 1, 0)):
        game = east("turn=3 / allied supply", [die])
        monkeypatch.setattr(production, "air_income", lambda t, power, have=have: 2 * have)
        production.air_points(game.table, 1)
        assert (game.table.p.wings_due, game.table.p.air_stock) == (wings, kept)


@pytest.mark.rule("sfe", "28.03")
def test_french_motorized_corps_are_never_counted() -> None:
    """One armored corps with two French motorized ones is all armor; two German ones would leave half."""
    game = west("Lille: CavCorps IMot BriIII / Brussels: X / turn=4 / allied combat")
    recast(game, "BriIII", kind="MOT", nation="French", front=(10, 10, 5), size="XXX")
    force = tuple(unit(game, name) for name in ("CavCorps", "IMot", "BriIII"))
    assert strengths.armor_share(game.table, force) == (4, 4)
    recast(recast(game, "BriIII", nation="German"), "IMot", nation="German")
    assert strengths.armor_share(game.table, force) == (4, 8)


CONVOY = "Naples: ItaTT1 ItaDD4 ItaSupply4 / Tripoli: ItaXXI / Malta: MaltaGarrison BrSupplyMalta1 BBWarspite BrDDMed1"
SAIL = "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4 back"


@pytest.mark.rule("sfe", "19.53/2")
def test_interceptors_that_fought_on_their_way_may_turn_back() -> None:
    """The fleet of Malta was bombed before it met the convoy: it may now sail on to it, or go home."""
    for word, there in (("turn_back", True), ("pass", False)):
        game = play(sea(f"{CONVOY} / Catania: XFkB / axis naval", [1, *[3] * 60]), SAIL)
        play(game, f"allied: intercept {away(game, 'BBWarspite', 5, 10)} BBWarspite+BrDDMed1")
        play(game, f"axis: intercept {away(game, 'XFkB', 1, 14)} XFkB")
        until(game, "sailing_on")
        assert verbs(game, "allied") == {"turn_back", "pass"}
        play(game, f"allied: {word}")
        assert any(frame.step == "surface" for frame in game.table.agenda) is not there


@pytest.mark.rule("sfe", "19.53", "19.51/3")
def test_ships_that_come_to_help_may_be_met_on_their_way() -> None:
    """Cruisers that sail to a convoy's help pass other hexes, where the enemy's bombers may still try for them."""
    game = sea(f"{CONVOY} MaltaB / Palermo: CAZara CLAbruzzi / axis naval", [1, 1, *[4] * 80])
    play(game, SAIL)
    play(game, f"allied: intercept {away(game, 'BBWarspite', 5, 9)} BBWarspite+BrDDMed1")
    until(game, "counter")
    play(game, f"axis: intercept {offers(game, 'axis', 'intercept').pop()} CAZara+CLAbruzzi")
    asked = game.table.frame
    assert asked.step == "interception" and set(asked["prey"]) == {unit(game, "CAZara"), unit(game, "CLAbruzzi")}


@pytest.mark.rule("sfe", "19.36/2")
def test_an_evacuated_leader_is_back_in_two_turns() -> None:
    """A leader who goes home over the sea returns two turns later, a lost one three."""
    game = west("Dunkirk: BriI / turn=2 / allied movement")
    recast(game, "BriII", kind="LDR")
    t, piece = game.table, unit(game, "BriII")
    t.p.put(piece, node(game, "Dunkirk"))
    channel.take_off(t, piece)
    assert t.p.at[piece] == t.world.arrivals and t.p.due[piece] == 4


@pytest.mark.rule("sfe", "28.05/5")
def test_infantry_exploits_though_its_leader_has_gone_ahead() -> None:
    """Who began the phase with a leader of level 3 moves in it, whether the leader has left or not."""
    game = scene("SE1818: 40A / allied exploitation")
    recast(recast(game, "40A", front=(4, 6, 5)), "60A", kind="LDR", name="Zhukov")
    t, piece, leader = game.table, unit(game, "40A"), 53
    t.p.turn = 6
    t.p.put(leader, node(game, "SE1818"))
    t.p.began[piece] = t.p.began[leader] = node(game, "SE1818")
    level = strengths.leader_level(t, leader)
    t.p.put(leader, node(game, "SE1817"))
    assert movement.led_on(t, piece) is (level >= 3)
    t.p.began[leader] = node(game, "SE1817")
    assert not movement.led_on(t, piece)


@pytest.mark.rule("sfe", "23.44/2")
def test_supply_points_reach_eighteen_hexes_for_double() -> None:
    """Between twelve and eighteen hexes from the port a corps costs two points."""
    for points, fed in ((1, False), (2, True)):
        game = east("Odessa: SovX / turn=3 / allied supply")
        t, port = game.table, node(game, "Odessa")
        t.p.allied_rail = 0
        t.p.stores[str(port)] = points
        near, far, quarters = supply.from_the_sea(t, 1)[0]
        assert quarters == 4 * points
        there = next(n for n in range(t.world.board.grid.size) if (far & ~near) >> n & 1)
        t.p.put(unit(game, "SovX"), there)
        assert (unit(game, "SovX") in supply.fed_by_cities(t, 1, [unit(game, "SovX")])) is fed


@pytest.mark.rule("sfe", "24.11", "23.72/1")
def test_works_in_the_desert_take_four_points_of_supply() -> None:
    """A fort at Bardia is begun from a supply unit there, of which half is used; without one it is not begun."""
    game = sea("Bardia: Aus9 / Alexandria: CLOrion / allied construction")
    assert refused(game, "allied", "fortify Bardia") == "24.11"
    game = sea("Bardia: Aus9 BrSupply4 / Alexandria: CLOrion / allied construction")
    play(game, "allied: fortify Bardia")
    assert game.table.p.works >> node(game, "Bardia") & 1 and game.table.p.reduced[unit(game, "BrSupply4")] == 1
    game.table.p.spare = {str(node(game, "Bardia")): 5}
    play(game, "allied: airfield " + next(name for name in offers(game, "allied", "airfield") if name != "Bardia"))
    assert game.table.p.spare == {str(node(game, "Bardia")): 1} and on_map(game, "BrSupply4")


@pytest.mark.rule("sfe", "23.72/1")
def test_a_repair_at_alexandria_takes_four_points_of_supply() -> None:
    """Without a supply unit near it the yard does nothing; with one half of that is used."""
    game = sea("Alexandria: CLOrion*damaged CLPhoebe*damaged BrSupply4 / turn=4 / allied reinforcement")
    t, stock = game.table, unit(game, "BrSupply4")
    for piece in [i for i in range(len(t.p.at)) if t.world.units[i].depot and i != stock]:
        t.p.put(piece, t.world.pool)
    game._changed()
    bare = game.table.copy()
    play(game, "allied: repair CLOrion")
    assert game.table.p.reduced[stock] == 1 and game.table.p.mending[unit(game, "CLOrion")]
    bare.p.put(stock, t.world.pool)
    assert dockyards.damaged(bare, 1, ()) and not dockyards.yard_supplied(bare, 1, ())
    game = sea("Alexandria: CLOrion*damaged / turn=4 / allied reinforcement")
    for piece in [i for i in range(len(game.table.p.at)) if game.table.world.units[i].depot]:
        game.table.p.put(piece, game.table.world.pool)
    game._changed()
    assert refused(game, "allied", "repair CLOrion") == "23.72/1"


@pytest.mark.rule("sfe", "6.13")
def test_who_stands_on_a_source_needs_no_path() -> None:
    """A corps in a rail hex at the edge of the map, in an enemy zone, is in supply; one beside it in a zone is not."""
    game = scene("turn=2 / axis supply")
    t = game.table
    edge = next(n for n in range(t.world.board.grid.size) if supply.off_board(t, 0) >> n & 1)
    t.p.put(unit(game, "XVII"), edge)
    other = next(n for n in range(t.world.board.grid.size) if t.world.near[edge] >> n & 1)
    t.p.put(unit(game, "40A"), other)
    t.p.axis_rail = 1 << edge
    game._changed()
    assert zones.against(t, 0).all >> edge & 1 and supply.in_supply(t, unit(game, "XVII"))
    assert not supply.lines(t, 0).railway


@pytest.mark.rule("sfe", "5.02/4")
def test_flights_against_ships_are_counted_by_themselves() -> None:
    """What a base flew in the last Air Phase does not keep its wings from looking for ships in the Movement Phase."""
    game = sea("Malta: MaltaGarrison MaltaB 205Gp / Naples: ItaTT1 / axis naval")
    t, here = game.table, str(node(game, "Malta"))
    t.p.sorties = {here: 9}
    assert not interception.air_ready(t, 1)
    sailing.Naval().begin(t, t.frame)
    assert set(interception.air_ready(t, 1)) == {unit(game, "MaltaB"), unit(game, "205Gp")}


def asked_of_the_waiting_player(game: grognard.Game, turns: int) -> tuple[int, int]:
    """The most questions that he was asked in one segment, and the interceptions that were tried, in greedy play."""
    rng, asked, last = random.Random(2), Counter[tuple[int, int]](), None
    while game.decisions() and game.table.p.turn <= turns:
        seat, decision = next(iter(game.decisions().items()))
        t = game.table
        now = (t.frame.step, len(t.agenda), len(game.journal.entries) if t.frame.kind == "question" else 0)
        if t.powers_of(t.seats.index(seat))[0] != t.p.player and now != last:
            asked[t.p.turn, t.p.player] += 1
        last = now
        words = {choice.text for choice in decision.next()}
        safe = next((word for word in ("end", "pass") if word in words), None)
        game.play(seat, Front(decision, rng).decide() or safe or decision.sample(rng))
    tried = [event for event in game.events("axis") if event.kind == "interception"]
    return max(asked.values()), len(tried)


def test_a_standing_order_answers_interceptions() -> None:
    """With bombers on standing orders a turn of africa41 asks the waiting player at most ten times, and they fly."""
    game = grognard.new("sfe", "africa41", seed=2)
    for seat in game.seats:
        play(game, f"{seat}: standing interception bombers", f"{seat}: standing counter pass")
    most, tried = asked_of_the_waiting_player(game, 3)
    assert most <= 10 and tried > 0


def test_what_standing_orders_send() -> None:
    """Bombers go for whatever sails past, a stronger fleet with them for transports; against warships it stays."""
    said = {}
    for convoy in ("ItaTT1 ItaDD4", "CAZara CLAbruzzi"):
        game = sea(f"Naples: {convoy} / Tripoli: ItaXXI / Malta: MaltaGarrison MaltaB BBWarspite / axis naval")
        play(game, f"axis: sail {convoy.replace(' ', '+')} Tripoli . stay")
        said[convoy] = [sentry.answer(game.table, game.table.frame, word) for word in sentry.CHOICES]
    assert [order.split()[0] for order in said["ItaTT1 ItaDD4"]] == ["pass", "intercept", "intercept"]
    assert said["ItaTT1 ItaDD4"][1].endswith(" MaltaB") and "BBWarspite" in said["ItaTT1 ItaDD4"][2]
    assert said["CAZara CLAbruzzi"][2] == "pass"


@pytest.mark.rule("sfe", "16.15", "16.15/2")
def test_interdiction_slows_trains_and_ships() -> None:
    """Over a station or a quay four factors cost infantry of three points two points more, twice its normal fare."""
    game = sea("Tripoli: ItaX ItaTT1 ItaAriete / Alexandria: DesertB BrSupply4 / axis naval")
    t, here, piece = game.table, node(game, "Tripoli"), unit(game, "ItaX")
    assert cargo.fare(t, piece, here) == 2
    wing = unit(game, "DesertB")
    recast(game, "DesertB", front=(1, 4, 12))
    t.p.base[wing], t.p.mission[wing] = t.p.at[wing], INTERDICT
    t.p.put(wing, here)
    game._changed()
    assert cargo.fare(t, piece, here) == 6 and rail.delayed(t, piece, here) == 4
    recast(game, "DesertB", front=(1, 12, 12))
    assert rail.delayed(t, piece, here) == 4 and cargo.fare(t, unit(game, "ItaAriete"), here) == 4 + 6


@pytest.mark.rule("sfe", "24.21/1")
def test_an_airfield_begun_in_a_zone_is_lost_when_left() -> None:
    """In mud it takes a turn more; if the enemy's zone covers it and nobody stands there it is not finished."""
    for garrison, built in (("LI", True), ("", False)):
        game = scene(f"SE1818: {garrison or 'XVII'} / SE1817: 40A / turn=2 / axis movement")
        t, spot = game.table, node(game, "SE1818")
        if not garrison:
            t.p.put(unit(game, "XVII"), t.world.pool)
        t.p.plots |= 1 << spot
        t.p.works_due[str(spot)] = 2
        game._changed()
        construction.finish_airfields(t, 0)
        assert bool(t.p.airfields >> spot & 1) is built


@pytest.mark.rule("sfe", "27.21/e")
def test_a_lost_corps_may_come_back_as_a_division() -> None:
    """A panzer corps in the pool is split: one division is replaced, the other waits; spare counters stay away."""
    game = west("Bitburg: XVIPz / turn=2 / axis reinforcement")
    t, corps = game.table, unit(game, "XIXPz")
    for piece in members(breakdown.breakable(t.world)):
        t.p.due[piece] = -1
    t.p.points["German"] = (0, 28)
    game._changed()
    assert refused(game, "axis", "replace Pzdiv1 Essen")
    t.p.due[corps] = 0
    game._changed()
    assert "Pzdiv1" in offers(game, "axis", "replace") and "Pzdiv3" not in offers(game, "axis", "replace")
    play(game, "axis: replace Pzdiv1 Essen")
    p = game.table.p
    assert at(game, "Pzdiv1") == "Essen" and p.due[corps] == -1 and p.due[unit(game, "Pzdiv2")] == 0
    assert p.points["German"] == (0, 0)


@pytest.mark.rule("sfe", "16.31", "16.31/1")
def test_half_a_supply_unit_flies() -> None:
    """A transport takes a half supply unit for two points, not a full one, and sets it down at a friendly base."""
    game = sea("Tripoli: KGTransport ItaSupply1 ItaSupply2 / Naples: ItaDD1 / axis movement")
    t = game.table
    t.p.reduced[unit(game, "ItaSupply1")] = 1
    game._changed()
    assert offers(game, "axis", "load") == {"ItaSupply1"}
    assert transport.boarding(t, unit(game, "ItaSupply1")) == 4
    play(game, "axis: load ItaSupply1 KGTransport")
    assert game.table.p.cargo[unit(game, "KGTransport")] == unit(game, "ItaSupply1")
    wing = unit(game, "KGTransport")
    p = game.table.p
    p.base[wing], p.mission[wing] = p.at[wing], TRANSPORT
    p.put(wing, node(game, "Misurata"))
    transport.deliver(game.table, wing)
    assert at(game, "ItaSupply1") == "Misurata"
