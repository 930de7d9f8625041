"""Set-up of 1941 and 1942: what is shipped south, who is used to the desert, who rules the waves."""

from __future__ import annotations

from .. import fronts
from ..europe import setup
from ..europe.conditions import released
from ..fronts import MF
from ..war import naval
from ..war.world import SIDES
from .state import Table, TidePosition, position


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
    p, med = position(t), fronts.land_of(t, MF)
    for piece, node in enumerate(p.at):
        p.acclimatized[piece] = int(node < t.world.spans and bool(med >> node & 1))
