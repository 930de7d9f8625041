"""Setting up the fleets of a scenario: named ships and the classes that have no name (3.0)."""

from __future__ import annotations

from .. import pieces
from .. import tables as tb
from .. import world as w
from ..position import Table
from ..title import POWERS


def place_fleets(t: Table) -> None:
    """Ships in their ports; interned and lost ones are not in play (9.10, S1)."""
    start = t.world.settings.get("setup", t.scenario)
    for row in tb.table(f"ships_{start}.csv"):
        if row["port"] and "interned" not in row["state"]:
            card = tb.card_of(row["nation"], row["class"], row["name"])
            launch(t, card, 1 if "damaged" in row["state"] else 2, t.world.node(row["port"]))
    for row in tb.table(f"setup_{start}_sea.csv"):
        if row["kind"] in ("Naval-Air",):
            continue
        card = tb.card_of(row["nation"], row["kind"], row["name"])
        for _ in range(int(row["count"])):
            launch(t, card, int(row["steps"]), t.world.node(row["hex"]))


def launch(t: Table, card: tb.Card, steps: int, node: int) -> int:
    """A ship comes up in a port; those of nations that have fallen serve the UK (9.3, 9.10)."""
    piece = pieces.raise_chit(t, card.number, steps, node)
    if POWERS[card.power] in t.world.settings.get("conquests", {}):
        t.p.lift(piece)
        t.p.power[piece] = w.UK
        t.p.put(piece, node)
    return piece
