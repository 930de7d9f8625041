"""A bare game: the same rules and dice as a Game, and nothing that is kept for people.

No journal, no digest, no events, no way back: for bots that play a guess through many times. Orders come from the
decisions that it gives, and are not judged again.
"""

from __future__ import annotations

from typing import Any, Self

from ..core.frames import PARALLEL
from ..core.offers import Decision, Order
from ..core.step import Parallel
from ..core.table import Outcome, Table, verb_of
from .lanes import Lanes


class Bare:
    """A game for thinking: begun from a game or a guess, copied cheaply, played by seat number."""

    __slots__ = ("_asked", "given", "own", "seats", "table")

    def __init__(self, game: Lanes) -> None:
        self.table = _quiet(game.table)
        self.seats = game.seats
        self.own: dict[int, Table] = {seat: _quiet(lane.table) for seat, lane in game.lanes.items()}
        """The tables of the seats that decide apart."""
        self.given: dict[int, tuple[Order, ...]] = {seat: tuple(lane.given) for seat, lane in game.lanes.items()}
        self._asked: tuple[int, ...] = ()

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.table, twin.seats, twin._asked = _quiet(self.table), self.seats, self._asked
        twin.own = {seat: _quiet(t) for seat, t in self.own.items()}
        twin.given = dict(self.given)
        return twin

    @property
    def title(self) -> Any:
        return self.table.title

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    def decisions(self) -> dict[int, Decision]:
        """Who must decide now, and what."""
        if self.own:
            return {
                seat: Decision(t, t.frame, t.step, seat)
                for t in self.own.values() if t.frame.kind != PARALLEL for seat in t.asked()
            }  # fmt: skip
        t = self.table
        return {seat: Decision(t, t.frame, t.step, seat) for seat in self._asked or t.asked()}

    def play(self, seat: int, order: Order) -> None:
        """Give an order that a decision of this game has offered."""
        t = self.own.get(seat, self.table)
        t.seat, t.barrier, t.draws, t.still = seat, "", [], None
        verb_of(t, order.verb).apply(t, seat, order.args)
        asked = t.run()
        self._asked = () if self.own else asked
        if self.own:
            self.given[seat] = (*self.given.get(seat, ()), order)
            self._close()
        elif not asked and t.agenda and t.frame.kind == PARALLEL:
            self._part()

    def _part(self) -> None:
        """Each seat of a parallel frame decides apart, on a table of its own."""
        t = self.table
        self._asked = ()
        if t.outcome is not None or not t.agenda or t.frame.kind != PARALLEL:
            return
        step, frame = t.step, t.frame
        assert isinstance(step, Parallel)
        for seat in step.seats(t, frame):
            own = _quiet(t)
            own.private = own.seat = seat
            own.push(step.first(own, frame, seat))
            own.run()
            self.own[seat] = own
        self._close()

    def _close(self) -> None:
        """When the last seat has committed, everyone's orders are played on the one table."""
        if not all(t.frame.kind == PARALLEL for t in self.own.values()):
            return
        t = self.table
        step, frame = t.step, t.frame
        assert isinstance(step, Parallel)
        t.still = None
        for seat in sorted(self.own):
            t.private = t.seat = seat
            t.push(step.first(t, frame, seat))
            t.run()
            for order in self.given.get(seat, ()):
                verb_of(t, order.verb).apply(t, seat, order.args)
                t.run()
        t.private = -1
        self.own, self.given = {}, {}
        step.close(t, frame)
        self._asked = t.run()
        if not self._asked:
            self._part()


def _quiet(t: Table) -> Table:
    """A copy of a table that says nothing of what happens on it."""
    twin: Table = t.copy()
    twin.mute = True
    return twin
