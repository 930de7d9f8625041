"""The chart beyond the map (23.62): boxes that the Allies reach over the ocean, and what these feed."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.rules import rule

from . import world as w
from .state import IDLE, Table

OFFBOARD = "offboard"
FULL = "full"
BRITAIN, AMERICA, ICELAND = "Britain", "U.S.", "Iceland box"


@cached_values(16)
def boxes(world: w.World) -> int:
    """The boxes of the chart that the window has."""
    return from_iter(place.node for place in world.board.places if place.kind == "box" and place.grade == OFFBOARD)


@cached_values(16)
def oceans(world: w.World) -> int:
    """Boxes that are nothing but sea: a force without the points for more ends its turn there and goes on."""
    rows = [place for place in world.board.places if place.kind == "box" and place.grade == OFFBOARD]
    return from_iter(place.node for place in rows if not place.values.get("supply"))


def open_to(world: w.World, power: int) -> int:
    """The boxes where a side's ships may lie: all of them for the Allies, none for the Axis (N48)."""
    return boxes(world) if power == w.ALLIED else 0


@cached_values(32)
def owned(world: w.World, owner: str) -> int:
    """The boxes of a country that are full sources."""
    rows = [place for place in world.board.places if place.kind == "box" and place.values.get("supply") == FULL]
    return from_iter(place.node for place in rows if place.values.get("owner") == owner)


@rule("23.62/4", off=lambda t: 0)
def british(t: Table) -> int:
    """Canada, India, South Africa, Malaya, Australia and New Zealand are British sources (23.62/4)."""
    return int(owned(t.world, BRITAIN))


@rule("23.62/5", off=lambda t: 0)
def american(t: Table) -> int:
    """The United States, the Caribbean and Brazil are sources of the United States (23.62/5)."""
    return int(owned(t.world, AMERICA))


def sources(t: Table, power: int) -> int:
    """The boxes that feed everyone in them; one player plays both allies, so each feeds both (N48)."""
    return british(t) | american(t) if power == w.ALLIED and boxes(t.world) else 0


EIGHT = 8


@rule("23.62/2", off=lambda t, power: [])
def iceland(t: Table, power: int) -> list[tuple[int, int]]:
    """Iceland feeds eight defense factors, a wing counting as two (23.62/2)."""
    named = [place for place in t.world.board.places if place.name == ICELAND and place.kind == "box"]
    return [(1 << place.node, EIGHT) for place in named] if power == w.ALLIED else []


def dwellers(t: Table, power: int) -> list[int]:
    """A side's ground units, leaders and wings in the boxes of the chart."""
    if not boxes(t.world):
        return []
    here = [i for node in members(boxes(t.world)) for i in t.p.stacks.get(node, ())]
    units = t.world.units
    return sorted(
        i
        for i in here
        if t.p.power[i] == power and not units[i].naval and not units[i].depot and t.p.mission[i] == IDLE
    )
