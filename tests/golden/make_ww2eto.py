"""Play the golden games of World War Two ETO again: ``python -m tests.golden.make_ww2eto [NAME ...]``.

Run it when a rule has changed on purpose; a game that ends otherwise than its name says is not written.
"""

from __future__ import annotations

import sys
from typing import Any

from grognard.titles.ww2eto import world as w

from .making import Golden, Talk, make
from .players import Marcher, Player, passive

THREE = {"three_players": "on"}


def germany(t: Any) -> int:
    return int(t.world.germany)


def war_aims(t: Any) -> int:
    """What a decisive Axis victory asks for: Russian centers, and no enemy left on the mainland."""
    west = t.p.occupied[w.ALLIED] & t.world.areas["mainland_europe"]
    return int(t.world.russian_centers & ~t.p.axis_centers & t.world.play | west | t.p.occupied[w.SOVIET])


def centers(t: Any) -> int:
    return int(t.world.russian_centers & ~t.p.axis_centers & t.world.play)


def suez(t: Any) -> int:
    return 1 << int(t.world.suez)


def egypt(t: Any) -> int:
    return int(t.world.by_id["egypt"].hexes)


def tripoli(t: Any) -> int:
    return 1 << int(t.world.node(t.world.constants["tripoli"]))


def axis_army(t: Any) -> int:
    return int(t.p.occupied[w.AXIS] & t.world.africa)


def later(player: Player, turn: int) -> Player:
    """Passive until a Game-Turn."""
    return lambda game, d, rng: (player if game.table.p.turn >= turn else passive)(game, d, rng)


def seats(axis: Player, allied: Player, soviet: Player = passive) -> dict[str, Player]:
    return {"axis": axis, "allied": allied, "soviet": soviet}


AIMS, CENTERS, GERMANY, SUEZ = Marcher(war_aims), Marcher(centers), Marcher(germany), Marcher(suez)

GAMES: dict[str, Golden] = {
    "1939-axis-marginal": Golden("1939", 1, seats(GERMANY, passive), ("axis", "marginal")),
    "1939-axis-substantive": Golden("1939", 1, seats(CENTERS, passive), ("axis", "substantive")),
    "1939-axis-decisive": Golden("1939", 2, seats(AIMS, passive), ("axis", "decisive")),
    "1939-allied-marginal": Golden("1939", 1, seats(passive, later(GERMANY, 21)), ("allied", "marginal")),
    "1939-allied-substantive": Golden("1939", 1, seats(passive, later(GERMANY, 20)), ("allied", "substantive")),
    "1939-allied-decisive-early": Golden("1939", 1, seats(passive, GERMANY), ("allied", "decisive")),
    "1939-axis-resigns": Golden(
        "1939", 1, seats(GERMANY, AIMS), ("allied", "marginal"), talks=(Talk("axis", "resign", ("accept",), 4),)
    ),
    "1939-axis-resigns-last": Golden(
        "1939", 1, seats(CENTERS, passive), ("allied", "decisive"), talks=(Talk("axis", "resign", ("accept",), 18),)
    ),
    "1939-allied-resigns": Golden(
        "1939", 1, seats(AIMS, passive), ("axis", "decisive"), talks=(Talk("allied", "resign", (), 6),)
    ),
    "1939-resignation-refused": Golden(
        "1939", 1, seats(GERMANY, passive), ("axis", "marginal"), talks=(Talk("axis", "resign", ("decline",), 4),)
    ),
    "1939-three-players-axis": Golden("1939", 1, seats(passive, passive), ("axis", "victory"), THREE),
    "1939-three-players-allied": Golden("1939", 1, seats(GERMANY, GERMANY, GERMANY), ("allied", "victory"), THREE),
    "1939-three-players-soviet": Golden("1939", 1, seats(passive, passive, GERMANY), ("soviet", "victory"), THREE),
    "1939-three-players-draw": Golden(
        "1939", 1, seats(passive, passive), ("allied|soviet", "draw"), THREE,
        (Talk("axis", "resign", ("accept", "decline"), 8),),
    ),
    "1939-three-players-axis-resigns": Golden(
        "1939", 1, seats(AIMS, passive), ("allied|soviet", "draw"), THREE,
        (Talk("axis", "resign", ("accept", "accept"), 5),),
    ),
    "1939-three-players-soviet-resigns": Golden(
        "1939", 1, seats(AIMS, passive), ("axis", "victory"), THREE,
        (Talk("soviet", "resign", ("accept", "accept"), 9),),
    ),
    "1940-axis-marginal": Golden("1940", 1, seats(passive, passive), ("axis", "marginal")),
    "1940-axis-substantive": Golden("1940", 1, seats(CENTERS, passive), ("axis", "substantive")),
    "1940-axis-decisive": Golden("1940", 1, seats(AIMS, passive), ("axis", "decisive")),
    "1940-allied-marginal": Golden("1940", 1, seats(passive, later(GERMANY, 21)), ("allied", "marginal")),
    "1940-allied-substantive": Golden("1940", 1, seats(passive, later(GERMANY, 20)), ("allied", "substantive")),
    "1940-allied-decisive-early": Golden("1940", 1, seats(passive, GERMANY), ("allied", "decisive")),
    "1940-axis-resigns": Golden(
        "1940", 3, seats(passive, AIMS), ("allied", "marginal"), talks=(Talk("axis", "resign", ("accept",), 6),)
    ),
    "1940-allied-resigns": Golden(
        "1940", 3, seats(AIMS, passive), ("axis", "decisive"), talks=(Talk("allied", "resign", (), 5),)
    ),
    "1940-resignation-refused": Golden(
        "1940", 1, seats(GERMANY, passive), ("axis", "marginal"), talks=(Talk("axis", "resign", ("decline",), 7),)
    ),
    "1941-axis-marginal": Golden("1941", 1, seats(passive, later(GERMANY, 22)), ("axis", "marginal")),
    "1941-axis-substantive": Golden("1941", 5, seats(CENTERS, passive), ("axis", "substantive")),
    "1941-axis-decisive": Golden("1941", 1, seats(AIMS, passive), ("axis", "decisive")),
    "1941-allied-marginal": Golden("1941", 1, seats(passive, later(GERMANY, 21)), ("allied", "marginal")),
    "1941-allied-substantive": Golden("1941", 1, seats(passive, later(GERMANY, 20)), ("allied", "substantive")),
    "1941-allied-decisive-early": Golden("1941", 1, seats(passive, GERMANY), ("allied", "decisive")),
    "1941-resignation-refused": Golden(
        "1941", 5, seats(CENTERS, passive), ("axis", "substantive"), talks=(Talk("axis", "resign", ("decline",), 12),)
    ),
    "1941-axis-resigns-late": Golden(
        "1941", 5, seats(passive, passive), ("allied", "substantive"), talks=(Talk("axis", "resign", ("accept",), 14),)
    ),
    "1941-axis-resigns-invaded": Golden(
        "1941", 1, seats(passive, later(GERMANY, 13)), ("allied", "decisive"),
        talks=(Talk("axis", "resign", ("accept",), 16),),
    ),
    "1941-allied-resigns": Golden(
        "1941", 1, seats(AIMS, passive), ("axis", "decisive"), talks=(Talk("allied", "resign", (), 11),)
    ),
    "africa41-axis-decisive": Golden("africa41", 1, seats(SUEZ, passive), ("axis", "decisive")),
    "africa41-axis-substantive": Golden("africa41", 0, seats(SUEZ, Marcher(egypt, 0)), ("axis", "substantive")),
    "africa41-axis-marginal": Golden("africa41", 1, seats(Marcher(egypt), passive), ("axis", "marginal")),
    "africa41-allied-marginal": Golden("africa41", 1, seats(passive, passive), ("allied", "marginal")),
    "africa41-allied-substantive": Golden("africa41", 1, seats(passive, Marcher(tripoli)), ("allied", "substantive")),
    "africa41-allied-decisive": Golden(
        "africa41", 3, seats(Marcher(tripoli), Marcher(axis_army, 1.0)), ("allied", "decisive")
    ),
    "africa41-axis-resigns": Golden(
        "africa41", 1, seats(SUEZ, passive), ("allied", "marginal"), talks=(Talk("axis", "resign", ("accept",), 9),)
    ),
    "africa41-allied-resigns": Golden(
        "africa41", 1, seats(SUEZ, passive), ("axis", "decisive"), talks=(Talk("allied", "resign", (), 10),)
    ),
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(make("ww2eto", GAMES, sys.argv[1:]))
