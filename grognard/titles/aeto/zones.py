"""Zones of control (5.13): who exerts them, where, and whether they are inhibited."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders, cached_by, cached_values
from grognard.engine.core.rules import rule

from . import tables as tb
from .position import AetoPosition, Table
from .world import World


class Ground(NamedTuple):
    """How the map lies for a power: where its enemies and friends are and what their zones cover."""

    enemy: int
    """Hexes with enemy combat land units."""
    lone: int
    """Hexes with enemy HQs or Generals and no combat unit."""
    staffs: int
    """Those of them with an enemy HQ."""
    zone: int
    """Hexes in an enemy zone of control, inhibited or not."""
    friends: int
    """Hexes with combat land units of the power's alliance."""
    walls: int
    """Hexes with an enemy fortification chit or an unbroken permanent fortification."""
    shelter: int
    """Hexes where friends or a friendly fortification inhibit enemy zones."""
    bands: int = 0
    """Hexes with enemy partisans."""

    @property
    def open_zone(self) -> int:
        """Enemy zones that nothing inhibits; contested ones are among them (5.13/contested, 5.13/inhibited)."""
        return self.zone & ~self.shelter


def combat_unit(p: AetoPosition, piece: int) -> bool:
    """A land unit that is no HQ and no General, nor partisans, who own no hex (5.11/non-combat, A30)."""
    return p.kind[piece] < tb.PARTISAN


def exerts(p: AetoPosition, piece: int) -> bool:
    """Commandos, HQs, Generals, paratroopers and partisans exert no zone (5.13/exert)."""
    return p.kind[piece] not in tb.NO_ZONE


def heavy(p: AetoPosition, piece: int) -> bool:
    """Armor and mechanized units."""
    return p.kind[piece] in tb.HEAVY


def allies_of(p: AetoPosition, power: int) -> list[int]:
    """A power and the others of its alliance."""
    return _allies(power, tuple(p.alliance))


@cached_values(1024)
def _allies(power: int, alliance: tuple[int, ...]) -> list[int]:
    own = alliance[power]
    return [other for other, side in enumerate(alliance) if other == power or (own and side == own)]


def held_by_friends(p: AetoPosition, power: int) -> int:
    """Friendly hexes: those that a power or its allies own (5.11)."""
    bits = 0
    for other in allies_of(p, power):
        bits |= p.held[other]
    return bits


class Stands(NamedTuple):
    """Where a power's land units stand: all combat units, those with a zone; leaders, HQs, partisans."""

    all: int
    light: int
    wheels: int
    leaders: int
    staffs: int
    bands: int


def ashore(t: Table, power: int) -> int:
    """Where a power stands on land: who is aboard ships or in a box has no zone (5.13/restrict-embarked,
    5.13/restrict-iraq)."""
    return int(t.p.occupied[power] & t.world.land)


@cached_by(lambda t, power: (power, t.p.versions[power]))
def stands(t: Table, power: int) -> Stands:
    """A power's land units by hex, kept until one of its pieces moves."""
    p: AetoPosition = t.p
    light = wheels = own = leaders = staffs = bands = 0
    for node in members(ashore(t, power)):
        here = 1 << node
        for i in p.stacks[node]:
            if p.power[i] != power:
                continue
            if p.kind[i] in tb.LEADERS:
                leaders |= here
                if p.kind[i] == tb.HQ:
                    staffs |= here
            if p.kind[i] == tb.PARTISAN:
                bands |= here
            if not combat_unit(p, i):
                continue
            own |= here
            if heavy(p, i):
                wheels |= here
            elif exerts(p, i):
                light |= here
    return Stands(own, light, wheels, leaders, staffs, bands)


def with_combat_units(t: Table, powers: Sequence[int]) -> int:
    """The hexes where combat land units of these powers stand."""
    bits = 0
    for power in powers:
        if t.p.occupied[power]:
            bits |= stands(t, power).all
    return bits


def zone_over(t: Table, powers: Sequence[int]) -> int:
    """All that these powers' zones cover: six hexes around, and each unit's own (5.13/exert, 5.13/own-hex,
    5.13/restrict-forest-mountain, 5.8/mountain-zoc, 5.8/marsh-zoc).
    """
    world: World = t.world
    light = wheels = own = 0
    for power in powers:
        if t.p.occupied[power]:
            there = stands(t, power)
            own, light, wheels = own | there.all, light | there.light, wheels | there.wheels
    wheels = out_of_marsh(world, wheels)
    around = step(light, world.zone) | step(wheels, world.zone) & ~world.marsh
    walled = step(light, world.walled_zone) | step(wheels, world.walled_zone) & ~world.marsh
    return stopped_by_forts(t, powers, around, walled) & ~world.rough | own


@rule("5.13/restrict-fort", off=lambda t, powers, around, walled: around)
def stopped_by_forts(t: Table, powers: Sequence[int], around: int, walled: int) -> int:
    """Zones reach into no enemy fortification and over no side of an enemy fortress (5.13/restrict-fort)."""
    return around & ~walls_against(t, powers) | walled & ~chits_against(t, powers)


def out_of_marsh(world: World, wheels: int) -> int:
    """Armor and mechanized units exert no zone out of a marsh hex (5.13/restrict-marsh)."""
    return wheels & ~world.marsh


def hexes_against(t: Table, powers: Sequence[int]) -> int:
    """The hexes of the enemies of these powers."""
    p: AetoPosition = t.p
    foes = theirs = 0
    for power in powers:
        foes |= p.hostile[power]
    for other in members(foes):
        theirs |= p.held[other]
    return theirs


def chits_against(t: Table, powers: Sequence[int]) -> int:
    """Hexes with an enemy fortification chit."""
    return t.p.forts & hexes_against(t, powers)


def walls_against(t: Table, powers: Sequence[int]) -> int:
    """Enemy fortification chits and permanent fortifications."""
    return walls_in(t.p, hexes_against(t, powers))


def walls_in(p: AetoPosition, land: int) -> int:
    """Fortification chits and permanent fortifications in enemy land: no unit enters them but by an advance (5.8,
    5.8/permanent-fort, 5.8/fortification).
    """
    return (p.forts | p.permanent) & land


def zone_crosses(t: Table, power: int, here: int, there: int) -> bool:
    """Does a zone of a power reach from a hex into the next: not over an enemy fortress's side (5.13)?"""
    world: World = t.world
    fortress = t.p.permanent & hexes_against(t, [power])
    ways = world.walled_zone if fortress >> there & 1 else world.zone
    return ways.has(here, there) and not chits_against(t, [power]) >> there & 1


def lie_of_the_land(t: Table, foes: int, friends: tuple[int, ...]) -> Hashable:
    """What the ground of an alliance follows from: who of it and its enemies stands where, and whose the forts are."""
    p: AetoPosition = t.p
    forts = p.forts | p.permanent
    owners = tuple([land & forts for land in p.held]) if forts else ()
    latest = max(max(map(p.versions.__getitem__, friends)), p.version_of(foes))
    return foes, friends, latest, p.forts, p.permanent, owners, tuple(p.hostile)


@cached_between_orders
def ground(t: Table, power: int) -> Ground:
    """How the map lies for a power now: as for its friends who have the same enemies."""
    return _ground(t, t.p.hostile[power], tuple(allies_of(t.p, power)))


@cached_by(lie_of_the_land)
def _ground(t: Table, foes: int, friends: tuple[int, ...]) -> Ground:
    p: AetoPosition = t.p
    against = members(foes)
    enemy, ours = with_combat_units(t, against), with_combat_units(t, friends)
    theirs = fortified = leaders = 0
    for foe in against:
        theirs |= p.held[foe]
        leaders |= stands(t, foe).leaders
    for friend in friends:
        fortified |= p.forts & p.held[friend] | hidden_in(t, friend)
    return Ground(
        enemy, leaders & ~enemy, with_staffs(t, against) & ~enemy, zone_over(t, against), ours, walls_in(p, theirs),
        ours | fortified,
        with_bands(t, against),
    )  # fmt: skip


def hidden_in(t: Table, power: int) -> int:
    """Partisans inhibit enemy zones in their own hex (5.13/partisan-inhibit)."""
    return stands(t, power).bands


def with_bands(t: Table, powers: Sequence[int]) -> int:
    """Hexes with partisans of some powers."""
    bits = 0
    for power in powers:
        bits |= stands(t, power).bands
    return bits


def with_staffs(t: Table, powers: Sequence[int]) -> int:
    """Hexes with an HQ of some powers: alone there, it has a zone over its own hex (5.1/own-hex-zoc)."""
    bits = 0
    for power in powers:
        bits |= stands(t, power).staffs
    return bits
