"""Diplomacy over the table of events: conditions, dice, effects; declarations of war, reactions, new belligerents."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import (
    declaring,
    diplomacy,
    mustering,
    national,
    nations,
    objectives,
    predicates,
    purses,
)
from grognard.titles.eurofront.europe.conditions import Facts, season_named
from grognard.titles.eurofront.europe.standing import holds, in_force
from grognard.titles.systems.front import supply

from .europe import ALLIED, AXIS, SOVIET, node, on_map, piece, scene
from .europe import holds as has
from .play import cv, give, refused

PEACE = "London: SHAEF3 / Berlin: 1inf3 / Moscow: Sv1Ginf3"


def tide(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of 1943."""
    return scene(text, dice, "1943")


def in_diplomacy(text: str, dice: list[int] | None = None) -> Game:
    """August 1943: both sides have produced; Allies and Soviets may try an event, then the Axis."""
    g = tide(f"1943-08 / {text} / {PEACE} / production", dice)
    return give(g, "axis: commit", "allied: commit")


def axis_tries(text: str, dice: list[int] | None = None) -> Game:
    """The same, when Allies and Soviets have let their month pass."""
    return give(in_diplomacy(text, dice), "allied: end")


def everywhere(*regions: str) -> str:
    """The places of some regions, as a scene names them."""
    t = tide("1943-08 / axis command").table
    land = 0
    for region in regions:
        land |= int(t.world.board.region[region]) & int(t.world.land)
    return " ".join(t.node_name(n) for n in range(t.world.spans) if land >> n & 1)


# Conditions


def test_every_event_can_be_asked_for() -> None:
    """Each alternative that has not happened is answered part by part, and said in words."""
    t = grognard.new("eurofront", "1943", seed=1).table
    for row in diplomacy.report(t, 0):
        assert len(row) == 5 and all(isinstance(cell, str) for cell in row) and "{" not in "".join(row)
    assert not any(row[0].startswith("SA") for row in diplomacy.report(t, 0))
    assert any(row[0].startswith("SA") for row in diplomacy.report(t, 1))


def test_a_condition_is_taken_apart() -> None:
    """Sweden's turn needs three things; two hold in August 1943, and Oslo or Narvik is what lacks."""
    t = tide("1943-08 / axis command").table
    (line,) = predicates.lines(t, tables.events()["SC"])
    assert [part.holds for part in line.parts] == [True, True, False] and line.die == 0
    assert line.parts[2].says == "Oslo belongs to the Allies or Narvik belongs to the Allies"


def test_seasons() -> None:
    """Names of seasons do not sort as text; a season is complete when it has passed from first to last month."""
    assert season_named("W41") == season_named("S41") + 1 == season_named("S42") - 1
    t = tide("1944-12 / axis command").table
    for begun, passed in (("1944-06", 1), ("1944-07", 0), ("1943-12", 2), ("1943-08", 2)):
        t.p.politics["SA"] = tide(f"{begun} / axis command").table.p.month
        assert Facts(t).complete_seasons_since("SA") == passed


@pytest.mark.rule("eurofront", "17.4")
def test_the_balkans_are_pacified() -> None:
    """With Rumania beaten but Axis-held they still are; with a hex of Greece lost they are not."""
    assert objectives.balkans_pacified(tide("1943-08 / since Rumania defeated / axis command").table)
    assert not objectives.balkans_pacified(tide("1943-08 / allied holds Athens / axis command").table)
    assert not objectives.balkans_pacified(
        tide("1943-08 / since Rumania defeated / soviet holds Bucharest / axis command").table
    )


# Attempts


@pytest.mark.rule("eurofront", "16.6")
def test_one_event_a_month_if_its_conditions_hold() -> None:
    """Sweden is not asked without Oslo; with it one attempt is made, and the Axis has its turn."""
    g = in_diplomacy("Paris: 84inf3")
    assert refused(g, "attempt SC", "allied") == "16.6"
    g = in_diplomacy("allied holds Oslo", [5])
    give(g, "allied: attempt SC")
    assert "SC" not in g.table.p.politics and "allied" not in g.decisions()


@pytest.mark.rule("eurofront", "DE.RS", "16.41/c")
def test_betrayal_burdens_the_dice() -> None:
    """Japan threatens an empty India on three; after an Axis betrayal three is too much."""
    for past, happens in (("", True), ("since AXIS betrayal", False)):
        g = axis_tries(past or "Paris: 84inf3", [3])
        give(g, "axis: attempt RS")
        assert ("RS" in g.table.p.politics) == happens
    t = tide("1943-09 / since RS / axis command").table
    assert in_force(t, "RS") and purses.basic(t, ALLIED) == 30


@pytest.mark.rule("eurofront", "DE.AB", "DE.EB", "DE.TB")
def test_blockades_count_while_they_hold() -> None:
    """A Norwegian base brings the Barrage, all of them with Suez and Gibraltar the Blockade; lost, they lapse."""
    bases = "Bergen Narvik Oslo Trondheim"
    t = tide(f"1943-09 / allied holds {bases} / since AB / since EB / axis command").table
    own = Facts(t).bases("Norway")
    t.p.held[AXIS] &= ~own
    t.p.held[ALLIED] |= own
    plain = purses.basic(tide("1943-09 / axis command").table, ALLIED)
    assert holds(t, "AB") and holds(t, "EB") and purses.basic(t, ALLIED) == plain + 10
    assert not holds(t, "TB")
    atlantic = tide("1943-09 / since EB / allied holds all / axis holds Berlin Munich / axis command").table
    assert holds(atlantic, "TB")
    t.p.held[ALLIED] &= ~own
    assert not in_force(t, "AB") and purses.basic(t, ALLIED) == plain


@pytest.mark.rule("eurofront", "16.6/b")
def test_three_players_agree_on_an_event() -> None:
    """The Allies propose, the Soviets answer: refused there is no die and the Soviets may propose; agreed there is."""
    start = "1944-07 / allied holds Oslo / London: SHAEF3 / Berlin: 1inf3 / Moscow: Sv1Ginf3 / production"
    for answer, happens in (("refuse", False), ("agree", True)):
        g = scene(start, [4], "1944A")
        give(g, "axis: commit", "allied: commit", "soviet: commit", "allied: attempt SC", f"soviet: answer {answer}")
        assert ("SC" in g.table.p.politics) == happens
        assert ("soviet" in g.decisions()) != happens
        assert refused(g, "attempt SC", "soviet") != "" or happens


# New belligerents


@pytest.mark.rule("eurofront", "DE.TX", "16.31", "16.32/a")
def test_turkey_joins_the_axis() -> None:
    """Four undefended cities: three is below. Its blocks stand one a hex, with what was built in four years."""
    g = axis_tries("Paris: 84inf3", [3])
    give(g, "axis: attempt TX")
    t = g.table
    assert has(g, AXIS, "Ankara") and nations.joins("Turkey", AXIS) in t.p.politics
    worth = sum(city.value for city in tables.cities() if city.nation == "Turkey")
    assert t.p.peacetime == 47 * worth // 4
    give(g, "axis: station Tu1inf Ankara")
    assert refused(g, "station Tu2inf Ankara", "axis") == "16.31"
    assert refused(g, "station Tu2inf Athens", "axis") == "16.31"
    assert refused(g, "station TuKanfort Istanbul", "axis") == "16.31"


def test_what_was_saved_in_peace() -> None:
    """Portugal's nine points build one infantry step of four and then another, and then nothing."""
    g = tide("1943-08 / Gibraltar: US19mech3 / Berlin: 1inf3 / allied command", [6])
    g.table.p.held[ALLIED] |= 1 << node(g, "Seville")
    before = mustering.peacetime(g.table, "Portugal")
    worth = sum(city.value for city in tables.cities() if city.nation == "Portugal")
    assert before == 47 * worth // 4
    give(g, "declare Spain", "axis: build Sp1inf")
    assert g.table.p.cv[piece(g, "Sp1inf")] == 3
    assert refused(g, "build Sp1inf", "axis") == "16.32"


@pytest.mark.rule("eurofront", "DE.SW")
def test_sweden_joins_the_allies() -> None:
    """With Norway Allied and Sweden cooperating a die of two brings it in; its blocks are Allied."""
    g = in_diplomacy(f"since SC / allied holds {everywhere('Norway')}", [2])
    give(g, "allied: attempt SW", "allied: station AlSw1inf Stockholm")
    assert g.table.p.power[piece(g, "AlSw1inf")] == ALLIED and has(g, ALLIED, "Stockholm")


@pytest.mark.rule("eurofront", "DE.FI")
def test_finland_changes_sides() -> None:
    """With Mother Russia free the Finns leave the Axis with the strength they have and are placed as Allies."""
    free = everywhere("Mother Russia")
    g = in_diplomacy(f"soviet holds {free} / Helsinki: Fi1inf2 / Oulu: 36mtn2", [2])
    give(g, "allied: attempt FI")
    assert not on_map(g, "Fi1inf") and has(g, ALLIED, "Helsinki") and not has(g, ALLIED, "Oulu")
    assert refused(g, "station AlFi1inf Oulu", "allied") == "16.31"
    give(g, "allied: station AlFi1inf Helsinki")
    assert cv(g, "AlFi1inf") == 2


@pytest.mark.rule("eurofront", "DE.MR", "21.399")
def test_a_mandate_rebels() -> None:
    """Persia without a garrison rises on two: a cadre in Teheran, which the Axis then holds; not with a garrison."""
    g = axis_tries("Paris: 84inf3", [2])
    give(g, "axis: attempt MR:Persia")
    assert on_map(g, "Pe1inf") and g.table.p.at[piece(g, "Pe1inf")] == node(g, "Teheran")
    g = axis_tries("Teheran: US19mech3")
    assert refused(g, "attempt MR:Persia", "axis") == "16.6"


# War


BORDER = "1943-08 / Gibraltar: US19mech3 / Berlin: 1inf3"


@pytest.mark.rule("eurofront", "16.51")
def test_a_war_draws_in_the_neighbour() -> None:
    """The Axis attacks Spain, which joins the Allies; Portugal follows on one and not on two."""
    for face, portugal in ((1, ALLIED), (2, -1)):
        g = give(tide("1943-08 / Bayonne: 1inf3 / London: SHAEF3 / axis command", [face]), "declare Spain")
        t = g.table
        assert nations.belligerent_side(t, "Spain") == ALLIED and has(g, ALLIED, "Madrid")
        assert nations.belligerent_side(t, "Portugal") == portugal


def test_war_is_declared_from_the_border_before_anything_else() -> None:
    """Not without a unit on the border, not once an HQ is active, and not on who is at war already."""
    g = tide("1943-08 / Bayonne: 1inf3 / Paris: OBW2 / London: SHAEF3 / axis command", [6])
    assert refused(g, "declare Turkey", "axis") == "16.4" and refused(g, "declare Spain", "axis") == ""
    assert refused(give(g, "activate OBW"), "declare Spain", "axis") == "16.4"


def test_an_allied_attack_is_betrayal() -> None:
    """The Allies betray whomever they attack; no one joins them in reaction any more."""
    g = give(tide(f"{BORDER} / allied command", [1]), "declare Spain")
    assert "ALLIES betrayal" in g.table.p.politics
    assert nations.belligerent_side(g.table, "Portugal") == -1


@pytest.mark.rule("eurofront", "16.41/c")
def test_a_traitor_is_promised_no_one() -> None:
    """Before they attack Spain the Allies are not told that Portugal may join them, and on a one it does not; the Axis,
    which betrays Spain too, is warned that Portugal may join its enemies."""
    t = tide(f"{BORDER} / allied command").table
    told = declaring.foreseen(t, ALLIED, "Spain")
    assert "betrayal" in told and "Portugal" not in told
    assert "Portugal joins the Allies on a die of 1" in declaring.foreseen(t, AXIS, "Spain")
    g = give(tide(f"{BORDER} / allied command", [1]), "declare Spain")
    assert nations.belligerent_side(g.table, "Portugal") == -1


def test_an_axis_attack_on_a_well_wisher_is_betrayal() -> None:
    """War on Sweden is betrayal, war on Switzerland is not."""
    for where, nation, betrayed in (("Oslo", "Sweden", True), ("Mulhouse", "Switzerland", False)):
        g = give(tide(f"1943-08 / {where}: 1inf3 / London: SHAEF3 / axis command"), f"declare {nation}")
        assert ("AXIS betrayal" in g.table.p.politics) == betrayed


@pytest.mark.rule("eurofront", "16.3/a", "16.3/c")
def test_where_new_belligerents_may_go() -> None:
    """Attacked Spaniards go anywhere; Spaniards who joined keep to Spain and the hexes next to it."""
    free = mustering.bounds(tide("1943-08 / since Spain attacked / axis command").table, "Spain")
    bound = mustering.bounds(tide("1943-08 / axis command").table, "Spain")
    t = tide("1943-08 / axis command").table
    paris, bayonne = (1 << t.world.board.node(name) for name in ("Paris", "Bayonne"))
    assert free & paris and not bound & paris and bound & bayonne


@pytest.mark.rule("eurofront", "16.3/b")
def test_interventionists_enter_the_nations_next_to_theirs() -> None:
    """Spaniards who reacted may be in Paris, not in Berlin."""
    t = tide("1943-08 / since Spain intervenes / axis command").table
    paris, berlin = (1 << t.world.board.node(name) for name in ("Paris", "Berlin"))
    area = mustering.bounds(t, "Spain")
    assert area & paris and not area & berlin


@pytest.mark.rule("eurofront", "20.74")
def test_fortress_spain() -> None:
    """Attacked Spain feeds its army from Madrid while it holds a port, though the Allies have all of France."""
    cut = f"1943-08 / since Spain joins axis / allied holds {everywhere('France')} / axis holds {everywhere('Spain')}"
    g = tide(f"{cut} / Madrid: Sp1inf2 / Berlin: 1inf3 / axis command")
    g.table.p.neutral &= ~nations.all_of(g.table, "Spain")
    assert national.fed(g.table, AXIS) >> piece(g, "Sp1inf") & 1
    assert piece(g, "Sp1inf") not in supply.unsupplied(g.table, AXIS)
    ports = int(g.table.world.extra["ports"]) & nations.territory(g.table, "Spain")
    g.table.p.held[AXIS] &= ~ports
    g.table.p.held[ALLIED] |= ports
    assert not national.fed(g.table, AXIS) >> piece(g, "Sp1inf") & 1


@pytest.mark.rule("eurofront", "20.76")
def test_a_new_belligerent_can_be_beaten() -> None:
    """Attacked Switzerland falls only with Bern and its army; then it is defeated."""
    past = "since Switzerland joins allied / since Switzerland attacked / axis holds Bern / Bern: 1inf3"
    for army, falls in (("/ Bern_SE1: Ch1mtn2", False), ("", True)):
        g = tide(f"1943-09 / {past} {army} / London: SHAEF3 / Moscow: Sv1Ginf3 / axis politics")
        assert (nations.defeated("Switzerland") in g.table.p.politics) == falls
    g = tide("1943-09 / since Switzerland joins allied / allied holds Bern / Bern: Ch1mtn2 / axis command")
    g.table.p.neutral &= ~nations.all_of(g.table, "Switzerland")
    assert national.fed(g.table, ALLIED) >> piece(g, "Ch1mtn") & 1


def test_soviets_may_attack_too() -> None:
    """The Soviets declare war on Turkey without betrayal; it joins the Axis."""
    g = give(tide("1943-08 / Leninakan: Sv1Ginf3 / Berlin: 1inf3 / soviet command"), "declare Turkey")
    assert nations.belligerent_side(g.table, "Turkey") == AXIS and "SOVIET betrayal" not in g.table.p.politics
    assert g.table.p.hostile[SOVIET] >> AXIS & 1


def test_an_event_is_told_with_its_die_and_what_follows() -> None:
    """What may be attempted is told by its name, its die and its effects, before the fortnights."""
    g = in_diplomacy("Paris: 84inf3")
    t, (seat, decision) = g.table, next(iter(g.decisions().items()))
    for choice in decision.next("attempt"):
        told = g.title.explains(t, g.seat_index(seat), ("attempt",), choice.text)
        assert ", sure: " in told or ", a die of " in told
    turn = g.title.turn(t)
    assert turn["phases"][turn["phase"]] == "Diplomacy" and turn["name"].endswith(" I")
