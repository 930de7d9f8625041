"""The greedy bot of WestFront: what its HQs' steps are worth to it."""

from __future__ import annotations

from grognard.titles.westfront.world import AXIS

from ..front.plan import Planned
from ..front.weights import Thrift
from .mind import WestFront

DEFENDER = Thrift(dear=5.0, dear_last=10.0, staffed=2.0)
"""The Axis waits: what it need not move it leaves, for a step is two points (17.1/2)."""
ATTACKER = Thrift(dear_last=3.0)
"""The Allies must move to win; only in the last month does a step want a reason."""


class Plans(Planned, WestFront):
    """A decision of WestFront with an eye on the count."""

    @property
    def counts_steps(self) -> bool:
        return bool(self.world.scenario.get("victory") == "points")

    @property
    def usual_thrift(self) -> Thrift:
        return DEFENDER if self.power == AXIS else ATTACKER
