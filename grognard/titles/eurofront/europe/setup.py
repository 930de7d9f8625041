"""Set-up of the war on all fronts (22): who holds what, who is at war, where the blocks of the day stand."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.titles.systems.front.state import BH_PREP, BH_READY, month_number
from grognard.titles.systems.front.world import World

from .. import tables
from ..state import ALLIED, AXIS, SOVIET, EuroFrontPosition, Table
from .world import SIDES, sheet

HOSTILE = [0b110, 0b001, 0b001]
"""Allies and Soviets fight the Axis, not each other."""
READY = ("US5BH", "US7BH", "Br1BH")
"""The beachheads that are Ready in June 1944, of three (S1944, ruling E58); all others are in Prep."""


def begin(t: Table) -> EuroFrontPosition:
    """The empty position of a scenario: its month, control, events and beachheads."""
    w = t.world
    p = EuroFrontPosition(len(w.units), 0, len(w.powers))
    p.seat_of, p.hostile = t.p.seat_of, list(HOSTILE)
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = (month_number(month) for month in w.scenario["months"])
    p.active = SIDES[w.scenario["order"][0]]
    p.neutral, p.held = control(w)
    p.politics = dict.fromkeys(w.scenario["events"], 0) | {"grounded": 1}
    p.allocated_east = w.scenario["allocated"]["axis"]["EF"]
    names = [unit.beachhead for unit in w.units if unit.beachhead]
    p.beachheads = {name: BH_READY if name in READY else BH_PREP for name in names}
    p.restack()
    return p


def control(w: World) -> tuple[int, list[int]]:
    """What each power holds at the start (8.34), and the lands of the neutrals (16.4)."""
    year, b = sheet(w.scenario["ob"]), w.board
    held = [int(b.region[f"{year} {side}"]) & w.land for side in ("Axis", "Allies", "Soviets")]
    neutral = w.land & ~held[AXIS] & ~held[ALLIED] & ~held[SOVIET]
    return neutral, held


def place_all(t: Table) -> None:
    """Every block stands where it stood on the day, reinforcements of the first month with them (22.3, 11.81)."""
    w, p, scenario = t.world, t.p, t.world.scenario["ob"]
    places = tables.placement(scenario)
    for stand in tables.order_of_battle(scenario):
        piece = w.named[stand.block.casefold()]
        p.at[piece], p.cv[piece] = w.board.node(places[stand.block]), stand.steps
    first = w.scenario["months"][0]
    for row in tables.reinforcements():
        if row.scenario == sheet(scenario) and row.month == first and row.block.casefold() in w.named:
            piece = w.named[row.block.casefold()]
            p.at[piece], p.cv[piece] = w.board.node(FIRST_ARRIVALS[row.block]), int(row.steps)
    p.restack()


FIRST_ARRIVALS = {"6AG": "Naples"}
"""Where the reinforcements of a scenario's first month come (11.81): a friendly major port."""


def volunteers(w: World) -> int:
    """The blocks that wait for an event."""
    return from_iter(i for i, unit in enumerate(w.units) if unit.enters in ("revolt", "surrender"))
