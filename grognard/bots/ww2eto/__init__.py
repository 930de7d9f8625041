"""The bots that World War Two ETO brings."""

from __future__ import annotations

from ..greedy import Greedy, Steady
from .mind import War
from .plan import Plans

BOTS = {"greedy": Steady(Plans)}
FORMER = {"greedy-1": Greedy(War)}
"""Bots that others are measured against; no one is offered them."""
