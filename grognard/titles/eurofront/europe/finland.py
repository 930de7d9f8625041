"""Finland's choice in the great war: to the Allies (DE.FI), or whole-heartedly to the Axis (DE.FX)."""

from __future__ import annotations

from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.aftermath import end_battles

from .mustering import muster
from .nations import army, belligerent_side, joins, territory
from .state import ALLIED, AXIS, Table, position

FINLAND = "Finland"
GERMANS_IN = ("Oulu", "Petsamo")
"""The regions that Germans may enter in Finland's limited war (DE.FL)."""


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


def closed_to_others(t: Table, piece: int) -> int:
    """The land of Finland in its limited war: Germans are let into Oulu and Petsamo alone, other friends of theirs
    nowhere (DE.FL), until Finland joins the Axis (DE.FX)."""
    unit, events = t.world.units[piece], t.p.politics
    if t.p.power[piece] != AXIS or unit.nation == FINLAND.casefold() or "FL" not in events or "FX" in events:
        return 0
    open_ = int(t.world.board.area(*GERMANS_IN)) if unit.nation == "germany" else 0
    return territory(t, FINLAND) & ~open_ if belligerent_side(t, FINLAND) == AXIS else 0


def finland_joins_axis(t: Table, mandate: str) -> None:
    """Finland's points go to the Axis, and what it has saved is lost (DE.FX)."""
    position(t).saved_finns = 0
    t.emit("joined", "16.3", nation=FINLAND, side=t.world.powers[AXIS], way="event")
