"""What we write ourselves under a board's `inputs/`: tables of facts, border lines with a seed in every state."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from shapely.geometry import LineString, Point
from shapely.ops import polygonize, unary_union

from .geo import Geo
from .lattice import Cell

Row = dict[str, str]


class BadInput(Exception):
    """A row of an authored table makes no sense."""


def read(folder: Path, name: str) -> list[Row]:
    """The rows of `inputs/<name>.csv`; a board that has no such table has no rows."""
    path = folder / "inputs" / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise BadInput(f"{path.name}:{number}: wrong number of columns")
        if not row.get("source"):
            raise BadInput(f"{path.name}:{number}: no source")
    return rows


def points(cell: str) -> list[tuple[float, float]]:
    """`lon lat|lon lat|...` as pairs of numbers."""
    pairs = [point.split() for point in cell.split("|")]
    return [(float(lon), float(lat)) for lon, lat in pairs]


def states(geo: Geo, borders: list[Row], seeds: list[Row]) -> dict[str, np.ndarray]:
    """The raster of every state: the faces that the border lines cut out, each named by the seeds that lie in it."""
    lines = [LineString(points(row["points"])) for row in borders]
    faces = list(polygonize(unary_union(lines)))
    named: dict[int, str] = {}
    for seed in seeds:
        point = Point(float(seed["lon"]), float(seed["lat"]))
        found = [k for k, face in enumerate(faces) if face.contains(point)]
        if len(found) != 1:
            raise BadInput(f"the seed of {seed['nation']} lies in no closed face")
        other = named.setdefault(found[0], seed["nation"])
        if other != seed["nation"]:
            raise BadInput(f"no closed border between {other} and {seed['nation']}")
    masks: dict[str, np.ndarray] = {}
    for k in sorted(named):
        mask = geo.mask(geo.project(faces[k]))
        masks[named[k]] = masks[named[k]] | mask if named[k] in masks else mask
    return masks


def largest(shares: dict[str, dict[Cell, float]], cell: Cell) -> str:
    """The name with the largest share of a hex, the first by name in a tie; empty if none has any."""
    best = max(sorted(shares), key=lambda name: shares[name][cell], default="")
    return best if best and shares[best][cell] > 0 else ""


def words(items: Iterable[str]) -> str:
    """A list inside a cell."""
    return "|".join(items)
