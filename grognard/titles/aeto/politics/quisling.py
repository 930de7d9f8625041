"""Quisling (9.6): in the month of a German invasion Norway fights with half a heart."""

from __future__ import annotations

from grognard.engine.core.rules import rule

from .. import world as w
from ..position import AetoPosition, Table
from ..title import POWERS

NORWAY = POWERS.index("norway")
LANDING = -1
"""What a German landing in Norway suffers in that month in place of -4 (9.6)."""


def stirs(t: Table, invader: int, victim: int) -> None:
    """Germany invades Norway: Quisling helps this month, unless the UK has activated her (8.0/norway/quisling)."""
    p: AetoPosition = t.p
    if invader == w.GERMANY and victim == NORWAY and "uk_ally norway" not in p.politics:
        p.politics["quisling"] = p.month


@rule("9.6", off=lambda t, power, node: False)
def helps(t: Table, power: int, node: int) -> bool:
    """Is this a German attack in Norway in the month of the invasion (9.6)?"""
    p: AetoPosition = t.p
    return power == w.GERMANY and p.politics.get("quisling") == p.month and bool(home(t) >> node & 1)


def home(t: Table) -> int:
    land: int = t.world.board.nation["norway"] & t.world.land
    return land


def halved(strength: int) -> int:
    """Norwegians defend at half, down, to 1 at least (9.6)."""
    return max(1, strength // 2)
