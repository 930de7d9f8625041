"""How much of the conformance suite is run: small in ``make check``, medium in CI, full by night."""

from __future__ import annotations

import os
from typing import NamedTuple


class Counts(NamedTuple):
    """Games and orders a policy, tries, twins and redraws."""

    games: int
    orders: int
    share: float
    barriers: float
    illegal: int
    twins: int
    redraws: int
    positions: int
    draws: int


TIERS = {
    "small": Counts(1, 120, 0.03, 0.04, 600, 12, 6, 1, 150),
    "medium": Counts(2, 1_500, 0.04, 0.06, 20_000, 200, 100, 10, 1_000),
    "full": Counts(100, 20_000, 0.05, 1.0, 1_000_000, 1_000, 500, 10, 1_000),
}


LARGE = frozenset({
    "sfe barbarossa41", "aeto 1941short", "aeto 1941", "aeto 1940", "aeto 1939", "aeto 1944", "eurofront 1939",
    "eurofront 1940", "eurofront 1941", "eurofront 1942", "eurofront 1943", "eurofront 1944", "eurofront 1944H",
    "eurofront 1944A",
})  # fmt: skip
"""Scenarios of hundreds of counters: one game a policy, and a short one."""


def counts(title: str = "", scenario: str = "") -> Counts:
    """The tier that ``GROGNARD_COUNTS`` names, for a scenario of its size."""
    tier = os.environ.get("GROGNARD_COUNTS", "small")
    found = TIERS[tier]
    return (
        found._replace(games=1, orders=min(found.orders, 300))
        if f"{title} {scenario}" in LARGE and tier != "full"
        else found
    )
