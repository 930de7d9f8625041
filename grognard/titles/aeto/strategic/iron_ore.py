"""The Iron Ore Route (2.26): Allied ships on it cost Germany EPs."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import among, from_iter, members, where

from .. import tables as tb
from .. import world as w
from ..position import AXIS, AetoPosition, Table
from ..sea import ships, waters
from ..seasonal import calendar as cal
from ..title import POWERS
from . import convoys

ENDS = {True: ("Narvik", "Stavanger"), False: ("Lulea", "Kiel")}
"""The route of Autumn and Winter, and that of Spring and Summer (2.26)."""
GUNS, HIT, MOST = 3, 5, 2
"""Gunnery that a force needs, the die that costs an EP, and EPs a month at most (2.26)."""


@cache
def route(world: w.World, cold: bool) -> int:
    """The waters of the route: the shortest way by sea between its ends (2.26, S16)."""
    start, goal = (world.node(name) for name in ENDS[cold])
    return from_iter(waters.route(world, start, goal, frozenset(), True, 0) or ()) & waters.at_sea(world)


def route_now(t: Table) -> int:
    """Narvik to Stavanger in Autumn and Winter, Lulea to Kiel in Spring and Summer (2.26)."""
    return route(t.world, cal.season_of(t.p.month) not in (cal.SPRING, cal.SUMMER))


def ore_flows(t: Table) -> bool:
    """Does Germany trade with Sweden or hold Kiruna (2.26)?"""
    p: AetoPosition = t.p
    sweden = POWERS.index("sweden")
    return not p.hostile[w.GERMANY] >> sweden & 1 or bool(p.held[w.GERMANY] >> t.world.node("Kiruna") & 1)


def raiders(t: Table) -> list[tuple[int, ...]]:
    """Allied forces with gunnery 3 or more and each full submarine that stand on the route (2.26)."""
    p: AetoPosition = t.p
    found: list[tuple[int, ...]] = []
    for node in members(route_now(t)):
        foes = [i for i in ships.ships_at(t, node) if p.hostile[w.GERMANY] >> p.power[i] & 1]
        found += [(i,) for i in foes if p.kind[i] == tb.SS and not ships.is_damaged(t, i)]
        fleet = tuple(i for i in foes if p.kind[i] != tb.SS)
        if sum(ships.gunnery(t, i) for i in fleet) >= GUNS:
            found.append(fleet)
    return found


def settle(t: Table) -> None:
    """Each of them costs Germany an EP on 5 or 6, two a month at most (2.26, 8.1/iron-ore)."""
    p: AetoPosition = t.p
    if p.alliance[w.GERMANY] != AXIS or not ore_flows(t) or not where(p.kind, among(*tb.SHIPS)):
        return
    lost = 0
    for group in raiders(t):
        die = t.roll("iron ore")
        hit = die >= HIT and lost < MOST
        lost += hit
        t.emit("iron_ore", "2.26", pieces=group, nodes=(p.at[group[0]],), die=die, ep=int(hit))
    convoys.mark_loss(t, w.GERMANY, lost)
