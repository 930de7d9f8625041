"""The board `front`, shared by WestFront and EuroFront: geography and the authored inputs to its tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import numpy as np

from grognard.maps import authored
from grognard.maps.authored import Row, largest
from grognard.maps.geo import Geo
from grognard.maps.lattice import Cell

from . import front_lines, front_rails, front_regions

LAND = 0.25
LAKE = 0.5
TRACE = 0.03
MOUNTAIN_RELIEF, HILL_RELIEF = 800, 330
MAJORITY = 0.5
FOREST_TREES = 45.0
EAST_EDGE = 22
RANK = {"major": 1, "minor": 3, "town": 5}


def draft(geo: Geo, folder: Path) -> dict[str, list[Row]]:
    """All drafted tables; seas.csv is authored as it stands."""
    board = Front(geo, folder)
    hexsides = front_lines.hexsides(board)
    return {
        "places": board.places,
        "hexes": board.hexes,
        "hexsides": hexsides,
        "links": front_rails.links(board, hexsides),
        "regions": front_regions.regions(board, hexsides),
    }


class Front:
    """What the steps of the draft know of the board so far."""

    def __init__(self, geo: Geo, folder: Path) -> None:
        self.geo, self.folder, self.lattice = geo, folder, geo.lattice
        self.cells = {self.lattice.name(cell): cell for cell in self.lattice.cells()}

    def read(self, name: str) -> list[Row]:
        """An authored input."""
        return authored.read(self.folder, name)

    def at(self, place: str) -> Cell:
        """The cell of a hex number or of a place's name."""
        return self.cells[place] if place in self.cells else self.spots[place]

    def cell_names(self, words: str) -> list[str]:
        """The hexes that a cell of an input lists, by number or by name, sorted."""
        return sorted(self.lattice.name(self.at(word)) for word in words.split("|"))

    @cached_property
    def spots(self) -> dict[str, Cell]:
        """The cell of every place that lies in a hex, under its name and its other names."""
        found: dict[str, Cell] = {}
        for row in self.read("spots"):
            if row["hex"] == "-":
                continue
            lon, lat = float(row["lon"]), float(row["lat"])
            cell = self.cells[row["hex"]] if row["hex"] else self.lattice.hex_at(lon, lat)
            for name in [row["name"], *filter(None, row["aliases"].split("|"))]:
                found[name] = cell
        return found

    @cached_property
    def places(self) -> list[Row]:
        """One row for each role of a place."""
        spots = {row["name"]: row for row in self.read("spots")}
        rows = []
        for role in self.read("roles"):
            spot = spots[role["name"]]
            cell = self.spots.get(role["name"])
            moved = f"; {spot['source']}" if spot["hex"] not in ("", "-") else ""
            rows.append(
                role
                | {key: spot[key] for key in ("aliases", "lat", "lon")}
                | {"hex": self.lattice.name(cell) if cell else "", "source": role["source"] + moved}
            )
        return rows

    @cached_property
    def by_hex(self) -> dict[str, list[Row]]:
        """The roles in every hex."""
        found: dict[str, list[Row]] = {}
        for row in self.places:
            if row["hex"]:
                found.setdefault(row["hex"], []).append(row)
        return found

    @cached_property
    def sea_mask(self) -> np.ndarray:
        """Salt water."""
        return ~self.geo.mask(self.geo.land)

    @cached_property
    def sea_share(self) -> dict[Cell, float]:
        """The part of every hex that is salt water."""
        return self.geo.share(self.sea_mask)

    @cached_property
    def forced(self) -> dict[str, Row]:
        """Hexes that are land, or water, whatever the coast says."""
        return {hexname: row for row in self.read("land") for hexname in self.cell_names(row["hex"])}

    @cached_property
    def land(self) -> set[Cell]:
        """The hexes that are played on: a quarter of land, a named place, or one that a text needs."""
        found = set()
        for name, cell in self.cells.items():
            verdict = self.forced[name]["terrain"] if name in self.forced else ""
            share = 1 - self.sea_share[cell]
            if verdict == "land" or (verdict == "" and (share >= LAND or name in self.by_hex)):
                found.add(cell)
        return found

    @cached_property
    def seas(self) -> dict[Cell, list[str]]:
        """The sea areas of every hex: one for a hex of water, those that it touches for a coast."""
        shares = self._ring_shares("sea_lines", "sea", self.sea_mask)
        ports = self._port_seas()
        exact = {n: row["seas"].split("|") for row in self.read("coasts") for n in self.cell_names(row["hex"])}
        found = {}
        for name, cell in self.cells.items():
            if name in exact:
                seas = [sea for sea in exact[name] if sea]
            elif cell not in self.land:
                best = largest(shares, cell)
                seas = [best] if best else []
            elif name in ports:
                seas = ports[name]
            else:
                seas = [sea for sea in sorted(shares) if shares[sea][cell] >= TRACE]
            found[cell] = sorted(seas)
        return found

    def _port_seas(self) -> dict[str, list[str]]:
        """A hex with ports touches the seas of its ports and no other, second coasts aside (15.1)."""
        found: dict[str, set[str]] = {}
        for row in self.places:
            if row["kind"] != "port" or not row["hex"]:
                continue
            words = dict(word.split("=", 1) for word in row["values"].split(";"))
            for key in ("seas", "eurofront_seas"):
                found.setdefault(row["hex"], set()).update(filter(None, words.get(key, "").split("|")))
        for row in self.read("second_coasts"):
            for name in self.cell_names(row["hex"]):
                found.setdefault(name, set()).update(row["seas"].split("|"))
        return {name: sorted(seas) for name, seas in found.items()}

    def _ring_shares(self, table: str, column: str, where: np.ndarray) -> dict[str, dict[Cell, float]]:
        """The share of every hex that each name's rings cover; where rings overlap, the first one holds."""
        masks: dict[str, np.ndarray] = {}
        free = where.copy()
        for row in sorted(self.read(table), key=lambda r: int(r["order"])):
            mask = self.geo.mask(self.geo.polygon(authored.points(row["ring"]))) & free
            free &= ~mask
            masks[row[column]] = masks[row[column]] | mask if row[column] in masks else mask
        return {name: self.geo.share(mask) for name, mask in masks.items()}

    @cached_property
    def nations(self) -> dict[Cell, str]:
        """The owner of a hex is the owner of its named city, else of most of its land."""
        shares = self._ring_shares("borders", "nation", ~self.sea_mask)
        found = {cell: largest(shares, cell) for cell in self.land}
        for row in self.read("owners"):
            found[self.at(row["place"])] = row["nation"]
        return found

    @cached_property
    def terrain(self) -> dict[Cell, tuple[str, str]]:
        """Terrain of every hex with its source: the authored word, else what relief, trees and climate say."""
        geo = self.geo
        mountain = geo.share_of_land(geo.relief >= MOUNTAIN_RELIEF)
        rough = geo.share_of_land(geo.relief >= HILL_RELIEF)
        desert = geo.share_of_land(geo.is_desert)
        trees = geo.mean(geo.trees, geo.is_land)
        lake = geo.share(geo.mask(geo.lakes))
        said = {name: row for row in self.read("terrain") for name in self.cell_names(row["hexes"])}
        found = {}
        for name, cell in self.cells.items():
            if name in said:
                found[cell] = said[name]["terrain"], said[name]["source"]
            elif cell not in self.land:
                found[cell] = "sea", "geography: coast"
            elif lake[cell] > LAKE:
                found[cell] = "lake", "geography: lakes"
            else:
                word = _ground(mountain[cell], rough[cell], desert[cell], trees[cell])
                found[cell] = word, "geography: relief, tree cover and climate"
        return found

    @cached_property
    def hexes(self) -> list[Row]:
        """The rows of hexes.csv."""
        shoals = {name for row in self.read("tags") if row["tag"] == "shoal" for name in self.cell_names(row["hexes"])}
        rows = []
        for name, cell in self.cells.items():
            terrain, source = self.terrain[cell]
            tags = ["half"] if cell[0] == EAST_EDGE and cell[1] % 2 else []
            tags += ["shoal"] if name in shoals else []
            rows.append(
                {
                    "hex": name,
                    "col": str(cell[0]),
                    "row": str(cell[1]),
                    "terrain": terrain,
                    "land": str(round(100 * (1 - self.sea_share[cell]))),
                    "nation": self.nations.get(cell, "") if terrain not in ("sea", "lake") else "",
                    "seas": authored.words(self.seas[cell]),
                    "name": _printed(self.by_hex.get(name, ())),
                    "tags": authored.words(tags),
                    "source": source,
                }
            )
        return rows


def _ground(mountain: float, rough: float, desert: float, trees: float) -> str:
    if mountain >= MAJORITY:
        return "mountain"
    if rough >= MAJORITY:
        return "hill"
    if desert >= MAJORITY:
        return "desert"
    return "forest" if trees >= FOREST_TREES else "clear"


def _printed(roles: Iterable[Row]) -> str:
    """The name printed in a hex: its capital, else its greatest city or port."""
    named = [row for row in roles if row["kind"] in ("city", "port")]
    best = min(named, key=lambda row: (_rank(row), row["name"]), default=None)
    return best["name"] if best else ""


def _rank(row: Row) -> int:
    if "capital=" in row["values"]:
        return 0
    return RANK[row["class"]] + (1 if row["kind"] == "port" else 0)
