"""The set-up of the Winter War (S1939A): Finns first, then the Soviets, each in its zones."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.rules import Owed
from grognard.titles.systems.front.deployment import Plan, Stand
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..state import ALLIED, AXIS, SOVIET, EuroFrontPosition, Table

BETWEEN = " | "
"""Parts the places where a block may be set up."""


def begin(t: Table) -> EuroFrontPosition:
    """The position of December 1939 without blocks."""
    w = t.world
    p = EuroFrontPosition(len(w.units), 0, len(w.powers))
    p.seat_of = t.p.seat_of
    p.hostile = [0, 0, 0]
    p.hostile[AXIS], p.hostile[SOVIET] = 1 << SOVIET, 1 << AXIS
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = (month_number(month) for month in w.scenario["months"])
    p.neutral = w.extra["neutral"]
    p.held = list(w.extra["home"])
    p.restack()
    return p


def place_all(t: Table) -> None:
    """Every block where placement.csv has it."""
    for power in (AXIS, SOVIET):
        for piece, node, cv in stands(t, power):
            t.p.at[piece], t.p.cv[piece] = node, cv
    t.p.restack()


def stands(t: Table, power: int) -> list[Stand]:
    """A side's set-up at one click."""
    w, where = t.world, tables.placement(t.scenario)
    found = []
    for row in tables.order_of_battle(t.scenario):
        piece = w.named[row.block.casefold()]
        if w.units[piece].power == power:
            found.append(Stand(piece, w.board.node(where[row.block]), row.steps))
    return found


def zone(t: Table, piece: int) -> int:
    """Where a block may be set up (S1939A)."""
    w = t.world
    name = w.units[piece].name
    row = next(row for row in tables.order_of_battle(t.scenario) if row.block == name)
    if w.units[piece].power == AXIS:
        return int(w.extra["Finland"])
    nodes = 0
    for term in row.place.split(BETWEEN):
        nodes |= _term(t, term)
    return nodes & int(w.extra["home"][SOVIET])


def _term(t: Table, term: str) -> int:
    kind, _, name = term.partition(":")
    b = t.world.board
    if kind == "zone":
        return int(b.region[f"Zone {name}"])
    here = 1 << b.node(name)
    return here | step(here, b.around)


class Deploy(Plan):
    """Blocks in their zones, and the Mannerheim Line held (S1939A, 21.481/a)."""

    def blocks(self, t: Table, power: int) -> list[int]:
        return [i for i, unit in enumerate(t.world.units) if unit.power == power]

    def ready(self, t: Table, power: int) -> list[Stand]:
        return stands(t, power)

    def owed(self, t: Table, power: int) -> list[Owed]:
        """Every block stands in its zone (S1939A), and the line is manned (21.481/a)."""
        w, p, found = t.world, t.p, []
        for piece in self.blocks(t, power):
            name, node = w.units[piece].name, p.at[piece]
            if node >= w.spans:
                found.append(Owed("S1939A", f"{name} is not set up.", -1, piece))
            elif not zone(t, piece) >> node & 1:
                found.append(Owed("S1939A", f"{name} may not begin in {t.node_name(node)}.", node, piece))
        if power == AXIS:
            for node in members(int(w.extra["Mannerheim Line"]) & ~p.occupied[AXIS]):
                found.append(Owed("21.481/a", f"{t.node_name(node)} on the Mannerheim Line must be held.", node))
        return found


ORDER_OF_SETUP = (SOVIET, AXIS)
"""Pushed in this order, so that the Finns set up first (S1939A)."""
PLAYING = (AXIS, SOVIET)
IDLE = ALLIED
"""The Allies take no part; their seat plays the Soviets (21.48)."""
