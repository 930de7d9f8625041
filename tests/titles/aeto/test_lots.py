"""Cases of rules that were drawn by lot and tried anew from the rulebook's text, and of their kin."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import breakthrough, pieces, reach, stacking, supply, weather
from grognard.titles.aeto.air import flights
from grognard.titles.aeto.politics import conquest, vichy, wars
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, USSR

from .scenes import named, node, play, refused


def scene(text: str, scenario: str = "1941short", dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto {scenario} bare / {text}", dice)


@pytest.mark.rule("aeto", "7.7/swamp", "10.5")
def test_mountain_units_trace_supply_over_a_ridge() -> None:
    """East of Lyon Alpini are fed over the Alps from Turin; an infantry corps there is not."""
    fed = []
    for unit in ("ita4mtn", "ita3inf"):
        game = scene(f"W 2620: {unit} / W 2521: ita3inf / Paris: fra5inf", "1940")
        t = game.table
        wars.make_hostile(t, ITALY, FRANCE)
        fed.append(supply.traces_to_source(t, named(game, f"{unit}@Lyon_E1")))
    assert fed == [True, False]


@pytest.mark.rule("aeto", "5.8/lake-hexside", "7.7/water", "1.6")
def test_frozen_lakes_are_crossed_by_units_and_supply() -> None:
    """East of Leningrad over the lake: closed in the first Winter month, open in the second, to men and supply."""
    game = scene("Leningrad: sov4inf / axis movement")
    t = game.table
    here, there = node(game, "Leningrad"), node(game, "Leningrad E1")
    unit = named(game, "sov4inf@Leningrad")
    t.p.held[USSR] = 1 << here | 1 << there
    for open_ in (False, True):
        weather.freeze(t, True)
        game._changed()
        assert bool(reach.reach_of(t, (unit,), -1, 1).all() >> there & 1) is open_
        assert bool(supply.lines(t, USSR).fed >> there & 1) is open_


@pytest.mark.rule("aeto", "7.7/swamp-rail")
def test_supply_follows_the_rails_through_a_foreign_swamp() -> None:
    """Germans in Pinsk live on the line to Baranovichi; without it on nothing; those off the rails never do."""
    game = scene("Pinsk: ger6inf / Pinsk SE1: ger6inf / Moscow: sov4inf / axis movement")
    t = game.table
    vichy.give(t, t.world.board.nation["poland"], GERMANY)
    game._changed()
    on_rails, off_rails = named(game, "ger6inf@Pinsk"), named(game, "ger6inf@Pinsk_SE1")
    assert supply.traces_to_source(t, on_rails) and not supply.traces_to_source(t, off_rails)
    vichy.give(t, 1 << node(game, "Baranovichi") | 1 << node(game, "Baranovichi E1"), USSR)
    game._changed()
    assert not supply.traces_to_source(t, on_rails)


@pytest.mark.rule("aeto", "8.0/rumania/limits", "8.0/hungary/limits")
def test_hungarians_and_rumanians_never_stack() -> None:
    """A Hungarian corps has no room where Rumanians stand, a German one has; nor does a train bring him there."""
    game = scene("Tarnopol: rum3inf / Lvov: hun3inf, ger6inf / axis movement")
    t = game.table
    target = node(game, "Tarnopol")
    assert not stacking.has_room(t, (named(game, "hun3inf@Lvov"),), target)
    assert stacking.has_room(t, (named(game, "ger6inf@Lvov"),), target)


@pytest.mark.rule("aeto", "10.3")
def test_surprise_follows_the_invasion_not_a_blitzkrieg() -> None:
    """Germany attacks without a Blitzkrieg: Soviet fighters at Brest stay down in June, not in July."""
    game = scene("Berlin: ger6inf / Moscow: sov4inf / Minsk: sov2ftr / axis offensives", "1941")
    t = game.table
    fighter = named(game, "sov2ftr@Minsk")
    t.place(fighter, node(game, "Brest-Litovsk"))
    assert not flights.surprised(t, fighter)
    wars.declare(t, GERMANY, USSR)
    assert flights.surprised(t, fighter)
    t.p.month += 1
    assert not flights.surprised(t, fighter)


@pytest.mark.rule("aeto", "9.16")
def test_the_soviets_look_at_all_of_germanys_east() -> None:
    """Fifteen steps in Silesia hold the Soviets back in 1940, as would fewer nowhere; steps in Hamburg do not count."""
    game = scene("Moscow: sov4inf / axis movement", "1941")
    t = game.table
    t.p.month = month_of("August 1940")
    assert wars.soviets_may_attack(t)
    for place, steps, held in (("Hamburg", 8, True), ("Breslau", 7, True), ("Breslau", 1, False)):
        for _ in range(steps):
            t.title.scene_piece(t, node(game, place), "ger6inf")
        assert wars.soviets_may_attack(t) is held


@pytest.mark.rule("aeto", "7.14/home-only")
def test_a_nation_that_was_conquered_is_never_replenished() -> None:
    """Infantry lost at home may come back; not once its nation has fallen, though it is free again."""
    game = scene("Paris: uk5inf / London: uk5inf", "1940")
    t = game.table
    unit = named(game, "uk5inf@London")
    assert pieces.lost_at_home(t, unit) and not pieces.lost_at_home(t, named(game, "uk5inf@Paris"))
    t.p.conquests["uk"] = (GERMANY, t.p.month)
    t.p.politics["fell uk"] = t.p.month
    conquest.liberate(t, "uk")
    assert not pieces.lost_at_home(t, unit)


@pytest.mark.rule("aeto", "1.4")
def test_no_breakthrough_goes_through_mud() -> None:
    """With Mud all around nothing beyond it is reached by Breakthrough Movement; in dry weather much is."""
    game = scene("Minsk: ger8arm / axis movement", "1941short")
    t = game.table
    unit = named(game, "ger8arm@Minsk")
    start = t.p.at[unit]
    ring = t.world.next_to(start)
    beyond = reach.reach_of(t, (unit,), -1, 4).all() & ~ring
    assert beyond
    t.p.mud = ring
    game._changed()
    assert not reach.reach_of(t, (unit,), -1, 4, True, breakthrough.not_through(t)).all()


def test_the_refusal_says_why_a_partner_has_no_room() -> None:
    """A Hungarian who would join Rumanians is refused for want of room."""
    game = scene("Tarnopol: rum3inf / Lvov: hun3inf / axis movement")
    if refused(game, "g: move hun3inf@Lvov Tarnopol") == "E.verb":
        play(game, "g: end")
    assert refused(game, "g: move hun3inf@Lvov Tarnopol") in ("5.9/timing", "5.7/allowance")
