"""The lattice: columns and rows of hexes, and the bit that each hex has.

Hexes are stored axially. A flat-top grid keeps a column, a pointy-top grid a row, in consecutive bits, and each such
line starts where the skew of the lattice puts it. So going one hex in a direction adds the same number to the bit of
every hex, and an unused bit after each line keeps a step over the edge from landing on the other side.

Columns and rows are counted as the map prints them, from `first_col` and `first_row`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal

FLAT = ("NE", "SE", "S", "SW", "NW", "N")
POINTY = ("E", "SE", "SW", "W", "NW", "NE")
_TALL = sqrt(3) / 2


@dataclass(frozen=True)
class Grid:
    """A lattice of hexes; `shift` names the columns (flat) half a hex south, or the rows (pointy) half a hex east.

    Directions are numbered 0 to 5 clockwise, so that `(d + 3) % 6` is the way back; the first three add to the bit.

    >>> grid = Grid("pointy", "odd", cols=48, rows=38)
    >>> grid.colrow(grid.neighbour(grid.at(13, 19), grid.direction("SE")))
    (14, 20)
    """

    orientation: Literal["flat", "pointy"]
    shift: Literal["odd", "even"]
    cols: int
    rows: int
    first_col: int = 0
    first_row: int = 0
    directions: tuple[str, ...] = field(init=False, repr=False, compare=False)
    stride: int = field(init=False, repr=False, compare=False)
    size: int = field(init=False, repr=False, compare=False)
    all: int = field(init=False, repr=False, compare=False)
    shifts: tuple[int, int, int] = field(init=False, repr=False, compare=False)
    deltas: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _colrow: tuple[tuple[int, int] | None, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Lays the lines of the lattice one after another, each with one unused bit behind it."""
        if self.orientation not in ("flat", "pointy") or self.shift not in ("odd", "even"):
            raise ValueError(f"a grid is flat or pointy and shifts odd or even, not {self.orientation} {self.shift}")
        if self.cols < 1 or self.rows < 1:
            raise ValueError(f"a grid has at least one column and one row, not {self.cols} and {self.rows}")
        flat = self.orientation == "flat"
        lines, length = (self.cols, self.rows) if flat else (self.rows, self.cols)
        first = self.first_col if flat else self.first_row
        stride = length + 2
        starts = [0]
        for line in range(first, first + lines - 1):
            starts.append(starts[-1] + stride - self._shifted(line))
        size = starts[-1] + length + 1
        colrow: list[tuple[int, int] | None] = [None] * size
        for i, start in enumerate(starts):
            for j in range(length):
                col, row = (i, j) if flat else (j, i)
                colrow[start + j] = (col + self.first_col, row + self.first_row)
        shifts = (stride - 1, stride, 1) if flat else (1, stride, stride - 1)
        line_of_hexes = (1 << length) - 1
        put = object.__setattr__
        put(self, "directions", FLAT if flat else POINTY)
        put(self, "stride", stride)
        put(self, "size", size)
        put(self, "all", sum(line_of_hexes << start for start in starts))
        put(self, "shifts", shifts)
        put(self, "deltas", (*shifts, *(-s for s in shifts)))
        put(self, "_starts", tuple(starts))
        put(self, "_colrow", tuple(colrow))

    def _shifted(self, line: int) -> bool:
        return line % 2 == (self.shift == "odd")

    def __contains__(self, node: int) -> bool:
        return 0 <= node < self.size and self._colrow[node] is not None

    def __iter__(self) -> Iterator[int]:
        """Every hex, in ascending order of its bit."""
        return (node for node, place in enumerate(self._colrow) if place is not None)

    def __len__(self) -> int:
        return self.cols * self.rows

    def has(self, col: int, row: int) -> bool:
        """Whether the lattice has that column and row."""
        return 0 <= col - self.first_col < self.cols and 0 <= row - self.first_row < self.rows

    def at(self, col: int, row: int) -> int:
        """The hex in a printed column and row.

        >>> Grid("flat", "even", 33, 25, 1, 1).at(1, 1)
        0
        """
        if not self.has(col, row):
            raise ValueError(f"column {col}, row {row} lies off the grid")
        i, j = col - self.first_col, row - self.first_row
        return self._starts[i] + j if self.orientation == "flat" else self._starts[j] + i

    def colrow(self, node: int) -> tuple[int, int]:
        """The printed column and row of a hex."""
        place = self._colrow[node] if 0 <= node < self.size else None
        if place is None:
            raise ValueError(f"{node} is no hex of the grid")
        return place

    def direction(self, name: str) -> int:
        """The number of a direction by its name.

        >>> Grid("flat", "odd", 2, 2).direction("nw")
        4
        """
        try:
            return self.directions.index(name.upper())
        except ValueError:
            raise ValueError(f"no direction {name!r} here, only {' '.join(self.directions)}") from None

    def neighbour(self, node: int, d: int) -> int:
        """The next hex in direction d, or -1 beyond the edge."""
        to = node + self.deltas[d]
        return to if 0 <= to < self.size and self._colrow[to] is not None else -1

    def neighbours(self, node: int) -> list[int]:
        """The hexes around a hex, clockwise.

        >>> Grid("pointy", "odd", 3, 3).neighbours(0)
        [1, 5]
        """
        return [to for to in (self.neighbour(node, d) for d in range(6)) if to >= 0]

    def toward(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour, or -1 if the two do not touch."""
        if a not in self or b not in self:
            return -1
        try:
            return self.deltas.index(b - a)
        except ValueError:
            return -1

    def walk(self, node: int, d: int, count: int) -> int:
        """The hex reached by going straight `count` hexes, or -1 beyond the edge."""
        for _ in range(count):
            node = self.neighbour(node, d)
            if node < 0:
                return -1
        return node

    def axial(self, node: int) -> tuple[int, int]:
        """The skewed coordinates of a hex, in which every direction is one constant vector."""
        col, row = self.colrow(node)
        odd = self.shift == "odd"
        if self.orientation == "flat":
            return col, row - (col - (col & 1) if odd else col + (col & 1)) // 2
        return col - (row - (row & 1) if odd else row + (row & 1)) // 2, row

    def distance(self, a: int, b: int) -> int:
        """The number of hexes from one hex to another as the crow flies.

        >>> grid = Grid("pointy", "odd", 48, 38)
        >>> grid.distance(grid.at(19, 9), grid.at(22, 9))
        3
        """
        q, r = self.axial(a)
        q2, r2 = self.axial(b)
        return max(abs(q2 - q), abs(r2 - r), abs(q2 + r2 - q - r))

    def disc(self, node: int, radius: int) -> int:
        """The set of hexes within a distance as the crow flies."""
        q, r = self.axial(node)
        area = 0
        for to in self:
            q2, r2 = self.axial(to)
            if max(abs(q2 - q), abs(r2 - r), abs(q2 + r2 - q - r)) <= radius:
                area |= 1 << to
        return area

    def centre(self, node: int) -> tuple[float, float]:
        """Where to draw a hex: x eastward, y southward, neighbouring centres 1 apart; 0, 0 is in column and row 0."""
        col, row = self.colrow(node)
        if self.orientation == "flat":
            return col * _TALL, row + self._shifted(col) / 2
        return col + self._shifted(row) / 2, row * _TALL

    def corners(self, node: int) -> list[tuple[float, float]]:
        """The six corners of a hex, clockwise; side d runs from corner d to corner d + 1."""
        x, y = self.centre(node)
        return [(x + dx, y + dy) for dx, dy in (_FLAT_CORNERS if self.orientation == "flat" else _POINTY_CORNERS)]

    def hex_at(self, x: float, y: float) -> int:
        """The hex that holds a point of the drawing, or -1 outside the grid.

        >>> grid = Grid("flat", "odd", 5, 5)
        >>> grid.hex_at(*grid.centre(grid.at(3, 2))) == grid.at(3, 2)
        True
        """
        flat = self.orientation == "flat"
        across, along = (x, y) if flat else (y, x)
        near = round(across / _TALL)
        best, found = 2.0, -1
        for line in (near - 1, near, near + 1):
            half = self._shifted(line) / 2
            step = round(along - half)
            far = (along - half - step) ** 2 + (across - line * _TALL) ** 2
            if far < best - 1e-9:
                col, row = (line, step) if flat else (step, line)
                best, found = far, self.at(col, row) if self.has(col, row) else -1
        return found


_HALF, _OUT, _SIDE = 1 / (2 * sqrt(3)), 1 / sqrt(3), 0.5
_FLAT_CORNERS = ((_HALF, -_SIDE), (_OUT, 0.0), (_HALF, _SIDE), (-_HALF, _SIDE), (-_OUT, 0.0), (-_HALF, -_SIDE))
_POINTY_CORNERS = ((_SIDE, -_HALF), (_SIDE, _HALF), (0.0, _OUT), (-_SIDE, _HALF), (-_SIDE, -_HALF), (0.0, -_OUT))
