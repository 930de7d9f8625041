"""The checks on a board's tables, and what their cells mean.

Each reader turns the rows of one table into records of names, numbers and lists, with every name of a hex or node
resolved to its own; what is wrong is complained about and left out.
"""

from collections import Counter
from typing import Any

from grognard.board.grid import Grid
from grognard.board.names import Names, UnknownName, fold
from grognard.board.numbering import Numbering
from grognard.maps.tables import Complaints, Row, nearest

Record = dict[str, Any]


def integer(row: Row, column: str, complaints: Complaints, low: int = -999, high: int = 999) -> int | None:
    """A cell that is a whole number within bounds."""
    try:
        value = int(row[column])
    except ValueError:
        complaints.add(row.where, f"{column} {row[column]!r} should be a whole number")
        return None
    if not low <= value <= high:
        complaints.add(row.where, f"{column} {value} should lie between {low} and {high}")
        return None
    return value


def scalar(text: str) -> str | int | float:
    """A word, or a number if it looks like one.

    >>> scalar("3"), scalar("0.5"), scalar("Rhine")
    (3, 0.5, 'Rhine')
    """
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def words(text: str) -> Record:
    """The `key=value` words of a place.

    >>> words("pp=3; capital; seas=North Sea|Skagerrak")
    {'pp': 3, 'capital': True, 'seas': ['North Sea', 'Skagerrak']}
    """
    found: Record = {}
    for word in filter(None, (word.strip() for word in text.split(";"))):
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            found[key] = True
        elif "|" in value:
            found[key] = [one.strip() for one in value.split("|") if one.strip()]
        else:
            found[key] = scalar(value)
    return found


def lengths(text: str) -> int | dict[str, int]:
    """The length of a link: a number, or numbers by purpose, the one without a purpose for all others.

    >>> lengths(""), lengths("2"), lengths("2|supply=1|sea=0")
    (1, 2, {'': 2, 'supply': 1, 'sea': 0})
    """
    if "|" not in text and "=" not in text:
        return int(text or 1)
    parts = [part.strip().rpartition("=") for part in text.split("|")]
    found = {purpose.strip(): int(number) for purpose, _, number in parts}
    return {"": 1, **found}


class Checker:
    """Reads the tables of one board, in the order in which they lean on each other."""

    def __init__(self, grid: Grid, tables: dict[str, list[Row]], complaints: Complaints) -> None:
        self.grid = grid
        self.tables = tables
        self.complaints = complaints
        self.seas = {row["sea"] for row in tables["seas"]}
        self.ids: dict[str, int] = {}
        self.own: dict[int, str] = {}
        self.names = Names(grid, {}, [])

    def resolve(self, row: Row, column: str) -> str | None:
        """The own name of the hex or node that a cell names."""
        try:
            return self.own[self.names.node(row[column])]
        except UnknownName as error:
            self.complaints.add(row.where, f"{column} {error}")
            return None

    def same(self, a: str, b: str) -> bool:
        """Whether two names mean one node."""
        try:
            return a == b or self.names.node(a) == self.names.node(b)
        except UnknownName:
            return False

    def hexes(self, numbering: Numbering | None) -> list[Record]:
        """Each hex lies on the grid, has its own place and number, a terrain, and seas that there are."""
        records = []
        complain = self.complaints.add
        for row in self.tables["hexes"]:
            col, line = (integer(row, column, self.complaints) for column in ("col", "row"))
            if col is None or line is None:
                continue
            if not self.grid.has(col, line):
                complain(row.where, f"column {col}, row {line} lies off the grid of grid.toml")
                continue
            node = self.grid.at(col, line)
            number = numbering.name(col, line) if numbering else row["hex"]
            if node in self.own:
                complain(row.where, f"{row['hex']} lies where {self.own[node]} lies: column {col}, row {line}")
            if row["hex"] != number:
                complain(row.where, f"hex {row['hex']!r} should be {number!r} by its column and row")
            if not row["terrain"]:
                complain(row.where, "no terrain; water is `sea`")
            self._check_seas(row, row.many("seas"))
            self.own[node], self.ids[row["hex"]] = row["hex"], node
            land = integer(row, "land", self.complaints, 0, 100) if row["land"] else None
            lists = {key: row.many(key) for key in ("nation", "seas", "tags")}
            records.append({**row.cells, "col": col, "row": line, "land": land, **lists})
        return sorted(records, key=lambda record: (record["col"], record["row"]))

    def _check_seas(self, row: Row, seas: list[str]) -> None:
        for sea in seas:
            if sea not in self.seas:
                self.complaints.add(row.where, f"no sea {sea!r}{nearest(sea, self.seas)}")

    def _printed(self) -> list[tuple[str, int, str]]:
        """The names that hexes bear alone, with their node and where they stand."""
        rows = [row for row in self.tables["hexes"] if row["name"] and row["hex"] in self.ids]
        count = Counter(row["name"] for row in rows)
        return [(row["name"], self.ids[row["hex"]], row.where) for row in rows if count[row["name"]] == 1]

    def places(self) -> list[Record]:
        """Each place has a kind and lies in a hex that there is, or is a node; no name means two nodes."""
        rows = self.tables["places"]
        for row in rows:
            if not row["hex"] and row["name"] not in self.ids:
                node = self.ids[row["name"]] = self.grid.size + len(self.ids)
                self.own[node] = row["name"]
        printed = self._printed()
        called = [(row["name"], self.ids[row["hex"]]) for row in rows if row["hex"] in self.ids]
        called += [(name, node) for name, node, _ in printed]
        self.names = Names(self.grid, self.ids, called)
        meant = {fold(name): (node, where) for name, node, where in printed}
        records = []
        for row in rows:
            if not row["kind"]:
                self.complaints.add(row.where, "no kind; say city, port, area...")
            own = self.resolve(row, "hex") if row["hex"] else row["name"]
            if own is None:
                continue
            values = words(row["values"])
            seas = values.get("seas", [])
            self._check_seas(row, seas if isinstance(seas, list) else [str(seas)])
            aliases, node = row.many("aliases"), self.ids[own]
            for name in (row["name"], *aliases):
                before, where = meant.setdefault(fold(name), (node, row.where))
                if before != node:
                    self.complaints.add(row.where, f"{name!r} already means {self.own[before]} in {where}")
                called.append((name, node))
            where_on_earth = {key: scalar(row[key]) if row[key] else None for key in ("lat", "lon")}
            place = {"hex": own if row["hex"] else "", "values": values, "aliases": aliases}
            records.append({**row.cells, **place, **where_on_earth})
        self.names = Names(self.grid, self.ids, called)
        return sorted(records, key=lambda record: (record["name"], record["kind"]))

    def hexsides(self) -> list[Record]:
        """Each hexside lies between neighbours and stands once for each kind."""
        records: dict[tuple[str, str, str], Record] = {}
        for row in self.tables["hexsides"]:
            pair = self._pair(row)
            if pair is None:
                continue
            a, b = pair
            if not row["kind"]:
                self.complaints.add(row.where, "no kind; say river, blocked, strait...")
            if self.grid.toward(self.ids[a], self.ids[b]) < 0:
                around = [self.own[n] for n in self.grid.neighbours(self.ids[a]) if n in self.own]
                self.complaints.add(
                    row.where, f"{row['a']} and {row['b']} do not touch; {a} touches {' '.join(around)}"
                )
            elif (a, b, row["kind"]) in records:
                self.complaints.add(row.where, f"{row['kind']} {a}/{b} stands twice")
            records[a, b, row["kind"]] = {**row.cells, "a": a, "b": b}
        return [records[key] for key in sorted(records)]

    def links(self) -> list[Record]:
        """Each link joins two nodes and stands once in its graph; it has a length of at least 1, or one by purpose."""
        records: dict[tuple[str, str, str], Record] = {}
        for row in self.tables["links"]:
            pair = self._pair(row)
            if pair is None:
                continue
            a, b = pair
            try:
                length = lengths(row["length"])
                if min(length.values() if isinstance(length, dict) else (length - 1,)) < 0:
                    raise ValueError
            except ValueError:
                self.complaints.add(row.where, f"length {row['length']!r} should be like 2, or 2|supply=1")
                continue
            if (row["graph"], a, b) in records:
                self.complaints.add(row.where, f"{row['graph']} {a}/{b} stands twice")
            records[row["graph"], a, b] = {**row.cells, "a": a, "b": b, "length": length}
        return [records[key] for key in sorted(records)]

    def _pair(self, row: Row) -> tuple[str, str] | None:
        """The two ends of a row in one order, if both are there and differ."""
        a, b = self.resolve(row, "a"), self.resolve(row, "b")
        if a is None or b is None:
            return None
        if a == b:
            self.complaints.add(row.where, f"{row['a']} and {row['b']} are the same")
            return None
        return (a, b) if self.ids[a] < self.ids[b] else (b, a)

    def regions(self) -> list[Record]:
        """Each region is made of hexes or nodes that there are, each once, and is of one kind."""
        records: dict[tuple[str, str], Record] = {}
        kinds: dict[str, str] = {}
        for row in self.tables["regions"]:
            own = self.resolve(row, "hex")
            if own is None:
                continue
            if (row["region"], own) in records:
                self.complaints.add(row.where, f"{own} stands twice in {row['region']}")
            if kinds.setdefault(row["region"], row["kind"]) != row["kind"]:
                kind = kinds[row["region"]]
                self.complaints.add(row.where, f"{row['region']} is a {kind} elsewhere, not a {row['kind']}")
            records[row["region"], own] = {**row.cells, "hex": own}
        return [records[key] for key in sorted(records)]

    def sea_areas(self) -> list[Record]:
        """Each sea lists seas that list it, under the same condition, and bases that there are."""
        adjacent = {}
        for row in self.tables["seas"]:
            adjacent[row["sea"]] = dict(one.partition(":")[::2] for one in row.many("adjacent"))
            if row["sea"] in self.ids:
                self.complaints.add(row.where, f"{row['sea']!r} is the name of a hex or node already")
        records = []
        for row in self.tables["seas"]:
            self._check_seas(row, list(adjacent[row["sea"]]))
            for other, condition in adjacent[row["sea"]].items():
                back = adjacent.get(other, {row["sea"]: condition}).get(row["sea"])
                if back != condition:
                    says = "does not list it" if back is None else f"says {back!r} of it, not {condition!r}"
                    self.complaints.add(row.where, f"{row['sea']} lists {other}, which {says}")
            for base in row.many("bases"):
                if not self._known(base):
                    self.complaints.add(row.where, f"no place {base!r} for a base")
            cells = {"adjacent": sorted(row.many("adjacent")), "bases": row.many("bases")}
            records.append({**row.cells, **cells, "value": scalar(row["value"]) if row["value"] else None})
        return sorted(records, key=lambda record: str(record["sea"]))

    def _known(self, name: str) -> bool:
        try:
            return self.names.node(name) in self.own
        except UnknownName:
            return False
