"""Beachheads in EuroFront: taken back to Prep (15.62), the Soviet one (15.67), and lanes to them (15.73)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import beachheads, control, sea
from grognard.titles.systems.front.state import BH_PREP

from .state import SOVIET, Table

MEDITERRANEAN = "Mediterranean"


# The Soviet beachhead


def short_lines(t: Table, sources: int) -> int:
    """The Soviet beachhead feeds its own hex and those next to it (15.67)."""
    return sources | step(sources, t.world.trace) & control.passable(t, SOVIET)


def gives_no_fire(t: Table, node: int) -> bool:
    """Is the beachhead in a hex the Soviet one, which has no guns behind it (15.67)?"""
    return any(where == node and beachheads.owner(t, name) == SOVIET for name, where in beachheads.laid(t).items())


def not_in_the_med(t: Table, seat: int, args: Args) -> int:
    """The Soviet beachhead is not laid on a coast of the Mediterranean Basin alone (15.67)."""
    chart, found = sea.chart(t.world), 0
    for number, name in enumerate(beachheads.names(t)):
        node = t.p.at[beachheads.unit_of(t, name)]
        seas = sea.seas_of(t, node) if node < t.world.spans else 0
        southern = from_iter(n for n, basin in enumerate(chart.basins) if basin == MEDITERRANEAN)
        found |= (beachheads.owner(t, name) != SOVIET or not seas & southern) << number
    return found


class PlaceBeachhead(beachheads.PlaceBeachhead):
    """``place US6BH``: a Ready beachhead is laid where its unit landed."""

    levels = (
        Level(
            "beachhead", WORD, beachheads.own,
            (*beachheads.PlaceBeachhead.levels[0].masks, Mask("15.67", not_in_the_med)),
            words=lambda t, s, a: beachheads.names(t),
        ),
    )  # fmt: skip


# Taken up again


def laid(t: Table, seat: int, args: Args) -> int:
    """Only a beachhead on the map is taken up (15.62/a)."""
    there = beachheads.laid(t)
    return from_iter(n for n, name in enumerate(beachheads.names(t)) if name in there)


def unengaged(t: Table, seat: int, args: Args) -> int:
    """A beachhead amid a battle stays where it is (15.62/a)."""
    engaged = control.battles(t)
    there = beachheads.laid(t)
    return from_iter(
        n for n, name in enumerate(beachheads.names(t)) if name not in there or not engaged >> there[name] & 1
    )


class TakeUp(Verb):
    """``remove US6BH``: a beachhead that is of no more use goes back to Prep."""

    name = "remove"
    levels = (
        Level(
            "beachhead", WORD, beachheads.own, (Mask("15.62/a", laid), Mask("15.62/a", unengaged)),
            words=lambda t, s, a: beachheads.names(t),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        name = beachheads.names(t)[args[0]]
        node = beachheads.laid(t)[name]
        t.p.beachheads[name] = BH_PREP
        # Two marks: a beachhead off the map counts as one thing more to do, and the phase must come nearer to its end.
        t.remember(done=(*t.frame.get("done", ()), name, "prep"))
        t.emit("removed", "15.62/a", nodes=(node,), beachhead=name)


class Beachheads(beachheads.Beachheads):
    """In his Supply Phase a player may lay Ready beachheads, and take those back to Prep that he needs no more (15.62,
    15.62/a)."""

    verbs = (PlaceBeachhead(), TakeUp(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked too while an own beachhead lies out of battle."""
        own = beachheads.of(t.world, t.p.active)
        if own & laid(t, f.seat, ()) & unengaged(t, f.seat, ()):
            return (f.seat,)
        return super().asks(t, f)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Supply phase: place beachheads where their units landed, remove those that you need no more, then end."
