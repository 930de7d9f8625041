"""Play the golden games of WestFront again: ``python -m tests.golden.make_westfront [NAME ...]``.

Every ending is reached by play alone: policies of the lab and a general who marches on his goals, seed by seed.
Run it when a rule has changed on purpose; a game that ends otherwise than its name says is not written.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from grognard.engine.core.offers import Decision, Order
from grognard.engine.play.game import Game
from grognard.titles.systems.front import control
from grognard.titles.systems.front.state import month_number
from grognard.titles.westfront.world import ALLIED, charts

from .front_players import General, policy
from .making import Golden, Talk, make
from .players import Player, passive

UNIFORM, AVERSE, BOLD = policy("uniform"), policy("end-averse"), policy("aggressive")


def sicily(t: Any) -> int:
    return int(t.world.board.area("Palermo", "Catania", "Messina"))


def cities(t: Any) -> int:
    """Victory Cities that the Allies do not hold."""
    named = sum(1 << t.world.board.node(row["city"]) for row in charts()["victory_cities"])
    return named & ~int(control.friendly(t.p, ALLIED))


def deployed(player: Player) -> Player:
    """Lays out the ready set-up of a private deployment and commits it, then plays on."""

    def deploys(game: Game, d: Decision, rng: random.Random) -> Order:
        if d.frame.step != "deploying":
            return player(game, d, rng)
        return d.parse("ready" if any(d.debts) else "commit")

    return deploys


def seats(axis: Player, allied: Player) -> dict[str, Player]:
    return {"axis": deployed(axis), "allied": deployed(allied)}


def month(text: str) -> int:
    return month_number(text) * 64


def after(when: str, first: Player, then: Player) -> Player:
    """One player until a month, another from it on."""
    return lambda game, d, rng: (then if game.table.clock >= month(when) else first)(game, d, rng)


LAND, SEA = General(cities), General(cities, "invasion")
HISTORICAL, HALF, FREE = ({"deployment": mode} for mode in ("historical", "semi-historical", "free"))
YEAR, LONG, CAMPAIGN = ({"play": mode} for mode in ("one-year", "extended", "campaign"))
ON = Talk("axis", "extend", ("accept",))

GAMES: dict[str, Golden] = {
    "husky-axis": Golden("husky", 1, seats(BOLD, General(sicily, "invasion")), ("axis", "ports")),
    "husky-draw": Golden("husky", 0, seats(AVERSE, General(sicily, "invasion")), ("", "draw")),
    "husky-allied": Golden("husky", 0, seats(BOLD, General(sicily, "invasion")), ("allied", "ports")),
    "s43-axis-marginal": Golden("s43", 0, seats(BOLD, UNIFORM), ("axis", "marginal")),
    "s43-axis-major": Golden("s43", 1, seats(BOLD, BOLD), ("axis", "major"), HISTORICAL),
    "s43-axis-decisive": Golden("s43", 0, seats(UNIFORM, AVERSE), ("axis", "decisive")),
    "s43-draw": Golden("s43", 0, seats(BOLD, AVERSE), ("", "draw")),
    "s43-allied-marginal": Golden("s43", 2, seats(BOLD, BOLD), ("allied", "marginal"), FREE),
    "s43-allied-major": Golden("s43", 0, seats(UNIFORM, SEA), ("allied", "major")),
    "s43-allied-decisive": Golden("s43", 0, seats(AVERSE, SEA), ("allied", "decisive"), HALF),
    "w43-axis-marginal": Golden("w43", 3, seats(AVERSE, BOLD), ("axis", "marginal")),
    "w43-axis-major": Golden("w43", 5, seats(AVERSE, AVERSE), ("axis", "major")),
    "w43-axis-decisive": Golden("w43", 0, seats(BOLD, BOLD), ("axis", "decisive"), HALF),
    "w43-draw": Golden("w43", 1, seats(AVERSE, AVERSE), ("", "draw")),
    "w43-allied-marginal": Golden("w43", 5, seats(BOLD, UNIFORM), ("allied", "marginal")),
    "w43-allied-major": Golden("w43", 1, seats(AVERSE, UNIFORM), ("allied", "major")),
    "w43-allied-decisive": Golden("w43", 0, seats(BOLD, SEA), ("allied", "decisive"), FREE),
    "s44-axis-marginal": Golden("s44", 3, seats(AVERSE, UNIFORM), ("axis", "marginal")),
    "s44-axis-major": Golden("s44", 4, seats(AVERSE, UNIFORM), ("axis", "major")),
    "s44-axis-decisive": Golden("s44", 0, seats(BOLD, BOLD), ("axis", "decisive"), HISTORICAL),
    "s44-draw": Golden("s44", 2, seats(AVERSE, UNIFORM), ("", "draw")),
    "s44-allied-marginal": Golden("s44", 1, seats(AVERSE, UNIFORM), ("allied", "marginal")),
    "s44-allied-major": Golden("s44", 0, seats(BOLD, LAND), ("allied", "major"), HALF),
    "s44-allied-decisive": Golden("s44", 0, seats(BOLD, SEA), ("allied", "decisive"), FREE),
    "w44-axis-marginal": Golden("w44", 0, seats(BOLD, LAND), ("axis", "marginal")),
    "w44-axis-major": Golden("w44", 1, seats(AVERSE, LAND), ("axis", "major"), HALF),
    "w44-axis-decisive": Golden("w44", 0, seats(BOLD, BOLD), ("axis", "decisive"), FREE),
    "w44-draw": Golden("w44", 0, seats(BOLD, LAND), ("", "draw")),
    "w44-allied-marginal": Golden("w44", 0, seats(BOLD, LAND), ("allied", "marginal")),
    "w44-allied-major": Golden("w44", 90, seats(AVERSE, LAND), ("allied", "major")),
    "w44-allied-decisive": Golden("w44", 0, seats(AVERSE, LAND), ("allied", "decisive")),
    "one-year-s43": Golden("s43", 0, seats(BOLD, AVERSE), ("axis", "decisive"), YEAR, segments=1),
    "one-year-w43": Golden("w43", 0, seats(AVERSE, SEA), ("allied", "decisive"), YEAR, segments=1),
    "one-year-s44-by-cities": Golden("s44", 78, seats(AVERSE, LAND), ("axis", "major"), YEAR, segments=1),
    "campaign-stops-in-summer-43": Golden(
        "s43", 0, seats(BOLD, BOLD), ("axis", "decisive"), CAMPAIGN, segments=0
    ),
    "campaign-stops-in-winter-43": Golden(
        "s43", 0, seats(BOLD, BOLD), ("axis", "decisive"), CAMPAIGN, segments=1
    ),
    "campaign-to-the-cities": Golden(
        "s43", 5, seats(after("1944-06", UNIFORM, AVERSE), after("1944-12", passive, LAND)), ("axis", "decisive"),
        CAMPAIGN, segments=3,
    ),
    "extended-once": Golden(
        "s43", 0, seats(BOLD, AVERSE), ("axis", "decisive"), LONG, (ON,), segments=1
    ),
    "extended-to-the-cities": Golden(
        "s43", 0, seats(AVERSE, UNIFORM), ("axis", "decisive"), LONG,
        (ON, Talk("allied", "extend", ("accept",)), ON),
        segments=3,
    ),
    "extension-declined": Golden(
        "s44", 0, seats(BOLD, UNIFORM), ("axis", "decisive"), LONG, (Talk("allied", "extend", ("decline",)),),
        segments=0,
    ),
}  # fmt: skip

RESIGNING = {"husky": "1943-08", "s43": "1943-09", "w43": "1944-02", "s44": "1944-08", "w44": "1945-02"}
"""A month of each scenario in which one side gives up; no one has to agree."""

for scenario, when in RESIGNING.items():
    for loser, winner in (("axis", "allied"), ("allied", "axis")):
        GAMES[f"{scenario}-{loser}-resigns"] = Golden(
            scenario, 1, seats(BOLD, SEA), (winner, "resignation"), talks=(Talk(loser, "resign", (), month(when)),)
        )


if __name__ == "__main__":
    sys.exit(make("westfront", GAMES, sys.argv[1:]))
