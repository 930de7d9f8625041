"""Ground movement (7.0) and stacking (5.0): cases by rule."""

from __future__ import annotations

import pytest

import grognard

from .cases import at, costs, left, node, offers, play, refused, scene, unit


@pytest.mark.rule("sfe", "7.1", "7.0")
def test_points() -> None:
    """A corps of four points goes four clear hexes, and what it spends is gone."""
    game = scene("SE1718: XVII / axis movement")
    found = costs(game, "axis", "move", "XVII", ".")
    grid = game.table.world.board.grid
    far = {name: grid.distance(node(game, "SE1718"), node(game, name)) for name in found}
    assert max(far.values()) == 4 and all(found[name] >= steps for name, steps in far.items())
    play(game, "axis: move XVII SE1719")
    assert left(game, "XVII") == 3
    assert refused(game, "axis", "move XVII SE1723") == "7.1"


def test_rivers_cost_a_point() -> None:
    """A river hexside costs one point more."""
    game = scene("SE1120: XVII / axis movement")
    found = costs(game, "axis", "move", "XVII", ".")
    assert (found["SE1119"], found["SE1121"]) == (1, 2)


@pytest.mark.rule("sfe", "7.11", "25.2")
def test_weather_before_supply() -> None:
    """Mud takes two points from armor and one from infantry; a unit two turns out of supply has half of the rest."""
    game = scene("SE1718: XVII IIIPz LI*2 / Mud / axis movement")
    assert (left(game, "XVII"), left(game, "IIIPz"), left(game, "LI")) == (3, 4, 1.5)


@pytest.mark.rule("sfe", "7.12")
def test_minimum_move() -> None:
    """A unit without the points may still go one hex, even from zone to zone."""
    game = scene("SE1619: 40A / SE1718: 213Sec*2 / Heavy_Mud / axis movement".replace("Heavy_Mud", "Heavy Mud"))
    assert left(game, "213Sec") == 0.5
    assert "SE1719" in offers(game, "axis", "move", "213Sec", ".")
    play(game, "axis: move 213Sec SE1719")
    assert at(game, "213Sec") == "SE1719" and left(game, "213Sec") == 0
    assert refused(game, "axis", "move 213Sec SE1718") != ""


@pytest.mark.rule("sfe", "7.2", "7.2/3")
def test_strategic_movement() -> None:
    """In the rear a unit has half as many points again; not from an enemy zone nor over hexes taken in this phase."""
    game = scene("SE1718: 40A / allied movement")
    found = costs(game, "allied", "strategic", "40A", ".")
    assert max(filter(None, found.values())) == 4
    near = scene("SE1718: 40A / SE1719: XVII / allied movement")
    assert refused(near, "allied", "strategic 40A SE1717") == "7.2"
    fresh = scene("axis holds SE1717 SE1716 / SE1718: 40A 9A / allied movement")
    assert "SE1717" not in offers(fresh, "allied", "strategic", "40A", ".")


@pytest.mark.rule("sfe", "5.01", "5.04")
def test_three_units_and_a_leader() -> None:
    """Three ground units stand in a hex, and one leader beside them."""
    game = scene("SE1718: XVII LI XXIX / SE1719: LV Kleist / axis movement")
    assert refused(game, "axis", "move LV SE1718") == "5.01"
    assert refused(game, "axis", "move Kleist SE1718") == ""


@pytest.mark.rule("sfe", "5.01")
def test_the_owner_gives_up_what_is_too_much() -> None:
    """A unit that arrives in a full hex may stay until the Movement Phase ends; then the owner gives one up."""
    game = scene("Kursk: XVII LI XXIX / Arrivals: XXIVPz / axis reinforcement")
    t = game.table
    t.p.due[unit(game, "XXIVPz")] = 1
    play(game, "axis: arrive XXIVPz Kursk")
    for step in ("end", "end", "end"):
        play(game, f"axis: {step}")
    assert offers(game, "axis", "give_up") == {"XVII", "LI", "XXIX", "XXIVPz"}
    play(game, "axis: give_up XVII")
    assert at(game, "XVII") == "Eliminated" and game.table.frame.step != "excess"


@pytest.mark.rule("sfe", "6.2")
def test_control() -> None:
    """The last side with a ground unit in a hex controls it, with its railway; leaders take nothing."""
    game = scene("SE1719: XVII / SE1720: Kleist / axis movement")
    rail = node(game, "SE1719")
    assert game.table.p.axis_land >> rail & 1 and not game.table.p.allied_rail >> rail & 1
    play(game, "axis: move Kleist SE1820")
    assert not game.table.p.axis_land >> node(game, "SE1820") & 1


@pytest.mark.rule("sfe", "11.01")
def test_exploitation() -> None:
    """Only armor, motorized units and leaders move again, with half their points rounded down; never by rail."""
    game = scene("SE1718: IIIPz XVII Kleist / SE1918: 22Tk / axis exploitation")
    assert (left(game, "IIIPz"), left(game, "Kleist")) == (3, 3)
    assert refused(game, "axis", "move XVII SE1719") == "11.01"
    assert {"rail", "strategic"}.isdisjoint(offers(game, "axis"))


@pytest.mark.rule("sfe", "11.01/1")
def test_no_trains_in_exploitation() -> None:
    """Exploiting units use neither rail nor strategic movement."""
    assert offers(scene("SE1429: IIIPz / axis exploitation"), "axis") == {"move", "end"}


@pytest.mark.rule("sfe", "7.2/1", "8.01/2")
def test_strategic_after_a_train_in_any_terrain() -> None:
    """A unit moves before and after a train; strategic movement asks for no clear terrain."""
    game = scene("SE1428: XVII / axis movement")
    play(game, "axis: move XVII SE1429", "axis: rail XVII Poltava")
    assert left(game, "XVII") == 1
    there = min(offers(game, "axis", "move", "XVII", "."))
    play(game, f"axis: move XVII {there}")
    assert at(game, "XVII") == there and left(game, "XVII") == 0


@pytest.mark.rule("sfe", "5.05", "24.1")
def test_forts_do_not_count_for_stacking() -> None:
    """A fort is one of its own kind in a hex and takes no place from the units."""
    game = scene("SE1625: XVII LI / SE1626: XXIX / axis movement")
    game.table.p.forts |= 1 << node(game, "SE1625")
    assert refused(game, "axis", "move XXIX SE1625") == ""
    works = scene("SE1625: XVII LI / axis construction")
    works.table.p.forts |= 1 << node(works, "SE1625")
    assert refused(works, "axis", "fortify SE1625") == "24.1"


def test_a_refused_march_says_what_is_in_the_way():
    """Not the rule alone: who stands there, how many points are missing, whose zone ends the march."""
    game = grognard.new("sfe", "kharkov42", seed=1)
    while "movement:" not in game.decisions()["allied"].prompt:
        game.play("allied", "end")
    assert "German VIII stands in Krasnograd" in game.why_not("allied", "move 6Cav Krasnograd").sentence
    assert "zone of control ends the march" in game.why_not("allied", "move 57A Merefa").sentence
    assert game.why_not("allied", "move 40A Rostov").sentence.endswith("movement points away; the units have 3.")
    assert game.why_not("allied", "move 57A Lozovaya").sentence == "The units stand in Lozovaya already."
