"""A guess from a view alone: a table that the viewer could be at.

What the viewer sees is kept; what it cannot see is drawn so that every fact, the counter mix and the pending
frames hold. The guess has fresh dice, and since it is made from the View it cannot leak.
"""

from __future__ import annotations

import random
from array import array
from typing import Any

from ..core.cache import cached_values
from ..core.dice import Dice
from ..core.frames import Frame
from ..core.knowledge import Facts, Knowledge, Token
from ..core.position import frozen
from ..core.rules import KNOCKED_OUT, Refused
from ..core.setup import prepare
from .title import FogTable
from .view import View, deal_deeds, public_columns

TRIES = 200


def guess(view: View, rng: random.Random) -> FogTable:
    """A table that the viewer could be at."""
    data = view.data
    for _ in range(TRIES):
        t = _common(view).copy()
        t.dice = Dice(rng.randbytes(32))
        if t.title.fog:
            if not _unseen(t, view, rng):
                continue
            _recall(t, data)
        else:
            t.p.restack()
        _withheld(t, data, rng)
        _frames(t, data, rng)
        t.title.draw_rest(t, view, rng)
        if not t.title.fog or all(holds(t) for holds in t.title.invariants.values()):
            return t
    raise Refused("E.sample", "No position was found that fits what this seat knows.")


def _common(view: View) -> FogTable:
    """The table with all that the view shows: the same for each of its guesses."""
    t: FogTable | None = view.kept.get("table")
    if t is None:
        t = view.kept["table"] = _begun(view.data, random.Random(0))
        _seen(t, view.data)
    return t


def _begun(data: dict[str, Any], rng: random.Random) -> FogTable:
    """The scenario's set-up with fresh dice: the roster, and a default for what the view does not show."""
    title = data["title"]
    options = tuple(sorted(data["options"].items()))
    seats, plan = tuple(data["seats"]), tuple(data["lists"]["seat_of"])
    t = _set_up(title, data["scenario"], options, seats, plan, data["rules"], KNOCKED_OUT.get(title)).copy()
    t.dice = Dice(rng.randbytes(32))
    t.agenda = tuple(Frame.read(f) for f in data["agenda"])
    return t


@cached_values(16)
def _set_up(
    title: str, scenario: str, options: tuple[tuple[str, str], ...], seats: tuple[str, ...], plan: tuple[int, ...],
    level: int, off: Any,
) -> FogTable:  # fmt: skip
    """A scenario set up; the same for every guess, since what matters is drawn or shown.

    Seats that play no power any more keep their place at the table."""
    t, _ = prepare(title, scenario, seed=0, seats=None, options=dict(options))
    t.rules.level, t.seats, t.p.seat_of = level, seats, list(plan)
    t.title.setup(t)
    t.happened = []
    return t


def _seen(t: FogTable, data: dict[str, Any]) -> None:
    """Take over everything the view shows."""
    p, columns = t.p, data["columns"]
    lacking = data["pieces"] - len(p.at)
    if lacking > 0:
        for name in p.columns:
            getattr(p, name).extend(array("i", [0]) * lacking)
    held = [getattr(p, name) for name in columns]
    for piece, *values in data["rows"]:
        for column, value in zip(held, values, strict=True):
            if value is not None:
                column[piece] = value
    for name, values in data["nodes"].items():
        setattr(p, name, array("i", values))
    for name, bits in data["sets"].items():
        setattr(p, name, int(bits, 16))
    for name, value in data["numbers"].items():
        setattr(p, name, value)
    for name, values in data["lists"].items():
        begun = getattr(p, name)
        setattr(p, name, [begun[i] if value is None else value for i, value in enumerate(values)])
    for name, record in data["records"].items():
        setattr(p, name, {key: frozen(value) for key, value in record.items()})
    for name, text in data.get("counts", {}).items():
        setattr(p, name, bytes.fromhex(text))
    plans: dict[str, Any] = {}
    for name, (seat, public, *secret) in data["plans"].items():
        plans[name] = (seat, frozen(public), frozen(secret[0]) if secret else ())
    p.plans = plans


def _withheld(t: FogTable, data: dict[str, Any], rng: random.Random) -> None:
    """Draw what a piece that lies face up keeps to its owner, and the entries of lists that others alone know."""
    private = [(cell, name) for cell, name in enumerate(data["columns"], 1) if name in t.title.private_columns]
    learnt = {piece: {name: (value, when) for name, value, when in facts} for piece, facts in data.get("learnt", ())}
    for row in data["rows"] if private else ():
        for cell, name in private:
            if row[cell] is None:
                fact = learnt.get(row[0], {}).get(name)
                getattr(t.p, name)[row[0]] = t.title.draw_column(t, name, row[0], fact, rng)
    for name, values in data["lists"].items():
        for index, value in enumerate(values):
            if value is None:
                getattr(t.p, name)[index] = t.title.draw_entry(t, name, index, rng)


def _unseen(t: FogTable, view: View, rng: random.Random) -> bool:
    """Deal the pieces that the viewer cannot read to its tokens, and the rest out of sight."""
    p, data = t.p, view.data
    viewer = data["seat"]
    if "hidden" not in view.kept:
        read = {row[0] for row in data["rows"]}
        view.kept["hidden"] = [i for i in range(len(p.at)) if i not in read]
    hidden: list[int] = view.kept["hidden"]
    rows = [_Row(row, data["public"]) for row in data["tokens"]]
    pools = {group: [frozen(f) for f in facts] for group, facts in data["groups"]}
    for row in rows:
        row.dealt = row.facts
    for group, pool in pools.items():
        chosen = pool[:]
        rng.shuffle(chosen)
        for row, facts in zip([r for r in rows if r.group == group], chosen):
            row.dealt = facts
    dealt = _matching(_options(t, hidden, rows, view.kept), rng)
    if dealt is None:
        return False
    deal_deeds([row.public for row in rows], data["public"], t.title.stack_columns, rng.shuffle)
    public = [getattr(p, name) for name in data["public"]]
    secret = [(name, getattr(p, name)) for name in (*t.title.secret_columns, *t.title.private_columns)]
    for row, piece in zip(rows, dealt, strict=True):
        for column, value in zip(public, row.public, strict=True):
            column[piece] = value
        facts = {name: (value, when) for name, value, when in row.dealt}
        for name, column in secret:
            column[piece] = t.title.draw_column(t, name, piece, facts.get(name), rng)
        row.piece = piece
    taken = set(dealt)
    p.restack()
    t.title.draw_unseen(t, [i for i in hidden if i not in taken and p.seat_of[p.power[i]] != viewer], rng)
    p.restack()
    data["_dealt"] = [(row.token, row.piece) for row in rows]
    return True


class _Row:
    """A token of the view, and the piece it was dealt."""

    __slots__ = ("dealt", "facts", "group", "look", "piece", "public", "token")

    def __init__(self, row: list[Any], public: list[str]) -> None:
        self.token, self.look, seen, facts, self.group = row
        self.public: list[int] = list(seen)
        self.facts: Facts = frozen(facts) if facts else ()
        self.dealt: Facts = ()
        self.piece = -1


def _options(t: FogTable, hidden: list[int], rows: list[_Row], kept: dict[Any, Any] | None = None) -> list[list[int]]:
    """For each token the pieces that it may be, as its own facts and the rules tell; alike tokens share a list."""
    public = public_columns(t)
    at, power = public.index("at"), public.index("power")
    named = [_named(row.dealt) for row in rows]
    taken = frozenset([i for i in named if i >= 0])
    looks, shared = (kept if kept is not None else {}).setdefault(("options", taken), ({}, {}))
    if not looks:
        for i in hidden:
            if i not in taken:
                looks.setdefault(t.title.appearance(t, i), []).append(i)
    options: list[list[int]] = []
    for piece, row in zip(named, rows, strict=True):
        if piece >= 0:
            options.append([piece])
            continue
        alike = (row.public[at], row.public[power], row.look, row.dealt)
        found = shared.get(alike)
        if found is None:
            token = Token(row.token, *alike, row.group)
            found = shared[alike] = t.title.could_be_of(t, looks.get(row.look, ()), token)
        options.append(found)
    return options


def _named(facts: Facts) -> int:
    """The piece that facts name, or -1."""
    for name, value, _ in facts:
        if name == "id":
            return value
    return -1


def _matching(options: list[list[int]], rng: random.Random) -> list[int] | None:
    """A piece for each row, at random: any that is left of its options, or by an augmenting path when none is."""
    owner: dict[int, int] = {}
    left: dict[int, list[int]] = {}
    order = list(range(len(options)))
    rng.shuffle(order)

    def seat(row: int, seen: set[int]) -> bool:
        for piece in rng.sample(options[row], len(options[row])):
            if piece in seen:
                continue
            seen.add(piece)
            if piece not in owner or seat(owner[piece], seen):
                owner[piece] = row
                return True
        return False

    for row in order:
        free = left.setdefault(id(options[row]), options[row][:])
        while free:
            pick = int(rng.random() * len(free))
            piece, free[pick] = free[pick], free[-1]
            free.pop()
            if piece not in owner:
                owner[piece] = row
                break
        else:
            if not seat(row, set()):
                return None
    dealt = [-1] * len(options)
    for piece, row in owner.items():
        dealt[row] = piece
    return dealt


def _recall(t: FogTable, data: dict[str, Any]) -> None:
    """Give the viewer its own tokens and facts, and the others new ones."""
    viewer, p = data["seat"], t.p
    know = t.know = Knowledge(len(t.viewers), len(p.at))
    private = [t.title.private_nodes(t, power) for power in range(len(p.seat_of))]
    in_sight = [(i, p.seat_of[power]) for i, power in enumerate(p.power) if not private[power] >> p.at[i] & 1]
    for other in t.viewers:
        if other != viewer:
            # In the order of their slots: it is the viewer's own guess, and no one else looks at it.
            sight = [i for i, owner in in_sight if owner != other]
            for n, piece in enumerate(sight, 1):
                know.tokens[other][piece] = n
            know.next_token[other] = len(sight) + 1
    facts: dict[int, Facts] = {}
    group_of: dict[int, int] = {}
    for row in data["tokens"]:
        token, _, _, known, group = row
        if known:
            facts[token] = frozen(known)
        if group:
            group_of[token] = group
    for token, piece in data.pop("_dealt"):
        know.tokens[viewer][piece] = token
    top = max((row[0] for row in data["tokens"]), default=0) + 1
    seen = [i for i in range(len(t.p.at)) if t.p.shown[i] >> viewer & 1 and t.p.seat_of[t.p.power[i]] != viewer]
    learnt = dict(data.get("learnt", ()))
    for n, piece in enumerate(seen):
        know.tokens[viewer][piece] = top + n
        if piece in learnt:
            facts[top + n] = frozen(learnt[piece])
    know.next_token[viewer] = top + len(seen)
    know.facts[viewer], know.group_of[viewer] = facts, group_of
    know.groups[viewer] = {group: tuple(frozen(f) for f in pool) for group, pool in data["groups"]}
    know.next_group[viewer] = max(know.groups[viewer], default=0) + 1


def _frames(t: FogTable, data: dict[str, Any], rng: random.Random) -> None:
    """Put the dealt pieces into the agenda, and guess at its secrets."""
    viewer = data["seat"]

    def dealt(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(dealt(v) for v in value)
        if isinstance(value, str) and value.startswith("#"):
            return t.know.piece_of(viewer, int(value[1:]))
        return value

    agenda = []
    for frame in t.agenda:
        step = t.title.steps[frame.step]
        known = {key: dealt(frame[key]) for key in step.piece_fields if frame.get(key) is not None}
        frame = frame.having(**known) if known else frame
        agenda.append(frame if frame.seat == viewer else step.draw_secret(t, frame, rng))
    t.agenda = tuple(agenda)
