"""Exact odds of a round: the rulebook's examples come out, and they agree with playing every roll."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.core.table import Table
from grognard.engine.play.odds import distribution
from grognard.titles.systems.front import combat
from grognard.titles.systems.front.chances import round_odds
from grognard.titles.systems.front.odds import Result, odds, throws
from grognard.titles.westfront.world import ALLIED, AXIS

from .landing import landing
from .play import node, scene

LAND = "s44 bare / axis holds all / 1943-07"
RIVER = (
    "s44 bare / allied holds all / 1943-07 / Paris: 21AG3* Br30arm3 / Rouen: 84inf1 / axis holds Rouen"
    " / allied movement"
)


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
    g = scene(RIVER)
    for order in ("move Br30arm Paris>Rouen", "end", "end"):
        g.play("allied", order)
    found = odds(g.table, node(g, "Rouen"))
    hurt = sum(chance for result, chance in found.items() if left(result, "Br30arm") == 2)
    assert hurt == Fraction(1, 6)
    unhurt = sum(chance for result, chance in found.items() if left(result, "84inf") == 1)
    missed = Fraction(1, 3) + Fraction(1, 2) * Fraction(8, 27) + Fraction(1, 6) * Fraction(4, 9)
    assert unhurt == missed


def test_an_attack_under_consideration_has_the_odds_of_the_battle_it_begins() -> None:
    """A move over a river: before it is made, once it is made, and in the combat phase the odds are the same."""
    g = scene(RIVER)
    before = round_odds(g.table, ALLIED, "move Br30arm Paris>Rouen")
    g.play("allied", "move Br30arm Paris>Rouen")
    made = round_odds(g.table, ALLIED, "fight Rouen")
    for _ in range(2):
        g.play("allied", "end")
    assert before == made == round_odds(g.table, ALLIED, "fight Rouen")
    missed = Fraction(1, 3) + Fraction(1, 2) * Fraction(8, 27) + Fraction(1, 6) * Fraction(4, 9)
    assert before is not None
    assert before["losses"]["axis"][0] == pytest.approx(float(missed))


def test_an_invasion_under_consideration_may_be_thrown_back() -> None:
    """An infantry corps at 4 that lands against one at 1: on 1 to 3 it is thrown back and harms no one (7.T)."""
    g = landing(" / Licata: 84inf1")
    before = g.hash()
    found = round_odds(g.table, ALLIED, "invade 15AG Br10inf Licata")
    assert g.hash() == before and found is not None
    for order in ("invade 15AG Br10inf Licata", "end", "end"):
        g.play("allied", order)
    assert g.table.p.assaults >> node(g, "Licata") & 1
    assert found == round_odds(g.table, ALLIED, "fight Licata")
    low = combat.repulse_number(g.table, node(g, "Licata"))
    assert found["losses"]["axis"][0] > low / 6


def test_a_move_that_joins_a_battle_adds_its_dice() -> None:
    """Where friends fight already the newcomer fires beside them, and the battle is no assault (7.5/a)."""
    g = scene(f"{LAND} / Paris: OBW3* 58arm3 / Amiens: 84inf1 21AG3 / allied defends Amiens / axis movement")
    alone = round_odds(g.table, AXIS, "fight Amiens")
    joined = round_odds(g.table, AXIS, "move 58arm Amiens")
    assert alone is not None and joined is not None
    assert alone["losses"]["allied"][0] == pytest.approx(5 / 6)
    assert joined["losses"]["allied"][0] == pytest.approx(5 / 6 * 8 / 27)


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
