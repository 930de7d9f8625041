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
from typing import Any, NamedTuple

from ..core import proof
from ..core.position import frozen
from ..core.rules import Refused
from ..core.setup import known_labels
from ..core.table import Table
from ..core.title import metas

EVERY = 64
"""Entries between snapshots."""
SETUP: dict[str, type] = {"title": str, "scenario": str, "rules": int, "options": dict, "seats": dict, "secret": str}
"""What a set-up holds."""
EXTRA: dict[str, type] = {"board": str, "without": list, "scene": str, "start": dict, "lesson": str}
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

    def dump(self) -> dict[str, Any]:
        return {"table": self.table.dump(), "desk": self.desk, "told": list(self.told), "why": self.why}


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

    def due(self) -> bool:
        """Is it time to keep the whole game?"""
        return len(self) - next(reversed(self.snapshots), self.before) >= EVERY

    def until(self, n: int) -> Journal:
        """The journal up to an entry."""
        twin = Journal(self.setup)
        twin.before, twin.entries, twin.left = self.before, self.entries[: n - self.before], self.left
        twin.snapshots = {k: v for k, v in self.snapshots.items() if k <= n}
        twin.base = self.base
        return twin

    def forget(self, n: int) -> None:
        """Leave the first ``n`` entries and the snapshots up to there to whoever has written them down."""
        self.base = self.chained(n)
        gone = Counter(entry.known_to for entry in self.entries[: n - self.before])
        self.left = dict(Counter(self.left) + gone)
        self.entries = self.entries[n - self.before :]
        self.snapshots = {k: v for k, v in self.snapshots.items() if k > n}
        self.before = n

    # Text

    def text(self, digest: str) -> str:
        """The whole journal as text; ``digest`` is the game's at its end."""
        if self.before:
            raise Refused("E.journal", f"The first {self.before} entries are not at hand.")
        lines: list[str] = []
        chain = _chained(lines, proof.setup_line(self.setup), "")
        for n, entry in enumerate(self.entries, 1):
            chain = _chained(lines, proof.line({"e": list(entry)}), chain)
            snap = self.snapshots.get(n)
            if snap is not None:
                chain = _chained(lines, proof.line(snap if isinstance(snap, dict) else snap.dump()), chain)
        _chained(lines, proof.line({"end": len(self.entries), "hash": digest}), chain)
        return "\n".join(lines) + "\n"


def _chained(lines: list[str], body: str, chain: str) -> str:
    chain = blake2b(f"{chain}{body}".encode(), digest_size=8).hexdigest()
    lines.append(f"{chain} {body}")
    return chain


def prepared(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A journal's set-up as the arguments of ``prepare``."""
    return {
        "title": setup["title"], "scenario": setup["scenario"], "seed": None, "seats": setup["seats"],
        "options": setup["options"], "secret": bytes.fromhex(setup["secret"]), "board": setup.get("edition"),
        "level": setup["rules"],
    }  # fmt: skip


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
    world = meta.load().of(setup["scenario"]).begin_on(setup["scenario"], setup["options"], setup.get("edition"))
    here, then = world.board_hash, setup.get("board", "")
    if here != then:
        raise Refused("E.board", f"The game was played on the edition {then[:12]} of its board; this is {here[:12]}.")


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
    if setup.pop("kind", None) != "journal" or setup.get("grognard") not in range(1, proof.FORMAT + 1):
        raise Refused("E.journal", f"Line 1 is not the set-up of a Grognard journal of format 1 to {proof.FORMAT}.")
    # Where an edition of the board lies is for whoever loads the journal to say.
    setup.pop("edition", None)
    setup.pop("sampled", None)
    missing, more = SETUP.keys() - setup.keys(), setup.keys() - SETUP.keys() - EXTRA.keys() - {"grognard", "dice"}
    if missing or more:
        what = "lacks" if missing else "has fields that are none of a set-up's:"
        raise Refused("E.journal", f"Line 1 {what} {', '.join(sorted(missing or more))}."[:200])
    if len(str(setup.get("scene", ""))) + len(repr(setup.get("dice"))) > MOST_WORDS:
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
