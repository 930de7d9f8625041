"""Hexes that could be overrun (8.43-8.45): what each needs, and a quick look over the front for those in danger."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.area import step
from grognard.board.hexset import members

from . import combat, control, stacking, supply, weather
from .state import LIGHT, EtoPosition
from .zones import lies_in_zone

NEVER, WINTER = 99, 2
DANGER, SAFE, PREY = "in danger", "safe", "prey"


def column_for(t: Any, basic: int) -> int:
    """The first column whose worst die destroys so many basic points, or one that nobody reaches."""
    return sure_columns(t.world.crt)[min(basic, LIGHT + 1)]


@cache
def sure_columns(crt: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    worst = [min(column) for column in crt]
    return tuple(next((i for i, w_ in enumerate(worst) if w_ >= points_), NEVER) for points_ in range(LIGHT + 2))


def needed(t: Any, node: int) -> int:
    """The attacking points that make an overrun of a hex certain, or more than anyone has (8.43, 8.44, 8.45)."""
    p: EtoPosition = t.p
    rules = t.rules
    basic = sum([p.strength[i] for i in p.stacks[node]]) if rules.on("8.45") else 1
    if not rules.on("8.43"):
        return 0
    lines = None if rules.on("8.44") else supply.Lines(t)
    defence = combat.defence_of(t, node, lines, stacking.defenders(t, node))
    return defence + column_for(t, basic)


def weak(t: Any, power: int, near: int) -> int:
    """Hexes of others whose units could ever be overrun: few enough points, no partisans (8.45, 16.51)."""
    found: int = control.strangers(t, power) & near & t.p.light
    return found if "16.51" in t.rules.off else found & ~control.partisan_hexes(t)


def in_danger(t: Any, power: int) -> int:
    """Weak hexes next to a stack that could be strong enough: what a quick look over the front finds."""
    p: EtoPosition = t.p
    key = (DANGER, power, p.friends[power], p.turn, p.russia_invaded_on, t.rules.off)
    found: int | None = p.muster.get(key)
    if found is None:
        found = p.muster[key] = _look_over(t, power)
    if not found or not {"8.43", "8.44", "8.45"}.isdisjoint(t.rules.off):
        return found
    able = p.army[power] & ~(p.fixed | p.marked | p.frozen)
    return _in_fear(t, power, able, found, WINTER if weather.russian_winter(t) else 1) if able else 0


def any_in_danger(t: Any, in_line: bool = False) -> int:
    """0 while no stack has the points for a hex beside it, else -1: the quick look of overruns, alone or in a line."""
    p: EtoPosition = t.p
    for power in control.turn_powers(t, p.player):
        able = p.army[power] & ~(p.fixed | p.marked | p.frozen | p.overran)
        key = (SAFE, in_line, power, p.friends[power], p.hostile[power], p.turn, p.russia_invaded_on, t.rules.off)
        # What all these units could not overrun, fewer of them cannot while nobody has moved.
        if able & ~p.muster.get(key, 0):
            if _outmatched(t, power, able, in_line):
                return -1
            p.muster[key] = able
    return 0


def _outmatched(t: Any, power: int, able: int, in_line: bool) -> bool:
    """Has a stack the points to overrun a hex beside it?"""
    p: EtoPosition = t.p
    near, own, winter = t.world.near, p.occupied[power], weather.russian_winter(t)
    factor = WINTER if winter else 1
    for least, some, beside, needs in _prey(t, power, in_line):
        close, strong = own & beside, 0
        for weight, hexes in p.bulk.items() if close else ():
            if factor * weight >= least:
                strong |= hexes & close
        for node in members(strong):
            # Who has moved needs a point for the hex and one for the overrun, at least (5.42).
            stack = [i for i in p.stacks[node] if able >> i & 1 and (not p.moved >> i & 1 or p.left[i] > 1)]
            punch = sum([p.strength[i] for i in stack])
            if factor * punch < least:
                continue
            if winter:
                punch = combat.attack_points(t, stack)
            for target in members(near[node] & some):
                if target not in needs:
                    needs[target] = _needed(t, power, target, in_line)
                if punch >= needs[target]:
                    return True
    return False


Prey = tuple[int, int, int, dict[int, int]]


def _prey(t: Any, power: int, in_line: bool) -> list[Prey]:
    """Weak hexes by their points: what an overrun needs at least, the hexes, those beside them, and what each needs.

    It is kept until one of the others moves; where units share a hex with their enemies, until anyone does.
    """
    p: EtoPosition = t.p
    off = t.rules.off
    kept = p.muster if p.landing or p.dropped or off else p.abroad(power)
    war = (p.friends[power], p.hostile[power], p.sealed, p.finns_free)
    key = (PREY, power, in_line, p.turn, p.russia_invaded_on, p.retreated, p.landing, war, off)
    found: list[Prey] | None = kept.get(key)
    if found is None:
        found, all_weak, columns = [], weak(t, power, -1), sure_columns(t.world.crt)
        if in_line:
            all_weak &= step(all_weak, t.world.clear)
        for basic in range(1, LIGHT + 1):
            some = all_weak & p.bulk.get(basic, 0)
            if some:
                found.append((basic + columns[basic], some, step(some, t.world.walks[3]), {}))
        kept[key] = found
    return found


def _needed(t: Any, power: int, target: int, in_line: bool) -> int:
    """The points for an overrun; more than anyone has where one who cannot fall too covers the hex (8.47/e)."""
    fall = weak(t, power, -1) if in_line else 0
    others = t.world.near[target] & ~(1 << target | fall)
    return NEVER if lies_in_zone(t, power, target, others) else needed(t, target)


def _look_over(t: Any, power: int) -> int:
    """Weak hexes beside a hex of one's own that would have points enough if all its units were able."""
    found, own = weak(t, power, -1), t.p.occupied[power]
    if not found or not {"8.43", "8.44", "8.45"}.isdisjoint(t.rules.off):
        return found & step(own, t.world.walks[3])
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


def _in_fear(t: Any, power: int, able: int, found: int, factor: int) -> int:
    """Of weak hexes, those that have the points of some stack beside them to fear."""
    p: EtoPosition = t.p
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
