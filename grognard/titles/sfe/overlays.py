"""The map's overlays: supply, zones of control, control and railways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.board.hexset import from_iter
from grognard.engine.words.overlay import names

from . import supply, zones
from . import world as w
from .state import Table, army, phasing


def _power(t: Table, seat: int) -> int:
    """The side that a seat asks about; a spectator is shown the phasing player's."""
    mine = t.powers_of(seat)
    return mine[0] if mine else phasing(t)


def _supply(t: Table, seat: int) -> dict[str, Any]:
    """Where the seat's units are in supply, and which are not (23.13)."""
    power = _power(t, seat)
    lines = supply.lines(t, power)
    cut = from_iter(t.p.at[i] for i in army(t, power) if not supply.in_supply(t, i))
    notes = [{"place": name, "text": "cut off", "rule": "23.13", "style": "warn"} for name in names(t, cut)]
    return {
        "sets": [
            {"style": "supply", "places": names(t, lines.covered & t.world.land)},
            {"style": "cut", "places": names(t, cut)},
        ],
        "notes": [*notes, *({"place": n, "text": "source", "rule": "23.11", "style": ""}
                            for n in names(t, lines.sources))],
        "legend": [["supply", "in supply"], ["cut", "cut off"]],
    }  # fmt: skip


def _zones(t: Table, seat: int) -> dict[str, Any]:
    """The zones of both sides (6.1); limited ones are noted (28.01)."""
    sets, legend, notes = [], [], []
    for power, name in enumerate(w.POWERS):
        found = zones.zones(t, power)
        sets.append({"style": f"zone {name}", "places": names(t, found.all & t.world.land)})
        legend.append([f"zone {name}", f"{name.title()} zone"])
        notes += [{"place": n, "text": "limited", "rule": "28.01", "style": ""} for n in names(t, found.limited)]
    return {"sets": sets, "legend": legend, "notes": notes}


def _control(t: Table, seat: int) -> dict[str, Any]:
    """Who controls what (6.2)."""
    return {
        "sets": [
            {"style": f"held {name}", "places": names(t, t.p.land_of(power) & t.world.land)}
            for power, name in enumerate(w.POWERS)
        ]
    }


def _railways(t: Table, seat: int) -> dict[str, Any]:
    """The rail hexes that each side can use (8.06)."""
    return {
        "sets": [
            {"style": f"held {name}", "places": names(t, t.p.rail_of(power))} for power, name in enumerate(w.POWERS)
        ],
        "legend": [[f"held {name}", f"{name.title()} railway"] for name in w.POWERS],
    }


OVERLAYS: dict[str, Callable[[Table, int], dict[str, Any]]] = {
    "supply": _supply, "zones": _zones, "control": _control, "railways": _railways,
}  # fmt: skip
