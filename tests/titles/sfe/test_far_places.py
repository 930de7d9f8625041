"""Sources and places at the edge of the war: Albania, Greece, Malta, the desert railway, the boxes beyond the map."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.titles.sfe import airbases, control, depots, events, rail, ships, submarines, supply
from grognard.titles.sfe.state import SUPPORT

from .cases import at, node, offers, play, refused, sea, unit, until, verbs, whole_board


@pytest.mark.rule("sfe", "23.63/2")
def test_durres_is_a_source_like_a_capital() -> None:
    """An Italian division at Tirana is fed from Durres, until enemies and their zones shut the port in."""
    game = sea("turn=2 / Tirana: ItaX / Durres: ItaTrento / axis supply")
    t, port = game.table, node(game, "Durres")
    assert supply.supplied_hexes(t, 0) >> node(game, "Tirana") & 1
    around = members(t.world.near[port])
    assert supply.capitals(t, 0) == 1 << port and around
    for name, spot in zip(("SA1", "NZ2", "Ind4", "Aus9", "Aus7"), around, strict=False):
        t.p.put(unit(game, name), spot)
    game._changed()
    assert supply.capitals(t, 0) == 0


def test_axis_wings_base_in_greece_from_their_days() -> None:
    """The mainland serves them from MAY 1 and Crete from JUN 1, though both are Axis before (A5)."""
    found = []
    for turn in (3, 4, 5, 6):
        game = sea(f"turn={turn} / Naples: JG27 / axis air_attack")
        t = game.table
        for place in ("Athens", "Heraklion"):
            for spot in members(events.greek_land(t.world, node(game, place))):
                control.take(t, 0, spot)
        bases = airbases.bases(t, 0)
        found.append([bool(bases >> node(game, place) & 1) for place in ("Athens", "Salonika", "Heraklion")])
    assert found == [[False] * 3, [True, True, False], [True, True, False], [True] * 3]
    t.p.axis_rail |= t.world.rail_hexes & t.p.axis_land
    game._changed()
    assert supply.supplied_hexes(t, 0) >> node(game, "Athens") & 1


# The boxes beyond the map


def west(text: str) -> grognard.Game:
    return grognard.read_scene(f"sfe overlord44 bare / Clear / {text}")


def unsupplied(game: grognard.Game, *names: str) -> list[int]:
    """The levels of some units after a check of Allied supply."""
    supply.check(game.table, 1)
    return [game.table.p.unsupplied[unit(game, name)] for name in names]


@pytest.mark.rule("sfe", "23.62/4")
def test_british_boxes_are_sources() -> None:
    """A corps in Canada is in supply and can come over in a turn; one on the ocean is not; Suez leads to India."""
    game = west("Canada_box: II BrTTI1 / North_Atlantic_box: XXX / turn=3 / allied reinforcement")
    assert unsupplied(game, "II", "XXX") == [0, 1]
    until(game, "naval", "allied")
    assert refused(game, "allied", "sail BrTTI1 North_Atlantic_box II stay") != "", "nothing is landed on the ocean"
    play(game, "allied: sail BrTTI1 Plymouth II stay")
    assert at(game, "II") == "Plymouth"
    east = sea("India_box: NZ2 / South_Africa_box: SA1 / Indian_Ocean_box: Ind4 / turn=3 / allied reinforcement")
    assert unsupplied(east, "NZ2", "SA1", "Ind4") == [0, 0, 1]


@pytest.mark.rule("sfe", "23.62/5")
def test_american_boxes_are_sources() -> None:
    """Ships replenish and units are fed in the United States, the Caribbean and Brazil."""
    text = "U.S._box: V U.DD1 / Caribbean_box: VII / Brazil_box: XIX / turn=3 / allied reinforcement"
    game = west(text)
    assert unsupplied(game, "V", "VII", "XIX") == [0, 0, 0]
    good = ships.replenishes(game.table, 1)
    assert [bool(good >> node(game, box) & 1) for box in ("U.S._box", "Brazil_box", "North_Atlantic_box")] == [
        True, True, False,
    ]  # fmt: skip


@pytest.mark.rule("sfe", "23.62/2")
def test_iceland_feeds_eight_factors() -> None:
    """A corps of eight, or a smaller unit and wings at two each; what is beyond that goes without."""
    game = west("Iceland_box: I XXX / turn=3 / allied reinforcement")
    assert sorted(unsupplied(game, "I", "XXX")) == [0, 1]
    air = west("Iceland_box: 7Arm / turn=3 / allied reinforcement")
    t = air.table
    wings = [u.index for u in t.world.units if u.air and u.power == 1 and u.kind == "F"][:3]
    for wing in wings:
        t.p.put(wing, node(air, "Iceland_box"))
    factors = t.world.units[unit(air, "7Arm")].front[1]
    supply.check(t, 1)
    assert t.p.unsupplied[unit(air, "7Arm")] == 0
    assert [t.p.unsupplied[wing] for wing in wings] == [int(factors + 2 * (n + 1) > 8) for n in range(3)]


def test_a_force_crosses_the_ocean_in_two_turns() -> None:
    """Plymouth to the United States is eight points: a force ends its turn on the ocean; the Axis never goes there."""
    game = west("Plymouth: U.DD1 / turn=3 / allied naval")
    open_ = offers(game, "allied", "sail", "U.DD1", ".")
    assert "North_Atlantic_box" in open_ and "U.S._box" not in open_ and "Canada_box" in open_
    play(game, "allied: sail U.DD1 North_Atlantic_box . stay")
    assert at(game, "U.DD1") == "North_Atlantic_box"
    assert not any(ships.own_ports(game.table, 0) >> node(game, box) & 1 for box in ("North_Atlantic_box", "U.S._box"))


def test_submarines_help_while_sicily_is_quiet() -> None:
    """With a wing at Malta and X Fliegerkorps elsewhere the first die of a turn is one less, and only that (A8)."""
    for place, wing, helped in (
        ("Athens", "MaltaB", -1),
        ("Catania", "MaltaB", 0),
        ("Messina", "MaltaB", 0),
        ("Naples", "", 0),
    ):
        garrison = f"MaltaGarrison {wing}".strip()
        game = sea(f"{place}: XFkB / Malta: {garrison} / turn=8 / axis naval")
        assert [submarines.sighting(game.table, 1) for _ in range(2)] == [helped, 0], place
    t = sea("Athens: XFkB / Malta: MaltaB / turn=8 / axis naval").table
    assert submarines.sighting(t, 1) == -1 and submarines.sighting(t, 0) == 0
    t.p.turn += 1
    assert submarines.sighting(t, 1) == -1


def test_the_desert_railway_grows() -> None:
    """From JUL 1 a hex a month, while the ground is held and no enemy is near; it carries supply and trains (A3)."""
    game = sea("Mersa_Matruh: NZ2 BrSupply1 / turn=8 / allied reinforcement")
    t, first, second = game.table, node(game, "SE6144"), node(game, "SE6145")
    assert t.p.laid == 1 << first and t.p.allied_rail >> first & 1 and not t.p.allied_rail >> second & 1
    assert not rail.new_rails(t, 1) >> second & 1, "railheads do not run ahead of the work"
    assert depots.along_rails(t, 1, first) >> node(game, "Mersa_Matruh") & 1
    early = sea("Mersa_Matruh: NZ2 / turn=7 / allied reinforcement").table
    assert early.p.laid == 0
    late = sea("Mersa_Matruh: NZ2 / SE6145: 5Light / turn=10 / allied reinforcement")
    assert late.table.p.laid == 0, "an enemy stands beside it"
    control.take(t, 0, first)
    assert not t.p.allied_rail >> first & 1
    control.take(t, 1, first)
    assert rail.new_rails(t, 1) >> first & 1, "what was laid once is opened again"


# Flak of ground units


def guns(dice: list[int]) -> grognard.Game:
    """XXIV Panzer Corps with its flak, and an infantry corps, before a Soviet corps that a wing supports."""
    text = "sfe barbarossa41 bare / Clear / turn=2 / Minsk: XXIVPz IX / axis movement"
    game = grognard.read_scene(text, dice, options={"air_losses": "off"})
    t = game.table
    spots = [n for n in members(t.world.near[node(game, "Minsk")]) if t.world.terrain["clear"] >> n & 1][:2]
    names = [u.name for u in t.world.units if u.power == 1 and u.kind == "INF" and u.ground][:2]
    for name, spot in zip(names, spots, strict=True):
        t.p.put(unit(game, name), spot)
    wing = next(u.index for u in t.world.units if u.power == 1 and u.kind == "A")
    t.p.mission[wing], t.p.base[wing] = SUPPORT, node(game, "Mogilev")
    t.p.put(wing, spots[0])
    game._changed()
    return until(game, "guns", "axis")


@pytest.mark.rule("sfe", "21.07")
def test_a_stack_fires_at_wings_over_the_hex_that_it_attacks() -> None:
    """Its flak is thrown at the wing over the defenders; then its guns attack that hex and no other, and must."""
    game = guns([1, 1, 6])
    t = game.table
    wing = next(u.index for u in t.world.units if u.power == 1 and u.kind == "A")
    there = next(n for n in members(t.world.near[node(game, "Minsk")] & t.p.occupied[1]) if n != t.p.at[wing])
    over, beside = t.node_name(t.p.at[wing]), t.node_name(there)
    assert offers(game, "axis", "flak") == {"Minsk"} and offers(game, "axis", "flak", "Minsk") == {over}
    play(game, f"axis: flak Minsk {over}")
    assert t.p.at[wing] == t.world.pool or t.p.halved[wing] or not t.p.mission[wing]
    until(game, "combat", "axis")
    assert refused(game, "axis", "end") == "21.07" and refused(game, "axis", f"attack XXIVPz {beside}") != ""
    assert refused(game, "axis", f"attack IX {over}") != "" and refused(game, "axis", f"attack XXIVPz {over}") == ""
    quiet = guns([])
    play(quiet, "axis: end")
    until(quiet, "combat", "axis")
    assert refused(quiet, "axis", "end") == "" and refused(quiet, "axis", f"attack XXIVPz {beside}") == ""


@pytest.mark.rule("sfe", "2.13/3")
def test_the_strait_at_scapa_flow_serves_the_british() -> None:
    """On the whole board: a British corps crosses it and is fed over it; a German one is not, and nobody attacks."""

    def north(text: str) -> grognard.Game:
        return whole_board("overlord44", f"Clear / turn=3 / {text}", neutral=[], closed=[])

    british = north("Scapa_Flow: XXX / allied movement")
    assert "NW1717" in offers(british, "allied", "move", "XXX", ".")
    assert supply.supplied_hexes(british.table, 1) >> node(british, "Scapa_Flow") & 1
    german = north("Scapa_Flow: IISS / axis movement")
    assert not german.why_not("axis", "end") and "move" not in verbs(german, "axis")
    met = north("Scapa_Flow: XXX / NW1717: IISS / allied combat")
    assert "attack" not in verbs(met, "allied")
    fed = german.table
    fed.p.axis_land |= 1 << node(german, "NW1717") | 1 << node(german, "Scapa_Flow")
    german._changed()
    assert not supply.city_area(fed, 0, node(german, "NW1717")) >> node(german, "Scapa_Flow") & 1
    assert supply.city_area(british.table, 1, node(british, "NW1717")) >> node(british, "Scapa_Flow") & 1
