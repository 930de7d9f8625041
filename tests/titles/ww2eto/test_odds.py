"""Battle odds: the worked examples of combat with the combat code under every face of the die."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.terminal.odds import odds as told
from grognard.titles.ww2eto import combat

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
        "The battle that follows: 7 against 4: column +3 16.7% 3 lost 66.7% 2 lost 16.7% 1 lost"
    )


@pytest.mark.rule("ww2eto", "14.17", "14.14/a")
def test_odds_against_vichy() -> None:
    """Twice their points removes Vichy units for certain, fewer roll; whom the U.S. attacks goes over without it."""
    text = "1941 bare / turn 4-1942 / 2622: vic2inf / 2623: {} / 0811: brt3inf / 1312: ger1inf / allied combat"
    wanted = {"brt3inf brt1inf": {2: 1}, "brt3inf": {1: 4 * SIXTH, 0: 2 * SIXTH}, "usa3inf usa1inf": {0: 1}}
    for army, chances in wanted.items():
        game = scene(text.format(army))
        names = "+".join(f"{name}@2623" for name in army.split())
        units, hexes = game.decisions()["allied"].parse(f"attack {names} 2622").args
        assert combat.odds(game.table, units, hexes) == chances
