"""Regions of the board `aeto`: named sets of hexes, put together from nations, rings, lists and other regions."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING

from shapely.geometry import Point

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell

if TYPE_CHECKING:
    from .aeto import Aeto

NEAR_A_PORT = 3


def regions(board: Aeto) -> list[Row]:
    """The rows of regions.csv: the zones of the input in order; a zone without a kind is only a part of others."""
    found: dict[str, set[Cell]] = {}
    rows: list[Row] = []
    for zone in board.read("zones"):
        name = zone["region"]
        if name in found:
            raise BadInput(f"region {name} stands twice in zones.csv")
        found[name] = _zone(board, zone, found)
        if zone["kind"]:
            rows += [
                {"region": name, "kind": zone["kind"], "hex": board.lattice.name(cell), "source": zone["source"]}
                for cell in sorted(found[name])
            ]
    return rows


def _zone(board: Aeto, zone: Row, found: dict[str, set[Cell]]) -> set[Cell]:
    """Hexes by nation or sea, cut to a ring; with listed hexes and other regions; less some others; made wider."""
    every = set(board.cells.values())
    words = set(filter(None, zone["nations"].split("|")))
    cells = {cell for cell in board.land if board.nations[cell] in words or "*" in words}
    seas = set(filter(None, zone["seas"].split("|")))
    cells |= {cell for cell in every if "*" in seas or seas & set(board.seas[cell])}
    if zone["ring"]:
        ring = board.geo.polygon(authored.points(zone["ring"]))
        cells = {cell for cell in cells if ring.contains(Point(board.lattice.centre(cell)))}
    cells |= _listed(board, zone["hexes"], found)
    cells |= _route(board, [board.at(stop) for stop in zone["route"].split("|") if stop])
    cells -= _listed(board, zone["minus"], found)
    for cut in filter(None, zone["cut"].split("|")):
        cells = _cut(board, cells, cut)
    cells &= every
    if not cells:
        raise BadInput(f"region {zone['region']} is empty")
    return cells


def _route(board: Aeto, stops: list[Cell]) -> set[Cell]:
    """The hexes of the shortest way by sea and along coasts from stop to stop."""
    cells = set(stops)
    for start, goal in pairwise(stops):
        came, queue = {start: start}, deque([start])
        while queue and goal not in came:
            here = queue.popleft()
            for there in board.lattice.neighbours(here):
                if there not in came and board.seas.get(there):
                    came[there] = here
                    queue.append(there)
        if goal not in came:
            raise BadInput(f"no way by sea from {board.lattice.name(start)} to {board.lattice.name(goal)}")
        while goal != start:
            cells.add(goal)
            goal = came[goal]
    return cells


def _cut(board: Aeto, cells: set[Cell], cut: str) -> set[Cell]:
    """What a word does to a zone: keep its coast, land, mountains or border, or take in what lies near its ports."""
    if cut == "coast":
        return {cell for cell in cells if board.seas[cell] and cell in board.land}
    if cut == "land":
        return {cell for cell in cells if cell in board.land}
    if cut == "mountain":
        return {cell for cell in cells if board.terrain[cell][0] == "mountain"}
    if cut == "near ports":
        ports = {c for c in cells if c in board.by_cell and board.by_cell[c]["port"]}
        return {c for c in board.land if any(board.lattice.distance(c, p) <= NEAR_A_PORT for p in ports)}
    if cut.startswith("facing "):
        other = cut.removeprefix("facing ")
        return {c for c in cells if any(board.nations.get(n) == other for n in board.lattice.neighbours(c))}
    raise BadInput(f"a zone is cut by coast, land, mountain or near ports, not by {cut}")


def _listed(board: Aeto, words: str, found: dict[str, set[Cell]]) -> set[Cell]:
    cells: set[Cell] = set()
    for word in filter(None, words.split("|")):
        if word.startswith("="):
            if word[1:] not in found:
                raise BadInput(f"no zone {word[1:]!r} before this one")
            cells |= found[word[1:]]
        else:
            cells |= set(board.listed(word))
    return cells
