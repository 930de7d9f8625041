"""Counts: how many of each kind lie off the map.

Hundreds of counters that wait in pools are no pieces. A position declares them as ``pool = counts()``, one byte a
kind, and never changes the bytes in place: a copy shares them, and a hash or a view reads them as they lie.

    >>> pool = more(bytes(3), 1, 2)
    >>> of(pool, 1), kinds(pool), of(pool, 7)
    (2, [1], 0)
"""

from __future__ import annotations


def of(counts: bytes, kind: int) -> int:
    """How many there are of a kind."""
    return counts[kind] if kind < len(counts) else 0


def more(counts: bytes, kind: int, n: int = 1) -> bytes:
    """The counts with so many more of a kind, or fewer; below nothing and above 255 there is none."""
    wanted = of(counts, kind) + n
    if not 0 <= wanted <= 255:
        raise ValueError(f"{wanted} of kind {kind}")
    longer = counts.ljust(kind + 1, b"\0")
    return longer[:kind] + bytes((wanted,)) + longer[kind + 1 :]


def kinds(counts: bytes) -> list[int]:
    """The kinds of which there is at least one, in order."""
    return [kind for kind, n in enumerate(counts) if n]
