"""Chapter 8: control of hexes."""

from __future__ import annotations

import pytest

from .play import give, scene, status

LAND = "s44 bare / allied holds all"


@pytest.mark.rule("westfront", "8.2", "8.31")
def test_a_unit_controls_its_hex_and_its_zone() -> None:
    """An Axis unit alone in Allied land takes its own hex and the empty hexes around it."""
    g = scene(f"{LAND} / Paris: 84inf3 / axis movement")
    assert status(g, "Paris") == "axis"
    assert status(g, "Amiens") == "axis"
    assert status(g, "Lille") == "allied"


@pytest.mark.rule("westfront", "8.2")
def test_no_zone_crosses_a_river() -> None:
    """Paris and Rouen are divided by the Seine: the unit in Paris has no zone there."""
    g = scene(f"{LAND} / Paris: 84inf3 / axis movement")
    assert status(g, "Reims") == "axis"
    assert status(g, "Rouen") == "allied"


@pytest.mark.rule("westfront", "8.33")
def test_a_hex_in_both_zones_is_disputed() -> None:
    """Amiens lies between a unit in Paris and one in Calais: neither side holds it."""
    g = scene(f"{LAND} / Paris: 84inf3 / Calais: Br5inf3 / axis movement")
    assert status(g, "Amiens") == "disputed"
    assert status(g, "Reims") == "axis"


@pytest.mark.rule("westfront", "8.2/a")
@pytest.mark.parametrize("block", ["84inf3!", "84inf3 Br5inf4"], ids=["unsupplied", "engaged"])
def test_unsupplied_and_engaged_units_have_no_zone(block: str) -> None:
    """A unit out of supply, or one in a battle, takes no hex beside its own."""
    g = scene(f"{LAND} / Paris: {block} / allied defends Paris / axis movement")
    assert status(g, "Amiens") == "allied"


@pytest.mark.rule("westfront", "8.31")
def test_a_battle_hex_belongs_to_the_original_defender() -> None:
    """The Allies were attacked in Paris: it stays theirs as long as the battle lasts."""
    battle = "Paris: 84inf3 Br5inf4 / allied defends Paris / axis holds Paris"
    g = scene(f"s44 bare / {battle} / axis movement")
    assert status(g, "Paris") == "allied"


@pytest.mark.rule("westfront", "8.34")
def test_an_empty_hex_stays_with_its_last_owner() -> None:
    """No unit is near Lyon: who held it last holds it."""
    g = scene("s44 bare / axis holds all / Paris: 84inf3 / axis movement")
    assert status(g, "Lyon") == "axis"


@pytest.mark.rule("westfront", "8.1", "8.1/a")
def test_control_changes_at_the_next_phase_only() -> None:
    """An armored corps passes Amiens and Lille on its way to Brussels: in this phase both stay Allied."""
    g = scene(f"{LAND} / 1943-07 / Paris: OBW3* 58arm4 / axis movement")
    before = status(g, "Lille")
    give(g, "move 58arm Paris>Amiens>Lille")
    assert before == status(g, "Lille") == "allied"
    give(g, "end", "end")
    assert status(g, "Lille") == "axis"
    assert status(g, "Calais") == "axis"


def test_dispersed_units_do_not_control_anything() -> None:
    """A landed invader that has not recovered leaves the hex to its owner."""
    g = scene("s44 bare / axis holds all / Caen: US5amph3~ / axis movement")
    assert status(g, "Caen") == "axis"
