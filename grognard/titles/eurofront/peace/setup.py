"""Set-up of September 1939 (S1939): who is at war, who is neutral, what belongs to no one."""

from __future__ import annotations

from ..europe import setup
from ..europe.conditions import war_on
from ..europe.nations import joins
from ..europe.surprise import caught
from . import pact
from .state import ALLIED, PeacePosition, Table

AT_PEACE = [0b010, 0b001, 0b000]
"""Axis and Allies fight; the USSR is neutral (20.51)."""
NO_ONES = ("Danzig", "Baltic States")
"""Lands without an army that some may enter without a declaration of war (20.51/a, ruling E83)."""


def begin(t: Table) -> PeacePosition:
    """The empty position of a scenario with a neutral USSR, and with Danzig, which is no one's (S1939/danzig)."""
    p = setup.begin(t, PeacePosition)
    p.hostile = setup.for_all(t.world, AT_PEACE)
    p.neutral &= ~pact.land(t, *NO_ONES)
    p.politics |= {war_on("AXIS", nation): 0 for nation in t.world.scenario["attacked"]}
    p.politics |= {joins(nation, ALLIED): 0 for nation in t.world.scenario["allies"] if nation == "France"}
    for nation in t.world.scenario.get("surprised", ()):
        p.politics[caught(nation)] = 2 * p.month + 1
    return p
