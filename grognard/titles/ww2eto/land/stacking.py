"""Stacking (7.0-7.1): two units in a hex at the end of a phase, more only after a retreat."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, Owed

from .. import world as w
from ..politics import control
from ..state import PEACETIME, Table
from . import losses


def limit(t: Table, power: int) -> int:
    """Units that may stand in a hex: two, and one for Russians in peacetime (7.0, 7.26)."""
    return 1 if power == w.SOVIET and t.p.russia == PEACETIME else int(t.world.stack_units)


def room(t: Table, power: int, node: int) -> int:
    """How many more units of a power may end a phase in a hex; a box is never full (10.55)."""
    return limit(t, power) - (len(t.p.stacks.get(node, ())) if node < t.p.hexes else 0)


def crowds(t: Table, units: int) -> int:
    """Hexes that hold more than so many units."""
    p = t.p
    if units >= 2:
        return p.tripled
    if units == 1:
        return p.doubled
    bits = 0
    for hexes in p.occupied:
        bits |= hexes
    return bits if units == 0 else -1


def full(t: Table, power: int, units: int = 1) -> int:
    """Hexes where so many more units of a power would exceed the limit."""
    return crowds(t, limit(t, power) - units)


def wartime_room(t: Table, seat: int, args: Args) -> int:
    """The room that Russians too would have if peace did not part them (7.26)."""
    return ~crowds(t, t.world.stack_units - 1)


def overstacked(t: Table, seat: int) -> tuple[int, ...]:
    """The land hexes of a seat that hold too many units; landings at sea may share a hex."""
    p = t.p
    if not p.tripled and (p.player == w.AXIS or p.russia != PEACETIME):
        return ()
    bits = 0
    for power in control.turn_powers(t, p.player):
        if p.seat_of[power] == seat:
            bits |= p.occupied[power] & crowds(t, limit(t, power))
    bits &= t.world.play
    return members(bits)


def owed(t: Table, seat: int) -> list[Owed]:
    """Before the Initial Movement Phase ends every hex is within the limit, or the excess is given up (7.0/c)."""
    return [
        Owed("7.0/c", f"{t.node_name(node)} holds {len(t.p.stacks[node])} units: move or give up one.", node)
        for node in overstacked(t, seat)
    ]  # fmt: skip


def crowded(t: Table, seat: int, args: Args) -> int:
    """Units in hexes over the limit."""
    return from_iter(i for node in overstacked(t, seat) for i in t.p.stacks[node] if t.owns(seat, i))


class GiveUp(Verb):
    """``give_up ger1inf@1612``: the owner removes a unit that is over the stacking limit (7.0/c)."""

    name = "give_up"
    levels = (Level("unit", PIECE, lambda t, s, a: own(t, s), (Mask("7.0/c", crowded),)),)

    def glance(self, t: Table, seat: int) -> int:
        return -bool(overstacked(t, seat))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        losses.destroy(t, args[0], "stacking")


def own(t: Table, seat: int) -> int:
    """The units on the map that move in this Player-Turn and belong to the seat (5.11)."""
    p = t.p
    bits = 0
    for power in control.turn_powers(t, p.player):
        if p.seat_of[power] == seat:
            bits |= p.army[power]
    return bits


def defenders(t: Table, node: int) -> list[int]:
    """The units that defend a hex: in an overstacked hex those that did not retreat into it (7.13)."""
    p = t.p
    stack = list(p.stacks.get(node, ()))
    return [i for i in stack if not p.retreated >> i & 1] or stack


def settle_retreated(t: Table) -> None:
    """Retreated units defend again after the Combat Phase unless their hex is over the limit (R102)."""
    p = t.p
    for piece in members(p.retreated):
        node = p.at[piece]
        if node == p.lost or len(p.stacks[node]) <= limit(t, p.power[piece]):
            p.retreated &= ~(1 << piece)
