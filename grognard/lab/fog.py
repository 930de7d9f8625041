"""Fog, first way: twin games that differ only in what one seat cannot know.

One seat's blocks change identities among those that another seat cannot tell apart. Both games then go on with
the same orders, carried over by token, and the same dice; everything that the other seat gets must stay the
same to the byte, until a row of the reveal table fires. Permutations under which an order of the owner is no
longer legal are thrown away and counted.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..engine.core.frames import Frame
from ..engine.core.knowledge import Token
from ..engine.core.offers import PIECE, PIECES, Decision, Order
from ..engine.core.rules import Refused
from ..engine.core.table import Table
from ..engine.play.game import Game
from ..engine.play.odds import odds_of
from .conform import Broken, mangled
from .policies import POLICIES

HORIZON = 24
"""Orders for which twins are compared."""

Mapping_ = dict[int, int]


@dataclass
class Twins:
    """What a run of twins has seen."""

    kept: int = 0
    thrown_away: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    revealed: Counter[str] = field(default_factory=Counter)


# Who may be exchanged


def exchangeable(t: Table, owner: int) -> list[list[int]]:
    """The owner's pieces in groups that no other viewer can tell apart."""
    know, p = t.know, t.p
    groups: dict[Any, list[int]] = {}
    others = [viewer for viewer in t.viewers if viewer != owner]
    for piece in range(len(p.at)):
        if not t.owns(owner, piece) or p.shown[piece]:
            continue
        hidden = all(t.out_of_sight(viewer, piece) for viewer in others)
        seen = all(know.tokens[viewer][piece] for viewer in others)
        if not hidden and not seen:
            continue
        facts = tuple(
            (know.facts[v].get(know.tokens[v][piece], ()), know.group_of[v].get(know.tokens[v][piece], 0))
            for v in others
        )
        groups.setdefault((p.power[piece], t.title.appearance(t, piece), facts), []).append(piece)
    return [group for group in groups.values() if len(group) > 1]


def token_of(t: Table, viewer: int, piece: int) -> Token:
    know, token = t.know, t.know.tokens[viewer][piece]
    facts, group = know.facts[viewer].get(token, ()), know.group_of[viewer].get(token, 0)
    return Token(token, t.p.at[piece], t.p.power[piece], t.title.appearance(t, piece), facts, group)


def permutation(t: Table, owner: int, rng: random.Random) -> Mapping_ | None:
    """Whose face each block takes, or None when none can take another's: a few swaps that no viewer could rule out."""
    groups = exchangeable(t, owner)
    mapping: Mapping_ = {}
    for _ in range(12 if groups else 0):
        i, j = rng.sample(rng.choice(groups), 2)
        a, b = mapping.get(i, i), mapping.get(j, j)
        if (t.know.tokens[-1][i] or t.know.tokens[-1][j]) and _credible(t, owner, i, b) and _credible(t, owner, j, a):
            mapping[i], mapping[j] = b, a
    return {i: j for i, j in mapping.items() if i != j} or None


def _credible(t: Table, owner: int, block: int, face: int) -> bool:
    """Could the block be that piece, for all that the others know?"""
    return all(
        not t.know.tokens[viewer][block] or t.title.could_be(t, face, token_of(t, viewer, block))
        for viewer in t.viewers
        if viewer != owner
    )


def exchange(t: Table, owner: int, mapping: Mapping_) -> None:
    """The block that was piece i is piece mapping[i]: what an eye sees of it stays, its face goes."""
    p = t.p
    for name in p.columns:
        if name not in (*t.title.secret_columns, *t.title.private_columns):
            column = getattr(p, name)
            for piece, value in [(j, column[i]) for i, j in mapping.items()]:
                column[piece] = value
    for viewer in t.viewers:
        if viewer != owner:
            tokens = t.know.tokens[viewer]
            t.know.hand(viewer, {j: tokens[i] for i, j in mapping.items()})
    t.agenda = tuple(_renamed(t, frame, mapping) for frame in t.agenda)
    t.title.rename_pieces(t, mapping)
    p.restack()


def _renamed(t: Table, frame: Frame, mapping: Mapping_) -> Frame:
    def name(value: Any) -> Any:
        return tuple(name(v) for v in value) if isinstance(value, tuple) else mapping.get(value, value)

    fields = t.title.steps[frame.step].piece_fields
    data = tuple((key, name(value) if key in fields else value) for key, value in frame.data)
    secret = tuple((key, name(value) if key in fields else value) for key, value in frame.secret)
    return Frame(frame.step, frame.kind, frame.seat, frame.power, data, secret)


def twin_of(game: Game, owner: int, mapping: Mapping_) -> Game:
    twin = game.copy()
    for lane in (twin.main, *twin.lanes.values()):
        exchange(lane.table, owner, mapping)
        exchange(lane.base, owner, mapping)
    return twin


def carried_over(d: Decision, there: Decision, order: Order, mapping: Mapping_) -> Order:
    """The same order with each block called by what it is in the twin."""
    verb = next(v for v in d.verbs if v.name == order.verb)
    args: list[Any] = []
    for level, value in zip(verb.levels, order.args, strict=True):
        if level.kind == PIECE:
            value = mapping.get(value, value)
        elif level.kind == PIECES:
            value = tuple(sorted((mapping.get(i, i) for i in value), key=there._rank))
        args.append(value)
    return Order(order.verb, tuple(args), "")


# What a seat gets


def _odds(game: Game, seat: str, text: str) -> object:
    """The odds of an order, or why it has none."""
    try:
        return odds_of(game, seat, text, deals=3)
    except Refused as refused:
        return refused.rule, refused.sentence


def received(game: Game, seat: str | None, texts: list[str]) -> dict[str, str]:
    """Everything that a viewer gets, channel by channel, as text."""
    view = game.view(seat)
    out = {"view": view.json(), "save": view.save(), "events": _plain([e.json() for e in game.events(seat)])}
    if seat is None:
        return out
    index = game.seat_index(seat)
    d, t = game.decisions().get(seat), game.table_for(index)
    out["deciding"] = _plain(sorted(game.decisions()))
    if d is not None:
        out["prompt"] = d.prompt
        out["debts"] = _plain([tuple(o)[:2] for o in d.debts])
        out["offers"] = _plain([[c.text, c.cost] for c in d.next()] + [o.text for o in d.actions(limit=150)])
        out["odds"] = _plain([_odds(game, seat, text) for text in texts[:6]])
    out["standing"] = _plain([c.text for c in game.offers(seat).next()])
    out["refusals"] = _plain([game.why_not(seat, text) for text in texts])
    out["undo"] = _undo_reason(game, seat)
    out["overlays"] = _plain([t.title.overlay(t, index, name) for name in t.title.overlays])
    out["panels"] = _plain(t.title.panels(t, index))
    return out


def _plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _undo_reason(game: Game, seat: str) -> str:
    try:
        game.copy().undo(seat)
    except Refused as refused:
        return str(refused)
    return ""


def probes(game: Game, seat: str | None, rng: random.Random) -> list[str]:
    """Texts that a seat might try: its offers, and what looks like them."""
    if seat is None:
        return []
    d = game.decisions().get(seat)
    if d is None:
        return ["end", "pass"]
    texts: list[str] = []
    for _ in range(3):
        texts += mangled(d.sample(rng).text, rng, game)
    index = game.seat_index(seat)
    tokens = [f"#{token.token}" for token in game.table_for(index).tokens(index)] if game.title.fog else []
    for verb in d.verbs:
        texts += [f"{verb.name} {rng.choice(tokens)}" for _ in range(2) if tokens]
    return texts


def same_for(one: Game, other: Game, seat: str | None, rng: random.Random, when: str) -> None:
    """Both games give a viewer the same."""
    texts = probes(one, seat, rng)
    ours, theirs = received(one, seat, texts), received(other, seat, texts)
    for channel, text in ours.items():
        if theirs.get(channel) != text:
            raise Broken(
                "fog", f"{when}: {channel} of {seat or 'the spectator'} differs: {_where(text, theirs[channel])}"
            )
    if ours.keys() != theirs.keys():
        raise Broken("fog", f"{when}: {seat} gets {sorted(ours)} or {sorted(theirs)}")


def _where(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 60) : at + 60]!r} against {other[max(0, at - 60) : at + 60]!r}"


@contextmanager
def reveals_watched() -> Iterator[list[tuple[str, frozenset[int]]]]:
    """The rows of the reveal table that fire: rule and audience."""
    fired: list[tuple[str, frozenset[int]]] = []
    plain = Table.reveal

    def watched(t: Table, rule: str, pieces: Any, to: Any = None, *args: Any, **kwargs: Any) -> None:
        audience = frozenset(t.viewers if to is None else to)
        fired.append((rule, audience))
        plain(t, rule, pieces, None if to is None else tuple(sorted(audience)), *args, **kwargs)

    Table.reveal = watched  # type: ignore[assignment,method-assign]
    try:
        yield fired
    finally:
        Table.reveal = plain  # type: ignore[method-assign]


# Playing twins


def play_twins(game: Game, owner: int, rng: random.Random, found: Twins, horizon: int = HORIZON) -> None:
    """From here on, compare a game with a twin in which the owner's blocks have changed faces."""
    mapping = permutation(game.table, owner, rng)
    if mapping is None:
        found.thrown_away["nothing to exchange"] += 1
        return
    one, other = game.copy(), twin_of(game, owner, mapping)
    others = [seat for i, seat in enumerate(game.seats) if i != owner]
    viewers: list[str | None] = [*others, None]
    start = rng.random()
    for viewer in viewers:
        same_for(one, other, viewer, random.Random(start), "after the exchange")
    with reveals_watched() as fired:
        for n in range(horizon):
            deciding = one.decisions()
            if not deciding:
                break
            seat = rng.choice(sorted(deciding))
            order = POLICIES["end-averse"](one, deciding[seat], rng, None, Counter())
            if one.seat_index(seat) == owner and _by_name(deciding[seat], order):
                found.thrown_away["a set-up laid out by name"] += 1
                return
            if not _both(one, other, seat, order, mapping, one.seat_index(seat) == owner, found):
                return
            if fired or one.outcome is not None:
                # The count at the end of a game is for all to see.
                found.revealed.update([fired[0][0] if fired else "the end"])
                break
            start = rng.random()
            for viewer in viewers:
                same_for(one, other, viewer, random.Random(start), f"{n + 1} orders later, after {seat} {order.verb}")
            found.compared += 1
    found.kept += 1


def _by_name(d: Decision, order: Order) -> bool:
    """An order of an editor that lays out pieces by what they are, and so does otherwise in a twin."""
    verb = next(v for v in d.verbs if v.name == order.verb)
    return d.frame.step in d.t.title.editors and not verb.ends and not any(level.kind == PIECE for level in verb.levels)


def _both(one: Game, other: Game, seat: str, order: Order, mapping: Mapping_, owners: bool, found: Twins) -> bool:
    """Play an order in both games; False when the twin's owner may not give it."""
    there = other.decisions().get(seat)
    if there is None:
        raise Broken("fog", f"{seat} must decide in one game and not in its twin")
    try:
        there.judge(carried := carried_over(one.decisions()[seat], there, order, mapping))
    except Refused as refused:
        if owners:
            found.thrown_away[refused.rule] += 1
            return False
        raise Broken("fog", f"{seat} may {order} in one game; in its twin: {refused}") from refused
    one.play(seat, order)
    other.play(seat, carried)
    return True


def _at_rest(game: Game) -> bool:
    """Nothing waits to be played again with the names it was ordered by."""
    return not game.main.done and not any(lane.given for lane in game.lanes.values())


def twins(
    title: str, scenario: str, wanted: int, seed: int = 0, horizon: int = HORIZON, options: dict[str, str] | None = None
) -> Twins:
    """Play games and let twins part from them at random moments until enough were kept."""
    found, n = Twins(), 0
    while found.kept < wanted and n < 40 * wanted:
        rng = random.Random(f"twins {title} {scenario} {seed} {n}")
        game = Game.new(title, scenario, seed=seed + n, options=options)
        n += 1
        while game.outcome is None and found.kept < wanted:
            deciding = game.decisions()
            seat = rng.choice(sorted(deciding))
            game.play(seat, POLICIES["end-averse"](game, deciding[seat], rng, None, Counter()))
            if rng.random() < 0.15 and game.outcome is None and _at_rest(game):
                play_twins(game, rng.randrange(len(game.seats)), rng, found, horizon)
    return found
