"""How 1941 and 1942 look on the table: sentences, panels. It holds no rules."""

from __future__ import annotations

from typing import Any

from ..europe.table import NAMES, EuropeTable
from ..state import ALLIED, AXIS
from ..war import naval
from .hooks import TideHooks
from .state import Table, position

EVENTS = {
    "unused_to_the_desert": "{pieces:is|are} not used to the desert: {steps} steps lost at {places}",
    "shipping": "Ships of the {power} bring {points} of {shipped} points to the Med, dice {dice}",
    "drove": "{pieces:drives|drive} {places}",
    "shipped_south": "{points} points a month go to the Med",
    "transferred_south": "Ten points of the West are sent to the Med",
}


class TideTable(TideHooks, EuropeTable):
    """What the browser asks of the years before the Med Front is won."""

    says = {**EuropeTable.says, **EVENTS}

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [*super().panels(t, seat), _seas(t), *_ships(t, seat)]


def _seas(t: Table) -> dict[str, Any]:
    """The naval balance and the seaways (15.8)."""
    ruler = naval.ruling(t)
    rows = [["Naval Supremacy", NAMES[ruler] if ruler >= 0 else "no one"]]
    for seaway in naval.SEAWAYS:
        users = [NAMES[power] for power in (AXIS, ALLIED) if naval.usable(t, power, seaway)]
        rows.append([f"{seaway} Seaway", ", ".join(users) or "no one"])
    return {"kind": "pool", "title": "The sea", "columns": ["what", "who"], "rows": rows, "rule": "15.8"}


def _ships(t: Table, seat: int) -> list[dict[str, Any]]:
    """What the seat ships to the Med Front a month (21.37)."""
    own = [power for power in (t.powers_of(seat) if seat >= 0 else ()) if power in (AXIS, ALLIED)]
    rows = [[NAMES[power], position(t).allocated[power]] for power in own]
    return [{"kind": "ledger", "title": "Shipped to the Med, a month", "rows": rows, "rule": "21.37"}] if rows else []
