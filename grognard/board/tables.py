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


def part_of(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The tables of a window, with the words of the whole board; KeyError says which windows there are."""
    windows = data["grid"].get("windows", {})
    if name not in windows:
        raise KeyError(f"no window {name!r} on this board, only {', '.join(sorted(windows)) or 'none'}")
    return cut_out(data, name, vocabulary(data))


def cut_out(data: Mapping[str, Any], name: str, words: Mapping[str, list[str]]) -> dict[str, Any]:
    """The tables of a window: its hexes, its nodes, and what lies wholly among them.

    A window gives the first and last of its `cols` and `rows`; it may name a `region` that holds all of its hexes,
    and the `nodes` and `seas` that belong to it (else all do).
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
    seas = window.get("seas")
    ends = {"hexes": ("hex",), "hexsides": ("a", "b"), "links": ("a", "b"), "regions": ("hex",)}
    part = dict(data)
    for table, content in data.items():
        if not isinstance(content, dict) or "rows" not in content or table == "grid":
            continue
        place = {column: k for k, column in enumerate(content["columns"])}
        some = content["rows"]
        for end in ends.get(table, ()):
            some = [row for row in some if row[place[end]] in kept]
        if table == "places":
            hexes, names = place.get("hex", place["name"]), place["name"]
            some = [row for row in some if (row[hexes] or row[names]) in kept]
        if table == "seas" and seas is not None:
            some = [row for row in some if row[place["sea"]] in seas]
        part[table] = {"columns": content["columns"], "rows": some}
    lattice = {"first_col": west, "cols": east - west + 1, "first_row": north, "rows": south - north + 1}
    part["grid"] = {**{k: v for k, v in data["grid"].items() if k != "windows"}, **lattice}
    part["hash"] = f"{data.get('hash', '')}/{name}"
    part["words"] = dict(words)
    return part


def vocabulary(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """The words that the tables of a board know: its terrain, tags, nations, kinds, regions, seas, hexsides, graphs."""
    words = {"terrain": set(_column(data, "hexes", "terrain"))}
    for what, key in (("tag", "tags"), ("nation", "nation"), ("sea", "seas")):
        words[what] = {one for cell in _column(data, "hexes", key) for one in cell or ()}
    words["kind"] = {kind or "" for kind in _column(data, "places", "kind")}
    words["region"] = set(_column(data, "regions", "region"))
    words["hexside"] = set(_column(data, "hexsides", "kind"))
    words["graph"] = {"sea", "seas", *_column(data, "links", "graph")}
    return {what: sorted(some) for what, some in words.items()}


def _column(data: Mapping[str, Any], table: str, column: str) -> list[Any]:
    """The cells of a column; none if the board has no such table or column."""
    content = data.get(table)
    if not content or column not in content["columns"]:
        return []
    place = content["columns"].index(column)
    return [row[place] for row in content["rows"]]
