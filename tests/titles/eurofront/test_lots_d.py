"""Rules that the smaller wars share with the great one: hexes that are shut in."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import read_scene
from grognard.titles.systems.front import control

SHUT_IN = [
    ("1939A", "snow / axis holds Pskov / Vyborg: Fi1inf2 / Leningrad: Sv13inf2 / soviet supply", "Pskov", 2),
    ("1939B", "allied holds Hannover / Hamburg: 33inf3 / axis supply", "Hannover", 0),
    ("1940A", "allied holds Hannover / Hamburg: 1inf3 / Paris: GQG2 / axis supply", "Hannover", 0),
    ("1940C", "axis holds Cairo / Alexandria: BrWDFmech3 / allied supply", "Cairo", 1),
]


@pytest.mark.rule("eurofront", "8.36")
@pytest.mark.parametrize(("scenario", "text", "place", "power"), SHUT_IN)
def test_shut_in_hexes_fall_in_the_small_wars_too(scenario: str, text: str, place: str, power: int) -> None:
    """An empty enemy hex amid friendly land changes hands as the Supply phase ends, in every war on the map."""
    g = read_scene(f"eurofront {scenario} bare / {text}")
    t = g.table
    assert control.friendly(t.p, power) >> t.world.board.node(place) & 1
