"""The set-up of May and of August 1940: every unit where it stood, and what had happened (S1940A, S1940B)."""

from __future__ import annotations

from grognard.titles.systems.front.state import month_number

from ..europe.nations import ITALY, defeated, joins
from ..med import setup as med
from . import vichy
from .land import FRANCE, OFFERED, VICHY
from .state import ALLIED, AXIS, FrancePosition, Table, position


def begin(t: Table) -> FrancePosition:
    """The position of the first month without blocks (S1940B)."""
    w = t.world
    plan, words = w.scenario, w.extra["words"]
    p = FrancePosition(len(w.units), 0, len(w.powers))
    p.seat_of, p.hostile = t.p.seat_of, [1 << ALLIED, 1 << AXIS, 0]
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = (month_number(month) for month in plan["months"])
    p.neutral, p.held = w.extra["neutral"], list(w.extra["home"])
    p.allocated = [plan.get("allocated", {}).get(word, {}).get("MF", 0) for word in words]
    p.saved = [plan.get("saved", {}).get(word, {}).get("WF", 0) for word in words]
    p.politics = events(t)
    p.restack()
    return p


def events(t: Table) -> dict[str, int]:
    """What has happened before the first month (16.6): France at war, or fallen with Italy in (S1940B)."""
    plan = t.world.scenario
    found = dict.fromkeys(plan["events"], 0)
    found[joins(FRANCE, ALLIED)] = 0
    if FRANCE in plan["defeated"]:
        found |= dict.fromkeys((defeated(FRANCE), OFFERED, VICHY), 0)
    if "IX" in plan["events"]:
        found[joins(ITALY, AXIS)] = 0
    return found


def open_war(t: Table) -> None:
    """The naval balance, the points of cities, who is used to the desert (15.8, 11.3, 21.351)."""
    med.open_war(t)
    for power in (AXIS, ALLIED):
        position(t).sources[power] += vichy.ceded(t, power)
