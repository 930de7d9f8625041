"""Permanent fortifications feed one land unit of their owner's choice (5.16)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import movement, pieces, supply, zones
from .position import AetoPosition, Table


def garrisons(t: Table, seat: int, args: Args) -> int:
    """Combat units of a seat that share a permanent fortification with others."""
    p: AetoPosition = t.p
    own = [i for i in members(movement.on_map(t, seat)) if p.permanent >> p.at[i] & 1 and zones.combat_unit(p, i)]
    return from_iter(i for i in own if sum(zones.combat_unit(p, j) for j in p.stack(p.at[i])) > 1)


def not_the_same(t: Table, seat: int, args: Args) -> int:
    """One choice a hex and month, and of another unit than the one that is fed (5.16/oos-permfort)."""
    p: AetoPosition = t.p
    return from_iter(
        i for i in members(garrisons(t, seat, ()))
        if not supply.in_fortress(t, i) and f"victual {p.at[i]}" not in p.tally
    )  # fmt: skip


class Victual(Verb):
    """``victual fra5inf@Metz``: this unit lives on the stores of the fortress."""

    name = "victual"
    levels = (Level("unit", PIECE, garrisons, (Mask("5.16/oos-permfort", not_the_same),)),)

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.permanent and garrisons(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        node = t.p.at[args[0]]
        t.p.due[f"fortress {node}"] = args[0]
        pieces.tally(t, f"victual {node}")
        t.emit("victualled", "5.16/oos-permfort", pieces=(args[0],), nodes=(node,))
