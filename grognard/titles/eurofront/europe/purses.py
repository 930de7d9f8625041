"""Production points by front (11.3-11.6): levels, allocation, transfers, and what each purse may pay for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import economy, supply
from grognard.titles.systems.front.world import World

from .. import fronts, tables
from ..fronts import EF, MF
from ..state import FINNISH, soviets_at_war
from ..war.supply import by_the_cape
from ..winter import rules as winter
from . import cooperation, objectives, standing
from .nations import army, belligerent_side, is_neutral, territory, winter_war
from .state import ALLIED, AXIS, SOVIET, Table, position
from .world import SIDES, basic_production

BLOCK, SENT = 10, 10
"""Allocations to the East go in tens (21.23), and so do transfers (11.61)."""


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


WEST, EAST, FINNS, ALLIES, SOVIETS, AXIS_MED, ALLIED_MED, POLES, FINNS_ALONE = range(9)
PURSES = (
    Purse("Axis, West Front", AXIS, "points0", "", ""),
    Purse("Axis, East Front", AXIS, "east_points", "available_east", "saved_east"),
    Purse("Finland", AXIS, "finnish_points", "available_finns", "saved_finns"),
    Purse("Allies", ALLIED, "points1", "", ""),
    Purse("Soviets", SOVIET, "points2", "", ""),
    Purse("Axis, Med Front", AXIS, "med_points", "med_available", "med_saved"),
    Purse("Allies, Med Front", ALLIED, "med_points", "med_available", "med_saved"),
    Purse("Poland", ALLIED, "polish_points", "available_poles", "saved_poles"),
    Purse("Finland", FINNISH, "finnish_points", "available_finns", "saved_finns"),
)
MEDS = {AXIS: AXIS_MED, ALLIED: ALLIED_MED}
"""The purses of the Med Front, in scenarios that begin before it is won (21.37)."""


def in_use(t: Table) -> tuple[int, ...]:
    """The purses of a scenario: those of the Med Front before it is won, Poland's while it is isolated, and Finland's
    own while it fights alone (20.64)."""
    found = tuple(range(POLES if t.world.extra.get("med purses") else AXIS_MED))
    found = (*found, POLES) if isolated_poland(t) else found
    return (*(purse for purse in found if purse != FINNS), FINNS_ALONE) if winter_war(t) else found


def isolated_poland(t: Table) -> bool:
    """Is Poland at war beside the Allies and cut off from them by neutral lands (1939.2)?"""
    return belligerent_side(t, POLAND) == ALLIED and not soviets_at_war(t)


def east_is_active(t: Table) -> bool:
    """Is the East a front of its own: once the USSR or Turkey is at war (21.22, 1.12/a, 20.19, 21.13)?"""
    return soviets_at_war(t) or belligerent_side(t, "Turkey") >= 0


def of_power(t: Table, power: int) -> tuple[int, ...]:
    """The purses of a power."""
    return tuple(number for number in in_use(t) if PURSES[number].power == power)


def _read(t: Table, field: str, power: int) -> int:
    """A field of the position, or the power's entry of one that is a list."""
    value = getattr(t.p, field)
    return int(value[power] if isinstance(value, list) else value)


def _write(t: Table, field: str, power: int, value: int) -> None:
    own = getattr(t.p, field)
    if isinstance(own, list):
        own[power] = value
    else:
        setattr(t.p, field, value)


def points(t: Table, purse: int) -> int:
    """What is left in a purse."""
    return _read(t, PURSES[purse].points, PURSES[purse].power)


def pay(t: Table, purse: int, cost: int) -> None:
    """Points are spent."""
    _write(t, PURSES[purse].points, PURSES[purse].power, points(t, purse) - cost)


def available(t: Table, purse: int) -> int:
    """What a purse began this Production with (11.4)."""
    own = PURSES[purse]
    return _read(t, own.available or "available", own.power)


def saved(t: Table, purse: int) -> int:
    """What a purse kept from last month (11.4)."""
    own = PURSES[purse]
    return _read(t, own.saved or "saved", own.power)


def set_saved(t: Table, purse: int, left: int) -> None:
    own = PURSES[purse]
    _write(t, own.saved or "saved", own.power, left)


def set_available(t: Table, purse: int, left: int) -> None:
    own = PURSES[purse]
    _write(t, own.points, own.power, left)
    _write(t, own.available or "available", own.power, left)


def payer(t: Table, piece: int, node: int) -> int:
    """The purse that pays for a block in a place (11.3, 11.7/c, 21.23): Finland's for Finns (20.64), that of the East
    for the Axis there, of the Med there (21.373) and where the Cape feeds the Allies (21.381), of the home front for
    all others."""
    power = t.p.power[piece]
    if shipped_to(t, power) and (shipped_to(t, power) | by_the_cape(t, power)) >> node & 1:
        return MEDS[power]
    if power == AXIS:
        if t.world.units[piece].nation == "finland" and "FX" not in t.p.politics:
            return FINNS
        return EAST if fronts.land_of(t, EF) >> node & 1 and east_is_active(t) else WEST
    if power == ALLIED:
        return POLES if is_polish(t.world, piece) and isolated_poland(t) else ALLIES
    return SOVIETS if power == SOVIET else FINNS_ALONE


def is_polish(w: World, piece: int) -> bool:
    """Is a block of the army of Poland (1939.2)?"""
    return piece in army(w, POLAND, ALLIED)


def paying(t: Table, power: int, zone: int) -> tuple[int, ...]:
    """The purses of a power that pay in a zone of cadre prices: the first is the East, the fourth the Med."""
    if zone == MED_ZONE:
        return (MEDS[power],) if shipped_to(t, power) else (WEST,) if power == AXIS else (ALLIES,)
    if power == AXIS:
        return (EAST if zone == 0 and east_is_active(t) else WEST, FINNS)
    if power == ALLIED:
        return (ALLIES, POLES) if isolated_poland(t) else (ALLIES,)
    return (SOVIETS,) if power == SOVIET else (FINNS_ALONE,)


@cache
def own_blocks(w: World, purse: int) -> int:
    """The blocks that a purse may pay for somewhere: Finland's are its own."""
    power, finns = PURSES[purse].power, purse == FINNS
    return from_iter(
        i for i, u in enumerate(w.units)
        if u.power == power and (power != AXIS or (u.nation == "finland") == finns)
        and (purse != POLES or is_polish(w, i))
    )  # fmt: skip


MED_ZONE = 3
"""The Med Front among the zones of cadre prices."""


def shipped_to(t: Table, power: int) -> int:
    """The land whose units are built with points shipped to the Med Front (21.373), none once it is won (17.63)."""
    if power not in MEDS or not t.world.extra.get("med purses") or objectives.med_front_victory(t, power):
        return 0
    if is_neutral(t, "Italy"):
        return 0
    return fronts.land_of(t, MF)


def allocated_south(t: Table, power: int) -> int:
    """The points that a power assigns to the Med Front a month (11.5, 21.37): they stay as they were while a victory
    there is won and lost (17.6/a)."""
    return _read(t, "allocated", power) if shipped_to(t, power) else 0


# Levels


def level(t: Table, purse: int, wartime: bool = False) -> int:
    """The Front Production Level (11.3): basic or allocated points, and the cities and resources of the front."""
    power, p = PURSES[purse].power, position(t)
    if purse in MEDS.values():
        return allocated_south(t, power)
    if purse == FINNS:
        return finnish_level(t)
    if purse == POLES:
        return polish_level(t)
    if purse == FINNS_ALONE:
        return winter.finnish_points(t, FINNISH)
    if purse == EAST and not east_is_active(t):
        return 0
    fed = economy.in_rail_sea(t, power)
    land = grounds(t, purse)
    total = worked(t, power, fed & land)
    if purse == EAST:
        return total + p.allocated_east
    total += basic(t, power) + (compliance(t) + t.title.tribute(t) if purse == WEST else 0)
    total -= allocated_south(t, power)
    if purse in (WEST, ALLIES):
        total += cooperation.points(t, power)
    if purse == SOVIETS and not soviets_at_war(t) and not wartime:
        return max(0, total) // PEACETIME
    return max(0, total - p.allocated_east if purse == WEST else total)


def grounds(t: Table, purse: int) -> int:
    """The land whose cities feed a purse: points of the Med, of the North and of a front at peace go to the home front
    (11.32, 1.12/b)."""
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
    if power == SOVIET:
        total -= objectives.oil_goes_round(t)
    return total - lend_lease_lost(t) if power == SOVIET and soviets_at_war(t) else total


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


def arrives(source: str, goal: str) -> int:
    """What arrives a month later of ten points that are sent from front to front: half of them (11.62/b)."""
    return next((int(r["arrives"]) for r in tables.rows("transfers") if (r["from"], r["to"]) == (source, goal)), 0)


def soviet_road(t: Table) -> bool:
    """Points reach the Soviets by the Arctic while Murmansk is joined to both London and Siberia (11.62)."""
    murmansk = 1 << t.world.board.node("Murmansk")
    return bool(supply.rail_sea(t, ALLIED) & supply.rail_sea(t, SOVIET) & murmansk)
