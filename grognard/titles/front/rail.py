"""Rail movement (9.2-9.5): strategic moves along friendly rail, linked legs, ferries, rail off the map."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.table import Table

from . import blocks, command, control, ground, nations, supply
from .kept import kept
from .movement import last_standers, not_moved, together
from .state import MOVED, SPENT, FrontPosition
from .world import FORT, SUPREME

FULL_LEG = 10


def leg(t: Any, power: int) -> int:
    """The hexes of one Rail Move: ten (9.21), five for the Axis under Allied air supremacy (9.21/a)."""
    return int(t.world.extra["air"][t.p.month].rail[power]) if t.rules.on("9.21/a") else FULL_LEG


def network(t: Any, power: int) -> int:
    """The friendly rail net: hexes in Rail/Sea Supply that a rail line runs into (9.12)."""
    net = supply.rail_sea(t, power) if t.rules.on("8.4/c") else t.world.land
    return net & int(t.world.rail.nodes)


def lines(t: Any, piece: int) -> int:
    """The hexes of the net that a unit may travel through: none that is closed to it (1.1/b, 2.66)."""
    return network(t, t.p.power[piece]) & ground.open_to(t, piece)


def bound(t: Any, piece: int) -> bool:
    """Is a unit restricted to some lands (2.66), so that it leaves the map nowhere?"""
    rule_id = t.world.units[piece].restricted
    return bool(rule_id) and bool(t.rules.on(rule_id))


def travels(t: Any, piece: int, moves: int) -> Hashable:
    """What the way by rail follows from."""
    p = t.p
    power = p.power[piece]
    return (
        p.at[piece], moves, power, p.weather, leg(t, power), lines(t, piece), bound(t, piece),
        control.enemy_units(t, power), t.title.lost_entries(t), *p.hexsides.items(),
    )  # fmt: skip


@kept(travels)
def rings(t: Any, piece: int, moves: int) -> list[int]:
    """The hexes of the net by their distance in rail hexes, within so many Rail Moves."""
    legs = moves if t.rules.on("6.53/a") else min(moves, 1)
    return spread(t, piece, 1 << t.p.at[piece], 0, legs * leg(t, t.p.power[piece]))


def spread(t: Any, piece: int, start: int, used: int, most: int) -> list[int]:
    """The hexes of the net by the rail hexes that a unit has used up there, from some hexes and at most so many."""
    p, w = t.p, t.world
    power, here = p.power[piece], p.at[piece]
    size, net = leg(t, power), lines(t, piece)
    through = net & ~control.enemy_units(t, power) | 1 << here
    found = [0] * (max(used, most) + 1)
    found[used] = start
    seen = 0
    for far in range(used, most + 1):
        ring = found[far] = found[far] & ~seen
        if not ring:
            continue
        seen |= ring
        for node in members(ring & through & w.rail_ends):
            for other, length, ferry in _links(t, piece, node):
                cost = _farther(far, length, size, ferry)
                if cost <= most and net >> other & 1 and (node != here or _may_start(t, here, other, power)):
                    found[cost] |= 1 << other
        if far < most:
            found[far + 1] |= _next(t, ring & through, here, power) & net
    return found if used <= most else []


def _farther(far: int, length: int, size: int, ferry: bool) -> int:
    """How far a hop leads: a ferry ends one Rail Move, takes one, and another begins (9.23)."""
    return -(-far // size) * size + size if ferry else far + length


def _next(t: Any, ring: int, here: int, power: int) -> int:
    """The hexes one rail hex on."""
    onto = step(ring, t.world.rail_sides)
    if ring == 1 << here:
        return from_iter(node for node in members(onto) if _may_start(t, here, node, power))
    return onto


def _links(t: Any, piece: int, node: int) -> list[tuple[int, int, bool]]:
    """The rail that leads further than to the next hex: ferries, long lines, and rail off the map."""
    w = t.world
    found = []
    for other, length in w.long_rail.get(node, ()):
        ferry = (node, other) in w.ferries
        if not ferry or t.rules.on("1.39/c"):
            found.append((other, length, ferry and t.rules.on("9.23")))
    if bound(t, piece):
        return found
    return found + [(other, length, False) for other, length in off_map(t, t.p.power[piece], node)]


def distances(t: Any, piece: int, moves: int) -> dict[int, int]:
    """Rail hexes to each hex of the net within so many Rail Moves."""
    return {node: far for far, ring in enumerate(rings(t, piece, moves)) for node in members(ring)}


def within(t: Any, piece: int, moves: int) -> int:
    """The hexes of the net within so many Rail Moves."""
    found = 0
    for ring in rings(t, piece, moves):
        found |= ring
    return found


def off_map(t: Any, power: int, node: int) -> tuple[tuple[int, int], ...]:
    """Rail off the map from an entry hex of the power's own edge (9.5), by hexes that are not lost (16.7)."""
    w = t.world
    if node not in w.offmap or (w.home_edge != power and t.rules.on("1.1")) or not t.rules.on("9.5"):
        return ()
    shut = t.title.lost_entries(t) | control.enemy_units(t, power)
    if shut >> node & 1:
        return ()
    open_ = [link for link in w.offmap[node] if not shut >> link[0] & 1]
    return tuple(open_) if t.rules.on("9.5/a") else tuple((there, 1) for there, _ in open_)


def _may_start(t: Any, here: int, there: int, power: int) -> bool:
    """Has the hexside by which a train leaves room for it? Over a map edge or ferry there is none to count."""
    return not _disengages(t, here, power) or ground.free_side(t, here, there)


@rule("9.22", off=lambda t, here, power: False)
def _disengages(t: Any, here: int, power: int) -> bool:
    """Leaving a battle by rail counts against its hexsides (9.22)."""
    return bool(control.enemy_units(t, power) >> here & 1)


def moves_for(t: Any, piece: int, hexes: int) -> int:
    """One Supreme Move for each leg begun (9.21)."""
    return -(-hexes // leg(t, t.p.power[piece]))


def legs_to(t: Any, piece: int, moves: int, node: int) -> int:
    """The Supreme Moves that the way to a hex takes."""
    far = next(far for far, ring in enumerate(rings(t, piece, moves)) if ring >> node & 1)
    return moves_for(t, piece, far)


# Who may go by rail


def has_supreme_move(t: Any, seat: int, args: Args) -> int:
    """Rail Moves need an active supreme HQ and a Supreme Move each (9.2)."""
    return nations.movable(t) if t.rules.on("6.53") else 0


def no_active_hq(t: Any, seat: int, args: Args) -> int:
    """An active HQ goes by rail only when it mobilizes (5.41)."""
    return ~blocks.nonzero(t.p.role)


def on_the_net(t: Any, seat: int, args: Args) -> int:
    """A unit must begin the phase in a hex of friendly rail (9.21/b), friendly battle hexes included (9.22)."""
    p = t.p
    return blocks.inside(t, p.active, network(t, p.active)) & ~blocks.nonzero(p.entry)


def no_rearguard(t: Any, seat: int, args: Args) -> int:
    """The last unit of a battle never leaves it by rail (9.22)."""
    return ~from_iter(last_standers(t, t.p.active))


def no_engaged_fort(t: Any, seat: int, args: Args) -> int:
    """An engaged fort stays (2.26)."""
    return ~(blocks.inside(t, t.p.active, control.battles(t)) & int(t.world.of_kind(FORT)))


TRAVELLERS = (
    Mask("9.2", has_supreme_move), Mask("6.1/b", not_moved), Mask("5.41", no_active_hq), Mask("15.42/b", together),
    Mask("2.26", no_engaged_fort), Mask("9.21/b", on_the_net), Mask("9.22", no_rearguard),
)  # fmt: skip


def rail_hexes(t: Any, seat: int, args: Args) -> int:
    return int(t.world.rail.nodes) & ~int(1 << t.p.at[args[0]])


def within_legs(t: Any, seat: int, args: Args) -> int:
    """Hexes that the Supreme Moves left can pay for (9.21)."""
    return within(t, args[0], nations.moves_left(t, args[0]))


def peaceful(t: Any, seat: int, args: Args) -> int:
    """Strategic moves never engage (6.53/c)."""
    return ~control.enemy_units(t, t.p.active)


def may_stand(t: Any, seat: int, args: Args) -> int:
    return ground.open_to(t, args[0])


def roomy(t: Any, seat: int, args: Args) -> int:
    return ground.room_for(t, args[0], int(t.world.rail.nodes))


TARGETS = (
    Mask("9.21", rail_hexes), Mask("9.21", within_legs, parts=("9.12", "9.12/a", "9.21/a", "9.23", "2.66")),
    Mask("6.53/c", peaceful), Mask("1.1/b", may_stand, parts=("2.66",)), Mask("6.21", roomy),
)  # fmt: skip


def rail_cost(t: Any, seat: int, args: Args, node: int) -> int:
    return legs_to(t, args[0], nations.moves_left(t, args[0]), node)


class Rail(Verb):
    """``rail 84inf Paris``: a strategic move along friendly rail, as many legs as it takes."""

    name = "rail"
    labels = ("2.26/a", "6.53/b")
    levels = (
        Level("unit", PIECE, blocks.mine, TRAVELLERS),
        Level("hex", NODE, command.all_land, TARGETS, cost=rail_cost),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        nations.spend_moves(t, piece, rail_cost(t, seat, (piece,), node))
        ride(t, piece, node)


def ride(t: Table, piece: int, node: int) -> None:
    """A unit arrives by rail: it moves no more this turn (6.53/b), a fort arrives as a cadre (2.26/a)."""
    p: FrontPosition = t.p
    here = p.at[piece]
    if _disengages(t, here, p.power[piece]):
        ground.use_side(t, here, first_stop(t, piece, node))
    blocks.stand_up(t, piece)
    p.moved[piece] = SPENT if t.rules.on("6.53/b") else MOVED
    weaken_fort(t, piece)
    t.place(piece, node)
    blocks.leave_beach(t, piece)
    t.emit("railed", "9.21", pieces=(piece,), nodes=(here, node))


def first_stop(t: Table, piece: int, node: int) -> int:
    """The first hex on the way, found by walking back from the last, on the map and off it."""
    power, here = t.p.power[piece], t.p.at[piece]
    far = distances(t, piece, nations.moves_left(t, piece) + 20)
    size, through = leg(t, power), ~control.enemy_units(t, power) | 1 << here
    while True:
        hops = [(other, 1, False) for other in members(step(1 << node, t.world.rail_sides))]
        before = next(
            other for other, length, ferry in hops + _links(t, piece, node)
            if through >> other & 1 and other in far and _farther(far[other], length, size, ferry) == far[node]
            and (other != here or _may_start(t, here, node, power))
        )  # fmt: skip
        if before == here:
            return node
        node = before


@rule("2.26/a", off=lambda t, piece: None)
def weaken_fort(t: Table, piece: int) -> None:
    """A fort that is moved drops to its cadre step (2.26/a)."""
    if t.world.units[piece].kind == FORT:
        t.p.cv[piece] = t.world.units[piece].last
        blocks.recall(t, piece)


# A supreme HQ mobilizes by rail


def supreme_hqs(t: Any, seat: int, args: Args) -> int:
    """Active supreme and theater HQs in a hex of the net (5.62, 5.66)."""
    p = t.p
    hqs = command.face_up(t, p.active) & t.world.of_kind(*SUPREME)
    if not hqs:
        return 0
    net = network(t, p.active)
    return from_iter(i for i in members(hqs) if net >> p.at[i] & 1)


def own_legs(t: Any, seat: int, args: Args) -> int:
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
        p: FrontPosition = t.p
        here = p.at[piece]
        legs = legs_to(t, piece, nations.moves_left(t, piece) + 1, node)
        nations.spend_moves(t, piece, legs - 1)
        command.deactivate(t, piece)
        if p.at[piece] == here:
            ride(t, piece, node)
