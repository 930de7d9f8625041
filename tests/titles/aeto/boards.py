"""The compiled board `aeto`, its tables, and ways over it."""

import csv
from functools import cache
from pathlib import Path

from grognard.board import Board
from grognard.board.area import flood
from grognard.board.hexset import members

FOLDER = Path(__file__).parents[3] / "grognard" / "titles" / "aeto" / "board"
Row = dict[str, str]


@cache
def board() -> Board:
    """The whole board."""
    return Board.load(FOLDER / "board.json")


@cache
def table(name: str) -> list[Row]:
    """The rows of a table of the board."""
    return read(FOLDER / f"{name}.csv")


def read(path: Path) -> list[Row]:
    """The rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def hexes() -> dict[str, Row]:
    """The rows of hexes.csv by hex."""
    return {row["hex"]: row for row in table("hexes")}


def row_of(name: str) -> Row:
    """The row of a hex, by either of its names or by a place in it."""
    return hexes()[board().names.own(board().node(name))]


def kinds(a: str, b: str) -> set[str]:
    """What lies on the hexside between two hexes."""
    ends = {row_of(a)["hex"], row_of(b)["hex"]}
    return {row["kind"] for row in table("hexsides") if {row["a"], row["b"]} == ends}


def walk(start: str, area: int) -> int:
    """The land that can be walked to from a hex within an area."""
    return flood(1 << board().node(start), board().out.inside(area))


def rail_net(start: str) -> set[int]:
    """The nodes that rail lines join to a place."""
    ends: dict[int, set[int]] = {}
    for row in table("links"):
        if row["graph"] == "rail":
            a, b = board().node(row["a"]), board().node(row["b"])
            ends.setdefault(a, set()).add(b)
            ends.setdefault(b, set()).add(a)
    found, queue = {board().node(start)}, [board().node(start)]
    while queue:
        for there in ends.get(queue.pop(), set()) - found:
            found.add(there)
            queue.append(there)
    return found


def named(area: int) -> list[str]:
    """The names of the hexes of a set."""
    return [board().name(node) for node in members(area)]


def nations_of(area: int) -> set[str]:
    """The nations that have hexes in a set."""
    return {hexes()[board().names.own(node)]["nation"] for node in members(area)}
