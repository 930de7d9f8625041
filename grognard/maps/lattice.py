"""The lattice of a board on the plane: printed hexes, their corners and sides, and the map projection under them.

The plane is the sheet: x grows east, y grows south, and one unit is the distance between the centres of two neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grognard.board.numbering import Numbering, Sheet

from .albers import Albers
from .base import read_grid

EARTH_KM = 6371.0
HALF_PITCH = math.sqrt(3) / 2
SIDE = 1 / math.sqrt(3)

Cell = tuple[int, int]


@dataclass(frozen=True)
class Projection:
    """A conformal cone followed by a turn, a stretch and a shift onto the sheet.

    `cone` is the cone's constant and `true_lat` the latitude of true scale; a cone that touches one parallel has
    `cone = sin(true_lat)`. `similarity` is (p0, p1, p2, p3): x = p0 X - p1 Y + p2, y = -(p1 X + p0 Y + p3),
    where X, Y are the cone's own coordinates on the unit sphere.
    """

    cone: float
    true_lat: float
    lon0: float
    similarity: tuple[float, float, float, float]

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Projection:
        """Read `[projection]`: `similarity = [...]`, or `pitch_km`, `easting` and `northing` of cell 0, 0."""
        true_lat = float(table["true_lat"])
        cone = float(table.get("cone", math.sin(math.radians(true_lat))))
        if "similarity" in table:
            p0, p1, p2, p3 = (float(v) for v in table["similarity"])
        else:
            pitch = float(table["pitch_km"])
            apex = EARTH_KM * math.cos(math.radians(true_lat)) / cone
            p0, p1 = EARTH_KM / pitch, 0.0
            p2, p3 = -float(table["easting"]) / pitch, (apex - float(table["northing"])) / pitch
        return cls(cone, true_lat, float(table["lon0"]), (p0, p1, p2, p3))

    def to_plane(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        """Plane coordinates of longitudes and latitudes (numbers or arrays)."""
        n, true = self.cone, math.radians(self.true_lat)
        psi = np.arcsinh(np.tan(np.radians(np.clip(lat, -89.0, 89.0))))
        rho = math.cos(true) / n * np.exp(-n * (psi - math.asinh(math.tan(true))))
        turn = n * np.radians(np.asarray(lon, float) - self.lon0)
        cone_x, cone_y = rho * np.sin(turn), -rho * np.cos(turn)
        p0, p1, p2, p3 = self.similarity
        return p0 * cone_x - p1 * cone_y + p2, -(p1 * cone_x + p0 * cone_y + p3)

    def to_lonlat(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of plane coordinates (numbers or arrays)."""
        n, true = self.cone, math.radians(self.true_lat)
        p0, p1, p2, p3 = self.similarity
        u, v = np.asarray(x, float) - p2, -np.asarray(y, float) - p3
        scale = p0 * p0 + p1 * p1
        cone_x, cone_y = (p0 * u + p1 * v) / scale, (p0 * v - p1 * u) / scale
        rho = np.hypot(cone_x, cone_y)
        psi = math.asinh(math.tan(true)) - np.log(rho * n / math.cos(true)) / n
        lon = self.lon0 + np.degrees(np.arctan2(cone_x, -cone_y)) / n
        return lon, np.degrees(np.arctan(np.sinh(psi)))


@dataclass(frozen=True)
class Lattice:
    """The printed sheet: which hexes there are, what they are called, and where they lie."""

    id: str
    flat: bool
    shifted: int
    cols: int
    rows: int
    first_col: int
    first_row: int
    numbering: str
    km: float
    projection: Projection | Albers
    sheets: tuple[Sheet, ...] = ()

    @classmethod
    def load(cls, board: Path) -> Lattice:
        """Read `grid.toml` of a board's folder."""
        table = read_grid(board)
        return cls(
            id=str(table["id"]),
            flat=table["orientation"] == "flat",
            shifted=0 if table["shift"] == "even" else 1,
            cols=int(table["cols"]),
            rows=int(table["rows"]),
            first_col=int(table.get("first_col", 0)),
            first_row=int(table.get("first_row", 0)),
            numbering=str(table["numbering"]),
            km=float(table["km"]),
            projection=_projection(table["projection"]),
            sheets=tuple(Sheet.from_table(sheet) for sheet in table.get("sheets", ())),
        )

    def cells(self) -> Iterator[Cell]:
        """All (column, row) of the sheet, column by column."""
        for col in range(self.first_col, self.first_col + self.cols):
            for row in range(self.first_row, self.first_row + self.rows):
                yield col, row

    def has(self, cell: Cell) -> bool:
        """Whether the cell is on the sheet."""
        return 0 <= cell[0] - self.first_col < self.cols and 0 <= cell[1] - self.first_row < self.rows

    def name(self, cell: Cell) -> str:
        """The printed name: `CCRR` in `numbering` stands for two digits of column, then two of row."""
        if self.sheets:
            return Numbering(self.numbering, self.sheets).name(*cell)
        name = self.numbering
        for letter, number in (("C", cell[0]), ("R", cell[1])):
            width = name.count(letter)
            name = name.replace(letter * width, f"{number:0{width}d}", 1)
        return name

    def other_name(self, cell: Cell) -> str:
        """What another sheet prints in the same hex, if it lies on two."""
        return next(iter(Numbering(self.numbering, self.sheets).names(*cell)[1:]), "")

    def names(self) -> dict[str, Cell]:
        """Every printed name with its cell."""
        return {self.name(cell): cell for cell in self.cells()}

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The centre of a cell on the plane."""
        col, row = cell
        if self.flat:
            return col * HALF_PITCH, row + (0.5 if col % 2 == self.shifted else 0.0)
        return col + (0.5 if row % 2 == self.shifted else 0.0), row * HALF_PITCH

    def corners(self, cell: Cell) -> list[tuple[float, float]]:
        """The six corners, in the order in which `neighbours` lists the sides between them."""
        x, y = self.centre(cell)
        start = -120.0 if self.flat else -90.0
        turns = [math.radians(start + 60 * k) for k in range(6)]
        return [(x + SIDE * math.cos(t), y + SIDE * math.sin(t)) for t in turns]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The six neighbours clockwise, on the sheet or not: from N if flat-topped, from NE if pointy-topped."""
        col, row = cell
        if self.flat:
            low = col % 2 == self.shifted
            up, down = (row, row + 1) if low else (row - 1, row)
            return [(col, row - 1), (col + 1, up), (col + 1, down), (col, row + 1), (col - 1, down), (col - 1, up)]
        east = row % 2 == self.shifted
        left, right = (col, col + 1) if east else (col - 1, col)
        return [(right, row - 1), (col + 1, row), (right, row + 1), (left, row + 1), (col - 1, row), (left, row - 1)]

    def side(self, a: Cell, b: Cell) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two corners that neighbouring cells share."""
        k = self.neighbours(a).index(b)
        corners = self.corners(a)
        return corners[k], corners[(k + 1) % 6]

    def sides(self) -> Iterator[tuple[Cell, Cell]]:
        """Every hexside between two cells of the sheet, once, the lower cell first."""
        for cell in self.cells():
            for other in self.neighbours(cell):
                if cell < other and self.has(other):
                    yield cell, other

    def locate(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Column and row of the cells that hold plane points (arrays of ints; they may lie off the sheet)."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        if not self.flat:
            row, col = _nearest(y, x, self.shifted)
            return col, row
        return _nearest(x, y, self.shifted)

    def hex_at(self, lon: float, lat: float) -> Cell:
        """The cell that holds a point of the earth."""
        col, row = self.locate(*self.projection.to_plane(lon, lat))
        return int(col), int(row)

    def distance(self, a: Cell, b: Cell) -> int:
        """Steps from one cell to another."""
        (across_a, along_a), (across_b, along_b) = (self._doubled(c) for c in (a, b))
        lines, doubled = abs(across_a - across_b), abs(along_a - along_b)
        return max(lines, (lines + doubled) // 2)

    def _doubled(self, cell: Cell) -> tuple[int, int]:
        line, step = cell if self.flat else (cell[1], cell[0])
        return line, 2 * step + (1 if line % 2 == self.shifted else 0)


def _projection(table: dict[str, Any]) -> Projection | Albers:
    return Albers.from_table(table) if table.get("kind") == "albers" else Projection.from_table(table)


def _nearest(across: Any, along: Any, shifted: int) -> tuple[Any, Any]:
    """The nearest cell centre when lines of cells lie HALF_PITCH apart and every other line is shifted by a half."""
    guess = np.rint(across / HALF_PITCH).astype(int)
    best = np.full(np.shape(across), np.inf)
    line, step = np.zeros_like(guess), np.zeros_like(guess)
    for offset in (-1, 0, 1):
        candidate = guess + offset
        half = np.where(candidate % 2 == shifted, 0.5, 0.0)
        place = np.rint(along - half).astype(int)
        gap = (candidate * HALF_PITCH - across) ** 2 + (place + half - along) ** 2
        nearer = gap < best - 1e-12
        best = np.where(nearer, gap, best)
        line, step = np.where(nearer, candidate, line), np.where(nearer, place, step)
    return line, step
