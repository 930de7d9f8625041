"""Small helpers for the rule cases: a scene in the desert, orders, and what the map then shows."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.board.hexset import members

SEATS = {"g": "germany", "u": "uk"}


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of the desert with nothing on the map but what is named, and a fortification at Tobruk."""
    return grognard.read_scene(f"aeto desert42 bare / fort Tobruk / {text}", dice, **new)


def play(game: grognard.Game, *orders: str) -> grognard.Game:
    """Give orders as ``g: end`` or ``u: pass``."""
    for order in orders:
        seat, _, text = order.partition(": ")
        game.play(SEATS[seat], text)
        while prompt(game)[1] in LAST_WORDS:
            game.play(prompt(game)[0], LAST_WORDS[prompt(game)[1]])
    return game


LAST_WORDS = {"resolve": "roll", "doubt": "pass", "burning": "end"}
"""What is said before the die where a case is not about it."""


def refused(game: grognard.Game, order: str) -> str:
    """The rule that refuses ``g: move ...``, or an empty string."""
    seat, _, text = order.partition(": ")
    reason = game.why_not(SEATS[seat], text)
    return reason.rule if reason else ""


def at(game: grognard.Game, place: str) -> list[str]:
    """The chits in a hex, without the place in their names."""
    t = game.table
    stack = t.p.stacks.get(t.title.find_node(t, place), ())
    return sorted(t.title.describe(t, piece) for piece in stack)


def node(game: grognard.Game, place: str) -> int:
    return int(game.table.title.place(game.table, place))


def named(game: grognard.Game, name: str) -> int:
    """The only piece of a name."""
    (piece,) = game.table.title.find_pieces(game.table, name)
    return int(piece)


def offers(game: grognard.Game, order: str) -> set[str]:
    """The words that may follow ``g: move`` and what else is chosen."""
    seat, _, text = order.partition(": ")
    return {choice.text for choice in game.decisions()[SEATS[seat]].next(*text.split())}


def places(game: grognard.Game, bits: int) -> set[str]:
    return {game.table.node_name(n) for n in members(bits)}


def prompt(game: grognard.Game) -> tuple[str, str]:
    """Who is asked, and the step."""
    asked = list(game.decisions().items())
    return (asked[0][0], asked[0][1].frame.step) if len(asked) == 1 else ("", "")


def event(game: grognard.Game, kind: str) -> dict[str, Any]:
    """The last event of a kind."""
    found = [e for e in game.told[0] if e.kind == kind]
    return dict(found[-1].fields)
