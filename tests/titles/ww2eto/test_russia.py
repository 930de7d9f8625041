"""Russia (10.31-10.36, 10.7, 14.3-14.5, I/a-I/f): war states, production, Lend-Lease, intervention."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import lendlease
from grognard.titles.ww2eto.home import reinforcements_due as phase_five
from grognard.titles.ww2eto.land import sizes
from grognard.titles.ww2eto.land.supply import supplied
from grognard.titles.ww2eto.politics import control, russia
from grognard.titles.ww2eto.state import LIMITED_WAR, PEACETIME, WAR_PRODUCTION

from .cases import at, go_to, rolled, rule_against, scene, targets, units
from .scenes import names, unit, until

FRONT = "1941 bare / 1712: ger4inf / 1812: sov2inf / 2209: sov2inf"
PHASE = "allied reinforcement"


def dues(game: Game) -> dict[str, int]:
    return {key: points for key, points in game.table.p.due.items() if points and key.startswith("ussr")}


def computed(game: Game) -> Game:
    """After the Russian Resources Computation."""
    lendlease.compute(game.table)
    return game


@pytest.mark.rule("ww2eto", "10.31", "10.31/c")
def test_war_production() -> None:
    """An Axis unit over the pre-1939 border brings automatic war and war production."""
    game = scene("1941 bare / 1612: ger4inf / 2209: sov2inf / turn 3/1941 / axis movement", dice=[4])
    p = game.table.p
    assert (p.russia, p.russia_at_war) == (PEACETIME, 0)
    game.play("axis", "move ger4inf@1612 1911")
    assert (p.russia, game.table.p.russia_at_war, game.table.p.russia_invaded_on) == (WAR_PRODUCTION, 1, 8)
    while game.table.p.player != w.ALLIED:
        game.play("axis", "end")
    assert dues(go_to(game, "reinforcing"))["ussr/resource_center"] == 13


@pytest.mark.rule("ww2eto", "10.31/d", "15.3/d")
def test_the_border_is_that_of_1938() -> None:
    """Entry into Russian-held Poland in 1941 is war, but limited: war production needs pre-1939 Russia."""
    game = scene("1941 bare / 1612: ger4inf / 2209: sov2inf / axis movement")
    game.play("axis", "move ger4inf@1612 1712")
    p = game.table.p
    assert (p.russia, p.russia_at_war, p.russia_invaded_on) == (LIMITED_WAR, 1, 0)


@pytest.mark.rule("ww2eto", "15.2/a")
def test_border_of_1940() -> None:
    """In 1940 Russia is at peace until an Axis unit crosses the German-Russian border."""
    game = scene("1940 bare / 1612: ger4inf / 2209: sov2inf / axis movement")
    assert game.table.p.russia_at_war == 0
    game.play("axis", "move ger4inf@1612 1712")
    assert (game.table.p.russia, game.table.p.russia_at_war) == (LIMITED_WAR, 1)


@pytest.mark.rule("ww2eto", "10.31/a")
def test_peacetime_russians_stay_home() -> None:
    """At peace Russians move within Russia and what it holds; German land is closed."""
    game = scene("1941 bare / 1711: sov2inf / allied movement")
    assert rule_against(game, "allied", "move sov2inf@1711 1611") == "10.31/a"
    assert rule_against(game, "allied", "move sov2inf@1711 1911") == ""


@pytest.mark.rule("ww2eto", "10.31/b")
def test_limited_war_after_an_attack() -> None:
    """An attack on Russian units outside Russia proper is limited war."""
    game = scene("1941 bare / 1612: ger4inf / 1712: sov2inf / 2209: sov2inf / axis combat", dice=[6])
    game.play("axis", "attack ger4inf@1612 1712")
    assert (game.table.p.russia, game.table.p.russia_at_war, game.table.p.russia_invaded_on) == (LIMITED_WAR, 1, 0)


@pytest.mark.rule("ww2eto", "14.32")
def test_no_russian_attack_in_peace() -> None:
    """Before war is declared Russians attack nobody."""
    game = scene("1941 bare / 1711: sov2inf sov2inf / 1611: ger1inf / allied combat")
    assert rule_against(game, "allied", "attack sov2inf@1711 1611") == "14.32"
    war = scene("1941 bare / 1711: sov2inf sov2inf / 1611: ger1inf / 2209: sov2inf / war / allied combat")
    assert rule_against(war, "allied", "attack sov2inf@1711 1611") == ""


@pytest.mark.rule("ww2eto", "10.32", "10.32/e")
def test_peacetime_points() -> None:
    """In peacetime the chart's points come as infantry in units of exactly two."""
    game = scene(f"1941 bare / 2209: sov2inf / turn 3/1941 / {PHASE}")
    assert dues(game) == {"ussr/resource_center": 2}
    assert targets(game, "allied", "build", "ussr/resource_center") == {"infantry"}
    assert targets(game, "allied", "build", "ussr/resource_center", "infantry") == {"2"}


@pytest.mark.rule("ww2eto", "10.32/a", "10.73")
def test_size_before_invasion() -> None:
    """In limited war units stay at two points until Russia is invaded; points appear at Resource Centers."""
    game = scene(f"1941 bare / 2209: sov2inf / russia=1 / turn 3/1941 / {PHASE}")
    game.play("allied", "take ussr reinforcements")
    assert targets(game, "allied", "build", "ussr/resource_center", "infantry") == {"1", "2"}
    assert rule_against(game, "allied", "build ussr/resource_center infantry 2 2208") == "10.73"
    game.play("allied", "build ussr/resource_center infantry 2 2310")
    assert at(game, "2310") == ["sov2inf"]


@pytest.mark.rule("ww2eto", "10.32/c")
def test_size_after_invasion() -> None:
    """From the invasion on three points, from 1/1943 four."""
    game = scene("1941 bare / 2209: sov2inf / war / turn 4/1941 / allied movement")
    assert sizes.max_size(game.table, w.USSR) == 3
    late = scene("1941 bare / 2209: sov2inf / war / turn 1/1943 / allied movement")
    assert sizes.max_size(late.table, w.USSR) == 4


@pytest.mark.rule("ww2eto", "10.32/b", "15.31/USSR-r", "10.34/a")
def test_siberians() -> None:
    """W18: on the invasion turn two units of three and the last column, in the next one unit more."""
    text = "1941 bare / 1911: ger4inf / 2209: sov2inf / russia=2 / russia_at_war=1 / russia_invaded_on=8"
    first = scene(f"{text} / turn 3/1941 / {PHASE}", dice=[4])
    assert dues(first) == {"ussr/resource_center": 13, "ussr/siberian": 2}
    assert targets(first, "allied", "build", "ussr/siberian", "infantry") == {"3"}
    second = scene(f"{text} / turn 4/1941 / {PHASE}", dice=[4])
    assert dues(second)["ussr/siberian"] == 1


@pytest.mark.rule("ww2eto", "10.33", "10.72")
def test_limited_war_choice() -> None:
    """W23: four reinforcement points, or replacements up to the losses and to twenty."""
    game = scene(f"1941 bare / 2209: sov2inf / russia=1 / turn 3/1941 / {PHASE}")
    game.play("allied", "take ussr reinforcements")
    assert dues(game) == {"ussr/resource_center": 4}
    other = scene(f"1941 bare / 2209: sov2inf / russia=1 / turn 3/1941 / {PHASE}")
    other.table.p.pool["ussr/8"] = 7
    other.play("allied", "take ussr replacements")
    assert dues(other)["ussr/resource_center"] == 7


@pytest.mark.rule("ww2eto", "15.31/repl")
def test_twenty_replacements() -> None:
    """However great the losses, twenty points at most."""
    game = scene(f"1941 bare / 2209: sov2inf / russia=1 / turn 3/1941 / {PHASE}")
    game.table.p.pool["ussr/8"] = 31
    game.play("allied", "take ussr replacements")
    assert dues(game)["ussr/resource_center"] == 20


@pytest.mark.rule("ww2eto", "10.71")
def test_no_replacements_in_peace() -> None:
    """Russia takes no replacements in peacetime."""
    game = scene(f"1941 bare / 2209: sov2inf / turn 3/1941 / {PHASE}")
    assert rule_against(game, "allied", "take ussr replacements") == "10.71"


@pytest.mark.rule("ww2eto", "10.77")
def test_no_russian_transport() -> None:
    """Russia builds infantry, never transport."""
    rich = scene(f"1941 bare / 2209: sov2inf / russia=1 / turn 3/1941 / {PHASE}")
    rich.play("allied", "take ussr reinforcements")
    assert targets(rich, "allied", "build", "ussr/resource_center") == {"infantry"}


WAR = "1941 bare / 1911: ger4inf / 2209: sov2inf / russia=2 / russia_at_war=1 / russia_invaded_on=5"


@pytest.mark.rule("ww2eto", "10.34", "10.34/b")
def test_production_chart() -> None:
    """In war production the sum of the last computation picks the column; 24 to 26 with a 6 gives twelve."""
    game = scene(f"{WAR} / russian_resources=25 / turn 2/1942 / allied naval", dice=[6])
    game.table.p.notes["centers"] = 22
    go_to(game, "reinforcing")
    assert dues(game) == {"ussr/resource_center": 12}
    counted = computed(scene(f"{WAR} / turn 2/1942 / allied naval"))
    assert counted.table.p.russian_resources == 36 + 2


@pytest.mark.rule("ww2eto", "10.34/c")
def test_one_unit_a_center() -> None:
    """One unit is placed at a Resource Center in a phase."""
    game = scene(f"{WAR} / russian_resources=25 / turn 2/1942 / allied naval", dice=[6])
    game.table.p.notes["centers"] = 22
    go_to(game, "reinforcing").play("allied", "build ussr/resource_center infantry 3 2310")
    assert rule_against(game, "allied", "build ussr/resource_center infantry 3 2310") == "10.34/c"


@pytest.mark.rule("ww2eto", "10.74")
def test_back_to_limited_war() -> None:
    """When no Axis unit is left in Russia and none attacked into it, production is limited again."""
    game = scene(f"1941 bare / 2209: sov2inf / 1612: ger4inf / war / turn 2/1942 / {PHASE}")
    assert game.table.p.russia == LIMITED_WAR
    pressed = scene(f"{WAR} / turn 2/1942 / {PHASE}", dice=[1])
    assert pressed.table.p.russia == WAR_PRODUCTION


@pytest.mark.rule("ww2eto", "10.74")
def test_war_production_when_the_last_german_dies() -> None:
    """The last German in Russia falls to a Russian attack: he was in it in this Game-Turn, the chart is used (R138)."""
    text = (
        "1941 bare / war / turn 3/1942 / 1712: ger4inf / 2309: ger1inf / 2308: sov4inf / 2209: sov4inf / 0811: brt3inf"
    )
    game = scene(f"{text} / allied movement", dice=[1, 3], options={"partisans": "off"})
    game.play("allied", "end")
    game.play("allied", "attack sov4inf@2308+sov4inf@2209 2309")
    assert units(game, "ger1inf") == []
    go_to(game, "reinforcing")
    assert game.table.p.russia == WAR_PRODUCTION
    assert "take" not in targets(game, "allied")


@pytest.mark.rule("ww2eto", "10.75")
def test_fewer_than_three_centers() -> None:
    """W24: with two centers nothing is produced, Lend-Lease or not; with three the column counts Lend-Lease."""
    for centers, points in ((2, 0), (3, 2)):
        game = scene(f"{WAR} / russian_resources={centers + 5} / turn 3/1943 / allied naval", dice=[1])
        game.table.p.notes["centers"] = centers
        assert phase_five.produce(game.table) == points


@pytest.mark.rule("ww2eto", "4.2/B8")
def test_eighth_phase() -> None:
    """The computation is the eighth phase of the Allied Player-Turn."""
    game = scene(f"{WAR} / turn 1/1944 / allied naval")
    while game.table.p.turn == 18:
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, "end" if "end" in {c.text for c in decision.next()} else decision.actions(limit=1)[0])
    assert game.table.p.russian_resources == 36 + 5


@pytest.mark.rule("ww2eto", "10.76")
def test_computation() -> None:
    """Phase 8 counts the centers for the next Game-Turn: Minsk is lost to the unit on it."""
    game = computed(scene(f"{WAR} / turn 1/1944 / allied naval"))
    assert game.table.p.notes["centers"] == 36
    assert game.table.p.russian_resources == 36 + 5


@pytest.mark.rule("ww2eto", "10.35", "10.35/a")
def test_lend_lease_of_the_next_turn() -> None:
    """W19: the computation of 4/1942 adds the three points of 1/1943, not the two of its own quarter."""
    game = computed(scene(f"{WAR} / turn 4/1942 / allied naval"))
    assert game.table.p.russian_resources == 36 + 3


@pytest.mark.rule("ww2eto", "10.36", "10.36/a")
def test_archangel_blocked() -> None:
    """W20a: an Axis unit on the Archangel route: a point is lost on 1 or 2."""
    game = computed(scene(f"{WAR} / 2103: ger1inf / turn 4/1943 / allied naval", dice=[1, 2, 3, 5, 6]))
    assert (game.table.p.russian_resources, rolled(game)) == (36 + 3, 5)


@pytest.mark.rule("ww2eto", "10.36/b", "10.36/d")
def test_two_routes_blocked() -> None:
    """W20b: with the Persian route blocked too, 1 to 4 lose the one die of each point."""
    text = f"{WAR} / 2103: ger1inf / 3320: ger1inf / turn 4/1943 / allied naval"
    game = computed(scene(text, dice=[1, 2, 3, 5, 6]))
    assert (game.table.p.russian_resources, rolled(game)) == (36 + 2, 5)


@pytest.mark.rule("ww2eto", "10.36/c")
def test_eastern_edge_blocked() -> None:
    """W20c: the eastern edge counts only when Axis units hold every land hex of it (which cuts the Persian route)."""
    edge = scene(f"{WAR} / turn 4/1943 / allied movement").table
    names = edge.world.board.names_of(edge.world.areas["eastern_edge"] & edge.world.play)
    held = " / ".join(f"{name}: ger1inf" for name in names)
    game = computed(scene(f"{WAR} / {held} / turn 4/1943 / allied naval", dice=[1, 2, 3, 5, 6]))
    arrived = game.table.p.russian_resources - game.table.p.notes["centers"]
    assert (arrived, rolled(game)) == (lendlease.schedule()["1/1944"] - 3, 5)
    gap = held.replace(f" / {names[0]}: ger1inf", "").replace(f"{names[0]}: ger1inf / ", "")
    part = computed(scene(f"{WAR} / {gap} / turn 4/1943 / allied naval", dice=[1, 2, 3, 5, 6]))
    assert part.table.p.russian_resources - part.table.p.notes["centers"] == lendlease.schedule()["1/1944"] - 1


@pytest.mark.rule("ww2eto", "10.34/d")
def test_control_of_centers() -> None:
    """A center without units goes to whoever last had an unshared zone on it."""
    game = computed(scene(f"{WAR} / 2211: ger1inf / turn 4/1943 / allied naval"))
    t = game.table
    tula, bryansk = (t.title.find_node(t, name) for name in ("2311", "2211"))
    assert t.p.axis_centers >> bryansk & 1
    assert t.p.axis_centers >> tula & 1


@pytest.mark.rule("ww2eto", "10.34/d")
def test_a_center_between_the_armies_is_nobodys() -> None:
    """R236: an empty center in the zones of both counts neither for Russian production nor for the Axis."""
    text = "1941 bare / 2211: ger1inf / 2411: sov2inf / 0811: brt3inf / war / turn 4/1943 / allied naval"
    game = computed(scene(text))
    t = game.table
    assert names(game, control.disputed_centers(t)) == {"2311"}
    assert (t.p.notes["centers"], names(game, control.axis_held_centers(t))) == (34, {"2111", "2211"})


# The partition of Poland


@pytest.mark.rule("ww2eto", "14.31", "14.35")
def test_pact_broken() -> None:
    """German entry into a partition hex is limited war production at once, and a declaration in the next turn."""
    game = scene("1939 bare / 1612: ger3inf / 2209: sov2inf / 0811: brt3inf / axis movement")
    game.play("axis", "move ger3inf@1612 1712")
    assert (game.table.p.russia, game.table.p.russia_at_war) == (LIMITED_WAR, 0)
    go_to(game, "russian_entry")
    assert game.table.p.turn == 2
    game.play("allied", "declare")
    assert game.table.p.russia_at_war == 1


@pytest.mark.rule("ww2eto", "14.33")
def test_declaration_lapses() -> None:
    """What is not declared in the next Game-Turn cannot be declared later."""
    text = "1939 bare / 1712: ger3inf / 2209: sov2inf / partition_entered_on=1 / turn 3/1940"
    game = scene(f"{text} / allied allied_start")
    assert game.table.frame.step != "russian_entry"


# Intervention

TURKEY = "1940 bare / 2120: ger1inf / 2325: ger1inf / 2209: sov2inf / 0811: brt3inf / invaded turkey / turn 3/1940"


@pytest.mark.rule("ww2eto", "I/d", "I/a")
def test_intervention_over_turkey() -> None:
    """W39a: with Axis units in Turkey a 2 gives the Allied player the choice, made at once."""
    game = scene(f"{TURKEY} / allied allied_start", dice=[2])
    assert targets(game, "allied") == {"intervene", "pass"}
    game.play("allied", "intervene")
    assert (game.table.p.russia, game.table.p.russia_at_war) == (LIMITED_WAR, 1)


@pytest.mark.rule("ww2eto", "I/c")
def test_intervention_over_suez() -> None:
    """W39c: with Suez in Axis hands a 4 does, and W39b, d: a 3 or a 5 does nothing."""
    game = scene(f"{TURKEY} / allied allied_start", dice=[4])
    assert targets(game, "allied") == {"intervene", "pass"}
    for die in (3, 5):
        assert scene(f"{TURKEY} / allied allied_start", dice=[die]).table.frame.step != "russian_entry"


@pytest.mark.rule("ww2eto", "I/b")
def test_intervention_over_britain() -> None:
    """Axis units in Britain: a 3 lets Russia intervene."""
    game = scene("1940 bare / 0810: ger1inf / 2209: sov2inf / 0811: brt3inf / allied allied_start", dice=[3])
    assert targets(game, "allied") == {"intervene", "pass"}


@pytest.mark.rule("ww2eto", "I/e")
def test_intervention_over_finland() -> None:
    """Three non-Finnish Axis points in Finland let Russia intervene without a die."""
    game = scene("1940 bare / 1806: ger3inf / 2209: sov2inf / 0811: brt3inf / allied allied_start", dice=[6])
    assert (targets(game, "allied"), rolled(game)) == ({"intervene", "pass"}, 0)


@pytest.mark.rule("ww2eto", "I/f")
def test_intervention_while_france_holds() -> None:
    """Five Axis Player-Turns after the attack on France, France still standing: no die needed."""
    text = "1940 bare / 0813: fra3inf / 1113: ger3inf / 2209: sov2inf / france_attacked_on=3"
    game = scene(f"{text} / turn 3/1941 / allied allied_start")
    assert targets(game, "allied") == {"intervene", "pass"}
    early = scene(f"{text} / turn 2/1941 / allied allied_start")
    assert early.table.frame.step != "russian_entry"


@pytest.mark.rule("ww2eto", "I/e")
def test_the_choice_over_finland_comes_when_the_allied_turn_begins() -> None:
    """The Axis ends its Player-Turn with three German points in Finland, and the Allies are asked before they move."""
    game = scene("1940 bare / 1806: ger3inf / 2209: sov2inf / 0811: brt3inf / turn 3/1941 / axis build_up")
    game.play("axis", "end")
    assert targets(game, "allied") == {"intervene", "pass"}


@pytest.mark.rule("ww2eto", "I/f")
def test_the_choice_over_france_comes_when_the_allied_turn_begins() -> None:
    """The Axis ends its fifth Player-Turn after the attack on France, which stands: the Allies are asked."""
    text = "1940 bare / 0813: fra3inf / 1113: ger3inf / 2209: sov2inf / 0811: brt3inf / france_attacked_on=3"
    game = scene(f"{text} / turn 3/1941 / axis build_up")
    game.play("axis", "end")
    assert targets(game, "allied") == {"intervene", "pass"}


@pytest.mark.rule("ww2eto", "I/f")
def test_no_intervention_for_a_france_that_fell() -> None:
    """R151: France conquered without a Vichy holds out no more, though the Allies land in it again."""
    text = "1940 bare / 0914: ger1inf / 1312: ger1inf / 2209: sov2inf / 0811: brt3inf / france_attacked_on=3"
    game = scene(f"{text} / turn 3/1941 / axis build_up", options={"partisans": "off"})
    until(until(game, "axis", "movement"), "allied", "movement")
    landed = game.table.p.raise_unit(w.ALLIED, w.BRITAIN, w.INFANTRY, 3, game.table.world.node("0513"))
    control.take(game.table, w.ALLIED, game.table.p.at[landed])
    until(game, "axis", "movement")
    until(game, "allied", "movement")
    assert (at(game, "0513"), russia.conquered_france(game.table)) == (["brt3inf"], False)
    assert not russia.may_intervene_freely(game.table)
    held = scene(f"{text} / 0513: fra3inf / turn 3/1941 / allied allied_start")
    assert targets(held, "allied") == {"intervene", "pass"}


# Garrison and range


@pytest.mark.rule("ww2eto", "14.4")
def test_axis_garrison_of_russia() -> None:
    """W32: with no Russian in Russia nine garrisoned centers are too few: the others revert."""
    centers = ["1911", "2007", "2013", "2111", "2115", "2211", "2214", "2216", "2310", "2311"]
    for count, left in ((9, 9), (10, 37)):
        held = " / ".join(f"{name}: ger1inf" for name in centers[:count])
        game = scene(f"1941 bare / {held} / war / russia_empty_on=15 / turn 3/1943 / allied naval")
        game.table.p.axis_centers = game.table.world.russian_centers
        while game.table.p.turn == 16:
            seat, decision = next(iter(game.decisions().items()))
            game.play(seat, "end" if "end" in {c.text for c in decision.next()} else decision.actions(limit=1)[0])
        assert game.table.p.axis_centers.bit_count() == left


@pytest.mark.rule("ww2eto", "14.5")
def test_russian_range() -> None:
    """Russians stay within ten land hexes of pre-1939 Russia."""
    game = scene("1941 bare / 1013: sov2inf / 1014: sov2inf / war / turn 3/1944 / allied movement")
    t = game.table
    near = t.world.near_russia
    inside = [name for name in targets(game, "allied", "move", "sov2inf@1013", ".") if name != "."]
    assert all(near >> t.title.find_node(t, name) & 1 for name in inside)
    assert not near >> t.title.find_node(t, "0713") & 1
    assert units(game, "sov2inf@1013") == ["sov2inf@1013"]


@pytest.mark.rule("ww2eto", "10.36", "10.36/b")
def test_lend_lease_is_rolled_for_in_limited_war() -> None:
    """A blocked route costs points though Russia itself is clear: they count should the Axis come back."""
    text = "1941 bare / 2209: sov1inf / 1312: ger1inf / 0811: brt3inf / 3320: ger1inf / war / russia=1 / turn 4/1943"
    game = computed(scene(f"{text} / allied naval", dice=[3, 4, 1, 5, 6]))
    assert game.table.p.russian_resources - game.table.p.notes["centers"] == 5 - 2


@pytest.mark.rule("ww2eto", "14.4")
def test_reverted_centers_are_not_taken_by_zones() -> None:
    """Centers that reverted stay Russian beside an Axis unit, and count, until one is entered."""
    text = "1941 bare / war / turn 3/1943 / 2409: ger4inf / 1312: ger1inf / 0811: brt3mech / russia_empty_on=14"
    game = scene(f"{text} / allied build_up", options={"partisans": "off"})
    t = game.table
    t.p.axis_centers, t.p.axis_ground = t.world.russian_centers, t.p.axis_ground | t.world.russia
    t.p.soviet_ground &= ~t.world.russia
    until(game, "axis", "movement")
    assert game.table.p.axis_centers == 0
    game.play("axis", "move ger4inf@2409 2408")
    game.play("axis", "end")
    p = computed(game).table.p
    assert (names(game, p.axis_centers), p.notes["centers"]) == ({"2408"}, 36)


@pytest.mark.rule("ww2eto", "14.4")
def test_reverted_centers_bear_and_feed_an_army() -> None:
    """R235: where the Axis left no garrison Russian points are placed, and the unit lives on the centers around."""
    text = "1941 bare / war / turn 2/1942 / 2007: ger4inf / 1312: ger1inf / 0811: brt3inf / russia_empty_on=9"
    game = scene(f"{text} / russian_resources=20 / allied build_up", dice=[3] * 3, options={"partisans": "off"})
    p, world = game.table.p, game.table.world
    p.axis_centers, p.axis_ground = world.russian_centers, p.axis_ground | world.russia
    p.soviet_ground &= ~world.russia
    game.play("allied", "end")
    game.table.p.russian_resources, game.table.p.notes["centers"] = 20, 20
    until(game, "allied", "reinforcing")
    game.play("allied", "build ussr/resource_center infantry 2 2412")
    assert supplied(game.table, unit(game, "2412"))


@pytest.mark.rule("ww2eto", "14.4")
def test_reverted_ports_are_russian() -> None:
    """R235: Leningrad without a garrison is no Axis port any more but a Russian one."""
    text = "1941 bare / war / turn 2/1942 / 2310: ger4inf / 1312: ger1inf / 0811: brt3inf / russia_empty_on=9"
    game = scene(f"{text} / axis holds 2007 / allied build_up", options={"partisans": "off"})
    until(game, "axis", "movement")
    t = game.table
    ports = [control.friendly_hexes(t, power) >> t.world.leningrad & 1 for power in (w.AXIS, w.SOVIET)]
    assert ports == [0, 1]


@pytest.mark.parametrize("minors", ["on", "off"])
def test_russia_takes_the_baltic_states_at_peace(minors: str) -> None:
    """R148: once the Axis is in Poland Russians march into the Baltic States, and not before."""
    text = "1939 bare / turn 4/1939 / 1612: pol1inf / 1909: sov2inf / 1910: sov2inf / 0811: brt3inf / 1512: ger4inf"
    options = {"partisans": "off", "minors": minors}
    before = scene(f"{text.replace(' / 1512: ger4inf', '')} / allied movement", options=options)
    assert rule_against(before, "allied", "move sov2inf@1909 1809") in ("16.14", "12.0", "10.31/a")
    game = scene(f"{text} / allied movement", options=options)
    game.table.p.invaded |= 1 << game.table.world.by_id["poland"].index
    game.play("allied", "move sov2inf@1909 1809")
    game.play("allied", "move sov2inf@1910 1810")
    assert (at(game, "1809"), at(game, "1810"), game.table.p.russia_at_war) == (["sov2inf"], ["sov2inf"], 0)


@pytest.mark.rule("ww2eto", "10.75")
def test_too_few_centers_in_limited_war() -> None:
    """With two centers at the last computation Russia has no reinforcement points in limited war either."""
    for centers, points in ((2, {}), (3, {"ussr/resource_center": 4})):
        game = scene(f"1941 bare / 2209: sov2inf / russia=1 / turn 3/1941 / {PHASE}")
        game.table.p.notes["centers"] = centers
        game._changed()
        game.play("allied", "take ussr reinforcements")
        assert dues(game) == points


@pytest.mark.rule("ww2eto", "10.31/a")
def test_the_partition_begins_in_either_part_of_poland() -> None:
    """An Axis unit in the partition hexes is in Poland too: Russia may take what is left of its share (R148)."""
    text = "1939 bare / turn 4/1939 / 1714: ger4inf / 1612: pol1inf / 1912: sov2inf / 0811: brt3inf / axis movement"
    for order, refused in (("end", "10.31/a"), ("move ger4inf@1714 1713", "")):
        game = scene(text)
        game.play("axis", order)
        until(game, "allied", "movement")
        assert rule_against(game, "allied", "move sov2inf@1912 1813") == refused


@pytest.mark.rule("ww2eto", "10.31/b")
def test_nobody_of_either_side_is_an_enemy_before_the_war() -> None:
    """Neither Finnish nor Russian partisans to come make enemies of two sides at peace; the war makes all of them."""
    game = scene("1940 bare / 1312: ger1inf / 1713: sov2inf / 1714: ger4inf / axis combat", dice=[6])
    axis, russian = (w.AXIS, w.FINNISH_PARTISANS), (w.SOVIET, w.RUSSIAN_PARTISANS)

    def enemies() -> list[bool]:
        return [game.table.hostile(a, b) for a in axis for b in russian]

    assert (enemies(), game.table.p.russia) == ([False] * 4, 0)
    game.play("axis", "attack ger4inf@1714 1713")
    assert (enemies(), game.table.p.russia) == ([True, True, True, False], 1)


@pytest.mark.rule("ww2eto", "10.34/d")
def test_a_center_won_back_by_a_zone_takes_new_units() -> None:
    """Germans passed through Kiev and are gone: a Russian who comes beside it opens it to new units, entered or not."""
    text = "1941 bare / 1613: ger2mech / 2309: sov2inf / 2215: sov2inf / 0811: brt3inf / axis holds 2013 / war"
    for order, hexes in (("end", set()), ("move sov2inf@2215 2114", {"2013"})):
        game = scene(f"{text} / allied movement", dice=[3] * 20)
        game.play("allied", order)
        go_to(game, "reinforcing")
        game.play("allied", "take ussr reinforcements")
        assert targets(game, "allied", "build", "ussr/resource_center", "infantry", "2") & {"2013"} == hexes
