"""Railways of others: Sweden, the halves of France, American trains; men who came by sea go on (6.1, P6)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import foreign_rail, rail
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.world import GERMANY, US, USSR, VICHY

from .scenes import SEATS, at, named, node, offers, prompt, refused

GOOD = "London: uk5inf / Moscow: sov4inf"


def scene(text: str, month: str = "August 1941") -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {GOOD} / month={tb.month_of(month)} / {text} / axis movement")


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


@pytest.mark.rule("aeto", "6.1/sweden")
@pytest.mark.rule("aeto", "6.1/sweden-copenhagen")
@pytest.mark.rule("aeto", "6.1/sweden-violation")
def test_one_german_unit_a_month_rails_through_sweden() -> None:
    """From Hamburg by Copenhagen and Malmo to Oslo goes one corps; the second stays, and none stops in Sweden."""
    game = scene("Hamburg: ger6inf ger5inf")
    assert "Oslo" in offers(game, "g: rail ger6inf@Hamburg")
    assert refused(game, "g: rail ger6inf@Hamburg Malmo") != ""
    orders(game, "g: rail ger6inf@Hamburg Oslo")
    assert at(game, "Oslo") == ["ger6inf"]
    assert refused(game, "g: rail ger5inf@Hamburg Oslo") == "6.1/path"


@pytest.mark.rule("aeto", "6.1/sweden-end")
def test_sweden_lets_nobody_through_from_august_1943() -> None:
    """In July 1943 the corps goes through, in August not, unless the UK is a German conquest."""
    july, august, late = (
        scene("Hamburg: ger6inf", "July 1943"),
        scene("Hamburg: ger6inf", "August 1943"),
        scene("Hamburg: ger6inf", "August 1943"),
    )
    assert refused(july, "g: rail ger6inf@Hamburg Oslo") == ""
    assert refused(august, "g: rail ger6inf@Hamburg Oslo") == "6.1/path"
    late.table.p.conquests["uk"] = (GERMANY, late.table.p.month - 1)
    assert foreign_rail.cooperates(late.table)


@pytest.mark.rule("aeto", "6.1/france")
def test_the_halves_of_france_have_a_train_each_when_vichy_is_gone() -> None:
    """While Vichy stands France has one between them; when Germany holds the south too, each half has one."""
    game = scene("Paris: ger6inf / Lyon: ger5inf")
    t = game.table
    t.p.politics.update({"vichy": t.p.month - 9, "fell france": t.p.month - 9})
    t.p.conquests["france"] = (GERMANY, t.p.month - 9)
    south = t.world.board.region["Vichy France"]
    t.p.held[GERMANY] &= ~south
    t.p.held[VICHY] |= south
    assert rail.nation_at(t, node(game, "Lyon")) == "france" and rail.capacity(t, "france") == 1
    t.p.held[GERMANY] |= south
    t.p.held[VICHY] &= ~south
    lyon = rail.nation_at(t, node(game, "Lyon"))
    assert lyon == foreign_rail.VICHY_LAND and rail.nation_at(t, node(game, "Paris")) == "france"
    assert rail.capacity(t, lyon) == rail.capacity(t, "france") == 1


def building(sent: int, war: int) -> grognard.Game:
    """The Soviet Union builds with 40 EPs, of which the US has sent so many."""
    game = grognard.read_scene(
        f"aeto 1941 bare / {GOOD} / Berlin: ger6inf / ussr 40 EPs / uk 9 EPs / season construction"
    )
    p = game.table.p
    p.lent["us ussr arctic"], p.hostile[US] = sent, war << GERMANY
    while (prompt(game)[1], game.table.frame.power) != ("building", USSR):
        game.play(prompt(game)[0], "end")
    return game


@pytest.mark.rule("aeto", "6.1/us-trains")
def test_american_trains_help_the_soviets_for_a_season() -> None:
    """15 EPs of American lend-lease are spent for one more chit a month until the season ends; with 14 sent, or with
    the US at peace, there are no trains, and never two."""
    assert refused(building(14, 1), "u: trains") == refused(building(15, 0), "u: trains") == "6.1/us-trains"
    game = building(15, 1)
    t = game.table
    before = rail.capacity(t, "ussr")
    orders(game, "u: trains")
    assert t.p.ep[USSR] == 25 and rail.capacity(t, "ussr") == before + 1
    assert refused(game, "u: trains") == "6.1/us-trains"
    t.p.month += 3
    assert rail.capacity(t, "ussr") == before


@pytest.mark.rule("aeto", "P6/scope")
@pytest.mark.rule("aeto", "6.1/debarked")
def test_who_was_not_activated_moves_and_who_debarked_rails() -> None:
    """A corps that sailed from Liverpool to Plymouth goes by rail in the Movement Phase; one that was activated
    neither moves nor rails."""
    game = grognard.read_scene("aeto 1941 bare / Liverpool: uk5inf uk0stp uk0stp / Berlin: ger6inf / uk naval")
    orders(game, "u: sail uk5inf@Liverpool+uk0stp@Liverpool+uk0stp@Liverpool Plymouth")
    while prompt(game)[1] != "movement" or prompt(game)[0] != "uk":
        seat, step = prompt(game)
        game.play(seat, {"naval": "pass", "offensives": "pass", "who_first": "first allies"}.get(step, "end"))
    assert refused(game, "u: rail uk5inf@Plymouth London") == ""
    active = grognard.read_scene("aeto 1941 bare / Plymouth: uk5inf / Berlin: ger6inf / uk movement")
    active.table.p.status[named(active, "uk5inf@Plymouth")] = 2
    assert refused(active, "u: rail uk5inf@Plymouth London") == "6.1/no-activated"
    assert refused(active, "u: move uk5inf@Plymouth London") != ""
