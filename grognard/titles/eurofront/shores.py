"""The North Front: where landings go and come from (21.471), and who is rebuilt there (21.462)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.rules import Args

from . import fronts, tables
from .fronts import NF
from .state import Table


def without_port(t: Table) -> int:
    """In the North landings go into ports only (15.9, 21.471)."""
    return fronts.land_of(t, NF) & ~from_iter(t.world.ports)


def safest_lane(dice: list[int]) -> int:
    """The lane that the passive player names is the one with the fewest dice (15.73/b, ruling E546)."""
    return min(dice, default=0)


def no_alien_cadre(t: Table, seat: int, args: Args) -> int:
    """Only units of the North Front are rebuilt in the North (21.462)."""
    block = tables.blocks().get(t.world.units[args[0]].name)
    if block is None or block.front_class.startswith("NF") or block.nation in fronts.SCANDINAVIANS:
        return -1
    return ~fronts.land_of(t, NF)


def sails_from(t: Table, hq: int) -> int:
    """No landing sails from a port of the North (21.471)."""
    return 0 if fronts.land_of(t, NF) >> t.p.at[hq] & 1 else -1
