"""Set-up of the war on all fronts (22): who holds what, who is at war, where the blocks of the day stand."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from grognard.board.hexset import from_iter, members
from grognard.titles.systems.front.arrivals import Schedule
from grognard.titles.systems.front.state import BH_LATER, BH_PREP, BH_READY, month_number
from grognard.titles.systems.front.world import World

from .. import deploying, tables
from . import spaniards
from .nations import CAPITALS, CESSIONS, ITALY, defeated, wavers
from .state import ALLIED, AXIS, SOVIET, EuropePosition, Table
from .world import SIDES, sheet

Kind = TypeVar("Kind", bound=EuropePosition)
HOSTILE = [0b110, 0b001, 0b001]
"""Allies and Soviets fight the Axis, not each other."""


def begin(t: Table, kind: type[Kind]) -> Kind:
    """The empty position of a scenario: its month, control, events and beachheads."""
    w = t.world
    p = kind(len(w.units), 0, len(w.powers))
    p.seat_of, p.hostile = t.p.seat_of, for_all(w, HOSTILE)
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = first_month(w), month_number(w.scenario["months"][1])
    p.active = SIDES[w.scenario["order"][0]]
    p.neutral, held = control(w)
    p.held = for_all(w, held)
    p.politics = events(w)
    p.allocated_east = w.scenario["allocated"]["axis"]["EF"]
    p.beachheads = beachheads(w)
    p.restack()
    return p


def for_all(w: World, three: list[int]) -> list[int]:
    """What Axis, Allies and Soviets have, and nothing for a power that comes into being later (21.48)."""
    return three + [0] * (len(w.powers) - len(three))


def first_month(w: World) -> int:
    """The month in which a war begins (1939.1, 1943.1)."""
    return month_number(w.scenario["months"][0])


def events(w: World) -> dict[str, int]:
    """What has happened before the first month: events (16.6), lands ceded (16.6), nations defeated (16.9) or
    demoralized (16.71)."""
    plan = w.scenario
    found = dict.fromkeys(plan["events"], 0)
    found |= {event: month_number(month) for event, month in plan.get("happened", {}).items()}
    found |= {event: 0 for event, ceded, *_ in CESSIONS if ceded in plan.get("annexed", {})}
    found |= {defeated(nation): 0 for nation in plan["defeated"] if nation in CAPITALS}
    return found | {wavers(nation): 0 for nation in plan.get("demoralized", ()) if nation == ITALY}


def beachheads(w: World) -> dict[str, int]:
    """The beachheads that are Ready, those that are on a schedule, and the others, in Prep (11.8, ruling E58)."""
    coming, ready = beachhead_schedule(sheet(w.scenario["ob"])), w.scenario["ready"]
    later = [name for name, month in coming.items() if month > first_month(w)]
    names = [unit.beachhead for unit in w.units if unit.beachhead]
    return {name: BH_LATER if name in later else BH_READY if name in ready else BH_PREP for name in names}


@cache
def beachhead_schedule(begun: str) -> dict[str, int]:
    """The beachheads that come later with their units, and the month (11.8)."""
    return {beach_name(row): month_number(row.month) for row in tables.schedule(begun) if row.block.startswith("BH:")}


def beach_name(row: tables.Arrival) -> str:
    """The beachhead of a row of the schedule: that of the Coastal Army is Soviet."""
    return ("Sv" if row.power == "soviets" else "") + row.block.removeprefix("BH:") + "BH"


@cache
def in_preparation(begun: str) -> frozenset[str]:
    """The beachheads that come in Prep, not Ready (15.67, S1941/reinf)."""
    rows = [row for row in tables.schedule(begun) if row.block.startswith("BH:") and row.steps == "prep"]
    return frozenset(beach_name(row) for row in rows)


@cache
def schedule(w: World, begun: str) -> Schedule:
    """The month and the CV of each block that is to come (11.8)."""
    return Schedule(
        (w.named[row.block.casefold()], (month_number(row.month), int(row.steps)))
        for row in tables.schedule(begun) if not row.block.startswith("BH:")
    )  # fmt: skip


def control(w: World) -> tuple[int, list[int]]:
    """What each power holds at the start (S1939/terr, S1940/terr, S1941/terr, S1942/terr, S1943/terr, S1944/terr,
    8.34, 8.35), and the lands of the neutrals (16.4)."""
    year, b = sheet(w.scenario["ob"]), w.board
    held = [int(b.region[f"{year} {side}"]) & w.land for side in ("Axis", "Allies", "Soviets")]
    neutral = w.land & ~held[AXIS] & ~held[ALLIED] & ~held[SOVIET]
    return neutral, held


def place_all(t: Table) -> None:
    """Every block stands where it stood on the day, reinforcements of the first month with them (22.3, 11.81), or each
    side sets up in private (22.4/a)."""
    w, p = t.world, t.p
    for name in w.scenario.get("eliminated", ()):
        piece = w.named[name.casefold()]
        p.at[piece] = w.lost(p.power[piece])
    for piece in members(spaniards.all_volunteers(w)):
        p.at[piece] = w.lost(p.power[piece])
    for place, side in w.scenario.get("battles", {}).items():
        p.defends[SIDES[side]] |= 1 << w.board.node(place)
    if not deploying.open_editors(t):
        deploying.place_all(t, (AXIS, ALLIED, SOVIET))
    p.restack()


def volunteers(w: World) -> int:
    """The blocks that wait for an event."""
    return from_iter(i for i, unit in enumerate(w.units) if unit.enters in ("revolt", "surrender"))
