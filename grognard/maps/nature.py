"""What lies under the rules: coast, lakes, rivers and shaded relief, drawn once from open layers.

`nature(geo, folder)` writes `nature.json` (paths in the units of the picture) and `relief-light.webp`,
`relief-dark.webp` (hypsometric tint with light from the north-west). `render` puts the tables on top of them without
any geography.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import shapely
from PIL import Image
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from .authored import read
from .geo import Geo
from .picture import Picture

WATERLINES = (3.5, 7.5, 12.5, 18.5)
SHELVES = (34.0, 92.0)
RIVER_RANK = 5
LEAST_ISLAND, LEAST_LAKE = 6.0, 14.0
HEIGHTS = np.array([-100.0, 0.0, 150.0, 400.0, 800.0, 1400.0, 2200.0, 3500.0])
TINTS = {
    "light": ("#d3dbbb", "#d8dec0", "#dfe1c4", "#e8e3c8", "#e9dcbb", "#e0cda8", "#d4bd9c", "#e6ddd0"),
    "dark": ("#27352c", "#2a382e", "#2f3d31", "#38422f", "#443f2c", "#4b4030", "#544838", "#6a6055"),
}
SAND = {"light": "#ecdcb2", "dark": "#463f2c"}
SHADES = {
    "light": ((1.0, 0.97, 0.88), (0.42, 0.40, 0.56), 0.55),
    "dark": ((0.78, 0.72, 0.60), (0.02, 0.03, 0.09), 0.62),
}
RELIEF_SCALE = 0.6
MANY, COARSE = 5000, 2.5
"""A board of many hexes shows its coasts this much more coarsely, or its picture would be too large."""
QUALITY = 82


def nature(geo: Geo, folder: Path) -> None:
    """Write the backdrop of a board."""
    picture = Picture.of(geo.lattice)
    coarse = COARSE if geo.lattice.cols * geo.lattice.rows > MANY else 1.0
    parts = {
        "size": [picture.width, picture.height],
        "land": _path(_kept(picture, geo.land, LEAST_ISLAND), 0.55 * coarse),
        "lakes": _path(_kept(picture, geo.lakes, LEAST_LAKE * coarse**2), 0.55 * coarse),
        "rivers": _rivers(geo, picture),
        "waterlines": _waters(geo, picture, WATERLINES if coarse == 1 else WATERLINES[1::2], 1.0 * coarse),
        "shelves": _waters(geo, picture, SHELVES, 3.5 * coarse),
        "labels": _labels(geo, picture, folder),
    }
    text = json.dumps(parts, ensure_ascii=False, indent=0, separators=(",", ":"))
    (folder / "nature.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    for skin in TINTS:
        _relief(geo, picture, skin, RELIEF_SCALE / coarse).save(
            folder / f"relief-{skin}.webp", quality=QUALITY, method=6
        )


def _kept(picture: Picture, area: BaseGeometry, least: float) -> BaseGeometry:
    """The parts of an area that are large enough to be seen, in the units of the picture."""
    drawn = shapely.transform(area, picture.scale).intersection(shapely.box(0, 0, picture.width, picture.height))
    parts = [part for part in getattr(drawn, "geoms", [drawn]) if part.geom_type == "Polygon" and part.area >= least]
    return shapely.MultiPolygon(parts)


def _waters(geo: Geo, picture: Picture, distances: tuple[float, ...], tolerance: float) -> list[str]:
    """Lines at some distances off the coast."""
    coast = _kept(picture, geo.land, 4 * LEAST_ISLAND).simplify(0.6)
    sheet = shapely.box(0, 0, picture.width, picture.height)
    return [_path(coast.buffer(d, quad_segs=4).intersection(sheet), tolerance) for d in distances]


def _rivers(geo: Geo, picture: Picture) -> str:
    """The great rivers as they run, where they are on land."""
    chosen = [river.line for river in geo.rivers if river.rank <= RIVER_RANK and river.name]
    drawn = shapely.transform(shapely.union_all(chosen), picture.scale)
    wet = drawn.intersection(shapely.box(0, 0, picture.width, picture.height))
    wet = shapely.line_merge(wet) if wet.geom_type == "MultiLineString" else wet
    lines = [line for line in getattr(wet, "geoms", [wet]) if line.length > 12]
    return "".join(_line(np.asarray(line.simplify(0.8).coords), False) for line in lines)


def _path(area: BaseGeometry, tolerance: float) -> str:
    """An area as the data of an SVG path, simplified."""
    pieces = []
    for part in getattr(area, "geoms", [area]):
        if part.geom_type != "Polygon":
            continue
        for ring in (part.exterior, *part.interiors):
            coords = np.asarray(ring.simplify(tolerance).coords)
            if len(coords) >= 4:
                pieces.append(_line(coords, True))
    return "".join(pieces)


def _line(coords: np.ndarray, closed: bool) -> str:
    """A polyline in tenths: the first point, then steps, which are shorter to write; nothing for a mere point."""
    tenths = np.rint(coords * 10).astype(int)
    if closed:
        tenths = tenths[:-1]
    steps = np.diff(tenths, axis=0)
    steps = steps[np.any(steps != 0, axis=1)]
    if not len(steps):
        return ""
    start = f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}"
    body = "".join(_short(dx) + _short(dy) for dx, dy in steps).removeprefix(" ")
    return f"{start}l{body}" + ("z" if closed else "")


def _short(tenth: int) -> str:
    """A number of tenths as briefly as a path may have it, with the space before it if it needs one."""
    text = f"{tenth / 10:g}".replace("0.", ".", 1) if abs(tenth) < 10 else f"{tenth / 10:g}"
    return text if text.startswith("-") else " " + text


def _labels(geo: Geo, picture: Picture, folder: Path) -> list[dict[str, object]]:
    """The authored names of seas and countries, each at its place in the picture."""
    found: list[dict[str, object]] = []
    for row in read(folder, "labels"):
        x, y = picture.point(*geo.lattice.centre(geo.lattice.names()[row["hex"]]))
        dx, dy = (float(value) * picture.unit for value in row["shift"].split())
        label = {"text": row["text"], "kind": row["kind"], "x": round(x + dx, 1), "y": round(y + dy, 1)}
        found.append({**label, **{key: float(row[key]) for key in ("size", "spread", "turn")}})
    return found


def _relief(geo: Geo, picture: Picture, skin: str, scale: float) -> Image.Image:
    """Tinted heights with warm light from the north-west and cool shadow."""
    width, height = round(picture.width * scale), round(picture.height * scale)
    heights = _resampled(geo, geo.elevation, picture, (width, height), scale)
    smooth = ndimage.gaussian_filter(heights, 1.2)
    tints = np.array([_rgb(colour) for colour in TINTS[skin]])
    colour = np.stack([np.interp(smooth, HEIGHTS, tints[:, k]) for k in range(3)], -1)
    dry = ndimage.gaussian_filter(geo.is_desert + 0.5 * geo.is_steppe, geo.per_unit / 6)
    sand = _resampled(geo, dry, picture, (width, height), scale)[..., None] * 0.75
    colour = colour * (1 - sand) + np.array(_rgb(SAND[skin])) * sand
    lit, dark, strength = SHADES[skin]
    slope_y, slope_x = np.gradient(ndimage.gaussian_filter(heights, 0.8))
    shade = np.tanh((slope_x + slope_y) / 170.0)
    warm, cool = np.clip(shade, 0, 1)[..., None] * 0.32, np.clip(-shade, 0, 1)[..., None] * strength
    colour = colour * (1 - warm) + np.array(lit) * warm
    colour = colour * (1 - cool) + np.array(dark) * cool
    return Image.fromarray((np.clip(colour, 0, 1) * 255 + 0.5).astype(np.uint8))


def _resampled(geo: Geo, raster: np.ndarray, picture: Picture, size: tuple[int, int], scale: float) -> np.ndarray:
    width, height = size
    xs = (np.arange(width) + 0.5) / scale / picture.unit + picture.left
    ys = (np.arange(height) + 0.5) / scale / picture.unit + picture.top
    rows, cols = np.meshgrid((ys - geo.y0) * geo.per_unit - 0.5, (xs - geo.x0) * geo.per_unit - 0.5, indexing="ij")
    return np.asarray(ndimage.map_coordinates(raster, [rows, cols], order=1, mode="nearest"))


def _rgb(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255
