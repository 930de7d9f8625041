"""Spain after its Civil War (SCW.10): Nationalist or Republican, and the volunteers of its cities (17.7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from grognard.board.hexset import from_iter
from grognard.titles.systems.front.world import World

from .. import tables
from .nations import belligerent_side, defeated, joins
from .state import ALLIED, AXIS, Table

SPAIN, REPUBLICAN = "Spain", "republican"
BOUND = "Spanish volunteers"
"""Where volunteers keep to: Spain with its islands and Morocco, and the hexes next to it (17.7)."""
RALLY = "volunteers of "
"""The home of the volunteers of a city."""


@cache
def volunteers() -> Mapping[str, Mapping[str, str]]:
    """The volunteers by block (17.7): one a minor city, two a major one."""
    return {row["block"]: row for row in tables.rows("volunteers")}


def home(block: str) -> str:
    """The word for the one place where some volunteers are raised."""
    return RALLY + volunteers()[block]["city"]


def republican(t: Table) -> bool:
    """Has the Republic won the Civil War (SCW.10)?"""
    return bool(t.options.get("spain") == REPUBLICAN)


def attacked_by_axis(t: Table) -> bool:
    """Has the Axis attacked Republican Spain: the Soviets mobilize more easily, and are not surprised (SCW.10)?"""
    return republican(t) and "AXIS war on Spain" in t.p.politics


def rallies(t: Table, power: int) -> bool:
    """May the cities of the other colour be rallied: by the Allies in a Nationalist Spain or one that the Axis has
    beaten, by the Axis in a Republican one or one that the Allies have beaten (17.7)?"""
    beaten = joins(SPAIN, power) in t.p.politics and defeated(SPAIN) in t.p.politics
    other_colour = republican(t) == (power == AXIS)
    return beaten or (other_colour and belligerent_side(t, SPAIN) != power)


def barred(t: Table) -> int:
    """The volunteers whom no one may raise now (17.7)."""
    own = _of_power(t.world)
    return sum(own[power] for power in (AXIS, ALLIED) if not rallies(t, power))


@cache
def _of_power(w: World) -> dict[int, int]:
    known = [i for i, unit in enumerate(w.units) if unit.name in volunteers()]
    return {power: from_iter(i for i in known if w.units[i].power == power) for power in (AXIS, ALLIED)}


def all_volunteers(w: World) -> int:
    own = _of_power(w)
    return own[AXIS] | own[ALLIED]


def in_the_war(t: Table) -> bool:
    """Is Spain in the war, or was it, so that volunteers may be on the map?"""
    return any(joins(SPAIN, power) in t.p.politics for power in (AXIS, ALLIED))
