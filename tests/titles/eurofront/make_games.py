"""Play the whole games that EuroFront keeps again: ``python -m tests.titles.eurofront.make_games``.

Every ending is reached by play alone: policies of the lab and a general who marches on his goals, seed by seed.
Run it when a rule has changed on purpose; a game that ends otherwise than its name says is not written.
"""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from typing import Any

from grognard.bots.base import ask
from grognard.bots.registry import bot_named
from grognard.engine.core.offers import Decision, Order
from grognard.engine.play.game import Game
from grognard.titles.eurofront.state import ALLIED
from grognard.titles.systems.front.state import month_number
from tests.golden.front_players import General, policy
from tests.golden.making import Golden, Talk, found
from tests.golden.players import Player, passive

UNIFORM, AVERSE, BOLD = policy("uniform"), policy("end-averse"), policy("aggressive")


def republicans(t: Any) -> int:
    """The hexes of Republican units, and the towns that are loyal to them."""
    return int(t.p.occupied[ALLIED] & t.world.land) or int(t.world.extra["loyal"][ALLIED])


def seats(axis: Player, allied: Player) -> dict[str, Player]:
    return {"axis": axis, "allied": allied}


def greedy(game: Game, d: Decision, rng: random.Random) -> Order:
    """The greedy bot as a player."""
    return d.parse(ask(bot_named("greedy", "eurofront"), game, game.seats[d.seat], rng))


HALF, FREE = ({"deployment": mode} for mode in ("semi-historical", "free"))
GAMES: dict[str, Golden] = {
    "1936-stalemate": Golden("1936", 0, seats(UNIFORM, UNIFORM), ("allied", "marginal")),
    "1936-recognition-republicans": Golden("1936", 0, seats(UNIFORM, UNIFORM), ("allied", "recognition"), HALF),
    "1936-recognition-nationalists": Golden(
        "1936", 0, seats(General(republicans), UNIFORM), ("axis", "recognition"), FREE
    ),
    "1936-nationalists-resign": Golden(
        "1936", 1, seats(BOLD, AVERSE), ("allied", "resignation"),
        talks=(Talk("axis", "resign", (), month_number("1937-03") * 64),),
    ),
    "1939A-finland-stands": Golden("1939A", 0, seats(greedy, greedy), ("axis", "decisive")),
    "1939A-finland-falls": Golden("1939A", 0, seats(greedy, greedy), ("allied", "major")),
    "1939A-armistice-of-the-finns": Golden("1939A", 0, seats(UNIFORM, UNIFORM), ("axis", "minor"), FREE),
    "1939A-armistice-of-the-soviets": Golden("1939A", 0, seats(UNIFORM, passive), ("allied", "minor")),
    "1939B-norway-stands": Golden("1939B", 0, seats(UNIFORM, UNIFORM), ("allied", "decisive")),
    "1939B-norway-falls": Golden("1939B", 0, seats(greedy, greedy), ("axis", "minor")),
    "1939B-norway-is-dear": Golden("1939B", 0, seats(greedy, greedy), ("allied", "minor"), FREE),
    "1940C-egypt-holds": Golden("1940C", 0, seats(greedy, greedy), ("allied", "marginal")),
    "1940C-suez-falls": Golden("1940C", 0, seats(greedy, greedy), ("axis", "marginal")),
    "1944-cities": Golden("1944", 0, seats(UNIFORM, UNIFORM), ("axis", "cities")),
    "1943-production": Golden("1943", 0, seats(UNIFORM, UNIFORM), ("axis", "minor")),
    "1942-production": Golden("1942", 0, seats(UNIFORM, UNIFORM), ("axis", "minor")),
    "1941-draw": Golden("1941", 0, seats(UNIFORM, UNIFORM), ("", "draw")),
    "1940A-the-axis-wants-more": Golden("1940A", 1, seats(greedy, greedy), ("allied", "decisive")),
    "1940B-the-axis-wants-more": Golden("1940B", 0, seats(greedy, greedy), ("allied", "decisive")),
    "1939-production": Golden("1939", 0, seats(UNIFORM, UNIFORM), ("allied", "marginal")),
    "1940-draw": Golden("1940", 0, seats(UNIFORM, UNIFORM), ("", "draw")),
}  # fmt: skip


FOLDER = Path(__file__).parent / "games"


def write() -> None:
    """Each game of the first seed that ends as its name says."""
    for name, golden in GAMES.items():
        game = found("eurofront", golden)
        assert game is not None, name
        (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(game.save().encode(), mtime=0))


if __name__ == "__main__":
    write()
