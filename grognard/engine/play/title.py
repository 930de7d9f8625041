"""What a title tells of games in play: what leads on, what is conserved, what may be proposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from ..core.table import Table
from ..core.title import CoreTitle

if TYPE_CHECKING:
    from .desk import Proposal

Ledger = Callable[[Table], int]


class PlayTitle(CoreTitle):
    """How whole games go: proposals, odds, and what every game of the title must keep to."""

    proposals: Mapping[str, Proposal] = {}
    """The title's own proposals, beside the engine's."""
    ledgers: Mapping[str, Ledger] = {}
    """What is conserved between barriers: name and count."""
    editors: frozenset[str] = frozenset()
    """Steps in which orders may go back and forth: progress is not asked there."""
    deployments: frozenset[str] = frozenset()
    """Steps in which armies are set up before the first turn: benchmarks leave them out."""
    safe_orders: tuple[str, ...] = ("end", "commit", "pass")
    """Verbs that lead on, for policies that want to get through a game."""
    aggressive_verbs: tuple[str, ...] = ()
    """Verbs that look for the enemy, for policies that want battles."""
    debt_labels: frozenset[str] = frozenset()
    """Labels that what a step is owed may carry beside those of its debts."""

    def progress(self, t: Table) -> int:
        """A number that falls with every order of a frame that is no editor, or stays while the agenda shrinks."""
        return 0

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """The distribution of an order's outcome from the combat code under what the seat knows, or None."""
        return None

    def rolled_odds(self, t: Table, seat: int, order: str, rng: Random, plays: int) -> dict[str, Any] | None:
        """The same for one guess of what is hidden, played with dice ``plays`` times where that is quicker."""
        return self.odds(t, seat, order)
