"""Zones of control (6.0) and their grades (28.01)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.area import Exits, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_values

from . import forts, ice, surprise, walls
from . import world as w
from .state import Table, foe

NONE, LIMITED, NORMAL = range(3)
BRIGADE, DIVISION, CORPS = "X", "XX", "XXX"
COMMANDO = "CDO"


class Zones(NamedTuple):
    """The hexes in a side's normal and in its limited zones, and where its ground units stand."""

    normal: int
    limited: int
    ground: int

    @property
    def all(self) -> int:
        return self.normal | self.limited


def graded(t: Table) -> bool:
    """Whether zones have grades (28.01)."""
    return t.options.get("graded_zones") == "on"


def share_of_attack(level: int) -> tuple[int, int]:
    """What a supply level leaves of the attack."""
    return w.share(SUPPLY[min(level, 4)]["attack"])


SUPPLY = {int(row["level"]): row for row in w.chart("supply_status") if row["kind"] == "ground"}


def grade(unit: w.Unit, reduced: bool, level: int, parts: int = 1) -> int:
    """The zone that a unit exerts by its kind, size and effective attack factor (28.01/a, 28.01/b, 28.01/c)."""
    attack = (unit.back if reduced and unit.back is not None else unit.front)[0]
    top, bottom = share_of_attack(level)
    bottom *= parts
    armored = unit.kind in (*w.ARMOR, "MOT")
    if attack * top <= bottom or (unit.size.startswith(BRIGADE) and unit.size.strip("(-)") == BRIGADE and not armored):
        return NONE
    size = unit.size.strip("(-)")
    big = size == CORPS or (size == DIVISION and armored)
    return NORMAL if big and attack * top >= 4 * bottom else LIMITED


def delayed(markers: int, sheltered: int, node: int) -> int:
    """The level whose effects are felt: a turn later in a major city or major fort (23.51/1)."""
    return max(0, markers - 1) if sheltered >> node & 1 else markers


def capped(level: int, walled: int, node: int) -> int:
    """With a fort of the Atlantic Wall in a city no unit is worse than level 2 (23.62/3), for its zone as well."""
    return min(level, walls.WORST) if walled >> node & 1 else level


def landed(t: Table) -> int:
    """Who came from the sea counts half for his zone throughout that Combat Phase, commandos apart (28.01/d)."""
    units = t.world.units
    fighting = t.p.landing and any(f.step == "combat" for f in t.agenda)
    return from_iter(i for i in members(t.p.landing) if units[i].kind != COMMANDO) if fighting else 0


def no_zone(unit: w.Unit) -> bool:
    """Artillery exerts no zone (28.10/b1)."""
    return unit.kind == w.ARTILLERY


@cached_values(16)
def ground_slots(world: w.World, power: int) -> tuple[int, ...]:
    """The counters of a side's ground units."""
    return tuple(unit.index for unit in world.units if unit.power == power and unit.ground)


Columns = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Where a side's ground units are, which are reduced, and how long they have been out of supply."""


@cached_between_orders
def columns(t: Table, power: int) -> Columns:
    """What a side's zones follow from."""
    p, slots = t.p, ground_slots(t.world, power)
    at, reduced, levels = p.at, p.reduced, p.unsupplied
    return tuple([at[i] for i in slots]), tuple([reduced[i] for i in slots]), tuple([levels[i] for i in slots])


@cached_values(512)
def _zones(
    world: w.World, power: int, with_grades: bool, most: int, without: int, sheltered: int,
    columns: Columns, works: Exits, shaken: int, half: int, walled: int,
) -> Zones:  # fmt: skip
    """The zones of the units; none crosses a strait, a lake or the sea (6.1, 6.1/1, 28.01/a, 28.01/d)."""
    size, strongest = world.board.grid.size, dict[int, int]()
    for index, node, reduced, markers in zip(ground_slots(world, power), *columns, strict=True):
        if node >= size or node == without:
            continue
        unit = world.units[index]
        if shaken >> index & 1 or unit.wall or no_zone(unit):
            strongest.setdefault(node, NONE)
            continue
        if strongest.get(node, NONE) >= most:
            continue
        level = capped(delayed(markers, sheltered, node), walled, node)
        kind = grade(unit, bool(reduced), level, 1 + (half >> index & 1)) if with_grades else NORMAL
        strongest[node] = max(min(kind, most), strongest.get(node, NONE))
    hexes = [0, 0, 0]
    for node, kind in strongest.items():
        hexes[kind] |= 1 << node
    open_ = world.zone_walk - works if works else world.zone_walk
    normal, limited = step(hexes[NORMAL], open_), step(hexes[LIMITED], open_)
    if works:
        limited |= step(hexes[NORMAL], works & world.zone_walk)
    return Zones(normal, limited & ~normal, hexes[0] | hexes[1] | hexes[2])


@cached_between_orders
def zones(t: Table, power: int, without: int = -1) -> Zones:
    """A side's zones of control, those of the units in one hex left out if it is named (14.03)."""
    p = t.p
    most = LIMITED if surprise.zones_shrink(t, power) else NORMAL
    sheltered = t.world.major | p.strongholds
    works = forts.damped(t, foe(t, power)) if graded(t) else Exits.none(t.world.board.grid)
    half, walled = (landed(t), walls.in_cities(t)) if graded(t) else (0, 0)
    return _zones(
        ice.ground(t), power, graded(t), most, without, sheltered, columns(t, power), works, without_zones(t),
        half, walled,
    )  # fmt: skip


def without_zones(t: Table) -> int:
    """Disrupted airborne units and those in the surf have no zone, graded none that dropped (22.14/D, 28.01/a)."""
    return int(t.p.shaken | t.p.wading | (t.p.dropped if graded(t) else 0))


def against(t: Table, power: int, without: int = -1) -> Zones:
    """The enemy's zones, as they meet a side."""
    return zones(t, foe(t, power), without)


def ground_of(t: Table, power: int) -> int:
    """The hexes with a side's ground units."""
    return zones(t, power).ground
