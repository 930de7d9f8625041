"""Who plays each power now: the seats of the rows of the turn."""

from __future__ import annotations

from . import world as w
from .world import Table


def red(t: Table) -> int:
    """The seat that plays Red."""
    return int(t.seat_of(w.RED))


def blue(t: Table) -> int:
    """The seat that plays Blue."""
    return int(t.seat_of(w.BLUE))


def green(t: Table) -> int:
    """The seat that plays Green."""
    return int(t.seat_of(w.GREEN))
