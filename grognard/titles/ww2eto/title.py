"""World War Two: European Theater of Operations, 1939-45: what may be chosen before the first move."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

from grognard.engine.core.title import Meta, Option, Scenario

HERE = Path(__file__).parent
SCENARIOS = ("1939", "1940", "1941", "africa41")
POWERS = (
    "axis", "allied", "soviet", "neutral", "vichy", "partisans", "russian_partisans", "finnish_partisans",
)  # fmt: skip
"""Who owns units. A neutral's units become the Axis's or the Allies' when it is invaded; Vichy units when it swings."""


def scenarios() -> tuple[Scenario, ...]:
    """The starts of chapter 15, and one of our own for learners."""
    table = tomllib.loads((HERE / "data" / "scenarios.toml").read_text(encoding="utf-8"))
    return tuple(
        Scenario(name, table[name]["name"], table[name]["summary"], learner=name == "africa41", ours=name == "africa41")
        for name in SCENARIOS
    )


def options() -> tuple[Option, ...]:
    """The optional rules of chapter 16 and our own, with their defaults by scenario."""
    with (HERE / "data" / "options.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        offered = tuple(row["offered"].split("|"))
        defaults = {name: row[f"default_{name}"] for name in offered}
        values = tuple(row["values"].split("|"))
        found.append(Option(row["id"], row["title"], values, values[0], row["rule"], row["summary"], offered, defaults))
    return tuple(found)


META = Meta(
    id="ww2eto",
    name="World War Two: European Theater of Operations",
    publisher="SPI 1973",
    seats=("axis", "allied", "soviet"),
    powers=POWERS,
    default_seats={
        "axis": "axis", "allied": "allied", "soviet": "allied", "neutral": "allied", "vichy": "allied",
        "partisans": "allied", "russian_partisans": "allied", "finnish_partisans": "axis",
    },
    scenarios=scenarios(),
    options=options(),
    stage="alpha",
    rules=2,
    sources="rules, scenario sheet and errata complete; map and five charts reconstructed",
    module="grognard.titles.ww2eto.sequence",
)  # fmt: skip
