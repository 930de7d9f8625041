"""Dated events of a scenario: refits and the fall of countries (A5, A11)."""

from __future__ import annotations

from itertools import pairwise

from grognard.board.area import step
from grognard.engine.core.cache import cached_values

from . import control, depots, zones
from . import world as w
from .state import Table, date


def segment_begins(t: Table, power: int) -> None:
    """What a side's Reinforcement Phase brings by date."""
    if not t.world.settings.get("naval"):
        return
    refit(t, power)
    fall(t, power)
    lay_rails(t, power)
    depots.arrive(t, power)


def refit(t: Table, power: int) -> None:
    """Counters that are made whole on a day, if they are still there and undamaged (A11)."""
    for name in t.world.settings.get("refit", {}).get(date(t), ()):
        piece = t.world.by_name[name.casefold()]
        mine = t.p.power[piece] == power and t.p.at[piece] < t.world.arrivals
        if mine and t.p.reduced[piece] and not t.p.damage[piece]:
            t.p.reduced[piece] = 0
            t.emit("rebuilt", "27.32", pieces=(piece,), nodes=(t.p.at[piece],))


def lay_rails(t: Table, power: int) -> None:
    """The desert railway grows a hex a month towards the frontier, where the Allies hold the ground (A3)."""
    rows = t.world.settings.get("railway")
    if rows is None or power != w.ALLIED or not date(t).endswith(" 1") or t.p.turn <= t.world.turns.index(rows["from"]):
        return
    line = [t.world.board.node(name) for name in rows["line"]]
    enemy = zones.against(t, power)
    shut = enemy.all | enemy.ground | ~t.p.land_of(power)
    for before, node in pairwise(line):
        if (t.p.laid | t.world.rail_hexes) >> node & 1:
            continue
        if t.p.allied_rail >> before & 1 and not shut >> node & 1:
            t.p.laid |= 1 << node
            t.p.allied_rail |= 1 << node
            t.emit("railhead", "A3", nodes=(node,), hexes=1)
        break


@cached_values(16)
def greek_land(world: w.World, node: int) -> int:
    """The mainland of Greece or the island that a hex lies on (A5)."""
    area, grown = 0, 1 << node
    land = world.board.nation["Greece"] & world.land
    while grown:
        area |= grown
        grown = step(area, world.walk) & land & ~area
    return area


def fall(t: Table, power: int) -> None:
    """A country or island comes under the Axis on a day (A5)."""
    place = t.world.settings.get("fall", {}).get(date(t))
    if not place or power != w.AXIS:
        return
    node = t.world.board.node(place)
    area = greek_land(t.world, node)
    t.p.axis_land |= area
    t.p.allied_land &= ~area
    t.p.axis_rail |= area & t.world.rail_hexes
    t.p.allied_rail &= ~area
    t.emit("fallen", "A5", nodes=(node,))
    for piece in [i for i in range(len(t.p.at)) if t.p.at[i] < t.world.board.grid.size and area >> t.p.at[i] & 1]:
        if t.p.power[piece] == w.ALLIED:
            control.remove(t, piece, "lost")
