"""The Med Front comes alive with Italy's war (21.32)."""

from __future__ import annotations

from ..europe.nations import ITALY, joins
from ..state import ALLIED, AXIS, Table

NEWLY = 3
"""The months in which allocations to a new front do not grow beyond their first measure (21.37/b)."""


def active(t: Table) -> bool:
    """Is the Med Front active: from the start, or since Italy is at war (21.322)?"""
    if ITALY not in t.world.scenario.get("neutrals", ()):
        return True
    return any(joins(ITALY, power) in t.p.politics for power in (AXIS, ALLIED))


def settled(t: Table) -> bool:
    """Has the Med Front been active for three months (21.37/b)?"""
    return bool(t.p.month - since(t) >= NEWLY)


def since(t: Table) -> int:
    """The month in which Italy went to war, or 0."""
    return max(int(t.p.politics.get(joins(ITALY, power), 0)) for power in (AXIS, ALLIED))
