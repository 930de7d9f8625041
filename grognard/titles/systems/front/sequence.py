"""The sequence of play (4) as tables: the month, the fortnight, the player-turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row, Sequence_, Step

from . import command, control
from .retreat import rearguards
from .state import Table


def active(t: Table) -> int:
    """The seat of the power whose player-turn it is."""
    return int(t.seat_of(t.p.active))


def start_blitz(t: Table) -> None:
    """The Blitz phases begin: only Blitz HQs are still active (4.44)."""
    t.p.blitz = 1


def blitzing(t: Table) -> bool:
    return bool(t.p.blitz)


def in_turn_of(power: int) -> Callable[[Any], None]:
    """Whose player-turn begins; it is told, for one in which nothing is done would leave no line (4.4)."""

    def freeze(t: Table) -> None:
        t.p.active = power
        t.emit("player_turn", "4.4", power=t.world.powers[power])

    return freeze


def in_fortnight(number: int) -> Callable[[Any], None]:
    def freeze(t: Table) -> None:
        t.p.fortnight = number

    return freeze


def has_rearguards(t: Table) -> bool:
    return bool(rearguards(t))


def fought_over(blitz: bool) -> Callable[[Any], bool]:
    """Is there a battle for the combat phase?"""
    return lambda t: bool((not blitz or t.p.blitz) and control.battles(t))


def movement_rows(blitz: bool, after: Sequence[Row] = ()) -> list[Row]:
    """Movement, retreats, mobilization, what the title adds (interdiction), and the end of the phase."""
    when = blitzing if blitz else None
    begins = command.blitz_goes_on if blitz else None
    return [
        Row("movement", active, begins, start_blitz if blitz else None, rule="4.44" if blitz else "4.42"),
        Row("retreats", active, lambda t: (not blitz or t.p.blitz) and has_rearguards(t), rule="6.42/c"),
        Row("mobilization", active, when, rule="4.44/a" if blitz else "4.42/b"),
        *(Row(row.step, row.who, when, row.freeze, row.rule, row.power) for row in after),
        Row("movement_end", None, when),
    ]


def combat_rows(blitz: bool) -> list[Row]:
    """Airstrikes, the choice of battles, the reveal, the battles, deactivation."""
    when, battles = blitzing if blitz else None, fought_over(blitz)
    return [
        Row("airstrikes", active, when, rule="4.45" if blitz else "4.43"),
        Row("active_battles", active, battles, rule="4.43/b"),
        Row("reveal", None, battles, rule="2.3/a"),
        Row("battles", active, battles, rule="4.43/c"),
        Row("deactivation", None, when, rule="4.43/d"),
    ]


def player_turn(landing: Sequence[Row] = (), supply: Sequence[Row] = (), politics: Sequence[Row] = ()) -> Sequence_:
    """A player-turn by 4.4/a; the title adds its rows of sea, supply and politics."""
    return Sequence_(
        "player-turn",
        [
            Row("command", active, rule="4.41"),
            *movement_rows(False, landing),
            *combat_rows(False),
            *movement_rows(True, landing),
            *combat_rows(True),
            *supply,
            *politics,
        ],
        rule="4.4/a",
    )


def fortnight(powers: Sequence[int]) -> Sequence_:
    """Weather, then the player-turns in their order (4.4)."""
    turns = [Row("player_turn", freeze=in_turn_of(power), rule="4.4") for power in powers]
    return Sequence_("fortnight", [Row("weather", rule="4.3"), *turns], rule="4.1")


def month(before: Sequence[Row] = (), after: Sequence[Row] = ()) -> Sequence_:
    """Production, then two fortnights (4.1)."""
    return Sequence_(
        "month",
        [
            *before,
            Row("fortnight", freeze=in_fortnight(1)),
            Row("fortnight", freeze=in_fortnight(2), rule="4.1"),
            *after,
        ],
        rule="4.1",
    )


class TakeControl(Step):
    """Control is taken anew at the start of a phase that has no orders of its own (8.1)."""

    name = "control"
    rule = "8.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        control.settle_battles(t)
        control.evaluate(t)
        t.pop()


def next_month(t: Table) -> None:
    """A month begins; the storm of the fortnight before it is over (12.3)."""
    p = t.p
    p.month += 1
    p.phase = p.storm = 0


class MonthEnd(Step):
    """The next month, until the last is over (4.1)."""

    name = "end of the month"
    rule = "4.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        t.pop()
        if p.month >= p.last:
            t.title.count(t)
        else:
            next_month(t)
            t.emit("month", "4.1", month=t.title.month_name(t))
