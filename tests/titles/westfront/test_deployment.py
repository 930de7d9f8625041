"""The editor of 3.2: any arrangement is held, debts are listed, set-ups are text."""

from __future__ import annotations

import random

import pytest

from grognard.engine.play.game import Game
from grognard.lab.redraw import Original, Redraws, redraw
from grognard.titles.systems.front import deployment
from grognard.titles.systems.front.state import BH_LATER, BH_PREP, BH_READY

from .table import at, cv, lane, scene, why_not


def editor(scenario: str = "w43", mode: str = "free", seat: str = "allied") -> Game:
    """The Axis has committed its ready set-up if the Allies are to deploy."""
    g = Game.new("westfront", scenario, seed=1, options={"deployment": mode})
    if seat == "allied":
        g.play("axis", "commit")
    return g


@pytest.mark.rule("westfront", "3.21")
def test_the_axis_sets_up_first_and_unseen() -> None:
    """The Allies see nothing before the Axis has committed, then its blocks as blocks; their own turn comes next."""
    g = editor(seat="axis")
    assert list(g.decisions()) == ["axis"]
    assert not g.view("allied").data["tokens"]
    g.play("axis", "commit")
    assert list(g.decisions()) == ["allied"]
    assert len(g.view("allied").data["tokens"]) == 52


def test_any_arrangement_is_held_and_its_debts_are_listed() -> None:
    """Five units on one hex stay there, but commit names the first debt."""
    g = editor("s43", "semi-historical", "axis")
    for unit in ("84inf", "85inf", "86inf", "90inf", "62inf"):
        g.play("axis", f"put {unit} Metz")
    assert at(g, "62inf", "axis") == "Metz"
    assert why_not(g, "axis", "commit") == "6.21"
    g.play("axis", "ready")
    assert why_not(g, "axis", "commit") == ""


def test_a_set_up_is_text_that_can_be_loaded() -> None:
    """What is written reads back as the same set-up."""
    g = editor("s43", "historical", "axis")
    text = deployment.written(lane(g, "axis"), 0)
    g.play("axis", "lift 84inf")
    g.play("axis", f"load {text}")
    assert cv(g, "84inf", "axis") == 2
    assert deployment.written(lane(g, "axis"), 0) == text
    assert why_not(g, "axis", "load Nowhere: 84inf2") == "E.setup"


def test_beachheads_are_chosen_within_the_sheet() -> None:
    """Winter 43 has two Ready and one in Prep: which is the owner's choice, how many is not."""
    g = editor()
    g.play("allied", "beachhead Br1BH prep")
    assert why_not(g, "allied", "commit") == "W43/1b"
    g.play("allied", "beachhead US2BH ready")
    g.play("allied", "commit")
    assert g.table.p.beachheads["Br1BH"] == -2
    assert scene("w43 / allied command").table.p.beachheads["Br1BH"] == -1


@pytest.mark.parametrize("mode", ["historical", "semi-historical", "free"])
def test_a_guess_made_while_deploying_is_the_same_to_its_seat(mode: str) -> None:
    """The Axis deploys while the Allied deployment waits below it: a redraw leaves its view and offers as they are."""
    g = Game.new("westfront", "s44", seed=1, options={"deployment": mode})
    rng, found = random.Random(1), Redraws()
    for seat in g.seats:
        redraw(Original(g, seat, rng), rng, found)
    assert sum((found.counted + found.unchanged).values()) == len(g.seats)


@pytest.mark.parametrize("scenario", ["s43", "w43", "s44", "w44"])
def test_the_offered_set_up_is_the_same_whatever_stood_before(scenario: str) -> None:
    """``ready`` lays out the same set-up again: forts that stand already are in no one's way."""
    game = Game.new("westfront", scenario, seed=1, options={"deployment": "free"})
    before = lane(game, "axis").p.raw()
    game.play("axis", "ready")
    assert lane(game, "axis").p.raw() == before


def test_the_offered_set_up_takes_the_beachheads_back_to_the_sheet() -> None:
    """After any choice of states ``ready`` leaves nothing owed (3.23)."""
    game = Game.new("westfront", "s43", seed=1, options={"deployment": "free"})
    game.play("axis", "commit")
    game.play("allied", "beachhead US2BH ready")
    game.play("allied", "ready")
    assert game.why_not("allied", "commit") is None


@pytest.mark.parametrize("mode", ["semi-historical", "free"])
def test_a_surplus_block_on_the_map_is_no_part_of_the_offered_set_up(mode: str) -> None:
    """A block that the chart does not count was put down: ``ready`` takes it off and owes nothing again (3.23)."""
    game = Game.new("westfront", "w44", seed=8, options={"deployment": mode})
    before = lane(game, "axis").p.raw()
    for unit in ("84inf Ostrava", "90inf Berlin", "62inf Konstanz"):
        game.play("axis", f"put {unit}")
    assert game.why_not("axis", "commit") is not None
    game.play("axis", "ready")
    assert lane(game, "axis").p.raw() == before
    assert game.why_not("axis", "commit") is None


@pytest.mark.rule("westfront", "W43/R2", "3.23/c")
@pytest.mark.parametrize("mode", ["fixed", "semi-historical", "free"])
def test_the_beachhead_of_the_first_month_is_ready_from_the_start(mode: str) -> None:
    """US 5's beachhead comes in December 1943, beyond the two Ready and one in Prep of the sheet."""
    game = Game.new("westfront", "w43", seed=1, options={"deployment": mode})
    for seat in ("axis", "allied") if mode != "fixed" else ():
        game.play(seat, "commit")
    states = game.table.p.beachheads
    assert states["US5BH"] == BH_READY and states["US7BH"] == BH_LATER
    assert sorted(states.values()) == [BH_LATER, BH_PREP, BH_READY, BH_READY, BH_READY]


@pytest.mark.rule("westfront", "3.23/c")
def test_an_arriving_beachhead_is_not_traded_for_another() -> None:
    g = editor()
    g.play("allied", "beachhead US5BH prep")
    g.play("allied", "beachhead US2BH ready")
    assert why_not(g, "allied", "commit") == "3.23/c"
