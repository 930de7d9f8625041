"""Zones of control (6.0) and their grades (28.01): cases by rule."""

from __future__ import annotations

import pytest

from grognard.titles.sfe import overrun, reach, zones

from .cases import at, costs, left, names, node, offers, play, refused, scene, unit

# The diagram of 28.01, rebuilt: H and L hold units with limited zones, N one with a normal zone.
A, B, C, D, E, F, G, H = "SE1217", "SE1218", "SE1318", "SE1419", "SE1116", "SE1117", "SE1018", "SE1017"
ENEMIES = "SE1017: 6Cav / SE1219: 5Cav / SE1016: 40A"


def spent(start: str, pieces: str, *orders: str) -> list[float]:
    """The points spent after each order of a move."""
    game = scene(f"{ENEMIES} / {start}: {pieces.replace('+', ' ')} / axis movement")
    found = []
    for order in orders:
        play(game, f"axis: {order.replace('PZ', pieces)}")
        found.append(6 - left(game, pieces.partition("+")[0]))
    return found


@pytest.mark.rule("sfe", "6.1", "6.1/1")
def test_six_hexes() -> None:
    """A corps has a zone in its six hexes; none crosses the sea, and leaders have none."""
    t = scene("SE1618: 40A / axis movement").table
    assert zones.zones(t, 1).all.bit_count() == 6
    assert zones.zones(scene("SE1618: Kleist / axis movement").table, 0).all == 0
    shore = scene("Taganrog: 40A / axis movement").table
    sea = names(scene("axis movement"), zones.zones(shore, 1).all & ~shore.world.land)
    assert not sea and zones.zones(shore, 1).all.bit_count() < 6


@pytest.mark.rule("sfe", "6.11")
def test_a_normal_zone_stops() -> None:
    """A unit stops on entering the zone of a full corps."""
    game = scene("SE1818: 40A / SE1815: XVII / axis movement")
    assert "SE1817" in offers(game, "axis", "move", "XVII", ".")
    play(game, "axis: move XVII SE1817")
    assert left(game, "XVII") == 0
    assert refused(game, "axis", "move XVII SE1816") == "7.1"


@pytest.mark.rule("sfe", "28.01/a", "28.01/b", "28.01/c")
def test_grades() -> None:
    """One attack factor or less has no zone, up to four a limited one, four and more a normal one."""
    game = scene("SE1818: 40A / SE1316: 9A*3 / SE2123: 6Cav / axis movement")
    found = zones.zones(game.table, 1)
    assert found.normal >> node(game, "SE1817") & 1
    assert found.limited >> node(game, "SE2124") & 1
    assert not found.all >> node(game, "SE1315") & 1


@pytest.mark.rule("sfe", "28.01/d")
def test_a_stack_has_the_zone_of_its_strongest_unit() -> None:
    """Two weak units together still have a limited zone; an unsupplied corps counts its halved factor."""
    game = scene("SE1817: 6Cav 5Cav / SE2123: 40A*1 / axis movement")
    found = zones.zones(game.table, 1)
    assert found.limited >> node(game, "SE1816") & 1
    assert found.limited >> node(game, "SE2124") & 1 and not found.normal
    assert zones.zones(scene("SE2123: 40A 6Cav / axis movement").table, 1).normal


def test_without_the_option_all_zones_are_normal() -> None:
    """With 28.01 off a cavalry corps stops a panzer corps."""
    text = "SE1818: 6Cav / SE1816: IIIPz / axis movement"
    assert left(play(scene(text), "axis: move IIIPz SE1817"), "IIIPz") == 5
    off = scene(text, options={"graded_zones": "off"})
    assert left(play(off, "axis: move IIIPz SE1817"), "IIIPz") == 0


@pytest.mark.rule("sfe", "28.01/b1", "28.01/b2")
def test_one_panzer_corps_past_limited_zones() -> None:
    """Cases 1 to 3: into a limited zone 1, from zone to zone 3, out of one 2; nothing to leave one at the start."""
    assert spent(A, "IIIPz", f"move PZ {A}>{B}", f"move PZ {B}>{C}", f"move PZ {C}>{D}") == [1, 4, 6]
    assert spent(B, "IIIPz", f"move PZ {B}>{C}", f"move PZ {C}>{D}") == [3, 5]
    assert spent(B, "IIIPz", f"move PZ {B}>{F}", f"move PZ {F}>{G}") == [3, 6]


@pytest.mark.rule("sfe", "28.01/e", "14.03", "14.01/1")
def test_two_panzer_corps_overrun() -> None:
    """Cases 4 to 7: stopped by the normal zone, or through the cavalry, whose own zone they ignore."""
    assert spent(A, "IIIPz+XIVPz", f"move PZ {E}") == [6]
    game = scene(f"{ENEMIES} / {A}: IIIPz XIVPz / axis movement")
    way = reach.march(game.table, (unit(game, "IIIPz"), unit(game, "XIVPz")), node(game, H))
    steps = [way.price(node(game, a), node(game, b)) / 2 for a, b in ((A, B), (B, F))]
    assert steps == [1, 2]
    assert costs(game, "axis", "overrun", "IIIPz+XIVPz", ".")[H] == 3
    game = scene(f"{ENEMIES} / {B}: IIIPz XIVPz / axis movement")
    assert costs(game, "axis", "overrun", "IIIPz+XIVPz", ".")[H] == 3
    game = scene(f"{ENEMIES} / {E}: IIIPz XIVPz / axis movement")
    both = (unit(game, "IIIPz"), unit(game, "XIVPz"))
    way = reach.march(game.table, both, node(game, H))
    assert overrun.cost_from(game.table, way, both, node(game, H), node(game, E)) == 2 * 4
    play(game, f"axis: overrun IIIPz+XIVPz {H}")
    assert left(game, "IIIPz") == 0


@pytest.mark.rule("sfe", "28.01/b3", "6.12", "10.03/1")
def test_retreat_into_a_limited_zone() -> None:
    """A full corps with a reduced side retreats into a limited zone and is flipped; a reduced one is eliminated."""
    text = "SE1818: 40A 9A 28AGds / SE1917: 22Tk 21Tk / SE1716: 6Cav / SE1817: XVII / allied combat"
    order = "allied: attack 40A+9A+28AGds+22Tk+21Tk SE1817"
    game = play(scene(text, [5]), order)
    assert offers(game, "axis", "retreat", "XVII") == {"SE1816"}
    assert refused(game, "axis", "retreat XVII SE1916") == "6.12"
    play(game, "axis: retreat XVII SE1816")
    assert at(game, "XVII") == "SE1816" and game.table.p.reduced[unit(game, "XVII")] == 1
    weak = play(scene(text.replace("XVII", "XVII*reduced").replace(" 28AGds", ""), [2]), order.replace("+28AGds", ""))
    assert at(weak, "XVII") == "Eliminated"
