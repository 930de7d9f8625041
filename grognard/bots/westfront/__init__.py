"""The bots that WestFront brings."""

from __future__ import annotations

from ..greedy import Greedy, Steady
from .mind import WestFront
from .plan import Plans

BOTS = {"greedy": Steady(Plans)}
FORMER = {"greedy-1": Greedy(WestFront)}
"""Bots that others are measured against; no one is offered them."""
