"""Zones of control (6.0-6.4): the six hexes round a unit, stopped by sea and blocked hexsides and neutral borders."""

from __future__ import annotations

from collections.abc import Hashable

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by, cached_values

from .. import world as w
from ..state import FEW, EtoPosition, Table

ZONED = 1 << w.AXIS | 1 << w.ALLIED | 1 << w.SOVIET | 1 << w.VICHY
"""Powers whose units have zones: partisans and neutrals at peace have none (16.5, 6.0/e)."""


def _sources(t: Table, powers: int) -> int:
    """Hexes whose units have zones: not those of neutrals still at peace (6.0/e), nor landings under way."""
    p = t.p
    held = p.held(powers)
    if p.landing:
        held &= ~_afloat(p)
    return held & ~p.sealed


def _afloat(p: EtoPosition) -> int:
    """Hexes that only landings hold, which wait there to go ashore elsewhere."""
    nodes = [p.at[piece] for piece in members(p.landing) if p.at[piece] != p.lost]
    return from_iter(node for node in nodes if all(p.landing >> i & 1 for i in p.stacks[node]))


def _finns_alone(t: Table) -> int:
    """Hexes that only Finns hold while their zones stop at their border (16.41)."""
    p = t.p
    if p.finns_free or not p.corps[w.FINLAND] or t.options.get("minors") != "on":
        return 0
    return _hexes_of_finns(t)


@cached_by(lambda t: t.p.version, most=FEW)
def _hexes_of_finns(t: Table) -> int:
    """Hexes that only Finns hold."""
    p = t.p
    finns, found = p.corps[w.FINLAND], 0
    for piece in members(finns):
        node = p.at[piece]
        if all(finns >> i & 1 for i in p.stacks[node]):
            found |= 1 << node
    return found


@cached_values(512)
def _around(world: w.World, hexes: int, finns: int, closed: int) -> int:
    """The six hexes round units, not over sea or blocked hexsides (6.0/c)."""
    bits = step(hexes & ~finns, world.clear)
    if finns:
        bits |= step(finns, world.clear) & world.by_id["finland"].hexes
    return bits & ~closed


def _spread(t: Table, sources: int, finns: int) -> int:
    """Zones reach one hex round, but not into a neutral (6.0/e)."""
    return _around(t.world, sources, finns, t.p.sealed)


def zone(t: Table, power: int) -> int:
    """The hexes that a power's units control: none across the German-Russian border before war (14.34)."""
    p = t.p
    sources = _sources(t, 1 << power)
    finns = _finns_alone(t) & sources if power == w.AXIS else 0
    bits = _spread(t, sources, finns)
    if p.russia_at_war:
        return bits
    abroad: int = {w.AXIS: t.world.russia | p.soviet_ground, w.SOVIET: p.axis_ground}.get(power, 0)
    return bits & ~abroad


def _enemies(t: Table, power: int) -> int:
    """The powers whose zones count against a power: no partisans (16.5), no Germans and Russians before war (14.34)."""
    hostile: int = t.p.hostile[power]
    return hostile & ZONED


def _others(t: Table, power: int) -> tuple[Hashable, ...]:
    """The others' units and what closes borders, for a key; all units where some share a hex with their enemies."""
    p = t.p
    units = p.version if p.landing else p.version_abroad(power)
    return units, power, p.hostile[power], p.sealed, p.landing, p.finns_free


@cached_by(_others, most=FEW)
def zone_against(t: Table, power: int) -> int:
    """The hexes in a zone of a power's enemies, wherever its own zones lie (6.0, 6.0/b)."""
    enemies = _enemies(t, power)
    sources = _sources(t, enemies)
    finns = _finns_alone(t) & sources if enemies >> w.AXIS & 1 else 0
    return _spread(t, sources, finns)


def footprint(t: Table, nation: int, node: int) -> int:
    """A hex that a nation's unit enters and those that its zone covers there, no closed border crossed (6.0/e)."""
    p = t.p
    own = 1 << node
    bits: int = t.world.within[node]
    if bits & p.sealed:
        bits = own if p.sealed & own else bits & ~p.sealed
    if nation == w.FINLAND and not p.finns_free and t.options.get("minors") == "on":
        bits &= t.world.by_id["finland"].hexes | own
    return bits


def lies_in_zone(t: Table, power: int, node: int, hexes: int) -> bool:
    """Is a hex in a zone against a power that comes from one of some hexes?"""
    sources = _sources(t, t.p.hostile[power] & ZONED) & hexes & t.world.near[node]
    return bool(sources) and bool(_spread(t, sources, _finns_alone(t) & sources) >> node & 1)


Pairs = tuple[tuple[int, int], ...]
"""Hexes that zones come from, and the land that they reach."""


@cached_by(lambda t, power: (*_others(t, power), t.p.friends[power], t.p.vichy_ground, t.p.soviet_ground), most=FEW)
def _zones_behind_borders(t: Table, power: int) -> tuple[Pairs, int]:
    """Zones that a power will meet behind borders, Vichy's apart: where they come from and reach, and all of them.

    Enemies reach into every neutral that is entered, a neutral's army into its own land alone (6.0/e, 14.34).
    """
    p = t.p
    land = p.sealed & ~p.vichy_ground
    pairs = [(_sources(t, _enemies(t, power)), land)]
    armies = p.held((ZONED | 1 << w.NEUTRAL) & ~(p.friends[power] | 1 << power)) & land
    for owner in sorted({c.owner for c in t.world.countries if armies & c.hexes}) if armies else ():
        home = w.owned(t.world, owner) & land
        pairs.append((armies & home, home))
    if power == w.AXIS and not p.hostile[power] >> w.SOVIET & 1:
        pairs.append((p.occupied[w.SOVIET], p.soviet_ground))
    elif power == w.SOVIET and not p.hostile[power] >> w.AXIS & 1:
        pairs.append((p.occupied[w.AXIS], w.owned(t.world, *w.PRO_AXIS)))
    return tuple(pairs), _zones_from(t, tuple(pairs), -1)


def _zones_from(t: Table, pairs: Pairs, hexes: int) -> int:
    """The zones that come from some hexes."""
    bits, finns = 0, _finns_alone(t)
    for sources, land in pairs:
        sources &= hexes
        if sources and land:
            bits |= _around(t.world, sources, sources & finns, 0) & land
    return bits


def zones_across_borders(t: Table, pieces: tuple[int, ...], hexes: int = -1) -> int:
    """Zones from some hexes that come alive for units when they cross the border that stops them (R053, R212)."""
    p = t.p
    pairs, bits = _zones_behind_borders(t, p.power[pieces[0]])
    if hexes != -1:
        bits = _zones_from(t, pairs, hexes)
    if p.vichy_ground and turns_vichy_hostile(t, pieces):
        bits |= _zones_from(t, ((p.occupied[w.VICHY] | pairs[0][0], p.vichy_ground),), hexes)
    return bits & ~w.owned(t.world, p.nation[pieces[0]]) if bits else 0


def turns_vichy_hostile(t: Table, pieces: tuple[int, ...]) -> bool:
    """Axis and British units make enemies of Vichy units as they come in, not as they leave (14.14, 14.15, R156)."""
    p = t.p
    if p.vichy_ground >> p.at[pieces[0]] & 1:
        return False
    return p.power[pieces[0]] == w.AXIS or any(p.nation[i] == w.BRITAIN for i in pieces)
