"""Dated events of a scenario: withdrawals, refits, upgrades and the fall of countries (27.32, 27.36, A5, A6, A11)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.engine.core.rules import rule

from . import control, depots
from . import world as w
from .state import Table, date


def segment_begins(t: Table, power: int) -> None:
    """What a side's Reinforcement Phase brings by date."""
    if not t.world.settings.get("naval"):
        return
    leave(t, power)
    refit(t, power)
    upgrade(t, power)
    fall(t, power)
    depots.arrive(t, power)


@rule("27.36")
def leave(t: Table, power: int) -> None:
    """Units that the order of battle withdraws leave the map (27.36, A6)."""
    for name in t.world.settings.get("leave", {}).get(date(t), ()):
        piece = t.world.by_name[name.casefold()]
        if t.p.power[piece] == power:
            if t.p.at[piece] < t.world.arrivals:
                t.emit("withdrawn", "27.36", pieces=(piece,), nodes=(t.p.at[piece],))
                t.p.put(piece, t.world.pool)
            t.p.due[piece] = -1


def refit(t: Table, power: int) -> None:
    """Counters that are made whole on a day, if they are still there and undamaged (A11)."""
    for name in t.world.settings.get("refit", {}).get(date(t), ()):
        piece = t.world.by_name[name.casefold()]
        mine = t.p.power[piece] == power and t.p.at[piece] < t.world.arrivals
        if mine and t.p.reduced[piece] and not t.p.damage[piece]:
            t.p.reduced[piece] = 0
            t.emit("rebuilt", "27.32", pieces=(piece,), nodes=(t.p.at[piece],))


@rule("27.32")
def upgrade(t: Table, power: int) -> None:
    """A unit takes the place of the one that it is an upgrade of (27.32)."""
    p = t.p
    for name, old_name in t.world.settings.get("upgrades", {}).items():
        new, old = t.world.by_name[name.casefold()], t.world.by_name[old_name.casefold()]
        if p.power[new] != power or not 0 < p.due[new] <= p.turn or p.at[new] != t.world.arrivals:
            continue
        p.due[new] = -1
        if p.at[old] >= t.world.arrivals:
            p.put(new, t.world.pool)
            continue
        p.put(new, p.at[old])
        p.reduced[new], p.unsupplied[new] = p.reduced[old], p.unsupplied[old]
        p.put(old, t.world.pool)
        p.due[old] = -1
        t.emit("upgraded", "27.32", pieces=(new,), nodes=(p.at[new],), old=t.title.piece_name(t, old))


def fall(t: Table, power: int) -> None:
    """A country or island comes under the Axis on a day (A5)."""
    place = t.world.settings.get("fall", {}).get(date(t))
    if not place or power != w.AXIS:
        return
    node = t.world.board.node(place)
    area, grown = 0, 1 << node
    land = t.world.board.nation["Greece"] & t.world.land
    while grown:
        area |= grown
        grown = step(area, t.world.walk) & land & ~area
    t.p.axis_land |= area
    t.p.allied_land &= ~area
    t.p.axis_rail |= area & t.world.rail_hexes
    t.p.allied_rail &= ~area
    t.emit("fallen", "A5", nodes=(node,))
    for piece in [i for i in range(len(t.p.at)) if t.p.at[i] < t.world.board.grid.size and area >> t.p.at[i] & 1]:
        if t.p.power[piece] == w.ALLIED:
            control.remove(t, piece, "lost")
