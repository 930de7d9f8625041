"""Where new units are put (10.13, 10.14, 10.41, 10.51, 10.66, 10.68, 10.73): hexes by nation and kind of arrival."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import while_still

from . import control, shipping, stacking
from . import world as w
from .state import EtoPosition
from .zones import zone_against

BONUS, SIBERIAN, SUEZ, CENTER, BRITISH_PORT, ITALIAN_PORT = (
    "bonus", "siberian", "suez", "resource_center", "british_port", "italian_port",
)  # fmt: skip
AXIS_NATIONS = (w.GERMANY, w.ITALY, *w.PRO_AXIS)


@cache
def nodes(world_hash: str, names: str, find: Any) -> int:
    return from_iter(find(name) for name in w.words(names))


def hexes_named(t: Any, constant: str) -> int:
    """The hexes of a constant that lists them."""
    return nodes(t.world.board_hash, t.world.constants[constant], t.world.board.node)


def power_for(t: Any, nation: int) -> int:
    """The power that a nation's new units join."""
    p: EtoPosition = t.p
    if nation == w.USSR:
        return w.SOVIET
    if nation in AXIS_NATIONS:
        return w.AXIS
    home = t.world.nations[nation].home
    by_soviets = home >= 0 and p.invaded_by_soviets >> home & 1 and not p.invaded >> home & 1
    return w.AXIS if by_soviets and nation in w.SELF_DEFENCE else w.ALLIED


def home(t: Any, nation: int) -> int:
    """A nation's own country without its possessions; both parts of Poland are Poland."""
    return _home(t.world.countries, nation, t.world.nations[nation].home)


@cache
def _home(countries: tuple[w.Country, ...], nation: int, index: int) -> int:
    grade = countries[index].grade if index >= 0 else ""
    return from_iter(n for c in countries if c.owner == nation and c.grade == grade for n in members(c.hexes))


def arrival_land(t: Any, nation: int, place: str) -> int:
    """The hexes that the rules name for an arrival, whatever stands there now."""
    p: EtoPosition = t.p
    if place == SUEZ:
        return suez_land(t)
    if place in (CENTER, SIBERIAN):
        return russian_centers(t)
    if place == BRITISH_PORT:
        return british_ports(t)
    if place == ITALIAN_PORT:
        return home(t, w.ITALY) & (shipping.all_ports(t) if t.rules.on("10.68") else -1)
    if place == "germany":
        cut_off = hexes_named(t, "east_prussia") if t.rules.on("10.13") and not replaced(t) else 0
        return home(t, w.GERMANY) & ~cut_off
    if place in (BONUS, w.NATIONS[nation]):
        return home(t, nation) & ~p.vichy_ground
    return 1 << int(t.world.node(place))


def suez_land(t: Any) -> int:
    """Suez points arrive at Suez, then Kuwait, then Britain: the first that has not fallen (10.41, 10.43, R192)."""
    suez = 1 << t.world.suez
    if not t.rules.on("10.41"):
        return int(suez | home(t, w.BRITAIN))
    axis = control.supply_control(t, w.AXIS)
    if not t.rules.on("10.43") or t.scenario == "africa41":
        return int(suez & ~axis)
    for area in (suez, hexes_named(t, "kuwait_arrival"), home(t, w.BRITAIN)):
        if area & ~axis:
            return area & ~axis
    return 0


def british_ports(t: Any) -> int:
    """The ports of Britain that are open to U.S. points (10.51)."""
    ports = shipping.all_ports(t)
    area = home(t, w.BRITAIN) & ports if t.rules.on("10.51") else int(t.world.play) & ports & ~t.p.sealed
    return area & ~control.supply_control(t, w.AXIS)


def bare_ground(t: Any, nation: int, place: str) -> bool:
    """Are enemy zones closed with friends in them too? To German replacements (10.66), bonus units (15.11/reinf)."""
    if place == BONUS:
        return sheet_on(t)
    return nation == w.GERMANY and replaced(t)


def replaced(t: Any) -> bool:
    """German replacements are placed by 10.66: on any hex of Germany, East Prussia too, out of enemy zones (R241)."""
    return t.p.chosen.get("germany") == "replacements" and bool(t.rules.on("10.66"))


def sheet_on(t: Any) -> bool:
    """The reinforcement line of the scenario sheet."""
    if t.scenario == "1939":
        return bool(t.rules.on("15.11/reinf"))
    return bool(t.rules.on("15.21/reinf") if t.scenario == "1940" else t.rules.on("15.31/reinf"))


def russian_centers(t: Any) -> int:
    """Resource Centers that Russia controls, one unit each in a phase (10.34/c, 10.73)."""
    p: EtoPosition = t.p
    if not t.rules.on("10.73"):
        return int(t.world.russia)
    held = t.world.russian_centers & ~p.axis_centers & ~p.occupied[w.AXIS] & ~control.disputed_centers(t)
    used = int(p.notes.get("centers_used", 0)) if t.rules.on("10.34/c") else 0
    return int(held) & ~used


def by_center(t: Any, place: str) -> bool:
    """Russians arrive where Russia holds the Resource Center (10.73), and that is control of its own kind (R044)."""
    return place in (CENTER, SIBERIAN) and bool(t.rules.on("10.73")) and bool(t.rules.on("10.34/d"))


@while_still
def open_land(t: Any, nation: int, place: str) -> int:
    """Hexes where a unit may be put now: held by its side, out of enemy zones unless a friend is there (10.14)."""
    power = power_for(t, nation)
    land = arrival_land(t, nation, place) & int(t.world.play)
    if place not in (SUEZ, BRITISH_PORT) and not by_center(t, place):
        land &= control.supply_control(t, power)
    land &= ~control.strangers(t, power)
    if t.rules.on("10.14"):
        land &= ~zone_against(t, power) | (0 if bare_ground(t, nation, place) else control.friendly(t, power))
    if t.rules.on("10.16"):
        land &= ~stacking.full(t, power)
    return land
