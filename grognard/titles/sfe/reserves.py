"""The reserve boxes (27.35) and the limits of active wings (27.42)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import world as w
from .state import IDLE, Table, phasing, wings

TENTH = 10
MOST_DOWN = 3
"""Wings that a player may put in reserve in a turn (27.42/1)."""
DOWN = "stood down"


def limit(t: Table, unit: w.Unit) -> int | None:
    """A country's Active Air limit; minor countries have none."""
    found = t.world.side(unit.power).get("air_limits", {}).get(unit.nation)
    return None if found is None else int(found)


def in_play(t: Table, nation: str) -> int:
    """A country's wings that are in play."""
    units = t.world.units
    return sum(units[i].nation == nation and t.p.at[i] < t.world.arrivals for i in members(t.world.air_slots))


def may_enter(t: Table, unit: w.Unit) -> bool:
    """As many wings are in play as the limit says, and a tenth of it, rounded up, enters in a turn (27.42)."""
    most = limit(t, unit)
    if most is None:
        return True
    return in_play(t, unit.nation) < most and t.p.entered.get(unit.nation, 0) < -(-most // TENTH)


def enters(t: Table, unit: w.Unit) -> None:
    """A wing that comes into play is counted."""
    t.p.entered[unit.nation] = t.p.entered.get(unit.nation, 0) + 1


def put_in_reserve(t: Table, piece: int) -> None:
    """A unit goes to the reserve box, free; from the next turn on it may come into play (27.35, L2)."""
    p = t.p
    p.put(piece, t.world.arrivals)
    p.due[piece] = p.turn + 1
    p.reserve |= 1 << piece


# Wings are stood down (27.42/1)


def on_the_ground(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in wings(t, phasing(t)) if t.p.mission[i] == IDLE)


def of_countries_with_limits(t: Table, seat: int, args: Args) -> int:
    """Only the major powers have limits, and so reserves (27.42/1)."""
    units = t.world.units
    return from_iter(i for i in members(on_the_ground(t, seat, ())) if limit(t, units[i]) is not None)


def few_stood_down(t: Table, seat: int, args: Args) -> int:
    """Three wings at most are put in reserve in a turn (27.42/1)."""
    return -1 if t.p.entered.get(DOWN, 0) < MOST_DOWN else 0


class StandDown(Verb):
    """``stand_down KG55``: an active wing is put in reserve, to make room for another (27.42/1)."""

    name = "stand_down"
    levels = (
        Level(
            "wing", PIECE, on_the_ground, (Mask("27.42/1", of_countries_with_limits), Mask("27.42/1", few_stood_down))
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.entered[DOWN] = t.p.entered.get(DOWN, 0) + 1
        t.emit("stood_down", "27.42/1", pieces=(args[0],), nodes=(t.p.at[args[0]],))
        put_in_reserve(t, args[0])
