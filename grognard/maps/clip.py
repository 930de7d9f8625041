"""Paths of nature cut to a part of the picture, so that a window's picture holds its own coasts alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

Point = tuple[float, float]
Box = tuple[float, float, float, float]

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def clipped(path: str, box: Box) -> str:
    """The part of a path within left, top, right and bottom; an open line is kept whole if it comes near.

    >>> clipped("M0 0l10 0 0 10-10 0z", (5, -5, 20, 5))
    'M5 5l0-5 5 0 0 5z'
    """
    parts = []
    for points, closed in _lines(path):
        if not _near(points, box):
            continue
        kept = _cut(points, box) if closed else points
        if len(kept) > (2 if closed else 1):
            parts.append(_written(kept, closed))
    return "".join(parts)


def _lines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path that is written as a first point and steps, with whether each is closed."""
    for text in path.split("M")[1:]:
        numbers = [float(number) for number in _NUMBER.findall(text)]
        x, y = numbers[:2]
        points = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2]):
            x, y = x + dx, y + dy
            points.append((x, y))
        yield points, text.endswith("z")


def _near(points: list[Point], box: Box) -> bool:
    left, top, right, bottom = box
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) <= right and max(xs) >= left and min(ys) <= bottom and max(ys) >= top


def _cut(points: list[Point], box: Box) -> list[Point]:
    """A ring cut along the four edges of a box, one after another (Sutherland and Hodgman)."""
    left, top, right, bottom = box
    for axis, bound, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        kept: list[Point] = []
        for before, here in zip([points[-1], *points], points):
            inside = [sign * (point[axis] - bound) >= 0 for point in (before, here)]
            if inside[0] != inside[1]:
                part = (bound - before[axis]) / (here[axis] - before[axis])
                kept.append(tuple(b + (h - b) * part for b, h in zip(before, here)))  # type: ignore[arg-type]
            if inside[1]:
                kept.append(here)
        points = kept
        if not points:
            break
    return points


def _written(points: list[Point], closed: bool) -> str:
    """A line as its first point and steps, in tenths, without steps of no length."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(tenths) if a != b]
    body = "".join(_short(number) for step in steps for number in step).removeprefix(" ")
    return f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l{body}" + ("z" if closed else "")


def _short(tenth: int) -> str:
    text = f"{tenth / 10:g}".replace("0.", ".", 1) if abs(tenth) < 10 else f"{tenth / 10:g}"
    return text if text.startswith("-") else " " + text
