"""Whole games and turns by clicks alone, from the start page to the outcome."""

from __future__ import annotations

import pytest

from .clicker import Clicker, Lit

pytestmark = pytest.mark.slow


def starts(person, title: str, scenario: str, sitting: str):
    """Three clicks on the start page: a title, a scenario, an opponent."""
    me = person(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    me.page.goto(me.url)
    me.page.locator(".title-card", has_text=title).click()
    me.page.locator(".choice", has_text=scenario).first.click()
    me.page.locator(".choice.wide", has_text=sitting).get_by_role("button").click()
    me.page.wait_for_selector(".deck .prompt, .curtain")
    return me


SICILY = ("Palermo", "Licata", "Catania", "Catania_NW1", "Messina")
LANDING = {"invade": 6, "activate": 0.5, "place": 1, "disband": 0, "evacuate": 0}


def lands(lit: Lit) -> float:
    """Would go to Sicily, wastes no blocks, and finishes an order before it thinks of another."""
    if lit.kind == "verb":
        return LANDING.get(lit.text.casefold(), 0.1)
    if lit.kind == "word":
        return 20 if "invasion" in lit.text else 1
    if lit.kind == "target":
        return 20 if lit.text in SICILY else 1
    return 1


def test_a_whole_husky_game_by_clicks(person):
    """Both sides by the mouse, the curtain between them; the page ends by saying who won, how, and by which rule."""
    me = starts(person, "WestFront", "Husky", "Hot-seat")
    clicker = Clicker(me, lands, seed=43, most_orders=3)
    clicker.plays_until(lambda now: now["over"], most_clicks=400)
    me.shows("husky-outcome")
    assert clicker.refused == []
    assert {"Production", "Command", "Movement", "Supply"} <= {phase for _, phase, _ in clicker.seen}
    assert len({turn for turn, _, _ in clicker.seen}) == 4
    outcome = me.page.inner_text(".deck .outcome")
    assert outcome.startswith(("Victory: ", "Drawn")) and "ports" in outcome
    me.page.locator(".deck .outcome .rule").click()
    me.sees(".rule-card code").to_have_text("HUSKY/1")
    me.sees(".deck .end, .strip").to_have_count(0)


def marches(lit: Lit) -> float:
    """Moves and attacks where that is lit, ships and builds now and then."""
    if lit.kind == "verb":
        return {"attack": 1, "build": 0.5}.get(lit.text.casefold(), 0.1)
    return 1


def test_a_whole_game_turn_of_world_war_two_by_clicks(person):
    """Every phase of both sides in Africa by the mouse, until the turn track has moved on."""
    me = starts(person, "World War Two", "Africa", "Hot-seat")
    clicker = Clicker(me, marches, seed=41, most_orders=2)
    clicker.plays_until(lambda now: now["turn"].startswith("Turn 2 "), most_clicks=300)
    me.shows("africa-turn-2")
    assert clicker.refused == []
    first = [(phase, seat) for turn, phase, seat in clicker.seen if turn.startswith("Turn 1 ")]
    for side in ("Axis", "Allies"):
        assert {phase for phase, seat in first if seat.startswith(side)} >= {"Movement", "Combat"}, first
    assert clicker.clicks["commit"] >= 4


@pytest.mark.night
@pytest.mark.parametrize("seed", range(1, 6))
def test_more_games_of_husky_against_the_bot(person, seed):
    """Other clicks, other dice: nothing that is lit is ever refused, and every game comes to its outcome."""
    me = starts(person, "WestFront", "Husky", "A bot")
    clicker = Clicker(me, lands, seed=seed, most_orders=4)
    clicker.plays_until(lambda now: now["over"], most_clicks=500)
    assert clicker.refused == []
    me.sees(".deck .outcome .rule").to_have_count(1)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(1, 4))
def test_more_turns_of_barbarossa_against_the_bot(person, seed):
    """The first quarter of Barbarossa by clicks, with its placements and its battles."""
    me = starts(person, "World War Two", "1941", "A bot")
    clicker = Clicker(me, marches, seed=seed, most_orders=4)
    clicker.plays_until(lambda now: now["turn"].startswith("Turn 2 "), most_clicks=600)
    assert clicker.refused == []
