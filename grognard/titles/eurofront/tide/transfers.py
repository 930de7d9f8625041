"""Transfers of points out of the Med Front, and into it from the East (11.6): home, to the East, by Persia."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import supply

from ..europe import purses
from ..med import purses as ships
from . import basing
from .state import ALLIED, AXIS, SOVIET, Table, position

WAYS = ("MF-WF", "MF-EF", "EF-MF")
HOME_AGAIN, EASTWARD, SOUTHWARD = range(3)


def sender(t: Table, seat: int) -> int:
    """The power of a seat that has a purse in the Med Front, or -1."""
    return next((power for power in basing.HOME if power in t.powers_of(seat) and purses.shipped_to(t, power)), -1)


def purse_of(power: int, way: int) -> int:
    """The purse that pays for a transfer."""
    return purses.EAST if way == SOUTHWARD else purses.MEDS[power]


def ways_open(t: Table, seat: int, args: Args) -> int:
    """From the Med home and to the East, and for the Axis from the East (11.62/b)."""
    power = sender(t, seat)
    return 0b111 if power == AXIS else 0b11 if power == ALLIED else 0


def one_from_each_front(t: Table, seat: int, args: Args) -> int:
    """One transfer leaves each front a month (11.61)."""
    p, power = position(t), sender(t, seat)
    used = 1 << HOME_AGAIN | 1 << EASTWARD if p.med_sent[power] else 0
    return ~(used | 1 << SOUTHWARD) if p.east_sent[power] or p.sent_west else ~used


def ten_left(t: Table, seat: int, args: Args) -> int:
    """Ten points must be there to be sent (11.61)."""
    power = sender(t, seat)
    return from_iter(n for n in range(len(WAYS)) if purses.points(t, purse_of(power, n)) >= purses.SENT)


def persian_road(t: Table) -> bool:
    """Points reach the Soviets from the Med while Teheran is joined to both London and Siberia (11.62)."""
    teheran = 1 << t.world.board.node("Teheran")
    return bool(supply.rail_sea(t, ALLIED) & supply.rail_sea(t, SOVIET) & teheran)


def road_east(t: Table, seat: int, args: Args) -> int:
    """To the East and from it only while it is a front; the Allies by Persia (11.62)."""
    if not purses.east_is_active(t):
        return 1 << HOME_AGAIN
    return ~(1 << EASTWARD) if sender(t, seat) == ALLIED and not persian_road(t) else -1


class Forward(Verb):
    """``forward MF-EF``: ten points leave the Med Front or go there from the East; five arrive next month."""

    name = "forward"
    levels = (
        Level(
            "way", WORD, ways_open,
            (Mask("11.61", one_from_each_front), Mask("11.61", ten_left), Mask("11.62", road_east)), words=WAYS,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p, power = position(t), sender(t, seat)
        purses.pay(t, purse_of(power, args[0]), purses.SENT)
        if args[0] == SOUTHWARD:
            p.east_sent[power] = 1
        else:
            p.med_sent[power] = 1 + args[0]
        t.emit("transferred", "11.61", to=(seat,), way=WAYS[args[0]])


def spent_on(t: Table, purse: int) -> int:
    """What has left a purse by a transfer of this kind (11.4)."""
    p, power = position(t), purses.PURSES[purse].power
    if purse == purses.EAST:
        return purses.SENT * p.east_sent[power]
    return purses.SENT if purse in purses.MEDS.values() and p.med_sent[power] else 0


def lands(t: Table, power: int, source: str, goal: str) -> int:
    """What arrives of a transfer: half, less what is lost at sea; by Persia the Allies lose nothing (11.62/b)."""
    half = purses.arrives(source, goal)
    return half if power == ALLIED and goal == "EF" else ships.arriving(t, power, half)


def close(t: Table) -> None:
    """At the end of Production it is found what arrives a month later (11.61, 11.62)."""
    p = position(t)
    for power in basing.HOME:
        p.due_home[power] = lands(t, power, "MF", "WF") if p.med_sent[power] == 1 + HOME_AGAIN else 0
        if p.med_sent[power] == 1 + EASTWARD:
            points = lands(t, power, "MF", "EF")
            p.due_east, p.due_soviet = (
                (p.due_east + points, p.due_soviet) if power == AXIS else (p.due_east, p.due_soviet + points)
            )
        p.due_south[power] = lands(t, power, "EF", "MF") if p.east_sent[power] else 0
        p.med_sent[power] = p.east_sent[power] = 0


def arrive(t: Table) -> None:
    """What was sent last month is added to the points at hand (11.62)."""
    p = position(t)
    for power, home in basing.HOME.items():
        for purse, due in ((home, p.due_home), (purses.MEDS[power], p.due_south)):
            if due[power]:
                purses.set_available(t, purse, purses.points(t, purse) + due[power])
                due[power] = 0
