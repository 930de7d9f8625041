"""Air units over an Amphibious Assault (3.25, 4.22)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.position import ACTIVE

from .scenes import event, named, prompt
from .test_assault import FORCE, orders, scene


def landing(others: str, dice: list[int]) -> grognard.Game:
    """A corps sails from Portsmouth for Cherbourg, up to the first question of the air."""
    game = scene(f"London: uk4inf uk2bmb / {others} / uk offensives", dice)
    return orders(game, f"u: assault {FORCE} Cherbourg")


@pytest.mark.rule("aeto", "3.25")
def test_bombers_support_a_landing() -> None:
    """Two points of bombers over Cherbourg: 5 and 2 against a garrison of 1, and +1 for the air that is theirs."""
    game = landing("Berlin: ger6inf", [6, 8])
    assert prompt(game) == ("uk", "air_support")
    orders(game, "u: support uk2bmb@London")
    attack = event(game, "attack")
    assert (attack["attack"], attack["defence"], attack["net"]) == (7, 1, 6)
    assert "air superiority +1" in attack["modifiers"]
    assert game.table.p.status[named(game, "uk2bmb@London")] == ACTIVE


@pytest.mark.rule("aeto", "3.25", "4.22")
def test_both_sides_fight_for_the_air_over_a_beach() -> None:
    """Fighters of Paris meet the bombers: the one that is driven off adds nothing, and the air is the defender's."""
    game = landing("Paris: ger5ftr", [6, 6, 1, 8])
    orders(game, "u: support uk2bmb@London", "g: escort ger5ftr@Paris")
    attack = event(game, "attack")
    assert (attack["attack"], attack["net"]) == (5, 4)
    assert "enemy air superiority -1" in attack["modifiers"]
