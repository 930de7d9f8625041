"""The errata of the map sheet (M/a to M/h): hexes that are not what was printed."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import combat
from grognard.titles.ww2eto.politics import control

from .scenes import offers, refused, scene, unit


def defence(place: str, code: str, more: str = "") -> int:
    """What a unit of one point defends a hex with in summer."""
    game = scene(f"1941 bare / {more or 'war'} / {place}: {code} / axis combat")
    return combat.defence_of(game.table, game.table.title.find_node(game.table, place), None, [unit(game, place)])


@pytest.mark.rule("ww2eto", "M/a")
def test_plevna_is_clear() -> None:
    """Hex 1817 is clear: one point defends it with one."""
    assert defence("1817", "sov1inf") == 1


@pytest.mark.rule("ww2eto", "M/b")
@pytest.mark.parametrize("place", ["0718", "0315", "1208"])
def test_three_rough_hexes(place: str) -> None:
    """Hexes 0718, 0315 and 1208 are rough: one point defends them with two."""
    assert defence(place, "brt1inf") == 2


@pytest.mark.rule("ww2eto", "M/c")
@pytest.mark.parametrize(("place", "beside"), [("1123", "1223"), ("1525", "1425")])
def test_two_hexes_of_sea(place: str, beside: str) -> None:
    """Hexes 1123 and 1525 are no land: nobody walks in from the coast beside them."""
    game = scene(f"1941 bare / {beside}: ita1inf / axis movement")
    assert refused(game, "axis", f"move ita1inf@{beside} {place}") == "T/sea"
    assert place not in offers(game, "axis", "move", f"ita1inf@{beside}", ".")


@pytest.mark.rule("ww2eto", "M/e")
def test_corsica_is_french() -> None:
    """Hex 1017 is France: Allied ground in 1939, Vichy ground in 1941, and a French country for conquest."""
    before, after = scene("1939").table, scene("1941").table
    node = before.title.find_node(before, "1017")
    assert before.world.countries[before.world.country_at[node]].id == "france"
    assert control.friendly_hexes(before, w.ALLIED) >> node & 1
    assert after.p.vichy_ground >> node & 1 and not after.p.axis_hexes >> node & 1


@pytest.mark.rule("ww2eto", "M/h")
@pytest.mark.parametrize("place", ["0409", "0410", "0509", "0510", "0608", "0609"])
def test_ireland_is_prohibited(place: str) -> None:
    """No unit is ever in one of the six hexes of Ireland, not even from the sea."""
    game = scene("1941 bare / 0610: brt1mech / turn 3-1943 / allied movement")
    assert refused(game, "allied", f"move brt1mech@0610 {place}") == "T/prohibited"
    assert not game.table.world.play >> game.table.title.find_node(game.table, place) & 1
    assert place not in offers(game, "allied", "land", "brt1mech@0610")
