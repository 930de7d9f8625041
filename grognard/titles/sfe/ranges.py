"""The range at which a battle at sea begins (28.12/d), with the option; and carriers in it."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import seabombing, weather
from . import world as w
from .state import Table

AIR = "A"
COLUMNS = {
    w.CLEAR: "clear_frost", w.FROST: "clear_frost", w.MUD: "mud_heavymud_snow", w.HEAVY_MUD: "mud_heavymud_snow",
    w.SNOW: "mud_heavymud_snow", w.STORMY: "stormy_heavysnow", w.HEAVY_SNOW: "stormy_heavysnow",
}  # fmt: skip
WESTERN = ("British", "U.S.")
HIGHEST = 7


def played(t: Table) -> bool:
    """Is the option on?"""
    return t.options.get("battle_range") == "on"


def by_table(kind: int, die: int) -> str:
    """The round with which a battle begins in a kind of weather, A for the aircraft of carriers (28.12/d1)."""
    row = next(row for row in w.chart("battle_range") if int(row["die"]) == min(HIGHEST, die))
    return row[COLUMNS[kind]]


def allied(t: Table, sides: Any) -> int:
    """Which of the two forces is the Allied one."""
    return next(side for side in (0, 1) if t.p.power[sides[side][0]] == w.ALLIED)


def carriers(t: Table, f: Frame) -> tuple[int, ...]:
    """The Allied carriers of a battle that can bomb."""
    force = tuple(i for i in f["sides"][allied(t, f["sides"])] if t.p.at[i] < t.world.arrivals)
    return seabombing.ready_carriers(t, force, f["hex"])


def may_close(t: Table, f: Frame) -> bool:
    """The Allied player may add one if a British or U.S. warship is there."""
    units = t.world.units
    return any(units[i].nation in WESTERN and units[i].kind != "TT" for force in f["sides"] for i in force)


def decide(t: Table, f: Frame, more: int) -> tuple[str, bool]:
    """One die, and one more if the player likes, says where a battle begins (28.12/d)."""
    die = t.roll("range") + more
    start = by_table(weather.at(t, f["hex"]), die)
    t.emit("battle_range", "28.12/d", nodes=(f["hex"],), die=die, range=start)
    return with_carriers(t, f, start)


def with_carriers(t: Table, f: Frame, start: str) -> tuple[str, bool]:
    """Without carriers A is round 1; in a later round they fly off on an odd die, at once with the guns (28.12/d2)."""
    if not carriers(t, f):
        return ("1" if start == AIR else start), False
    if start == AIR:
        return start, True
    die = t.roll("launch")
    return start, bool(die % 2)


class Choose(Verb):
    """``range plus``: one is added to the die for the range, or ``range plain`` (28.12/d)."""

    name = "range"
    levels = (Level("how", WORD, words=("plain", "plus")),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("range", args[0]))


class Ranging(Step):
    """Will the Allied player add one to the die for the range (28.12/d)?"""

    name = "range"
    rule = "28.12/d"
    kind = "question"
    verbs = (Choose(),)
    standing = ("plain",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "range plain"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "A battle at sea: add one to the die for the range at which it begins (plus), or not (plain)."
