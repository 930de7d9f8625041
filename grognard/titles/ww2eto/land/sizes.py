"""How large a unit may be (7.22-7.27, 10.32, 10.73): by nation, date and Russia's state of war."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from .. import world as w
from ..state import PEACETIME, Table

LARGEST = 8


RULES = ("7.22", "7.22/a", "7.23", "10.32/a", "7.26", "7.27", "10.32/c", "14.13")
"""The rules that unit_sizes.csv cites, and the one that keeps Russians small until they are invaded."""


@cache
def _rows(nation: int) -> tuple[dict[str, Any], ...]:
    """The rows of a nation, with the Game-Turn from which each holds."""
    index = {row["turn"]: int(row["index"]) for row in w.table("turns.csv")}
    return tuple(
        {"from": index[row["from_turn"]], "state": row["russian_status"], "max": int(row["max"]),
         "exact": row["exact"] == "yes", "source": w.words(row["source"])[0]}
        for row in w.table("unit_sizes.csv") if w.NATIONS[nation] in w.words(row["nations"])
    )  # fmt: skip


def russian_state(t: Table) -> str:
    """The word of unit_sizes.csv for Russia's state: its size depends on whether it has been invaded."""
    p = t.p
    if p.russia_invaded_on:
        return "invaded"
    return "peacetime" if p.russia == PEACETIME else "limited_war"


def _row(t: Table, nation: int, but: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """The row in force: the last whose date has come; ``but`` names rules left out to say which limits a unit."""
    turn, state, found = t.p.turn, russian_state(t), NONE
    for row in _rows(nation):
        if row["from"] <= turn and row["state"] in ("", state) and row["source"] not in but:
            found = row
    return found


NONE: Mapping[str, Any] = {"max": LARGEST, "exact": False}
"""Without a row units may have any size."""


def max_size(t: Table, nation: int, but: tuple[str, ...] = ()) -> int:
    """The most strength points that a unit of a nation may have now: Russians are small until invaded (10.32/a)."""
    if "10.32/a" in but and nation == w.USSR and not t.p.russia_invaded_on:
        return LARGEST
    most_: int = _row(t, nation, but)["max"]
    return most_


def limit(t: Table, piece: int, but: tuple[str, ...] = ()) -> int:
    """The most points that a unit may be built up to."""
    return most(t, t.p.nation[piece], t.p.power[piece], but)


def most(t: Table, nation: int, power: int, but: tuple[str, ...] = ()) -> int:
    """The same for any unit of a nation that a power owns: with the Axis all but Germans have its others' (7.22/a)."""
    size = max_size(t, nation, but)
    return size if power != w.AXIS or nation == w.GERMANY else min(size, max_size(t, w.ITALY, but))


def exact_size(t: Table, nation: int, but: tuple[str, ...] = ()) -> int:
    """The size that a unit must have, or 0: Russians have exactly two points in peacetime (10.32/e)."""
    row = _row(t, nation, but)
    return int(row["max"]) if row["exact"] and "10.32/e" not in but else 0


def fits(t: Table, nation: int, strength: int) -> bool:
    """May a unit of a nation have so many points?"""
    exact = exact_size(t, nation)
    return strength == exact if exact else 0 < strength <= max_size(t, nation)
