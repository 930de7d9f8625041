"""Fronts (5.12): vacant enemy hexes that no enemy line of supply reaches any more fall to whoever cut them off."""

from __future__ import annotations

from grognard.board.area import flood, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule

from . import reach, supply, zones
from .position import AetoPosition, Table
from .title import POWERS

FARTHEST = 10
"""Hexes beyond which nobody marches in one move."""


@rule("5.12/demonstrate")
def settle(t: Table, power: int) -> None:
    """After a move the hexes behind a power's Front become its own (5.12/demonstrate)."""
    cut = cut_off(t, power)
    if not cut:
        return
    take(t, power, behind(t, power, cut))


def close_behind(t: Table, piece: int, way: tuple[int, ...]) -> None:
    """What a unit out of supply has left is its own no more: an enemy Front takes it (5.12/except-occupied)."""
    p: AetoPosition = t.p
    if supply.defends_supplied(t, piece):
        return
    passed = from_iter(way)
    for foe in members(p.hostile[p.power[piece]]):
        cut = cut_off(t, foe) & passed if p.held[foe] else 0
        if cut:
            take(t, foe, behind(t, foe, cut))


def take(t: Table, power: int, mine: int) -> None:
    """Hexes behind a power's Front are its own from now on."""
    p: AetoPosition = t.p
    if not mine:
        return
    for other, land in enumerate(p.held):
        if land & mine:
            p.held[other] = land & ~mine
    p.held[power] |= mine
    p.forts &= ~mine
    p.coastal_forts &= ~mine
    t.emit("front", "5.12/demonstrate", nodes=members(mine)[:6], hexes=mine.bit_count(), power=POWERS[power])


def cut_off(t: Table, power: int) -> int:
    """Vacant enemy hexes that trace to no enemy source, in no enemy zone, without bases (5.12/definition,
    5.12/enemy-behind, 5.12/except-occupied, 5.12/except-zoc).
    """
    p: AetoPosition = t.p
    land = reached = 0
    for foe in members(p.hostile[power]):
        if p.held[foe]:
            land |= p.held[foe]
            reached |= enemy_lines(t, foe) | zones.ground(t, foe).lone
    ground = zones.ground(t, power)
    cut = land & ~reached & ~ground.enemy & ~ground.lone & ~ground.zone & ~front_line(t, power, reached)
    return cut & ~kept_for_capture(t) | surrendered(t, power, cut)


def front_line(t: Table, power: int, reached: int) -> int:
    """Hexes in our zones that touch supplied enemy land are the Front Line, not behind it (5.12/front-line)."""
    return zones.zone_over(t, zones.allies_of(t.p, power)) & step(reached, t.world.walk)


def enemy_lines(t: Table, foe: int) -> int:
    """All that a power's lines of supply reach, from sources and from chits (5.12/isolated-source)."""
    return supply.supplied_hexes(t, foe)


def kept_for_capture(t: Table) -> int:
    """Airbases, cities, forts and resources must be occupied (5.12/except-installations)."""
    p: AetoPosition = t.p
    return t.world.fixed | p.forts | p.coastal_forts | p.permanent


@rule("5.12/fort-surrender", off=lambda t, power, cut: 0)
def surrendered(t: Table, power: int, cut: int) -> int:
    """Empty forts behind a Front fall, unless an enemy unit could still come up to them (5.12/fort-surrender)."""
    p: AetoPosition = t.p
    empty = cut & (p.forts | p.coastal_forts) & ~p.permanent & ~t.world.fixed
    return from_iter(node for node in members(empty) if not within_march(t, power, node))


def within_march(t: Table, power: int, node: int) -> bool:
    """Could an enemy combat unit come next to a hex by its printed movement?"""
    p: AetoPosition = t.p
    beside = t.world.next_to(node)
    for foe in members(p.hostile[power]):
        for here in members(zones.stands(t, foe).all & t.world.disc(node, FARTHEST)):
            for i in p.stacks[here]:
                if p.power[i] != foe or not zones.combat_unit(p, i):
                    continue
                ways = reach.reach_of(t, (i,), -1, reach.printed_movement(t, i))
                if (ways.all() | 1 << here) & beside:
                    return True
    return False


def behind(t: Table, power: int, cut: int) -> int:
    """Of the hexes cut off, those that our own land reaches past enemy units and zones (5.12/mini-front)."""
    ground = zones.ground(t, power)
    ours = supply.supplied_hexes(t, power)
    free = (ours | cut) & ~ground.enemy & ~ground.zone
    return flood(ours & free, t.world.walk, blocked=~free) & cut
