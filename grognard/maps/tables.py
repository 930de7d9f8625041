"""The tables of a board: CSV files whose every row says where it comes from.

Cells are text here; `compile` gives them their meaning. A complaint names file and line.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path


@dataclass(frozen=True)
class Table:
    """What columns a table has, and which of them tell its rows apart."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


TABLES = {
    "hexes": Table(("hex", "col", "row", "terrain", "land", "nation", "seas", "name", "tags", "source"), ("hex",)),
    "hexsides": Table(("a", "b", "kind", "name", "source"), ("a", "b", "kind")),
    "links": Table(("graph", "a", "b", "length", "name", "source"), ("graph", "a", "b")),
    "places": Table(("name", "hex", "kind", "class", "values", "aliases", "lat", "lon", "source"), ("name", "kind")),
    "seas": Table(("sea", "name", "kind", "basin", "value", "adjacent", "bases", "source"), ("sea",)),
    "regions": Table(("region", "kind", "hex", "source"), ("region", "hex")),
    "overrides": Table(("table", "key", "column", "value", "source"), ()),
}


@dataclass
class Row:
    """A row with the file and line that it stands in."""

    where: str
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def many(self, column: str) -> list[str]:
        """The words of a cell that is a list."""
        return [word.strip() for word in self[column].split("|") if word.strip()]


class TableErrors(Exception):
    """What is wrong with the tables of a board, a line each: `file:line: what is wrong and what would be right`."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        super().__init__("\n".join(self.lines))


class Complaints:
    """Collects what is wrong, so that one run shows all of it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, where: str, what: str) -> None:
        """Notes one complaint."""
        self.lines.append(f"{where}: {what}")

    def settle(self) -> None:
        """Raises TableErrors if there was anything to complain about."""
        if self.lines:
            raise TableErrors(self.lines)


def nearest(word: str, words: Iterable[str]) -> str:
    """A hint for a mistyped word: `, did you mean ...?` or the words that there are."""
    words = sorted(words)
    close = get_close_matches(word, words, n=1)
    return f", did you mean {close[0]!r}?" if close else f"; there are {', '.join(words[:12]) or 'none'}"


def read_table(path: Path, table: str, extra: Iterable[str], complaints: Complaints) -> list[Row]:
    """The rows of a table; columns other than the table's and the declared extra ones are complained about."""
    if not path.exists():
        return []
    lines = csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))
    header = next(lines, [])
    known = (*TABLES[table].columns, *extra)
    for column in header:
        if column not in known:
            hint = nearest(column, known)
            complaints.add(f"{path.name}:1", f"no column {column!r}{hint} (grid.toml declares others under [extra])")
        elif header.count(column) > 1:
            complaints.add(f"{path.name}:1", f"column {column!r} is there twice")
    for column in (*TABLES[table].key, "source"):
        if column not in header:
            complaints.add(f"{path.name}:1", f"column {column!r} is missing")
    rows = []
    for cells in lines:
        where = f"{path.name}:{lines.line_num}"
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            complaints.add(where, f"{len(cells)} cells, but the header has {len(header)} columns")
            continue
        rows.append(Row(where, {column: cell.strip() for column, cell in zip(header, cells)}))
    return rows


def write_table(path: Path, table: str, rows: Iterable[Mapping[str, object]], extra: Iterable[str] = ()) -> None:
    """Writes a table as it is kept: the columns in their order, `source` last, rows sorted by their key.

    A cell that is a list is joined by `|`.
    """
    columns = [*TABLES[table].columns[:-1], *extra, "source"]
    key = TABLES[table].key
    lines = [[_text(row.get(column, "")) for column in columns] for row in rows]
    lines.sort(key=lambda line: ([line[columns.index(column)] for column in key], line))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(lines)
    path.write_text(out.getvalue(), encoding="utf-8", newline="")


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return "|".join(str(one) for one in value)
    return str(value)
