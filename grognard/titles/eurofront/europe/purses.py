"""Production points by front (11.3-11.6): levels, allocation, transfers, and what each purse may pay for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import economy, supply
from grognard.titles.systems.front.world import World

from .. import fronts
from ..fronts import EF
from . import cooperation, objectives, standing
from .nations import army, belligerent_side, territory
from .state import ALLIED, AXIS, SOVIET, Table, position
from .world import SIDES, basic_production

BLOCK, SENT, ARRIVES = 10, 10, 5
"""Allocations to the East go in tens (21.23); of ten points sent five arrive a month later (11.61)."""


POLAND = "Poland"
PEACETIME = 3
"""The neutral Soviets produce a third of what they could (20.51)."""
COMPLIANCE = 2
"""The points of complying Sweden's mines (21.492)."""


class Purse(NamedTuple):
    """A power's points on a front: their fields in the position."""

    name: str
    power: int
    points: str
    available: str
    saved: str


WEST, EAST, FINNS, ALLIES, SOVIETS, POLES = range(6)
PURSES = (
    Purse("Axis, West Front", AXIS, "points0", "", ""),
    Purse("Axis, East Front", AXIS, "east_points", "available_east", "saved_east"),
    Purse("Finland", AXIS, "finnish_points", "available_finns", "saved_finns"),
    Purse("Allies", ALLIED, "points1", "", ""),
    Purse("Soviets", SOVIET, "points2", "", ""),
    Purse("Poland", ALLIED, "polish_points", "available_poles", "saved_poles"),
)


def in_play(t: Table, purse: int) -> bool:
    """Does a purse count for anything: Poland's only while it is isolated (20.64)?"""
    return purse != POLES or isolated_poland(t)


def isolated_poland(t: Table) -> bool:
    """Is Poland at war beside the Allies and cut off from them by neutral lands (1939.2)?"""
    return belligerent_side(t, POLAND) == ALLIED and not t.p.hostile[SOVIET]


def east_is_active(t: Table) -> bool:
    """Is the East a front of its own: once the USSR or Turkey is at war (21.22)?"""
    return bool(t.p.hostile[SOVIET]) or belligerent_side(t, "Turkey") >= 0


def of_power(power: int) -> tuple[int, ...]:
    """The purses of a power."""
    return tuple(number for number, purse in enumerate(PURSES) if purse.power == power)


def points(t: Table, purse: int) -> int:
    """What is left in a purse."""
    return int(getattr(t.p, PURSES[purse].points)) if in_play(t, purse) else 0


def pay(t: Table, purse: int, cost: int) -> None:
    """Points are spent."""
    setattr(t.p, PURSES[purse].points, points(t, purse) - cost)


def available(t: Table, purse: int) -> int:
    """What a purse began this Production with (11.4)."""
    own = PURSES[purse]
    return int(getattr(t.p, own.available) if own.available else position(t).available[own.power])


def saved(t: Table, purse: int) -> int:
    """What a purse kept from last month (11.4)."""
    own = PURSES[purse]
    return int(getattr(t.p, own.saved) if own.saved else position(t).saved[own.power])


def set_saved(t: Table, purse: int, left: int) -> None:
    own, p = PURSES[purse], position(t)
    if own.saved:
        setattr(p, own.saved, left)
    else:
        p.saved[own.power] = left


def set_available(t: Table, purse: int, left: int) -> None:
    own, p = PURSES[purse], position(t)
    setattr(p, own.points, left)
    if own.available:
        setattr(p, own.available, left)
    else:
        p.available[own.power] = left


def payer(t: Table, piece: int, node: int) -> int:
    """The purse that pays for a block in a place (11.3, 21.23): Finland's for Finns (20.64), that of the East for the
    Axis there, of the home front for all others."""
    power = t.p.power[piece]
    if power == AXIS:
        if t.world.units[piece].nation == "finland" and "FX" not in t.p.politics:
            return FINNS
        return EAST if fronts.land_of(t, EF) >> node & 1 and east_is_active(t) else WEST
    if power == ALLIED:
        return POLES if is_polish(t.world, piece) and isolated_poland(t) else ALLIES
    return SOVIETS


def is_polish(w: World, piece: int) -> bool:
    """Is a block of the army of Poland (1939.2)?"""
    return piece in army(w, POLAND, ALLIED)


def paying(t: Table, power: int, zone: int) -> tuple[int, ...]:
    """The purses of a power that pay in a zone of cadre prices: the first is the East."""
    if power == AXIS:
        return (EAST if zone == 0 and east_is_active(t) else WEST, FINNS)
    if power == ALLIED:
        return (ALLIES, POLES) if isolated_poland(t) else (ALLIES,)
    return (SOVIETS,)


@cache
def own_blocks(w: World, purse: int) -> int:
    """The blocks that a purse may pay for somewhere: Finland's are its own."""
    power, finns = PURSES[purse].power, purse == FINNS
    return from_iter(
        i for i, u in enumerate(w.units)
        if u.power == power and (power != AXIS or (u.nation == "finland") == finns)
        and (purse != POLES or is_polish(w, i))
    )  # fmt: skip


# Levels


def level(t: Table, purse: int) -> int:
    """The Front Production Level (11.3): basic or allocated points, and the cities and resources of the front."""
    power, p = PURSES[purse].power, position(t)
    if purse == FINNS:
        return finnish_level(t)
    if purse == POLES:
        return polish_level(t)
    if purse == EAST and not east_is_active(t):
        return 0
    fed = economy.in_rail_sea(t, power)
    land = grounds(t, purse)
    total = worked(t, power, fed & land)
    if purse == EAST:
        return total + p.allocated_east
    total += basic(t, power) + (compliance(t) if purse == WEST else 0)
    if purse in (WEST, ALLIES):
        total += cooperation.points(t, power)
    if purse == SOVIETS and not t.p.hostile[SOVIET]:
        return max(0, total) // PEACETIME
    return max(0, total - p.allocated_east if purse == WEST else total)


def grounds(t: Table, purse: int) -> int:
    """The land whose cities feed a purse: points of the Med and North go to the home front (11.32)."""
    east, finland = fronts.land_of(t, EF), 0 if "FX" in t.p.politics else int(t.world.board.region["Finland"])
    if not east_is_active(t):
        east = 0
    if purse == ALLIES and isolated_poland(t):
        return ~territory(t, POLAND)
    if purse == EAST:
        return east & ~finland
    return ~east & ~finland if purse == WEST else -1


def polish_level(t: Table) -> int:
    """Isolated Poland lives on its own cities and resources (20.64, 1939.2)."""
    return worked(t, ALLIED, territory(t, POLAND) & t.p.held[ALLIED]) if isolated_poland(t) else 0


def finnish_level(t: Table) -> int:
    """An isolated minor lives on its own cities and resources (11.34, 20.64), until it joins the Axis (DE.FX)."""
    if "FX" in t.p.politics:
        return 0
    land = int(t.world.board.region["Finland"]) & t.p.held[AXIS]
    return worked(t, AXIS, land)


def worked(t: Table, power: int, land: int) -> int:
    """City points and resource points of some land; the Axis draws double from resources (11.32, 11.33)."""
    return economy.city_points(t, power, land) + economy.resource_points(t, power, land)


def basic(t: Table, power: int) -> int:
    """Basic production of the season, less the ore that does not come (11.31, 17.2)."""
    side = next(word for word, number in SIDES.items() if number == power)
    total = basic_production(t.p.month)[side] + standing.bonus(t, power)
    if power == AXIS:
        return total - objectives.ore_lost(t)
    return total - lend_lease_lost(t) if power == SOVIET and t.p.hostile[SOVIET] else total


def compliance(t: Table) -> int:
    """Complying Sweden gives the Axis a mineral point, doubled, while it is neutral (21.492)."""
    stockholm = t.world.board.node("Stockholm")
    complies = "DS" in t.p.politics and "SC" not in t.p.politics
    return COMPLIANCE if complies and t.p.neutral >> stockholm & 1 else 0


LEND_LEASE = 5
"""What the Soviets lose for each road of lend-lease that is cut (20.592)."""


def lend_lease_lost(t: Table) -> int:
    """Five points each while London and Siberia are not joined by Murmansk, or by Teheran (20.592)."""
    both = supply.rail_sea(t, ALLIED) & supply.rail_sea(t, SOVIET)
    return sum(LEND_LEASE for place in ("Murmansk", "Teheran") if not both >> t.world.board.node(place) & 1)


# Transfers


def soviet_road(t: Table) -> bool:
    """Points reach the Soviets by the Arctic while Murmansk is joined to both London and Siberia (11.62)."""
    murmansk = 1 << t.world.board.node("Murmansk")
    return bool(supply.rail_sea(t, ALLIED) & supply.rail_sea(t, SOVIET) & murmansk)
