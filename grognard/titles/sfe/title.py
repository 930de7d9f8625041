"""The Struggle for Europe, 1939-45: what may be chosen before the first move."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

from grognard.engine.core.title import Meta, Option, Scenario

HERE = Path(__file__).parent
SCENARIOS = ("kharkov42", "blitzkrieg40", "barbarossa41", "africa41", "overlord44")
"""The scenarios that play to their end."""


def scenarios() -> tuple[Scenario, ...]:
    """The starts, all of our own: the rulebook has none."""
    table = tomllib.loads((HERE / "data" / "scenarios.toml").read_text(encoding="utf-8"))
    return tuple(
        Scenario(name, table[name]["name"], table[name]["summary"], learner=name == "kharkov42", ours=True)
        for name in SCENARIOS
    )


def options() -> tuple[Option, ...]:
    """The optional rules of chapter 28 that can be chosen, with their defaults by scenario.

    A scenario may also name its own in its block, each with its default.
    """
    table = tomllib.loads((HERE / "data" / "scenarios.toml").read_text(encoding="utf-8"))
    with (HERE / "data" / "options.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        offered = tuple(name for name in row["offered"].split("|") if name)
        values = tuple(row["values"].split("|"))
        defaults = {name: row[f"default_{name}"] for name in offered}
        defaults |= {
            name: table[name]["options"][row["id"]] for name in SCENARIOS if row["id"] in table[name].get("options", {})
        }
        offered = tuple(defaults)
        found.append(Option(row["id"], row["title"], values, values[0], row["rule"], row["summary"], offered, defaults))
    return tuple(found)


META = Meta(
    id="sfe",
    name="The Struggle for Europe",
    publisher="Clash of Arms 2005",
    seats=("axis", "allied"),
    powers=("axis", "allied"),
    default_seats={"axis": "axis", "allied": "allied"},
    scenarios=scenarios(),
    options=options(),
    stage="alpha",
    sources="standard rules complete; charts, map, counters and scenarios reconstructed",
    module="grognard.titles.sfe.sequence",
)
