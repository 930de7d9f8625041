"""The greedy bot of WestFront: what its HQs' steps are worth to it."""

from __future__ import annotations

import random

from grognard.engine.core.offers import Decision
from grognard.titles.westfront.world import ALLIED, AXIS

from ..front.plan import Planned
from ..front.weights import Stance, Thrift, Weights
from .mind import WestFront

DEFENDER = Thrift(dear=8.0, dear_last=15.0, staffed=2.0)
"""The Axis waits: what it need not move it leaves, for a step is two points (17.1/2)."""
ATTACKER = Thrift(dear_last=15.0, farther=0.5)
"""The Allies must move to win; only in the last month does a step want a reason."""
HELD = Weights(favourable=2.2, fight_on=1.5, reserve=4, most_moved=6.0)
"""In a war for points the Axis attacks only what is sure, and keeps what is far from the enemy where it is."""
CARRIED = Weights(favourable=2.2, ashore=14.0, threat=0.1)
"""The Allies look for more shores, attack what is sure, and stand before the enemy without fear."""
FORMER_STANCES = {
    AXIS: Stance(Weights(), Thrift(dear=5.0, dear_last=10.0, staffed=2.0)),
    ALLIED: Stance(Weights(), Thrift(dear_last=3.0)),
}
"""How each side was played before its weights were tuned."""


class Plans(Planned, WestFront):
    """A decision of WestFront with an eye on the count."""

    @property
    def counts_steps(self) -> bool:
        return bool(self.world.scenario.get("victory") == "points")

    @property
    def usual_thrift(self) -> Thrift:
        return DEFENDER if self.power == AXIS else ATTACKER

    @property
    def usual_weights(self) -> Weights:
        if not self.counts_steps:
            return Weights()
        return HELD if self.power == AXIS else CARRIED


class FormerPlans(Plans):
    """The same before its weights were tuned by games."""

    def __init__(self, d: Decision, rng: random.Random) -> None:
        super().__init__(d, rng, FORMER_STANCES[next((i for i in d.t.powers_of(d.seat) if i < 2), d.seat)])
