"""Vichy France (14.1): declaration, halving, the one swing, and the overwhelming attack."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import partisans
from grognard.titles.ww2eto.land import supply
from grognard.titles.ww2eto.politics import borders, control, vichy
from grognard.titles.ww2eto.state import VICHY_NEUTRAL, VICHY_SWUNG

from .cases import at, go_to, rolled, rule_against, scene, targets, units
from .scenes import until

FRENCH = "0916: fra3inf / 1021: fra1inf / 0721: fra2inf / 0811: fra1inf brt3inf"
BEATEN = f"1940 bare / 0813: ger4inf / 1014: ger4inf / {FRENCH}"
NORTH_AFRICA = "1941 bare / 0721: vic1inf / 1021: vic1inf / 0816: vic1inf / 0620: usa1mech"


def end_of_turn(text: str) -> Game:
    """Play to the question at the end of the Game-Turn."""
    game = scene(f"{text} / france_attacked_on=3 / turn 4/1940 / allied naval")
    return go_to(game, "vichy")


@pytest.mark.rule("ww2eto", "14.11")
def test_declaration() -> None:
    """With eight French points or fewer and four free hexes the Axis may declare Vichy at the end of a Game-Turn."""
    game = end_of_turn(BEATEN)
    assert targets(game, "axis") == {"declare_vichy", "pass"}
    game.play("axis", f"declare_vichy {sorted(targets(game, 'axis', 'declare_vichy'))[0]}")
    assert game.table.p.vichy == VICHY_NEUTRAL
    strong = scene(f"{BEATEN} / 0917: fra3inf / france_attacked_on=3 / turn 4/1940 / allied naval")
    assert vichy.may_declare(strong.table) == 0


def declared() -> Game:
    game = end_of_turn(BEATEN)
    game.play("axis", f"declare_vichy {sorted(targets(game, 'axis', 'declare_vichy'))[0]}")
    return game


@pytest.mark.rule("ww2eto", "14.12")
def test_units_elsewhere_are_interned() -> None:
    """W29: the French point in Britain leaves the map for good."""
    game = declared()
    assert at(game, "0811") == ["brt3inf"]
    assert "france/5" not in game.table.p.pool


@pytest.mark.rule("ww2eto", "14.11")
def test_corsica_with_germans_on_it_is_not_unoccupied() -> None:
    """R155: Corsica goes with Unoccupied France, but not from under a German unit, who invades nothing by staying."""
    game = end_of_turn(f"{BEATEN} / 1017: ger1inf")
    game.play("axis", "declare_vichy 0916")
    until(until(game, "axis", "movement"), "axis", "movement")
    assert (at(game, "1017"), game.table.p.vichy) == (["ger1inf"], VICHY_NEUTRAL)
    assert declared().table.p.vichy_ground >> game.table.world.node("1017") & 1
    assert not game.table.p.vichy_ground >> game.table.world.node("1017") & 1


@pytest.mark.rule("ww2eto", "14.13")
def test_halving() -> None:
    """W29: three points in a hex become two, two become one, one stays."""
    game = declared()
    assert units(game, "vic") == ["vic1inf@0721", "vic1inf@1021", "vic2inf@0916"]
    assert units(game, "fra") == []


@pytest.mark.rule("ww2eto", "14.14")
def test_axis_invasion() -> None:
    """An Axis unit in Vichy territory makes all Vichy units Free French under the Allied player."""
    game = scene("1941 bare / 0721: vic1inf / 1021: vic1inf / 0814: ger1inf / axis movement")
    game.play("axis", "move ger1inf@0814 0815")
    assert units(game, "ffr") == ["ffr1inf@0721", "ffr1inf@1021"]
    t = game.table
    assert t.p.power[t.title.find_pieces(t, "ffr1inf@0721")[0]] == w.ALLIED


@pytest.mark.rule("ww2eto", "14.14")
def test_russians_in_lebanon_keep_their_ground() -> None:
    """A Russian unit was the last to move through a hex of Lebanon: it does not pass to the Allies with the swing."""
    game = scene("1941 bare / 2522: sov1inf / 0721: vic1inf / 0814: ger1inf / axis movement")
    p, lebanon = game.table.p, game.table.world.by_id["lebanon"].hexes
    borders.enter(game.table, p.stack(game.table.world.node("2522")), game.table.world.node("2522"))
    game.play("axis", "move ger1inf@0814 0815")
    russian = 1 << game.table.world.node("2522")
    assert (p.soviet_ground & lebanon, p.allied_ground & lebanon) == (russian, lebanon & ~russian)


@pytest.mark.rule("ww2eto", "14.14/a")
def test_us_invasion() -> None:
    """U.S. points invade: the nearest Vichy unit goes over, all others leave the map."""
    game = scene(f"{NORTH_AFRICA} / turn 3/1943 / allied movement")
    game.play("allied", "move usa1mech@0620 0621")
    assert (units(game, "ffr"), units(game, "vic")) == (["ffr1mech@0721"], [])


@pytest.mark.rule("ww2eto", "14.14/a")
def test_a_tie_met_in_combat() -> None:
    """U.S. points attack two Vichy units: the Allied player says which goes over, and none is left to fight."""
    text = "1941 bare / 2622: vic1inf, vic2inf / 2623: usa5mech / 0721: vic1inf / turn 3/1943 / allied combat"
    game = scene(text, dice=[6])
    game.play("allied", "attack usa5mech@2623 2622")
    assert targets(game, "allied", "rally") == {"vic1inf@2622", "vic2inf@2622"}
    game.play("allied", "rally vic1inf@2622")
    assert (units(game, "ffr"), units(game, "vic"), rolled(game)) == (["ffr1mech@2622"], [], 0)
    assert game.table.frame.step == "combat"


@pytest.mark.rule("ww2eto", "14.15")
def test_british_invasion() -> None:
    """British points invade: all Vichy units join the Axis."""
    text = NORTH_AFRICA.replace("usa1mech", "brt1mech")
    game = scene(f"{text} / turn 3/1943 / allied movement")
    game.play("allied", "move brt1mech@0620 0621")
    t = game.table
    assert {t.p.power[t.title.find_pieces(t, name)[0]] for name in units(game, "vic")} == {w.AXIS}
    assert len(units(game, "vic")) == 3


@pytest.mark.rule("ww2eto", "14.15")
@pytest.mark.parametrize("units_", ["usa1inf brt1inf", "brt1inf usa1inf"])
def test_in_company_with_the_british(units_: str) -> None:
    """U.S. and British points that land on one die or march as one turn all Vichy to the Axis (R228)."""
    vichy_units = "0721: vic1inf / 1021: vic1inf"
    game = scene(f"1941 bare / turn 4/1942 / 0219: {units_} / {vichy_units} / allied holds 0219 / allied movement", [1])
    for name in ("usa1inf", "brt1inf"):
        game.play("allied", f"land {name}@0219 0420")
    game.play("allied", "sail")
    assert units(game, "vic") == ["vic1inf@0721", "vic1inf@1021"]
    game = scene(f"1941 bare / turn 3/1942 / 1124: {units_} / {vichy_units} / allied movement")
    game.play("allied", "move usa1inf@1124+brt1inf@1124 1023")
    assert units(game, "vic") == ["vic1inf@0721", "vic1inf@1021"]


@pytest.mark.rule("ww2eto", "14.15/a")
def test_the_swing_happens_once() -> None:
    """W30: after a U.S. invasion a British one changes nothing."""
    game = scene(f"{NORTH_AFRICA} / 0914: brt1mech / turn 3/1943 / allied movement")
    game.play("allied", "move usa1mech@0620 0621")
    game.table.p.vichy = VICHY_NEUTRAL
    game.table.p.vichy_ground = game.table.world.areas["unoccupied_france_1941"]
    game.play("allied", "move brt1mech@0914 0815")
    assert units(game, "ffr") == ["ffr1mech@0721"]
    assert game.table.p.vichy_swung == 1
    assert game.table.p.vichy == VICHY_NEUTRAL


@pytest.mark.rule("ww2eto", "14.16")
def test_what_invasion_is() -> None:
    """Moving over the border of any Vichy territory is invasion: here of Lebanon, by a British unit."""
    game = scene("1941 bare / 0816: vic1inf / 2524: brt1inf / allied movement")
    game.play("allied", "move brt1inf@2524 2523")
    assert game.table.p.vichy == VICHY_SWUNG


@pytest.mark.rule("ww2eto", "14.17")
def test_overwhelming_attack() -> None:
    """W31: a Vichy 2 in rough terrain attacked by three U.S. points and one British point is removed without a die."""
    text = "1941 bare / 0721: vic2inf / 0620: usa3inf / 0621: brt1inf / turn 4/1942 / allied combat"
    game = scene(text, dice=[6])
    vichy.open_territory(game.table, w.AXIS, "14.15")
    game.table.p.give(game.table.title.find_pieces(game.table, "vic2inf@0721")[0], w.AXIS)
    game._changed()
    game.play("allied", "attack usa3inf@0620+brt1inf@0621 0721")
    assert (units(game, "vic"), rolled(game)) == ([], 0)


@pytest.mark.rule("ww2eto", "14.17", "14.14")
def test_overwhelmed_before_the_others_change_sides() -> None:
    """Four Germans on two Vichy points: these are removed without a die, the others are Free French then (R161)."""
    game = scene("1941 bare / 0815: vic2inf / 0721: vic1inf / 0814: ger4inf / axis combat", dice=[6])
    game.play("axis", "attack ger4inf@0814 0815")
    assert (units(game, "vic"), units(game, "ffr"), rolled(game)) == ([], ["ffr1inf@0721"], 0)
    game.play("axis", "advance ger4inf@0814 0815")
    assert at(game, "0815") == ["ger4inf"]


@pytest.mark.rule("ww2eto", "15.3/a")
def test_vichy_of_1941() -> None:
    """The 1941 scenario begins with a Vichy government over 0815, 0816, 0916, 0917 and the French territories."""
    game = scene("1941")
    t = game.table
    assert t.p.vichy == VICHY_NEUTRAL
    names = set(t.world.board.names_of(t.p.vichy_ground))
    assert {"0815", "0816", "0916", "0917", "1017", "0721", "1021", "2522"} <= names
    assert "0813" not in names


@pytest.mark.rule("ww2eto", "14.18")
def test_no_partisans_in_vichy_france() -> None:
    """Of the French hexes that end in 6 those in Vichy France raise no partisans."""
    game = scene("1941 bare / 0813: ger1inf / turn 3/1942 / allied movement")
    t = game.table
    found = t.world.board.names_of(partisans.candidates(t, "france_benelux", frozenset("6")))
    assert "0816" not in found and "0916" not in found


def test_foreign_units_may_leave_first() -> None:
    """R156: a British unit that stood in Syria when Vichy was declared leaves in its next turn without invading."""
    game = scene("1941 bare / 2522: brt1inf / 0721: vic1inf / turn 1/1942 / allied movement")
    game.table.p.notes[control.GRACE] = 10
    game.play("allied", "move brt1inf@2522 2523")
    assert game.table.p.vichy == VICHY_NEUTRAL
    assert rule_against(game, "allied", "move brt1inf@2523 2524") == "5.0/b"


@pytest.mark.rule("ww2eto", "9.43")
def test_supply_while_foreign_units_may_leave() -> None:
    """R156: a British unit beside Vichy's in Syria has supply in its grace and takes none; staying is invasion.

    R229: the Vichy unit, which would join the Axis, does not stay in its hex with the British.
    """
    text = "1940 bare / turn 3/1940 / france_attacked_on=4 / 2522: fra2inf brt1inf / 1013: ger4inf / 0811: brt3inf"
    game = scene(f"{text} / allied build_up", options={"partisans": "off"})
    game.play("allied", "end")
    game.play("axis", f"declare_vichy {min(targets(game, 'axis', 'declare_vichy'))}")
    t = game.table
    both, turn = t.p.stack(t.world.node("2522")), t.p.turn
    while t.p.turn == turn:
        assert len(both) == 2 and all(supply.supplied(t, piece) for piece in both)
        seat, asked = next(iter(game.decisions().items()))
        game.play(seat, "end" if "end" in {choice.text for choice in asked.next()} else "pass")
        t = game.table
    assert t.p.vichy == VICHY_SWUNG and at(game, "2522") == ["brt1inf"]


def test_no_trains_through_vichy() -> None:
    """R158: German trains run in occupied France and stop at the Vichy border."""
    game = scene("1941 bare / 0813: ger1inf / axis movement")
    game.play("axis", "mark ger1inf@0813")
    found = targets(go_to(game, "rail"), "axis", "rail", "ger1inf@0813")
    assert "0814" in found and "0816" not in found


@pytest.mark.rule("ww2eto", "14.16", "14.15")
def test_a_landing_in_the_first_game_turn_invades() -> None:
    """R156: only those who were in Vichy territory are let out; the British who land in Algeria invade it."""
    text = "1941 bare / turn 3/1943 / 0219: brt2mech brt1gar / 0721: vic1inf / 1312: ger1inf / allied movement"
    game = scene(text, options={"partisans": "off"})
    game.table.p.notes[control.GRACE] = game.table.p.turn
    game.play("allied", "land brt2mech@0219 0420")
    t = game.table
    assert (t.p.vichy, t.p.power[t.p.stack(t.world.node("0721"))[0]]) == (VICHY_SWUNG, w.AXIS)


@pytest.mark.rule("ww2eto", "14.13", "5.7/f")
def test_ports_that_the_french_left_are_vichy_ports() -> None:
    """R158: ports that French units moved through in the Game-Turn of the declaration are closed to the British."""
    text = (
        "1940 bare / turn 3/1940 / france_attacked_on=3 / 0816: fra2inf / 0721: fra2inf / 1013: ger4inf / "
        "0219: brt1inf / 0811: brt3inf / 1312: ger1inf / allied movement"
    )
    game = scene(text, options={"partisans": "off"})
    game.play("allied", "move fra2inf@0721 0721>0620>0621")
    go_to(game, "vichy").play("axis", f"declare_vichy {min(targets(game, 'axis', 'declare_vichy'))}")
    until(game, "allied", "naval")
    assert rule_against(game, "allied", "ship brt1inf@0219 0620") == "5.7/f"
    assert at(game, "0621") == ["vic1inf"]


@pytest.mark.rule("ww2eto", "14.14/a")
def test_nearest_to_the_attacker() -> None:
    """R160: of two Vichy units beside the U.S. attackers either may go over, whichever was attacked."""
    text = "1941 bare / turn 3/1943 / 2523: vic1inf / 2622: vic2inf / 2623: usa3mech / 1312: ger1inf / allied combat"
    game = scene(text, dice=[6], options={"partisans": "off"})
    game.play("allied", "attack usa3mech@2623 2622")
    assert targets(game, "allied", "rally") == {"vic1inf@2523", "vic2inf@2622"}
    game.play("allied", "rally vic1inf@2523")
    assert (units(game, "ffr"), units(game, "vic"), rolled(game)) == (["ffr1mech@2523"], [], 0)


@pytest.mark.rule("ww2eto", "5.7/f")
def test_a_port_that_was_left_is_closed() -> None:
    """R158: once the British have shipped their unit out of Algiers no transport comes back to it."""
    game = scene(
        "1940 bare / turn 3/1940 / france_attacked_on=3 / 0816: fra2inf / 0721: fra1inf / 1013: ger4inf / "
        "0921: brt1inf / 0219: brt1gar / 0811: brt3inf / 1312: ger1inf / allied movement"
    )
    until(game, "axis", "vichy")
    game.play("axis", f"declare_vichy {sorted(targets(game, 'axis', 'declare_vichy'))[0]}")
    until(game, "allied", "naval")
    game.play("allied", "ship brt1inf@0921 0219")
    until(game, "allied", "naval")
    assert rule_against(game, "allied", "ship brt1inf@0219 0921") == "5.7/f"
    vichy.open_territory(game.table, w.AXIS, "14.15")
    assert not game.table.p.allied_hexes >> game.table.world.node("0921") & 1


@pytest.mark.rule("ww2eto", "5.61")
def test_no_train_takes_unoccupied_france() -> None:
    """R201: after a U.S. invasion of Tunisia Unoccupied France is the Allies' for rail until Germans were in it."""
    game = scene(
        "1941 bare / turn 2/1942 / 1021: vic1inf / 0816: vic1inf / 1124: usa3inf / 1014: ger4inf ger1inf / "
        "1312: ger1inf / 0811: brt3inf / allied movement", options={"partisans": "off"},
    )  # fmt: skip
    game.play("allied", "move usa3inf@1124 1023")
    until(game, "axis", "movement")
    game.play("axis", "move ger1inf@1014 0815")
    game.play("axis", "mark ger4inf@1014")
    until(game, "axis", "rail")
    line, south = targets(game, "axis", "rail", "ger4inf@1014"), {"0815", "0816", "0916", "0917"}
    assert "0913" in line and not line & south
    until(game, "axis", "movement")
    game.play("axis", "mark ger4inf@1014")
    until(game, "axis", "rail")
    assert south - {"0815"} <= targets(game, "axis", "rail", "ger4inf@1014"), "where no German has set foot too"


@pytest.mark.rule("ww2eto", "5.61")
def test_trains_of_the_free_french() -> None:
    """R201: after a German invasion of Tunisia trains run in Unoccupied France for the Free French, and no farther."""
    game = scene(
        "1941 bare / turn 3/1942 / 1021: vic1inf / 0816: vic1inf / 1124: ger3inf / 1013: ger1inf / 0811: brt3inf / "
        "axis movement", options={"partisans": "off"},
    )  # fmt: skip
    game.play("axis", "move ger3inf@1124 1023")
    until(game, "allied", "movement")
    game.play("allied", "mark ffr1inf@0816")
    until(game, "allied", "rail")
    assert targets(game, "allied", "rail", "ffr1inf@0816") == {"0815", "0916", "0917"}
    game.play("allied", "end")
    until(game, "axis", "movement")
    game.play("axis", "mark ger1inf@1013")
    until(game, "axis", "rail")
    line = targets(game, "axis", "rail", "ger1inf@1013")
    assert "0914" in line and not line & {"0815", "0916", "0917"}


@pytest.mark.rule("ww2eto", "14.15", "6.31")
def test_russians_attack_vichy_and_nobody_swings() -> None:
    """Others than the Axis, British and U.S. fight the unit that they attack; it retreats out of their zones."""
    text = "1941 bare / war / turn 3/1942 / invaded turkey / 2521: vic3inf / 0721: vic1inf / 2520: sov4inf"
    game = scene(f"{text} / 2309: sov2inf / 0811: brt3inf / 1312: ger1inf / allied combat", dice=[1])
    game.play("allied", "attack sov4inf@2520 2521")
    assert targets(game, "allied", "retreat", "vic2inf@2521") == {"2522", "2621"}
    game.play("allied", "retreat vic2inf@2521 2522")
    assert (at(game, "0721"), game.table.p.vichy_swung) == (["vic1inf"], 0)
    british = scene(f"{text.replace('sov4inf', 'brt4inf')} / 1312: ger1inf / allied combat", dice=[1])
    british.play("allied", "attack brt4inf@2520 2521")
    assert british.table.p.vichy_swung
