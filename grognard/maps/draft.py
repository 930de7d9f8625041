"""Geography and authored inputs to the tables of a board: `draft(folder, geo)`.

What all boards share is here and in `geo`, `snap` and `authored`; the steps of one board are a module of
`grognard.maps.boards` named by the board's id, with a function `draft(geo, folder) -> {table: rows}`. A board that
stands on another takes its nature from there and needs no geography: `draft(folder)`.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from .authored import BadInput, Row
from .base import base_of
from .geo import Geo
from .lattice import Lattice
from .nature import nature
from .settings import read_settings
from .tables import write_table


def draft(folder: Path, geo_folder: Path | None) -> dict[str, int]:
    """Write the drafted tables of a board and the nature under them; returns how many rows each table has."""
    lattice = Lattice.load(folder)
    steps = importlib.import_module(f"grognard.maps.boards.{lattice.id}")
    if base_of(folder) is not None:
        return _write(folder, steps.draft(folder))
    if geo_folder is None:
        raise BadInput(f"the board {lattice.id} is drafted from geography; say --geo DIR")
    geo = Geo(geo_folder, lattice)
    counts = _write(folder, steps.draft(geo, folder))
    nature(geo, folder)
    return counts


def _write(folder: Path, tables: dict[str, list[Row]]) -> dict[str, int]:
    extra = read_settings(folder).get("extra", {})
    for name, rows in tables.items():
        write_table(folder / f"{name}.csv", name, rows, extra.get(name, ()))
    return {name: len(rows) for name, rows in tables.items()}
