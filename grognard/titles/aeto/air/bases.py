"""Airbases (4.9): how many air units a hex holds, who may base there, and what becomes of them when it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from grognard.board.hexset import from_iter, members

from .. import pieces, zones
from .. import tables as tb
from .. import world as w
from ..position import AetoPosition, Table
from ..sea import carriers
from . import flights


@cache
def capacity_of(installation: str) -> int:
    """Air units that an installation holds (4.9)."""
    return next(
        int(row["air_capacity"]) for row in tb.table("installations.csv") if row["installation"] == installation
    )


@cache
def printed(world: w.World) -> Mapping[int, int]:
    """What the map's airbases, resources and major ports hold; capacities of a hex add up (4.9)."""
    found: dict[int, int] = {}
    resources = world.places("resource")
    for place in world.board.places:
        name = ""
        if place.kind == "airbase":
            name = "grass airfield" if place.grade == "grass" else f"{place.grade} airbase"
        elif place.kind == "resource":
            name = "resource symbol"
        elif place.kind == "port" and place.grade == "major":
            name = "major port with resource" if resources >> place.node & 1 else "major port"
        if name:
            found[place.node] = found.get(place.node, 0) + capacity_of(name)
    return found


def capacity(t: Table, node: int) -> int:
    """Air units that a hex holds now: what is printed and works, and chits (4.9)."""
    p: AetoPosition = t.p
    total = 0 if f"{node} airbase" in p.destroyed else printed(t.world).get(node, 0)
    for chits, name in (
        (p.grass_airfields, "grass airfield"), (p.small_airbases, "small airbase"), (p.large_airbases, "large airbase"),
    ):  # fmt: skip
        if chits >> node & 1 and f"{node} {name.replace(' ', '_')}" not in p.destroyed:
            total += capacity_of(name)
    return total


def based_at(t: Table, node: int) -> list[int]:
    """The air units in a hex."""
    return [i for i in t.p.stack(node) if t.p.kind[i] in tb.AIR]


def has_room(t: Table, node: int) -> bool:
    """Is there room for one more air unit (4.9)?"""
    return len(based_at(t, node)) - on_decks(t, node) < capacity(t, node) and not any(
        hides(t, i) for i in t.p.stack(node)
    )


def on_decks(t: Table, node: int) -> int:
    """Naval-Air units in a port for which carriers there have decks: they need no base (3.20)."""
    here = t.p.stack(node)
    return min(len(carriers.flying(t, here)), carriers.decks(t, here))


def crowded_without(t: Table, node: int, name: str) -> bool:
    """Would the air units of a hex lack room if an installation of it were gone?"""
    return len(based_at(t, node)) > max(0, capacity(t, node) - capacity_of(name))


def hides(t: Table, piece: int) -> bool:
    """Partisans share their hex with no air unit (5.9/partisans)."""
    return t.p.kind[piece] == tb.PARTISAN


def sites(t: Table) -> int:
    """Hexes with any airbase."""
    p: AetoPosition = t.p
    return printed_sites(t.world) | p.grass_airfields | p.small_airbases | p.large_airbases


@cache
def printed_sites(world: w.World) -> int:
    return from_iter(printed(world))


def open_to(t: Table, power: int) -> int:
    """Friendly bases with room, no enemy in them (4.9)."""
    own = sites(t) & zones.held_by_friends(t.p, power) & ~zones.ground(t, power).enemy
    return from_iter(n for n in members(own) if has_room(t, n))


def overrun(t: Table, power: int, node: int) -> None:
    """A base that enemy land units enter is captured; its air units fly off once, or are lost (4.9, 5.8/airbase)."""
    p: AetoPosition = t.p
    for i in [i for i in based_at(t, node) if p.hostile[power] >> p.power[i] & 1]:
        fly_off(t, i)


def fly_off(t: Table, piece: int) -> None:
    """An air unit leaves its base for the nearest with room within its range; 1-2 on a d6 costs a step (4.9)."""
    p: AetoPosition = t.p
    here = p.at[piece]
    reach = flights.range_of(t, piece)
    near = [n for n in members(open_to(t, p.power[piece]) & ~(1 << here)) if flights.distance(t, here, n) <= reach]
    if not near:
        pieces.eliminate(t, piece, "4.9")
        return
    die = t.roll("flight from a base")
    if die <= 2:
        pieces.lose_step(t, piece)
    if p.steps[piece]:
        there = min(near, key=lambda n: (flights.distance(t, here, n), n))
        t.emit("flew_off", "4.9", pieces=(piece,), nodes=(here, there), die=die)
        t.place(piece, there)
