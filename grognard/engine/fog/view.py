"""Views: everything one viewer may know, and nothing else, as rows of plain values.

A view is made from the table that the viewer may see (its own lane, or the last barrier). Own pieces and those
that lie face up are rows of columns; the others are tokens with their place, their look, their public columns
and the facts learnt. ``json()`` is canonical: the same knowledge gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ..core.frames import Frame

if TYPE_CHECKING:
    from ..core.table import Event
    from .title import FogTable


class View:
    """What a viewer knows. ``data`` is plain JSON values; ``json()`` is their canonical text."""

    __slots__ = ("__earlier", "_events", "data", "kept")

    def __init__(
        self, data: dict[str, Any], told: Iterable[Event] = (), earlier: Callable[[], list[Event]] | None = None
    ) -> None:
        self.data = data
        self._events = tuple(told)
        self.__earlier = earlier
        self.kept: dict[Any, Any] = {}
        """What every guess made from this view has in common."""

    @property
    def told(self) -> list[dict[str, Any]]:
        """Everything that the viewer has been told."""
        earlier = self.__earlier() if self.__earlier is not None else ()
        return [event.json() for event in (*earlier, *self._events)]

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def json(self) -> str:
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def save(self) -> str:
        """The seat's own redacted journal: its view and everything it has been told."""
        kept = {"grognard": 1, "kind": "view", "view": self.data, "told": self.told}
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def table_view(t: FogTable, viewer: int) -> dict[str, Any]:
    """The position, agenda and knowledge that a viewer may see."""
    p = t.p
    columns, public = p.columns, public_columns(t)
    data: dict[str, Any] = {
        "title": t.title.meta.id, "scenario": t.scenario, "options": t.options, "rules": t.rules.level,
        "seats": list(t.seats), "seat": viewer, "board": t.world.board_hash,
        "columns": list(columns), "public": public, "pieces": len(p.at),
        "agenda": [frame_for(t, frame, viewer) for frame in t.agenda],
    }  # fmt: skip
    data["rows"] = _rows(t, viewer, columns)
    if t.title.fog:
        data["tokens"] = _token_rows(t, viewer, public)
        groups = t.know.groups[viewer]
        data["groups"] = [[group, [list(map(list, facts)) for facts in pool]] for group, pool in sorted(groups.items())]
        if t.title.private_columns:
            data["learnt"] = _learnt(t, viewer)
    data["nodes"] = {name: list(getattr(p, name)) for name in p.node_columns}
    data["sets"] = {name: format(getattr(p, name), "x") for name in p.sets}
    secret = t.title.secret_numbers(t)
    data["numbers"] = {n: getattr(p, n) for n in p.numbers if secret.get(n, viewer) == viewer}
    data["lists"] = _lists(t, viewer)
    data["records"] = _records(t, viewer)
    if p.tallies:
        data["counts"] = {name: getattr(p, name).hex() for name in p.tallies}
    data["plans"] = plans_for(t, viewer)
    return data


def public_columns(t: FogTable) -> list[str]:
    """The columns that an eye reads of a piece whose face it may not read."""
    hidden = (*t.title.secret_columns, *t.title.private_columns) if t.title.fog else t.title.private_columns
    return [column for column in t.p.columns if column not in hidden]


def _lists(t: FogTable, viewer: int) -> dict[str, list[int | None]]:
    """Every list; an entry that another seat alone knows is None."""
    found: dict[str, list[int | None]] = {name: getattr(t.p, name) for name in t.p.lists}
    for name, seats in t.title.secret_lists(t).items():
        entries = zip(found[name], seats, strict=True)
        found[name] = [value if seat in (-1, viewer) else None for value, seat in entries]
    return found


def _records(t: FogTable, viewer: int) -> dict[str, dict[Any, Any]]:
    """Every record, without the entries that another seat alone knows, nor those in which it has none of its own."""
    secret = t.title.secret_records(t)
    found = {}
    for name in t.p.records:
        seats = secret.get(name, {})
        if name != "plans" and (not seats or viewer in seats.values()):
            entries = sorted(getattr(t.p, name).items())
            found[name] = {key: value for key, value in entries if seats.get(key, viewer) == viewer}
    return found


def _learnt(t: FogTable, viewer: int) -> list[list[Any]]:
    """What a viewer has been told of private columns of others' pieces that lie face up: slot and facts."""
    private, facts = t.title.private_columns, t.know.facts[viewer]
    found = []
    for piece, token in enumerate(t.know.tokens[viewer]):
        if token in facts and t.p.shown[piece] >> viewer & 1 and not t.owns(viewer, piece):
            known = [list(fact) for fact in facts[token] if fact[0] in private]
            if known:
                found.append([piece, known])
    return found


def frame_for(t: FogTable, frame: Frame, viewer: int) -> list[Any]:
    """A frame as a viewer may see it: its own secrets, and pieces it cannot read as tokens."""
    dumped = frame.dump(secrets=frame.seat == viewer)
    if t.title.fog:
        for key in t.title.steps[frame.step].piece_fields:
            value = dumped[4].get(key)
            if isinstance(value, tuple):
                dumped[4][key] = [_piece_for(t, piece, viewer) for piece in value]
            elif value is not None:
                dumped[4][key] = _piece_for(t, value, viewer)
    return dumped


def _piece_for(t: FogTable, piece: int, viewer: int) -> int | str:
    if piece < 0 or t.sees(viewer, piece):
        return piece
    return f"#{t.know.tokens[viewer][piece]}"


def plans_for(t: FogTable, viewer: int) -> dict[str, Any]:
    """Plans: the public part for all, the secret part for the seat that made them."""
    out: dict[str, Any] = {}
    for name, (seat, public, secret) in sorted(t.p.plans.items()):
        out[name] = [seat, public, secret] if seat == viewer else [seat, public]
    return out


def _rows(t: FogTable, viewer: int, columns: tuple[str, ...]) -> list[list[Any]]:
    """One row for each piece whose face the viewer may read: its slot and every column; None for what it may not."""
    if t.title.private_columns:
        return _guarded(t, viewer, columns)
    p = t.p
    values = zip(*[getattr(p, name) for name in columns], strict=True)
    if not t.title.fog:
        return [[i, *row] for i, row in enumerate(values)]
    seat_of, power, shown = p.seat_of, p.power, p.shown
    return [
        [i, *row] for i, row in enumerate(values) if seat_of[power[i]] == viewer or shown[i] >> viewer & 1
    ]  # fmt: skip


def _guarded(t: FogTable, viewer: int, columns: tuple[str, ...]) -> list[list[Any]]:
    """The same while others' pieces keep some columns to their owner."""
    p, private = t.p, [name in t.title.private_columns for name in columns]
    rows: list[list[Any]] = []
    for piece, values in enumerate(zip(*[getattr(p, name) for name in columns], strict=True)):
        if t.owns(viewer, piece):
            rows.append([piece, *values])
        elif t.sees(viewer, piece):
            rows.append([piece, *[None if hidden else value for value, hidden in zip(values, private, strict=True)]])
    return rows


def _token_rows(t: FogTable, viewer: int, public: list[str]) -> list[list[Any]]:
    """One row for each block seen from behind: token, look, public columns, facts, group."""
    know, p, look = t.know, t.p, t.title.appearance
    facts, groups = know.facts[viewer], know.group_of[viewer]
    seat_of, power, shown = p.seat_of, p.power, p.shown
    hidden = [seat != viewer for seat in seat_of]
    values = list(zip(*[getattr(p, name) for name in public], strict=True))
    rows: list[list[Any]] = []
    for piece, token in enumerate(know.tokens[viewer]):
        if token and hidden[power[piece]] and not shown[piece] >> viewer & 1:
            known = [list(fact) for fact in facts[token]] if token in facts else []
            rows.append([token, look(t, piece), list(values[piece]), known, groups.get(token, 0)])
    rows.sort(key=itemgetter(0))
    deal_deeds([row[2] for row in rows], public, t.title.stack_columns, list.sort)
    return rows


def deal_deeds(
    rows: list[list[int]], public: Sequence[str], deeds: Sequence[str], arrange: Callable[[list[tuple[int, ...]]], None]
) -> None:
    """Deal out what was done among the blocks of a stack that nothing else public tells apart, as ``arrange`` says."""
    if not deeds:
        return
    at, cells, done_of, rest_of = _cells(tuple(public), tuple(deeds))
    busy = {row[at] for row in rows if any(done_of(row))}
    alike: dict[tuple[int, ...], list[list[int]]] = {}
    for row in rows if busy else ():
        if row[at] in busy:
            alike.setdefault(rest_of(row), []).append(row)
    for stack in alike.values():
        if len(stack) > 1:
            done = [done_of(row) for row in stack]
            arrange(done)
            if done.count(done[0]) < len(done):
                for row, values in zip(stack, done, strict=True):
                    for cell, value in zip(cells, values, strict=True):
                        row[cell] = value


Cells = Callable[[list[int]], tuple[int, ...]]


@cache
def _cells(public: tuple[str, ...], deeds: tuple[str, ...]) -> tuple[int, tuple[int, ...], Cells, Cells]:
    """Where a row says where the block is and what it has done, and how to read that and the rest."""
    cells = tuple(public.index(name) for name in deeds)
    rest = [cell for cell in range(len(public)) if cell not in cells]
    done_of: Cells = itemgetter(*cells) if len(cells) > 1 else lambda row: (row[cells[0]],)
    return public.index("at"), cells, done_of, itemgetter(*rest)
