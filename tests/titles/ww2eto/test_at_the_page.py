"""What the page and the terminal show of an order before it is given, and of a game that is over."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard.engine.core.table import Table, verb_of
from grognard.engine.play.odds import distribution
from grognard.engine.words.says import sentence
from grognard.titles.ww2eto import looks

from .scenes import scene

OFF = {"partisans": "off"}
AXIS_AT_SEA = "1941 bare / 1316: ita1inf / 1322: brt1gar / 1312: ger1inf / axis naval"
ALLIED_AT_SEA = "1941 bare / 0811: brt3inf / 0810: brt1inf / 2325: brt1inf / 1825: ger1mech / allied naval"


def shown(game: grognard.Game, seat: str, order: str) -> dict[str, float]:
    """The chances that the odds of an order show, by their words; nothing when none are shown."""
    index = game.seat_index(seat)
    odds = game.title.odds(game.table, index, order)
    return {row["text"]: row["chance"] for row in odds["rows"]} if odds else {}


def sailed(game: grognard.Game, seat: str, order: str) -> dict[str, Fraction]:
    """The same by letting the dice of the order itself fall every way."""
    index = game.seat_index(seat)
    parsed = game.decisions()[seat].parse(order)
    piece, path = parsed.args

    def once(twin: Table) -> str:
        twin.seat = index
        verb_of(twin, parsed.verb).apply(twin, index, parsed.args)
        return {path[-1]: "lands", path[0]: "aborts"}.get(twin.p.at[piece], "eliminated")

    return distribution(game.table, once)


@pytest.mark.parametrize(
    ("text", "seat", "order"),
    [(AXIS_AT_SEA, "axis", "ship ita1inf@1316 1016"), (ALLIED_AT_SEA, "allied", "ship brt1inf@0810 2224")],
)
def test_the_odds_of_a_voyage_are_those_of_its_dice(text: str, seat: str, order: str) -> None:
    """What is shown of a strength point is what becomes of it when the order is given."""
    game = scene(text, options=OFF)
    words = {"lands": "lands", "aborts": "is turned back to its port", "eliminated": "is sunk"}
    found = {words[fate]: float(chance) for fate, chance in sailed(game, seat, order).items()}
    assert found == pytest.approx(shown(game, seat, order))
    assert len(found) == (2 if seat == "axis" else 3)


def test_a_voyage_that_nothing_threatens_has_no_odds() -> None:
    game = scene(AXIS_AT_SEA.replace("1322: brt1gar / ", ""), options=OFF)
    assert shown(game, "axis", "ship ita1inf@1316 1016") == {}


def test_the_axis_is_told_what_its_ships_can_carry() -> None:
    """Each fleet with its sea; what is used is gone, and with it the fleet."""
    game = scene(AXIS_AT_SEA.replace("1322: brt1gar / ", ""), options=OFF)
    assert "Italy 1 in the Mediterranean" in game.decisions()["axis"].prompt
    game.play("axis", "ship ita1inf@1316 1016")
    assert "Italy" not in game.decisions()["axis"].prompt


def test_the_words_of_buttons_are_of_verbs_and_levels_that_there_are() -> None:
    verbs = [verb for step in looks_steps() for verb in getattr(step, "verbs", ())]
    assert set(looks.VERBS) <= {verb.name for verb in verbs}
    assert set(looks.LEVELS) <= {level.name for verb in verbs for level in verb.levels}
    for name in ("line", "mark", "drop"):
        assert looks.VERBS[name][1], name


def looks_steps() -> list[object]:
    return list(grognard.new("ww2eto", "africa41", seed=1).title.steps.values())


def test_a_unit_is_called_by_its_nation_and_kind() -> None:
    game = scene("1941 bare / 1312: ger1inf / 0811: brt3mech / axis movement", options=OFF)
    faces = [game.title.face(game.table, i) for i in range(len(game.table.p.at))]
    assert {face["note"] for face in faces if face} == {"German infantry", "British mechanized"}


def test_a_game_that_is_over_shows_first_by_what_it_was_won() -> None:
    """Nobody moves in Africa: no Axis unit is in Egypt, and that condition stands before all panels."""
    game = grognard.new("ww2eto", "africa41", seed=1)
    assert game.title.panels(game.table, 0)[0]["title"] == "The war"
    while game.outcome is None:
        game.play(next(iter(game.decisions())), "end")
    first = game.title.panels(game.table, 0)[0]
    assert (first["title"], first["side"]) == ("Allied marginal", True)
    assert all("✓" in row[-1] for row in first["rows"])


def told(text: str, order: str, dice: list[int]) -> list[str]:
    """What the Axis is told of an order."""
    game = scene(text, dice)
    return [sentence(game.title, event) for event in game.play("axis", order)]


def test_a_unit_that_cannot_retreat_is_said_to_be_lost_by_it() -> None:
    """Three points attacked by four lose one by the die and two for want of a hex (8.8/c): the log tells which."""
    ring = "2109: ger4inf / 2109: ger1inf / 2309: ger1inf / 2307: ger1inf"
    lines = told(
        f"1941 bare / war / 2208: sov3inf / {ring} / 2911: sov1inf / axis combat", "attack ger4inf@2109 2208", [6]
    )
    assert [line.endswith("for it could not retreat") for line in lines if "loses" in line] == [False, True]


def test_who_is_named_for_a_line_is_said() -> None:
    """An overrun of a line (8.47/e) is named by orders that move nobody yet."""
    text = "1941 bare / war / 2208: sov1inf / 2209: sov2inf / 2108: ger4mech / 2210: ger4inf ger3inf / axis movement"
    assert told(text, "line ger4mech@2108 2208", [])[0].endswith("is named to overrun 2208 with the line")
