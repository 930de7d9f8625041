"""Finland's choice in the great war: to the Allies (DE.FI), or whole-heartedly to the Axis (DE.FX)."""

from __future__ import annotations

from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.aftermath import end_battles

from .mustering import muster
from .nations import army, joins, territory
from .state import ALLIED, AXIS, Table, position

FINLAND = "Finland"


def finland_joins_allies(t: Table, mandate: str) -> None:
    """The Finns change sides with the strength they have, and are placed anew as Allied units (DE.FI)."""
    p, w = t.p, t.world
    strength = {}
    for old, new in zip(army(w, FINLAND, AXIS), army(w, FINLAND, ALLIED), strict=True):
        strength[new] = p.cv[old] if p.at[old] < w.spans else -1
        if p.at[old] < w.spans:
            blocks.eliminate(t, old, "16.91")
    land = territory(t, FINLAND) & ~p.occupied[AXIS]
    p.held = [held & ~land for held in p.held]
    p.held[ALLIED] |= land
    p.politics[joins(FINLAND, ALLIED)] = p.month
    for piece, cv in strength.items():
        p.cv[piece] = max(cv, 0)
        if cv < 0:
            blocks.bring(t, piece, w.lost(ALLIED), 0)
    end_battles(t)
    t.emit("joined", "16.3", nation=FINLAND, side=w.powers[ALLIED], way="event")
    muster(t, FINLAND, ALLIED)


def finland_joins_axis(t: Table, mandate: str) -> None:
    """Finland's points go to the Axis, and what it has saved is lost (DE.FX)."""
    position(t).saved_finns = 0
    t.emit("joined", "16.3", nation=FINLAND, side=t.world.powers[AXIS], way="event")
