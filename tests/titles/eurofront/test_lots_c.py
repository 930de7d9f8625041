"""The great war in all its years: Sweden's trains, the siege guns, armies that are bound again."""

from __future__ import annotations

import pytest

from grognard.titles.systems.front import supply

from .europe import AXIS, node, piece, scene
from .play import refused

CHIEFS = "Berlin: OKW3 / London: AF2 / Moscow: Stavka3"


# Sweden


@pytest.mark.rule("eurofront", "21.492")
@pytest.mark.parametrize("year", ["1943", "1944"])
def test_sweden_lets_axis_trains_through(year: str) -> None:
    """From Copenhagen a corps goes by rail to Oslo, not to Goteborg; nowhere once Sweden leans to the Allies."""
    for event, runs in (("", True), ("since SC / ", False)):
        g = scene(f"{year}-09 / {event}Copenhagen: 84inf3 OKH3* / Oslo: 33stat2 / {CHIEFS} / axis movement", None, year)
        t, stockholm = g.table, 1 << node(g, "Stockholm")
        t.p.moves_left[piece(g, "OKH")] = t.p.supreme[AXIS] = 6
        assert bool(t.title.transit(t, AXIS) & stockholm) == bool(supply.rail_sea(t, AXIS) & stockholm) == runs
        assert (refused(g, "rail 84inf Oslo") == "") == runs and refused(g, "rail 84inf Goteborg") != ""
