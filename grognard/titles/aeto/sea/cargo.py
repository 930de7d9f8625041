"""What ships carry (3.24, 7.1, 7.4): units that stand at sea are aboard; supply chits land where a voyage ends."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.rules import Args

from .. import pieces, stacking, supply, zones
from .. import tables as tb
from .. import world as w
from ..air import bases
from ..position import FRESH, WEST, AetoPosition, Table
from . import damage, mulberries, ports, ships, waters

MEDITERRANEAN = "Mediterranean"
PORT, BEACH = 1, 2
"""Where a convoy takes its supply."""


def fresh_transports(t: Table, seat: int, node: int) -> list[int]:
    """A seat's transports at a node that have not sailed."""
    p: AetoPosition = t.p
    mine = t.pieces_of(seat)
    return [i for i in ships.ships_at(t, node) if p.kind[i] == tb.STP and mine >> i & 1 and not p.rebased[i]]


ON_FOOT = (tb.INFANTRY, tb.MOUNTAIN, tb.COMMANDO, tb.PARATROOPER)
"""Who rides on a light cruiser and a destroyer (3.27)."""


SHIPPED = tuple(dict.fromkeys(kind for kind in (*tb.FIGHTERS, *tb.BOMBERS) if kind != tb.NAVAL_AIR))
"""Air units that go aboard transports; Naval-Air units have their carriers, ATPs fly."""


def swift_pairs(t: Table, seat: int, node: int) -> int:
    """A seat's light cruisers with destroyers at a node that have not sailed (3.27)."""
    mine = t.pieces_of(seat)
    return ships.pairs(t, [i for i in ships.ships_at(t, node) if mine >> i & 1 and not t.p.rebased[i]])


def loads(t: Table, seat: int) -> int:
    """Land and air units and leaders that could go aboard in a functioning port, or are aboard (3.24,
    7.1/embark-sea)."""
    p: AetoPosition = t.p
    bits = 0
    own = t.pieces_of(seat) & where(p.status, among(FRESH))
    for node in ships.forces(t, seat):
        kinds = (*tb.LAND, *tb.LEADERS, *SHIPPED) if fresh_transports(t, seat, node) else ON_FOOT
        if kinds is ON_FOOT and not swift_pairs(t, seat, node):
            continue
        if waters.at_sea(t.world) >> node & 1 or ports.functions(t, node):
            bits |= from_iter(i for i in p.stack(node) if own >> i & 1 and p.kind[i] in kinds)
    return bits


def fits(t: Table, seat: int, args: Args) -> int:
    """A transport point carries one step; leaders ride free (3.24)."""
    p: AetoPosition = t.p
    chosen = tuple(args[0]) if args else ()
    if not chosen:
        return -1
    node = p.at[chosen[0]]
    points = ships.points(t, fresh_transports(t, seat, node))
    here = [i for i in p.stack(node) if p.kind[i] in (*tb.LAND, *SHIPPED)]
    return from_iter(i for i in here if holds(t, points, swift_pairs(t, seat, node), (*chosen, i))) | ~from_iter(here)


def holds(t: Table, points: int, pairs: int, group: tuple[int, ...]) -> bool:
    """A point carries any step, a pair of swift ships one on foot (3.24)."""
    riders = tuple(i for i in group if t.p.kind[i] not in ON_FOOT)
    return ships.burden(t, group) <= points + pairs and ships.burden(t, riders) <= points


def carried(t: Table, seat: int, args: Args) -> int:
    """The transports of the force carry all its units, and leaders need one (3.24)."""
    chosen = tuple(args[0]) if args else ()
    aboard = [i for i in chosen if not ships.is_ship(t.p, i) and t.p.kind[i] != tb.NAVAL_AIR]
    points, pairs = ships.points(t, chosen), ships.pairs(t, chosen)
    return int(not aboard or (points + pairs > 0 and holds(t, points, pairs, chosen)))


def can_land(t: Table, seat: int, args: Args) -> int:
    """Units debark in functioning ports with room, out of enemy zones; air units where they find a base (3.24, 5.9)."""
    p: AetoPosition = t.p
    aboard = tuple(i for i in args[0] if not ships.is_ship(p, i) and p.kind[i] != tb.NAVAL_AIR)
    if not aboard:
        return -1
    power = p.power[aboard[0]]
    ground = zones.ground(t, power)
    open_ = ports.open_to(t, power) & t.world.land & ~ground.enemy & ~ground.open_zone & ~p.isolated
    open_ &= ~closed_in_africa(t, aboard)
    return from_iter(n for n in members(open_) if stacking.has_room(t, aboard, n) and has_base(t, aboard, n))


def has_base(t: Table, aboard: tuple[int, ...], node: int) -> bool:
    """Air units debark where an airbase has room for them (3.24, 4.9)."""
    coming = sum(t.p.kind[i] in SHIPPED for i in aboard)
    taken = len(bases.based_at(t, node)) - bases.on_decks(t, node)
    return not coming or taken + coming <= bases.capacity(t, node)


AFRICA = ("libya", "egypt", "tunisia", "algeria", "french morocco")
WINTER_1941, SPRING_1941 = tb.month_of("January 1941"), tb.month_of("April 1941")


def closed_in_africa(t: Table, aboard: tuple[int, ...]) -> int:
    """German land units come to Africa from 1941 on, four steps in all in the first season, eight after it (10.20)."""
    p: AetoPosition = t.p
    coming = sum(p.steps[i] for i in aboard if p.power[i] == w.GERMANY and p.kind[i] in tb.LAND)
    land = 0
    for name in AFRICA:
        land |= t.world.board.nation.get(name, 0)
    there = sum(
        p.steps[i] for node in members(land & p.occupied[w.GERMANY]) for i in p.stack(node)
        if p.power[i] == w.GERMANY and p.kind[i] in tb.LAND
    )  # fmt: skip
    most = 0 if p.month < WINTER_1941 else 4 if p.month < SPRING_1941 else 8
    return land if coming and coming + there > most else 0


# Supply


def laden(t: Table, seat: int, args: Args) -> int:
    """Supply goes aboard in a port that a line joins to a map source (7.1/embark-sea, 7.0/create-supplied)."""
    p: AetoPosition = t.p
    return from_iter(i for i in members(ships.afloat(t, seat)) if supply.lines(t, p.power[i]).fed >> p.at[i] & 1)


def has_transport(t: Table, seat: int, args: Args) -> int:
    """A transport point carries one Sea Supply chit (7.1/capacity)."""
    return int(chits_aboard(t, tuple(args[0]) if args else ()) > 0)


def chits_aboard(t: Table, group: tuple[int, ...]) -> int:
    """What a force carries: a chit a point, one a light cruiser with a destroyer, and one a full submarine."""
    return ships.points(t, group) + ships.pairs(t, group) + len(supply_boats(t, group))


def supply_boats(t: Table, group: tuple[int, ...]) -> list[int]:
    """A tactical submarine at full strength carries one chit, a depleted one none (7.6/submarine)."""
    return [i for i in group if t.p.kind[i] == tb.SS and t.p.steps[i] and not ships.is_damaged(t, i)]


def rearm(t: Table, group: tuple[int, ...]) -> None:
    """A submarine that has landed supply is depleted, and has its torpedoes again (7.6/deplete)."""
    for i in supply_boats(t, group):
        t.p.steps[i] -= 1
        pieces.tally(t, f"{ships.LANDED_SUPPLY}{i}")
        t.emit("depleted", "7.6/deplete", pieces=(i,), nodes=(t.p.at[i],))


def unfed(t: Table, seat: int, args: Args) -> int:
    """Not to a port that a line joins to a map source by land (7.1/illegal-destination)."""
    return ~supply.lines(t, t.p.power[args[0][0]]).fed


def chit_room(t: Table, node: int) -> int:
    """Sea Supply chits that a port still takes, beside those of its isolation (7.4/port-capacity, 7.8/limit)."""
    there: int = t.p.chits.get(str(node), (0, 0, 0, 0))[1]
    return ports.sea_chits(t, node) + mulberries.sea_chits(t, node) - there


def not_full(t: Table, seat: int, args: Args) -> int:
    """Not into a port that holds as many chits as it may (7.4/full-port)."""
    open_ = ports.open_to(t, t.p.power[args[0][0]]) & t.world.land
    artificial = mulberries.off_a_mulberry(t) if t.p.alliance[t.p.power[args[0][0]]] == WEST else 0
    return from_iter(n for n in members(open_) if chit_room(t, n) > 0) | artificial


def embarked_in(t: Table, node: int) -> int:
    """Does supply from this port cost Germans double: is it an Axis port on the Mediterranean (7.7/italian-double)?"""
    seas = t.world.board.seas
    coasts = [waters.sea_of(t.world)[n] for n in members(t.world.board.coasts_of(1 << node))]
    return int(any(seas[name].basin == MEDITERRANEAN for name in coasts))


def beach(t: Table, group: tuple[int, ...], origin: int, node: int) -> None:
    """One chit comes over the beach, and one transport point is lost there; a submarine is depleted (7.5/emergency)."""
    p: AetoPosition = t.p
    hulls = [i for i in group if p.kind[i] == tb.STP and p.steps[i]]
    boats = supply_boats(t, group)[:1]
    if not hulls and not boats:
        return
    power = p.power[(*hulls, *boats)[0]]
    supply.add_chits(t, power, node, 1, int(waters.is_axis(p, power)) * embarked_in(t, origin))
    t.emit("landed_supply", "7.5/emergency", nodes=(node,), chits=1)
    if hulls:
        damage.hit(t, hulls[0], False, "7.5/emergency")
    else:
        rearm(t, tuple(boats))


def unload(t: Table, group: tuple[int, ...], origin: int, node: int) -> None:
    """Each point that has come through lands a chit, as many as the port takes (7.4/debark)."""
    p: AetoPosition = t.p
    node = mulberries.berth(t, node)
    count = min(chits_aboard(t, group), chit_room(t, node))
    if count <= 0:
        return
    power = p.power[group[0]]
    doubled = int(waters.is_axis(p, power)) * embarked_in(t, origin)
    supply.add_chits(t, power, node, count, doubled)
    t.emit("landed_supply", "7.4/debark", nodes=(node,), chits=count)
    rearm(t, group)
