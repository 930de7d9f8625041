"""The conformance checks: what must hold at any moment of any game of any title.

Each check is a function of a game and a source of chance; it works on copies and raises :class:`Broken`. The
driver (:mod:`grognard.lab.run`) calls them at sampled steps and at every barrier.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from ..engine.core.cache import drop_caches
from ..engine.core.offers import Decision, Order
from ..engine.core.rules import Refused
from ..engine.core.table import Table
from ..engine.play.game import Game, load

FEW = 24
"""So many orders are all tried; of more, a sample."""
LISTED = 400
"""So many orders are listed to compare their texts."""


class Broken(AssertionError):
    """A check that failed: its name and what was found."""

    def __init__(self, check: str, found: str) -> None:
        self.check, self.found = check, found
        super().__init__(f"{check}: {found}")


Check = Callable[[Game, random.Random], None]


def views(game: Game, but: tuple[str, ...] = ()) -> list[str]:
    """What every viewer gets, as text. ``but`` leaves out counters that are meant to run on."""
    found = []
    for seat in (*game.seats, None):
        data = {key: value for key, value in game.view(seat).data.items() if key not in but}
        found.append(json.dumps(data, sort_keys=True, default=_no_json))
    return found


def _no_json(value: Any) -> Any:
    raise Broken("view_is_plain", f"a view holds {type(value).__name__} {value!r}")


def expect(check: str, holds: bool, found: str) -> None:
    if not holds:
        raise Broken(check, found[:600])


def some_orders(d: Decision, rng: random.Random, n: int = 6) -> list[Order]:
    """All orders when they are few, else a few of them."""
    found = d.actions(limit=FEW)
    return list(found) if not found.cut else [d.sample(rng) for _ in range(n)]


# What holds at a moment


def someone_must_decide(game: Game, rng: random.Random) -> None:
    """A game that is not over waits for someone."""
    expect("someone_must_decide", bool(game.decisions()) == (game.outcome is None), f"agenda {game.table.agenda}")


def no_dead_end(game: Game, rng: random.Random) -> None:
    """Every decision has at least one complete order."""
    for seat, d in game.decisions().items():
        if not d.actions(limit=1):
            owed = "; ".join(o.sentence for o in d.debts)
            raise Broken("no_dead_end", f"{seat} has nothing to order in {d.frame.step}. Owed: {owed or 'nothing'}")


def orders_playable(game: Game, rng: random.Random) -> None:
    """Every offered order is taken."""
    for seat, d in game.decisions().items():
        for order in some_orders(d, rng):
            twin = game.copy()
            try:
                twin.play(seat, order)
            except Refused as refused:
                raise Broken("orders_playable", f"{seat} is offered {order} but refused: {refused}") from refused


def texts_parse_back(game: Game, rng: random.Random) -> None:
    """Text forms are unique and parse back to an equal order."""
    for seat, d in game.decisions().items():
        found = d.actions(limit=LISTED)
        texts: dict[str, Order] = {}
        for order in found:
            if order.text in texts:
                raise Broken("texts_parse_back", f"{seat}: {order.text!r} is both {texts[order.text]} and {order!r}")
            texts[order.text] = order
        for order in [*rng.sample(found, min(len(found), 40)), *(d.sample(rng) for _ in range(4))]:
            try:
                back = d.parse(order.text)
            except Refused as refused:
                raise Broken("texts_parse_back", f"{seat}: {order.text!r} does not parse: {refused}") from refused
            expect("texts_parse_back", back == order, f"{seat}: {order!r} comes back as {back!r}")


def tree_agrees(game: Game, rng: random.Random) -> None:
    """A sampled order can be reached choice by choice, and every choice on its way is listed."""
    for seat, d in game.decisions().items():
        order = d.sample(rng)
        expect("tree_agrees", order.verb in [c.text for c in d.next()], f"{seat}: {order.verb} is not at the root")
        tokens = order.text.split()
        for i in range(1, len(tokens) + 1):
            reason = d.why_not(" ".join(tokens[:i]))
            expect("tree_agrees", reason is None, f"{seat}: {tokens[:i]} of {order.text!r} is refused: {reason}")


def idle_seats(game: Game, rng: random.Random) -> None:
    """A seat that has nothing to decide has standing offers only."""
    deciding = game.decisions()
    for seat in game.seats:
        names = {verb.name for verb in game.offers(seat).open_verbs()}
        expect("idle_seats", names <= {"propose", "accept", "decline", "standing"}, f"{seat} is offered {names}")
        if seat in deciding:
            continue
        for d in deciding.values():
            order = d.sample(rng)
            reason = game.why_not(seat, order)
            wanted = reason is not None and reason.rule in ("E.turn", "E.closed")
            expect("idle_seats", wanted, f"{seat} is idle, but {order} gives {reason}")


def copy_independent(game: Game, rng: random.Random) -> None:
    """Playing on a copy leaves the game as it was, and the other way round."""
    before, seen = game.hash(), views(game)
    twin = game.copy()
    expect("copy_independent", twin.hash() == before, "a copy has another hash")
    expect("copy_independent", views(twin) == seen, "a copy gives other views")
    other = game.copy()
    for _ in range(4):
        if not step_at_random(twin, rng):
            break
    expect("copy_independent", game.hash() == before and views(game) == seen, "playing on a copy changed the game")
    expect("copy_independent", other.hash() == before and views(other) == seen, "playing on a copy changed its sister")


def step_at_random(game: Game, rng: random.Random) -> tuple[str, Order] | None:
    """Play one order of any seat that must decide."""
    deciding = game.decisions()
    if not deciding:
        return None
    seat = rng.choice(sorted(deciding))
    order = deciding[seat].sample(rng)
    game.play(seat, order)
    return seat, order


def save_and_load(game: Game, rng: random.Random) -> None:
    """A saved game comes back exactly: hash, views, offers, and the text itself."""
    text = game.save()
    back = load(text)
    expect("save_and_load", back.hash() == game.hash(), "the loaded game has another hash")
    expect("save_and_load", views(back) == views(game), "the loaded game gives other views")
    expect("save_and_load", back.save() == text, "the loaded game is saved as another text")
    for seat in (*game.seats, None):
        expect("save_and_load", back.events(seat) == game.events(seat), f"{seat} was told something else")
    ours, theirs = offered(game), offered(back)
    expect("save_and_load", ours == theirs, f"the loaded game offers {theirs} instead of {ours}")
    twin, start = game.copy(), rng.random()
    for one in (twin, back):
        chance = random.Random(start)
        for _ in range(5):
            if not step_at_random(one, chance):
                break
    expect("save_and_load", twin.hash() == back.hash(), "the loaded game plays on in another way")


def offered(game: Game, limit: int = 40) -> dict[str, Any]:
    """Prompts and the first orders of everyone who must decide."""
    return {
        seat: (d.prompt, [o.text for o in d.actions(limit=limit)], [tuple(o) for o in d.debts])
        for seat, d in game.decisions().items()
    }


def undo_exact(game: Game, rng: random.Random) -> None:
    """An order that may be taken back leaves no trace; given again it does the same."""
    for seat, d in game.decisions().items():
        order = d.sample(rng)
        before, seen = game.hash(), views(game, but=("version",))
        twin = game.copy()
        twin.play(seat, order)
        after = twin.hash()
        try:
            twin.undo(seat)
        except Refused:
            continue
        expect("undo_exact", twin.hash() == before, f"{seat}: {order} and undo lead to another position")
        expect("undo_exact", views(twin, but=("version",)) == seen, f"{seat}: {order} and undo show in a view")
        twin.redo(seat)
        expect("undo_exact", twin.hash() == after, f"{seat}: {order}, undo and redo lead to another position")


def without_caches(game: Game, rng: random.Random) -> None:
    """A twin that forgets everything before each call offers and does the same."""
    one, other, start = game.copy(), game.copy(), rng.random()
    for chance, forget in ((random.Random(start), False), (random.Random(start), True)):
        twin = other if forget else one
        for _ in range(5):
            if forget:
                drop_caches()
                twin._changed()
                for seat in twin.decisions():
                    drop_caches()
                    twin.view(seat)
            if not step_at_random(twin, chance):
                break
    expect("without_caches", one.hash() == other.hash(), "a twin without caches plays another game")
    expect("without_caches", offered(one) == offered(other), "a twin without caches is offered other orders")


def interleavings(game: Game, rng: random.Random) -> None:
    """Orders of seats that work in parallel commute: any shuffle of them leads to the same hash."""
    if len(game.lanes) < 2 or any(lane.given for lane in game.lanes.values()):
        return
    first = game.copy()
    queues: dict[str, list[Order]] = {seat: [] for seat in game.seats}
    given = 0
    while first.lanes and given < 400 and len(first.journal.entries) == len(game.journal.entries) + given:
        if first.outcome is not None or (given and not any(lane.given for lane in first.lanes.values())):
            break
        played = step_at_random(first, rng)
        if played is None:
            break
        queues[played[0]].append(played[1])
        given += 1
    for _ in range(3):
        turns = [seat for seat, queue in queues.items() for _ in queue]
        rng.shuffle(turns)
        twin, queue_of = game.copy(), {seat: iter(queue) for seat, queue in queues.items()}
        for seat in turns:
            twin.play(seat, next(queue_of[seat]))
        expect("interleavings", twin.hash() == first.hash(), f"in the order {turns} the seats reach another position")


def why_not_is_what_refused_says(game: Game, rng: random.Random) -> None:
    """``why_not`` says just what a refusal says, and is silent when there is none."""
    deciding = game.decisions()
    for seat, d in deciding.items():
        for text in mangled(d.sample(rng).text, rng, game):
            said = game.why_not(seat, text)
            try:
                game.copy().play(seat, text)
            except Refused as refused:
                expect("why_not", said == refused.reason, f"{seat} {text!r}: why_not {said}, refused {refused.reason}")
            else:
                expect("why_not", said is None, f"{seat} {text!r} was taken, but why_not says {said}")


def mangled(text: str, rng: random.Random, game: Game) -> list[str]:
    """A text order and a few that look like it."""
    words = text.split()
    nodes = [node_name(game, rng.randrange(game.title.nodes(game.table))) for _ in range(2)]
    out = [text, " ".join(words[:-1]) or "end", f"{text} {words[-1]}"]
    for node in nodes:
        out.append(" ".join([*words[:-1], node]))
    if len(words) > 1:
        swapped = words[:]
        swapped[1] = rng.choice(nodes + words)
        out.append(" ".join(swapped))
    return out


def node_name(game: Game, node: int) -> str:
    """A node's name, or its number when it has none (the padding of a grid)."""
    try:
        return game.table.node_name(node)
    except (LookupError, ValueError):
        return str(node)


def invariants(game: Game, rng: random.Random) -> None:
    """The title's own invariants, on the table and in each lane."""
    tables = [game.table, *(lane.table for lane in game.lanes.values())]
    for name, holds in game.title.invariants.items():
        expect("invariants", all(holds(t) for t in tables), f"{name} does not hold")
    for t in tables:
        _stacks(t)


def _stacks(t: Table) -> None:
    """Who stands where is kept up to date."""
    twin = t.p.copy()
    twin.restack()
    expect("invariants", twin.stacks == t.p.stacks, "the stacks do not fit where the pieces are")
    expect("invariants", twin.occupied == t.p.occupied, "the occupied sets do not fit where the pieces are")


def editor_can_commit(game: Game, rng: random.Random) -> None:
    """In an editor (deployment) the order that ends it stays within reach."""
    for seat, d in game.decisions().items():
        if d.frame.step not in game.title.editors:
            continue
        twin, depth = game.copy(), len(d.t.agenda)
        for _ in range(300):
            now = twin.decisions().get(seat)
            if now is None or now.frame.step != d.frame.step or len(now.t.agenda) < depth:
                break
            ends = [verb for verb in now.open_verbs() if verb.ends or verb.name in game.title.safe_orders]
            twin.play(seat, now.sample(rng, ends or None))
        else:
            raise Broken("editor_can_commit", f"{seat} finds no way out of {d.frame.step}")


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        someone_must_decide, no_dead_end, orders_playable, texts_parse_back, tree_agrees, idle_seats, copy_independent,
        save_and_load, undo_exact, without_caches, interleavings, why_not_is_what_refused_says, invariants,
        editor_can_commit,
    )
}  # fmt: skip

# What holds from one moment to the next


def progress_falls(before: Game, seat: str, order: Order, after: Game) -> None:
    """The progress measure falls with every order of a frame that is no editor, or stays while the agenda shrinks."""
    index = before.seat_index(seat)
    was = before.lanes[index].table if index in before.lanes else before.table
    if was.frame.step in before.title.editors or after.outcome is not None:
        return
    now = after.lanes[index].table if index in before.lanes and index in after.lanes else after.table
    old, new = (before.title.progress(was), len(was.agenda)), (after.title.progress(now), len(now.agenda))
    expect("progress_falls", new < old, f"{seat} {order} in {was.frame.step}: from {old} to {new}")


def ledgers_conserved(before: Game, seat: str, order: Order, after: Game) -> None:
    """What the title declares as conserved stays the same."""
    for name, count in before.title.ledgers.items():
        old, new = count(before.table), count(after.table)
        expect("ledgers_conserved", old == new, f"{name} went from {old} to {new} with {seat} {order}")


def dice_are_faces(before: Game, seat: str, order: Order, after: Game) -> None:
    """Whoever is told of dice is told each face, as tables draw them: ``dice`` is several, ``die`` one."""
    for viewer in (*after.seats, None):
        for event in after.events(viewer, since=len(before.events(viewer))):
            fields = dict(event.fields)
            dice = fields.get("dice", ())
            faces = isinstance(dice, tuple | list) and all(isinstance(die, int) for die in dice)
            expect("dice_are_faces", faces and isinstance(fields.get("die", 0), int), f"{event} with {seat} {order}")


MOVES = {check.__name__: check for check in (progress_falls, ledgers_conserved, dice_are_faces)}
