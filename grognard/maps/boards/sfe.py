"""The board `sfe` of The Struggle for Europe: geography and the authored inputs to its tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import numpy as np
from shapely.geometry import Point

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row, largest
from grognard.maps.geo import Geo
from grognard.maps.lattice import Cell

from . import sfe_lines, sfe_links, sfe_regions

LAND = 0.3
LAKE = 0.5
DESERT = 0.5
MOUNTAIN_RELIEF, MOUNTAIN = 600, 0.5
FOREST_TREES = 44.0
OPEN_WATER = 0.1
RANK = {"major": 1, "minor": 2, "town": 3, "landmark": 4}
GROUND = "geography: relief and tree cover"


def draft(geo: Geo, folder: Path) -> dict[str, list[Row]]:
    """All drafted tables; seas.csv is authored as it stands."""
    board = Sfe(geo, folder)
    hexsides = sfe_lines.hexsides(board)
    links = sfe_links.links(board, hexsides)
    return {
        "places": board.places,
        "hexes": board.hexes,
        "hexsides": hexsides,
        "links": links,
        "regions": sfe_regions.regions(board, links),
    }


class Sfe:
    """What the steps of the draft know of the board so far."""

    def __init__(self, geo: Geo, folder: Path) -> None:
        self.geo, self.folder, self.lattice = geo, folder, geo.lattice
        self.cells = self.lattice.names()

    def read(self, name: str) -> list[Row]:
        """An authored input."""
        return authored.read(self.folder, name)

    def at(self, place: str) -> Cell:
        """The cell of a hex number or of a place's name."""
        found = self.cells.get(place) or self.spots.get(place)
        if found is None:
            raise BadInput(f"no hex or place {place!r}")
        return found

    def cell_names(self, words: str) -> list[str]:
        """The hexes that a cell of an input lists, by number or by name, sorted."""
        return sorted(self.lattice.name(self.at(word)) for word in words.split("|"))

    def listed(self, table: str, column: str = "hexes") -> dict[Cell, Row]:
        """The row of an input that each of its hexes stands in."""
        return {self.cells[name]: row for row in self.read(table) for name in self.cell_names(row[column])}

    @cached_property
    def spots(self) -> dict[str, Cell]:
        """The cell of every place under its name and its other names."""
        found: dict[str, Cell] = {}
        for row in self.read("spots"):
            lon, lat = float(row["lon"]), float(row["lat"])
            cell = self.cells[row["hex"]] if row["hex"] else self.lattice.hex_at(lon, lat)
            for name in [row["name"], *filter(None, row["aliases"].split("|"))]:
                found[name] = cell
        return found

    # Water and land

    @cached_property
    def sea_mask(self) -> np.ndarray:
        """Salt water."""
        return ~self.geo.mask(self.geo.land)

    @cached_property
    def lake_mask(self) -> np.ndarray:
        """Fresh water."""
        return self.geo.mask(self.geo.lakes)

    @cached_property
    def sea_share(self) -> dict[Cell, float]:
        """The part of every hex that is salt water."""
        return self.geo.share(self.sea_mask)

    @cached_property
    def forced(self) -> dict[Cell, Row]:
        """Hexes that are land, or water, whatever the coast says."""
        return self.listed("land")

    @cached_property
    def water(self) -> dict[Cell, str]:
        """`sea` or `lake` for every hex that no ground unit stands in."""
        lake = self.geo.share(self.lake_mask)
        settled = {self.spots[r["name"]] for r in self.read("spots") if r["port"] or r["class"] != "landmark"}
        found = {}
        for cell in self.lattice.cells():
            verdict = self.forced[cell]["terrain"] if cell in self.forced else ""
            if verdict in ("sea", "lake"):
                found[cell] = verdict
            elif verdict == "land" or cell in settled:
                continue
            elif 1 - self.sea_share[cell] < LAND:
                found[cell] = "sea"
            elif lake[cell] > LAKE:
                found[cell] = "lake"
        return found

    @cached_property
    def land(self) -> set[Cell]:
        """The hexes that ground units play in."""
        return {cell for cell in self.lattice.cells() if cell not in self.water}

    @cached_property
    def zone(self) -> dict[Cell, str]:
        """The sea zone of every hex of water: that with most of it."""
        shares = self.rings("sea_lines", "sea", self.sea_mask | self.lake_mask)
        said = {cell: row["sea"] for cell, row in self.listed("sea_hexes").items()}
        return {cell: said.get(cell) or largest(shares, cell) for cell in self.water}

    @cached_property
    def seas(self) -> dict[Cell, list[str]]:
        """The sea zones of every hex: its own if it is water, those over its wet sides if it is a coast (2.11)."""
        said = {cell: row["seas"] for cell, row in self.listed("coasts").items()}
        found = {}
        for cell in self.lattice.cells():
            if cell in said:
                zones = set(said[cell].split("|"))
            elif cell in self.water:
                zones = {self.zone[cell]}
            else:
                zones = {self.zone[other] for other in self.lattice.neighbours(cell) if self._wet(cell, other)}
            found[cell] = sorted(filter(None, zones))
        return found

    def _wet(self, cell: Cell, other: Cell) -> bool:
        if self.water.get(other) != "sea":
            return False
        return cell in self.ports or self.geo.along(cell, other, self.sea_mask) >= OPEN_WATER

    @cached_property
    def ports(self) -> set[Cell]:
        """The hexes with a port; each lies on the sea if a sea hex is next to it."""
        return {self.spots[row["name"]] for row in self.read("spots") if row["port"]}

    def rings(self, table: str, column: str, where: np.ndarray) -> dict[str, dict[Cell, float]]:
        """The share of every hex that each name's rings cover; where rings overlap, the first one holds."""
        masks: dict[str, np.ndarray] = {}
        free = where.copy()
        for row in sorted(self.read(table), key=lambda r: int(r["order"])):
            mask = self.geo.mask(self.geo.polygon(authored.points(row["ring"]))) & free
            free &= ~mask
            masks[row[column]] = masks[row[column]] | mask if row[column] in masks else mask
        return {name: self.geo.share(mask) for name, mask in masks.items()}

    def inside(self, ring: str) -> set[Cell]:
        """The hexes whose centre lies within a ring."""
        area = self.geo.polygon(authored.points(ring))
        return {cell for cell in self.lattice.cells() if area.contains(Point(self.lattice.centre(cell)))}

    # Ground and owners

    @cached_property
    def nations(self) -> dict[Cell, str]:
        """The country of 1939 that owns a hex: that of its named city, else of most of it."""
        masks = authored.states(self.geo, self.read("borders"), self.read("seeds"))
        land = ~self.sea_mask
        shares = {nation: self.geo.share(mask & land) for nation, mask in masks.items()}
        whole = {nation: self.geo.share(mask) for nation, mask in masks.items()}
        found = {cell: largest(shares, cell) or largest(whole, cell) for cell in self.land}
        found |= {cell: row["nation"] for cell, row in self.listed("owners").items()}
        return found

    @cached_property
    def terrain(self) -> dict[Cell, tuple[str, str]]:
        """Terrain of every hex with its source: the authored word, that of a ring, else what relief and trees say."""
        geo = self.geo
        mountain = geo.share_of_land(geo.relief >= MOUNTAIN_RELIEF)
        trees = geo.mean(geo.trees, geo.is_land)
        said = {cell: (row["terrain"], row["source"]) for cell, row in self.listed("terrain").items()}
        rings = [(row, self.inside(row["ring"])) for row in self.read("grounds")]
        found = {}
        for cell in self.lattice.cells():
            if cell in self.water:
                found[cell] = (
                    self.water[cell],
                    self.forced[cell]["source"] if cell in self.forced else "geography: coast",
                )
            elif cell in said:
                found[cell] = said[cell]
            else:
                found[cell] = _ground(mountain[cell], trees[cell]), GROUND
                for row, cells in rings:
                    if cell in cells and found[cell][0] != "mountain":
                        found[cell] = row["terrain"], row["source"]
        return found

    # Places

    @cached_property
    def places(self) -> list[Row]:
        """One row for each role of a place: a city or landmark, a port; then the boxes."""
        rows = []
        inland = {row["port"]: row for row in self.read("inland_ports")}
        for spot in self.read("spots"):
            cell = self.spots[spot["name"]]
            if cell in self.water:
                continue
            shared = {key: spot[key] for key in ("name", "aliases", "lat", "lon", "source")}
            shared["hex"] = self.lattice.name(cell)
            rows.append(shared | _city(spot, self.nations.get(cell, "")))
            if spot["port"]:
                rows.append(shared | self._port(spot, inland.get(spot["name"])))
        nowhere = {"hex": "", "aliases": "", "lat": "", "lon": ""}
        rows += [nowhere | _beach(row) for row in self.read("beaches")]
        rows += [nowhere | row for row in self.read("boxes")]
        return rows

    def _port(self, spot: Row, inland: Row | None) -> Row:
        """A port's capacity and the sea zones that it opens on (2.11); an inland port's controlling hexes."""
        words = [f"capacity={spot['port']}"]
        seas = self.seas[self.spots[spot["name"]]]
        if inland:
            seas = inland["seas"].split("|")
            words += [f"letter={inland['letter']}", "route=" + authored.words(self.route(inland["hexes"]))]
        if not seas:
            raise BadInput(f"the port {spot['name']} opens on no sea")
        return {"kind": "port", "class": spot["base"] or "port", "values": ";".join([*words, "seas=" + "|".join(seas)])}

    def route(self, words: str) -> list[str]:
        """Hexes in the order in which they are written."""
        return [self.lattice.name(self.at(word)) for word in words.split("|") if word]

    @cached_property
    def by_hex(self) -> dict[str, list[Row]]:
        """The places in every hex."""
        found: dict[str, list[Row]] = {}
        for row in self.places:
            if row["hex"]:
                found.setdefault(row["hex"], []).append(row)
        return found

    @cached_property
    def hexes(self) -> list[Row]:
        """The rows of hexes.csv."""
        tags = sfe_regions.tags(self)
        rows = []
        for name, cell in self.cells.items():
            terrain, source = self.terrain[cell]
            place = {"hex": name, "col": str(cell[0]), "row": str(cell[1]), "terrain": terrain, "source": source}
            place["land"] = str(round(100 * (1 - self.sea_share[cell])))
            place["nation"] = self.nations.get(cell, "") if cell in self.land else ""
            place |= {"seas": authored.words(self.seas[cell]), "name": _printed(self.by_hex.get(name, ()))}
            rows.append(place | {"tags": authored.words(tags[cell])})
        return rows


def _ground(mountain: float, trees: float) -> str:
    if mountain >= MOUNTAIN:
        return "mountain"
    return "forest" if trees >= FOREST_TREES else "clear"


def _city(spot: Row, nation: str) -> Row:
    """A city or town, or a name on the map that no rule knows; a capital is at least a minor city (2.21)."""
    if spot["class"] == "landmark":
        return {"kind": "landmark", "class": "", "values": ""}
    grade = "minor" if spot["capital"] and spot["class"] == "town" else spot["class"]
    words = [f"capital={nation}"] if spot["capital"] else []
    return {"kind": "city", "class": grade, "values": ";".join(words + (["red"] if spot["red"] else []))}


def _beach(row: Row) -> Row:
    """A beach hex with its naval capacity and the army zone that it lies in (2.11)."""
    values = f"capacity={row['capacity']};army={row['army']}"
    return {key: row[key] for key in ("name", "hex", "source")} | {"kind": "beach", "class": "", "values": values}


def _printed(roles: Iterable[Row]) -> str:
    """The name printed in a hex: its capital, else its greatest city or port."""
    best = min(roles, key=lambda row: (_rank(row), row["name"]), default=None)
    return best["name"] if best else ""


def _rank(row: Row) -> int:
    if row["values"].startswith("capital="):
        return 0
    return RANK.get(row["class"], 5)
