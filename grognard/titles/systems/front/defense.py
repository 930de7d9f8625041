"""Double and triple defense (7.34, 7.35, 7.4): how many hits a passive unit takes to lose a step."""

from __future__ import annotations

from . import weather
from .control import defender_of
from .state import MUD, Table
from .world import FORT

FORTRESS, NO_HITS = 3, 99


def hits_per_step(t: Table, piece: int, node: int, *, passive: bool, supported: bool) -> int:
    """The hits that cost a unit a step; active units always take full losses (7.33, 7.23)."""
    if not passive:
        return 1
    per = ground_defense(t, piece, node)
    if not supported:
        per = unsupported(t, per)
    if per < 3 and shields(t, piece, node):
        return 3
    return per


def ground_defense(t: Table, piece: int, node: int) -> int:
    """Triple in a fortress, else double where half a fortress, ground, a city or Mud gives it, else single."""
    if has_fortress(t, piece, node):
        return FORTRESS
    if t.title.half_fortress(t, piece, node):
        return 2
    return 2 if in_rough(t, node) or in_city(t, node) or in_mud(t, node) else 1


def has_fortress(t: Table, piece: int, node: int) -> bool:
    """In a fortress its defenders have triple defense (7.35, 1.46/a)."""
    return bool(t.world.fortresses >> node & 1) and is_with_defender(t, piece, node)


def is_with_defender(t: Table, piece: int, node: int) -> bool:
    """A fortress serves the Original Defender alone (7.23/a)."""
    defender = defender_of(t.p, node)
    return defender < 0 or not t.p.hostile[defender] >> t.p.power[piece] & 1


def in_rough(t: Table, node: int) -> bool:
    """Forest, hill, marsh and mountain double the defense (7.34)."""
    return any(where >> node & 1 for where in t.world.rough)


def in_city(t: Table, node: int) -> bool:
    """A Major City doubles the defense, but for Rome (1.41, 1.41/a)."""
    return bool(t.world.cities >> node & 1)


def in_mud(t: Table, node: int) -> bool:
    """In Mud any ground doubles the defense (12.23)."""
    return weather.at(t, node) == MUD


def unsupported(t: Table, per: int) -> int:
    """Against unsupported fire one becomes two (7.4), two become three (7.4/a), and a fortress is not hit (7.4/c,
    7.35/a)."""
    if per == 1:
        return 2
    if per == 2:
        return 3
    return NO_HITS


def is_sound(t: Table, piece: int) -> bool:
    """Is it a fort that has its defense: in supply (2.26/d)?"""
    return t.world.units[piece].kind == FORT and t.title.fort_holds(t, piece)


def shields(t: Table, piece: int, node: int) -> bool:
    """A supplied passive fort shields while it is strictly the strongest of its side (2.26/c, 2.26/d)."""
    p = t.p
    if not is_sound(t, piece):
        return False
    own = p.cv[piece]
    return p.hits[piece] > 0 or all(
        p.cv[i] < own for i in p.stack(node) if i != piece and not p.hostile[p.power[piece]] >> p.power[i] & 1
    )
