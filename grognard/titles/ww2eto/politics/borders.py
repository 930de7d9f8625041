"""Borders (6.0/e, 12.0): what follows when units enter a hex or attack across a neutral's border."""

from __future__ import annotations

from collections.abc import Collection

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders

from .. import world as w
from ..land.zones import footprint
from ..state import Table
from .control import (
    ALLIES,
    ON_ATTACK,
    ON_ENTRY,
    ON_INVASION,
    SIDE_OF,
    SIDES,
    land_of,
    note_zones,
    occupy,
    take,
    unoccupied_bit,
    unoccupied_france,
    yield_ground,
)


def enter(t: Table, pieces: Collection[int], node: int) -> None:
    """Units have entered a hex: neutrality, control and the rules that watch the border."""
    p = t.p
    neutral = p.sealed
    for piece in company(t, pieces):
        violate(t, piece, node)
        power = p.power[piece]
        foes = p.hostile[power]
        take(t, power, node, p.nation[piece])
        for hook in ON_ENTRY[power]:
            hook(t, piece, node)
        if p.hostile[power] != foes:
            take(t, power, node, p.nation[piece])
    if p.sealed != neutral:
        note_zones(t)
        yield_ground(t)


class Gains:
    """What units take by passing: ground, hexes and countries that are not their side's yet, and hexes of enemies that
    their zone covers (9.13, 5.61, 5.65)."""

    def __init__(self, t: Table, power: int, nation: int) -> None:
        p = t.p
        self.t, self.nation, self.part = t, nation, unoccupied_france(t) if p.vichy else 0
        self.foreign = self.theirs = self.countries = 0
        if power in SIDES:
            friendly = p.friendly_hexes[power] | p.trod[power]
            self.foreign = t.world.play & ~(p.grounds[power] & friendly)
            every = 2 * unoccupied_bit(t) - 1
            self.countries = every & ~(p.friendly_countries[power] | p.passed[power])
            for side in SIDES:
                if p.hostile[power] >> side & 1:
                    self.theirs |= p.friendly_hexes[side] | p.trod[side]
        self.near = self.theirs | step(self.theirs, t.world.walks[3])
        self.land = land_of(t, self.countries)

    @property
    def anywhere(self) -> int:
        """The hexes where there is something to take."""
        return self.foreign | self.near | self.land

    def at(self, node: int) -> int:
        """What falls to who passes through a hex: hexes as bits, and countries as bits beyond them."""
        bit = 1 << node
        taken = self.foreign & bit
        if self.near & bit:
            taken |= self.theirs & footprint(self.t, self.nation, node)
        if self.land & bit:
            world = self.t.world
            country = len(world.countries) if self.part & bit else world.country_at[node]
            taken |= 1 << world.board.size + country
        return taken


@cached_between_orders
def gains(t: Table, power: int, nation: int) -> Gains:
    """What a power's units of a nation take by passing."""
    return Gains(t, power, nation)


def company(t: Table, pieces: Collection[int]) -> Collection[int]:
    """Units that cross a border together: the British count as first, for they decide what Vichy does (14.15, R228)."""
    nation = t.p.nation
    return pieces if len(pieces) == 1 else sorted(pieces, key=lambda piece: nation[piece] != w.BRITAIN)


def named_attack(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """An attack across a border makes an enemy of the neutral behind it, then the rules that watch attacks are told."""
    neutral = t.p.sealed
    for node in nodes:
        for piece in attackers:
            violate(t, piece, node)
    for hook in ON_ATTACK:
        hook(t, attackers, nodes)
    if t.p.sealed != neutral:
        note_zones(t)
        yield_ground(t)


def violate(t: Table, piece: int, node: int) -> None:
    """A unit enters or attacks a neutral's land: its border no longer stops zones, and its army takes sides (6.0/e)."""
    p = t.p
    if p.nation[piece] in w.PRO_AXIS:
        leave_home(t, piece, node)
    index = t.world.country_at[node]
    if index < 0 or p.nation[piece] == t.world.countries[index].owner:
        return
    country = t.world.countries[index]
    if not p.sealed >> node & 1 and not breaks_in(t, p.power[piece], country):
        return
    if p.power[piece] == w.AXIS and country.owner in (w.ITALY, *w.PRO_AXIS):
        unseal(t, country)
    else:
        invade(t, p.power[piece], p.nation[piece], country)


def breaks_in(t: Table, power: int, country: w.Country) -> bool:
    """A pro-Axis country that is open already is invaded by the first enemy who comes (16.14, R233)."""
    side = SIDE_OF[power]
    if side not in ALLIES or country.owner not in w.PRO_AXIS:
        return False
    return not t.p.invaded_by[side] >> country.index & 1


def leave_home(t: Table, piece: int, node: int) -> None:
    """An Axis army that moves or attacks across its own border opens it to all (16.14, R227)."""
    home = t.world.countries[t.world.nations[t.p.nation[piece]].home]
    if t.p.sealed & home.hexes and not home.hexes >> node & 1:
        unseal(t, home)


def unseal(t: Table, country: w.Country) -> list[w.Country]:
    """The whole nation's borders are open to zones from now on (6.0/e); which of its lands were closed before?"""
    p = t.p
    lands = []
    for land in t.world.countries:
        neutral = land.hexes & p.sealed & ~p.vichy_ground
        if neutral and (land is country or (country.owner >= 0 and land.owner == country.owner)):
            p.sealed &= ~neutral
            lands.append(land)
    return lands


def invade(t: Table, power: int, nation: int, country: w.Country) -> None:
    """An invaded neutral is on the other side for the rest of the game, army and lands (12.3, R144, R061)."""
    p = t.p
    side, home, lands = SIDE_OF[power], country, unseal(t, country)
    if side in SIDES:
        marks = from_iter(land.index for land in (country, *lands))
        p.invaded_by[side] |= marks
    if country.owner >= 0:
        home = t.world.countries[t.world.nations[country.owner].home]
        joins = w.ALLIED if side == w.AXIS else w.AXIS
        for piece in members(p.corps[country.owner] & p.army[w.NEUTRAL]):
            p.give(piece, joins)
        for land in lands:
            occupy(t, joins, land, side)
    t.emit("invaded", "12.0", nation=w.NATIONS[nation], country=country.id)
    for hook in ON_INVASION:
        hook(t, power, nation, home)
