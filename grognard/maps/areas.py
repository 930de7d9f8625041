"""Names for areas: the hex in the middle of each, and letters spread by its breadth."""

from __future__ import annotations

from typing import Any

from .lattice import Cell
from .picture import Picture

WIDEST = 0.5


class Areas:
    """Sets of hexes by name."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.members: dict[str, set[Cell]] = {}

    def add(self, name: str, cell: Cell) -> None:
        """Put a hex into an area."""
        self.members.setdefault(name, set()).add(cell)

    def labels(self, kind: str, size: float, least: int) -> list[dict[str, Any]]:
        """A label for every area of at least so many hexes."""
        found = []
        for name in sorted(self.members):
            cells = self.members[name]
            if len(cells) < least:
                continue
            depth, middle = self.middle(cells)
            x, y = self.picture.centre(middle)
            spread = min(WIDEST, 0.06 * depth * (9 / len(name)))
            label = {"text": name, "kind": kind, "x": round(x, 1), "y": round(y + 0.1 * self.picture.unit, 1)}
            found.append({**label, "size": size, "spread": round(spread, 3), "turn": 0.0})
        return found

    def middle(self, cells: set[Cell]) -> tuple[int, Cell]:
        """The hex farthest from the edge of an area, nearest to its centre among equals, and how far that is."""
        left, depth, last = set(cells), 0, set(cells)
        while left:
            last, depth = left, depth + 1
            left = {cell for cell in left if all(other in left for other in self.picture.lattice.neighbours(cell))}
        places = [self.picture.lattice.centre(cell) for cell in cells]
        x, y = (sum(place[k] for place in places) / len(places) for k in (0, 1))

        def off(cell: Cell) -> tuple[float, Cell]:
            at = self.picture.lattice.centre(cell)
            return round((at[0] - x) ** 2 + (at[1] - y) ** 2, 6), cell

        return depth, min(last, key=off)
