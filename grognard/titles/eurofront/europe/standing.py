"""Diplomatic Events that have happened and stand while their conditions hold (16.6), and what they are worth."""

from __future__ import annotations

from .. import tables
from . import predicates
from .nations import belligerent_side, is_neutral
from .state import ALLIED, AXIS, SOVIET, Table

LASTING = frozenset(event.id for event in tables.events().values() if event.repeat == "again when it has lapsed")
"""The events that lapse with their conditions, to be tried again (16.6)."""
BONUS = {
    "JI": (SOVIET, -10),
    "AB": (ALLIED, 5), "EB": (ALLIED, 5), "TB": (AXIS, -5), "SC": (ALLIED, 4), "RS": (ALLIED, -10),
}  # fmt: skip
"""What an event in force changes in basic production."""


TURKEY = 5
"""What Turkey is worth to the Axis (DE.TC, DE.TX)."""


def holds(t: Table, name: str, mandate: str = "") -> bool:
    """Do the conditions of an event hold (16.6)?"""
    return predicates.best(t, tables.events()[name], mandate) > 0


def in_force(t: Table, name: str) -> bool:
    """Has an event happened, and do its conditions hold where it lapses without them (16.6)?"""
    return name in t.p.politics and (name not in LASTING or holds(t, name))


def bonus(t: Table, power: int) -> int:
    """What events add to a power's basic production."""
    found = sum(points for name, (whose, points) in BONUS.items() if whose == power and in_force(t, name))
    return found + (turkish_points(t) if power == AXIS else 0)


def turkish_points(t: Table) -> int:
    """Turkey is worth five points to the Axis, as one that cooperates or fights beside it (DE.TC, DE.TX)."""
    cooperates = "TC" in t.p.politics and is_neutral(t, "Turkey")
    return TURKEY if cooperates or belligerent_side(t, "Turkey") == AXIS else 0
