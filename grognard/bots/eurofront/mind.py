"""The greedy bot of EuroFront: by the scenario another plan."""

from __future__ import annotations

import random
from typing import Any

from grognard.engine.core.offers import Decision, Order

from ..front.mind import Front
from ..greedy import Mind
from .europe import Europe
from .med import Med
from .peace import Peace
from .spain import Spain
from .tide import Tide
from .weser import Weser
from .west import West
from .winter import Winter

PLANS: dict[str, type[Front]] = {
    "1936": Spain, "1939": Peace, "1939A": Winter, "1939B": Weser, "1940A": West, "1940B": West, "1940C": Med,
    "1940": Peace, "1941": Tide, "1942": Tide, "1943": Europe, "1944": Europe, "1944H": Europe, "1944A": Europe,
}  # fmt: skip


class EuroFront(Mind):
    """A decision of EuroFront, left to the plan of its scenario."""

    def __init__(self, d: Decision, rng: random.Random) -> None:
        super().__init__(d, rng)
        plan = PLANS.get(d.t.scenario)
        self.plan: Any = plan(d, rng) if plan is not None else None

    def decide(self) -> Order | None:
        """What the plan says; without one the bot leads on."""
        found: Order | None = self.plan.decide() if self.plan is not None else None
        return found
