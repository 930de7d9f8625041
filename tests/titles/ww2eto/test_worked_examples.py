"""Worked examples of movement, zones, stacking and the sea with all their numbers (W01-W10, W38)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.ww2eto.land import supply
from grognard.titles.ww2eto.sea import shipping

from .scenes import at, cost, farthest, offers, play, refused, scene, unit, until


def taken(game: grognard.Game) -> int:
    """How many scripted dice have fallen."""
    return int(game.table.dice.taken)  # type: ignore[attr-defined]


@pytest.mark.rule("ww2eto", "5.14", "11.11")
@pytest.mark.parametrize(("turn", "west", "east"), [("4-1941", 5, 4), ("2-1942", 5, 2)], ids=["fall", "spring"])
def test_w01_where_the_phase_is_begun(turn: str, west: int, east: int) -> None:
    """W01: a unit in France goes five hexes in every season, one in 1912 four in fall and two in spring."""
    game = scene(f"1941 bare / war / turn {turn} / 0813: ger3inf / 1912: ger4inf / axis movement")
    assert (farthest(game, "axis", "ger3inf@0813"), farthest(game, "axis", "ger4inf@1912")) == (west, east)


@pytest.mark.rule("ww2eto", "6.52", "5.78/a")
def test_w04_malta() -> None:
    """W04: two dice for the German point, which lands on 3 and 5, and two for the Italian, which a 6 sends back."""
    text = "1941 bare / 1322: brt1gar brt1inf / 1321: ger1inf ita1inf / axis naval"
    game = play(scene(text, [3, 5, 6, 2]), "axis: ship ger1inf@1321 1223")
    assert (at(game, "1223"), taken(game)) == (["ger1inf"], 2)
    play(game, "axis: ship ita1inf@1321 1223")
    assert (at(game, "1321"), at(game, "1223"), taken(game)) == (["ita1inf"], ["ger1inf"], 4)
    assert refused(game, "axis", "ship ita1inf@1321 1223") == "6.51"


@pytest.mark.rule("ww2eto", "5.86/e")
def test_w06_landing_craft_rest() -> None:
    """W06: one point used in 2/1943 leaves 3 - 1 in 3/1943; two used there leave 2 - 2 in 4/1943, and 1/1944 has 3."""
    left = []
    text = "1941 bare / 0712: brt1mech brt2mech / turn 2-1943 / 0811: brt1mech / allied movement"
    game = scene(text, [1] * 20, options={"partisans": "off"})
    left.append(shipping.amphibious_points(game.table))
    play(game, "allied: land brt1mech@0712 0713", "allied: sail")
    for order in ("land brt2mech@0712 0812", "", ""):
        until_turn(game)
        left.append(shipping.amphibious_points(game.table))
        if order:
            play(game, f"allied: {order}")
    assert left == [2, 2, 0, 3]


def until_turn(game: grognard.Game) -> None:
    """To the Allied movement of the next Game-Turn; U.S. points that arrive go where they may."""
    turn = game.table.p.turn
    while game.table.p.turn == turn or game.table.frame.step != "movement" or "allied" not in game.decisions():
        who, asked = next(iter(game.decisions().items()))
        words = {choice.text for choice in asked.next()}
        quiet = "end" in words and not asked.debts
        game.play(who, "end" if quiet else asked.actions(1)[0].text if "build" in words else "pass")


@pytest.mark.rule("ww2eto", "6.56", "6.56/a")
def test_w07_cover_from_land() -> None:
    """W07: Sicily is assaulted under cover of a unit left in Tunisia, the mainland under cover from Sicily."""
    text = "1941 bare / 1321: ger2inf / 1121: brt2mech / allied holds 1121 1020 / turn 3-1943"
    alone = scene(f"{text} / allied movement")
    assert refused(alone, "allied", "land brt2mech@1121 1220") == "6.56/a"
    covered = scene(f"{text} / 1020: brt1mech / allied movement")
    assert refused(covered, "allied", "land brt2mech@1121 1220") == ""
    mainland = "1941 bare / 1321: brt1mech brt2mech / 1318: ger2inf / allied holds 1321 / turn 3-1943 / allied movement"
    game = scene(mainland)
    assert refused(game, "allied", "land brt2mech@1321 1419") == ""
    without = scene(mainland.replace("brt1mech ", ""))
    assert refused(without, "allied", "land brt2mech@1321 1419") == "6.56/a"


@pytest.mark.rule("ww2eto", "6.53", "6.53/a")
def test_w08_three_voyages() -> None:
    """W08: of three points 3 lands, 4 goes back frozen, 6 is lost to the pool; three points spent, whole next turn."""
    text = "1941 bare / 1825: ger1mech / 2325: brt1inf brt1inf brt1inf / turn 3-1941 / allied naval"
    game = play(scene(text, [3, 4, 6]), *["allied: ship brt1inf@2325 2322"] * 3)
    assert (at(game, "2322"), at(game, "2325")) == (["brt1inf"], ["brt1inf"])
    assert (taken(game), game.table.p.naval_used) == (3, 3)
    assert refused(game, "allied", "ship brt1inf@2325 2322") == "6.51"
    assert dict(game.table.p.pool) == {"britain/8": 1}
    until(game, "allied", "naval")
    assert shipping.naval_points(game.table) == 3


W09 = "1941 bare / war / turn 4-1941 / 2209: sov3inf / 2310: sov3inf sov3inf"


@pytest.mark.rule("ww2eto", "7.0/b", "7.13")
def test_w09_a_crowded_hex_is_attacked() -> None:
    """W09: the two points that fell back add nothing to six: nine make +3, a 4 takes two, and all survivors go."""
    text = f"{W09} / 2110: ger3inf / 2210: ger4inf ger4inf / 2309: ger1inf / axis combat"
    game = play(scene(text, [1, 4]), "axis: attack ger3inf@2110 2209", "axis: pass")
    assert at(game, "2310") == ["sov2inf", "sov3inf", "sov3inf"]
    play(game, "axis: attack ger4inf@2210+ger4inf@2210+ger1inf@2309 2310")
    attack = [e.json() for e in game.events("axis") if e.kind == "attack"][-1]
    assert (attack["column"], attack["die"], attack["loss"]) == (3, 4, 2)
    play(game, "allied: lose sov2inf@2310", "allied: lose sov3inf@2310")
    while "allied" in game.decisions():
        play(game, f"allied: {game.decisions()['allied'].actions(1)[0].text}")
    assert at(game, "2310") == []
    assert game.table.p.fallen[f"ussr/{game.table.p.turn}"] == 3


@pytest.mark.rule("ww2eto", "7.0/c")
def test_w09_a_crowded_hex_must_be_thinned() -> None:
    """W09: left alone, one of the three has to leave, or be given up, before the next Russian first phase ends."""
    text = f"{W09} / 2110: ger3inf / 2210: ger1inf / 2309: ger1inf / axis combat"
    game = play(scene(text, [1]), "axis: attack ger3inf@2110 2209", "axis: pass")
    until(game, "allied", "movement")
    assert refused(game, "allied", "end") == "7.0/c"
    play(game, "allied: move sov2inf@2310 2410", "allied: end")
    assert (at(game, "2310"), at(game, "2410")) == (["sov3inf", "sov3inf"], ["sov2inf"])


@pytest.mark.rule("ww2eto", "7.22", "7.0")
def test_w10_eight_points_a_hex() -> None:
    """W10: two German units of four are the most in a hex: none takes a fifth point, and no third unit comes in."""
    game = scene("1941 bare / 1312: ger4inf ger4inf / 1311: ger1inf / axis movement")
    assert refused(game, "axis", "move ger1inf@1311 1312") == "7.0"
    built = scene("1941 bare / 1312: ger4inf ger4inf / axis build_up")
    assert refused(built, "axis", "merge ger4inf@1312 ger4inf@1312 1") == "7.22"
    assert refused(built, "axis", "split ger4inf@1312 2") == "7.25"


@pytest.mark.rule("ww2eto", "M/g")
def test_w38_kerch() -> None:
    """W38: its master crosses for two points and is supplied over it; nobody attacks over it, others find sea."""
    text = "1941 bare / war / 2316: ger2inf / axis holds 2415"
    game = scene(f"{text} / axis movement")
    assert cost(game, "axis", "2415", "move", "ger2inf@2316", ".") == 2
    beyond = scene("1941 bare / war / 2316: ger2inf / 2415: sov1inf / axis combat")
    assert "attack" not in offers(beyond, "axis")
    enemy = scene("1941 bare / war / axis holds 2316 / 2415: sov1inf / allied movement")
    assert "2316" not in {h for h in offers(enemy, "allied", "move", "sov1inf@2415", ".") if cost_of(enemy, h) == 2}
    crimea = "1941 bare / war / 2215: ger2inf / 2216: ger2inf / 2316: sov2inf"
    held = scene(f"{crimea} / soviet holds 2415 / allied combat")
    assert supply.supplied(held.table, unit(held, "2316"))
    lost = scene(f"{crimea} / axis holds 2415 / allied combat")
    assert not supply.supplied(lost.table, unit(lost, "2316"))


def cost_of(game: grognard.Game, place: str) -> int | None:
    return cost(game, "allied", place, "move", "sov1inf@2415", ".")
