"""What only some boards have: roads, and displays of the areas beside the map with the routes between them.

An area is drawn where its values `x` and `y` put it on the plane of the lattice: a circle for a district, a square for
a region. A route of two is a thin dotted line, one of five a thick one; where a route leads onto the map, it ends in
the name of the hex.
"""

from __future__ import annotations

import math
from html import escape
from typing import Any

from . import glyphs
from .picture import Picture

Row = dict[str, Any]
Point = glyphs.Point

STYLE = """
.road{fill:none;stroke:var(--blocked);stroke-width:2.2;stroke-linecap:round;stroke-dasharray:.1 4.6;opacity:.9}
.display{fill:none;stroke:var(--surface);opacity:.62;stroke-linecap:round;stroke-linejoin:round}
.area-shape{fill:var(--paper);stroke:var(--ink2);stroke-width:2.2}
.route{fill:none;stroke-linecap:round}.route.way-road,.route.way-strait{stroke:var(--blocked)}
.route.way-rail{stroke:var(--rail)}
.route.short{stroke-width:2.4;stroke-dasharray:.1 5.4}.route.long{stroke-width:5;stroke-dasharray:.1 8.2}
.stub{font:600 11.5px 'IBM Plex Sans Condensed','DejaVu Sans Condensed',sans-serif;fill:var(--ink2);text-anchor:middle}
.stub{paint-order:stroke;stroke:var(--halo);stroke-width:3px;stroke-linejoin:round}
"""
DISTRICT, REGION = 0.36, 0.4
STUB = 0.8
SHORTENED = 0.82
"""How much of a route onto the map is drawn before the name."""
PANEL = 1.25
MARGIN = 0.62
WAYS = 16
LONG = 5


def areas(picture: Picture, places: list[Row], links: list[Row], called: dict[str, str]) -> str:
    """The displays of the areas, their routes, and the names of the hexes that routes lead to."""
    found = {row["name"]: row for row in places if row["kind"] == "area" and "x" in (row.get("values") or {})}
    if not found:
        return ""
    at = {name: picture.point(float(row["values"]["x"]), float(row["values"]["y"])) for name, row in found.items()}
    ways = [row for row in links if row["graph"] == "route" and (row["a"] in at or row["b"] in at)]
    stubs = _stubs(picture, at, ways)
    ports = {row["name"] for row in places if row["kind"] == "port"}
    parts = [f'<g id="areas">{_frame(picture, at, ways, stubs)}']
    for row in ways:
        parts.append(_route(row, at, stubs))
    for (_, hexname), (x, y) in sorted(stubs.items()):
        parts.append(f'<text class="stub" x="{x:.1f}" y="{y + 4:.1f}">{escape(called.get(hexname, hexname))}</text>')
    for name in sorted(at):
        parts.append(_area(picture, found[name], at[name], name in ports))
    return "".join(parts) + "</g>"


def _stubs(picture: Picture, at: dict[str, Point], ways: list[Row]) -> dict[tuple[str, str], Point]:
    """Where the name of a hex at the end of a route stands: on the side of its area with most room."""
    taken = list(at.values())
    taken += [_between(at[row["a"]], at[row["b"]]) for row in ways if row["a"] in at and row["b"] in at]
    found: dict[tuple[str, str], Point] = {}
    for row in ways:
        area, hexname = (row["a"], row["b"]) if row["a"] in at else (row["b"], row["a"])
        if hexname in at:
            continue
        x, y = at[area]
        reach = STUB * picture.unit
        turns = [2 * math.pi * k / WAYS for k in range(WAYS)]
        around = [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns]
        inside = [point for point in around if _is_inside(picture, point)]
        best = max(inside, key=lambda point: min(math.dist(point, other) for other in taken if other != (x, y)))
        found[area, hexname] = best
        taken.append(best)
    return found


def _is_inside(picture: Picture, point: Point) -> bool:
    edge = MARGIN * picture.unit
    return edge * 0.5 < point[0] < picture.width - edge and edge * 0.4 < point[1] < picture.height - edge * 0.4


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _frame(picture: Picture, at: dict[str, Point], ways: list[Row], stubs: dict[tuple[str, str], Point]) -> str:
    """A panel behind the areas and along their routes, as narrow as it can be."""
    lines = [f"M{x:.0f} {y:.0f}h.1" for x, y in at.values()]
    for row in ways:
        (x, y), (u, v) = _ends(row, at, stubs)
        lines.append(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}")
    return f'<path class="display" stroke-width="{PANEL * picture.unit:.0f}" d="{"".join(lines)}"/>'


def _ends(row: Row, at: dict[str, Point], stubs: dict[tuple[str, str], Point]) -> tuple[Point, Point]:
    a, b = row["a"], row["b"]
    return at.get(a) or stubs[b, a], at.get(b) or stubs[a, b]


def _route(row: Row, at: dict[str, Point], stubs: dict[tuple[str, str], Point]) -> str:
    start, end = _ends(row, at, stubs)
    if row["a"] not in at:
        start, end = end, start
    if row["a"] not in at or row["b"] not in at:
        end = start[0] + (end[0] - start[0]) * SHORTENED, start[1] + (end[1] - start[1]) * SHORTENED
    kind = f"way-{row.get('name') or 'road'} {'long' if int(row['length']) >= LONG else 'short'}"
    return f'<path class="route {kind}" d="M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"/>'


def _area(picture: Picture, row: Row, centre: Point, port: bool) -> str:
    """A circle or a square with the sign of its terrain, and its name below."""
    (x, y), terrain = centre, str(row["values"].get("terrain", ""))
    size = (REGION if row["class"] == "region" else DISTRICT) * picture.unit
    shape = f'<circle class="area-shape" cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}"/>'
    if row["class"] == "region":
        box = f'x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:.1f}" height="{2 * size:.1f}"'
        shape = f'<rect class="area-shape" {box} rx="5"/>'
    word = {"tundra": "marsh"}.get(terrain, terrain)
    sign = ""
    if word in glyphs.GROUND:
        width = glyphs.GLYPH_WIDTH[word]
        drawn = glyphs.GROUND[word]((x, y), size * 1.7, 3)
        sign = f'<path class="glyph" style="stroke:var(--{word})" opacity=".55" stroke-width="{width}" d="{drawn}"/>'
    name = escape(str(row["name"]))
    wide = 3.1 * len(name)
    mark = f'<path class="icon" transform="translate({x - wide - 9:.1f} {y + size + 9:.1f})" d="{glyphs.ANCHOR}"/>'
    label = f'<text class="city town" x="{x - wide:.1f}" y="{y + size + 13:.1f}">{name}</text>'
    return f'<g class="place area" data-place="{name}">{shape}{sign}{mark if port else ""}{label}</g>'
