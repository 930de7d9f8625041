"""The journal: how a game came to be, and how it is written down.

A journal is lines of JSON: the set-up, then one line an entry, with snapshots between and a closing line. Each
line carries a hash over itself and the line before, so that a cut or altered journal is refused with the line.
Entries hold the values of an order, not only its words, and old entries are played again, never judged again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from . import proof
from .offers import Order
from .position import frozen
from .rules import Refused
from .table import Event, Table
from .title import metas

if TYPE_CHECKING:
    from .game import Game

EVERY = 64
"""Entries between snapshots."""
SETUP: dict[str, type] = {"title": str, "scenario": str, "rules": int, "options": dict, "seats": dict, "secret": str}
"""What a set-up holds."""
EXTRA: dict[str, type] = {"board": str, "without": list, "scene": str, "start": dict}
"""What it may hold; a scene's scripted dice beside."""
MOST_WORDS = 20_000
"""Characters of an entry, or of a scene, that a journal may bring."""
WORDS: dict[type, str] = {str: "word", int: "whole number", dict: "mapping", list: "list"}
KINDS = ("order", "undo", "desk", "reset", "nonce")


class Entry(NamedTuple):
    """One thing a seat did: an order, an undo or a reset, something at the desk, a nonce for the dice."""

    seat: int
    verb: str
    args: tuple[Any, ...]
    text: str
    draws: tuple[int, ...]
    digest: str
    kind: str = "order"

    @property
    def known_to(self) -> int:
        """The seat that alone knows that this was done, or -1 when it showed all that something was: a barrier, the
        end of work in parallel, an offer or an answer at the desk, a nonce."""
        shown = self.digest or self.kind == "nonce" or (self.kind == "desk" and self.verb != "standing")
        return -1 if shown else self.seat


class Snapshot(NamedTuple):
    """The game after an entry, whole."""

    table: Table
    desk: list[Any]
    told: tuple[int, ...]
    why: str
    """What bars the way back from there."""


class Journal:
    """Set-up, entries, snapshots. The first ``before`` entries may lie elsewhere: a server leaves them on disk."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.setup = dict(setup)
        self.before = 0
        self.left: dict[int, int] = {}
        """How many of the entries that lie elsewhere are known to a seat alone, or to all."""
        self.entries: list[Entry] = []
        self.snapshots: dict[int, Snapshot | dict[str, Any]] = {}
        self.base = ""
        """The chain's head after the entries that lie elsewhere."""
        self._folded = (0, "")
        self._commitment = ""

    def copy(self) -> Journal:
        twin = Journal.__new__(Journal)
        twin.setup, twin.entries, twin.snapshots = self.setup, self.entries[:], self.snapshots.copy()
        twin.before, twin.left = self.before, self.left
        twin.base, twin._folded, twin._commitment = self.base, self._folded, self._commitment
        return twin

    def __len__(self) -> int:
        return self.before + len(self.entries)

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)

    def seal(self, digest: str) -> None:
        """The last entry has shown the position to all."""
        self.entries[-1] = self.entries[-1]._replace(digest=digest)

    @property
    def commitment(self) -> str:
        """What was promised at the start."""
        if not self._commitment:
            self._commitment = proof.commitment(self.setup)
        return self._commitment

    def head(self, until: int | None = None) -> tuple[int, str]:
        """The chain's head as of the last entry, up to one, that showed something to all, and how many did."""
        end = len(self) if until is None else until
        shown = [n for n, one in enumerate(self.entries[: end - self.before], self.before + 1) if one.known_to < 0]
        return self.left.get(-1, 0) + len(shown), self.chained(shown[-1] if shown else self.before)

    def chained(self, n: int) -> str:
        """The chain's head after an entry."""
        at, head = self._folded
        if not head or not self.before <= at <= n:
            at, head = self.before, self.base if self.before else proof.first(self.setup)
        secret = bytes.fromhex(self.setup["secret"])
        for number in range(at + 1, n + 1):
            head = proof.link(secret, number, head, self.entries[number - self.before - 1])
        self._folded = n, head
        return head

    def number(self, viewer: int, entry: int | None = None) -> int:
        """How many entries, up to one, a viewer may count: its own, and those that showed something to all."""
        end = len(self) if entry is None else entry
        counted = sum(one.known_to in (-1, viewer) for one in self.entries[: end - self.before])
        return self.left.get(-1, 0) + self.left.get(viewer, 0) + counted

    def entry(self, viewer: int, number: int) -> int:
        """The entry that a viewer counts as its so-and-so-many-th: the last that it counts, when it has fewer."""
        gone = self.left.get(-1, 0) + self.left.get(viewer, 0)
        left = number - gone
        if left < 0 or (left == 0 and self.before):
            raise Refused("E.journal", f"Your first {gone} entries are not at hand.")
        mine = [n for n, one in enumerate(self.entries, self.before + 1) if one.known_to in (-1, viewer)]
        return mine[min(left, len(mine)) - 1] if left and mine else self.before

    def maybe_snapshot(self, game: Game) -> None:
        """Keep the whole game now and then; just after a barrier, and not while seats work apart."""
        n = len(self)
        if game.lanes or n - next(reversed(self.snapshots), self.before) < EVERY:
            return
        told = tuple(before + len(told) for before, told in zip(game.told_before, game.told, strict=True))
        self.snapshots[n] = Snapshot(game.main.base, game.desk.dump(), told, game.main.why)

    def forget(self, n: int) -> None:
        """Leave the first ``n`` entries and the snapshots up to there to whoever has written them down."""
        self.base = self.chained(n)
        gone = Counter(entry.known_to for entry in self.entries[: n - self.before])
        self.left = dict(Counter(self.left) + gone)
        self.entries = self.entries[n - self.before :]
        self.snapshots = {k: v for k, v in self.snapshots.items() if k > n}
        self.before = n

    # Playing again

    def replay(self, entry: int | None = None, snapshots: bool = True, check: bool = False) -> Game:
        """The game just after an entry, from the nearest snapshot before it."""
        end = len(self) if entry is None else entry
        if not 0 <= end <= len(self):
            raise Refused("E.journal", f"The journal has {len(self)} entries; there is no entry {end}.")
        start = max((n for n in self.snapshots if n <= end), default=0) if snapshots else 0
        if start < self.before:
            raise Refused("E.journal", f"The first {self.before} entries are not at hand.")
        game = self._start(start)
        for n in range(start, end):
            entry_ = self.entries[n - self.before]
            if check:
                judge_again(game, n, entry_)
            play_again(game, entry_)
            if check:
                _compare(game, n, entry_)
        return game

    def _start(self, n: int) -> Game:
        from .game import Game

        if n == 0:
            return fresh(self.setup)
        snap = self.snapshots[n]
        if isinstance(snap, dict):
            table = _restored(self.setup, snap["table"])
            snap = self.snapshots[n] = Snapshot(table, snap["desk"], tuple(snap["told"]), snap.get("why", ""))
        game = Game(snap.table.copy(), Journal(self.setup))
        game.journal.before, game.journal.entries = self.before, self.entries[: n - self.before]
        game.journal.left, game.journal.base = self.left, self.base
        game.journal.snapshots = {k: v for k, v in self.snapshots.items() if k <= n}
        game.desk.restore(snap.desk)
        game.told_before, game.main.why = list(snap.told), snap.why
        return game

    def retell(self) -> list[list[Event]]:
        """Everything every viewer has been told, by playing the whole game again."""
        with playable("The journal"):
            return self.replay(snapshots=False).told

    # Text

    def text(self, game: Game) -> str:
        """The whole journal as text."""
        if self.before:
            raise Refused("E.journal", f"The first {self.before} entries are not at hand.")
        lines: list[str] = []
        chain = _chained(lines, proof.setup_line(self.setup), "")
        for n, entry in enumerate(self.entries, 1):
            chain = _chained(lines, proof.line({"e": list(entry)}), chain)
            snap = self.snapshots.get(n)
            if snap is not None:
                chain = _chained(lines, proof.line(snap if isinstance(snap, dict) else _written(snap)), chain)
        _chained(lines, proof.line({"end": len(self.entries), "hash": game.hash()}), chain)
        return "\n".join(lines) + "\n"


def _written(snap: Snapshot) -> dict[str, Any]:
    return {"table": snap.table.dump(), "desk": snap.desk, "told": list(snap.told), "why": snap.why}


def _chained(lines: list[str], body: str, chain: str) -> str:
    chain = blake2b(f"{chain}{body}".encode(), digest_size=8).hexdigest()
    lines.append(f"{chain} {body}")
    return chain


def prepared(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A journal's set-up as the arguments of ``prepare``."""
    return {
        "title": setup["title"], "scenario": setup["scenario"], "seed": None, "seats": setup["seats"],
        "options": setup["options"], "secret": bytes.fromhex(setup["secret"]), "board": setup.get("edition"),
    }  # fmt: skip


def _restored(setup: Mapping[str, Any], dumped: dict[str, Any]) -> Table:
    """A table as it was dumped."""
    from .game import prepare

    table, _ = prepare(**prepared(setup))
    table.rules = table.rules.without(*setup.get("without", ()))
    table.rules.level = setup["rules"]
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


def fresh(setup: Mapping[str, Any]) -> Game:
    """A new game from a journal's set-up."""
    from .game import Game, Lane
    from .scene import read_scene

    begun = {**prepared(setup), "without": setup.get("without", ())}
    if setup.get("start"):
        game = Game(_restored(setup, setup["start"]["table"]), Journal(setup))
        game.desk.restore(setup["start"]["desk"])
        game._open_lanes()
        for seat, (dumped, given) in setup["start"].get("lanes", {}).items():
            lane = game.lanes[int(seat)] = Lane(_restored(setup, dumped))
            lane.table.private = lane.table.seat = lane.base.private = lane.base.seat = int(seat)
            lane.given = [Order(verb, frozen(args), text) for verb, args, text in given]
        game._changed()
        return game
    if setup.get("scene"):
        del begun["title"], begun["scenario"]
        game = read_scene(setup["scene"], setup.get("dice"), **begun)
    else:
        game = Game.new(**begun)
    game.table.rules.level = setup["rules"]
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
        decision.judge(Order(entry.verb, entry.args, entry.text))
    except Refused as refused:
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r}) is not offered: {refused}") from refused


def _compare(game: Game, n: int, entry: Entry) -> None:
    made = game.journal.entries[-1]
    if made.draws != entry.draws:
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r}) draws {made.draws}, not {entry.draws}.")
    if entry.digest and made.digest != entry.digest:
        raise Refused("E.journal", f"Entry {n + 1} ({entry.text!r}) leads to another position.")


def load(text: str, verify: bool = False, board: Any = None) -> Game:
    """A game from its journal; with ``verify`` every order is judged and every hash compared again."""
    with playable("The journal"):
        journal, end = read(text)
        check_board(journal, board)
        if verify:
            check_start(journal.setup)
        game = journal.replay(snapshots=not verify, check=verify)
    if game.hash() != end:
        raise Refused("E.journal", "The journal's entries do not lead to the position that it ends with.")
    return game


@contextmanager
def playable(what: str) -> Iterator[None]:
    """What breaks in here was wrong with the file, not with the rules: a refusal says so."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        raise Refused("E.journal", f"{what} cannot be played: {type(error).__name__} {error}"[:300]) from error


def check_board(journal: Journal, edition: Any = None) -> None:
    """Refuse to go on with a game on another edition of its board."""
    setup = journal.setup
    if edition is not None:
        setup["edition"] = edition
    meta = metas()[setup["title"]]
    world = meta.load().begin_on(setup["scenario"], setup["options"], setup.get("edition"))
    here, then = getattr(world, "board_hash", ""), setup.get("board", "")
    if here != then:
        raise Refused("E.board", f"The game was played on the edition {then[:12]} of its board; this is {here[:12]}.")


def check_start(setup: Mapping[str, Any]) -> None:
    """Refuse a position to start from that holds more than a position does."""
    start = setup.get("start")
    if start is not None:
        plain = begun_at(fresh(setup))["start"]
        if start.keys() - plain.keys() or any(plain[name] != start[name] for name in start):
            raise Refused("E.journal", "Line 1: the position that the game starts from holds what is no part of one.")


def read(text: str) -> tuple[Journal, str]:
    """A journal and the hash that it ends with, or a refusal that says what is wrong and where."""
    if not isinstance(text, str):
        raise Refused("E.journal", f"A journal is text, not {type(text).__name__}: open its file to read text.")
    lines = text.splitlines()
    if not lines:
        raise Refused("E.journal", "The journal is empty.")
    chain, bodies = "", []
    for n, line in enumerate(lines, 1):
        mark, _, body = line.partition(" ")
        chain = blake2b(f"{chain}{body}".encode(), digest_size=8).hexdigest()
        if mark != chain:
            raise Refused("E.journal", _broken(n, text, n == len(lines)))
        bodies.append(body)
    values = [_decoded(n, body) for n, body in enumerate(bodies, 1)]
    journal = Journal(_checked_setup(values[0]))
    if "end" not in values[-1]:
        raise Refused("E.journal", f"The journal is cut after line {len(lines)}: its closing line is missing.")
    seats = len(set(journal.setup["seats"].values()))
    for n, value in enumerate(values[1:-1], 2):
        if "e" in value:
            if len(bodies[n - 1]) > MOST_WORDS or len(value) > 1:
                raise Refused("E.journal", f"Line {n} is longer than an entry, or has more than one.")
            journal.add(_entry(n, value["e"], seats))
        elif "table" in value:
            journal.snapshots[len(journal.entries)] = value
        else:
            raise Refused("E.journal", f"Line {n} is neither an entry nor a snapshot.")
    if values[-1]["end"] != len(journal.entries):
        raise Refused("E.journal", "The journal's closing line counts other entries than it has.")
    return journal, str(values[-1].get("hash", ""))


def _broken(n: int, text: str, last: bool) -> str:
    """What is wrong with a line whose hash does not fit; of the first, whether it is that of a journal at all."""
    try:
        kept = json.loads(text) if n == 1 else None
    except (ValueError, RecursionError):
        kept = None
    if isinstance(kept, dict) and kept.get("kind") == "view":
        played = "it can be replayed by `grognard replay`, but not played on, for it lacks what is hidden."
        return f"This is one seat's own journal: {played}"
    if n == 1 and not re.match("[0-9a-f]{16} ", text):
        return "This is no journal of a game: line 1 does not begin with a hash."
    return f"Line {n} does not follow: the journal was {'cut or ' if last else ''}altered."


def _decoded(n: int, body: str) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused("E.journal", f"Line {n} is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise Refused("E.journal", f"Line {n} is not an object.")
    return value


def _entry(n: int, value: Any, seats: int) -> Entry:
    if not isinstance(value, list) or len(value) != 7:
        raise Refused("E.journal", f"Line {n} is not an entry of seven parts.")
    seat, verb, args, text, draws, digest, kind = value
    if type(seat) is not int or not 0 <= seat < seats:
        raise Refused("E.journal", f"Line {n} is an entry of seat {seat!r:.20}; the game's are 0 to {seats - 1}.")
    words, lists = all(isinstance(x, str) for x in (verb, text, digest)), isinstance(args, list | tuple)
    if not (words and lists and isinstance(draws, list) and kind in KINDS):
        raise Refused("E.journal", f"Line {n} is no entry: an order's words, values, dice and digest are not there.")
    return Entry(seat, verb, frozen(args), text, tuple(draws), digest, kind)


def _checked_setup(setup: dict[str, Any]) -> dict[str, Any]:
    from .game import known_labels

    if setup.pop("kind", None) != "journal" or setup.get("grognard") not in range(1, proof.FORMAT + 1):
        raise Refused("E.journal", f"Line 1 is not the set-up of a Grognard journal of format 1 to {proof.FORMAT}.")
    # Where an edition of the board lies is for whoever loads the journal to say.
    setup.pop("edition", None)
    setup.pop("sampled", None)
    missing, more = SETUP.keys() - setup.keys(), setup.keys() - SETUP.keys() - EXTRA.keys() - {"grognard", "dice"}
    if missing or more:
        what = "lacks" if missing else "has fields that are none of a set-up's:"
        raise Refused("E.journal", f"Line 1 {what} {', '.join(sorted(missing or more))}."[:200])
    if len(setup.get("scene", "")) + len(repr(setup.get("dice"))) > MOST_WORDS:
        raise Refused("E.journal", f"Line 1: a scene has at most {MOST_WORDS} characters.")
    for name, kind in {**SETUP, **{k: v for k, v in EXTRA.items() if k in setup}}.items():
        if type(setup[name]) is not kind:
            raise Refused("E.journal", f"Line 1: {name} is {setup[name]!r:.40}, which is no {WORDS[kind]}.")
    meta = metas().get(setup["title"])
    if meta is None:
        raise Refused("E.journal", f"This version does not know the title {setup['title'][:40]!r}.")
    known_labels(meta.load(), setup.get("without", ()))
    if not 1 <= setup["rules"] <= meta.rules:
        known = f"this version knows {meta.name} up to level {meta.rules}"
        raise Refused("E.journal", f"The game was played at rules level {setup['rules']}; {known}.")
    if not re.fullmatch("[0-9a-f]{64}", setup["secret"]):
        raise Refused("E.journal", "Line 1: the dice's secret is not 32 bytes in hexadecimal.")
    return setup
