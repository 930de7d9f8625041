"""What Offensives cost (5.3-5.5, 8.13): Offensives of the track, and EPs."""

from __future__ import annotations

from functools import cache

from . import world as w
from .position import AetoPosition, Table
from .tables import table
from .title import POWERS


@cache
def price(task: str, who: str, winter: bool) -> int:
    """The EPs of a task of ep_tasks.csv for a power."""
    for row in table("ep_tasks.csv"):
        named = row["who"]
        if row["task"] == task and (
            who in named.split("|") or named == "all" or (named == "all but ussr" and who != "ussr")
        ):
            return int(row["winter_ep" if winter else "ep"])
    raise KeyError(f"no price of {task} for {who}")


def winter_month(t: Table) -> bool:
    """A month in which any zone has Winter weather (1.4)."""
    p: AetoPosition = t.p
    return bool(p.winter)


def impromptu_price(t: Table, power: int) -> int:
    """An Impromptu Offensive costs double, in Winter weather four times, for the Soviets always double (5.5/cost)."""
    return price("Impromptu Offensive", POWERS[power], winter_month(t))


def combined_price(t: Table, powers: list[int]) -> int:
    """Each further HQ costs 2 EPs, 4 in a Winter weather month, the Soviets 2 (5.3/cost, 5.3/cost-winter)."""
    return sum(price("extra HQ in a Combined Offensive", POWERS[power], winter_month(t)) for power in powers[1:])


def available(p: AetoPosition, power: int) -> int:
    """EPs that a power may spend in a month: those on its track and those in reserve (8.4/uses)."""
    return max(0, p.ep[power]) + p.reserve[power]


def spend(p: AetoPosition, power: int, ep: int) -> None:
    """EPs leave the track first, then the reserve (8.4/uses)."""
    from_track = min(ep, max(0, p.ep[power]))
    p.ep[power] -= from_track
    p.reserve[power] -= ep - from_track


def has_offensive(t: Table, power: int) -> bool:
    """Is there an Offensive on the power's track (P5/offensive-stock)?"""
    p: AetoPosition = t.p
    return p.offensives[power] > 0


def can_improvise(t: Table, power: int) -> bool:
    """Has a power the EPs for an Impromptu Offensive (5.5/impromptu, 5.5/no-gift)?"""
    p: AetoPosition = t.p
    return w.is_major(power) and available(p, power) >= impromptu_price(t, power)


def can_pay(t: Table, power: int) -> bool:
    return has_offensive(t, power) or can_improvise(t, power)


PAYMENT = ("offensive", "impromptu")


def ways_to_pay(t: Table, power: int) -> int:
    """Bits of PAYMENT that are open to a power."""
    return int(has_offensive(t, power)) | 2 * int(can_improvise(t, power))


def pay(t: Table, power: int, how: int) -> None:
    """Take an Offensive off the track, or EPs for an Impromptu one (P5/offensive-stock, 5.5/cost)."""
    p: AetoPosition = t.p
    if how:
        spend(p, power, impromptu_price(t, power))
    else:
        p.offensives[power] -= 1


def pay_at_once(t: Table, power: int) -> None:
    """An Air or Sea Offensive comes off the track; when none is left there it is an Impromptu one (5.5/impromptu)."""
    pay(t, power, int(not has_offensive(t, power)))


def pay_combined(t: Table, powers: list[int]) -> None:
    """An Offensive for each HQ and EPs for those after the first, paid by whoever has them (5.3/cost).

    Also 5.3/allied-majors.
    """
    p: AetoPosition = t.p
    for power in powers:
        p.offensives[power] -= 1
    owed = combined_price(t, powers)
    for power in sorted(set(powers), key=powers.index):
        share = min(owed, available(p, power))
        spend(p, power, share)
        owed -= share


def can_pay_combined(t: Table, powers: list[int]) -> bool:
    """Enough Offensives of each power and EPs of all (5.3/cost)."""
    p: AetoPosition = t.p
    enough = all(p.offensives[power] >= powers.count(power) for power in powers)
    return enough and sum(available(p, power) for power in set(powers)) >= combined_price(t, powers)
