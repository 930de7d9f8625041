"""The tables inside a compiled board: each has its columns and its rows."""

from collections.abc import Iterator, Mapping
from typing import Any

FORMAT = 1


def rows(data: Mapping[str, Any], table: str) -> Iterator[dict[str, Any]]:
    """The rows of a table by column name; none if the board has no such table."""
    content = data.get(table)
    if content:
        for row in content["rows"]:
            yield dict(zip(content["columns"], row))


def cut_out(data: Mapping[str, Any], name: str, words: Mapping[str, list[str]]) -> dict[str, Any]:
    """The tables of a window: its hexes, its nodes, and what lies wholly among them.

    A window gives the first and last of its `cols` and `rows`; it may name a `region` that holds all of its hexes,
    and the `nodes` that belong to it (else all do).
    """
    window = data["grid"]["windows"][name]
    (west, east), (north, south) = window["cols"], window["rows"]
    region = window.get("region")
    inside = {row["hex"] for row in rows(data, "regions") if row["region"] == region} if region else None
    nodes = window.get("nodes")
    kept = {
        row["hex"]
        for row in rows(data, "hexes")
        if west <= row["col"] <= east and north <= row["row"] <= south and (inside is None or row["hex"] in inside)
    }
    boxes = {row["name"] for row in rows(data, "places") if not row.get("hex")}
    kept |= boxes if nodes is None else boxes & set(nodes)
    ends = {"hexes": ("hex",), "hexsides": ("a", "b"), "links": ("a", "b"), "regions": ("hex",)}
    part = dict(data)
    for table, content in data.items():
        if not isinstance(content, dict) or "rows" not in content or table == "grid":
            continue
        some = [
            row
            for row in rows(data, table)
            if all(row[end] in kept for end in ends.get(table, ()))
            and (table != "places" or (row.get("hex") or row["name"]) in kept)
        ]
        columns = content["columns"]
        part[table] = {"columns": columns, "rows": [[row[column] for column in columns] for row in some]}
    lattice = {"first_col": west, "cols": east - west + 1, "first_row": north, "rows": south - north + 1}
    part["grid"] = {**{k: v for k, v in data["grid"].items() if k != "windows"}, **lattice}
    part["hash"] = f"{data.get('hash', '')}/{name}"
    part["words"] = dict(words)
    return part
