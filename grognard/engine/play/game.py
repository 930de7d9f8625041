"""A game in play: orders given and taken, the desk, and the forms it can be written in and made from.

A game is begun anew, laid out as a scene describes, played again from a journal, or guessed from a view.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ..core.dice import Scripted
from ..core.form import is_older
from ..core.frames import PARALLEL, QUESTION, Frame
from ..core.offers import Decision, Order
from ..core.position import frozen
from ..core.proof import FORMAT
from ..core.rules import Reason, Refused
from ..core.setup import known_labels, prepare
from ..core.table import Event, Table
from ..fog.guess import guess
from ..fog.sight import first_sight
from ..fog.view import View
from ..words.scene import clauses_of, lay_out, write_scene
from . import lanes
from .desk import ENGINE_PROPOSALS, STANDING_VERBS, Standing, kind_of
from .journal import Entry, Journal, Snapshot, check_board, playable, prepared, read
from .lanes import Lane, Lanes
from .view import view_of


class Game(Lanes):
    """A game in play. Seats are named; ``None`` is the spectator."""

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
        level: int | None = None,
    ) -> Game:
        """Begin a game. ``seed`` is for lab and tests; otherwise the dice's secret is drawn afresh.

        ``level`` is that of the rules, for a game that was begun under older ones; by default the newest."""
        table, setup = prepare(
            title, scenario, seed=seed, seats=seats, options=options, board=board, secret=secret, level=level
        )
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
        full = len(self.lanes.get(seat, self.main).done) >= lanes.MOST_DONE
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
            raise Refused("E.lane", f"{lanes.MOST_DONE} orders wait that can be taken back: take back some, then end.")
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
        old = replay(self.journal, min(entry, len(self.journal) - 1))
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

    # Text forms and guesses

    def events(self, seat: str | None, since: int = 0) -> list[Event]:
        """What a viewer has been told, from the event numbered ``since`` on."""
        viewer = self.seat_index(seat)
        if since < self.told_before[viewer]:
            self.told = retell(self.journal)
            self.told_before = [0] * len(self.told)
        return self.told[viewer][max(0, since - self.told_before[viewer]) :]

    def view(self, seat: str | None) -> View:
        """Everything that a viewer may know."""
        return view_of(self, self.seat_index(seat), partial(retell, self.journal))

    def determinize(self, seat: str, rng: random.Random) -> Game:
        """A playable guess made from what a seat knows."""
        return sample(self.view(seat), rng)

    def position(self) -> Any:
        return self.table.p

    def scene(self) -> str:
        return write_scene(self.table)

    def save(self) -> str:
        """The whole journal as text: for the owner of the game's secret only."""
        return self.journal.text(self.hash())


def read_scene(text: str, dice: list[int] | None = None, **new: Any) -> Game:
    """A game at the position that a scene describes; ``dice`` are the first rolls to come."""
    first, *clauses = clauses_of(text)
    head = first.split()
    scenario = head[1] if len(head) > 1 else None
    if new.get("secret") is None:
        new.setdefault("seed", 1)
    game = Game.new(head[0], scenario, **new)
    game.journal.setup.update(scene=text, dice=dice)
    t = game.table
    lay_out(t, head, clauses)
    if t.title.fog:
        first_sight(t)
    if dice is not None:
        t.dice = Scripted(dice, t.dice.secret)
    t.run()
    t.barrier, t.happened, t.draws = "", [], []
    game.main, game.lanes = Lane(t), {}
    game._open_lanes()
    game._changed()
    return game


def sample(view: View, rng: random.Random) -> Game:
    """A game that the viewer could be in: a playable guess from a view alone."""
    return _playable(guess(view, rng), view.data, rng)


def _playable(t: Table, data: dict[str, Any], rng: random.Random) -> Game:
    """A game that goes on from the guess."""
    viewer = data["seat"]
    setup = {
        "grognard": FORMAT, "title": data["title"], "rules": data["rules"], "scenario": data["scenario"],
        "options": data["options"], "secret": t.dice.secret.hex(), "board": data["board"],
        "seats": {power: t.seats[t.p.seat_of[i]] for i, power in enumerate(t.title.meta.powers)},
    }  # fmt: skip
    t.barrier, t.happened, t.seat = "", [], -1
    depth = max((i for i, f in enumerate(t.agenda) if f.kind == PARALLEL), default=-1)
    own = t.agenda
    if depth >= 0:
        t.agenda = own[: depth + 1]
    t.run()
    game = Game(t, Journal(setup))
    game._open_lanes()
    if depth >= 0 and viewer in game.lanes and viewer not in data["committed"]:
        lane = t.copy()
        lane.agenda, lane.private, lane.seat = own, viewer, viewer
        game.lanes[viewer] = Lane(lane)
    for seat in data["committed"]:
        _commit(game, seat, rng)
    return game


def _commit(game: Game, seat: int, rng: random.Random) -> None:
    """A seat has committed: the guess lets it end as soon as it may."""
    name = game.seats[seat]
    for _ in range(1000):
        decision = game.decisions().get(name)
        if decision is None:
            return
        ends = [verb for verb in decision.open_verbs() if verb.ends]
        game.play(name, decision.sample(rng, ends or None))


def replay(journal: Journal, entry: int | None = None, snapshots: bool = True, check: bool = False) -> Game:
    """The game just after an entry, from the nearest snapshot before it."""
    end = len(journal) if entry is None else entry
    if not 0 <= end <= len(journal):
        raise Refused("E.journal", f"The journal has {len(journal)} entries; there is no entry {end}.")
    start = max((n for n in journal.snapshots if n <= end), default=0) if snapshots else 0
    if start < journal.before:
        raise Refused("E.journal", f"The first {journal.before} entries are not at hand.")
    game = _started(journal, start)
    for n in range(start, end):
        entry_ = journal.entries[n - journal.before]
        if check:
            judge_again(game, n, entry_)
        play_again(game, entry_)
        if check:
            _compare(game, n, entry_)
        made = game.journal.entries[-1]
        if is_older(entry_.digest, made.digest):
            # The chain that players were shown goes over what was written then.
            game.journal.seal(entry_.digest)
    return game


def _started(journal: Journal, n: int) -> Game:
    """The game after its first ``n`` entries, which a snapshot follows."""
    if n == 0:
        return fresh(journal.setup)
    snap = journal.snapshots[n]
    if isinstance(snap, dict):
        table = restored(journal.setup, snap["table"])
        snap = journal.snapshots[n] = Snapshot(table, snap["desk"], tuple(snap["told"]), snap.get("why", ""))
    game = Game(snap.table.copy(), journal.until(n))
    game.desk.restore(snap.desk)
    game.told_before, game.main.why = list(snap.told), snap.why
    return game


def retell(journal: Journal) -> list[list[Event]]:
    """Everything every viewer has been told, by playing the whole game again."""
    with playable("The journal"):
        return replay(journal, snapshots=False).told


def restored(setup: Mapping[str, Any], dumped: dict[str, Any]) -> Table:
    """A table as it was dumped."""
    table, _ = prepare(**prepared(setup))
    table.rules = table.rules.without(*setup.get("without", ()))
    table.restore(dumped)
    return table


def begun_at(game: Game) -> dict[str, Any]:
    """A game as it is as the set-up of one that begins there."""
    lanes = {
        str(seat): [lane.table.dump(), [[order.verb, order.args, order.text] for order in lane.given]]
        for seat, lane in game.lanes.items()
    }
    start = {"table": game.table.dump(), "desk": game.desk.dump(), "lanes": lanes}
    found: dict[str, Any] = json.loads(json.dumps({**game.journal.setup, "start": start}))
    return found


def check_start(setup: Mapping[str, Any]) -> None:
    """Refuse a position to start from that holds more than a position does. One of an older form was read as it is."""
    start = setup.get("start")
    if start is None:
        return
    plain = begun_at(fresh(setup))["start"]
    if start["table"].get("form", 1) < plain["table"].get("form", 1):
        return
    if start.keys() - plain.keys() or any(plain[name] != start[name] for name in start):
        raise Refused("E.journal", "Line 1: the position that the game starts from holds what is no part of one.")


def fresh(setup: Mapping[str, Any]) -> Game:
    """A new game from a journal's set-up."""
    begun = {**prepared(setup), "without": setup.get("without", ())}
    if setup.get("start"):
        game = Game(restored(setup, setup["start"]["table"]), Journal(setup))
        game.desk.restore(setup["start"]["desk"])
        game._open_lanes()
        for seat, (dumped, given) in setup["start"].get("lanes", {}).items():
            lane = game.lanes[int(seat)] = Lane(restored(setup, dumped))
            lane.table.private = lane.table.seat = lane.base.private = lane.base.seat = int(seat)
            lane.given = [Order(verb, frozen(args), text) for verb, args, text in given]
        game._changed()
        return game
    if setup.get("scene"):
        del begun["title"], begun["scenario"]
        game = read_scene(setup["scene"], setup.get("dice"), **begun)
    else:
        game = Game.new(**begun)
    game.journal.setup = dict(setup)
    return game


def play_again(game: Game, entry: Entry) -> None:
    """Play an entry that was judged when it was made."""
    if entry.kind == "undo":
        game._undo(entry.seat, journal=True)
        return
    if entry.kind == "reset":
        game._reset(entry.seat)
        return
    if entry.kind == "nonce":
        game._pledge(entry.seat, entry.verb, *entry.args)
        return
    order = Order(entry.verb, entry.args, entry.text)
    if entry.kind == "desk":
        game._at_the_desk(entry.seat, order)
    else:
        game._in_lane(entry.seat, order)
    game._changed()


def judge_again(game: Game, n: int, entry: Entry) -> None:
    """Is the entry still an offered order?"""
    if entry.kind != "order":
        return
    decision = game._open().get(entry.seat)
    if decision is None:
        raise Refused("E.journal", f"Entry {n + 1}: {game.seats[entry.seat]} had nothing to decide.")
    try:
        judged = decision.judge(Order(entry.verb, entry.args, entry.text))
    except Refused as refused:
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r}) is not offered: {refused}") from refused
    if judged.text != entry.text:
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r:.200}) is the order {judged.text!r}.")


def _compare(game: Game, n: int, entry: Entry) -> None:
    made = game.journal.entries[-1]
    if made.draws != entry.draws:
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r}) draws {made.draws}, not {entry.draws}.")
    if entry.digest and made.digest != entry.digest and not is_older(entry.digest, made.digest):
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r}) leads to another position.")


def load(text: str, verify: bool = False, board: Any = None) -> Game:
    """A game from its journal; with ``verify`` every order is judged and every hash compared again."""
    with playable("The journal"):
        journal, end = read(text)
        check_board(journal, board)
        if verify:
            check_start(journal.setup)
        game = replay(journal, snapshots=not verify, check=verify)
    check_end(game, end)
    return game


def check_end(game: Game, end: str) -> None:
    """Refuse a journal that does not lead to the hash that it ends with, unless that was taken of an older form."""
    now = game.hash()
    if now != end and not is_older(end, now):
        raise Refused("E.journal", "The journal's entries do not lead to the position that it ends with.")
