"""Rail movement (9.2-9.5): strategic moves along friendly rail, linked legs, ferries, rail off the map."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn, rule

from . import blocks, command, control, ground, grounds, nations, routes, supply
from .movement import last_standers, not_moved, together
from .state import SPENT, Table
from .world import FORT, SUPREME

FULL_LEG, SHORT_LEG = 10, 5


def leg(t: Table, piece: int) -> int:
    """The hexes of one Rail Move: ten (9.21), five for the Axis under Allied air supremacy (9.21/a)."""
    return t.title.rail_leg(t, piece)


def network(t: Table, power: int) -> int:
    """The friendly rail net: hexes in Rail/Sea Supply that a rail line runs into (9.12, 8.4/c)."""
    net = supply.rail_sea(t, power)
    return net & int(t.world.rail.nodes)


def lines(t: Table, piece: int) -> int:
    """The hexes of the net that a unit may travel through: none that is closed to it (1.1/b, 2.66)."""
    power = t.p.power[piece]
    return network(t, power) & (ground.passable(t, piece) | t.title.transit(t, power))


def bound(t: Table, piece: int) -> bool:
    """Is a unit restricted to some lands (2.66), so that it leaves the map nowhere?"""
    return bool(t.world.units[piece].restricted)


def travels(t: Table, piece: int, moves: int) -> Hashable:
    """What the way by rail follows from."""
    p = t.p
    power = p.power[piece]
    return (
        p.at[piece], moves, power, *t.title.skies(t), leg(t, piece), lines(t, piece), bound(t, piece),
        control.enemy_units(t, power), routes.open_regions(t, power), t.title.lost_entries(t),
        t.title.commanded_land(t, piece), *p.hexsides.items(),
    )  # fmt: skip


@cached_by(travels)
def rings(t: Table, piece: int, moves: int) -> list[int]:
    """The hexes of the net by their distance in rail hexes, within so many Rail Moves (6.53/a)."""
    abroad = lines(t, piece) & ~t.title.commanded_land(t, piece)
    if abroad and leg(t, piece) > SHORT_LEG:
        return changing_fronts(t, piece, moves, abroad)
    return spread(t, piece, 1 << t.p.at[piece], 0, moves * leg(t, piece))


def changing_fronts(t: Table, piece: int, moves: int, abroad: int) -> list[int]:
    """The hexes of the net by what is used up of so many Rail Moves, each of which is ten hexes long, five if it begins
    abroad, where no HQ of the unit commands (6.72). A train may end a Rail Move before it crosses over."""
    size = leg(t, piece)
    found = [0] * (moves * size + 1)
    start, net = 1 << t.p.at[piece], lines(t, piece)
    for used in range(0, moves * size, size):
        here = found[used] | start
        for some, most in ((here & ~abroad, size), (here & abroad, SHORT_LEG)):
            for hexes, ring in enumerate(spread(t, piece, some, 0, most, Net(most, net)) if some else ()):
                found[used + hexes * size // most] |= ring
        start = 0
        for ring in found[: used + size + 1]:
            start |= ring
    seen = 0
    for used, ring in enumerate(found):
        found[used] = ring & ~seen
        seen |= ring
    return found


class Net(NamedTuple):
    """The rail net that a unit travels on: the hexes of a Rail Move, the hexes of the net, do ferries take a Move."""

    size: int
    hexes: int
    ferries: bool = True


def spread(t: Table, piece: int, start: int, used: int, most: int, on: Net | None = None) -> list[int]:
    """The hexes of the net by the rail hexes that a unit has used up there, from some hexes and at most so many."""
    p, w = t.p, t.world
    power, here = p.power[piece], p.at[piece]
    size, net, ferries = on or Net(leg(t, piece), lines(t, piece))
    through = net & ~routes.closing(t, power) | 1 << here
    found = [0] * (max(used, most) + 1)
    found[used] = start
    seen = 0
    from_beyond: dict[int, int] = {}
    for far in range(used, most + 1):
        ring = found[far] = found[far] & ~seen
        if not ring:
            continue
        seen |= ring
        for node in members(ring & through & w.rail_ends):
            for other, length, ferry in _links(t, piece, node, beyond=from_beyond.get(node) != far):
                cost = _farther(far, length, size, ferry and ferries)
                if cost <= most and net >> other & 1 and (node != here or _may_start(t, here, other, power)):
                    found[cost] |= 1 << other
                    if (other, length) in w.offmap.get(node, ()):
                        from_beyond[other] = min(cost, from_beyond.get(other, cost))
        if far < most:
            found[far + 1] |= _next(t, ring & through, here, power) & net
    return found if used <= most else []


def _farther(far: int, length: int, size: int, ferry: bool) -> int:
    """How far a hop leads: a ferry ends one Rail Move, takes one, and another begins (9.23)."""
    return -(-far // size) * size + size if ferry else far + length


def _next(t: Table, ring: int, here: int, power: int) -> int:
    """The hexes one rail hex on."""
    onto = step(ring, t.world.rail_sides)
    if ring == 1 << here:
        return from_iter(node for node in members(onto) if _may_start(t, here, node, power))
    return onto


def _links(t: Table, piece: int, node: int, *, beyond: bool) -> list[tuple[int, int, bool]]:
    """The rail that leads further than to the next hex: ferries, long lines, and rail off the map (1.39/c, 9.23).

    A train that has come from beyond the edge does not go back there: the way on was open to it before.
    """
    w = t.world
    found = []
    for other, length in w.long_rail.get(node, ()):
        ferry = (node, other) in w.ferries
        found.append((other, length, ferry))
    if bound(t, piece) or not beyond:
        return found
    return found + [(other, length, False) for other, length in off_map(t, t.p.power[piece], node)]


def distances(t: Table, piece: int, moves: int) -> dict[int, int]:
    """Rail hexes to each hex of the net within so many Rail Moves."""
    return {node: far for far, ring in enumerate(rings(t, piece, moves)) for node in members(ring)}


def within(t: Table, piece: int, moves: int) -> int:
    """The hexes of the net within so many Rail Moves."""
    found = 0
    for ring in rings(t, piece, moves):
        found |= ring
    return found


def off_map(t: Table, power: int, node: int) -> tuple[tuple[int, int], ...]:
    """Rail off the map from an entry hex of the power's own edge (9.5), by hexes that are not lost (16.7, 1.1,
    9.5/a)."""
    w = t.world
    if node not in w.offmap or w.home_edge != power:
        return ()
    shut = t.title.lost_entries(t) | control.enemy_units(t, power)
    if shut >> node & 1:
        return ()
    open_ = [link for link in w.offmap[node] if not shut >> link[0] & 1]
    return tuple(open_)


def _may_start(t: Table, here: int, there: int, power: int) -> bool:
    """Has the hexside by which a train leaves room for it? Over a map edge or ferry there is none to count."""
    return not _disengages(t, here, power) or ground.free_side(t, here, there)


def _disengages(t: Table, here: int, power: int) -> bool:
    """Leaving a battle by rail counts against its hexsides (9.22)."""
    return bool(control.enemy_units(t, power) >> here & 1)


def moves_for(t: Table, piece: int, hexes: int) -> int:
    """One Supreme Move for each leg begun (9.21)."""
    return -(-hexes // leg(t, piece))


def legs_to(t: Table, piece: int, moves: int, node: int) -> int:
    """The Supreme Moves that the way to a hex takes."""
    far = next(far for far, ring in enumerate(rings(t, piece, moves)) if ring >> node & 1)
    return moves_for(t, piece, far)


# Who may go by rail


def has_supreme_move(t: Table, seat: int, args: Args) -> int:
    """Rail Moves need an active supreme HQ and a Supreme Move each (9.2, 6.53)."""
    return nations.movable(t)


def no_active_hq(t: Table, seat: int, args: Args) -> int:
    """An active HQ goes by rail only when it mobilizes (5.41)."""
    return ~blocks.nonzero(t.p.role)


def on_the_net(t: Table, seat: int, args: Args) -> int:
    """A unit must begin the phase in a hex of friendly rail (9.21/b), friendly battle hexes included (9.22)."""
    p = t.p
    return blocks.inside(t, p.active, network(t, p.active)) & ~blocks.nonzero(p.entry)


def no_rearguard(t: Table, seat: int, args: Args) -> int:
    """The last unit of a battle never leaves it by rail (9.22)."""
    return ~from_iter(last_standers(t, t.p.active))


def no_engaged_fort(t: Table, seat: int, args: Args) -> int:
    """An engaged fort stays (2.26)."""
    return ~(blocks.inside(t, t.p.active, control.battles(t)) & int(t.world.of_kind(FORT)))


TRAVELLERS = (
    Mask("9.2", has_supreme_move), Mask("6.1/b", not_moved), Mask("5.41", no_active_hq, grounds.is_active),
    Mask("15.42/b", together),
    Mask("2.26", no_engaged_fort), Mask("9.21/b", on_the_net, grounds.off_the_rails), Mask("9.22", no_rearguard),
)  # fmt: skip


def rail_hexes(t: Table, seat: int, args: Args) -> int:
    return int(t.world.rail.nodes) & ~int(1 << t.p.at[args[0]])


def within_legs(t: Table, seat: int, args: Args) -> int:
    """Hexes that the Supreme Moves left can pay for (9.21)."""
    return within(t, args[0], nations.moves_left(t, args[0]))


def peaceful(t: Table, seat: int, args: Args) -> int:
    """Strategic moves never engage (6.53/c)."""
    return ~routes.closing(t, t.p.active)


def apart(t: Table, seat: int, args: Args) -> int:
    """No train ends among friends who are another power (6.21)."""
    return ~ground.strangers(t, t.p.power[args[0]])


def roomy(t: Table, seat: int, args: Args) -> int:
    return ground.room_for(t, args[0], int(t.world.rail.nodes))


def _other_net(t: Table, piece: int, label: str) -> Net:
    """The net as it would be without one rule."""
    power, rails = t.p.power[piece], int(t.world.rail.nodes)
    if label == "9.12":
        return Net(leg(t, piece), rails & ground.open_to(t, piece))
    if label == "9.12/a":
        return Net(leg(t, piece), control.friendly(t.p, power) & rails & ground.open_to(t, piece))
    if label == "2.66":
        return Net(leg(t, piece), network(t, power))
    return Net(FULL_LEG if label == "9.21/a" else leg(t, piece), lines(t, piece), label != "9.23")


def within_legs_but_for(label: str) -> MaskFn:
    """The hexes that the Supreme Moves left could pay for but for one rule."""

    def reached(t: Table, seat: int, args: Args) -> int:
        net, found = _other_net(t, args[0], label), 0
        for ring in spread(t, args[0], 1 << t.p.at[args[0]], 0, nations.moves_left(t, args[0]) * net.size, net):
            found |= ring
        return found

    return reached


IN_LEGS = Mask(
    "9.21", within_legs, grounds.no_train,
    without=tuple((label, within_legs_but_for(label)) for label in ("9.12", "9.12/a", "9.21/a", "9.23", "2.66")),
)  # fmt: skip
TARGETS = (
    Mask("9.21", rail_hexes, grounds.no_station), IN_LEGS, Mask("6.53/c", peaceful), *ground.may_stand(0),
    Mask("6.21", roomy),
)  # fmt: skip


def rail_cost(t: Table, seat: int, args: Args, node: int) -> int:
    return legs_to(t, args[0], nations.moves_left(t, args[0]), node)


class Rail(Verb):
    """``rail 84inf Paris``: a strategic move along friendly rail, as many legs as it takes."""

    name = "rail"
    labels = ("2.26/a", "6.53/b")
    levels = (
        Level("unit", PIECE, blocks.mine, TRAVELLERS),
        Level("hex", NODE, command.all_land, (Mask("6.21", apart), *TARGETS), cost=rail_cost),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        nations.spend_moves(t, piece, rail_cost(t, seat, (piece,), node))
        ride(t, piece, node)


def ride(t: Table, piece: int, node: int) -> None:
    """A unit arrives by rail: it moves no more this turn (6.53/b), a fort arrives as a cadre (2.26/a)."""
    p = t.p
    here = p.at[piece]
    if _disengages(t, here, p.power[piece]):
        ground.use_side(t, here, first_stop(t, piece, node))
    blocks.stand_up(t, piece)
    p.moved[piece] = SPENT
    weaken_fort(t, piece)
    t.place(piece, node)
    blocks.leave_beach(t, piece)
    t.emit("railed", "9.21", pieces=(piece,), nodes=(here, node))
    t.title.arrived(t, piece, here, node)


def first_stop(t: Table, piece: int, node: int) -> int:
    """The first hex on the way, found by walking back from the last, on the map and off it."""
    power, here = t.p.power[piece], t.p.at[piece]
    rings_ = spread(t, piece, 1 << here, 0, (nations.moves_left(t, piece) + 20) * leg(t, piece))
    far = {there: hexes for hexes, ring in enumerate(rings_) for there in members(ring)}
    size, through = leg(t, piece), ~routes.closing(t, power) | 1 << here
    while True:
        hops = [(other, 1, False) for other in members(step(1 << node, t.world.rail_sides))]
        before = next(
            other for other, length, ferry in hops + _links(t, piece, node, beyond=True)
            if through >> other & 1 and other in far and _farther(far[other], length, size, ferry) == far[node]
            and (other != here or _may_start(t, here, node, power))
        )  # fmt: skip
        if before == here:
            return node
        node = before


@rule("2.26/a")
def weaken_fort(t: Table, piece: int) -> None:
    """A fort that is moved drops to its cadre step (2.26/a)."""
    if t.world.units[piece].kind == FORT:
        t.p.cv[piece] = t.world.units[piece].last
        blocks.recall(t, piece)


# A supreme HQ mobilizes by rail


def supreme_hqs(t: Table, seat: int, args: Args) -> int:
    """Active supreme and theater HQs in a hex of the net (5.62, 5.66)."""
    p = t.p
    hqs = command.face_up(t, p.active) & t.world.of_kind(*SUPREME)
    if not hqs:
        return 0
    net = network(t, p.active)
    return from_iter(i for i in members(hqs) if net >> p.at[i] & 1)


def own_legs(t: Table, seat: int, args: Args) -> int:
    """One leg is free, further ones cost Supreme Moves kept back (5.62)."""
    return within(t, args[0], nations.moves_left(t, args[0]) + 1)


class Entrain(Verb):
    """``entrain OKW Paris``: a supreme HQ mobilizes by rail (5.62)."""

    name = "entrain"
    labels = ("5.62",)
    levels = (
        Level("HQ", PIECE, blocks.mine, (Mask("5.62", supreme_hqs), Mask("9.22", no_rearguard))),
        Level("hex", NODE, command.all_land, (TARGETS[0], Mask("9.21", own_legs), *TARGETS[2:])),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        here = p.at[piece]
        legs = legs_to(t, piece, nations.moves_left(t, piece) + 1, node)
        nations.spend_moves(t, piece, legs - 1)
        command.deactivate(t, piece)
        if p.at[piece] == here:
            ride(t, piece, node)
