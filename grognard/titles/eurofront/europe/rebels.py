"""Mid East rebellions (21.399): a mandate that no one garrisons rises for the Axis."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import blocks, control

from .nations import NATIONS, army, territory
from .state import ALLIED, AXIS, Table
from .surrender import conquer

MANDATES = ("Palestine", "Syria", "Iraq", "Persia")


def rebellion(mandate: str) -> str:
    """The event of a rebellion."""
    return f"rebellion in {mandate}"


def uprising(mandate: str) -> str:
    """The event of an uprising (21.398)."""
    return f"uprising in {mandate}"


def watched(t: Table) -> int:
    """Where Allied units stand or have their zones (21.398)."""
    p, engaged = t.p, control.battles(t)
    zoning = from_iter(p.at[i] for i in blocks.on_map(t, ALLIED) if p.supplied[i] and not engaged >> p.at[i] & 1)
    return step(zoning, t.world.zone) | p.occupied[ALLIED] & int(t.world.land)


def rise(t: Table, mandate: str) -> None:
    """One national unit appears in the capital at cadre strength (21.399)."""
    t.p.politics[rebellion(mandate)] = t.p.month
    waiting = [i for i in army(t.world, mandate) if t.p.at[i] >= t.world.spans]
    if waiting:
        node = t.world.board.node(NATIONS[mandate]["capital"])
        blocks.bring(t, waiting[0], node, t.world.units[waiting[0]].last)
        t.reveal("21.399", (waiting[0],))
        t.emit("raised", "21.399", pieces=(waiting[0],), nodes=(node,))


def conquests(t: Table) -> None:
    """A mandate that has risen is the Axis' while its rebels stand in it alone (16.92)."""
    for mandate in MANDATES:
        if t.p.active == AXIS and rebellion(mandate) in t.p.politics:
            conquer(t, mandate, territory(t, mandate))
