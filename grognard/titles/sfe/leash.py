"""How far a nation's army goes in a scenario, and when it begins to fight (R5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_between_orders, cached_values

from . import ice, neutrality, zones
from . import world as w
from .state import Table, movers


@cached_values(32)
def within_leash(world: w.World, nation: str) -> int:
    """The hexes that a nation's units may enter."""
    bound = world.settings.get("leash", {}).get(nation)
    if bound is None:
        return -1
    return spread(world.board.nation[bound["nation"]] & world.land, world.walk, int(bound["hexes"]))


def forbidden(t: Table, pieces: tuple[int, ...]) -> int:
    """The hexes that lie too far beyond the border for some of these units (R5)."""
    allowed = -1
    for nation in {t.world.units[i].nation for i in pieces}:
        allowed &= within_leash(t.world, nation)
    found = int(ice.ground(t).land & ~allowed) if allowed != -1 else 0
    return found | closed_lands(t.world)


def stay_order(t: Table, piece: int) -> str:
    """Why a unit may not leave its hex by the scenario's orders, in a sentence (B2, B4, B6); else nothing."""
    unit = t.world.units[piece]
    if t.p.refitting >> piece & 1:
        return "It was upgraded in this segment and does not move (27.32)."
    if neutrality.still_neutral(t, piece):
        return f"The {unit.nation} army stays where it is while its country is neutral (B2)."
    if waits_for_calais(t, unit):
        return "Another landing is expected in the Pas de Calais: the divisions there wait (O4)."
    for row in t.world.settings.get("stay", ()):
        if _holds(t, unit, row):
            return str(row["says"])
    return ""


def waits_for_calais(t: Table, unit: w.Unit) -> bool:
    """Mobile divisions of 15 Army wait for a landing in their zone, but for one from JUN 2 and two from JUL 1 (O4)."""
    rule = t.world.settings.get("fortitude")
    if rule is None or unit.name not in rule["units"] or t.p.at[unit.index] != unit.place:
        return False
    zone = t.world.board.region[rule["zone"]] & t.world.land
    quota = next((most for day, most in rule["quota"].items() if t.p.turn <= t.world.turns.index(day) + 1), -1)
    if quota < 0 or zone & t.p.allied_land:
        return False
    others = [t.world.by_name[name.casefold()] for name in rule["units"]]
    return sum(t.p.at[i] != t.world.units[i].place for i in others) >= quota


def _holds(t: Table, unit: w.Unit, row: Mapping[str, Any]) -> bool:
    """Does an order to stay bind a unit today?"""
    if "until" in row and t.p.turn > t.world.turns.index(row["until"]):
        return False
    if "units" in row:
        return unit.name in row["units"]
    formed = not row.get("formations") or unit.formation.startswith(tuple(row["formations"]))
    if unit.nation not in row["nations"] or not formed:
        return False
    zone = zones.against(t, unit.power).all if row.get("in_zones") else -1
    return bool(zone >> t.p.at[unit.index] & 1)


@cached_between_orders
def free_to_move(t: Table, power: int) -> int:
    """Units that no order of the scenario holds in their hex."""
    orders = t.world.settings
    if not (t.p.refitting or t.p.neutral or "fortitude" in orders or orders.get("stay")):
        return from_iter(movers(t, power))
    return from_iter(i for i in movers(t, power) if not stay_order(t, i))


@cached_values(16)
def closed_lands(world: w.World) -> int:
    """Countries that ground units do not enter, though wings may base there (A5)."""
    bits = 0
    for nation in world.settings.get("closed", ()):
        bits |= world.board.nation[nation]
    return bits


def waits(t: Table, piece: int) -> bool:
    """Does the unit's nation not attack yet (R5)?"""
    day = t.world.settings.get("not_before", {}).get(t.world.units[piece].nation)
    return day is not None and t.p.turn <= t.world.turns.index(day)
