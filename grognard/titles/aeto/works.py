"""Installations under construction in the Movement Phase (8.7): their owner may give them up."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import NODE, WORD, Level, Verb
from grognard.engine.core.rules import Args

from . import pieces
from .position import Table


def begun(t: Table, seat: int) -> list[tuple[int, str]]:
    """What a seat's powers have under construction: hex and kind (8.7/under-construction)."""
    mine = t.powers_of(seat)
    return [
        (int(key.split()[0]), key.split()[1]) for key, (_, power) in sorted(t.p.works.items()) if power in mine
    ]  # fmt: skip


def sites(t: Table, seat: int, args: Args) -> int:
    return from_iter(node for node, _ in begun(t, seat))


def kinds(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(kind for node, kind in begun(t, seat) if node == args[0])


class Abandon(Verb):
    """``abandon Smolensk fortification``: what is under construction is removed; nothing is paid back."""

    name = "abandon"
    levels = (Level("hex", NODE, sites), Level("kind", WORD, None, words=kinds))

    def glance(self, t: Table, seat: int) -> int:
        return -1 if begun(t, seat) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        give_up(t, args[0], kinds(t, seat, args)[args[1]])


def give_up(t: Table, node: int, kind: str) -> None:
    """Works under construction are removed without a refund; what is completed stays (8.7/under-construction)."""
    del t.p.works[f"{node} {kind}"]
    pieces.tally(t, "works given up")
    t.emit("abandoned", "8.7/under-construction", nodes=(node,), what=kind.replace("_", " "))
