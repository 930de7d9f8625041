"""The bots that WestFront brings."""

from __future__ import annotations

from ..greedy import Greedy
from .mind import WestFront

BOTS = {"greedy": Greedy(WestFront)}
