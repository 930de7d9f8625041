"""The Soviet steamroller (20.593): what the arms buildups make of shock, mech and armor."""

from __future__ import annotations

from grognard.titles.systems.front.world import ARMOR, MECH, SHOCK

from .state import SOVIET, Table

TF, DF, NONE = 4, 5, 7
BUILDUPS = "SB"
"""The event of a completed buildup; its value in the position is how many there have been."""
FIRST, SECOND = {SHOCK: TF, MECH: DF}, {ARMOR: TF}


def fire(t: Table, piece: int) -> int:
    """The offensive rating that buildups give a Soviet unit (20.593): shock TF and mech DF, later armor TF."""
    if t.p.power[piece] != SOVIET:
        return NONE
    done, kind = int(t.p.politics.get(BUILDUPS, 0)), t.world.units[piece].kind
    best = FIRST.get(kind, NONE) if done else NONE
    return min(best, SECOND.get(kind, NONE)) if done > 1 else best
