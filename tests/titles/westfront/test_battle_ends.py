"""Battles that end outside of combat: by evacuation (15.6), by disbanding (11.52), by a surrender (16.1)."""

from __future__ import annotations

import pytest

from .play import ALLIED, AXIS, at, cv, give, gone, node, piece, refused, scene, status, step

PALERMO = (
    "s43 bare / 1943-08 / Palermo: 58arm3 US2amph2* / axis defends Palermo / Naples: AGC2 / Catania_NW1: 76arm4 AGG2"
)


@pytest.mark.rule("westfront", "7.12/a", "15.6")
def test_attackers_stand_up_when_the_last_defender_is_evacuated() -> None:
    """58 Armor retreats at speed 1, a step for fives and one for the crossing: US2 in Palermo is no longer face-up."""
    g = scene(f"{PALERMO} / axis command", [5, 5] + [4] * 60)
    give(g, "activate AGC invasion", "end", "evacuate AGC 58arm")
    assert g.table.p.shown[piece(g, "US2amph")]
    give(g, "end", "end")
    assert (at(g, "58arm"), cv(g, "58arm"), status(g, "Palermo")) == ("Naples", 1, "allied")
    assert not g.table.p.shown[piece(g, "US2amph")]


@pytest.mark.rule("westfront", "6.42/c")
def test_an_evacuated_rearguard_waits_for_all_other_moves() -> None:
    """58 Armor is to sail from Palermo: no one fires before the moves are over, and it moves no more by itself."""
    g = scene(f"{PALERMO} / axis command", [6, 6] + [4] * 60)
    give(g, "activate AGC invasion", "activate AGG", "end", "evacuate AGC 58arm")
    assert (at(g, "58arm"), cv(g, "58arm")) == ("Palermo", 3)
    assert refused(g, "move 58arm Catania_NW1") == "6.1/b"
    give(g, "move 76arm Catania", "end")
    assert (at(g, "58arm"), cv(g, "58arm")) == ("Naples", 2)


@pytest.mark.rule("westfront", "6.41/a", "7.12")
def test_an_evacuated_hex_is_attacked_anew() -> None:
    """A unit that enters Palermo, whose last defender is fetched, begins a new battle; another rearguard walks off."""
    more = " / Lille: 74inf3 US19mech1* / axis defends Lille / Amiens: OBW2"
    g = scene(f"{PALERMO}{more} / axis command", [1, 1, 1] + [4] * 60)
    give(g, "activate AGC invasion", "activate AGG", "activate OBW", "end", "evacuate AGC 58arm", "move 76arm Palermo")
    give(g, "rearguard 74inf Amiens", "end", "retreat 58arm", "withdraw Amiens", "end")
    bit = 1 << node(g, "Palermo")
    assert g.table.p.new_battles & bit
    assert g.table.p.defends[ALLIED] & bit
    assert not g.table.p.defends[AXIS] & bit


@pytest.mark.rule("westfront", "7.12/a")
def test_attackers_stand_up_when_the_last_defender_is_disbanded() -> None:
    """What stood against the unit that was given up is no attacker when Production is over."""
    g = scene("s43 bare / 1943-08 / Lille: Br10inf2 76arm4* / allied defends Lille / production")
    g.play("allied", "disband Br10inf")
    g.play("allied", "commit")
    assert g.table.p.shown[piece(g, "76arm")]
    g.play("axis", "commit")
    assert step(g) == "command"
    assert not g.table.p.shown[piece(g, "76arm")]
    assert not g.table.p.defends[ALLIED]


@pytest.mark.rule("westfront", "7.12/a", "16.1/a")
def test_attackers_stand_up_when_italy_surrenders() -> None:
    """The Italians of Naples are gone, and with them the battle."""
    g = scene(
        "s43 bare / 1943-08 / allied holds Palermo Catania Messina / Naples: It7inf2 US2amph3* / axis defends Naples"
        " / Cassino: 76arm2 / allied politics",
        dice=[1],
    )
    assert g.table.p.shown[piece(g, "US2amph")]
    give(g, "demand Italy")
    assert gone(g, "It7inf")
    assert not g.table.p.shown[piece(g, "US2amph")]


@pytest.mark.rule("westfront", "7.12/a")
def test_an_hq_of_the_original_attacker_stays_face_up_when_it_is_done() -> None:
    """12AG attacks in Paris and lies on beside its corps; 21AG, which fights nowhere, stands up (5.43)."""
    battle = "Paris: 12AG3* US19mech4* 84inf3 / axis defends Paris"
    g = scene(f"s44 bare / 1944-08 / {battle} / Caen: 21AG3* / allied combat", [1] * 30)
    while step(g) != "politics":
        give(g, "end")
    assert [g.table.sees(AXIS, piece(g, name)) for name in ("12AG", "US19mech", "21AG")] == [True, True, False]


@pytest.mark.rule("westfront", "7.12/a")
def test_defenders_stand_up_after_the_round_of_their_own_battle() -> None:
    """The round of Paris is over: those of Reims lie face-up until theirs is."""
    battles = "Paris: 84inf3 US19mech4* / axis defends Paris / Reims: 74inf3 86inf3 Br10inf4* / axis defends Reims"
    g = scene(f"s43 bare / 1943-08 / {battles} / allied combat", [1] * 40)
    give(g, "fight Paris", "fight Reims", "resolve Paris")
    while step(g) != "volley" or g.table.frame["node"] != node(g, "Reims"):
        give(g, "end")
    assert [g.table.sees(ALLIED, piece(g, name)) for name in ("84inf", "74inf", "86inf")] == [False, True, True]
    while g.table.p.fighting or step(g) in ("volley", "losses"):
        ((_, decision),) = g.decisions().items()
        give(g, decision.actions(limit=1)[0].text)
    assert [g.table.sees(ALLIED, piece(g, name)) for name in ("74inf", "86inf")] == [False, False]
