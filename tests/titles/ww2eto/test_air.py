"""Air zones (6.5): what they do to ships, and the Mediterranean table."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import vichy
from grognard.titles.ww2eto.sea import air

from .cases import at, rolled, rule_against, scene, units

CHANNEL = "1941 bare / 0811: brt1inf / 0812: ger3inf / allied naval"


@pytest.mark.rule("ww2eto", "6.5")
def test_whose_zones() -> None:
    """German, British and U.S. points have air zones two hexes wide; Italian and Russian points have none."""
    theirs = "1612: ger1inf / 1218: ita2inf / 2007: sov2inf"
    game = scene(f"1941 bare / {theirs} / 0811: brt1inf / 0712: usa1inf / axis movement")
    t = game.table
    near = t.title.find_node(t, "1412")
    far = t.title.find_node(t, "1312")
    axis = air.covered(air.zones_of(t, 1 << w.AXIS))
    assert (axis >> near & 1, axis >> far & 1) == (1, 0)
    assert not axis >> t.title.find_node(t, "1218") & 1
    assert air.zones_of(t, 1 << w.SOVIET) == ()
    assert len(air.zones_of(t, 1 << w.ALLIED)) == 2


@pytest.mark.rule("ww2eto", "6.51", "5.73")
def test_a_six_aborts() -> None:
    """Three German points on the Channel roll three dice against one British point; a 6 sends it back, frozen."""
    game = scene(CHANNEL, dice=[1, 6, 2])
    game.play("allied", "ship brt1inf@0811 0810")
    assert (at(game, "0811"), rolled(game)) == (["brt1inf"], 3)
    assert rule_against(game, "allied", "ship brt1inf@0811 0810") == "6.51"


@pytest.mark.rule("ww2eto", "5.78", "5.78/a", "6.52")
def test_malta_strikes_the_convoy() -> None:
    """W04: two British points at Malta roll twice for each point shipped to Africa, however long it is in range."""
    text = "1941 bare / 1321: ger1inf ita1inf / 1322: brt1gar brt1inf / 1223: ger1inf / axis naval"
    game = scene(text, dice=[3, 5, 6, 2])
    game.play("axis", "ship ger1inf@1321 1223")
    assert (at(game, "1223"), rolled(game)) == (["ger1inf", "ger1inf"], 2)
    game.play("axis", "ship ita1inf@1321 1624")
    assert (at(game, "1321"), rolled(game)) == (["ita1inf"], 4)


@pytest.mark.rule("ww2eto", "6.51")
def test_points_abort_one_by_one() -> None:
    """Of a unit of two points one aborts: it stays in port as a unit of its own, the other lands."""
    game = scene("1941 bare / 0811: brt2inf / 0812: ger1inf / allied naval", dice=[6, 1])
    game.play("allied", "ship brt2inf@0811 0810")
    assert (at(game, "0811"), at(game, "0810")) == (["brt1inf"], ["brt1inf"])


@pytest.mark.rule("ww2eto", "6.53")
def test_mediterranean_table() -> None:
    """W08: 3 lands, 4 goes back, 6 is lost; one die a point, and no other interdiction."""
    text = "1941 bare / 2325: brt1inf brt1inf brt1inf / 1825: ger1mech / turn 3/1941 / allied naval"
    game = scene(text, dice=[3, 4, 6])
    for _ in range(3):
        game.play("allied", "ship brt1inf@2325 2322")
    assert (at(game, "2322"), at(game, "2325"), rolled(game)) == (["brt1inf"], ["brt1inf"], 3)
    assert dict(game.table.p.pool) == {"britain/8": 1}


@pytest.mark.rule("ww2eto", "6.53/a")
def test_only_the_strength_point_is_lost() -> None:
    """A 6 destroys the point at sea; the transport is spent for the turn and whole again in the next."""
    game = scene("1941 bare / 2325: brt1inf / 1825: ger1mech / turn 3/1941 / allied naval", dice=[6])
    game.play("allied", "ship brt1inf@2325 2322")
    assert (units(game, "brt"), game.table.p.naval_used) == ([], 1)
    game.play("allied", "end")
    while game.table.p.turn == 8:
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, decision.actions(limit=1)[0] if "end" not in [v.name for v in decision.open_verbs()] else "end")
    assert game.table.p.naval_used == 1
    assert not units(game, "brt1inf@2322")


@pytest.mark.rule("ww2eto", "6.53/b")
def test_table_needs_italy_at_war() -> None:
    """Once Italy is out, a supplied Axis unit in Africa, here Vichy French, does not bring the table into play."""
    game = scene("1941 bare / 2325: brt1inf / 1021: vic1inf / italy=2 / allied naval", dice=[6])
    vichy.open_territory(game.table, w.AXIS, "14.15")
    game.table.p.give(game.table.p.stack(game.table.title.find_node(game.table, "1021"))[0], w.AXIS)
    game.play("allied", "ship brt1inf@2325 2322")
    assert (at(game, "2322"), rolled(game)) == (["brt1inf"], 0)


@pytest.mark.rule("ww2eto", "6.54")
def test_normal_interdiction_without_a_supplied_axis_unit() -> None:
    """An Axis unit in Africa that is out of supply does not bring the table into play."""
    cut = "1925: brt1inf / 1724: brt1inf / 1725: brt1inf / 1824: brt1inf"
    game = scene(f"1941 bare / 2325: brt1inf / 1825: ger1mech / {cut} / allied naval", dice=[6])
    game.play("allied", "ship brt1inf@2325 2322")
    assert (at(game, "2322"), rolled(game)) == (["brt1inf"], 0)


@pytest.mark.rule("ww2eto", "6.55")
def test_table_is_for_allied_units_in_the_mediterranean() -> None:
    """In the Atlantic and for Axis ships there is no such die."""
    game = scene("1941 bare / 0811: brt1inf / 1825: ger1mech / allied naval", dice=[6])
    game.play("allied", "ship brt1inf@0811 0810")
    assert (at(game, "0810"), rolled(game)) == (["brt1inf"], 0)
    axis = scene("1941 bare / 1321: ita1inf / 1825: ger1mech / axis naval", dice=[6])
    axis.play("axis", "ship ita1inf@1321 1223")
    assert (at(axis, "1223"), rolled(axis)) == (["ita1inf"], 0)


@pytest.mark.rule("ww2eto", "6.57")
def test_mountains_stop_aircraft() -> None:
    """A zone does not cross the Pyrenees, though it may reach round them."""
    game = scene("1941 bare / 1612: ger1inf / axis movement")
    board = game.table.world.board
    blocked = [(a, b) for a, b in board.sides["blocked"].pairs() if air.air_reach(board, a, 1) >> b & 1]
    assert blocked == []
    everywhere = sum(
        air.covered(air.zones_of(scene(f"1941 bare / {name}: ger1inf / axis movement").table, 1 << w.AXIS)).bit_count()
        for name in ("0717", "1115")
    )
    assert everywhere < 2 * 19


@pytest.mark.rule("ww2eto", "6.58")
def test_own_aircraft_do_not_protect_ships() -> None:
    """Overlapping zones leave naval interdiction as it is."""
    game = scene(CHANNEL.replace("brt1inf", "brt1inf brt3inf"), dice=[1, 6, 2])
    game.play("allied", "ship brt1inf@0811 0810")
    assert (at(game, "0811"), rolled(game)) == (["brt1inf", "brt3inf"], 3)


@pytest.mark.rule("ww2eto", "6.5/a")
def test_zones_bar_landings_and_roll_against_ships() -> None:
    """The same zone forbids a landing without cover, while naval transport sails through it and rolls."""
    game = scene("1941 bare / 0811: brt1inf / 0613: ger1inf / allied holds 0512 / turn 3/1941 / allied movement")
    assert rule_against(game, "allied", "land brt1inf@0811 0713") in ("6.56", "6.56/a")
    sea = scene("1941 bare / 0712: brt1inf / 0713: ger1inf / turn 3/1941 / allied naval", dice=[2])
    sea.play("allied", "ship brt1inf@0712 0811")
    assert (at(sea, "0811"), rolled(sea)) == (["brt1inf"], 1)


@pytest.mark.rule("ww2eto", "14.22")
def test_garrisons_have_air_zones() -> None:
    """The garrison of Malta rolls against Italian ships on its own."""
    game = scene("1941 bare / 1321: ita1inf / 1322: brt1gar / axis naval", dice=[6])
    game.play("axis", "ship ita1inf@1321 1223")
    assert (at(game, "1321"), rolled(game)) == (["ita1inf"], 1)
