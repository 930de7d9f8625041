"""Rail movement (8.0-8.05) and railheads (8.06)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import control, dockyards, movement, neutrality, reach, supply, weather, zones
from . import world as w
from .state import Table, movers, phasing

HEXES = 24
HEAVIEST = 2 * w.CORPS
"""What the largest unit takes of the rail capacity."""


def load(t: Table, piece: int) -> int:
    """What a unit takes of the rail capacity, in quarters of a corps (8.03, 8.03/1, 28.03/1)."""
    unit = t.world.units[piece]
    if unit.leader:
        return w.CORPS // 2
    if unit.depot:
        return w.CORPS // 4 if t.p.reduced[piece] else w.CORPS // 2
    double = unit.kind in (*w.ARMOR, "MOT", "CAV")
    if unit.kind == "MOT" and unit.nation == "German" and t.options.get("armor_neutrality") == "on":
        double = False
    return supply.quarters(t, piece) * (2 if double else 1)


def load_to(t: Table, piece: int, node: int) -> int:
    """The same on the way to a hex: beyond a border where the gauge changes twice as much (R7)."""
    return load(t, piece) * (2 if other_gauge(t) >> node & 1 else 1)


def boarding(t: Table, piece: int) -> int:
    """Half points to entrain, and to detrain: one, two for the mobile (8.01)."""
    return w.MP * (2 if t.world.units[piece].mobile else 1)


def delayed(t: Table, piece: int, node: int) -> int:
    """Half points that interdiction adds to entraining or detraining in a hex (16.15)."""
    return reach.delay(t, piece, node, boarding(t, piece))


class Journey(NamedTuple):
    """Where trains take a unit: the length of the way to each hex, and the hexes of the normal and extended range."""

    length: dict[int, int]
    near: int
    far: int

    @classmethod
    def of(cls, length: dict[int, int]) -> Journey:
        near = [n for n, far in length.items() if 0 < far <= HEXES]
        beyond = [n for n, far in length.items() if HEXES < far <= 2 * HEXES]
        return cls(length, from_iter(near), from_iter(near + beyond))

    def all(self, most: int) -> int:
        return self.near if most <= HEXES else self.far


@cached_between_orders
def network(t: Table) -> int:
    """Rail hexes on which trains run: controlled since the segment began, free of enemies and their zones (8.02)."""
    p = t.p
    enemy = zones.against(t, phasing(t))
    return p.rails & p.rail_of(phasing(t)) & ~enemy.all & ~enemy.ground & ~neutrality.closed(t, phasing(t))


@cached_between_orders
def journey(t: Table, node: int) -> Journey:
    """The railway from a hex (8.01), ferries being six hexes long (8.05), interdicted hexes longer (16.15/1)."""
    rails = network(t)
    if not rails >> node & 1:
        return Journey.of({})
    slow = {n: min(16, 4 * (f // w.FACTOR)) for n, f in reach.interdicted(t, phasing(t)).items() if f >= w.FACTOR}
    if not any(rails >> n & 1 for n in slow):
        return _journey(t.world, node, rails)
    return _slowed(t.world, node, rails, tuple(slow.items()))


@cached_values(1024)
def _journey(world: w.World, node: int, rails: int) -> Journey:
    """The same where no wing interdicts: trains run alike until a front or a railhead moves."""
    return Journey.of(world.rail.distances(1 << node, blocked=world.but(rails), limit=2 * HEXES))


@cached_values(1024)
def _slowed(world: w.World, node: int, rails: int, tolls: tuple[tuple[int, int], ...]) -> Journey:
    """The railway where wings interdict it: passing a hex costs more of the allowance (16.15/1)."""
    slow = dict(tolls)
    length, queue = {node: 0}, {0: [node]}
    for far in range(2 * HEXES + 1):
        for here in queue.get(far, ()):
            if length[here] != far:
                continue
            toll = slow.get(here, 0) if here != node else 0
            for there, miles in world.rail.links(here):
                cost = far + miles + toll
                if rails >> there & 1 and cost < length.get(there, 2 * HEXES + 1):
                    length[there] = cost
                    queue.setdefault(cost, []).append(there)
    return Journey.of(length)


def on_rails(t: Table, seat: int, args: Args) -> int:
    """Units in a rail hex that was controlled when the segment began (8.0/1)."""
    rails = t.p.rails & t.p.rail_of(phasing(t))
    return from_iter(i for i in movers(t, phasing(t)) if rails >> t.p.at[i] & 1)


def out_of_zones(t: Table, seat: int, args: Args) -> int:
    """No unit entrains in an enemy zone (8.02)."""
    zone = zones.against(t, phasing(t)).all
    return from_iter(i for i in movers(t, phasing(t)) if not zone >> t.p.at[i] & 1)


def not_railed(t: Table, seat: int, args: Args) -> int:
    """A unit goes by rail once a segment (8.01)."""
    return ~t.p.railed


def can_board(t: Table, seat: int, args: Args) -> int:
    """Units with the points to entrain (8.01)."""
    p = t.p
    able = [i for i in movers(t, phasing(t)) if p.left[i] >= boarding(t, i)]
    return from_iter([i for i in able if p.left[i] >= boarding(t, i) + delayed(t, i, p.at[i])])


def capacity_left(t: Table, seat: int, args: Args) -> int:
    """Units that the rail capacity still carries (8.03)."""
    if t.p.rail_left >= HEAVIEST:
        return -1
    return from_iter(i for i in movers(t, phasing(t)) if load(t, i) <= t.p.rail_left)


def carried(t: Table, piece: int) -> int:
    """Hexes to which the rail capacity still carries a unit (8.03), fewer where the gauge is another (R7)."""
    need, left = load(t, piece), t.p.rail_left
    if need > left:
        return 0
    ways = stations(t, piece)
    return ways if 2 * need <= left else ways & ~other_gauge(t)


def other_gauge(t: Table) -> int:
    """The country where a side's trains carry half as much (R7)."""
    country = t.world.settings.get("gauge", {}).get(w.POWERS[phasing(t)], "")
    return int(t.world.board.nation[country]) if country else 0


def goes_somewhere(t: Table, seat: int, args: Args) -> int:
    """Units for which a train leads to a hex with room."""
    own = not_railed(t, seat, ()) & movement.by_orders(t, seat, ()) & on_rails(t, seat, ())
    own &= can_board(t, seat, ()) if own else 0
    net, power = network(t), phasing(t)
    room = ~(control.crowded(t, power, 1, 0) | control.crowded(t, power, 0, 1) | other_gauge(t))
    return from_iter(
        i for i in members(own) if next_station(t, i, net, room) or carried(t, i) & ~control.full(t, phasing(t), (i,))
    )


def next_station(t: Table, piece: int, net: int, room: int) -> bool:
    """Has the next hex on the railway room, and the capacity for the unit?"""
    here = t.p.at[piece]
    if not net >> here & 1 or load(t, piece) > t.p.rail_left:
        return False
    return any(miles <= HEXES and (net & room) >> there & 1 for there, miles in t.world.rail.links(here))


def stations(t: Table, piece: int) -> int:
    """Hexes where a unit may detrain: 24 hexes away, 48 if it does nothing else (8.01, 8.04)."""
    begun = bool(t.p.moved >> piece & 1)
    return journey(t, t.p.at[piece]).all(HEXES if begun else 2 * HEXES)


class Rail(Verb):
    """``rail LV Kharkov``: a unit entrains, goes up to 24 hexes and detrains; up to 48 if it does nothing else."""

    name = "rail"
    levels = (
        Level(
            "unit", PIECE, movement.own_units,
            (
                Mask("7.0", movement.by_orders, movement.say_orders),
                Mask("8.01", not_railed), Mask("8.0/1", on_rails), Mask("8.02", out_of_zones),
                Mask("8.01", can_board), Mask("8.03", capacity_left), Mask("8.01", goes_somewhere, ahead=True),
            ),
        ),
        Level(
            "to", NODE, movement.all_hexes,
            (
                Mask("8.01", lambda t, s, a: journey(t, t.p.at[a[0]]).all(2 * HEXES)),
                Mask("8.04", lambda t, s, a: stations(t, a[0])),
                Mask("8.03", lambda t, s, a: carried(t, a[0])),
                Mask("5.01", lambda t, s, a: ~control.full(t, phasing(t), (a[0],)), movement.say_full),
            ),
            cost=lambda t, s, a, n: journey(t, t.p.at[a[0]]).length[n],
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        came, far = p.at[piece], journey(t, p.at[piece]).length[node]
        cost = 2 * boarding(t, piece) + delayed(t, piece, came) + delayed(t, piece, node)
        p.rail_left -= load_to(t, piece, node)
        p.put(piece, node)
        p.railed |= 1 << piece
        p.left[piece] = max(0, p.left[piece] - cost)
        if far > HEXES:
            extended(t, piece)
        t.emit("railed", "8.01", pieces=(piece,), nodes=(came, node), hexes=far)


@rule("8.04")
def extended(t: Table, piece: int) -> None:
    """A unit that goes by extended rail neither moves nor attacks in that segment (8.04)."""
    t.p.left[piece] = 0
    t.p.moved |= 1 << piece
    t.p.tired |= 1 << piece


def rate(t: Table, node: int) -> int:
    """How far a railhead is extended in a turn by the weather of its hex (8.06/3)."""
    return int(weather.effects(weather.at(t, node))["rail_advance"])


def walked_only(t: Table, power: int) -> int:
    """Where supplied units must have passed: for the Axis the Soviet Union of 1939, else all (8.06/1, 8.06/4)."""
    if power == w.AXIS:
        return int(t.world.board.nation["Soviet Union"])
    return -1 if t.world.settings["ally"] == "Soviet" else 0


def joined(t: Table, power: int, node: int) -> bool:
    """When a unit passes a Soviet rail hex it must be joined by held rail hexes to an Axis railhead (8.06/1)."""
    p, world = t.p, t.world
    if power != w.AXIS or not (world.rail_hexes & world.board.nation["Soviet Union"]) >> node & 1:
        return True
    held = p.axis_land & world.rail_hexes
    return bool(world.rail.flood(1 << node, blocked=world.but(held), stop=p.axis_rail) & p.axis_rail)


def new_rails(t: Table, power: int) -> int:
    """Rail hexes that railheads reach along controlled hexes out of enemy zones (8.06)."""
    p = t.p
    enemy = zones.against(t, power)
    passed = p.walked | ~walked_only(t, power)
    open_ = passed & p.land_of(power) & ~enemy.all & ~enemy.ground & (t.world.rail_hexes | p.laid)
    own = p.rail_of(power)
    found = 0
    for head in members(railheads(t, own, open_ & ~own)):
        far = t.world.rail.distances(1 << head, blocked=t.world.but(open_ & ~own), limit=rate(t, head))
        found |= from_iter(node for node in far if open_ >> node & 1 and not own >> node & 1)
    return found


def railheads(t: Table, own: int, open_: int) -> int:
    """The ends of a side's railway: rail hexes from which a line leads on to one that is open."""
    links = t.world.rail.links
    return from_iter(there for node in members(open_) for there, _ in links(node) if own >> there & 1)


def advance_railheads(t: Table, power: int) -> None:
    """In the Administrative Phase railheads go forward (4.09, 23.14)."""
    p = t.p
    gained = new_rails(t, power)
    if not gained:
        return
    if power == w.AXIS:
        p.axis_rail |= gained
    else:
        p.allied_rail |= gained
    t.emit("railhead", "8.06", nodes=members(gained), hexes=gained.bit_count())


class Administration(Step):
    """The Administrative Phase: railheads, then those who are back in supply (4.09)."""

    name = "administration"
    rule = "4.09"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        power = phasing(t)
        advance_railheads(t, power)
        supply.recheck(t, power)
        neutrality.surrenders(t)
        dockyards.finish(t, power)
        t.pop()
