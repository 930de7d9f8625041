"""Advanced European Theater of Operations: what may be chosen before the first move."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

from grognard.engine.core.title import Meta, Option, Scenario

HERE = Path(__file__).parent
SCENARIOS = ("desert42", "1941short", "1941", "1940", "1939", "1944")
"""Listed is what plays to its end."""
MAJORS = ("germany", "italy", "france", "uk", "us", "ussr")
MINORS = (
    "poland", "belgium", "netherlands", "luxembourg", "denmark", "norway", "sweden", "finland", "estonia", "latvia",
    "lithuania", "ireland", "portugal", "spain", "hungary", "rumania", "bulgaria", "yugoslavia", "greece", "turkey",
    "persia", "iraq",
)  # fmt: skip
POWERS = (*MAJORS, *MINORS, "vichy", "partisans", "neutral")
"""Who owns units and hexes. A minor's units are its own; who decides for them is the seat of its controller."""
AXIS_PARTNERS = ("hungary", "rumania", "bulgaria", "finland", "iraq")
"""Minors that begin at the German seat when they join (9.2)."""


def scenarios() -> tuple[Scenario, ...]:
    """The starts; all are ours, for the sources hold none."""
    listed = tomllib.loads((HERE / "data" / "scenarios.toml").read_text(encoding="utf-8"))
    return tuple(
        Scenario(name, listed[name]["name"], listed[name]["summary"], learner=listed[name]["learner"], ours=True)
        for name in SCENARIOS
    )


def options() -> tuple[Option, ...]:
    """The optional rules of Part 11."""
    with (HERE / "data" / "options.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        values, offered = tuple(row["values"].split("|")), tuple(row["offered"].split("|"))
        found.append(Option(row["id"], row["title"], values, values[0], row["rule"], row["summary"], offered))
    return tuple(found)


def seats_of_two() -> dict[str, str]:
    """Two players: the Axis by the German seat, everyone else by the British one."""
    axis = {"germany", "italy", *AXIS_PARTNERS}
    return {power: "germany" if power in axis else "uk" for power in POWERS}


def seats_apart(players: int) -> dict[str, str]:
    """Powers that have a seat of their own: from three players the USSR, then Italy, the US, and France with Vichy."""
    apart = {"ussr": 3, "italy": 4, "us": 5, "france": 6}
    if players >= apart["france"]:
        return {**{power: power for power in apart}, "vichy": "france"}
    return {power: power for power, least in apart.items() if players >= least}


def seats_apart_in_1940(players: int) -> dict[str, str]:
    """While the US and the USSR stay out: from three players Italy, then France with Vichy."""
    apart = {"italy": 3, "france": 4}
    found = {power: power for power, least in apart.items() if players >= least}
    return {**found, "vichy": "france"} if "france" in found else found


def seats_apart_in_1944(players: int) -> dict[str, str]:
    """While Italy and France are out of the war: from three players the USSR, then the US."""
    apart = {"ussr": 3, "us": 4}
    return {power: power for power, least in apart.items() if players >= least}


META = Meta(
    id="aeto",
    name="Advanced European Theater of Operations",
    publisher="Decision Games 2003",
    seats=MAJORS,
    powers=POWERS,
    default_seats=seats_of_two(),
    scenarios=scenarios(),
    options=options(),
    stage="alpha",
    sources="rules of Parts 5-8 complete; the other parts, map, charts, counters and scenarios are ours",
    module="grognard.titles.aeto.sequence",
)
