"""The blocks and charts of the campaign of 1939: those of the war from 1939 on, with a Finland that may fight alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth

from ..europe.world import OWN_WAR
from ..peace import world as peace
from ..state import AXIS, FINNISH
from ..title import WITH_FINLAND

FINNISH_FIRE = fw.HITS_FROM["SF"]
"""What Mannerheim's aircraft hit on (21.481)."""


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of the campaign does not change."""
    w = peace.world(scenario, path)
    own = tuple(_own_war(unit) for unit in w.units if unit.nation == "finland" and unit.power == AXIS)
    units = (*w.units, *own)
    b = w.board
    return replace(
        w,
        powers=WITH_FINLAND.powers,
        units=units,
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        kinds=tuple(kind._replace(cost=(*kind.cost, kind.cost[AXIS])) for kind in w.kinds),
        closed_to=(*w.closed_to, 0),
        origins=(*w.origins, 1 << b.node("Helsinki")),
        size=w.spans + 3 * len(WITH_FINLAND.powers),
        extra={
            **w.extra,
            "words": WITH_FINLAND.powers,
            "air": {month: _with_finns(air) for month, air in w.extra["air"].items()},
            "front class": (*w.extra["front class"], *("NF veteran" for _ in own)),
            "roster": w.extra["roster"] | _roster(w, len(own)),
            "Finland": int(b.region["Finland"]) & int(w.land),
            **{name: b.node(name) for name in ("Helsinki", "Petsamo", "Berlin")},
        },
    )


def _own_war(unit: fw.Unit) -> fw.Unit:
    """A Finnish block of the Winter War (21.48)."""
    return unit._replace(name=f"{OWN_WAR}{unit.name}", power=FINNISH, restricted="")


def _roster(w: fw.World, own: int) -> dict[int, int]:
    """The Finns may come into play from the first month on."""
    return {len(w.units) + n: min(w.extra["roster"].values()) for n in range(own)}


def _with_finns(air: AirMonth) -> AirMonth:
    """A month of airpower with that of Finland (21.481)."""
    return AirMonth(
        (*air.fire, FINNISH_FIRE), (*air.ranges, 1), (*air.supreme, 2), (*air.rail, air.rail[AXIS]), air.slowed
    )
