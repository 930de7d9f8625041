"""Ports (3.0, 3.15, 3.14): which are open to whom, how many chits they hold, which supply ships."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders

from .. import isolation, supply, zones
from .. import tables as tb
from .. import world as w
from ..position import WEST, AetoPosition, Table
from ..title import POWERS
from . import ships, waters

NAMES = {"coastal city": "coastal city port", "minor": "minor port", "major": "major port"}
FED_BASES = ("Gibraltar", "Malta", "Scapa Flow")
"""Ships that are docked here are supplied, as in boxes (A43)."""


@cache
def row_of(grade: str) -> dict[str, str]:
    """The row of installations.csv of a grade of port."""
    return next(row for row in tb.table("installations.csv") if row["installation"] == NAMES[grade])


def capacity(t: Table, node: int) -> int:
    """Chits that a port holds (3.0)."""
    grade = waters.ports_of(t.world).get(node)
    return int(row_of(grade)["port_capacity"]) if grade else 0


def functions(t: Table, node: int) -> bool:
    """A port works unless it is destroyed or frozen (3.15, 1.6)."""
    return f"{node} port" not in t.p.destroyed and not isolation.is_frozen(t, node)


@cache
def boxes_of(world: w.World, west: bool) -> int:
    """The harbours off the map: the Western Allies' alone, but for Dakar, which is nobody's here."""
    found = {place.node for place in world.board.places if place.kind == "box" and place.name != "Dakar"}
    return from_iter(found & waters.ports_of(world).keys()) if west else 0


@cached_between_orders
def open_to(t: Table, power: int) -> int:
    """Own and allied ports that function (3.15)."""
    own = zones.held_by_friends(t.p, power) & from_iter(waters.ports_of(t.world)) & ~zones.ground(t, power).enemy
    found = from_iter(node for node in members(own) if functions(t, node))
    return found | boxes_of(t.world, t.p.alliance[power] == WEST)


def room(t: Table, node: int) -> int:
    """Chits that a port still takes; ships under repair take no berth, those sunk in port do (3.0, 8.9/capacity)."""
    return capacity(t, node) - berths(t, node)


def berths(t: Table, node: int) -> int:
    """Berths that are taken: ships under repair need none (8.8/track)."""
    return ships.chits(t, [i for i in ships.ships_at(t, node) if not ships.in_yard(t, i)])


def feeds(t: Table, power: int, node: int) -> bool:
    """Is a ship supplied that is docked here: a supplied, functioning port (7.10/naval-docked)?"""
    if not open_to(t, power) >> node & 1:
        return False
    always = from_iter(t.world.node(name) for name in FED_BASES) | boxes_of(t.world, True)
    return bool((always | supply.supplied_hexes(t, power)) >> node & 1)


def spanish(t: Table, piece: int) -> int:
    """Neutral Spain lets German and Italian submarines dock until the US is at war (8.0/spain/subs)."""
    p: AetoPosition = t.p
    spain = POWERS.index("spain")
    if p.kind[piece] != tb.SS or p.power[piece] not in (w.GERMANY, w.ITALY):
        return 0
    if p.hostile[spain] or p.hostile[w.US] >> w.GERMANY & 1:
        return 0
    return p.held[spain] & from_iter(waters.ports_of(t.world))


def shelters(t: Table, piece: int) -> bool:
    """Is a ship docked where it is supplied?"""
    node = t.p.at[piece]
    return feeds(t, t.p.power[piece], node) or bool(spanish(t, piece) >> node & 1)


def hostile_ports(t: Table, power: int) -> int:
    """Ports of the enemy."""
    p: AetoPosition = t.p
    bits = 0
    for foe in members(p.hostile[power]):
        bits |= p.held[foe]
    return bits & from_iter(waters.ports_of(t.world))


@cached_between_orders
def mined(t: Table, power: int) -> int:
    """Coasts under mines and guns of the enemy: coastal forts, minor and major ports (3.22, 8.6/upgrade-no-mines)."""
    p: AetoPosition = t.p
    grades = waters.ports_of(t.world)
    guarded = from_iter(n for n in members(hostile_ports(t, power)) if grades[n] != "coastal city")
    bits = guarded
    for foe in members(p.hostile[power]):
        bits |= p.held[foe] & p.coastal_forts
    return t.world.board.coasts_of(bits)


def refuge(t: Table, piece: int, within: int = 0) -> int:
    """The nearest open port with room that a ship reaches, or -1; within its speed, or so many hexes."""
    p: AetoPosition = t.p
    power, kind = p.power[piece], p.kind[piece]
    swift = within or (tb.naval_class("SS")["speed"] if kind == tb.U_BOAT else t.world.cards[p.card[piece]].speed)
    open_ = open_to(t, power) & ~(1 << p.at[piece])
    gates = waters.gates_shut(t, power, kind in tb.SUBMARINES)
    far = waters.ways(t.world, p.at[piece], swift, gates, waters.is_axis(p, power), open_)
    found = [(steps, n) for n, steps in far.items() if open_ >> n & 1 and room(t, n) > 0]
    return min(found)[1] if found else -1


def sea_chits(t: Table, node: int) -> int:
    """Sea Supply chits that a port may hold (7.4/port-capacity)."""
    grade = waters.ports_of(t.world).get(node)
    return int(row_of(grade)["sea_supply"]) if grade else 0
