"""Hexsides of the board `front`: rivers as named chains, straits, ferries, alpine walls, lakes, seas between coasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely.geometry import LineString

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell
from grognard.maps.snap import Corners, Side

if TYPE_CHECKING:
    from .front import Front

WATERY = 0.12
DRY = 0.99
LAKE_SIDE = 0.6
BAND = 0.05
CLOSED = ("sea", "alpine", "lake")


def hexsides(board: Front) -> list[Row]:
    """The rows of hexsides.csv; what is written by hand comes before what is measured."""
    said = []
    for row in board.read("sides"):
        said.append(_row(board, side(board, row["side"]), row["kind"], row["name"], row["source"]))
    hand = {(row["a"], row["b"]) for row in said}
    measured = [row for row in _water(board) if (row["a"], row["b"]) not in hand]
    shut = {(row["a"], row["b"]) for row in said + measured if row["kind"] in CLOSED}
    wet = shut | {(row["a"], row["b"]) for row in said if row["kind"] == "strait"}
    rivers = [row for row in _rivers(board) if (row["a"], row["b"]) not in shut]
    return [row for row in said if row["kind"] != "land"] + measured + rivers + _borders(board, wet)


def side(board: Front, words: str) -> Side:
    """`1311/1312` as two neighbouring cells, the lower one first."""
    a, b = sorted(board.at(word) for word in words.split("/"))
    if b not in board.lattice.neighbours(a):
        raise BadInput(f"{words} are no neighbours")
    return a, b


def chains(board: Front) -> dict[str, list[Side]]:
    """Every river as its chain of hexsides from source to mouth."""
    corners = Corners(board.lattice)
    found: dict[str, list[Side]] = {}
    for row in board.read("rivers"):
        if row["sides"]:
            found[row["river"]] = [side(board, words) for words in row["sides"].split("|")]
        else:
            line = board.geo.project(LineString(authored.points(row["line"])))
            found[row["river"]] = corners.chain(line)
        if not found[row["river"]]:
            raise BadInput(f"no chain of hexsides for the {row['river']}")
    return found


def _rivers(board: Front) -> list[Row]:
    sources = {row["river"]: row["source"] for row in board.read("rivers")}
    rows = []
    taken: set[Side] = set()
    for name, chain in chains(board).items():
        for a, b in chain:
            wet = [cell not in board.land or board.terrain[cell][0] == "lake" for cell in (a, b)]
            if (a, b) not in taken and not any(wet):
                taken.add((a, b))
                rows.append(_row(board, (a, b), "river", name, sources[name]))
    return rows


def _borders(board: Front, wet: set[tuple[str, str]]) -> list[Row]:
    """National boundaries, where two nations meet on land (1.7)."""
    rows = []
    for a, b in board.lattice.sides():
        nations = sorted({board.nations[cell] for cell in (a, b) if cell in board.land})
        names = board.lattice.name(a), board.lattice.name(b)
        if a in board.land and b in board.land and len(nations) == 2 and names not in wet:
            rows.append(_row(board, (a, b), "border", "/".join(nations), "reconstructed: owners of the two hexes"))
    return rows


def _water(board: Front) -> list[Row]:
    """Sides between two land hexes that are sea or lake, and sides without water between two coasts of one sea."""
    lakes = board.geo.mask(board.geo.lakes)
    rows = []
    for a, b in board.lattice.sides():
        if a not in board.land or b not in board.land:
            continue
        inside = "lake" in (board.terrain[a][0], board.terrain[b][0])
        if inside or board.geo.along(a, b, lakes) >= LAKE_SIDE:
            rows.append(_row(board, (a, b), "lake", "", "geography: lakes"))
        elif board.geo.along(a, b, ~board.sea_mask, BAND) < WATERY:
            rows.append(_row(board, (a, b), "sea", "", "geography: coast"))
        elif _shared(board, a, b) and board.geo.along(a, b, ~board.sea_mask, BAND) > DRY:
            rows.append(_row(board, (a, b), "dry", "", "geography: coast"))
    return rows


def _shared(board: Front, a: Cell, b: Cell) -> bool:
    return bool(set(board.seas[a]) & set(board.seas[b]))


def _row(board: Front, ends: Side, kind: str, name: str, source: str) -> Row:
    a, b = (board.lattice.name(cell) for cell in ends)
    return {"a": a, "b": b, "kind": kind, "name": name, "source": source}
