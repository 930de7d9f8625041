"""The picture of a board: from the plane of its lattice to the units in which it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .lattice import SIDE, Cell, Lattice

UNIT_FLAT, UNIT_POINTY = 112.0, 140.0
BLEED = 0.32


@dataclass(frozen=True)
class Picture:
    """The frame of the picture on the plane, and how many units one hex is high (flat) or wide (pointy)."""

    lattice: Lattice
    unit: float
    left: float
    top: float
    width: int
    height: int

    @classmethod
    def of(cls, lattice: Lattice) -> Picture:
        """The whole sheet with a little of what lies around it."""
        xs, ys = zip(*(lattice.centre(cell) for cell in lattice.cells()))
        across, down = (SIDE, 0.5) if lattice.flat else (0.5, SIDE)
        left, right = min(xs) - across - BLEED, max(xs) + across + BLEED
        top, bottom = min(ys) - down - BLEED, max(ys) + down + BLEED
        unit = UNIT_FLAT if lattice.flat else UNIT_POINTY
        return cls(lattice, unit, left, top, round((right - left) * unit), round((bottom - top) * unit))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the plane in the picture."""
        return (x - self.left) * self.unit, (y - self.top) * self.unit

    def scale(self, coords: np.ndarray) -> np.ndarray:
        """An array of points of the plane in the picture."""
        return np.asarray((coords - (self.left, self.top)) * self.unit)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The centre of a hex."""
        return self.point(*self.lattice.centre(cell))

    def corners(self, cell: Cell) -> list[tuple[float, float]]:
        """The corners of a hex."""
        return [self.point(x, y) for x, y in self.lattice.corners(cell)]

    def side(self, a: Cell, b: Cell) -> tuple[tuple[float, float], tuple[float, float]]:
        """The ends of a hexside."""
        start, end = self.lattice.side(a, b)
        return self.point(*start), self.point(*end)
