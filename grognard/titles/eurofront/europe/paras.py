"""Paratroop grounding (14.6): any side may ground its paras for good; Allied Air Supremacy grounds the German ones."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front.world import PARA, World

from .. import grounding
from ..title import META
from .state import AXIS, Table, position


def grounded(t: Table, power: int) -> bool:
    """Are a power's paras grounded: by its own choice (14.6), or the Axis' under Allied Air Supremacy (13.32/a)?"""
    if position(t).grounded >> power & 1:
        return True
    return power == AXIS and bool(t.world.extra["air"][t.p.month].slowed >> AXIS & 1)


def walks(t: Table, piece: int) -> bool:
    """Is a para grounded, with all of its power (14.6) or with its nation's alone (14.6/opt)?"""
    return grounded(t, t.p.power[piece]) or grounding.has_lost(t, t.world.units[piece].nation)


def on_foot(t: Table) -> int:
    """All paras that are grounded."""
    return from_iter(i for i in members(int(t.world.of_kind(PARA))) if walks(t, i))


def groundable(t: Table, seat: int, args: Args) -> int:
    """A power grounds all its paras once, in Production (14.6)."""
    own = t.powers_of(seat)
    return from_iter(power for power in own if of_power(t.world, power) and not grounded(t, power))


@cached_values(32)
def of_power(w: World, power: int) -> int:
    """A power's paratroops."""
    return from_iter(i for i, unit in enumerate(w.units) if unit.kind == PARA and unit.power == power)


class Ground(Verb):
    """``ground axis``: a power's paras drop no more and cost half."""

    name = "ground"
    levels = (Level("power", WORD, lambda t, s, a: 0b111, (Mask("14.7", groundable),), words=META.powers),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        position(t).grounded |= 1 << args[0]
        t.emit("grounded", "14.7")
