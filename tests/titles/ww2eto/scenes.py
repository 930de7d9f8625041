"""Small helpers for the rule cases: a scene, an order, and what the map then shows."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.board.hexset import members
from grognard.titles.ww2eto.land import supply


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of World War Two ETO at a scene."""
    return grognard.read_scene(f"ww2eto {text}", dice, **new)


def refused(game: grognard.Game, seat: str, order: str) -> str:
    """The rule that refuses an order, or an empty string."""
    reason = game.why_not(seat, order)
    return reason.rule if reason else ""


def at(game: grognard.Game, place: str) -> list[str]:
    """The units in a hex, without the place in their names."""
    t = game.table
    stack = t.p.stacks.get(t.title.find_node(t, place), ())
    return sorted(t.title.piece_name(t, piece).partition("@")[0] for piece in stack)


def unit(game: grognard.Game, place: str) -> int:
    """The only unit in a hex."""
    (piece,) = game.table.p.stacks[game.table.title.find_node(game.table, place)]
    return int(piece)


def play(game: grognard.Game, *orders: str) -> grognard.Game:
    """Give orders as ``seat: order``."""
    for order in orders:
        seat, _, text = order.partition(": ")
        game.play(seat, text)
    return game


def offers(game: grognard.Game, seat: str, *prefix: str) -> set[str]:
    """The words that may follow a prefix of an order."""
    return {choice.text for choice in game.decisions()[seat].next(*prefix)}


def cost(game: grognard.Game, seat: str, target: str, *prefix: str) -> int | None:
    """The movement points of a target."""
    return next((c.cost for c in game.decisions()[seat].next(*prefix) if c.text == target), None)


def distance(game: grognard.Game, a: str, b: str) -> int:
    board = game.table.world.board
    return int(board.grid.distance(board.node(a), board.node(b)))


def farthest(game: grognard.Game, seat: str, name: str) -> int:
    """How many hexes away the farthest target of a move is."""
    start = name.partition("@")[2]
    return max(distance(game, start, hex_) for hex_ in offers(game, seat, "move", name, "."))


def names(game: grognard.Game, hexes: int) -> set[str]:
    return {game.table.node_name(node) for node in members(hexes)}


def until(game: grognard.Game, seat: str, step: str) -> grognard.Game:
    """End phases, for whoever is asked, until a seat is asked in a phase."""
    for _ in range(60):
        who, asked = next(iter(game.decisions().items()))
        words = {choice.text for choice in asked.next()}
        game.play(who, "end" if "end" in words else "pass")
        if seat in game.decisions() and game.table.frame.step == step:
            return game
    raise AssertionError(f"{seat} is never asked in {step}")


def supplied(text: str, place: str, **new: object) -> bool:
    """Can the unit in a place of a scene trace supply?"""
    game = scene(text, **new)
    return supply.supplied(game.table, unit(game, place))
