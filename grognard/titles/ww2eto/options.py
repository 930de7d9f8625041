"""Optional rules (16.0): which go together. ``data/options.csv`` says what each requires and excludes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grognard.engine.core.rules import Refused

from .world import table, words

CONDITION = re.compile(r"(\w+)(=|>)(.+)")


def holds(condition: str, scenario: str, options: Mapping[str, str]) -> bool:
    """Whether a word of the columns ``requires`` and ``excludes`` is true of a game: ``scenario=1939``."""
    found = CONDITION.fullmatch(condition)
    if found is None:
        return options.get(condition, "off") == "on"
    name, sign, value = found.groups()
    have = scenario if name == "scenario" else options.get(name, "0" if sign == ">" else "")
    return int(have) > int(value) if sign == ">" else have == value


def chosen(row: Mapping[str, str], options: Mapping[str, str]) -> bool:
    """Whether an option has been taken up at all."""
    return options.get(row["id"], "off") not in ("off", "0", "")


def check_options(scenario: str, options: Mapping[str, str]) -> None:
    """Refuse a set of options that does not go together, by the rule of the first that does not fit (16.0, 16.84)."""
    for row in table("options.csv"):
        if row["type"] == "choice" or not chosen(row, options):
            continue
        for condition in words(row["requires"]):
            if not holds(condition, scenario, options):
                raise Refused(row["rule"], f"{row['title']} needs {condition.replace('=', ' ')}.")
        for condition in words(row["excludes"]):
            if holds(condition, scenario, options):
                other = next(r["title"] for r in table("options.csv") if condition.startswith(r["id"]))
                raise Refused(row["rule"], f"{row['title']} does not go with {other}.")
