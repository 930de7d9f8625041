"""Drop tanks (28.14): how far British and U.S. fighters escort and transfer in 1944."""

from __future__ import annotations

from . import quotas
from .state import ESCORT, Table, figures, phasing

SINCE = "1944 JAN 1"
NATIONS = ("British", "U.S.")
SMALL = ((2, 2, 13), (3, 2, 14))
"""British fighters whose range grows by half only."""


def fitted(t: Table, piece: int) -> bool:
    """With the option British and U.S. fighters have drop tanks from JAN 1 1944 on."""
    unit = t.world.units[piece]
    if t.options.get("drop_tanks") != "on" or unit.kind != "F" or unit.nation not in NATIONS:
        return False
    return quotas.reached(t, SINCE)


def extended(t: Table, piece: int) -> int:
    """The range for escorts and transfers: doubled, for two British types half as much again (28.14)."""
    printed = figures(t, piece)[2]
    if not fitted(t, piece):
        return printed
    if t.world.units[piece].nation == "British" and figures(t, piece) in SMALL:
        return printed * 3 // 2
    return 2 * printed


def escorting(t: Table, piece: int) -> bool:
    """Does it fly an offensive escort?"""
    return bool(t.p.mission[piece] == ESCORT and t.p.power[piece] == phasing(t))
