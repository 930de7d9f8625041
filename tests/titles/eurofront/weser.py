"""Short words for the cases of Operation Weser: a scene of 1939B and what it holds."""

from __future__ import annotations

from grognard.engine.play.game import Game, read_scene

AXIS, ALLIED = 0, 1
SURPRISE = "surprised"
"""War was declared in this fortnight; the first of March is the Weser turn."""


def scene(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of Operation Weser, dry unless it says another weather."""
    return read_scene(f"eurofront 1939B bare / {text}", dice=dice)


def piece(g: Game, name: str) -> int:
    return int(g.table.world.named[name.casefold()])


def node(g: Game, name: str) -> int:
    return int(g.title.find_node(g.table, name))


def role(g: Game, hq: str, word: str) -> None:
    """Turn an active HQ of the scene into one of another role."""
    from grognard.titles.systems.front.state import ROLES

    g.table.p.role[piece(g, hq)] = ROLES.index(word) + 1
