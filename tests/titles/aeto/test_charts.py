"""The tables of Advanced ETO against every figure that the rules fix, and against each other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.title import HERE, POWERS
from grognard.titles.aeto.world import board_of

TABLES = sorted(path.name for path in (HERE / "data").glob("*.csv") if path.name != "rules.csv")
INSETS = ("Dakar", "Capetown")
"""They bear the numbers of hexes elsewhere."""
ORDER = ["AE", "3/-", "2/-", "1/-", "[-/1]", "-/2*", "-/3*", "DE"]


def when(text: str) -> int:
    """A date as a count of months; START and special are always there."""
    text = text.replace(" pool", "")
    if text in ("START", "special", ""):
        return 0
    words = text.split()
    return int(words[0]) * 12 if len(words) == 1 else tb.month_of(text)


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_a_source(name: str) -> None:
    """A rule's number, or what it was reconstructed from; never a line of a scan."""
    known = {row["rule"] for row in tb.table("rules.csv")}
    chapters = {rule.split("/")[0] for rule in known}
    rows = tb.table(name)
    assert rows
    for row in rows:
        source = row["source"]
        cited = re.findall(r"\b(?:\d+\.\d+|P\d)(?:/[\w-]+)*", source)
        assert "reconstructed: " in source or any(c in known or c in chapters for c in cited) or "printed" in source, (
            row
        )
        assert None not in row and not re.search(r"\bL\d{3,4}\b", " ".join(row.values())), row


def test_the_combat_results_table() -> None:
    """Seven columns, eight rows, monotone in die and odds, and 2:1 with a net 6 is -/2 with a dot (5.18)."""
    grid = [[ORDER.index(row[column]) for column in tb.COLUMNS] for row in tb.crt()]
    assert [row["net"] for row in tb.crt()] == list("12345678")
    assert all(a <= b for row in grid for a, b in pairwise(row))
    assert all(a[i] <= b[i] for a, b in pairwise(grid) for i in range(7))
    assert tb.crt()[5]["2:1"] == "-/2*" and {v for row in grid for v in row} == set(range(8))


def test_prices() -> None:
    """Offensives 2 or 3 EPs, double in Winter but for the Soviets; Impromptu, Combined and Joint as the rules say."""
    task = {(r["task"], r["who"]): (int(r["ep"]), int(r["winter_ep"])) for r in tb.table("ep_tasks.csv")}
    for who, ep in {"germany": 2, "ussr": 2, "italy": 3, "france|uk|us": 3}.items():
        assert task["Offensive", who] == (ep, ep if who == "ussr" else 2 * ep)
    assert task["Impromptu Offensive", "germany"] == (4, 8)
    assert task["Impromptu Offensive", "ussr"] == (4, 4) and task["Impromptu Offensive", "france|uk|us"] == (6, 12)
    assert task["extra HQ in a Combined Offensive", "all but ussr"] == (2, 4) and task["Joint Offensive", "all"][0] == 2
    assert [task[f"scrap {ship}", "all"][0] for ship in ("BB", "CV", "CVL", "CA")] == [-7, -4, -2, -3]
    demolish = ("grass airfield", "small airbase", "large airbase", "coastal fort", "fortification", "permanent fort")
    assert [task[f"demolish {what}", "all"][0] for what in demolish] == [1, 2, 3, 1, 2, 6]
    cost = {r["item"]: r for r in tb.table("ep_costs.csv")}
    assert cost["U-boat"]["delay_seasons"] == "2" and all(0 <= int(r["delay_seasons"]) <= 4 for r in cost.values())


def test_incomes() -> None:
    """Germany 49 in 1940 with Poland's resources, the US 174 in 1944 and nothing before 1942."""
    income = {r["power"]: r for r in tb.table("income.csv")}
    assert income["us"]["1944"] == "174" and income["us"]["1941"] == "" and income["us"]["1942"]
    board = board_of("", "")
    polish = (board.nation["poland"] & board.kind["resource"]).bit_count()
    assert int(income["germany"]["1940"]) + 2 * polish == 49
    change = {(r["power"], r["what"]): int(r["ep"]) for r in tb.table("income_changes.csv")}
    assert change["germany", "Ploesti"] == 7 and change["ussr", "Caucasus oil hex lost"] == -4


def test_terrain_bases_rail_and_weather() -> None:
    """Mountains cost 2, 1 and 3, marsh all of armor's movement; ports, bases and zones as printed."""
    terrain = {r["terrain"]: r for r in tb.table("terrain.csv")}
    assert [terrain["mountain"][k] for k in ("foot_mp", "mountain_unit_mp", "armor_mech_mp")] == ["2", "1", "3"]
    assert terrain["forest"]["foot_mp"] == "2" and terrain["marsh"]["armor_mech_mp"] == "all"
    base = {r["installation"]: r for r in tb.table("installations.csv")}
    assert [base[k]["sea_supply"] for k in ("coastal city port", "minor port", "major port")] == ["1", "1", "3"]
    assert base["minor port"]["port_capacity"] == "15" and all(
        r["air_supply"] == r["air_capacity"] for r in base.values()
    )
    rail = {r["nation"]: int(r["rail_cap"]) for r in tb.table("rail_capacity.csv")}
    assert rail["germany"] == 6 and rail["ussr"] >= 4
    sky: dict[str, dict[int, str]] = defaultdict(dict)
    for r in tb.table("weather.csv"):
        sky[r["zone"]][int(r["month"])] = "".join(r[f"d{k}"] for k in range(1, 7))
    assert all(set(months) == set(range(1, 13)) for months in sky.values())
    assert set("".join(sky["mild"].values())) == {"C"}
    assert not any("W" in sky[zone][month] for zone in sky for month in range(4, 10))


def test_chits_that_the_rules_print() -> None:
    """The 4-2 Volksgrenadier, the Soviet 4-5 armor and 7-4 Siberians, the 1-5/0 Naval-Air, four Home Guards."""
    forces = tb.table("forces.csv")

    def has(**wanted: str) -> list[dict[str, str]]:
        return [r for r in forces if all(r[k] == v for k, v in wanted.items())]

    assert has(nation="germany", name="Volksgrenadier", strength="4", movement="2")
    assert has(nation="ussr", kind="armor", strength="4", movement="5")
    assert has(nation="ussr", name="Siberian Transfer", strength="7", movement="4")
    assert has(kind="Naval-Air", strength="1", range="5", strike="0")
    assert has(name="Home Guard")[0]["count"] == "4" and not has(nation="iraq")
    for r in forces:
        when(r["available"])
        if r["arm"] == "land":
            assert (r["depleted"] != "") == (r["steps"] == "2"), r
            assert r["circled"] == "" or r["kind"] in ("armor", "mechanized"), r
            assert not r["depleted"] or int(r["depleted"]) * 2 >= int(r["strength"]) >= int(r["depleted"]), r


def test_leaders_that_the_rules_name() -> None:
    """Seven Generals by name, three French HQs of radius 1, AFRIKA and Zhukov's HQ; no one twice."""
    leaders = tb.table("leaders.csv")
    assert len({(r["nation"], r["kind"], r["name"]) for r in leaders}) == len(leaders)
    generals = {r["name"]: r for r in leaders if r["kind"] == "General"}
    assert {"Zhukov", "Kluge", "Vlasov", "Graziani", "Model", "Paulus", "Rommel"} <= set(generals)
    assert generals["Graziani"]["exploitation"] == "0"
    staffs = {(r["nation"], r["name"]): r for r in leaders if r["kind"] == "HQ"}
    assert {name for (nation, name), r in staffs.items() if nation == "france" and r["radius"] == "1"} == {
        "2nd",
        "3rd",
        "ALPs",
    }
    assert ("germany", "AFRIKA") in staffs and ("ussr", "Zhukov") in staffs


@pytest.mark.parametrize(("scenario", "month"), [("desert42", "May 1942"), ("1941", "June 1941")])
def test_a_set_up_uses_what_the_counter_mix_has(scenario: str, month: str) -> None:
    """No chit is used more often than it is there by its date, every hex is land, no HQ stands next to a compatriot."""
    board = board_of("", "")
    pool: Counter[tuple[str, str, str]] = Counter()
    for r in tb.table("forces.csv"):
        if when(r["available"]) <= tb.month_of(month):
            pool[r["nation"], r["kind"], r["name"]] += int(r["count"])
    used: Counter[tuple[str, str, str]] = Counter()
    staffs: list[tuple[str, int]] = []
    for r in tb.table(f"setup_{scenario}.csv"):
        key = (r["nation"], r["kind"], r["name"])
        if r["hex"] and r["kind"] in tb.KINDS and r["place"] not in INSETS:
            assert board.land >> board.node(r["hex"]) & 1, r
        if r["kind"] == "HQ":
            staffs.append((r["nation"], board.node(r["hex"])))
        if r["kind"] not in ("HQ", "General"):
            used[key] += int(r["count"])
            assert used[key] <= pool[key], key
    for n, (nation, here) in enumerate(staffs):
        assert all(board.grid.distance(here, there) > 1 for other, there in staffs[:n] if other == nation)


def test_the_98_modifiers_of_partners() -> None:
    """79 for activation and 19 for transit."""
    count = Counter(r["what"] for r in tb.table("partner_modifiers.csv"))
    assert (count["activation"], count["transit"]) == (79, 19)


def test_rulings_and_rules_have_their_numbers() -> None:
    """Fifty rulings D and forty-seven A; every rule once; what is absent says why."""
    numbers = [row["id"] for row in tb.table("rulings.csv")]
    assert numbers[:97] == [f"D{n}" for n in range(1, 51)] + [f"A{n}" for n in range(1, 48)]
    assert all(row["question"] and row["ruling"] for row in tb.table("rulings.csv"))
    rules = tb.table("rules.csv")
    assert len({row["rule"] for row in rules}) == len(rules) > 1000
    assert all(row["reason"] for row in rules if row["status"] == "absent") and len(POWERS) == 31
