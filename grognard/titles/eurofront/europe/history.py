"""Historical diplomacy, an option (DE/historical): events come as they came in the war, without dice."""

from __future__ import annotations

from functools import cache

from grognard.titles.systems.front.state import month_number

from .. import tables
from .state import Table

HISTORICAL = "historical"
LAST = month_number("1942-11")
"""The last month of the printed timetable; from then on events are diced for."""
IN_THEIR_MONTHS = frozenset(("SR", "XR"))
"""Those that came several times: each only in a month of its own (ruling E542)."""
FAILS = "fails"


def followed(t: Table) -> bool:
    """Do events still follow the timetable of history?"""
    return bool(t.options.get("diplomacy") == HISTORICAL and t.p.month <= LAST)


def is_due(t: Table, event: str, mandate: str) -> bool:
    """An event comes in its month of the timetable, or later if it could not come then (DE/historical, ruling E542)."""
    months = _months(event, mandate)
    if event in IN_THEIR_MONTHS:
        return t.p.month in months
    return bool(months) and t.p.month >= min(months)


@cache
def _months(event: str, mandate: str) -> tuple[int, ...]:
    rows = [row for row in tables.rows("history") if (row["event"], row["mandate"]) == (event, mandate)]
    return tuple(month_number(row["month"]) for row in rows)


def succeeds(event: str) -> bool:
    """Did an event take place in history, or was it tried in vain (DE.YX)?"""
    return all(row["result"] != FAILS for row in tables.rows("history") if row["event"] == event)
