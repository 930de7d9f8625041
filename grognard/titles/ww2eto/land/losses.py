"""Losses (8.73, T/pool, R128): strength points that are destroyed, and who hears of it.

``@on_loss``  fn(t, nation, points, why), when strength points are destroyed
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .. import world as w
from ..state import Table

ON_LOSS: list[Callable[[Any, int, int, str], None]] = []


def on_loss(fn: Callable[[Any, int, int, str], None]) -> Callable[[Any, int, int, str], None]:
    ON_LOSS.append(fn)
    return fn


def lose(t: Table, piece: int, points: int, why: str) -> None:
    """A unit loses strength points; without any it leaves the map."""
    report(t, [strike_off(t, piece, points, why)], why)


def destroy(t: Table, piece: int, why: str) -> None:
    """A whole unit is eliminated."""
    destroy_all(t, (piece,), why)


def destroy_all(t: Table, pieces: Iterable[int], why: str) -> None:
    """Units are eliminated together: who hears of it finds none of them on the map any more."""
    report(t, [strike_off(t, piece, t.p.strength[piece], why) for piece in pieces], why)


def strike_off(t: Table, piece: int, points: int, why: str) -> tuple[int, int]:
    """Take strength points from a unit; the nation, and the points that it counts as lost (R128)."""
    p = t.p
    nation, kind = p.nation[piece], p.kind[piece]
    points = min(points, p.strength[piece])
    if not points:
        return nation, 0
    t.emit("lost", "8.73", pieces=(piece,), nodes=(p.at[piece],), points=points, why=why, nation=w.NATIONS[nation],
           gone=points == p.strength[piece], stuck=why == "retreat")  # fmt: skip
    p.resize(piece, -points)
    p.book(nation, -points)
    if p.strength[piece] == 0:
        p.remove(piece)
    return nation, points if kind not in (w.GARRISON, w.PARTISAN) else 0


def report(t: Table, losses: list[tuple[int, int]], why: str) -> None:
    """Lost points enter the Replacement Pool by nation and Game-Turn (T/pool); the rules that watch losses are told."""
    p = t.p
    for nation, points in losses:
        if not points:
            continue
        key = f"{w.NATIONS[nation]}/{p.turn}"
        p.pool[key] = p.pool.get(key, 0) + points
        if why in ("combat", "overrun", "retreat"):
            p.fallen[key] = p.fallen.get(key, 0) + points
        for hook in ON_LOSS:
            hook(t, nation, points, why)
