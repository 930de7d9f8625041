"""Weather (11.0, 5.5): seasonal allowances, spring defence, the Russian winters."""

from __future__ import annotations

from functools import cache

from .. import world as w
from ..state import Table

WINTER, SPRING, SUMMER, FALL = 1, 2, 3, 4
OUTSIDE = 5
HARDY = (w.USSR, w.FINLAND)
"""Nations whose units are stronger in a Russian winter (11.21, 11.22)."""


@cache
def seasonal(quarter: int) -> int:
    """The allowance of a quarter in the Weather Area (5.51, 11.12, T/weather)."""
    row = next(row for row in w.table("seasons.csv") if int(row["quarter"]) == quarter)
    return int(row["ma_weather_area"])


def quarter(t: Table) -> int:
    """The quarter of the year that the turn track shows (5.13)."""
    turn: int = t.p.turn
    return _quarters()[turn - 1]


@cache
def _quarters() -> tuple[int, ...]:
    return tuple(int(row["quarter"]) for row in w.table("turns.csv"))


def year(t: Table) -> int:
    return int(t.world.turns[t.p.turn - 1]["year"])


def from_1943(t: Table) -> bool:
    return year(t) >= 1943


def allowance(t: Table, node: int) -> int:
    """Movement points of a unit that begins the phase in a hex: the Weather Area has its own (5.13, 3.22/b)."""
    return seasonal(quarter(t)) if t.world.weather >> node & 1 else usual_allowance()


def usual_allowance() -> int:
    """Outside the Weather Area units have the same points in every season (5.14, 5.52, 11.11)."""
    return OUTSIDE


def slowest(t: Table) -> int:
    """The allowance in the Weather Area, or of all units where the scenario has none of it."""
    inside = t.world.weather & t.world.play
    return allowance(t, (inside or t.world.play).bit_length() - 1)


def spring_hexes(t: Table) -> int:
    """Hexes whose defenders are doubled by spring, wherever the attacker stands (11.13, 11.0, T/weather)."""
    return int(t.world.weather) if quarter(t) == SPRING else 0


def russian_winter(t: Table) -> int:
    """1 in the first winter after the invasion of Russia, 2 in the second, else 0."""
    since = t.p.russia_invaded_on
    if not since or quarter(t) != WINTER:
        return 0
    return _winter(t.p.turn, since)


@cache
def _winter(turn: int, since: int) -> int:
    """Which winter of the Russian war a turn is; one of invasion itself is none (11.21/a)."""
    winters = [i for i, quarter_ in enumerate(_quarters(), 1) if quarter_ == WINTER and i > since]
    number = winters.index(turn) + 1 if turn in winters else 0
    return number if number in (1, 2) else 0


def winter_factor(t: Table, nation: int, attacking: bool) -> int:
    """What the Russian winter multiplies a unit by: Russians and Finns stand it better."""
    if nation not in HARDY:
        return 1
    winter = russian_winter(t)
    return 2 if in_first_winter(winter) or in_second_winter(winter, attacking) else 1


def in_first_winter(winter: int) -> bool:
    """In the first winter of the Russian war they are doubled (11.21)."""
    return winter == 1


def in_second_winter(winter: int, attacking: bool) -> bool:
    """In the second winter they are doubled in defence alone (11.22)."""
    return winter == 2 and not attacking
