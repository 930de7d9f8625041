"""Lanes: who has done what since the last barrier, what it would take to undo it, and what each viewer has been told.

Others see the position as of the last barrier; a seat may take back its own orders to there. While seats work
in parallel each has a lane of its own: the table as it was, plus its own orders; when the last has committed,
all orders are played on the table in the order of the seats.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Self

from ..core.form import marked
from ..core.frames import PARALLEL, Frame
from ..core.names import unknown
from ..core.offers import Decision, Order
from ..core.rules import Refused
from ..core.step import Parallel
from ..core.table import Event, Outcome, Table, verb_of
from .desk import Desk, Standing
from .journal import Entry, Journal, Snapshot

EVERY_MARK = 32
MOST_DONE = 1000
"""How many orders may wait to be taken back."""
MOST_BACK = 2000
"""How often a seat may take back between two barriers: each time is kept."""


class Lane:
    """One seat's work on the table since the last barrier, with what it would take to undo it."""

    __slots__ = ("base", "done", "given", "held", "marks", "redo", "table", "why")

    def __init__(self, table: Table) -> None:
        self.table = table
        """The table with all that was done."""
        self.base = table.copy()
        """The table as of the last barrier."""
        self.done: list[tuple[int, Order]] = []
        """Orders since then, each with its seat: they may be taken back."""
        self.given: list[Order] = []
        """All orders of a seat that works in parallel, barriers or not: they are played again on the one table."""
        self.held: list[tuple[Event | None, ...]] = []
        """What has happened since the barrier and the others have not been told yet."""
        self.redo: list[Order] = []
        """Orders that were taken back, the last first."""
        self.marks: list[tuple[Table, int]] = []
        """The table after every so many orders, and how much was held then: the way back is never long."""
        self.why = ""
        """What bars the way back."""

    def mark(self) -> None:
        """Keep the table now and then."""
        if len(self.done) == EVERY_MARK * (len(self.marks) + 1):
            self.marks.append((self.table.copy(), len(self.held)))

    def back_to(self, n: int) -> int:
        """Go back to where ``n`` orders were done, or as near before it as was kept: how many are done there."""
        at = min(n // EVERY_MARK, len(self.marks))
        kept, held = self.marks[at - 1] if at else (self.base, 0)
        self.table, self.done, self.held = kept.copy(), self.done[: at * EVERY_MARK], self.held[:held]
        del self.marks[at:]
        return at * EVERY_MARK

    def key_dice(self, nonces: tuple[str, ...]) -> None:
        """Key the dice to come with the seats' nonces. What was kept may be a snapshot too, which stays as it was."""
        self.base, self.marks = self.base.copy(), [(kept.copy(), held) for kept, held in self.marks]
        for t in (self.table, self.base, *(kept for kept, _ in self.marks)):
            t.dice.mix(nonces)

    def copy(self) -> Lane:
        twin = Lane.__new__(Lane)
        twin.table, twin.base = self.table.copy(), self.base.copy()
        twin.done, twin.held, twin.redo, twin.why = self.done[:], self.held[:], self.redo[:], self.why
        twin.given, twin.marks = self.given[:], self.marks[:]
        return twin

    def settle(self) -> list[tuple[Event | None, ...]]:
        """A barrier: what was held is told, and there is nothing to undo."""
        told, self.held = self.held, []
        self.base = self.table.copy()
        self.done, self.redo, self.marks = [], [], []
        return told


def nothing_to_undo(lane: Lane) -> Refused:
    why = f": {lane.why}" if lane.why else ""
    return Refused("E.undo", f"There is nothing that this seat may take back{why}.")


def told_to(viewer: int, happened: list[tuple[Event | None, ...]]) -> list[Event]:
    """The events that a viewer is told of, in its own words."""
    return [event for row in happened if (event := row[viewer]) is not None]


class Lanes:
    """The seats at work on a table. Seats are named; ``None`` is the spectator."""

    def __init__(self, table: Table, journal: Journal) -> None:
        self.main = Lane(table)
        self.seats = table.seats
        self.lanes: dict[int, Lane] = {}
        self.desk = Desk(len(table.seats))
        self.journal = journal
        self.told: list[list[Event]] = [[] for _ in table.viewers]
        """What each viewer has been told, as far as it is at hand."""
        self.told_before = [0 for _ in table.viewers]
        """How much each was told before that."""
        self._asked: tuple[int, ...] = ()
        """Who must decide now, if that is known."""
        self._decisions: dict[int, Decision] | None = None
        self._offers: dict[int, Decision] = {}

    def copy(self) -> Self:
        """An independent game with the same dice to come."""
        twin = type(self).__new__(type(self))
        twin.main, twin.seats = self.main.copy(), self.seats
        twin.lanes = {seat: lane.copy() for seat, lane in self.lanes.items()}
        twin.desk = self.desk.copy()
        twin.journal = self.journal.copy()
        twin.told = [told[:] for told in self.told]
        twin.told_before = self.told_before[:]
        twin._changed()
        return twin

    # Reading

    @property
    def table(self) -> Table:
        return self.main.table

    @property
    def title(self) -> Any:
        return self.table.title

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    @property
    def milestones(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        return self.table.milestones

    def seat_index(self, seat: str | None) -> int:
        """A viewer's index; the spectator comes last."""
        if seat is None:
            return len(self.seats)
        if seat not in self.seats:
            raise unknown("seat", str(seat), self.seats)
        return self.seats.index(seat)

    def table_for(self, viewer: int, live: bool = False) -> Table:
        """The table as a viewer may see it: its own lane, its own orders, or the last barrier."""
        if viewer in self.lanes:
            return self.lanes[viewer].table
        done = self.main.done
        if live or not done or done[-1][0] == viewer:
            return self.main.table
        return self.main.base

    def decisions(self) -> dict[str, Decision]:
        """Who must decide now, and what."""
        return {self.seats[seat]: decision for seat, decision in self._open().items()}

    def _open(self) -> dict[int, Decision]:
        if self._decisions is None:
            self._decisions = {}
            tables = [lane.table for lane in self.lanes.values()] if self.lanes else [self.table]
            for t in tables:
                for seat in self._asked or t.asked():
                    self._decisions[seat] = Decision(t, t.frame, t.step, seat)
        return self._decisions

    def offers(self, seat: str) -> Decision:
        """What a seat may always do: propose, answer a proposal, set standing orders."""
        index = self.seat_index(seat)
        if index == len(self.seats):
            raise Refused("E.seat", "A spectator gives no orders.")
        if index not in self._offers:
            t = self.table_for(index)
            self._offers[index] = Decision(t, Frame("standing"), Standing(self.desk), index)
        return self._offers[index]

    def version(self, seat: str | None) -> int:
        """How many events a viewer has been told: the number that its orders quote."""
        viewer = self.seat_index(seat)
        return self.told_before[viewer] + len(self.told[viewer])

    def hash(self) -> str:
        """A hash of the whole state, lanes and desk with it."""
        h = blake2b(self.table.digest().encode(), digest_size=16)
        for seat, lane in sorted(self.lanes.items()):
            h.update(f"{seat}{lane.table.digest()}".encode())
        h.update(repr(self.desk.dump()).encode())
        return marked(self.title.form, h.hexdigest())

    # Orders

    def _changed(self, asked: tuple[int, ...] = ()) -> None:
        """The game is not what it was when its decisions were made; ``asked`` must decide now, if that is known."""
        self._asked, self._decisions, self._offers = asked, None, {}

    def _in_lane(self, seat: int, order: Order) -> None:
        """Apply an order that has been judged, and see whether it bars the way back."""
        lane = self.lanes.get(seat, self.main)
        lane.redo = []
        t = lane.table
        t.seat, t.barrier, t.draws, t.happened, t.still = seat, "", [], [], None
        try:
            verb_of(t, order.verb).apply(t, seat, order.args)
            asked = t.run()
        except Exception:
            self._as_before(lane)
            raise
        happened, t.happened = t.happened, []
        lane.done.append((seat, order))
        self._tell_given(happened, seat, order)
        lane.held.extend(happened)
        lane.mark()
        if not t.barrier and lane is self.main and asked not in ((), (seat,)):
            t.bar("another seat must decide")
        barrier = t.barrier
        digest = t.digest() if barrier and lane is self.main else ""
        self.journal.add(Entry(seat, order.verb, order.args, order.text, tuple(t.draws), digest))
        if lane is not self.main:
            lane.given.append(order)
            if barrier:
                lane.why = barrier
                lane.base, lane.done, lane.marks = t.copy(), [], []
            lanes = self.lanes
            self._close_lanes()
            if self.lanes is not lanes:
                self.journal.seal(self.table.digest())
        elif barrier:
            lane.why = barrier
            self._tell(lane.settle(), but=seat)
            self._open_lanes()
            self._snapshot()
        self._changed(asked if lane is self.main else ())

    def _as_before(self, lane: Lane) -> None:
        """A rule broke down in mid-order: nothing of that order stays."""
        done, held = lane.done, lane.held
        for seat, order in done[lane.back_to(len(done)) :]:
            self._apply_again(lane, seat, order)
        lane.held = held
        self._changed()

    def _snapshot(self) -> None:
        """Keep the whole game now and then; just after a barrier, and not while seats work apart."""
        if not self.lanes and self.journal.due():
            told = tuple(before + len(told) for before, told in zip(self.told_before, self.told, strict=True))
            kept = Snapshot(self.main.base, self.desk.dump(), told, self.main.why)
            self.journal.snapshots[len(self.journal)] = kept

    # Lanes

    def _open_lanes(self) -> None:
        """Give each seat of a parallel frame its own table."""
        t = self.table
        if self.lanes or t.outcome is not None or not t.agenda or t.frame.kind != PARALLEL:
            return
        step, frame = t.step, t.frame
        assert isinstance(step, Parallel)
        for seat in step.seats(t, frame):
            own = t.copy()
            own.private = own.seat = seat
            own.push(step.first(own, frame, seat))
            own.run()
            own.barrier = ""
            happened, own.happened = own.happened, []
            self.told[seat].extend(told_to(seat, happened))
            self.lanes[seat] = Lane(own)
        self._close_lanes()

    def _close_lanes(self) -> None:
        """When the last seat has committed, play everyone's orders on the one table."""
        if not all(lane.table.frame.kind == PARALLEL for lane in self.lanes.values()):
            return
        t = self.table
        step, frame = t.step, t.frame
        assert isinstance(step, Parallel)
        t.mute, t.still = True, None  # each seat has been told of its own orders in its lane
        for seat, lane in sorted(self.lanes.items()):
            t.private = t.seat = seat
            t.push(step.first(t, frame, seat))
            t.run()
            for order in lane.given:
                verb_of(t, order.verb).apply(t, seat, order.args)
                t.run()
        t.private, t.mute = -1, False
        t.happened = []
        self.lanes = {}
        self._key_dice()
        step.close(t, frame)
        t.run()
        self._tell(t.happened)
        t.happened = []
        self.main.settle()
        self._open_lanes()

    # Undo

    def reset(self, seat: str) -> None:
        """Take back all of the seat's orders since its last barrier, at once."""
        self._may_take_back(self.seat_index(seat))
        self._reset(self.seat_index(seat))

    def _reset(self, seat: int) -> None:
        lane = self.lanes.get(seat, self.main)
        if not lane.done or any(who != seat for who, _ in lane.done):
            raise nothing_to_undo(lane)
        undone = [order for _, order in lane.done]
        lane.back_to(0)
        if seat in self.lanes:
            del lane.given[-len(undone) :]
        lane.redo = [*lane.redo, *reversed(undone)]
        text = undone[0].text if len(undone) == 1 else f"{len(undone)} orders"
        self.told[seat].append(Event("undone", "", self.seats[seat], (), (), (("order", text),)))
        self.journal.add(Entry(seat, "", (len(undone),), "reset", (), "", "reset"))
        self._changed()

    def undo(self, seat: str) -> None:
        """Take back the seat's last order, free back to its last barrier."""
        self._may_take_back(self.seat_index(seat))
        self._undo(self.seat_index(seat), journal=True)

    def _may_take_back(self, seat: int) -> None:
        backs = 0
        for entry in reversed(self.journal.entries):
            if entry.known_to < 0:
                return
            backs += entry.seat == seat and entry.kind in ("undo", "reset")
            if backs >= MOST_BACK:
                raise Refused("E.undo", f"{MOST_BACK} times were taken back since the last barrier: go on from here.")

    def _undo(self, seat: int, journal: bool) -> None:
        lane = self.lanes.get(seat, self.main)
        if not lane.done or lane.done[-1][0] != seat:
            raise nothing_to_undo(lane)
        kept, undone, redo = lane.done[:-1], lane.done[-1][1], lane.redo
        if seat in self.lanes:
            lane.given.pop()
        for who, order in kept[lane.back_to(len(kept)) :]:
            self._apply_again(lane, who, order)
        lane.redo = [*redo, undone]
        self.told[seat].append(Event("undone", "", self.seats[seat], (), (), (("order", undone.text),)))
        if journal:
            self.journal.add(Entry(seat, "", (), "undo", (), "", "undo"))
        self._changed()

    def _apply_again(self, lane: Lane, seat: int, order: Order) -> None:
        t = lane.table
        t.seat, t.barrier, t.draws, t.happened, t.still = seat, "", [], [], None
        verb_of(t, order.verb).apply(t, seat, order.args)
        t.run()
        lane.done.append((seat, order))
        lane.held.extend(t.happened)
        t.happened = []
        lane.mark()

    def _key_dice(self) -> None:
        """Key the dice to come with every seat's nonce; what was drawn apart is first played on the one table."""
        nonces, drawn = self.desk.nonces(), self.table.dice.counters
        if nonces and all(lane.table.dice.counters == drawn for lane in self.lanes.values()):
            for lane in (self.main, *self.lanes.values()):
                lane.key_dice(nonces)

    # Telling

    def _tell(self, happened: list[tuple[Event | None, ...]], but: int = -1) -> None:
        if happened:
            for viewer, told in enumerate(self.told):
                if viewer != but:
                    told.extend(told_to(viewer, happened))

    def _tell_given(self, happened: list[tuple[Event | None, ...]], seat: int, order: Order) -> None:
        """Tell a seat what its order did, or else that it was given: its version moves on with every order."""
        told = told_to(seat, happened) if happened else ()
        self.told[seat].extend(told or [Event("given", "", self.seats[seat], (), (), (("order", order.text),))])
