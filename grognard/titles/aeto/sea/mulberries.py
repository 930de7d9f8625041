"""Artificial ports (7.9): sunk transports make a harbour for supply on an open coast."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.rules import rule

from .. import tables as tb
from .. import world as w
from ..position import AetoPosition, Table
from . import waters

DESTROYED = 1
"""The die with which bad weather destroys one (7.9/weather)."""


def laid(t: Table) -> dict[int, int]:
    """The hexes with a Mulberry, each with the month in which it was begun."""
    return {int(key.split()[1]): month for key, month in t.p.due.items() if key.startswith("mulberry ")}


def works(t: Table, node: int) -> bool:
    """A Mulberry lies face down until the month is over, and works from the next one on (7.9/complete)."""
    begun = t.p.due.get(f"mulberry {node}")
    return begun is not None and begun < t.p.month and f"{node} mulberry" not in t.p.destroyed


def working(t: Table) -> int:
    """The hexes with a Mulberry that works."""
    return from_iter(node for node in laid(t) if works(t, node))


@rule("7.9/one-chit", off=lambda t, node: 9)
def sea_chits(t: Table, node: int) -> int:
    """Sea Supply chits that a Mulberry takes: one (7.9/one-chit)."""
    row = next(row for row in tb.table("installations.csv") if row["installation"] == "Mulberry")
    return int(row["sea_supply"]) if works(t, node) else 0


def begin(t: Table, node: int) -> None:
    """The chit is laid face down: it is under construction (7.9/build-facedown)."""
    t.p.due[f"mulberry {node}"] = t.p.month
    t.p.due["mulberries"] = t.p.due.get("mulberries", 0) + 1
    t.emit("mulberry", "7.9/build-facedown", nodes=(node,))


# What becomes of it


def overrun(t: Table, power: int, node: int) -> None:
    """An enemy land unit that enters its hex eliminates it for good (7.9/enemy)."""
    p: AetoPosition = t.p
    if f"mulberry {node}" in p.due and p.hostile[power] & (1 << w.UK | 1 << w.US):
        del p.due[f"mulberry {node}"]
        p.destroyed.pop(f"{node} mulberry", None)
        t.emit("mulberry_lost", "7.9/enemy", nodes=(node,))


@rule("7.9/weather")
def storms(t: Table) -> None:
    """In Mud or Winter each Mulberry of the Severe and Moderate Zones is destroyed on a 1 (7.9/weather)."""
    p: AetoPosition = t.p
    for node in sorted(laid(t)):
        if (p.mud | p.winter) >> node & 1 and f"{node} mulberry" not in p.destroyed:
            die = t.roll("Mulberry in a storm")
            t.emit("storm", "7.9/weather", nodes=(node,), die=die, lost=int(die == DESTROYED))
            if die == DESTROYED:
                destroy(t, node)


def destroy(t: Table, node: int) -> None:
    """A destroyed Mulberry is marked, and may be repaired as a minor port is (7.9/repair)."""
    t.p.destroyed[f"{node} mulberry"] = 1


def off_a_mulberry(t: Table) -> int:
    """The waters off Mulberries that take another chit (7.9/who)."""
    p: AetoPosition = t.p
    open_ = from_iter(n for n in laid(t) if sea_chits(t, n) > p.chits.get(str(n), (0, 0, 0, 0))[1])
    held = (p.held[w.UK] | p.held[w.US]) & open_
    return t.world.board.coasts_of(held) if held else 0


def berth(t: Table, node: int) -> int:
    """Where supply lands that was brought to a node: the hex of a Mulberry for its waters."""
    there = waters.hex_of(t.world, node)
    return there if there != node and works(t, there) else node
