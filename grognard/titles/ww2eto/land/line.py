"""Overrun of a line (8.47/e, R114): hexes whose zones cover each other fall at once, or not at all.

Each overrun of the line is named with its units and hex, in ``notes`` as ``line/<hex>/<times>``; one order then carries
out all that hold together. What is named binds nobody: it is off when its units go elsewhere, and others may be named
for the hex; when the phase ends it is forgotten.
"""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn

from ..politics import control
from ..registry import each_without
from ..state import Table
from .movement import FIXED, MECHANIZED, UNFROZEN, UNMARKED, phasing
from .overrun import (
    able_units,
    adjacent,
    can_come,
    can_overrun,
    could_overrun,
    covered,
    may_overrun_at_all,
    name_overruns,
    one_hex,
    pairs_with,
    strong_groups,
    two,
)
from .overrun_targets import any_in_danger, in_danger, weak

NAMED = "line/"
Groups = dict[int, tuple[int, ...]]


def named(t: Table) -> Groups:
    """The overruns that are named, by hex: those whose units still stand together beside it and may overrun."""
    p = t.p
    keys = sorted((int(node), int(times), key) for key in p.noted(NAMED) for _, node, times in [key.split("/")])
    unable = ~able_units(t, t.seat_of(p.player)) if keys else 0
    found: Groups = {}
    for node, _, key in keys:
        units = p.notes[key]
        beside, *others = {p.at[i] for i in units}
        if not others and t.world.near[node] >> beside & 1 and not from_iter(units) & unable:
            found[node] = units
    return found


def holding(t: Table) -> Groups:
    """Those that hold together: no zone but that of another victim covers them, and their units still can."""
    p = t.p
    groups = named(t)
    while True:
        victims = from_iter(groups)
        fit = {
            node: units
            for node, units in groups.items()
            if control.strangers(t, p.power[units[0]]) >> node & 1 and can_overrun(t, units, node, victims)
        }  # fmt: skip
        if len(fit) == len(groups):
            return fit
        groups = fit


@cached_between_orders
def lines(t: Table, power: int) -> int:
    """Enemy hexes next to a power's units that are weak and touch another such hex."""
    if not in_danger(t, power):
        return 0
    found = weak(t, power, step(t.p.occupied[power], t.world.walks[3]))
    return found & step(found, t.world.clear) if found & (found - 1) else 0


def targets(t: Table, units: tuple[int, ...], line: int) -> int:
    """Hexes of a line that these units could overrun if all the hexes around that cover them fell too."""
    near = line & t.world.near[t.p.at[units[0]]] & ~from_iter(named(t))
    return from_iter(n for n in members(near) if covered(t, units, n) and can_overrun(t, units, n, line))


def in_line_only(t: Table, units: tuple[int, ...], node: int, line: int) -> bool:
    """Zones cover the hex, but of the line's own hexes alone."""
    return covered(t, units, node) and not covered(t, units, node, line)


def candidates(t: Table, seat: int, args: Args) -> int:
    """Units that can take part, alone or first of two that stand together; units and hexes are named once a phase."""
    chosen: tuple[int, ...] = args[0] if args else ()
    found, taken = 0, named(t)
    able = able_units(t, seat) & ~from_iter(i for units in taken.values() for i in units)
    for power in control.turn_powers(t, t.p.player):
        line = lines(t, power)
        lands: dict[int, int] = {}
        for target in members(line & in_danger(t, power) & ~from_iter(taken)):
            for units in strong_groups(t, power, able, target):
                rest = [i for i in units if i not in chosen]
                if not rest or len(rest) + len(chosen) != len(units) or not in_line_only(t, units, target, line):
                    continue
                if can_come(t, units, target, line, lands):
                    found |= 1 << rest[0]
    return found


def can_close(t: Table, seat: int, args: Args) -> int:
    chosen: tuple[int, ...] = args[0] if args else ()
    return int(bool(chosen) and bool(targets(t, chosen, lines(t, t.p.power[chosen[0]]))))


def in_line(t: Table, seat: int, args: Args) -> int:
    return targets(t, args[0], lines(t, t.p.power[args[0][0]]))


WANTING = ("5.42", "8.45", "8.43")
"""What units may lack to take part: movement points, or strength."""


def in_line_but(past: tuple[str, ...]) -> MaskFn:
    """The hexes of a line that units could overrun if some rules did not hold."""

    def found(t: Table, seat: int, args: Args) -> int:
        units = args[0]
        line = lines(t, t.p.power[units[0]])
        near = line & t.world.near[t.p.at[units[0]]] & ~from_iter(named(t))
        return from_iter(n for n in members(near) if covered(t, units, n) and could_overrun(t, units, n, line, past))

    return found


def candidates_but(past: tuple[str, ...]) -> MaskFn:
    """The units that could take part if some rules did not hold."""

    def found(t: Table, seat: int, args: Args) -> int:
        chosen = args[0] if args else ()
        able = able_units(t, seat) & ~from_iter(i for units in named(t).values() for i in units)
        could = in_line_but(past)
        return from_iter(
            piece for piece in members(able & ~from_iter(chosen))
            if any(could(t, seat, (units,)) for units in pairs_with(t, chosen, piece, able))
        )  # fmt: skip

    return found


class NameLine(Verb):
    """``line ger4mech@2109 2208``: name one overrun of a line; ``overrun_line`` carries all of them out."""

    name = "line"

    def __init__(self, mechanized: bool = False) -> None:
        masks = [
            Mask("5.11", phasing), FIXED, UNMARKED, UNFROZEN, Mask("8.48/e", lambda t, s, a: ~t.p.overran),
            Mask("8.4/b", one_hex), Mask("8.42", two), may_overrun_at_all(),
            Mask("8.4", candidates, without=each_without(WANTING, candidates_but)),
        ]  # fmt: skip
        if mechanized:
            masks.insert(1, MECHANIZED)
        self.levels = (
            Level("units", PIECES, phasing, tuple(masks),
                  closes=(Mask("8.43", can_close),)),
            Level("hex", NODE, lambda t, s, a: t.world.board.hexes,
                  (Mask("8.4/a", adjacent), Mask("8.4", in_line, without=each_without(WANTING, in_line_but)))),
        )  # fmt: skip
        self.masks = (Mask("8.4", lambda t, s, a: int(any(lines(t, p) for p in control.turn_powers(t, t.p.player)))),)

    def glance(self, t: Table, seat: int) -> int:
        return any_in_danger(t, in_line=True)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        units, node = args
        times = len(t.p.noted(f"{NAMED}{node}/"))
        t.p.notes[f"{NAMED}{node}/{times}"] = tuple(units)
        t.emit("line_named", "8.47/e", pieces=units, nodes=(node,))


def say_unnamed(t: Table, seat: int, args: Args, value: int) -> str:
    """What is still to be named, or that zones from outside what is named cover it."""
    hexes = sorted(t.node_name(node) for node in named(t))
    if len(hexes) > 1:
        return (
            f"The overruns of {', '.join(hexes)} do not hold together: zones of enemies that are not named cover them. "
            "Name those too, or attack in the Combat Phase."
        )
    return "Name with `line` at least two overruns of hexes whose zones cover each other first."


class OverrunLine(Verb):
    """``overrun_line``: all overruns named that hold together are carried out at once (8.47/e, R114)."""

    name = "overrun_line"
    masks = (Mask("8.47/e", lambda t, s, a: int(len(holding(t)) > 1), say_unnamed),)

    def glance(self, t: Table, seat: int) -> int:
        return -bool(t.p.noted(NAMED))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        overruns = tuple((units, node) for node, units in holding(t).items())
        forget(t)
        name_overruns(t, overruns)


def forget(t: Table) -> None:
    for key in t.p.noted(NAMED):
        del t.p.notes[key]


@control.on_phase_end
def line_is_over(t: Table, power: int, phase: int) -> None:
    """What was named and not carried out is forgotten."""
    if phase in (1, 3):
        forget(t)


def verbs(mechanized: bool) -> tuple[Verb, ...]:
    return NameLine(mechanized), OverrunLine()
