"""Set-up of the scenarios (chapter 15): every counter on its hex, and who holds what."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.titles.ww2eto import state
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import control

from .scenes import offers, play, refused

DATA = Path(__file__).parents[3] / "grognard" / "titles" / "ww2eto" / "data"


def printed(scenario: str) -> Counter[str]:
    """The order of battle as the table has it: ``ger4inf@1612`` and how many."""
    found: Counter[str] = Counter()
    with (DATA / f"setup_{scenario}.csv").open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            code, kind = w.CODES[w.NATIONS.index(row["nation"])], w.SHORT[w.KINDS.index(row["kind"])]
            if not row["choice"]:
                found[f"{code}{row['strength']}{kind}@{row['hex']}"] += int(row["count"])
    return found


def standing(game: grognard.Game) -> Counter[str]:
    t = game.table
    return Counter(t.title.piece_name(t, i) for i in range(len(t.p.at)) if t.p.at[i] != t.p.lost)


@pytest.mark.rule(
    "ww2eto", "15.0", "15.1", "15.11/Poland", "15.11/Denmark", "15.11/Norway", "15.11/Netherlands", "15.11/Belgium",
    "15.11/Turkey", "15.11/Spain", "15.11/Sweden", "15.11/Greece", "15.11/Yugoslavia", "15.11/France", "15.11/Britain",
    "15.11/USSR", "15.11/Germany", "15.11/Italy", "15.11/Hungary", "15.11/Rumania", "15.11/Finland", "15.11/Bulgaria",
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_1939(seed: int) -> None:
    """Every counter of 1939 stands where the sheet puts it, and the game begins in 4/1939."""
    game = grognard.new("ww2eto", "1939", seed=seed)
    assert standing(game) == printed("1939")
    assert game.table.world.turns[game.table.p.turn - 1]["turn"] == "4/1939"


@pytest.mark.rule(
    "ww2eto", "15.2", "15.21/Britain", "15.21/USSR", "15.21/France", "15.21/Belgium", "15.21/Netherlands",
    "15.21/Sweden", "15.21/Yugoslavia", "15.21/Greece", "15.21/Turkey", "15.21/Spain", "15.21/Germany", "15.21/Italy",
    "15.21/Rumania", "15.21/Bulgaria", "15.21/Finland", "15.21/Hungary",
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_1940(seed: int) -> None:
    """Every counter of 1940 stands where the sheet puts it, and the game begins in 2/1940."""
    game = grognard.new("ww2eto", "1940", seed=seed)
    assert standing(game) == printed("1940")
    assert game.table.world.turns[game.table.p.turn - 1]["turn"] == "2/1940"


@pytest.mark.rule(
    "ww2eto", "15.3", "15.31/Britain", "15.31/USSR", "15.31/e", "15.31/Sweden", "15.31/Turkey", "15.31/Spain",
    "15.31/Germany", "15.31/Italy", "15.31/Rumania", "15.31/Bulgaria", "15.31/Hungary", "15.31/Finland", "15.31/Vichy",
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_1941(seed: int) -> None:
    """Every counter of 1941 stands where the sheet and its erratum put it, and the game begins in 3/1941."""
    game = grognard.new("ww2eto", "1941", seed=seed)
    assert standing(game) == printed("1941")
    assert game.table.world.turns[game.table.p.turn - 1]["turn"] == "3/1941"
    assert game.table.p.due["setup"] == 4


def test_africa_1941() -> None:
    """The scenario of our own is the African part of 1941."""
    game = grognard.new("ww2eto", "africa41", seed=1)
    assert standing(game) == printed("africa41")
    assert offers(game, "axis") >= {"move", "end"}


@pytest.mark.rule("ww2eto", "15.31/Germany")
def test_free_set_up() -> None:
    """Four mechanized units are placed on the German-Russian border, two a hex at most, before the first turn."""
    game = grognard.new("ww2eto", "1941", seed=1)
    assert refused(game, "axis", "deploy 1312") == "15.31/Germany"
    assert refused(game, "axis", "end") == "15.31/Germany"
    play(game, "axis: deploy 1612", "axis: deploy 1613", "axis: deploy 1714")
    assert refused(game, "axis", "deploy 1612") == "7.0"
    play(game, "axis: deploy 1611", "axis: end")
    assert game.table.frame.step != "free_setup"


@pytest.mark.rule("ww2eto", "15.31/Germany")
def test_the_border_is_that_of_germany_and_poland() -> None:
    """German units are set up in Norway and Rumania too, but that is not the German-Russian border (R045)."""
    game = grognard.new("ww2eto", "1941", seed=1)
    assert offers(game, "axis", "deploy") == {"1610", "1611", "1612", "1613", "1714"}
    assert {refused(game, "axis", f"deploy {there}") for there in ("1801", "1814", "1915")} == {"15.31/Germany"}


@pytest.mark.rule("ww2eto", "15.31/Germany")
def test_no_german_starts_behind_the_russian_line() -> None:
    """Poland's hexes behind the partition hexes are Russia's share with them, in 1940 and 1941 (R231)."""
    game = grognard.new("ww2eto", "1941", seed=1)
    assert offers(game, "axis", "deploy").isdisjoint({"1811", "1812"})
    for scenario in ("1940", "1941"):
        t = grognard.new("ww2eto", scenario, seed=1).table
        share = t.world.by_id["poland_east"].hexes
        assert share == t.world.board.area("1712", "1713", "1813", "1811", "1812")
        assert share & t.p.soviet_ground == share and not share & t.p.axis_ground


@pytest.mark.rule("ww2eto", "15.3/a")
def test_vichy_in_1941() -> None:
    """Unoccupied France is 0917, 0916, 0816 and 0815; Vichy is there and neutral."""
    p = grognard.new("ww2eto", "1941", seed=1).table.p
    board = w.world("1941").board
    assert p.vichy == state.VICHY_NEUTRAL
    assert p.vichy_ground & board.area("0917", "0916", "0816", "0815", "0814") == board.area(
        "0917", "0916", "0816", "0815"
    )


@pytest.mark.rule("ww2eto", "15.3/c")
def test_conquests_of_1941() -> None:
    """France, the Low Countries, Norway, Greece, Denmark, Yugoslavia and western Poland are the Axis's for rail."""
    table = grognard.new("ww2eto", "1941", seed=1).table
    conquered = control.friendly_countries(table, w.AXIS)
    for name in ("france", "belgium", "netherlands", "norway", "greece", "denmark", "yugoslavia", "poland"):
        assert table.world.by_id[name].hexes & ~table.p.vichy_ground & ~conquered == 0


@pytest.mark.rule("ww2eto", "7.24")
def test_the_sheet_overrides_sizes() -> None:
    """The single Russian point in 2309 stands as the sheet has it, though peacetime units have two (R097)."""
    game = grognard.new("ww2eto", "1941", seed=1)
    assert standing(game)["sov1inf@2309"] == 1


def test_seats() -> None:
    """A third seat for the Russians needs the option, and nobody plays both sides."""
    with pytest.raises(grognard.Refused, match=r"16\.84"):
        grognard.new("ww2eto", "1939", seed=1, seats={"soviet": "soviet"})
    with pytest.raises(grognard.Refused, match="enemies"):
        grognard.new("ww2eto", "1939", seed=1, seats={"soviet": "axis"}, options={"three_players": "on"})
    game = grognard.new("ww2eto", "1939", seed=1, seats={"soviet": "soviet"}, options={"three_players": "on"})
    assert game.seats == ("axis", "allied", "soviet")
    assert game.table.p.seat_of[w.RUSSIAN_PARTISANS] == 2
