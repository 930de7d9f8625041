"""The greedy mind of The Struggle for Europe over the sea: it keeps what it has landed, and lands what has room."""

from __future__ import annotations

import random

import grognard
from grognard.bots.sfe.mind import Front
from grognard.titles.sfe import supply
from grognard.titles.sfe.state import army, figures


def until(turn: int) -> grognard.Game:
    """A game of overlord44 between two greedy minds, up to a turn."""
    game, rng = grognard.new("sfe", "overlord44", seed=4), random.Random(4)
    while game.decisions() and game.table.p.turn < turn:
        seat, decision = next(iter(game.decisions().items()))
        words = {choice.text for choice in decision.next()}
        safe = next((word for word in ("end", "pass") if word in words), None)
        game.play(seat, Front(decision, rng).decide() or safe or decision.sample(rng))
    return game


def test_the_beaches_are_kept_and_reinforced() -> None:
    """A month after the landing two nations are ashore in strength, and no corps was lost for want of room."""
    game = until(4)
    t = game.table
    island = supply.home_land(t.world, 1)
    ashore = [i for i in army(t, 1) if not island >> t.p.at[i] & 1]
    assert t.p.beachheads and {t.world.units[i].nation for i in ashore} >= {"British", "U.S."}
    assert sum(figures(t, i)[0] for i in ashore) > 60
    lost = [said for event in game.events("allied") if (said := event.json())["kind"] == "eliminated"]
    crowded = [name for said in lost if said["cause"] == "stacking" for name in said["pieces"]]
    corps = {u.name for u in t.world.units if u.size == "XXX"}
    assert not corps & set(crowded)
