"""Short words for the cases of the Med Front: a scene of 1940C and what it holds."""

from __future__ import annotations

from grognard.engine.play.game import Game, read_scene

AXIS, ALLIED = 0, 1


def scene(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of Surf and Sand, dry."""
    return read_scene(f"eurofront 1940C bare / {text}", dice=dice)


def piece(g: Game, name: str) -> int:
    return int(g.table.world.named[name.casefold()])


def node(g: Game, name: str) -> int:
    return int(g.title.find_node(g.table, name))


def moves(g: Game, hq: str, number: int = 6) -> Game:
    """Give an active HQ of the scene its Supreme Moves."""
    t = g.table
    t.p.moves_left[piece(g, hq)] = t.p.supreme[t.p.power[piece(g, hq)]] = number
    return g
