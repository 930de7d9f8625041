"""Links of the board `front`: railways routed between towns, ferries, off-map rail, routes between areas."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell

from .front_lines import CLOSED

if TYPE_CHECKING:
    from .front import Front

COST = {"clear": 1.0, "desert": 1.1, "forest": 1.2, "marsh": 1.8, "hill": 1.5, "mountain": 2.6}
RIVER = 0.15
LAID = 0.55
OFFMAP_PER_HEX = 2
EDGE = 22
OUT_OF_PLAY = ("Norway", "Sweden")
SHUT = {*CLOSED, "strait", "causeway", "edge"}

Pair = tuple[Cell, Cell]


def links(board: Front, hexsides: list[Row]) -> list[Row]:
    """The rows of links.csv."""
    return _rail(board, hexsides) + _ferries(board, hexsides) + _offmap(board) + _routes(board)


def _rail(board: Front, hexsides: list[Row]) -> list[Row]:
    """Main lines, each leg by the cheapest path; a line that is laid already is cheaper to follow (1.6)."""
    kinds: dict[Pair, set[str]] = {}
    for row in hexsides:
        kinds.setdefault((board.cells[row["a"]], board.cells[row["b"]]), set()).add(row["kind"])
    for pair in _edge(board):
        kinds.setdefault(pair, set()).add("edge")
    laid: dict[Pair, Row] = {}
    for line in board.read("rails"):
        for start, goal in pairwise(board.at(stop) for stop in line["stops"].split("|")):
            for a, b in _path(board, kinds, laid, start, goal):
                laid.setdefault((a, b), _link(board, "rail", a, b, "1", line["name"], line["source"]))
    for row in board.read("sides"):
        if row["kind"] == "causeway":
            a, b = sorted(board.at(word) for word in row["side"].split("/"))
            laid[a, b] = _link(board, "rail", a, b, "1", row["name"], row["source"])
    return list(laid.values())


def _edge(board: Front) -> list[Pair]:
    """WestFront's east edge, over which rail lines run at the rail entry hexes only (9.11, 16.7)."""
    entries = {board.at(row["hex"]) for row in board.read("entries")}
    edge = [(a, b) for a, b in board.lattice.sides() if a[0] <= EDGE < b[0]]
    return [(a, b) for a, b in edge if a not in entries and board.nations.get(a) not in OUT_OF_PLAY]


def _path(board: Front, kinds: dict[Pair, set[str]], laid: dict[Pair, Row], start: Cell, goal: Cell) -> list[Pair]:
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
            if there not in board.land or board.terrain[there][0] == "lake" or sides & SHUT:
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


def _ferries(board: Front, hexsides: list[Row]) -> list[Row]:
    """A ferry takes a whole rail move of its own (9.23)."""
    return [
        {"graph": "ferry", "a": row["a"], "b": row["b"], "length": "1", "name": row["name"], "source": row["source"]}
        for row in hexsides
        if row["kind"] == "ferry"
    ]


def _offmap(board: Front) -> list[Row]:
    """Two rail hexes off the map for every edge hex between two rail entry hexes (9.5)."""
    entries = [board.at(row["hex"]) for row in board.read("entries")]
    rows = []
    for a, b in pairwise(sorted(entries, key=lambda cell: cell[1])):
        length = OFFMAP_PER_HEX * (b[1] - a[1] - 1)
        source = "WF 9.5; reconstructed: count of edge hexes"
        rows.append(_link(board, "offmap", a, b, str(length), "east edge", source))
    return rows


def _routes(board: Front) -> list[Row]:
    """Routes of two or five hexes between areas, or from an area onto the map (EF 18.3)."""
    rows = []
    for row in board.read("routes"):
        a, b = (_node(board, row[key]) for key in ("a", "b"))
        rows.append({"graph": "route", "a": a, "b": b, **{k: row[k] for k in ("length", "name", "source")}})
    return rows


def _node(board: Front, name: str) -> str:
    known = name in board.cells or name in board.spots
    return board.lattice.name(board.at(name)) if known else name


def _link(board: Front, graph: str, a: Cell, b: Cell, length: str, name: str, source: str) -> Row:
    ends = {"a": board.lattice.name(a), "b": board.lattice.name(b)}
    return {"graph": graph, **ends, "length": length, "name": name, "source": source}
