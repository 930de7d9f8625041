"""Garrisons (SCW.2): they hold a hex, cannot fight, and fall to the first enemy who comes."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import command, control, economy, supply
from grognard.titles.systems.front.production import pay, purse

from ..state import ALLIED, AXIS, Table, position

COST = 1
"""A point each (SCW.2)."""


def own_power(t: Table, seat: int) -> int:
    """The side of the civil war that a seat plays."""
    return next(power for power in t.powers_of(seat) if power in (AXIS, ALLIED))


def controlled(t: Table, seat: int, args: Args) -> int:
    """A garrison is built in a hex that its side controls (SCW.2)."""
    power = own_power(t, seat)
    return control.friendly(t.p, power) & ~int(t.world.closed_to[power])


def in_supply(t: Table, seat: int, args: Args) -> int:
    """The hex must be supplied (SCW.2)."""
    return economy.secure_lines(t, own_power(t, seat))


def unengaged(t: Table, seat: int, args: Args) -> int:
    """No garrison is built in a battle (SCW.2)."""
    return ~control.battles(t)


def none_yet(t: Table, seat: int, args: Args) -> int:
    """One garrison a hex (SCW.2)."""
    return ~position(t).garrisons[own_power(t, seat)]


def paid(t: Table, seat: int, args: Args) -> int:
    """A garrison costs a point (SCW.7)."""
    return -1 if purse(t, own_power(t, seat)) >= COST else 0


class Garrison(Verb):
    """``garrison Merida``: a garrison is raised for a point."""

    name = "garrison"
    levels = (
        Level(
            "hex", NODE, command.all_land,
            (
                Mask("SCW.2", controlled), Mask("SCW.2", in_supply), Mask("SCW.2", unengaged), Mask("SCW.2", none_yet),
                Mask("SCW.7", paid),
            ),
            cost=lambda t, s, a, n: COST,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = own_power(t, seat)
        pay(t, power, COST)
        garrisons = list(position(t).garrisons)
        garrisons[power] |= 1 << args[0]
        position(t).garrisons = garrisons
        t.emit("garrisoned", "SCW.2", nodes=(args[0],), to=(seat,), cost=COST)


def in_danger(t: Table, power: int) -> int:
    """The hexes of enemy garrisons without a unit beside them."""
    p, nodes = position(t), 0
    for foe in members(p.hostile[power]):
        nodes |= p.garrisons[foe] & ~p.occupied[foe]
    return nodes


@rule("SCW.2")
def overrun(t: Table, power: int, nodes: int) -> None:
    """A garrison is gone as soon as an enemy unit enters its hex, unless a friendly unit is there (SCW.2)."""
    fallen = nodes & in_danger(t, power)
    for node in members(fallen) if fallen else ():
        position(t).garrisons = [some & ~(1 << node) for some in position(t).garrisons]
        t.emit("garrison_lost", "SCW.2", nodes=(node,))


class GarrisonSupply(Step):
    """With the units of the enemy its garrisons are checked: without supply they have no zone (SCW.2)."""

    name = "supply of garrisons"
    rule = "SCW.2"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        for power in members(t.p.hostile[t.p.active]):
            check(t, power)
        t.pop()


def check(t: Table, power: int) -> None:
    """Which of a side's garrisons are out of supply (SCW.2)."""
    p = position(t)
    unfed = list(p.unfed)
    unfed[power] = p.garrisons[power] & ~supply.supplied_area(t, power)
    p.unfed = unfed
