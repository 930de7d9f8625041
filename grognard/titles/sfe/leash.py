"""How far a nation's army goes in a scenario, and when it begins to fight (R5)."""

from __future__ import annotations

from grognard.board.area import spread
from grognard.engine.core.cache import cached_values

from . import world as w
from .state import Table


@cached_values(32)
def _allowed(world: w.World, nation: str) -> int:
    """The hexes that a nation's units may enter."""
    bound = world.settings.get("leash", {}).get(nation)
    if bound is None:
        return -1
    return spread(world.board.nation[bound["nation"]] & world.land, world.walk, int(bound["hexes"]))


def forbidden(t: Table, pieces: tuple[int, ...]) -> int:
    """The hexes that lie too far beyond the border for some of these units (R5)."""
    allowed = -1
    for nation in {t.world.units[i].nation for i in pieces}:
        allowed &= _allowed(t.world, nation)
    return int(t.world.land & ~allowed) if allowed != -1 else 0


def waits(t: Table, piece: int) -> bool:
    """Does the unit's nation not attack yet (R5)?"""
    day = t.world.settings.get("not_before", {}).get(t.world.units[piece].nation)
    return day is not None and t.p.turn <= t.world.turns.index(day)
