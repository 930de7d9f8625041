"""The layers that the tables give: ground, grid, hexsides, rail, names, numbers, cities, legend."""

from __future__ import annotations

import math
from html import escape
from itertools import pairwise
from typing import Any

from . import glyphs
from .lattice import Cell
from .picture import Picture

Row = dict[str, Any]

CITY_KINDS = ("city", "fortress", "town")
CLASS_MARK = {"capital": "star", "victory": "star", "major": "square", "fortress": "fort"}
TEXTURES = 5
NAME_BELOW, NUMBER_ABOVE = 0.37, 0.38
CHARACTER = {"town": 5.9, "capital": 6.9, "major": 6.9, "fortress": 6.3}
LINES = {
    "river": "river",
    "blocked": "blocked",
    "alpine": "blocked",
    "impassable": "blocked",
    "mountain-impassable": "blocked",
    "border": "border",
    "sea": "side-sea",
    "lake": "side-sea",
}
WORDS = {
    "rough": "Rough",
    "forest": "Forest",
    "hill": "Hills",
    "hills": "Hills",
    "mountain": "Mountain",
    "marsh": "Marsh",
    "swamp": "Swamp",
    "desert": "Desert",
    "river": "River",
    "blocked": "Blocked hexside",
    "alpine": "Alpine hexside",
    "impassable": "Impassable hexside",
    "mountain-impassable": "Mountain-impassable",
    "permanent fortification": "Permanent fortification",
    "border": "Border of 1939",
    "sea": "Sea hexside",
    "crossing": "Crossing",
    "strait": "Strait",
    "capital": "Capital",
    "victory": "Victory city",
    "major": "Major city",
    "fortress": "Fortress",
    "town": "Town",
    "port": "Port",
    "resource": "Resource center",
    "weather": "Edge of the Weather Area",
    "prohibited": "Prohibited hex",
}


HIGH = ("blocked", "alpine", "impassable", "mountain-impassable", "qattara")
STYLES = {
    "permanent fortification": "fill:none;stroke:var(--ink);stroke-width:6;stroke-dasharray:6 4",
    "forest": "fill:none;stroke:var(--forest);stroke-width:6;stroke-linecap:round",
}
"""Hexsides that few boards have, drawn without a class of their own."""


def _outline(corners: list[glyphs.Point]) -> str:
    steps = [f"{b[0] - a[0]:.1f} {b[1] - a[1]:.1f}" for a, b in pairwise(corners)]
    return f"M{corners[0][0]:.1f} {corners[0][1]:.1f}l{' '.join(steps)}z"


def _half(corners: list[glyphs.Point]) -> str:
    """The three sides of a hex that its neighbours to the north and west do not draw, to the nearest unit."""
    points = [(round(x), round(y)) for x, y in corners[1:5]]
    steps = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}"


MANY = 5000
"""A board of more hexes than this is written down more briefly."""
MOSTLY_WATER = 40
"""A land hex with less land than this, in per cent, is tinted to its edge: the eye would take it for sea."""


FROM_CENTRE = 0.4
"""How far from the middle of its hex, in hexes, a line may stop."""


def land_in_play(picture: Picture, hexes: list[Row]) -> str:
    """The whole of those hexes that rules call land though most of them is water."""
    some = [
        _outline(picture.corners((int(row["col"]), int(row["row"]))))
        for row in hexes
        if row["terrain"] not in ("sea", "lake") and int(row.get("land") or 0) < MOSTLY_WATER
    ]
    return f'<g id="land-in-play"><path class="in-play" d="{"".join(some)}"/></g>'


def terrain(picture: Picture, hexes: list[Row]) -> str:
    """Tint and texture of every hex that is not clear, cut at the coast; prohibited hexes are tinted brown."""
    cells: dict[str, list[Cell]] = {}
    shut = []
    for row in hexes:
        cell, ground = (int(row["col"]), int(row["row"])), str(row["terrain"])
        if "prohibited" in (row.get("tags") or ()):
            shut.append(_outline(picture.corners(cell)))
        elif ground in glyphs.GROUND:
            cells.setdefault(ground, []).append(cell)
    parts = ['<g id="terrain" clip-path="url(#dry)">']
    for ground in sorted(cells):
        parts.append(_ground(picture, ground, cells[ground]))
    parts.append(f'<path class="prohibited" d="{"".join(shut)}"/></g>')
    return "".join(parts)


def _ground(picture: Picture, ground: str, cells: list[Cell]) -> str:
    """All hexes of one ground: one tint, and in each hex one of a few textures, chosen by its number."""
    word, width = glyphs.SKIN_WORD.get(ground, ground), glyphs.GLYPH_WIDTH[ground]
    tint = "".join(_outline(picture.corners(cell)) for cell in cells)
    parts = [
        f'<g class="ground {ground}"><path class="tint" style="fill:var(--{word}-tint)" opacity=".22" d="{tint}"/>'
    ]
    parts.append("<defs>")
    for k in range(TEXTURES):
        parts.append(f'<path id="{ground}-{k}" d="{glyphs.GROUND[ground]((0.0, 0.0), picture.unit, k + 1)}"/>')
    parts.append(f'</defs><g class="glyph" style="stroke:var(--{word})" opacity=".62" stroke-width="{width}">')
    for col, row in cells:
        x, y = picture.centre((col, row))
        parts.append(f'<use href="#{ground}-{(col * 7 + row * 3) % TEXTURES}" x="{x:.0f}" y="{y:.0f}"/>')
    return "".join(parts) + "</g></g>"


def grid(picture: Picture, hexes: list[Row]) -> str:
    """The hexes: dark lines on land, light ones on the sea."""
    land: list[str] = []
    sea: list[str] = []
    draw = _outline if len(hexes) < MANY else _half
    for row in hexes:
        outline = draw(picture.corners((int(row["col"]), int(row["row"]))))
        (sea if row["terrain"] == "sea" else land).append(outline)
    sides = f'<path class="hex on-sea" d="{"".join(sea)}"/><path class="hex on-land" d="{"".join(land)}"/>'
    return f'<g id="grid">{sides}</g>'


def hexsides(picture: Picture, cells: dict[str, Cell], sides: list[Row]) -> str:
    """Rivers as one smooth line a river, mountain sides with teeth, borders, all-sea sides, crossings."""
    found: dict[str, list[tuple[glyphs.Point, glyphs.Point]]] = {}
    rivers: dict[str, list[tuple[glyphs.Point, glyphs.Point]]] = {}
    for row in sides:
        ends = picture.side(cells[row["a"]], cells[row["b"]])
        found.setdefault(row["kind"], []).append(ends)
        if row["kind"] == "river":
            rivers.setdefault(row.get("name") or "", []).append(ends)
    parts = ['<g id="borders">', _strokes("border", _joined(found.get("border", []), False)), '</g><g id="hexsides">']
    flow = "".join(_joined(rivers[name], True) for name in sorted(rivers))
    parts += [_strokes("river-case", flow), _strokes("river", flow)]
    parts.append(_strokes("side-sea", _joined(found.get("sea", []) + found.get("lake", []), False)))
    high = [ends for kind in HIGH for ends in found.get(kind, [])]
    parts += [_strokes("blocked-case", _joined(high, False)), _strokes("blocked", _joined(high, False))]
    parts.append(_strokes("teeth", "".join(glyphs.teeth(a, b) for a, b in high)))
    for kind in sorted(STYLES.keys() & found.keys()):
        parts.append(f'<path style="{STYLES[kind]}" d="{_joined(found[kind], False)}"/>')
    parts.append(_works("canal", _joined(found.get("canal", []), False)))
    parts.append(_works("fortified", _joined(found.get("fortified", []), False)))
    over = found.get("crossing", []) + found.get("strait", [])
    parts.append(_strokes("crossing", "".join(glyphs.arrows(a, b, picture.unit) for a, b in over)))
    return "".join(parts) + "</g>"


WORKS = {
    "canal": "stroke:var(--crossing);stroke-width:5;stroke-dasharray:10 4",
    "fortified": "stroke:var(--resource);stroke-width:6;stroke-dasharray:5 3",
    "road": "stroke:var(--resource);stroke-width:2;stroke-dasharray:9 5",
}
"""The lines of things built, which only some boards have."""


def _works(kind: str, data: str) -> str:
    return f'<path style="fill:none;{WORKS[kind]}" d="{data}"/>' if data else ""


def _joined(segments: list[tuple[glyphs.Point, glyphs.Point]], curved: bool) -> str:
    lines = glyphs.chains(segments)
    if curved:
        return "".join(glyphs.smooth(line, False) for line in lines)
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line) for line in lines)


def _strokes(kind: str, data: str) -> str:
    return f'<path class="{kind}" d="{data}"/>' if data else ""


def stops(picture: Picture, hexes: list[Row], places: list[Row]) -> dict[str, glyphs.Point]:
    """Where lines stop in hexes that are mostly water: at the town, so that no railway ends in the open sea."""
    wet = {row["hex"]: (int(row["col"]), int(row["row"])) for row in hexes if int(row.get("land") or 0) < MOSTLY_WATER}
    found: dict[str, glyphs.Point] = {}
    for place in places:
        if place["hex"] in wet and place["kind"] in CITY_KINDS and place.get("lat") not in (None, ""):
            x, y = picture.lattice.centre(wet[place["hex"]])
            town = picture.lattice.projection.to_plane(float(place["lon"]), float(place["lat"]))
            far = math.dist((x, y), town)
            part = min(1.0, FROM_CENTRE / far) if far else 0.0
            found[place["hex"]] = picture.point(x + (town[0] - x) * part, y + (town[1] - y) * part)
    return found


def rail(picture: Picture, cells: dict[str, Cell], links: list[Row], halts: dict[str, glyphs.Point]) -> str:
    """Railways from centre to centre, with ties; ferries broken."""
    lines: dict[str, list[tuple[glyphs.Point, glyphs.Point]]] = {}
    for row in links:
        if row["a"] in cells and row["b"] in cells and row["graph"] in ("rail", "ferry", "road"):
            a, b = (halts.get(row[end]) or picture.centre(cells[row[end]]) for end in ("a", "b"))
            lines.setdefault(row["graph"], []).append((a, b))
    tracks = _joined(lines.get("rail", []), True)
    ferries = _joined(lines.get("ferry", []), True)
    parts = [_strokes("rail", tracks), _strokes("ties", tracks), _works("road", _joined(lines.get("road", []), True))]
    if ferries:
        parts.append(f'<path class="rail" stroke-dasharray="7 5" d="{ferries}"/>')
    return f'<g id="rail">{"".join(parts)}</g>'


def weather(picture: Picture, cells: dict[str, Cell], hexes: list[Row], sides: list[Row]) -> str:
    """The edge of the Weather Area between land hexes that touch on land."""
    apart = {frozenset((row["a"], row["b"])) for row in sides if row["kind"] in ("sea", "strait", "crossing")}
    inside = {row["hex"] for row in hexes if "weather" in (row.get("tags") or ())}
    land = {row["hex"] for row in hexes if row["terrain"] != "sea"}
    name = {cell: printed for printed, cell in cells.items()}
    segments = []
    for printed in sorted(inside):
        for other in picture.lattice.neighbours(cells[printed]):
            beyond = name.get(other, "")
            if beyond in land - inside and frozenset((printed, beyond)) not in apart:
                segments.append(picture.side(cells[printed], other))
    return f'<g id="weather">{_strokes("weather", _joined(segments, False))}</g>'


def names(labels: list[Row], unit: float) -> str:
    """Seas in spaced italics, countries in spaced capitals."""
    parts = []
    for label in labels:
        sea = label["kind"] == "sea"
        size = unit * float(label["size"])
        text, space = str(label["text"]), float(label["spread"]) * unit
        shown = text if sea else text.upper()
        style = f"font-size:{size:.1f}px;letter-spacing:{space:.1f}px"
        turn = f' transform="rotate({label["turn"]:g} {label["x"]} {label["y"]})"' if label["turn"] else ""
        kind = "sea-name" if sea else "country"
        parts.append(
            f'<text class="{kind}" x="{label["x"]}" y="{label["y"]}" style="{style}"{turn}>{escape(shown)}</text>'
        )
    return f'<g id="names">{"".join(parts)}</g>'


def numbers(picture: Picture, hexes: list[Row]) -> str:
    """The printed number near the top of each hex."""
    if len(hexes) >= MANY:
        return _many_numbers(picture, hexes)
    parts = []
    for row in hexes:
        x, y = picture.centre((int(row["col"]), int(row["row"])))
        parts.append(
            f'<text class="number" x="{x:.1f}" y="{y - NUMBER_ABOVE * picture.unit + 4:.1f}">{row["hex"]}</text>'
        )
    return f'<g id="numbers">{"".join(parts)}</g>'


def _many_numbers(picture: Picture, hexes: list[Row]) -> str:
    """The numbers of a large board, with what they share said once."""
    parts = []
    for row in hexes:
        x, y = picture.centre((int(row["col"]), int(row["row"])))
        parts.append(f'<text x="{x:.0f}" y="{y - NUMBER_ABOVE * picture.unit + 4:.0f}">{row["hex"]}</text>')
    return f'<g id="numbers" class="number">{"".join(parts)}</g>'


def cities(picture: Picture, cells: dict[str, Cell], places: list[Row], names: dict[str, str]) -> str:
    """One line a hex below its middle: the symbols of what is there, then the name, that of the hex before others."""
    here: dict[str, list[Row]] = {}
    for place in places:
        here.setdefault(place["hex"], []).append(place)
    parts = []
    for printed in sorted(here):
        named = [place for place in here[printed] if place["kind"] in CITY_KINDS] or here[printed]
        kinds = {place["kind"] for place in here[printed]}
        own = names.get(printed)
        first = min(named, key=lambda place: (place["name"] != own, _rank(place), place["name"]))
        x, y = picture.centre(cells[printed])
        parts.append(_city(first, kinds, x, y + NAME_BELOW * picture.unit))
    return f'<g id="cities">{"".join(parts)}</g>'


def _rank(place: Row) -> int:
    order = ("capital", "victory", "major", "fortress", "minor", "town")
    grade = place.get("class") or "town"
    return order.index(grade) if grade in order else len(order)


def _city(place: Row, kinds: set[str], x: float, y: float) -> str:
    grade = str(place.get("class") or "town")
    marks = [CLASS_MARK.get(grade, "ring")]
    marks += ["anchor"] if "port" in kinds else []
    marks += ["works"] if "resource" in kinds else []
    text = str(place["name"])
    wide = len(text) * CHARACTER.get(grade, CHARACTER["town"]) + 15 * len(marks)
    left = x - wide / 2
    drawn = "".join(_mark(mark, left + 6 + 15 * k, y) for k, mark in enumerate(marks))
    at = f'x="{left + 15 * len(marks):.1f}" y="{y + 4.4:.1f}"'
    label = f'<text class="city {grade}" {at}>{escape(text)}</text>'
    return f'<g class="place {grade}" data-place="{escape(text)}">{drawn}{label}</g>'


def _mark(mark: str, x: float, y: float) -> str:
    move = f'transform="translate({x:.1f} {y:.1f})"'
    if mark == "ring":
        return f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
    if mark == "anchor":
        return f'<path class="icon" {move} d="{glyphs.ANCHOR}"/>'
    if mark == "works":
        return f'<path class="works" {move} d="{glyphs.WORKS}"/>'
    shape = {"star": glyphs.STAR, "square": glyphs.SQUARE, "fort": glyphs.FORT}[mark]
    return f'<path class="mark" {move} d="{shape}"/>'


def legend(picture: Picture, data: dict[str, Any], ground: set[str], sides: list[Row], places: list[Row]) -> str:
    """A key to the signs that this board uses, in the corner with most sea."""
    kinds = {row["kind"] for row in sides}
    grades = {str(place.get("class") or "town") for place in places if place["kind"] in CITY_KINDS}
    roles = {place["kind"] for place in places}
    tags = {tag for row in data["hexes"]["rows"] for tag in _tags(data, row)}
    lines = [(word, "ground") for word in glyphs.GROUND if word in ground]
    lines += [
        (word, "side")
        for word in ("river", *HIGH, "permanent fortification", "sea", "crossing", "strait", "border")
        if word in kinds
    ]
    lines += [(word, "tag") for word in ("weather", "prohibited") if word in tags]
    lines += [(word, "grade") for word in ("capital", "victory", "major", "fortress", "town") if word in grades]
    lines += [(word, "role") for word in ("port", "resource") if word in roles]
    width, height = 236, 58 + 27 * len(lines)
    x, y = _corner(picture, width, height)
    title = escape(str(data["grid"].get("title", "")))
    parts = [f'<g id="legend" transform="translate({x} {y})">']
    parts.append(f'<rect class="legend-box" width="{width}" height="{height}" rx="10"/>')
    parts.append(f'<text class="legend-title" x="18" y="33">Key</text><title>{title}</title>')
    for k, (word, sort) in enumerate(lines):
        at = 60 + 27 * k
        parts.append(_sample(word, sort, 44, at))
        parts.append(f'<text class="legend-text" x="84" y="{at + 4.5}">{WORDS[word]}</text>')
    return "".join(parts) + "</g>"


def _tags(data: dict[str, Any], row: list[Any]) -> list[str]:
    return list(row[data["hexes"]["columns"].index("tags")] or ())


def _corner(picture: Picture, width: int, height: int) -> tuple[int, int]:
    return round(picture.unit * 0.5), round(picture.height * 0.31 - height / 2 + picture.unit * 1.2)


def _sample(word: str, sort: str, x: float, y: float) -> str:
    """One sign of the key."""
    if sort == "ground":
        skin, width = glyphs.SKIN_WORD.get(word, word), glyphs.GLYPH_WIDTH[word]
        box = f'<rect x="{x - 24}" y="{y - 10}" width="48" height="20" style="fill:var(--{skin}-tint)" opacity=".35"/>'
        signs = "".join(glyphs.GROUND[word]((x + dx, y), 26, 7) for dx in (-14, 0, 14))
        clip = f'<path class="glyph" style="stroke:var(--{skin})" stroke-width="{width}" d="{signs}"/>'
        return box + clip
    if sort == "side":
        a, b = (x - 24.0, float(y)), (x + 24.0, float(y))
        if word in ("crossing", "strait"):
            return _strokes("crossing", glyphs.arrows((x, y - 20.0), (x, y + 20.0), 112))
        if word in STYLES:
            return f'<path style="{STYLES[word]}" d="M{a[0]} {a[1]}L{b[0]} {b[1]}"/>'
        extra = glyphs.teeth(a, b) if word in HIGH else ""
        return _strokes(LINES[word], f"M{a[0]} {a[1]}L{b[0]} {b[1]}") + _strokes("teeth", extra)
    if sort == "tag":
        if word == "weather":
            return _strokes("weather", f"M{x - 24} {y}H{x + 24}")
        return f'<rect class="prohibited" x="{x - 24}" y="{y - 10}" width="48" height="20" rx="3"/>'
    if sort == "grade":
        return _mark(CLASS_MARK.get(word, "ring"), x, y)
    return _mark({"port": "anchor", "resource": "works"}[word], x, y)
