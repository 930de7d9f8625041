"""What the position keeps up to date is what could be worked out from its columns at any time."""

from __future__ import annotations

import random

import pytest

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Decision
from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.registry import Registry
from grognard.titles.ww2eto.sequence import armies

from .cases import scene


def test_units_follow_their_area() -> None:
    """An area once asked for knows who has left it and who has come, and a unit that shrinks is counted anew."""
    game = scene("1941 bare / 1612: ger4inf, ger2inf / 1613: ger1inf / axis movement")
    p = game.table.p
    node, there = game.table.world.node("1612"), game.table.world.node("1613")
    pair = from_iter(p.stacks[node])
    assert p.units_in(1 << node) == pair
    game.play("axis", "move ger4inf@1612 1613")
    assert p.units_in(1 << node).bit_count() == 1
    assert p.units_in(1 << node) | p.units_in(1 << there) == pair | from_iter(p.stacks[there])
    assert p.of_at_most(2).bit_count() == 2
    p.resize(next(i for i in p.stacks[there] if p.strength[i] == 4), -3)
    assert p.of_at_most(2).bit_count() == 3
    assert p.twins == from_iter(p.stacks[there])


@pytest.mark.parametrize(("scenario", "seed"), [("1939", 1), ("1941", 2), ("africa41", 3)])
def test_kept_through_a_game(scenario: str, seed: int) -> None:
    """Through random play every kept set stays equal to what the columns say."""
    game, rng = Game.new("ww2eto", scenario, seed=seed), random.Random(seed)
    for _ in range(150):
        if game.outcome is not None:
            break
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, decision.sample(rng))
        assert armies(game.table)


@pytest.mark.parametrize(("scenario", "seed"), [("1939", 1), ("1941", 2)])
def test_a_glance_sees_what_the_conditions_leave(scenario: str, seed: int) -> None:
    """Verbs that are opened quickly are those that their conditions open, with the same candidates."""
    game, rng = Game.new("ww2eto", scenario, seed=seed), random.Random(seed)
    seen = set()
    for _ in range(400):
        seat, quick = next(iter(game.decisions().items()))
        asked = Decision(quick.t, quick.frame, quick.step, quick.seat)
        assert quick.open_verbs() == [verb for verb in quick.verbs if asked._opens(verb)]
        for verb in quick.open_verbs():
            if verb.levels:
                assert quick.allowed(verb.root) == asked.allowed(verb.root)
                seen.add(verb.name)
        game.play(seat, quick.sample(rng))
    assert seen >= {"move", "mark", "split", "merge", "ship"}


def test_rules_are_asked_of_those_they_speak_of() -> None:
    """A rule on some nations or powers is in nobody else's list, and each label is named once."""
    rules: Registry[control.Ground] = Registry()
    everyone = rules("1.0")(lambda t, power, nation: -1)
    finns = rules("1.0", nations=(w.FINLAND,), powers=(w.AXIS,))(lambda t, power, nation: 0)
    assert rules.of(w.FINLAND, w.AXIS) == (("1.0", everyone), ("1.0", finns))
    assert rules.of(w.FINLAND, w.NEUTRAL) == rules.of(w.GERMANY, w.AXIS) == (("1.0", everyone),)
    assert rules.numbers() == ("1.0",)


def test_every_node_has_neighbours_or_none() -> None:
    """Boxes off the map are nodes too: they are next to nothing."""
    t = Game.new("ww2eto", "1941", seed=1).table
    assert len(t.world.near) == t.title.nodes(t)
    assert t.world.near[t.world.us_box] == 0 == t.world.near[t.world.lost]
