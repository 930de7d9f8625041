"""Short words for the cases of the West of 1940: a scene of 1940A and what became of it."""

from __future__ import annotations

from typing import Any

from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront.europe.surprise import caught, fortnight

from .europe import ALLIED, AXIS, holds, node, on_map, piece

__all__ = ["ALLIED", "AXIS", "LINE", "attacked", "holds", "node", "node_of", "on_map", "past", "piece", "scene"]

LINE = "Berlin: 1inf3 / London: AF2"
"""What keeps both sides supplied."""


def scene(text: str, dice: list[int] | None = None, scenario: str = "1940A") -> Game:
    """A game at a scene of May 1940, dry."""
    return read_scene(f"eurofront {scenario} bare / {text}", dice=dice)


def attacked(g: Game, nation: str) -> Game:
    """The Axis has gone to war with a nation in this fortnight."""
    g.table.p.politics[caught(nation)] = fortnight(g.table)
    return g


def past(g: Game, event: str) -> bool:
    """Has an event happened?"""
    return event in g.table.p.politics


def node_of(t: Any, name: str) -> int:
    return int(t.title.find_node(t, name))
