"""The panels of WestFront: the battle that is fought, headquarters, the count, production, what is due."""

from __future__ import annotations

from typing import Any

from grognard.titles.systems.front import control, panels
from grognard.titles.systems.front.state import Table

from . import victory
from .looks import SIDES
from .scenarios import current
from .world import scenarios

HITS_ON = {4: "TF · 4, 5, 6", 5: "DF · 5, 6", 6: "SF · 6"}
GROUND = ("mountain", "hill", "forest", "marsh")
PORTS = ("Palermo", "Catania", "Messina")
"""The ports that decide the tutorial (HUSKY/1)."""


def of_seat(t: Table, seat: int) -> list[dict[str, Any]]:
    """All panels as a seat may see them."""
    return [
        *panels.battle(t), *panels.headquarters(t, seat), *_count(t, seat), *panels.production_ledger(t, seat),
        *panels.due(t, seat), *panels.beachheads(t),
    ]  # fmt: skip


def _count(t: Table, seat: int) -> list[dict[str, Any]]:
    """Victory: the seat's own count exactly, the enemy's as far as it can tell (17.1)."""
    decided = scenarios()[current(t)]["victory"]
    if decided == "sicilian ports":
        return [_ports(t)]
    if decided == "cities":
        return [_cities(t)]
    totals, rows, known = [], list[list[Any]](), {}
    for power, name in enumerate(t.world.powers):
        if t.seat_of(power) == seat:
            items = victory.items(t, power)
            rows = [[item, points] for item, points in items.items() if points]
            low = high = sum(items.values())
        else:
            low, high = victory.known(t, seat, power)
        known[name] = low, high
        text = str(low) if low == high else f"{low} to {high}"
        totals.append([SIDES[name]["name"], text, "exact" if low == high else "as far as you know"])
    return [{
        "kind": "count", "title": "Victory points", "text": lead(known["axis"], known["allied"]), "totals": totals,
        "rows": rows, "rule": "17.1", "side": True,
    }]  # fmt: skip


def lead(axis: tuple[int, int], allied: tuple[int, int]) -> str:
    """Who is ahead, as far as a seat can tell.

    >>> lead((41, 77), (-10, -10)), lead((5, 5), (5, 5)), lead((0, 9), (4, 4))
    ('The Axis leads by 51 to 87.', 'Nobody leads.', 'It cannot be told who leads.')
    """
    least, most = axis[0] - allied[1], axis[1] - allied[0]
    if least == most == 0:
        return "Nobody leads."
    if least < 0 < most:
        return "It cannot be told who leads."
    side, ends = ("The Axis leads", (least, most)) if most > 0 else ("The Allies lead", (-most, -least))
    return f"{side} by {ends[0]}." if least == most else f"{side} by {ends[0]} to {ends[1]}."


def _ports(t: Table) -> dict[str, Any]:
    """The tutorial's three ports: all three are an Allied victory, two a draw (HUSKY/1)."""
    rows, held = [], [0] * len(t.world.powers)
    fought = control.battles(t)
    for port in PORTS:
        node = t.title.find_node(t, port)
        owner = next((q for q in range(len(held)) if control.friendly(t.p, q) >> node & 1), -1)
        if owner >= 0 and not fought >> node & 1:
            held[owner] += 1
        words = SIDES[t.world.powers[owner]]["name"] if owner >= 0 else "disputed"
        rows.append([port, f"{words}, fought over" if fought >> node & 1 else words])
    totals = [[SIDES[name]["name"], f"{held[q]} of 3", "ports of Sicily"] for q, name in enumerate(t.world.powers)]
    return {
        "kind": "count", "title": "Victory", "totals": totals, "rows": rows, "rule": "HUSKY/1", "side": True,
        "text": "At the end of August: three Allied ports are a victory, two a draw, fewer are lost.",
    }  # fmt: skip


def _cities(t: Table) -> dict[str, Any]:
    """In winter 44 only Victory Cities count, and all can see them (17.32)."""
    totals = [
        [SIDES[name]["name"], str(victory.cities(t, power)), "Victory Cities"]
        for power, name in enumerate(t.world.powers)
    ]
    return {"kind": "count", "title": "Victory", "totals": totals, "rows": [], "rule": "17.32", "side": True}
