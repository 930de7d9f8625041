"""Movement (5.0-5.5): one unit, or two that stay together, along a path, under seasons, terrain and zones."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders, cached_by, cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, MaskFn, Reason, rule
from grognard.engine.core.step import Step

from .. import world as w
from ..politics import borders, control, russia
from ..registry import Registry, each_without
from ..state import FEW, EtoPosition, Table
from . import stacking
from .reach import (
    HOLDING_UP,
    cost_of,
    costs,
    fewest_points,
    passable,
    path_of,
    points,
    reach,
    reach_past,
    stopping,
    ways_to,
)
from .zones import zone_against


def may_move(t: Table, seat: int, args: Args) -> int:
    """Units of nations that may move at all."""
    return permitted(t, control.MOVERS)


@cached_between_orders
def permitted(t: Table, registry: Registry[control.Permit], but: tuple[str, ...] = ()) -> int:
    """The units of nations that every rule of a registry lets act, some rules apart."""
    p = t.p
    barred = 0
    for nation in registry.watched:
        units = p.corps[nation]
        if units:
            for fn in registry.asked(t, nation, -1, but):
                if not fn(t, nation):
                    barred |= units
                    break
    return ~barred


def movers_but(but: tuple[str, ...]) -> MaskFn:
    """Units of nations that could move if some rules did not keep them from it."""
    return lambda t, seat, args: permitted(t, control.MOVERS, but)


def may_move_at_all(number: str) -> Mask:
    """The mask of the rules that keep a nation's units from moving."""
    return Mask(number, may_move, without=control.MOVERS.without(movers_but))


def going_on(t: Table) -> int:
    """Units that overran and have points left (R018)."""
    p = t.p
    bits = 0
    for piece in members(p.overran):
        if p.left[piece] > 0:
            bits |= 1 << piece
    return bits


def not_moved(t: Table, seat: int, args: Args) -> int:
    """A unit is moved once (5.0/b), and a mechanized one in one phase of the two (5.16)."""
    p = t.p
    return ~p.moved | (going_on(t) if p.overran else 0)


def together(t: Table, seat: int, args: Args) -> int:
    """Units that move together start in one hex, two at most (5.0/b, R049)."""
    chosen = args[0] if args else ()
    if not chosen:
        return -1
    if len(chosen) > 1:
        return 0
    p = t.p
    bits = 0
    for piece in p.stacks.get(p.at[chosen[0]], ()):
        if piece != chosen[0]:
            bits |= 1 << piece
    return bits


def say_apart(t: Table, seat: int, args: Args, value: int) -> str:
    if args and len(args[0]) > 1:
        return "One order moves two units at most; move the others by orders of their own."
    return "Units that move together stand in one hex; move the others by orders of their own."


def off_islets(t: Table, seat: int, args: Args) -> int:
    """Where no land lies next to it a unit only sails (T/seaside)."""
    p = t.p
    return ~p.units_in(t.world.islets)


def not_hemmed_in(t: Table, seat: int, args: Args) -> int:
    """Units that have a step to take: out of a zone to a hex that is open to them, in one to a hex without (5.23)."""
    p = t.p
    bits = 0
    for power in control.turn_powers(t, p.player):
        bits |= p.units_in(hemmed_in(t, power), 1 << power) & p.army[power]
    return ~bits


def _others(t: Table, power: int) -> tuple[Hashable, ...]:
    """The others' units and lands for a key; all units where some share a hex with their enemies."""
    p = t.p
    units = p.version if p.landing else p.version_abroad(power)
    lands = (p.sealed, p.vichy_ground, p.invaded, p.russia_at_war or p.soviet_ground)
    return units, power, p.hostile[power], p.friends[power], p.landing, p.finns_free, lands


@cached_by(_others, most=FEW)
def hemmed_in(t: Table, power: int) -> int:
    """Hexes without a step out of them for a power's units."""
    from ..politics.neutrals import bound, closed_land

    closed = control.strangers(t, power)
    if bound(t, power):
        closed |= closed_land(t, power)
    return _hemmed_in(t.world, zone_against(t, power), closed)


@cached_values(64)
def _hemmed_in(world: w.World, zone: int, closed: int) -> int:
    """Hexes without a step out of them."""
    free, ways = world.play & ~closed, world.walks[3]
    return world.play & ~(step(free & ~zone, ways) | step(free, ways) & ~zone)


def free_to_go(t: Table) -> int:
    """The units that may move and have a step to take."""
    return may_move(t, -1, ()) & off_islets(t, -1, ()) & not_hemmed_in(t, -1, ())


def say_hemmed_in(t: Table, seat: int, args: Args, value: int) -> str:
    return "No step is open to it: enemies, their zones, closed land or the sea lie all round."


def in_reach(t: Table, seat: int, args: Args) -> int:
    return reach(t, args[0])


def reach_but(past: tuple[str, ...]) -> MaskFn:
    """Where units could go if some rules did not hold them up."""
    return lambda t, seat, args: reach_past(t, args[0], past)


def not_held(t: Table, seat: int, args: Args) -> int:
    """No regular combat while moving: a hex with someone else's units is entered only by overrun (5.15)."""
    return ~control.strangers(t, t.p.power[args[0][0]])


def has_room(t: Table, seat: int, args: Args) -> int:
    """At most two units end a phase in a hex (7.0); who comes back has room."""
    power, start = t.p.power[args[0][0]], t.p.at[args[0][0]]
    bits = ~stacking.full(t, power, len(args[0]))
    return bits | 1 << start if stacking.room(t, power, start) >= 0 else bits


def has_wartime_room(t: Table, seat: int, args: Args) -> int:
    """The room that Russians too would have if peace did not part them (7.26)."""
    return has_room(t, seat, args) | ~stacking.crowds(t, t.world.stack_units - len(args[0]))


def all_hexes(t: Table, seat: int, args: Args) -> int:
    bits: int = t.world.board.hexes
    return bits


def dry(t: Table, seat: int, args: Args) -> int:
    """Sea hexes are entered by transport alone (T/sea)."""
    bits: int = t.world.board.land
    return bits


def permitted_hexes(t: Table, seat: int, args: Args) -> int:
    """Prohibited hexes are never entered (T/prohibited)."""
    bits: int = t.world.play
    return bits


def armies(t: Table, seat: int, args: Args) -> int:
    """All that fight or may come to, so that who stands still is told why."""
    army = t.p.army
    bits: int = army[w.AXIS] | army[w.ALLIED] | army[w.SOVIET] | army[w.NEUTRAL] | army[w.VICHY]
    return bits


def say_neutral(t: Table, seat: int, args: Args, piece: int) -> str:
    return "The army of a neutral country stands still until the country is invaded; then the other side moves it."


NEUTRALS = Mask("16.22", lambda t, s, a: ~t.p.army[w.NEUTRAL], say_neutral)
VICHY = Mask("14.13", lambda t, s, a: ~t.p.army[w.VICHY])


def phasing(t: Table, seat: int, args: Args) -> int:
    """Only the phasing player's units move (5.11)."""
    return stacking.own(t, seat)


FIXED = Mask("4.2/A1", lambda t, s, a: ~t.p.fixed)
UNMARKED = Mask("5.64", lambda t, s, a: ~t.p.marked)
UNFROZEN = Mask("6.51", lambda t, s, a: ~t.p.frozen)
MECHANIZED = Mask("5.31", lambda t, s, a: t.p.mechs)


def unit_masks(mechanized: bool) -> tuple[Mask, ...]:
    """Which units may be moved, in the words of each rule."""
    masks = [
        Mask("5.0/b", together, say_apart), NEUTRALS, VICHY, Mask("5.11", phasing), FIXED, UNMARKED, UNFROZEN,
        Mask("5.32" if mechanized else "5.0/b", not_moved),
        may_move_at_all("5.0"), Mask("T/seaside", off_islets, ahead=True),
        Mask("5.23", not_hemmed_in, say_hemmed_in, ahead=True),
    ]  # fmt: skip
    if mechanized:
        masks.insert(1, MECHANIZED)
    return tuple(masks)


class Move(Verb):
    """``move ger4inf@1612 1612>1712``: a unit, or two of one hex, along a path."""

    name = "move"

    def __init__(self, mechanized: bool = False) -> None:
        self.mechanized = mechanized
        past = each_without((*HOLDING_UP, *control.ground_rules()), reach_but)
        self.levels = (
            Level("units", PIECES, armies, unit_masks(mechanized)),
            Level(
                "to", PATH, all_hexes,
                (
                    Mask("T/sea", dry), Mask("T/prohibited", permitted_hexes), Mask("5.15", not_held, say=say_held),
                    Mask("5.12", in_reach, say=say_far, without=past, told=("5.13",)),
                    Mask("7.0", has_room, say=say_full, without=(("7.26", has_wartime_room),)),
                ),
                cost=lambda t, s, a, n: cost_of(t, a[0], n), path=lambda t, s, a, n: path_of(t, a[0], n),
                ways=ways_to,
            ),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        p = t.p
        bits = stacking.own(t, seat) & ~(p.fixed | p.marked | p.frozen)
        if self.mechanized:
            bits &= p.mechs
        bits &= ~p.moved | going_on(t) if p.overran else ~p.moved
        return bits & free_to_go(t) if bits else 0

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        """A typed path is the same offer when the units could walk it step by step."""
        return walk_reason(t, args[0], path)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces, path = args
        march(t, pieces, path)


def say_held(t: Table, seat: int, args: Args, node: int) -> str:
    """What to do about the units there, unless the land is closed to the mover in the first place."""
    power, nation = t.p.power[args[0][0]], t.p.nation[args[0][0]]
    for number, fn in control.GROUND.of(nation, power):
        if not fn(t, power, nation) >> node & 1:
            return f"{t.node_name(node)} is held by others, and closed to this unit: {t.title.book.sentence(number)}"
    if t.p.held(control.kindred(t, power)) >> node & 1:
        return f"{t.node_name(node)} is held by units that are no enemies: Western and Russian ones do not stack."
    fight = "in the Combat Phase" if t.p.phase == 1 else "in your next Combat Phase"
    if control.partisan_hexes(t) >> node & 1:
        return f"{t.node_name(node)} is held by partisans: they are never overrun, attack them {fight}."
    return f"{t.node_name(node)} is held by others: {say_approach(t, t.p.at[args[0][0]], node, fight)}."


def say_approach(t: Table, here: int, node: int, fight: str) -> str:
    """How units in one hex can come to fight those in another: beside them, over the sea, or farther off."""
    if t.world.near[here] >> node & 1:
        return f"overrun it now, or attack it {fight}"
    if step(1 << here, t.world.board.around) >> node & 1:
        return f"from {t.node_name(here)} no way leads over the hexside between, to move, to overrun or to attack"
    return f"to overrun or to attack it units must stand beside it, and this one stands in {t.node_name(here)}"


def say_far(t: Table, seat: int, args: Args, node: int) -> str:
    if node == t.p.at[args[0][0]]:
        return f"It stands in {t.node_name(node)}: to walk out and back is a move only if it takes land on its way."
    most = fewest_points(t, args[0])
    return f"{t.node_name(node)} is out of reach: the move has {most} points, one for each hex and two over mountains."


def say_full(t: Table, seat: int, args: Args, node: int) -> str:
    there, place = len(t.p.stacks.get(node, ())), t.node_name(node)
    if there == 1:
        return f"{place} holds a unit already; two may end a phase there. Send one alone, or move that off first."
    return f"{place} holds {there} units already; two may end a phase there. Move one of them off first."


def walk_reason(t: Table, pieces: tuple[int, ...], path: tuple[int, ...]) -> Reason | None:
    """Which rule forbids a typed path, or None (5.0/b, 5.12)."""
    p = t.p
    if not path or path[0] != p.at[pieces[0]]:
        return Reason("5.0/b", "The path begins in the hex where the units stand.")
    power = p.power[pieces[0]]
    zone, free, chart, spent = stopping(t, pieces), passable(t, pieces), costs(t, power), 0
    for at, (here, there) in enumerate(pairwise(path)):
        price = chart.price(here, there)
        if not price or not free >> there & 1:
            return Reason("5.12", f"{t.node_name(here)} to {t.node_name(there)} is no step that the units may take.")
        spent += price
        number = held_up_by(zone, at, here, there)
        if number:
            return Reason(number, t.title.book.sentence(number))
    if spent > fewest_points(t, pieces):
        return Reason("5.12", f"The path costs {spent} movement points, more than the units have.")
    return None


def held_up_by(zone: int, at: int, here: int, there: int) -> str:
    """Units stop when they enter a zone (5.25), and do not go from one straight into another (5.23, 6.12)."""
    if not zone >> here & 1:
        return ""
    return "5.25" if at else "5.23" if zone >> there & 1 else ""


def march(t: Table, pieces: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Walk a path hex by hex; a zone that comes alive on the way ends it (R053).

    After an overrun too the order ends the move, so that no unit stops in a zone and goes on (5.0/b, 5.25, R018).
    """
    p = t.p
    power = p.power[pieces[0]]
    chart = costs(t, power)
    purse = [points(t, piece) for piece in pieces]
    spent, here, steps = 0, path[0], 1
    closed = (p.sealed, p.hostile[power])
    for there in path[1:]:
        spent += chart.price(here, there) or 1
        here = there
        steps += 1
        borders.enter(t, pieces, here)
        if (p.sealed, p.hostile[power]) != closed and zone_against(t, power) >> here & 1:
            steps = back_to_room(t, pieces, path, steps)
            here = path[steps - 1]
            break
    for piece, had in zip(pieces, purse, strict=True):
        p.put(piece, here)
        p.moved |= 1 << piece
        p.left[piece] = 0 if p.overran >> piece & 1 else max(0, had - spent)
    t.emit("moved", "5.12", pieces=pieces, nodes=path[:steps])


def back_to_room(t: Table, pieces: tuple[int, ...], path: tuple[int, ...], steps: int) -> int:
    """Units that are stopped on their way stand in the last hex of it that has room (R246): how many hexes that is."""
    full = stacking.full(t, t.p.power[pieces[0]], len(pieces)) & ~(1 << path[0])
    while steps > 1 and full >> path[steps - 1] & 1:
        steps -= 1
    return steps


@rule("5.33")
def mechanize(t: Table) -> None:
    """British and U.S. units are mechanized from 1/1943, Free French too (5.33/e, 4.2/A3a, R099)."""
    p = t.p
    for row in w.table("mechanization.csv"):
        if p.turn >= t.world.turn_index[row["from_turn"]]:
            for name in w.words(row["nations"]):
                nation = w.NATIONS.index(name)
                waiting = [i for i in p.stack(t.world.us_box) if p.nation[i] == nation and p.kind[i] == w.INFANTRY]
                for piece in (*members(p.corps[nation] & ~p.fixed & ~p.mechs), *waiting):
                    p.change(piece, kind=w.MECHANIZED)


def begin_turn(t: Table) -> None:
    """Units stand ready for a new Player-Turn."""
    p = t.p
    mechanize(t)
    p.moved = p.overran = p.marked = p.railed = p.fought = p.struck = p.frozen = 0
    p.landing = p.dropped = p.shipped = p.landed = p.zoned = 0
    for piece in members(stacking.own(t, t.seat_of(p.player))):
        p.left[piece] = 0
    control.note_zones(t)
    russia.begin_turn(t)


def drop_unspent(p: EtoPosition) -> None:
    """Unspent points are not carried to another phase (5.0/a)."""
    for piece in members(p.moved):
        p.left[piece] = 0


class Movement(Step):
    """The Initial or the Mechanized Movement Phase (4.2/A1, 4.2/A3)."""

    def __init__(self, phase: int, verbs: tuple[Verb, ...]) -> None:
        self.phase = phase
        self.name = "Initial Movement" if phase == 1 else "Mechanized Movement"
        self.rule = "4.2/A1" if phase == 1 else "4.2/A3"
        self.verbs = (Move(phase == 3), *verbs, control.EndPhase())
        self.debts = (Debt("7.0/c", stacking.owed),) if phase == 1 else ()

    def begin(self, t: Table, f: Frame) -> None:
        p = t.p
        p.phase = self.phase
        p.overran = 0
        drop_unspent(p)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{t.world.turns[t.p.turn - 1]['turn']}, {self.name}: move your units, then end."
