"""Player aids: the charts of a title as cards, read from the same tables as its rules (data/aids.csv)."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path
from typing import Any

from .says import dated

AIDS = "aids.csv"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def said(value: str) -> str:
    """A cell as people read it.

    >>> said("1943-06"), said("resource_center"), said("germany|italy")
    ('June 1943', 'resource center', 'germany, italy')
    """
    return dated(value).replace("|", ", ").replace("_", " ")


@cache
def charts(data: Path) -> tuple[dict[str, Any], ...]:
    """The cards of a title: a title, columns, rows with the rule that each rests on; none where it lists none.

    A row of aids.csv names a table, its columns as ``column=Heading`` and the chapter that it belongs to; a column
    without a heading is called as it is.
    """
    if not (data / AIDS).exists():
        return ()
    return tuple(_card(data, row) for row in rows_of(data / AIDS))


def _card(data: Path, row: dict[str, str]) -> dict[str, Any]:
    columns = [part.partition("=") for part in row["columns"].split("|")]
    found = []
    for line in rows_of(data / f"{row['table']}.csv"):
        source = line.get("source", "")
        guess = source.startswith("reconstructed")
        found.append({
            "cells": [said(line[name]) for name, _, _ in columns],
            "rule": "" if guess else re.split(r"[|; ]", source)[0], "reconstructed": guess,
        })  # fmt: skip
    heads = [heading or said(name).capitalize() for name, _, heading in columns]
    return {
        "id": row["table"], "title": row["title"], "chapter": row["chapter"], "rule": row["source"],
        "columns": heads, "rows": found,
    }  # fmt: skip
