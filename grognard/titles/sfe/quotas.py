"""Restrictions on replacements (27.23): airborne and commando troops, Siberians, Guards, and what peace allows."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import Args, rule

from . import world as w
from .state import Table, date

QUARTER = 4
ELITE = ("ABN", "CDO")
MOST_ELITE, PERIOD = 2, 12
"""Attack factors of airborne, and of commando units, that a country replaces in six months (27.23/1, Q27)."""
SIBERIANS_FROM, GUARDS_FROM = "1942 JAN 1", "1942 APR 1"
EAST = "East"
"""The purse of the East: the part of the Soviet points that come from there (27.23/3)."""
MONTHS_TO_SURGE = 4


def day(text: str) -> int:
    """A half month as a number.

    >>> day("1942 JAN 1") - day("1941 DEC 2")
    1
    """
    year, month, half = text.split()
    return int(year) * 24 + w.MONTHS.index(month) * 2 + int(half) - 1


def reached(t: Table, text: str) -> bool:
    """Has a day come?"""
    return day(date(t)) >= day(text)


# Airborne and commando troops


def _elite(unit: w.Unit) -> str:
    return f"{unit.nation} {unit.kind}"


def elites_replaced(t: Table, unit: w.Unit) -> int:
    """Attack factors of its kind that a country has replaced in the twelve turns up to now."""
    return sum(int(n) for turn, n in t.p.elites.get(_elite(unit), ()) if turn > t.p.turn - PERIOD)


def elites_left(t: Table, piece: int) -> bool:
    """A country replaces two airborne and two commando attack factors at most in six months (27.23/1)."""
    unit = t.world.units[piece]
    return unit.kind not in ELITE or elites_replaced(t, unit) + unit.front[0] <= MOST_ELITE


def count_elite(t: Table, unit: w.Unit) -> None:
    """An airborne or commando unit that was replaced is written down."""
    if unit.kind in ELITE:
        before = tuple(t.p.elites.get(_elite(unit), ()))
        t.p.elites[_elite(unit)] = (*before, (t.p.turn, unit.front[0]))


def few_elites(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(t.world.ground_slots) if elites_left(t, i)) | int(t.world.air_slots)


# The Soviet Union


def siberian(unit: w.Unit) -> bool:
    return unit.nation == "Soviet" and "Siberian" in unit.formation


def guards(unit: w.Unit) -> bool:
    return unit.nation == "Soviet" and "Gds" in unit.name


def from_the_east(t: Table, unit: w.Unit, bill: tuple[int, int]) -> bool:
    """Siberians are replaced from JAN 1 1942 on, and with points of the East alone (27.23/3)."""
    if not siberian(unit):
        return True
    have: tuple[int, int] = t.p.points.get(EAST, (0, 0))
    return reached(t, SIBERIANS_FROM) and bill[0] <= have[0] and bill[1] <= have[1]


def no_guards_yet(t: Table, seat: int, args: Args) -> int:
    """Guards are neither replaced nor rebuilt before APR 1 1942 (27.23/4)."""
    if reached(t, GUARDS_FROM):
        return -1
    return ~from_iter(u.index for u in t.world.units if guards(u))


def spend_east(t: Table, unit: w.Unit, bill: tuple[int, int]) -> None:
    """What others cost is taken from the other points first (L4)."""
    if EAST not in t.p.points:
        return
    east, rest = t.p.points[EAST], t.p.points.get("Soviet", (0, 0))
    less = bill if siberian(unit) else (0, 0)
    t.p.points[EAST] = (min(east[0] - less[0], rest[0]), min(east[1] - less[1], rest[1]))


@rule("27.23/5")
def capped_in_peace(t: Table, nation: str) -> None:
    """A country at peace keeps no more infantry points than the units in its pool cost (27.23/5)."""
    from . import production

    if nation not in t.world.settings.get("at_peace", ()):
        return
    infantry, armor = t.p.points.get(nation, (0, 0))
    lost = [u for u in t.world.units if u.nation == nation and u.ground and t.p.at[u.index] == t.world.pool]
    need = sum(production.price(t, u, u.front[0])[0] for u in lost if t.p.due[u.index] >= 0)
    t.p.points[nation] = (min(infantry, need), armor)


# The French


def surge(t: Table, unit: w.Unit, node: int, most: int) -> int:
    """From the fourth month after the attack the French place two units at a city, but one at Algiers (27.21/1)."""
    attacked = t.world.settings.get("attacked_in_the_west")
    if attacked is None or unit.nation != "French" or day(date(t)) < day(attacked) + 2 * MONTHS_TO_SURGE:
        return most
    return 1 if t.world.names[node] == "Algiers" else 2
