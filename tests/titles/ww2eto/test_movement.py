"""Movement (chapter 5.0-5.5 and the terrain chart): cases by rule."""

from __future__ import annotations

import random

import pytest

from .scenes import at, cost, farthest, names, offers, play, refused, scene

STEPPE = "1941 bare / war / 2208: ger4inf"


@pytest.mark.rule("ww2eto", "5.13", "5.51", "11.12", "T/weather", "3.22/b")
@pytest.mark.parametrize(
    ("turn", "hexes"), [("1-1942", 3), ("2-1942", 2), ("4-1941", 4), ("3-1942", 5)]
)  # fmt: skip
def test_seasonal_allowance(turn: str, hexes: int) -> None:
    """In the Weather Area a unit has 3, 2, 5 and 4 points from winter to fall."""
    game = scene(f"{STEPPE} / turn {turn} / axis movement")
    assert farthest(game, "axis", "ger4inf@2208") == hexes
    spring = scene(f"{STEPPE} / turn 2-1942 / axis movement")
    assert farthest(spring, "axis", "ger4inf@2208") == 2


@pytest.mark.rule("ww2eto", "5.14", "11.11", "5.52")
def test_outside_the_weather_area() -> None:
    """A unit that starts in France has 5 points in spring, though it ends in the Weather Area (W01)."""
    game = scene("1941 bare / turn 2-1942 / 0813: ger3inf / 1413: ger1inf / axis movement")
    assert farthest(game, "axis", "ger3inf@0813") == 5
    assert "1612" in offers(game, "axis", "move", "ger1inf@1413", ".")


@pytest.mark.rule("ww2eto", "5.12")
def test_one_point_a_hex() -> None:
    """Each hex costs one point, so the sixth hex is out of reach in summer."""
    game = scene(f"{STEPPE} / axis movement")
    assert cost(game, "axis", "2511", "move", "ger4inf@2208", ".") == 4
    assert refused(game, "axis", "move ger4inf@2208 2214") == "5.12"


@pytest.mark.rule("ww2eto", "5.21", "T/blocked")
def test_blocked_hexside_costs_two() -> None:
    """Over the Carpathians from 1715 to 1814 a step costs two points in all."""
    game = scene("1941 bare / 1715: ger1inf / axis movement")
    assert cost(game, "axis", "1814", "move", "ger1inf@1715", ".") == 2


@pytest.mark.rule("ww2eto", "T/clear", "T/resource")
def test_clear_hex_costs_one() -> None:
    """A clear hex costs one point, a Resource Center in it or not."""
    game = scene(f"{STEPPE} / axis movement")
    assert cost(game, "axis", "2209", "move", "ger4inf@2208", ".") == 1


@pytest.mark.rule("ww2eto", "T/sea", "T/prohibited")
def test_sea_and_prohibited_hexes() -> None:
    """No unit walks into the sea or into Ireland."""
    game = scene("1941 bare / 0610: brt1inf / allied movement")
    assert refused(game, "allied", "move brt1inf@0610 0609") == "T/prohibited"
    assert refused(game, "allied", "move brt1inf@0610 0312") == "T/sea"


@pytest.mark.rule("ww2eto", "T/seaside")
def test_sea_hexside() -> None:
    """Dover and Calais are neighbours on the map, but the Channel lies between them."""
    game = scene("1941 bare / 0811: brt1inf / allied movement")
    assert refused(game, "allied", "move brt1inf@0811 0812") == "T/seaside"


@pytest.mark.rule("ww2eto", "T/xing")
def test_crossings() -> None:
    """The strait of Messina is crossed like land."""
    game = scene("1941 bare / 1321: ita1inf / axis movement")
    assert cost(game, "axis", "1420", "move", "ita1inf@1321", ".") == 1


@pytest.mark.rule("ww2eto", "M/g")
def test_kerch_for_its_master() -> None:
    """Who holds both shores of Kerch crosses for two points; others find the sea (W38)."""
    game = scene("1941 bare / war / 2316: ger2inf / axis holds 2415 / axis movement")
    assert cost(game, "axis", "2415", "move", "ger2inf@2316", ".") == 2
    other = scene("1941 bare / war / 2316: ger2inf / soviet holds 2415 / axis movement")
    assert cost(other, "axis", "2415", "move", "ger2inf@2316", ".") == 4
    winter = "1941 bare / war / turn 1-1943 / 2216: ger2inf / axis movement / axis holds"
    assert cost(scene(f"{winter} 2415"), "axis", "2415", "move", "ger2inf@2216", ".") == 3
    assert cost(scene(f"{winter} 2316"), "axis", "2415", "move", "ger2inf@2216", ".") is None


@pytest.mark.rule("ww2eto", "M/f")
def test_gibraltar_for_its_master() -> None:
    """The Axis crosses from Gibraltar to Tangier for two points once it holds both."""
    game = scene("1941 bare / 0219: ger1inf / axis holds 0220 / axis movement")
    assert cost(game, "axis", "0220", "move", "ger1inf@0219", ".") == 2


ZONES = "1941 bare / war / 2209: sov2inf / 2110: ger4inf / 2007: ger1inf / axis movement"


@pytest.mark.rule("ww2eto", "5.23", "6.12")
def test_never_from_zone_to_zone() -> None:
    """From one hex in the enemy's zone a unit does not step straight into another; it may go round."""
    game = scene(ZONES)
    assert refused(game, "axis", "move ger4inf@2110 2110>2210") == "5.23"
    assert refused(game, "axis", "move ger4inf@2110 2110>2111>2210") == ""


@pytest.mark.rule("ww2eto", "5.25", "6.0")
def test_stop_in_a_zone() -> None:
    """A unit that enters an enemy zone stops there."""
    game = scene(ZONES)
    assert refused(game, "axis", "move ger1inf@2007 2007>2108>2109>2110>2111") == "5.25"
    assert refused(game, "axis", "move ger1inf@2007 2007>2108>2109") == ""


@pytest.mark.rule("ww2eto", "6.11")
def test_zones_cost_nothing() -> None:
    """Entering a controlled hex costs no more than the hex."""
    game = scene("1941 bare / war / turn 2-1942 / 2209: sov2inf / 2107: ger4inf / axis movement")
    assert cost(game, "axis", "2109", "move", "ger4inf@2107", ".") == 2


@pytest.mark.rule("ww2eto", "5.24", "7.0/a")
def test_passing_friends() -> None:
    """A full friendly hex is passed without cost."""
    walled = "2207: ger1inf ger1inf / 2107: ger1inf ger1inf / 2108: ger1inf ger1inf / 2209: ger1inf ger1inf"
    game = scene(f"{STEPPE} / {walled} / 2307: ger1inf ger1inf / 2308: ger1inf ger1inf / axis movement")
    assert "2206" in offers(game, "axis", "move", "ger4inf@2208", ".")


@pytest.mark.rule("ww2eto", "7.0")
def test_no_third_unit() -> None:
    """A move does not end in a hex that holds two units."""
    game = scene(f"{STEPPE} / 2209: ger1inf ger2inf / axis movement")
    assert refused(game, "axis", "move ger4inf@2208 2209") == "7.0"


@pytest.mark.rule("ww2eto", "5.15")
def test_no_combat_while_moving() -> None:
    """A hex that the enemy holds is entered only by overrun."""
    game = scene(ZONES)
    assert refused(game, "axis", "move ger4inf@2110 2209") == "5.15"


@pytest.mark.rule("ww2eto", "5.11")
def test_phasing_units_only() -> None:
    """In the Axis movement phase no Allied unit moves."""
    game = scene(ZONES)
    assert refused(game, "axis", "move sov2inf@2209 2208") == "5.11"


@pytest.mark.rule("ww2eto", "4.2/A1")
def test_garrisons_never_move() -> None:
    """The garrison of Gibraltar stays where it is."""
    game = scene("1941 bare / 0219: brt1gar / allied movement")
    assert refused(game, "allied", "move brt1gar@0219 0319") == "4.2/A1"


@pytest.mark.rule("ww2eto", "5.0/b")
def test_a_unit_moves_once() -> None:
    """A unit whose move is over is not taken up again, even with points left."""
    game = play(scene(f"{STEPPE} / axis movement"), "axis: move ger4inf@2208 2209")
    assert at(game, "2209") == ["ger4inf"]
    assert refused(game, "axis", "move ger4inf@2209 2210") == "5.0/b"


@pytest.mark.rule("ww2eto", "5.31")
def test_only_mechanized_in_the_third_phase() -> None:
    """Infantry does not move in the Mechanized Movement Phase."""
    game = scene(f"{STEPPE} / 2210: ger2mech / axis mechanized")
    assert offers(game, "axis", "move") == {"ger2mech@2210"}
    assert refused(game, "axis", "move ger4inf@2208 2209") == "5.31"


@pytest.mark.rule("ww2eto", "5.32", "5.16")
def test_mechanized_choice() -> None:
    """A mechanized unit moves in the first phase or in the third, never in both."""
    game = scene("1941 bare / war / 2208: ger2mech / 2010: ger2mech / axis movement")
    play(game, "axis: move ger2mech@2208 2209", "axis: end", "axis: end")
    assert refused(game, "axis", "move ger2mech@2209 2210") == "5.32"
    assert refused(game, "axis", "move ger2mech@2010 2009") == ""


@pytest.mark.rule("ww2eto", "4.2/A3")
def test_the_third_phase_exists() -> None:
    """After combat the phasing player has a Mechanized Movement Phase."""
    game = scene("1941 bare / war / 2208: ger2mech / axis movement")
    play(game, "axis: end", "axis: end")
    assert game.table.frame.step == "mechanized"
    assert refused(game, "axis", "move ger2mech@2208 2213") == ""


@pytest.mark.rule("ww2eto", "14.5")
def test_russian_range() -> None:
    """A Russian does not go farther than ten land hexes from pre-1939 Russia."""
    game = scene("1941 bare / war / 0913: sov2inf / soviet holds 0813 / allied movement")
    far = offers(game, "allied", "move", "sov2inf@0913", ".")
    assert far == set() or "0713" not in far
    assert refused(game, "allied", "move sov2inf@0913 0713") == "14.5"


@pytest.mark.rule("ww2eto", "5.0/a")
def test_points_are_not_saved() -> None:
    """What a unit left unspent in the first phase is not at hand in a later one."""
    game = scene("1941 bare / war / turn 2-1942 / 2208: ger2mech / 2110: sov1inf / axis movement")
    play(game, "axis: move ger2mech@2208 2109", "axis: end", "axis: end")
    assert refused(game, "axis", "overrun ger2mech@2109 2110") != ""
    piece = game.table.p.stacks[game.table.title.find_node(game.table, "2109")][0]
    assert game.table.p.left[piece] == 0


@pytest.mark.rule("ww2eto", "9.64", "5.22")
def test_isolation_does_not_slow() -> None:
    """An isolated unit keeps its full allowance."""
    game = scene(f"{STEPPE} / axis movement")
    piece = game.table.p.stacks[game.table.title.find_node(game.table, "2208")][0]
    game.table.p.isolated[piece] = 1
    assert farthest(game, "axis", "ger4inf@2208") == 5


@pytest.mark.rule("ww2eto", "12.0")
def test_an_unnamed_way_breaks_no_peace() -> None:
    """To Hungary a unit goes past Yugoslavia, a point dearer; only a path that is named cuts the corner (R232)."""
    text = "1939 bare / turn 3-1940 / 1315: ger3inf / 1517: yug1inf / 1016: fra1inf / axis movement"
    past = scene(text)
    assert cost(past, "axis", "1516", "move", "ger3inf@1315", ".") == 3
    play(past, "axis: move ger3inf@1315 1516")
    assert names(past, past.table.p.sealed) >= {"1415", "1517"} and at(past, "1516") == ["ger3inf"]
    across = play(scene(text), "axis: move ger3inf@1315 1315>1415>1516")
    assert not names(across, across.table.p.sealed) & {"1415", "1517"}


# Ways that the rules tell apart


def test_ways_differ_in_the_land_they_take() -> None:
    """In enemy land each hex on the way is taken; where all is taken already one way is as good as another."""
    game = scene(f"{STEPPE} / turn 2-1942 / axis movement")
    d = game.decisions()["axis"]
    ways = [choice.text for choice in d.next("move", "ger4inf@2208", ".", "2008")]
    assert ways == ["2208>2108>2008", "2208>2109>2008"]
    assert d.next("move", "ger4inf@2208", ".", "2007") == []
    assert [o.text for o in d.ways(d.parse("move ger4inf@2208 2008"))] == [f"move ger4inf@2208 {way}" for way in ways]
    taken = []
    for order in ("move ger4inf@2208 2008", "move ger4inf@2208 2008 2208>2109>2008"):
        twin = game.copy()
        before = twin.table.p.axis_ground
        twin.play("axis", order)
        taken.append(names(twin, twin.table.p.axis_ground & ~before))
    assert taken == [{"2108", "2008"}, {"2109", "2008"}]
    home = scene("1941 bare / 1112: ger1inf / axis movement").decisions()["axis"]
    assert not any(home.next("move", "ger1inf@1112", ".", c.text) for c in home.next("move", "ger1inf@1112", "."))


def test_every_way_is_an_order_of_its_own() -> None:
    """The list of all orders and the random ones hold each way; a way to somewhere else is refused."""
    game = scene(f"{STEPPE} / turn 2-1942 / axis movement")
    d = game.decisions()["axis"]
    listed = {order.text for order in d.actions()}
    assert {"move ger4inf@2208 2208>2108>2008", "move ger4inf@2208 2208>2109>2008"} <= listed
    rng, trail = random.Random(3), []
    drawn = {d.sample(rng, trail=trail).text for _ in range(600)}
    assert drawn <= listed and any(text.endswith("2208>2109>2008") for text in drawn)
    assert refused(game, "axis", "move ger4inf@2208 2008 2208>2108>2107") == "E.parse"
    assert refused(game, "axis", "move ger4inf@2208 2008 2208>2308>2008") == "5.12"


@pytest.mark.rule("ww2eto", "5.12", "5.25")
def test_out_and_back() -> None:
    """A unit may end its move where it began to take land on its way; a zone that it comes back to stops it (R247)."""
    game = scene("1941 bare / war / turn 2-1942 / 2208: ger4inf / 2207: sov2inf / 1312: ger1inf / axis movement")
    d = game.decisions()["axis"]
    ways = {choice.text for choice in d.next("move", "ger4inf@2208", ".", "2208")}
    assert ways == {"2208>2109>2208", "2208>2209>2208", "2208>2309>2208"}
    assert cost(game, "axis", "2208", "move", "ger4inf@2208", ".") == 2
    assert refused(game, "axis", "move ger1inf@1312 1312") == refused(game, "axis", "move ger1inf@1312 1312>1313>1312")
    assert refused(game, "axis", "move ger1inf@1312 1312") == "5.12"
    play(game, "axis: move ger4inf@2208 2208>2209>2208")
    assert at(game, "2208") == ["ger4inf"]
    assert names(game, game.table.p.axis_ground) >= {"2209"}
    summer = scene("1941 bare / war / 2208: ger4inf / 2207: sov2inf / axis movement")
    assert refused(summer, "axis", "move ger4inf@2208 2208>2209>2208>2309") == "5.25"
    assert refused(summer, "axis", "move ger4inf@2208 2208>2209>2309") == ""


@pytest.mark.rule("ww2eto", "7.0")
def test_back_into_a_full_hex() -> None:
    """One of two units that share a hex goes out and comes back: it has its room there, others have none."""
    game = scene("1941 bare / war / 2208: ger4inf ger2inf / 2210: ger1inf / axis movement")
    assert refused(game, "axis", "move ger4inf@2208 2208") == ""
    assert refused(game, "axis", "move ger1inf@2210 2208") == "7.0"
    border = scene("1940 bare / turn 3-1940 / 1516: ger4inf ger3inf / 1616: yug1inf / axis movement")
    play(border, "axis: move ger4inf@1516 1516>1415>1516")
    assert at(border, "1516") == ["ger3inf", "ger4inf"]
    overfull = scene("1941 bare / war / 2208: ger4inf ger2inf ger1inf / axis movement")
    assert refused(overfull, "axis", "move ger1inf@2208 2208") == "7.0"


@pytest.mark.rule("ww2eto", "5.0/b")
def test_who_moves_together() -> None:
    """Two units of one hex move by one order; of more, or of two hexes, it is said how to go about it."""
    game = scene("1941 bare / 1312: ger4inf ger2inf ger1inf / 1313: ger2inf / axis movement")
    said = game.why_not("axis", "move ger4inf@1312+ger2inf@1313 1314")
    assert said is not None and said.rule == "5.0/b" and "in one hex" in said.sentence
    said = game.why_not("axis", "move ger4inf@1312+ger2inf@1312+ger1inf@1312 1314")
    assert said is not None and said.rule == "5.0/b" and "two units at most" in said.sentence
