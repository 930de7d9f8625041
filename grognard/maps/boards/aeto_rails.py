"""Links of the board `aeto`: railways routed between towns, the rail ferry to Sweden, lines off the map, the boxes."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell

if TYPE_CHECKING:
    from .aeto import Aeto

COST = {"clear": 1.0, "forest": 1.2, "marsh": 1.8, "mountain": 2.4}
RIVER = 0.1
LAID = 0.5
SHUT = {"sea", "lake", "strait", "impassable", "mountain-impassable"}

Pair = tuple[Cell, Cell]


def links(board: Aeto, hexsides: list[Row]) -> list[Row]:
    """The rows of links.csv."""
    return _rail(board, hexsides) + _authored(board)


def _rail(board: Aeto, hexsides: list[Row]) -> list[Row]:
    """Main lines of 1939, each leg by the cheapest path; a line that is laid already is cheaper to follow."""
    kinds: dict[Pair, set[str]] = {}
    for row in hexsides:
        kinds.setdefault((board.cells[row["a"]], board.cells[row["b"]]), set()).add(row["kind"])
    laid: dict[Pair, Row] = {}
    for line in board.read("rails"):
        for start, goal in pairwise(board.at(stop.strip()) for stop in line["stops"].split("|")):
            for a, b in _path(board, kinds, laid, start, goal):
                laid.setdefault((a, b), _link(board, "rail", a, b, line["name"], line["source"]))
    return list(laid.values())


def _path(board: Aeto, kinds: dict[Pair, set[str]], laid: dict[Pair, Row], start: Cell, goal: Cell) -> list[Pair]:
    cost, came = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            break
        if spent > cost[here]:
            continue
        for there in board.lattice.neighbours(here):
            pair = (min(here, there), max(here, there))
            sides = kinds.get(pair, set())
            if there not in board.land or (sides & SHUT and "ferry" not in sides):
                continue
            step = COST[board.terrain[there][0]] + (RIVER if "river" in sides else 0)
            price = spent + step * (LAID if pair in laid else 1)
            if price < cost.get(there, float("inf")) - 1e-9:
                cost[there], came[there] = price, here
                heapq.heappush(queue, (price, there))
    if goal not in came:
        raise BadInput(f"no way for a railway from {board.lattice.name(start)} to {board.lattice.name(goal)}")
    path = []
    while goal != start:
        path.append((min(goal, came[goal]), max(goal, came[goal])))
        goal = came[goal]
    return path


def _authored(board: Aeto) -> list[Row]:
    """Links that are written as they stand, by hexes, places or boxes."""
    boxes = {row["name"] for row in board.read("boxes")}
    rows = []
    for row in board.read("links"):
        starts = _edge(board, row["a"][1:]) if row["a"].startswith("@") else row["a"].split("|")
        for a in starts:
            ends = [end if end in boxes else board.lattice.name(board.at(end)) for end in (a, row["b"])]
            rows.append({**row, "a": ends[0], "b": ends[1]})
    return rows


def _edge(board: Aeto, sea: str) -> list[str]:
    """The hexes of a sea at the edge of the map, from which lanes lead into a box (3.1)."""
    at_sea = [cell for cell in board.cells.values() if sea in board.seas[cell] and cell not in board.land]
    edge = [cell for cell in at_sea if any(other not in board.seas for other in board.lattice.neighbours(cell))]
    return sorted(board.lattice.name(cell) for cell in edge)


def _link(board: Aeto, graph: str, a: Cell, b: Cell, name: str, source: str) -> Row:
    ends = {"a": board.lattice.name(a), "b": board.lattice.name(b)}
    return {"graph": graph, **ends, "length": "1", "name": name, "source": source}
