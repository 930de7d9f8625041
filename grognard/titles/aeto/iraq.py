"""The Iraq Transit Box (5.8): a hex off the map, next to five hexes of Iraq, with room for any number of units."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import fronts, movement, pieces, reach, stacking, zones
from . import tables as tb
from . import world as w
from .position import AXIS, FRESH, STANDBY, WEST, AetoPosition, Table
from .title import POWERS

GATES = "Iraq Transit"
"""The region of the five hexes from which the box is entered."""


@cache
def box(world: w.World) -> int:
    """The node of the box, or -1 off the map."""
    with suppress(LookupError):
        return world.node("Iraq Transit Box")
    return -1


@cache
def gates(world: w.World) -> int:
    return int(world.board.region.get(GATES, 0)) & world.land


def users(t: Table, seat: int, args: Args) -> int:
    """A seat's land units and leaders."""
    p: AetoPosition = t.p
    return t.pieces_of(seat) & where(p.kind, among(*tb.LAND, *tb.LEADERS)) & ~where(p.steps, among(0))


HELD = "iraq_box"
"""Under what it is kept whose the box is; until it is taken it is the Western Allies'."""


def of_the_holder(t: Table, seat: int, args: Args) -> int:
    """Units of the alliance that has the box use it: the Western Allies, until it is taken (5.8/iraq-box-enter)."""
    holder = t.p.politics.get(HELD, WEST)
    return where(t.p.power, among(*(power for power, side in enumerate(t.p.alliance) if side == holder)))


def may_enter(t: Table, seat: int, args: Args) -> int:
    """Units of its holder enter the box; combat units of his enemies, too, if nobody of his is in it
    (5.8/iraq-box-enter)."""
    return of_the_holder(t, seat, ()) | takers(t, seat)


def takers(t: Table, seat: int) -> int:
    """Combat units of the other of the Axis and the Western Allies take a box that stands empty
    (5.8/iraq-box-axis)."""
    p: AetoPosition = t.p
    other = AXIS if p.politics.get(HELD, WEST) == WEST else WEST
    foes = where(p.power, among(*(power for power, side in enumerate(p.alliance) if side == other)))
    if t.p.stack(box(t.world)):
        return 0
    return from_iter(i for i in members(foes & users(t, seat, ())) if zones.combat_unit(p, i))


def in_turn(t: Table, seat: int, args: Args) -> int:
    """Activated units in an Offensive, the others in the Movement Phase (5.8/iraq-box-enter)."""
    return where(t.p.status, among(FRESH if movement.in_movement_phase(t) else STANDBY))


def with_a_point(t: Table, seat: int, args: Args) -> int:
    """The step into or out of the box costs one movement point (5.8/iraq-box-enter)."""
    p: AetoPosition = t.p
    able = in_turn(t, seat, ()) & users(t, seat, ()) & ~where(p.halt, among(reach.STOPPED))
    return from_iter(i for i in members(able) if reach.allowance(t, i) > p.spent[i])


def at_the_gates(t: Table, seat: int, args: Args) -> int:
    """Units in the five hexes next to the box."""
    return from_iter(i for n in members(gates(t.world)) for i in t.p.stack(n)) & users(t, seat, ())


def inside(t: Table, seat: int, args: Args) -> int:
    """Units in the box."""
    return from_iter(t.p.stack(box(t.world))) & users(t, seat, ())


class ToBox(Verb):
    """``to_box uk5inf@Baghdad``: a unit goes into the Iraq Transit Box."""

    name = "to_box"
    levels = (
        Level(
            "unit", PIECE, at_the_gates,
            (Mask("5.8/iraq-box-enter", may_enter), Mask("5.8/iraq-box-enter", with_a_point)),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if box(t.world) >= 0 and at_the_gates(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        take(t, args[0])
        step(t, args[0], box(t.world))


def take(t: Table, piece: int) -> None:
    """An enemy who enters the empty box has it from now on (5.8/iraq-box-axis)."""
    side = t.p.alliance[t.p.power[piece]]
    if side != t.p.politics.get(HELD, WEST):
        t.p.politics[HELD] = side
        t.emit("captured", "5.8/iraq-box-axis", nodes=(box(t.world),), power=POWERS[t.p.power[piece]])


def free_gates(t: Table, seat: int, args: Args) -> int:
    """Gates without enemies, open to the unit, with room (5.8/iraq-box-enter)."""
    power = t.p.power[args[0]]
    ground = zones.ground(t, power)
    open_ = gates(t.world) & ~ground.enemy & ~ground.walls & ~reach.no_entry(t, power)
    return stacking.with_room(t, (args[0],), open_)


class FromBox(Verb):
    """``from_box uk5inf@Iraq_Transit_Box Baghdad``: a unit comes out of the Iraq Transit Box."""

    name = "from_box"
    levels = (
        Level(
            "unit", PIECE, inside,
            (Mask("5.8/iraq-box-enter", of_the_holder), Mask("5.8/iraq-box-enter", with_a_point)),
        ),
        Level("hex", NODE, lambda t, s, a: t.world.land, (Mask("5.8/iraq-box-enter", free_gates),)),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if box(t.world) >= 0 and inside(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        step(t, piece, node)
        if zones.combat_unit(t.p, piece):
            movement.capture(t, t.p.power[piece], node)
            fronts.settle(t, t.p.power[piece])


def step(t: Table, piece: int, node: int) -> None:
    """One step in or out (5.8/iraq-box-enter)."""
    p: AetoPosition = t.p
    here = p.at[piece]
    p.spent[piece] += 1
    pieces.tally(t, "marches")
    t.emit("moved", "5.8/iraq-box-enter", pieces=(piece,), nodes=(here, node))
    t.place(piece, node)


# Command


def command_area(t: Table, staff: int) -> int:
    """What an HQ commands: its radius, counted through the box as through a hex (5.8/iraq-box-hex)."""
    world: w.World = t.world
    radius = world.cards[t.p.card[staff]].radius
    node = t.p.at[staff]
    if node == box(world):
        return spread(gates(world), world.board.around, radius - 1) | 1 << node
    area = at_sea_or_ashore(t, node, radius)
    near = box(world) >= 0 and gates(world) & at_sea_or_ashore(t, node, radius - 1)
    return area | (1 << box(world) if near else 0)


def at_sea_or_ashore(t: Table, node: int, radius: int) -> int:
    """The hexes about an HQ; aboard a transport it has its radius, counted from the hex of its coast
    (5.0/hq-radius-embarked)."""
    return int(t.world.disc(hex_at(t.world, node), radius))


def hex_at(world: w.World, node: int) -> int:
    """The hex of a coast; any other node is its own."""
    return next(iter(members(world.board.hexes_of(1 << node))), node)


def staffs_off_the_map(t: Table, seat: int) -> int:
    """HQs of a seat in the box, or aboard transports off a coast or at sea (5.0/hq-radius-embarked)."""
    p: AetoPosition = t.p
    own = t.pieces_of(seat) & where(p.kind, among(tb.HQ)) & ~where(p.steps, among(0)) & pieces.aboard(t)
    hexes = t.world.board.hexes
    return from_iter(i for i in members(own) if p.at[i] == box(t.world) or hexes >> hex_at(t.world, p.at[i]) & 1)
