"""The tables of WestFront agree with the rulebook's totals and with one another."""

import csv
import itertools
import re
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DATA = Path(__file__).parents[3] / "grognard" / "titles" / "westfront" / "data"
Row = dict[str, str]
WAIVED = {"component", "commentary", "absent"}
SCENARIOS = ("s43", "w43", "s44", "w44")
START = {"s43": "1943-07", "w43": "1943-12", "s44": "1944-06", "w44": "1944-12"}
TERM = re.compile(
    r"(hex|city-or-adjacent|country|region|coast|row-south|row-north):[A-Z][A-Za-z0-9 -]*"
    r"|coast:any|front:(axis|allies):[A-Z][a-z]+|arrival:(axis|allies)|offmap:AGE|eliminated:"
    r"|control:(axis|allies)|startline:[sw]4[34]:(axis|allies)"
)
# Ruling Q14: where the card of a historical set-up departs from the chart (units, cv on the card).
CARD_DEPARTS = {("s44", "axis", "static"): (16, 18), ("s44", "axis", "mech"): (2, 5)}


def rows(name: str, where: Path = DATA) -> list[Row]:
    with open(where / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


RULES = {row["rule"]: row for row in rows("rules.csv")}
UNITS = {row["id"]: row for row in rows("units.csv")}
OB = {name: rows(f"ob_{name}.csv") for name in ("husky", *SCENARIOS)}
TABLES = [(DATA, path.name) for path in sorted(DATA.glob("*.csv"))]
TABLES += [(HERE, path.name) for path in sorted(HERE.glob("*.csv"))]


def cited(source: str) -> list[str]:
    """The rule ids of a source cell; what follows `reconstructed:` is prose."""
    return [word for word in source.split("reconstructed:")[0].split("|") if word]


def chart_kind(unit: Row) -> tuple[str, str]:
    """The line of a forces chart that a block belongs to: supreme HQs count as HQs, Italians apart."""
    kind = "hq" if unit["kind"] in ("shq", "hq") else unit["kind"]
    return kind, ("italy" if unit["italian"] == "1" else "")


@pytest.mark.parametrize(("where", "name"), TABLES, ids=[name for _, name in TABLES])
def test_every_row_has_a_source_and_cites_rules_that_exist(where: Path, name: str) -> None:
    if name == "rules.csv":
        return
    for row in rows(name, where):
        assert row["source"].strip(), row
        assert None not in row and None not in row.values(), row
        if name != "rulings.csv":
            assert set(cited(row["source"])) <= RULES.keys(), row


def test_the_list_of_rules_is_whole_and_few_are_waived() -> None:
    waived = [row for row in RULES.values() if row["status"] in WAIVED]
    assert len(RULES) == 529
    assert {row["status"] for row in RULES.values()} <= WAIVED | {"enforced", "permission"}
    assert len(waived) <= 0.15 * len(RULES)
    assert all(row["reason"] for row in waived)
    assert all(row["summary"] and row["title"] and row["area"] for row in RULES.values())


def test_every_ruling_answers_under_rules_that_exist() -> None:
    rulings = rows("rulings.csv")
    ids = [row["id"] for row in rulings]
    assert len(ids) == len(set(ids))
    assert {f"Q{n}" for n in range(1, 61)} <= set(ids)
    for row in rulings:
        assert set(row["rule"].split("|")) <= RULES.keys(), row["id"]
        assert row["question"].endswith("?") or "?" in row["question"], row["id"]
        assert row["ruling"], row["id"]


def test_rulings_cited_by_other_tables_exist() -> None:
    ids = {row["id"] for row in rows("rulings.csv")}
    for where, name in TABLES:
        text = (where / name).read_text(encoding="utf-8")
        assert set(re.findall(r"\bQ\d{1,2}\b", text)) <= ids, name


def test_the_roster_has_the_rulebooks_numbers() -> None:
    count = Counter((unit["side"], unit["power"]) for unit in UNITS.values())
    assert count["axis", "germany"] == 63
    assert count["axis", "italy"] == 10
    assert count["axis", "spain"] == 12 and count["axis", "portugal"] == 2
    assert sum(n for (side, _), n in count.items() if side == "allies") == 43
    kinds = Counter(unit["kind"] for unit in UNITS.values() if unit["side"] == "allies")
    assert kinds["hq"] == 5 and kinds["shq"] == 2 and kinds["amphibious"] == 5
    axis_hqs = [unit for unit in UNITS.values() if unit["power"] == "germany" and unit["kind"] == "hq"]
    assert len(axis_hqs) == 5 and Counter(unit["max_cv"] for unit in axis_hqs)["2"] == 4


def test_steps_run_from_the_top_to_the_cadre() -> None:
    zero = {"hq", "shq", "thq", "static"}
    for unit in UNITS.values():
        low = 0 if unit["kind"] in zero else 1
        assert unit["steps"] == "|".join(str(n) for n in range(int(unit["max_cv"]), low - 1, -1)), unit["id"]
        assert unit["cadre_cv"] == str(low)
        assert unit["mountain"] == ("1" if unit["kind"] == "mountain" else "0")


def test_every_amphibious_unit_has_its_beachhead() -> None:
    owners = {row["id"]: row["unit"] for row in rows("beachheads.csv")}
    assert owners == {unit["beachhead"]: unit["id"] for unit in UNITS.values() if unit["kind"] == "amphibious"}


@pytest.mark.parametrize("scenario", OB)
def test_each_block_of_an_order_of_battle_exists_and_stands_within_its_steps(scenario: str) -> None:
    seen = [row["unit"] for row in OB[scenario]]
    assert len(seen) == len(set(seen))
    for row in OB[scenario]:
        unit = UNITS[row["unit"]]
        assert row["side"] == unit["side"] and row["scenario"] == scenario
        assert int(unit["cadre_cv"]) <= int(row["cv"]) <= int(unit["max_cv"]), row


def test_no_block_is_smaller_than_any_list_has_it() -> None:
    for row in rows("reinforcements.csv"):
        if row["unit"] in UNITS:
            assert int(row["cv"]) <= int(UNITS[row["unit"]]["max_cv"]), row
        else:
            assert row["cv"] == "ready"


@pytest.mark.parametrize("scenario", ("husky", *SCENARIOS))
def test_totals_by_type_equal_the_chart(scenario: str) -> None:
    """Rule 3.23's charts, but for the departures of the cards listed in ruling Q14 and arrivals beyond the chart."""
    found: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    beyond = {"s43": {"51mtn", "Hkmtn"}, "s44": {"6AG"}, "w44": {"FHHarm", "FF3inf"}}.get(scenario, set())
    for row in OB[scenario]:
        if row["mode"] in ("setup", "arrival") and row["unit"] not in beyond:
            kind, power = chart_kind(UNITS[row["unit"]])
            found[row["side"], kind, power].append(int(row["cv"]))
    chart = {}
    for line in rows(f"forces_{scenario}.csv"):
        if line["kind"] == "beachhead" or line["note"].startswith("July"):
            continue
        key = (line["side"], line["kind"], "italy" if line["power"] == "italy" else "")
        units, cv = int(line["units"]), int(line["cv"])
        if units:
            chart[key] = CARD_DEPARTS.get((scenario, line["side"], line["kind"]), (units, cv))
    assert {key: (len(cvs), sum(cvs)) for key, cvs in found.items()} == chart


@pytest.mark.parametrize("scenario", ("w43", "w44"))
def test_reconstructed_picks_keep_the_ss_cap(scenario: str) -> None:
    by_kind: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for row in OB[scenario]:
        unit = UNITS[row["unit"]]
        if row["mode"] == "setup" and unit["power"] == "germany":
            by_kind[unit["kind"]].append((int(row["cv"]), unit["ss"] == "1"))
    for blocks in by_kind.values():
        total, number = sum(cv for cv, _ in blocks), len(blocks)
        cap = -(-total // number) if all(ss for _, ss in blocks) else total // number
        assert all(cv <= cap for cv, ss in blocks if ss), blocks


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_chart_counts_its_ss_units(scenario: str) -> None:
    for line in rows(f"forces_{scenario}.csv"):
        if line["ss_units"]:
            ss = [r for r in OB[scenario] if r["mode"] == "setup" and UNITS[r["unit"]]["ss"] == "1"]
            assert sum(UNITS[r["unit"]]["kind"] == line["kind"] for r in ss) == int(line["ss_units"]), line


def speaks_the_grammar(expression: str) -> bool:
    terms = [term for part in expression.split(" | ") for term in part.split(" & ")]
    return all(TERM.fullmatch(term) for term in terms)


@pytest.mark.parametrize("scenario", OB)
def test_places_speak_the_grammar(scenario: str) -> None:
    for row in OB[scenario]:
        assert speaks_the_grammar(row["place"]), row


def test_zones_speak_the_grammar() -> None:
    with open(DATA / "scenarios.toml", "rb") as file:
        every = tomllib.load(file)
    for name in SCENARIOS:
        assert speaks_the_grammar(every[name]["control"]["allies"])
        assert every[name]["control"]["axis"] == "rest"
        for side in ("axis", "allies"):
            assert speaks_the_grammar(every[name]["free"][side])
            assert all(speaks_the_grammar(every[name]["semi"][side][zone]) for zone in ("north", "south"))


def test_arrivals_stand_on_the_block() -> None:
    for row in rows("reinforcements.csv"):
        if row["unit"] in UNITS:
            assert UNITS[row["unit"]]["enters"] == row["month"], row


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_available_is_forgotten(scenario: str) -> None:
    """Rule 3.23/b: what is in the mix and not chosen starts eliminated, and is a row."""
    listed = {row["unit"] for row in OB[scenario]}
    for unit in UNITS.values():
        neutral = unit["power"] in ("spain", "portugal") or (unit["italian"] == "1" and scenario != "s43")
        arrived = unit["enters"] == "" or (re.match(r"19\d\d-", unit["enters"]) and unit["enters"] <= START[scenario])
        if arrived and not neutral:
            assert unit["id"] in listed, unit["id"]
    assert not [u for u in listed if UNITS[u]["enters"] > START[scenario] and UNITS[u]["enters"].startswith("19")]


def test_link_changes_follow_from_basic_and_ore() -> None:
    for side in ("allies", "axis"):
        lines = [row for row in rows("production_basic.csv") if row["side"] == side and row["basic"]]
        assert [row["scenario"] for row in lines] == list(SCENARIOS)
        base = [int(row["basic"]) + int(row["ore"]) for row in lines]
        assert [b - a for a, b in itertools.pairwise(base)] == [int(r["link_change"]) for r in lines[1:]]


def test_start_levels_move_by_the_cities_that_change_hands() -> None:
    """Naples is 1 PP from S43 to W43; in W44 both sides see the same cities move, resources doubled for the Axis."""
    city = {}
    for row in rows("production_basic.csv"):
        if row["basic"]:
            city[row["scenario"], row["side"]] = int(row["start"]) - int(row["basic"]) - int(row["ore"])
    assert [city[s, "allies"] for s in SCENARIOS] == [23, 24, 24, 39]
    assert [city[s, "axis"] for s in SCENARIOS] == [99, 98, 98, 81]


def test_victory_cities_are_thirteen() -> None:
    cities = rows("victory_cities.csv")
    start = Counter[str]()
    for row in cities:
        start[row["w44_start"]] += int(row["count"])
    assert start == {"axis": 10, "allies": 2, "neutral": 1}


def test_war_penalties_are_per_unit() -> None:
    for row in rows("dow.csv"):
        units = int(row["units"])
        assert [2 * int(row[s]) for s in SCENARIOS] == [-2 * units, -3 * units, -4 * units, -4 * units]
        assert sum(unit["power"] == row["nation"].lower() for unit in UNITS.values()) == units


def test_storms_take_half_of_all_rolls() -> None:
    basin = {int(row["total"]): row["basin"] for row in rows("storms.csv")}
    dice = Counter(basin[a + b] for a in range(1, 7) for b in range(1, 7))
    assert dice == {"": 18, "Mediterranean": 4, "W Baltic": 6, "Atlantic": 8}


def test_weather_by_month() -> None:
    fixed = {row["month"]: row["fixed"] for row in rows("weather.csv")}
    assert [m for m, w in sorted(fixed.items()) if w == "mud"] == ["01", "12"]
    assert [m for m, w in sorted(fixed.items()) if not w] == ["02", "11"]


def test_air_tables_turn_in_december_43_and_june_44() -> None:
    air = {row["month"]: row for row in rows("airpower.csv")}
    assert (air["1943-11"]["allied_range"], air["1943-12"]["allied_range"]) == ("1", "2")
    assert (air["1943-11"]["allied_shq_range"], air["1943-12"]["allied_shq_range"]) == ("2", "3")
    assert (air["1944-05"]["axis_fire"], air["1944-06"]["axis_fire"]) == ("SF", "none")
    assert (air["1944-05"]["axis_rail"], air["1944-06"]["axis_rail"]) == ("10", "5")
    months = {m for s in scenarios().values() for m in s["months"]}
    assert months <= air.keys()


def scenarios() -> dict[str, dict[str, list[str]]]:
    with open(DATA / "scenarios.toml", "rb") as file:
        every = tomllib.load(file)
    return {name: every[name] for name in ("husky", *SCENARIOS)}


def test_scenarios_follow_one_another_month_by_month() -> None:
    with open(DATA / "scenarios.toml", "rb") as file:
        every = tomllib.load(file)
    months = [month for name in SCENARIOS for month in every[name]["months"]]
    ahead = [f"{y}-{m:02d}" for y in (1943, 1944, 1945) for m in range(1, 13)]
    assert months == ahead[ahead.index("1943-07") : ahead.index("1945-05") + 1]
    for name in SCENARIOS[:-1]:
        assert every[every[name]["next"]]["months"][0] > every[name]["months"][-1]
    for name in ("husky", *SCENARIOS):
        scenario = every[name]
        assert {row["rule"] for row in scenario["special"]} | {scenario["source"]} <= RULES.keys()
        assert scenario["first_player"] == "allies" and scenario["sets_up_first"] == "axis"
        ready = sum(row[name] == "ready" for row in rows("beachheads.csv"))
        assert ready == scenario["beachheads"]["ready"]
        prep = sum(row[name] == "prep" for row in rows("beachheads.csv"))
        assert prep == scenario["beachheads"]["prep"]
    for play in every["play"].values():
        assert play["rule"] in RULES
        assert all(set(segment) <= {"husky", *SCENARIOS} for segment in play["segments"])


def test_the_kinds_of_all_blocks_have_a_price_and_a_speed() -> None:
    kinds = {row["kind"]: row for row in rows("kinds.csv")}
    codes = {"SF", "DF", "TF", "none", ""}
    for unit in UNITS.values():
        price = "allied_step" if unit["side"] == "allies" else "axis_step"
        assert kinds[unit["kind"]][price].isdigit(), unit["id"]
    for kind in kinds.values():
        assert {kind["fire_off"], kind["fire_def"], kind["ss_off"], kind["ss_def"]} <= codes


def test_husky_spends_what_the_text_says() -> None:
    paid: dict[str, int] = defaultdict(int)
    for row in rows("husky_example.csv", HERE):
        if row["phase"] == "production":
            each = re.search(r"(\d+) PPs( each)?", row["result"])
            if each:
                paid[row["side"]] += int(each[1]) * (2 if each[2] else 1)
    assert paid == {"axis": 25, "allies": 60}


def test_husky_example_speaks_of_blocks_that_are_there() -> None:
    there = {row["unit"] for row in OB["husky"]}
    for row in rows("husky_example.csv", HERE):
        names = set(re.findall(r"\b\w+\b", row["order"])) & UNITS.keys()
        assert names <= there, row
    assert [int(row["step"]) for row in rows("husky_example.csv", HERE)] == list(range(1, 58))


def test_sea_list_has_sixteen_seas_and_bases_among_their_ports() -> None:
    seas = rows("seas.csv")
    assert len(seas) == 16
    for row in seas:
        assert bool(row["base"]) != bool(row["always"]), row
        assert not row["base"] or row["base"] in row["ports"].split("|"), row
    assert len({port for row in seas for port in row["ports"].split("|")}) == 86
