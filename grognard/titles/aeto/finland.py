"""Finland (8.0): how far her units go into the Soviet Union, and the Germans who come before she joins."""

from __future__ import annotations

from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import members

from . import tables as tb
from . import world as w
from . import zones
from .position import NEUTRAL_SIDE, AetoPosition, Table
from .title import POWERS

FINLAND = POWERS.index("finland")
MOST_GUESTS = 2
"""German land units that neutral Finland lets in (8.0/finland/german-two)."""


@cache
def near_border(world: w.World, hexes: int) -> int:
    """Land within so many hexes of Finland's original border, Finland among it."""
    return spread(world.board.nation["finland"], world.board.around, hexes)


def too_deep(t: Table, piece: int) -> int:
    """Until the Axis holds Moscow a Finnish unit goes, and attacks, no farther beyond the original border than its
    printed movement (8.0/finland/soviet-limit)."""
    p: AetoPosition = t.p
    if p.power[piece] != FINLAND or not zones.combat_unit(p, piece) or axis_holds_moscow(t):
        return 0
    return int(t.world.land) & ~near_border(t.world, t.world.cards[p.card[piece]].movement)


def axis_holds_moscow(t: Table) -> bool:
    return bool(zones.held_by_friends(t.p, w.GERMANY) >> t.world.node("Moscow") & 1)


def is_neutral(p: AetoPosition) -> bool:
    """Is Finland at peace with everybody, and nobody's partner?"""
    return p.alliance[FINLAND] == NEUTRAL_SIDE and not p.hostile[FINLAND] and "finland" not in p.conquests


def open_to_germans(t: Table) -> int:
    """The hexes of neutral Finland, which Germans alone may enter (8.0/finland/german-two)."""
    return t.p.held[FINLAND] & ~east_of_the_line(t) if is_neutral(t.p) else 0


def east_of_the_line(t: Table) -> int:
    """Before a German-Soviet war no German goes east of the Finnish partition line (8.0/finland/partition)."""
    if t.p.hostile[w.GERMANY] >> w.USSR & 1:
        return 0
    return int(t.world.board.region.get("Finnish cession", 0))


def guests(t: Table) -> list[int]:
    """German land units in Finland: HQs count, Generals do not (8.0/finland/german-two)."""
    p: AetoPosition = t.p
    home = t.world.board.nation.get("finland", 0) & p.occupied[w.GERMANY]
    return [i for node in members(home) for i in p.stack(node) if is_guest(p, i)]


def is_guest(p: AetoPosition, piece: int) -> bool:
    """Does a German count as one of the two: a land unit or an HQ, no General (8.0/finland/german-two)?"""
    return p.power[piece] == w.GERMANY and p.kind[piece] in (*tb.LAND, tb.HQ)


def shut_to_more(t: Table, pieces: tuple[int, ...]) -> int:
    """No more than two come while Finland is neutral; who is there may go about (8.0/finland/german-two)."""
    p: AetoPosition = t.p
    if p.power[pieces[0]] != w.GERMANY or not is_neutral(p):
        return 0
    there = guests(t)
    coming = [i for i in pieces if is_guest(p, i) and i not in there]
    full = bool(coming) and len(there) + len(coming) > MOST_GUESTS
    return int(t.world.board.nation["finland"]) if full else 0


def shut(t: Table, pieces: tuple[int, ...]) -> int:
    """What Finland's limits close to units that go together."""
    bits = shut_to_more(t, pieces)
    for piece in pieces:
        bits |= too_deep(t, piece)
    return bits
