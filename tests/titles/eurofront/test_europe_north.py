"""The North in 1943 and 1944: newcomers acclimatize, aliens are maintained, battles in areas make building dear."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import arctic, costs, purses

from .europe import ALLIED, AXIS, SOVIET, node, on_map, piece, scene
from .play import cv, give


@pytest.mark.rule("eurofront", "21.441")
def test_what_the_north_takes() -> None:
    """An alien of the Axis or the Allies loses two steps, a veteran or an expedition one, Soviets one and none."""
    g = scene("1944-07 / Berlin: 1inf3 33inf3 / London: US19mech3 Cdn1mech3 / Moscow: Sv1Ginf3 Sv14inf2 / axis command")
    names = ("1inf", "33inf", "US19mech", "Cdn1mech", "Sv1Ginf", "Sv14inf")
    assert [arctic.steps_lost(g.table, piece(g, name)) for name in names] == [2, 1, 2, 1, 1, 0]


@pytest.mark.rule("eurofront", "21.441")
def test_a_train_to_the_north() -> None:
    """By rail from Leningrad to Petrozavodsk a Soviet alien of three has two steps left, a veteran all of his."""
    text = "1944-07 / Leningrad: Sv1Ginf3 Sv14inf2 / Moscow: Stavka3* / Berlin: 1inf3 / soviet movement"
    g = scene(text)
    g.table.p.moves_left[piece(g, "Stavka")] = 3
    g.table.p.supreme[SOVIET] = 3
    give(g, "rail Sv1Ginf Petrozavodsk", "rail Sv14inf Petrozavodsk")
    assert (cv(g, "Sv1Ginf"), cv(g, "Sv14inf")) == (2, 2)


@pytest.mark.rule("eurofront", "21.441")
def test_whoever_lands_in_the_north_pays_before_he_recovers() -> None:
    """A Canadian corps ashore at Narvik loses a step in its Supply phase, an American one of two steps is lost."""
    g = landed("Cdn1mech3")
    assert cv(g, "Cdn1mech") == 2
    assert not on_map(landed("US19mech1"), "US19mech")


def landed(block: str) -> Game:
    """A block that came ashore at Narvik in this turn, after its Supply phase."""
    g = scene(f"1944-07 / allied holds Narvik / Narvik: {block}~ / London: SHAEF3 / Berlin: 1inf3 / allied combat")
    while g.table.p.active == ALLIED and "politics" not in {f.step for f in g.table.agenda} and g.decisions():
        give(g, "end")
    return g


@pytest.mark.rule("eurofront", "21.461", "21.414")
def test_aliens_in_the_arctic_cost_points() -> None:
    """Two German aliens in Narvik cost ten points of the West, a Soviet one in Murmansk five; veterans cost nothing."""
    army = "Narvik: 1inf3 2inf3 33inf2 / Murmansk: Sv1Ginf3 Sv14inf2 / London: SHAEF3"
    t = scene(f"1944-07 / {army} / axis command").table
    assert (arctic.maintenance(t, AXIS), arctic.maintenance(t, SOVIET)) == (10, 5)
    g = scene(f"1944-07 / {army} / production")
    west = purses.level(g.table, purses.WEST)
    assert g.table_for(g.seat_index("axis")).p.points0 == west - 10


@pytest.mark.rule("eurofront", "18.62")
def test_a_battle_in_an_area_makes_steps_dear() -> None:
    """In embattled Murmansk a Soviet step costs twice what it costs in quiet."""
    prices = []
    for enemy in ("Narvik", "Murmansk"):
        g = scene(f"1944-07 / Murmansk: Sv14inf1 / {enemy}: 36mtn2 / soviet defends Murmansk / axis command")
        soldier = piece(g, "Sv14inf")
        prices.append(costs.price(g.table, soldier, node(g, "Murmansk"), costs.STEP))
    assert prices[1] == 2 * prices[0]
