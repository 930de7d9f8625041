"""Where new units are put (10.13, 10.14, 10.41, 10.51, 10.66, 10.68, 10.73): hexes by nation and kind of arrival."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders

from .. import world as w
from ..land import stacking
from ..land.zones import zone_against
from ..politics import control
from ..sea import shipping
from ..state import Table

BONUS, SIBERIAN, SUEZ, CENTER, BRITISH_PORT, ITALIAN_PORT = (
    "bonus", "siberian", "suez", "resource_center", "british_port", "italian_port",
)  # fmt: skip
AXIS_NATIONS = (w.GERMANY, w.ITALY, *w.PRO_AXIS)


@cache
def nodes(world_hash: str, names: str, find: Any) -> int:
    return from_iter(find(name) for name in w.words(names))


def hexes_named(t: Table, constant: str) -> int:
    """The hexes of a constant that lists them."""
    return nodes(t.world.board_hash, t.world.constants[constant], t.world.board.node)


def power_for(t: Table, nation: int) -> int:
    """The power that a nation's new units join."""
    p = t.p
    if nation == w.USSR:
        return w.SOVIET
    if nation in AXIS_NATIONS:
        return w.AXIS
    home = t.world.nations[nation].home
    by_soviets = home >= 0 and p.invaded_by_soviets >> home & 1 and not p.invaded >> home & 1
    return w.AXIS if by_soviets and nation in w.SELF_DEFENCE else w.ALLIED


def home(t: Table, nation: int) -> int:
    """A nation's own country without its possessions; both parts of Poland are Poland."""
    return _home(t.world.countries, nation, t.world.nations[nation].home)


@cache
def _home(countries: tuple[w.Country, ...], nation: int, index: int) -> int:
    grade = countries[index].grade if index >= 0 else ""
    return from_iter(n for c in countries if c.owner == nation and c.grade == grade for n in members(c.hexes))


SHEETS = {"1939": "15.11/reinf", "1940": "15.21/reinf"}
"""The line of the scenario sheet on reinforcements; later scenarios have that of 1941."""
CLOSING = (
    "10.66", "15.11/reinf", "15.21/reinf", "15.31/reinf", "10.13", "10.14", "10.16", "10.41", "10.68", "10.34/c",
    "10.73", "10.51", "7.26",
)  # fmt: skip
"""What may close a hex to an arrival; ``past``, below, names those that are left out to say which of them does."""


def arrival_land(t: Table, nation: int, place: str, past: tuple[str, ...] = ()) -> int:
    """The hexes that the rules name for an arrival, whatever stands there now."""
    p = t.p
    if place == SUEZ:
        return suez_land(t) if "10.41" not in past else int(1 << t.world.suez | home(t, w.BRITAIN))
    if place in (CENTER, SIBERIAN):
        return russian_centers(t, past)
    if place == BRITISH_PORT:
        return british_ports(t, past)
    if place == ITALIAN_PORT:
        return italian_ports(t) if "10.68" not in past else home(t, w.ITALY)
    if place == "germany":
        return german_land(t) if "10.13" not in past else home(t, w.GERMANY)
    if place in (BONUS, w.NATIONS[nation]):
        return home(t, nation) & ~p.vichy_ground
    return 1 << int(t.world.node(place))


def italian_ports(t: Table) -> int:
    """Italian replacements arrive in the ports of Italy (10.68)."""
    return home(t, w.ITALY) & shipping.all_ports(t)


def german_land(t: Table) -> int:
    """German reinforcements arrive in Germany, but not in East Prussia (10.13)."""
    cut_off = hexes_named(t, "east_prussia") if not replaced(t) else 0
    return home(t, w.GERMANY) & ~cut_off


def suez_land(t: Table) -> int:
    """Suez points arrive at Suez while it has not fallen (10.41), else where 10.43 says."""
    suez, axis = 1 << t.world.suez, control.supply_control(t, w.AXIS)
    return suez & ~axis or (beyond_suez(t, axis) if t.scenario != "africa41" else 0)


def beyond_suez(t: Table, axis: int) -> int:
    """With Suez lost its points arrive at Kuwait, and when that has fallen in Britain (10.43, R192)."""
    return hexes_named(t, "kuwait_arrival") & ~axis or home(t, w.BRITAIN) & ~axis


def british_ports(t: Table, past: tuple[str, ...] = ()) -> int:
    """The ports of Britain that are open to U.S. points (10.51)."""
    area = home(t, w.BRITAIN) if "10.51" not in past else int(t.world.play) & ~t.p.sealed
    return area & shipping.all_ports(t) & ~control.supply_control(t, w.AXIS)


def bare_ground(t: Table, nation: int, place: str, past: tuple[str, ...] = ()) -> bool:
    """Are enemy zones closed with friends in them too? To the sheet's bonus units, and to German replacements."""
    if place == BONUS:
        return SHEETS.get(t.scenario, "15.31/reinf") not in past
    return nation == w.GERMANY and replaced(t) and "10.66" not in past


def replaced(t: Table) -> bool:
    """German replacements are placed on any hex of Germany, East Prussia too, out of enemy zones (10.66, R241)."""
    return bool(t.p.chosen.get("germany") == "replacements")


def russian_centers(t: Table, past: tuple[str, ...] = ()) -> int:
    """Resource Centers that Russia controls (10.73)."""
    p = t.p
    if "10.73" in past:
        return int(t.world.russia)
    held = t.world.russian_centers & ~p.axis_centers & ~p.occupied[w.AXIS] & ~control.disputed_centers(t)
    return int(held) & ~used_centers(t) if "10.34/c" not in past else int(held)


def used_centers(t: Table) -> int:
    """Each Resource Center takes one unit in a phase (10.34/c)."""
    return int(t.p.notes.get("centers_used", 0))


@cached_between_orders
def open_land(t: Table, nation: int, place: str, past: tuple[str, ...] = ()) -> int:
    """Hexes where a unit may be put now: held by its side, out of enemy zones unless a friend is there (10.14).

    Russians arrive where Russia holds the Resource Center (10.73), and that is control of its own kind (R044).
    """
    power = power_for(t, nation)
    land = arrival_land(t, nation, place, past) & int(t.world.play)
    if place not in (SUEZ, BRITISH_PORT, CENTER, SIBERIAN):
        land &= control.supply_control(t, power)
    land &= ~control.strangers(t, power)
    if "10.14" not in past:
        land &= ~zone_against(t, power) | (0 if bare_ground(t, nation, place, past) else control.friendly(t, power))
    return land if "10.16" in past else land & with_room(t, power, past)


def with_room(t: Table, power: int, past: tuple[str, ...] = ()) -> int:
    """Arrivals stay within the stacking limit (10.16)."""
    return ~stacking.full(t, power) if "7.26" not in past else ~stacking.crowds(t, t.world.stack_units - 1)
