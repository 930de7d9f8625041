"""The free set-up of the Spanish Civil War (SCW/setup): first Morocco, then unit by unit in turn."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import arrivals
from grognard.titles.systems.front.world import STATIC

from .. import tables
from ..state import ALLIED, AXIS, Table

MOROCCO = "country:Spanish Morocco"
MOST = {"major": 4, "minor": 2, "town": 1}
"""Units that a place takes (SCW/setup)."""


def unplaced(t: Table, power: int) -> int:
    """A side's infantry and HQs that are still to be set up."""
    w, p = t.world, t.p
    names = [w.named[stand.block.casefold()] for stand in tables.order_of_battle(t.scenario)]
    return from_iter(
        i for i in names if p.power[i] == power and p.at[i] == w.later(power) and w.units[i].kind != STATIC
    )


def army_of_africa(t: Table) -> int:
    """The units that begin in Morocco and have no place yet (SCW/setup)."""
    stands = tables.order_of_battle(t.scenario)
    there = from_iter(t.world.named[stand.block.casefold()] for stand in stands if stand.place == MOROCCO)
    return there & unplaced(t, AXIS)


def next_power(t: Table, f: Frame) -> int:
    """Who places: the Nationalists in Morocco, then both in turn, the Republicans first (SCW/setup)."""
    if army_of_africa(t):
        return AXIS
    power = int(f.get("next", ALLIED))
    return power if unplaced(t, power) else AXIS + ALLIED - power


def to_place(t: Table, seat: int, args: Args) -> int:
    """The units that the side may place now."""
    return army_of_africa(t) or unplaced(t, next_power(t, t.frame))


def places(t: Table, seat: int, args: Args) -> int:
    """In Morocco one unit a town; else loyal places: 4 units a major city, 2 a minor one, 1 a town (SCW/setup)."""
    w, p = t.world, t.p
    if army_of_africa(t):
        return int(w.extra["Moroccan towns"]) & ~int(p.occupied[AXIS])
    most = {w.board.node(town.name): MOST[town.kind] for town in tables.spain()}
    loyal = members(int(w.extra["loyal"][p.power[args[0]]]))
    return from_iter(node for node in loyal if len(p.stack(node)) < most[node])


class Place(Verb):
    """``place Re1inf Madrid``: a unit is set up."""

    name = "place"
    levels = (
        Level("unit", PIECE, to_place),
        Level("place", NODE, arrivals.anywhere, (Mask("SCW/setup", places), Mask("6.21", arrivals.roomy))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.p.cv[piece] = t.title.starting_cv(t, piece)
        after = ALLIED if army_of_africa(t) else AXIS + ALLIED - t.p.power[piece]
        t.remember(next=after)
        t.place(piece, node)


class FreeSetup(Step):
    """Infantry and HQs are set up one at a time (SCW/setup)."""

    name = "free set-up"
    rule = "SCW/setup"
    verbs = (Place(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        power = next_power(t, f)
        return (t.seat_of(power),) if unplaced(t, power) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        if army_of_africa(t):
            return "Place the three units of Morocco, one a town."
        return "Place one infantry or HQ in a loyal city or town."
