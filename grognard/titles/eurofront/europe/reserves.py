"""The armies of those who cooperate (16.22): they stay off the map, and their faction may build them up."""

from __future__ import annotations

from typing import Protocol, cast

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front.arrivals import STEP

from .. import tables
from . import cooperation, costs, purses
from .mustering import plain_name, starting_cv
from .nations import VICHY, army
from .state import ALLIED, AXIS, Table

HOMES = {AXIS: purses.WEST, ALLIED: purses.ALLIES}
RESIDENT = "MF resident"


def upright(t: Table, power: int) -> int:
    """The blocks of those who cooperate with a power, which wait off the map and may be built (16.22)."""
    found = 0
    for nation in cooperation.partners(t, power):
        if nation != VICHY:
            found |= waiting(t, nation, power)
    return found


def of_vichy(t: Table, power: int) -> int:
    """Vichy's blocks, which the Axis may build while Vichy cooperates (20.483)."""
    return waiting(t, VICHY, power) if VICHY in cooperation.partners(t, power) else 0


def waiting(t: Table, nation: str, power: int) -> int:
    """A nation's blocks that have not taken the field."""
    return from_iter(i for i in army(t.world, nation, power) if t.p.at[i] == t.world.later(power))


def own_reserves(t: Table, seat: int, args: Args) -> int:
    """The armies off the map that a seat may build up."""
    found = 0
    for power in t.powers_of(seat):
        found |= (upright(t, power) | of_vichy(t, power)) if power in HOMES else 0
    return found


def strength(t: Table, piece: int) -> int:
    """What a block off the map has: its strength of 1939, and the steps that were built for it since."""
    return int(starting_cv(t.world).get(piece, 0) + t.p.cv[piece])


def below_top(t: Table, seat: int, args: Args) -> int:
    """No block has more steps than its label (16.32)."""
    return from_iter(i for i, unit in enumerate(t.world.units) if strength(t, i) < unit.top)


def one_step(t: Table, seat: int, args: Args) -> int:
    """A block takes one step a month (11.71)."""
    return ~from_iter(i for i, done in enumerate(t.p.built) if done & STEP)


def in_the_south(t: Table, piece: int) -> bool:
    """Is a block one of the Med Front, whose rules hold for it (16.22)?"""
    return tables.blocks()[plain_name(t, piece)].front_class == RESIDENT


def price(t: Table, piece: int) -> int:
    """The price of a step at home, for those of the Med Front that of the Med (16.22, 21.373)."""
    return costs.chart(t)[piece][in_the_south(t, piece)][costs.STEP]


def payer(t: Table, piece: int) -> int:
    """The purse that pays: that of the home front, or of the Med for its own (16.22)."""
    power = t.p.power[piece]
    south = in_the_south(t, piece) and purses.shipped_to(t, power)
    return purses.MEDS[power] if south else HOMES[power]


class Treasury(Protocol):
    """How a game pays for armies off the map."""

    def points_for(self, t: Table, piece: int) -> int: ...

    def pay_for(self, t: Table, piece: int, cost: int) -> None: ...


def treasury(t: Table) -> Treasury:
    return cast(Treasury, t.title)


def affordable(t: Table, seat: int, args: Args) -> int:
    """Points that are not in the purse cannot be spent (11.3)."""
    own = own_reserves(t, seat, args)
    return from_iter(i for i in range(len(t.p.at)) if own >> i & 1 and price(t, i) <= treasury(t).points_for(t, i))


class Equip(Verb):
    """``equip Hu1inf``: a block of a nation that cooperates takes a step, off the map."""

    name = "equip"
    levels = (
        Level(
            "unit", PIECE, own_reserves,
            (Mask("16.32", below_top), Mask("11.41", one_step), Mask("11.3", affordable)),
            cost=lambda t, s, a, i: price(t, i),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        cost = price(t, piece)
        treasury(t).pay_for(t, piece, cost)
        t.p.cv[piece] += 1
        t.p.built[piece] |= STEP
        t.emit("step", "16.22", pieces=(piece,), to=(seat,), cost=cost, cv=strength(t, piece))
