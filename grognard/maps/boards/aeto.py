"""The board `aeto`: two sheets of 88 km hexes joined, from geography, printed hexes and our own tables."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np
from shapely.geometry import Point

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row, largest
from grognard.maps.geo import Geo
from grognard.maps.lattice import Cell

from . import aeto_lines, aeto_rails, aeto_regions

LAND = 0.18
LAKE = 0.7
COAST = 0.03
MOUNTAIN_SPREAD = 300.0
HIGHLAND, HIGHLAND_SPREAD = 950.0, 190.0
FOREST_TREES = 60.0
CLOSED = ("switzerland", "arabia")
OPEN_SEA = "Western Approaches"


def draft(geo: Geo, folder: Path) -> dict[str, list[Row]]:
    """All drafted tables; seas.csv is authored as it stands."""
    board = Aeto(geo, folder)
    hexsides = aeto_lines.hexsides(board)
    return {
        "places": board.places,
        "hexes": board.hexes,
        "hexsides": hexsides,
        "links": aeto_rails.links(board, hexsides),
        "regions": aeto_regions.regions(board),
    }


class Aeto:
    """What the steps of the draft know of the board so far."""

    def __init__(self, geo: Geo, folder: Path) -> None:
        self.geo, self.folder, self.lattice = geo, folder, geo.lattice
        self.every = self.lattice.names()
        self.other = {self.lattice.other_name(cell): cell for cell in self.lattice.cells()}
        self.cells = {name: cell for name, cell in self.every.items() if cell not in self.cut_away}

    def read(self, name: str) -> list[Row]:
        """An authored input."""
        return authored.read(self.folder, name)

    def at(self, place: str) -> Cell:
        """The cell of a hex by either of its names, or of a place."""
        for table in (self.every, self.other, self.spots):
            if place in table:
                return table[place]
        raise BadInput(f"no hex and no place {place!r}")

    def listed(self, words: str) -> list[Cell]:
        """The cells of a list: hexes, places, and runs of hexes of a row as `E 5620-E 5628`."""
        found = []
        for word in filter(None, (word.strip() for word in words.split("|"))):
            first, dash, last = word.partition("-")
            if dash and first in self.every and last in self.every:
                (west, row), (east, other) = sorted((self.every[first], self.every[last]))
                if row != other:
                    raise BadInput(f"{word} is no run within a row")
                found += [(col, row) for col in range(west, east + 1)]
            else:
                found.append(self.at(word))
        return found

    @cached_property
    def cut_away(self) -> set[Cell]:
        """The hexes that the printed sheets do not have, or where they print boxes and insets."""
        found: set[Cell] = set()
        for row in self.read("cut"):
            low, high = (int(v) for v in row["cols"].split("-"))
            top, bottom = (int(v) for v in row["rows"].split("-"))
            found |= {(c, r) for c, r in self.lattice.cells() if low <= c <= high and top <= r <= bottom}
            found -= {self.lattice.names()[name] for name in filter(None, row["but"].split("|"))}
        return found

    # Places

    @cached_property
    def spots(self) -> dict[str, Cell]:
        """The cell of every place that lies in a hex."""
        return {row["name"]: self.every[row["hex"]] for row in self.read("sites") if row["hex"]}

    @cached_property
    def by_cell(self) -> dict[Cell, Row]:
        """The place in every hex that has one; a printed or ranked place before a mere name."""
        found: dict[Cell, Row] = {}
        for row in self.read("sites"):
            if row["hex"]:
                found.setdefault(self.every[row["hex"]], row)
        return found

    @cached_property
    def places(self) -> list[Row]:
        """One row for each role of a place, and the boxes beside the map."""
        rows = []
        for site in self.read("sites"):
            common = {key: site[key] for key in ("name", "hex", "lat", "lon", "aliases", "source")}
            values = authored_values(site)
            rows += [{**common, "kind": kind, "class": grade, "values": values} for kind, grade in roles(site)]
        for box in self.read("boxes"):
            rows.append({**box, "hex": "", "kind": "box", "lat": "", "lon": ""})
        return rows

    # Land and sea

    @cached_property
    def dry(self) -> np.ndarray:
        """Land with its lakes, as a raster."""
        return self.geo.mask(self.geo.land)

    @cached_property
    def sea_share(self) -> dict[Cell, float]:
        """The part of every hex that is salt water."""
        return self.geo.share(~self.dry)

    @cached_property
    def forced(self) -> dict[Cell, Row]:
        """Hexes that are land, coast, sea or lake whatever the coast says."""
        return {cell: row for row in self.read("land") for cell in self.listed(row["hexes"])}

    @cached_property
    def lakes(self) -> set[Cell]:
        """The hexes without any land but with a lake (L1186)."""
        share = self.geo.share(self.geo.mask(self.geo.lakes))
        said = {cell: row["land"] for cell, row in self.forced.items()}
        some = {cell for cell in self.cells.values() if share[cell] >= LAKE and cell not in self.by_cell}
        return {c for c in some | set(said) if said.get(c, "lake") == "lake" and c not in self.cut_away}

    @cached_property
    def land(self) -> set[Cell]:
        """The hexes with land enough, with a place, or with land that the text needs."""
        found = set()
        for cell in self.cells.values():
            said = self.forced[cell]["land"] if cell in self.forced else ""
            enough = 1 - self.sea_share[cell] >= LAND or cell in self.by_cell
            if (said in ("land", "coast") or (said == "" and enough)) and cell not in self.lakes:
                found.add(cell)
        return found

    @cached_property
    def seas(self) -> dict[Cell, list[str]]:
        """The sea area of every hex of water, and those that the water of a coastal hex belongs to."""
        shares = self._shares_of_seas()
        said = {cell: row for row in self.read("coasts") for cell in self.listed(row["hexes"])}
        found: dict[Cell, list[str]] = {}
        for cell in self.cells.values():
            if cell in said:
                found[cell] = [sea for sea in said[cell]["seas"].split("|") if sea]
            elif cell in self.lakes:
                found[cell] = []
            elif cell not in self.land:
                found[cell] = [largest(shares, cell)]
            else:
                found[cell] = [sea for sea in sorted(shares) if shares[sea][cell] >= COAST]
        return found

    def _shares_of_seas(self) -> dict[str, dict[Cell, float]]:
        rest, masks = ~self.dry, dict[str, np.ndarray]()
        for row in sorted(self.read("sea_lines"), key=lambda r: int(r["order"])):
            mask = self.geo.mask(self.geo.polygon(authored.points(row["ring"]))) & rest
            rest &= ~mask
            masks[row["sea"]] = masks[row["sea"]] | mask if row["sea"] in masks else mask
        masks[OPEN_SEA] = masks[OPEN_SEA] | rest if OPEN_SEA in masks else rest
        return {name: self.geo.share(mask) for name, mask in masks.items()}

    # Nations and ground

    @cached_property
    def owners(self) -> dict[Cell, Row]:
        """Hexes whose nation is said: those of a nation's own places, and the table's."""
        found = {cell: row for cell, row in self.by_cell.items() if row["nation"]}
        for row in self.read("owners"):
            found |= dict.fromkeys(self.listed(row["hexes"]), row)
        return found

    @cached_property
    def nations(self) -> dict[Cell, str]:
        """The nation of September 1939 with most of a land hex's land, unless a place or the text says whose it is."""
        masks = authored.states(self.geo, self.read("borders"), self.read("seeds"))
        dry = self.geo.is_land
        shares = {state: self.geo.share(mask & dry) for state, mask in masks.items()}
        wide = {state: self.geo.share(mask) for state, mask in masks.items()}
        found = {}
        for cell in sorted(self.land):
            said = self.owners.get(cell)
            found[cell] = said["nation"] if said else largest(shares, cell) or largest(wide, cell)
        return found

    @cached_property
    def closed(self) -> set[Cell]:
        """Land that no unit enters or flies over (L346)."""
        return {cell for cell, nation in self.nations.items() if nation in CLOSED}

    @cached_property
    def terrain(self) -> dict[Cell, tuple[str, str]]:
        """Ground of every hex with its source: the authored word, else what heights and trees say."""
        geo = self.geo
        height = geo.mean(geo.elevation, geo.is_land)
        square = geo.mean(geo.elevation**2, geo.is_land)
        trees = geo.mean(geo.trees, geo.is_land)
        said = self._said_terrain()
        found = {}
        for cell in self.cells.values():
            if cell in self.lakes:
                found[cell] = "lake", "L1186; geography: lakes"
            elif cell not in self.land:
                found[cell] = "sea", "geography: coast"
            elif cell in said:
                found[cell] = said[cell]["terrain"], said[cell]["source"]
            else:
                spread = max(square[cell] - height[cell] ** 2, 0.0) ** 0.5
                word = _ground(height[cell], spread, trees[cell])
                found[cell] = word, "geography: heights and tree cover"
        return found

    def _said_terrain(self) -> dict[Cell, Row]:
        """The authored ground: rings of a nation's land first, then hexes one by one."""
        found: dict[Cell, Row] = {}
        for row in self.read("terrain"):
            cells = set(self.listed(row["hexes"]))
            if row["ring"]:
                ring = self.geo.polygon(authored.points(row["ring"]))
                nations = set(filter(None, row["nations"].split("|")))
                inside = {c for c in self.land if not nations or self.nations[c] in nations}
                cells |= {c for c in inside if ring.contains(Point(self.lattice.centre(c)))}
            found |= dict.fromkeys(cells, row)
        return found

    @cached_property
    def hexes(self) -> list[Row]:
        """The rows of hexes.csv."""
        tags = self._tags()
        rows = []
        for name, cell in self.cells.items():
            terrain, source = self.terrain[cell]
            known = [source]
            if cell in self.forced:
                known.insert(0, self.forced[cell]["source"])
            if cell in self.owners and cell in self.land:
                known.append(f"nation: {self.owners[cell]['source'].split(';')[0]}")
            rows.append(
                {
                    "hex": name,
                    "col": str(cell[0]),
                    "row": str(cell[1]),
                    "terrain": terrain,
                    "land": str(round(100 * (1 - self.sea_share[cell]))),
                    "nation": self.nations.get(cell, ""),
                    "seas": authored.words(self.seas[cell]),
                    "name": self.by_cell[cell]["name"] if cell in self.by_cell else "",
                    "tags": authored.words(sorted(tags.get(cell, ()))),
                    "also": self.lattice.other_name(cell),
                    "source": "; ".join(dict.fromkeys(known)),
                }
            )
        return rows

    def _tags(self) -> dict[Cell, set[str]]:
        tags: dict[Cell, set[str]] = {cell: {"closed"} for cell in self.closed}
        for row in self.read("tags"):
            for cell in self.listed(row["hexes"]):
                tags.setdefault(cell, set()).add(row["tag"])
        return tags


def roles(site: Row) -> list[tuple[str, str]]:
    """What a place is, as kinds with their classes: city, resource or town; port; airbase."""
    words = site["kind"].split("/")
    grade = "capital" if "capital" in _notes(site) else "major" if len(words) == 2 else "minor"
    found = [(kind, grade) for kind in ("city", "resource") if kind in words] or [("town", "town")]
    if site["port"]:
        found.append(("port", site["port"]))
    if site["airbase"]:
        found.append(("airbase", site["airbase"]))
    return found


def authored_values(site: Row) -> str:
    """The words of a place that rules ask for: its nation, and the notes that are single words or `key number`."""
    words = [f"nation={site['nation']}"] if site["nation"] else []
    for note in _notes(site):
        key, _, number = note.partition(" ")
        if number.isdigit():
            words.append(f"{key}={number}")
        elif not number:
            words.append(key)
    return ";".join(words)


def _notes(site: Row) -> list[str]:
    return [note.strip() for note in site["notes"].split(";") if note.strip()]


def _ground(height: float, spread: float, trees: float) -> str:
    if spread >= MOUNTAIN_SPREAD or (height >= HIGHLAND and spread >= HIGHLAND_SPREAD):
        return "mountain"
    return "forest" if trees >= FOREST_TREES else "clear"
