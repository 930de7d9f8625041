"""The Diplomatic Events of 1939-41: what each changes, with its dice."""

from __future__ import annotations

import pytest

from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import arctic, cooperation, declaring, mustering, nations, objectives, purses
from grognard.titles.eurofront.europe.release import is_free
from grognard.titles.eurofront.europe.standing import bonus
from grognard.titles.eurofront.peace import pact, south, soviets
from grognard.titles.systems.front.state import month_number

from .europe import ALLIED, AXIS, SOVIET, holds, node, on_map, piece, scene
from .peace import axis_tries, in_diplomacy, land, year39
from .play import give, refused

WAR = "since SM"


def at_war(text: str, dice: list[int] | None = None, month: str = "1941-05") -> object:
    """Diplomacy of the Axis when the Soviets have mobilized."""
    g = year39(f"{month} / since SM / {text} / London: AF1 / Berlin: OKW3 / Moscow: Stavka3 / production", dice)
    g.table.p.hostile[:3] = soviets.AT_WAR
    give(g, "axis: commit", "allied: commit")
    return give(g, "allied: end") if "allied" in g.decisions() else g


# The Soviets


@pytest.mark.rule("eurofront", "DE.S1", "DE.S2")
def test_reforms_come_easier_after_failures() -> None:
    """S1 needs two or less; after a failure three will do. S2 needs S1 in an earlier season."""
    past = "since Finnish Armistice / since PP / since CL"
    g = in_diplomacy(past, [3], month="1940-04")
    g.table.p.politics["Finnish Armistice"] = g.table.p.month - 6
    give(g, "allied: attempt S1")
    assert "S1" not in g.table.p.politics and g.table.p.politics["S1 failed"] == 1
    g = in_diplomacy(past, [3], month="1940-08")
    g.table.p.politics |= {"Finnish Armistice": g.table.p.month - 6, "S1 failed": 1}
    give(g, "allied: attempt S1")
    assert "S1" in g.table.p.politics
    g = in_diplomacy("since S1 / since PP / since CL", month="1940-08")
    assert refused(g, "attempt S2", "allied") == "16.6"
    g = in_diplomacy("since PP / since CL / since S1", month="1940-08")
    g.table.p.politics["S1"] = g.table.p.month - 6
    assert refused(g, "attempt S2", "allied") == ""


@pytest.mark.rule("eurofront", "DE.SR")
def test_the_strategic_reserve_comes_one_by_one() -> None:
    """With France defeated three brings a unit to a Soviet city, not to a Polish one."""
    g = in_diplomacy("since PP / since CL / since France defeated", [3], month="1940-08")
    give(g, "allied: attempt SR")
    assert refused(g, "callup Sv16inf Warsaw", "allied") == "DE.SR"
    give(g, "allied: callup Sv16inf Moscow")
    assert on_map(g, "Sv16inf") and not on_map(g, "Sv19inf")


@pytest.mark.rule("eurofront", "DE.SM", "20.521/a", "20.521/b")
def test_mobilization() -> None:
    """In the second year two is enough: the USSR is at war, its savings halved, its Reserve Armies in their cities."""
    g = in_diplomacy("since PP / since CL", [2], month="1940-12")
    g.table.p.saved[SOVIET] = 11
    before = purses.level(g.table, purses.SOVIETS)
    give(g, "allied: attempt SM")
    t = g.table
    assert not pact.at_peace(t) and t.p.saved[SOVIET] == 5 and on_map(g, "Sv33inf")
    assert t.p.at[piece(g, "Sv24inf")] == node(g, "Gorky")
    assert purses.level(t, purses.SOVIETS) >= 3 * before - 10 and not on_map(g, "Sv16inf")


@pytest.mark.rule("eurofront", "DE.SE")
def test_soviet_emergency() -> None:
    """With a German in Persia one declares it: the whole reserve is due in the next Production."""
    g = in_diplomacy("since PP / since CL / Teheran: 1inf3", [1], month="1941-01")
    give(g, "allied: attempt SE")
    t = g.table
    assert t.title.schedule(t)[piece(g, "Sv16inf")] == (t.p.month + 1, 4)
    assert len([i for i in t.title.schedule(t) if t.world.units[i].enters == soviets.STRATEGIC_RESERVE]) == 5


@pytest.mark.rule("eurofront", "DE.JI")
def test_japan_intervenes() -> None:
    """Ten basic points less for good, and two Shock armies stay in the East."""
    t = year39("1941-08 / since JI / axis command").table
    assert bonus(t, SOVIET) == -10
    shock = [i for i, unit in enumerate(t.world.units) if unit.name in soviets.FAR_EAST]
    assert len(shock) == 2 and not any(i in t.title.schedule(t) for i in shock)


# The North


@pytest.mark.rule("eurofront", "DE.FR")
def test_finnish_relief() -> None:
    """Before it the brigade groups are aliens in the North, after it they are not."""
    g = in_diplomacy("since PP / since CL / since WW", month="1940-02")
    group = piece(g, "BrNXinf")
    assert arctic.is_alien(g.table, group)
    give(g, "allied: attempt FR")
    assert not arctic.is_alien(g.table, group)


@pytest.mark.rule("eurofront", "DE.NX")
def test_the_norway_expedition() -> None:
    """Approved, the Allies may attack Norway in the Phony War, and it is no betrayal."""
    start = "1940-03 / since PW / Edinburgh: Br3inf2 / London: AF1 / Berlin: OKW3"
    assert refused(year39(f"{start} / allied command"), "declare Norway", "allied") == "16.4"
    g = give(year39(f"{start} / since NX / allied command", [6, 6, 6]), "declare Norway")
    assert nations.belligerent_side(g.table, "Norway") == AXIS and "ALLIES betrayal" not in g.table.p.politics


@pytest.mark.rule("eurofront", "DE.DS")
def test_denmark_submits() -> None:
    """In a Dry month of the Phony War Denmark is the Axis's at once, and Sweden complies: four points."""
    g = axis_tries("since Poland defeated / since PP / since PW", month="1940-03")
    before = purses.level(g.table, purses.WEST)
    give(g, "axis: attempt DS")
    assert holds(g, AXIS, "Copenhagen") and nations.defeated("Denmark") in g.table.p.politics
    assert purses.level(g.table, purses.WEST) == before + 4
    assert refused(axis_tries("since PW / since PP", month="1940-01"), "attempt DS", "axis") == "16.6"


@pytest.mark.rule("eurofront", "DE.NO")
def test_norway_joins_the_allies() -> None:
    """After Denmark's fall two brings it in: its units stand in ports only."""
    g = in_diplomacy("since DS / since PP / axis holds Copenhagen", [2], month="1940-04")
    give(g, "allied: attempt NO")
    assert holds(g, ALLIED, "Oslo") and g.table.p.peacetime == 0
    assert refused(g, "station No1stat Dombas", "allied") == "16.31"
    give(g, "allied: station No1stat Oslo")


@pytest.mark.rule("eurofront", "DE.SJ")
def test_sweden_joins_the_axis() -> None:
    """When the Soviets have rejected the Finnish armistice two brings Sweden in, as an interventionist."""
    g = axis_tries("since PP / since WW / since Finnish Armistice rejected", [2], month="1940-05")
    give(g, "axis: attempt SJ")
    assert holds(g, AXIS, "Stockholm") and nations.reacted("Sweden") in g.table.p.politics


# Italy


@pytest.mark.rule("eurofront", "DE.IX")
def test_italy_joins_the_axis() -> None:
    """With the French border empty four is enough: Italy with Libya and Albania is Axis, and the Med Front is open."""
    for face, comes in ((4, True), (5, False)):
        g = axis_tries("since PP", [face], month="1940-06")
        assert south.is_closed(g.table)
        give(g, "axis: attempt IX")
        assert [holds(g, AXIS, name) for name in ("Rome", "Tripoli", "Durres")] == [comes] * 3
        assert south.is_closed(g.table) != comes
    assert refused(axis_tries("since PP / Nice: FrAlpmtn1 / Lyon_E1: Fr6mtn1", month="1940-06"), "attempt IX", "axis")


@pytest.mark.rule("eurofront", "20.22")
def test_italy_is_owed() -> None:
    """With France defeated and Italy neutral the Axis tries for Italy, nothing else, and cannot pass."""
    past = "since PP / since Poland defeated / since France defeated / Lille: 1inf3 / Reims: 2inf3 / Metz: 5inf3"
    g = axis_tries(past, [6], "1940-08")
    assert refused(g, "attempt RB", "axis") == "20.22" and refused(g, "end", "axis") == "20.22"
    assert refused(g, "attempt IX", "axis") == ""


@pytest.mark.rule("eurofront", "DE.IU")
def test_italy_unleashed() -> None:
    """Italians keep to Greater Italy until they are unleashed, after mobilization on four."""
    for face, free in ((5, False), (4, True)):
        g = at_war("since IX / since Italy joins axis", [face])
        give(g, "axis: attempt IU")
        assert bool(mustering.bounds(g.table, "Italy") >> node(g, "Moscow") & 1) == free


# The Balkans


@pytest.mark.rule("eurofront", "DE.RB")
def test_bessarabia_is_ceded() -> None:
    """With France and Poland beaten it becomes Soviet, and is no part of Rumania any more."""
    past = "since PP / since Poland defeated / since France defeated / since IX / since Italy joins axis"
    g = axis_tries(f"{past} / axis holds Rome", month="1940-08")
    g.table.p.neutral &= ~nations.all_of(g.table, "Italy")
    give(g, "axis: attempt RB")
    assert holds(g, SOVIET, "Kishinev") and not nations.territory(g.table, "Rumania") & land(g, "Bessarabia")


@pytest.mark.rule("eurofront", "DE.RX")
def test_rumania_joins_the_axis() -> None:
    """Two or less, three after a failure: Hungary has Transylvania and cooperates for five points."""
    for failures, comes in ((0, False), (1, True)):
        g = axis_tries("since PP / since RB / since Bessarabia Soviet", [3], month="1940-10")
        if failures:
            g.table.p.politics["RX failed"] = failures
        give(g, "axis: attempt RX")
        assert holds(g, AXIS, "Bucharest") == comes
    t = g.table
    assert cooperation.partners(t, AXIS) == ("Hungary",) and cooperation.points(t, AXIS) == 5
    assert t.p.neutral & land(g, "Transylvania") == land(g, "Transylvania")
    assert nations.territory(t, "Hungary") & land(g, "Transylvania")


@pytest.mark.rule("eurofront", "DE.RG", "DE.HX")
def test_rumania_is_guaranteed() -> None:
    """After mobilization five is enough: Rumania cooperates for nine points and Hungary joins at once."""
    g = at_war("mud", [5])
    give(g, "axis: attempt RG")
    t = g.table
    assert nations.belligerent_side(t, "Hungary") == AXIS and cooperation.partners(t, AXIS) == ("Rumania",)
    assert cooperation.points(t, AXIS) == 9
    give(at_war("mud"), "axis: attempt HX")


@pytest.mark.rule("eurofront", "DE.BP", "DE.AC")
def test_pacts_of_cooperation() -> None:
    """The Balkan Pact binds Bulgaria and Yugoslavia, the Anti-Comintern Pact Italy and Spain."""
    for event, die, bound in (("BP", 4, ("Bulgaria", "Yugoslavia")), ("AC", 3, ("Italy", "Spain"))):
        g = at_war("mud", [die])
        give(g, f"axis: attempt {event}")
        assert cooperation.partners(g.table, AXIS) == bound
        g = at_war("mud", [die + 1])
        give(g, f"axis: attempt {event}")
        assert cooperation.partners(g.table, AXIS) == ()


@pytest.mark.rule("eurofront", "DE.BX")
def test_bulgaria_joins_the_axis() -> None:
    """With Rumania Axis one is needed, with Greece Allied three."""
    for past, die in (("since Rumania joins axis", 1), ("since Greece joins allied", 3)):
        for face in (die, die + 1):
            g = axis_tries(f"since PP / {past}", [face], month="1941-03")
            give(g, "axis: attempt BX")
            assert holds(g, AXIS, "Sofia") == (face == die)


@pytest.mark.rule("eurofront", "DE.YX", "DE.YU", "20.77")
def test_yugoslavia_takes_a_side() -> None:
    """Won on two with Hungary bound, the three Croat armies come; lost, the five Serb ones; attacked, all."""
    past = "since PP / since RX / since Rumania joins axis"
    g = give(axis_tries(past, [2], month="1941-04"), "axis: attempt YX")
    assert len(mustering.own_army_list(g.table)) == 3 and holds(g, AXIS, "Belgrade")
    g = give(axis_tries(past, [3], month="1941-04"), "axis: attempt YX")
    assert len(mustering.own_army_list(g.table)) == 5 and holds(g, ALLIED, "Belgrade") and "YU" in g.table.p.politics
    g = year39("1941-04 / Graz: 1inf3 / London: AF1 / Moscow: Stavka3 / axis command", [6] * 12)
    give(g, "declare Yugoslavia")
    assert len(mustering.own_army_list(g.table)) == 8


@pytest.mark.rule("eurofront", "DE.GR", "DE.RU")
def test_greece_and_rumania_join_the_allies() -> None:
    """Greece on one after France's fall with Italy at war; Rumania on three with France and Yugoslavia Allied."""
    for face in (1, 2):
        g = in_diplomacy("since PP / since France defeated / since Italy joins axis", [face], month="1940-11")
        give(g, "allied: attempt GR")
        assert holds(g, ALLIED, "Athens") == (face == 1)
    for face in (3, 4):
        g = in_diplomacy("since PP / since Yugoslavia joins allied", [face], month="1940-11")
        give(g, "allied: attempt RU")
        assert holds(g, ALLIED, "Bucharest") == (face == 3)


@pytest.mark.rule("eurofront", "16.52")
def test_the_chain_of_the_rulebook() -> None:
    """War on Yugoslavia after the fall of France: Italy, Rumania, Greece react, then Hungary to Italy; no one else. The
    Axis, whose turn it is, places its new allies first."""
    dice = [1, 3, 2, 5, 3, 1, 6, 3]
    g = year39("1941-04 / since France defeated / Graz: 1inf3 / London: AF1 / Moscow: Stavka3 / axis command", dice)
    give(g, "declare Yugoslavia")
    sides = {n: nations.belligerent_side(g.table, n) for n in ("Italy", "Hungary", "Rumania", "Bulgaria", "Greece")}
    assert sides == {"Italy": AXIS, "Hungary": AXIS, "Rumania": ALLIED, "Bulgaria": -1, "Greece": ALLIED}
    assert list(g.decisions()) == ["axis"]


@pytest.mark.rule("eurofront", "16.21/e")
def test_a_cooperator_never_joins_the_other_side() -> None:
    """Rumania, guaranteed, does not follow Yugoslavia to the Allies, whatever the die."""
    row = next(r for r in declaring.tables.reactions() if r.belligerent == "Yugoslavia" and r.neutral == "Rumania")
    for past, follows in (("mud", True), ("since RG", False)):
        t = year39(f"1941-04 / {past} / axis command", [1]).table
        assert declaring.answers(t, row, ALLIED) == follows


@pytest.mark.rule("eurofront", "16.21/e")
def test_compliance_does_not_bind_sweden() -> None:
    """A Sweden that complies with the Axis may follow Finland to the Allies; one that cooperates with the Allies does
    not follow it to the Axis."""
    row = next(r for r in declaring.tables.reactions() if r.belligerent == "Finland")
    for past, side, need in (("DS", ALLIED, 1), ("SC", ALLIED, 1), ("DS", AXIS, 1), ("SC", AXIS, 0)):
        assert declaring.needed(year39(f"1941-04 / since {past} / axis command").table, row, side) == need


@pytest.mark.rule("eurofront", "16.21/a")
def test_cooperation_gives_points_and_ends_peacetime_production() -> None:
    """Hungary, bound in October 1940, yields five points; its army has saved for thirteen months, whatever comes."""
    g = year39("1941-08 / since RX / axis command")
    t = g.table
    t.p.politics["RX"] = t.p.month - 10
    assert purses.level(t, purses.WEST) == purses.level(year39("1941-08 / axis command").table, purses.WEST) + 5
    worth = sum(city.value for city in tables.cities() if city.nation == "Hungary")
    assert mustering.peacetime(t, "Hungary") == 13 * worth // 4
    assert mustering.peacetime(t, "Rumania") > 0


@pytest.mark.rule("eurofront", "16.73")
def test_a_nation_is_exploited_after_a_winter() -> None:
    """Greece, beaten in April 1941, is exploited from June 1942 on; beaten in November, too; in December, later."""
    for fallen, now, ripe in (
        ("1941-04", "1942-05", False), ("1941-04", "1942-06", True), ("1941-11", "1942-06", True),
        ("1941-12", "1942-06", False), ("1941-12", "1943-06", True),
    ):  # fmt: skip
        t = year39(f"{now} / axis command").table
        t.p.politics[nations.joins("Greece", ALLIED)] = 0
        t.p.politics[nations.defeated("Greece")] = month_number(fallen)
        assert nations.exploited(t, "Greece") == ripe


def test_the_axis_needs_no_war_for_the_mandates() -> None:
    """The Axis does not declare war on Iraq."""
    g = year39("1941-06 / Rutba: 1inf3 / London: AF1 / axis command")
    assert refused(g, "declare Iraq", "axis") == "21.396"


# The Mid East and released armies


@pytest.mark.rule("eurofront", "DE.ME")
def test_a_mandate_rises() -> None:
    """Iraq rises with one Axis port in Libya or Egypt a point of the die; the bases stay British."""
    past = "since PP / since RX / since BX / since Rumania joins axis / since Bulgaria joins axis"
    g = axis_tries(past, [1], month="1941-05")
    t = g.table
    for nation in objectives.BALKANS:
        t.p.neutral &= ~land(g, nation)
        t.p.held[ALLIED] &= ~land(g, nation)
        t.p.held[AXIS] |= land(g, nation)
    t.p.neutral &= ~land(g, "Libya")
    t.p.held[AXIS] |= land(g, "Libya") & ~t.p.held[ALLIED]
    assert refused(g, "attempt ME:Persia", "axis") == "16.6"
    give(g, "axis: attempt ME:Iraq", "axis: station Iqinf Baghdad")
    assert holds(g, AXIS, "Baghdad") and holds(g, ALLIED, "Basra") and on_map(g, "Iqinf")


def test_released_armies() -> None:
    """The Third Army goes anywhere while Odessa is not Soviet; so does one that XR has freed."""
    for name in ("Ru3inf", "Ru4inf"):
        g = year39(f"1942-06 / since {name} released / axis holds Odessa Sevastopol Kharkov / axis command")
        t, kharkov = g.table, 1 << node(g, "Kharkov")
        assert is_free(t, name) and t.title.bounds(t, t.world.units[piece(g, name)].restricted) & kharkov
    g = year39("1942-06 / since Ru3inf released / soviet holds Odessa / axis command")
    assert not is_free(g.table, "Ru3inf")


@pytest.mark.rule("eurofront", "16.41/b")
def test_who_is_betrayed() -> None:
    """The Axis betrays well-wishers and cooperators; the Allies all but Norway approved, mandates after an uprising."""
    t = year39("1941-06 / since RG / axis command").table
    assert declaring.betrays(t, AXIS, "Rumania") and declaring.betrays(t, AXIS, "Spain")
    assert not declaring.betrays(t, AXIS, "Greece") and declaring.betrays(t, AXIS, "Iraq")
    assert declaring.betrays(t, ALLIED, "Norway") and declaring.betrays(t, ALLIED, "Syria")
    t = year39("1941-06 / since NX / since ME / axis command").table
    assert not declaring.betrays(t, ALLIED, "Norway") and not declaring.betrays(t, ALLIED, "Syria")
    assert declaring.betrays(t, ALLIED, "Greece")
    t = scene("1943-08 / since TC / axis command", scenario="1943").table
    assert not declaring.betrays(t, ALLIED, "Turkey")
