"""The pieces that a viewer sees, as JSON: only those whose facts have changed are written anew.

A title's face of a piece reads the piece's own columns, its bits in the position's sets and the world, nothing else
(``Title.face``); so a piece whose columns and bits stand as they stood looks as it looked.
"""

from __future__ import annotations

from array import array
from itertools import compress
from operator import ne
from typing import Any

from ..board.hexset import members
from ..engine.core.knowledge import Token
from ..engine.core.table import Table
from . import state as show
from .written import written


class Faces:
    """What one viewer was last shown, and from which columns it was made."""

    __slots__ = ("around", "backs", "columns", "sets", "texts")

    def __init__(self) -> None:
        self.around: Any = None
        self.columns: list[array[int]] = []
        self.sets: list[int] = []
        self.texts: list[str] = []
        self.backs: dict[Token, str] = {}

    def of(self, t: Table, viewer: int) -> list[str]:
        """Every piece that the viewer sees the face or the back of; an exact copy of ``state.pieces``, written."""
        for piece in self._changed(t):
            face = show.piece(t, viewer, piece)
            self.texts[piece] = written(face) if face is not None else ""
        found = [text for text in self.texts if text]
        if t.title.fog:
            backs = {}
            for token in t.tokens(viewer):
                text = backs[token] = self.backs.get(token) or written(show.back(t, token))
                found.append(text)
            self.backs = backs
        return found

    def _changed(self, t: Table) -> list[int]:
        """The pieces whose columns or bits are not what they were; all when it changed who sees what."""
        p = t.p
        columns, sets = [getattr(p, name) for name in p.columns], [getattr(p, name) for name in p.sets]
        powers = range(len(t.title.meta.powers))
        around = (list(p.seat_of), [t.title.private_nodes(t, power) for power in powers] if t.title.fog else None)
        count = len(p.at)
        if around != self.around or len(self.texts) != count:
            self.around, self.texts, self.columns, self.sets = around, [""] * count, [c[:] for c in columns], sets
            return list(range(count))
        changed = 0
        for n, (old, new) in enumerate(zip(self.columns, columns, strict=True)):
            if old != new:
                for piece in compress(range(count), map(ne, old, new)):
                    changed |= 1 << piece
                self.columns[n] = new[:]
        for was, is_ in zip(self.sets, sets, strict=True):
            changed |= was ^ is_
        self.sets = sets
        return list(members(changed & (1 << count) - 1))
