"""Exact odds of a round: the rulebook's examples come out, and they agree with playing every roll."""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.odds import distribution
from grognard.engine.table import Table
from grognard.titles.front import combat
from grognard.titles.front.odds import Result, odds, throws

from .play import node, scene

LAND = "s44 bare / axis holds all / 1943-07"


def left(result: Result, name: str) -> int:
    return dict(result)[name]


def test_three_dice_of_armor() -> None:
    """Armor at 3 against a corps alone: 8 of 27 rolls miss altogether."""
    g = scene(f"{LAND} / Amiens: 58arm3 21AG3 / allied defends Amiens / Paris: OBW3* / axis combat")
    found = odds(g.table, node(g, "Amiens"))
    assert sum(found.values()) == 1
    assert sum(chance for result, chance in found.items() if left(result, "21AG") == 3) == Fraction(8, 27)


def test_a_river_assault_of_one() -> None:
    """A corps at 1 on the far bank throws a lone attacker back on 1 and 2."""
    g = scene(
        "s44 bare / allied holds all / 1943-07 / Paris: 21AG3* Br30arm3 / Rouen: 84inf1 / axis holds Rouen"
        " / allied movement"
    )
    for order in ("move Br30arm Paris>Rouen", "end", "end"):
        g.play("allied", order)
    found = odds(g.table, node(g, "Rouen"))
    hurt = sum(chance for result, chance in found.items() if left(result, "Br30arm") == 2)
    assert hurt == Fraction(1, 6)
    unhurt = sum(chance for result, chance in found.items() if left(result, "84inf") == 1)
    missed = Fraction(1, 3) + Fraction(1, 2) * Fraction(8, 27) + Fraction(1, 6) * Fraction(4, 9)
    assert unhurt == missed


def test_the_same_as_playing_every_roll() -> None:
    """Two corps at 1 and 2: thrown one by one and thrown together."""
    g = scene(f"{LAND} / Amiens: 84inf1 Br5inf2 / allied defends Amiens / Paris: OBW3* / axis combat")
    here = node(g, "Amiens")

    def fight(t: Table) -> Result:
        units, depth = t.p.stack(here), len(t.agenda)
        combat.begin_round(t, here)
        while len(t.agenda) > depth:
            t.title.steps[t.frame.step].run(t, t.frame)
        return tuple((t.title.piece_name(t, i), t.p.cv[i] if t.p.at[i] < t.world.spans else -1) for i in units)

    assert distribution(g.table, fight) == odds(g.table, here)


def test_throws_are_whole() -> None:
    """Whatever hits and repulses, the chances of all throws add to one."""
    for dice in range(6):
        for need in (4, 5, 6, 7):
            assert sum(chance for _, chance in throws(dice, need, 4)) == 1
