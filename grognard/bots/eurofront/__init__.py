"""The bots that EuroFront brings."""

from __future__ import annotations

from ..greedy import Greedy
from .mind import EuroFront

BOTS = {"greedy": Greedy(EuroFront)}
