"""Hexes that could be overrun (8.43-8.45): what each needs, and a quick look over the front for those in danger."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders, cached_by

from ..politics import control
from ..state import FEW, LIGHT, Table
from . import combat, stacking, supply, weather
from .zones import lies_in_zone

NEVER, WINTER = 99, 2
ALONE, IN_LINE = 1, 2


def column_for(t: Table, basic: int) -> int:
    """The first column whose worst die destroys so many basic points, or one that nobody reaches."""
    return sure_columns(t.world.crt)[min(basic, LIGHT + 1)]


@cache
def sure_columns(crt: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    worst = [min(column) for column in crt]
    return tuple(next((i for i, w_ in enumerate(worst) if w_ >= points_), NEVER) for points_ in range(LIGHT + 2))


def needed(t: Table, node: int, past: tuple[str, ...] = ()) -> int:
    """The attacking points that make an overrun of a hex certain, or more than anyone has (8.45, 8.44).

    ``past`` names rules that are left out to say which of them forbids an overrun.
    """
    p = t.p
    if "8.43" in past:
        return 0
    basic = sum([p.strength[i] for i in p.stacks[node]]) if "8.45" not in past else 1
    lines = supply.Lines(t) if "8.44" in past else None
    defence = combat.defence_of(t, node, lines, stacking.defenders(t, node))
    return defence + column_for(t, basic)


def weak(t: Table, power: int, near: int) -> int:
    """Hexes of others whose units could ever be overrun: few enough points, and no partisans (16.51)."""
    found: int = control.strangers(t, power) & near & t.p.light
    return found & ~control.partisan_hexes(t)


def companions(t: Table, power: int) -> int:
    """The units that move with a power's and may stand with them: Western and Russian ones overrun together (R052)."""
    p = t.p
    bits = p.army[power]
    for other in control.turn_powers(t, p.player):
        if p.friends[power] >> other & 1:
            bits |= p.army[other]
    return bits


@cached_between_orders
def in_danger(t: Table, power: int) -> int:
    """Weak hexes next to a stack that could be strong enough: what a quick look over the front finds."""
    p, found = t.p, _look_over(t, power)
    if not found:
        return found
    able = companions(t, power) & ~(p.fixed | p.marked | p.frozen)
    return _in_fear(t, power, able, found, WINTER if weather.russian_winter(t) else 1) if able else 0


def beyond_friends(t: Table, power: int) -> Iterator[tuple[int, int]]:
    """Weak hexes beside one that friends fill, which no other enemy covers, and the points that each needs."""
    p = t.p
    full = p.doubled & control.friendly(t, power)
    weakest = _weak_hexes(t, power) if full else []
    if not weakest or not strong(t, power, weakest[0][0]):
        return
    near = step(full, t.world.walks[3]) & ~p.vichy_ground
    for _, some, _, known in weakest:
        for target in members(some & near):
            need, ways = _judged(t, power, target, known)
            if ways & ALONE:
                yield target, need


@cached_between_orders
def strong(t: Table, power: int, least: int) -> int:
    """A power's hexes that have so many points if all their units are able."""
    factor, found = WINTER if weather.russian_winter(t) else 1, 0
    for weight, hexes in t.p.bulk.items():
        if factor * weight >= least:
            found |= hexes
    return found & int(t.p.occupied[power])


def any_in_danger(t: Table, in_line: bool = False) -> int:
    """0 while no stack has the points for a hex beside it, else -1: the quick look of overruns, alone or in a line."""
    return -bool(_dangers(t) & (IN_LINE if in_line else ALONE))


@cached_between_orders
def _dangers(t: Table) -> int:
    """The ways in which the side to move may be able to overrun someone."""
    ways = 0
    for power in control.turn_powers(t, t.p.player):
        ways |= _endangered(t, power)
    return ways


def _endangered(t: Table, power: int) -> int:
    """Are there hexes that a power may be able to overrun, alone or in a line?"""
    p = t.p
    able = companions(t, power) & ~(p.fixed | p.marked | p.frozen | p.overran)
    known = _known_ways(t, power)
    seen, ways = known
    # What all these units could not overrun, fewer of them cannot while nobody has moved.
    if able & ~seen or (ways and able != seen):
        known[:] = able, _outmatched(t, power, able)
    return known[1]


@cached_by(lambda t, power: (t.p.version, *_quarrels(t, power)), most=FEW)
def _known_ways(t: Table, power: int) -> list[int]:
    """The units of a power that were last looked at, and the ways in which they may overrun someone."""
    return [0, 0]


def _quarrels(t: Table, power: int) -> tuple[int, ...]:
    """What decides on friend and foe and on the Russian winter, for a key."""
    p = t.p
    return power, p.friends[power], p.hostile[power], p.turn, p.russia_invaded_on


def _outmatched(t: Table, power: int, able: int) -> int:
    """The ways in which stacks with points enough may overrun a hex beside them."""
    p = t.p
    near, winter, weakest = t.world.near, weather.russian_winter(t), _weak_hexes(t, power)
    factor, ways = WINTER if winter else 1, 0
    able_hexes = strong(t, power, weakest[0][0]) if weakest else 0
    for least, some, beside, known in weakest if able_hexes else ():
        for node in members(able_hexes & beside):
            # Who has moved needs a point for the hex and one for the overrun, at least (5.42).
            stack = [i for i in p.stacks[node] if able >> i & 1 and (not p.moved >> i & 1 or p.left[i] > 1)]
            punch = sum([p.strength[i] for i in stack])
            if factor * punch < least:
                continue
            if winter:
                punch = combat.attack_points(t, stack)
            for target in members(near[node] & some):
                need, open_ = _judged(t, power, target, known)
                if punch >= need:
                    ways |= open_
    return ways


def _judged(t: Table, power: int, target: int, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The points that a weak hex needs and the ways that are open, worked out once."""
    if target not in known:
        known[target] = (needed(t, target), _uncovered(t, power, target))
    return known[target]


WeakHexes = tuple[int, int, int, dict[int, tuple[int, int]]]


def _others(t: Table, power: int) -> Hashable:
    """The others' units for a key; all units where some share a hex with their enemies."""
    p = t.p
    units = p.version if p.landing or p.dropped else p.version_abroad(power)
    return units, *_quarrels(t, power), p.retreated, p.landing, p.sealed, p.finns_free


@cached_by(_others, most=FEW)
def _weak_hexes(t: Table, power: int) -> list[WeakHexes]:
    """Weak hexes by their points: what an overrun needs at least, the hexes, those beside them, and what is known of
    each: the points for it and the ways that are open."""
    found: list[WeakHexes] = []
    all_weak, columns = weak(t, power, -1), sure_columns(t.world.crt)
    for basic in range(1, LIGHT + 1):
        some = all_weak & t.p.bulk.get(basic, 0)
        if some:
            found.append((basic + columns[basic], some, step(some, t.world.walks[3]), {}))
    return found


def _uncovered(t: Table, power: int, target: int) -> int:
    """May the hex fall alone, or in a line with weak hexes beside it: does nobody else's zone cover it (8.47/e)?"""
    others = t.world.near[target] & ~(1 << target)
    fall = weak(t, power, step(1 << target, t.world.clear))
    ways = 0 if lies_in_zone(t, power, target, others) else ALONE
    return ways | IN_LINE if fall and not lies_in_zone(t, power, target, others & ~fall) else ways


@cached_by(lambda t, power: (t.p.version, power, t.p.friends[power], t.p.turn, t.p.russia_invaded_on), most=FEW)
def _look_over(t: Table, power: int) -> int:
    """Weak hexes beside a hex of one's own that would have points enough if all its units were able."""
    found, own = weak(t, power, -1), t.p.occupied[power]
    if not found:
        return 0
    factor = WINTER if weather.russian_winter(t) else 1
    bulk, columns, bits = t.p.bulk, sure_columns(t.world.crt), 0
    for basic in range(1, LIGHT + 1):
        some = found & bulk.get(basic, 0)
        if some:
            strong = 0
            for weight, hexes in bulk.items():
                if factor * weight >= basic + columns[basic]:
                    strong |= hexes
            if strong & own:
                bits |= some & step(strong & own, t.world.walks[3])
    return bits


def _in_fear(t: Table, power: int, able: int, found: int, factor: int) -> int:
    """Of weak hexes, those that have the points of some stack beside them to fear."""
    p = t.p
    near, stacks, strength = t.world.near, p.stacks, p.strength
    least = [basic + column for basic, column in enumerate(sure_columns(t.world.crt))]
    feared = [0] * (LIGHT + 1)
    for node in members(p.occupied[power] & step(found, t.world.walks[3])):
        punch = factor * sum([strength[i] for i in stacks[node] if able >> i & 1])
        basic = 1
        while punch >= least[basic]:
            feared[basic] |= 1 << node
            basic += 1
    bits = 0
    for node in members(found) if feared[1] else ():
        if near[node] & feared[sum([strength[i] for i in stacks[node]])]:
            bits |= 1 << node
    return bits
