"""Chapters 16 to 19 where campaigns need them: reactions, cooperation, events, the Weser turn, the way home."""

from __future__ import annotations

import pytest

from grognard.titles.eurofront.europe import conditions, declaring, mustering, nations, purses, reckoning, standing
from grognard.titles.eurofront.europe.conditions import PHONY_WAR_OVER
from grognard.titles.eurofront.europe.mustering import BY_WAR
from grognard.titles.eurofront.europe.surprise import caught
from grognard.titles.eurofront.peace import norway, partition
from grognard.titles.eurofront.war import naval
from grognard.titles.eurofront.war import supply as war_supply
from grognard.titles.systems.front import blocks, ground, invasion

from .europe import ALLIED, AXIS, node, piece, scene
from .peace import axis_tries, in_diplomacy, year39
from .play import give, refused

FALLEN = "since France defeated"


# Alliance reactions


def followers(nation: str, side: int, dice: list[int], past: str = "mud") -> dict[str, int]:
    """Who follows a new belligerent into the war, and to which side, by these dice."""
    g = year39(f"1940-04 / {past} / axis command", dice)
    mustering.join(g.table, nation, side, BY_WAR)
    return dict(declaring.react(g.table, nation, side))


@pytest.mark.rule("eurofront", "AR/Italy", "AR/Hungary", "AR/Spain", "AR/Portugal")
def test_who_follows_in_the_south() -> None:
    """Hungary follows Italy to the Axis on a one; Italy Hungary on a two, Yugoslavia and Rumania on a one; Italy Spain
    on a two and Portugal on a one, to the Allies; Spain follows Portugal to the Axis on three, later five."""
    assert followers("Italy", AXIS, [1, 6, 6]) == {"Hungary": AXIS} and followers("Italy", AXIS, [2]) == {}
    assert followers("Hungary", AXIS, [2, 6, 6]) == {"Italy": AXIS} and followers("Hungary", AXIS, [3, 6, 6]) == {}
    assert followers("Hungary", AXIS, [6, 1, 6] + [6] * 9)["Yugoslavia"] == ALLIED
    assert followers("Spain", AXIS, [2, 6] + [6] * 9) == {"Italy": AXIS} and followers("Spain", AXIS, [3, 2]) == {}
    assert followers("Spain", AXIS, [6, 1]) == {"Portugal": ALLIED}
    assert followers("Portugal", ALLIED, [3, 6, 6]) == {"Spain": AXIS} and followers("Portugal", ALLIED, [4]) == {}
    assert followers("Portugal", ALLIED, [5, 6, 6], FALLEN) == {"Spain": AXIS}


@pytest.mark.rule("eurofront", "AR/Yugoslavia", "AR/Rumania", "AR/Bulgaria", "AR/Greece")
def test_who_follows_in_the_balkans() -> None:
    """Rumania follows Yugoslavia on three, after the fall of France on two; Hungary joins the Axis over Rumania on
    five; Italy follows Bulgaria on a one, Greece joins the Allies over it on a two before France falls; Yugoslavia
    follows Greece on two."""
    assert followers("Yugoslavia", ALLIED, [6, 6, 3] + [6] * 9) == {"Rumania": ALLIED}
    assert followers("Yugoslavia", ALLIED, [6, 6, 3] + [6] * 9, FALLEN) == {}
    assert followers("Rumania", ALLIED, [5] + [6] * 9) == {"Hungary": AXIS}
    assert followers("Rumania", ALLIED, [6] * 9) == {}
    assert followers("Bulgaria", AXIS, [1, 6] + [6] * 9) == {"Italy": AXIS}
    assert followers("Bulgaria", AXIS, [6, 2] + [6] * 9) == {"Greece": ALLIED}
    assert followers("Bulgaria", AXIS, [6, 2], FALLEN) == {}
    assert followers("Greece", ALLIED, [6, 2] + [6] * 9) == {"Yugoslavia": ALLIED}
    assert followers("Greece", ALLIED, [6, 3] + [6] * 9) == {}


@pytest.mark.rule("eurofront", "AR/Belgium", "AR/Holland", "AR/Denmark")
def test_who_follows_in_the_west() -> None:
    """Holland follows Belgium on five, Belgium Holland on any die, each on a one after the fall of France; Norway
    follows Denmark on two."""
    assert followers("Belgium", ALLIED, [5]) == {"Holland": ALLIED} and followers("Belgium", ALLIED, [6]) == {}
    assert followers("Belgium", ALLIED, [2], FALLEN) == {}
    assert followers("Holland", ALLIED, [6]) == {"Belgium": ALLIED}
    assert followers("Holland", ALLIED, [2], FALLEN) == {}
    assert followers("Denmark", ALLIED, [2] + [6] * 5) == {"Norway": ALLIED} and followers("Denmark", ALLIED, [3]) == {}


@pytest.mark.rule("eurofront", "AR/Norway", "AR/Sweden", "AR/Finland")
def test_who_follows_in_the_north() -> None:
    """Denmark follows Norway on any die, Sweden an Axis Norway after the fall of France on a one; Denmark follows
    Sweden on four, Norway on two, Finland on a one; Sweden follows Finland on a one."""
    assert followers("Norway", ALLIED, [6]) == {"Denmark": ALLIED}
    assert followers("Norway", AXIS, [6, 1] + [6] * 5, FALLEN)["Sweden"] == AXIS
    assert followers("Norway", ALLIED, [6, 1] + [6] * 5, FALLEN) == {"Denmark": ALLIED}
    assert followers("Norway", AXIS, [6, 1] + [6] * 5) == {"Denmark": AXIS}
    assert followers("Sweden", AXIS, [4, 6, 6] + [6] * 5)["Denmark"] == AXIS
    assert "Denmark" not in followers("Sweden", AXIS, [5, 6, 6] + [6] * 5)
    assert followers("Sweden", AXIS, [6, 6, 1] + [6] * 5) == {"Finland": AXIS}
    assert followers("Finland", AXIS, [1] + [6] * 5) == {"Sweden": AXIS} and followers("Finland", AXIS, [2]) == {}


# Neutrality and war


@pytest.mark.rule("eurofront", "16.1")
def test_no_one_enters_a_neutral() -> None:
    """A German corps at the border may not march to Liege while Belgium is neutral; at war with it, it may."""
    text = "Trier: 1inf3 AGA3 / axis command"
    g = give(year39(text), "activate AGA", "end")
    assert refused(g, "move 1inf Liege") == "16.1"
    assert not ground.open_to(g.table, piece(g, "1inf")) >> node(g, "Liege") & 1
    mustering.join(g.table, "Belgium", ALLIED, BY_WAR)
    assert ground.open_to(g.table, piece(g, "1inf")) >> node(g, "Liege") & 1


@pytest.mark.rule("eurofront", "16.4")
def test_war_is_declared_before_any_command_on_one_that_can_be_entered() -> None:
    """From Trier the Axis declares war on Belgium, not on Spain, and no more once an HQ is active."""
    g = year39("Trier: 1inf3 AGA3 / Berlin: OKW3 / axis command")
    assert refused(g, "declare Belgium") == "" and refused(g, "declare Spain") == "16.4"
    assert refused(give(g, "activate AGA"), "declare Belgium") == "16.4"


@pytest.mark.rule("eurofront", "16.41/a")
def test_the_axis_betrays_its_well_wishers() -> None:
    """War on Hungary or Spain is betrayal, on Belgium or Greece it is not, on Greece that cooperates it is."""
    t = year39("1940-06 / axis command").table
    betrayed = [declaring.betrays(t, AXIS, nation) for nation in ("Hungary", "Spain", "Belgium", "Greece")]
    assert betrayed == [True, True, False, False]
    t.p.politics["BP"] = t.p.month
    assert declaring.betrays(t, AXIS, "Yugoslavia")


@pytest.mark.rule("eurofront", "16.21/b")
def test_trains_of_a_friend_run_through_a_cooperator() -> None:
    """Guaranteed Rumania lets Axis trains through and no Allied ones; no Axis unit may stay there."""
    for past, open_ in (("mud", False), ("since RG", True)):
        g = year39(f"1941-04 / {past} / Berlin: 1inf3 / axis command")
        t, bucharest = g.table, node(g, "Bucharest")
        assert bool(t.title.transit(t, AXIS) >> bucharest & 1) == open_
        assert not t.title.transit(t, ALLIED) >> bucharest & 1
        assert not ground.open_to(t, piece(g, "1inf")) >> bucharest & 1


@pytest.mark.rule("eurofront", "16.21/c")
def test_a_cooperator_lets_no_enemy_line_through() -> None:
    """The Allies' lines of communication cross neutral Rumania, not one that cooperates with the Axis."""
    for past, open_ in (("mud", True), ("since RG", False)):
        t = year39(f"1941-04 / {past} / axis command").table
        bucharest = t.world.board.node("Bucharest")
        assert war_supply.communications(t, ALLIED) >> bucharest & 1
        assert bool(t.title.closed_lines(t, ALLIED) >> bucharest & 1) != open_
        assert not t.title.closed_lines(t, AXIS) >> bucharest & 1


@pytest.mark.rule("eurofront", "16.32")
def test_what_was_saved_in_peace_builds_the_army_up_to_its_labels() -> None:
    """Belgium at war in May 1940 has eight months of a quarter of its points; no block grows beyond its label."""
    g = year39("1940-05 / Trier: 1inf3 / Berlin: OKW3 / axis command", [6] * 5)
    give(g, "declare Belgium")
    t = g.table
    worth = sum(city.value for city in mustering.tables.cities() if city.nation == "Belgium")
    assert t.p.peacetime == 8 * worth // 4
    first = next(i for i in nations.army(t.world, "Belgium", ALLIED))
    t.p.cv[first] = t.world.units[first].top
    assert not mustering.below_top(t, 0, ()) >> first & 1


@pytest.mark.rule("eurofront", "16.71/b")
def test_an_ambivalent_norway() -> None:
    """Once the expedition is prepared Norwegians on the Axis side repulse the Allies with a one only."""
    for past, number in (("mud", 4), ("since NP", 1)):
        g = year39(f"1940-04 / {past} / allied movement")
        t = g.table
        mustering.join(t, "Norway", AXIS, BY_WAR)
        unit = nations.army(t.world, "Norway", AXIS)[0]
        blocks.bring(t, unit, node(g, "Oslo"), 1)
        t.p.active = ALLIED
        assert t.title.repulses_up_to(t, node(g, "Oslo"), 4) == number


def test_a_bound_army_abroad_may_march_home() -> None:
    """The Rumanian army that stands in Kiev is bound again: it may move there, and back home; in Rumania it keeps to
    its land and the hexes beside it."""
    for place, free in (("Kiev", True), ("Bucharest", False)):
        g = scene(f"1943-08 / {place}: Ru3inf2 / axis holds {place} / axis command", None, "1943")
        reach = ground.within_limits(g.table, piece(g, "Ru3inf"))
        assert bool(reach >> node(g, "Kharkov") & 1) == free and reach >> node(g, "Bucharest") & 1


# Events


@pytest.mark.rule("eurofront", "DE.2F", "1.45/a")
def test_the_second_front() -> None:
    """From the summer of 1942 the die must not exceed the beachheads, ready ones twice; afterwards the satellites waver
    and four Allied units may be on Malta, two before."""
    before = scene("1942-07 / Malta: Br10inf2 Br5inf2 / allied command", None, "1942").table
    assert conditions.Facts(before).beachheads("prep") >= 1
    after = scene("1942-07 / since 2F / Malta: Br10inf2 Br5inf2 / allied command", None, "1942").table
    malta = before.world.board.node("Malta")
    assert ground.full(before, ALLIED) >> malta & 1 and not ground.full(after, ALLIED) >> malta & 1
    assert (ground.stack_limit(after, ALLIED, malta), ground.stack_limit(after, AXIS, malta)) == (4, 2)
    assert nations.demoralized(after, "Rumania") and not nations.demoralized(before, "Rumania")
    g = scene("1942-07 / London: SHAEF3 / Berlin: 1inf3 / Moscow: Sv1Ginf3 / production", [1], "1942")
    give(give(g, "axis: commit", "allied: commit"), "allied: attempt 2F")
    assert "2F" in g.table.p.politics


@pytest.mark.rule("eurofront", "21.493")
def test_the_weser_turn_of_the_campaign() -> None:
    """In the first turn after Denmark has submitted, in the Phony War, against a surprised Norway, Germans of the North
    land as amphibious units and far in the Northern Seaway; a fortnight later, or without the Phony War, they do
    not."""
    g = year39("1940-04 / since PW / since DS / Hamburg: 33inf3 / axis movement")
    t = g.table
    t.p.fortnight = 1
    t.p.politics[caught("Norway")] = 2 * t.p.month + 1
    mustering.join(t, "Norway", ALLIED, BY_WAR)
    corps = piece(g, "33inf")
    assert norway.weser(t) and t.title.amphibious(t, corps) and t.title.own_waters(t, AXIS)
    assert t.title.assailant(t, corps) == naval.ENEMY and not t.title.own_waters(t, ALLIED)
    reach = invasion.in_reach(t, AXIS, t.title.own_waters(t, AXIS), invasion.NORMAL, 0)
    assert reach & naval.northern_seas(t.world)
    t.p.politics[PHONY_WAR_OVER] = t.p.month
    assert not norway.weser(t) and not t.title.amphibious(t, corps)
    del t.p.politics[PHONY_WAR_OVER]
    t.p.fortnight = 2
    assert not norway.weser(t)


@pytest.mark.rule("eurofront", "20.43/a")
def test_a_repulsed_entry_ends_the_phony_war() -> None:
    """The first German step into Belgium ends it, though no German stands there in Politics; one into Denmark does
    not, nor a British one."""
    for power, place, over in ((AXIS, "Liege", True), (AXIS, "Copenhagen", False), (ALLIED, "Liege", False)):
        g = year39("1940-05 / since PW / axis movement")
        partition.enter_the_west(g.table, power, 1 << node(g, place))
        assert (PHONY_WAR_OVER in g.table.p.politics) == over


@pytest.mark.rule("eurofront", "DE.TX", "DE.TC")
def test_turkey_is_worth_five_points() -> None:
    """Five while it cooperates, five while it fights beside the Axis, never ten, none when it is neutral or beaten."""
    t = scene("1943-08 / axis command", None, "1943").table
    level = purses.level(t, purses.WEST)
    t.p.politics["TC"] = t.p.month
    assert purses.level(t, purses.WEST) == level + 5
    mustering.join(t, "Turkey", AXIS, mustering.BY_EVENT)
    assert standing.turkish_points(t) == 5
    t.p.politics[nations.defeated("Turkey")] = t.p.month
    assert standing.turkish_points(t) == 0


@pytest.mark.rule("eurofront", "DE.SX")
def test_allied_units_in_portugal_bring_spain_in() -> None:
    """With a British corps in Lisbon a five brings Spain to the Axis, a six does not; without it Spain is not asked."""
    quiet = axis_tries("Dover: Br5inf2", month="1941-02")
    assert refused(quiet, "attempt SX", "axis") == "16.6" if "axis" in quiet.decisions() else True
    for face, joins in ((5, True), (6, False)):
        g = axis_tries("Lisbon: Br5inf2 / allied holds Lisbon", [face], month="1941-02")
        give(g, "axis: attempt SX")
        assert (nations.belligerent_side(g.table, "Spain") == AXIS) == joins


@pytest.mark.rule("eurofront", "DE.SG")
def test_the_great_patriotic_war() -> None:
    """After a mobilization and an emergency a one begins it from the winter of 1941 on, not before."""
    past = "since CL / since SM / since SE"
    early = in_diplomacy(past, month="1941-10")
    early.table.p.hostile[:3] = [0b110, 0b001, 0b001]
    assert refused(early, "attempt SG", "allied") == "16.6"
    g = in_diplomacy(past, [1], month="1942-01")
    give(g, "allied: attempt SG")
    assert "SG" in g.table.p.politics


@pytest.mark.rule("eurofront", "19.2/a")
def test_production_for_victory_is_counted_whole() -> None:
    """The neutral Soviets, who produce a third, count with all of it when the Axis might win by production."""
    t = year39("1940-06 / Moscow: Stavka3 / axis command").table
    third = purses.level(t, purses.SOVIETS)
    whole = purses.level(t, purses.SOVIETS, wartime=True)
    assert third == whole // 3
    others = reckoning.totals(t)[1]
    assert others >= whole + purses.level(t, purses.ALLIES)
