"""The order of battle and force pools (8.5): which chits there are, when they can be had, and where they lie."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from grognard.engine.core import counts

from .. import tables as tb
from .. import world as w
from ..names import code
from ..position import AetoPosition, Table
from ..title import MAJORS, POWERS
from . import calendar as cal


class Listed(NamedTuple):
    """A row of the order of battle: so many chits of a sort, from when, and how they come."""

    sort: int
    chits: int
    available: str
    how: str


@cache
def sorts() -> tuple[int, ...]:
    """For each card the oldest one that is printed alike: the chits of a sort are one heap (A44)."""
    oldest: dict[tuple[object, ...], int] = {}
    return tuple(
        oldest.setdefault((c.power, c.kind, c.name, c.strength, c.steps, c.movement), c.number) for c in tb.cards()
    )


@cache
def listing() -> tuple[Listed, ...]:
    """Every row of the order of battle whose chits are in play (8.5/oob)."""
    by_row = {(c.power, c.kind, c.name, c.strength, c.available): c.number for c in reversed(tb.cards())}
    found = []
    for row in (*tb.table("forces.csv"), *tb.table("leaders.csv")):
        if row["nation"] not in POWERS or row["kind"] not in tb.KINDS:
            continue
        power, kind = POWERS.index(row["nation"]), tb.KINDS.index(row["kind"])
        card = by_row.get((power, kind, row["name"], int(row.get("strength") or 0), row["available"]))
        if card is not None:
            found.append(
                Listed(sorts()[card], int(row.get("count") or 1), row["available"], row.get("how", "") or "pool")
            )
    return tuple(found)


def year_listed(available: str) -> int:
    """The year from which a row can be had; 0 from the start, -1 for a row with a date or rule of its own."""
    if available == "START":
        return 0
    return int(available) if available.isdigit() else -1


def stock(t: Table) -> None:
    """Fill the pools at the start: all that the year's order of battle lists and that is not on the map (8.5/oob)."""
    p: AetoPosition = t.p
    year = cal.year_of(p.month)
    on_map = Counter(sorts()[p.card[i]] for i in range(len(p.at)) if p.steps[i])
    listed: Counter[int] = Counter()
    for row in listing():
        if 0 <= year_listed(row.available) <= year and goes_to_pool(t, row):
            listed[row.sort] += row.chits
    gone = set(t.world.settings.get("gone", ()))
    for sort, count in listed.items():
        card = tb.cards()[sort]
        left = max(0, count - on_map[sort])
        if left and card.name not in gone:
            add(p, sort, left, suez=is_for_suez(sort))


def goes_to_pool(t: Table, row: Listed) -> bool:
    """Does a row's power build: is it a major power or a partner, unconquered, and its chits not of a rule's own?"""
    power = tb.cards()[row.sort].power
    if tb.cards()[row.sort].kind in tb.SHIPS and not t.world.settings.get("sea"):
        return False
    if cal.is_conquered(t.p, power) or row.how.startswith(("7.15", "9.")) or "free" in row.how:
        return False
    return power < len(MAJORS) or cal.controller(t.p, power) >= 0


def is_for_suez(sort: int) -> bool:
    """Does the order of battle send a sort to the Suez Adds Box?"""
    return any(row.sort == sort and "Suez Adds" in row.how for row in listing())


def add(p: AetoPosition, sort: int, n: int = 1, suez: bool = False) -> None:
    """Put chits into a pool, or take them out."""
    if suez:
        p.suez = counts.more(p.suez, sort, n)
    else:
        p.pool = counts.more(p.pool, sort, n)


def year_adds(t: Table) -> None:
    """In the Winter Seasonal Turn the year's chits enter the pools or arrive as it is written (8.5/winter-add)."""
    p: AetoPosition = t.p
    year = str(cal.year_of(p.month))
    for row in listing():
        if row.available != year:
            continue
        if "free" in row.how:
            arrive_free(t, row)
        elif goes_to_pool(t, row):
            add(p, row.sort, row.chits, suez="Suez Adds" in row.how)
    t.emit("year_adds", "8.5/winter-add", year=year)


def arrive_free(t: Table, row: Listed) -> None:
    """Free chits of the year arrive in this Seasonal Turn (8.5/free)."""
    steps = tb.cards()[row.sort].steps
    expect(t.p, t.p.month, row.sort, steps, row.chits)


def expect(p: AetoPosition, month: int, sort: int, steps: int, n: int = 1) -> None:
    """Put chits on the Turn Track, or take them off (8.6/purchase)."""
    key = f"{month} {sort} {steps}"
    left = p.track.get(key, 0) + n
    if left:
        p.track[key] = left
    else:
        del p.track[key]


class Waiting(NamedTuple):
    """Chits on the Turn Track."""

    month: int
    sort: int
    steps: int
    chits: int


def waiting(p: AetoPosition) -> list[Waiting]:
    """What is on the Turn Track, in order."""
    found = []
    for key, chits in p.track.items():
        month, sort, steps = map(int, key.split())
        found.append(Waiting(month, sort, steps, chits))
    return sorted(found)


@cache
def words() -> tuple[str, ...]:
    """What each card is called in an order: ``ger_Panzer_corps_8-5``."""
    found = []
    for card in tb.cards():
        name = card.name.replace(" ", "_").replace("'", "").replace("(", "").replace(")", "")
        values = "" if card.kind in tb.LEADERS else f"_{card.strength}-{card.movement or card.range}"
        found.append(f"{code(card.power)}_{name}{values}")
    return tuple(found)


def price(t: Table, sort: int) -> int:
    """EPs for one step of a sort, by the table of its side (8.6/tables)."""
    row = cost_row(sort)
    return int(row[table_of(tb.cards()[sort].power, t.p)] or 0)


def delay(sort: int) -> int:
    """Seasons until a chit arrives (8.6/purchase)."""
    return int(cost_row(sort)["delay_seasons"])


@cache
def cost_row(sort: int) -> dict[str, str]:
    """The row of the EP Costs Tables for a sort; armor of strength 7 or more has one of its own."""
    card = tb.cards()[sort]
    kind = tb.KINDS[card.kind]
    item = "heavy armor (strength 7 or more)" if kind == "armor" and card.strength >= 7 else kind
    return next(row for row in tb.table("ep_costs.csv") if row["item"] == item)


def table_of(power: int, p: AetoPosition) -> str:
    """Germany and Italy use the Axis table, the Soviets their own, the others the Western one (8.6/tables)."""
    if power == w.USSR:
        return "soviet"
    return "axis" if cal.side_of(p, power) == 0 else "western"
