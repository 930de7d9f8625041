"""Orders that a player will try and a rule forbids: each is refused with that rule, none as a mere wrong choice."""

from __future__ import annotations

import pytest

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
