"""Regions of the board `front`: named sets of hexes, put together from nations, rings, lists and other regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely.geometry import Point

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell

from .front_lines import CLOSED

if TYPE_CHECKING:
    from .front import Front

WESTFRONT_COLS = 23
SEA = ("sea", "lake")


def regions(board: Front, hexsides: list[Row]) -> list[Row]:
    """The rows of regions.csv: the zones of the input in their order, then the frontlines that follow from control.

    A zone without a kind is only a part of others.
    """
    found: dict[str, set[Cell]] = {}
    rows: list[Row] = []
    for zone in board.read("zones"):
        if zone["region"] in found:
            raise BadInput(f"region {zone['region']} stands twice in zones.csv")
        found[zone["region"]] = _zone(board, zone, found)
        if zone["kind"]:
            rows += _rows(board, zone["region"], zone["kind"], found[zone["region"]], zone["source"])
    closed = {(row["a"], row["b"]) for row in hexsides if row["kind"] in CLOSED}
    for line in board.read("startlines"):
        sides = {side: found[f"{line['scenario']} {side}"] for side in ("Allies", "Axis")}
        for side, other in (("Allies", "Axis"), ("Axis", "Allies")):
            front = {cell for cell in sides[side] if _faces(board, cell, sides[other], closed)}
            rows += _rows(board, f"{line['scenario']} {side} Frontline", "frontline", front, line["source"])
    return rows


def _zone(board: Front, zone: Row, found: dict[str, set[Cell]]) -> set[Cell]:
    """Hexes by nation, cut to a ring, a window or the coast; with listed hexes and other regions; less some others."""
    nations = set(filter(None, zone["nations"].split("|")))
    cells = {cell for cell in board.land if board.nations[cell] in nations or "*" in nations}
    if zone["ring"]:
        ring = board.geo.polygon(authored.points(zone["ring"]))
        cells = {cell for cell in cells if ring.contains(Point(board.lattice.centre(cell)))}
    cells |= _listed(board, zone["hexes"], found)
    cells -= _listed(board, zone["minus"], found)
    cells = {cell for cell in cells if board.terrain[cell][0] not in SEA}
    if "westfront" in zone["cut"].split("|"):
        cells = {cell for cell in cells if cell[0] < WESTFRONT_COLS}
    if "coast" in zone["cut"].split("|"):
        cells = {cell for cell in cells if board.seas[cell]}
    if not cells:
        raise BadInput(f"region {zone['region']} is empty")
    return cells


def _listed(board: Front, words: str, found: dict[str, set[Cell]]) -> set[Cell]:
    cells: set[Cell] = set()
    for word in filter(None, words.split("|")):
        cells |= found[word[1:]] if word.startswith("=") else {board.at(word)}
    return cells


def _faces(board: Front, cell: Cell, enemy: set[Cell], closed: set[tuple[str, str]]) -> bool:
    """Whether a hex lies on the startline: an enemy hex is next to it over a side that can be crossed (3.22)."""
    for other in board.lattice.neighbours(cell):
        a, b = sorted((cell, other))
        if other in enemy and (board.lattice.name(a), board.lattice.name(b)) not in closed:
            return True
    return False


def _rows(board: Front, region: str, kind: str, cells: set[Cell], source: str) -> list[Row]:
    return [{"region": region, "kind": kind, "hex": board.lattice.name(c), "source": source} for c in sorted(cells)]
