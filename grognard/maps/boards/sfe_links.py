"""Links of the board `sfe`: railways routed between towns, rail ferries, the coast road of Africa."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell
from grognard.maps.streams import cheapest

from .sfe_lines import CLOSED

if TYPE_CHECKING:
    from .sfe import Sfe

COST = {"clear": 1.0, "forest": 1.15, "swamp": 1.4, "mountain": 1.9}
RIVER = 0.12
LAID = 0.7
SHUT = {*CLOSED, "strait", "ferry"}
FERRY = "6"

Pair = tuple[Cell, Cell]


def links(board: Sfe, hexsides: list[Row]) -> list[Row]:
    """The rows of links.csv: main lines, each leg by the cheapest path; a line laid already is cheaper to follow."""
    kinds: dict[Pair, set[str]] = {}
    for row in hexsides:
        kinds.setdefault((board.cells[row["a"]], board.cells[row["b"]]), set()).add(row["kind"])
    for row in board.read("ferries"):
        kinds.setdefault(_pair(board, row["side"]), set()).add("ferry")
    rows = _lines(board, kinds, "rail", "rails") + _lines(board, kinds, "road", "roads")
    rows += [_link(board, "ferry", _pair(board, row["side"]), FERRY, row) for row in board.read("ferries")]
    rows += [_link(board, "rail", _pair(board, row["side"]), "1", row) for row in board.read("causeways")]
    return rows + [row | {"graph": "offboard"} for row in board.read("box_links")]


def _lines(board: Sfe, kinds: dict[Pair, set[str]], graph: str, table: str) -> list[Row]:
    """The links of all lines of an input."""
    laid: dict[Pair, Row] = {}
    lost = []
    for line in board.read(table):
        for start, goal in pairwise(line["stops"].split("|")):
            way = _path(board, kinds, laid, board.at(start), board.at(goal))
            lost += [] if way or board.at(start) == board.at(goal) else [f"{start} to {goal}"]
            for pair in way:
                laid.setdefault(pair, _link(board, graph, pair, "1", line))
    if lost:
        raise BadInput(f"no way over land for the {graph} from {', from '.join(lost)}")
    return list(laid.values())


def _path(board: Sfe, kinds: dict[Pair, set[str]], laid: dict[Pair, Row], start: Cell, goal: Cell) -> list[Pair]:
    def steps(here: Cell) -> Iterator[tuple[Cell, float]]:
        for there in board.lattice.neighbours(here):
            pair = (min(here, there), max(here, there))
            sides = kinds.get(pair, set())
            if there in board.land and not sides & SHUT:
                step = COST[board.terrain[there][0]] + (RIVER if "river" in sides else 0)
                yield there, step * (LAID if pair in laid else 1)

    way = cheapest(start, goal, steps)
    return [(min(a, b), max(a, b)) for a, b in pairwise(way)]


def _pair(board: Sfe, words: str) -> Pair:
    a, b = sorted(board.at(word) for word in words.split("/"))
    return a, b


def _link(board: Sfe, graph: str, ends: Pair, length: str, line: Row) -> Row:
    a, b = (board.lattice.name(cell) for cell in ends)
    return {"graph": graph, "a": a, "b": b, "length": length, "name": line["name"], "source": line["source"]}
