"""The set-up of Operation Weser (S1939B): the British first, then the Germans."""

from __future__ import annotations

from grognard.engine.core.rules import Owed
from grognard.titles.systems.front.deployment import Plan, Stand
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..state import ALLIED, AXIS, Table
from ..war import naval
from ..war.state import WarPosition

ORDER_OF_SETUP = (AXIS, ALLIED)
"""Pushed in this order, so that the British set up first (S1939B/setup)."""
PLAYING = (AXIS, ALLIED)


def begin(t: Table) -> WarPosition:
    """The position of March 1940 without blocks: Norway is neutral yet."""
    w = t.world
    p = WarPosition(len(w.units), 0, len(w.powers))
    p.seat_of = t.p.seat_of
    p.hostile = [0, 0, 0]
    p.hostile[AXIS], p.hostile[ALLIED] = 1 << ALLIED, 1 << AXIS
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = (month_number(month) for month in w.scenario["months"])
    p.neutral = w.extra["neutral"]
    p.held = list(w.extra["home"])
    p.restack()
    return p


def open_war(t: Table) -> None:
    """What follows from the position as it begins: the naval balance (15.8)."""
    naval.take_balance(t)


def place_all(t: Table) -> None:
    """Every block where placement.csv has it, but for the Norwegians, who wait for their war."""
    for power in PLAYING:
        for piece, node, cv in stands(t, power):
            t.p.at[piece], t.p.cv[piece] = node, cv
    t.p.restack()


def stands(t: Table, power: int) -> list[Stand]:
    """A side's set-up at one click."""
    w, where = t.world, tables.placement(t.scenario)
    found = []
    for row in tables.order_of_battle(t.scenario):
        piece = w.named[row.block.casefold()]
        if w.units[piece].power == power and w.units[piece].nation != "norway":
            found.append(Stand(piece, w.board.node(where[row.block]), row.steps))
    return found


def zone(t: Table, piece: int) -> int:
    """Where a block may be set up: the expeditionary force in Calais, other British in Britain, Germans at home
    (S1939B/setup)."""
    w = t.world
    unit = w.units[piece]
    if unit.power == AXIS:
        return int(w.extra["home"][AXIS])
    row = next(row for row in tables.order_of_battle(t.scenario) if row.block == unit.name)
    kind, _, name = row.place.partition(":")
    return 1 << w.board.node(name) if kind == "hex" else int(w.extra[name])


class Deploy(Plan):
    """Blocks in their zones (S1939B/setup)."""

    def blocks(self, t: Table, power: int) -> list[int]:
        return [i for i, unit in enumerate(t.world.units) if unit.power == power and unit.nation != "norway"]

    def ready(self, t: Table, power: int) -> list[Stand]:
        return stands(t, power)

    def owed(self, t: Table, power: int) -> list[Owed]:
        """Every block stands where it may (S1939B/setup)."""
        w, p, found = t.world, t.p, []
        for piece in self.blocks(t, power):
            name, node = w.units[piece].name, p.at[piece]
            if node >= w.spans:
                found.append(Owed("S1939B/setup", f"{name} is not set up.", -1, piece))
            elif not zone(t, piece) >> node & 1:
                found.append(Owed("S1939B/setup", f"{name} may not begin in {t.node_name(node)}.", node, piece))
        return found
