"""A small world of our own making: layers as the workshop reads them, for tests that need no geodata."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

GRID = """id = "isle"
title = "The isle"
orientation = "flat"
shift = "even"
cols = 6
rows = 6
first_col = 1
first_row = 1
numbering = "CCRR"
km = 100.0

[projection]
true_lat = 45.0
lon0 = 10.0
similarity = [63.71, 0.0, 3.0, 60.0]
"""


def square(west: float, south: float, east: float, north: float) -> dict[str, object]:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


def feature(geometry: dict[str, object], **properties: object) -> dict[str, object]:
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def write_layers(folder: Path) -> Path:
    """An isle from 9 to 11 East and 44 to 46 North, with a lake, a dammed one, a river and a ridge along 10 East."""
    folder.mkdir()
    river = {"type": "MultiLineString", "coordinates": [[[9.2, 45.8], [10.0, 45.0], [10.8, 44.2]], [[9, 45], [9, 45]]]}
    layers = {
        "ne_10m_land": [feature(square(9, 44, 11, 46))],
        "ne_10m_minor_islands": [feature(square(7.9, 44.9, 8.1, 45.1))],
        "ne_10m_lakes": [
            feature(square(10.2, 45.2, 10.4, 45.4), name="Old", featurecla="Lake", scalerank=3),
            feature(square(9.2, 44.2, 9.6, 44.6), name="New", featurecla="Reservoir", scalerank=3),
        ],
        "ne_10m_rivers": [feature(river, name="Long", scalerank=4)],
    }
    for name, features in layers.items():
        text = json.dumps({"type": "FeatureCollection", "features": features})
        (folder / f"{name}.geojson").write_text(text, encoding="utf-8")
    code = np.full((756, 1200), 16, dtype=np.uint8)
    code[:, 35 * 12 - 1 : 35 * 12 + 1] = 80
    np.savez(folder / "elev_5min.npz", elev_code=code)
    zone = np.full((756, 1200), 10, dtype=np.uint8)
    zone[int((73 - 44.5) * 12) :, :] = 7
    np.savez(folder / "koppen_5min.npz", zone=zone)
    trees = np.zeros((189, 300), dtype=np.uint8)
    trees[:, : 35 * 3] = 80
    np.savez(folder / "landcover_20min.npz", trees=trees)
    Image.new("RGB", (1500, 945), (60, 90, 40)).save(folder / "bluemarble_4min.jpg")
    return folder


def write_board(folder: Path) -> Path:
    """The folder of a board on that isle, with its grid alone."""
    folder.mkdir()
    (folder / "grid.toml").write_text(GRID, encoding="utf-8")
    return folder
