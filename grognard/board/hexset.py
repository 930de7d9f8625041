"""A set of nodes is one int: bit n is set when node n is in the set.

Union, intersection and difference are `a | b`, `a & b` and `a & ~b`; the size is `a.bit_count()`.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import compress

_ones = re.compile("1").finditer
_FLAGS = bytes.maketrans(b"01", b"\0\1")
_NODES = tuple(range(4096))


def bit(node: int) -> int:
    """The set that holds one node.

    >>> bit(3)
    8
    """
    return 1 << node


def from_iter(nodes: Iterable[int]) -> int:
    """The set of some nodes.

    >>> from_iter([0, 3, 3])
    9
    """
    area = 0
    for node in nodes:
        area |= 1 << node
    return area


@lru_cache(maxsize=2048)
def members(area: int) -> tuple[int, ...]:
    """The nodes of a set, in ascending order. Kept, for most sets are read again and again.

    >>> members(0b1001)
    (0, 3)
    """
    # Measured: few are peeled off one by one, a dense set is read as flags, the rest searched for ones.
    many = area.bit_count()
    if many < 11:
        found = []
        while area:
            low = area & -area
            found.append(low.bit_length() - 1)
            area ^= low
        return tuple(found)
    if many << 3 > area.bit_length() <= 4096:
        return tuple(compress(_NODES, bin(area)[:1:-1].encode().translate(_FLAGS)))
    return tuple([one.start() for one in _ones(bin(area)[:1:-1])])


def first(area: int) -> int:
    """The lowest node of a set that is not empty.

    >>> first(0b1100)
    2
    """
    return (area & -area).bit_length() - 1


def nth(area: int, place: int) -> int:
    """The node in a place of a set, counted from 0 in ascending order.

    >>> nth(0b1101, 2)
    3
    """
    if place > 64:
        return members(area)[place]
    for _ in range(place):
        area &= area - 1
    return (area & -area).bit_length() - 1


@cache
def among(*values: int) -> bytes:
    """The wanted values of a column, for :func:`where`: numbers from 0 to 254, or -1."""
    return bytes([49 if value in values or (value == 255 and -1 in values) else 48 for value in range(256)])


ZERO = among(0)
"""Nothing is wanted but 0."""
SOME = among(*range(1, 255), -1)
"""Anything but 0 is wanted."""
_LAST_BYTE = -4 if sys.byteorder == "little" else -1


def where(column: array[int], wanted: bytes) -> int:
    """The places of a column of small numbers that hold a wanted one, as a set.

    >>> bin(where(array("i", [2, 0, 7, 2]), among(2)))
    '0b1001'
    """
    # Measured: a short column is read anew in less time than it takes to look it up.
    if len(column) > 80:
        return _where(column.tobytes(), wanted)
    return int(column.tobytes()[_LAST_BYTE::-4].translate(wanted), 2) if column else 0


@lru_cache(maxsize=2048)
def _where(column: bytes, wanted: bytes) -> int:
    # Kept, for most columns stay as they were from one question to the next.
    return int(column[_LAST_BYTE::-4].translate(wanted), 2)
