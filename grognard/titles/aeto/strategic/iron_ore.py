"""The Iron Ore Route (2.26): Allied ships on it cost Germany EPs."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args

from .. import pieces
from .. import tables as tb
from .. import world as w
from ..air import flights
from ..position import ACTIVE, AXIS, AetoPosition, Table
from ..sea import ships, waters
from ..seasonal import calendar as cal
from ..title import POWERS
from . import bombing, convoys

ENDS = {True: ("Narvik", "Stavanger"), False: ("Lulea", "Kiel")}
"""The route of Autumn and Winter, and that of Spring and Summer (2.26)."""
GUNS, HIT, MOST = 3, 5, 2
"""Gunnery that a force needs, the die that costs an EP, and EPs a month at most (2.26)."""
MINE_RANGE, MINES_HIT = 8, 6
"""The range of a bomber that lays mines, and the die that costs an EP (2.26/mines)."""


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
    for group in raiders(t):
        die = t.roll("iron ore")
        hit = sinks(t, die, HIT)
        t.emit("iron_ore", "2.26", pieces=group, nodes=(p.at[group[0]],), die=die, ep=int(hit))


def sinks(t: Table, die: int, needed: int) -> bool:
    """A die that is high enough costs Germany an EP, two a month at most (2.26, 8.1/iron-ore)."""
    hit = die >= needed and t.p.tally.get("ore", 0) < MOST
    if hit:
        pieces.tally(t, "ore")
        convoys.mark_loss(t, w.GERMANY, 1)
    return hit


# Mines


def mine_layers(t: Table, seat: int, args: Args) -> int:
    """Enemy bombers of range 8 or more that have not flown and reach the route (2.26/mines)."""
    p: AetoPosition = t.p
    if p.alliance[w.GERMANY] != AXIS or not ore_flows(t):
        return 0
    foes = where(p.power, among(*members(p.hostile[w.GERMANY])))
    fresh = bombing.fresh_bombers(t, seat) & foes
    return from_iter(i for i in members(fresh) if flights.range_of(t, i) >= MINE_RANGE and field(t, i))


@cached_between_orders
def field(t: Table, piece: int) -> int:
    """The waters of the route that a bomber reaches (2.26/mines)."""
    hexes = {waters.hex_of(t.world, n) for n in members(route_now(t))}
    near = t.world.disc(t.p.at[piece], flights.range_of(t, piece))
    return from_iter(n for n in hexes if near >> n & 1 and flights.may_fly(t, piece, n))


class LayMines(Verb):
    """``lay_mines uk3bmb@Newcastle Stavanger``: a bomber mines the route; a 6 costs Germany an EP."""

    name = "lay_mines"
    levels = (
        Level("bomber", PIECE, mine_layers),
        Level("hex", NODE, lambda t, s, a: field(t, a[0])),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.status[args[0]] = ACTIVE
        pieces.tally(t, "missions")
        die = t.roll("mines")
        hit = mined(t, die)
        t.emit("ore_mines", "2.26/mines", pieces=(args[0],), nodes=(args[1],), die=die, ep=int(hit))


def mined(t: Table, die: int) -> bool:
    """A 6 costs Germany an EP (2.26/mines)."""
    return sinks(t, die, MINES_HIT)
