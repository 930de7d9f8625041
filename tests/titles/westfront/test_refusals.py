"""Orders that a player will try and a rule forbids: each is refused with that rule, none as a mere wrong choice."""

from __future__ import annotations

import pytest

from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game

from .play import scene
from .table import why_not

GROUND = (
    "s44 bare / axis holds all / 1943-07 / Paris: OBW3{role} 84inf2 89fort1 76arm3 / Rouen: 85inf2"
    " / Amiens: 86inf2 Br30arm3 / allied defends Amiens / London: SHAEF3 / allied holds London"
)
MOVING = GROUND.format(role="*") + " / axis movement"
COMMANDING = GROUND.format(role="") + " / axis command"
FIGHTING = GROUND.format(role="*") + " / axis combat"
SUPREME = "s44 bare / Berlin: OKW3* / Hamburg: 84inf2 / supreme 3 / axis movement"
BUILDING = "s43 bare / 1943-08 / Metz: 84inf1 / production"

TRIED = [
    (COMMANDING, "activate 84inf", "5.2"),
    (COMMANDING, "deploy 84inf Rouen", "5.2"),
    (COMMANDING, "deploy OBW Berlin", "5.21"),
    (COMMANDING, "activate OBW invasion", "15.41"),
    (MOVING, "invade OBW 84inf London", "15.41"),
    (MOVING, "invade 84inf 85inf London", "15.41"),
    (MOVING, "mark OBW London", "15.41"),
    (MOVING, "evacuate OBW 84inf", "15.41"),
    (MOVING, "drop OBW 84inf London", "14.2"),
    (MOVING, "drop 84inf 85inf London", "14.2"),
    (MOVING, "move 89fort Rouen", "2.26"),
    (MOVING, "rearguard 86inf Berlin", "6.41"),
    (SUPREME, "rail 84inf Ajaccio", "9.21"),
    (SUPREME, "sail 84inf Munich", "15.2"),
    (FIGHTING, "strike 84inf Amiens", "13.1"),
    (FIGHTING, "strike OBW Rouen", "7.13"),
    (BUILDING, "step 58arm", "11.41"),
    (BUILDING, "cadre 84inf Berlin", "11.42"),
    (BUILDING, "arrive 84inf Berlin", "11.5"),
    (BUILDING, "advance 84inf Berlin pay", "11.51"),
    (BUILDING, "disband 58arm", "11.52"),
]


@pytest.mark.parametrize(("text", "order", "rule"), TRIED, ids=[order for _, order, _ in TRIED])
def test_what_is_forbidden_is_refused_by_its_rule(text: str, order: str, rule: str) -> None:
    assert why_not(scene(text), "axis", order) == rule


def test_only_active_hqs_mobilize() -> None:
    """Army Group B lies idle beside OBW: it cannot mobilize (5.41); a corps even less."""
    g = scene(f"{MOVING} / Metz: AGB2")
    g.play("axis", "end")
    assert [why_not(g, "axis", f"mobilize {name} Nancy") for name in ("AGB", "84inf")] == ["5.41", "5.41"]


def test_a_battle_is_where_both_sides_are() -> None:
    """Rouen holds no enemy and is not fought for (7.11)."""
    g = scene(FIGHTING)
    g.play("axis", "end")
    assert why_not(g, "axis", "fight Rouen") == "7.11"
    assert why_not(g, "axis", "fight Amiens") == ""


def said(g: Game, order: str) -> str:
    """The rule and the sentence that refuse an order of the Axis."""
    reason = g.why_not("axis", order)
    return f"{reason.rule}: {reason.sentence}" if reason else ""


@pytest.mark.rule("westfront", "7.13")
def test_a_second_airstrike_on_a_battle_is_told_of_the_first() -> None:
    """OBW and AGB in Paris both reach Amiens, the only battle: one of them strikes, and range is not the reason."""
    g = scene(FIGHTING.replace("OBW3*", "OBW3* AGB2*"))
    assert (said(g, "strike OBW Amiens"), said(g, "strike AGB Amiens")) == ("", "")
    g.play("axis", "strike OBW Amiens")
    assert said(g, "strike AGB Amiens") == "7.13: Amiens has its airstrike: there is at most one on each battle."
    assert said(g, "strike AGB").startswith("7.13: Every battle in the air range of AGB has its airstrike")


@pytest.mark.rule("westfront", "13.11")
def test_an_hq_far_from_every_battle_is_out_of_range() -> None:
    """Of Army Group B in Berlin the air range is the reason, named with a battle or not, struck or not."""
    g = scene(f"{FIGHTING} / Berlin: AGB2*")
    assert [why_not(g, "axis", order) for order in ("strike AGB", "strike AGB Amiens")] == ["13.11", "13.11"]
    g.play("axis", "strike OBW Amiens")
    assert [why_not(g, "axis", order) for order in ("strike AGB", "strike AGB Amiens")] == ["13.11", "13.11"]


@pytest.mark.rule("westfront", "11.41")
def test_a_second_step_is_told_of_the_first() -> None:
    """84 Infantry at Metz is supplied and unengaged; what forbids a second step is the first."""
    g = scene(BUILDING)
    g.play("axis", "step 84inf")
    assert said(g, "step 84inf") == "11.41: 84inf has had its step this month: a block takes one in a Production."
    assert said(g, "step 58arm") == "11.41: 58arm is not on the map."


def test_a_deployment_that_a_scenario_lacks_is_refused_with_those_it_has() -> None:
    """Winter 43 has no historical set-up, Husky only its own."""
    refused = []
    for scenario in ("w43", "husky"):
        with pytest.raises(Refused) as caught:
            Game.new("westfront", scenario, options={"deployment": "historical"})
        refused.append(caught.value.sentence)
    assert refused == [
        "The scenario w43 has no historical deployment. It has: fixed, semi-historical, free.",
        "The scenario husky has no historical deployment. It has: fixed.",
    ]


def test_the_default_way_of_playing_may_be_named_for_husky() -> None:
    """It changes nothing; the other ways are for the scenarios that can be linked."""
    named, silent = (Game.new("westfront", "husky", seed=1, options=o) for o in ({"play": "scenario"}, {}))
    assert (named.hash(), named.journal.setup["options"]) == (silent.hash(), silent.journal.setup["options"])
    with pytest.raises(Refused, match="not for the scenario husky: it is for s43, w43, s44, w44"):
        Game.new("westfront", "husky", options={"play": "campaign"})
    with pytest.raises(Refused, match="There are: scenario, one-year, extended, campaign"):
        Game.new("westfront", "husky", options={"play": "xyz"})


@pytest.mark.rule("westfront", "3.23")
def test_set_up_names_the_chart_s_line_and_the_strengths_of_a_block() -> None:
    """Without Army Group B the Axis lacks an HQ; 58 Armor has four steps, not nine."""
    g = Game.new("westfront", "s43", seed=1, options={"deployment": "free"})
    assert said(g, "strength 58arm 9") == "E.choice: 9 is not among the cv choices here. Choices: 1, 2, 3, 4."
    g.play("axis", "lift AGB")
    assert "The chart has 5 HQ units of Germany, not 4." in said(g, "commit")
