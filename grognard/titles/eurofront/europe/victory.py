"""Victory in 1944 (19.5): Victory Cities in Rail/Sea Supply, the Axis count doubled; of three seats each for itself."""

from __future__ import annotations

from grognard.titles.systems.front import economy

from .state import ALLIED, AXIS, SOVIET, Table

DOUBLED = 2
TEAM = "3"
"""The option by which one of a team of two plays the Allies, the other the Soviets."""


def cities(t: Table, power: int) -> int:
    """A power's Victory Cities that are in Rail/Sea Supply, Berlin counting double (19.5, 19.5/a)."""
    return sum(value for _, value in held_cities(t, power))


def held_cities(t: Table, power: int) -> list[tuple[int, int]]:
    """The Victory Cities of a power that count, with their value (19.5/a)."""
    own = t.p.held[power] & economy.in_rail_sea(t, power)
    return [(node, value) for node, value in t.world.extra["victory cities"] if own >> node & 1]


def apart(t: Table) -> bool:
    """Have Allies and Soviets a seat each, for themselves (19.51) or as a team?"""
    return bool(t.seat_of(ALLIED) != t.seat_of(SOVIET))


def three_sided(t: Table) -> bool:
    """Do Allies and Soviets play for themselves (19.51, S1944A)? As a team they win and lose together (ruling E543)."""
    return apart(t) and t.options.get("players") != TEAM


def winners(t: Table, power: int) -> tuple[int, ...]:
    """The seats of the side that a power is on (0/a)."""
    side = (AXIS,) if power == AXIS else (ALLIED, SOVIET)
    return tuple(dict.fromkeys(int(t.seat_of(one)) for one in side))


def count(t: Table) -> None:
    """At the end of May 1945 the cities decide (19.5, 19.51)."""
    if three_sided(t):
        count_each(t)
    else:
        count_sides(t)


def count_sides(t: Table) -> None:
    """Twice the Axis cities against those of Allies and Soviets (19.5)."""
    axis = DOUBLED * cities(t, AXIS)
    allied = cities(t, ALLIED) + cities(t, SOVIET)
    told = f"The Axis counts {axis}, Allies and Soviets {allied}."
    if axis == allied:
        t.close((), "draw", told, "19.5")
    else:
        t.close(winners(t, AXIS if axis > allied else ALLIED), "cities", told, "19.5")


def count_each(t: Table) -> None:
    """The player with the most cities wins (19.51)."""
    totals = {power: cities(t, power) for power in (AXIS, ALLIED, SOVIET)}
    most = max(totals.values())
    best = [power for power, total in totals.items() if total == most]
    told = ", ".join(f"{t.world.powers[power]} {total}" for power, total in totals.items())
    if len(best) > 1:
        t.close((), "draw", f"No one has the most Victory Cities: {told}.", "19.51")
    else:
        t.close((t.seat_of(best[0]),), "cities", f"Victory Cities: {told}.", "19.51")
