"""The compiled board `front` and its tables, for the tests of this folder."""

import csv
from functools import cache
from pathlib import Path

from grognard.board import Board

HERE = Path(__file__).parent
BOARD = HERE.parents[2] / "grognard" / "titles" / "systems" / "front" / "board"

Row = dict[str, str]


@cache
def board() -> Board:
    """The compiled board."""
    return Board.load(BOARD / "board.json")


@cache
def westfront() -> Board:
    """The part of the board that WestFront is played on."""
    return board().window("westfront")


@cache
def table(name: str) -> tuple[Row, ...]:
    """A table of the board."""
    return _rows(BOARD / f"{name}.csv")


@cache
def expected(name: str) -> tuple[Row, ...]:
    """A table of what the texts say."""
    return _rows(HERE / f"{name}.csv")


def _rows(path: Path) -> tuple[Row, ...]:
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def hexes() -> dict[str, Row]:
    """The rows of hexes.csv by number."""
    return {row["hex"]: row for row in table("hexes")}


def hexagon(name: str) -> Row:
    """The row of the hex that a name means."""
    col, line = board().grid.colrow(board().node(name))
    return hexes()[f"{col:02d}{line:02d}"]


def words(row: Row) -> dict[str, str]:
    """The `key=value` words of a place."""
    return dict(word.split("=", 1) for word in row["values"].split(";") if word)


@cache
def sides(kind: str) -> set[frozenset[str]]:
    """The hexsides of a kind."""
    return {frozenset((row["a"], row["b"])) for row in table("hexsides") if row["kind"] == kind}


def side(a: str, b: str) -> frozenset[str]:
    """The hexside between two named hexes."""
    return frozenset((hexagon(a)["hex"], hexagon(b)["hex"]))


@cache
def links(graph: str) -> dict[frozenset[str], Row]:
    """The links of a graph by their two ends."""
    return {frozenset((row["a"], row["b"])): row for row in table("links") if row["graph"] == graph}


@cache
def region(name: str) -> set[str]:
    """The hexes of a region."""
    found = {row["hex"] for row in table("regions") if row["region"] == name}
    assert found, f"no region {name}"
    return found


def neighbours(number: str) -> list[str]:
    """The numbers of the hexes around one."""
    col, line = int(number[:2]), int(number[2:])
    left = col - (line + 1) % 2
    above, below = ([(left, line + way), (left + 1, line + way)] for way in (-1, 1))
    around = [*above, (col - 1, line), (col + 1, line), *below]
    return [f"{c:02d}{r:02d}" for c, r in around if f"{c:02d}{r:02d}" in hexes()]


def component(start: str, pairs: set[frozenset[str]]) -> set[str]:
    """All that can be reached over pairs of ends."""
    beside: dict[str, list[str]] = {}
    for a, b in pairs:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found, queue = {start}, [start]
    while queue:
        for there in beside.get(queue.pop(), ()):
            if there not in found:
                found.add(there)
                queue.append(there)
    return found
