"""Hexsides of the board `aeto`: water, rivers as named chains, crests, straits, forts, borders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import ndimage
from shapely.geometry import LineString

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell
from grognard.maps.snap import Corners, Side

if TYPE_CHECKING:
    from .aeto import Aeto

LAKE_SIDE = 0.6
SOME_SEA = 0.25
ALL_SEA = 0.93
BAND = 0.05
DRY = 0.02
HEADLAND = 0.02
CLOSED = ("sea", "lake", "strait", "impassable")
FREE = "land"


def hexsides(board: Aeto) -> list[Row]:
    """The rows of hexsides.csv; what is written by hand comes before what is measured."""
    said = _said(board)
    hand = {(row["a"], row["b"]) for row in said}
    measured = [row for row in _water(board) + _closed_land(board) if (row["a"], row["b"]) not in hand]
    wet = {(row["a"], row["b"]) for row in said + measured if row["kind"] in CLOSED}
    crests = [row for row in _crests(board) if (row["a"], row["b"]) not in wet | hand]
    rivers = [row for row in _rivers(board) if (row["a"], row["b"]) not in wet]
    kept = [row for row in said if row["kind"] != FREE] + _forts(board) + _dry(board, wet)
    return kept + measured + crests + rivers + _borders(board, wet)


def _said(board: Aeto) -> list[Row]:
    """The sides that are written by hand; a side of one kind that is named twice stands once."""
    found: dict[tuple[Side, str], Row] = {}
    for row in board.read("sides"):
        for pair in pairs(board, row["sides"]):
            found.setdefault((pair, row["kind"]), _row(board, pair, row["kind"], row["name"], row["source"]))
    return list(found.values())


def pairs(board: Aeto, words: str) -> list[Side]:
    """`E 5620/E 5621|...` as pairs of neighbouring cells; `Malta/*` is every side of a hex towards land or sea."""
    found = []
    for word in words.split("|"):
        one, _, other = word.partition("/")
        a = board.at(one)
        ends = [c for c in board.lattice.neighbours(a) if c in board.land] if other == "*" else [board.at(other)]
        for b in ends:
            if b not in board.lattice.neighbours(a):
                raise BadInput(f"{word} are no neighbours")
            found.append((min(a, b), max(a, b)))
    return found


def _land_sides(board: Aeto) -> list[Side]:
    return [(a, b) for a, b in board.lattice.sides() if a in board.land and b in board.land]


def _water(board: Aeto) -> list[Row]:
    """Sides between two land hexes that are lake, or sea with no land bridge."""
    lakes = board.geo.mask(board.geo.lakes)
    apart = {frozenset(row["nations"].split("|")): row["source"] for row in board.read("apart")}
    rows = []
    for a, b in _land_sides(board):
        nations = frozenset((board.nations[a], board.nations[b]))
        if nations in apart:
            rows.append(_row(board, (a, b), "sea", "", apart[nations]))
            continue
        if board.geo.along(a, b, lakes) >= LAKE_SIDE:
            rows.append(_row(board, (a, b), "lake", "", "geography: lakes"))
            continue
        share = board.geo.along(a, b, ~board.dry, BAND)
        if share >= ALL_SEA or (share >= SOME_SEA and not _joined(board, a, b)):
            rows.append(_row(board, (a, b), "sea", "", "geography: coast"))
    return rows


def _joined(board: Aeto, a: Cell, b: Cell) -> bool:
    """Whether some piece of land lies in both hexes, in each with more than a headland."""
    hexagons = board.geo.hexagon(a).union(board.geo.hexagon(b))
    window = board.geo.window(*hexagons.bounds)
    index, dry = board.geo.index[window], board.dry[window]
    one, other = (index == board.geo.number(cell) for cell in (a, b))
    labels, count = ndimage.label(dry & (one | other), structure=np.ones((3, 3)))
    least = HEADLAND * one.sum()
    pieces = range(1, count + 1)
    return any((labels[one] == k).sum() >= least and (labels[other] == k).sum() >= least for k in pieces)


def _closed_land(board: Aeto) -> list[Row]:
    """No one crosses into a land that is closed (L346)."""
    rows = []
    for a, b in _land_sides(board):
        if (a in board.closed) != (b in board.closed):
            name = next(board.nations[cell] for cell in (a, b) if cell in board.closed)
            rows.append(_row(board, (a, b), "impassable", name, "L346; reconstructed: a land out of play"))
    return rows


def _crests(board: Aeto) -> list[Row]:
    """Mountain-impassable and forest sides: the chain of sides along every crest or wood, without its passes."""
    corners, dry = Corners(board.lattice), set(_land_sides(board))
    passes = {pair for row in board.read("passes") for pair in pairs(board, row["sides"])}
    rows: dict[Side, Row] = {}
    for row in board.read("ranges"):
        for pair in _chain(board, corners, row["points"], row["range"]):
            if pair in dry and pair not in passes and not set(pair) & board.closed:
                rows.setdefault(pair, _row(board, pair, row["kind"], row["range"], row["source"]))
    return list(rows.values())


def _dry(board: Aeto, wet: set[tuple[str, str]]) -> list[Row]:
    """Sides without water between two hexes that have some: no ship passes there.

    A port up a river is reached from the coast of its own sea whatever the side shows.
    """
    river_ports = {cell for row in board.read("coasts") for cell in board.listed(row["hexes"])}
    rows = []
    for a, b in _land_sides(board):
        if not board.seas[a] or not board.seas[b]:
            continue
        upriver = {a, b} & river_ports and set(board.seas[a]) & set(board.seas[b])
        row = _row(board, (a, b), "dry", "", "geography: coast")
        if not upriver and (row["a"], row["b"]) not in wet and board.geo.along(a, b, ~board.dry, BAND) < DRY:
            rows.append(row)
    return rows


def _forts(board: Aeto) -> list[Row]:
    """The sides of permanent fortifications: towards a nation, towards land, or all of them."""
    rows = []
    for fort in board.read("forts"):
        for a in board.listed(fort["hexes"]):
            for b in board.lattice.neighbours(a):
                towards = board.nations.get(b, "")
                if fort["towards"] in (towards, "all") or (fort["towards"] == "land" and towards):
                    ends = (min(a, b), max(a, b))
                    rows.append(_row(board, ends, "permanent fortification", fort["name"], fort["source"]))
    return rows


def _rivers(board: Aeto) -> list[Row]:
    """Every river along its chain of sides between two land hexes."""
    corners, dry = Corners(board.lattice), set(_land_sides(board))
    rows: dict[Side, Row] = {}
    for row in board.read("rivers"):
        chain = _chain(board, corners, row["points"], row["river"]) if row["points"] else []
        if row["sides"]:
            chain = chain + pairs(board, row["sides"])
        for pair in chain:
            if pair in dry:
                rows.setdefault(pair, _row(board, pair, "river", row["river"], row["source"]))
        for pair in pairs(board, row["less"]) if row["less"] else ():
            rows.pop(pair, None)
    return list(rows.values())


def _chain(board: Aeto, corners: Corners, points: str, name: str) -> list[Side]:
    line = board.geo.project(LineString(authored.points(points)))
    chain = corners.chain(line)
    if not chain:
        raise BadInput(f"no chain of hexsides for the {name}")
    return chain


def _borders(board: Aeto, wet: set[tuple[str, str]]) -> list[Row]:
    """Borders of September 1939, where two nations meet on land."""
    rows = []
    for a, b in _land_sides(board):
        one, other = sorted((board.nations[a], board.nations[b]))
        row = _row(board, (a, b), "border", f"{one}/{other}", "reconstructed: nations of the two hexes")
        if one != other and (row["a"], row["b"]) not in wet:
            rows.append(row)
    return rows


def _row(board: Aeto, ends: Side, kind: str, name: str, source: str) -> Row:
    a, b = (board.lattice.name(cell) for cell in ends)
    return {"a": a, "b": b, "kind": kind, "name": name, "source": source}
