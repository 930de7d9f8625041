"""Where the units of the Western Allies' partners come on the map (27.46): British ports, Suez, London."""

from __future__ import annotations

from contextlib import suppress

from grognard.board import UnknownName
from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values

from . import world as w
from .state import Table


@cached_values(64)
def places(world: w.World, nation: str, what: str) -> int:
    """The hexes that the table names for a nation: ports of a country or a sea, or towns by name."""
    found = 0
    for row in w.table("overseas.csv"):
        if row["nation"] == nation and row["what"] == what:
            for name in row["places"].split("|"):
                found |= _hexes(world, name)
    return found


def _hexes(world: w.World, name: str) -> int:
    """``ports of Britain``, ``ports on Persian Gulf`` or a town; nothing if it lies beyond the window."""
    if name.startswith("ports "):
        _, kind, where = name.split(" ", 2)
        ports = [place for place in world.board.places if place.kind == "port"]
        if kind == "on":
            return from_iter(place.node for place in ports if where in place.many("seas"))
        return from_iter(place.node for place in ports) & world.board.nation.get(where, 0)
    with suppress(UnknownName):
        return 1 << world.board.node(name)
    return 0


def first(t: Table, unit: w.Unit) -> int:
    """The ports at which a nation's reinforcements and replacements arrive (27.46)."""
    return places(t.world, unit.nation, "first") & t.p.land_of(unit.power)


def arrive(t: Table, unit: w.Unit) -> int:
    """Where they arrive: if that is impossible at a port of the Persian Gulf; else they wait at home (27.46/1)."""
    return first(t, unit) or places(t.world, unit.nation, "otherwise") & t.p.land_of(unit.power)


def bound(world: w.World, unit: w.Unit) -> bool:
    """Does the table say where the nation's units arrive, and does that lie on the map?"""
    return bool(places(world, unit.nation, "first"))
