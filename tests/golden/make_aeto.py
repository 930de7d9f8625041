"""Play the golden games of Advanced ETO again: ``python -m tests.golden.make_aeto [NAME ...]``.

Greedy bots and policies of the lab play until a seed ends as it should. Run it when a rule has changed on purpose.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from grognard.bots.aeto.mind import Command
from grognard.engine.core.offers import Decision, Order
from grognard.engine.play.game import Game
from grognard.lab.policies import POLICIES

from .making import Golden, Talk, make
from .players import Player, passive


def policy(name: str) -> Player:
    """A policy of the lab as a player."""
    return lambda game, d, rng: POLICIES[name](game, d, rng, None, Counter())


def greedy(game: Game, d: Decision, rng: random.Random) -> Order:
    """The greedy bot, at the table itself."""
    mind = Command(d, rng)
    answer = getattr(mind, f"at_{d.frame.step}", None)
    found = answer() if answer is not None else None
    return found if found is not None else passive(game, d, rng)


UNIFORM, BOLD, IDLE = policy("uniform"), policy("aggressive"), passive


def seats(axis: Player, allied: Player) -> dict[str, Player]:
    return {"germany": axis, "uk": allied}


GAMES: dict[str, Golden] = {
    "desert42-axis-decisive": Golden("desert42", 0, seats(greedy, IDLE), ("germany", "decisive")),
    "desert42-axis-marginal": Golden("desert42", 100, seats(greedy, greedy), ("germany", "marginal")),
    "desert42-draw": Golden("desert42", 100, seats(greedy, greedy), ("", "draw")),
    "desert42-uk-marginal": Golden("desert42", 100, seats(greedy, greedy), ("uk", "marginal")),
    "desert42-uk-decisive": Golden("desert42", 0, seats(BOLD, greedy), ("uk", "decisive")),
    "desert42-axis-resigns": Golden(
        "desert42", 0, seats(BOLD, BOLD), ("uk", "resignation"), talks=(Talk("germany", "resign", (), 0),)
    ),
    "1941short-uk-decisive": Golden("1941short", 0, seats(UNIFORM, UNIFORM), ("uk", "decisive")),
    "1940-uk-decisive": Golden("1940", 0, seats(UNIFORM, UNIFORM), ("uk", "decisive")),
    "1944-axis-decisive": Golden("1944", 0, seats(UNIFORM, IDLE), ("germany", "decisive")),
}

if __name__ == "__main__":
    sys.exit(make("aeto", GAMES, sys.argv[1:]))
