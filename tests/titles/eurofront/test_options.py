"""The options that players agree on: weather that evens out, paras grounded by a loss, diplomacy as it was, a team."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.europe import costs, history, paras, reckoning, victory
from grognard.titles.eurofront.europe.state import ALLIED, AXIS, SOVIET
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.state import DRY, MUD, SNOW

from .europe import node, piece
from .play import asked, give, refused


def with_options(text: str, dice: list[int] | None = None, **options: str) -> Game:
    """A game at a scene with some options."""
    return read_scene(f"eurofront {text}", dice=dice, options=options)


def weather_after(first: int, number: int, roll: list[int], option: str) -> tuple[int, int]:
    """West and East in November 1941 after a roll, when the first fortnight had some weather in the West, Snow in the
    East."""
    g = with_options("1941 bare / 1941-11 / Berlin: OKW3 / axis command", roll * 2, weather=option)
    p = g.table.p
    p.weather, p.weather_east, p.fortnight = first, SNOW, number
    west = fronts.roll(g.table, "WF")[0]
    return west, fronts.roll(g.table, "EF")[0]


@pytest.mark.rule("eurofront", "12.9/opt")
def test_an_uncertain_month_has_both_its_weathers() -> None:
    """After Mud in the West and Snow in the East the second half of November is Dry and muddy whatever the dice say;
    its first half, and a game without the option, go by the dice."""
    for roll in ([3, 4], [3, 3]):
        assert weather_after(MUD, 2, roll, "equalized") == (DRY, MUD)
        assert weather_after(DRY, 2, roll, "equalized") == (MUD, MUD)
        odd = sum(roll) % 2
        for number, option in ((1, "equalized"), (2, "rolled")):
            assert weather_after(MUD, number, roll, option) == ((MUD, MUD) if odd else (DRY, SNOW))


@pytest.mark.rule("eurofront", "14.6/opt")
def test_a_lost_para_grounds_those_of_its_nation() -> None:
    """When a German para is eliminated the other one drops no more and costs half, American paras go on dropping;
    without the option nothing follows."""
    for option, follows in (("after a loss", True), ("by choice", False)):
        text = "1943 bare / 1943-08 / Rome: 1para2 2para2 / London: US17para1 / axis command"
        g = with_options(text, grounding=option)
        t, one, other, american = g.table, piece(g, "1para"), piece(g, "2para"), piece(g, "US17para")
        dear = costs.price(t, other, node(g, "Rome"), costs.STEP)
        blocks.eliminate(t, one, "7.33")
        assert t.title.grounded(t, other) == follows and not t.title.grounded(t, american)
        assert costs.price(t, other, node(g, "Rome"), costs.STEP) == (dear // 2 if follows else dear)
        assert bool(paras.on_foot(t) >> other & 1) == follows


@pytest.mark.rule("eurofront", "14.6/opt")
def test_a_lost_para_grounds_in_the_small_wars() -> None:
    """In 1940 the only German para is rebuilt at half its price, and drops no more."""
    for scenario in ("1940A", "1940B", "1940C"):
        g = with_options(f"{scenario} bare / Berlin: 1para2 / axis command", grounding="after a loss")
        t, para = g.table, piece(g, "1para")
        full = t.title.step_cost(t, para)
        blocks.eliminate(t, para, "7.33")
        blocks.bring(t, para, node(g, "Berlin"), 1)
        assert t.title.grounded(t, para) and t.title.step_cost(t, para) == full // 2


# Diplomacy


def month(text: str, when: str, diplomacy: str = "historical", **options: Any) -> Game:
    """The month's Diplomacy of 1939, Production done."""
    armies = "London: AF1 / Paris: GQG2 / Berlin: OKW3 / Moscow: Stavka3"
    g = with_options(f"1939 bare / {when} / {text} / {armies} / production", [6] * 20, diplomacy=diplomacy, **options)
    return give(g, *(f"{seat}: commit" for seat in sorted(g.decisions())))


@pytest.mark.rule("eurofront", "DE/historical")
def test_events_come_as_in_history() -> None:
    """The Winter War is not begun in November 1939 but from December on; Norway's expedition is approved without a die
    in March 1940; with dice the six would fail, and what never happened is not tried."""
    early = month("since PP / mud", "1939-11")
    assert refused(early, "attempt WW", "allied") == "DE/historical"
    assert refused(month("since PP / mud", "1939-12"), "attempt WW", "allied") == ""
    past = "since PP / since CL / since WW / since FR / since NP / since PW"
    for diplomacy, comes in (("historical", True), ("diced", False)):
        g = month(past, "1940-03", diplomacy)
        give(g, "allied: attempt NX")
        assert ("NX" in g.table.p.politics) == comes
    assert not history.is_due(early.table, "SX", "") and history.is_due(month(past, "1940-03").table, "DS", "")


@pytest.mark.rule("eurofront", "DE/historical")
def test_yugoslavia_refuses_as_in_history() -> None:
    """The event that failed in history fails; those that came more than once come in their months alone."""
    assert history.succeeds("RX") and not history.succeeds("YX")
    g = with_options("1941 bare / 1941-07 / Berlin: OKW3 / Moscow: Stavka3 / axis command", diplomacy="historical")
    t = g.table
    for when, due in (("1942-06", True), ("1942-07", False), ("1942-08", True)):
        t.p.month = int(when[:4]) * 12 + int(when[5:]) - 1
        assert history.is_due(t, "XR", "") == due
    assert history.is_due(t, "3R", "")
    t.p.month = 1942 * 12 + 11
    assert not history.followed(t)


# A team


@pytest.mark.rule("eurofront", "0/a", "16.6/b")
def test_allies_and_soviets_are_a_team() -> None:
    """With three players the Soviets have a seat of their own; they try an event only with their ally's consent, and
    win with him when Berlin falls."""
    g = month("since PP / since CL", "1939-12", "diced", players="3")
    t = g.table
    assert len(t.seats) == 3 and victory.apart(t) and not victory.three_sided(t)
    assert asked(g) == {"soviet"}
    give(g, "soviet: attempt WW")
    assert asked(g) == {"allied"}
    give(g, "allied: answer refuse")
    assert "WW" not in g.table.p.politics
    reckoning.win(t, ALLIED, "major", "Berlin is taken.", "19.1")
    assert t.outcome is not None and set(t.outcome.winners) == {"allied", "soviet"}
    assert (t.outcome.scores["axis"], t.outcome.scores["soviet"]) == (-0.75, 0.75)
    assert victory.winners(t, AXIS) == (t.seat_of(AXIS),) and t.seat_of(SOVIET) != t.seat_of(ALLIED)


def test_options_that_a_scenario_has_not_are_refused() -> None:
    """A small war has no team, no timetable of events, and where no month is uncertain no weather to even out."""
    for scenario, options in (
        ("1939B", {"weather": "equalized"}), ("1940A", {"players": "3"}), ("1944", {"diplomacy": "historical"}),
        ("1936", {"grounding": "after a loss"}),
    ):  # fmt: skip
        with pytest.raises(Refused):
            Game.new("eurofront", scenario, seed=1, options=options)
