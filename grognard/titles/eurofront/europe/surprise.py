"""Axis Surprise (20.16): a neutral that the Axis attacks is taken unawares for that fortnight."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import sea
from grognard.titles.systems.front.world import COMMANDERS, World

from .conditions import betrayal
from .nations import at_war_from_the_start, territory
from .state import Table


def caught(nation: str) -> str:
    """The event of a nation's being surprised; its number is the fortnight."""
    return f"{nation} surprised"


def fortnight(t: Table) -> int:
    """The fortnight as a count, for what lasts no longer."""
    return 2 * t.p.month + t.p.fortnight


def surprise(t: Table, nation: str) -> None:
    """Who is attacked by the Axis is surprised, unless the Axis has betrayed before (20.17)."""
    if betrayal("AXIS") not in t.p.politics:
        t.p.politics[caught(nation)] = fortnight(t)


def surprised(t: Table) -> tuple[str, ...]:
    """The nations that are surprised in this fortnight (20.16), Poland in the first of the war (1939.3)."""
    now = fortnight(t)
    return tuple(n for n in at_war_from_the_start(t.world) if t.p.politics.get(caught(n)) == now)


def ground(t: Table) -> int:
    """The land of the surprised."""
    found = 0
    for nation in surprised(t):
        found |= territory(t, nation)
    return found


def disrupts(t: Table, piece: int) -> bool:
    """HQs of a surprised nation are disrupted (20.16/a)."""
    unit = t.world.units[piece]
    return unit.kind in COMMANDERS and unit.nation.capitalize() in surprised(t)


def repulses(t: Table, node: int, number: int) -> int:
    """Assaults in a surprised land are not repulsed (20.16/b), but in its fortified ports (1.44/a)."""
    if not ground(t) >> node & 1:
        return number
    return number if fortified(t.world) >> node & 1 else 0


@cache
def fortified(w: World) -> int:
    """The fortified ports, which are never surprised (1.44)."""
    return from_iter(place.node for place in w.board.places if place.kind == "port" and place.values.get("fortified"))


def quiet_seas(t: Table) -> int:
    """No one interdicts in the seas of a surprised nation (20.16/c)."""
    land = ground(t)
    if not land:
        return 0
    return from_iter(n for n, base in enumerate(sea.chart(t.world).bases) if base >= 0 and land >> base & 1)
