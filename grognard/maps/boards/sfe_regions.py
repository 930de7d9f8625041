"""Tags and regions of the board `sfe`: weather zones, theatres, beaches, countries at later dates, window edges."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from grognard.maps.authored import BadInput, Row
from grognard.maps.lattice import Cell

if TYPE_CHECKING:
    from .sfe import Sfe


def tags(board: Sfe) -> dict[Cell, list[str]]:
    """The weather zone of every hex, then what else it is: desert, a coast, a beach, an island out of play."""
    found: dict[Cell, list[str]] = {cell: [] for cell in board.lattice.cells()}
    zones = _weather(board)
    desert = board.geo.share_of_land(board.geo.is_desert)
    for cell, words in found.items():
        words.append(f"zone {zones[cell]}")
        if cell in board.land and desert[cell] >= 0.5:
            words.append("desert")
    for cell, row in board.listed("tags").items():
        found[cell].append(row["tag"])
    return found


def _weather(board: Sfe) -> dict[Cell, str]:
    """The weather zone of every hex: the first ring that holds its centre."""
    found: dict[Cell, str] = {}
    for row in board.read("weather"):
        for cell in board.inside(row["ring"]):
            found.setdefault(cell, row["zone"])
    missing = [cell for cell in board.lattice.cells() if cell not in found]
    if missing:
        raise BadInput(f"{len(missing)} hexes have no weather zone, {board.lattice.name(missing[0])} first")
    return found


def regions(board: Sfe, links: list[Row]) -> list[Row]:
    """The rows of regions.csv."""
    rows = []
    for zone in board.read("zones"):
        for cell in sorted(_zone(board, zone)):
            rows.append(_row(board, zone["region"], zone["kind"], cell, zone["source"]))
    return rows + _edges(board, links)


def _zone(board: Sfe, zone: Row) -> set[Cell]:
    """Land hexes by country, cut to a ring; with listed hexes; less some others."""
    nations = set(filter(None, zone["nations"].split("|")))
    cells = {cell for cell in board.land if board.nations[cell] in nations or "*" in nations}
    if zone["ring"]:
        cells &= board.inside(zone["ring"])
    cells |= {board.at(word) for word in zone["hexes"].split("|") if word}
    cells -= {board.at(word) for word in zone["minus"].split("|") if word}
    if not cells:
        raise BadInput(f"region {zone['region']} is empty")
    return cells


def _edges(board: Sfe, links: list[Row]) -> list[Row]:
    """The rail hexes from which a line leaves a window, by window and edge."""
    with (board.folder / "grid.toml").open("rb") as file:
        windows = tomllib.load(file)["windows"]
    rails = [(board.cells[link["a"]], board.cells[link["b"]]) for link in links if link["graph"] == "rail"]
    found = set()
    for name, window in windows.items():
        for a, b in rails:
            for here, there in ((a, b), (b, a)):
                if not _beyond(window, here) and _beyond(window, there):
                    found.add((f"{name} {_beyond(window, there)} rail", here))
    source = "reconstructed: a railway crosses the window's edge here"
    return [_row(board, region, "rail edge", cell, source) for region, cell in sorted(found)]


def _beyond(window: dict[str, list[int]], cell: Cell) -> str:
    """The edge of a window that a hex lies beyond, if any."""
    (west, east), (north, south) = window["cols"], window["rows"]
    if not west <= cell[0] <= east:
        return "west" if cell[0] < west else "east"
    return "north" if cell[1] < north else "south" if cell[1] > south else ""


def _row(board: Sfe, region: str, kind: str, cell: Cell, source: str) -> Row:
    return {"region": region, "kind": kind, "hex": board.lattice.name(cell), "source": source}
