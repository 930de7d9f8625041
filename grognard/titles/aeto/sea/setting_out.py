"""Setting up the fleets of a scenario: named ships and the classes that have no name (3.0)."""

from __future__ import annotations

from .. import pieces
from .. import tables as tb
from .. import world as w
from ..position import Table
from ..title import POWERS
from . import fates, ports


def place_fleets(t: Table) -> None:
    """Ships in their ports, French ones that are interned for Vichy; lost ones are not in play (9.10, S1)."""
    start = t.world.settings.get("setup", t.scenario)
    for row in tb.table(f"ships_{start}.csv"):
        if row["port"]:
            card = tb.card_of(row["nation"], row["class"], row["name"])
            piece = launch(t, card, 1 if "damaged" in row["state"] else 2, t.world.node(row["port"]))
            if "interned" in row["state"]:
                fates.intern(t, piece)
    for row in tb.table(f"setup_{start}_sea.csv"):
        card = tb.card_of(row["nation"], row["kind"], row["name"])
        for _ in range(int(row["count"])):
            launch(t, card, int(row["steps"]), t.world.node(row["hex"]))


def launch(t: Table, card: tb.Card, steps: int, node: int) -> int:
    """A ship comes up in a port; those of nations that have fallen serve the UK (9.3, 9.10)."""
    piece = pieces.raise_chit(t, card.number, steps, node)
    if piece < 0:
        return piece
    if POWERS[card.power] in t.world.settings.get("conquests", {}):
        t.p.lift(piece)
        t.p.power[piece] = w.UK
        t.p.put(piece, node)
    return piece


def fit_out(t: Table, power: int) -> None:
    """The named ships of a minor nation come up in their ports when it joins a side (9.2)."""
    if not t.world.settings.get("sea"):
        return
    there = {t.p.card[i] for i in fates.fleet_of(t, power)}
    for row in tb.table("ships.csv"):
        if row["nation"] == POWERS[power] and row["available"] == "START":
            card, node = tb.card_of(row["nation"], row["class"], row["name"]), t.world.node(row["port"])
            if (
                card.number not in there
                and t.p.held[power] >> node & 1
                and f"commissioned {card.number}" not in t.p.due
            ):
                t.p.due[f"commissioned {card.number}"] = 1
                piece = launch(t, card, card.steps, node)
                t.emit("arrived", "9.2", pieces=(piece,), nodes=(node,))


def dated() -> list[dict[str, str]]:
    """The ships that enter service in a stated month."""
    return [row for row in tb.table("ships.csv") if row["port"] and row["available"].split()[0] in tb.MONTHS]


def commission(t: Table) -> None:
    """A named ship comes free in its month to its stated port, or waits until that is open and has room (8.5/free)."""
    if not t.world.settings.get("sea"):
        return
    start = tb.month_of(t.world.settings["start"])
    for row in dated():
        card = tb.card_of(row["nation"], row["class"], row["name"])
        month, node = tb.month_of(row["available"]), t.world.node(row["port"])
        if not start < month <= t.p.month or f"commissioned {card.number}" in t.p.due:
            continue
        if ports.open_to(t, card.power) >> node & 1 and ports.room(t, node) > 0:
            piece = launch(t, card, card.steps, node)
            if piece >= 0:
                t.p.due[f"commissioned {card.number}"] = 1
                t.emit("arrived", "8.5/free", pieces=(piece,), nodes=(node,))
