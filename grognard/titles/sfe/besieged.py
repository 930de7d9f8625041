"""Replacement cities that are cut off (27.21/b): half of their points, kept and spent there alone."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.rules import rule

from . import supply, zones
from . import world as w
from .state import Table

Points = tuple[int, int]
QUARTER = 4
"""Replacement points are kept in quarters (27.22)."""
NO_ARMOR, NO_INFANTRY, NO_WINGS = 2, 4, 2
"""The unsupplied levels from which a city makes no armor, no infantry, and no air points (27.21/b, 27.24/4)."""


@cached_values(16)
def rows(world: w.World) -> dict[int, dict[str, str]]:
    """The cities of the map that make replacement points."""
    found = [row for row in w.table("ob/rp_cities.csv") if row["scenario"] == world.scenario and row["city"] != "East"]
    return {world.board.node(row["city"]): row for row in found}


@cached_between_orders
def cities(t: Table, power: int) -> list[int]:
    """The cities that a side holds, that make points, and that trace no path to a full source (27.21/b)."""
    if not t.world.side(power).get("city_points"):
        return []
    free = supply.supplied_hexes(t, power)
    return [node for node in sorted(rows(t.world)) if t.p.land_of(power) >> node & 1 and not free >> node & 1]


def level(t: Table, node: int) -> int:
    """The level whose effects a city feels: those of a major city come a turn later (23.51/1)."""
    return zones.delayed(int(t.p.city_levels.get(str(node), 0)), t.world.major | t.p.strongholds, node)


@rule("27.21/b")
def check(t: Table, power: int) -> None:
    """In the Supply Determination Phase a city that nothing feeds is one level further out of supply (27.21/b)."""
    cut = cities(t, power)
    fed = [node for node in cut if _over_the_lake(t, power, node)]
    for node in members(t.p.land_of(power) & t.world.cities):
        if node in cut and node not in fed:
            t.p.city_levels[str(node)] = int(t.p.city_levels.get(str(node), 0)) + 1
        else:
            t.p.city_levels.pop(str(node), None)


def _over_the_lake(t: Table, power: int, node: int) -> bool:
    """Leningrad is fed over Lake Ladoga, and its points are halved all the same (23.61/3)."""
    return any(area >> node & 1 for area, _ in supply.ladoga(t, power))


def half(t: Table, node: int) -> Points:
    """What a city that is cut off makes in a month, in quarters: half, and nothing as it starves (27.21/b)."""
    row, now = rows(t.world)[node], level(t, node)
    infantry = 0 if now >= NO_INFANTRY else QUARTER * int(row["infantry_rp"]) // 2
    armor = 0 if now >= NO_ARMOR else QUARTER * int(row["armor_rp"]) // 2
    return infantry, armor


def making_wings(t: Table, power: int) -> list[dict[str, str]]:
    """Cities that are cut off make air points until they feel the second level out of supply (27.24/4)."""
    return [rows(t.world)[node] for node in cities(t, power) if level(t, node) < NO_WINGS]


def monthly(t: Table, power: int) -> None:
    """The points of the month go into the cities' own purses."""
    for node in cities(t, power):
        more = half(t, node)
        if any(more):
            add(t, node, *more)
            t.emit("city_points", "27.21/b", nodes=(node,), infantry=more[0] / QUARTER, armor=more[1] / QUARTER)


def relieved(t: Table, power: int) -> list[tuple[int, Points]]:
    """The purses of cities that are free again, which are emptied: the points join the nation's."""
    cut = cities(t, power)
    found = [(int(name), have) for name, have in t.p.city_points.items() if int(name) not in cut]
    for node, _ in found:
        del t.p.city_points[str(node)]
    held = t.p.land_of(power)
    return [(node, have) for node, have in found if held >> node & 1]


def purse(t: Table, node: int) -> Points:
    have: Points = t.p.city_points.get(str(node), (0, 0))
    return have


def add(t: Table, node: int, infantry: int, armor: int) -> None:
    had = purse(t, node)
    t.p.city_points[str(node)] = (had[0] + infantry, had[1] + armor)


def status(t: Table, node: int) -> int:
    """A unit that is placed in a city has its supply status (27.21/b)."""
    return int(t.p.city_levels.get(str(node), 0))
