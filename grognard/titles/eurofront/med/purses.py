"""Production of the West and the Med (11.3, 21.37): levels, ships, and the purse that pays for a unit."""

from __future__ import annotations

from grognard.titles.systems.front import economy, production
from grognard.titles.systems.front.state import month_number

from .. import fronts
from ..europe.world import basic_production
from ..fronts import MF
from ..state import AXIS, Table
from ..war import naval
from ..war.supply import by_the_cape
from . import activation, desert
from .state import position

SHIPLOAD = 5
"""The points that a die of Shipping Losses stands for (21.371)."""
TRANSFER = 10
"""Points that are sent beyond the allocation; half of them arrive (21.37)."""
MARE_NOSTRO = ("Malta", "Suez", "Gibraltar")


def sources(t: Table, power: int) -> int:
    """The points of a side's cities and resources now (11.32, 11.33)."""
    fed = economy.in_rail_sea(t, power)
    return economy.city_points(t, power, fed) + economy.resource_points(t, power, fed)


def home_level(t: Table, power: int) -> int:
    """The level of the West before allocations: as printed, and what cities, resources and the season have changed
    since (11.3, 11.31)."""
    p, plan = position(t), t.world.scenario["level"]
    word = t.world.extra["words"][power]
    levels = plan.get(word, 0)
    printed = levels if isinstance(levels, int) else sum(levels.values())
    if not printed:
        return 0
    changed = sources(t, power) - p.sources[power]
    season = basic_production(t.p.month)[word] - basic_production(printed_month(t))[word]
    return int(max(0, printed + changed + season))


def printed_month(t: Table) -> int:
    """The month of the printed level: the first of the scenario, or the one that it names (1940.1)."""
    plan = t.world.scenario
    return month_number(plan.get("level_in", plan["months"][0]))


def west_level(t: Table, power: int) -> int:
    """What is left in the West after the allocation to the Med Front (11.5)."""
    return max(0, home_level(t, power) - position(t).allocated[power])


# Ships


def mare_nostro(t: Table) -> bool:
    """Axis ships are safe while it holds Malta, Suez or Gibraltar and the Allies do not rule the waves (17.5)."""
    if naval.ruling(t) not in (AXIS, -1):
        return False
    ports = t.world.board.area(*MARE_NOSTRO)
    return bool(t.p.held[AXIS] & ports)


def shipped(t: Table, power: int) -> int:
    """The points on their way to the Med Front, less what its strangers need before ships are lost (21.371, 21.372,
    11.2/b)."""
    p = position(t)
    points = p.allocated[power] + p.on_the_way[power]
    return max(0, points - desert.MAINTENANCE * desert.maintained(t, power))


def unpaid(t: Table, power: int) -> int:
    """The strangers in the desert that the points on their way do not maintain (21.372/a)."""
    p = position(t)
    paid = (p.allocated[power] + p.on_the_way[power]) // desert.MAINTENANCE
    return max(0, desert.maintained(t, power) - paid)


def arriving(t: Table, power: int, points: int) -> int:
    """A die for each five points says what arrives, never more than was shipped (21.371, 11.62/a)."""
    if power == AXIS and mare_nostro(t):
        return points
    dice = -(-points // SHIPLOAD)
    faces = t.rolls("shipping", dice) if dice else ()
    found = min(points, sum(faces))
    if dice:
        t.emit("shipping", "21.371", power=t.world.powers[power], dice=faces, points=found, shipped=points)
    return found


# Purses


def in_med(t: Table, node: int) -> bool:
    """Is a place in the Med Front, whose purse pays for what is built there once it is active (21.373, 21.321)?"""
    return activation.active(t) and bool(fronts.land_of(t, MF) >> node & 1)


def from_the_south(t: Table, power: int, node: int) -> bool:
    """Does the purse of the Med pay in a place: in the Med Front, or where the Cape feeds the Allies (21.381)?"""
    return in_med(t, node) or (activation.active(t) and bool(by_the_cape(t, power) >> node & 1))


def points(t: Table, power: int, node: int) -> int:
    """What can be spent in a place (21.373, 21.384)."""
    return position(t).med_points[power] if from_the_south(t, power, node) else production.purse(t, power)


def pay(t: Table, power: int, node: int, cost: int) -> None:
    """The purse of the front pays."""
    if from_the_south(t, power, node):
        position(t).med_points[power] -= cost
    else:
        production.pay(t, power, cost)
