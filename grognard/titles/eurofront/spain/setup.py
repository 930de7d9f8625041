"""The set-up of the Spanish Civil War: blocks in their places, railheads, militia by dice (SCW/setup)."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import STATIC

from .. import tables
from ..state import ALLIED, AXIS, EuroFrontPosition, Table
from . import aid

FIRST_FORTNIGHT = 2
"""July 1936 has its second fortnight only (SCW)."""
LOYALTY = ("nationalist", "republican")


def begin(t: Table) -> EuroFrontPosition:
    """The position of July 1936 without blocks."""
    w = t.world
    p = EuroFrontPosition(len(w.units), 0, len(w.powers))
    p.seat_of = t.p.seat_of
    p.hostile = [1 << ALLIED, 1 << AXIS, 0]
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = (month_number(month) for month in w.scenario["months"])
    p.fortnight = FIRST_FORTNIGHT
    p.french_aid = aid.MOST_FRENCH
    p.railheads = [w.board.area(*w.scenario["railheads"][side]) for side in ("axis", "republic")] + [0]
    p.restack()
    return p


def place_all(t: Table, militia: bool) -> None:
    """Blocks where the card has them, militia only if no dice send it (SCW/setup)."""
    w, p = t.world, t.p
    where = tables.placement(t.scenario)
    for stand in tables.order_of_battle(t.scenario):
        piece = w.named[stand.block.casefold()]
        if militia or w.units[piece].kind != STATIC:
            p.at[piece], p.cv[piece] = w.board.node(where[stand.block]), stand.steps
    p.restack()


class Militia(Step):
    """Two dice send each militia to a town of its own loyalty that has none yet (SCW/setup)."""

    name = "militia"
    rule = "SCW/setup"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        w, p = t.world, t.p
        for stand in tables.order_of_battle(t.scenario):
            piece = w.named[stand.block.casefold()]
            if w.units[piece].kind == STATIC:
                p.cv[piece] = stand.steps
                t.place(piece, town(t, piece))
        t.pop()


def town(t: Table, piece: int) -> int:
    """Where the Militia Table sends a unit: rolled again for another side's town or one with militia (SCW/setup)."""
    w, p = t.world, t.p
    table = {die: town for town in tables.spain() for die in town.dice}
    while True:
        found = table["-".join(map(str, t.rolls("militia", 2)))]
        node = w.board.node(found.name)
        taken = any(w.units[i].kind == STATIC for i in p.stack(node))
        if found.loyalty == LOYALTY[p.power[piece]] and not taken:
            return int(node)
