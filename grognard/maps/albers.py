"""An equal-area cone for boards that were fitted to one, with what the printed sheets do to it.

Two sheets that were fitted apart do not quite meet: the plane is shifted from the one fit to the other over the
columns of a `seam`. Where a text prints the hex of a place that the fit puts elsewhere, a `pull` moves the land about
that place by a part of a hex, so that coast, rivers and borders follow the print.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

EARTH_KM = 6371.0
ROUNDS = 40


@dataclass(frozen=True)
class Pull:
    """A bell-shaped shift of the plane: how far it moves its middle, and how wide it is, in hexes."""

    lon: float
    lat: float
    east: float
    south: float
    width: float


@dataclass(frozen=True)
class Albers:
    """x = a X + b Y + east, y = b X - a Y + south for X, Y in kilometres on the cone."""

    parallels: tuple[float, float]
    origin: tuple[float, float]
    similarity: tuple[float, float, float, float]
    seam: tuple[float, float, float, float]
    pulls: tuple[Pull, ...]

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Albers:
        """Read `[projection]` with `kind = "albers"`."""
        south, north = (math.radians(float(v)) for v in table["parallels"])
        lon0, lat0 = (float(v) for v in table["origin"])
        a, b, east, down = (float(v) for v in table["similarity"])
        first, last, seam_east, seam_south = (float(v) for v in table.get("seam", (0, 1, 0, 0)))
        pulls = tuple(Pull(**{key: float(pull[key]) for key in PULL}) for pull in table.get("pulls", ()))
        return cls((south, north), (lon0, lat0), (a, b, east, down), (first, last, seam_east, seam_south), pulls)

    @property
    def _cone(self) -> tuple[float, float, float]:
        south, north = self.parallels
        n = (math.sin(south) + math.sin(north)) / 2
        c = math.cos(south) ** 2 + 2 * n * math.sin(south)
        return n, c, EARTH_KM * math.sqrt(c - 2 * n * math.sin(math.radians(self.origin[1]))) / n

    def to_plane(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        """Plane coordinates of longitudes and latitudes (numbers or arrays)."""
        x, y = self._seamed(*self._fitted(np.asarray(lon, float), np.asarray(lat, float)))
        east, south = self._pulled(x, y)
        return x + east, y + south

    def to_lonlat(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Longitudes and latitudes of plane coordinates (numbers or arrays)."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        at_x, at_y = x, y
        for _ in range(ROUNDS):
            east, south = self._pulled(at_x, at_y)
            at_x, at_y = x - east, y - south
        return self._unfitted(*self._unseamed(at_x, at_y))

    def _fitted(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        n, c, rho0 = self._cone
        rho = EARTH_KM * np.sqrt(np.maximum(c - 2 * n * np.sin(np.radians(lat)), 0)) / n
        turn = n * np.radians(lon - self.origin[0])
        km_x, km_y = rho * np.sin(turn), rho0 - rho * np.cos(turn)
        a, b, east, down = self.similarity
        return a * km_x + b * km_y + east, b * km_x - a * km_y + down

    def _unfitted(self, x: Any, y: Any) -> tuple[Any, Any]:
        n, c, rho0 = self._cone
        a, b, east, down = self.similarity
        u, v, scale = x - east, y - down, a * a + b * b
        km_x, km_y = (a * u + b * v) / scale, (b * u - a * v) / scale
        rho, turn = np.hypot(km_x, rho0 - km_y), np.arctan2(km_x, rho0 - km_y)
        sine = np.clip((c - (rho * n / EARTH_KM) ** 2) / (2 * n), -1, 1)
        return self.origin[0] + np.degrees(turn) / n, np.degrees(np.arcsin(sine))

    def _seamed(self, x: Any, y: Any) -> tuple[Any, Any]:
        first, last, east, south = self.seam
        part = np.clip((x - first) / (last - first), 0, 1)
        return x + east * part, y + south * part

    def _unseamed(self, x: Any, y: Any) -> tuple[Any, Any]:
        first, last, east, south = self.seam
        part = np.clip((x - first) / (last - first + east), 0, 1)
        return x - east * part, y - south * part

    def _pulled(self, x: Any, y: Any) -> tuple[Any, Any]:
        east, south = np.zeros_like(x), np.zeros_like(y)
        for pull in self.pulls:
            at_x, at_y = self._seamed(*self._fitted(np.asarray(pull.lon), np.asarray(pull.lat)))
            bell = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * pull.width**2))
            east, south = east + pull.east * bell, south + pull.south * bell
        return east, south


PULL = ("lon", "lat", "east", "south", "width")
