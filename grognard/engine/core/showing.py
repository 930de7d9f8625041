"""What a table shows to whom: pieces revealed and stood up again, powers that go over to another seat, tokens.

Rule code calls these as verbs of the table (``t.reveal``, ``t.hide``, ``t.hand_over``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .knowledge import Facts, Token

if TYPE_CHECKING:
    from .table import Table


def reveal(
    t: Table, rule: str, pieces: Iterable[int], to: Iterable[int] | None, columns: Iterable[str] | None, name: bool,
    up: bool, facts: Mapping[str, int] | None,
) -> None:  # fmt: skip
    """Show secret facts about pieces; see :meth:`Table.reveal`."""
    if not t.title.fog:
        return
    if t.title.number(rule) not in t.title.reveals:
        raise KeyError(f"{t.title.meta.id}: no row of the reveal table for {t.title.number(rule)}")
    if rule in t.rules.off:
        return
    shown = tuple(t.title.secret_columns if columns is None else columns)
    clock = t.clock
    for piece in pieces:
        owner = t.seat_of(t.p.power[piece])
        told = {column: getattr(t.p, column)[piece] for column in shown}
        told.update(facts or {})
        if name:
            told["id"] = piece
        for viewer in t.viewers if to is None else to:
            if viewer == owner:
                continue
            known = t.know.known(viewer, piece)
            if not t.barrier and any(known.get(k, (None, 0))[0] != v for k, v in told.items()):
                t.bar(_what_was_shown(t, piece))
            t.know.learn(viewer, piece, told, clock)
            if up:
                t.p.shown[piece] |= 1 << viewer


def _what_was_shown(t: Table, piece: int) -> str:
    """A barrier in words that all may read: the place, where all see that something is there."""
    if any(t.out_of_sight(viewer, piece) for viewer in t.viewers):
        return "something hidden has been shown"
    return f"what stands in {t.node_name(t.p.at[piece])} has been shown"


def hide(t: Table, pieces: Iterable[int]) -> None:
    """Stand pieces up again; what was seen is remembered."""
    if not t.title.fog:
        return
    for piece in pieces:
        shown = t.p.shown[piece]
        if not shown:
            continue
        for viewer in t.viewers:
            if shown >> viewer & 1:
                t.know.learn(viewer, piece, _face(t, piece), t.clock)
        t.p.shown[piece] = 0


def _face(t: Table, piece: int) -> dict[str, int]:
    """All that a piece's face tells."""
    return {"id": piece, **{column: getattr(t.p, column)[piece] for column in t.title.secret_columns}}


def hand_over(t: Table, power: int, seat: int) -> None:
    """Another seat plays a power: it reads the power's pieces, and whoever played it knows them as they were."""
    before = t.seat_of(power)
    if before == seat:
        return
    if t.title.fog:
        own = [piece for piece, owner in enumerate(t.p.power) if owner == power]
        for piece in own:
            t.know.gone(seat, piece)
        t.p.seat_of[power] = seat
        in_sight = [piece for piece in own if not t.out_of_sight(before, piece)]
        t.know.born(before, in_sight, t.dice)
        for piece in in_sight:
            t.know.learn(before, piece, _face(t, piece), t.clock)
    t.p.seat_of[power] = seat
    t.p.changed(power)
    t.bar(f"{t.title.meta.powers[power]} is played by {t.seat_name(seat)}")


def tokens(t: Table, viewer: int) -> list[Token]:
    """Every block that a viewer sees the back of."""
    know, p, title = t.know, t.p, t.title
    facts, groups = know.facts[viewer], know.group_of[viewer]
    out = []
    for piece, token in enumerate(know.tokens[viewer]):
        if token and not p.shown[piece] >> viewer & 1 and p.seat_of[p.power[piece]] != viewer:
            known: Facts = facts.get(token, ())
            look = title.appearance(t, piece)
            out.append(Token(token, p.at[piece], p.power[piece], look, known, groups.get(token, 0)))
    out.sort()
    return out
