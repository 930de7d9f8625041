"""What happened, as each viewer may know it, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """How a game ended: ``level`` is the title's word, ``scores`` run from -1 to 1.

    Until it is ``final`` the players may still agree to go on, and what was secret stays so.
    """

    winners: tuple[str, ...]
    level: str
    reason: str
    rule: str
    scores: Mapping[str, float]
    final: bool = True

    def dump(self) -> list[Any]:
        return [list(self.winners), self.level, self.reason, self.rule, dict(self.scores), self.final]


class Event(NamedTuple):
    """Something that happened, as one viewer may know it. ``names`` are piece names in that viewer's words."""

    kind: str
    rule: str
    seat: str
    names: tuple[str, ...]
    nodes: tuple[str, ...]
    fields: tuple[tuple[str, Any], ...]

    def json(self) -> dict[str, Any]:
        return {
            "kind": self.kind, "rule": self.rule, "seat": self.seat,
            "pieces": list(self.names), "places": list(self.nodes), **dict(self.fields),
        }  # fmt: skip
