"""Flak (21.0): two dice against each bomber."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from . import airbases, control, walls
from . import world as w
from .state import INTERDICT, SUPPORT, Table, foe, phasing

MOST = 10
TOLD = {"X": "shot down", "A": "sent home", "H": "half of its bombs", "-": "no effect"}
"""What each result of the table does to a wing, for the log (21.04)."""
SHIFT = {row["target"]: int(row["columns_left"]) for row in w.chart("flak_shift")}


@cache
def by_table(column: int, dice: int) -> str:
    """A cell of the flak table; column 10 serves for more (S6)."""
    row = next(row for row in w.chart("flak") if int(row["dice"]) == dice)
    return row[str(min(column, MOST))]


def factors(t: Table, node: int, power: int) -> int:
    """The flak of a hex for the side that controls it: cities and towns by their size, counters as printed (21.02)."""
    from . import fieldguns

    held = airbases.printed_base(t.world, node) + walls.flak_of(t, node) if t.p.land_of(power) >> node & 1 else 0
    return held + fieldguns.factors(t, node, power)


def airfield_factors(t: Table, node: int) -> int:
    """An airfield counter adds its flak when the base itself is bombed (21.05)."""
    return airbases.flights_from(t, node) - airbases.printed_base(t.world, node)


@rule("21.03")
def fire(t: Table, node: int, pieces: tuple[int, ...], more: int = 0) -> None:
    """Two dice for each enemy wing over the hex, bombers some columns further left (21.03, 21.03/1)."""
    for piece in pieces:
        volley(t, node, (piece,), factors(t, node, foe(t, t.p.power[piece])) + more)


def volley(t: Table, node: int, pieces: tuple[int, ...], guns: int) -> None:
    """So many flak factors fire at each of some wings over a hex."""
    for piece in pieces:
        column = guns - SHIFT[t.world.units[piece].kind]
        if column < 1:
            continue
        dice = t.rolls("flak", 2)
        found = by_table(column, sum(dice))
        t.emit("flak", "21.03", pieces=(piece,), nodes=(node,), dice=dice, result=found, told=TOLD[found])
        suffer(t, piece, found)


@rule("21.04")
def suffer(t: Table, piece: int, found: str) -> None:
    """X eliminates a wing, A sends it home, H halves its bombs (21.04)."""
    if found == "X":
        control.remove(t, piece, "flak")
    elif found == "A":
        airbases.fly_home(t, piece)
    elif found == "H":
        t.p.halved[piece] = 1


class Flak(Step):
    """At the beginning of a Combat Phase flak fires at the wings that support it (21.01)."""

    name = "flak"
    rule = "21.01"

    def __init__(self, late: bool) -> None:
        self.late = late

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        for piece in members(t.world.air_slots):
            attacking = p.mission[piece] == SUPPORT and p.power[piece] == phasing(t)
            if attacking and bool(p.held >> piece & 1) == self.late:
                fire(t, p.at[piece], (piece,))
        t.pop()


@rule("21.08")
def at_interdiction(t: Table, pieces: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Flak of a hex fires at the wings that interdict it when units first move there (21.08)."""
    p = t.p
    enemy = foe(t, p.power[pieces[0]])
    for node in path:
        over = [i for i in p.stacks.get(node, ()) if p.mission[i] == INTERDICT and p.power[i] == enemy]
        if over and not p.fired >> node & 1:
            p.fired |= 1 << node
            fire(t, node, tuple(over))


def full_again(t: Table) -> None:
    """A halving of interdicting wings is for the units that move now alone (21.08)."""
    for piece in members(t.world.air_slots):
        if t.p.mission[piece] == INTERDICT:
            t.p.halved[piece] = 0
