"""Panels of the Seasonal Turn: ledgers of income, force pools, the Turn Track, works, politics and its chances."""

from __future__ import annotations

from typing import Any

from grognard.engine.core import counts

from .. import tables as tb
from ..pieces import spoken
from ..politics import partners
from ..position import AXIS, SOVIET, WEST, Table
from ..sides import name_of
from ..title import MAJORS, POWERS
from . import calendar as cal
from . import income, pools

ALLIANCES = {AXIS: "Axis", WEST: "Western Allies", SOVIET: "Soviet"}


def of_season(t: Table, seat: int) -> list[dict[str, Any]]:
    """The panels of a scenario that has Seasonal Turns; those of the seat's own powers first."""
    if not t.world.settings.get("seasons"):
        return []
    return [*ledgers(t, seat), *force_pools(t, seat), *turn_track(t), *works(t), *politics(t)]


def ledgers(t: Table, seat: int) -> list[dict[str, Any]]:
    """What each power of a seat will collect in the next Seasonal Turn as things stand, line by line."""
    found = []
    for power in cal.majors(t):
        if t.seat_of(power) != seat and seat < len(t.seats):
            continue
        lines = income.ledger(t, power)
        rows: list[list[Any]] = [
            [line.what, line.hexes if line.rule != "8.1/income" else "", line.ep] for line in lines
        ]
        rows.append(["Income", "", sum(line.ep for line in lines)])
        rows.append(["On the track now", "", t.p.ep[power]])
        rows.append(["In reserve", "", t.p.reserve[power]])
        title = f"Ledger of {name_of(POWERS[power])}"
        columns = ["", "hexes", "EPs"]
        found.append({"kind": "ledger", "title": title, "columns": columns, "rows": rows, "rule": "8.1/income"})
    return found


def force_pools(t: Table, seat: int) -> list[dict[str, Any]]:
    """What can be bought, by power: chits, price of a step, delay."""
    found = []
    for power in cal.majors(t):
        if t.seat_of(power) != seat and seat < len(t.seats):
            continue
        rows = pool_rows(t, power)
        if rows:
            title = f"Force pool of {name_of(POWERS[power])}"
            columns = ["chit", "count", "EPs", "arrives"]
            found.append({"kind": "pool", "title": title, "columns": columns, "rows": rows, "rule": "8.5/repurchase"})
    return found


def pool_rows(t: Table, power: int) -> list[list[Any]]:
    """A row a sort: its name and values, how many, what a step costs, when it comes."""
    rows: list[list[Any]] = []
    for heap, note in ((t.p.pool, ""), (t.p.suez, ", Suez")):
        for sort in counts.kinds(heap):
            card = t.world.cards[sort]
            if card.power not in cal.served_by(t.p, power) or card.kind == tb.PARTISAN:
                continue
            nation = "" if card.power == power else f"{name_of(POWERS[card.power])} "
            if card.kind in tb.LEADERS:
                rows.append([f"{nation}{card.name} ({tb.KINDS[card.kind]})", counts.of(heap, sort), "", "posted"])
                continue
            ahead = pools.delay(sort)
            when = cal.SEASONS[cal.season_of(cal.next_season(t.p.month, ahead))] if ahead else "at once"
            values = f"{card.strength}-{card.movement or card.range}"
            rows.append([f"{nation}{card.name} {values}{note}", counts.of(heap, sort), pools.price(t, sort), when])
    return rows


def turn_track(t: Table) -> list[dict[str, Any]]:
    """Chits that have been ordered and are not there yet."""
    rows = [
        [cal.season_name(chit.month), name_of(POWERS[t.world.cards[chit.sort].power]), t.world.cards[chit.sort].name,
         chit.steps, chit.chits]
        for chit in pools.waiting(t.p)
    ]  # fmt: skip
    columns = ["season", "power", "unit", "steps", "count"]
    return (
        [{"kind": "pool", "title": "Turn Track", "columns": columns, "rows": rows, "rule": "8.6/purchase"}]
        if rows
        else []
    )


def works(t: Table) -> list[dict[str, Any]]:
    """Installations under construction, and destroyed ones."""
    rows = [
        [spoken(t, int(key.split()[0])), key.split()[1].replace("_", " "), f"ready in {cal.season_name(month)}"]
        for key, (month, _) in sorted(t.p.works.items())
    ]  # fmt: skip
    rows += [
        [spoken(t, int(key.split()[0])), key.split()[1].replace("_", " "), "destroyed"] for key in sorted(t.p.destroyed)
    ]
    columns = ["place", "installation", ""]
    return (
        [{"kind": "pool", "title": "Works", "columns": columns, "rows": rows, "rule": "8.11/installation"}]
        if rows
        else []
    )


def politics(t: Table) -> list[dict[str, Any]]:
    """Who is on which side, and for each nation that can be tried every modifier that counts now and its chance."""
    rows: list[list[Any]] = []
    for nation in partners.tried():
        if not partners.is_eligible(t, nation):
            continue
        who = name_of(POWERS[partners.roller(nation)])
        rows.append(
            [name_of(nation), f"tried by {who}", f"{partners.net(t, nation):+d}", f"{partners.chance(t, nation)} in 6"]
        )
        for one in partners.modifiers(t, nation):
            rows.append(["", t.title.book.sentence(one.rule).rstrip("."), f"{one.amount:+d}", ""])
    found = [sides(t)]
    if rows:
        columns = ["nation", "modifier", "die", "chance"]
        found.append({"kind": "chart", "title": "Partners", "columns": columns, "rows": rows, "rule": "8.0/zero"})
    return found


def sides(t: Table) -> dict[str, Any]:
    """Alliances and conquests."""
    p = t.p
    rows = [
        [name, ", ".join(name_of(POWERS[power]) for power, side in enumerate(p.alliance)
                         if side == alliance and not cal.is_conquered(p, power))]
        for alliance, name in ALLIANCES.items()
    ]  # fmt: skip
    for power in range(len(MAJORS)):
        fallen = [name_of(nation) for nation, (who, _) in sorted(p.conquests.items()) if who == power]
        if fallen:
            rows.append([f"conquered by {name_of(POWERS[power])}", ", ".join(fallen)])
    return {"kind": "chart", "title": "Politics", "columns": ["side", "nations"], "rows": rows, "rule": "9.0"}
