"""Names: from what a player says to a node of the board and back.

A node is called by its hex number, by the name of a place in it, or by a place, a direction and a count: `Lyon SE1`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from grognard.board.grid import Grid

_RELATIVE = re.compile(r"(.+?)[ ]+([NESW]{1,2})[ ]?([0-9]+)", re.IGNORECASE)


class UnknownName(LookupError):
    """A name that is nowhere on the board, with the nearest names that are."""

    def __init__(self, name: str, why: str, near: Iterable[str] = ()) -> None:
        self.name = name
        self.near = list(near)
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(f"{name!r}: {why}{hint}")

    def __str__(self) -> str:
        return str(self.args[0])


def fold(name: str) -> str:
    """A name without case, accents, points and hyphens, to compare what people type.

    >>> fold("St.-Nazaire"), fold("  Besançon ")
    ('st nazaire', 'besancon')
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(" " if c in "-_.'’ \t" else c for c in plain if not unicodedata.combining(c))
    return " ".join(kept.split())


class Names:
    """The directory of a board: what each node is called, and which node a name means."""

    def __init__(self, grid: Grid, hexes: Mapping[str, int], called: Iterable[tuple[str, int]]) -> None:
        """`hexes` are the own names of all nodes; `called` other names, the first of equal ones counting."""
        self._grid = grid
        self._own = dict(hexes)
        self._name = {node: name for name, node in hexes.items()}
        self._called: dict[str, int] = {}
        for name, node in called:
            self._called.setdefault(name, node)
        self._folded: dict[str, int] = {}
        self._spelled: dict[str, str] = {}
        for table in (self._own, self._called):
            for name, node in table.items():
                self._folded.setdefault(fold(name), node)
                self._spelled.setdefault(fold(name), name)

    def node(self, name: str) -> int:
        """The node that a name means."""
        for table in (self._own, self._called):
            if name in table:
                return table[name]
        folded = fold(name)
        if folded in self._folded:
            return self._folded[folded]
        relative = _RELATIVE.fullmatch(name.strip())
        if relative and relative[2].upper() in self._grid.directions:
            return self._walk(name, relative[1], relative[2], int(relative[3]))
        raise UnknownName(name, "no such place", self.suggest(name))

    def _walk(self, name: str, anchor: str, direction: str, count: int) -> int:
        """The hex so many hexes straight from a named one."""
        node = self.node(anchor)
        if node not in self._grid:
            raise UnknownName(name, f"{anchor} is no hex, so nothing lies {direction} of it")
        to = self._grid.walk(node, self._grid.direction(direction), count)
        if to not in self._name:
            raise UnknownName(name, "lies off the map")
        return to

    def own(self, node: int) -> str:
        """The node's own name: its hex number, or the name of an area, box, sea or coast."""
        try:
            return self._name[node]
        except KeyError:
            raise UnknownName(str(node), "no such node") from None

    def relative(self, node: int, named: Mapping[int, str], far: int = 3) -> str | None:
        """A node without a name by the nearest named hex in a straight line, if one is near.

        Of several as near, the first by the alphabet is taken.
        """
        for count in range(1, far + 1):
            ways = []
            for d, direction in enumerate(self._grid.directions):
                anchor = self._grid.walk(node, (d + 3) % 6, count)
                if anchor in named:
                    ways.append(f"{named[anchor]} {direction}{count}")
            if ways:
                return min(ways)
        return None

    def suggest(self, name: str, most: int = 3) -> list[str]:
        """The names nearest to one that was mistyped; if none is near, the least far."""
        near = next(filter(None, (get_close_matches(fold(name), self._spelled, most, c) for c in (0.6, 0.0))), [])
        return [self._spelled[one] for one in near]
