"""Combat (chapter 8 without overrun, chapter 11): cases by rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import combat, weather
from grognard.titles.ww2eto.land.battle import fall_back, refuges
from grognard.titles.ww2eto.state import VICHY_NEUTRAL

from .scenes import at, names, offers, play, refused, scene, unit

PLAIN = "1941 bare / war / 2208: sov2inf sov2inf / 2109: ger4inf / 2108: ger3inf / axis combat"
SEVEN = "axis: attack ger4inf@2109+ger3inf@2108 2208"


def loss(text: str, order: str, die: int) -> int:
    """Points that the defenders lose, by what is left on the map."""
    game = scene(text, [die])
    before = sum(game.table.p.strength)
    play(game, order)
    points = game.table.frame.get("points", 0)
    return before - sum(game.table.p.strength) + points


@pytest.mark.rule("ww2eto", "8.31", "8.7/T", "8.71", "8.73", "3.22")
@pytest.mark.parametrize(("die", "points"), [(1, 3), (2, 2), (3, 2), (4, 2), (5, 2), (6, 1)])
def test_seven_against_four(die: int, points: int) -> None:
    """Seven German points against four Russian ones use the column +3 (W12)."""
    assert loss(PLAIN, SEVEN, die) == points
    piece = unit(scene(PLAIN), "2109")
    assert combat.differential(scene(PLAIN).table, (piece, unit(scene(PLAIN), "2108")), (hex_of("2208"),)) == 3
    assert refused(scene(PLAIN), "axis", "attack ger3inf@2108 2208") != ""


def hex_of(name: str) -> int:
    return w.world("1941").node(name)


@pytest.mark.rule("ww2eto", "8.7/Ta")
def test_above_seven() -> None:
    """More than seven points of difference use the column +7."""
    text = "1941 bare / war / 2208: sov2inf / 2109: ger4inf ger4inf / 2108: ger4inf / axis combat"
    game = play(scene(text, [6]), "axis: attack ger4inf@2109+ger4inf@2109+ger4inf@2108 2208")
    assert at(game, "2208") == []


@pytest.mark.rule("ww2eto", "8.72", "8.0/a")
def test_too_weak() -> None:
    """Fewer points than the defender may not attack; equal ones may."""
    game = scene("1941 bare / war / 2208: sov3inf / 2109: ger2inf / 2108: ger1inf / axis combat")
    assert refused(game, "axis", "attack ger2inf@2109 2208") == "8.0/a"
    assert refused(game, "axis", "attack ger2inf@2109+ger1inf@2108 2208") == ""


@pytest.mark.rule("ww2eto", "8.11")
def test_adjacent_units_only() -> None:
    """A unit two hexes away takes no part."""
    game = scene(f"{PLAIN.removesuffix('/ axis combat')} / 2106: ger4inf / axis combat")
    assert refused(game, "axis", "attack ger4inf@2109+ger4inf@2106 2208") == "8.11"


@pytest.mark.rule("ww2eto", "8.0", "4.2/A2")
def test_combat_is_the_phasing_players() -> None:
    """The phasing player attacks in his Combat Phase, and only hexes that hold an enemy."""
    game = scene(PLAIN)
    assert game.table.frame.step == "combat"
    assert refused(game, "axis", "attack ger4inf@2109+ger3inf@2108 2008") == "8.0"
    assert "attack" not in offers(scene(PLAIN.replace("combat", "movement")), "axis")


@pytest.mark.rule("ww2eto", "8.13")
def test_from_several_hexes() -> None:
    """A hex is attacked from all sides at once."""
    game = play(scene(PLAIN, [1]), SEVEN)
    assert sum(game.table.p.strength) == 11


@pytest.mark.rule("ww2eto", "8.14")
def test_who_was_attacked_is_not_attacked_again() -> None:
    """Fresh units beside it could; that it was attacked already is the reason, and not that they stand elsewhere."""
    here = "1941 bare / 1612: ger4mech ger4inf / 1611: ger4mech ger4inf / 1712: sov4inf / war / turn 2-1942"
    game = scene(f"{here} / axis combat", dice=[2])
    assert refused(game, "axis", "attack ger4inf@1612+ger4inf@1611 1712") == ""
    game.play("axis", "attack ger4mech@1612+ger4mech@1611 1712")
    assert at(game, "1712") == ["sov4inf"]
    assert refused(game, "axis", "attack ger4inf@1612+ger4inf@1611 1712") == "8.14"


@pytest.mark.rule("ww2eto", "8.14")
def test_once_each() -> None:
    """A unit attacks once in a phase, and a hex that held is not attacked again."""
    text = "1941 bare / war / 2208: sov2inf / 2109: ger2inf / 2108: ger4inf / axis combat"
    game = play(scene(text, [6]), "axis: attack ger2inf@2109 2208")
    assert refused(game, "axis", "attack ger2inf@2109 2208") == "8.14"
    assert "attack" not in offers(game, "axis")


@pytest.mark.rule("ww2eto", "7.11", "8.21")
def test_the_stack_defends_whole() -> None:
    """Two units in a hex defend with their sum, and none can be held back or picked out."""
    game = scene(PLAIN)
    assert refused(game, "axis", "attack ger3inf@2108 2208") == "8.0/a"
    assert combat.fields(game.table, 0)[0].defence == 4


@pytest.mark.rule("ww2eto", "7.12", "8.22")
def test_stacked_units_attack_apart() -> None:
    """Of two stacked units one attacks 1712, then the other 1713 (W11)."""
    text = "1941 bare / war / 1712: sov2inf / 1713: sov2inf / 1612: ger4inf ger4mech / axis combat"
    game = play(
        scene(text, [3, 3]), "axis: attack ger4inf@1612 1712", "allied: retreat sov1inf@1712 1812", "axis: pass"
    )
    assert at(game, "1612") == ["ger4inf", "ger4mech"]
    play(game, "axis: attack ger4mech@1612 1713")
    assert game.table.p.fallen[f"ussr/{game.table.p.turn}"] == 2


@pytest.mark.rule("ww2eto", "8.23")
def test_two_hexes_in_one_combat() -> None:
    """One stack attacks two hexes at once, since it touches both."""
    text = "1941 bare / war / 1712: sov2inf / 1713: sov2inf / 1612: ger4inf ger4mech / axis combat"
    game = play(scene(text, [1]), "axis: attack ger4inf@1612+ger4mech@1612 1712+1713")
    assert at(game, "1712") == at(game, "1713") == []
    apart = scene(text.replace("1713: sov2inf", "2109: sov2inf"))
    assert refused(apart, "axis", "attack ger4inf@1612+ger4mech@1612 1712+2109") == "8.11"


@pytest.mark.rule("ww2eto", "8.32", "T/rough")
def test_rough_doubles() -> None:
    """Two points in the Caucasus defend with four."""
    game = scene("1941 bare / war / 2716: sov2inf / 2715: ger4inf / axis combat")
    assert combat.fields(game.table, 0)[0].defence == 4


@pytest.mark.rule("ww2eto", "11.13", "11.0", "8.32", "T/weather")
def test_rough_in_spring() -> None:
    """One point in rough in a Weather Area spring defends with four: six attackers give +2 (W13)."""
    text = "1941 bare / war / turn 2-1942 / 2716: sov1inf / 2715: ger4inf ger2inf / axis combat"
    assert combat.fields(scene(text).table, 0)[0].defence == 4
    assert loss(text, "axis: attack ger4inf@2715+ger2inf@2715 2716", 5) == 1
    assert loss(text, "axis: attack ger4inf@2715 2716", 5) == 0


@pytest.mark.rule("ww2eto", "T/blocked")
def test_no_attack_over_mountains() -> None:
    """The Carpathians between 1715 and 1814 stop an attack."""
    game = scene("1941 bare / war / 1814: sov2inf / 1715: ger4inf / axis combat")
    assert refused(game, "axis", "attack ger4inf@1715 1814") == "T/blocked"


@pytest.mark.rule("ww2eto", "T/seaside")
def test_no_attack_over_the_sea() -> None:
    """Nobody attacks over the Channel without landing craft."""
    game = scene("1941 bare / 0811: brt1inf / 0812: ger4inf / axis combat")
    assert refused(game, "axis", "attack ger4inf@0812 0811") == "T/seaside"


@pytest.mark.rule("ww2eto", "3.22/a")
def test_brackets_only_defend() -> None:
    """A garrison never attacks."""
    game = scene("1941 bare / 0219: brt1gar / 0318: ger1inf / 0319: brt1inf / allied combat")
    assert refused(game, "allied", "attack brt1gar@0219 0318") == "3.22/a"


@pytest.mark.rule("ww2eto", "8.51")
def test_attackers_never_lose() -> None:
    """An attack that fails costs the attacker nothing."""
    text = "1941 bare / war / 2208: sov2inf / 2109: ger2inf / axis combat"
    game = play(scene(text, [6]), "axis: attack ger2inf@2109 2208")
    assert at(game, "2109") == ["ger2inf"]
    assert at(game, "2208") == ["sov2inf"]


@pytest.mark.rule("ww2eto", "8.52", "8.53")
def test_owner_picks_losses() -> None:
    """The defender takes two points as he likes: one of each unit, or a whole one."""
    game = play(scene("1941 bare / war / 2208: sov3inf sov2inf / 2109: ger4inf ger4inf / axis combat", [5]),
                "axis: attack ger4inf@2109+ger4inf@2109 2208")  # fmt: skip
    assert offers(game, "allied", "lose") == {"sov3inf@2208", "sov2inf@2208"}
    play(game, "allied: lose sov3inf@2208", "allied: lose sov2inf@2208", "allied: retreat sov2inf@2208 2309")
    assert at(game, "2309") == ["sov2inf"]
    assert at(game, "2208") == ["sov1inf"]


@pytest.mark.rule("ww2eto", "8.54", "8.8")
def test_loss_forces_retreat() -> None:
    """After any loss the survivor leaves the hex for one out of enemy zones."""
    text = "1941 bare / war / 2208: sov2inf / 2109: ger4inf / 2108: ger1inf / axis combat"
    game = play(scene(text, [6]), "axis: attack ger4inf@2109 2208")
    assert offers(game, "allied", "retreat", "sov1inf@2208") == {"2308", "2309"}
    assert refused(game, "allied", "retreat sov1inf@2208 2209") == "6.31"


@pytest.mark.rule("ww2eto", "8.8/b")
def test_no_retreat_over_mountains() -> None:
    """A beaten unit does not climb a blocked hexside."""
    text = "1941 bare / war / 1613: sov2inf / 1612: ger4inf / 1513: ger1inf / 1713: ger1inf / axis combat"
    game = play(scene(text, [6]), "axis: attack ger4inf@1612 1613")
    assert game.table.p.fallen[f"ussr/{game.table.p.turn}"] == 2


@pytest.mark.rule("ww2eto", "8.8/c")
def test_no_way_out() -> None:
    """A unit without a hex to go to is eliminated."""
    ring = "2109: ger4inf / 2109: ger1inf / 2309: ger1inf / 2307: ger1inf"
    game = play(scene(f"1941 bare / war / 2208: sov3inf / {ring} / 2911: sov1inf / axis combat", [6]),
                "axis: attack ger4inf@2109 2208")  # fmt: skip
    assert game.table.p.fallen[f"ussr/{game.table.p.turn}"] == 3


@pytest.mark.rule("ww2eto", "8.61", "8.62")
def test_advance() -> None:
    """The victor may advance, from one enemy zone into another, within stacking."""
    enemy = "2208: sov1inf / 2309: sov2inf / 2209: sov3inf"
    text = f"1941 bare / war / {enemy} / 2109: ger4inf ger4inf / 2108: ger4inf / axis combat"
    game = play(scene(text, [1]), "axis: attack ger4inf@2109+ger4inf@2109+ger4inf@2108 2208")
    assert "advance" in offers(game, "axis")
    play(game, "axis: advance ger4inf@2108 2208", "axis: advance ger4inf@2109 2208")
    assert at(game, "2208") == ["ger4inf", "ger4inf"]
    assert game.table.frame.step == "combat"


@pytest.mark.rule("ww2eto", "7.0")
def test_advance_within_stacking() -> None:
    """Only two of three attackers find room."""
    text = "1941 bare / war / 2208: sov1inf / 2109: ger4inf ger4inf / 2108: ger4inf / axis combat"
    game = play(scene(text, [1]), "axis: attack ger4inf@2109+ger4inf@2109+ger4inf@2108 2208",
                "axis: advance ger4inf@2108 2208", "axis: advance ger4inf@2109 2208")  # fmt: skip
    assert game.table.frame.step == "combat"
    assert at(game, "2109") == ["ger4inf"]


@pytest.mark.rule("ww2eto", "8.63")
def test_advanced_units_are_done() -> None:
    """A unit that advanced does not attack again, but its zone counts at once."""
    text = "1941 bare / war / 2208: sov1inf / 2309: sov1inf / 2109: ger4inf / axis combat"
    game = play(scene(text, [1]), "axis: attack ger4inf@2109 2208", "axis: advance ger4inf@2109 2208")
    assert at(game, "2208") == ["ger4inf"]
    assert "attack" not in offers(game, "axis")


def test_exact_odds() -> None:
    """The odds come from the combat code under every die."""
    game = scene(PLAIN)
    found = combat.odds(game.table, (unit(game, "2109"), unit(game, "2108")), (hex_of("2208"),))
    assert found == {3: Fraction(1, 6), 2: Fraction(4, 6), 1: Fraction(1, 6)}


@pytest.mark.rule("ww2eto", "11.21", "11.22", "11.21/a")
@pytest.mark.parametrize(
    ("invaded", "turn", "attack", "defence"),
    [
        (6, "1-1941", 1, 1), (6, "1-1942", 2, 2), (6, "1-1943", 1, 2), (6, "1-1944", 1, 1),
        (8, "1-1942", 2, 2), (8, "1-1943", 1, 2), (8, "4-1941", 1, 1),
    ],
)  # fmt: skip
def test_russian_winters(invaded: int, turn: str, attack: int, defence: int) -> None:
    """Russians and Finns double in the first winter, in defence in the second; a winter invasion waits a year (W25)."""
    table = scene(f"1940 bare / war / russia_invaded_on={invaded} / turn {turn}").table
    for nation in (w.USSR, w.FINLAND):
        assert weather.winter_factor(table, nation, True) == attack
        assert weather.winter_factor(table, nation, False) == defence
    assert weather.winter_factor(table, w.GERMANY, False) == 1
    first = scene("1940 bare / war / russia_invaded_on=6 / turn 1-1941").table
    years = [scene(f"1940 bare / war / russia_invaded_on=6 / turn 1-{year}").table for year in (1942, 1943)]
    assert weather.winter_factor(first, w.USSR, True) == 1
    assert [weather.winter_factor(year, w.USSR, True) for year in years] == [2, 1]
    assert [weather.winter_factor(year, w.USSR, False) for year in years] == [2, 2]


def test_a_retreat_is_not_bound_by_the_russian_range() -> None:
    """A Russian at the end of his range may be driven beyond it (R064)."""
    text = "1941 bare / war / 0914: sov2inf / 1013: ger4inf / axis combat"
    game = scene(text)
    piece = unit(game, "0914")
    found = names(game, refuges(game.table, piece))
    assert found & names(game, ~game.table.world.near_russia & game.table.world.play)


@pytest.mark.rule("ww2eto", "12.0")
def test_no_retreat_into_a_neutral() -> None:
    """A German with Sweden alone behind him dies in Norway (R108)."""
    text = "1941 bare / 1307: ger2inf / 1306: brt3inf / 1207: brt3inf / allied combat"
    order = "allied: attack brt3inf@1306+brt3inf@1207 1307"
    game = play(scene(text, dice=[6]), order)
    assert not game.table.p.corps[w.GERMANY]


@pytest.mark.rule("ww2eto", "8.8")
def test_no_retreat_into_vichy() -> None:
    """A Briton beside Tunisia retreats into the desert or to nowhere, and Vichy stays neutral (R108)."""
    game = scene("1941 bare / 1124: brt2inf / 1223: ger4mech ger1mech / axis combat", dice=[6])
    play(game, "axis: attack ger4mech@1223+ger1mech@1223 1124")
    assert refused(game, "allied", "retreat brt1inf@1124 1023") == "12.0"
    play(game, "allied: retreat brt1inf@1124 1024")
    assert game.table.p.vichy == VICHY_NEUTRAL


@pytest.mark.rule("ww2eto", "12.0")
def test_no_retreat_over_a_border_at_peace() -> None:
    """A German on the border does not retreat into Russia before war; afterwards he may (R108)."""
    peace, war = (scene(f"1941 bare / {war}1612: ger2inf / axis combat") for war in ("", "war / "))
    assert "1712" not in names(peace, refuges(peace.table, unit(peace, "1612")))
    assert "1712" in names(war, refuges(war.table, unit(war, "1612")))


def test_a_retreat_enters_a_pro_axis_country() -> None:
    """A German who falls back into Hungary has crossed its border: it is open from then on (R108)."""
    game = scene("1940 bare / 1514: ger2inf / axis combat")
    piece, hungary = unit(game, "1514"), game.table.world.by_id["hungary"].hexes
    assert game.table.p.sealed & hungary and "1515" in names(game, refuges(game.table, piece))
    fall_back(game.table, piece, game.table.world.node("1515"))
    assert not game.table.p.sealed & hungary


@pytest.mark.rule("ww2eto", "8.54")
def test_each_owner_retreats_his_own() -> None:
    """With three players the British retreat first where they will, then the Russians of the other hex (R106)."""
    text = "1939 bare / war / turn 3-1942 / 1413: brt2inf / 1512: sov2inf / 1412: ger4inf ger4inf / 1314: brt1inf"
    text += " / 2309: sov1inf / 2209: sov1inf / 2210: sov1inf / axis combat"
    game = scene(text, dice=[6], options={"three_players": "on", "partisans": "off"})
    play(game, "axis: attack ger4inf@1412+ger4inf@1412 1413+1512", "allied: lose brt2inf@1413")
    assert (set(game.decisions()), offers(game, "allied", "retreat")) == ({"allied"}, {"brt1inf@1413"})
    refuge = min(offers(game, "allied", "retreat", "brt1inf@1413"))
    play(game, f"allied: retreat brt1inf@1413 {refuge}")
    assert (set(game.decisions()), offers(game, "soviet", "retreat")) == ({"soviet"}, {"sov2inf@1512"})


@pytest.mark.rule("ww2eto", "8.31", "8.72")
def test_too_weak_against_both() -> None:
    """Four points equal each of two hexes alone; against both the refusal counts them together."""
    text = "1941 bare / war / 1210: ger1inf / 2208: ger4inf / 2207: sov2inf / 2308: sov3inf / axis combat"
    game = scene(text)
    assert refused(game, "axis", "attack ger4inf@2208 2308") == ""
    said = game.why_not("axis", "attack ger4inf@2208 2207+2308")
    assert said is not None and said.rule in ("8.31", "8.72") and "4 attacking points against 5" in said.sentence
