"""1943: the set-up, Italy's end, what is due, grounded paras, and victory by Berlin or by production."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import costs, nations, production, purses, reckoning, surrender
from grognard.titles.systems.front import arrivals, control, sea, supply
from grognard.titles.systems.front.state import BH_LATER, BH_READY, month_number

from .europe import ALLIED, AXIS, SOVIET, holds, node, on_map, piece, scene
from .play import cv, give, refused


@pytest.fixture(scope="module")
def opening() -> Game:
    return grognard.new("eurofront", "1943", seed=1)


def tide(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of 1943."""
    return scene(text, dice, "1943")


# The set-up


def test_the_printed_levels_of_1943(opening: Game) -> None:
    """The purses of July 1943 hold what the chart of starting forces prints."""
    printed = tables.scenarios()["1943"]["level"]
    wanted = [printed["axis"]["WF"], printed["axis"]["EF"], printed["Finland"], printed["allies"]["WF"]]
    assert [purses.level(opening.table, n) for n in range(5)] == [*wanted, printed["soviets"]["EF"]]


def test_all_are_supplied_and_where_they_may_be(opening: Game) -> None:
    """No block of the set-up starves but those whom a fortress feeds, and every restricted one is in its area."""
    t = opening.table
    hungry = {t.world.units[i].name for power in range(3) for i in supply.unsupplied(t, power)}
    assert hungry == {"Sv23inf"} and node(opening, "Leningrad") in supply.fortress_claims(t, SOVIET)
    for i, unit in enumerate(t.world.units):
        if unit.restricted and t.p.at[i] < t.world.spans:
            assert t.world.restricted[unit.restricted] >> t.p.at[i] & 1, unit.name


def test_volkhov_is_a_battle(opening: Game) -> None:
    """Both sides stand in Volkhov, and the Soviets defend it."""
    t, volkhov = opening.table, node(opening, "Volkhov")
    assert control.battles(t) == 1 << volkhov and control.defender_of(t.p, volkhov) == SOVIET


def test_later_sheets_follow(opening: Game) -> None:
    """A game of 1943 gets the reinforcements of 1944 too, and the beachheads that are dated."""
    t = opening.table
    due = t.title.schedule(t)
    assert due[piece(opening, "6AG")] == (month_number("1944-06"), 0)
    assert due[piece(opening, "US8arm")] == (month_number("1944-01"), 3)
    stages = t.p.beachheads
    assert (stages["US5BH"], stages["US7BH"], stages["US2BH"]) == (BH_LATER, BH_LATER, BH_READY)


def test_the_army_of_africa_can_be_rebuilt() -> None:
    """The Africa Corps is eliminated, not gone: its cadre can be bought in Berlin."""
    g = tide("1943-08 / axis_lost: DAKarm0 / Paris: 84inf3 / London: US19mech3 / production")
    assert refused(g, "cadre DAKarm Berlin", "axis") == ""


# Italy


NAPLES = "1943-09 / allied holds Naples Palermo / Rome: It3mech2 / Milan: It2inf2 / Naples: US19mech3"


@pytest.mark.rule("eurofront", "16.81")
def test_italy_counts_its_ports() -> None:
    """Naples, a major port, weighs two, Palermo one, an army cut off in Sardinia one: a three is below four."""
    for face, gone in ((3, True), (4, False)):
        g = tide(f"{NAPLES} / Cagliari: It5inf2 / allied holds Cagliari_NW1 / allied politics", [face])
        assert surrender.war_weariness(g.table, "Italy") == 4
        give(g, "demand Italy")
        assert nations.fights(g.table, "Italy") != gone


@pytest.mark.rule("eurofront", "16.8", "16.84/b")
def test_italy_surrenders_and_friuli_comes_over() -> None:
    """A die of one ends Italy's war: its armies are gone, one that no German watches fights on for the Allies."""
    g = give(tide(f"{NAPLES} / allied politics", [1]), "demand Italy")
    assert nations.defeated("Italy") in g.table.p.politics
    assert not on_map(g, "It3mech") and (on_map(g, "Friuli"), cv(g, "Friuli")) == (True, 1)
    assert g.table.p.power[piece(g, "Friuli")] == ALLIED


@pytest.mark.rule("eurofront", "16.84")
def test_what_a_surrender_changes() -> None:
    """Rome stays Axis, the army is gone; with Germans beside all of it no one comes over, and Friuli waits for Rome."""
    watched = NAPLES.replace("Rome: It3mech2", "Rome: It3mech2 1para2").replace(
        "Milan: It2inf2", "Milan: It2inf2 87inf2"
    )
    g = give(tide(f"{watched} / allied politics", [1]), "demand Italy")
    assert holds(g, AXIS, "Rome") and not on_map(g, "It3mech") and not on_map(g, "Friuli")
    t = g.table
    assert t.p.at[piece(g, "Friuli")] == t.world.lost(ALLIED) and on_map(g, "1para")
    g = tide("1943-12 / since Italy defeated / allied holds Rome / allied_lost: Friuli0 / Berlin: 1inf3 / production")
    assert refused(g, "cadre Friuli Rome", "allied") == ""
    assert refused(g, "cadre Friuli Naples", "allied") != ""


@pytest.mark.rule("eurofront", "16.91")
def test_a_beaten_army_does_not_come_back() -> None:
    """When Italy has given up none of its armies is on the map, and none can be rebuilt."""
    g = give(tide(f"{NAPLES} / allied politics", [1]), "demand Italy")
    assert not any(on_map(g, name) for name in ("It3mech", "It2inf"))
    g = tide("1943-09 / since Italy defeated / axis_lost: It2inf0 / Berlin: 1inf3 / London: SHAEF3 / production")
    assert refused(g, "cadre It2inf Milan", "axis") != ""


@pytest.mark.rule("eurofront", "20.25")
def test_without_a_port_italy_fights_on() -> None:
    """Foggia alone, which is no port, is not enough to demand a surrender; Naples is."""
    inland = "Foggia"
    g = tide(f"1943-09 / allied holds {inland} / Rome: It3mech2 / Tunis: US19mech3 / allied politics")
    assert node(g, inland) not in g.table.world.ports and holds(g, ALLIED, inland)
    assert refused(g, "demand Italy", "allied") != ""
    assert refused(tide(f"{NAPLES} / allied politics"), "demand Italy", "allied") == ""


@pytest.mark.rule("eurofront", "16.71/c")
def test_what_demoralizes_italy() -> None:
    """All Libya Allied makes Italy waver; with a hex of it, Sicily, Sardinia and the cities held it does not."""
    t = tide("1943-09 / Rome: It3mech2 / Berlin: 1inf3 / allied politics").table
    del t.p.politics["Italy demoralized"]
    t.p.held[ALLIED] &= ~(1 << t.world.board.node("Tripoli"))
    nations.demoralize_italy(t)
    assert "Italy demoralized" not in t.p.politics
    t.p.held[ALLIED] |= 1 << t.world.board.node("Tripoli")
    nations.demoralize_italy(t)
    assert "Italy demoralized" in t.p.politics


@pytest.mark.rule("eurofront", "20.26")
def test_the_seas_of_beaten_italy() -> None:
    """While Italy fights the Ligurian Sea is the Axis' with Genoa; once it is defeated the Allies'."""
    for past, owner in (("", AXIS), ("since Italy defeated / ", ALLIED)):
        t = tide(f"1943-09 / {past}Berlin: 1inf3 / axis command").table
        assert sea.owners(t)[sea.chart(t.world).number("Ligurian Sea")] == owner


@pytest.mark.rule("eurofront", "16.9/a")
def test_a_major_power_falls_with_army_and_capital() -> None:
    """Rome lost, Italy fights on while an army stands; without one it is defeated."""
    lost = "1943-10 / allied holds Rome / Rome: US19mech3 / Berlin: 1inf3"
    assert nations.fights(give(tide(f"{lost} / Milan: It2inf2 / allied politics"), "end").table, "Italy")
    assert not nations.fights(give(tide(f"{lost} / allied politics"), "end").table, "Italy")
    assert nations.fights(tide("1943-10 / Berlin: 1inf3 / allied politics").table, "Italy")


def test_italians_keep_to_greater_italy() -> None:
    """An Italian army goes to Nice and Greece, not to Lyon."""
    g = tide("1943-07 / Turin: It2inf2 / Berlin: 1inf3 / axis command")
    bound = g.table.world.restricted[g.table.world.units[piece(g, "It2inf")].restricted]
    assert bound >> node(g, "Athens") & 1 and bound >> node(g, "Nice") & 1 and not bound >> node(g, "Lyon") & 1


def test_italians_arrive_in_their_major_cities(opening: Game) -> None:
    """Milan takes an Italian cadre, Palermo none."""
    places = arrivals.open_sites(opening.table, piece(opening, "It2inf")).nodes
    assert places >> node(opening, "Milan") & 1 and not places >> node(opening, "Palermo") & 1


# Allocation


@pytest.mark.rule("eurofront", "21.23", "21.23/b")
def test_the_allocation_rises_to_forty_and_by_ten_in_june() -> None:
    """From twenty it rises by twenty in August, not by thirty; from sixty by ten in June only."""
    g = tide("1943-08 / Paris: 84inf3 / London: SHAEF3 / production")
    g.table.p.allocated_east = 60
    assert refused(g, "allocate 10", "axis") == "21.23"
    for month, begun, allowed in (("1943-08", 20, ("20",)), ("1944-06", 60, ("10",))):
        g = tide(f"{month} / Paris: 84inf3 / London: SHAEF3 / axis command")
        g.table.p.allocated_east = begun
        g.table.p.points0 = 50
        assert [str(10 * (n + 1)) for n in range(10) if production.may_rise(g.table, 0, ()) >> n & 1][-1:] == [*allowed]


def test_points_go_east() -> None:
    """Ten points leave the purse of the West for that of the East, once in June 1944."""
    g = tide("1944-06 / Paris: 84inf3 / London: SHAEF3 / production")
    axis = g.seat_index("axis")
    west, east = (getattr(g.table_for(axis).p, name) for name in ("points0", "east_points"))
    give(g, "axis: allocate 10")
    p = g.table_for(axis).p
    assert (p.points0, p.east_points, p.allocated_east) == (west - 10, east + 10, 70)
    assert refused(g, "allocate 10", "axis") == "21.23"


# Paras


@pytest.mark.rule("eurofront", "14.6", "13.32/a")
def test_paras_are_grounded_by_choice_or_by_the_air() -> None:
    """A para step costs twelve; grounded six; under Air Supremacy Germans are grounded without asking."""
    for month, order, cost in (("1943-08", "", 12), ("1943-08", "axis: ground axis", 6), ("1944-07", "", 6)):
        g = tide(f"{month} / Munich: 1para1 / London: US19mech3 / production")
        if order:
            give(g, order)
            assert refused(g, "ground axis", "axis") != ""
            give(g, "axis: commit", "allied: commit")
        para = piece(g, "1para")
        assert costs.price(g.table, para, g.table.p.at[para], costs.STEP) == cost


# Victory


@pytest.mark.rule("eurofront", "19.31", "19.32", "19.33", "19.1")
def test_what_berlin_is_worth() -> None:
    """Berlin ends the war at once: decisive to May 1944, major to November, minor to May 1945."""
    for month, level in (("1944-05", "decisive"), ("1944-06", "major"), ("1944-11", "major"), ("1944-12", "minor")):
        g = tide(f"{month} / soviet holds Berlin / Berlin: Sv1Ginf4 / Munich: 1inf3 / soviet politics")
        assert g.outcome is not None and (g.outcome.winners, g.outcome.level) == (("allied",), level)


@pytest.mark.rule("eurofront", "19.22", "19.23", "19.24", "19.34")
def test_what_production_is_worth() -> None:
    """More than theirs is major, three quarters minor, two thirds marginal; a third or less is the Allies' marginal."""
    found = [reckoning.won_by_production("end", axis, 120)[:2] for axis in (121, 120, 90, 89, 80, 79, 41, 40)]
    assert found == [
        (AXIS, "major"), (AXIS, "minor"), (AXIS, "minor"), (AXIS, "marginal"), (AXIS, "marginal"), (-1, "draw"),
        (-1, "draw"), (ALLIED, "marginal"),
    ]  # fmt: skip


@pytest.mark.rule("eurofront", "19.21")
def test_the_axis_overwhelms() -> None:
    """In a Production the Axis wins at once with twice the points of the others, not with less."""
    for held, over in (("", False), ("axis holds London Birmingham Siberia / ", True)):
        g = tide(f"1943-08 / {held}Berlin: 1inf3 / Murmansk: Sv14inf2 / production")
        axis, others = reckoning.totals(g.table)
        assert (axis >= 2 * others) == over
        assert (g.outcome is not None) == over


@pytest.mark.rule("eurofront", "19.4")
def test_a_draw() -> None:
    """Neither two thirds nor a third: the war ends in a draw."""
    t = tide("1945-05 / Berlin: 1inf3 / axis command").table
    assert reckoning.won_by_production("end", 79, 120) == (-1, "draw", "19.4")
    reckoning.count(t)
    assert t.outcome is not None
