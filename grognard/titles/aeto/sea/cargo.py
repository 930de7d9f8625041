"""What ships carry (3.24): units that stand at sea are aboard the transports there."""

from __future__ import annotations

from grognard.engine.core.rules import Args

from ..position import Table


def loads(t: Table, seat: int) -> int:
    """Units that could go aboard."""
    return 0


def fits(t: Table, seat: int, args: Args) -> int:
    """An STP point carries one step (3.24)."""
    return -1


def can_land(t: Table, seat: int, args: Args) -> int:
    """Units debark in functioning ports (3.24)."""
    return -1
