"""Supply (S1): judged at the start of a power's turn, and frozen for it."""

from __future__ import annotations

from grognard.board.area import flood
from grognard.board.hexset import SOME, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import world as w
from .world import Table


def supply_net(t: Table, power: int) -> int:
    """Hexes that a way without enemies or their zones joins to a city of the power (S1.1)."""
    own = w.armies_of(t, 1 << power)
    closed = w.armies_of(t, t.p.hostile[power]) | w.zones(t, power) & ~own
    sources = t.world.cities & w.held_by(t, power) & ~closed
    return flood(sources, t.world.board.out, blocked=closed)


@rule("S1.1")
def judge(t: Table, power: int) -> None:
    """Each army of the power is in supply or not until its next turn (S1.1)."""
    net = supply_net(t, power)
    for piece in members(w.pieces(t, t.seat_of(power), w.ARMY)):
        t.p.supplied[piece] = net >> t.p.at[piece] & 1


def supplied(t: Table, seat: int, args: Args) -> int:
    """An army out of supply does not attack (S1.2)."""
    return where(t.p.supplied, SOME)


class Supply(Step):
    """The supply phase: nobody decides anything."""

    name = "supply"
    rule = "S1.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        for piece in range(len(t.p.at)):
            t.p.moved[piece] = t.p.attacked[piece] = 0
        t.p.launched = 0
        judge(t, f.power)
        t.pop()
