"""Surface raiders and long-range bombers against convoys (2.1/raiders), and Arctic North (2.12)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import among, from_iter, members, where

from .. import tables as tb
from .. import world as w
from ..air import flights
from ..position import ACTIVE, AXIS, FRESH, AetoPosition, Table
from ..sea import damage, ports, ships
from ..seasonal import calendar as cal
from ..seasonal import lendlease
from . import convoys

HULLS = (tb.BB, tb.CA)
"""Ships that raid (2.1/raiders)."""
MOST_RAIDERS = 2
"""Raiders of one area (2.1/raiders)."""
LOOKOUT = 14
"""Axis bombers of so much range find convoys for the U-boats (2.1/raiders)."""
SINKS, FOUND = 5, 1
"""The die from which a raider costs an EP, and the one with which the enemy finds it (2.1/raiders, T38)."""


def arctic_north_open(t: Table) -> bool:
    """Arctic North is open only in Autumn and Winter, when lend-lease goes by the Arctic Route (8.1/arctic-north)."""
    cold = cal.season_of(t.p.month) not in (cal.SPRING, cal.SUMMER)
    sent = sum(ep for key, ep in t.p.lent.items() if key.endswith(" ussr_arctic"))
    return lendlease.arctic_open(t) and cold and sent > 0


def of_axis(t: Table, seat: int, kinds: tuple[int, ...]) -> int:
    """A seat's Axis chits of some kinds, at war, that have done nothing this month."""
    p: AetoPosition = t.p
    own = among(*(power for power in t.powers_of(seat) if p.hostile[power] and p.alliance[power] == AXIS))
    found = t.pieces_of(seat) & where(p.power, own) & where(p.kind, among(*kinds)) & ~where(p.steps, among(0))
    return found & where(p.status, among(FRESH)) & where(p.rebased, among(0)) & where(p.marked, among(0))


def able(t: Table, seat: int) -> int:
    """Axis BBs and CAs in supplied ports, fit for sea (2.1/raiders)."""
    p: AetoPosition = t.p
    hulls = of_axis(t, seat, HULLS) & ~ships.laid_up(t)
    return from_iter(i for i in members(hulls) if ports.feeds(t, p.power[i], p.at[i]))


def lookouts(t: Table, seat: int) -> int:
    """Axis bombers of range 14 or more (2.1/raiders)."""
    planes = of_axis(t, seat, (tb.BOMBER, tb.HEAVY_BOMBER))
    return from_iter(i for i in members(planes) if flights.range_of(t, i) >= LOOKOUT)


def raid(t: Table, packs: Mapping[int, list[int]]) -> None:
    """Each raider rolls: 5 or 6 costs the UK an EP, with a 1 it is found and hit (2.1/raiders, T38)."""
    for area, hulls in sorted(packs.items()):
        for i in hulls:
            t.p.status[i], t.p.rebased[i] = ACTIVE, 1
            die = t.roll("raider")
            convoys.mark_loss(t, w.UK, worth(die))
            t.emit("raids", "2.1/raiders", pieces=(i,), area=convoys.NAMES[area], die=die, ep=worth(die))
            if die == FOUND and hunters(t, t.p.power[i]):
                brought_to_bay(t, i)


def worth(die: int) -> int:
    """EPs that a raider costs (2.1/raiders)."""
    return int(die >= SINKS)


def hunters(t: Table, power: int) -> bool:
    """Has the enemy a full BB or CA in a port of his, to find a raider (T38)?"""
    p: AetoPosition = t.p
    foes = where(p.power, among(*members(p.hostile[power]))) & where(p.kind, among(*HULLS)) & ~where(p.steps, among(0))
    return any(ports.feeds(t, p.power[i], p.at[i]) and not ships.is_damaged(t, i) for i in members(foes))


def brought_to_bay(t: Table, piece: int) -> None:
    """A raider that was found is damaged, or sunk if it was damaged before (T38)."""
    p: AetoPosition = t.p
    if p.steps[piece] > 1:
        p.steps[piece] -= 1
        t.emit("ship_damaged", "2.1/raiders", pieces=(piece,), nodes=(p.at[piece],))
    else:
        damage.sink(t, piece, "2.1/raiders")
