"""Set-up zones, fronts and control on the Front board, written as expressions over places, nations and lines.

`|` joins sets, `&` intersects them and binds tighter, `!` excludes: `country:USSR & !hex:Leningrad | hex:Odessa`. The
sets are of hexes by number and of areas by name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell, Lattice

Nodes = frozenset[str]
WATER = ("sea", "lake", "sand", "depression")
SHUT = ("sea", "lake", "alpine")
WAYS = {"E": 0, "W": 0, "NE": -1, "NW": -1, "SE": 1, "SW": 1}


class Ground:
    """The tables of a board as sets of nodes, for expressions to be read on."""

    def __init__(self, lattice: Lattice, tables: dict[str, list[Row]], roads: Nodes, lines: dict[str, str]) -> None:
        self.lattice, self.tables, self.roads = lattice, tables, roads
        self.lines = {name: authored.points(text) for name, text in lines.items()}
        self.cells = {lattice.name(cell): cell for cell in lattice.cells()}
        self.regions: dict[str, Nodes] = {}
        for row in tables["regions"]:
            self.regions[row["region"]] = self.regions.get(row["region"], frozenset()) | {row["hex"]}

    @cached_property
    def land(self) -> Nodes:
        """The hexes that units can be in."""
        return frozenset(row["hex"] for row in self.tables["hexes"] if row["terrain"] not in WATER)

    @cached_property
    def areas(self) -> Nodes:
        """The areas beside the map."""
        return frozenset(row["name"] for row in self.tables["places"] if row["kind"] == "area")

    @cached_property
    def spots(self) -> dict[str, str]:
        """The node of every place."""
        found = {}
        for row in self.tables["places"]:
            for name in [row["name"], *filter(None, row["aliases"].split("|"))]:
                found[name] = row["hex"] or row["name"]
        return found

    @cached_property
    def shut(self) -> set[frozenset[str]]:
        """The hexsides that no one crosses."""
        return {frozenset((row["a"], row["b"])) for row in self.tables["hexsides"] if row["kind"] in SHUT}

    def near(self, name: str) -> list[str]:
        """The land hexes next to a hex, over sides that can be crossed."""
        if name not in self.cells:
            return []
        others = (self.lattice.name(cell) for cell in self.lattice.neighbours(self.cells[name]))
        return [other for other in others if other in self.land and frozenset((name, other)) not in self.shut]

    def beside(self, some: Nodes) -> Nodes:
        """The hexes of others that touch a set."""
        return frozenset(other for name in some for other in self.near(name)) - some

    def node(self, words: str) -> str:
        """A hex number, a place, or `Vyborg NE1`: so many hexes from a place."""
        if words in self.cells:
            return words
        if words in self.spots:
            return self.spots[words]
        place, _, leg = words.rpartition(" ")
        way = leg.rstrip("0123456789")
        if place not in self.spots or way not in WAYS:
            raise BadInput(f"no place {words!r}")
        cell = self.cells[self.spots[place]]
        for _ in range(int(leg[len(way) :])):
            cell = _step(cell, way)
        return self.lattice.name(cell)

    def nodes(self, text: str, whole_sheet: bool = False) -> Nodes:
        """The nodes that an expression names, among land and areas, or among all hexes of the sheet."""
        found: Nodes = frozenset()
        for part in text.split("|"):
            some = frozenset(self.cells) if whole_sheet else self.land | self.areas
            for term in part.split("&"):
                bare = term.strip().removeprefix("!").strip()
                some = some - self._term(bare) if term.strip().startswith("!") else some & self._term(bare)
            found |= some
        return found

    def _term(self, term: str) -> Nodes:
        word, _, rest = term.partition(":")
        if word not in TERMS:
            raise BadInput(f"no place is written {term!r}")
        return TERMS[word](self, rest)

    def region(self, name: str) -> Nodes:
        """A region that stands on the board or has been written before."""
        if name not in self.regions:
            raise BadInput(f"no region {name!r}")
        return self.regions[name]

    def within(self, rest: str) -> Nodes:
        """`2:Moscow`: a place and all that lies within so many hexes of it."""
        count, _, name = rest.partition(":")
        found: Nodes = frozenset([self.node(name)])
        for _ in range(int(count)):
            found |= self.beside(found)
        return found

    def ports(self, grade: str) -> Nodes:
        """The hexes and areas of ports, all or of a grade."""
        rows = [row for row in self.tables["places"] if row["kind"] == "port"]
        return frozenset(row["hex"] or row["name"] for row in rows if grade in ("any", row["class"]))

    def coast(self, name: str) -> Nodes:
        """`any`, or a sector of the coast."""
        if name != "any":
            return self.region(name)
        return frozenset(row["hex"] for row in self.tables["hexes"] if row["seas"]) & self.land

    def rows(self, name: str, south: bool) -> Nodes:
        """The hexrow of a place and all south of it, or all rows north of it."""
        row = self.cells[self.node(name)][1]
        return frozenset(one for one in self.land if (self.cells[one][1] >= row) == south)

    def west_of(self, line: str) -> Nodes:
        """The hexes whose middle lies west of a line that runs from north to south."""
        return frozenset(name for name in self.land if _is_west(self.lines[line], *self.lonlat(name)))

    def north_of(self, line: str) -> Nodes:
        """The hexes whose middle lies north of a line that runs from west to east."""
        turned = [(-lat, lon) for lon, lat in self.lines[line]]
        found = []
        for name in self.land:
            lon, lat = self.lonlat(name)
            found += [name] if _is_west(turned, -lat, lon) else []
        return frozenset(found)

    def lonlat(self, name: str) -> tuple[float, float]:
        """Where the middle of a hex lies on the earth."""
        lon, lat = self.lattice.projection.to_lonlat(*self.lattice.centre(self.cells[name]))
        return float(lon), float(lat)


TERMS: dict[str, Callable[[Ground, str], Nodes]] = {
    "hex": lambda g, rest: frozenset([g.node(rest)]),
    "hexes": lambda g, rest: frozenset(rest.split()),
    "area": lambda g, rest: frozenset([g.node(rest)]),
    "areas": lambda g, rest: g.areas,
    "country": Ground.region,
    "region": Ground.region,
    "zone": Ground.region,
    "city-or-adjacent": lambda g, rest: g.within(f"1:{rest}"),
    "within": Ground.within,
    "next-to": lambda g, rest: g.beside(g.region(rest)),
    "coast": Ground.coast,
    "port": Ground.ports,
    "road": lambda g, rest: g.roads | g.beside(g.roads),
    "row-north": lambda g, rest: g.rows(rest, False),
    "row-south": lambda g, rest: g.rows(rest, True),
    "line-west": Ground.west_of,
    "line-north": Ground.north_of,
    "all": lambda g, rest: frozenset(g.cells) | g.areas,
}


def _is_west(line: list[tuple[float, float]], lon: float, lat: float) -> bool:
    crossed = 0
    for (x1, y1), (x2, y2) in pairwise(line):
        if min(y1, y2) <= lat < max(y1, y2) and x1 + (lat - y1) * (x2 - x1) / (y2 - y1) > lon:
            crossed += 1
    return crossed % 2 == 1


def _step(cell: Cell, way: str) -> Cell:
    """The hex beside one, on rows of which the odd ones lie half a hex east."""
    col, row = cell
    down, odd = WAYS[way], row % 2
    if not down:
        return col + (1 if way == "E" else -1), row
    return col + (odd if way.endswith("E") else odd - 1), row + down
