"""What the table shows: names, prompts, panels, overlays, odds, sentences, scenes."""

from __future__ import annotations

import json
import random

import pytest

import grognard
from grognard.engine.words.says import sentence
from grognard.lab.conform import step_at_random
from grognard.titles.aeto import names
from grognard.titles.aeto.sequence import TITLE

from .scenes import at, event, play, scene


@pytest.mark.parametrize("scenario", ["desert42", "1941short"])
def test_everything_that_is_shown_is_plain_data(scenario: str) -> None:
    """Through a stretch of a random game every face, panel, overlay and prompt can be written as JSON."""
    game, rng = grognard.new("aeto", scenario, seed=4), random.Random(4)
    for n in range(60):
        if not step_at_random(game, rng):
            break
        if n % 6:
            continue
        t = game.table
        shown = [TITLE.face(t, i) for i in range(len(t.p.at))]
        shown += [TITLE.turn(t), TITLE.panels(t, 0), TITLE.panels(t, 1)]
        shown += [TITLE.overlay(t, seat, name) for seat in (0, 1) for name in TITLE.overlays]
        assert len(json.dumps(shown)) > 1000
        assert all(d.prompt.endswith((".", "?")) for d in game.decisions().values())


def test_every_event_has_a_sentence() -> None:
    """No event of a whole game is told by its bare fields, and none leaves a brace open."""
    game, rng = grognard.new("aeto", "desert42", seed=7), random.Random(7)
    while step_at_random(game, rng):
        pass
    said = [(e.kind, sentence(TITLE, e)) for e in game.told[0]]
    assert not {kind for kind, _ in said} - set(TITLE.says) - {"closed", "given"}
    assert not [text for _, text in said if "{" in text or "  " in text.strip()]


def test_odds_name_every_modifier_and_agree_with_the_fight() -> None:
    """The sheet says strengths, column and each modifier with its rule, and its chances add up to one."""
    game = scene("Derna: AFRIKA / Mechili: ger8arm / Tobruk: ger6mech / Gazala: uk5inf / axis offensives", [4])
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: end", "g: end", "g: end", "g: declare Gazala", "g: end")
    order = "attack Gazala ger8arm@Mechili+ger6mech@Tobruk"
    sheet = TITLE.odds(game.table, 0, order)
    assert sheet is not None and sum(row["chance"] for row in sheet["rows"]) == 1
    assert sheet["title"].startswith("14 against 5: 2:1")
    assert {"text": "concentric attack +1", "rule": "5.16/concentric"} in sheet["notes"]
    play(game, f"g: {order}")
    assert (event(game, "attack")["odds"], event(game, "attack")["net"]) == ("2:1", 6)


def test_a_scene_is_written_and_read_back() -> None:
    """What a position's scene says puts the same chits on the same hexes."""
    game = grognard.new("aeto", "desert42", seed=1)
    text = grognard.engine.words.scene.write_scene(game.table)
    again = grognard.read_scene(text)
    for place in ("Mechili", "Gazala", "Tobruk", "Derna", "Bir_Hacheim"):
        assert at(again, place) == at(game, place)


def test_a_mistyped_place_or_chit_is_helped() -> None:
    """Refusals name what was meant."""
    game = scene("Mechili: ger8arm / axis movement")
    reason = game.why_not("germany", "move ger8arm@Mechili Gazalla")
    assert reason is not None and reason.rule == "E.place" and "Gazala" in reason.sentence
    reason = game.why_not("germany", "move ger9arm@Mechili Gazala")
    assert reason is not None and reason.rule == "E.piece" and "ger8arm@Mechili" in reason.sentence


def test_no_two_leaders_share_a_name() -> None:
    """Zhukov the General and Zhukov's HQ are called differently, and so are HQs that two nations have."""
    found = list(names.leader_names().values())
    assert len(set(found)) == len(found) and {"sov_Zhukov", "sov_Zhukov_HQ", "AFRIKA"} <= set(found)
