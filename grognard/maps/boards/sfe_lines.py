"""Hexsides of the board `sfe`: rivers along their courses, straits, canals, lakes, seas, fortified sides, borders."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from shapely.geometry import LineString

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell
from grognard.maps.snap import Corners, Place, Side, Toll
from grognard.maps.streams import Streams

if TYPE_CHECKING:
    from .sfe import Sfe

WATERY = 0.12
LAKE_SIDE = 0.6
BAND = 0.05
SMOOTH = 0.15
REACH = 2.2
NEAR_TOWN = 0.7
BANK = {"major": 2.0, "minor": 1.5, "town": 1.0, "landmark": 0.0}
CLOSED = ("sea", "lake", "qattara", "neck")
WET = (*CLOSED, "strait", "canal")


def hexsides(board: Sfe) -> list[Row]:
    """The rows of hexsides.csv; what is written by hand comes before what is measured."""
    said = [_row(board, side(board, r["side"]), r["kind"], r["name"], r["source"]) for r in board.read("sides")]
    said += _walls(board) + _shores(board, {(row["a"], row["b"]) for row in said})
    hand = {(row["a"], row["b"]) for row in said if row["kind"] != "fortified"}
    measured = [row for row in _water(board) if (row["a"], row["b"]) not in hand]
    wet = hand | {(row["a"], row["b"]) for row in measured}
    rivers = [row for row in _rivers(board) if (row["a"], row["b"]) not in wet]
    return [row for row in said if row["kind"] != "land"] + measured + rivers + _borders(board, measured + said)


def side(board: Sfe, words: str) -> Side:
    """`NE2530/NE2630` as two neighbouring cells, the lower one first."""
    a, b = sorted(board.at(word) for word in words.split("/"))
    if b not in board.lattice.neighbours(a):
        raise BadInput(f"{words} are no neighbours")
    return a, b


def chains(board: Sfe) -> dict[str, list[Side]]:
    """Every river as its chain of hexsides from source to mouth; a tributary ends on the chain of its river."""
    rows = {row["river"]: row for row in board.read("rivers")}
    corners, streams = Corners(board.lattice), Streams(river.line for river in board.geo.rivers)
    found: dict[str, list[Side]] = {}

    def lay(name: str) -> None:
        row = rows[name]
        if name in found:
            return
        if row["into"]:
            lay(row["into"])
        passes = [board.lattice.projection.to_plane(*point) for point in authored.points(row["via"])]
        course = streams.course([(float(x), float(y)) for x, y in passes])
        if row["into"]:
            course.append(corners.nearest_of(found[row["into"]], course[-1], board.lattice))
        avoid = [side(board, words) for words in row["avoid"].split("|") if words]
        course = _on_sheet(board, course)
        found[name] = corners.chain(LineString(course).simplify(SMOOTH), avoid, REACH, _toll(board, course))
        if not found[name]:
            raise BadInput(f"no chain of hexsides for the {name}")

    for name in rows:
        lay(name)
    return found


def _toll(board: Sfe, course: list[Place]) -> Toll:
    """What a hexside costs that puts a town on the wrong bank of a river."""
    banks = _banks(board, course)

    def toll(start: Place, end: Place, ends: Side) -> float:
        cost = 0.0
        for cell in ends:
            if cell in banks and _hand(start, end, board.lattice.centre(cell)) * banks[cell] < 0:
                cost += abs(banks[cell])
        return cost

    return toll


def _banks(board: Sfe, course: list[Place]) -> dict[Cell, float]:
    """The bank that the towns of a hex lie on: positive on the right, greater for greater towns."""
    found: dict[Cell, float] = {}
    legs = np.array([(*a, *b) for a, b in pairwise(course) if a != b])
    for spot in board.read("spots"):
        point = board.lattice.projection.to_plane(float(spot["lon"]), float(spot["lat"]))
        x, y = float(point[0]), float(point[1])
        along = np.clip(_share(legs, x, y), 0, 1)
        gaps = np.hypot(
            legs[:, 0] + (legs[:, 2] - legs[:, 0]) * along - x, legs[:, 1] + (legs[:, 3] - legs[:, 1]) * along - y
        )
        nearest = int(np.argmin(gaps))
        if gaps[nearest] < NEAR_TOWN:
            leg = legs[nearest]
            side = _hand((leg[0], leg[1]), (leg[2], leg[3]), (x, y))
            cell = board.spots[spot["name"]]
            weight = BANK[spot["class"]]
            if weight > abs(found.get(cell, 0.0)):
                found[cell] = weight if side > 0 else -weight
    return found


def _share(legs: np.ndarray, x: float, y: float) -> np.ndarray:
    """How far along each leg its point nearest to another lies."""
    dx, dy = legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1]
    return np.asarray(((x - legs[:, 0]) * dx + (y - legs[:, 1]) * dy) / (dx * dx + dy * dy))


def _hand(start: Place, end: Place, point: Place) -> float:
    """Positive if a point lies on the right hand of one who goes from start to end (y grows south)."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _on_sheet(board: Sfe, course: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A course without its ends beyond the sheet."""
    held = [k for k, point in enumerate(course) if board.lattice.has(_cell(board, point))]
    if len(held) < 2:
        raise BadInput("a river runs off the sheet")
    return course[held[0] : held[-1] + 1]


def _cell(board: Sfe, point: tuple[float, float]) -> Cell:
    col, row = board.lattice.locate(*point)
    return int(col), int(row)


def _rivers(board: Sfe) -> list[Row]:
    sources = {row["river"]: row["source"] for row in board.read("rivers")}
    rows = []
    taken: set[Side] = set()
    for name, chain in chains(board).items():
        for a, b in chain:
            if (a, b) not in taken and a in board.land and b in board.land:
                taken.add((a, b))
                rows.append(_row(board, (a, b), "river", name, sources[name]))
    return rows


def _walls(board: Sfe) -> list[Row]:
    """Chains of hexsides along lines that are drawn by hand: the rim of the Qattara Depression (2.24)."""
    corners, rows = Corners(board.lattice), []
    for wall in board.read("walls"):
        line = board.geo.project(LineString(authored.points(wall["via"])))
        rows += [_row(board, ends, wall["kind"], wall["name"], wall["source"]) for ends in corners.chain(line)]
    return rows


def _shores(board: Sfe, hand: set[tuple[str, str]]) -> list[Row]:
    """The sides that part an island from the land beside it, straits aside (2.12)."""
    rows = []
    for island in board.read("islands"):
        own = {board.at(word) for word in island["hexes"].split("|")}
        for a, b in board.lattice.sides():
            names = board.lattice.name(a), board.lattice.name(b)
            if (a in own) != (b in own) and a in board.land and b in board.land and names not in hand:
                rows.append(_row(board, (a, b), "sea", island["name"], island["source"]))
    return rows


def _borders(board: Sfe, water: list[Row]) -> list[Row]:
    """Borders of 1939, where two countries meet on land."""
    apart = {(row["a"], row["b"]) for row in water if row["kind"] in ("sea", "strait")}
    rows = []
    for a, b in board.lattice.sides():
        if a not in board.land or b not in board.land or board.nations[a] == board.nations[b]:
            continue
        if (board.lattice.name(a), board.lattice.name(b)) not in apart:
            name = "/".join(sorted((board.nations[a], board.nations[b])))
            rows.append(_row(board, (a, b), "border", name, "reconstructed: owners of the two hexes"))
    return rows


def _water(board: Sfe) -> list[Row]:
    """Sides between two land hexes that are sea or lake."""
    rows = []
    for a, b in board.lattice.sides():
        if a not in board.land or b not in board.land:
            continue
        if board.geo.along(a, b, board.lake_mask) >= LAKE_SIDE:
            rows.append(_row(board, (a, b), "lake", "", "geography: lakes"))
        elif board.geo.along(a, b, ~board.sea_mask, BAND) < WATERY:
            rows.append(_row(board, (a, b), "sea", "", "geography: coast"))
    return rows


def _row(board: Sfe, ends: tuple[Cell, Cell], kind: str, name: str, source: str) -> Row:
    a, b = (board.lattice.name(cell) for cell in ends)
    return {"a": a, "b": b, "kind": kind, "name": name, "source": source}
