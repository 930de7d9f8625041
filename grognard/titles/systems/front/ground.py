"""Ground that a unit may go to: closed lands, room for one more, and hexsides of battles (1, 6.2, 6.33)."""

from __future__ import annotations

from functools import cache
from itertools import compress
from typing import Any

from grognard.board import Exits
from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_by
from grognard.engine.core.rules import Args, Mask

from . import blocks, control
from . import weather as sky
from .state import MUD, SNOW, Table
from .world import FORT, STATIC, World

OPEN_LIMIT, CLOSE_LIMIT = 2, 1
WIDE = 4
"""Units of a side in open ground (6.21)."""
ROUTE_LIMIT = 2
"""Units that engage or disengage over a route, whatever its kind, ground and weather (EuroFront 18.37)."""


def open_to(t: Table, piece: int) -> int:
    """The land that a unit may be in."""
    area: int = t.world.land
    return area & not_neutral(t, piece) & not_prohibited(t, piece) & within_limits(t, piece)


def passable(t: Table, piece: int) -> int:
    """The land that a unit may go through."""
    return open_to(t, piece) & not_with_friends(t, piece)


def not_with_friends(t: Table, piece: int) -> int:
    """No unit enters a hex with units of a friendly power, be it to pass through (20.34)."""
    return ~strangers(t, int(t.p.power[piece]))


def not_neutral(t: Table, piece: int) -> int:
    """No unit enters a neutral land (16.4/a), but where that has room for it."""
    return ~int(t.p.neutral) | t.title.welcome(t, piece)


def not_prohibited(t: Table, piece: int) -> int:
    """No unit enters an area that is prohibited to its side (1.1/b)."""
    return ~(int(t.world.closed_to[t.world.units[piece].power]) | t.title.forbidden(t, piece))


def within_limits(t: Table, piece: int) -> int:
    """A restricted unit keeps to its lands (2.66); where the title lets it, one that stands outside may march home."""
    bound = t.world.units[piece].restricted
    if not bound:
        return -1
    area = t.title.bounds(t, bound)
    return -1 if t.title.marches_home and is_abroad(t, piece, area) else area


def is_abroad(t: Table, piece: int, area: int) -> bool:
    """Does a unit stand on the map outside an area?"""
    node = t.p.at[piece]
    return bool(node < t.world.spans and not area >> node & 1)


def may_stand(unit: int) -> tuple[Mask, ...]:
    """The conditions on where a unit, the so-and-so-many-th word of an order, may be."""
    return (
        Mask("1.1/b", lambda t, s, a: not_prohibited(t, a[unit])),
        Mask("2.66", lambda t, s, a: within_limits(t, a[unit])),
        Mask("16.4/a", lambda t, s, a: not_neutral(t, a[unit])),
    )


def has_room(t: Table, piece: int, node: int) -> bool:
    """Is there room for one more of the power (6.21), no friend of another, and no second fort (2.26/e)?"""
    p, w = t.p, t.world
    if strangers(t, p.power[piece]) >> node & 1:
        return False
    there = [i for i in p.stacks.get(node, ()) if p.power[i] == p.power[piece] and i != piece]
    if len(there) >= stack_limit(t, p.power[piece], node):
        return False
    return w.units[piece].kind != FORT or all(w.units[i].kind != FORT for i in there)


def one_fort(t: Table, seat: int, args: Args) -> int:
    """No second fort comes into a hex (2.26/e)."""
    if t.world.units[args[0]].kind != FORT:
        return -1
    forts = blocks.of(t, t.p.power[args[0]]) & t.world.of_kind(FORT) & ~(1 << args[0])
    return ~from_iter(t.p.at[i] for i in members(forts))


def filled(t: Table, piece: int) -> int:
    """The hexes where a unit that is not there yet finds no room (6.21, 2.26/e)."""
    p, w = t.p, t.world
    power = p.power[piece]
    taken = strangers(t, power)
    taken |= full(t, power)
    if w.units[piece].kind == FORT:
        taken |= from_iter(p.at[i] for i in members(blocks.of(t, power) & w.of_kind(FORT)))
    return taken


def admits(t: Table, node: int, pieces: int) -> int:
    """Those of some units from elsewhere that find room in a hex, or will (6.2), and may be there (6.21, 2.66)."""
    found = 0
    for alike in _alike(t.world):
        some = pieces & alike
        away = abroad(t, some) if some and t.title.marches_home else 0
        for part in (some & ~away, away):
            if part and open_to(t, first(part)) >> node & 1 and room_for(t, first(part), 1 << node):
                found |= part
    return found


def abroad(t: Table, alike: int) -> int:
    """Those of some units of one kind of restriction that stand outside their lands."""
    bound = t.world.units[first(alike)].restricted
    if not bound:
        return 0
    area = t.title.bounds(t, bound)
    return from_iter(i for i in members(alike) if is_abroad(t, i, area))


@cache
def _alike(w: World) -> tuple[int, ...]:
    """Sets of units that the same hexes are open to."""
    sets: dict[Any, int] = {}
    for piece, unit in enumerate(w.units):
        key = (unit.power, unit.kind == FORT, unit.restricted, unit.nation)
        sets[key] = sets.get(key, 0) | 1 << piece
    return tuple(sets.values())


def full(t: Table, power: int) -> int:
    """The hexes where a power has as many units as may stay (6.21)."""
    return _stacked(t, power)[0]


def stack_limit(t: Table, power: int, node: int) -> int:
    """How many units of a power may stay in a hex (6.21)."""
    return WIDE if t.title.wide_open(t, power) >> node & 1 else t.world.stack_limit(node)


@cached_by(lambda t, power: (power, t.p.at.tobytes(), t.p.power.tobytes(), t.title.wide_open(t, power)))
def _stacked(t: Table, power: int) -> tuple[int, int]:
    """The hexes where a power has as many units as may stay or more, and those where it has more."""
    p, w = t.p, t.world
    limits, wide = w.stack_limits_by_node, t.title.wide_open(t, power)
    stacks, owners = p.stacks, p.power
    full = over = 0
    for node in compress(stacks, map(w.smallest_limit.__le__, map(len, stacks.values()))):
        if node < w.spans:
            limit = WIDE if wide >> node & 1 else limits[node]
            room = limit - [owners[i] for i in stacks[node]].count(power)
            full |= (room <= 0) << node
            over |= (room < 0) << node
    return full, over


def strangers(t: Table, power: int) -> int:
    """The hexes of friends who are another power: they do not stack."""
    p = t.p
    nodes = 0
    for q in control.friends(p, power) if len(p.hostile) > 2 else ():
        if q != power:
            nodes |= p.occupied[q]
    return nodes


def room_for(t: Table, piece: int, nodes: int) -> int:
    """Those of some hexes where a unit may end its move: there is room, or someone there can still leave (6.2)."""
    crowded = nodes & filled(t, piece)
    for node in members(crowded) if crowded else ():
        if not has_room(t, piece, node) and not _makes_room(t, piece, node):
            nodes &= ~(1 << node)
    return nodes


def _makes_room(t: Table, piece: int, node: int) -> bool:
    """Can enough units still leave a full hex? A rearguard is sure to, or falls (6.41)."""
    p = t.p
    if t.world.units[piece].kind == FORT:
        return False
    there = [i for i in p.stacks[node] if p.power[i] == p.power[piece]]
    over = len(there) + 1 - stack_limit(t, p.power[piece], node)
    rearguards = sum(1 for i in there if p.rearguard[i])
    return bool(0 < over <= len(leavers(t, node, p.power[piece])) + rearguards)


def leavers(t: Table, node: int, power: int, commanded: int | None = None) -> list[int]:
    """The unengaged units of a hex that can still leave for one with room: on foot until the moves are over (6.2).

    HQs leave by mobilizing, for which they need a step (5.41).
    """
    p, w = t.p, t.world
    if commanded is None:
        commanded = p.commanded if t.frame.step == "movement" else 0
    led, hqs = commanded >> node & 1, blocks.mobile(t, power)
    if not (led or hqs) or control.enemy_units(t, power) >> node & 1:
        return []
    found = []
    for i in p.stacks.get(node, ()):
        mobilizes = hqs >> i & 1 and p.cv[i] > 0
        walks = led and p.power[i] == power and blocks.walks(t, i) and w.units[i].kind != STATIC
        if (mobilizes or walks) and goes_on(t, i, node):
            found.append(i)
    return found


def goes_on(t: Table, piece: int, node: int) -> bool:
    """Is there a hex with room beside one or over a strait, without enemies and open to a unit?"""
    near = t.world.beside[node] & ~control.enemy_units(t, t.p.power[piece]) & open_to(t, piece)
    return bool(near & ~filled(t, piece)) or any(has_room(t, piece, n) for n in members(near))


def overstacked(t: Table, power: int) -> tuple[int, ...]:
    """The hexes where a power has more units than may stay (6.21)."""
    return members(_stacked(t, power)[1] & t.world.land)


# Hexsides of battles


def side_limit(t: Table, a: int, b: int) -> int:
    """Two units cross a clear hexside into or out of a battle in a phase, one any other (6.33); in Mud one (12.23,
    1.36, 1.31), two any route."""
    if is_route(t, a, b):
        return ROUTE_LIMIT
    if (sky.under(t, MUD) >> a | sky.under(t, MUD) >> b) & 1:
        return CLOSE_LIMIT
    w = t.world
    if w.open_sides.has(a, b):
        return OPEN_LIMIT
    return CLOSE_LIMIT


def is_route(t: Table, a: int, b: int) -> bool:
    """Two units engage over a route, whatever its kind, ground and weather (18.37)."""
    areas: int = t.world.areas
    return bool((areas >> a | areas >> b) & 1) if areas else False


def free_side(t: Table, a: int, b: int) -> bool:
    """May one more unit engage or disengage over a hexside? Both ways count together (6.33/a)."""
    used = t.p.hexsides.get(f"{a}.{b}", 0)
    used += t.p.hexsides.get(f"{b}.{a}", 0)
    return int(used) < side_limit(t, a, b)


@cached_between_orders
def full_sides(t: Table) -> Exits:
    """The hexsides over which no more units may engage or disengage in this phase (6.33)."""
    grid = t.world.board.grid
    used = [tuple(map(int, side.split("."))) for side in t.p.hexsides]
    full = [(a, b) for a, b in used if not free_side(t, a, b) and grid.toward(a, b) >= 0]
    return Exits.between(grid, full)


def use_side(t: Table, a: int, b: int) -> None:
    """A unit engages or disengages over a hexside, from ``a`` to ``b``."""
    key = f"{a}.{b}"
    t.p.hexsides[key] = t.p.hexsides.get(key, 0) + 1


def wet_side(t: Table, a: int, b: int) -> bool:
    """Is the hexside a strait or a river that is not frozen, so that an attack over it is an assault (1.36/a, 1.39,
    12.44)?"""
    if t.world.rivers.has(a, b):
        return sky.at(t, b) != SNOW
    return bool(t.world.straits.has(a, b))
