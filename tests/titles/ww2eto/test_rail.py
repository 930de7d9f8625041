"""Rail movement (5.6): marked in the first phase, moved in the fourth, over friendly or conquered Europe."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import rail
from grognard.titles.ww2eto.politics import control

from .scenes import at, farthest, names, offers, play, refused, scene, unit, until

POLAND_1939 = "1939 bare / turn 4-1939 / 1312: ger3inf / axis movement"


def trains(game: grognard.Game, *units: str, seat: str = "axis") -> grognard.Game:
    """Mark units in the first phase and go on to the rail phase."""
    play(game, *(f"{seat}: mark {name}" for name in units))
    return play(game, *[f"{seat}: end"] * 3)


@pytest.mark.rule("ww2eto", "5.62", "5.61", "5.6/b")
def test_the_border_stops_a_train() -> None:
    """W02: a train runs through Germany to 1112 and not on into Belgium, which nobody has conquered."""
    game = trains(scene(POLAND_1939), "ger3inf@1312")
    assert refused(game, "axis", "rail ger3inf@1312 1012") == "5.62"
    assert "1012" not in offers(game, "axis", "rail", "ger3inf@1312")
    assert game.table.world.by_id["belgium"].hexes >> game.table.title.find_node(game.table, "1012") & 1
    play(game, "axis: rail ger3inf@1312 1312>1212>1112")
    assert at(game, "1112") == ["ger3inf"]


@pytest.mark.rule("ww2eto", "5.6")
@pytest.mark.parametrize(
    ("turn", "start", "hexes"),
    [("4-1941", "2307", 12), ("2-1942", "2307", 6), ("2-1942", "1312", 15)],
    ids=["fall", "spring", "outside the Weather Area"],
)
def test_three_times_the_allowance(turn: str, start: str, hexes: int) -> None:
    """A train takes a unit three times as far as its legs: 12 hexes in fall, 6 in spring, 15 from Germany (R019)."""
    seat, code = ("axis", "ger1inf") if start == "1312" else ("allied", "sov1inf")
    game = scene(f"1941 bare / war / turn {turn} / {start}: {code} / {seat} movement")
    name = f"{code}@{start}"
    assert farthest(game, seat, name) * 3 == hexes
    trains(game, name, seat=seat)
    layers = by_distance(game, name)
    assert len(layers) - 1 == hexes
    assert layers[-1] <= offers(game, seat, "rail", name)


def by_distance(game: grognard.Game, name: str) -> list[set[str]]:
    """The stations of a unit by their distance along the line."""
    (piece,) = game.table.title.find_pieces(game.table, name)
    found = [names(game, ring) for ring in rail.layers(game.table, piece)]
    return [ring for ring in found if ring]


@pytest.mark.rule("ww2eto", "5.6/a")
def test_trains_run_in_europe_only() -> None:
    """No train runs in Libya, nor from Thrace over the Dardanelles into Asia, though the Axis holds all of it."""
    text = "1941 bare / invaded turkey / axis holds 2018 1919 1920 2019 2119 / 1825: ita1inf / 1817: ger1inf"
    game = scene(f"{text} / axis movement")
    game.table.p.axis_countries |= 1 << game.table.world.by_id["turkey"].index
    assert refused(game, "axis", "mark ita1inf@1825") == "5.6/a"
    trains(game, "ger1inf@1817")
    assert {"1919", "2018"} <= offers(game, "axis", "rail", "ger1inf@1817")
    assert refused(game, "axis", "rail ger1inf@1817 1920") == "5.6/a"
    assert refused(game, "axis", "rail ger1inf@1817 2019") == "5.6/a"


@pytest.mark.rule("ww2eto", "4.2/A1b")
def test_only_marked_units_board() -> None:
    """Two Germans stand side by side; the one that was not marked in the first phase finds no train."""
    game = trains(scene("1941 bare / 1312: ger3inf / 1212: ger2inf / axis movement"), "ger3inf@1312")
    assert refused(game, "axis", "rail ger2inf@1212 1211") == "4.2/A1b"
    play(game, "axis: rail ger3inf@1312 1211")
    assert at(game, "1211") == ["ger3inf"]


@pytest.mark.rule("ww2eto", "5.61")
def test_who_was_last_in_the_country() -> None:
    """Poland is the Axis's to ride through while no enemy is in it; one British unit in it stops all trains there."""
    free = scene("1941 bare / 1412: ger1inf / 1712: sov2inf / axis movement")
    trains(free, "ger1inf@1412")
    assert refused(free, "axis", "rail ger1inf@1412 1612") == ""
    held = scene("1941 bare / 1412: ger1inf / 1512: ger1inf / 1613: brt1inf / axis movement")
    assert refused(held, "axis", "mark ger1inf@1512") == "5.61"
    trains(held, "ger1inf@1412")
    assert refused(held, "axis", "rail ger1inf@1412 1512") == "5.62"


@pytest.mark.rule("ww2eto", "5.61")
def test_a_country_taken_this_turn_is_not_yet_conquered() -> None:
    """Belgium is entered in 2/1940 and carries trains from 3/1940 on, when the Axis was last in it (R062)."""
    game = scene("1940 bare / 1112: ger1inf ger2inf / turn 2-1940 / axis movement")
    play(game, "axis: mark ger1inf@1112", "axis: move ger2inf@1112 1012", *["axis: end"] * 3)
    assert refused(game, "axis", "rail ger1inf@1112 0912") == "5.62"
    until(game, "axis", "movement")
    assert game.table.p.turn == game.table.world.turn_index["3/1940"]
    trains(game, "ger1inf@1112")
    assert refused(game, "axis", "rail ger1inf@1112 0912") == ""


@pytest.mark.rule("ww2eto", "5.63")
def test_no_train_in_an_enemy_zone() -> None:
    """A unit next to the enemy cannot be marked, and no train enters a hex next to him."""
    text = "1941 bare / war / 1512: ger1inf / 1812: ger1inf / 1713: sov2inf / soviet holds 1912"
    game = scene(f"{text} / axis movement")
    assert refused(game, "axis", "mark ger1inf@1812") == "5.63"
    trains(game, "ger1inf@1512")
    assert refused(game, "axis", "rail ger1inf@1512 1613") == "5.63"
    assert refused(game, "axis", "rail ger1inf@1512 1611") == ""


@pytest.mark.rule("ww2eto", "5.64")
def test_a_marked_unit_does_nothing_else() -> None:
    """Marked units neither move nor attack; a unit that has moved cannot be marked."""
    game = scene("1941 bare / war / 1512: ger1inf ger2inf / 1611: ger4mech / 1710: sov2inf / axis movement")
    play(game, "axis: mark ger1inf@1512", "axis: move ger2inf@1512 1412")
    assert refused(game, "axis", "move ger1inf@1512 1412") == "5.64"
    assert refused(game, "axis", "mark ger2inf@1412") == "5.64"
    piece = game.table.p.stacks[game.table.title.find_node(game.table, "1611")][0]
    game.table.p.marked |= 1 << piece
    play(game, "axis: end")
    assert refused(game, "axis", "attack ger4mech@1611 1710") == "5.64"


@pytest.mark.rule("ww2eto", "5.66")
def test_no_train_over_a_blocked_hexside() -> None:
    """Italy and Germany are friendly, but the Alps between 1214 and 1215 let no train through: it goes round."""
    game = trains(scene("1941 bare / 1214: ger1inf / axis movement"), "ger1inf@1214")
    assert refused(game, "axis", "rail ger1inf@1214 1214>1215") == "5.62"
    assert "1215" not in by_distance(game, "ger1inf@1214")[1]
    spring = "1941 bare / turn 2-1942 / 1715: ger1inf / 1814: rum1inf / axis movement"
    hungary = trains(scene(spring), "ger1inf@1715")
    assert "1814" not in by_distance(hungary, "ger1inf@1715")[1]


BY_HEX = {"alternate_rail": "on"}
FRONT = "1941 bare / war / 1613: ger1inf / 1912: sov2inf / axis holds 1612 1712"


@pytest.mark.rule("ww2eto", "5.65")
def test_rail_by_hex() -> None:
    """With the option hexes count, not countries: a train follows the army and stops where its hexes do."""
    game = trains(scene(f"{FRONT} / axis movement", options=BY_HEX), "ger1inf@1613")
    assert refused(game, "axis", "rail ger1inf@1613 1712") == ""
    assert refused(game, "axis", "rail ger1inf@1613 1813") == "5.62"
    whole = trains(scene(f"{FRONT} / axis movement"), "ger1inf@1613")
    assert refused(whole, "axis", "rail ger1inf@1613 1712") == "5.62"


@pytest.mark.rule("ww2eto", "5.65")
def test_an_enemy_zone_takes_the_hex_away() -> None:
    """A hex that the Axis held is no longer friendly when a Russian's zone has reached it, even after he has gone."""
    text = "1941 bare / war / 1613: ger1inf / 2011: sov2inf / axis holds 1712 1812"
    game = scene(f"{text} / allied movement", options=BY_HEX)
    assert names(game, control.friendly_hexes(game.table, w.AXIS)) >= {"1712", "1812"}
    play(game, "allied: move sov2inf@2011 2011>1912>1911")
    friendly = names(game, control.friendly_hexes(game.table, w.AXIS))
    assert "1712" in friendly and "1812" not in friendly
    trains(until(game, "axis", "movement"), "ger1inf@1613")
    assert refused(game, "axis", "rail ger1inf@1613 1712") == ""
    assert refused(game, "axis", "rail ger1inf@1613 1812") == "5.65"


@pytest.mark.rule("ww2eto", "5.65/a")
def test_home_hexes_start_friendly() -> None:
    """Every hex of Germany is friendly to the Axis and every hex of Britain to the Allies before anyone has moved."""
    t = scene("1939 / axis movement").table
    for name, power in (("germany", w.AXIS), ("britain", w.ALLIED), ("france", w.ALLIED), ("ussr", w.SOVIET)):
        country = t.world.by_id[name]
        assert not country.hexes & ~t.p.friendly_hexes[power]
        assert t.p.friendly_countries[power] >> country.index & 1


@pytest.mark.rule("ww2eto", "4.2/A4")
def test_rail_then_sea() -> None:
    """A unit rides to Kiel and sails on in the same phase; once ships sail there are no trains any more (R067)."""
    game = trains(scene("1941 bare / 1312: ger1inf / 1212: ger1inf / axis movement"), "ger1inf@1312", "ger1inf@1212")
    play(game, "axis: rail ger1inf@1312 1411", "axis: end")
    assert game.table.frame.step == "naval"
    assert refused(game, "axis", "rail ger1inf@1212 1312") != ""
    play(game, "axis: ship ger1inf@1411 1610")
    assert at(game, "1610") == ["ger1inf"]


@pytest.mark.rule("ww2eto", "14.31/a")
def test_rail_in_both_parts_of_poland() -> None:
    """Trains run in either part of partitioned Poland."""
    game = scene("1941 bare / war / 1712: ger1inf / 1613: ger1inf / axis movement")
    game.table.p.axis_countries |= 1 << game.table.world.by_id["poland_east"].index
    assert refused(game, "axis", "mark ger1inf@1712") == ""


@pytest.mark.rule("ww2eto", "16.59")
def test_partisans_stop_trains() -> None:
    """A partisan closes its own hex and the six around to trains."""
    game = trains(scene("1941 bare / 0813: ger3inf / 0914: fra1part / axis movement"), "ger3inf@0813")
    assert refused(game, "axis", "rail ger3inf@0813") == "16.59"
    away = trains(scene("1941 bare / 0713: ger3inf / 0914: fra1part / axis movement"), "ger3inf@0713")
    assert offers(away, "axis", "rail", "ger3inf@0713") and refused(away, "axis", "rail ger3inf@0713 0913") == "16.59"


@pytest.mark.rule("ww2eto", "5.61", "5.65")
def test_the_first_invader_brings_the_war() -> None:
    """A German enters Russia in peace and is gone again: Russian trains have lost the country, or hexes near him."""
    for alternate, usable in (("off", set()), ("on", {"2408"})):
        text = "1940 bare / 1702: ger1inf / 2408: sov2inf / axis movement"
        game = scene(text, options={"alternate_rail": alternate})
        play(game, "axis: move ger1inf@1702 1702>1802>1903")
        t = game.table
        t.p.remove(unit(game, "1903"))
        land = rail.usable_land(t, w.SOVIET)
        assert {place for place in ("1903", "1902", "2408") if land >> t.world.node(place) & 1} == usable


@pytest.mark.rule("ww2eto", "5.65")
def test_a_zone_that_wakes_takes_ports_and_railways() -> None:
    """Belgians whose border is crossed reach into Germany: until the Game-Turn ends its hex beside them is lost."""
    game = scene("1940 bare / 1012: bel2inf / 0913: ger1inf / axis movement", options={"alternate_rail": "on"})
    t = game.table
    assert rail.usable_land(t, w.AXIS) >> t.world.node("1112") & 1
    play(game, "axis: move ger1inf@0913 0912")
    t.p.remove(unit(game, "1012"))
    land = rail.usable_land(t, w.AXIS)
    assert {place for place in ("1112", "1312") if land >> t.world.node(place) & 1} == {"1312"}
