"""The signs of the map as path data: ground that fills a hex, teeth of a mountain hexside, symbols of places."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

Point = tuple[float, float]

ANCHOR = "M0-5.6a1.7 1.7 0 1 1 .01 0M0-2.2V5.2M-2.6-.6H2.6M-5 1.6C-4.6 4-2.6 5.2 0 5.2S4.6 4 5 1.6"
WORKS = "M-6 5V-1.2L-2.6-3.4V-1.2L.8-3.4V-1.2L2.4-2.2V-6H5V5Z"
STAR = "M0-6.4 1.9-2 6.5-1.7 3 1.3 4.1 5.8 0 3.3-4.1 5.8-3 1.3-6.5-1.7-1.9-2Z"
SQUARE = "M-4.4-4.4H4.4V4.4H-4.4Z"
FORT = "M0-6 5.2-3V3L0 6-5.2 3V-3Z"


def spread(centre: Point, unit: float, step: float, seed: int) -> Iterator[tuple[float, float, float]]:
    """Places for signs inside a hex: rows `step` apart, each place moved a little; the same for the same seed."""
    radius, k = 0.46 * unit, 0
    lines = int(radius // step)
    for row in range(-lines, lines + 1):
        for col in range(-lines - 1, lines + 2):
            k += 1
            x, y = (col + (row % 2) / 2) * step * 1.15, row * step
            wander = _noise(seed, k), _noise(seed + 7919, k)
            x, y = x + (wander[0] - 0.5) * step * 0.35, y + (wander[1] - 0.5) * step * 0.3
            if math.hypot(x, y) < radius:
                yield centre[0] + x, centre[1] + y, wander[0]


def _noise(seed: int, k: int) -> float:
    """A number from 0 to 1 that looks random and never changes."""
    mixed = (seed * 2654435761 ^ k * 40503 * 65537) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 2246822519 & 0xFFFFFFFF
    return ((mixed ^ mixed >> 13) & 0xFFFF) / 65535


def rough(centre: Point, unit: float, seed: int) -> str:
    """Carets."""
    return "".join(
        f"M{x - 4:.1f} {y + 2:.1f}l4-{4 + 2 * n:.1f} 4 {4 + 2 * n:.1f}" for x, y, n in spread(centre, unit, 15, seed)
    )


def forest(centre: Point, unit: float, seed: int) -> str:
    """Trees: a crown on a short stem."""
    return "".join(f"M{x:.1f} {y + 4:.1f}v-2.6a2.6 2.9 0 1 1 .01 0" for x, y, _ in spread(centre, unit, 13, seed))


def hill(centre: Point, unit: float, seed: int) -> str:
    """Contours: a few rings about the middle."""
    return _contours(centre, unit, seed, 3)


def mountain(centre: Point, unit: float, seed: int) -> str:
    """Dense contours."""
    return _contours(centre, unit, seed, 6)


def _contours(centre: Point, unit: float, seed: int, count: int) -> str:
    parts = []
    for ring in range(1, count + 1):
        radius = 0.43 * unit * ring / count
        around = []
        for k in range(18):
            turn = 2 * math.pi * k / 18
            wave = 1 + 0.13 * math.sin(3 * turn + seed) + 0.08 * math.sin(5 * turn + 2 * seed)
            around.append((centre[0] + radius * wave * math.cos(turn), centre[1] + radius * wave * math.sin(turn)))
        parts.append(smooth(around, True))
    return "".join(parts)


def marsh(centre: Point, unit: float, seed: int) -> str:
    """Dashes, every other one with a tuft."""
    parts = []
    for x, y, n in spread(centre, unit, 12, seed):
        parts.append(f"M{x - 4:.1f} {y:.1f}h8")
        if n > 0.5:
            parts.append(f"M{x:.1f} {y:.1f}v-4M{x - 2:.1f} {y:.1f}l-1.6-3M{x + 2:.1f} {y:.1f}l1.6-3")
    return "".join(parts)


def desert(centre: Point, unit: float, seed: int) -> str:
    """Dots."""
    return "".join(f"M{x:.1f} {y:.1f}h.01" for x, y, _ in spread(centre, unit, 10, seed))


GROUND: dict[str, Callable[[Point, float, int], str]] = {
    "rough": rough,
    "forest": forest,
    "hill": hill,
    "hills": hill,
    "mountain": mountain,
    "marsh": marsh,
    "swamp": marsh,
    "desert": desert,
}
GLYPH_WIDTH = dict.fromkeys(GROUND, 1.0) | {"rough": 1.3, "forest": 1.2, "marsh": 1.1, "swamp": 1.1, "desert": 1.8}
SKIN_WORD = {"hills": "hill", "swamp": "marsh"}


def teeth(start: Point, end: Point) -> str:
    """Small triangles along a hexside, on both of its flanks in turn."""
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    count = max(3, int(length // 11))
    parts = []
    for k in range(count):
        at = (k + 0.5) * length / count
        side = 1 if k % 2 else -1
        x, y = start[0] + along[0] * at, start[1] + along[1] * at
        nx, ny = -along[1] * side, along[0] * side
        a, b = (x - along[0] * 3.6, y - along[1] * 3.6), (x + along[0] * 3.6, y + along[1] * 3.6)
        tip = x + nx * 8.0, y + ny * 8.0
        parts.append(f"M{a[0]:.1f} {a[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f} {b[0]:.1f} {b[1]:.1f}Z")
    return "".join(parts)


def arrows(start: Point, end: Point, unit: float) -> str:
    """A double arrow across the middle of a hexside: units may cross here."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    length = math.dist(start, end)
    nx, ny = -(end[1] - start[1]) / length, (end[0] - start[0]) / length
    parts, reach = [], 0.13 * unit
    parts.append(f"M{x - nx * reach:.1f} {y - ny * reach:.1f}L{x + nx * reach:.1f} {y + ny * reach:.1f}")
    for sign in (1, -1):
        tip = x + sign * nx * reach, y + sign * ny * reach
        for flank in (1, -1):
            back = tip[0] - sign * nx * 5 + flank * ny * 3.6, tip[1] - sign * ny * 5 - flank * nx * 3.6
            parts.append(f"M{tip[0]:.1f} {tip[1]:.1f}L{back[0]:.1f} {back[1]:.1f}")
    return "".join(parts)


def smooth(points: list[Point], closed: bool, bend: float = 18.0) -> str:
    """A polyline whose corners are rounded over a short way, so that it stays close to them."""
    ring = [points[-1], *points, points[0]] if closed else points
    text = "" if closed else f"M{_xy(points[0])}"
    for before, here, after in zip(ring, ring[1:], ring[2:]):
        enter, leave = (_towards(here, other, bend) for other in (before, after))
        text += f"{'L' if text else 'M'}{_xy(enter)}Q{_xy(here)} {_xy(leave)}"
    return text + ("Z" if closed else f"L{_xy(points[-1])}")


def _towards(start: Point, end: Point, way: float) -> Point:
    part = min(0.5, way / (math.dist(start, end) or 1.0))
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def chains(segments: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments that meet end to end as polylines; where three meet, a polyline ends."""

    def key(point: Point) -> tuple[int, int]:
        return round(point[0] * 10), round(point[1] * 10)

    at: dict[tuple[int, int], list[int]] = {}
    for k, segment in enumerate(segments):
        for point in segment:
            at.setdefault(key(point), []).append(k)
    left, lines = set(range(len(segments))), []
    for k in range(len(segments)):
        if k not in left:
            continue
        left.discard(k)
        line = list(segments[k])
        for end in (1, 0):
            while len(here := at[key(line[-end])]) == 2 and (more := [n for n in here if n in left]):
                left.discard(more[0])
                a, b = segments[more[0]]
                new = b if key(a) == key(line[-end]) else a
                line.insert(len(line) if end else 0, new)
        lines.append(line)
    return lines
