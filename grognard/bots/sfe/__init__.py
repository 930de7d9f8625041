"""The bots that The Struggle for Europe brings."""

from __future__ import annotations

from ..greedy import Greedy
from .mind import Front

BOTS = {"greedy": Greedy(Front)}
