"""The orders of battle: places, stacking at the start, sides apart, air bases, figures of the text, totals."""

from __future__ import annotations

import collections
from functools import cache

import pytest

import grognard
from grognard.board import Board
from grognard.titles.sfe import world as w

SCENARIOS = ("kharkov42", "blitzkrieg40", "barbarossa41", "overlord44", "africa41")
GROUND, AIR = set(w.GROUND) - {w.WALL}, set(w.AIR)
SHIPS = {"BB", "BC", "PB", "CD", "CA", "CL", "CV", "CVL", "DD", "TT"}
OTHERS = {"LDR", "FORT", "AFLD", "MARK", "SUP"}
HOLDS = {"major": 8, "minor": 4, "town": 2}
FLIES = {"major": 4, "minor": 2, "town": 1}

Row = dict[str, str]


def rows(scenario: str) -> tuple[Row, ...]:
    return w.table(f"ob/{scenario}.csv")


@cache
def board() -> Board:
    return Board.load(w.HERE / "board" / "board.json")


@cache
def grades() -> dict[int, str]:
    """The best city or town of each hex."""
    found: dict[int, str] = {}
    for place in board().places:
        if place.kind == "city" and HOLDS.get(place.grade, 0) > HOLDS.get(found.get(place.node, ""), 0):
            found[place.node] = place.grade
    return found


def figures(cell: str) -> tuple[int, ...]:
    return tuple(int(part) for part in cell.split("-")) if cell.count("-") == 2 else ()


def at_start(scenario: str, kinds: set[str]) -> dict[str, list[Row]]:
    """The counters of some kinds that stand in each hex at the start."""
    found: dict[str, list[Row]] = collections.defaultdict(list)
    for row in rows(scenario):
        if row["entry"] == "start" and row["hex"] and row["kind"] in kinds:
            found[row["hex"]].append(row)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_row(scenario: str) -> None:
    """Every counter has a source, a kind that is known, and a name of its own on its side."""
    table = rows(scenario)
    assert all(row["source"].startswith("reconstructed: ") for row in table)
    assert {row["kind"] for row in table} <= GROUND | AIR | SHIPS | OTHERS
    names = [(row["side"], row["nation"], row["unit"], row["kind"]) for row in table]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_places_are_on_the_board(scenario: str) -> None:
    """Every hex exists; ground units and wings stand on land."""
    for row in rows(scenario):
        if row["hex"]:
            node = board().node(row["hex"])
            if row["kind"] in GROUND | AIR:
                assert board().land >> node & 1, row


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_stacking_at_the_start(scenario: str) -> None:
    """At most three ground units a hex, and the sides in hexes of their own (5.01)."""
    for name, stack in at_start(scenario, GROUND - {"ART"}).items():
        assert len(stack) <= 3, (name, [row["unit"] for row in stack])
        assert len({row["side"] for row in stack}) == 1, name


@pytest.mark.parametrize("scenario", ["kharkov42", "blitzkrieg40", "barbarossa41"])
def test_air_bases(scenario: str) -> None:
    """No base holds more wings than may fly from it at the start (5.02)."""
    fields = collections.Counter(row["hex"] for row in rows(scenario) if row["kind"] == "AFLD")
    for name, stack in at_start(scenario, AIR).items():
        grade = grades().get(board().node(name), "")
        assert len(stack) <= FLIES.get(grade, 0) + 2 * fields[name], (name, grade, [row["unit"] for row in stack])


@pytest.mark.parametrize("scenario", SCENARIOS[:3])
def test_figures(scenario: str) -> None:
    """Ground units have three figures; the reduced side is about half, as fast as the other."""
    for row in rows(scenario):
        front, back = figures(row["front"]), figures(row["reduced"])
        if row["kind"] in GROUND:
            assert front, row
        if front and back and row["kind"] != "ART":
            assert back[2] == front[2] and 0.4 * front[0] <= back[0] <= 0.5 * front[0], row
        if row["kind"] == "INF" and row["nation"] == "German" and row["size"] == "XXX":
            assert row["front"] in ("10-10-4", "4-6-3", "2-4-3"), row


def test_kharkov_is_small() -> None:
    """The introductory scenario has at most sixty counters."""
    assert len(rows("kharkov42")) <= 60


def test_barbarossa_totals() -> None:
    """About 117 German divisions, 17 panzer divisions in ten corps, three leaders, some 20 mechanized corps."""
    table = rows("barbarossa41")
    german = [row for row in table if row["nation"] == "German" and row["kind"] in GROUND and row["entry"] == "start"]
    assert 112 <= sum(float(row["divisions"]) for row in german) <= 125
    panzers = [row for row in german if row["kind"] == "PZ"]
    assert (sum(float(row["divisions"]) for row in panzers), len(panzers)) == (17, 10)
    leaders = {row["unit"] for row in table if row["kind"] == "LDR" and row["entry"] == "start"}
    assert leaders == {"Guderian", "Hoth", "Kleist"}
    tanks = [r for r in table if r["nation"] == "Soviet" and r["kind"] == "ARM" and r["entry"] == "start"]
    assert 18 <= len(tanks) <= 21


def test_blitzkrieg_totals() -> None:
    """Ten panzer divisions; the French figures of the text."""
    table = rows("blitzkrieg40")
    assert sum(float(row["divisions"]) for row in table if row["kind"] == "PZ") == 10
    assert any(row["front"] == "10-10-5" for row in table)
    assert any(row["front"] == "4-6-3" and row["nation"] == "French" for row in table)


def test_africa_has_no_large_corps() -> None:
    """No corps of more than four defense factors starts in Zone E (26.04)."""
    for row in rows("africa41"):
        front = figures(row["front"])
        assert not (row["size"] == "XXX" and front and front[1] > 4), row


@pytest.mark.rule("sfe", "6.2")
def test_kharkov_begins_with_sixteen_points() -> None:
    """The Axis holds 16 of the 33 points when the game begins, and each side's units stand in its land."""
    t = grognard.new("sfe", "kharkov42", seed=1).table
    assert t.title.scores(t) == {"axis": 16, "allied": 17}
    for unit in t.world.units:
        if t.p.at[unit.index] < t.world.arrivals:
            assert t.p.land_of(unit.power) >> t.p.at[unit.index] & 1, unit.name
