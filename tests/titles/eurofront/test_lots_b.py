"""Borders, cooperation, peacetime and Vichy in the campaigns: what a scenario begins with, and what follows from it."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import cooperation, nations, surrender
from grognard.titles.eurofront.europe.state import Table
from grognard.titles.eurofront.peace import soviets
from grognard.titles.systems.front.state import month_number

from .europe import AXIS, holds, node, scene
from .play import give

TRANSYLVANIA = ("Cluj", "Cluj NW1", "Cluj E1", "Cernauti SW1")
JUNE = "Brest-Litovsk: SvWst3 Sv4inf3 / Warsaw: OKH3 AGCen3 24arm4 / Moscow: Stavka3 / London: Br5inf2"


# The borders of 1941


def lands(t: Table, name: str) -> int:
    """The land of a region."""
    return int(t.world.board.region[name]) & int(t.world.land)


def test_the_borders_that_the_later_campaigns_begin_with() -> None:
    """From 1941 on Transylvania is Hungary's, and Bessarabia is Rumania's no more; in 1940 both are Rumania's."""
    for year, ceded in (("1940", False), ("1941", True), ("1942", True), ("1943", True), ("1944", True)):
        t = grognard.new("eurofront", year, seed=1).table
        rumania, hungary = nations.territory(t, "Rumania"), nations.territory(t, "Hungary")
        assert (hungary & lands(t, "Transylvania") == lands(t, "Transylvania")) == ceded, year
        assert (not rumania & (lands(t, "Transylvania") | lands(t, "Bessarabia"))) == ceded, year


def july(text: str = "Paris: 84inf2", dice: list[int] | None = None) -> Game:
    """July 1941: the USSR is at war, both sides have produced, and the Axis may try an event."""
    g = scene(f"1941-07 / {text} / {JUNE} / production", dice, "1941")
    for t in {id(t): t for t in (g.table, *(g.table_for(seat) for seat in (0, 1)))}.values():
        t.p.hostile = list(soviets.AT_WAR)
        t.p.politics["SG"] = month_number("1941-06")
    return give(g, "axis: commit", "allied: commit", "allied: end")


@pytest.mark.rule("eurofront", "DE.HX")
def test_transylvania_follows_hungary() -> None:
    """While Hungary cooperates Axis trains run through Cluj; when it joins, Cluj is the Axis's with Budapest."""
    g = july()
    assert all(cooperation.transit(g.table, AXIS) >> node(g, name) & 1 for name in TRANSYLVANIA)
    assert not holds(g, AXIS, "Cluj")
    give(g, "attempt HX")
    assert all(holds(g, AXIS, name) for name in (*TRANSYLVANIA, "Budapest"))


@pytest.mark.rule("eurofront", "16.82")
def test_hungary_does_not_grow_weary_for_transylvania() -> None:
    """Soviets in Cluj weigh on neither Hungary nor Rumania: the smaller borders count. In Budapest they do."""
    for place, lost in (("Cluj", 0), ("Budapest", 1)):
        t = scene(f"1944-08 / soviet holds {place} / Berlin: 87inf3 / London: Br5inf2 / axis movement").table
        assert (surrender.hexes_lost(t, "Hungary"), surrender.hexes_lost(t, "Rumania")) == (lost, 0)
