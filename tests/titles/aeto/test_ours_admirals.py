"""Admirals: whom they help, where they go aboard, and what becomes of them (3.4, 8.11/admiral)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import inspect
from grognard.titles.aeto.sea import admirals, damage
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import UK

from .scenes import event, named, play, prompt, refused

MEETING = "Scapa_Flow: King_George_V / Bergen: Tirpitz ger1dd / uk naval"


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


def hoist(game: grognard.Game, name: str, ship: str) -> grognard.Game:
    """An Admiral is aboard a ship."""
    t = game.table
    t.p.due[f"admiral {name}"] = t.p.card[named(game, ship)]
    game._changed()
    return game


@pytest.mark.rule("aeto", "3.4")
def test_an_admiral_helps_to_intercept() -> None:
    """Ciliax on Tirpitz adds 1: a 4 is enough where it was not; Cunningham on her is no help to Germans."""
    for name, met in (("Ciliax", 1), ("Cunningham", 0)):
        game = hoist(sea(MEETING, [4]), name, "Tirpitz")
        play(game, "u: sail King_George_V Bergen_W1", "g: intercept Tirpitz Bergen_W1")
        assert event(game, "interception")["met"] == met
        if met:
            assert "Admiral +1" in event(game, "interception")["modifiers"]


@pytest.mark.rule("aeto", "3.4")
def test_an_admiral_helps_to_break_off() -> None:
    """Cunningham adds 2: King George V, hit and slower, gets away on a 2."""
    game = hoist(sea(MEETING, [5, 1, 2, 6, 3, 2]), "Cunningham", "King_George_V")
    play(game, "u: sail King_George_V Bergen_W1", "g: intercept Tirpitz Bergen_W1")
    play(game, "u: fire Tirpitz", "g: fire King_George_V")
    assert prompt(game) == ("uk", "breaking_off")
    play(game, "u: withdraw")
    assert event(game, "breaks_off")["away"] == 1


@pytest.mark.rule("aeto", "3.4")
def test_an_admiral_may_go_down_with_his_ship() -> None:
    """Sunk at sea he is lost on a 3 and saved on a 4; sunk in port he is saved without a die."""
    for place, dice, lost in (("Bergen_W1", [3], True), ("Bergen_W1", [4], False), ("Scapa_Flow", [], False)):
        game = hoist(sea(f"{place}: King_George_V / Bergen: Tirpitz / uk naval", dice), "Tovey", "King_George_V")
        t = game.table
        damage.sink(t, named(game, "King_George_V"), "3.16")
        assert (t.p.due.get("admiral Tovey") == admirals.LOST) is lost
        tovey = next(one for one in admirals.all_admirals() if one.name == "Tovey")
        assert admirals.serves(t, tovey) is not lost


@pytest.mark.rule("aeto", "8.11/admiral")
def test_where_an_admiral_goes_aboard() -> None:
    """On King George V at Scapa Flow; not on Prince of Wales at sea; Fraser serves from 1942 on."""
    game = sea("Scapa_Flow: King_George_V / Bergen_W4: Prince_of_Wales / Bergen: Tirpitz / uk naval")
    t = game.table
    t.agenda = (*t.agenda, Frame("commanding", "step", t.seat_of(UK), UK))
    game._changed()
    assert refused(game, "u: hoist Tovey Prince_of_Wales") == "8.11/admiral"
    play(game, "u: hoist Tovey King_George_V")
    assert admirals.rating(t, (named(game, "King_George_V"),)) == 1
    assert any(fact[1] == "Tovey (+1)" for fact in inspect.of_piece(t, named(game, "King_George_V")))
    fraser = next(one for one in admirals.all_admirals() if one.name == "Fraser")
    assert not admirals.serves(t, fraser)
    t.p.month = month_of("January 1942")
    assert admirals.serves(t, fraser)
