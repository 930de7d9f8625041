"""What is settled in secret and shown together: Economic Reserve (8.4), Offensives and the Initiative (8.13)."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NUMBER, Level, Verb
from grognard.engine.core.question import Blind, answer
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import costs
from ..position import AXIS, WEST, AetoPosition, Table
from ..sides import name_of
from ..title import POWERS
from . import calendar as cal

MOST_RESERVE = 20


class Sealed(Verb):
    """A number for each of a seat's powers in turn; the last one seals the answer."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        settled = (*t.frame.get("settled", ()), args[0])
        if len(settled) < len(powers_asked(t, seat)):
            t.swap(t.frame.hiding(settled=settled))
        else:
            answer(t, seat, settled)


def powers_asked(t: Table, seat: int) -> list[int]:
    """The powers of a seat that have an economy, in order."""
    return [power for power in cal.majors(t) if t.seat_of(power) == seat]


def now_asked(t: Table, seat: int) -> int:
    """The power that a seat settles for now."""
    return powers_asked(t, seat)[len(t.frame.get("settled", ()))]


class Together(Blind):
    """A blind question to all who have a major power with an economy."""

    def begin(self, t: Table, f: Frame) -> None:
        t.remember(seats=tuple(sorted({t.seat_of(power) for power in cal.majors(t)})))

    def answered(self, t: Table, f: Frame, answers: dict[int, Any]) -> None:
        for seat, settled in sorted(answers.items()):
            for power, number in zip(powers_asked(t, seat), settled, strict=True):
                self.settle(t, power, number)

    def settle(self, t: Table, power: int, number: int) -> None:
        raise NotImplementedError


# Economic Reserve


def reserve_amounts(t: Table, seat: int, args: Args) -> int:
    """Nothing to 20 EPs, as many as are on the track or were in reserve (8.4/reserve, 8.4/carry)."""
    p: AetoPosition = t.p
    power = now_asked(t, seat)
    return (1 << min(MOST_RESERVE, p.reserve[power] + max(0, p.ep[power])) + 1) - 1


class Reserve(Sealed):
    """``reserve 10``: so many EPs are put away for the three months."""

    name = "reserve"
    levels = (Level("EPs", NUMBER, lambda t, s, a: (1 << 61) - 1, (Mask("8.4/reserve", reserve_amounts),)),)


class Reserving(Step):
    """How many EPs does a power put in reserve (8.4/reserve)?"""

    name = "Economic Reserve"
    rule = "8.4/reserve"
    kind = "question"
    verbs = (Reserve(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        p: AetoPosition = t.p
        power = now_asked(t, seat)
        have = f"{p.ep[power]} EPs on the track, {p.reserve[power]} in reserve"
        return f"Economic Reserve of {name_of(POWERS[power])} ({have}): keep 0 to 20 EPs in it, unseen until all have."


class Reserves(Together):
    """The Economic Reserve is allotted by all at once (8.4/reserve)."""

    name = "Economic Reserve"
    rule = "8.4/reserve"
    question = "reserving"

    def settle(self, t: Table, power: int, number: int) -> None:
        put_away(t, power, number)


@rule("8.4/carry")
def put_away(t: Table, power: int, number: int) -> None:
    """What was in reserve is kept or goes back to the track; never more than 20 (8.4/carry)."""
    p: AetoPosition = t.p
    p.ep[power] += p.reserve[power] - number
    p.reserve[power] = number
    t.emit("reserve", "8.4/reserve", power=POWERS[power], ep=number, track=p.ep[power])


# Offensives


def offensive_price(t: Table, power: int) -> int:
    """2 EPs for Germany and the USSR, 3 for others, twice as many in Winter but for the USSR (8.13/cost)."""
    return costs.price("Offensive", POWERS[power], cal.season_of(t.p.month) == cal.WINTER)


def affordable(t: Table, seat: int, args: Args) -> int:
    """As many Offensives as the EPs on the track pay for (8.6/no-deficit)."""
    power = now_asked(t, seat)
    return (1 << max(0, t.p.ep[power]) // offensive_price(t, power) + 1) - 1


class Bid(Sealed):
    """``bid 8``: so many Offensives for the season."""

    name = "bid"
    levels = (Level("Offensives", NUMBER, lambda t, s, a: (1 << 200) - 1, (Mask("8.6/no-deficit", affordable),)),)


class Bidding(Step):
    """How many Offensives does a power buy (8.13/purchase)?"""

    name = "Purchase of Offensives"
    rule = "8.13/purchase"
    kind = "question"
    verbs = (Bid(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        power = now_asked(t, seat)
        price = offensive_price(t, power)
        who = name_of(POWERS[power])
        return f"Offensives of {who} ({t.p.ep[power]} EPs, {price} each; one is free if you buy none): how many?"


class Bids(Together):
    """Offensives are bought in secret and shown together (8.13/secret)."""

    name = "Purchase of Offensives"
    rule = "8.13/secret"
    question = "bidding"

    def settle(self, t: Table, power: int, number: int) -> None:
        p: AetoPosition = t.p
        p.ep[power] -= number * offensive_price(t, power)
        p.offensives[power] = p.due[f"bought {power}"] = number or free_offensive(t, power)
        t.emit("bid", "8.13/secret", power=POWERS[power], offensives=number)

    def answered(self, t: Table, f: Frame, answers: dict[int, Any]) -> None:
        super().answered(t, f, answers)
        bought = {
            power: number
            for seat, settled in sorted(answers.items())
            for power, number in zip(powers_asked(t, seat), settled, strict=True)
        }
        give_initiative(t, bought)


@rule("8.13/free-one", off=lambda t, power: 0)
def free_offensive(t: Table, power: int) -> int:
    """Who buys none has one that is free (8.13/free-one)."""
    return 1


def counted(t: Table, bought: dict[int, int]) -> list[int]:
    """Offensives bought by each side, of powers at war with an enemy major power alone (8.13/initiative-count)."""
    p: AetoPosition = t.p
    sums = [0, 0]
    for power, number in bought.items():
        if cal.at_war_with_major(p, power):
            sums[cal.side_of(p, power)] += number
    return sums


def give_initiative(t: Table, bought: dict[int, int]) -> None:
    """The side that bought more has the Initiative for three months (8.13/initiative)."""
    axis, allies = counted(t, bought)
    while axis == allies:
        axis, allies = roll_off(t)
    t.p.initiative = AXIS if axis > allies else WEST
    t.emit("initiative", "8.13/initiative", side=cal.SIDES[int(allies > axis)])


def roll_off(t: Table) -> tuple[int, int]:
    """Equal numbers: a die each, the higher wins (8.13/initiative-tie)."""
    axis, allies = t.roll("initiative"), t.roll("initiative")
    t.emit("roll_off", "8.13/initiative-tie", axis=axis, allies=allies)
    return axis, allies


@rule("8.13/reset")
def reset(t: Table) -> None:
    """Offensives that were not used are lost (8.13/reset), those too that surprise held back."""
    for power in cal.majors(t):
        t.p.offensives[power] = 0
    t.p.politics.pop("held_back", None)
