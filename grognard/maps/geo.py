"""Geography under a lattice: coast, lakes, rivers, relief, trees and climate, read from a folder of open layers.

`Geo(folder, lattice)` loads layers when they are first asked for, brings them onto the board's plane and measures
them per hex and per hexside. Nothing here is random and nothing depends on the order of a set or dict: the same
folder and lattice give the same numbers.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely.geometry import box, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from .lattice import SIDE, Cell, Lattice

WEST, EAST, NORTH = -25.0, 75.0, 73.0
NO_ELEVATION = 255
DESERT_ZONES = (7, 8)
STEPPE_ZONES = (5, 6)
RELIEF_KM = 36.0
MARGIN = 1.5


class MissingLayer(Exception):
    """A layer that the draft needs is not in the folder."""


@dataclass(frozen=True)
class River:
    """A named line of water on the plane."""

    name: str
    rank: int
    line: BaseGeometry


class Geo:
    """The layers of one folder, seen through one lattice."""

    def __init__(self, folder: Path, lattice: Lattice, cell_km: float = 3.0) -> None:
        self.folder, self.lattice = folder, lattice
        self.per_unit = max(8, round(lattice.km / cell_km))
        xs, ys = zip(*(lattice.centre(c) for c in lattice.cells()))
        self.x0, self.y0 = min(xs) - MARGIN, min(ys) - MARGIN
        self.width = math.ceil((max(xs) + MARGIN - self.x0) * self.per_unit)
        self.height = math.ceil((max(ys) + MARGIN - self.y0) * self.per_unit)

    # Layers on the plane

    @cached_property
    def frame(self) -> BaseGeometry:
        """The window of the plane that is looked at."""
        return box(self.x0, self.y0, self.x0 + self.width / self.per_unit, self.y0 + self.height / self.per_unit)

    @cached_property
    def land(self) -> BaseGeometry:
        """Continents and islands, lakes not taken out; east of the layers' window all is Siberia."""
        drawn = self._area(self._features("ne_10m_land") + self._features("ne_10m_minor_islands"))
        beyond = self.project(box(EAST - 0.05, 40, EAST + 30, 71)).intersection(self.frame)
        return drawn.union(beyond)

    @cached_property
    def lakes(self) -> BaseGeometry:
        """Natural lakes; reservoirs were dammed after the war."""
        natural = [f for f in self._features("ne_10m_lakes") if f["properties"]["featurecla"] != "Reservoir"]
        return self._area(natural)

    @cached_property
    def rivers(self) -> list[River]:
        """Rivers by name; the names are those of their own languages."""
        found = []
        for feature in self._features("ne_10m_rivers"):
            parts = shape(feature["geometry"])
            whole = shapely.MultiLineString([part for part in getattr(parts, "geoms", [parts]) if part.length])
            line = self.project(whole).intersection(self.frame)
            if not line.is_empty:
                properties = feature["properties"]
                found.append(River(properties["name"] or "", int(properties["scalerank"] or 12), line))
        return found

    @cached_property
    def towns(self) -> list[dict[str, str]]:
        """Towns with other names and coordinates (GeoNames)."""
        with self._path("ccby_geonames_cities.csv").open(encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def project(self, geometry: BaseGeometry, segment: float = 0.25) -> BaseGeometry:
        """Bring a geometry in degrees onto the plane; long edges are bent with the parallels."""
        bent = shapely.segmentize(geometry, segment)
        return shapely.transform(bent, lambda c: np.column_stack(self.lattice.projection.to_plane(c[:, 0], c[:, 1])))

    def polygon(self, corners: Iterable[tuple[float, float]]) -> BaseGeometry:
        """An area of the plane from (lon, lat) corners."""
        return self.project(shapely.Polygon(list(corners))).buffer(0)

    def _path(self, name: str) -> Path:
        path = self.folder / name
        if not path.exists():
            raise MissingLayer(f"no layer {name} in {self.folder}")
        return path

    def _features(self, layer: str) -> list[dict[str, Any]]:
        return list(json.loads(self._path(f"{layer}.geojson").read_text(encoding="utf-8"))["features"])

    def _area(self, features: list[dict[str, Any]]) -> BaseGeometry:
        areas = [self.project(shape(f["geometry"])).buffer(0) for f in features]
        return unary_union(areas).intersection(self.frame)

    # Rasters of the plane: row 0 is the north edge

    @cached_property
    def plane(self) -> tuple[np.ndarray, np.ndarray]:
        """x and y of every raster cell's centre."""
        xs = self.x0 + (np.arange(self.width) + 0.5) / self.per_unit
        ys = self.y0 + (np.arange(self.height) + 0.5) / self.per_unit
        grid_x, grid_y = np.meshgrid(xs, ys)
        return grid_x, grid_y

    @cached_property
    def lonlat(self) -> tuple[np.ndarray, np.ndarray]:
        """Longitude and latitude of every raster cell's centre."""
        return self.lattice.projection.to_lonlat(*self.plane)

    def mask(self, area: BaseGeometry) -> np.ndarray:
        """Where an area of the plane covers the raster."""
        image = Image.new("1", (self.width, self.height))
        pen = ImageDraw.Draw(image)
        for part in getattr(area, "geoms", [area]):
            if part.geom_type == "Polygon" and not part.is_empty:
                pen.polygon(self._pixels(part.exterior.coords), fill=1)
                for hole in part.interiors:
                    pen.polygon(self._pixels(hole.coords), fill=0)
        return np.asarray(image, dtype=bool)

    def _pixels(self, coords: Any) -> list[tuple[float, float]]:
        points = (np.asarray(coords)[:, :2] - (self.x0, self.y0)) * self.per_unit - 0.5
        return [(float(x), float(y)) for x, y in points]

    @cached_property
    def is_land(self) -> np.ndarray:
        """Dry land: no sea and no natural lake."""
        return self.mask(self.land) & ~self.mask(self.lakes)

    @cached_property
    def elevation(self) -> np.ndarray:
        """Height above the sea in metres; water is 0."""
        code = np.load(self._path("elev_5min.npz"))["elev_code"].astype(float)
        return self._sample(np.where(code == NO_ELEVATION, 0.0, code * 28 - 450), 12, 1)

    @cached_property
    def relief(self) -> np.ndarray:
        """Highest less lowest point of the neighbourhood, in metres."""
        size = max(3, round(RELIEF_KM * self.per_unit / self.lattice.km))
        highest = ndimage.maximum_filter(self.elevation, size)
        return np.asarray(highest - ndimage.minimum_filter(self.elevation, size))

    @cached_property
    def climate(self) -> np.ndarray:
        """Köppen-Geiger zone numbers."""
        return self._sample(np.load(self._path("koppen_5min.npz"))["zone"], 12, 0)

    @cached_property
    def is_desert(self) -> np.ndarray:
        """Desert climate, hot or cold."""
        return np.isin(self.climate, DESERT_ZONES)

    @cached_property
    def is_steppe(self) -> np.ndarray:
        """Steppe climate, hot or cold."""
        return np.isin(self.climate, STEPPE_ZONES)

    @cached_property
    def trees(self) -> np.ndarray:
        """Tree cover in per cent: the coarse survey, sharpened by the colours of the picture from space."""
        survey = np.load(self._path("landcover_20min.npz"))["trees"].astype(float)
        survey[survey == NO_ELEVATION] = np.nan
        height, width = survey.shape[0] * 5, survey.shape[1] * 5
        latitude = np.linspace(NORTH, 10, height)[:, None] * np.ones((1, width)) / 60
        fine = _colour_terms(self._picture()[:height, :width], latitude)
        coarse, known = _blocks_of_five(fine), ~np.isnan(survey)
        weights, *_ = np.linalg.lstsq(coarse[known], survey[known], rcond=None)
        guess = fine @ weights
        missed = np.where(known, survey - _blocks_of_five(guess), 0.0)
        correction = ndimage.zoom(ndimage.gaussian_filter(missed, 0.7), 5, order=1)[:height, :width]
        return self._sample(np.clip(guess + correction, 0, 100), 15, 1)

    def _picture(self) -> np.ndarray:
        return np.asarray(Image.open(self._path("bluemarble_4min.jpg")).convert("RGB")).astype(float) / 255

    def _sample(self, layer: np.ndarray, per_degree: int, order: int) -> np.ndarray:
        lon, lat = self.lonlat
        rows = np.clip((NORTH - lat) * per_degree - 0.5, 0, layer.shape[0] - 1)
        cols = np.clip((lon - WEST) * per_degree - 0.5, 0, layer.shape[1] - 1)
        return np.asarray(ndimage.map_coordinates(layer, [rows, cols], order=order, mode="nearest"))

    # Measures per hex and per hexside

    @cached_property
    def index(self) -> np.ndarray:
        """For every raster cell the number of its hex in `lattice.cells()` order, -1 off the sheet."""
        lattice = self.lattice
        cols, rows = lattice.locate(*self.plane)
        cols, rows = cols - lattice.first_col, rows - lattice.first_row
        inside = (cols >= 0) & (cols < lattice.cols) & (rows >= 0) & (rows < lattice.rows)
        return np.where(inside, cols * lattice.rows + rows, -1)

    def number(self, cell: Cell) -> int:
        """The number of a hex in `index`."""
        return (cell[0] - self.lattice.first_col) * self.lattice.rows + cell[1] - self.lattice.first_row

    def window(self, west: float, north: float, east: float, south: float) -> tuple[slice, slice]:
        """The rows and columns of the raster that a box of the plane covers."""
        top, bottom = (int((y - self.y0) * self.per_unit) for y in (north, south))
        left, right = (int((x - self.x0) * self.per_unit) for x in (west, east))
        return slice(max(0, top), bottom + 2), slice(max(0, left), right + 2)

    def sums(self, values: np.ndarray) -> dict[Cell, float]:
        """The sum of a raster over every hex."""
        on_sheet = self.index >= 0
        count = self.lattice.cols * self.lattice.rows
        total = np.bincount(self.index[on_sheet], values[on_sheet].astype(float), count)
        return {cell: float(v) for cell, v in zip(self.lattice.cells(), total)}

    def share(self, mask: np.ndarray) -> dict[Cell, float]:
        """The part of every hex that a mask covers, 0 to 1."""
        whole = self.sums(np.ones_like(mask))
        return {cell: value / whole[cell] for cell, value in self.sums(mask).items()}

    def share_of_land(self, mask: np.ndarray) -> dict[Cell, float]:
        """The part of every hex's dry land that a mask covers, 0 to 1 (0 where there is none)."""
        land = self.sums(self.is_land)
        part = self.sums(mask & self.is_land)
        return {cell: part[cell] / land[cell] if land[cell] else 0.0 for cell in land}

    @cached_property
    def land_share(self) -> dict[Cell, float]:
        """The part of every hex that is dry land."""
        return self.share(self.is_land)

    def mean(self, values: np.ndarray, where: np.ndarray) -> dict[Cell, float]:
        """The mean of a raster over the part of every hex that a mask covers."""
        count, total = self.sums(where), self.sums(np.where(where, values, 0.0))
        return {cell: total[cell] / count[cell] if count[cell] else 0.0 for cell in count}

    def along(self, a: Cell, b: Cell, mask: np.ndarray, width: float = 0.0) -> float:
        """The part of a hexside, or of a band of that half-width about it, that a mask covers."""
        (xa, ya), (xb, yb) = self.lattice.side(a, b)
        along = np.linspace(0.02, 0.98, 49)
        normal = np.array([yb - ya, xa - xb]) / SIDE
        offsets = np.linspace(-width, width, 5) if width else np.zeros(1)
        xs = (xa + (xb - xa) * along)[:, None] + normal[0] * offsets
        ys = (ya + (yb - ya) * along)[:, None] + normal[1] * offsets
        return float(self.at(mask, xs, ys).mean())

    def at(self, raster: np.ndarray, x: Any, y: Any) -> np.ndarray:
        """Raster values at plane points."""
        cols = np.clip(((np.asarray(x) - self.x0) * self.per_unit).astype(int), 0, self.width - 1)
        rows = np.clip(((np.asarray(y) - self.y0) * self.per_unit).astype(int), 0, self.height - 1)
        return np.asarray(raster[rows, cols])

    def hexagon(self, cell: Cell) -> BaseGeometry:
        """A hex as an area of the plane."""
        return shapely.Polygon(self.lattice.corners(cell))


def _colour_terms(rgb: np.ndarray, latitude: np.ndarray) -> np.ndarray:
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    plain = [np.ones_like(r), r, g, b, r * r, g * g, b * b, r * g, r * b, g * b]
    north = [latitude, latitude * latitude, latitude * r, latitude * g, latitude * b]
    return np.stack(plain + north, -1)


def _blocks_of_five(a: np.ndarray) -> np.ndarray:
    return np.asarray(a.reshape(a.shape[0] // 5, 5, a.shape[1] // 5, 5, *a.shape[2:]).mean((1, 3)))
