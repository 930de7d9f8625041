"""What is kept of a game on disk beside its journal."""

from __future__ import annotations

import json
from typing import Any

from ..engine.play.game import Game
from ..engine.play.journal import Journal
from . import state as show
from .written import written


def facts(game: Game) -> dict[str, Any]:
    """What a list of games shows without opening them."""
    return {
        "deciding": json.dumps(sorted(game.decisions())),
        "outcome": json.dumps(game.outcome.dump()) if game.outcome else "",
        "ended": game.outcome is not None,
    }


def snapshot(journal: Journal, after: int = 0) -> tuple[int, str] | None:
    """The newest snapshot, as it is kept on disk, if there is one after an entry."""
    newest = max(journal.snapshots, default=0)
    if newest <= after:
        return None
    snap = journal.snapshots[newest]
    kept = {**(snap if isinstance(snap, dict) else snap.dump()), "head": journal.chained(newest)}
    # Sets of hexes are whole numbers of any length.
    return newest, json.dumps(kept, separators=(",", ":"))


def lines(game: Game, said: list[int]) -> list[tuple[int, int, str]]:
    """What each viewer was told since so many lines."""
    found = []
    for viewer, since in enumerate(said):
        seat = game.seats[viewer] if viewer < len(game.seats) else None
        found += [(viewer, line["n"], written(line)) for line in show.log(game, seat, since)]
    return found
