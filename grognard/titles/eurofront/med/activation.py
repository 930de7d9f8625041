"""The Med Front comes alive with Italy's war (21.32)."""

from __future__ import annotations

from ..europe.nations import ITALY, joins
from ..state import ALLIED, AXIS, Table


def active(t: Table) -> bool:
    """Is the Med Front active: from the start, or since Italy is at war (21.322)?"""
    if ITALY not in t.world.scenario.get("neutrals", ()):
        return True
    return any(joins(ITALY, power) in t.p.politics for power in (AXIS, ALLIED))


def since(t: Table) -> int:
    """The month in which Italy went to war, or 0."""
    return max(int(t.p.politics.get(joins(ITALY, power), 0)) for power in (AXIS, ALLIED))
