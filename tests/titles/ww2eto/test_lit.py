"""What is lit leads somewhere, and what leads somewhere is lit: the first levels of an order look one level ahead."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from grognard.board.hexset import members
from grognard.engine.core.offers import Decision, Verb
from grognard.engine.core.verbs import Branch
from grognard.engine.play.game import Game
from grognard.lab.policies import end_averse

from .scenes import offers, refused, scene

AHEAD = {"ship": 1, "ship_round": 1, "move": 2, "build": 1}
"""How many of the last masks of a verb's first level look ahead."""


def decisions(scenario: str, seed: int, orders: int) -> Iterator[Decision]:
    """What is decided in a game of random orders."""
    rng, game = random.Random(seed), Game.new("ww2eto", scenario, seed=seed)
    for _ in range(orders):
        seat, decision = next(iter(game.decisions().items()))
        yield decision
        game.play(seat, end_averse(game, decision, rng, None, Counter()))


def leads(decision: Decision, verb: Verb, value: int) -> bool:
    """Is there a choice after this one?"""
    args = ((value,),) if verb.levels[0].is_set else (value,)
    return bool(decision.allowed(Branch(verb, args)))


def unlit(decision: Decision, verb: Verb) -> int:
    """The choices that only a look ahead leaves out."""
    level, args = verb.levels[0], ((),) if verb.levels[0].is_set else ()
    assert level.universe is not None
    bits = level.universe(decision.t, decision.seat, args)
    for mask in level.masks[: -AHEAD[verb.name]]:
        bits &= mask.allowed(decision.t, decision.seat, args)
    return bits & ~decision.allowed(Branch(verb, (), () if level.is_set else None))


@pytest.mark.parametrize("scenario", ["1939", "1941"])
def test_what_is_lit_leads_somewhere(scenario: str) -> None:
    """In a random game whatever may be shipped, built or sent to attack has an order; what is unlit has none."""
    seen: Counter[str] = Counter()
    for decision in decisions(scenario, 5, 1600):
        for verb in decision.open_verbs():
            if verb.name in AHEAD:
                for value in members(unlit(decision, verb)):
                    assert not leads(decision, verb, value), (verb.name, value)
                    seen[f"no {verb.name}"] += 1
            if verb.name in ("ship", "ship_round", "build"):
                for value in members(decision.allowed(verb.root)):
                    assert leads(decision, verb, value), (verb.name, value)
                    seen[verb.name] += 1
            if verb.name in ("attack", "line", "overrun"):
                for value in members(decision.allowed(verb.root)):
                    begun = Branch(verb, (), (value,))
                    assert decision.allowed(begun) or decision._closes(begun), (verb.name, value)
                    seen["attack"] += 1
    assert min(seen[name] for name in ("ship", "build", "attack", "no move")) > 3, seen
    assert seen["no ship"] + seen["no ship_round"], seen


@pytest.mark.rule("ww2eto", "5.77/c")
def test_ships_that_could_only_go_to_africa() -> None:
    """The one port that Italian ships reach is in Africa, where three Italian points are: the unit is not lit."""
    game = scene("1941 bare / 1519: ita1inf / 1124: ita3inf / axis naval")
    p, world = game.table.p, game.table.world
    p.axis_hexes = 1 << world.node("1519") | 1 << world.node("1223")
    assert refused(game, "axis", "ship ita1inf@1519 1223") == "5.77/c"
    assert refused(game, "axis", "ship ita1inf@1519 1418") == "5.7/f"
    assert "ship" not in offers(game, "axis")


@pytest.mark.rule("ww2eto", "5.23")
def test_a_unit_between_zones_is_not_lit() -> None:
    """Three Germans round a Briton cover all the hexes between them: no step is left to it."""
    around = "1211: ger1inf / 1313: ger1inf / 1113: ger1inf"
    game = scene(f"1941 bare / 1212: brt1inf / 0811: brt1inf / {around} / allied movement")
    assert offers(game, "allied", "move") == {"brt1inf@0811"}
    assert refused(game, "allied", "move brt1inf@1212 1312") == "5.23"


@pytest.mark.rule("ww2eto", "12.0")
def test_a_unit_that_only_neutrals_surround_is_not_lit() -> None:
    """The British in Gibraltar have nowhere to march while Spain is closed to them."""
    game = scene("1940 bare / 0219: brt1inf / 0811: brt1inf / allied movement", options={"minors": "off"})
    assert offers(game, "allied", "move") == {"brt1inf@0811"}
    assert refused(game, "allied", "move brt1inf@0219 0218") == "12.0"


@pytest.mark.rule("ww2eto", "T/seaside")
def test_a_unit_on_an_islet_is_not_lit() -> None:
    """From Malta no unit walks."""
    game = scene("1941 bare / 1322: brt1inf / 0811: brt1inf / allied movement")
    assert offers(game, "allied", "move") == {"brt1inf@0811"}
    assert refused(game, "allied", "move brt1inf@1322 1321") == "T/seaside"


@pytest.mark.rule("ww2eto", "8.72")
def test_attackers_are_lit_in_the_order_of_the_table() -> None:
    """Two units are needed: the earlier of them is lit, then the later; typed the other way round they attack too."""
    game = scene("1941 bare / 1312: ger2inf / 1213: ger2inf / 1212: brt3inf / axis combat", [1])
    assert offers(game, "axis", "attack") == {"ger2inf@1312"}
    assert offers(game, "axis", "attack", "ger2inf@1312") == {"ger2inf@1213"}
    assert refused(game, "axis", "attack ger2inf@1213 1212") == "8.0/a"
    assert refused(game, "axis", "attack ger2inf@1213+ger2inf@1312 1212") == ""


@pytest.mark.rule("ww2eto", "8.72")
def test_equal_attackers_are_named_from_the_first() -> None:
    """Of two equal units the first is named: a weak unit that stands between them on the list begins no attack."""
    game = scene("1941 bare / war / 2209: ger2inf / 2108: ger1mech / 2209: ger2inf / 2208: sov2inf / axis combat")
    assert offers(game, "axis", "attack") == {"ger2inf@2209"}
    assert "ger1mech@2108" in offers(game, "axis", "attack", "ger2inf@2209")
    assert refused(game, "axis", "attack ger1mech@2108+ger2inf@2209 2208") == ""
    assert refused(game, "axis", "attack ger1mech@2108 2208") != ""
