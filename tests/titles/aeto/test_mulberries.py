"""Artificial ports (7.9) and the Home Guard (7.15)."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import home_guard, hq, pieces, replenish, supply, weather
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.sea import cargo, mulberries
from grognard.titles.aeto.seasonal import pools
from grognard.titles.aeto.strategic import installations
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, at, named, node, prompt, refused

BEACH = "W_3317"
"""A clear hex between Le Havre and Calais."""


def scene(text: str, dice: list[int] | None = None, scenario: str = "1944") -> grognard.Game:
    return grognard.read_scene(f"aeto {scenario} bare / Berlin: ger6inf / London: uk5inf / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def ashore(fleet: str, dice: list[int] | None = None, scenario: str = "1944") -> tuple[grognard.Game, str, str]:
    """British on a clear French coast with ships off it: the game, the beach, and its waters."""
    game = scene(f"W 3317: uk5inf / off_{beach_name()}: {fleet} / uk naval", dice, scenario)
    return game, beach_name(), f"off_{beach_name()}"


def beach_name() -> str:
    t = grognard.read_scene("aeto 1944 bare / Berlin: ger6inf / London: uk5inf / uk naval").table
    return t.node_name(t.title.place(t, "W 3317"))


@pytest.mark.rule("aeto", "7.9/build-stps")
@pytest.mark.rule("aeto", "7.9/build-facedown")
@pytest.mark.rule("aeto", "7.9/complete")
def test_three_transports_make_a_mulberry() -> None:
    """Two transports are too few; three are sunk, and the harbour works from the next month on."""
    game, beach, off = ashore("uk0stp uk0stp uk0stp")
    ship = f"uk0stp@{off}"
    assert refused(game, f"u: mulberry {ship}+{ship} {beach}") == "7.9/build-stps"
    orders(game, f"u: mulberry {ship}+{ship}+{ship} {beach}")
    t, place = game.table, node(game, beach)
    assert at(game, off) == [] and mulberries.laid(t) == {place: t.p.month} and not mulberries.works(t, place)
    t.p.month += 1
    assert mulberries.works(t, place)


@pytest.mark.rule("aeto", "7.9/courbet")
def test_the_courbet_stands_for_two() -> None:
    """The old battleship and one transport are enough; she is gone."""
    game, beach, off = ashore("uk0stp Courbet")
    t = game.table
    t.p.give(named(game, "Courbet"), UK)
    game._changed()
    order = f"u: mulberry uk0stp@{off}+Courbet {beach}"
    assert not refused(game, order)
    orders(game, order)
    assert at(game, off) == [] and node(game, beach) in mulberries.laid(t)


@pytest.mark.rule("aeto", "7.9/who")
@pytest.mark.rule("aeto", "7.9/build-hex")
@pytest.mark.rule("aeto", "7.9/where")
@pytest.mark.rule("aeto", "7.9/one-per-hex")
def test_when_and_where() -> None:
    """Not in 1942, not on a German beach, not in a city, not where one lies, and never a fourth."""
    game, beach, off = ashore("uk0stp uk0stp uk0stp")
    t, place = game.table, node(game, beach)
    order = "u: mulberry " + "+".join([f"uk0stp@{off}"] * 3) + f" {beach}"
    t.p.due[f"mulberry {place}"] = t.p.month
    game._changed()
    assert refused(game, order) == "7.9/one-per-hex"
    del t.p.due[f"mulberry {place}"]
    t.p.due["mulberries"] = 3
    game._changed()
    assert refused(game, order) == "7.9/one-per-hex"
    del t.p.due["mulberries"]
    t.p.held[UK] &= ~(1 << place)
    t.p.held[GERMANY] |= 1 << place
    game._changed()
    assert refused(game, order) == "7.9/build-hex"
    old = scene(f"W 3317: uk5inf / {off}: uk0stp uk0stp uk0stp / uk naval", scenario="1941")
    assert refused(old, order) == "7.9/who"
    city = scene("Le Havre: uk5inf / off_Le_Havre: uk0stp uk0stp uk0stp / uk naval")
    assert refused(city, order.replace(off, "off_Le_Havre").replace(beach, "Le_Havre")) == "7.9/where"


@pytest.mark.rule("aeto", "7.9/one-chit")
def test_supply_lands_at_a_mulberry() -> None:
    """Two transports bring two chits from Portsmouth: one lands."""
    game = scene("W 3317: uk5inf / Portsmouth: uk0stp uk0stp / uk naval")
    t, place = game.table, node(game, "W 3317")
    beach = beach_name()
    assert refused(game, f"u: ship_supply uk0stp@Portsmouth off_{beach}")
    t.p.due[f"mulberry {place}"] = t.p.month - 1
    game._changed()
    orders(game, f"u: ship_supply uk0stp@Portsmouth+uk0stp@Portsmouth off_{beach}")
    assert t.p.chits.get(str(place), (0, 0))[1] == 1 and cargo.chit_room(t, place) == 0


@pytest.mark.rule("aeto", "7.9/enemy")
def test_a_mulberry_is_never_captured() -> None:
    """Germans enter its hex: it is gone for good."""
    game = scene("W 3317: uk5inf / axis movement")
    t, place = game.table, node(game, "W 3317")
    t.p.due[f"mulberry {place}"] = t.p.month - 1
    hq.drive_off(t, UK, place)
    assert place in mulberries.laid(t)
    hq.drive_off(t, GERMANY, place)
    assert place not in mulberries.laid(t)


@pytest.mark.rule("aeto", "7.9/weather")
@pytest.mark.rule("aeto", "7.9/repair")
def test_storms() -> None:
    """In Winter a 2 leaves it whole, a 1 destroys it; like a port it may be repaired in the Replenishment Step."""
    game = scene("W 3317: uk5inf / uk 9 EPs / axis movement", [2, 1])
    t, place = game.table, node(game, "W 3317")
    t.p.due[f"mulberry {place}"] = t.p.month - 1
    mulberries.storms(t)
    assert mulberries.works(t, place)
    t.p.winter = weather.zone_hexes(t, "moderate")
    mulberries.storms(t)
    assert mulberries.works(t, place)
    mulberries.storms(t)
    assert not mulberries.works(t, place) and replenish.broken(t, t.seat_of(UK), ()) >> place & 1


@pytest.mark.rule("aeto", "7.9/repair")
def test_a_mulberry_is_mended_in_the_construction_phase() -> None:
    """The UK pays an EP for its destroyed Mulberry, which a chit feeds; without EPs it may not."""
    for ep, rule in ((0, "8.6/repair"), (2, "")):
        game = scene("W 3317: uk5inf / London: uk4inf / axis movement")
        t, place = game.table, node(game, "W 3317")
        t.p.due[f"mulberry {place}"] = t.p.month - 1
        t.p.destroyed[f"{place} mulberry"] = 1
        supply.add_chits(t, UK, place, 1, 0)
        t.p.ep[UK] = ep
        t.agenda = (*t.agenda, Frame("building", "step", t.seat_of(UK), UK))
        game._changed()
        assert refused(game, f"u: mend_mulberry {beach_name()}") == rule
    game.play("uk", f"mend_mulberry {beach_name()}")
    assert mulberries.works(t, place) and t.p.ep[UK] == 1


@pytest.mark.rule("aeto", "7.9/target")
def test_its_target_number() -> None:
    """2, or 4 with a fortification in the hex."""
    game = scene("W 3317: uk5inf / axis movement")
    t, place = game.table, node(game, "W 3317")
    what = installations.WORDS.index("mulberry")
    assert installations.target_number(t, what, place) == 2
    t.p.forts |= 1 << place
    assert installations.target_number(t, what, place) == 4
    t.p.due[f"mulberry {place}"] = t.p.month - 1
    assert installations.standing(t, GERMANY, what) >> place & 1


# The Home Guard


def invasion(text: str = "", dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """Germans in Dover, at the end of a month of 1940."""
    return grognard.read_scene(
        f"aeto 1940 bare / Berlin: ger6inf / London: uk5inf / {text} / axis movement", dice, **new
    )


def guards(game: grognard.Game) -> list[int]:
    t = game.table
    return sorted(t.p.steps[i] for i in home_guard.in_play(t))


@pytest.mark.rule("aeto", "7.15/trigger")
@pytest.mark.rule("aeto", "7.15/roll")
@pytest.mark.rule("aeto", "7.15/conquered")
def test_the_home_guard_rises() -> None:
    """Germans in Dover, a 3 and six home city/resource hexes: nine steps; none in peace, none after a conquest."""
    game = invasion("Dover: ger6inf", [3])
    t = game.table
    home_guard.look(t)
    assert home_guard.sources_held(t) == 6 and t.p.tally.get("home guard") == 9
    calm = invasion()
    home_guard.look(calm.table)
    assert "home guard" not in calm.table.p.tally
    late = invasion("Dover: ger6inf", [3])
    late.table.p.politics["fell uk"] = 1
    home_guard.look(late.table)
    assert "home guard" not in late.table.p.tally


@pytest.mark.rule("aeto", "7.15/max")
@pytest.mark.rule("aeto", "7.15/deploy")
def test_where_and_how_many() -> None:
    """Four chits at most, in supplied British hexes out of German zones."""
    game = invasion("Dover: ger6inf", [6])
    t = game.table
    while prompt(game)[1] != "replenishing":
        seat, step = prompt(game)
        game.play(seat, "pass" if step == "offensives" else "end")
    assert refused(game, "u: muster two Paris") and refused(game, "u: muster two Portsmouth") == "7.15/deploy"
    for place in ("Birmingham", "Liverpool", "Glasgow", "Hull"):
        orders(game, f"u: muster two {place}")
    assert guards(game) == [2, 2, 2, 2] and home_guard.steps_left(t) > 0
    assert refused(game, "u: muster one Birmingham") == "7.15/max"


@pytest.mark.rule("aeto", "7.15/remove")
@pytest.mark.rule("aeto", "7.15/no-purchase")
def test_it_goes_home_and_is_never_bought() -> None:
    """Without Germans in the UK it is removed; a chit that is lost goes to no pool and no box."""
    game = invasion("Dover: ger6inf", [3])
    t = game.table
    card = tb.card_of("uk", "infantry", "Home Guard").number
    lost, kept = (pieces.raise_chit(t, card, 2, node(game, "London")) for _ in range(2))
    pieces.eliminate(t, lost, "5.18/step-loss")
    assert not t.p.pool or not t.p.pool[card : card + 1].strip(b"\0")
    assert not any(key.startswith(f"{card} ") for key in t.p.fallen)
    home_guard.look(t)
    assert guards(game) == [2]
    pieces.drop(t, named(game, "ger6inf@Dover"))
    home_guard.look(t)
    assert guards(game) == [] and not t.p.steps[kept]
    assert not any(row.how.startswith("7.15") and pools.goes_to_pool(t, row) for row in pools.listing())


@pytest.mark.rule("aeto", "7.15/function")
def test_it_goes_aboard_no_ship() -> None:
    """A corps may sail from Portsmouth to Dover, the Home Guard may not."""
    game = grognard.read_scene(
        "aeto 1940 bare / Berlin: ger6inf / London: uk5inf / Plymouth: uk0stp uk0stp uk5inf / uk naval"
    )
    t = game.table
    pieces.raise_chit(t, tb.card_of("uk", "infantry", "Home Guard").number, 2, node(game, "Plymouth"))
    game._changed()
    load = "+uk0stp@Plymouth+uk0stp@Plymouth Portsmouth"
    assert not refused(game, f"u: sail uk5inf@Plymouth{load}")
    assert refused(game, f"u: sail uk2inf@Plymouth{load}") == "7.15/function"
