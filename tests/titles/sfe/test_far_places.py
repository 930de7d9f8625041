"""Sources and places at the edge of the war: Albania, Greece, Malta, the desert railway, the boxes beyond the map."""

from __future__ import annotations

import pytest

from grognard.board.hexset import members
from grognard.titles.sfe import airbases, control, events, supply

from .cases import node, sea, unit


@pytest.mark.rule("sfe", "23.63/2")
def test_durres_is_a_source_like_a_capital() -> None:
    """An Italian division at Tirana is fed from Durres, until enemies and their zones shut the port in."""
    game = sea("turn=2 / Tirana: ItaX / Durres: ItaTrento / axis supply")
    t, port = game.table, node(game, "Durres")
    assert supply.supplied_hexes(t, 0) >> node(game, "Tirana") & 1
    around = members(t.world.near[port])
    assert supply.capitals(t, 0) == 1 << port and around
    for name, spot in zip(("SA1", "NZ2", "Ind4", "Aus9", "Aus7"), around, strict=False):
        t.p.put(unit(game, name), spot)
    game._changed()
    assert supply.capitals(t, 0) == 0


def test_axis_wings_base_in_greece_from_their_days() -> None:
    """The mainland serves them from MAY 1 and Crete from JUN 1, though both are Axis before (A5)."""
    found = []
    for turn in (3, 4, 5, 6):
        game = sea(f"turn={turn} / Naples: JG27 / axis air_attack")
        t = game.table
        for place in ("Athens", "Heraklion"):
            for spot in members(events.greek_land(t.world, node(game, place))):
                control.take(t, 0, spot)
        bases = airbases.bases(t, 0)
        found.append([bool(bases >> node(game, place) & 1) for place in ("Athens", "Salonika", "Heraklion")])
    assert found == [[False] * 3, [True, True, False], [True, True, False], [True] * 3]
    t.p.axis_rail |= t.world.rail_hexes & t.p.axis_land
    game._changed()
    assert supply.supplied_hexes(t, 0) >> node(game, "Athens") & 1
