"""The board of World War Two ETO: 33 columns of 120-mile hexes, from geography and the facts that its rules state."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np
from scipy import ndimage
from shapely.geometry import LineString

from ..authored import BadInput, Row, largest, points, read, states, words
from ..geo import Geo
from ..lattice import Cell
from ..snap import Corners, Side

LAST_ROW = 25
LAND_SHARE = 0.20
ROUGH_RELIEF, ROUGH_SHARE = 500.0, 0.5
SEA_IN_HEX = 0.03
SIDE_BAND = 0.04
ALL_SEA, SOME_SEA = 0.90, 0.10
HEADLAND = 0.04
OPEN_SEA = "Atlantic"
PROHIBITED = {
    "Ireland": "erratum M/h",
    "Iceland": "reconstructed: no rule brings a unit there",
    "Switzerland": "reconstructed: no rule or set-up names it, and a brown hex is prohibited",
}
CROSSINGS = ("1208", "1920", "2018")


def draft(geo: Geo, folder: Path) -> dict[str, list[Row]]:
    """The tables of the board."""
    sheet = Sheet(geo, folder)
    hexsides = sheet.hexsides()
    return {
        "hexes": sheet.hexes(),
        "hexsides": hexsides,
        "links": sheet.links(),
        "places": sheet.places(),
        "seas": sheet.sea_table(),
        "regions": sheet.regions(),
    }


class Sheet:
    """One run of the draft: what is known of every hex, measured once."""

    def __init__(self, geo: Geo, folder: Path) -> None:
        self.geo, self.lattice, self.folder = geo, geo.lattice, folder
        self.cells = self.lattice.names()
        self.exceptions = {row["hex"]: row for row in read(folder, "land")}
        self.forced = {row["hex"]: row for row in read(folder, "nations")}
        self.ground = {row["hex"]: row for row in read(folder, "terrain")}
        self.names = sorted(n for n, (_, row) in self.cells.items() if row <= LAST_ROW or n in self.exceptions)

    def name(self, cell: Cell) -> str:
        """The printed name of a cell."""
        return self.lattice.name(cell)

    # Land and sea

    @cached_property
    def land_share(self) -> dict[Cell, float]:
        """Land with its lakes: a lake has no effect (erratum M/d)."""
        return self.geo.share(self.dry)

    @cached_property
    def land(self) -> set[str]:
        """The land hexes: those with enough of it, and those that a rule fixes."""
        found = set()
        for name in self.names:
            row = self.exceptions.get(name)
            if row["land"] == "yes" if row else self.land_share[self.cells[name]] >= LAND_SHARE:
                found.add(name)
        return found

    @cached_property
    def sea_masks(self) -> dict[str, np.ndarray]:
        """The water of every sea; what lies in no other sea is the open ocean."""
        rest = ~self.dry
        masks = {}
        for row in read(self.folder, "seas"):
            if row["points"]:
                masks[row["sea"]] = rest & self.geo.mask(self.geo.polygon(points(row["points"])))
        for mask in masks.values():
            rest = rest & ~mask
        return {OPEN_SEA: rest, **masks}

    @cached_property
    def sea_shares(self) -> dict[str, dict[Cell, float]]:
        """How much of every hex each sea fills."""
        return {sea: self.geo.share(mask) for sea, mask in self.sea_masks.items()}

    @cached_property
    def seas(self) -> dict[str, list[str]]:
        """The seas of every hex: those that fill some of it or wash one of its sides, and what a rule says of it."""
        said = {row["hex"]: row["seas"].split("|") for row in read(self.folder, "coasts")}
        found = {}
        for name in self.names:
            cell = self.cells[name]
            some = {sea for sea in self.sea_masks if self.touches(cell, sea)}
            if name not in self.land and not some:
                some = {largest(self.sea_shares, cell)}
            found[name] = sorted(said.get(name, some))
        return found

    def touches(self, cell: Cell, sea: str) -> bool:
        """Whether a sea has water enough in a hex or along one of its sides."""
        if self.sea_shares[sea][cell] >= SEA_IN_HEX:
            return True
        if not self.sea_shares[sea][cell]:
            return False
        sides = [(cell, other) for other in self.lattice.neighbours(cell) if self.lattice.has(other)]
        return any(self.geo.along(a, b, self.sea_masks[sea], SIDE_BAND) >= SOME_SEA for a, b in sides)

    # Nations and ground

    @cached_property
    def nation(self) -> dict[str, str]:
        """The state of 1939 with most of a land hex's land, unless a rule says whose it is."""
        masks = states(self.geo, read(self.folder, "borders"), read(self.folder, "seeds"))
        shares = {state: self.geo.share(mask & self.geo.is_land) for state, mask in masks.items()}
        found = {}
        for name in sorted(self.land):
            row = self.forced.get(name)
            found[name] = row["nation"] if row else largest(shares, self.cells[name])
            if not found[name]:
                raise BadInput(f"no state of borders.csv holds land of {name}")
        return found

    @cached_property
    def terrain(self) -> dict[str, str]:
        """Rough is broken ground over half of the land; the errata fix four hexes."""
        share = self.geo.share_of_land(self.geo.relief >= ROUGH_RELIEF)
        found = {}
        for name in self.names:
            row = self.ground.get(name)
            if name not in self.land:
                found[name] = "sea"
            elif row:
                found[name] = row["terrain"]
            else:
                found[name] = "rough" if share[self.cells[name]] >= ROUGH_SHARE else "clear"
        return found

    def hexes(self) -> list[Row]:
        """The table of hexes."""
        weather = {row["hex"] for row in self.regions() if row["region"] == "weather"}
        called = {row["hex"]: row["name"] for row in reversed(self.cities)}
        rows = []
        for name in self.names:
            col, row = self.cells[name]
            nation = self.nation.get(name, "")
            tags = []
            if name in weather:
                tags.append("weather")
            if nation in PROHIBITED:
                tags.append("prohibited")
            if name in CROSSINGS:
                tags.append("crossing")
            rows.append(
                {
                    "hex": name,
                    "col": str(col),
                    "row": str(row),
                    "terrain": self.terrain[name],
                    "land": str(round(100 * self.land_share[self.cells[name]])),
                    "nation": nation,
                    "seas": words(self.seas[name]),
                    "name": called.get(name, ""),
                    "tags": words(tags),
                    "source": self.source(name, nation),
                }
            )
        return rows

    def source(self, name: str, nation: str) -> str:
        """Where a hex's row comes from: every fact that bears on it, geography last."""
        known = [table[name]["source"] for table in (self.exceptions, self.ground, self.forced) if name in table]
        if nation in PROHIBITED:
            known.append(PROHIBITED[nation])
        if name in CROSSINGS:
            known.append("rule T/xing")
        rest = "geography: coast and relief" if name in self.ground or name not in self.land else ""
        known.append(rest or "geography: coast and relief; reconstructed: states of 1939")
        return "; ".join(dict.fromkeys(known))

    # Hexsides

    def land_sides(self) -> list[Side]:
        """The hexsides between two land hexes."""
        pairs = self.lattice.sides()
        return [(a, b) for a, b in pairs if self.name(a) in self.land and self.name(b) in self.land]

    @cached_property
    def landmass(self) -> dict[Cell, int]:
        """The island or continent that has most of every hex's land: no land runs from one into another."""
        labels, count = ndimage.label(self.dry, structure=np.ones((3, 3)))
        index = self.geo.index
        known = (index >= 0) & (labels > 0)
        weight = np.zeros((self.lattice.cols * self.lattice.rows, count + 1), dtype=np.int32)
        np.add.at(weight, (index[known], labels[known]), 1)
        return {cell: int(weight[k].argmax()) for k, cell in enumerate(self.lattice.cells())}

    def joined(self, a: Cell, b: Cell) -> bool:
        """Whether some piece of land lies in both hexes, in each with more than a headland."""
        hexagons = self.geo.hexagon(a).union(self.geo.hexagon(b))
        west, north, east, south = hexagons.bounds
        window = self.geo.window(west, north, east, south)
        index, dry = self.geo.index[window], self.dry[window]
        one, other = (index == self.geo.number(cell) for cell in (a, b))
        labels, count = ndimage.label(dry & (one | other), structure=np.ones((3, 3)))
        pieces = range(1, count + 1)
        least = HEADLAND * one.sum()
        return any((labels[one] == k).sum() >= least and (labels[other] == k).sum() >= least for k in pieces)

    @cached_property
    def dry(self) -> np.ndarray:
        """Land with its lakes, as a raster."""
        return self.geo.mask(self.geo.land)

    @cached_property
    def water(self) -> dict[Side, Row]:
        """The hexsides between land hexes that are all sea or partly so, and the crossings among them."""
        wet = ~self.dry
        authored = {(row["a"], row["b"]): row for row in read(self.folder, "sides")}
        rows = {}
        for a, b in self.land_sides():
            pair = self.name(a), self.name(b)
            if pair in authored:
                if authored[pair]["kind"] != "dry":
                    rows[a, b] = authored[pair]
                continue
            shared = sorted(set(self.seas[pair[0]]) & set(self.seas[pair[1]]))
            share = self.geo.along(a, b, wet, SIDE_BAND)
            if share < SOME_SEA or not shared:
                continue
            apart = share >= ALL_SEA or self.landmass[a] != self.landmass[b] or not self.joined(a, b)
            kind = "sea" if apart else "coast"
            rows[a, b] = {**_pair(pair), "kind": kind, "name": words(shared), "source": "geography: coast"}
        return rows

    def hexsides(self) -> list[Row]:
        """The table of hexsides: water, blocked by mountains, borders of 1939."""
        rows = list(self.water.values())
        closed = {side for side, row in self.water.items() if row["kind"] in ("sea", "strait", "crossing")}
        rows += self.blocked(closed)
        for a, b in self.land_sides():
            pair = self.name(a), self.name(b)
            one, other = (self.nation[name] for name in pair)
            if one != other and (a, b) not in closed:
                text = f"{one}-{other}"
                rows.append({**_pair(pair), "kind": "border", "name": text, "source": "reconstructed: states of 1939"})
        return rows

    def blocked(self, closed: set[Side]) -> list[Row]:
        """Mountain hexsides: the chain of sides along every crest, without the passes and without the sea."""
        corners, dry = Corners(self.lattice), set(self.land_sides()) - closed
        dry = {side for side in dry if not any(self.nation[self.name(cell)] in PROHIBITED for cell in side)}
        passes = {(row["a"], row["b"]) for row in read(self.folder, "passes")}
        rows = {}
        for row in read(self.folder, "ranges"):
            line = LineString([self.lattice.projection.to_plane(lon, lat) for lon, lat in points(row["points"])])
            for a, b in corners.chain(line):
                pair = self.name(a), self.name(b)
                if (a, b) in dry and pair not in passes and pair not in rows:
                    rows[pair] = {**_pair(pair), "kind": "blocked", "name": row["range"], "source": row["source"]}
        return list(rows.values())

    # Places, seas, regions, links

    @cached_property
    def cities(self) -> list[Row]:
        """The authored cities, each with its hex: where it lies, unless the row says otherwise."""
        rows = []
        for row in read(self.folder, "cities"):
            place = row["hex"] or self.name(self.lattice.hex_at(float(row["lon"]), float(row["lat"])))
            if place not in self.land:
                raise BadInput(f"{row['name']} lies in {place}, which is no land hex")
            rows.append({**row, "hex": place})
        return rows

    def places(self) -> list[Row]:
        """The table of places, a row for each role of a city, and the boxes beside the map."""
        rows = []
        for city in self.cities:
            for role in city["roles"].split("|"):
                values = ""
                if role == "port":
                    values = "seas=" + words(self.seas[city["hex"]])
                elif role == "resource":
                    values = "nation=" + self.nation[city["hex"]]
                rows.append({**city, "kind": role, "values": values})
        for box in read(self.folder, "boxes"):
            rows.append({**box, "kind": "box"})
        return rows

    def sea_table(self) -> list[Row]:
        """The table of seas."""
        return [{**row, "basin": row["kind"]} for row in read(self.folder, "seas")]

    def links(self) -> list[Row]:
        """The way round Africa: from the sea hexes at the edge of the Atlantic to those of the Red Sea and the Gulf."""
        rows = []
        for box in read(self.folder, "boxes"):
            for sea in filter(None, box["seas"].split("|")):
                for name in self.edge():
                    if sea in self.seas[name]:
                        rows.append(
                            {"graph": "offmap", "a": name, "b": box["name"], "length": "1", "name": sea, **_from(box)}
                        )
        return rows

    def edge(self) -> list[str]:
        """The hexes at the edge of the sheet."""
        cols, rows = (1, self.lattice.cols), (1, LAST_ROW)
        return [name for name in self.names if self.cells[name][0] in cols or self.cells[name][1] in rows]

    def regions(self) -> list[Row]:
        """The table of regions: by hexes and by nations, less some hexes, and what follows from the map itself."""
        rows = []
        for region in read(self.folder, "regions"):
            nations, less = region["nations"].split("|"), set(region["less"].split("|"))
            inside = {name for name in self.land if self.nation[name] in nations}
            inside |= {name for name in region["hexes"].split("|") if name}
            rows += [_member(region["region"], region["kind"], name, region["source"]) for name in inside - less]
        rows += self.owners()
        eastern = [name for name in self.land if self.cells[name][0] == self.lattice.cols]
        rows += [
            _member("eastern edge", "lend-lease", name, "rule 10.36: all land hexes of the edge") for name in eastern
        ]
        return sorted(rows, key=lambda row: (row["region"], row["hex"]))

    def owners(self) -> list[Row]:
        """Which power holds every land hex in 1939, its colonies included."""
        owner = {row["nation"]: row for row in read(self.folder, "seeds")}
        rows = []
        for name in sorted(self.land):
            row = owner[self.nation[name]]
            rows.append(_member(f"held by {row['owner']}", "owner", name, row["source"]))
        return rows


def _pair(pair: tuple[str, str]) -> Row:
    return {"a": pair[0], "b": pair[1]}


def _from(row: Row) -> Row:
    return {"source": row["source"]}


def _member(region: str, kind: str, name: str, source: str) -> Row:
    return {"region": region, "kind": kind, "hex": name, "source": source}
