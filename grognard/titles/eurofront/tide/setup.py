"""Set-up of 1941 and 1942: what is shipped south, who is used to the desert, who rules the waves."""

from __future__ import annotations

from ..europe import setup
from ..europe.conditions import released
from ..med import desert
from ..war import naval
from ..war.world import SIDES
from .state import Table, TidePosition


def begin(t: Table) -> TidePosition:
    """The empty position of a scenario."""
    p = setup.begin(t, TidePosition)
    plan = t.world.scenario
    for side, fronts_of in plan["allocated"].items():
        p.allocated[SIDES[side]] = fronts_of.get("MF", 0)
    for army in plan.get("released", ()):
        p.politics[released(army)] = 0
    return p


def open_war(t: Table) -> None:
    """What follows from the position as it begins: the naval balance (15.8), and who is used to the desert (21.351)."""
    naval.take_balance(t)
    desert.settle(t, range(len(t.p.at)))
