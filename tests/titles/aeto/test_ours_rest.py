"""Ramming, works that are given up, and a fortification chit inside a permanent one (10.7, 8.7, 8.11)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import combat
from grognard.titles.aeto.air import dogfight
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.seasonal import installations as inst
from grognard.titles.aeto.world import GERMANY, USSR

from .scenes import SEATS, named, node, refused

SEATS.setdefault("s", "ussr")


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text} / axis movement", dice)


def duel(dice: list[int], place: str = "Minsk") -> grognard.Game:
    """A Soviet fighter meets a German bomber over a hex and has to choose."""
    game = east("Minsk: sov4inf / Smolensk: sov2ftr / Brest-Litovsk: ger3bmb / Berlin: ger6inf", dice)
    t = game.table
    ours = dogfight.Mission((), (named(game, "sov2ftr@Smolensk"),))
    theirs = dogfight.Mission((named(game, "ger3bmb@Brest-Litovsk"),), ())
    dogfight.ask_aims(t, t.seat_of(USSR), USSR, node(game, place), ours, theirs)
    game._changed()
    return game


@pytest.mark.rule("aeto", "10.7")
def test_a_soviet_fighter_rams_over_its_home() -> None:
    """It adds 2; with a 4 it loses a step as well and its pilots are gone, with a 3 it does not; abroad it may not."""
    for die, lost in ((4, True), (3, False)):
        game = east("Minsk: sov4inf / Smolensk: sov2ftr / Brest-Litovsk: ger3bmb / Berlin: ger6inf", [die])
        t = game.table
        fighter, bomber = named(game, "sov2ftr@Smolensk"), named(game, "ger3bmb@Brest-Litovsk")
        plain = dogfight.shifts(t, fighter, bomber, node(game, "Minsk"), False)
        t.p.due[f"ram {fighter}"] = 1
        rammed = dict(dogfight.shifts(t, fighter, bomber, node(game, "Minsk"), False))
        assert rammed["ramming"] == 2 and "ramming" not in dict(plain)
        steps = t.p.steps[fighter]
        dogfight.suffer(t, dogfight.fire(t, [(fighter, bomber, False)], node(game, "Minsk")), node(game, "Minsk"))
        assert t.p.steps[fighter] == steps - lost and not t.p.shot_down[fighter]
        assert f"ram {fighter}" not in t.p.due


@pytest.mark.rule("aeto", "10.7")
def test_who_may_ram_and_where() -> None:
    """Over Minsk the Soviet player is asked and may ram; over Warsaw he may not, nor a German fighter anywhere."""
    game = duel([], "Minsk")
    seat = game.table.seats[game.table.seat_of(USSR)]
    assert game.why_not(seat, "ram ger3bmb@Brest-Litovsk") is None
    t = duel([], "Minsk").table
    fighter = t.frame["fighters"][0]
    assert dogfight.may_ram(t, fighter, t.world.node("Minsk"))
    assert not dogfight.may_ram(t, fighter, t.world.node("Warsaw"))
    t.p.power[fighter] = GERMANY
    assert not dogfight.may_ram(t, fighter, t.world.node("Minsk"))


@pytest.mark.rule("aeto", "8.7/under-construction")
def test_works_may_be_given_up_in_the_movement_phase() -> None:
    """A fort begun at Warsaw is given up, and no EP comes back; one that stands at Berlin cannot be."""
    game = east("Warsaw: ger6inf / Berlin: ger6inf / Moscow: sov4inf / fort Berlin / germany 9 EPs")
    t = game.table
    inst.site(t, GERMANY, inst.FORT, node(game, "Warsaw"))
    game._changed()
    assert refused(game, "g: abandon Berlin fortification") != ""
    game.play("germany", "abandon Warsaw fortification")
    assert t.p.works == {} and t.p.ep[GERMANY] == 9 and t.p.forts >> node(game, "Berlin") & 1


@pytest.mark.rule("aeto", "8.11/fort-in-permfort")
def test_a_fort_chit_adds_nothing_to_a_permanent_fortification() -> None:
    """Over the works of Metz a fort chit gives nothing; from behind it gives two points to each unit."""
    game = grognard.read_scene("aeto 1940 bare / Metz: fra5inf / Luxembourg_E1: ger6inf / fort Metz / axis offensives")
    t = game.table
    metz, german = node(game, "Metz"), named(game, "ger6inf@Luxembourg_E1")
    front = next(n for n in range(t.world.lost) if t.world.permanents.has(n, metz))
    behind = next(n for n in range(t.world.lost) if t.world.walk.has(n, metz) and not t.world.permanents.has(n, metz))
    t.place(german, front)
    b = Battle(metz, (german,), GERMANY)
    assert combat.permanent_holds(t, b) and not combat.fort_counts(t, b) and combat.defence(t, b) == 10
    t.place(german, behind)
    assert combat.fort_counts(t, b) and combat.defence(t, b) == 7
