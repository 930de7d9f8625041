"""Control in the Spanish Civil War (SCW.1): no hex remembers its owner, and what is no one's is open to both."""

from __future__ import annotations

from grognard.board.area import step
from grognard.titles.systems.front import control

from ..state import ALLIED, AXIS, Table, position


def zones(t: Table) -> list[int]:
    """The zones of control of units, and of garrisons that are supplied and not fought over (SCW.2)."""
    p, w = position(t), t.world
    engaged = control.battles(t)
    present, zone = control.zones(t, engaged)
    taken = w.closed_to[AXIS]
    for nodes in (*present, *p.garrisons):
        taken |= nodes
    ground = w.land & ~taken
    return [
        (zone[power] | step(p.garrisons[power] & ~p.unfed[power] & ~engaged, w.zone)) & ground
        for power in range(len(zone))
    ]


def disputed(zone: list[int]) -> int:
    """Empty hexes in the zones of both sides (SCW.1, 8.33)."""
    return zone[AXIS] & zone[ALLIED]


def now(t: Table) -> tuple[list[int], int]:
    """Who controls what, whoever did before (SCW.1)."""
    zone = zones(t)
    both = disputed(zone)
    return [_controlled(t, power, zone, both) for power in range(len(zone))], both


def _controlled(t: Table, power: int, zone: list[int], both: int) -> int:
    """A side's hexes: occupied alone, as Original Defender, in its zone, its loyal towns, its friends' land (SCW.1)."""
    engaged = control.battles(t)
    held = stands_alone(t, power) & ~engaged | t.p.defends[power] & engaged
    held |= zone[power] & ~both
    held |= loyal_towns(t, power, zone)
    return held | int(t.world.extra["abroad"][power])


def stands_alone(t: Table, power: int) -> int:
    """The hexes with units or a garrison of one side only (SCW.1)."""
    p = position(t)
    return int(p.occupied[power] | p.garrisons[power]) & int(t.world.land) & ~control.enemy_units(t, power)


def loyal_towns(t: Table, power: int, zone: list[int]) -> int:
    """Loyal cities and towns that are empty and in no one's zone (SCW.1)."""
    p, empty = position(t), int(t.world.extra["loyal"][power])
    for nodes in (*p.occupied, *p.garrisons, *zone):
        empty &= ~nodes
    return empty


def enemy_held(t: Table, power: int) -> int:
    """The hexes that the enemy controls."""
    return control.held_by(t.p, AXIS + ALLIED - power)


def traced(t: Table, power: int) -> int:
    """Command and supply pass friendly, disputed and uncontrolled hexes (SCW.1)."""
    return int(t.world.land) & ~enemy_held(t, power)


def as_friendly(t: Table, power: int) -> int:
    """Rail runs through friendly and uncontrolled hexes, not through disputed or enemy ones (SCW.8)."""
    return traced(t, power) & ~int(t.p.disputed)
