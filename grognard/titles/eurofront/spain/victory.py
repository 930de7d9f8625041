"""How the Spanish Civil War is won (SCW.9): defeat, Foreign Recognition, or the Republic's survival."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import control, economy
from grognard.titles.systems.front.state import month_number

from ..state import ALLIED, AXIS, Table, position

RECOGNITION_FROM = month_number("1936-12")
LEAST_LEVEL = 3
"""Two dice are less than the level only from here on."""
NAMES = ("Nationalists", "Republicans")


def season(month: int) -> int:
    """The number of a season: summer from June, winter from December (SCW.9)."""
    return (month - 5) // 6


def cities(t: Table, power: int) -> int:
    """The Spanish cities that a side controls in rail supply, major ones twice (SCW.9)."""
    own = control.friendly(t.p, power) & int(t.world.extra["cities of Spain"]) & economy.in_rail_sea(t, power)
    return own.bit_count() + (own & int(t.world.extra["majors of Spain"])).bit_count()


def pacification(t: Table, power: int) -> int:
    """By how much a side's cities outnumber the enemy's (SCW.9)."""
    return cities(t, power) - cities(t, AXIS + ALLIED - power)


def not_tried(t: Table, power: int) -> bool:
    """Once a season each side may try (SCW.9)."""
    return position(t).tried[power] != season(t.p.month)


def may_try(t: Table, power: int) -> bool:
    """From winter 1936 a side that leads by enough may try for Recognition (SCW.9)."""
    return t.p.month >= RECOGNITION_FROM and not_tried(t, power) and pacification(t, power) >= LEAST_LEVEL


def leads(t: Table, seat: int, args: Args) -> int:
    return int(may_try(t, t.frame.power))


class Seek(Verb):
    """``seek``: try for Foreign Recognition."""

    name = "seek"
    masks = (Mask("SCW.9", leads),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = t.frame.power
        t.pop()
        try_recognition(t, power)


def try_recognition(t: Table, power: int) -> None:
    """Both roll two dice; if both totals are less than the Pacification Level the leader has won (SCW.9)."""
    tried = list(position(t).tried)
    tried[power] = season(t.p.month)
    position(t).tried = tried
    level = pacification(t, power)
    totals = [sum(t.rolls("recognition", 2)) for _ in (AXIS, ALLIED)]
    won = max(totals) < level
    t.emit("recognition", "SCW.9", power=t.world.powers[power], level=level, totals=tuple(totals), success=int(won))
    if won:
        reason = f"the powers recognise the {NAMES[power]} as the government of Spain"
        t.close((t.seat_of(power),), "recognition", reason, "SCW.9")


class Recognition(Step):
    """At the beginning of a Production a side may try for Foreign Recognition (SCW.9)."""

    name = "Foreign Recognition"
    rule = "SCW.9"
    verbs = (Seek(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        level = pacification(t, f.power)
        return f"Pacification Level {level}: seek Foreign Recognition this season, or pass."


def begin_recognition(t: Table) -> None:
    """Control is taken anew as a month begins (8.1)."""
    control.settle_battles(t)
    control.evaluate(t)


class Defeat(Step):
    """A side whose units are all eliminated is defeated (SCW.9)."""

    name = "defeat"
    rule = "SCW.9"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        for power in (AXIS, ALLIED):
            if is_defeated(t, power):
                winner = AXIS + ALLIED - power
                t.close((t.seat_of(winner),), "defeat", f"all units of the {NAMES[power]} are eliminated", "SCW.9")
                return


def is_defeated(t: Table, power: int) -> bool:
    """Has a side no unit left (SCW.9)?"""
    return not t.p.occupied[power] & int(t.world.land)


def stalemate(t: Table) -> None:
    """At the end of May 1939 the Republicans have a Marginal Victory (SCW.9)."""
    t.close((t.seat_of(ALLIED),), "marginal", "the Republic has held out", "SCW.9")
