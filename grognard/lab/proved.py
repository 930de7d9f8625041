"""The table of pairs of a test and a rule that were proved: the test fails without the rule.

Beside each pair stands a digest of what it was proved with: the code and rows that keep the rule, and the test. A pair
whose digest is the same need not be run again; a tenth of those is run all the same, chosen by the commit, so that what
the digest does not see (a helper, the engine) is noticed in time. The run writes the table anew.
"""

from __future__ import annotations

import csv
import inspect
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ..engine.core.title import metas
from ..engine.core.verbs import Verb
from .where import where

FIELDS = ("test", "rule", "digest")
ONE_IN = 10
"""Of the pairs that have not changed, one in so many is run."""
Pair = tuple[str, str]


def digest(title: str, number: str, test: Callable[..., Any]) -> str:
    """What a pair was proved with, as a short hash."""
    kept = where(title).text.get(number, "") + masks(title).get(number, "")
    return _hash(f"{kept}\n{inspect.getsource(inspect.unwrap(test))}")


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


@cache
def masks(title: str) -> dict[str, str]:
    """The code of the conditions that carry each rule's label: their functions need not cite it."""
    rules = metas()[title].load()
    found: dict[str, dict[str, None]] = {}
    for step in rules.steps.values():
        for debt in step.debts:
            found.setdefault(rules.number(debt.rule), {})[_source(debt.owed)] = None
        for verb in step.verbs:
            for label, function in _conditions(verb):
                found.setdefault(rules.number(label), {})[_source(function)] = None
    return {number: "\n".join(sources) for number, sources in found.items()}


def _conditions(verb: Verb) -> list[tuple[str, Callable[..., Any]]]:
    every = [*verb.masks, *(mask for level in verb.levels for mask in (*level.masks, *level.closes))]
    return [(label, mask.allowed) for mask in every for label in mask.labels()]


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(inspect.unwrap(function))
    except (OSError, TypeError):
        return ""


def due(pair: Pair, found: str, table: Mapping[Pair, str], commit: str) -> bool:
    """Must the pair be run? Yes if it is new or changed, or if this commit's lot falls on it."""
    return table.get(pair) != found or int(_hash(f"{commit} {pair}"), 16) % ONE_IN == 0


def commit_now(folder: Path) -> str:
    """The commit that is checked out, or nothing where there is none."""
    try:
        run = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return run.stdout.strip()


def read(path: Path) -> dict[Pair, str]:
    """The table; none is an empty one, and a row that cannot be read is none."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if all(row.get(field) for field in FIELDS)]
    return {(row["test"], row["rule"]): row["digest"] for row in rows}


def write(path: Path, table: Mapping[Pair, str], folder: Path) -> None:
    """Write the table, without pairs whose file of tests is no more."""
    here = {test for test, _ in table if (folder / test.partition("::")[0]).exists()}
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(FIELDS)
        rows.writerows((test, rule, found) for (test, rule), found in sorted(table.items()) if test in here)
