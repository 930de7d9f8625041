"""Diplomacy (16.6): one event a month for Allies and Soviets together, one for the Axis, of those open in 1944."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import sea, supply
from grognard.titles.systems.front.world import COMMANDERS

from .state import ALLIED, AXIS, SOVIET, Table, position
from .steamroller import BUILDUPS

RESERVED = 100
"""The points that an arms buildup takes (20.593)."""
SEASON = 6


class Event(NamedTuple):
    """A Diplomatic Event: who may try it, the highest die that succeeds, what must hold."""

    name: str
    power: int
    die: int
    holds: Callable[[Table], bool]
    lasts: bool
    """Does it lapse with its conditions, to be tried again (16.6)?"""


def has(t: Table, power: int, *places: str) -> bool:
    """Does a power hold some places?"""
    bits = int(t.world.board.area(*places))
    return t.p.held[power] & bits == bits


def bases(t: Table, nation: str) -> int:
    """The naval bases of a nation."""
    return from_iter(base for base in sea.chart(t.world).bases if base >= 0) & int(t.world.board.region[nation])


def barrage(t: Table) -> bool:
    """Allied Naval Supremacy and an undisputed naval base in Norway or Denmark (DE.AB)."""
    own = t.p.held[ALLIED] & ~t.p.disputed
    return bool(own & (bases(t, "Norway") | bases(t, "Denmark")))


def blockade(t: Table) -> bool:
    """Suez, Gibraltar and all naval bases of Norway or of Denmark (DE.EB)."""
    own = t.p.held[ALLIED]
    shut = any(own & bases(t, nation) == bases(t, nation) for nation in ("Norway", "Denmark"))
    return has(t, ALLIED, "Suez", "Gibraltar") and shut


def total_blockade(t: Table) -> bool:
    """An Effective Blockade, and no port of the Atlantic in Axis rail supply (DE.TB)."""
    chart = sea.chart(t.world)
    atlantic = from_iter(n for n, basin in enumerate(chart.basins) if basin == "Atlantic")
    ports = sea.ports_on(t, atlantic) & t.p.held[AXIS] & supply.rail_lines(t, AXIS, t.world.origins[AXIS])
    return "EB" in t.p.politics and blockade(t) and not ports


def sweden_turns(t: Table) -> bool:
    """The Second Front, and Oslo or Narvik Allied while Sweden is neutral (DE.SC)."""
    neutral = t.p.neutral >> t.world.board.node("Stockholm") & 1
    return "2F" in t.p.politics and bool(neutral) and (has(t, ALLIED, "Oslo") or has(t, ALLIED, "Narvik"))


def arms_buildup(t: Table) -> bool:
    """All Soviet units on the map, all HQs at full strength, a hundred points reserved (DE.SA)."""
    p, w = position(t), t.world
    done, begun = int(p.politics.get(BUILDUPS, 0)), int(p.politics.get("SA", 0))
    if done >= 2 or begun or p.saved[SOVIET] < RESERVED:
        return False
    own = [i for i, unit in enumerate(w.units) if unit.power == SOVIET and unit.enters != "surrender"]
    hqs = [i for i in own if w.units[i].kind in COMMANDERS]
    return all(p.at[i] < w.spans for i in own) and all(p.cv[i] == w.units[i].top for i in hqs)


def buildup_done(t: Table) -> bool:
    """A season after the buildup began (DE.SB)."""
    begun = int(t.p.politics.get("SA", 0))
    return bool(begun) and t.p.month - begun >= SEASON


def rising_sun(t: Table) -> bool:
    """The Balkans are pacified and India has no garrison (DE.RS, 1944.5)."""
    karachi = t.world.board.node("Karachi")
    given_up = any(event.endswith("defeated") for event in t.p.politics)
    return not given_up and not t.p.occupied[ALLIED] >> karachi & 1


EVENTS = (
    Event("AB", ALLIED, 3, barrage, True),
    Event("EB", ALLIED, 1, blockade, True),
    Event("TB", ALLIED, 1, total_blockade, True),
    Event("SC", ALLIED, 4, sweden_turns, False),
    Event("SA", SOVIET, 6, arms_buildup, False),
    Event("SB", SOVIET, 3, buildup_done, False),
    Event("RS", AXIS, 3, rising_sun, True),
)
WORDS = tuple(event.name for event in EVENTS)
BONUS = {"AB": (ALLIED, 5), "EB": (ALLIED, 5), "TB": (AXIS, -5), "SC": (ALLIED, 4), "RS": (ALLIED, -10)}
"""What an event in force changes in basic production."""


def in_force(t: Table, name: str) -> bool:
    """Has an event happened, and do its conditions hold where it lapses without them (16.6)?"""
    event = EVENTS[WORDS.index(name)]
    return name in t.p.politics and (not event.lasts or event.holds(t))


def bonus(t: Table, power: int) -> int:
    """What events add to a power's basic production."""
    return sum(points for name, (whose, points) in BONUS.items() if whose == power and in_force(t, name))


def side(t: Table) -> tuple[int, ...]:
    """The powers that share the attempt of this phase (16.6)."""
    return (AXIS,) if t.frame.power == AXIS else (ALLIED, SOVIET)


def of_the_side(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n, event in enumerate(EVENTS) if event.power in side(t))


def not_yet(t: Table, seat: int, args: Args) -> int:
    """What has happened is not tried again, unless it has lapsed (16.6)."""
    return from_iter(
        n for n, event in enumerate(EVENTS) if event.name == BUILDUPS or event.name not in t.p.politics
        or (event.lasts and not event.holds(t))
    )  # fmt: skip


def possible(t: Table, seat: int, args: Args) -> int:
    """The preconditions of an event must hold (16.6)."""
    return from_iter(n for n, event in enumerate(EVENTS) if event.holds(t))


class Attempt(Verb):
    """``attempt SC``: roll for a Diplomatic Event."""

    name = "attempt"
    levels = (Level("event", WORD, of_the_side, (Mask("16.6", not_yet), Mask("16.6", possible)), words=WORDS),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        event = EVENTS[args[0]]
        face = t.roll("diplomacy")
        t.emit("event", "16.6", event=event.name, die=face, need=event.die, success=face <= event.die)
        if face <= event.die:
            happen(t, event)
        t.pop()


def happen(t: Table, event: Event) -> None:
    """An event takes place; a buildup uses up what was reserved for it (20.593)."""
    p = position(t)
    if event.name == "SB":
        p.politics[BUILDUPS] = int(p.politics.get(BUILDUPS, 0)) + 1
        del p.politics["SA"]
        return
    p.politics[event.name] = p.month
    if event.name == "SA":
        p.saved[SOVIET] = 0


class Diplomacy(Step):
    """A side may try one Diplomatic Event a month (16.6)."""

    name = "diplomacy"
    rule = "16.6"
    verbs: tuple[Verb, ...] = (Attempt(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked when an event may be possible for all that others know: they do not see what the Soviets reserve."""
        if f.power != AXIS and "SA" not in t.p.politics and int(t.p.politics.get(BUILDUPS, 0)) < 2:
            return (f.seat,)
        return (f.seat,) if of_the_side(t, f.seat, ()) & not_yet(t, f.seat, ()) & possible(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Diplomacy: attempt an event, or end."
