"""The tables of World War Two ETO: complete, sourced, and true to every figure that the rules fix."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "grognard" / "titles" / "ww2eto" / "data"
SCENARIOS = ("1939", "1940", "1941", "africa41")
WAIVED = {"component", "commentary", "absent"}
CONDITIONS = {"losses", "not_surrendered", "france_standing", "option:minors", "not_invaded", "peacetime"}
PLACES = {"bonus", "italian_port", "british_port", "resource_center", "suez", "1321"}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


RULES = {row["rule"]: row for row in rows("rules.csv")}
NATIONS = {row["nation"]: row for row in rows("nations.csv")}
TURNS = [row["turn"] for row in rows("turns.csv")]
SOURCED = sorted(path.name for path in DATA.glob("*.csv") if path.name != "rules.csv")


def setup(scenario: str) -> list[dict[str, str]]:
    return rows(f"setup_{scenario}.csv")


def strength(scenario: str, nation: str, kind: str | None = None) -> int:
    return sum(
        int(row["strength"]) * int(row["count"])
        for row in setup(scenario)
        if row["nation"] == nation and (row["kind"] == kind if kind else row["kind"] != "garrison")
    )


def reinforcements(nation: str, first: str, last: str, scenario: str = "1939", place: str | None = None) -> int:
    span = TURNS[TURNS.index(first) : TURNS.index(last) + 1]
    return sum(
        int(row["points"])
        for row in rows("reinforcements.csv")
        if row["nation"] == nation
        and row["class"] == "reinforcement"
        and row["turn"] in span
        and scenario in row["scenarios"].split("|")
        and (place is None or row["place"] == place)
    )


def neighbours(name: str) -> set[str]:
    col, row = int(name[:2]), int(name[2:])
    south = 0 if col % 2 else 1
    around = [(col, row - 1), (col, row + 1)]
    around += [(col + side, row + step) for side in (-1, 1) for step in (south - 1, south)]
    return {f"{c:02}{r:02}" for c, r in around}


def guaranteed_loss(differential: int) -> int:
    if differential < 0:
        return 0
    return min(int(row[f"d{min(differential, 7)}"]) for row in rows("crt.csv"))


def test_rules_list_is_complete() -> None:
    """486 rules, each with a summary; what needs no test says why and is at most 15 per cent."""
    assert len(RULES) == 486
    assert {row["status"] for row in RULES.values()} <= WAIVED | {"enforced", "permission"}
    assert all(row["title"] and row["summary"] and row["area"] for row in RULES.values())
    waived = [row for row in RULES.values() if row["status"] in WAIVED]
    assert all(row["reason"] for row in waived)
    assert len(waived) <= 0.15 * len(RULES)


@pytest.mark.parametrize("name", SOURCED)
def test_every_row_names_its_source(name: str) -> None:
    """A source is a list of rule ids or a reconstruction with its reason."""
    table = rows(name)
    assert table
    for row in table:
        source = row["source"]
        if source.startswith("reconstructed: "):
            assert len(source) > len("reconstructed: ")
        else:
            assert [rule for rule in source.split("|") if rule not in RULES] == []


def test_rulings() -> None:
    """Every ruling has its own id and answers a question about a rule that exists."""
    table = rows("rulings.csv")
    assert [row["id"] for row in table] == [f"R{number:03}" for number in range(1, len(table) + 1)]
    assert len(table) >= 48
    assert len({row["question"] for row in table}) == len(table)
    assert all(row["rule"] in RULES and row["question"] and row["ruling"] for row in table)


TOTALS = {
    "1939": "germany 39 italy 5 hungary 2 rumania 2 bulgaria 1 finland 4 france 10 britain 2 ussr 22 poland 3 "
    "denmark 1 norway 1 netherlands 1 belgium 2 sweden 3 turkey 3 spain 3 greece 2 yugoslavia 1",
    "1940": "germany 55 italy 14 hungary 2 rumania 2 bulgaria 2 finland 2 france 26 britain 7 ussr 21 netherlands 1 "
    "belgium 2 sweden 3 turkey 3 spain 3 greece 2 yugoslavia 1",
    "1941": "germany 62 italy 10 hungary 3 rumania 4 bulgaria 3 finland 4 vichy 3 britain 7 ussr 33 "
    "sweden 3 turkey 3 spain 3",
    "africa41": "germany 1 italy 4 britain 3",
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_setup_totals(scenario: str) -> None:
    """Strength points by nation, British garrisons apart (15.11, 15.21, 15.31)."""
    words = TOTALS[scenario].split()
    expected = dict(zip(words[::2], map(int, words[1::2])))
    found = {nation: strength(scenario, nation) for nation in {row["nation"] for row in setup(scenario)}}
    assert found == expected


@pytest.mark.parametrize(
    ("scenario", "infantry", "mechanized", "parachute"), [("1939", 28, 10, 1), ("1940", 42, 12, 1), ("1941", 45, 17, 0)]
)
def test_german_kinds(scenario: str, infantry: int, mechanized: int, parachute: int) -> None:
    """German points by kind."""
    kinds = [strength(scenario, "germany", kind) for kind in ("infantry", "mechanized", "parachute")]
    assert kinds == [infantry, mechanized, parachute]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_setup_is_legal(scenario: str) -> None:
    """Two units a hex, size limits, one side a hex, and Russians alone and of two points, save the one in 2309."""
    side = f"side_{scenario}"
    start = TURNS.index(tomllib.loads((DATA / "scenarios.toml").read_text())[scenario]["start"])
    units: Counter[str] = Counter()
    sides: dict[str, set[str]] = {}
    for row in setup(scenario):
        nation, size = row["nation"], int(row["strength"])
        assert NATIONS[nation][side] != "absent"
        assert bool(row["hex"]) != bool(row["choice"])
        if row["kind"] != "garrison":
            limits = [
                limit
                for limit in rows("unit_sizes.csv")
                if nation in limit["nations"].split("|")
                and limit["russian_status"] in ("", "peacetime")
                and TURNS.index(limit["from_turn"]) <= start
            ]
            assert size <= int(limits[-1]["max"])
            if limits[-1]["exact"] == "yes":
                assert size == int(limits[-1]["max"]) or row["hex"] == "2309"
        if row["hex"]:
            units[row["hex"]] += int(row["count"])
            sides.setdefault(row["hex"], set()).add(NATIONS[nation][side])
    assert max(units.values()) <= 2
    assert all(len(found) == 1 for found in sides.values())
    russian = [row["hex"] for row in setup(scenario) if row["nation"] == "ussr"]
    assert all(units[place] == 1 for place in russian)


def test_garrisons_are_set_up_everywhere() -> None:
    """Malta and Gibraltar hold their garrisons in every printed scenario (14.21)."""
    for scenario in ("1939", "1940", "1941"):
        found = {row["hex"] for row in setup(scenario) if row["kind"] == "garrison"}
        assert found == {"1322", "0219"}


def test_front_lines_of_1941_face_each_other() -> None:
    """With the corrected hex 2014 both lines are unbroken, and every German hex touches a Russian one (15.31/e)."""
    line = ["1710", "1711", "1712", "1713", "1813", "1914", "2014", "2115"]
    assert all(right in neighbours(left) for left, right in pairwise(line))
    held = {row["hex"] for row in setup("1941") if row["nation"] == "ussr"}
    assert set(line) <= held and "2012" not in held
    german = ["1610", "1611", "1612", "1613", "1714", "1814", "1915"]
    assert all(right in neighbours(left) for left, right in pairwise(german))
    assert all(neighbours(place) & set(line) for place in german)


def test_crt_is_monotone_and_gives_the_overrun_table() -> None:
    """The worst die guarantees 1 from +2, 2 from +5, 3 at +7; so four points are never overrun (8.4, 8.43)."""
    assert [guaranteed_loss(gap) for gap in range(8)] == [0, 0, 1, 1, 1, 2, 2, 3]
    for row in rows("crt.csv"):
        losses = [int(row[f"d{gap}"]) for gap in range(8)]
        assert losses == sorted(losses)
    needed = {}
    for points in (1, 2, 3):
        for factor in (1, 2, 4):
            needed[points, factor] = next(
                attack for attack in range(1, 30) if guaranteed_loss(attack - points * factor) >= points
            )
    assert needed == {
        (1, 1): 3, (1, 2): 4, (1, 4): 6, (2, 1): 7, (2, 2): 9, (2, 4): 13, (3, 1): 10, (3, 2): 13, (3, 4): 19,
    }  # fmt: skip
    assert guaranteed_loss(7) < 4


def test_turns() -> None:
    """Quarters run on without a gap from 4/1939; seasons and allowances are those of 5.51."""
    table = rows("turns.csv")
    assert [table[0]["turn"], table[-2]["turn"], table[-1]["turn"]] == ["4/1939", "2/1945", "3/1945"]
    clock = [4 * int(row["year"]) + int(row["quarter"]) for row in table]
    assert clock == list(range(clock[0], clock[0] + len(clock)))
    allowance = {row["season"]: (int(row["ma_weather_area"]), int(row["ma_elsewhere"])) for row in rows("seasons.csv")}
    assert allowance == {"winter": (3, 5), "spring": (2, 5), "summer": (5, 5), "fall": (4, 5)}
    season = {row["quarter"]: row["season"] for row in rows("seasons.csv")}
    assert all(season[row["quarter"]] == row["season"] for row in table)


def test_chart_leads_from_one_setup_to_the_next() -> None:
    """The two reinforcement phases of 4/1939 and 1/1940 bridge the set-ups of 1939 and 1940; five more lead to 1941."""
    first, second = ("4/1939", "1/1940"), ("2/1940", "2/1941")
    growth = strength("1940", "germany", "infantry") - strength("1939", "germany", "infantry")
    armour = strength("1940", "germany", "mechanized") - strength("1939", "germany", "mechanized")
    assert reinforcements("germany", *first) == growth + 2 * armour == 18
    growth = strength("1941", "germany", "infantry") - strength("1940", "germany", "infantry")
    armour = strength("1941", "germany", "mechanized") - strength("1940", "germany", "mechanized")
    assert reinforcements("germany", *second) == growth + 2 * armour + 4
    for nation in ("italy", "france", "britain", "bulgaria", "hungary", "rumania"):
        assert reinforcements(nation, *first) == strength("1940", nation) - strength("1939", nation)
    for nation in ("ussr", "bulgaria", "hungary", "rumania", "finland"):
        grown = strength("1941", nation) - strength("1940", nation)
        assert reinforcements(nation, *second, scenario="1940") == grown
    assert reinforcements("britain", *first, place="suez") == 2


def test_chart_obeys_the_text() -> None:
    """Kinds by date, pairs of peacetime Russians, one Italian replacement a year, no U.S. before the end of 1942."""
    years: Counter[str] = Counter()
    for row in rows("reinforcements.csv"):
        nation, turn = row["nation"], row["turn"]
        assert turn in TURNS and nation in NATIONS and int(row["points"]) > 0
        assert set(row["scenarios"].split("|")) <= set(SCENARIOS)
        assert set(filter(None, row["condition"].split("|"))) <= CONDITIONS
        assert row["place"] in PLACES or row["place"] == nation
        if nation in ("britain", "usa"):
            assert row["class"] == "reinforcement"
            assert row["kind"] == ("infantry" if int(turn[2:]) <= 1942 else "mechanized")
        if nation == "usa":
            assert TURNS.index(turn) >= TURNS.index("4/1942")
        if nation == "ussr":
            assert int(row["points"]) % 2 == 0 and int(row["points"]) <= 4
        if nation == "italy" and row["class"] == "replacement":
            years[turn[2:]] += int(row["points"])
        if nation == "poland":
            assert (turn, row["points"]) == ("4/1939", "3")
    assert set(years.values()) == {1}


def test_russian_production() -> None:
    """Bands meet without gap, nothing under three centers, the last is 30 and more, and more never gives less."""
    table = rows("russian_production.csv")
    assert [int(row["centers_from"]) for row in table] == [0, *range(3, 31, 3)]
    for low, high in pairwise(table):
        assert int(low["centers_to"]) + 1 == int(high["centers_from"])
        for die in range(1, 7):
            assert int(low[f"die{die}"]) <= int(high[f"die{die}"])
    assert table[-1]["centers_to"] == ""
    assert all(table[0][f"die{die}"] == "0" and int(table[1][f"die{die}"]) > 0 for die in range(1, 7))
    for row in table:
        points = [int(row[f"die{die}"]) for die in range(1, 7)]
        assert points == sorted(points)


def test_lend_lease() -> None:
    """From 1/1942 to 2/1945 without a gap; the three routes share the six faces of the die (10.35, 10.36)."""
    turns = [row["turn"] for row in rows("lend_lease.csv")]
    assert turns == TURNS[TURNS.index("1/1942") : TURNS.index("2/1945") + 1]
    faces = [face for row in rows("lend_lease_routes.csv") for face in row["lost_on"].split("|")]
    assert sorted(faces) == list("123456")


def test_allied_transport() -> None:
    """A row for every Game-Turn, and enough to have brought three points to France before the 1940 set-up."""
    table = {row["turn"]: row for row in rows("allied_transport.csv")}
    assert list(table) == TURNS
    assert int(table["4/1939"]["naval"]) + int(table["1/1940"]["naval"]) >= 3
    amphibious = [int(row["amphibious"]) for row in table.values()]
    assert amphibious[0] == 0 and any(later < earlier for earlier, later in pairwise(amphibious))


def test_the_page_on_charts_tells_the_figures_of_the_tables() -> None:
    """What docs/reconstruction/ww2eto.md says in figures is what the rebuilt tables hold."""
    said = (Path(__file__).parents[3] / "docs" / "reconstruction" / "ww2eto.md").read_text(encoding="utf-8")
    years = [reinforcements("germany", f"3/{y}", f"2/{y + 1}") for y in range(1941, 1945)]
    assert f"{years[0]} and {years[1]}.\n" in said and f"give {years[2]}, the levies of 1944-45 {years[3]}." in said
    steps = [str(reinforcements("germany", turn, turn)) for turn in ("2/1940", "3/1940", "4/1940", "1/1941", "2/1941")]
    assert f"(one amphibious point): {' '.join(steps)}." in said
    assert f"; {reinforcements('usa', '4/1942', '2/1945')} points in all." in said
    divisions = 4 * reinforcements("britain", "3/1941", "2/1945")
    assert f"some {divisions} divisions at 4 a point" in said
    arrived = Counter(row["turn"][2:] for row in rows("lend_lease.csv") for _ in range(int(row["points"])))
    assert f"{arrived['1942']}, {arrived['1943']}, {arrived['1944']} and {arrived['1945']} points." in said
    last = rows("russian_production.csv")[-1]
    assert f"so {sum(int(last[f'die{n}']) for n in range(1, 7)) / 6} points in the last column" in said
    ships = {row["turn"]: row for row in rows("allied_transport.csv")}
    assert f"{ships['4/1942']['naval']} for North Africa, {ships['3/1944']['naval']} for France in 1944" in said
    craft = [ships[turn]["amphibious"] for turn in ("4/1942", "3/1943", "2/1944", "3/1944")]
    assert f"North Africa {craft[0]}, Sicily {craft[1]}, Normandy and southern France {craft[2]} each" in said
    assert craft[2] == craft[3]


def test_options() -> None:
    """Defaults are allowed values, offered sets match the scenarios, and three players need 1939 (16.84)."""
    scenarios = tomllib.loads((DATA / "scenarios.toml").read_text())
    options = {row["id"]: row for row in rows("options.csv")}
    for name, scenario in scenarios.items():
        assert set(scenario["options"]) == {key for key, row in options.items() if name in row["offered"].split("|")}
    for row in options.values():
        assert row["rule"] in RULES
        for name in SCENARIOS:
            default = row[f"default_{name}"]
            if name in row["offered"].split("|"):
                assert default in row["values"].split("|")
            else:
                assert default in ("", "off")
        for clause in row["excludes"].split("|"):
            assert not clause or clause.partition(">")[0] in options
    assert options["three_players"]["offered"] == "1939"
    for preset in rows("presets.csv"):
        assert all(key in options for key in preset["options"].split("|") if key)


def test_scenarios() -> None:
    """Each scenario starts and ends on the track, names its set-up, and speaks of countries that exist."""
    scenarios = tomllib.loads((DATA / "scenarios.toml").read_text())
    assert tuple(scenarios) == SCENARIOS
    countries = {row["country"]: row for row in rows("countries.csv")}
    starts = {"1939": "4/1939", "1940": "2/1940", "1941": "3/1941", "africa41": "3/1941"}
    for name, scenario in scenarios.items():
        assert scenario["start"] == starts[name]
        assert TURNS.index(scenario["start"]) < TURNS.index(scenario["end"])
        assert scenario["setup"] == f"setup_{name}.csv" and (DATA / scenario["setup"]).exists()
        assert scenario["rule"] in RULES
        for holder, held in scenario["conquered"].items():
            powers = {"axis": {"germany", "italy"}, "allied": {"britain", "france"}, "ussr": {"ussr"}}[holder]
            assert all(countries[country][f"control_{name}"] in powers for country in held)
        assert all(nation in NATIONS for pair in scenario["at_war"] for nation in pair)
    assert scenarios["1941"]["italy_lost"] == 3
    assert scenarios["1941"]["unoccupied_france"] == ["0917", "0916", "0816", "0815"]


def test_partisan_tables() -> None:
    """Six dice for every season that rolls; results are digits, pairs, choices or none."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for name in ("partisans_general.csv", "partisans_russian.csv"):
        for row in rows(name):
            seen[row["group"], row["year"], row["season"]] += 1
            assert row["result"] == "none" or set(row["result"].replace(" or ", "").replace("+", "")) <= set("0126789")
    assert set(seen.values()) == {6}
    cells = {
        (int(row["occupying_points"]), int(row["die"])): row["result"] for row in rows("partisans_france_benelux.csv")
    }
    assert len(cells) == 48 and set(cells.values()) == {"5", "6", "none"}
    assert [cell for cell, result in cells.items() if result == "5"] == [(6, 2), (4, 2)]
    assert all(cells[8, die] == "none" for die in range(1, 7))
    for (points, die), result in cells.items():
        if result != "none" and points > 1:
            assert cells[points - 1, die] != "none"


def test_nations_and_countries() -> None:
    """Twenty printed sets, homes that exist, air zones of three nations, and the neutrals of 16.22 and 16.31."""
    assert len(NATIONS) - len({"vichy", "free_french"}) == 20
    assert {nation for nation, row in NATIONS.items() if row["air_zone"] == "yes"} == {"germany", "britain", "usa"}
    pro_axis = {nation for nation, row in NATIONS.items() if row["class"] == "pro_axis"}
    assert pro_axis == {"hungary", "finland", "rumania", "bulgaria"}
    self_defence = {nation for nation, row in NATIONS.items() if row["class"] == "self_defence"}
    assert len(self_defence) == 10
    countries = {row["country"]: row for row in rows("countries.csv")}
    assert all(row["home"] in countries or row["home"] == "us_box" for row in NATIONS.values())
    assert all(not row["owner"] or row["owner"] in NATIONS for row in countries.values())
    assert all(
        row["owner"] in ("", "italy", "france", "spain", "britain")
        for row in countries.values()
        if row["class"] == "possession"
    )


def test_victory_and_resignation_cover_the_game() -> None:
    """Three levels for each side, and a resignation result for every turn (13.0, 13.1)."""
    levels = {row["level"] for row in rows("victory.csv") if row["scenarios"] == "1939|1940|1941"}
    assert levels == {
        f"{side}_{degree}" for side in ("axis", "allied") for degree in ("marginal", "substantive", "decisive")
    }
    for side in ("axis", "allied"):
        for turn in TURNS:
            here = [
                row
                for row in rows("resignation.csv")
                if row["side"] == side
                and TURNS.index(row["from_turn"]) <= TURNS.index(turn) <= TURNS.index(row["to_turn"])
            ]
            assert len(here) == (2 if side == "axis" and turn.endswith("1943") else 1)


def test_worked_examples() -> None:
    """39 examples, each about rules that exist and a turn on the track."""
    with (Path(__file__).parent / "worked_examples.csv").open(newline="", encoding="utf-8") as lines:
        table = list(csv.DictReader(lines))
    assert len(table) == 39
    for row in table:
        assert all(rule in RULES for rule in row["rules"].split("|"))
        assert row["scenario"] in SCENARIOS and row["turn"] in TURNS
        assert row["position"] and row["orders"] and row["expected"]
