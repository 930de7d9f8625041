"""Boards that stand on another: `base = "front"` in grid.toml.

Such a board has only what differs. Its settings, and its rows, come after those of its base: a row with the key of a
row below takes its place, a region that is named again is told anew from end to end, and overrides are applied last.
`[without] regions = ["edge"]` leaves out what the base has of some kinds (of links: of some graphs).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grognard.titles.boards import shipped_board

from .tables import TABLES, Complaints, Row, read_table

Tables = dict[str, list[Row]]


def board_folder(board: str) -> Path:
    """The folder of a board that ships with the project, or of an owner's own by its path."""
    own = Path(board)
    if (own / "grid.toml").exists():
        return own
    folder = shipped_board(board)
    if not (folder / "grid.toml").exists():
        raise FileNotFoundError(f"no board {board!r}: neither a folder with a grid.toml nor one of the titles'")
    return folder


def read_grid(folder: Path) -> dict[str, Any]:
    """What grid.toml says, over what that of its base says."""
    own = tomllib.loads((folder / "grid.toml").read_text(encoding="utf-8"))
    below = read_grid(board_folder(str(own["base"]))) if "base" in own else {}
    return {**below, **own}


def base_of(folder: Path) -> Path | None:
    """The folder of the board that a board stands on, if it stands on any."""
    own = tomllib.loads((folder / "grid.toml").read_text(encoding="utf-8"))
    return board_folder(str(own["base"])) if "base" in own else None


def read_tables(folder: Path, extra: dict[str, list[str]], complaints: Complaints) -> Tables:
    """All tables of a board, its base's rows among them."""
    own = {table: read_table(folder / f"{table}.csv", table, extra.get(table, ()), complaints) for table in TABLES}
    base = base_of(folder)
    if base is None:
        return own
    below, without = read_tables(base, extra, complaints), read_grid(folder).get("without", {})
    kept = {table: _but(table, below[table], without.get(table, ())) for table in TABLES}
    return {table: _over(table, kept[table], own[table]) for table in TABLES}


def _but(table: str, rows: list[Row], kinds: Iterable[str]) -> list[Row]:
    """The rows that are of none of some kinds."""
    column = "graph" if table == "links" else "kind"
    return [row for row in rows if row[column] not in kinds]


def _over(table: str, below: list[Row], own: list[Row]) -> list[Row]:
    """The rows below that no row of one's own replaces, and one's own."""
    key = ("region",) if table == "regions" else TABLES[table].key
    taken = {_key(row, key) for row in own} if key else set()
    return [row for row in below if _key(row, key) not in taken or not key] + own


def _key(row: Row, columns: Iterable[str]) -> tuple[str, ...]:
    return tuple(row[column] for column in columns)
