"""The set-up of Surf and Sand (S1940C): every unit of August 1940, or both sides as they like, the Axis first."""

from __future__ import annotations

from grognard.titles.systems.front.state import month_number

from ..state import ALLIED, AXIS, Table
from ..war import naval
from . import desert, purses
from .state import MedPosition, position


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
    desert.settle(t, range(len(p.at)))
