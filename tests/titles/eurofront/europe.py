"""Short words for the cases of the war on all fronts: a scene of 1944 and what became of it."""

from __future__ import annotations

from grognard.engine.play.game import Game, read_scene

AXIS, ALLIED, SOVIET = 0, 1, 2


def scene(text: str, dice: list[int] | None = None, scenario: str = "1944") -> Game:
    """A game at a scene of 1944."""
    return read_scene(f"eurofront {scenario} bare / {text}", dice=dice)


def piece(g: Game, name: str) -> int:
    return int(g.table.world.named[name.casefold()])


def node(g: Game, name: str) -> int:
    found = int(g.title.find_node(g.table, name))
    assert found >= 0, name
    return found


def holds(g: Game, power: int, name: str) -> bool:
    return bool(g.table.p.held[power] >> node(g, name) & 1)


def on_map(g: Game, name: str) -> bool:
    return bool(g.table.p.at[piece(g, name)] < g.table.world.spans)
