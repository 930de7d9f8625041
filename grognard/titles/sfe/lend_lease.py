"""Lend-Lease (27.45): air and armor points for the Soviet Union that must find their way from a port."""

from __future__ import annotations

from contextlib import suppress

from grognard.board import UnknownName
from grognard.engine.core.rules import rule

from . import weather, zones
from . import world as w
from .state import Table, date

QUARTER = 4
PORTS = ("Murmansk", "Archangel", "Baku", "Tiflis")
"""Where the railways begin (27.45/a)."""
STORES = ("Archangel", "Baku")
"""Where points wait for a way (27.45/b)."""
CASPIAN = ("Baku", "Astrakhan")
Points = tuple[int, int]


def node(t: Table, name: str) -> int:
    """A place of the map, or -1 beyond the window."""
    with suppress(UnknownName):
        return int(t.world.board.node(name))
    return -1


def held(t: Table, power: int, name: str) -> bool:
    return node(t, name) >= 0 and bool(t.p.land_of(power) >> node(t, name) & 1)


def workshops(t: Table, power: int) -> int:
    """The replacement cities that make armor or wings."""
    names = [name for name, what in t.world.side(power)["cities"].items() if what == "armor" and held(t, power, name)]
    return sum(1 << node(t, name) for name in names)


def by_rail(t: Table, power: int, start: int) -> bool:
    """Does a railway free of enemy units and zones lead from a hex to such a city?"""
    enemy = zones.against(t, power)
    free = t.p.rail_of(power) & ~enemy.all & ~enemy.ground
    if start < 0 or not free >> start & 1:
        return False
    return bool(t.world.rail.flood(1 << start, blocked=t.world.but(free)) & workshops(t, power) & free)


def way_open(t: Table, power: int) -> bool:
    """A way leads from Murmansk, Archangel, Baku or Tiflis to a city that makes armor or wings (27.45/a)."""
    return any(held(t, power, name) and by_rail(t, power, node(t, name)) for name in PORTS)


def over_the_caspian(t: Table, power: int) -> bool:
    """From Baku points go by sea to Astrakhan, unless it storms, and on by rail (27.45/c)."""
    if not all(held(t, power, name) for name in CASPIAN):
        return False
    calm = weather.at(t, node(t, CASPIAN[1])) != w.STORMY
    return calm and by_rail(t, power, node(t, CASPIAN[1]))


def arrive(t: Table, power: int) -> None:
    """What a day brings joins the country's points if a way is open; else it is kept apart."""
    rows = t.world.side(power).get("lend_lease", {})
    air, armor_ = rows.get(date(t), (0, 0))
    have: Points = t.p.lend_lease.get("stock", (0, 0))
    stock = (have[0] + air, have[1] + QUARTER * armor_)
    if any(stock) and (way_open(t, power) or over_the_caspian(t, power)):
        join(t, power, stock)
    else:
        put_by(t, stock)


def join(t: Table, power: int, stock: Points) -> None:
    """The points are the country's own (27.45/a)."""
    from . import production

    production.add_points(t, "Soviet", 0, stock[1])
    if "Soviet" in t.world.side(power).get("air_points", {}):
        t.p.air_bank["Soviet"] = t.p.air_bank.get("Soviet", 0) + stock[0]
    else:
        t.p.air_stock += stock[0]
    t.p.lend_lease = {}
    t.emit("points", "27.45/a", nation="Soviet", infantry=0, armor=stock[1] // QUARTER)


@rule("27.45/b")
def put_by(t: Table, stock: Points) -> None:
    """Points without a way are saved at Archangel or Baku (27.45/b)."""
    if any(stock):
        t.p.lend_lease["stock"] = stock


def stock_of(t: Table) -> Points:
    found: Points = t.p.lend_lease.get("stock", (0, 0))
    return found


def armor(t: Table) -> int:
    """The armor points that lie there, in quarters."""
    return stock_of(t)[1]


def depot(t: Table, unit: w.Unit) -> int:
    """The port at whose points a lost Soviet armor unit may be replaced, or -1 (27.45/b)."""
    if unit.nation != "Soviet" or unit.kind not in w.ARMOR or not armor(t):
        return -1
    return next((node(t, name) for name in STORES if held(t, unit.power, name)), -1)


def wing_depots(t: Table, power: int) -> int:
    """Where a wing may be replaced with six points that lie there (27.45/b)."""
    if stock_of(t)[0] < WING:
        return 0
    return sum(1 << node(t, name) for name in STORES if held(t, power, name))


WING = 6


def spend(t: Table, air: int, armor_: int) -> None:
    have = stock_of(t)
    t.p.lend_lease["stock"] = (have[0] - air, have[1] - armor_)
