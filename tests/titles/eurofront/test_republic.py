"""Republican Spain (SCW.10), its entry beside the Allies (DE.RE), and the volunteers of Spanish cities (17.7)."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import conditions, cooperation, declaring, mustering, predicates, spaniards
from grognard.titles.eurofront.europe.mustering import BY_EVENT, BY_WAR
from grognard.titles.eurofront.europe.nations import belligerent_side
from grognard.titles.eurofront.europe.state import ALLIED, AXIS
from grognard.titles.eurofront.peace import partition
from grognard.titles.systems.front import arrivals, ground, production

from .europe import node, piece

ARMIES = "London: AF1 / Berlin: OKW3 / Moscow: Stavka3"


def with_spain(spain: str, text: str, scenario: str = "1941", dice: list[int] | None = None) -> Game:
    """A game at a scene, after one or the other end of the Civil War."""
    return read_scene(f"eurofront {scenario} bare / {text}", dice=dice, options={"spain": spain})


@pytest.mark.rule("eurofront", "SCW.10")
def test_what_a_republican_spain_changes() -> None:
    """The Axis betrays no one by attacking Republican Spain, but the Soviets mobilize more easily and are not taken by
    surprise; Spain joins no Anti-Comintern Pact. A Nationalist Spain is as ever."""
    for spain, republic in (("republican", True), ("nationalist", False)):
        t = with_spain(spain, f"1941-06 / {ARMIES} / since CL / since AC / axis command").table
        assert declaring.betrays(t, AXIS, "Spain") != republic
        assert ("Spain" in cooperation.partners(t, AXIS)) != republic
        t.p.politics[conditions.war_on("AXIS", "Spain")] = t.p.month
        assert conditions.Facts(t).dow("AXIS", "Republican Spain") == republic
        partition.surprise(t)
        assert (partition.SURPRISED in t.p.politics) != republic


@pytest.mark.rule("eurofront", "SCW.10")
def test_italys_war_may_bring_the_republic_in() -> None:
    """A new belligerent Italy brings Republican Spain to the Allies on a die of three before France falls; no die is
    rolled for a Nationalist one."""
    row = next(row for row in tables.reactions() if row.condition == "republican")
    for spain, joins in (("republican", True), ("nationalist", False)):
        t = with_spain(spain, f"1939-12 / {ARMIES} / Paris: GQG2 / axis command", "1939", [3]).table
        assert declaring.answers(t, row, AXIS) == joins


@pytest.mark.rule("eurofront", "SCW.10", "AR/Portugal")
def test_portugals_war_brings_no_republic_in() -> None:
    """A Nationalist Spain joins the Axis over Portugal on a three, after the fall of France on a five; a Republican one
    never, on any die."""
    for scenario, need in (("1939", 3), ("1940", 3), ("1941", 5), ("1942", 5), ("1943", 5)):
        for spain, face, side in (("nationalist", need, AXIS), ("nationalist", 6, -1), ("republican", 1, -1)):
            t = with_spain(spain, "London: AF1 / Berlin: OKW3 / axis command", scenario, [face, 6, 6]).table
            mustering.join(t, "Portugal", ALLIED, BY_WAR)
            assert dict(declaring.react(t, "Portugal", ALLIED)).get("Spain", -1) == side


@pytest.mark.rule("eurofront", "DE.RE")
def test_the_republic_joins_the_allies() -> None:
    """With Italy and the USSR at war and Portugal Allied a two brings Republican Spain in, after the Second Front a
    four; a Nationalist one never."""
    event = tables.events()["RE"]
    for spain, past, need in (
        ("republican", "dry", 2), ("republican", "since 2F", 4), ("nationalist", "since 2F", 0),
    ):  # fmt: skip
        g = with_spain(spain, f"1942-11 / {past} / {ARMIES} / allied command", "1942")
        t = g.table
        mustering.join(t, "Portugal", ALLIED, BY_WAR)
        assert predicates.best(t, event) == need
    g = with_spain("republican", f"1942-11 / since 2F / {ARMIES} / allied command", "1942")
    t = g.table
    t.title.effects["RE"](t, "")
    assert belligerent_side(t, "Spain") == ALLIED and t.frame.step == "mustering"


def may_rise(g: Game, block: str, city: str) -> bool:
    """Can volunteers be raised in a city: they are not barred, and it is their place?"""
    t, unit = g.table, piece(g, block)
    free = production.rebuildable(t, 0, ()) >> unit & 1
    return bool(free and arrivals.open_sites(t, unit).nodes >> node(g, city) & 1)


@pytest.mark.rule("eurofront", "17.7")
def test_volunteers_of_red_and_black_cities() -> None:
    """In a Spain of the Axis Barcelona gives the Allies its two Republican blocks, and no other city does; none come
    while Spain fights for the Allies. Of a Republican Spain the Axis rallies Seville."""
    scene = f"1943-09 / {ARMIES} / allied_lost: Re5stat Re7stat Re8stat / axis_lost: Na9stat / allied command"
    for spain, side, risen in (
        ("nationalist", AXIS, ["Re7stat", "Re8stat"]), ("nationalist", ALLIED, []), ("republican", ALLIED, ["Na9stat"]),
    ):  # fmt: skip
        g = with_spain(spain, scene, "1943")
        mustering.join(g.table, "Spain", side, BY_EVENT)
        asked = [("Re5stat", "Barcelona"), ("Re7stat", "Barcelona"), ("Re8stat", "Barcelona"), ("Na9stat", "Seville")]
        assert [block for block, city in asked if may_rise(g, block, city)] == risen
    keeps = ground.within_limits(g.table, piece(g, "Re7stat"))
    assert keeps >> node(g, "Barcelona") & 1 and not keeps >> node(g, "Paris") & 1


def test_volunteers_are_not_on_the_map_at_first() -> None:
    """A campaign opens with all volunteers out of play."""
    t = Game.new("eurofront", "1943", seed=1).table
    own = [i for i, unit in enumerate(t.world.units) if unit.restricted == spaniards.BOUND]
    assert len(own) == 9 and all(t.p.at[i] == t.world.lost(t.p.power[i]) for i in own)
