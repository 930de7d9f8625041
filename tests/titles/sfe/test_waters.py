"""Special waters and hexsides (2.1, 2.2), refuges, markers, drop tanks and sources of their own: cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.board.hexset import from_iter, members
from grognard.titles.sfe import (
    combat,
    control,
    droptanks,
    flights,
    northern,
    rail,
    retreat,
    seas,
    ships,
    strengths,
    supply,
)
from grognard.titles.sfe import world as w

from .cases import at, costs, names, node, offers, on_map, play, refused, sea, unit, until, whole_board


def east(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / Clear / {text}", dice, **new)


def west(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of overlord44 without its counters, at a scene."""
    return grognard.read_scene(f"sfe overlord44 bare / Clear / {text}", dice, **new)


# Ports and canals


@pytest.mark.rule("sfe", "2.11/4")
def test_leningrad_is_entered_by_kronstadt() -> None:
    """It is a coastal port, and a German corps at Kronstadt shuts ships in."""
    game = east("turn=2 / Leningrad: SovI SoTTBaltic / Tallinn: VAbn / allied naval")
    assert seas.coastal_ports(game.table.world) >> node(game, "Leningrad") & 1
    assert "Tallinn" in offers(game, "allied", "sail", "SoTTBaltic", ".")
    shut = east("turn=2 / Leningrad: SovI SoTTBaltic / Tallinn: VAbn / Kronstadt: LIV / allied naval")
    assert refused(shut, "allied", "sail SoTTBaltic Tallinn . stay")


@pytest.mark.rule("sfe", "2.14/4")
def test_amsterdam_is_reached_by_the_north_sea_canal() -> None:
    """The canal is a zone of its own on the way and leads to the North Sea; no water beside the lake is a sea."""
    game = west("turn=3 / London: BrTTI1 / allied naval")
    t, port = game.table, node(game, "Amsterdam")
    (link,) = seas.sea_map(t.world).links[port]
    assert seas.sea_map(t.world).zone[link.to] == "Southern North Sea" and link.zones == 1
    assert link.gate == "canal North Sea"
    around = members(t.world.near[port] & ~t.world.land)
    assert not any(n in seas.sea_map(t.world).zone for n in around)


@pytest.mark.rule("sfe", "2.14/3")
def test_the_canal_of_corinth_is_a_river() -> None:
    """On the whole board: a corps pays to cross it, and no ship passes from the Ionian to the Aegean by it."""
    game = whole_board("africa41", "Clear / Corinth: NZ2 / allied movement", neutral=[], closed=[])
    t = game.table
    river = t.world.board.sides["river"]
    assert river.has(node(game, "Corinth"), node(game, "Athens"))
    assert costs(game, "allied", "move", "NZ2", ".")["Athens"] > 1
    zones = {z for n in members(t.world.near[node(game, "Corinth")]) for z in [seas.sea_map(t.world).zone.get(n)] if z}
    assert not any("canal Corinth" in sea.adjacent.values() for sea in t.world.board.seas.values()), zones


@pytest.mark.rule("sfe", "2.15")
def test_ships_do_not_enter_the_neck_of_the_crimea() -> None:
    """The Sea of Azov is open from Kerch to Rostov, but nobody lands from it in the two hexes at the neck."""
    game = east("turn=2 / Kerch: SovI SoTTBlackSea / Rostov: VAbn / allied naval")
    t = game.table
    assert {"Rostov", "Taganrog"} <= offers(game, "allied", "sail", "SoTTBlackSea", ".")
    start = node(game, "Kerch")
    assert seas.way_ashore(t, 1, start, node(game, "SE2527")) is None
    assert seas.way_ashore(t, 1, start, node(game, "SE2627")) is None
    assert names(game, seas.at_the_neck(t.world)) >= {"SE2627"}


@pytest.mark.rule("sfe", "2.15/1")
def test_only_trains_cross_the_neck() -> None:
    """Between the two hexes a corps neither walks nor attacks; by rail it goes from one to the other."""
    game = east("turn=2 / SE2527: SovI / SE2627: LIV / allied combat")
    t = game.table
    assert not strengths.adjacent(t, node(game, "SE2527"), node(game, "SE2627"))
    quiet = east("turn=2 / SE2527: SovI / allied rails SE2527 SE2627 / allied movement")
    assert "SE2627" not in {n for n, c in costs(quiet, "allied", "move", "SovI", ".").items() if (c or 9) <= 2}
    assert "SE2627" in names(quiet, rail.journey(quiet.table, node(quiet, "SE2527")).all(24))


# Straits and ferries


@pytest.mark.rule("sfe", "2.13/4")
def test_a_strait_costs_beside_the_hex() -> None:
    """Over the strait of Kerch a corps pays for the strait and for the clear hex beyond it."""
    game = east("turn=2 / Kerch: SovI / allied movement")
    t = game.table
    over = costs(game, "allied", "move", "SovI", ".")
    strait = int(w.terrain_row("strait")["mp_leg"])
    plain = t.world.terrain["clear"] >> node(game, "SE2723") & 1
    assert plain and over["SE2723"] == 1 + strait


@pytest.mark.rule("sfe", "8.05", "2.13/1")
def test_a_ferry_is_six_hexes_long() -> None:
    """At Stalingrad a train takes the ferry for six hexes; on foot the Volga is a river, and so in an attack."""
    game = east("turn=2 / Stalingrad: SovI / allied movement")
    t, here, there = game.table, node(game, "Stalingrad"), node(game, "SE1812")
    around = t.world.rail.distances(1 << here, blocked=1 << there, limit=10)
    shut = from_iter(around)
    beyond = t.world.rail.distances(1 << there, blocked=shut, limit=20)
    t.p.rails = from_iter(beyond) | 1 << here
    near = rail.journey(t, here).near
    far = {n for n, length in beyond.items() if length == 19}
    assert far and near >> there & 1
    assert not any(near >> n & 1 for n in far), "19 hexes and the ferry are 25"
    assert all(near >> n & 1 for n, length in beyond.items() if length == 18 and t.p.allied_rail >> n & 1)
    assert t.world.board.sides["river"].has(here, there)


@pytest.mark.rule("sfe", "2.13/2")
def test_istanbul_has_a_ferry_and_a_strait() -> None:
    """On the whole board: trains cross the Bosporus, and a corps that walks or attacks crosses a strait."""
    game = whole_board("africa41", "Clear / Istanbul: NZ2 / allied movement", neutral=[], closed=[])
    t, here, there = game.table, node(game, "Istanbul"), node(game, "SE3736")
    assert t.world.board.sides["strait"].has(here, there)
    assert t.world.rail.distances(1 << here, blocked=t.world.but(1 << here | 1 << there), limit=9)[there] == 6


# Kronstadt


@pytest.mark.rule("sfe", "2.22/1", "2.22/2", "2.22/3", "2.22/4")
def test_kronstadt_and_the_isthmus() -> None:
    """The fort helps everyone in 2731, which is open to three hexes and is held by who stands there; a river flows."""
    game = east("turn=2 / Kronstadt: SovI SovII / NE2831: LIV / axis combat")
    t, there = game.table, node(game, "Kronstadt")
    for defender in ("SovI", "SovII"):
        found = strengths.modifiers(t, (unit(game, "LIV"),), (unit(game, defender),), there, False, False)
        assert [(m.text, m.value) for m in found] == [("major fort", -1)]
    assert names(game, t.world.near[there]) == {"Leningrad", "Gatchina", "NE2832"}
    assert not strengths.adjacent(t, node(game, "NE2631"), there)
    march = east("turn=2 / NE2832: LIV / axis movement")
    assert march.table.p.allied_land >> there & 1
    play(march, "axis: move LIV Kronstadt")
    assert march.table.p.axis_land >> there & 1
    assert t.world.board.sides["river"].has(node(game, "NE2530"), node(game, "NE2630"))
    assert t.world.walk.has(node(game, "NE2530"), node(game, "NE2630"))


# Refuges


@pytest.mark.rule("sfe", "5.03/3")
def test_three_ships_of_a_refuge_go_on_missions() -> None:
    """With Kronstadt lost the fleet lies in Leningrad; of it three ships go on missions in a segment."""
    game = east("turn=2 / Leningrad: SovI / Kronstadt: LIV / allied naval")
    t = game.table
    fleet = [u.index for u in t.world.units if u.naval and u.power == 1][:4]
    for piece in fleet:
        t.p.at[piece], t.p.due[piece] = node(game, "Leningrad"), 0
    t.p.restack()
    assert ships.refuge_quota(t, tuple(fleet[:3])) and not ships.refuge_quota(t, tuple(fleet))
    ships.on_mission(t, tuple(fleet[:3]))
    assert not ships.refuge_quota(t, (fleet[3],))
    t.p.axis_land &= ~(1 << node(game, "Kronstadt"))
    assert ships.refuge_quota(t, tuple(fleet))


# Supply point markers


@pytest.mark.rule("sfe", "23.21")
def test_what_a_point_feeds() -> None:
    """A point is four quarters: a corps four, a reduced corps or a division two, brigades, leaders and wings one."""
    game = west("turn=3 / Caen: VII 82Abnbde1 Patton / Carentan: V*reduced 1Abn / London: 2TAFF1 / allied supply")
    t = game.table
    took = {
        name: supply.quarters(t, unit(game, name)) for name in ("VII", "V", "1Abn", "82Abnbde1", "Patton", "2TAFF1")
    }
    assert took == {"VII": 4, "V": 2, "1Abn": 2, "82Abnbde1": 1, "Patton": 1, "2TAFF1": 1}


@pytest.mark.rule("sfe", "23.21/1")
def test_markers_are_lost_with_their_hex() -> None:
    """Points that ships or wings brought to Odessa are gone when a German corps enters."""
    game = east("turn=2 / Odessa: SovI / allied supply")
    t, port = game.table, node(game, "Odessa")
    t.p.stores[str(port)], t.p.flown_in[str(port)] = 4, 4
    control.take(t, 0, port)
    assert str(port) not in t.p.stores and str(port) not in t.p.flown_in


# Compulsory attacks


@pytest.mark.rule("sfe", "9.0/1")
def test_who_dropped_among_enemies_must_attack() -> None:
    """Two brigades that dropped on a division at Caen attack it before the Combat Phase ends."""
    game = west("turn=3 / Caen: 716 / allied combat")
    t = game.table
    for name in ("6Abnbde1", "6Abnbde2"):
        piece = unit(game, name)
        t.p.due[piece] = 0
        t.p.put(piece, node(game, "Caen"))
        t.p.dropped |= 1 << piece
    t.p.plans.clear()
    game._changed()
    assert refused(game, "allied", "end") == "9.0/1"
    assert [owed.rule for owed in combat.compelled(t, 1)] == ["9.0/1"]
    away = west("turn=3 / Caen: 716 / Carentan: VII / allied combat")
    assert combat.compelled(away.table, 1) == []


@pytest.mark.rule("sfe", "28.01/g")
def test_retreat_past_paratroops_costs_a_step() -> None:
    """With graded zones only a whole unit of two sides may retreat past enemies who just dropped, and it is flipped."""
    game = west("turn=3 / Caen: LXXXIV / NW4024: 21Pz 12SS*reduced 716 / allied combat", options={"graded_zones": "on"})
    t = game.table
    piece = unit(game, "6Abnbde1")
    t.p.due[piece] = 0
    t.p.put(piece, node(game, "NW4024"))
    t.p.dropped |= 1 << piece
    spot = 1 << node(game, "NW4024")
    assert retreat.parachutists(t, 0) == spot
    assert retreat.out_of_zones(t, unit(game, "21Pz")) & spot
    assert not retreat.out_of_zones(t, unit(game, "12SS")) & spot
    t.p.shaken |= 1 << piece
    assert not retreat.parachutists(t, 0)


# Drop tanks


@pytest.mark.rule("sfe", "28.14")
def test_drop_tanks() -> None:
    """With the option U.S. fighters escort and transfer twice as far; two British types half as far again."""
    game = west("turn=3 / London: VIIIF 2TAFF1 / allied air_attack", options={"drop_tanks": "on"})
    t = game.table
    mustang, spitfire = unit(game, "VIIIF"), unit(game, "2TAFF1")
    assert droptanks.extended(t, mustang) == 2 * t.world.units[mustang].front[2]
    from dataclasses import replace

    units = list(t.world.units)
    units[spitfire] = replace(units[spitfire], front=(3, 2, 14))
    units[mustang] = replace(units[mustang], front=(4, 4, 1))
    t.world = replace(t.world, units=tuple(units))
    assert droptanks.extended(t, spitfire) == 21
    plain = west("turn=3 / London: VIIIF / allied air_attack").table
    plain.world = t.world
    assert droptanks.extended(plain, mustang) == 1
    assert flights.transfers(t, mustang).bit_count() > flights.transfers(plain, mustang).bit_count()


# Sources of their own


@pytest.mark.rule("sfe", "23.61/4")
def test_the_caspian_feeds_nine_corps() -> None:
    """On the whole board: with the railway to Baku cut nine corps there live by sea from Astrakhan, but for a storm."""
    text = "turn=3 / Clear / Baku: SovI / {} / allied supply"
    game = whole_board("barbarossa41", text.format("Astrakhan: SovII"), neutral=[])
    t = game.table
    t.p.allied_rail &= ~t.world.near[node(game, "Baku")]
    (one,) = supply.caspian(t, 1)
    assert one[0] >> node(game, "Baku") & 1 and one[1] == 36
    t.p.weather_a = t.p.weather_b = 6
    assert supply.caspian(t, 1) == []
    lost = whole_board("barbarossa41", text.format("Astrakhan: LIV"), neutral=[])
    assert supply.caspian(lost.table, 1) == []


@pytest.mark.rule("sfe", "23.62/1")
def test_towns_of_norway_feed_a_few_factors() -> None:
    """On the whole board: Oslo feeds eight factors of whoever holds it, a town four."""
    game = whole_board("barbarossa41", "turn=3 / Clear / Oslo: LIV / axis supply", neutral=["Finland"])
    t = game.table
    by_town = northern.towns(t.world)
    sizes = {8: t.world.major, 6: t.world.minor, 4: t.world.town}
    assert by_town and all(sizes[most] >> n & 1 for n, most in by_town.items())
    fed = [most for area, most in northern.sources(t, 0) if area >> node(game, "Oslo") & 1]
    assert by_town[node(game, "Oslo")] in fed


@pytest.mark.rule("sfe", "23.63/3")
def test_gibraltar_feeds_four_factors_until_it_is_besieged() -> None:
    """On the whole board: an Axis unit in 2446 before the Rock ends it."""
    text = "Clear / turn=3 / SW2546: NZ2 / {}allied supply"
    game = whole_board("africa41", text.format(""), neutral=[], closed=[], gibraltar=True)
    assert northern.gibraltar(game.table, 1) == [(1 << node(game, "SW2546"), 4)]
    shut = whole_board("africa41", text.format("SW2446: 5Light / "), neutral=[], closed=[], gibraltar=True)
    assert northern.gibraltar(shut.table, 1) == []


def test_the_fleet_of_a_refuge_sails_on_its_missions() -> None:
    """Nothing of 5.03/3 hinders ships of other ports."""
    game = sea("Naples: ItaTT1 ItaDD4 ItaSupply4 / Tripoli: ItaXXI / axis naval")
    until(play(game, "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4 back"), "movement")
    assert at(game, "ItaSupply4") == "Tripoli" and on_map(game, "ItaTT1")
