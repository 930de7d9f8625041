"""1941: the set-up, war on the USSR with its surprise and its reserves, the first winter, Finland and Hungary."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.barbarossa import war, winter
from grognard.titles.eurofront.europe import costs, initiative, mustering, nations, purses, reckoning
from grognard.titles.eurofront.europe.conditions import betrayal
from grognard.titles.eurofront.peace import pact, partition, soviets
from grognard.titles.eurofront.war import naval
from grognard.titles.systems.front import blocks, fire, supply
from grognard.titles.systems.front.state import month_number

from .europe import AXIS, SOVIET, holds, node, on_map, piece, scene
from .play import give, refused

JUNE = "Brest-Litovsk: SvWst3 Sv4inf3 / Warsaw: OKH3 AGCen3 24arm4 / Moscow: Stavka3 / London: Br5inf2"


@pytest.fixture(scope="module")
def opening() -> Game:
    return grognard.new("eurofront", "1941", seed=1)


def dawn(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of 1941."""
    return scene(text, dice, "1941")


def invaded(text: str = "", dice: list[int] | None = None, when: str = "1941-06") -> Game:
    """The Axis has declared war on the USSR."""
    return give(dawn(f"{when} / {JUNE}{text} / axis command", dice), "declare USSR")


# The set-up


def test_the_printed_levels_of_1941(opening: Game) -> None:
    """Without war 71 points in the West and 25 in the Med, the Allies 7 and 25."""
    printed, t = tables.scenarios()["1941"]["level_without_war"]["axis"], opening.table
    assert [purses.level(t, n) for n in (purses.WEST, purses.EAST, purses.AXIS_MED)] == [
        printed["WF"], printed["EF"], printed["MF"],
    ]  # fmt: skip
    assert [purses.level(t, n) for n in (purses.ALLIES, purses.ALLIED_MED)] == [7, 25]


def test_who_stands_where_in_june_1941(opening: Game) -> None:
    """All are supplied but Malta, which is a fortress; no one rules the waves; the Axis moves first."""
    t = opening.table
    hungry = {t.world.units[i].name for power in range(3) for i in supply.unsupplied(t, power)}
    assert hungry == {"BrMalstat"} and naval.ruling(t) == -1 and initiative.order(t)[0] == AXIS
    for i, unit in enumerate(t.world.units):
        if unit.restricted and t.p.at[i] < t.world.spans:
            assert t.title.bounds(t, unit.restricted) >> t.p.at[i] & 1, unit.name


@pytest.mark.rule("eurofront", "1941.1")
def test_june_1941_has_one_fortnight(opening: Game) -> None:
    """The game begins with the second half of June."""
    assert opening.table.p.fortnight == 2


def test_the_levels_of_war() -> None:
    """After the declaration 14 points lie in the East, 57 in the West are left to allocate, the Soviets have 68."""
    g = give(grognard.new("eurofront", "1941", seed=1), "declare USSR")
    t = g.table
    assert [purses.level(t, n) for n in (purses.EAST, purses.WEST, purses.SOVIETS)] == [14, 57, 68]


# War


@pytest.mark.rule("eurofront", "20.52")
def test_who_may_attack_the_ussr() -> None:
    """The Axis declares war on the USSR when it stands on the border; the Allies never, and Soviets on no one."""
    assert refused(dawn(f"1941-06 / {JUNE} / axis command"), "declare USSR") == ""
    far = JUNE.replace("Warsaw:", "Paris:")
    assert refused(dawn(f"1941-06 / {far} / axis command"), "declare USSR") == "20.52"
    assert refused(dawn(f"1941-06 / {JUNE} / allied command"), "declare USSR") == "20.52"


@pytest.mark.rule("eurofront", "20.521")
def test_soviet_production_triples() -> None:
    """At peace the Soviets have a third of what the war gives them, and what they had saved is halved, and again by the
    Great Patriotic War (ruling E581)."""
    g = dawn(f"1941-06 / {JUNE} / axis command")
    third = purses.level(g.table, purses.SOVIETS)
    g.table.p.saved[SOVIET] = 9
    give(g, "declare USSR")
    assert purses.level(g.table, purses.SOVIETS) // 3 == third and g.table.p.saved[SOVIET] == 2


@pytest.mark.rule("eurofront", "20.521/b")
def test_reserve_armies_arrive_at_once() -> None:
    """33 Army stands in Moscow, 28 Army in Smolensk, as soon as war is declared."""
    g = dawn(f"1941-06 / {JUNE} / axis command")
    assert not on_map(g, "Sv28inf")
    give(g, "declare USSR")
    at = g.table.p.at
    assert at[piece(g, "Sv28inf")] == node(g, "Smolensk") and at[piece(g, "Sv33inf")] == node(g, "Moscow")


@pytest.mark.rule("eurofront", "20.56")
def test_the_great_patriotic_war() -> None:
    """With the Axis declaration Soviet infantry costs two points a step, not four."""
    g = dawn(f"1941-06 / {JUNE} / axis command")
    corps = piece(g, "Sv4inf")
    assert costs.chart(g.table)[corps][0][costs.STEP] == 4
    give(g, "declare USSR")
    assert costs.chart(g.table)[corps][0][costs.STEP] == 2 and "SG" in g.table.p.politics


@pytest.mark.rule("eurofront", "20.54/b")
def test_the_surprise_of_june() -> None:
    """Soviet HQs are disrupted until their own player-turn is over, and Axis assaults are not repulsed."""
    g = invaded()
    t, front = g.table, piece(g, "SvWst")
    assert t.title.disruption(t, front) == 1 and t.title.repulses_up_to(t, node(g, "Brest-Litovsk"), 2) == 0
    t.p.active = SOVIET
    war.recover(t)
    assert t.title.disruption(t, front) == 0
    t.p.active = AXIS
    assert t.title.repulses_up_to(t, node(g, "Brest-Litovsk"), 2) == 2
    t.p.politics[betrayal("AXIS")] = t.p.month
    partition.surprise(t)
    assert not war.disrupts(t, front)


def test_peace_on_the_curzon_line() -> None:
    """Without war no Axis unit enters Soviet land; with it the tanks roll."""
    quiet = dawn(f"1941-06 / {JUNE.replace('AGCen3', 'AGCen3*')} / axis movement")
    assert refused(quiet, "move 24arm Brest-Litovsk") != "" and pact.at_peace(quiet.table)
    g = give(invaded(), "activate AGCen", "end")
    assert refused(g, "move 24arm Brest-Litovsk") == ""


@pytest.mark.rule("eurofront", "21.23")
def test_the_first_allocation_to_the_east() -> None:
    """In July forty points may go to the East, not fifty."""
    g = at_war(f"1941-07 / {JUNE} / production")
    assert refused(g, "allocate 40", "axis") == "" and refused(g, "allocate 50", "axis") == "21.23"


def at_war(text: str, dice: list[int] | None = None) -> Game:
    """A scene of 1941 in which the USSR is at war."""
    g = dawn(text, dice)
    for t in {id(t): t for t in (g.table, *(g.table_for(seat) for seat in (0, 1)))}.values():
        t.p.hostile[:3] = soviets.AT_WAR
        t.p.politics |= {"SG": month_number("1941-06"), winter.EAST_OPENED: month_number("1941-06")}
    return g


def test_a_neutral_ussr_counts_in_full() -> None:
    """The Axis does not win by production because the Soviets are at peace."""
    t = grognard.new("eurofront", "1941", seed=1).table
    axis, others = reckoning.totals(t)
    assert (axis, others) == (96, 100)


# The first winter


@pytest.mark.rule("eurofront", "12.45")
def test_which_winter_is_the_first() -> None:
    """A front that opens in June or February freezes at once, one that opens in March a winter later."""
    for opened, december in (("1941-06", "1941-12"), ("1942-02", "1941-12"), ("1942-03", "1942-12")):
        assert winter.first_winter(month_number(opened)) == month_number(december)


@pytest.mark.rule("eurofront", "12.45/b")
def test_the_axis_freezes() -> None:
    """In the Snow of the first winter German armor has speed 1 and attacks at SF; Finns and Soviets go on."""
    snow = "EF snow / Minsk: 24arm3 / Smolensk: Sv1Garm1 / axis holds Minsk / London: Br5inf2 / axis movement"
    g = at_war(f"1942-01 / {snow}")
    t, armor, minsk = g.table, piece(g, "24arm"), node(g, "Minsk")
    assert blocks.speed(t, armor) == 1 and fire.rating(t, armor, minsk, passive=False) == 6
    assert fire.rating(t, armor, minsk, passive=True) == 5 and blocks.speed(t, piece(g, "Sv1Garm")) == 2
    g = at_war(f"1943-01 / {snow}")
    assert blocks.speed(g.table, piece(g, "24arm")) == 2
    assert fire.rating(g.table, piece(g, "24arm"), minsk, passive=False) == 5


@pytest.mark.rule("eurofront", "12.45/a")
def test_headquarters_are_dear_in_winter() -> None:
    """A step of Army Group Center costs fifteen in Warsaw in December, ten in November and in Berlin."""
    for month, price in (("1941-11", 10), ("1941-12", 15)):
        g = at_war(f"{month} / Warsaw: AGCen2 / Berlin: OKW2 / London: Br5inf2 / axis movement")
        t, hq = g.table, piece(g, "AGCen")
        assert costs.price(t, hq, node(g, "Warsaw"), costs.STEP) == price
        assert costs.price(t, piece(g, "OKW"), node(g, "Berlin"), costs.STEP) == 10


# Finland and Hungary


def axis_tries(text: str, dice: list[int]) -> Game:
    """July 1941: both sides have produced, and the Axis may try an event."""
    g = at_war(f"1941-07 / {text} / {JUNE} / production", dice)
    return give(g, "axis: commit", "allied: commit", "allied: end")


@pytest.mark.rule("eurofront", "DE.HX")
def test_hungary_marches_along() -> None:
    """Once the USSR is at war Hungary joins the Axis without a die."""
    g = give(axis_tries("Paris: 84inf2", []), "attempt HX")
    assert nations.belligerent_side(g.table, "Hungary") == AXIS and holds(g, AXIS, "Budapest")


@pytest.mark.rule("eurofront", "DE.FL", "1941.3")
def test_finland_fights_its_own_war() -> None:
    """A five brings Finland in with an army of 64 points by July 1941."""
    g = give(axis_tries("Paris: 84inf2", [5]), "attempt FL")
    t = g.table
    assert nations.belligerent_side(t, "Finland") == AXIS
    cadres = sum(costs.chart(t)[i][0][costs.CADRE] for i in nations.army(t.world, "Finland"))
    assert mustering.peacetime(t, "Finland") + cadres == 64 and holds(g, AXIS, "Helsinki")


def test_a_declaration_of_war_tells_what_follows() -> None:
    """War on the USSR says surprise and what it wakes, war on a well-wisher of the Axis betrayal, war on Sweden who may
    follow."""
    g = grognard.new("eurofront", "1941", seed=1)

    def told(nation: str) -> str:
        return str(g.title.explains(g.table, g.seat_index("axis"), ("declare",), nation))

    assert told("USSR").startswith("surprised this fortnight") and "production trebles" in told("USSR")
    assert told("Finland").startswith("a betrayal")
    assert "Finland joins the Allies on a die of 1" in told("Sweden")


def test_the_prompt_of_production_names_the_purses_and_the_allocation() -> None:
    """In the first month of the war the Axis reads what each front has, and that the East may be given forty."""
    g = dawn(f"{JUNE} / production")
    assert "to the East Front" not in g.decisions()["axis"].prompt
    g = grognard.new("eurofront", "1941", seed=1)
    give(g, "declare USSR", "end")
    while "production" not in [f.step for f in g.table.agenda] and g.table.p.month == month_number("1941-06"):
        seat = next(iter(g.decisions()))
        g.play(seat, next(o for o in ("end", "commit", "pass", "none") if g.why_not(seat, o) is None))
    prompt = g.decisions()["axis"].prompt
    assert "West Front 57, East Front 14" in prompt and "Up to 40 may be allocated to the East Front." in prompt
