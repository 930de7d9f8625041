"""The set-up of Surf and Sand (S1940C): every unit of August 1940, or both sides as they like, the Axis first."""

from __future__ import annotations

from grognard.engine.core.rules import Owed
from grognard.titles.systems.front.deployment import Plan, Stand
from grognard.titles.systems.front.state import month_number

from .. import fronts, tables
from ..fronts import MF
from ..state import ALLIED, AXIS, Table
from ..war import naval
from . import desert, purses
from .state import MedPosition, position

ORDER_OF_SETUP = (ALLIED, AXIS)
"""Pushed in this order, so that the Axis sets up first (S1940B/setup)."""


def begin(t: Table) -> MedPosition:
    """The position of August 1940 without blocks."""
    w = t.world
    p = MedPosition(len(w.units), 0, len(w.powers))
    p.seat_of = t.p.seat_of
    p.hostile = [0, 0, 0]
    p.hostile[AXIS], p.hostile[ALLIED] = 1 << ALLIED, 1 << AXIS
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = (month_number(month) for month in w.scenario["months"])
    p.neutral = w.extra["neutral"]
    p.held = list(w.extra["home"])
    words, plan = w.extra["words"], w.scenario
    p.allocated = [plan["allocated"].get(word, {}).get("MF", 0) for word in words]
    p.saved = [plan["saved"].get(word, {}).get("WF", 0) for word in words]
    p.restack()
    return p


def open_war(t: Table) -> None:
    """What follows from the position as it begins: the naval balance (15.8), the points of cities (11.3), and who is
    used to the desert (21.351)."""
    naval.take_balance(t)
    p = position(t)
    for power in naval.PLAYING:
        p.sources[power] = purses.sources(t, power)
    for piece in range(len(p.at)):
        p.acclimatized[piece] = int(p.at[piece] < t.world.spans and bool(fronts.land_of(t, MF) >> p.at[piece] & 1))


def place_all(t: Table) -> None:
    """Every block where placement.csv has it."""
    for power in naval.PLAYING:
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
    """Where a block may be set up: residents where the text has them, all others at home in the West (S1940C)."""
    w = t.world
    unit, med = w.units[piece], fronts.land_of(t, MF)
    home = int(w.extra["home"][unit.power])
    if unit.restricted and unit.restricted != "Med Front":
        return home & int(w.restricted[unit.restricted])
    if not desert.is_resident(t, piece):
        return home & ~med
    row = next(row for row in tables.order_of_battle(t.scenario) if row.block == unit.name)
    kind, _, name = row.place.partition(":")
    return 1 << w.board.node(name) if kind in ("hex", "area") else home & med


class Deploy(Plan):
    """Blocks in their zones (S1940C)."""

    def blocks(self, t: Table, power: int) -> list[int]:
        rows = {row.block for row in tables.order_of_battle(t.scenario)}
        return [i for i, unit in enumerate(t.world.units) if unit.power == power and unit.name in rows]

    def ready(self, t: Table, power: int) -> list[Stand]:
        return stands(t, power)

    def owed(self, t: Table, power: int) -> list[Owed]:
        """Every block stands where it may (S1940C)."""
        w, p, found = t.world, t.p, []
        for piece in self.blocks(t, power):
            name, node = w.units[piece].name, p.at[piece]
            if node >= w.spans:
                found.append(Owed("S1940C", f"{name} is not set up.", -1, piece))
            elif not zone(t, piece) >> node & 1:
                found.append(Owed("S1940C", f"{name} may not begin in {t.node_name(node)}.", node, piece))
        return found
