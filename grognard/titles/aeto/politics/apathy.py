"""The end of Italian Apathy (5.16): Italy must conquer Greece alone."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexset import members

from .. import world as w
from ..position import AXIS, AetoPosition, Table
from ..title import POWERS

GREECE = POWERS.index("greece")
HELPED, ENDED = "greece helped", "apathy ended"


def greek(t: Table, node: int) -> bool:
    return bool(t.world.board.nation.get("greece", 0) >> node & 1)


def at_stake(p: AetoPosition) -> bool:
    """Does Italy fight an unconquered Greece, so far alone?"""
    return bool(p.hostile[w.ITALY] >> GREECE & 1) and "greece" not in p.conquests and HELPED not in p.politics


def help_from(t: Table, pieces: Iterable[int], node: int) -> None:
    """A unit of another Axis power in or over a Greek hex makes the conquest no longer Italy's own
    (5.16/italian-apathy-end)."""
    p: AetoPosition = t.p
    if at_stake(p) and greek(t, node) and any(p.alliance[p.power[i]] == AXIS and p.power[i] != w.ITALY for i in pieces):
        p.politics[HELPED] = p.month


def look(t: Table) -> None:
    """Who stands in Greece at the end of the month."""
    if at_stake(t.p):
        for node in members(t.world.board.nation.get("greece", 0) & t.world.land):
            help_from(t, t.p.stack(node), node)


def conquered(t: Table, nation: str, conqueror: int) -> None:
    """Italy has conquered Greece alone: her Apathy is over for good (5.16/italian-apathy-end)."""
    if nation == "greece" and conqueror == w.ITALY and HELPED not in t.p.politics:
        t.p.politics[ENDED] = t.p.month
        t.emit("apathy_ended", "5.16/italian-apathy-end")
