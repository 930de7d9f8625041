"""Bombing of economies and rail (2.5, 2.6): sides in turn send missions against cities, resources and railways."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import pieces
from .. import tables as tb
from ..air import flights
from ..position import ACTIVE, FRESH, AetoPosition, Table
from ..sea import air_strike
from ..title import POWERS
from . import convoys

MOST_CITY, MOST_RESOURCE = 3, 2
"""EPs that a hex loses in a month at most (bombing.csv)."""


@cached_between_orders
def works(t: Table, power: int) -> int:
    """Enemy hexes with an economy: city/resource and resource hexes that a major power counts (2.5)."""
    p: AetoPosition = t.p
    hexes = t.world.sources | t.world.places("resource")
    bits = 0
    for foe in members(p.hostile[power]):
        bits |= p.held[foe]
    return hexes & bits


@cached_between_orders
def finds(t: Table, piece: int) -> int:
    """Economies that a bomber can reach now."""
    disc = t.world.disc(t.p.at[piece], flights.range_of(t, piece))
    near = [n for n in members(works(t, t.p.power[piece]) & disc) if flights.may_fly(t, piece, n)]
    return from_iter(n for n in near if left_to_lose(t, n))


def left_to_lose(t: Table, node: int) -> int:
    """What a hex can still lose this month: three EPs a city/resource, two a resource (2.5)."""
    most = MOST_CITY if t.world.sources >> node & 1 else MOST_RESOURCE
    return max(0, most - t.p.tally.get(f"bombed {node}", 0))


def bombers(t: Table, seat: int, args: Args) -> int:
    """Bombers of a seat with an enemy economy in range (2.5)."""
    return from_iter(i for i in members(fresh_bombers(t, seat)) if finds(t, i))


def fresh_bombers(t: Table, seat: int) -> int:
    """Bombers of a seat that have not flown."""
    p: AetoPosition = t.p
    kinds = (tb.BOMBER, tb.HEAVY_BOMBER, tb.FIGHTER_BOMBER)
    own = t.pieces_of(seat) & ~where(p.steps, among(0)) & where(p.kind, among(*kinds)) & where(p.status, among(FRESH))
    at_war = among(*(power for power in t.powers_of(seat) if p.hostile[power]))
    return own & where(p.power, at_war)


def one_target(t: Table, seat: int, args: Args) -> int:
    """All bombers of a mission reach its target (2.5)."""
    chosen = args[0] if args else ()
    shared = shared_target(t, chosen)
    return from_iter(i for i in members(bombers(t, seat, ())) if finds(t, i) & shared) if chosen else -1


def shared_target(t: Table, chosen: tuple[int, ...]) -> int:
    bits = -1
    for i in chosen:
        bits &= finds(t, i)
    return bits


def in_range(t: Table, seat: int, args: Args) -> int:
    """Within range of all (2.5)."""
    return shared_target(t, args[0])


class Bomb(Verb):
    """``bomb uk4hvy@Norwich . Essen``: a mission against an economy."""

    name = "bomb"
    levels: tuple[Level, ...] = (
        Level(
            "bombers", PIECES, bombers, (Mask("4.2", air_strike.six_of_one_power), Mask("2.5", one_target)),
            closes=(Mask("2.5", air_strike.somebody),),
        ),
        Level("target", NODE, lambda t, s, a: works(t, t.p.power[a[0][0]]), (Mask("2.5", in_range),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, node = tuple(args[0]), args[1]
        for i in group:
            t.p.status[i] = ACTIVE
        pieces.tally(t, "missions")
        t.emit("took_off", "2.5", pieces=group, nodes=(node,))
        air_strike.begin(t, seat, group, node, owner(t, node), "economy")


def owner(t: Table, node: int) -> int:
    """The power that counts a hex."""
    return next(power for power, land in enumerate(t.p.held) if land >> node & 1)


def damage(t: Table, group: tuple[int, ...], node: int) -> None:
    """Each bomber rolls a die and half its strength: 6-7 costs the owner one EP, 8 or more two (2.5)."""
    total = 0
    for i in group:
        die = t.roll("bombing")
        net = die + pieces.strength_of(t, i) // 2
        cost = min(worth(net), left_to_lose(t, node) - total)
        total += cost
        t.emit("bombed", "2.5", pieces=(i,), nodes=(node,), die=die, net=net, ep=cost)
    t.p.tally[f"bombed {node}"] = t.p.tally.get(f"bombed {node}", 0) + total
    convoys.mark_loss(t, payer(t, owner(t, node)), total)


def worth(net: int) -> int:
    """EPs that a bomber destroys (2.5)."""
    return 2 if net >= 8 else int(net >= 6)


def payer(t: Table, power: int) -> int:
    """A minor nation's losses are its controller's: Germany's or the UK's."""
    major = power < len(t.title.meta.seats)
    return power if major else POWERS.index(t.title.meta.seats[t.seat_of(power)])
