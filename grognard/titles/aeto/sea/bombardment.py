"""Naval bombardment (3.28, 5.14): ships off a coast add to every land combat in its hex."""

from __future__ import annotations

from .. import tables as tb
from .. import world as w
from ..position import AetoPosition, Table
from . import ships, waters

GUNS_A_POINT = 3
"""Gunnery of named ships for one point of strength (5.14/bombard-named)."""


def off(t: Table, node: int) -> list[int]:
    """The ships off the coasts of a hex that have not withdrawn in this Phase (5.14/naval-bombardment-both)."""
    return [i for n in waters.water_in(t.world, node) for i in ships.ships_at(t, n) if not t.p.fell[i]]


def strength(t: Table, group: list[int]) -> int:
    """What a group of ships adds to a land combat (3.28)."""
    return by_named(t, group) + by_cruisers(t, group) + by_destroyers(t, group)


def by_named(t: Table, group: list[int]) -> int:
    """A point for three gunnery points of named ships together, down (5.14/bombard-named)."""
    return sum(ships.gunnery(t, i) for i in group if t.p.kind[i] in tb.NAMED_SHIPS) // GUNS_A_POINT


def by_cruisers(t: Table, group: list[int]) -> int:
    """Any number of light cruisers add one point (5.14/bombard-cl)."""
    return int(any(t.p.kind[i] == tb.CL for i in group))


def by_destroyers(t: Table, group: list[int]) -> int:
    """Any number of destroyers add one point (5.14/bombard-dd)."""
    return int(any(t.p.kind[i] == tb.DD for i in group))


def points(t: Table, power: int, node: int) -> int:
    """What ships of a power and its friends add in a hex, for every combat there (5.14/naval-bombardment-reuse)."""
    p: AetoPosition = t.p
    side = p.alliance[power]
    friends = [i for i in off(t, node) if p.power[i] == power or (side and p.alliance[p.power[i]] == side)]
    return strength(t, friends) if friends else 0


def against(t: Table, power: int, node: int) -> int:
    """What enemy ships add (5.14/naval-bombardment-both)."""
    return strength(t, enemies_off(t, power, node))


def by_majors(t: Table, power: int, node: int) -> int:
    """What enemy ships of major powers add, which saves minors abroad from halving (5.14/minor-halved)."""
    return strength(t, [i for i in enemies_off(t, power, node) if w.is_major(t.p.power[i])])


def enemies_off(t: Table, power: int, node: int) -> list[int]:
    """The enemy ships off the coasts of a hex."""
    p: AetoPosition = t.p
    return [i for i in off(t, node) if p.hostile[power] >> p.power[i] & 1]
