"""The surprise of a scenario's first turn: wings lost on the ground (28.16), and what a side caught cannot do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.hexset import members

from . import world as w
from .state import Table


def losses(scenario: str, die: int) -> int:
    """The wings that are lost before the first turn (28.16/b)."""
    rows = [row for row in w.chart("surprise_air_losses") if row["scenario"] == scenario]
    return next((int(row["losses"]) for row in rows if int(row["die"]) == die), 0)


def on_the_ground(t: Table) -> None:
    """One die says how many wings are lost, drawn at random (28.16/b), or by the owner's choice (28.16/a)."""
    if t.options.get("air_losses_40") == "on":
        lost = losses(t.scenario, t.roll("surprise"))
        power = w.POWERS.index(t.world.settings["surprise_losses"]["side"])
        t.ask("writing_off", t.seat_of(power), power, left=lost, whole=lost)
        return
    if not caught(t) or t.options.get("air_losses") != "on":
        return
    lost = losses(t.scenario, t.roll("surprise"))
    power = w.POWERS.index(caught(t)["flyers"])
    wings = [i for i in members(t.world.air_slots) if t.p.power[i] == power and t.p.at[i] < t.world.arrivals]
    for _ in range(min(lost, len(wings))):
        piece = wings.pop(t.roll("surprise", len(wings)) - 1)
        t.p.put(piece, t.world.pool)


def caught(t: Table) -> Mapping[str, Any]:
    """The scenario's rules of surprise, while they hold: on the first turn."""
    found: Mapping[str, Any] = t.world.settings.get("surprise", {})
    return found if t.p.turn == 1 else {}


def asleep(t: Table, power: int) -> bool:
    """Is this the side that was caught?"""
    return caught(t).get("flyers") == w.POWERS[power]


def zones_shrink(t: Table, power: int) -> bool:
    """In the enemy's first segment its ground units have limited zones only (R2)."""
    return asleep(t, power) and t.p.player != power
