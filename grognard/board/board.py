"""The board of a title, as compiled from its tables: nodes, their names, sets of hexes, hexsides, seas and graphs.

Nodes are the hexes, then, above the grid, areas and boxes, seas, and a coast for each hex and sea. A node that is no
hex has no neighbour by lying next to one in the numbering: only links lead to it.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from pathlib import Path
from typing import Any

from grognard.board.area import Exits
from grognard.board.graph import Edge, Graph
from grognard.board.grid import Grid
from grognard.board.hexset import from_iter, members
from grognard.board.names import Names, UnknownName
from grognard.board.tables import FORMAT, part_of, rows

__all__ = ["Board", "Place", "Sea", "UnknownName"]

LATTICE = ("orientation", "shift", "cols", "rows", "first_col", "first_row")
CLOSED = ("blocked", "sea", "lake")
OPEN = ("strait", "crossing", "causeway")
WATER = ("sea", "lake")


@dataclass(frozen=True)
class Place:
    """A city, port, fortress, area... in a node; a place with two roles is two of these."""

    name: str
    node: int
    kind: str
    grade: str
    values: Mapping[str, Any]
    aliases: tuple[str, ...]

    def number(self, key: str, default: int = 0) -> int:
        """A value that is a number."""
        return int(self.values.get(key, default))

    def many(self, key: str) -> tuple[str, ...]:
        """A value that is a list, be it of one or of none."""
        value = self.values.get(key, ())
        return tuple(value) if isinstance(value, list | tuple) else (str(value),)


@dataclass(frozen=True)
class Sea:
    """A sea area; `adjacent` maps the seas next to it to the condition of passage, empty where it is free."""

    name: str
    node: int
    full_name: str
    kind: str
    basin: str
    value: Any
    adjacent: Mapping[str, str]
    bases: tuple[str, ...]


class Sets(dict[str, int]):
    """Sets of nodes by a word; a word that the board does not know is an error that says which it does."""

    def __init__(self, what: str, words: Iterable[str] = ()) -> None:
        super().__init__(dict.fromkeys(words, 0))
        self.what = what

    def add(self, key: str, node: int) -> None:
        """Puts a node into the set of a word."""
        self[key] = self.get(key, 0) | 1 << node

    def __missing__(self, key: str) -> int:
        raise KeyError(f"no {self.what} {key!r} on this board, only {', '.join(sorted(self)) or 'none at all'}")


class Board:
    """A board; `Board.load(path)` reads board.json.

    >>> board = Board.blank(Grid("flat", "odd", 3, 3))
    >>> board.name(board.node("0101 SE1")), board.land.bit_count()
    ('0202', 9)
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        if data.get("format") != FORMAT:
            raise ValueError(f"board format {data.get('format')!r}, but this version reads {FORMAT}")
        self.data = data
        self.settings: Mapping[str, Any] = data["grid"]
        self.id: str = self.settings["id"]
        self.title: str = self.settings.get("title", self.id)
        self.hash: str = data.get("hash", "")
        self.grid = Grid(**{key: self.settings[key] for key in LATTICE if key in self.settings})
        self._ids: dict[str, int] = {}
        self._read_hexes()
        self._read_places()
        self._read_seas()
        self._read_sides()
        self._read_regions()
        self._read_links()
        self._name_all()

    @classmethod
    def load(cls, path: str | Path, window: str | None = None) -> "Board":
        """Reads a compiled board, or one window of it without building the rest."""
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        return cls(data if window is None else part_of(data, window))

    @classmethod
    def of(cls, grid: Grid, id: str = "board", **tables: list[dict[str, Any]]) -> "Board":
        """A board made in the program: a lattice and tables as lists of rows, `hexes=[...]`, `links=[{...}]`."""
        data: dict[str, Any] = {"format": FORMAT, "grid": {"id": id, **{key: getattr(grid, key) for key in LATTICE}}}
        for table, records in tables.items():
            columns = list(dict.fromkeys(key for record in records for key in record))
            data[table] = {"columns": columns, "rows": [[record.get(key) for key in columns] for record in records]}
        return cls(data)

    @classmethod
    def blank(cls, grid: Grid, terrain: str = "clear", **tables: list[dict[str, Any]]) -> "Board":
        """A board of one terrain, numbered by column and row."""
        hexes = []
        for node in grid:
            col, row = grid.colrow(node)
            hexes.append({"hex": f"{col:02}{row:02}", "col": col, "row": row, "terrain": terrain})
        return cls.of(grid, "blank", hexes=hexes, **tables)

    def _words(self, what: str) -> Sets:
        """Empty sets for the words that a window's whole board knows."""
        return Sets(what, self.data.get("words", {}).get(what, ()))

    def _read_hexes(self) -> None:
        self.hexes = 0
        self.terrain, self.tag, self.nation = self._words("terrain"), self._words("tag"), self._words("nation")
        self.sea, self._coastal = self._words("sea"), list[tuple[int, str]]()
        self._printed: dict[int, str] = {}
        self._also: list[tuple[str, int]] = []
        wet = self.settings.get("water", WATER)
        for row in rows(self.data, "hexes"):
            node = self._ids[row["hex"]] = self.grid.at(row["col"], row["row"])
            self.hexes |= 1 << node
            self.terrain.add(row["terrain"], node)
            for sets, key in ((self.tag, "tags"), (self.nation, "nation"), (self.sea, "seas")):
                for one in row.get(key) or ():
                    sets.add(one, node)
            if row["terrain"] not in wet:
                self._coastal += [(node, sea) for sea in row.get("seas") or ()]
            if row.get("name"):
                self._printed[node] = row["name"]
            if row.get("also"):
                self._also.append((row["also"], node))
        self.water = reduce(or_, (self.terrain.get(kind, 0) for kind in wet), 0)
        self.land = self.hexes & ~self.water
        self.size = self.grid.size

    def _add_node(self, name: str) -> int:
        """Gives a node that is no hex the next number above the grid."""
        if name not in self._ids:
            self._ids[name] = self.size
            self.size += 1
        return self._ids[name]

    def _read_places(self) -> None:
        self.places: tuple[Place, ...] = ()
        self.kind = self._words("kind")
        self.boxes = 0
        self._at: dict[int, list[Place]] = {}
        places = []
        for row in rows(self.data, "places"):
            if not row.get("hex"):
                self.boxes |= 1 << self._add_node(row["name"])
            node = self._ids[row.get("hex") or row["name"]]
            grade, aliases = row.get("class") or "", tuple(row.get("aliases") or ())
            place = Place(row["name"], node, row.get("kind") or "", grade, row.get("values") or {}, aliases)
            places.append(place)
            self.kind.add(place.kind, node)
            self._at.setdefault(node, []).append(place)
        self.places = tuple(places)

    def _read_seas(self) -> None:
        """Seas, and a coast for each hex and sea, so that no way leads from one sea through a hex to another."""
        self.seas: dict[str, Sea] = {}
        edges = []
        for row in rows(self.data, "seas"):
            adjacent = dict(one.partition(":")[::2] for one in row.get("adjacent") or ())
            kind, basin = row.get("kind") or "", row.get("basin") or ""
            node, bases = self._add_node(row["sea"]), tuple(row.get("bases") or ())
            full_name = row.get("name") or row["sea"]
            self.seas[row["sea"]] = Sea(row["sea"], node, full_name, kind, basin, row.get("value"), adjacent, bases)
        for sea in self.seas.values():
            for other, condition in sea.adjacent.items():
                if other in self.seas and (sea.name < other or sea.name not in self.seas[other].adjacent):
                    edges.append(Edge(sea.node, self.seas[other].node, name=condition))
        self._lanes = list(edges)
        self.coast: dict[tuple[int, str], int] = {}
        self.coasts, self.shore = Sets("sea", self.seas), Sets("sea", self.seas)
        self._hex_of: dict[int, int] = {}
        self._coasts_at: dict[int, int] = {}
        own = {node: name for name, node in self._ids.items()}
        for node, name in self._coastal:
            if name in self.seas:
                coast = self.coast[node, name] = self._add_node(f"{own[node]}/{name}")
                self.coasts.add(name, coast)
                self.shore.add(name, node)
                self._hex_of[coast] = node
                self._coasts_at[node] = self._coasts_at.get(node, 0) | 1 << coast
                edges.append(Edge(coast, self.seas[name].node))
        self.coastal, self._all_coasts = from_iter(self._coasts_at), from_iter(self._hex_of)
        self._sea_edges = edges

    def _read_sides(self) -> None:
        pairs: dict[str, list[tuple[int, int]]] = {kind: [] for kind in self._words("hexside")}
        named: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for row in rows(self.data, "hexsides"):
            pair = self._ids[row["a"]], self._ids[row["b"]]
            pairs.setdefault(row["kind"], []).append(pair)
            if row.get("name"):
                named.setdefault((row["kind"], row["name"]), []).append(pair)
        self.sides = {kind: Exits.between(self.grid, some) for kind, some in pairs.items()}
        self.named_sides = {name: Exits.between(self.grid, some) for name, some in named.items()}
        self.around = Exits.around(self.grid, self.hexes)
        self.closed = tuple(self.settings.get("closed", CLOSED))
        self.open = tuple(self.settings.get("open", OPEN))
        self.out = self.exits(self.land, self.closed, self.open)

    def exits(self, area: int, closed: Iterable[str] = (), opened: Iterable[str] = ()) -> Exits:
        """The ways between hexes of an area, without the hexsides of closed kinds unless they are of an opened kind."""
        shut = Exits.none(self.grid)
        for kind in closed:
            shut |= self.sides.get(kind, Exits.none(self.grid))
        for kind in opened:
            shut -= self.sides.get(kind, Exits.none(self.grid))
        return self.around.inside(area) - shut

    def _read_regions(self) -> None:
        self.region = self._words("region")
        self.region_kind: dict[str, str] = {}
        for row in rows(self.data, "regions"):
            self.region.add(row["region"], self._ids[row["hex"]])
            self.region_kind[row["region"]] = row.get("kind") or ""

    def regions(self, kind: str) -> dict[str, int]:
        """The regions of a kind: the startlines, the weather areas..."""
        return {name: self.region[name] for name, of in self.region_kind.items() if of == kind}

    def _read_links(self) -> None:
        edges: dict[str, list[Edge]] = {name: [] for name in self._words("graph")}
        edges |= {"sea": self._sea_edges, "seas": self._lanes}
        for row in rows(self.data, "links"):
            lengths = row.get("length") or 1
            per_purpose = lengths if isinstance(lengths, dict) else {}
            length = per_purpose.get("", 1) if per_purpose else lengths
            edge = Edge(self._ids[row["a"]], self._ids[row["b"]], length, row.get("name") or "", per_purpose)
            edges.setdefault(row["graph"], []).append(edge)
        self.graph = {name: Graph(some, self.size) for name, some in edges.items()}

    def _name_all(self) -> None:
        called = [(place.name, place.node) for place in self.places]
        called += [(name, node) for node, name in self._alone.items()]
        called += self._also
        called += [(alias, place.node) for place in self.places for alias in place.aliases]
        called += [(sea.full_name, sea.node) for sea in self.seas.values()]
        self.names = Names(self.grid, self._ids, called)

    @cached_property
    def _alone(self) -> dict[int, str]:
        """The printed names that one hex bears alone."""
        count = Counter(self._printed.values())
        return {node: name for node, name in self._printed.items() if count[name] == 1}

    @cached_property
    def _spoken(self) -> dict[int, str]:
        """What each node is called, where the board calls hexes by their places and not by numbers."""
        named = self._alone
        spoken = dict(named)
        for node in members(self.hexes):
            relative = None if node in named else self.names.relative(node, named)
            if relative:
                spoken[node] = relative
        return spoken

    def node(self, name: str) -> int:
        """The node that a name means: a hex number, a place, an area, or `Lyon SE1`; else UnknownName."""
        return self.names.node(name)

    def name(self, node: int) -> str:
        """What a node is called; `node` finds it again by that name."""
        if self.settings.get("names") == "places" and node in self._spoken:
            return self._spoken[node]
        return self.names.own(node)

    def suggest(self, name: str, most: int = 3) -> list[str]:
        """The names nearest to one that was mistyped."""
        return self.names.suggest(name, most)

    def area(self, *names: str) -> int:
        """The set of the nodes with these names."""
        return from_iter(self.node(name) for name in names)

    def names_of(self, area: int) -> list[str]:
        """The names of the nodes of a set."""
        return [self.name(node) for node in members(area)]

    def places_at(self, node: int, kind: str | None = None) -> list[Place]:
        """The places in a node, or those of a kind."""
        return [place for place in self._at.get(node, ()) if kind is None or place.kind == kind]

    def place(self, name: str, kind: str | None = None) -> Place:
        """The place of a name and kind, else UnknownName."""
        node = self.node(name)
        found = self.places_at(node, kind)
        for place in found:
            if name == place.name or name in place.aliases:
                return place
        if not found:
            raise UnknownName(name, f"no {kind or 'place'} is there")
        return found[0]

    def coasts_of(self, area: int, seas: Iterable[str] | None = None) -> int:
        """The coasts that the hexes of an area have, on these seas or on all."""
        coasts = 0
        for node in members(area & self.coastal):
            coasts |= self._coasts_at[node]
        if seas is not None:
            coasts &= reduce(or_, (self.coasts[sea] for sea in seas), 0)
        return coasts

    def hexes_of(self, coasts: int) -> int:
        """The hexes that some coasts belong to."""
        return from_iter(self._hex_of[coast] for coast in members(coasts & self._all_coasts))

    def attribute(self, column: str) -> dict[int, Any]:
        """A column of the hex table by hex, where it is filled."""
        table = {self._ids[row["hex"]]: row.get(column) for row in rows(self.data, "hexes")}
        return {node: value for node, value in table.items() if value not in (None, "", [])}

    def window(self, name: str) -> "Board":
        """The playable part of a board, as a board of its own whose sets span no more than it."""
        return Board(part_of(self.data, name))

    def __repr__(self) -> str:
        return f"Board({self.id}, {self.hexes.bit_count()} hexes, {self.size - self.grid.size} other nodes)"
