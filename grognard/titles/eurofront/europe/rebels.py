"""Mid East rebellions (21.399): a mandate that no one garrisons rises for the Axis."""

from __future__ import annotations

from grognard.titles.systems.front import blocks

from .nations import NATIONS, army, territory
from .state import AXIS, Table
from .surrender import conquer

MANDATES = ("Palestine", "Syria", "Iraq", "Persia")


def rebellion(mandate: str) -> str:
    """The event of a rebellion."""
    return f"rebellion in {mandate}"


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
