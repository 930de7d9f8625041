"""Places as the tables write them: one expression is a set of hexes.

``|`` joins sets and ``&`` intersects them and binds tighter: ``country:Italy & row-south:Naples | hex:Termoli``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from grognard.board import Board
from grognard.board.area import step
from grognard.board.hexset import from_iter, members

ALIASES = {"North Africa": "N. Africa"}
Term = Callable[[str], int]


def area(b: Board, text: str, more: Mapping[str, Term] | None = None, within: int | None = None) -> int:
    """The land hexes that an expression names, or what it names of ``within``; ``more`` brings the terms of the
    scenario (control, front, arrival)."""
    if not more:
        return _plain(b, text) if within is None else _joined(b, text, {}, within)
    return _joined(b, text, more, b.land if within is None else within)


@cache
def _plain(b: Board, text: str) -> int:
    """What an expression names on every table with that board."""
    return _joined(b, text, {}, b.land)


def _joined(b: Board, text: str, more: Mapping[str, Term], within: int) -> int:
    found = 0
    for part in text.split("|"):
        some = within
        for term in part.split("&"):
            some &= _term(b, term.strip(), more)
        found |= some
    return found


def _term(b: Board, term: str, more: Mapping[str, Term]) -> int:
    word, _, rest = term.partition(":")
    return more[word](rest) if word in more else _fixed(b, term)


@cache
def _fixed(b: Board, term: str) -> int:
    """What a term names that no scenario brings."""
    word, _, rest = term.partition(":")
    if term == "all":
        return b.land
    if word == "hex":
        return 1 << b.node(rest)
    if word == "city-or-adjacent":
        here = 1 << b.node(rest)
        return here | step(here, b.out)
    if word in ("country", "region"):
        return b.region[rest if rest in b.region else ALIASES.get(rest, rest)]
    if word in ("row-south", "row-north"):
        return _rows(b, rest, word == "row-south")
    if word == "coast":
        return b.coastal & b.land if rest == "any" else b.region[rest]
    raise KeyError(f"no place is written {term!r}")


def _rows(b: Board, name: str, south: bool) -> int:
    """The hexrow of a place and all south of it, or all rows north of it."""
    row = b.grid.colrow(b.node(name))[1]
    return from_iter(n for n in members(b.hexes) if (b.grid.colrow(n)[1] >= row) == south)
