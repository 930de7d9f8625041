"""German transport (5.79, 5.86/a): amphibious points are built, sail once, and become naval points for good.

``german_amphibious`` are ready to sail, ``german_naval`` carry every Game-Turn; ``converting`` holds what is being
built (``built/<turn>``) or turned over (``naval/<turn>``) and the Game-Turn in which it is ready.
"""

from __future__ import annotations

from functools import cache

from grognard.engine.core.offers import NUMBER, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import world as w
from ..state import Table


@cache
def figure(key: str) -> int:
    """A number of transport_german.csv."""
    return int(next(row["value"] for row in w.table("transport_german.csv") if row["key"] == key))


def lay_down(t: Table, points: int) -> None:
    """Amphibious points are kept off the map and may sail from the next Game-Turn on (10.15)."""
    p = t.p
    key = f"built/{p.turn + figure('usable_from')}"
    p.converting[key] = p.converting.get(key, 0) + points
    t.emit("barges", "10.15", points=points)


def turn_over(t: Table, points: int) -> None:
    """Amphibious points become naval ones after a full Game-Turn (5.79/e)."""
    p = t.p
    key = f"naval/{p.turn + figure('converts_after') + 1}"
    p.converting[key] = p.converting.get(key, 0) + points


def commission(t: Table) -> None:
    """At the start of the Axis Player-Turn: what is ready enters service; built naval points accumulate."""
    p = t.p
    for key in sorted(p.converting):
        what, _, turn = key.partition("/")
        if int(turn) > p.turn:
            continue
        points = p.converting.pop(key)
        if what == "built":
            p.german_amphibious += points
        else:
            p.german_naval += points


def spend(t: Table, points: int) -> None:
    """An amphibious point sails once (5.86/a)."""
    t.p.german_amphibious -= points
    turn_over(t, points)


class Convert(Verb):
    """``convert 1``: Germany turns amphibious points into naval points, which cannot be undone (5.79)."""

    name = "convert"
    masks = (Mask("5.79", lambda t, s, a: int(t.p.player == w.AXIS and t.p.german_amphibious > 0)),)
    levels = (Level("points", NUMBER, lambda t, s, a: (2 << t.p.german_amphibious) - 2),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.german_amphibious -= args[0]
        turn_over(t, args[0])
        t.emit("converted", "5.79", points=args[0])
