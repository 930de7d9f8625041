"""The campaign of 1939: set-up, the neutral USSR, Poland and its partition, the Phony War."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import (
    ambivalence,
    costs,
    initiative,
    mustering,
    national,
    nations,
    objectives,
    purses,
    surprise,
)
from grognard.titles.eurofront.europe.conditions import PHONY_WAR_OVER, Facts
from grognard.titles.eurofront.peace import pact, partition, soviets
from grognard.titles.systems.front import command, supply
from grognard.titles.systems.front.state import SNOW

from .europe import ALLIED, AXIS, SOVIET, holds, node, on_map, piece
from .peace import axis_tries, in_diplomacy, land, year39
from .play import give, refused


@pytest.fixture(scope="module")
def opening() -> Game:
    return grognard.new("eurofront", "1939", seed=1)


# Set-up


def test_all_stand_where_they_are_supplied(opening: Game) -> None:
    """115 blocks, each on the land of its power; two corps in eastern Slovakia live on the line from Ostrava."""
    t = opening.table
    assert sum(at < t.world.spans for at in t.p.at) == 115
    hungry = [t.world.units[i].name for power in range(3) for i in supply.unsupplied(t, power)]
    assert hungry == []
    for i, at in enumerate(t.p.at):
        if at < t.world.spans:
            assert t.p.held[t.p.power[i]] >> at & 1, t.world.units[i].name


def test_the_printed_levels(opening: Game) -> None:
    """Axis 38, Allies 24 with Iraq's oil, Soviets a third of 55, Poland 4: as the chart has it."""
    t = opening.table
    levels = [purses.level(t, n) for n in (purses.WEST, purses.EAST, purses.ALLIES, purses.SOVIETS, purses.POLES)]
    assert levels == [38, 0, 24, 18, 4]


@pytest.mark.rule("eurofront", "20.54/a")
def test_the_purge(opening: Game) -> None:
    """A Soviet HQ costs 20 a step and 40 as a cadre, 15 and 30 with reforms begun, 10 and 20 with them completed."""
    stavka = piece(opening, "Stavka")
    for past, price in (("Moscow: Stavka2", (20, 40)), ("since S1", (15, 30)), ("since S1 / since S2", (10, 20))):
        t = year39(f"{past} / axis command").table
        assert costs.chart(t)[stavka][0] == price
    infantry = piece(opening, "Sv3inf")
    before, after = (costs.chart(year39(f"{past} / axis command").table)[infantry][0] for past in ("mud", "since SG"))
    assert before[0] > after[0]


def test_danzig_has_no_power_at_sea() -> None:
    """While the free city is no one's the Baltic is, too, and ore comes by sea until Norway is Allied."""
    t = year39("1939-10 / Berlin: OKW3 / London: AF1 / axis command").table
    assert objectives.ore_lost(t) == 0
    mustering.join(t, "Norway", ALLIED, mustering.BY_EVENT)
    assert objectives.ore_lost(t) == 5


# Surprise and supply of Poland


@pytest.mark.rule("eurofront", "20.16/a", "1939.3")
def test_poland_is_surprised_in_the_first_fortnight(opening: Game) -> None:
    """The Polish HQ is disrupted in September I and not later."""
    t = opening.table
    assert surprise.surprised(t) == ("Poland",) and t.title.disruption(t, piece(opening, "PlHQ")) == 1
    assert (
        surprise.repulses(t, node(opening, "Warsaw"), 3) == 0 and surprise.repulses(t, node(opening, "Paris"), 3) == 3
    )
    later = year39("1939-10 / Warsaw: PlHQ2 / axis command").table
    assert not surprise.surprised(later) and later.title.disruption(later, piece(opening, "PlHQ")) == 0
    assert command.effective(t, piece(opening, "PlHQ")) < command.effective(later, piece(opening, "PlHQ"))


@pytest.mark.rule("eurofront", "1939.2")
def test_poland_lives_on_its_own() -> None:
    """Warsaw reaches London by neutral Russia and Murmansk, but builds with its own four points only."""
    g = year39("1939-10 / Warsaw: PlHQ1 / Brest-Litovsk: PlPozinf3 / London: AF1 / axis command")
    assert national.fed(g.table, ALLIED) >> piece(g, "PlPozinf") & 1
    t = g.table
    assert purses.payer(t, piece(g, "PlPozinf"), t.p.at[piece(g, "PlPozinf")]) == purses.POLES
    t.p.hostile[:3] = soviets.AT_WAR
    assert purses.payer(t, piece(g, "PlPozinf"), t.p.at[piece(g, "PlPozinf")]) == purses.ALLIES
    assert purses.POLES not in purses.in_use(t)


def test_poland_falls_as_a_minor() -> None:
    """With Warsaw lost Poland is defeated, its army gone for good; a later Politics gives its land to the Axis."""
    g = year39("1939-10 / axis holds Warsaw / Warsaw: 1inf3 / Lublin: PlPozinf3 / London: AF1 / axis politics")
    assert nations.defeated("Poland") in g.table.p.politics and not on_map(g, "PlPozinf")


# The neutral USSR


@pytest.mark.rule("eurofront", "20.51")
def test_the_neutral_soviets_keep_to_themselves() -> None:
    """Neither enters the other's land; no war is declared by Soviets; cavalry is not built in peace."""
    g = year39("1939-09 / Konigsberg: 1inf3 / Minsk: Sv3inf2 / Moscow: Stavka3* / soviet movement")
    t = g.table
    shut = pact.forbidden(t, SOVIET)
    assert shut >> node(g, "Warsaw") & 1 and shut >> node(g, "Brest-Litovsk") & 1 and not shut >> node(g, "Minsk") & 1
    assert pact.forbidden(t, AXIS) >> node(g, "Minsk") & 1 and pact.forbidden(t, AXIS) >> node(g, "Riga") & 1
    g = year39("1939-12 / Leninakan: Sv46mtn1 / Berlin: OKW3 / soviet command")
    assert refused(g, "declare Turkey", "allied") == "20.51"
    g = year39("1939-10 / Minsk: Sv6cav1 Sv3inf2 / Moscow: Stavka3 / London: AF1 / Berlin: OKW3 / production")
    assert refused(g, "step Sv6cav", "allied") == "20.51" and refused(g, "step Sv3inf", "allied") == ""


@pytest.mark.rule("eurofront", "20.51/a")
def test_the_first_fortnight_in_the_ussr() -> None:
    """In September I the Soviets stay at home; then East Poland and the Baltic States are open, West Poland not."""
    first = year39("1939-09 / Minsk: Sv3inf2 / soviet movement")
    later = year39("1939-10 / Minsk: Sv3inf2 / soviet movement")
    for name in ("Brest-Litovsk", "Riga"):
        assert pact.forbidden(first.table, SOVIET) >> node(first, name) & 1
        assert not pact.forbidden(later.table, SOVIET) >> node(later, name) & 1
    assert pact.forbidden(later.table, SOVIET) >> node(later, "Warsaw") & 1


def test_zones_do_not_reach_over_the_peaceful_border() -> None:
    """A German next to the border takes no Soviet hex by his zone, nor a Soviet a Polish one."""
    g = year39("1939-10 / Suwalki: 1inf3 / Minsk: Sv3inf2 / Warsaw: PlHQ2 / axis politics")
    before = year39("1939-10 / Warsaw: PlHQ2 / axis command").table.p.held[SOVIET]
    assert g.table.p.held[SOVIET] & before == before and not g.table.p.held[SOVIET] & ~before


def test_snow_does_not_matter_in_peace() -> None:
    """While the East is at peace the Axis moves first in Snow too."""
    t = year39("1939-12 / snow / axis command").table
    assert t.p.weather_east == SNOW and initiative.order(t) == (AXIS, ALLIED, SOVIET)


# Partition


@pytest.mark.rule("eurofront", "DE.PP")
def test_the_partition() -> None:
    """In October the USSR annexes East Poland and the Baltic States, but for a hex where a Pole still stands."""
    g = give(in_diplomacy("Brest-Litovsk: PlPozinf3"), "allied: attempt PP")
    assert holds(g, SOVIET, "Riga") and holds(g, SOVIET, "Bialystok") and not holds(g, SOVIET, "Brest-Litovsk")
    assert not holds(g, SOVIET, "Warsaw") and pact.at_peace(g.table)


@pytest.mark.rule("eurofront", "20.14")
def test_the_axis_must_leave_east_poland() -> None:
    """At the end of the month of partition a German in Brest means war with the USSR; one in Warsaw does not."""
    for where, war in (("Brest-Litovsk", True), ("Warsaw", False)):
        g = year39(f"1939-10 / since PP / {where}: 1inf3 / Moscow: Stavka3 / London: AF1 / axis command")
        partition.leave_east_poland(g.table)
        assert pact.at_peace(g.table) != war
        assert ("SG" in g.table.p.politics) == war and on_map(g, "Sv33inf") == war
    g = year39(
        "1940-10 / since PP / axis holds Petsamo / Petsamo: 1inf3 / Moscow: Stavka3 / London: AF1 / axis command"
    )
    assert pact.SPHERE == ("Turkey", "Persia", "Finland")
    g.table.title.breaks_with(g.table, "Finland")
    assert not pact.at_peace(g.table)


@pytest.mark.rule("eurofront", "DE.CL")
def test_the_march_to_the_curzon_line() -> None:
    """Soviet trains take units to the line and nowhere else, six of them at most."""
    g = in_diplomacy("since PP / Minsk: Sv3inf2 ")
    g.table.p.held = [h & ~land(g, "East Poland") for h in g.table.p.held]
    g.table.p.held[SOVIET] |= land(g, "East Poland")
    give(g, "allied: attempt CL")
    assert refused(g, "march Sv3inf Smolensk", "allied") == "DE.CL"
    give(g, "allied: march Sv3inf Brest-Litovsk")
    assert g.table.p.at[piece(g, "Sv3inf")] == node(g, "Brest-Litovsk") and g.table.p.rail_moves == 5


@pytest.mark.rule("eurofront", "16.42", "16.42/a")
def test_border_disputes() -> None:
    """A border hex that the Soviets leave empty may be taken a month after the partition, not in it."""
    for month, open_ in (("1939-10", False), ("1939-11", True)):
        g = year39("1939-10 / since PP / Warsaw: 1inf3 / axis command")
        t = g.table
        pact.annex_to_ussr(t, "East Poland", "Baltic States")
        t.p.held[AXIS] |= land(g, "West Poland")
        t.p.held[ALLIED] &= ~land(g, "West Poland")
        t.p.month += month == "1939-11"
        brest = node(g, "Brest-Litovsk")
        assert bool(pact.contested(t, AXIS) >> brest & 1) == open_
        assert bool(pact.forbidden(t, AXIS) >> brest & 1) != open_
        assert not pact.contested(t, AXIS) >> node(g, "Minsk") & 1


# The Phony War


@pytest.mark.rule("eurofront", "DE.PW")
def test_the_peace_offer() -> None:
    """After Poland's defeat Germany annexes Danzig and West Poland, and the partition takes place."""
    g = give(axis_tries("since Poland defeated"), "axis: attempt PW")
    assert holds(g, AXIS, "Danzig") and holds(g, AXIS, "Warsaw") and holds(g, SOVIET, "Riga")
    assert "PP" in g.table.p.politics and Facts(g.table).phony_war()


@pytest.mark.rule("eurofront", "16.4/a")
def test_no_allied_war_in_the_phony_war() -> None:
    """The Allies declare no war before December 1939 nor in the Phony War; after it they may, if France wavers."""
    border = "Lille: Br3inf2 / London: AF1 / Berlin: OKW3"
    for month, past, label in (
        ("1939-11", "", "16.4"), ("1939-12", "", ""), ("1939-12", "/ since PW", "16.4"),
        ("1940-05", f"/ since PW / since {PHONY_WAR_OVER}", ""),
    ):  # fmt: skip
        g = year39(f"{month} {past} / since France demoralized / {border} / allied command")
        assert refused(g, "declare Belgium", "allied") == label


@pytest.mark.rule("eurofront", "20.43/a")
def test_the_phony_war_ends_in_the_west() -> None:
    """A German in Holland ends it; one at the border does not."""
    for where, over in (("Amsterdam", True), ("Trier", False)):
        g = year39(f"1940-05 / since PW / axis holds {where} / {where}: 1inf3 / London: AF1 / axis politics")
        assert (PHONY_WAR_OVER in g.table.p.politics) == over


def test_one_french_step_a_month() -> None:
    """In the Phony War France builds one step, then no more; the British go on."""
    g = year39(
        "1940-02 / since PW / Paris: GQG1 / Lille: Fr2inf1 / London: AF1 / Berlin: OKW3 / Moscow: Stavka3 / production"
    )
    give(g, "allied: step Fr2inf")
    assert refused(g, "step GQG", "allied") == "20.43" and refused(g, "step AF", "allied") == ""


@pytest.mark.rule("eurofront", "DE.NP", "7.7/a")
def test_norway_resists_the_allies_with_half_a_heart() -> None:
    """Prepared by event, an assault is repulsed by a one alone, and a two of the attackers makes Norwegians give up."""
    past = "since PP / since WW / since FR / since Norway joins axis / axis holds Bergen / Bergen: AxNo1stat1"
    g = in_diplomacy(past, month="1940-03")
    t = g.table
    t.p.active = ALLIED
    bergen, british = node(g, "Bergen"), piece(g, "Br3inf")
    assert ambivalence.repulses(t, bergen, 3) == 3
    give(g, "allied: attempt NP")
    t = g.table
    t.p.active = ALLIED
    assert ambivalence.repulses(t, bergen, 3) == 1
    ambivalence.capitulate(t, british, bergen, (3,))
    assert on_map(g, "AxNo1stat")
    ambivalence.capitulate(t, british, bergen, (2,))
    assert not on_map(g, "AxNo1stat")


# 1940


def test_the_printed_levels_of_1940() -> None:
    """Axis 45 and Soviets 18; the Allies have 34 with the five points more of June."""
    t = grognard.new("eurofront", "1940", seed=1).table
    levels = [purses.level(t, n) for n in (purses.WEST, purses.EAST, purses.ALLIES, purses.SOVIETS)]
    assert levels == [45, 0, 29, 18] and sum(at < t.world.spans for at in t.p.at) == 132
    assert pact.at_peace(t) and Facts(t).phony_war() and Facts(t).finnish_armistice() == "accepted"
    t.p.month += 1
    assert purses.level(t, purses.ALLIES) == 34


def test_the_axis_may_strike_at_russia_in_any_year() -> None:
    """In 1940 war on the USSR is declared from its border: the Reserve Armies come, the Great Patriotic War begins."""
    border = "axis holds Warsaw / soviet holds Brest-Litovsk / Warsaw: 1inf3 / Moscow: Stavka3 / London: AF1"
    g = year39(f"1940-07 / since PP / {border} / axis command")
    give(g, "declare USSR")
    assert not pact.at_peace(g.table) and "SG" in g.table.p.politics and on_map(g, "Sv33inf")
