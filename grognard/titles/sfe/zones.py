"""Zones of control (6.0) and their grades (28.01)."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from grognard.board.area import step
from grognard.engine.core.cache import cached_values

from . import surprise
from . import world as w
from .state import Table, foe

NONE, LIMITED, NORMAL = range(3)
BRIGADE, DIVISION, CORPS = "X", "XX", "XXX"


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


def grade(unit: w.Unit, reduced: bool, level: int) -> int:
    """The zone that a unit exerts by its kind, size and effective attack factor (28.01/a, 28.01/b, 28.01/c)."""
    attack = (unit.back if reduced and unit.back is not None else unit.front)[0]
    top, bottom = share_of_attack(level)
    armored = unit.kind in (*w.ARMOR, "MOT")
    if attack * top <= bottom or (unit.size.startswith(BRIGADE) and unit.size.strip("(-)") == BRIGADE and not armored):
        return NONE
    size = unit.size.strip("(-)")
    big = size == CORPS or (size == DIVISION and armored)
    return NORMAL if big and attack * top >= 4 * bottom else LIMITED


@cached_values(512)
def _zones(
    world: w.World, power: int, with_grades: bool, most: int, without: int, sheltered: int,
    at: bytes, reduced: bytes, levels: bytes,
) -> Zones:  # fmt: skip
    """The zones of the units where they stand; none crosses a strait, a lake or the sea (6.1, 6.1/1, 28.01/d)."""
    places, sides, supply = array("i", at), array("i", reduced), array("i", levels)
    strongest: dict[int, int] = {}
    for unit in world.units:
        node = places[unit.index]
        if unit.power != power or not unit.ground or node >= world.arrivals or node == without:
            continue
        level = supply[unit.index] - (1 if sheltered >> node & 1 and supply[unit.index] else 0)
        kind = grade(unit, bool(sides[unit.index]), level) if with_grades else NORMAL
        strongest[node] = max(min(kind, most), strongest.get(node, NONE))
    hexes = [0, 0, 0]
    for node, kind in strongest.items():
        hexes[kind] |= 1 << node
    normal, limited = step(hexes[NORMAL], world.zone_walk), step(hexes[LIMITED], world.zone_walk)
    return Zones(normal, limited & ~normal, hexes[0] | hexes[1] | hexes[2])


def zones(t: Table, power: int, without: int = -1) -> Zones:
    """A side's zones of control, those of the units in one hex left out if it is named (14.03)."""
    p = t.p
    columns = (p.at.tobytes(), p.reduced.tobytes(), p.unsupplied.tobytes())
    most = LIMITED if surprise.zones_shrink(t, power) else NORMAL
    sheltered = t.world.major | p.strongholds
    return _zones(t.world, power, graded(t), most, without, sheltered, *columns)


def against(t: Table, power: int, without: int = -1) -> Zones:
    """The enemy's zones, as they meet a side."""
    return zones(t, foe(t, power), without)


def ground_of(t: Table, power: int) -> int:
    """The hexes with a side's ground units."""
    return zones(t, power).ground
