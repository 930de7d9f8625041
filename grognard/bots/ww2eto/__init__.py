"""The bots that World War Two ETO brings."""

from __future__ import annotations

from ..greedy import Greedy
from .mind import War

BOTS = {"greedy": Greedy(War)}
