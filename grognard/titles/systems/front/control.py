"""Control of hexes (8): zones of control, disputed hexes, battles, and the control that a phase freezes."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from grognard.board.area import step
from grognard.board.hexset import SOME, ZERO, from_iter, members, where
from grognard.engine.core.cache import cached_by

from .state import FrontPosition, Table
from .world import World


def friends(p: FrontPosition, power: int) -> tuple[int, ...]:
    """A power and those that fight the same enemy beside it."""
    return _friends(tuple(p.hostile), power)


@cache
def _friends(hostile: tuple[int, ...], power: int) -> tuple[int, ...]:
    foes = hostile[power]
    return tuple(q for q, theirs in enumerate(hostile) if q == power or (theirs & foes and not foes >> q & 1))


@cache
def _at_war(hostile: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of powers that fight each other."""
    return tuple((a, b) for a, foes in enumerate(hostile) for b in range(a + 1, len(hostile)) if foes >> b & 1)


def held_by(p: FrontPosition, power: int) -> int:
    """The hexes of a power and its friends as of the start of the phase, disputed ones with their last owner."""
    nodes = 0
    for q in friends(p, power):
        nodes |= p.held[q]
    return nodes


def friendly(p: FrontPosition, power: int) -> int:
    """Friendly hexes (8.31): held and not disputed."""
    return held_by(p, power) & ~p.disputed


def passable(t: Table, power: int) -> int:
    """Hexes that command and supply lines may pass, as the title has it."""
    return t.title.passable(t, power)


def friendly_or_disputed(t: Table, power: int) -> int:
    """Command and supply lines pass friendly or disputed hexes, never enemy or neutral ones (8.4/a, 8.4/d)."""
    p = t.p
    nodes: int = (held_by(p, power) | p.disputed) & ~p.neutral
    return nodes


def own_units(t: Table, power: int) -> int:
    """The land hexes with units of a power or its friends."""
    nodes = 0
    for q in friends(t.p, power):
        nodes |= t.p.occupied[q]
    return nodes & int(t.world.land)


def enemy_units(t: Table, power: int) -> int:
    """The land hexes with enemy units."""
    occupied, hostile = t.p.occupied, t.p.hostile[power]
    if len(occupied) == 2:
        nodes = occupied[1 - power] if hostile else 0
    else:
        nodes = 0
        for q, some in enumerate(occupied):
            if hostile >> q & 1:
                nodes |= some
    return nodes & int(t.world.land)


def battles(t: Table) -> int:
    """The hexes where hostile units stand together (7.11)."""
    p = t.p
    occupied, hostile = p.occupied, p.hostile
    if len(occupied) == 2:
        found = occupied[0] & occupied[1] if hostile[0] else 0
    else:
        found = 0
        for a, b in _at_war(tuple(hostile)):
            found |= occupied[a] & occupied[b]
    return found & int(t.world.land) if found else 0


def zones(t: Table, engaged: int) -> tuple[list[int], list[int]]:
    """The hexes where each power stands, and its zones of control (8.2): unengaged, supplied, undispersed units."""
    p = t.p
    w = t.world
    present = [nodes & w.land for nodes in p.occupied]
    zoning = _unengaged(present, engaged)
    _without_idle(p, w, present, zoning)
    anyone = 0
    for nodes in present:
        anyone |= nodes
    ground = w.land & ~anyone & ~p.neutral
    return present, [step(nodes, w.zone) & ground if nodes else 0 for nodes in zoning]


def _unengaged(present: list[int], engaged: int) -> list[int]:
    """Engaged units have no zone (8.2/a): the hexes of the others."""
    return [nodes & ~engaged for nodes in present]


def idlers(p: FrontPosition) -> int:
    """The unsupplied and the dispersed blocks."""
    return where(p.supplied, ZERO) | where(p.dispersed, SOME)


def _without_idle(p: FrontPosition, w: World, present: list[int], zoning: list[int]) -> None:
    """Unsupplied units have no zone (8.2/a); dispersed ones stand nowhere: hexes with such are looked at again."""
    idle = {p.at[i] for i in members(idlers(p))}
    for node in sorted(node for node in idle if node < w.spans):
        bit = 1 << node
        there = [i for i in p.stacks[node] if not p.dispersed[i]]
        for power in range(len(present)):
            own = [i for i in there if p.power[i] == power]
            if not own:
                present[power] &= ~bit
            if not any(p.supplied[i] for i in own):
                zoning[power] &= ~bit


def evaluate(t: Table) -> None:
    """Control is taken at the start of a phase and stays through it (8.1)."""
    p = t.p
    p.phase += 1
    held, p.disputed = t.title.control_now(t)
    p.held = [*held]


def _sways(t: Table) -> Hashable:
    """What control follows from: who stands where with which status, battles, and the control before."""
    p = t.p
    idle = (p.at.tobytes(), p.power.tobytes(), p.supplied.tobytes(), p.dispersed.tobytes()) if idlers(p) else ()
    return (*p.occupied, *p.hostile, *p.held, *p.defends, p.neutral, *idle)


@cached_by(_sways)
def taken(t: Table) -> tuple[list[int], int]:
    """The hexes of each power, and the disputed ones (8.3, 8.34, 8.33)."""
    p = t.p
    engaged = battles(t)
    present, zone = zones(t, engaged)
    disputed = 0
    for a, b in _at_war(tuple(p.hostile)):
        disputed |= zone[a] & zone[b]
    gains = [_gain(t, power, present, zone, engaged, disputed) for power in range(len(zone))]
    before = p.held
    taken = 0
    for power, nodes in enumerate(gains):
        gains[power] = nodes & ~taken
        taken |= nodes
    return [nodes & ~taken | gain for nodes, gain in zip(before, gains)], disputed


def _gain(t: Table, power: int, present: list[int], zone: list[int], engaged: int, disputed: int) -> int:
    """What a power holds by standing there, by an undisputed zone, or as Original Defender (8.31, 18.11)."""
    p = t.p
    gain = zone[power] & ~disputed
    gain |= present[power] & ~engaged | p.defends[power] & engaged
    for q in friends(p, power):
        if q != power:
            gain &= t.title.not_a_friends(t, q, present[q] | zone[q], present[power])
    return gain & int(t.world.land)


def take(t: Table, power: int, nodes: tuple[int, ...]) -> None:
    """Some hexes change hands at once."""
    p = t.p
    taken = 0
    for node in nodes:
        taken |= 1 << node
    p.held = [held & ~taken for held in p.held]
    p.held[power] |= taken


def awaited(p: FrontPosition) -> int:
    """The hexes that units at sea have left and may still be turned back to (15.72): no battle there is over yet."""
    return from_iter(p.voyages[str(sailed // 4)][0] for sailed in p.sailed if sailed) if p.voyages else 0


def settle_battles(t: Table) -> None:
    """Battles that are over are forgotten; a battle without a record is new, the side that stood there its defender."""
    p = t.p
    engaged = battles(t) | awaited(p)
    p.defends = [nodes & engaged for nodes in p.defends]
    p.new_battles &= engaged
    p.assaults &= engaged
    p.mandatory &= engaged


def defender_of(p: FrontPosition, node: int) -> int:
    """The Original Defender of a battle, or -1."""
    for power, nodes in enumerate(p.defends):
        if nodes >> node & 1:
            return power
    return -1
