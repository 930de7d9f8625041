"""Rows of data knocked out: a table is read with a row that cites a rule left out or changed.

A table's last column ``source`` (of a special rule in a scenario's sheet: ``rule``) names the rule that a row comes
from. Each change is made as the tables are read, so that nothing in a title has to know of it.
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

NOT_RULES = ("rules.csv", "rulings.csv", "labels.csv", "reveal.csv")
Row = dict[str, str]
Change = Callable[[Row], Row | None]


def cites(row: Any, number: str) -> bool:
    """Does a row come from a rule?"""
    return number in str(row.get("source", "")).split("|") or row.get("rule") == number


@cache
def tables(folder: Path) -> tuple[tuple[Path, tuple[Row, ...]], ...]:
    """The tables of a title's data folder."""
    found = []
    for path in sorted(folder.glob("*.csv")):
        if path.name not in NOT_RULES:
            with path.open(newline="", encoding="utf-8") as file:
                found.append((path, tuple(csv.DictReader(file))))
    return tuple(found)


def numbers_in(folder: Path) -> set[str]:
    """Every rule that a row of a title's data comes from."""
    found = {one for _, rows in tables(folder) for row in rows for one in str(row.get("source", "")).split("|")}
    for path in folder.glob("*.toml"):
        for item in _items(tomllib.loads(path.read_text(encoding="utf-8"))):
            if "id" in item and "rule" in item:
                found.add(str(item["rule"]))
    return {number for number in found if number and not number.startswith("reconstructed")}


def _items(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _items(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _items(inner)


def changes(folder: Path, number: str) -> Iterator[Change]:
    """What can be done to the rows of a rule: left out, or one cell of them changed."""
    yield lambda row: None
    columns = [column for _, rows in tables(folder) for row in rows if cites(row, number) for column in row]
    for column in dict.fromkeys(columns):
        if column not in ("source", "rule", "id"):
            for change in (_shifted, _blank):
                yield lambda row, column=column, change=change: {**row, column: change(row.get(column, ""))}


def _shifted(cell: str) -> str:
    return str(int(cell) + 1) if cell.lstrip("-").isdigit() else cell


def _blank(cell: str) -> str:
    return "0" if cell.lstrip("-").isdigit() else ""


def knock_out(number: str, change: Change) -> None:
    """From now on in this process, the game reads tables with the rows of a rule changed; tests read what is there."""
    plain, loads, load = csv.DictReader, tomllib.loads, tomllib.load

    def reading(*args: Any, **kwargs: Any) -> Iterable[Row]:
        rows = plain(*args, **kwargs)
        return changed(rows) if sys._getframe(1).f_globals["__name__"].startswith("grognard.") else rows

    def changed(rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            found = change(row) if cites(row, number) else row
            if found is not None:
                yield found

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [without(i) for i in value if not (isinstance(i, dict) and cites(i, number))]
        return value

    csv.DictReader = reading  # type: ignore[misc,assignment]
    tomllib.loads = lambda *a, **k: without(loads(*a, **k))
    tomllib.load = lambda *a, **k: without(load(*a, **k))
