"""Surface combat (20.0): screens, rounds, fire, damage and breaking off; the example of the rule with its dice."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import hulls, ships, surface

from .cases import at, away, node, offers, play, recast, refused, rolls, sea, ship, unit, verbs

OURS = ("BBDoria", "CATrento", "CLAbruzzi", "ItaDD1")
THEIRS = ("CVFormidable", "BBWarspite", "CLOrion", "CLPhoebe", "BrDDMed1")
FIGURES = {
    "BBDoria": ("BB", "C 18 22 16 F", "C 9 11 8 F"), "CATrento": ("CA", "E 28 20 12 F", "E 14 10 6 F"),
    "CLAbruzzi": ("CL", "E 20 16 10 F", "E 10 8 5 F"), "ItaDD1": ("DD", "F 20 30 16 F", "F 10 15 8 F"),
    "CVFormidable": ("CV", "D 17 4 F", "D 8 2 F"), "BBWarspite": ("BB", "B 14 13 10 S", "B 7 6 5 S"),
    "CLOrion": ("CA", "D 24 20 12 F", "D 12 10 6 F"), "CLPhoebe": ("CL", "D 32 24 16 F", "D 16 12 8 F"),
    "BrDDMed1": ("DD", "F 30 40 20 F", "F 15 20 10 F"),
}  # fmt: skip
"""The two fleets of the example, on counters of africa41."""


def fleets(dice: list[int], theirs: tuple[str, ...] = THEIRS) -> grognard.Game:
    """Player A sails from Catania and is met by player B from Malta."""
    scene = f"Catania: {' '.join(OURS)} / Malta: MaltaGarrison {' '.join(theirs)} / axis naval"
    game = sea(scene, [1, *dice])
    for name, (kind, front, back) in FIGURES.items():
        whole, half = hulls.read(kind, front), hulls.read(kind, back)
        assert whole is not None
        recast(game, name, kind=kind, hull=(whole, half))
    game.table.p.reduced[unit(game, "CVFormidable")] = 0
    play(game, f"axis: sail {'+'.join(OURS)} Taranto . stay")
    here = game.table.node_name(game.table.frame["hexes"][3])
    return play(game, f"allied: intercept {here} {'+'.join(sorted(theirs, key=lambda n: unit(game, n)))}")


@pytest.mark.rule("sfe", "20.01/1", "20.01/2", "20.01/3", "20.01/4")
def test_the_example_of_naval_combat() -> None:
    """Six steps: the carrier damages the battleship, the battleships each lose their front, and a four disengages."""
    dice = [2, 3, 6, 6, 4, 5, 1, 1]  # flak five halves two factors: nine on the column left of CV; the other two miss
    dice += [4, 4, 3, 3]  # round 1: an eight damages Warspite's part, a six misses
    dice += [3, 4, 1, 1, 1, 1]  # round 2, player A: seven with +1; his cruisers miss
    dice += [5, 5, 4, 5, 4, 4]  # round 2, player B: ten with +2 is DD; S on the heavy, D on the light cruiser
    dice += [4]
    game = fleets(dice)
    play(game, "allied: bomb BBDoria CVFormidable")
    assert next((sum(one["dice"]), one["result"]) for one in rolls(game, "sea_flak")) == (5, "H")
    assert [(one["column"], sum(one["dice"]), one["result"]) for one in rolls(game, "ship_bombed")] == [
        ("A,F", 9, "D"), ("CV", 2, "-"),
    ]  # fmt: skip
    assert ships.factor(game.table, unit(game, "BBDoria"), "surface") == 16
    play(game, "axis: pass", "allied: protect CVFormidable")
    play(game, "axis: shoot BBWarspite BBDoria", "allied: shoot BBDoria BBWarspite")
    first = rolls(game, "gunfire")
    assert [(one["column"], sum(one["dice"]), one["modifier"], one["result"]) for one in first] == [
        ("13-20", 8, 0, "D"), ("13-20", 6, 1, "-"),
    ]  # fmt: skip
    assert ships.factor(game.table, unit(game, "BBWarspite"), "surface") == 9
    play(game, "axis: pass", "allied: pass")
    play(game, "axis: shoot BBWarspite BBDoria", "axis: shoot CLOrion CATrento", "axis: shoot CLPhoebe CLAbruzzi")
    play(game, "allied: shoot BBDoria BBWarspite", "allied: shoot CATrento CLOrion", "allied: shoot CLAbruzzi CLPhoebe")
    second = {one["against"]: one for one in rolls(game, "gunfire")[2:]}
    assert (second["BBWarspite"]["modifier"], second["BBWarspite"]["result"]) == (1, "D")
    assert (second["BBDoria"]["column"], second["BBDoria"]["modifier"], second["BBDoria"]["result"]) == (
        "7-12",
        2,
        "DD",
    )
    assert ship(game, "BBWarspite") == "*reduced" and ship(game, "BBDoria") == "*crippled"
    play(game, "axis: withdraw")
    gone = rolls(game, "disengaged")
    assert gone[-1]["success"] and gone[-1]["die"] == 4 and gone[-1]["modifier"] >= 1


@pytest.mark.rule("sfe", "20.01/5")
def test_who_breaks_off_abandons_his_mission() -> None:
    """The force that withdrew puts into the nearest port and not where it was bound."""
    game = fleets([*[1] * 8, 1, 1, 1, 1, 1, 1, *[1] * 40], THEIRS[1:])
    play(game, "axis: pass", "allied: pass", "axis: pass", "allied: pass", "axis: withdraw")
    while {"surface", "voyage"} & {frame.step for frame in game.table.agenda}:
        play(game, f"{next(iter(game.decisions()))}: pass")
    assert at(game, "BBDoria") != "Taranto"


def test_after_three_rounds_the_battle_is_over_and_the_voyage_goes_on() -> None:
    """Neither side need go home after the third round (20.01/5)."""
    game = fleets([1] * 60, THEIRS[1:])
    while {"surface", "voyage"} & {frame.step for frame in game.table.agenda}:
        play(game, f"{next(iter(game.decisions()))}: pass")
    assert at(game, "BBDoria") == "Taranto" and at(game, "BBWarspite") == "Malta"


@pytest.mark.rule("sfe", "20.01/2")
def test_at_least_half_of_the_ships_screen_the_others() -> None:
    """Of four ships two may be protected: they are neither fired at nor fire while a ship of the screen is whole."""
    game = fleets([1] * 60, THEIRS[1:])
    assert refused(game, "axis", "protect BBDoria+CATrento+CLAbruzzi") == "20.01/2"
    play(game, "axis: protect BBDoria+CATrento", "allied: pass")
    assert "BBDoria" not in offers(game, "allied", "shoot") and "ItaDD1" in offers(game, "allied", "shoot")


@pytest.mark.rule("sfe", "20.01/3")
def test_who_fires_in_which_round() -> None:
    """Battleships in the first round, cruisers too in the second, all in the third."""
    game = fleets([1] * 60, THEIRS[1:])
    t = game.table
    kinds = {
        n: {t.world.units[unit(game, s)].kind for s in OURS if surface.in_range(t, unit(game, s), n)} for n in (1, 2, 3)
    }
    assert kinds == {1: {"BB"}, 2: {"BB", "CA", "CL"}, 3: {"BB", "CA", "CL", "DD"}}


@pytest.mark.rule("sfe", "20.01/6")
def test_a_round_in_which_nobody_can_fire_is_passed_over() -> None:
    """Destroyers against a convoy of destroyers fight only the third round, and nobody breaks off before it."""
    game = sea("Naples: ItaDD4 / Malta: MaltaGarrison BrDDMed1 / axis naval", [1, *[1] * 20])
    play(game, "axis: sail ItaDD4 Catania . stay")
    play(game, f"allied: intercept {away(game, 'BrDDMed1', 5, 26)} BrDDMed1")
    assert game.table.frame.step == "gunnery" and game.table.frame["round"] == 3


@pytest.mark.rule("sfe", "20.01/4")
def test_who_fires_together_uses_the_worst_modifier() -> None:
    """A battleship has +1 against C in the first round; with a cruiser in the second the cruiser's -1 counts."""
    game = fleets([1] * 60)
    t = game.table
    big, small, target = (unit(game, name) for name in ("BBWarspite", "CLOrion", "BBDoria"))
    assert surface.modifier(t, (big,), target, 1) == 1
    assert surface.modifier(t, (big, small), target, 2) == surface.effect(t, small, target, 2) == -1


@pytest.mark.rule("sfe", "20.02", "20.02/1")
@pytest.mark.parametrize(
    ("before", "letters", "after"),
    [
        ("", "D", "*damaged"), ("", "S", "*reduced"), ("*damaged", "D", "*reduced"), ("", "DD", "*battered"),
        ("", "SD", "*crippled"), ("*damaged", "DD", "*crippled"), ("", "SS", "sunk"), ("*reduced", "D", "*crippled"),
        ("*crippled", "D", "sunk"), ("*reduced", "DD", "sunk"), ("*reduced", "S", "sunk"),
    ],
)  # fmt: skip
def test_what_a_hit_does(before: str, letters: str, after: str) -> None:
    """S sinks a side, D damages it or sinks a damaged one; the second letter is for the back."""
    game = sea(f"Catania: BBDoria{before} / axis naval")
    ships.hit(game.table, unit(game, "BBDoria"), letters)
    assert ship(game, "BBDoria") == after


@pytest.mark.rule("sfe", "20.03/1")
@pytest.mark.parametrize(
    ("mark", "surface_"), [("", 12), ("*damaged", 9), ("*battered", 6), ("*reduced", 6), ("*crippled", 3)]
)
def test_a_damaged_side_is_halved(mark: str, surface_: int) -> None:
    """A ship of twelve with a back of six is worth nine when its front is damaged."""
    game = sea(f"Catania: CLAbruzzi{mark} / axis naval")
    recast(game, "CLAbruzzi", hull=(hulls.read("CL", "E 20 12 10 F"), hulls.read("CL", "E 10 6 5 F")))
    assert ships.factor(game.table, unit(game, "CLAbruzzi"), "surface") == surface_


@pytest.mark.rule("sfe", "20.03/5")
def test_one_is_added_against_a_cripple() -> None:
    """A whole ship must have both sides damaged."""
    for mark, more in (("", 0), ("*damaged", 0), ("*battered", 1), ("*crippled", 1)):
        game = sea(f"Catania: BBDoria{mark} / Malta: MaltaGarrison BBWarspite / axis naval")
        t = game.table
        assert surface.modifier(t, (unit(game, "BBWarspite"),), unit(game, "BBDoria"), 1) == 1 + more


@pytest.mark.rule("sfe", "18.05")
def test_a_slow_or_damaged_ship_makes_a_slow_force() -> None:
    """A fast force against a slow one gets away on any die, a slow one from a fast one on three or less."""
    game = sea("Catania: BBDoria ItaDD1 / Malta: MaltaGarrison BBWarspite CLOrion / axis naval", [6, 4])
    t = game.table
    fast, slow = (unit(game, "BBDoria"), unit(game, "ItaDD1")), (unit(game, "BBWarspite"),)
    assert ships.fast(t, fast) and not ships.fast(t, slow)
    assert surface.disengages(t, fast, slow) and not surface.disengages(t, slow, fast)
    t.p.damage[fast[0]] = ships.FRONT
    assert not ships.fast(t, fast)


def test_verbs_of_a_battle() -> None:
    """The questions of a battle in their order: screens first."""
    game: Any = fleets([1] * 60, THEIRS[1:])
    assert verbs(game, "axis") == {"protect", "pass"} and node(game, "Malta")
