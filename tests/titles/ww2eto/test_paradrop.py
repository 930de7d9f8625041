"""Airdrops (16.7): one hex, onto anything, and lost when the enemy stays."""

from __future__ import annotations

from itertools import permutations

import pytest

from .cases import at, rolled, rule_against, scene, targets, units

PARA = "1940 bare / 1112: ger2para"


@pytest.mark.rule("ww2eto", "16.71")
def test_only_the_axis_drops() -> None:
    """The option off, or the Allied Player-Turn: no drop."""
    assert "drop" in targets(scene(f"{PARA} / axis movement"), "axis")
    off = scene(f"{PARA.replace('para', 'inf')} / axis movement", options={"airdrop": "off"})
    assert rule_against(off, "axis", "drop ger2inf@1112 1111") == "16.71"


@pytest.mark.rule("ww2eto", "16.72")
def test_only_paratroops_drop() -> None:
    """Infantry does not drop; Germany builds paratroops at three points each."""
    game = scene("1940 bare / 1112: ger2para / 1113: ger2inf / axis movement")
    assert rule_against(game, "axis", "drop ger2inf@1113 1013") == "16.72"
    with_option = scene("1940 bare / 1312: ger1inf / axis reinforcement")
    with_option.play("axis", "take germany reinforcements")
    assert "parachute" in targets(with_option, "axis", "build", "germany/germany")


@pytest.mark.rule("ww2eto", "16.73")
def test_one_hex_regardless_of_zones() -> None:
    """A drop goes one hex, into an enemy zone or onto an enemy unit; two hexes are too far."""
    game = scene(f"{PARA} / 1011: net1inf / 1013: fra1inf / axis movement")
    assert rule_against(game, "axis", "drop ger2para@1112 1012") == ""
    assert rule_against(game, "axis", "drop ger2para@1112 1011") == ""
    assert rule_against(game, "axis", "drop ger2para@1112 0912") == "16.73"
    game.play("axis", "drop ger2para@1112 1012")
    assert at(game, "1012") == ["ger2para"]


@pytest.mark.rule("ww2eto", "16.74")
def test_not_from_a_zone_and_no_march() -> None:
    """A unit in an enemy zone does not drop, and one that dropped does not march."""
    game = scene("1940 bare / 1112: ger2para / 1013: fra1inf / axis movement")
    near = scene("1940 bare / 1113: ger2para / 1013: fra1inf / axis movement")
    assert rule_against(near, "axis", "drop ger2para@1113 1212") == "16.74"
    game.play("axis", "drop ger2para@1112 1111")
    assert rule_against(game, "axis", "move ger2para@1111 1211") == "5.0/b"
    assert rule_against(game, "axis", "drop ger2para@1111 1211") == "16.74"


@pytest.mark.rule("ww2eto", "16.75")
def test_failed_drop() -> None:
    """Paratroops over an enemy that neither dies nor retreats are eliminated."""
    text = f"{PARA} / 1011: net1inf / axis movement"
    game = scene(text, dice=[6])
    game.play("axis", "drop ger2para@1112 1011")
    game.play("axis", "end")
    game.play("axis", "attack ger2para@1112 1011")
    assert (units(game, "ger"), at(game, "1011"), rolled(game)) == ([], ["net1inf"], 1)


@pytest.mark.rule("ww2eto", "6.0/a")
def test_won_drop() -> None:
    """When the enemy dies the paratroops stand in his hex; a drop onto an enemy must be fought out, or it is lost."""
    game = scene(f"{PARA} / 1011: net1inf / axis movement", dice=[1])
    game.play("axis", "drop ger2para@1112 1011")
    game.play("axis", "end")
    game.play("axis", "attack ger2para@1112 1011")
    assert at(game, "1011") == ["ger2para"]
    lost = scene(f"{PARA} / 1011: net1inf / axis movement", dice=[6])
    lost.play("axis", "drop ger2para@1112 1011")
    lost.play("axis", "end")
    lost.play("axis", "end")
    assert units(lost, "ger") == []


@pytest.mark.rule("ww2eto", "16.76")
def test_no_interdiction_of_a_drop() -> None:
    """British air zones do nothing to a drop across the Channel."""
    game = scene("1940 bare / 0812: ger1para / 0712: brt4inf / axis movement", dice=[6])
    game.play("axis", "drop ger1para@0812 0811")
    assert (at(game, "0811"), rolled(game)) == (["ger1para"], 0)


@pytest.mark.rule("ww2eto", "16.7/e")
def test_not_over_mountains() -> None:
    """A drop does not cross a blocked hexside."""
    game = scene("1940 bare / 1112: ger1para / axis movement")
    t = game.table
    a, b = next((x, y) for x, y in t.world.blocked.pairs() if t.world.germany >> x & 1 and t.world.play >> y & 1)
    here, there = t.node_name(a), t.node_name(b)
    over = scene(f"1941 bare / {here}: ger1para / axis movement")
    assert rule_against(over, "axis", f"drop ger1para@{here} {there}") == "16.7/e"


@pytest.mark.rule("ww2eto", "16.77")
def test_paratroops_overrun_from_the_air() -> None:
    """Paratroops drop onto one point and take its hex at once, with no more units than may stand there (R168)."""
    text = "1940 bare / turn 3-1940 / 1112: ger2para, ger1para / 1113: ger1para / 1012: bel1inf / 1312: ger1inf"
    game = scene(f"{text} / axis movement", options={"airdrop": "on", "partisans": "off"})
    two, three = "ger2para@1112+ger1para@1112", "ger2para@1112+ger1para@1112+ger1para@1113"
    assert rule_against(game, "axis", f"drop_overrun {three} 1012") == "16.77"
    assert rule_against(game, "axis", "drop_overrun ger2para@1112 1012") == "8.43"
    game.play("axis", f"drop_overrun {two} 1012")
    assert (at(game, "1012"), at(game, "1112")) == (["ger1para", "ger2para"], [])
    assert rule_against(game, "axis", "move ger2para@1012 0912") == "5.0/b"


def test_paratroops_overrun_on_foot() -> None:
    """Paratroops take part in an overrun like infantry."""
    game = scene("1941 bare / 1612: ger3para / 1712: sov1inf / 2209: sov2inf / war / turn 3/1941 / axis movement")
    game.play("axis", "overrun ger3para@1612 1712")
    assert (at(game, "1712"), at(game, "1612")) == (["ger3para"], [])


@pytest.mark.rule("ww2eto", "6.0/a")
def test_others_clear_the_hex_below() -> None:
    """Paratroops over a hex come down if an attack without them has emptied it, and die if none was made (R199)."""
    text = "1940 bare / turn 3-1940 / 1112: ger1para / 1113: ger4mech ger4inf / 1012: bel2inf / 1312: ger1inf"
    attack = ("attack ger4mech@1113+ger4inf@1113 1012", "pass", "end")
    for orders, there in ((attack, ["ger1para"]), (("end",), ["bel2inf"])):
        game = scene(f"{text} / axis movement", dice=[1], options={"partisans": "off", "airdrop": "on"})
        for order in ("drop ger1para@1112 1012", "end", *orders):
            game.play("axis", order)
        assert (at(game, "1012"), at(game, "1112")) == (there, [])


@pytest.mark.rule("ww2eto", "16.74")
def test_no_drop_by_who_began_in_a_zone() -> None:
    """Paratroops that began the phase in an enemy zone stay out of the air though an overrun has lifted it."""
    text = "1941 bare / war / turn 3/1942 / 1911: sov1inf / 1811: ger1para ger4mech / 2409: sov2inf / 1312: ger1inf"
    game = scene(f"{text} / axis movement", options={"airdrop": "on", "partisans": "off"})
    game.play("axis", "overrun ger4mech@1811 1911")
    assert rule_against(game, "axis", "drop ger1para@1811 1711") == "16.74"


def test_friends_fill_the_hex_below() -> None:
    """16.75, R199: paratroops whose enemy others have overrun stay where they started if those others fill his hex."""
    game = scene("1940 bare / turn 3/1940 / 1111: ger1para / 1112: ger4mech ger4mech / 1011: net1inf / axis movement")
    for order in ("drop ger1para@1111 1011", "overrun ger4mech@1112+ger4mech@1112 1011", "end", "end"):
        game.play("axis", order)
    assert (at(game, "1011"), at(game, "1111")) == (["ger4mech", "ger4mech"], ["ger1para"])


@pytest.mark.rule("ww2eto", "8.72")
def test_two_drops_over_the_sea() -> None:
    """Two paratroop units, neither strong enough alone, drop together over the Channel and attack as one (R166)."""
    text = "1940 bare / turn 3/1940 / 0812: ger1para ger1para / 0811: brt2inf / 1312: ger1inf / axis movement"
    game = scene(text, dice=[1])
    game.play("axis", "drop ger1para@0812 0811")
    game.play("axis", "drop ger1para@0812 0811")
    game.play("axis", "end")
    game.play("axis", "attack ger1para@0812+ger1para@0812 0811")
    game.play("allied", "retreat brt1inf@0811 0810")
    assert at(game, "0811") == ["ger1para", "ger1para"]
    alone = scene(text.replace("ger1para ger1para", "ger1para"))
    assert rule_against(alone, "axis", "drop ger1para@0812 0811") == "8.72"


@pytest.mark.rule("ww2eto", "8.72")
def test_a_drop_before_a_landing() -> None:
    """Paratroops drop on what they can beat with a landing still to come; without its craft they cannot (R166)."""
    text = "1940 bare / turn 3/1940 / axis holds 0812 / 0812: ger1para ger1inf / 0811: brt2inf / 1312: ger1inf"
    game = scene(f"{text} / german_amphibious=1 / axis movement", dice=[1])
    game.play("axis", "drop ger1para@0812 0811")
    game.play("axis", "land ger1inf@0812 0811")
    game.play("axis", "end")
    (landing,) = targets(game, "axis", "attack", "ger1para@0812")
    game.play("axis", f"attack ger1para@0812+{landing} 0811")
    game.play("allied", "retreat brt1inf@0811 0810")
    assert at(game, "0811") == ["ger1inf", "ger1para"]
    assert rule_against(scene(f"{text} / axis movement"), "axis", "drop ger1para@0812 0811") == "8.72"


@pytest.mark.rule("ww2eto", "8.72")
def test_paratroops_and_two_landings() -> None:
    """One point drops and two land against three, in any order; who finds no room goes back (R084, R166)."""
    text = "1940 bare / turn 3/1940 / axis holds 0812 0713 / 0812: ger1para ger1inf / 0713: ger1inf / 0712: brt3inf"
    drop, one, two = "drop ger1para@0812 0712", "land ger1inf@0812 0712", "land ger1inf@0713 0712"
    for orders in permutations((drop, one, two)):
        game = scene(f"{text} / 1312: ger1inf / german_amphibious=2 / axis movement", dice=[1])
        for order in (*orders, "end"):
            game.play("axis", order)
        (landing,) = targets(game, "axis", "attack", "ger1para@0812")
        game.play("axis", f"attack ger1para@0812+{landing}+{landing} 0712")
        game.play("allied", game.decisions()["allied"].actions(limit=1)[0])
        assert len(at(game, "0712")) == 2
    short = scene(f"{text} / 1312: ger1inf / german_amphibious=1 / axis movement")
    assert {rule_against(short, "axis", order) for order in (drop, one, two)} == {"8.72"}
