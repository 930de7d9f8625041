"""Play the golden games of World War Two ETO again: ``python -m tests.golden.make_ww2eto [NAME ...]``.

Run it when a rule has changed on purpose; a game that ends otherwise than its name says is not written.
"""

from __future__ import annotations

import csv
import gzip
import sys
from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.game import Game
from grognard.titles.ww2eto import world as w

from .players import Marcher, Player, passive, play

FOLDER = Path(__file__).parent / "ww2eto"
FIELDS = ("game", "scenario", "winners", "level", "rule", "turn", "orders", "hash")
SEEDS = 12
"""Seeds tried before a game is given up."""
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


class Golden(NamedTuple):
    """A game: scenario, first seed to try, players by seat, who must win how, options, resignation."""

    scenario: str
    seed: int
    axis: Player
    allied: Player
    ends: tuple[str, str]
    options: dict[str, str] = {}
    soviet: Player | None = None
    resign: tuple[int, str, str] | None = None


GAMES: dict[str, Golden] = {
    "1939-axis-marginal": Golden("1939", 1, Marcher(germany), passive, ("axis", "marginal")),
    "1939-axis-decisive": Golden("1939", 2, Marcher(war_aims), passive, ("axis", "decisive")),
    "1939-allied-decisive-early": Golden("1939", 1, passive, Marcher(germany), ("allied", "decisive")),
    "1939-three-players-axis": Golden("1939", 1, passive, passive, ("axis", "victory"), THREE, passive),
    "1939-three-players-allied": Golden(
        "1939", 1, Marcher(germany), Marcher(germany), ("allied", "victory"), THREE, Marcher(germany)
    ),
    "1940-axis-marginal": Golden("1940", 1, passive, passive, ("axis", "marginal")),
    "1940-allied-decisive-early": Golden("1940", 1, passive, Marcher(germany), ("allied", "decisive")),
    "1940-axis-resigns": Golden(
        "1940", 3, passive, Marcher(war_aims), ("allied", "marginal"), resign=(6, "axis", "accept")
    ),
    "1940-allied-resigns": Golden(
        "1940", 3, Marcher(war_aims), passive, ("axis", "decisive"), resign=(5, "allied", "")
    ),
    "1941-axis-marginal": Golden("1941", 1, passive, later(Marcher(germany), 22), ("axis", "marginal")),
    "1941-axis-substantive": Golden("1941", 5, Marcher(centers), passive, ("axis", "substantive")),
    "1941-axis-decisive": Golden("1941", 1, Marcher(war_aims), passive, ("axis", "decisive")),
    "1941-allied-marginal": Golden("1941", 1, passive, later(Marcher(germany), 21), ("allied", "marginal")),
    "1941-allied-substantive": Golden("1941", 1, passive, later(Marcher(germany), 20), ("allied", "substantive")),
    "1941-allied-decisive-early": Golden("1941", 1, passive, Marcher(germany), ("allied", "decisive")),
    "1941-resignation-refused": Golden(
        "1941", 5, Marcher(centers), passive, ("axis", "substantive"), resign=(12, "axis", "decline")
    ),
    "1941-axis-resigns-late": Golden(
        "1941", 5, passive, passive, ("allied", "substantive"), resign=(14, "axis", "accept")
    ),
    "africa41-axis-decisive": Golden("africa41", 1, Marcher(suez), passive, ("axis", "decisive")),
    "africa41-axis-substantive": Golden("africa41", 0, Marcher(suez), Marcher(egypt, 0), ("axis", "substantive")),
    "africa41-axis-marginal": Golden("africa41", 1, Marcher(egypt), passive, ("axis", "marginal")),
    "africa41-allied-marginal": Golden("africa41", 1, passive, passive, ("allied", "marginal")),
    "africa41-allied-substantive": Golden("africa41", 1, passive, Marcher(tripoli), ("allied", "substantive")),
    "africa41-allied-decisive": Golden(
        "africa41", 3, Marcher(tripoli), Marcher(axis_army, 1.0), ("allied", "decisive")
    ),
}


def found(golden: Golden) -> Game | None:
    """The game of the first seed that ends as it should."""
    for seed in range(golden.seed, golden.seed + SEEDS):
        game = played(golden, seed)
        if game.outcome is not None and ("|".join(game.outcome.winners), game.outcome.level) == golden.ends:
            return game
    return None


def played(golden: Golden, seed: int) -> Game:
    """A game, played out."""
    players = {"axis": golden.axis, "allied": golden.allied, "soviet": golden.soviet or passive}
    game = Game.new("ww2eto", golden.scenario, seed=seed, options=golden.options)
    if golden.resign is None:
        return play(game, players, seed)
    turn, seat, answer = golden.resign
    play(game, players, seed, until=lambda g: g.table.p.turn >= turn and seat in g.decisions())
    game.play(seat, "propose resign")
    if answer:
        game.play(next(s for s in game.seats if s != seat), f"{answer} 1")
    return play(game, players, seed)


def row_of(name: str, game: Game) -> dict[str, Any]:
    """What the table says of a game."""
    end = game.outcome
    assert end is not None
    return {
        "game": name, "scenario": game.table.scenario, "winners": "|".join(end.winners), "level": end.level,
        "rule": end.rule, "turn": game.table.p.turn, "orders": len(game.journal.entries), "hash": game.hash(),
    }  # fmt: skip


def main(names: list[str]) -> int:
    """Write the journals that end as they should, and the table of all."""
    table = FOLDER / "games.csv"
    rows = {}
    if table.exists():
        with table.open(newline="", encoding="utf-8") as file:
            rows = {row["game"]: row for row in csv.DictReader(file) if row["game"] in GAMES}
    missed = 0
    for name in names or list(GAMES):
        game = found(GAMES[name])
        if game is None:
            print(f"{name}: no game ends {GAMES[name].ends}", flush=True)
            missed += 1
            continue
        row = row_of(name, game)
        print(*row.values(), flush=True)
        (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(game.save().encode(), 9, mtime=0))
        rows[name] = row
        with table.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows[key] for key in sorted(rows))
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
