"""Printed numbering: how a map names the hex of a column and row."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sheet:
    """One sheet of a map that starts its own numbers: the columns and rows of the whole grid that it covers.

    `first_col` and `first_row` are the numbers that it prints in its first column and row; a sheet numbered from
    east to west (`westward`) prints `first_col` in its eastmost column, one numbered from south to north (`northward`)
    prints `first_row` in its southmost row. `even_rows` is added to the columns of even rows: a sheet that was turned
    by 180 degrees counts those rows from another hex.
    """

    prefix: str
    cols: tuple[int, int]
    rows: tuple[int, int]
    first_col: int = 0
    first_row: int = 0
    westward: bool = False
    northward: bool = False
    even_rows: int = 0

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> "Sheet":
        """A sheet as `[[sheets]]` of grid.toml describes it."""
        spans = {key: tuple(table[key]) for key in ("cols", "rows")}
        return cls(**{**table, **spans})

    def holds(self, col: int, row: int) -> bool:
        """Whether a column and row of the grid lie on this sheet."""
        return self.cols[0] <= col <= self.cols[1] and self.rows[0] <= row <= self.rows[1]

    def printed(self, col: int, row: int) -> tuple[int, int]:
        """The column and row that the sheet prints."""
        across = self.cols[1] - col if self.westward else col - self.cols[0]
        down = self.rows[1] - row if self.northward else row - self.rows[0]
        return self.first_col + across + (0 if row % 2 else self.even_rows), self.first_row + down

    def place(self, col: int, row: int) -> tuple[int, int]:
        """The column and row of the whole grid that the sheet prints as these."""
        down = row - self.first_row
        there = self.rows[1] - down if self.northward else self.rows[0] + down
        across = col - self.first_col - (0 if there % 2 else self.even_rows)
        return self.cols[1] - across if self.westward else self.cols[0] + across, there


@dataclass(frozen=True)
class Numbering:
    """`CCRR` prints two digits of the column, then two of the row; a sheet's letters come before them.

    A hex that lies on several sheets has the name of the first of them; the other names are read as well.

    >>> Numbering("CCRR").name(16, 12)
    '1612'
    >>> Numbering("RRCC", [Sheet("NE", (40, 79), (0, 35), westward=True)]).name(49, 27)
    'NE2730'
    """

    digits: str = "CCRR"
    sheets: Sequence[Sheet] = ()

    def __post_init__(self) -> None:
        if not re.fullmatch("C+R+|R+C+", self.digits):
            raise ValueError(f"numbering is CCRR, RRCC or the like, not {self.digits}")

    def name(self, col: int, row: int) -> str:
        """The name that the map prints in a column and row of the grid."""
        if not self.sheets:
            return self._printed("", col, row)
        names = self.names(col, row)
        if not names:
            raise ValueError(f"column {col}, row {row} lies on no sheet")
        return names[0]

    def names(self, col: int, row: int) -> list[str]:
        """What the sheets print in a column and row of the grid, the hex's own name first."""
        return [self._printed(s.prefix, *s.printed(col, row)) for s in self.sheets if s.holds(col, row)]

    def _printed(self, prefix: str, col: int, row: int) -> str:
        cc, rr = f"{col:0{self.digits.count('C')}}", f"{row:0{self.digits.count('R')}}"
        return prefix + (cc + rr if self.digits.startswith("C") else rr + cc)

    def colrow(self, name: str) -> tuple[int, int]:
        """The column and row of the grid that a printed name means; a space before the digits does no harm.

        >>> Numbering("RRCC", [Sheet("NE", (40, 79), (0, 35), westward=True)]).colrow("NE 2730")
        (49, 27)
        """
        width = len(self.digits)
        prefix, digits = name[:-width].strip(), name[-width:]
        cut = self.digits.count(self.digits[0])
        if not re.fullmatch("[0-9]+", digits) or len(digits) != width:
            raise ValueError(f"{name!r} is no hex number; it should look like {self.digits}")
        first, second = int(digits[:cut]), int(digits[cut:])
        col, row = (first, second) if self.digits.startswith("C") else (second, first)
        if not self.sheets and not prefix:
            return col, row
        for sheet in self.sheets:
            if sheet.prefix == prefix.upper() and sheet.holds(*sheet.place(col, row)):
                return sheet.place(col, row)
        raise ValueError(f"{name!r} lies on no sheet")
