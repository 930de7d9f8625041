"""The tables of data/ as they are read: rows, chits and leaders by card."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from typing import Any, NamedTuple

from .title import HERE, POWERS

KINDS = (
    "infantry", "cavalry", "mountain", "paratrooper", "commando", "mechanized", "armor", "partisan", "HQ", "General",
    "fighter", "bomber", "fighter-bomber", "heavy bomber", "Naval-Air", "ATP",
    "BB", "CV", "CVL", "CA", "CL", "DD", "DE", "CVE", "SS", "U-boat", "STP",
)  # fmt: skip
INFANTRY, CAVALRY, MOUNTAIN, PARATROOPER, COMMANDO, MECHANIZED, ARMOR, PARTISAN, HQ, GENERAL = range(10)
FIGHTER, BOMBER, FIGHTER_BOMBER, HEAVY_BOMBER, NAVAL_AIR, ATP = range(10, 16)
BB, CV, CVL, CA, CL, DD, DE, CVE, SS, U_BOAT, STP = range(16, len(KINDS))
SHORT = (
    "inf", "cav", "mtn", "para", "cdo", "mech", "arm", "part", "HQ", "gen", "ftr", "bmb", "fb", "hvy", "nav", "atp",
    "bb", "cv", "cvl", "ca", "cl", "dd", "de", "cve", "ss", "ub", "stp",
)  # fmt: skip
LAND = tuple(range(PARTISAN))
"""Combat land units that draw supply; partisans are none."""
LEADERS = (HQ, GENERAL)
AIR = tuple(range(FIGHTER, BB))
SHIPS = tuple(range(BB, len(KINDS)))
NAMED_SHIPS = (BB, CV, CVL, CA)
CARRIERS = (CV, CVL, CVE)
SUBMARINES = (SS, U_BOAT)
FIGHTERS = (FIGHTER, FIGHTER_BOMBER, NAVAL_AIR)
"""Fighter types: they escort, intercept and pick targets in air combat (4.0)."""
BOMBERS = (BOMBER, FIGHTER_BOMBER, HEAVY_BOMBER, NAVAL_AIR)
"""Bomber types: they add their strength in Ground Support (4.0)."""
HEAVY = (MECHANIZED, ARMOR)
NO_ZONE = (COMMANDO, PARATROOPER, PARTISAN, HQ, GENERAL, *AIR, *SHIPS)
"""They exert no zone of control (5.13)."""
EXEMPT = (COMMANDO, PARATROOPER, HQ, GENERAL)
"""They are not counted against stacking limits (5.9)."""
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
CODES = {
    "germany": "ger", "italy": "ita", "france": "fra", "uk": "uk", "us": "us", "ussr": "sov", "netherlands": "net",
    "yugoslavia": "yug", "lithuania": "lit", "switzerland": "swi",
}  # fmt: skip


class Card(NamedTuple):
    """One sort of chit: everything that is printed on it."""

    number: int
    power: int
    kind: int
    name: str
    steps: int
    strength: int
    depleted: int
    movement: int
    circled: bool
    radius: int
    command: int
    combat: int
    exploitation: int
    available: str
    rebuilt: bool
    """False for a chit that cannot be rebuilt (cbr)."""
    range: int = 0
    strike: int = 0
    """Of air units: the hexes that they fly, and their bonus against ships and installations."""
    defence: int = 0
    worn_defence: int = 0
    speed: int = 0
    aircraft: int = 0
    """Of ships, whose strength is their gunnery: defence full and damaged, hexes a voyage, Naval-Air units aboard."""


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table of data/."""
    with (HERE / "data" / name).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def scenario_settings(scenario: str) -> dict[str, Any]:
    """A scenario's block of scenarios.toml."""
    return dict(tomllib.loads((HERE / "data" / "scenarios.toml").read_text(encoding="utf-8"))[scenario])


def month_of(text: str) -> int:
    """A month as a count from the year 0: ``May 1942``."""
    name, year = text.split()
    return int(year) * 12 + MONTHS.index(name)


def month_name(month: int) -> str:
    return f"{MONTHS[month % 12]} {month // 12}"


def _number(text: str) -> int:
    return int(text) if text else 0


@cache
def cards() -> tuple[Card, ...]:
    """Every land chit, HQ, General and air unit of the counter mix."""
    found: list[Card] = []
    for row in table("forces.csv"):
        if row["arm"] != "land" or row["nation"] not in POWERS or row["kind"] not in KINDS:
            continue
        strength = _number(row["strength"])
        found.append(
            Card(
                len(found), POWERS.index(row["nation"]), KINDS.index(row["kind"]), row["name"], _number(row["steps"]),
                strength, _number(row["depleted"]) or strength, _number(row["movement"]), row["circled"] == "y",
                0, 0, 0, 0, row["available"], "cbr" not in row["how"],
            )
        )  # fmt: skip
    for row in table("leaders.csv"):
        if row["kind"] not in ("HQ", "General") or row["nation"] not in POWERS:
            continue
        found.append(
            Card(
                len(found), POWERS.index(row["nation"]), KINDS.index(row["kind"]), row["name"], 1, 0, 0, 5, False,
                _number(row["radius"]), _number(row["command"]), _number(row["combat"]),
                _number(row["exploitation"]), row["available"], True,
            )
        )  # fmt: skip
    found += air_cards(len(found))
    return (*found, *ship_cards(len(found)))


def air_cards(first: int) -> list[Card]:
    """The air units of the counter mix, numbered from ``first``."""
    rows = [row for row in table("forces.csv") if row["arm"] == "air" and row["nation"] in POWERS]
    return [
        Card(
            number, POWERS.index(row["nation"]), KINDS.index(row["kind"]), row["name"], _number(row["steps"]),
            _number(row["strength"]), _number(row["depleted"]) or _number(row["strength"]), 0, False, 0, 0, 0, 0,
            row["available"], "cbr" not in row["how"], _number(row["range"]), _number(row["strike"]),
        )
        for number, row in enumerate(rows, first)
    ]  # fmt: skip


def ship_cards(first: int) -> list[Card]:
    """Named ships, then the classes of those that have no name, numbered from ``first`` (3.0)."""
    found: list[Card] = []
    for row in table("ships.csv"):
        if row["nation"] not in POWERS or row["class"] not in KINDS:
            continue
        found.append(
            Card(
                first + len(found), POWERS.index(row["nation"]), KINDS.index(row["class"]), row["name"], 2,
                _number(row["gunnery"]), _number(row["damaged_gunnery"]), 0, False, 0, 0, 0, 0, row["available"],
                False, 0, 0, _number(row["defence"]), _number(row["damaged_defence"]), _number(row["speed"]),
                _number(row["aircraft"]),
            )
        )  # fmt: skip
    for row in table("forces.csv"):
        if row["arm"] == "naval" and row["nation"] in POWERS:
            of_class = naval_class(row["kind"])
            found.append(
                Card(
                    first + len(found), POWERS.index(row["nation"]), KINDS.index(row["kind"]), row["name"],
                    _number(row["steps"]), of_class["gunnery"], of_class["damaged_gunnery"], 0, False, 0, 0, 0, 0,
                    row["available"], True, 0, 0, of_class["defence"], of_class["damaged_defence"],
                    of_class["speed"], int(row["kind"] == "CVE"),
                )
            )  # fmt: skip
    return found


@cache
def naval_class(name: str) -> dict[str, int]:
    """The figures of a class; what is not a number there is by the ship, or has a rule of its own."""
    row = next(row for row in table("naval_classes.csv") if row["class"] == name)
    return {key: int(value) if value.lstrip("-").isdecimal() else 0 for key, value in row.items()}


def card_of(nation: str, kind: str, name: str, strength: str = "") -> Card:
    """The oldest chit of a name, or the oldest of a strength where a set-up states it (A44, S17)."""
    wanted = (POWERS.index(nation), KINDS.index(kind), name)
    for card in cards():
        if (card.power, card.kind, card.name) == wanted and strength in ("", str(card.strength)):
            return card
    raise KeyError(f"no {nation} {kind} {name!r} in the counter mix")


@cache
def crt() -> tuple[dict[str, str], ...]:
    """The Combat Results Table: a row a net die, 1 to 8."""
    return table("crt.csv")


COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
