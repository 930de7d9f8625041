"""Replacement cities and naval bases that were lost and won back work again only after a while (28.09)."""

from __future__ import annotations

from grognard.engine.core.rules import rule

from . import world as w
from .state import Table

MONTH, QUARTER_YEAR = 2, 6
"""Turns for which such a city makes no infantry, and no armor or air points; a base is none for as long (28.09)."""


@rule("28.09")
def note(t: Table, power: int, node: int) -> None:
    """A side has won a place of its homeland back (28.09)."""
    if t.options.get("recaptured") == "on" and home(t.world, power) >> node & 1:
        t.p.retaken[str(node)] = t.p.turn


def home(world: w.World, power: int) -> int:
    """The land of a side's home countries, and its naval bases."""
    bits = 0
    for nation in world.settings["home"][w.POWERS[power]]:
        bits |= world.board.nation.get(nation, 0)
    for name in world.side(power).get("bases", ()):
        bits |= 1 << world.board.node(name)
    return bits


def idle(t: Table, node: int, turns: int) -> bool:
    """Was the place won back less than so many turns ago?"""
    since = t.p.retaken.get(str(node))
    return since is not None and t.p.turn < since + turns
