"""Play the golden games of The Struggle for Europe again: ``python -m tests.golden.make_sfe [NAME ...]``.

One game a scenario, and each way to end once in the smallest scenario that has it. Run it when a rule has changed on
purpose; a game that ends otherwise than its name says is not written.
"""

from __future__ import annotations

import random
import sys

from grognard.bots.sfe.mind import Front
from grognard.engine.core.offers import Decision, Order
from grognard.engine.play.game import Game

from .front_players import policy
from .making import Golden, Talk, make
from .players import Player, passive

UNIFORM, AVERSE, BOLD = policy("uniform"), policy("end-averse"), policy("aggressive")


def greedy(game: Game, d: Decision, rng: random.Random) -> Order:
    """The greedy bot's order, on the game as it is: all lies open but plans."""
    return Front(d, rng).decide() or passive(game, d, rng)


def seats(axis: Player, allied: Player) -> dict[str, Player]:
    return {"axis": axis, "allied": allied}


GAMES: dict[str, Golden] = {
    "kharkov42-axis": Golden("kharkov42", 400, seats(greedy, greedy), ("axis", "victory")),
    "kharkov42-draw": Golden("kharkov42", 400, seats(greedy, greedy), ("", "draw")),
    "kharkov42-allied": Golden("kharkov42", 400, seats(greedy, greedy), ("allied", "victory")),
    "kharkov42-resignation": Golden(
        "kharkov42",
        1,
        seats(greedy, greedy),
        ("allied", "resignation"),
        talks=(Talk("axis", "resign", (), 2),),
    ),
    "blitzkrieg40-axis-decisive": Golden("blitzkrieg40", 3, seats(greedy, BOLD), ("axis", "decisive")),
    "blitzkrieg40-allied-marginal": Golden("blitzkrieg40", 1, seats(greedy, passive), ("allied", "marginal")),
    "blitzkrieg40-allied-decisive": Golden("blitzkrieg40", 1, seats(UNIFORM, UNIFORM), ("allied", "decisive")),
    "africa41-allied-marginal": Golden("africa41", 1, seats(greedy, greedy), ("allied", "marginal")),
    "overlord44-axis-decisive": Golden("overlord44", 3, seats(greedy, greedy), ("axis", "decisive")),
    "barbarossa41-allied-decisive": Golden("barbarossa41", 1, seats(UNIFORM, UNIFORM), ("allied", "decisive")),
}


if __name__ == "__main__":
    raise SystemExit(make("sfe", GAMES, sys.argv[1:]))
