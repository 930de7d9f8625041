"""Where units can go (5.7, 5.8, 5.13): movement points, terrain, weather and zones of control."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.rules import rule

from . import finland, supply, zones
from . import tables as tb
from . import world as w
from .position import UNSUPPLIED, AetoPosition, Table
from .title import POWERS

GO_ON, ONE_MORE, STOPPED = 0, 1, 2
"""How a zone of control holds a unit on its way (5.13)."""
State = tuple[int, int]
"""A hex and how the unit is held there."""


class Ways(NamedTuple):
    """Where a unit can go from a hex: for each hex the fewest points, and the hexes before it on the way."""

    start: State
    spent: dict[State, int]
    before: dict[State, State]
    best: dict[int, State]
    """The cheapest way to be in each hex."""

    def all(self) -> int:
        bits = 0
        for node in self.best:
            bits |= 1 << node
        return bits & ~(1 << self.start[0])

    def cost(self, node: int) -> int:
        return self.spent[self.best[node]]

    def beside(self, world: w.World) -> int:
        """The hexes next to those that can be reached, and to where it began."""
        return step(self.all() | 1 << self.start[0], world.walk)

    def path(self, node: int) -> tuple[int, ...]:
        state, way = self.best[node], [node]
        while state != self.start:
            state = self.before[state]
            way.append(state[0])
        return tuple(reversed(way))


@cached_values(8192)
def ways(
    world: w.World, how: int, agile: bool, start: int, points: int, halt: int, zone: int, blocked: int, mud: int,
    snow: int, fresh: bool, ice: int = 0, walled: int = 0,
) -> Ways:  # fmt: skip
    """All ways from a hex for so many points; what blocks and what is a zone is cut to the neighbourhood."""
    begin = (start, halt)
    found = Ways(begin, {begin: 0}, {}, {start: begin})
    layers: list[list[State]] = [[begin], *([] for _ in range(points))]
    if points < 1 or halt == STOPPED:
        return found
    for cost, layer in enumerate(layers):
        for state in layer:
            if found.spent[state] != cost or state[1] == STOPPED:
                continue
            for there, price in world.going_now(how, state[0], ice):
                if blocked >> there & 1 or (walled >> there & 1 and world.permanents.has(state[0], there)):
                    continue
                held = held_in(state, there, zone, agile)
                if held < 0:
                    continue
                total = cost + price_now(world, price, there, mud, snow)
                if total > points:
                    if state != begin or not fresh:
                        continue
                    total = points
                _note(found, layers, (there, held), state, total)
    return found


def _note(found: Ways, layers: list[list[State]], state: State, before: State, total: int) -> None:
    if found.spent.get(state, total + 1) <= total:
        return
    found.spent[state], found.before[state] = total, before
    layers[total].append(state)
    best = found.best.get(state[0])
    if best is None or (found.spent[best], best[1]) > (total, state[1]):
        found.best[state[0]] = state


def price_now(world: w.World, price: int, there: int, mud: int, snow: int) -> int:
    """Mud adds a point to every hex, Winter one to mountains (1.4)."""
    if mud >> there & 1:
        price += 1
    if snow >> there & 1 and world.terrain("mountain") >> there & 1:
        price += 1
    return price


def held_in(state: State, there: int, zone: int, agile: bool) -> int:
    """How a zone holds a unit that steps into a hex, or -1 where it may not step."""
    here, halt = state
    return agile_in_zone(here, halt, there, zone) if agile else slow_in_zone(here, there, zone)


def slow_in_zone(here: int, there: int, zone: int) -> int:
    """A unit stops on entering a zone and never goes from zone to zone (5.13/stop, 5.13/leave)."""
    if not zone >> there & 1:
        return GO_ON
    return -1 if zone >> here & 1 else STOPPED


def agile_in_zone(here: int, halt: int, there: int, zone: int) -> int:
    """Armor and commandos go one hex on in a zone, or stop (5.13/armor-extra, 5.13/armor-zoc-to-zoc, 5.13/armor-again,
    5.13/commando-extra, 5.13/commando-again, 5.13/commando-zoc-to-zoc).
    """
    if halt == ONE_MORE:
        return STOPPED
    if not zone >> there & 1:
        return GO_ON
    return STOPPED if zone >> here & 1 else ONE_MORE


def is_agile(p: AetoPosition, piece: int) -> bool:
    """Armor, mechanized units and commandos (5.13)."""
    return p.kind[piece] in (*tb.HEAVY, tb.COMMANDO)


def going_of(p: AetoPosition, piece: int) -> int:
    """How a unit goes (5.8)."""
    kind = p.kind[piece]
    if kind in tb.HEAVY:
        return w.HEAVY_GOING
    if knows_the_woods(p, piece):
        return w.RANGER if kind == tb.MOUNTAIN else w.WOODSMAN
    return w.ALPINE if kind == tb.MOUNTAIN else w.FOOT


def knows_the_woods(p: AetoPosition, piece: int) -> bool:
    """Marked Finnish units pay one point for forest in Finland (5.8/forest-finnish)."""
    return tb.cards()[p.card[piece]].name.endswith("(marked)")


def printed_movement(t: Table, piece: int) -> int:
    """A unit's printed movement (5.7/allowance)."""
    rate: int = t.world.cards[t.p.card[piece]].movement
    return rate


def allowance(t: Table, piece: int) -> int:
    """A unit's movement points: printed, or fewer if it began out of supply (5.7/allowance, 7.10/mp-light,
    7.10/mp-general).
    """
    p: AetoPosition = t.p
    rate = printed_movement(t, piece)
    if p.kind[piece] == tb.GENERAL or began_supplied(t, piece):
        return rate
    return min(rate, starved_movement(t, piece))


def began_supplied(t: Table, piece: int) -> bool:
    """Was a unit in supply when its movement began, armor when its Offensive did (7.10/move-begin,
    7.10/move-infantry)?"""
    p: AetoPosition = t.p
    if p.begun[piece] and (p.spent[piece] or supply.armor_stays_supplied(p, piece)):
        return p.begun[piece] != UNSUPPLIED
    return supply.moves_supplied(t, piece)


def starved_movement(t: Table, piece: int) -> int:
    """Out of supply armor has 1 point, others 2, or 1 in Mud or Winter, HQs always 2 (7.10/mp-light, 7.10/mp-heavy)."""
    p: AetoPosition = t.p
    if p.kind[piece] in tb.HEAVY:
        return 1
    bad = (p.mud | p.winter) >> p.at[piece] & 1
    return 1 if bad and p.kind[piece] != tb.HQ else 2


@cached_between_orders
def reach_of(
    t: Table, pieces: tuple[int, ...], how: int = -1, points: int = -1, zoned: bool = True, shut: int = 0
) -> Ways:  # fmt: skip
    """Where units that stand together can go together; ``how`` and ``points`` if not by their own movement, past
    what is shut to them."""
    p: AetoPosition = t.p
    lead = pieces[0]
    ground = zones.ground(t, p.power[lead])
    if points < 0:
        points = min(allowance(t, i) - p.spent[i] for i in pieces)
    if how < 0:
        how = going_of(p, lead)
    start = p.at[lead]
    near = t.world.disc(start, max(points, 1) + 1)
    walled = open_behind(t, p.power[lead], ground)
    blocked = ground.enemy | ground.walls & ~walled | shut | no_entry(t, p.power[lead]) | finland.shut(t, pieces)
    zone = ground.zone
    if p.kind[lead] in tb.LEADERS:
        blocked |= closed_to_leaders(ground)
        zone = 0
    if p.kind[lead] in (tb.PARTISAN, *tb.LEADERS):
        blocked |= shut_to_partisans(t, p.power[lead])
    if p.kind[lead] == tb.PARTISAN:
        blocked |= with_air_units(p)
    if not zoned:
        zone = 0
    halt = max(p.halt[i] for i in pieces) if zoned else GO_ON
    leader = how == w.ANYWHERE
    return ways(
        t.world, how, is_agile(p, lead), start, max(points, 0), halt, zone & near, blocked & near,
        0 if leader else p.mud & near, 0 if leader else p.winter & near, has_not_moved(p, pieces), p.ice,
        walled & near,
    )  # fmt: skip


@rule("5.8/permanent-fort-rear", off=lambda t, power, ground: 0)
def open_behind(t: Table, power: int, ground: zones.Ground) -> int:
    """Empty permanent fortifications of the enemy without a chit, which units enter over plain hexsides, but never
    over the fortified ones (5.8/permanent-fort-rear)."""
    p: AetoPosition = t.p
    return ground.walls & p.permanent & ~p.forts & ~ground.enemy


def has_not_moved(p: AetoPosition, pieces: tuple[int, ...]) -> bool:
    """One hex is always open, whatever it costs, but only as the first hex of a move (6.0/minimum)."""
    return not any(p.spent[i] for i in pieces)


def shut_to_partisans(t: Table, power: int) -> int:
    """Enemy forts are shut to partisans and lone Generals (5.8/fortification-partisan, 5.8/permanent-fort-partisan,
    5.8/coastal-fort)."""
    p: AetoPosition = t.p
    return (p.forts | p.coastal_forts | p.permanent) & zones.hexes_against(t, [power])


def with_air_units(p: AetoPosition) -> int:
    """Hexes with air units, with which partisans never stack (5.9/partisans)."""
    return from_iter(n for n, stack in p.stacks.items() if any(p.kind[i] in tb.AIR for i in stack))


def closed_to_leaders(ground: zones.Ground) -> int:
    """Lone HQs and Generals enter no open enemy zone (5.10/zoc, 6.0/generals-hqs-zoc, 5.1/zoc-inhibited)."""
    return ground.open_zone | ground.lone


def no_entry(t: Table, power: int) -> int:
    """Hexes of others: neutral land may not be entered without war, Switzerland never (P6/no-invasion, 5.8/border,
    8.0/switzerland)."""
    p: AetoPosition = t.p
    closed, own = 0, p.alliance[power]
    for other, land in enumerate(p.held):
        if land and other != power and not p.hostile[power] >> other & 1 and not (own and p.alliance[other] == own):
            closed |= land
    east = finland.east_of_the_line(t) if power == w.GERMANY else 0
    return closed & ~supply.transit_lands(t, power) | off_limits(t.world, power) | east


@cache
def off_limits(world: w.World, power: int) -> int:
    """Land that a minor partner's units never enter: all but its home and the nations of its entry (8.0)."""
    row = next((row for row in tb.table("partner_limits.csv") if row["nation"] == POWERS[power]), None)
    if row is None:
        return 0
    nations = world.board.nation
    open_ = nations.get(row["nation"], 0)
    for name in row["may_enter"].split("|"):
        open_ |= nations.get(name, 0)
    return world.land & ~open_
