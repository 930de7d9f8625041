"""Borders, cooperation, peacetime and Vichy in the campaigns: what a scenario begins with, and what follows from it."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import cooperation, declaring, mustering, nations, objectives, surrender
from grognard.titles.eurofront.europe.state import Table, position
from grognard.titles.eurofront.peace import soviets
from grognard.titles.systems.front.state import month_number

from .europe import ALLIED, AXIS, holds, node, scene
from .peace import year39
from .play import give, refused

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


def july(dice: list[int] | None = None) -> Game:
    """July 1941: the USSR is at war, both sides have produced, and the Axis may try an event."""
    g = scene(f"1941-07 / Paris: 84inf2 / {JUNE} / production", dice, "1941")
    for t in {id(t): t for t in (g.table, *(g.table_for(seat) for seat in (0, 1)))}.values():
        t.p.hostile[:3] = soviets.AT_WAR
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


# The Balkans and the Mid East


@pytest.mark.rule("eurofront", "17.4")
def test_who_cooperates_is_pacified() -> None:
    """In 1941 Hungary cooperates, and the Balkans are pacified, unless a hex of Greece is lost. In the campaign of 1939
    a neutral Hungary is in the way until RX makes it cooperate."""
    pacified = objectives.balkans_pacified
    assert pacified(grognard.new("eurofront", "1941", seed=1).table)
    assert not pacified(scene(f"1941-06 / allied holds Athens / {JUNE} / axis command", None, "1941").table)
    t = year39("1941-05 / London: AF1 / Berlin: OKW3 / axis command").table
    for nation in objectives.BALKANS:
        if nation != "Hungary":
            t.p.neutral &= ~lands(t, nation)
            t.p.held[AXIS] |= lands(t, nation)
    assert not pacified(t)
    t.p.politics["RX"] = t.p.month
    assert pacified(t)


@pytest.mark.rule("eurofront", "DE.ME")
def test_syria_may_rise_in_1941() -> None:
    """With Tripoli and Benghazi two is enough for Syria, and three too much; Iraq has risen before."""
    for die, risen in ((2, True), (3, False)):
        g = july(dice=[die])
        assert refused(g, "attempt ME:Iraq", "axis") == "16.6"
        give(g, "attempt ME:Syria")
        assert (nations.belligerent_side(g.table, "Syria") == AXIS) == risen == holds(g, AXIS, "Damascus")


@pytest.mark.rule("eurofront", "16.41/b", "16.41/c")
def test_after_the_uprising_in_iraq_the_mandates_are_fair_game() -> None:
    """In 1941 an Allied war on Syria is no betrayal, nor one on Persia; one on Turkey is."""
    start = f"1941-06 / Amman: Br10inf3 / {JUNE} / allied command"
    for nation, betrayed in (("Syria", False), ("Turkey", True)):
        g = scene(start, [6] * 9, "1941")
        assert declaring.betrays(g.table, ALLIED, nation) == betrayed
        declaring.betray(g.table, ALLIED, nation)
        assert ("ALLIES betrayal" in g.table.p.politics) == betrayed
    assert not declaring.betrays(g.table, ALLIED, "Persia")
    g = give(scene(start, [6] * 9, "1941"), "declare Syria")
    assert nations.belligerent_side(g.table, "Syria") == AXIS and "ALLIES betrayal" not in g.table.p.politics


# What neutrals build in peace


@pytest.mark.rule("eurofront", "16.32/a")
def test_complying_sweden_builds_on_three_points() -> None:
    """In August 1944 Sweden has a quarter of 59 months of three points; without Denmark's submission of four."""
    t = scene("1944-08 / Berlin: 87inf3 / London: Br5inf2 / axis movement").table
    assert mustering.peacetime(t, "Sweden") == 59 * 3 // 4
    del t.p.politics["DS"]
    assert mustering.peacetime(t, "Sweden") == 59


@pytest.mark.rule("eurofront", "16.32/a", "DE.HX")
def test_hungary_has_built_until_it_cooperated() -> None:
    """Hungary joins in July 1941 with what it built in the thirteen months before the Vienna Award of October 1940."""
    g = give(july(), "attempt HX")
    assert position(g.table).peacetime == 13


# Vichy and French North Africa in the campaigns


FALLEN = (
    "Paris: 1inf3 / axis holds Paris Lille / Tours: Fr2inf3 / Tunis: FrTunstat1 / "
    "Berlin: 2inf3 / London: AF2 / Moscow: Stavka3"
)


@pytest.mark.rule("eurofront", "20.482")
def test_axis_trains_run_through_vichy_after_the_armistice() -> None:
    """In the campaigns of 1939 and 1940 Lyon and Tunis are closed before the armistice; after it Axis trains run
    through both, Allied ones through neither, and Vichy cooperates."""
    for year in ("1939", "1940"):
        g = scene(f"1940-06 / {FALLEN} / allied politics", [1], year)
        t, both = g.table, [node(g, name) for name in ("Lyon", "Tunis")]
        assert not any(t.title.transit(t, AXIS) >> place & 1 for place in both)
        give(g, "offer", "axis: reply accept")
        t = g.table
        assert all(t.title.transit(t, AXIS) >> place & 1 for place in both)
        assert not any(t.title.transit(t, ALLIED) >> place & 1 for place in both)
        assert "Vichy" in cooperation.partners(t, AXIS)


@pytest.mark.rule("eurofront", "20.482")
def test_the_colonies_let_axis_trains_through_in_1941() -> None:
    """In 1941 the railways of Tunisia and Algeria are open to the Axis like those of Lyon."""
    t = grognard.new("eurofront", "1941", seed=1).table
    assert all(t.title.transit(t, AXIS) >> t.title.find_node(t, name) & 1 for name in ("Lyon", "Tunis", "Algiers"))


@pytest.mark.rule("eurofront", "20.4")
def test_a_colony_follows_its_capital_in_the_campaigns() -> None:
    """Who takes Algiers has all Algeria, but where an enemy stands; Morocco stays as it is."""
    africa = "Algiers: 2inf3 / axis holds Algiers / Oran: FrOrnstat1 / Casablanca: FrMorstat1"
    for year in ("1939", "1940"):
        text = f"1940-06 / {africa} / Paris: GQG2 / Berlin: 1inf3 / London: AF2 / Moscow: Stavka3 / axis politics"
        g = scene(text, None, year)
        assert holds(g, AXIS, "Constantine") and holds(g, ALLIED, "Oran") and holds(g, ALLIED, "Casablanca")
