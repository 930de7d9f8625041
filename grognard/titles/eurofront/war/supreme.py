"""Supreme Moves by HQ (5.7): each unit draws on the HQs that command it, at the price of each, the cheapest first."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import blocks

from .. import fronts
from ..europe import command
from ..state import Table, position


def givers(t: Table, piece: int) -> list[int]:
    """The active HQs that have Supreme Moves left for a unit."""
    p = position(t)
    return [hq for hq in command.givers(t, p.active) if t.title.supreme_price(t, hq, piece) <= p.moves_left[hq]]


def movers(t: Table) -> int:
    """The units that some HQ has Supreme Moves left for."""
    if not command.givers(t, t.p.active):
        return 0
    return from_iter(i for i in blocks.on_map(t, t.p.active) if givers(t, i))


def moves_for(t: Table, piece: int) -> int:
    """The Supreme Moves that a unit may use (5.72)."""
    p = position(t)
    return sum(p.moves_left[hq] // t.title.supreme_price(t, hq, piece) for hq in givers(t, piece))


def spend(t: Table, piece: int, moves: int) -> None:
    """Supreme Moves are taken from the HQs that give them cheapest (5.721)."""
    p, front = position(t), fronts.of(t, t.p.at[piece])
    for hq in sorted(givers(t, piece), key=lambda hq: (t.title.supreme_price(t, hq, piece), hq)):
        cost = t.title.supreme_price(t, hq, piece)
        given = min(moves, p.moves_left[hq] // cost)
        if given and front in command.flex_fronts(t, hq) and not p.cheap_front[hq]:
            p.cheap_front[hq] = front + 1
        p.moves_left[hq] -= given * cost
        p.supreme[p.active] -= given * cost
        moves -= given
