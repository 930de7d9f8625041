"""Hexsides of the board `sfe`: rivers along their courses, straits, canals, lakes, seas, fortified sides, borders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely.geometry import LineString

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell
from grognard.maps.snap import Corners, Side
from grognard.maps.streams import Streams

if TYPE_CHECKING:
    from .sfe import Sfe

WATERY = 0.12
LAKE_SIDE = 0.6
BAND = 0.05
SMOOTH = 0.15
REACH = 2.2
CLOSED = ("sea", "lake", "qattara", "neck")
WET = (*CLOSED, "strait", "canal")


def hexsides(board: Sfe) -> list[Row]:
    """The rows of hexsides.csv; what is written by hand comes before what is measured."""
    said = [_row(board, side(board, r["side"]), r["kind"], r["name"], r["source"]) for r in board.read("sides")]
    said += _walls(board)
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
        found[name] = corners.chain(LineString(_on_sheet(board, course)).simplify(SMOOTH), avoid, REACH)
        if not found[name]:
            raise BadInput(f"no chain of hexsides for the {name}")

    for name in rows:
        lay(name)
    return found


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
