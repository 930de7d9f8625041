"""Unit breakdown and recombination (26.0): a corps as its divisions, an airborne division as its brigades."""

from __future__ import annotations

from itertools import combinations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.offers import PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import depots, movement, reach, supply, zones
from . import world as w
from .state import Table, army, phasing

NATIONS = ("German", "British", "Australian", "Indian", "New Zealand", "South African", "French", "U.S.", "Finnish")
"""Whose corps with a reduced side break down (26.01)."""
SMALLER = {zones.CORPS: zones.DIVISION, zones.DIVISION: zones.BRIGADE}
UNUSED = -1
"""The turn of arrival of a counter that is not in play."""


def kept(unit: w.Unit) -> str:
    """The units that use breakdown counters of their own: SS and French colonial troops (26.01/1)."""
    return "SS" if "SS" in unit.name else "colonial" if unit.name == "Col" or "olonial" in unit.formation else ""


def may_break_down(unit: w.Unit) -> bool:
    """Corps with a reduced side of some nations, and airborne divisions of four factors (26.01)."""
    if unit.kind == "ABN":
        return unit.size == zones.DIVISION and unit.front[0] == 4
    return unit.size == zones.CORPS and (special(unit) or (unit.back is not None and unit.nation in NATIONS))


def special(unit: w.Unit) -> bool:
    """One French 4-6-3, and one Italian corps of each of some kinds, break down as well (26.01/1)."""
    figures = "-".join(map(str, unit.front))
    return unit.size == zones.CORPS and any(
        (row["nation"], row["kind"]) == (unit.nation, unit.kind) and row["front"] in ("any", figures)
        for row in w.chart("special_breakdown")
    )


@cached_values(16)
def specials(world: w.World) -> dict[int, tuple[int, ...]]:
    """The corps that break down by exception, each with all of its kind (26.01/1)."""
    found = [u for u in world.units if special(u)]
    return {
        u.index: tuple(v.index for v in found if (v.nation, v.kind, v.front) == (u.nation, u.kind, u.front))
        for u in found
    }


@cached_values(16)
def breakable(world: w.World) -> int:
    """The counters of a scenario that may break down (26.01)."""
    return from_iter(u.index for u in world.units if may_break_down(u))


def one_at_a_time(t: Table, piece: int) -> bool:
    """Of a special kind only one corps at a time is broken down (26.01/1)."""
    return not any(unused(t, i) for i in specials(t.world).get(piece, ()))


def count(unit: w.Unit) -> int:
    """Armor, German motorized, airborne and Italian 2-4-3 units break down into two, all others into three (26.02)."""
    two = unit.kind in (*w.ARMOR, "ABN") or (unit.kind == "MOT" and unit.nation == "German")
    return 2 if two or (unit.nation == "Italian" and unit.front == (2, 4, 3)) else 3


def alike(small: w.Unit, large: w.Unit) -> bool:
    """The smaller unit is of the same nation and type and moves as fast (26.01)."""
    same = small.nation == large.nation and small.kind == large.kind and small.front[2] == large.front[2]
    return same and small.size == SMALLER.get(large.size) and kept(small) == kept(large)


def unused(t: Table, piece: int) -> bool:
    """Is it a counter of the mix that is not in play?"""
    return bool(t.p.at[piece] == t.world.pool and t.p.due[piece] == UNUSED)


@cached_values(512)
def smaller(world: w.World, piece: int) -> tuple[int, ...]:
    """The counters of which a unit could be made up (26.01)."""
    return tuple(u.index for u in world.units if alike(u, world.units[piece]))


def parts(t: Table, piece: int) -> tuple[int, ...]:
    """Counters of the mix that make up a unit: their attack factors are its own (26.01), if there are any (26.02)."""
    large = t.world.units[piece]
    found = [i for i in smaller(t.world, piece) if unused(t, i)]
    for group in combinations(found, count(large)):
        if sum(t.world.units[i].front[0] for i in group) == large.front[0]:
            return group
    return ()


def from_the_pool(t: Table, seat: int) -> dict[int, int]:
    """Divisions that a lost corps may be split into to be replaced, each with its corps (27.21/e)."""
    pool = [i for i in members(breakable(t.world)) if t.p.at[i] == t.world.pool and t.p.due[i] >= 0 and t.owns(seat, i)]
    return {small: large for large in pool for small in parts(t, large)}


def split_in_the_pool(t: Table, large: int) -> None:
    """A lost corps lies in the pool as its divisions (27.21/e)."""
    group = parts(t, large)
    set_aside(t, large)
    for small in group:
        t.p.due[small] = 0
    t.emit("broke_down", "27.21/e", pieces=(large,), parts=_names(t, group))


def own(t: Table, seat: int, args: Args) -> int:
    return movement.own_units(t, seat, ()) & int(t.world.ground_slots)


def eligible(t: Table, seat: int, args: Args) -> int:
    """Units at full strength that may break down (26.01)."""
    able = breakable(t.world)
    whole = [i for i in army(t, phasing(t)) if able >> i & 1 and not t.p.reduced[i]]
    return from_iter(i for i in whole if one_at_a_time(t, i))


def fresh(t: Table, seat: int, args: Args) -> int:
    """Units break down at the beginning of a phase, before they move; armor and motorized to exploit (26.03)."""
    found = ~(t.p.moved | t.p.railed)
    return found & int(t.world.mobile_slots) if t.frame.step == movement.EXPLOITING else found


def with_parts(t: Table, seat: int, args: Args) -> int:
    """Units for which smaller counters are at hand (26.02)."""
    pool = own(t, seat, ()) & eligible(t, seat, ()) & fresh(t, seat, ())
    return from_iter(i for i in members(pool) if parts(t, i)) if pool else 0


class BreakDown(Verb):
    """``break_down XIXPz``: a corps takes the field as its divisions."""

    name = "break_down"
    levels = (
        Level("unit", PIECE, own, (Mask("26.01", eligible), Mask("26.03", fresh), Mask("26.02", with_parts))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, p = args[0], t.p
        node, group = p.at[piece], parts(t, piece)
        for small in group:
            p.due[small] = p.reduced[small] = 0
            p.put(small, node)
            p.unsupplied[small], p.left[small], p.began[small] = p.unsupplied[piece], p.left[piece], p.began[piece]
            p.moved &= ~(1 << small)
            p.railed &= ~(1 << small)
        set_aside(t, piece)
        t.emit("broke_down", "26.02", pieces=(piece,), nodes=(node,), parts=_names(t, group))


def _names(t: Table, pieces: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(t.title.piece_name(t, i) for i in pieces)


def set_aside(t: Table, piece: int) -> None:
    """A counter goes back to the mix."""
    p = t.p
    p.put(piece, t.world.pool)
    p.due[piece], p.unsupplied[piece], p.left[piece], p.reduced[piece] = UNUSED, 0, 0, 0


def small_enough(t: Table, large: int, part: int) -> bool:
    """In a difficult theatre units do not recombine above four defense factors (26.04)."""
    there = depots.difficult(t.world) >> t.p.at[part] & 1
    return not there or t.world.units[large].front[1] <= reach.LARGEST


@cached_between_orders
def set_aside_now(t: Table) -> list[int]:
    """The larger counters that are not in play."""
    return [i for i in members(breakable(t.world)) if unused(t, i)]


@cached_values(16)
def small_slots(world: w.World) -> int:
    """The divisions and brigades."""
    return from_iter(u.index for u in world.units if u.ground and u.size in (zones.DIVISION, zones.BRIGADE))


def wholes(t: Table, group: tuple[int, ...]) -> list[int]:
    """The larger counters, set aside before, that some units make up again (26.03)."""
    units = t.world.units
    attack = sum(units[i].front[0] for i in group)
    able = [units[i] for i in set_aside_now(t) if small_enough(t, i, group[0])]
    able = [u for u in able if first_time(t, u, group)]
    return [
        u.index for u in able
        if count(u) == len(group) and u.front[0] == attack and all(alike(units[i], u) for i in group)
    ]  # fmt: skip


def first_time(t: Table, large: w.Unit, group: tuple[int, ...]) -> bool:
    """A unit is formed for the first time in supply, in no enemy zone, by units that have not moved (27.34)."""
    p = t.p
    if not p.available >> large.index & 1:
        return True
    named = t.world.settings.get("combine", {}).get(large.name)
    if named and {t.world.units[i].name for i in group} != set(named):
        return False
    fed = all(supply.in_supply(t, i) for i in group)
    return fed and not any((p.moved | p.railed) >> i & 1 for i in group) and not (
        zones.against(t, large.power).all >> p.at[group[0]] & 1
    )  # fmt: skip


def smaller_units(t: Table, seat: int, args: Args) -> int:
    """Divisions and brigades in one hex that could be part of a larger unit (26.03)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    if not set_aside_now(t):
        return 0
    pool = t.p.stack(t.p.at[chosen[0]]) if chosen else members(own(t, seat, ()) & small_slots(t.world))
    return from_iter(i for i in pool if i not in chosen and _grows(t, (*chosen, i)))


def _grows(t: Table, group: tuple[int, ...]) -> bool:
    """Can some units, with others of their hex, be a larger one?"""
    p, units = t.p, t.world.units
    if units[group[0]].size not in (zones.DIVISION, zones.BRIGADE) or not units[group[0]].ground:
        return False
    mates = [i for i in p.stack(p.at[group[0]]) if i > max(group) and p.power[i] == p.power[group[0]]]
    return any(
        wholes(t, tuple(sorted((*group, *more)))) for n in range(4 - len(group)) for more in combinations(mates, n)
    )


def complete(t: Table, seat: int, args: Args) -> int:
    return int(bool(args and args[0]) and bool(wholes(t, args[0])))


class Recombine(Verb):
    """``recombine Pzdiv1+Pzdiv2 XIXPz``: divisions of one hex are a corps again; it moves no further (26.03)."""

    name = "recombine"
    levels = (
        Level("units", PIECES, own, (Mask("26.03", smaller_units, ahead=True),), closes=(Mask("26.01", complete),)),
        Level("unit", PIECE, lambda t, s, a: from_iter(wholes(t, a[0]))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, piece = args
        p = t.p
        node = p.at[group[0]]
        level = worst_level(t, group)
        for small in group:
            set_aside(t, small)
        p.due[piece] = 0
        p.available &= ~(1 << piece)
        p.put(piece, node)
        p.unsupplied[piece], p.left[piece], p.began[piece] = level, 0, node
        p.moved |= 1 << piece
        t.emit("recombined", "26.03", pieces=(piece,), nodes=(node,))


def worst_level(t: Table, group: tuple[int, ...]) -> int:
    """The larger unit is as far out of supply as the worst of its parts (26.05)."""
    return max(t.p.unsupplied[i] for i in group)
