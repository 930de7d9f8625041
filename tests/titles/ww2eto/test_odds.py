"""Battle odds: the worked examples of combat with the combat code under every face of the die."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard.terminal.odds import odds as told
from grognard.titles.ww2eto.land import combat

from .scenes import scene

SEVEN = "1941 bare / war / 1712: sov2inf sov2inf / 1612: ger4inf / 1611: ger3inf / axis combat"
PAIR = "1941 bare / war / 1712: sov2inf / 1713: sov2inf / 1612: ger4inf ger4mech / axis combat"
SPRING = "1941 bare / war / turn 2-1942 / 2716: sov1inf / 2715: ger4inf ger2inf / axis combat"
SUMMER = "1941 bare / war / turn 3-1942 / 2716: sov1inf / 2715: ger4inf ger2inf / axis combat"
SIXTH = Fraction(1, 6)

EXAMPLES = [
    pytest.param(SEVEN, "attack ger4inf@1612+ger3inf@1611 1712", {3: SIXTH, 2: 4 * SIXTH, 1: SIXTH}, id="W12 +3"),
    pytest.param(PAIR, "attack ger4inf@1612 1712", {2: 2 * SIXTH, 1: 4 * SIXTH}, id="W11 +2"),
    pytest.param(SPRING, "attack ger4inf@2715 2716", {1: SIXTH, 0: 5 * SIXTH}, id="W13 0"),
    pytest.param(SPRING, "attack ger4inf@2715+ger2inf@2715 2716", {2: 2 * SIXTH, 1: 4 * SIXTH}, id="W13 +2"),
    pytest.param(SUMMER, "attack ger4inf@2715 2716", {2: 2 * SIXTH, 1: 4 * SIXTH}, id="W13 out of spring"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "order", "wanted"), EXAMPLES)
def test_worked_examples(text: str, order: str, wanted: dict[int, Fraction]) -> None:
    """The points lost by each face of the die, as the table prints them for the differential."""
    game = scene(text)
    units, hexes = game.decisions()["axis"].parse(order).args
    assert combat.odds(game.table, units, hexes) == wanted


def test_told_at_the_command_line() -> None:
    """W12: of six faces one loses three points, four lose two, one loses one; the owner then chooses."""
    said = " ".join(" ".join(told(f"ww2eto {SEVEN}", "attack ger4inf@1612+ger3inf@1611 1712", None)).split())
    assert said == (
        "66.67% allied: 2 strength points are lost: choose the unit that loses one. "
        "16.67% allied: 1 strength point is lost: choose the unit that loses one. "
        "16.67% allied: 3 strength points are lost: choose the unit that loses one. "
        "The battle that follows: 7 against 4: column +3 16.7% 3 of 4 lost 66.7% 2 of 4 lost 16.7% 1 of 4 lost"
    )


@pytest.mark.rule("ww2eto", "14.17", "14.14/a")
def test_odds_against_vichy() -> None:
    """Twice their points removes Vichy units for certain, fewer roll; whom fewer of the U.S. attack goes over."""
    text = "1941 bare / turn 4-1942 / 2622: vic2inf / 2623: {} / 0811: brt3inf / 1312: ger1inf / allied combat"
    wanted = {"brt3inf brt1inf": {2: 1}, "brt3inf": {1: 4 * SIXTH, 0: 2 * SIXTH}, "usa3inf usa1inf": {2: 1},
              "usa3inf": {0: 1}}  # fmt: skip
    for army, chances in wanted.items():
        game = scene(text.format(army))
        names = "+".join(f"{name}@2623" for name in army.split())
        units, hexes = game.decisions()["allied"].parse(f"attack {names} 2622").args
        assert combat.odds(game.table, units, hexes) == chances


def test_no_more_is_lost_than_there_is() -> None:
    """W11 with the corps alone: two of two points lost is the end of it, whatever the table says beyond."""
    said = " ".join(" ".join(told(f"ww2eto {PAIR}", "attack ger4inf@1612+ger4mech@1612 1712", None)).split())
    assert said.endswith("100.0% eliminated")


TABLE = ["11234567", "01223456", "01123345", "01123344", "00122333", "00111223"]
"""8.7 by face and differential, typed from the chart and not read from the title's."""
GROUND = {"turn 3-1942": 2, "turn 2-1942": 4}
"""Rough ground doubles the defence (8.32), spring in the Weather Area once more (11.13)."""


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_random_attacks_beside_the_chart(seed: int) -> None:
    """Up to four armies on up to three: the chances are those of six faces read off the chart by hand."""
    for rng in map(Random, range(seed, seed + 10)):
        turn = rng.choice(list(GROUND))
        theirs = [1] * rng.randint(1, 3)
        ours = [(rng.choice(("2715", "2615")), rng.randint(1, 4)) for _ in range(rng.randint(1, 4))]
        column = sum(points for _, points in ours) - GROUND[turn] * sum(theirs)
        if column < 0:
            continue
        stacks = {at: " ".join(f"ger{n}inf" for where, n in ours if where == at) for at, _ in ours}
        army = " / ".join(f"{at}: {units}" for at, units in stacks.items())
        game = scene(
            f"1941 bare / war / {turn} / 2716: {' '.join(f'sov{n}inf' for n in theirs)} / {army} / axis combat"
        )
        units = "+".join(f"ger{n}inf@{where}" for where, n in ours)
        found = game.title.odds(game.table, 0, f"attack {units} 2716")
        right: dict[str, float] = {}
        for row in TABLE:
            lost = min(int(row[min(column, 7)]), sum(theirs))
            said = "eliminated" if lost == sum(theirs) else f"{lost} of {sum(theirs)} lost" if lost else "no loss"
            right[said] = right.get(said, 0) + 1 / 6
        assert {row["text"]: row["chance"] for row in found["rows"]} == pytest.approx(right, abs=1e-9), (seed, units)
