"""Supply (23.0): cases by rule."""

from __future__ import annotations

import pytest

from grognard.board.hexset import members
from grognard.titles.sfe import strengths, supply, zones

from .cases import at, left, names, node, on_map, scene, unit, until


def fed(text: str, name: str, **new: object) -> bool:
    game = scene(text, **new)
    return supply.in_supply(game.table, unit(game, name))


@pytest.mark.rule("sfe", "23.13", "23.11/5")
def test_six_hexes_from_a_railway() -> None:
    """Six hexes overland to a controlled railway that leads to a source; in mud four."""
    game = scene("SE1625: XVII / axis supply")
    lines = supply.lines(game.table, 0)
    assert lines.sources and lines.railway & ~lines.sources
    assert supply.lengths(game.table, 0)[node(game, "SE1430")] == 0
    mud = scene("Mud / SE1625: XVII / axis supply")
    dry, wet = supply.supplied_hexes(game.table, 0), supply.supplied_hexes(mud.table, 0)
    assert wet < dry and not wet & ~dry


@pytest.mark.rule("sfe", "6.13", "6.14")
def test_zones_cut_supply() -> None:
    """A path leads into an enemy zone but not through one, friends or not."""
    ring = "Volchansk: XVII / {} / axis supply"
    assert fed(ring.format("SE1419: 40A"), "XVII")
    around = "SE1424: 40A / SE1624: 9A / SE1522: 37A"
    assert not fed(ring.format(f"{around} / SE1525: 12A"), "XVII")


@pytest.mark.rule("sfe", "23.11/1", "23.11/2")
def test_linked_cities() -> None:
    """Three linked cities of the home country, or two major ones, are a full source."""
    game = scene("allied holds Kharkov Stalino Rostov / allied supply")
    t = game.table
    t.p.allied_rail = t.world.rail_hexes
    t.p.allied_land, t.p.axis_land = t.world.land, 0
    cities = supply.three_cities(t, 1, t.world.rail_hexes)
    assert names(game, cities) >= {"Kharkov", "Rostov", "Voronezh"}
    assert names(game, supply.two_major_cities(t, 1, t.world.rail_hexes)) >= {"Kharkov", "Rostov"}
    assert supply.three_cities(t, 0, t.world.rail_hexes) == 0


@pytest.mark.rule("sfe", "23.11/4")
def test_a_major_city_feeds_a_few() -> None:
    """A cut-off major city feeds a corps for each free clear hex beside it, the strongest first."""
    game = scene("Rostov: 56A 22Tk / allied supply")
    t = game.table
    city = node(game, "Rostov")
    free = (t.world.near[city] & t.p.land_of(1) & t.world.terrain["clear"]).bit_count()
    assert supply.open_capacity(t, city, 1) == 4 * free
    units = [unit(game, "56A"), unit(game, "22Tk")]
    assert supply.fed_by_cities(t, 1, units) == set(units)
    held = scene("Rostov: 56A 22Tk / SE2119: XVII / SE2320: LI / SE2219: XXIX / allied supply")
    assert len(supply.fed_by_cities(held.table, 1, units)) < 2


@pytest.mark.rule("sfe", "23.12")
def test_levels_rise() -> None:
    """A unit without supply goes up a level at each check of its side, and back to none with supply."""
    text = "turn=2 / Volchansk: XVII / SE1424: 40A / SE1624: 9A / SE1522: 37A / SE1525: 12A / LI / axis supply"
    game = scene(text.replace(" / LI", ""))
    assert game.table.p.unsupplied[unit(game, "XVII")] == 1
    again = scene("turn=2 / SE1527: XVII*2 / axis supply")
    assert again.table.p.unsupplied[unit(again, "XVII")] == 0


@pytest.mark.rule("sfe", "23.51", "23.51/1")
def test_what_levels_do() -> None:
    """Attack halved, then movement too, then attack quartered and defence halved; a turn later in a major city."""
    game = scene("SE1818: XVII*1 LI*2 XXIX*3 / SE1817: 40A / Kharkov: LV*1 / axis movement")
    t, there = game.table, node(game, "SE1817")
    found = [strengths.attack_of(t, unit(game, name), there) / 480 for name in ("XVII", "LI", "XXIX")]
    assert found == [5, 5, 2.5]
    assert strengths.defense_of(t, unit(game, "XXIX")) == 5 * 480
    assert (left(game, "XVII"), left(game, "LI")) == (4, 2)
    assert supply.level(t, unit(game, "LV")) == 0


@pytest.mark.rule("sfe", "23.52", "23.52/1")
def test_surrender() -> None:
    """From the fourth turn a unit far from supplied friends rolls: 2 or less, one less for slow units and each turn."""
    ring = "turn=2 / Salsk: 213Sec*4 / SE2415: 40A / SE2417: 9A / axis supply"
    lost = scene(ring, [4])
    assert not on_map(lost, "213Sec")
    assert supply.surrender_modifier(scene(ring.replace("axis supply", "axis movement")).table, 5) <= 0
    held = scene(ring, [6])
    assert on_map(held, "213Sec") and held.table.p.unsupplied[unit(held, "213Sec")] == 5


@pytest.mark.rule("sfe", "23.53")
def test_unsupplied_wings() -> None:
    """A wing out of supply bombs at half, then not at all; then it only transfers."""
    game = scene("Poltava: KG55*1 StG77*2 JG52*3 / axis movement")
    t = game.table
    assert [supply.air_effect(t, unit(game, n), "bombing") for n in ("KG55", "StG77")] == ["1/2", "0"]
    assert supply.air_effect(t, unit(game, "JG52"), "missions") == "transfer"


@pytest.mark.rule("sfe", "23.14", "4.09")
def test_back_in_supply() -> None:
    """In the Administrative Phase a unit that can trace supply again loses its marker."""
    game = scene("SE1527: XVII*2 / axis exploitation")
    until(game, "construction", "allied")
    assert game.table.p.unsupplied[unit(game, "XVII")] == 0


@pytest.mark.rule("sfe", "28.02/1")
def test_supply_realities() -> None:
    """With 28.02 a path may lead through a garrisoned hex in a limited zone."""
    text = "Volchansk: XVII / SE1525: RumVI / SE1424: 6Cav / SE1624: 5Cav / SE1522: 2Cav / axis supply"
    on = scene(text, options={"supply_realities": "on"})
    assert zones.zones(on.table, 1).limited
    held = supply._realities(on.table, 0, zones.against(on.table, 0))[1]
    assert names(on, held) <= {"SE1525", "Volchansk"} and held


@pytest.mark.rule("sfe", "23.61/1", "23.61/6")
def test_edges_are_sources() -> None:
    """Rail hexes on the west edge feed the Axis, those in the north and east the Soviets."""
    game = scene("axis supply")
    west, east = (supply.edge_sources(game.table.world, power) for power in (0, 1))
    grid = game.table.world.board.grid
    assert {grid.colrow(n)[0] for n in members(west)} == {grid.first_col}
    assert west and east and not west & east


@pytest.mark.rule("sfe", "23.52/2")
def test_a_leader_goes_with_the_last_unit() -> None:
    """When the last ground unit of a hex surrenders, its leader is lost, too."""
    game = scene("turn=2 / Salsk: 213Sec*4 Kleist / SE2415: 40A / SE2417: 9A / axis supply", [1])
    assert at(game, "Kleist") == "Arrivals"


@pytest.mark.rule("sfe", "28.02")
def test_rough_ground_lengthens_a_path() -> None:
    """With 28.02 forest, swamp and mountain count one and a half."""
    text = "SE1625: XVII / axis supply"
    on = scene(text, options={"supply_realities": "on"})
    world = on.table.world
    rough = world.terrain["clear"]
    plain = supply._lines(world, on.table.p.axis_rail, 0, 0, 0, 2, supply.Rough()).covered
    slow = supply._lines(world, on.table.p.axis_rail, 0, 0, 0, 2, supply.Rough(rough)).covered
    assert slow < plain
    forest = world.terrain["forest"]
    assert supply._realities(on.table, 0, zones.against(on.table, 0))[0] & forest == forest != 0
