"""Naval counters (3.3): what is printed on each side of them."""

from __future__ import annotations

from typing import NamedTuple

KINDS = ("BB", "BC", "PB", "CD", "CA", "CL", "CV", "CVL", "DD", "TT")
"""The types of naval units (3.32)."""
CARRIERS = ("CV", "CVL")
CAPITAL = ("BB", "BC", "CV")
QUARTERS = {"H": 2}
"""A transport's capacity in quarters of a corps: H is half a corps (3.37)."""


class Hull(NamedTuple):
    """One side of a naval counter."""

    protection: str
    """From A, the best, to F (3.33)."""
    flak: int
    surface: int
    """Its surface combat factor; a transport or carrier has none (3.35)."""
    bombardment: int
    planes: int
    """The naval air factor of a carrier (3.36)."""
    lift: int
    """What a transport carries, in quarters of a corps (3.37)."""
    assault: bool
    """A type A transport, from which armor may assault (3.35)."""
    fast: bool


def read(kind: str, cell: str) -> Hull | None:
    """A side as the order of battle writes it.

    >>> read("BB", "B 23 26 20 S")
    Hull(protection='B', flak=23, surface=26, bombardment=20, planes=0, lift=0, assault=False, fast=False)
    >>> read("TT", "F 8 I H S").lift, read("CV", "D 17 4 F").planes
    (2, 4)
    """
    parts = cell.split()
    if not parts:
        return None
    fast = parts[-1] == "F"
    if kind in CARRIERS:
        return Hull(parts[0], int(parts[1]), 0, 0, int(parts[2]), 0, False, fast)
    if kind == "TT":
        lift = QUARTERS.get(parts[3]) or 4 * int(parts[3])
        return Hull(parts[0], int(parts[1]), 0, 0, 0, lift, parts[2] == "A", fast)
    return Hull(parts[0], int(parts[1]), int(parts[2]), int(parts[3]), 0, 0, False, fast)
