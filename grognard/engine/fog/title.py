"""What a title tells of its secrets: who knows what, and how a guess draws the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..core.table import Table
from ..core.title import CoreTitle

if TYPE_CHECKING:
    import random

    from ..core.knowledge import Token
    from .view import View


class FogTitle(CoreTitle):
    """What one seat alone knows, and what may be drawn in its place. A title without secrets needs none of it."""

    stack_columns: tuple[str, ...] = ()
    """Public columns of what was done this turn: once blocks have mixed, an eye knows of the stack what they say, but
    not of which block. Others get them in the order of their values."""

    def secret_records(self, t: Table) -> Mapping[str, Mapping[Any, int]]:
        """Records with entries that only one seat knows: name, and by key that seat."""
        return {}

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        """Numbers that only one seat knows: name and seat."""
        return {}

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        """Lists with entries that only one seat knows: name, and by entry that seat, or -1 when all know it."""
        return {}

    def rename_pieces(self, t: Table, names: Mapping[int, int]) -> None:
        """Blocks have changed identities: put the new slots wherever a record or a column holds the old ones."""

    def could_be(self, t: Table, piece: int, token: Token) -> bool:
        """May the unknown block behind ``token`` be ``piece``, as far as the rules tell?"""
        return True

    def could_be_of(self, t: Table, pieces: Sequence[int], token: Token) -> list[int]:
        """Those of some pieces that the block behind a token may be; a title that asks it often answers at once."""
        return [i for i in pieces if self.could_be(t, i, token)]

    def draw_column(self, t: Table, column: str, piece: int, fact: tuple[int, int] | None, rng: random.Random) -> int:
        """A value of a secret or private column that the facts allow; ``fact`` is (value, time) or None."""
        raise NotImplementedError

    def draw_unseen(self, t: Table, pieces: list[int], rng: random.Random) -> None:
        """Stand the pieces that no token shows where they may be (pools, boxes)."""

    def draw_entry(self, t: Table, name: str, index: int, rng: random.Random) -> int:
        """A value of a list's entry that another seat alone knows."""
        raise NotImplementedError

    def draw_rest(self, t: Table, view: View, rng: random.Random) -> None:
        """Draw the other secrets (plans, ledgers, frames) of the seats that the view does not show."""


FogTable = Table[Any, Any, FogTitle]
"""Any table, as the functions of this room take it."""
