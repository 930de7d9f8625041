"""How ships look on the table: their counters and the panel of fleets. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import among, members, where

from .. import names
from .. import tables as tb
from ..pieces import spoken
from ..position import Table
from ..seasonal import calendar as cal
from ..sides import name_of
from ..title import POWERS
from . import ports, ships, waters

CLASSES = {
    "CL": "light cruisers", "DD": "destroyers", "DE": "escorts", "CVE": "escort carrier", "SS": "submarines",
    "U-boat": "U-boats", "STP": "transports",
}  # fmt: skip
"""What ships without a name are called."""


def ship_face(t: Table, piece: int, card: tb.Card) -> dict[str, Any]:
    """Gunnery, defence and speed, as a ship's counter shows them."""
    label = card.name if card.kind in tb.NAMED_SHIPS else tb.KINDS[card.kind]
    figures = f"{ships.gunnery(t, piece)}-{ships.defence(t, piece)}-{card.speed}"
    if card.kind == tb.STP:
        figures = f"{t.p.steps[piece]} pt"
    return {"label": label, "strength": figures, "steps": t.p.steps[piece], "most": card.steps}


def panels(t: Table, seat: int) -> list[dict[str, Any]]:
    """Where the fleets lie: place, power, ships, and how much of a port is taken."""
    p = t.p
    groups: dict[tuple[int, int], list[int]] = {}
    for i in members(where(p.kind, among(*tb.SHIPS)) & ~where(p.steps, among(0))):
        groups.setdefault((p.at[i], p.power[i]), []).append(i)
    if not groups:
        return []
    rows = []
    for (node, power), group in sorted(groups.items(), key=lambda item: (item[0][1], spoken(t, item[0][0]))):
        docked = node in waters.ports_of(t.world)
        taken = ships.chits(t, ships.ships_at(t, node))
        berth = f"{taken} of {ports.capacity(t, node)}" if docked else "at sea"
        rows.append([spoken(t, node), name_of(POWERS[power]), listed(t, group), berth])
    columns = ["place", "power", "ships", "berths"]
    return [{"kind": "pool", "title": "Fleets", "columns": columns, "rows": rows, "rule": "3.0"}]


def listed(t: Table, group: list[int]) -> str:
    """Ships with a name by it, the others by class and number; damaged ones say so."""
    counted: dict[str, int] = {}
    for i in group:
        card = t.world.cards[t.p.card[i]]
        name = tb.KINDS[card.kind]
        if card.kind in tb.NAMED_SHIPS:
            name = names.leader_names()[card.number].replace("_", " ")
        if ships.in_yard(t, i):
            name += f" (in the yard until {cal.season_name(t.p.due[f'yard {i}'])})"
        elif ships.is_wreck(t, i):
            name += " (sunk in port)"
        elif ships.is_damaged(t, i):
            name += " (damaged)"
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counted.items())
