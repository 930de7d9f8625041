"""Supreme Moves in Operation Weser (5.72, 21.43, 21.431): by the front of HQ and unit, Norwegians by Allied HQs."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.titles.systems.front.world import THQ

from .. import fronts
from ..europe import command
from ..fronts import NF
from ..state import Table, position


def givers(t: Table, piece: int) -> list[int]:
    """The active HQs that have Supreme Moves left for a unit."""
    p, front = position(t), fronts.of(t, t.p.at[piece])
    return [hq for hq in command.givers(t, p.active) if price(t, hq, piece, front) <= p.moves_left[hq]]


def price(t: Table, hq: int, piece: int, front: int) -> int:
    """What a Supreme Move costs: Allied HQs move Norwegians anywhere (5.72/b), Dietl moves only in the North and from
    there (21.43), the others by front (5.721, 5.723)."""
    unit = t.world.units[hq]
    if unit.kind == THQ and not fronts.land_of(t, NF) >> t.p.at[hq] & 1:
        return command.NEVER
    if t.world.units[piece].nation == "norway":
        return command.FULL
    return command.price(t, hq, front)


def movers(t: Table) -> int:
    """The units that some HQ has Supreme Moves left for."""
    p = t.p
    if not command.givers(t, p.active):
        return 0
    own = [i for i in range(len(p.at)) if p.power[i] == p.active and p.at[i] < t.world.spans]
    return from_iter(i for i in own if givers(t, i))


def moves_for(t: Table, piece: int) -> int:
    """The Supreme Moves that a unit may use (5.72)."""
    p, front = position(t), fronts.of(t, t.p.at[piece])
    return sum(p.moves_left[hq] // price(t, hq, piece, front) for hq in givers(t, piece))


def spend(t: Table, piece: int, moves: int) -> None:
    """Supreme Moves are taken from the HQs that give them cheapest (5.721)."""
    p, front = position(t), fronts.of(t, t.p.at[piece])
    for hq in sorted(givers(t, piece), key=lambda hq: (price(t, hq, piece, front), hq)):
        cost = price(t, hq, piece, front)
        given = min(moves, p.moves_left[hq] // cost)
        if given and front in command.flex_fronts(t, hq) and not p.cheap_front[hq]:
            p.cheap_front[hq] = front + 1
        p.moves_left[hq] -= given * cost
        p.supreme[p.active] -= given * cost
        moves -= given
