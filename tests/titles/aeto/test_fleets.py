"""What becomes of fleets when their nation falls: Vichy's, the exiles', Italy's (9.3, 9.10, 9.11, 9.14)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.politics import conquest, vichy
from grognard.titles.aeto.position import WEST
from grognard.titles.aeto.sea import damage, fates, ships
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, ITALY, UK, VICHY

from .scenes import at, named, node, play, refused
from .test_france import fallen

FLEET = "Toulon: Algerie Foch / Oran: Dunkerque / Cherbourg: Courbet / Marseilles: fra0stp"


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


@pytest.mark.rule("aeto", "9.10/ships")
def test_the_french_fleet_at_the_armistice() -> None:
    """Courbet flees Cherbourg and serves the UK without a die; 4 interns, 5 goes to the UK, 6 scuttles."""
    game = play(fallen(FLEET, [4, 5, 6, 1, 2, 2, 2, 2]), "g: vichy")
    t = game.table
    owners = {t.world.cards[t.p.card[i]].name: t.p.power[i] for i in range(len(t.p.at)) if t.p.steps[i]}
    assert owners["Courbet"] == UK and owners["Algerie"] == VICHY and owners["Foch"] == UK
    assert "Dunkerque" not in owners and at(game, "Toulon") == ["Algerie"]
    assert ships.is_interned(t, named(game, "Algerie")) and ships.laid_up(t) >> named(game, "Algerie") & 1
    assert t.p.power[t.p.stack(node(game, "Marseilles"))[-1]] == VICHY


@pytest.mark.rule("aeto", "9.11/ships")
def test_the_axis_breaks_into_toulon() -> None:
    """Germans stand in Vichy France: a ship scuttles on a 5, with a 6 it gets away to the UK."""
    game = sea("Toulon: Algerie Foch / London: uk5inf / Berlin: ger6inf / axis movement", [5, 6, 1, 1, 1, 1])
    t = game.table
    for name in ("Algerie", "Foch"):
        fates.intern(t, named(game, name))
    t.p.politics["vichy"] = t.p.month
    t.p.hostile[VICHY] |= 1 << GERMANY
    t.p.hostile[GERMANY] |= 1 << VICHY
    vichy.give(t, 1 << node(game, "Lyon"), GERMANY)
    vichy.end_phase(t)
    left = [t.world.cards[t.p.card[i]].name for i in range(len(t.p.at)) if t.p.steps[i] and ships.is_ship(t.p, i)]
    assert left == ["Foch"] and t.p.power[named(game, "Foch")] == UK
    assert not ships.is_interned(t, named(game, "Foch"))


@pytest.mark.rule("aeto", "8.9/interned")
def test_interned_ships_are_not_salvaged() -> None:
    """A British cruiser sunk in Gibraltar can be raised, an interned French one in Algiers not."""
    game = sea("Gibraltar: Norfolk / Algiers: Algerie / London: uk5inf / Berlin: ger6inf / axis movement")
    t = game.table
    cruiser = named(game, "Algerie")
    t.p.give(cruiser, UK)
    vichy.give(t, 1 << node(game, "Algiers"), UK)
    t.place(cruiser, node(game, "Gibraltar"))
    assert damage.may_be_salvaged(t, named(game, "Norfolk"), False) and damage.may_be_salvaged(t, cruiser, False)
    t.p.due[f"interned {cruiser}"] = 1
    assert not damage.may_be_salvaged(t, cruiser, False)


@pytest.mark.rule("aeto", "9.3/ships")
def test_ships_of_an_exile_serve_the_uk() -> None:
    """Norway falls: her destroyers in Scapa Flow are British, those in Bergen are lost."""
    game = grognard.read_scene(
        "aeto 1940 bare / Scapa Flow: nor1dd / Bergen: nor1dd / Berlin: ger6inf / London: uk5inf / axis movement"
    )
    t = game.table
    assert t.p.alliance[POWERS.index("norway")] == WEST
    conquest.conquer(t, "norway", GERMANY)
    assert at(game, "Bergen") == []
    (ship,) = t.p.stack(node(game, "Scapa Flow"))
    assert t.p.power[ship] == UK and t.p.steps[ship]


@pytest.mark.rule("aeto", "9.14/ships")
def test_the_italian_fleet_goes_to_malta() -> None:
    """Italy collapses: a 3 sails to Malta as British, a 2 is lost."""
    game = sea("Taranto: Littorio Trento / Rome: uk5inf / London: uk5inf / Berlin: ger6inf / axis movement", [6, 3, 2])
    t = game.table
    vichy.give(t, 1 << node(game, "Rome"), UK)
    conquest.collapse_of_italy(t)
    assert "italy" in t.p.conquests and at(game, "Malta") == ["Littorio"]
    assert t.p.power[named(game, "Littorio")] == UK and not t.p.occupied[ITALY]


def test_interned_ships_lie_still() -> None:
    """In 1941 the fleet of Toulon is interned: nobody sails it, whoever plays Vichy."""
    t = grognard.new("aeto", "1941", seed=1).table
    interned = [i for i in range(len(t.p.at)) if ships.is_interned(t, i)]
    assert len(interned) >= 12 and {t.p.power[i] for i in interned} == {VICHY}
    assert not any(ships.afloat(t, seat) >> i & 1 for i in interned for seat in range(len(t.seats)))
    game = sea("Berlin: ger6inf / London: uk5inf / axis naval")
    assert refused(game, "g: sail Strasbourg Toulon")
