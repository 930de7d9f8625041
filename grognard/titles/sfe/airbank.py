"""Air points as a campaign of several years keeps them (27.24/3)."""

from __future__ import annotations

from grognard.engine.core.rules import Owed

from . import world as w
from .state import Table, date

PRICE = 6
SHARE, MINOR = 3, 2
"""Without a lost wing a major power saves a third of its Active Air limit, a minor country two points (27.24/3)."""


def bank(t: Table, power: int) -> dict[str, int]:
    """What a month brings the countries of a side that save their air points."""
    return {nation: int(n) for nation, n in t.world.side(power).get("air_points", {}).items()}


def lost(t: Table, nation: str) -> list[w.Unit]:
    """A country's wings in the pool."""
    return [
        u for u in t.world.units
        if u.air and u.nation == nation and t.p.at[u.index] == t.world.pool and t.p.due[u.index] >= 0
    ]  # fmt: skip


def monthly(t: Table, power: int) -> None:
    """Points come on the first turn of a month and are saved, without a die (27.24/3)."""
    if not date(t).endswith(" 1"):
        return
    for nation, more in bank(t, power).items():
        t.p.air_bank[nation] = most_saved(t, power, nation, int(t.p.air_bank.get(nation, 0)) + more)


def most_saved(t: Table, power: int, nation: str, have: int) -> int:
    """With no wing to replace a country keeps a third of its limit, rounded down; a minor one two (27.24/3)."""
    if lost(t, nation):
        return have
    limit = t.world.side(power).get("air_limits", {}).get(nation)
    return min(have, MINOR if limit is None else int(limit) // SHARE)


def covers(t: Table, unit: w.Unit) -> bool:
    """Six saved points replace a wing (27.24/3)."""
    return unit.nation in bank(t, unit.power) and t.p.air_bank.get(unit.nation, 0) >= PRICE


def pay(t: Table, unit: w.Unit) -> bool:
    """Six points are spent on a wing, if its country saves them."""
    if not covers(t, unit):
        return False
    t.p.air_bank[unit.nation] -= PRICE
    return True


def owed(t: Table, seat: int) -> list[Owed]:
    """A wing must be replaced if that is possible (27.24/3)."""
    from . import production

    found = []
    for power in t.powers_of(seat):
        for nation in bank(t, power):
            able = [u for u in lost(t, nation) if covers(t, u) and production.hexes_for(t, seat, (u.index,))]
            found += [
                Owed("27.24/3", f"{nation} has six air points: a wing is replaced now.", piece=u.index)
                for u in able[:1]
            ]
    return found
