"""Where units can go (5.12-5.15, 5.2, 5.5): what steps cost, how far points lead, which ways the rules tell apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

from grognard.board.area import Exits
from grognard.board.hexset import from_iter, members
from grognard.board.reach import Costs, Reach, ways_apart
from grognard.board.reach import reach as reached
from grognard.engine.core.cache import cached_between_orders, cached_by, cached_values
from grognard.engine.core.rules import Args

from .. import world as w
from ..politics import borders, control
from ..state import FEW, Table
from . import weather
from .zones import zone_against, zones_across_borders

HOLDING_UP = ("5.23", "5.25", "6.0", "5.13", "5.21", "T/seaside")
"""Rules that keep units from going further: their zones and seasons, mountains and the sea."""


def open_straits(t: Table, power: int) -> int:
    """Which of Gibraltar and Kerch a side may cross."""
    return straits_and_shores(t, power)[0]


def _grounds(t: Table, power: int) -> Hashable:
    p = t.p
    return p.version, power, p.axis_ground, p.allied_ground, p.soviet_ground, p.friends[power]


@cached_by(_grounds, most=FEW)
def straits_and_shores(t: Table, power: int) -> tuple[int, int]:
    """Who controls both hexes of Gibraltar or Kerch may cross between them (M/f, M/g): the straits that a side may
    cross, and its own shores of the others; who takes the far one on his way has both and comes over (R055)."""
    own, straits, shores = control.supply_control(t, power), 0, 0
    for i, strait in enumerate(t.world.straits):
        if own & strait == strait:
            straits |= 1 << i
        else:
            shores |= own & strait
    return straits, shores


@cached_values(64)
def _one_way_costs(world: w.World, straits: int, shores: int) -> Costs:
    """The terrain chart with a way over straits to some shores."""
    over = world.walks[3] - world.walks[0]
    extra = world.constant("blocked_mp") - 1
    return Costs(world.walks[straits] | over.entering(shores), {1: world.play}, sides=[(extra, world.blocked | over)])


@cached_values(64)
def _easier_costs(world: w.World, straits: int, past: tuple[str, ...]) -> Costs:
    """The terrain chart as if mountains cost nothing, or the sea could be crossed on foot."""
    out = world.walks[straits]
    if "T/seaside" in past:
        out = out | (world.board.sides["sea"] | world.board.sides["strait"]).inside(world.play)
    slow = Exits.none(world.board.grid) if "5.21" in past else world.blocked
    return Costs(out, {1: world.play}, sides=[(world.constant("blocked_mp") - 1, slow)])


def costs(t: Table, power: int) -> Costs:
    """What each step costs a side: the terrain chart, with the straits that are open to it."""
    straits, shores = straits_and_shores(t, power)
    if shores:
        return _one_way_costs(t.world, straits, shores)
    found: Costs = t.world.costs[straits]
    return found


def points(t: Table, piece: int) -> int:
    """The movement points that a unit has now, in supply or not (5.22, 9.64): its allowance, or what a move left."""
    p = t.p
    if p.moved >> piece & 1:
        return p.left[piece]
    return weather.allowance(t, p.at[piece])


def open_ground(t: Table, piece: int, but: tuple[str, ...] = ()) -> int:
    """The land that every rule on entry leaves to a unit, some rules apart."""
    bits: int = t.world.play
    power, nation = t.p.power[piece], t.p.nation[piece]
    for fn in control.GROUND.asked(t, nation, power, but):
        bits &= fn(t, power, nation)
    return bits


@control.ground("14.5", nations=(w.USSR,))
def russian_range(t: Table, power: int, nation: int) -> int:
    """Russians stay within ten land hexes of pre-1939 Russia (14.5)."""
    bits: int = t.world.near_russia
    return bits


def stopping(t: Table, pieces: tuple[int, ...]) -> int:
    """Hexes that end a move: enemy zones, and those of a neutral's army once its border is crossed (5.25, R053)."""
    return zone_against(t, t.p.power[pieces[0]]) | zones_across_borders(t, pieces)


@cached_values(1024)
def _spent_by(chart: Costs, start: int, allowance: int, free: int, zone: int, leaves_zone: bool) -> Reach:
    """Hexes by the points spent to reach them, zones at no extra (6.11); who leaves a zone enters none at once."""
    return reached(chart, start, allowance, stop=zone, forbidden=~free, first=~zone if leaves_zone else -1)


@cached_between_orders
def _march(t: Table, pieces: tuple[int, ...], but: int = 0) -> tuple[Costs, Reach]:
    """The reach of units that stay together and keep out of some hexes: the fewest points of any, over ground that is
    open to all."""
    piece = pieces[0]
    power, start = t.p.power[piece], t.p.at[piece]
    zone, chart = stopping(t, pieces), costs(t, power)
    leaves = bool(zone >> start & 1)
    free = passable(t, pieces) & ~but
    return chart, _spent_by(chart, 1 << start, fewest_points(t, pieces), free, zone, leaves)


def fewest_points(t: Table, pieces: tuple[int, ...]) -> int:
    """Units that go together have the points of the slowest."""
    return min([points(t, piece) for piece in pieces])


def passable(t: Table, pieces: tuple[int, ...], past: tuple[str, ...] = ()) -> int:
    """The hexes that units may go through: open to all of them, and full or not where friends stand (5.24, 7.0/a)."""
    free = ~control.strangers(t, t.p.power[pieces[0]])
    for piece in pieces:
        free &= open_ground(t, piece, past)
    return free


def reach_past(t: Table, pieces: tuple[int, ...], past: tuple[str, ...]) -> int:
    """Where units could go if some rules did not hold them up, which is asked to say why not."""
    power, start = t.p.power[pieces[0]], t.p.at[pieces[0]]
    zone = stopping(t, pieces) if "6.0" not in past else 0
    leaves = bool(zone >> start & 1) and "5.23" not in past
    if "5.25" in past:
        zone = zone if leaves else 0
    straits, _ = straits_and_shores(t, power)
    easier = {"5.21", "T/seaside"}.intersection(past)
    chart = _easier_costs(t.world, straits, tuple(sorted(easier))) if easier else costs(t, power)
    most = weather.usual_allowance() if "5.13" in past else fewest_points(t, pieces)
    found = _spent_by(chart, 1 << start, most, passable(t, pieces, past), zone, leaves)
    return found.all() & ~(1 << start) & control.leashed(t, pieces, past)


def reach(t: Table, pieces: tuple[int, ...]) -> int:
    """Every hex that units which move together can end in, their own if they take land on a way out and back."""
    _, found = _march(t, pieces)
    bits = found.all()
    if not may_return(t, pieces, found):
        bits &= ~(1 << int(t.p.at[pieces[0]]))
    return bits & control.leashed(t, pieces)


def gains_of(t: Table, pieces: tuple[int, ...]) -> borders.Gains:
    """What units that move together take by passing."""
    return borders.gains(t, t.p.power[pieces[0]], t.p.nation[pieces[0]])


def may_return(t: Table, pieces: tuple[int, ...], found: Reach) -> bool:
    """Is there land to take within half of the points (R247)?"""
    near = found.passed(found.points // 2) & ~found.start
    if near & reduce(or_, t.world.straits):
        return bool(round_trips(t, pieces))
    gains = gains_of(t, pieces)
    near &= gains.anywhere
    held = gains.at(t.p.at[pieces[0]]) if near else 0
    return any(gains.at(node) & ~held for node in members(near))


@cached_between_orders
def round_trips(t: Table, pieces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The ways out and back that differ in the land that they take, those that break no peace first (R247)."""
    chart, marched = _march(t, pieces)
    gains, start = gains_of(t, pieces), t.p.at[pieces[0]]
    least = marched.least()
    takes = {here: gains.at(here) for here in least}
    found = ways_apart(chart.approaches, least, start, marched.points, takes)
    held, closed = takes[start], control.neutral_land(t, t.p.power[pieces[0]])
    ways = (way for taken, way in found.items() if taken & ~held)
    return tuple(sorted(ways, key=lambda way: bool(from_iter(way) & closed)))


def _way(t: Table, pieces: tuple[int, ...], node: int) -> Reach:
    """The march to a hex when no path is named: it breaks no peace on its way that it need not break (12.0, R232)."""
    _, marched = _march(t, pieces)
    closed = control.neutral_land(t, t.p.power[pieces[0]])
    country = t.world.country_at[node]
    if closed >> node & 1 and country >= 0:
        land = t.world.countries[country]
        closed &= ~(w.owned(t.world, land.owner) if land.owner >= 0 else land.hexes)
    if not closed & marched.passed():
        return marched
    _, peaceful = _march(t, pieces, closed)
    return peaceful if peaceful.cost(node) is not None else marched


def cost_of(t: Table, pieces: tuple[int, ...], node: int) -> int:
    """The points that the way to a hex costs, or 0 out of reach."""
    if node == t.p.at[pieces[0]]:
        chart = costs(t, t.p.power[pieces[0]])
        return sum(chart.price(*pair) for pair in pairwise(path_of(t, pieces, node)))
    return _way(t, pieces, node).cost(node) or 0


def path_of(t: Table, pieces: tuple[int, ...], node: int) -> tuple[int, ...]:
    """A cheapest way to a hex, from where the units stand, past the land of neutrals if there is one."""
    start: int = t.p.at[pieces[0]]
    if node == start:
        return next(iter(round_trips(t, pieces)), (start, start))
    marched = _way(t, pieces, node)
    return (start, node) if marched.cost(node) is None else tuple(marched.path_by_price(node))


def ways_to(t: Table, seat: int, args: Args, node: int) -> Sequence[tuple[int, ...]]:
    """The ways to a hex that differ in the land that they take or enter (5.61, 5.65, 9.13, 12.0); first the usual."""
    pieces: tuple[int, ...] = args[0]
    if node == t.p.at[pieces[0]]:
        trips = round_trips(t, pieces)
        return trips if len(trips) > 1 else ()
    chart, marched = _march(t, pieces)
    gains = gains_of(t, pieces)
    passed = marched.between(node, t.world.walks[3])
    if not gains.anywhere & passed:
        return ()
    passed |= marched.start
    least = {here: at for here, at in marched.least().items() if passed >> here & 1}
    takes = {here: gains.at(here) for here in (*least, node)}
    takes[node] |= takes[t.p.at[pieces[0]]]  # every way has both its ends
    if not reduce(or_, takes.values()) & ~takes[node]:
        return ()
    found = ways_apart(chart.approaches, least, node, marched.points, takes, not marched.is_straight(node))
    if len(found) < 2:
        return ()
    usual = path_of(t, pieces, node)
    taken = reduce(or_, [takes[here] for here in usual])
    return (usual, *(way for hexes, way in found.items() if hexes != taken))
