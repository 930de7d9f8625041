"""Diplomacy of 1940 without the Soviet Union (S1940A): the events that are open, and Italy's, which may be a duty."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.titles.systems.front.state import month_text

from ..europe import diplomacy
from ..peace.home import italy_first, owed
from .state import ALLIED, Table


def in_season(t: Table, seat: int, args: Args) -> int:
    """The Allies try no event in the last month (S1940A)."""
    barred = t.world.scenario["no_event"].get("allies", ())
    return 0 if t.frame.power == ALLIED and month_text(t.p.month) in barred else -1


class Attempt(diplomacy.Attempt):
    """``attempt IX``: roll for a Diplomatic Event."""

    levels = (
        Level("event", diplomacy.Attempt.levels[0].kind, diplomacy.Attempt.levels[0].universe,
              (*diplomacy.Attempt.levels[0].masks, Mask("S1940A", in_season), Mask("20.47/b", italy_first)),
              words=diplomacy.WORDS),
    )  # fmt: skip


def owes_italy(t: Table, seat: int) -> list[Owed]:
    """With France defeated the Axis must ask Italy into the war (20.47/b)."""
    return [Owed("20.47/b", "France is defeated: try Italy's entry (IX) first.")] if owed(t) else []


class Diplomacy(diplomacy.Diplomacy):
    """A side may try one Diplomatic Event a month (16.6)."""

    verbs: tuple[Verb, ...] = (Attempt(), End())
    debts = (Debt("20.47/b", owes_italy),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked when an event is possible."""
        open_ones = diplomacy.not_yet(t, f.seat, ()) & diplomacy.possible(t, f.seat, ()) & in_season(t, f.seat, ())
        return (f.seat,) if open_ones & diplomacy.of_the_side(t, f.seat, ()) else ()
