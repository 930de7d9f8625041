"""The blocks of 1939 on the board of the whole war: who keeps to which lands, who leads whom."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from grognard.titles.systems.front import world as fw

from ..france.world import next_to_france
from ..tide import world as tide
from ..winter.world import extreme

FRANCE = "France"
NATIONAL = ("finland", "britain", "canada", "france", "poland")
"""The nations whose HQs keep to their own (5.34, 20.42, 20.62)."""


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of a scenario does not change."""
    w = tide.world(scenario, path)
    units = tuple(_unit(unit) for unit in w.units)
    return replace(
        w,
        units=units,
        restricted={**w.restricted, FRANCE: next_to_france(w.board, int(w.land))},
        extra={**w.extra, "national HQs": NATIONAL, "extreme": extreme()},
    )


def _unit(unit: fw.Unit) -> fw.Unit:
    """The French keep to France, Belgium and their neighbours (20.41)."""
    metropolitan = unit.nation == "france" and not unit.restricted and unit.enters < "1944"
    return unit._replace(restricted=FRANCE) if metropolitan else unit
