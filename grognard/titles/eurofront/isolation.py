"""Control by isolation (8.36): empty enemy hexes that friendly land and seas shut in change hands."""

from __future__ import annotations

from grognard.board.area import flood, step
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import control, sea

from .state import Table


def shut_in(t: Table, power: int) -> int:
    """Unoccupied enemy hexes, alone or together, with nothing around them but friendly hexes and seas (8.36)."""
    p, w = t.p, t.world
    empty = sea.enemy_hexes(t, power) & w.land & ~w.areas & ~int(p.neutral)
    for nodes in p.occupied:
        empty &= ~nodes
    if not empty:
        return 0
    around = w.board.around
    others = w.land & ~control.friendly(p, power) & ~empty
    open_ = step(others, around) & empty
    for number, owner in enumerate(sea.owners(t)):
        if owner == sea.NOBODY or t.hostile(power, owner):
            open_ |= sea.chart(w).coasts[number] & empty
    return empty & ~flood(open_, around.inside(empty)) if open_ else empty


@rule("8.36")
def take_isolated(t: Table) -> None:
    """At the end of a power's Supply phase what it has shut in is its own (8.36)."""
    p, power = t.p, t.p.active
    gained = shut_in(t, power)
    if gained:
        p.held = [held & ~gained for held in p.held]
        p.held[power] |= gained


class Isolation(Step):
    """The end of the Supply phase (8.36)."""

    name = "isolation"
    rule = "8.36"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        take_isolated(t)
        t.pop()
