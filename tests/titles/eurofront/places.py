"""Places as EuroFront's orders of battle write them, read on its board: sets of nodes."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.titles.eurofront import tables

from .helpers import board

ROOM = {"mountain": 2, "tundra": 2, "marsh": 3, "desert": 3}


@cache
def places(text: str, scenario: str) -> int:
    """The hexes and areas that an expression names in a scenario."""
    return reduce(or_, (_part(part, scenario) for part in text.split("|")), 0)


def _part(text: str, scenario: str) -> int:
    found = board().land | board().boxes
    for term in text.split("&"):
        found &= _term(term.strip(), scenario)
    return found


def _term(term: str, scenario: str) -> int:
    b = board()
    word, _, rest = term.partition(":")
    if word in ("hex", "area"):
        return 1 << b.node(rest)
    if word == "city-or-adjacent":
        here = 1 << b.node(rest)
        return here | step(here, b.out)
    if word == "zone":
        return b.region[tables.zone(rest, scenario).region]
    if word in ("country", "region"):
        return b.region[rest]
    if word == "coast":
        return b.coastal & b.land if rest == "any" else b.region[rest]
    if word in ("row-south", "row-north"):
        row = b.grid.colrow(b.node(rest))[1]
        return from_iter(n for n in members(b.hexes) if (b.grid.colrow(n)[1] >= row) == (word == "row-south"))
    if word == "front":
        side, other = ("Axis", "Allies") if rest.startswith("axis") else ("Allies", "Axis")
        return b.region[f"1944 {side} Frontline v. {other}"]
    raise KeyError(f"no place is written {term!r}")


@cache
def room(node: int) -> int:
    """How many units of a side may stay (6.21): by terrain, three at most in the Med Front, two on the fortresses."""
    b = board()
    if node in (b.node("Malta"), b.node("Gibraltar")):
        return 2
    area = b.places_at(node, "area")
    terrain = str(area[0].values["terrain"]) if area else next(w for w, s in b.terrain.items() if s >> node & 1)
    limit = ROOM.get(terrain, 4)
    return min(limit, 3) if b.region["Med Front"] >> node & 1 else limit
