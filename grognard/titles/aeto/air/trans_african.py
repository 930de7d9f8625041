"""Trans-African Change Base missions (4.1/trans-african): by West Africa to Egypt in two months."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members

from .. import world as w
from .. import zones
from ..position import Table
from . import bases

HALF_WAY = "UK Transfer Hex"
FROM = "Gibraltar"


@cache
def half_way(world: w.World) -> int:
    """The box where air units stop on their way, -1 where the map has none."""
    return next((place.node for place in world.board.places if place.kind == "box" and place.name == HALF_WAY), -1)


@cache
def starts(world: w.World) -> int:
    """The United Kingdom and Gibraltar."""
    rock = next((1 << place.node for place in world.board.places if place.name == FROM), 0)
    return int(world.board.nation.get("uk", 0)) | rock


def goals(t: Table, piece: int) -> int:
    """British and American air units fly from the UK or Gibraltar to West Africa in one month, and on to a base in
    Egypt in a later one, whatever their range (4.1/trans-african)."""
    stop, here = half_way(t.world), t.p.at[piece]
    if stop < 0 or t.p.power[piece] not in (w.UK, w.US):
        return 0
    if here == stop:
        return in_egypt(t, t.p.power[piece])
    return 1 << stop if starts(t.world) >> here & 1 else 0


def in_egypt(t: Table, power: int) -> int:
    """Friendly bases in Egypt with room."""
    own = bases.sites(t) & zones.held_by_friends(t.p, power) & ~zones.ground(t, power).enemy
    egypt = int(t.world.board.nation.get("egypt", 0))
    return from_iter(n for n in members(own & egypt) if bases.has_room(t, n))
