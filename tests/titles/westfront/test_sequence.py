"""Chapter 4: the month, the fortnight, the player-turn."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.westfront.game import TITLE

from .play import ALLIED, AXIS, cv, give, refused, scene, step, verbs

LAND = "s44 bare / axis holds all / 1943-07"


def pass_turn(g: Game) -> None:
    """End every phase of a player-turn."""
    active = g.table.p.active
    while g.outcome is None and g.table.p.active == active and len(g.decisions()) == 1:
        give(g, "end")


@pytest.mark.rule("westfront", "4.4", "4.1")
def test_the_allies_move_first_in_both_fortnights() -> None:
    """Allied, Axis, Allied, Axis: then the month is over and Production comes."""
    g = grognard.new("westfront", "husky", seed=1)
    seen = []
    for _ in range(4):
        seen.append((g.table.p.fortnight, g.table.p.active))
        pass_turn(g)
    assert seen == [(1, ALLIED), (1, AXIS), (2, ALLIED), (2, AXIS)]
    assert set(g.decisions()) == {"axis", "allied"}


@pytest.mark.rule("westfront", "4.4/a", "4.42/a")
def test_the_phases_of_a_player_turn() -> None:
    """Command, movement, combat, their Blitz twins, supply, politics."""
    rows = [row.step for row in TITLE.steps["player_turn"].rows]  # type: ignore[attr-defined]
    order = ["command", "movement", "airstrikes", "battles", "deactivation", "supply_check"]
    places = [rows.index(name) for name in order]
    assert places == sorted(places)
    assert rows.count("movement") == rows.count("battles") == 2


@pytest.mark.rule("westfront", "4.41")
def test_any_number_of_hqs_is_activated() -> None:
    """Two HQs are activated one after the other, then the phase ends."""
    g = scene(f"{LAND} / Paris: OBW3 AGB2 / axis command")
    give(g, "activate OBW", "activate AGB", "end")
    assert step(g) == "movement"


@pytest.mark.rule("westfront", "4.42")
def test_movement_follows_command() -> None:
    """Units under command move, others do not."""
    g = scene(f"{LAND} / Paris: OBW1 84inf2 / Lyon: 85inf2 / axis command")
    give(g, "activate OBW", "end")
    assert refused(g, "move 84inf Amiens") == ""
    assert refused(g, "move 85inf Valence") == "5.3/a"


@pytest.mark.rule("westfront", "4.42/b")
def test_an_hq_chooses_after_the_moves() -> None:
    """It may mobilize or stay for combat."""
    g = scene(f"{LAND} / Paris: OBW2* / axis movement")
    give(g, "end")
    assert verbs(g) >= {"mobilize", "end"}


@pytest.mark.rule("westfront", "4.42/c")
def test_a_supreme_hq_opens_rail_and_far_moves() -> None:
    """OKW in Berlin lets a corps in Lyon walk or go by rail."""
    g = scene(f"{LAND} / Berlin: OKW1 / Lyon: 84inf2 / axis command")
    give(g, "activate OKW", "end")
    assert refused(g, "move 84inf Valence") == ""
    assert refused(g, "rail 84inf Dijon") == ""


@pytest.mark.rule("westfront", "4.43")
def test_the_active_player_chooses_his_battles() -> None:
    """An old battle is fought or left, as he likes."""
    g = scene(f"{LAND} / Paris: OBW3* / Amiens: 84inf2 Br5inf2 / allied defends Amiens / axis combat")
    assert step(g) == "airstrikes"
    give(g, "end")
    assert verbs(g) == {"fight", "end"}


@pytest.mark.rule("westfront", "4.43/b")
def test_airstrikes_come_before_the_choice_of_battles() -> None:
    """Strikes are assigned while all is hidden; then the battles are named."""
    g = scene(
        f"{LAND} / Amiens: 84inf2 Br5inf2 / Reims: 85inf2 Br10inf2 / allied defends Amiens Reims / Paris: OBW3*"
        " / axis combat"
    )
    assert step(g) == "airstrikes"
    give(g, "strike OBW Amiens")
    give(g, *(["end"] if step(g) == "airstrikes" else []))
    assert step(g) == "active_battles"
    assert refused(g, "fight Reims") == ""


@pytest.mark.rule("westfront", "4.43/c")
def test_a_round_is_fought() -> None:
    """Defense fires first: the attacker at 1 is gone before it can shoot."""
    g = scene(f"{LAND} / Amiens: 84inf1 Br5inf2 / allied defends Amiens / axis combat", dice=[6, 1, 6])
    give(g, "fight Amiens")
    assert cv(g, "84inf") == 0


@pytest.mark.rule("westfront", "4.44/a", "5.7/c")
def test_a_blitz_hq_may_mobilize_after_the_blitz_movement() -> None:
    """It then loses its second step and moves."""
    g = scene(f"{LAND} / Paris: OBW3** 84inf2 / axis movement")
    give(g, "end", "end", "mobilize OBW Paris>Amiens")
    assert cv(g, "OBW") == 1
    g = scene(f"{LAND} / Paris: OBW3** 84inf2 / axis movement")
    give(g, "end", "end", "end")
    assert cv(g, "OBW") == 1


@pytest.mark.rule("westfront", "4.45", "5.7/d")
def test_battles_may_be_fought_in_the_blitz() -> None:
    """An old battle out of every range may be fought in the Blitz, unsupported."""
    g = scene(
        f"{LAND} / Paris: OBW3** / Amiens: 85inf2 Br10inf2 / Lyon: 84inf2 Br5inf2 / allied defends Lyon Amiens"
        " / axis movement",
        dice=[1] * 20,
    )
    give(g, "end", "end", "end", "end", "end")
    assert (step(g), g.table.p.blitz) == ("airstrikes", 1)
    give(g, "end")
    assert refused(g, "fight Lyon") == ""


@pytest.mark.rule("westfront", "4.46")
def test_only_the_passive_side_is_checked() -> None:
    """In the Axis supply phase the Axis corps out of supply loses nothing, the Allied one a step."""
    g = scene("s44 bare / 1943-07 / allied holds all / Brest: 84inf2 / axis supply")
    assert cv(g, "84inf") == 2
    g = scene("s44 bare / 1943-07 / axis holds all / Lyon: Br5inf2 / axis supply")
    assert cv(g, "Br5inf") == 1


@pytest.mark.rule("westfront", "4.41/b")
def test_a_blitz_is_declared_on_activation() -> None:
    """The Allies see that the HQ blitzes."""
    g = scene(f"{LAND} / Paris: OBW3 / axis command")
    give(g, "activate OBW blitz")
    told = [event for event in g.events("allied") if event.kind == "activated"]
    assert dict(told[-1].fields)["role"] == "blitz"


@pytest.mark.rule("westfront", "3.21/a")
def test_the_first_month_has_no_production() -> None:
    """The game begins with the Allied command phase."""
    g = grognard.new("westfront", "husky", seed=1)
    assert (step(g), list(g.decisions())) == ("command", ["allied"])


@pytest.mark.rule("westfront", "4.46/a")
def test_the_order_of_the_supply_phase() -> None:
    """Recovery and linkup, then interdiction, then attrition: a port cut by the roll starves its garrison at once."""
    rows = [row.step for row in TITLE.steps["player_turn"].rows]  # type: ignore[attr-defined]
    phase = rows[rows.index("recovery") : rows.index("supply_end")]
    assert phase == ["recovery", "beachheads", "supply_interdiction", "supply_check"]
    ports = "allied holds Catania Messina Licata Reggio Bari Cosenza Crotone / Reggio: Br8mech3"
    text = f"s43 bare / 1943-08 / since Italian surrender / {ports} / Palermo: 87inf2 / Naples: 76arm2"
    cut, fed = (scene(f"{text} / allied recovery", dice=[die] * 4) for die in (1, 6))
    assert (cv(cut, "87inf"), cv(fed, "87inf")) == (1, 2)


@pytest.mark.rule("westfront", "4.2")
def test_both_sides_produce_at_once() -> None:
    """The levels are set, then each builds in its own lane; a cadre takes no step after it has come."""
    g = scene("s43 bare / 1943-08 / Metz: 84inf2 / axis_lost: 85inf0 / London: Br5inf2 / production")
    assert set(g.decisions()) == {"axis", "allied"}
    before = g.view("allied").json()
    g.play("axis", "step 84inf")
    g.play("axis", "cadre 85inf Berlin")
    assert g.view("allied").json() == before
    reason = g.why_not("axis", "step 85inf")
    assert reason is not None and reason.rule == "11.41/a"
    g.play("allied", "step Br5inf")
    g.play("axis", "commit")
    g.play("allied", "commit")
    assert (cv(g, "84inf"), cv(g, "85inf"), cv(g, "Br5inf")) == (3, 1, 3)
