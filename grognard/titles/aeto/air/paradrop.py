"""Paradrops (4.24): paratroopers who are flown into the hex that is attacked."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.rules import rule

from .. import pieces, supply
from .. import tables as tb
from ..position import ACTIVE, FRESH, STANDBY, AetoPosition, Table
from ..title import POWERS
from . import bases, flights


def transports_at(t: Table, piece: int, target: int) -> list[int]:
    """ATPs at a paratrooper's airbase that can reach a target (4.24)."""
    p: AetoPosition = t.p
    return [
        i for i in bases.based_at(t, p.at[piece])
        if p.kind[i] == tb.ATP and p.status[i] == FRESH and p.alliance[p.power[i]] == p.alliance[p.power[piece]]
        and flights.can_reach(t, i, target)
    ]  # fmt: skip


def could_jump(t: Table) -> list[int]:
    """Full-strength paratroopers of the Offensive that stand at an airbase with transports (4.24)."""
    p: AetoPosition = t.p
    ready = where(p.status, among(STANDBY)) & where(p.kind, among(tb.PARATROOPER)) & where(p.fought, among(0))
    return [i for i in members(ready) if p.steps[i] >= t.world.cards[p.card[i]].steps]


def may_jump(t: Table, piece: int, target: int) -> bool:
    """As many ATP points as steps within range, not into Winter weather (4.24)."""
    p: AetoPosition = t.p
    if piece not in could_jump(t) or (p.winter | p.grounded) >> target & 1:
        return False
    return len(transports_at(t, piece, target)) >= p.steps[piece]


def jumpers(t: Table, target: int) -> int:
    """Paratroopers that could drop on a hex."""
    return from_iter(i for i in could_jump(t) if may_jump(t, i, target))


def load(t: Table, jumped: tuple[int, ...], target: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The ATPs of each paratrooper, one for a step; nobody's are counted twice (4.24)."""
    taken: set[int] = set()
    found = []
    for piece in jumped:
        planes = [i for i in transports_at(t, piece, target) if i not in taken][: t.p.steps[piece]]
        taken |= set(planes)
        found.append((piece, tuple(planes)))
    return tuple(found)


def arrive(t: Table, loads: tuple[tuple[int, tuple[int, ...]], ...], hit: tuple[int, ...]) -> tuple[int, ...]:
    """Who still jumps: those whose transports were neither shot down nor turned back; the shot down are lost (4.24)."""
    p: AetoPosition = t.p
    left = []
    for piece, planes in loads:
        if any(not p.steps[i] for i in planes):
            pieces.eliminate(t, piece, "4.24")
        elif not any(i in hit for i in planes):
            left.append(piece)
    for _, planes in loads:
        for i in planes:
            if p.steps[i]:
                p.status[i] = ACTIVE
    return tuple(left)


@rule("4.24")
def drop(t: Table, jumped: tuple[int, ...], target: int) -> None:
    """A d6 for each paratrooper: 1-4 depletes it (4.24)."""
    for piece in jumped:
        die = t.roll("paradrop")
        t.emit("dropped", "4.24", pieces=(piece,), nodes=(target,), die=die)
        if die <= 4:
            t.p.steps[piece] = 1


def landed(t: Table, jumped: tuple[int, ...], target: int, won: bool) -> None:
    """A hex that is cleared is theirs, with an Air Supply chit; else they are lost (7.7/para-chit, 7.7/para-fail)."""
    p: AetoPosition = t.p
    alive = [i for i in jumped if p.steps[i]]
    for piece in alive:
        if won:
            t.place(piece, target)
        else:
            pieces.eliminate(t, piece, "7.7/para-fail")
    if won and alive:
        land_chit(t, p.power[alive[0]], target)


def land_chit(t: Table, power: int, node: int) -> None:
    """One free Air Supply chit comes down with them (7.7/para-chit)."""
    p: AetoPosition = t.p
    p.chits.setdefault(str(node), (power, 0, 0, 0))
    p.air_chits[str(node)] = p.air_chits.get(str(node), 0) + 1
    supply.came_free(p, node)
    t.emit("air_supply", "7.7/para-chit", nodes=(node,), power=POWERS[power])
