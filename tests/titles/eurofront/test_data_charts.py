"""EuroFront's charts and scenarios: what hangs together in them, and what the board must know of them."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from grognard.titles.eurofront import tables

from .helpers import TITLES, board, data

SCENARIOS = tables.scenarios()
SEASONS = ["S39", "W39", "S40", "W40", "S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44"]
OTHERWISE = {("amphibious", "speed_dry"), ("thq", "axis_cadre"), ("thq", "allied_cadre")}
BASINS = {"Atlantic", "Mediterranean", "W Baltic", "E Baltic", "Black Sea", "Arctic"}


def chart(name: str, *key: str) -> dict[tuple[str, ...], dict[str, str]]:
    """A chart's rows by some of its columns."""
    return {tuple(row[one] for one in key): row for row in data(name)}


def test_kinds_cost_and_fire_as_in_westfront() -> None:
    """Axis and Allied costs, speeds in Dry and Mud and fire are WestFront's for every kind that both have; amphibious
    units, all British or US there, move 3, and theater HQs come back cheaper."""
    with (TITLES / "westfront" / "data" / "kinds.csv").open(newline="", encoding="utf-8") as file:
        west = {row["kind"]: row for row in csv.DictReader(file)}
    here = {row["kind"]: row for row in data("kinds")}
    assert set(here) - set(west) == {"shock"} and len(here) == 13
    for kind, row in west.items():
        for column in ("speed_dry", "speed_mud", "axis_step", "axis_cadre", "allied_step", "allied_cadre"):
            if row[column] and (kind, column) not in OTHERWISE:
                assert here[kind][column] == row[column], (kind, column)
        for column in ("fire_off", "fire_def"):
            assert (here[kind][column] or "none") == (row[column] or "none"), (kind, column)


def test_soviet_costs_are_half_and_extreme_ones_half_as_much_again() -> None:
    """Soviets pay half the Allied cost, rounded up; the Med and North Fronts cost half as much again, HQs the same."""
    for row in data("kinds"):
        if row["kind"] in ("hq", "shq", "thq", "static"):
            continue
        for column in ("step", "cadre"):
            allied = int(row[f"allied_{column}"])
            if row[f"soviet_{column}"]:
                assert 2 * int(row[f"soviet_{column}"]) in (allied, allied + 1, allied + 2), row["kind"]
            if row[f"extreme_{column}"]:
                assert 2 * int(row[f"extreme_{column}"]) in range(3 * allied, 3 * allied + 3), row["kind"]


def test_every_block_is_of_a_kind() -> None:
    """The labels know no other kind."""
    assert {block.kind for block in tables.blocks().values()} <= {row["kind"] for row in data("kinds")}


def test_weather() -> None:
    """West Front: Dry from March to October; East Front: Dry from June to September, Snow from December to February."""
    months = chart("weather", "front", "month")
    assert [m for m in range(1, 13) if months["WF", f"{m:02}"]["roll"] == "1"] == [1, 2, 11, 12]
    assert [m for m in range(1, 13) if months["EF", f"{m:02}"]["roll"] == "0"] == [6, 7, 8, 9]
    assert {months["EF", m]["odd"] for m in ("12", "01", "02")} == {"snow"}
    assert [months["EF", m]["odd"] + months["EF", m]["even"] for m in ("10", "11", "03", "04", "05")] == [
        "muddry", "mudsnow", "mudsnow", "mudmud", "muddry",
    ]  # fmt: skip


def test_storms() -> None:
    """Only odd totals bring storms, and each basin of the board has its own."""
    rows = data("storms")
    assert len(rows) == 22
    assert all(bool(row["basin"]) == (int(row["total"]) % 2 == 1) for row in rows)
    assert {row["basin"] for row in rows} - {""} == BASINS == {sea.basin for sea in board().seas.values()}


def test_airpower_and_basic_production_by_season() -> None:
    """Twelve seasons; the Axis never rises in the air, Allies and Soviets never fall."""
    rank = {"none": 0, "SF": 1, "DF": 2, "TF": 3}
    rows = data("airpower")
    assert [row["season"] for row in rows] == [row["season"] for row in data("production_basic")] == SEASONS
    for column, falls in (("axis_ef", 1), ("axis_wf", 1), ("axis_mf", 1), ("soviets", 0), ("allies", 0)):
        ranks = [rank[row[column]] for row in rows]
        assert ranks == sorted(ranks, reverse=bool(falls)), column
    assert [row["season"] for row in rows if row["extended_range"] == "1"] == ["W43", "S44", "W44"]
    assert [row["season"] for row in rows if row["air_supremacy"] == "1"] == ["S44", "W44"]


def test_interdiction_and_repulse_grow_with_the_rollers_supremacy() -> None:
    """One number more with each step of the naval balance; sea moves and other units are one worse."""
    balances = ("enemy supremacy", "parity", "friendly supremacy")
    table = chart("interdiction", "kind", "balance")
    for kind, first in (("invasion", 1), ("sea move", 2), ("beachhead supply", 1), ("sea supply", 2)):
        assert [int(table[kind, one]["repulse_to"]) for one in balances] == [first, first + 1, first + 2]
    for kind in ("invasion", "sea move"):
        assert all(int(row["repulse_to"]) + int(row["hit_from"]) == 7 for (one, _), row in table.items() if one == kind)
    assaults = chart("repulse", "assault", "unit", "condition")
    for unit, first in (("amphibious", 1), ("other", 2)):
        assert [int(assaults["sea", unit, one]["repulse_to"]) for one in balances] == [first, first + 1, first + 2]


def test_seaways_are_on_the_board() -> None:
    """Every sea and strait of the three Seaways; Nordkapp Sea is none of them."""
    straits = {name for kind, name in board().named_sides if kind == "strait"}
    for row in data("seaways"):
        known: Any = {"strait": straits, "area": {"South Africa"}}.get(row["kind"], board().seas)
        assert row["name"] in known, row
    assert "Nordkapp Sea" not in {row["name"] for row in data("seaways")}


def test_flex_points_and_terrain_are_on_the_board() -> None:
    """Flex points are places; every terrain of the board and its areas has a row."""
    for row in data("flex_points"):
        assert board().place(row["place"])
    known = {row["terrain"] for row in data("terrain")}
    areas = {str(place.values["terrain"]) for place in board().places if place.kind == "area"}
    assert (set(board().terrain) | areas) - {"sea"} <= known


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_hangs_together(name: str) -> None:
    """Its window, months, order of battle, one-click set-up, events and nations are known."""
    one = SCENARIOS[name]
    first, last = one["months"]
    assert "1936-07" <= first < last <= "1945-05"
    assert one["window"] in board().settings["windows"]
    assert set(one["order"]) == set(one["powers"])
    assert tables.order_of_battle(one["ob"]) and tables.placement(one["ob"])
    assert {stand.power for stand in tables.order_of_battle(one["ob"])} <= set(one["powers"])
    window = board(one["window"])
    for place in tables.placement(one["ob"]).values():
        assert (window.land | window.boxes) >> window.node(place) & 1, place
    assert set(one.get("events", ())) <= set(tables.events())
    nations = {row["nation"] for row in data("nations")}
    for key in ("axis", "defeated", "exploited", "demoralized", "complying", "surprised"):
        assert set(one.get(key, ())) <= nations, key
    waiting = {block.id for block in tables.blocks().values() if block.enters == "strategic reserve"}
    here = {stand.block for stand in tables.order_of_battle(one["ob"])}
    if "soviets" in one["powers"] and name != "1939A":
        assert len(waiting - here) >= one["strategic_reserve"]
        assert waiting <= here or one["strategic_reserve"] == 5
        late = {block.id for block in tables.blocks().values() if block.enters == "reserve army"}
        assert bool(late & here) == (one["reserve_armies"] == "in play")
    for battle in one.get("battles", {}):
        assert board().node(battle)
    assert {row["winner"] for row in data("victory") if row["scenario"] == name} - {""} <= set(one["powers"])
    assert any(row["scenario"] == name for row in data("victory"))


@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in ("1944H", "1944A")])
def test_a_scenario_says_who_holds_what(name: str) -> None:
    """Every power of a scenario holds something at its start, and its blocks stand on its own ground or in a battle."""
    one = SCENARIOS[name]
    held = {
        power: board().region.get(f"{name} {word}", 0)
        for power, word in (("axis", "Axis"), ("allies", "Allies"), ("soviets", "Soviets"))
    }
    if name == "1936":
        return
    assert all(held[power] for power in one["powers"])
    stands = {stand.block: stand.power for stand in tables.order_of_battle(one["ob"])}
    for block, place in tables.placement(one["ob"]).items():
        at = board().node(place)
        if place in one.get("battles", {}) or tables.blocks()[block].nation == "norway":
            continue
        assert held[stands[block]] >> at & 1, (block, place)
