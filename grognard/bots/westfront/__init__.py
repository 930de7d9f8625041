"""The bots that WestFront brings."""

from __future__ import annotations

from ..greedy import Greedy, Steady
from ..planner import Planner
from .mind import WestFront
from .plan import FormerPlans, Plans
from .stances import West

BOTS = {"greedy": Steady(Plans)}
FORMER = {"greedy-1": Greedy(WestFront), "greedy-2": Steady(FormerPlans)}
"""Bots that others are measured against; no one is offered them."""


def planner(nodes: int) -> Planner:
    return Planner(West(), nodes)


PACED = {"planner": planner}
"""Bots that are made for a budget."""
