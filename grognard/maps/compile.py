"""From tables to a board: `compile_board(folder)` checks the tables of docs/boards.md and writes board.json.

All complaints are made in one run, a line each. What is written depends on what the tables say alone: not on the order
of their rows, nor on their sources.
"""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

from grognard.board import Board, UnknownName
from grognard.board.hexset import members
from grognard.board.tables import FORMAT
from grognard.maps.base import board_folder, read_tables
from grognard.maps.check import Checker, Record
from grognard.maps.overrides import FORMS, apply_overrides
from grognard.maps.settings import grid_of, numbering_of, read_settings
from grognard.maps.tables import TABLES, Complaints, Row, TableErrors, nearest

__all__ = ["TableErrors", "board_folder", "compile_board", "read_board"]


def compile_board(folder: str | Path, out: str | Path | None = None) -> dict[str, Any]:
    """Compiles the tables of a folder into its board.json, or into another file; TableErrors says what is wrong."""
    data = read_board(folder)
    target = Path(folder) / "board.json" if out is None else Path(out)
    target.write_text(as_text(data), encoding="utf-8", newline="")
    return data


def read_board(folder: str | Path) -> dict[str, Any]:
    """The board that the tables of a folder make, checked but not written."""
    folder = Path(folder)
    settings = read_settings(folder)
    complaints = Complaints()
    extra = {table: list(columns) for table, columns in settings.get("extra", {}).items()}
    tables = read_tables(folder, extra, complaints)
    complaints.settle()
    data: dict[str, Any] = {"format": FORMAT, "hash": ""}
    data["grid"] = {key: value for key, value in settings.items() if key not in ("source", "extra", "base", "without")}
    for table, records in _checked(settings, tables, extra, complaints).items():
        data[table] = _packed(table, records, extra.get(table, []))
    data["hash"] = content_hash(data)
    _check_names(Board(data), complaints)
    complaints.settle()
    return data


def _checked(
    settings: dict[str, Any], tables: dict[str, list[Row]], extra: dict[str, list[str]], complaints: Complaints
) -> dict[str, list[Record]]:
    """The records of all tables after the overrides; hexes, places and seas first, for the others name them."""
    overrides = tables["overrides"]
    for row in overrides:
        if row["table"] not in FORMS:
            complaints.add(row.where, f"no table {row['table']!r}{nearest(row['table'], FORMS)}")
    check = Checker(grid_of(settings), tables, complaints)
    named, naming = ("hexes", "places", "seas"), ("hexsides", "links", "regions")
    apply_overrides(overrides, tables, named, extra, check.same, complaints)
    _check_rows(tables, (*named, "overrides"), complaints)
    check.seas = {row["sea"] for row in tables["seas"]}
    hexes, places = check.hexes(numbering_of(settings)), check.places()
    apply_overrides(overrides, tables, naming, extra, check.same, complaints)
    _check_rows(tables, naming, complaints)
    records = {"hexes": hexes, "hexsides": check.hexsides(), "links": check.links(), "places": places}
    records |= {"seas": check.sea_areas(), "regions": check.regions()}
    if not hexes:
        complaints.add("hexes.csv", "a board has at least one hex")
    complaints.settle()
    return records


def _check_rows(tables: dict[str, list[Row]], names: tuple[str, ...], complaints: Complaints) -> None:
    """Every row has a source and a key, and no row stands twice."""
    for table in names:
        columns = TABLES[table].key
        seen: dict[tuple[str, ...], str] = {}
        for row in tables[table]:
            if not row["source"]:
                complaints.add(row.where, "no source; say a rule id or `reconstructed: <from what>`")
            if not columns:
                continue
            key = tuple(row[column] for column in columns)
            if key in seen:
                complaints.add(row.where, f"{' '.join(key)} stands already in {seen[key]}")
            seen.setdefault(key, row.where)
            if not key[0]:
                complaints.add(row.where, f"{columns[0]} is empty")


def _check_names(board: Board, complaints: Complaints) -> None:
    """Every node is found again by what it is called, and every window can be cut out."""
    for node in [*members(board.hexes), *range(board.grid.size, board.size)]:
        try:
            found = board.node(board.name(node))
        except UnknownName:
            found = -1
        if found != node:
            complaints.add(
                "places.csv", f"{board.name(node)!r} is what {board.names.own(node)} is called, but means another"
            )
    for name in board.settings.get("windows", {}):
        board.window(name)


def _packed(table: str, records: list[Record], extra: list[str]) -> dict[str, Any]:
    """A table as the board keeps it: its columns but for the source, and its rows."""
    columns = [*TABLES[table].columns[:-1], *extra]
    return {"columns": columns, "rows": [[record.get(column, "") for column in columns] for record in records]}


def content_hash(data: dict[str, Any]) -> str:
    """The hash of all that a board says, its own hash aside."""
    content = {key: value for key, value in data.items() if key != "hash"}
    return blake2b(_dump(content).encode(), digest_size=16).hexdigest()


def as_text(data: dict[str, Any]) -> str:
    """The board as JSON with one row of a table a line, so that two boards can be compared line by line."""
    parts = []
    for key, value in data.items():
        if isinstance(value, dict) and "columns" in value:
            lines = ",\n".join(_dump(row) for row in value["rows"])
            parts.append(f'{_dump(key)}:{{"columns":{_dump(value["columns"])},"rows":[\n{lines}]}}')
        else:
            parts.append(f"{_dump(key)}:{_dump(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def _dump(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
