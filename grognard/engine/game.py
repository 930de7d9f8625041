"""A game: the table, the seats' undo, the journal, and what each viewer has been told.

Others see the position as of the last barrier; a seat may take back its own orders to there. While seats work
in parallel each has a lane of its own: the table as it was, plus its own orders; when the last has committed,
all orders are played on the table in the order of the seats.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from .desk import ENGINE_PROPOSALS, STANDING_VERBS, Desk, Standing, kind_of
from .dice import Dice
from .frames import PARALLEL, QUESTION, Frame
from .journal import Entry, Journal
from .knowledge import Knowledge
from .offers import Decision, Order, Verb
from .proof import FORMAT
from .rules import Reason, Refused
from .step import Parallel
from .table import Event, Outcome, Table
from .title import Meta, Title, metas, unknown

EVERY_MARK = 32
MOST_DONE = 1000
"""How many orders may wait to be taken back."""


class Lane:
    """One seat's work on the table since the last barrier, with what it would take to undo it."""

    __slots__ = ("base", "done", "given", "held", "marks", "redo", "table", "why")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.base = table.copy()
        self.done: list[tuple[int, Order]] = []
        self.given: list[Order] = []
        self.held: list[tuple[Event | None, ...]] = []
        self.redo: list[Order] = []
        self.marks: list[tuple[Table, int]] = []
        """The table after every so many orders, and how much was held then: the way back is never long."""
        self.why = ""

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


class Game:
    """A game in play. Seats are named; ``None`` is the spectator."""

    def __init__(self, table: Table, journal: Journal) -> None:
        self.main = Lane(table)
        self.seats = table.seats
        self.lanes: dict[int, Lane] = {}
        self.desk = Desk(len(table.seats))
        self.journal = journal
        self.told: list[list[Event]] = [[] for _ in table.viewers]
        self.told_before = [0 for _ in table.viewers]
        self._asked: tuple[int, ...] = ()
        """Who must decide now, if that is known."""
        self._decisions: dict[int, Decision] | None = None
        self._offers: dict[int, Decision] = {}

    # Beginning

    @classmethod
    def new(
        cls,
        title: str,
        scenario: str | None = None,
        *,
        seed: int | None = None,
        seats: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        board: Any = None,
        secret: bytes | None = None,
        without: Iterable[str] = (),
    ) -> Game:
        """Begin a game. ``seed`` is for lab and tests; otherwise the dice's secret is drawn afresh."""
        table, setup = prepare(title, scenario, seed=seed, seats=seats, options=options, board=board, secret=secret)
        if board is not None:
            setup["edition"] = board
        labels = known_labels(table.title, without)
        if labels:
            setup["without"] = labels
        table.rules = table.rules.without(*labels)
        table.title.setup(table)
        if table.title.fog:
            first_sight(table)
        table.run()
        game = cls(table, Journal(setup))
        game._tell(table.happened)
        table.happened = []
        table.barrier = ""
        game.main = Lane(table)
        game._open_lanes()
        return game

    def copy(self) -> Game:
        """An independent game with the same dice to come."""
        twin = Game.__new__(Game)
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

    def events(self, seat: str | None, since: int = 0) -> list[Event]:
        """What a viewer has been told, from the event numbered ``since`` on."""
        viewer = self.seat_index(seat)
        if since < self.told_before[viewer]:
            self.told = self.journal.retell()
            self.told_before = [0] * len(self.told)
        return self.told[viewer][max(0, since - self.told_before[viewer]) :]

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
        return h.hexdigest()

    # Playing

    def why_not(self, seat: str, order: Order | str) -> Reason | None:
        """Why a seat's order would be refused, or None: just what ``play`` would say."""
        try:
            self._judge(self.seat_index(seat), order)
        except Refused as refused:
            return refused.reason
        return None

    def _judge(self, seat: int, order: Order | str) -> tuple[Decision, Order]:
        decision = self._open().get(seat)
        full = len(self.lanes.get(seat, self.main).done) >= MOST_DONE
        if decision is not None and not full and isinstance(order, Order) and decision.issued(order):
            return decision, order
        if seat >= len(self.seats):
            raise Refused("E.seat", "A spectator gives no orders.")
        if not isinstance(order, Order | str):
            raise Refused("E.parse", "An order is a text, or one of those that were offered.")
        verb = order.verb if isinstance(order, Order) else (order.split() or [""])[0].casefold()
        if verb in STANDING_VERBS:
            decision = self.offers(self.seats[seat])
        elif self.outcome is not None:
            raise Refused("E.closed", "The game is over.")
        if decision is None:
            waiting = ", ".join(self.seats[s] for s in self._open()) or "no one"
            raise Refused("E.turn", f"It is not this seat's turn to decide; {waiting} must.")
        if full and verb not in STANDING_VERBS:
            raise Refused("E.lane", f"{MOST_DONE} orders wait that can be taken back: take back some, then end.")
        return decision, decision.judge(order) if isinstance(order, Order) else decision.parse(order)

    def play(self, seat: str, order: Order | str, version: int | None = None) -> list[Event]:
        """Give an order. It is taken whole or refused whole."""
        index = self.seat_index(seat)
        before = self.told_before[index] + len(self.told[index])
        if version is not None and version != before:
            raise Refused("E.stale", f"The order was written at version {version}; this is {before}.")
        decision, judged = self._judge(index, order)
        if judged.verb == "propose":
            judged = self._located(index, judged)
        self._take(index, judged, decision)
        if any(self.desk.standing):
            self._answer_standing()
        return self.told[index][before - self.told_before[index] :]

    def play_all(self, seat: str, orders: Sequence[Order | str]) -> list[Event]:
        """Give several orders: all are taken or none."""
        if isinstance(orders, str) or not isinstance(orders, Sequence):
            raise Refused("E.parse", "Several orders are given as a list; one is given with play.")
        before, twin = self.version(seat), self.copy()
        for order in orders:
            twin.play(seat, order)
        self.__dict__.update(twin.__dict__)
        return self.events(seat, before)

    def _take(self, seat: int, order: Order, decision: Decision) -> None:
        if isinstance(decision.step, Standing):
            self._at_the_desk(seat, order)
            self._changed()
        else:
            self._in_lane(seat, order)

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
            self.journal.maybe_snapshot(self)
        self._changed(asked if lane is self.main else ())

    def _as_before(self, lane: Lane) -> None:
        """A rule broke down in mid-order: nothing of that order stays."""
        done, held = lane.done, lane.held
        for seat, order in done[lane.back_to(len(done)) :]:
            self._apply_again(lane, seat, order)
        lane.held = held
        self._changed()

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
        self._reset(self.seat_index(seat))

    def _reset(self, seat: int) -> None:
        lane = self.lanes.get(seat, self.main)
        if not lane.done or any(who != seat for who, _ in lane.done):
            raise self._nothing_to_undo(lane)
        undone = [order for _, order in lane.done]
        lane.back_to(0)
        if seat in self.lanes:
            del lane.given[-len(undone) :]
        lane.redo = [*lane.redo, *reversed(undone)]
        text = undone[0].text if len(undone) == 1 else f"{len(undone)} orders"
        self.told[seat].append(Event("undone", "", self.seats[seat], (), (), (("order", text),)))
        self.journal.add(Entry(seat, "", (len(undone),), "reset", (), "", "reset"))
        self._changed()

    @staticmethod
    def _nothing_to_undo(lane: Lane) -> Refused:
        why = f": {lane.why}" if lane.why else ""
        return Refused("E.undo", f"There is nothing that this seat may take back{why}.")

    def undo(self, seat: str) -> None:
        """Take back the seat's last order, free back to its last barrier."""
        self._undo(self.seat_index(seat), journal=True)

    def _undo(self, seat: int, journal: bool) -> None:
        lane = self.lanes.get(seat, self.main)
        if not lane.done or lane.done[-1][0] != seat:
            raise self._nothing_to_undo(lane)
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

    def redo(self, seat: str) -> list[Event]:
        """Give again what was taken back."""
        index = self.seat_index(seat)
        lane = self.lanes.get(index, self.main)
        if not lane.redo:
            raise Refused("E.undo", "There is nothing to give again.")
        rest = lane.redo[:-1]
        events = self.play(seat, lane.redo[-1])
        lane = self.lanes.get(index, self.main)
        lane.redo = rest if lane.done else []
        return events

    # Nonces

    def pledge(self, seat: str, verb: str, value: str) -> None:
        """``promise`` a nonce by its hash, and when all seats have, give the ``nonce`` itself: see ``proof``."""
        index = self.seat_index(seat)
        if index == len(self.seats):
            raise Refused("E.seat", "A spectator gives no nonce.")
        self._pledge(index, verb, value)

    def _pledge(self, seat: int, verb: str, value: str) -> None:
        wrong = self.desk.pledged(seat, verb, value)
        if wrong:
            raise Refused("E.nonce", wrong)
        self.journal.add(Entry(seat, verb, (value,), verb, (), "", "nonce"))
        self._key_dice()
        self._changed()

    def _key_dice(self) -> None:
        """Key the dice to come with every seat's nonce; what was drawn apart is first played on the one table."""
        nonces = self.desk.nonces()
        drawn = self.table.dice.counters
        if not nonces or any(lane.table.dice.counters != drawn for lane in self.lanes.values()):
            return
        for lane in (self.main, *self.lanes.values()):
            # What was kept may be a snapshot too, which stays as it was.
            lane.base, lane.marks = lane.base.copy(), [(kept.copy(), held) for kept, held in lane.marks]
            for t in (lane.table, lane.base, *(kept for kept, _ in lane.marks)):
                t.dice.mix(nonces)

    # Desk

    def _at_the_desk(self, seat: int, order: Order) -> None:
        """A standing offer: it touches the desk, and the table only when a proposal is agreed."""
        t, desk = self.table, self.desk
        t.seat, t.barrier, t.draws, t.happened, t.still, desk.settled = seat, "", [], [], None, None
        verb = next(v for v in Standing(desk).verbs if v.name == order.verb)
        verb.apply(t, seat, order.args)
        happened, t.happened = t.happened, []
        if desk.settled is not None:
            mover = self.main.done[-1][0] if self.main.done else -1
            self._tell(self.main.settle(), but=mover)
        self._tell(happened, but=seat)
        self._tell_given(happened, seat, order)
        self.journal.add(Entry(seat, order.verb, order.args, order.text, tuple(t.draws), "", "desk"))
        if desk.settled is not None:
            if t.outcome is not None:
                self.lanes = {}
            if desk.settled.step == "rollback":
                self._roll_back(desk.settled)
            self._open_lanes()

    def _located(self, seat: int, order: Order) -> Order:
        """A proposed rollback with the entry that the seat means, and what each viewer counts it as."""
        t = self.table
        if kind_of(t, order.args) != "rollback":
            return order
        entry = self.journal.entry(seat, int(order.args[1]))
        counted = [self.journal.number(viewer, entry) for viewer in t.viewers]
        return order._replace(args=(order.args[0], " ".join(map(str, (entry, *counted)))))

    def _roll_back(self, agreed: Frame) -> None:
        """Go back to just after a journal entry; the dice do not go back with it."""
        entry, kind = int(agreed["text"].split()[0]), ENGINE_PROPOSALS["rollback"]
        drawn: dict[str, int] = {}
        for t in (self.table, *(lane.table for lane in self.lanes.values())):
            for stream, count in t.dice.counters.items():
                drawn[stream] = max(count, drawn.get(stream, 0))
        # The last entry is the agreement itself: going back to after it would be to agree again.
        old = self.journal.replay(min(entry, len(self.journal) - 1))
        self.main, self.lanes = old.main, old.lanes
        for t in (self.table, *(lane.table for lane in self.lanes.values())):
            t.dice.counters.update(drawn)
        self._key_dice()
        for lane in (self.main, *self.lanes.values()):
            lane.settle()
        for viewer in self.table.viewers:
            number = int(kind.text_for(self.table, viewer, agreed.seat, agreed["text"]))
            self.told[viewer].append(Event("rollback", "", "", (), (), (("entry", number),)))
        self._changed()

    def _answer_standing(self) -> None:
        """Let standing orders answer the questions they were set for."""
        for _ in range(1000):
            for seat, decision in self._open().items():
                frame = decision.frame
                choice = self.desk.answer(seat, frame.step) if frame.kind == QUESTION else ""
                if choice:
                    order = decision.parse(decision.step.standing_order(decision.t, frame, seat, choice))
                    self._take(seat, order, decision)
                    break
            else:
                return

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

    # Text forms and guesses (see view, scene, journal)

    def view(self, seat: str | None) -> Any:
        from .view import view_of

        return view_of(self, self.seat_index(seat))

    def determinize(self, seat: str, rng: random.Random) -> Game:
        """A playable guess made from what a seat knows."""
        from .sample import sample

        return sample(self.view(seat), rng)

    def position(self) -> Any:
        return self.table.p

    def scene(self) -> str:
        from .scene import write_scene

        return write_scene(self.table)

    def save(self) -> str:
        """The whole journal as text: for the owner of the game's secret only."""
        return self.journal.text(self)


def told_to(viewer: int, happened: list[tuple[Event | None, ...]]) -> list[Event]:
    """The events that a viewer is told of, in its own words."""
    return [event for row in happened if (event := row[viewer]) is not None]


def verb_of(t: Table, name: str) -> Verb:
    """A verb of the innermost step."""
    verb = t.step.named.get(name)
    if verb is not None:
        return verb
    raise Refused("E.verb", f"{name[:40]!r} is no order of this step.")


def first_sight(t: Table) -> None:
    """Give every viewer tokens for the pieces that stand in sight at the start."""
    t.know = Knowledge(len(t.viewers), len(t.p.at))
    for viewer in t.viewers:
        seen = [i for i in range(len(t.p.at)) if not t.owns(viewer, i) and not t.out_of_sight(viewer, i)]
        # Sorted by what an eye sees, so that the tokens say nothing about the slots behind them.
        seen.sort(key=lambda i: (t.p.at[i], t.p.power[i], t.title.appearance(t, i)))
        t.know.born(viewer, seen, t.dice)


def prepare(
    title: str,
    scenario: str | None,
    *,
    seed: int | None,
    seats: Mapping[str, str] | None,
    options: Mapping[str, str] | None,
    board: Any = None,
    secret: bytes | None = None,
) -> tuple[Table, dict[str, Any]]:
    """A table ready for its set-up, and what the journal must know to make it again."""
    known = metas()
    if not isinstance(title, str) or title not in known:
        raise unknown("title", title, [m.id for m in known.values() if m.listed])
    meta: Meta = known[title]
    for name, given in (("options", options), ("seats", seats)):
        if given is not None and not isinstance(given, Mapping):
            raise Refused(
                f"E.{name[:-1]}", f"The {name} are given as a mapping of names to words, not as {given!r:.60}."
            )
    chosen = meta.scenario(scenario) if scenario is not None else meta.scenarios[0]
    picked = meta.choose(chosen.id, {k: str(v) for k, v in (options or {}).items()})
    rules = meta.load()
    rules.check_options(chosen.id, picked)
    sitting = seat_plan(meta, {**rules.seating(picked), **(seats or {})})
    names = tuple(s for s in meta.seats if s in sitting.values())
    secret = secret_from(seed) if secret is None else secret
    if not isinstance(secret, bytes) or len(secret) != 32:
        raise Refused("E.secret", "The dice's secret is 32 bytes.")
    world = rules.begin_on(chosen.id, picked, board)
    t = Table(rules, chosen.id, picked, names, world, Dice(secret))
    t.p = rules.position(0, 0, len(meta.powers))
    t.p.seat_of = [names.index(sitting[power]) for power in meta.powers]
    setup = {
        "grognard": FORMAT, "title": title, "rules": meta.rules, "scenario": chosen.id, "options": picked,
        "seats": dict(sitting), "secret": secret.hex(), "board": getattr(world, "board_hash", ""),
    }  # fmt: skip
    return t, setup


def secret_from(seed: int | None) -> bytes:
    """The dice's secret that a seed stands for, or a new one that no one can know."""
    if seed is None:
        return random.SystemRandom().randbytes(32)
    if not hasattr(seed, "__index__"):
        raise Refused("E.seed", f"The seed is a whole number, not {seed!r:.40}.")
    return blake2b(str(int(seed)).encode(), digest_size=32, person=b"grognard seed").digest()


def known_labels(title: Title, without: Iterable[str]) -> list[str]:
    """The labels to switch off, or a refusal of one whose rule the title does not have."""
    if isinstance(without, str):
        raise Refused("E.rule", f"Rules to play without are given as a list: without=[{without!r:.40}].")
    for label in without:
        if not isinstance(label, str) or not {label, label.split("/")[0]} & title.book.rows.keys():
            raise unknown("rule", label, title.book.rows)
    return sorted(without)


def seat_plan(meta: Meta, seats: Mapping[str, str] | None) -> dict[str, str]:
    """Which seat plays which power."""
    plan = dict(meta.default_seats)
    for power, seat in (seats or {}).items():
        if power not in meta.powers:
            raise unknown("power", power, meta.powers)
        if seat not in meta.seats:
            raise unknown("seat", seat, meta.seats)
        plan[power] = seat
    return plan
