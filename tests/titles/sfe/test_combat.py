"""Ground combat and its results (9.0, 10.0): cases by rule."""

from __future__ import annotations

import pytest

from grognard.board.hexset import members
from grognard.titles.sfe import combat, exchange, retreat, strengths, supply
from grognard.titles.sfe.state import SUPPORT

from .cases import at, node, offers, on_map, play, recast, refused, scene, unit

SIX = "SE1818: 40A 9A 37A / SE1917: 12A 18A 56A / SE1817: XVII LI / allied combat"
"""The worked example of 9.03: six 4-6-3 against two 10-10-4."""
ALL = "40A+9A+37A+12A+18A+56A"


@pytest.mark.rule("sfe", "9.01", "9.05")
def test_river_and_major_city() -> None:
    """A corps over a river into a major city is halved twice and keeps its fraction."""
    game = scene("Kharkov: 40A / Chuguev: XVII / axis combat")
    t, here, there = game.table, node(game, "Chuguev"), node(game, "Kharkov")
    whole = strengths.attack_of(t, unit(game, "XVII"), there)
    river = t.world.board.sides["river"].has(here, there)
    assert whole == 480 * 10 // (4 if river else 2)
    assert [(m.text, m.value) for m in strengths.ground_modifier(t, node(game, "Kursk"))] == [("minor city", -1)]
    assert strengths.column(24, 20) == strengths.EVEN and strengths.column(4, 10) == strengths.COLUMNS.index("1-3")


@pytest.mark.rule("sfe", "2.0/1")
def test_terrain_counts_for_each_attacker() -> None:
    """Only those who attack over the river are halved; the attackers' own hex does not matter."""
    game = scene("SE1120: 40A / SE1119: XVII / SE1121: LI / axis combat")
    there = node(game, "SE1120")
    assert strengths.attack_of(game.table, unit(game, "XVII"), there) == 480 * 10
    assert strengths.attack_of(game.table, unit(game, "LI"), there) == 480 * 5


@pytest.mark.rule("sfe", "9.03/1", "9.01/1")
def test_breakthrough_attack() -> None:
    """All defenders are one whole: 24 to 20 is 1-1, and a die of 6 makes them retreat."""
    game = scene(SIX, [6])
    defenders = (unit(game, "XVII"), unit(game, "LI"))
    units = tuple(unit(game, name) for name in ALL.split("+"))
    assert combat.odds(game.table, units, defenders, node(game, "SE1817")) == strengths.EVEN
    play(game, f"allied: attack {ALL} SE1817")
    assert game.table.frame.step == "retreat"


@pytest.mark.rule("sfe", "9.03/2", "9.03")
def test_attrition_attack() -> None:
    """Five attack one corps at 2-1, one the other at 1-3; leaving one unattacked is not possible."""
    game = scene(SIX, [3, 6])
    play(game, "allied: attrition SE1817")
    assert "end" not in offers(game, "allied")
    assert offers(game, "allied", "against") == {"XVII", "LI"}
    play(game, "allied: against XVII 40A+9A+37A+12A+18A")
    events = game.play("allied", "against LI 56A")
    found = [dict(e.fields)["odds"] for e in events if e.kind == "attack"]
    assert found[0] == "2-1"
    while "allied" in game.decisions() and game.table.frame.step != "combat":
        game.play("allied", game.decisions()["allied"].actions(limit=1)[0])
    assert on_map(game, "XVII")


@pytest.mark.rule("sfe", "9.03/2")
def test_weak_attackers_go_by_twos() -> None:
    """Halved by the city one cavalry corps alone is below 1-6 against ten, two are not: four can divide, three not."""
    text = "Kharkov: XVII LI / Chuguev: {} / Merefa: 2Cav 3GdsCav / allied combat"
    four = recast(scene(text.format("6Cav 5Cav"), [1, 1]), "3GdsCav", front=(3, 3, 5))
    assert refused(four, "allied", "attrition Kharkov") == ""
    play(four, "allied: attrition Kharkov")
    assert refused(four, "allied", "against XVII 6Cav") == "9.03"
    play(four, "allied: against XVII 6Cav+5Cav", "allied: against LI 3GdsCav+2Cav")
    assert four.table.p.struck.bit_count() == 2
    three = recast(scene(text.format("6Cav")), "3GdsCav", front=(3, 3, 5))
    assert refused(three, "allied", "attrition Kharkov") == "9.03"


@pytest.mark.rule("sfe", "9.03")
def test_no_attack_below_1_to_6() -> None:
    """One factor to seven is no attack at all."""
    game = scene("SE1818: 6Cav / SE1817: XVII LI XXIX / allied combat")
    assert "attack" not in offers(game, "allied")


@pytest.mark.rule("sfe", "9.02")
def test_once_a_phase() -> None:
    """A unit attacks once, and is attacked once, in a Combat Phase."""
    game = scene("SE1818: 40A 9A / SE1817: XVII / SE1919: RumVI / allied combat", [4])
    play(game, "allied: attack 40A SE1817")
    while game.table.frame.step != "combat":
        who = next(iter(game.decisions()))
        game.play(who, game.decisions()[who].actions(limit=1)[0])
    assert refused(game, "allied", "attack 9A SE1817") != ""
    assert "40A" not in offers(game, "allied", "attack")


@pytest.mark.rule("sfe", "9.04")
def test_advance() -> None:
    """When the defenders are gone attackers may enter the hex, no more than stack, before any other attack."""
    game = scene("SE1818: IIIPz XIVPz / SE1917: Breith XVII / SE1817: 6Cav / axis combat", [6])
    play(game, "axis: attack IIIPz+XIVPz+Breith+XVII SE1817")
    assert game.table.frame.step == "advance"
    assert refused(game, "axis", "advance IIIPz+XIVPz+Breith+XVII") == "5.01"
    play(game, "axis: advance IIIPz+XIVPz+XVII")
    assert at(game, "IIIPz") == at(game, "XVII") == "SE1817" and at(game, "Breith") == "SE1917"
    assert game.table.p.axis_land >> node(game, "SE1817") & 1


@pytest.mark.rule("sfe", "10.01/AE", "10.01/DE")
def test_all_or_nothing() -> None:
    """AE takes the attackers, DE the defenders, NE nobody."""
    lost = play(scene("SE1818: RumVI / SE1817: 40A / axis combat", [1]), "axis: attack RumVI SE1817")
    assert at(lost, "RumVI") == "Eliminated" and on_map(lost, "40A")
    won = play(scene("SE1818: XVII LI / SE1817: 6Cav / axis combat", [3]), "axis: attack XVII+LI SE1817")
    assert at(won, "6Cav") == "Eliminated"
    none = play(scene("SE1818: XVII / SE1817: 40A / axis combat", [4]), "axis: attack XVII SE1817")
    assert on_map(none, "XVII") and on_map(none, "40A") and none.table.frame.step == "combat"


@pytest.mark.rule("sfe", "10.01/AX", "10.01/AR", "10.03/2")
def test_beaten_attackers() -> None:
    """AX costs the attacker what defends and drives the rest back; AR only drives him back."""
    text = "SE1818: XVII LI / SE1817: 40A 9A / axis combat"
    game = play(scene(text, [1]), "axis: attack XVII+LI SE1817")
    assert game.table.frame.step == "exchange" and game.table.frame["need"] == 24
    play(game, "axis: lose XVII", "axis: lose LI")
    assert game.table.frame.step == "retreat"
    back = play(scene(text, [3]), "axis: attack XVII+LI SE1817")
    assert back.table.frame.step == "retreat" and "SE1817" not in offers(back, "axis", "retreat", "XVII")


@pytest.mark.rule("sfe", "10.01/EX", "10.01/HX")
def test_exchanges() -> None:
    """At 1-1 or better EX takes the defenders and as many attack factors; HX half as many; below, the other way."""
    text = "SE1818: XVII LI XXIX / SE1817: 40A / axis combat"
    game = play(scene(text.replace(" XXIX", ""), [3]), "axis: attack XVII+LI SE1817")
    assert at(game, "40A") == "Eliminated" and game.table.frame["need"] == 12
    half = play(scene(text, [3]), "axis: attack XVII+LI+XXIX SE1817")
    assert at(half, "40A") == "Eliminated" and half.table.frame["need"] == 6
    worse = play(scene("SE1818: 40A / SE1817: XVII / allied combat", [4]), "allied: attack 40A SE1817")
    assert at(worse, "40A") == "Eliminated" and worse.table.frame["need"] == 8
    play(worse, "axis: lose XVII")
    assert worse.table.p.reduced[unit(worse, "XVII")] == 1


@pytest.mark.rule("sfe", "10.02", "10.02/1")
def test_exact_losses() -> None:
    """A 10-10-4 pays six by flipping and ten by dying; for seven it dies if nothing else pays them."""
    game = scene("SE1818: XVII RumVI / SE1817: 40A / axis combat")
    corps, weak = unit(game, "XVII"), unit(game, "RumVI")
    t = game.table
    assert exchange.payable(t, (corps,), 12, False, 1, (0, 0)) == 1 << corps
    assert exchange.least_sum(12, False, (), ((0, 6, 10),), (0, 0)) == 6
    assert exchange.least_sum(14, False, (), ((0, 6, 10),), (0, 0)) == 10
    assert exchange.least_sum(14, False, (), ((0, 6, 10), (0, 2)), (0, 0)) == 8
    assert exchange.payable(t, (corps, weak), 4, False, 1, (0, 0)) == 1 << weak
    paying = scene("SE1818: XVII LI RumVI / SE1817: 40A / axis combat", [3])
    play(paying, "axis: attack XVII+LI+RumVI SE1817")
    assert refused(paying, "axis", "lose RumVI") == "10.02"
    assert offers(paying, "axis", "lose") == {"XVII", "LI"}


@pytest.mark.rule("sfe", "10.01/DR", "10.03")
def test_retreat_keeps_the_supply_path() -> None:
    """Defenders retreat one hex, where they can without a longer way to their supply."""
    game = scene("turn=2 / SE1719: 40A / SE1718: XVII LI XXIX / axis combat", [2])
    play(game, "axis: attack XVII+LI+XXIX SE1719")
    assert game.table.frame.step == "retreat"
    hexes = offers(game, "allied", "retreat", "40A")
    length = supply.lengths(game.table, 1)
    here = length[node(game, "SE1719")]
    assert hexes and all(length[node(game, name)] <= here for name in hexes)
    longer = [n for n in members(retreat.open_hexes(game.table, unit(game, "40A"))) if length.get(n, 99) > here]
    assert all(game.table.node_name(n) not in hexes for n in longer) and longer


@pytest.mark.rule("sfe", "10.03")
def test_retreat_past_a_full_hex() -> None:
    """A unit that retreats onto a full hex goes on to one with room."""
    text = "SE1818: 40A 9A 28AGds / SE1917: 22Tk 21Tk / SE1716: 6Cav / SE1817: XVII / SE1816: LI XXIX LV"
    game = play(scene(f"{text} / allied combat", [5]), "allied: attack 40A+9A+28AGds+22Tk+21Tk SE1817")
    play(game, "axis: retreat XVII SE1816")
    assert game.table.frame.step == "retreat"
    further = offers(game, "axis", "retreat", "XVII")
    assert "SE1816" not in further and further
    play(game, f"axis: retreat XVII {min(further)}")
    assert at(game, "XVII") == min(further)


@pytest.mark.rule("sfe", "9.0")
def test_only_adjacent_hexes() -> None:
    """A unit attacks hexes next to it, and no one must attack."""
    game = scene("SE1818: XVII / SE1816: 40A / axis combat")
    assert "attack" not in offers(game, "axis") and "end" in offers(game, "axis")


@pytest.mark.rule("sfe", "9.0/3", "9.02/1")
def test_a_stack_may_divide_its_attacks() -> None:
    """Units of one stack attack different hexes, and an attack may be left undone after the air phase."""
    game = scene("SE1818: XVII LI / SE1817: 6Cav / SE1918: 5Cav / axis combat", [6, 6])
    assert offers(game, "axis", "attack", "XVII", ".") == {"SE1817", "SE1918"}
    play(game, "axis: attack XVII SE1817", "axis: pass", "axis: attack LI SE1918", "axis: pass", "axis: end")
    assert game.table.frame.step != "combat"


@pytest.mark.rule("sfe", "9.0/2")
def test_attacks_cross_straits() -> None:
    """A strait lets attacks through, though no zone crosses it."""
    game = scene("SE1818: XVII / SE1817: 40A / axis combat")
    world = game.table.world
    assert strengths.adjacent(game.table, node(game, "SE1818"), node(game, "SE1817"))
    assert not (world.zone_walk | world.walk) - world.walk


@pytest.mark.rule("sfe", "10.04")
def test_support_survives_the_ground_units() -> None:
    """Wings are untouched by the result of the battle that they supported, and no longer count for another."""
    game = scene("SE1818: RumVI / SE1817: 40A / Stalino: KG55 / axis combat", [1])
    p, wing = game.table.p, unit(game, "KG55")
    p.base[wing], p.mission[wing] = p.at[wing], SUPPORT
    p.put(wing, node(game, "SE1817"))
    game._changed()
    play(game, "axis: attack RumVI SE1817")
    assert not on_map(game, "RumVI") and on_map(game, "KG55")
    assert p.mission[wing] != SUPPORT
