"""Supreme Moves in Operation Weser (5.72, 21.43, 21.431): by the front of HQ and unit, Norwegians by Allied HQs."""

from __future__ import annotations

from grognard.titles.systems.front.world import THQ

from .. import fronts
from ..europe import command
from ..fronts import NF
from ..state import Table


def price(t: Table, hq: int, piece: int) -> int:
    """What a Supreme Move costs: Allied HQs move Norwegians anywhere (5.72/b), Dietl moves only in the North and from
    there (21.43), the others by front (5.721, 5.723)."""
    unit = t.world.units[hq]
    if unit.kind == THQ and not fronts.land_of(t, NF) >> t.p.at[hq] & 1:
        return command.NEVER
    if t.world.units[piece].nation == "norway":
        return command.FULL
    return command.price(t, hq, fronts.of(t, t.p.at[piece]))
