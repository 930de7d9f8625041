"""What the table asks of the title: faces, track, panels, overlays, odds and sentences, all along a game."""

from __future__ import annotations

import json
import random

import pytest

import grognard
from grognard.engine.words.says import SAYS as ENGINE_SAYS
from grognard.engine.words.says import sentence
from grognard.lab.conform import step_at_random
from grognard.server import inspection

from .cases import scene, unit


@pytest.mark.parametrize(("scenario", "orders"), [("kharkov42", 150), ("blitzkrieg40", 40), ("barbarossa41", 25)])
def test_every_hook_answers_all_along_a_game(scenario: str, orders: int) -> None:
    """Faces, track, panels and overlays are plain values at every tenth order, and every event has a sentence."""
    game, rng = grognard.new("sfe", scenario, seed=7), random.Random(7)
    for n in range(orders):
        if step_at_random(game, rng) is None:
            break
        if n % 10:
            continue
        t = game.table
        for piece in range(len(t.p.at)):
            face = t.title.face(t, piece)
            assert face is None or {"symbol", "label", "strength", "face", "note"} <= face.keys()
        shown = [t.title.turn(t), t.title.panels(t, 0), *(t.title.overlay(t, 1, name) for name in t.title.overlays)]
        assert json.dumps(shown)
        assert 0 <= t.title.turn(t)["phase"] < len(t.title.turn(t)["phases"])
    title = game.title
    for event in game.events(None):
        assert event.kind in title.says or event.kind in ENGINE_SAYS, event.kind
        assert "{" not in sentence(title, event)


def test_faces_show_the_side_that_counts() -> None:
    """A counter shows the figures of its side, how it stands in supply, and what it has done."""
    game = scene("SE1818: XVII*reduced LI*2 KG55 / axis movement")
    t = game.table
    assert t.title.face(t, unit(game, "XVII"))["strength"] == "4-4-4"
    assert "cut" in t.title.face(t, unit(game, "LI"))["tags"]
    assert "unsupplied level 2" in t.title.face(t, unit(game, "LI"))["note"]
    assert t.title.face(t, unit(game, "KG55"))["strength"] == "2 4 14"
    assert t.title.face(t, unit(game, "40A")) is None


def test_odds_name_every_modifier() -> None:
    """The odds of an attack tell the column, what each unit counts, and the modifiers by name."""
    game = scene("Kursk: 40A / SE1125: IIIPz XIVPz / SE1224: XVII Kleist / axis combat")
    told = game.title.odds(game.table, 0, "attack IIIPz+XIVPz+XVII Kursk")
    assert told is not None
    assert {note["text"] for note in told["notes"]} == {"minor city -1", "leader +1"}
    assert abs(sum(row["chance"] for row in told["rows"]) - 1) < 1e-9
    assert told["defence"] == "6"
    alone = game.title.odds(game.table, 0, "attack IIIPz+XIVPz+XVII Kursk alone")
    assert alone is not None and {note["text"] for note in alone["notes"]} == {"minor city -1"}
    assert game.title.odds(game.table, 0, "end") is None


def test_a_hex_says_what_it_is_and_does() -> None:
    """Ground and its modifier, weather, who holds it, zones, a base and its flak, what stands there."""
    game = scene("Kharkov: XVII / SE1523: 40A / Clear / turn=2 / axis movement")
    facts = {fact["label"]: fact["text"] for fact in inspection.of_place(game, "axis", "Kharkov")["facts"]}
    assert facts["Terrain"].startswith("Major city") and facts["Held by"] == "Axis" and facts["Flak"] == "4 factors"
    assert facts["Air base"] == "4 wings fly from it, 0 of 8 are based here"
    assert facts["Zone of control"] == "Allies" and facts["Axis defend with"] == "10 factors"
    game = grognard.new("sfe", "overlord44", seed=1)
    beach = {fact["label"]: fact["text"] for fact in inspection.of_place(game, "allied", "Caen")["facts"]}
    assert beach["Beach"] == "capacity 3, no beachhead"


def test_a_counter_says_what_it_can() -> None:
    """A corps out of supply tells what is left of it; ships and wings tell their figures; what was done is told."""
    game = scene("SE1818: XVII*3 / SE1817: 40A / Kharkov: JG52 / turn=2 / axis movement")
    facts = {fact["label"]: fact["text"] for fact in inspection.of_piece(game, "axis", "XVII")["facts"]}
    assert facts["Attacks with"] == "10 (×1/4 by supply)" and facts["Defends with"] == "5 of 10"
    assert facts["Supply"] == "without for 3 checks" and facts["Beside it"] == "enemies in SE1817"
    wing = {fact["label"]: fact["text"] for fact in inspection.of_piece(game, "axis", "JG52")["facts"]}
    assert wing["Figures"] == "air combat 3, bombing 1, range 5"
    ships_ = grognard.new("sfe", "africa41", seed=1)
    told = {fact["label"]: fact["text"] for fact in inspection.of_piece(ships_, "axis", "CLAbruzzi")["facts"]}
    assert told["Movement"] == "7 points" and told["Factors now"].startswith("surface ")


def test_a_force_that_carries_nothing_is_told_so_by_silence() -> None:
    """An order that ends before its load is one without a load: what the page writes when a port is touched."""
    game = grognard.new("sfe", "africa41", seed=8)
    while game.decisions()["axis"].step.name != "naval movement":
        game.play("axis", "end")
    decision = game.decisions()["axis"]
    assert decision.parse("sail CAZara+BBDoria Misurata") == decision.parse("sail CAZara+BBDoria Misurata .")


def test_d_day_in_words() -> None:
    """Sealed plans, the force at sea and the guns off the beach are called what people call them."""
    game = grognard.new("sfe", "overlord44", seed=44)
    (plans,) = [
        p for p in game.title.panels(game.table, game.seat_index("allied")) if p["title"] == "Your sealed plans"
    ]
    rows = {row[1] for row in plans["rows"]}
    assert "British I on British TT I1" in rows and not any("Abnbde" in who for who in rows)
    for seat, order in (("allied", "end"), ("allied", "end")):
        game.play(seat, order)
    game.play("allied", "assault BrTTI1+BrTTI2+BBWarspite+BBRodney+CLBelfast+BrDD1 Caen")
    asked = game.decisions()["axis"]
    assert (
        asked.prompt.startswith("British BB Warspite, British BB Rodney") and asked.step.name == "interception at sea"
    )
    game.play("axis", "pass turn")
    for _ in range(20):
        seat, decision = next(iter(game.decisions().items()))
        words = [choice.text for choice in decision.next()]
        if "attack" in words:
            break
        game.play(seat, "end" if "end" in words else "pass")
    told = game.title.odds(game.table, game.seat_index("allied"), "attack I+XXX+Cdo Caen")
    assert told is not None and "ships' guns: 7" in told["of"]
    assert game.title.looks["ends"]["interception at sea"] == "Let them pass"
