"""How large a unit may be (7.22-7.27, 10.32, 10.73): by nation, date and Russia's state of war."""

from __future__ import annotations

from functools import cache

from grognard.engine.core.cache import cached_values

from . import world as w
from .state import PEACETIME, Table

LARGEST = 8
RULES = ("7.22", "7.22/a", "7.23", "10.32/a", "7.26", "7.27", "10.32/c", "14.13")
"""The rules that unit_sizes.csv cites, and the one that keeps Russians small until they are invaded."""


@cache
def _rows(nation: int) -> tuple[dict[str, str], ...]:
    return tuple(row for row in w.table("unit_sizes.csv") if w.NATIONS[nation] in w.words(row["nations"]))


def russian_state(t: Table) -> str:
    """The word of unit_sizes.csv for Russia's state: its size depends on whether it has been invaded."""
    p = t.p
    if p.russia_invaded_on:
        return "invaded"
    return "peacetime" if p.russia == PEACETIME else "limited_war"


def _row(t: Table, nation: int) -> dict[str, str]:
    """The row in force: the last whose date has come."""
    return _row_in_force(nation, t.p.turn, russian_state(t), t.rules.off)


@cached_values(512)
def _row_in_force(nation: int, turn: int, state: str, off: frozenset[str]) -> dict[str, str]:
    found = {}
    index = {row["turn"]: int(row["index"]) for row in w.table("turns.csv")}
    for row in _rows(nation):
        fits = not row["russian_status"] or row["russian_status"] == state
        if fits and index[row["from_turn"]] <= turn and off.isdisjoint(w.words(row["source"])[:1]):
            found = row
    return found


def max_size(t: Table, nation: int) -> int:
    """The most strength points that a unit of a nation may have now."""
    return _max_size(nation, t.p.turn, russian_state(t), t.rules.off)


@cached_values(512)
def _max_size(nation: int, turn: int, state: str, off: frozenset[str]) -> int:
    row = _row_in_force(nation, turn, state, off)
    if nation == w.USSR and state != "invaded" and "10.32/a" in off:
        return LARGEST
    return int(row["max"]) if row else LARGEST


def limit(t: Table, piece: int) -> int:
    """The most points that a unit may be built up to: with the Axis all but Germans have its others' size (7.22/a)."""
    return most(t, t.p.nation[piece], t.p.power[piece])


def most(t: Table, nation: int, power: int) -> int:
    """The same for any unit of a nation that a power owns."""
    size = max_size(t, nation)
    return size if power != w.AXIS or nation == w.GERMANY else min(size, max_size(t, w.ITALY))


def exact_size(t: Table, nation: int) -> int:
    """The size that a unit must have, or 0: Russians have exactly two points in peacetime (10.32/e)."""
    row = _row(t, nation)
    return int(row["max"]) if row and row["exact"] == "yes" and t.rules.on("10.32/e") else 0


def fits(t: Table, nation: int, strength: int) -> bool:
    """May a unit of a nation have so many points?"""
    exact = exact_size(t, nation)
    return strength == exact if exact else 0 < strength <= max_size(t, nation)
