"""Yards, inland ports, refuges, carriers under fighters, and the limited sources of islands and fortresses."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import (
    arrivals,
    cargo,
    depots,
    dockyards,
    interception,
    reach,
    seabombing,
    seas,
    ships,
    shore,
    supply,
    weather,
)
from grognard.titles.sfe import world as w
from grognard.titles.sfe.state import ESCORT, NAVAL

from .cases import at, node, offers, on_map, play, recast, refused, rolls, sea, ship, unit, until, verbs


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / {text}", dice, options={"air_losses": "off"})


def aloft(game: grognard.Game, wing: str, mission: int, there: str) -> grognard.Game:
    """A wing over a hex."""
    p, piece = game.table.p, unit(game, wing)
    p.base[piece], p.mission[piece] = p.at[piece], mission
    p.put(piece, node(game, there))
    game._changed()
    return game


@pytest.mark.rule("sfe", "2.11/5", "19.35")
def test_an_enemy_on_the_river_closes_an_inland_port() -> None:
    """Nikolaev lies up the Bug: a corps on its lettered hex shuts it, a division that cannot attack does not."""
    open_ = east("Sevastopol: SoTTBlackSea / Nikolaev: SovX / turn=3 / allied naval")
    assert "Nikolaev" in offers(open_, "allied", "sail", "SoTTBlackSea", ".")
    assert cargo.usable(open_.table, node(open_, "Nikolaev")) == 3
    shut = east("Sevastopol: SoTTBlackSea / Nikolaev: SovX / SE2331: XXX / turn=3 / allied naval")
    assert "Nikolaev" not in offers(shut, "allied", "sail", "SoTTBlackSea", ".")
    assert cargo.usable(shut.table, node(shut, "Nikolaev")) == 0
    recast(shut, "XXX", size="XX", front=(0, 4, 4))
    assert not seas.river_shut(shut.table, 1, 1 << node(shut, "SE2331"))


@pytest.mark.rule("sfe", "5.03/1", "5.03/2")
def test_fleets_that_lost_their_base_lie_elsewhere() -> None:
    """With Kronstadt lost all the Baltic Fleet may lie in Leningrad, with Sevastopol lost the other in Novorossiysk."""
    game = east("turn=3 / allied naval")
    t = game.table
    for base, port in (("Kronstadt", "Leningrad"), ("Sevastopol", "Novorossiysk")):
        here = node(game, port)
        before = ships.port_limit(t, here)
        t.p.axis_land |= 1 << node(game, base)
        assert before <= 18 and ships.port_limit(t, here) > 2 * len(t.world.units) - 1


@pytest.mark.rule("sfe", "27.13")
def test_ships_come_to_another_port_if_theirs_is_lost() -> None:
    """A ship due at Alexandria goes there; when that is Axis it comes to Suez or Gibraltar."""
    game = sea("Alexandria: CLOrion / allied naval")
    t = game.table
    late = next(u for u in t.world.units if u.naval and u.power == 1 and u.entry > 0)
    assert arrivals.naval_arrival(t, late) == 1 << late.place
    other = next(u for u in t.world.units if u.naval and u.power == 1 and u.place == node(game, "Alexandria"))
    t.p.axis_land |= 1 << other.place
    t.p.allied_land &= ~(1 << other.place)
    game._changed()
    found = arrivals.naval_arrival(t, other)
    assert found and not found >> other.place & 1 and not found & ~ships.own_ports(t, 1)


def raid(fighters: str, dice: list[int]) -> grognard.Game:
    """Aircraft of the Formidable bomb an Italian cruiser at sea, fighters over it or not."""
    game = sea(f"Taranto: CAZara {fighters} / Alexandria: CVFormidable / axis naval", dice)
    t, spot = game.table, node(game, "SW4421")
    for name in ("CAZara", "CVFormidable"):
        t.p.put(unit(game, name), spot)
    if fighters:
        aloft(game, fighters, ESCORT, "SW4421")
    data = {"hex": spot, "targets": (unit(game, "CAZara"),), "bombers": (unit(game, "CVFormidable"),), "aimed": ()}
    t.ask("sea_bombing", 1, 1, **data)
    game._changed()
    return play(game, "allied: bomb CAZara CVFormidable")


@pytest.mark.rule("sfe", "19.14")
def test_free_fighters_drive_off_carrier_aircraft() -> None:
    """A fighter of two factors or more drives off the four naval air factors; without it they bomb twice."""
    assert len(rolls(raid("", [6] * 20), "ship_bombed")) + len(rolls(raid("", [6] * 20), "sea_flak")) > 0
    game = raid("JG27", [6] * 20)
    assert not rolls(game, "ship_bombed") and not rolls(game, "sea_flak")
    assert [event["pieces"] for event in rolls(game, "aborted")] == [["CVFormidable"]]


@pytest.mark.rule("sfe", "19.14/1")
def test_escorts_keep_carrier_cover_busy() -> None:
    """Cover aborts a bomber; with a free fighter beside it the cover is taken up and the bomber comes through."""
    for escort, comes in (("", False), ("JG27", True)):
        game = sea(f"Catania: ItaRASicB {escort} / Alexandria: CVFormidable / axis naval", [6] * 20)
        t, spot = game.table, node(game, "SW4421")
        t.p.put(unit(game, "CVFormidable"), spot)
        for name in ("ItaRASicB", escort) if escort else ("ItaRASicB",):
            aloft(game, name, NAVAL if name == "ItaRASicB" else ESCORT, "SW4421")
        wing = unit(game, "ItaRASicB")
        data: dict[str, Any] = {"hex": spot, "targets": (unit(game, "CVFormidable"),), "bombers": (wing,), "aimed": ()}
        t.ask("sea_bombing", 0, 0, **data)
        t.remember(aimed=(((wing,), unit(game, "CVFormidable")),))
        seabombing.cover(t, t.frame)
        assert (t.p.mission[wing] == NAVAL) is comes


@pytest.mark.rule("sfe", "27.25/d")
def test_two_reduced_ships_become_one() -> None:
    """Duilio and Doria are alike: two halves in one port make one; Littorio is of another class."""
    game = sea("Taranto: BBDoria*reduced BBDuilio*reduced BBLittorio*reduced / axis reinforcement")
    assert offers(game, "axis", "combine") == {"BBDoria", "BBDuilio"}
    assert refused(game, "axis", "combine BBDoria BBLittorio") == "27.25/d"
    play(game, "axis: combine BBDoria BBDuilio")
    assert ship(game, "BBDoria") == "" and not on_map(game, "BBDuilio")
    apart = sea("Taranto: BBDoria*reduced / Naples: BBDuilio*reduced BBLittorio*damaged / axis reinforcement")
    assert "combine" not in verbs(apart, "axis")


@pytest.mark.rule("sfe", "27.25/a1")
def test_repair_points_go_further_for_transports() -> None:
    """A damaged transport takes half a point; a sunk one is built anew for a whole one and comes after three months."""
    game = sea("Naples: ItaTT1*damaged ItaTT2*damaged CATrento*damaged / turn=4 / axis reinforcement")
    t = game.table
    assert [dockyards.halves(t, unit(game, name)) for name in ("ItaTT1", "CATrento")] == [1, 2]
    assert "ItaTT3" in offers(game, "axis", "relaunch") and dockyards.halves_left(t, "Italian") == 4
    play(game, "axis: relaunch ItaTT3")
    assert game.table.p.due[unit(game, "ItaTT3")] == 10 and dockyards.halves_left(game.table, "Italian") == 2
    play(game, "axis: repair ItaTT1", "axis: repair ItaTT2")
    assert dockyards.halves_left(game.table, "Italian") == 0 and refused(game, "axis", "repair CATrento") == "27.25/b"
    mid = sea("Naples: ItaTT1*damaged / turn=5 / axis reinforcement")
    assert refused(mid, "axis", "relaunch ItaTT3") == "27.25/c"


@pytest.mark.rule("sfe", "26.04")
def test_large_corps_do_not_enter_a_difficult_theatre() -> None:
    """A corps of six factors in Africa neither moves there nor attacks; one of four does both."""
    for defense, moves in ((4, True), (6, False)):
        game = sea("Agedabia: ItaX / SW6006: 2Arm / axis movement")
        recast(game, "ItaX", front=(6, defense, 3))
        t, piece = game.table, unit(game, "ItaX")
        assert bool(reach.march(t, (piece,)).all()) is moves
        fight = recast(sea("Agedabia: ItaX ItaSupply1 / SW6006: 2Arm / axis combat"), "ItaX", front=(6, defense, 3))
        assert ("attack" in verbs(fight, "axis")) is moves


@pytest.mark.rule("sfe", "23.63/4")
def test_an_island_feeds_two_wings() -> None:
    """Of three wings on Rhodes two eat from the island; a division of four factors would take it all."""
    game = sea("Rhodes: XFkB XFkA JG27 / Naples: ItaDD1 / axis holds Rhodes / axis naval")
    fed = supply.fed_by_cities(game.table, 0, [unit(game, name) for name in ("XFkB", "XFkA", "JG27")])
    assert len(fed) == 2


@pytest.mark.rule("sfe", "23.63/5")
def test_six_factors_are_fed_in_the_levant() -> None:
    """In Palestine the Allies keep six defense factors without supply units: a division of four and a wing."""
    game = sea("Jerusalem: Aus7 NZ2 DesertF1 / Alexandria: CLOrion / allied naval")
    fed, used = depots.allot(game.table, 1, [])
    assert sum(depots.needs(game.table, i) for i in fed) == 6 and not used


@pytest.mark.rule("sfe", "23.61/5")
def test_sevastopol_feeds_while_the_way_to_kerch_is_free() -> None:
    """A corps in the Crimea eats from Sevastopol; an enemy before Kerch ends that."""
    game = east("Sevastopol: SovX / turn=3 / allied supply")
    assert supply.sevastopol(game.table, 1)
    shut = east("Sevastopol: SovX / Kerch: XXX / turn=3 / allied supply")
    assert not supply.sevastopol(shut.table, 1)
    lost = east("Sevastopol: SovX / Novorossiysk: XXX / turn=3 / allied supply")
    assert not supply.sevastopol(lost.table, 1)


@pytest.mark.rule("sfe", "23.61/7")
def test_no_ladoga_path_in_a_storm() -> None:
    """Over the lake nine corps are fed in mud or snow, none in a storm."""
    for kind, fed in (("Mud", True), ("Snow", True), ("Stormy", False)):
        game = east(f"Leningrad: 7Army / {kind} / turn=3 / allied supply")
        assert bool(supply.ladoga(game.table, 1)) is fed
        assert weather.at(game.table, node(game, "Leningrad")) == w.WEATHER.index(kind)


@pytest.mark.rule("sfe", "16.42/1")
def test_used_wings_are_thrown_off_their_base_as_well() -> None:
    """A wing that has flown in this air turn is driven off like a fresh one, and is disrupted."""
    game = sea("Benghazi: XFkB JG27 / Tripoli: ItaXXI / SW5705: 2Arm / axis holds Benghazi / allied movement")
    game.table.p.flown |= 1 << unit(game, "XFkB")
    play(game, "allied: move 2Arm Benghazi")
    p = game.table.p
    assert all(p.disrupted >> unit(game, name) & 1 for name in ("XFkB", "JG27")) and at(game, "XFkB") != "Benghazi"


@pytest.mark.rule("sfe", "19.23/1")
def test_a_ship_supports_one_unit() -> None:
    """Two divisions defend a port with one cruiser behind them: its guns help one of them, not a part of each."""
    game = sea("Tobruk: Aus9 PolCarpathian CLOrion / Gazala: 5Light / axis combat")
    t, port = game.table, node(game, "Tobruk")
    helped = [shore.defending(t, port, (unit(game, name),)) for name in ("Aus9", "PolCarpathian")]
    assert sorted(bool(one) for one in helped) == [False, True]


CONVOY = "Naples: ItaTT1 ItaDD4 ItaSupply4 / Tripoli: ItaXXI / Malta: MaltaGarrison BrSupplyMalta1 MaltaB MaltaF"


@pytest.mark.rule("sfe", "16.24/2")
def test_wings_of_both_sides_meet_before_the_bombs_fall() -> None:
    """Bombers that found the convoy are met by fighters sent to help it: air combat, then flak, then bombs."""
    game = sea(f"{CONVOY} / Palermo: ItaRASicF / axis naval", [1, 1, *[4] * 60])
    play(game, "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4 back")
    fighter = unit(game, "ItaRASicF")
    while not any(interception.in_air_range(game.table, fighter, n) for n in game.table.frame["hexes"]):
        play(game, "allied: pass")
    near = next(n for n in game.table.frame["hexes"] if interception.in_air_range(game.table, fighter, n))
    play(game, f"allied: intercept {game.table.node_name(near)} MaltaB")
    until(game, "counter")
    play(game, f"axis: intercept {offers(game, 'axis', 'intercept').pop()} ItaRASicF")
    assert game.table.frame.step == "abort" and not rolls(game, "sea_flak")
    until(game, "hunt")
    play(game, "axis: hunt ItaRASicF")
    until(game, "naval", "axis")
    kinds = [event.kind for event in game.events("axis")]
    assert kinds.index("interception") < kinds.index("air_fire") < kinds.index("made_port")
