"""Fog, second way: redraws by ``sample``.

A guess made from a seat's view must give that seat the same view and offers, must be playable, and must reach
every identity that fits what the seat knows, the true one among them.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice, permutations, product
from typing import Any

from ..engine.core.position import frozen
from ..engine.core.table import Table
from ..engine.fog import guess
from ..engine.fog.view import View
from ..engine.play.game import Game, sample
from .conform import Broken, step_at_random
from .fog import probes
from .policies import POLICIES

SAME = (
    "rows", "tokens", "groups", "learnt", "nodes", "sets", "numbers", "lists", "records", "counts", "plans", "agenda",
    "deciding", "columns", "pieces", "options", "rules", "seats",
)  # fmt: skip

DRAWS, ENOUGH, GAMES = 20, 500, 40
"""Redraws of one moment, redraws after which a kind of frame is no longer looked for, and games searched for one."""


@dataclass
class Redraws:
    """Redraws counted by the kind of frame, when something hidden is neither as it was nor as drawn before."""

    counted: Counter[str] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    played_on: int = 0


def hidden_state(game: Game, viewer: int) -> dict[int, tuple[int, ...]]:
    """What lies behind each token of a viewer: the piece and its secret columns."""
    t = game.table_for(viewer)
    if not t.title.fog:
        return {}
    columns = [getattr(t.p, name) for name in t.title.secret_columns]
    return {
        token: (piece, *(column[piece] for column in columns))
        for piece, token in enumerate(t.know.tokens[viewer])
        if token and not t.sees(viewer, piece)
    }


def unseen(game: Game, viewer: int) -> tuple[Any, ...]:
    """All that is hidden from a viewer: its tokens, plans, and what others have done so far in a parallel frame.

    The last is all there is while the first set-up is laid out: no enemy block is in sight.
    """
    lanes = [
        (_pieces(lane.table, seat), sorted(lane.table.p.plans.items()))
        for seat, lane in sorted(game.lanes.items()) if seat != viewer
    ]  # fmt: skip
    return hidden_state(game, viewer), secrets(game), lanes


def _pieces(t: Table, seat: int) -> list[tuple[int, ...]]:
    """A seat's pieces, column by column."""
    p = t.p
    own = [i for i, power in enumerate(p.power) if p.seat_of[power] == seat]
    return [tuple(column[i] for i in own) for column in (getattr(p, name) for name in p.columns)]


class Original:
    """A game as a seat has it: what every guess is compared with, asked for once."""

    def __init__(self, game: Game, seat: str, rng: random.Random) -> None:
        self.game, self.seat, self.index = game, seat, game.seat_index(seat)
        view = game.view(seat)
        self.view = View(json.loads(view.json()))
        self.kind = frame_kind(game, self.index)
        self.shown = shown(view.data)
        self.offers = offers(game, seat)
        self.texts = probes(game, seat, rng) if self.offers else []
        self.refusals = [game.why_not(seat, text) for text in self.texts]
        self.drawn = [unseen(game, self.index)]


def shown(data: dict[str, Any]) -> dict[str, str]:
    return {key: json.dumps(data[key]) for key in SAME if key in data}


def secrets(game: Game) -> list[Any]:
    return [sorted(plan[2]) for plan in game.table.p.plans.values()]


def offers(game: Game, seat: str) -> dict[str, Any]:
    """Prompt, first orders and debts of a seat that must decide; nothing for one that need not."""
    d = game.decisions().get(seat)
    if d is None:
        return {}
    return {"prompt": d.prompt, "offers": [o.text for o in d.actions(limit=80)], "debts": [o[:2] for o in d.debts]}


def redraw(one: Original, rng: random.Random, found: Redraws) -> Game:
    """One redraw: the seat must not notice."""
    drawn, seat, kind = sample(one.view, rng), one.seat, one.kind
    theirs = shown(drawn.view(seat).data)
    for key, ours in one.shown.items():
        if theirs[key] != ours:
            detail = f"{ours[:300]} against {theirs[key][:300]}"
            raise Broken("redraw", f"in {kind}, {key} of {seat} is not what was drawn from: {detail}")
    offered = offers(drawn, seat)
    if one.offers.keys() != offered.keys():
        raise Broken("redraw", f"in {kind}, {seat} must decide in one of game and guess only")
    for what, had in one.offers.items():
        if had != offered[what]:
            raise Broken("redraw", f"in {kind}, {what} of {seat} differ: {had} against {offered[what]}"[:900])
    for text, refusal in zip(one.texts, one.refusals, strict=True):
        if refusal != (said := drawn.why_not(seat, text)):
            raise Broken("redraw", f"in {kind}, {seat} {text!r}: {refusal} against {said}")
    hidden = unseen(drawn, one.index)
    (found.unchanged if hidden in one.drawn else found.counted)[kind] += 1
    one.drawn.append(hidden)
    return drawn


def frame_kind(game: Game, viewer: int) -> str:
    t = game.table_for(viewer)
    return f"{t.frame.kind} {t.frame.step}" if t.agenda else "closed"


def play_on(drawn: Game, rng: random.Random, orders: int = 12) -> None:
    """A guess is a game: it can be played on."""
    for _ in range(orders):
        if not step_at_random(drawn, rng):
            return


def moments(
    title: str, scenario: str, seed: int, share: float, options: dict[str, str] | None = None,
    rare: Callable[[Game], Any] = lambda game: False, games: int | None = None,
) -> Iterator[tuple[Game, random.Random]]:  # fmt: skip
    """Games at random moments, and at all that are ``rare``; so many games, or without end."""
    for n in islice(count(), games):
        rng = random.Random(f"redraw {title} {scenario} {seed} {n}")
        game = Game.new(title, scenario, seed=seed + n, options=options)
        policy = list(POLICIES.values())[n % len(POLICIES)]
        while game.outcome is None:
            if rng.random() < share or rare(game):
                yield game, rng
            deciding = game.decisions()
            seat = rng.choice(sorted(deciding))
            game.play(seat, policy(game, deciding[seat], rng, None, Counter()))


def redraws(title: str, scenario: str, wanted: int, seed: int = 0, at_most: int = 0) -> Redraws:
    """Redraw at random moments until every kind of frame met has been counted often enough."""
    found = Redraws()
    limit = at_most or 40 * wanted
    for n, (game, rng) in enumerate(islice(moments(title, scenario, seed, 0.3), limit)):
        for index, seat in enumerate(game.seats):
            kind = frame_kind(game, index)
            if (found.counted if game.title.fog else found.unchanged)[kind] >= wanted:
                continue
            drawn = redraw(Original(game, seat, rng), rng, found)
            if n % 5 == 0:
                play_on(drawn, rng)
                found.played_on += 1
        if n > 200 and min((found.counted + found.unchanged).values()) >= wanted:
            break
    return found


def many_redraws(
    title: str, scenario: str, wanted: int, seed: int, share: float, options: dict[str, str] | None,
    known: Counter[str], found: Redraws,
) -> None:  # fmt: skip
    """Redraw at random moments until so many have changed something, and at all moments that are little known.

    With no share these alone are looked for, in a few games, and redrawn for the seats whose frames they are.
    """

    def little_known(game: Game) -> list[str]:
        kinds = [frame_kind(game, index) for index in range(len(game.seats))]
        return [seat for seat, kind in zip(game.seats, kinds) if known[kind] + found.counted[kind] < ENOUGH]

    met = moments(title, scenario, seed, share, options, little_known, None if share else GAMES)
    for n, (game, rng) in enumerate(islice(met, 20 * wanted)):
        for seat in game.seats if share else little_known(game):
            one = Original(game, seat, rng)
            for _ in range(DRAWS):
                drawn = redraw(one, rng, found)
            if n % 5 == 0:
                play_on(drawn, rng)
                found.played_on += 1
        if sum(found.counted.values()) >= wanted:
            return


# Every consistent identity


def consistent(view: View, rng: random.Random) -> dict[int, set[int]] | None:
    """For each token the pieces that it may be, by trying every deal of the groups' facts; None when too many."""
    data = view.data
    t = guess._begun(data, rng)
    guess._seen(t, data)
    read = {row[0] for row in data["rows"]}
    hidden = [i for i in range(len(t.p.at)) if i not in read]
    rows = [guess._Row(row, data["public"]) for row in data["tokens"]]
    pools = [(group, [frozen(f) for f in facts]) for group, facts in data["groups"]]
    members = [[row for row in rows if row.group == group] for group, _ in pools]
    deals = [set(permutations(pool, len(rows_))) for (_, pool), rows_ in zip(pools, members, strict=True)]
    size = 1
    for deal in deals:
        size *= max(1, len(deal))
    if size > 500:
        return None
    found: dict[int, set[int]] = {row.token: set() for row in rows}
    for dealt in product(*deals):
        for row in rows:
            row.dealt = row.facts
        for rows_, facts in zip(members, dealt, strict=True):
            for row, fact in zip(rows_, facts, strict=True):
                row.dealt = fact
        _add_matchings(guess._options(t, hidden, rows), rows, found)
    return found


def _add_matchings(options: list[list[int]], rows: list[Any], found: dict[int, set[int]]) -> None:
    """Add each pair that belongs to some way of dealing all pieces."""
    calm = random.Random(0)
    for i, row in enumerate(rows):
        for piece in options[i]:
            if piece not in found[row.token]:
                fixed = [[piece] if k == i else [p for p in own if p != piece] for k, own in enumerate(options)]
                if guess._matching(fixed, calm) is not None:
                    found[row.token].add(piece)


def identities(game: Game, seat: str, draws: int, rng: random.Random) -> int:
    """Over many redraws of one position every consistent identity turns up, the true one among them."""
    view = game.view(seat)
    wanted = consistent(view, rng)
    if wanted is None:
        return 0
    index = game.seat_index(seat)
    truth = {token: state[0] for token, state in hidden_state(game, index).items()}
    seen: dict[int, set[int]] = defaultdict(set)
    for _ in range(draws):
        for token, state in hidden_state(sample(view, rng), index).items():
            seen[token].add(state[0])
    for token, pieces in wanted.items():
        if truth[token] not in pieces:
            raise Broken("redraw", f"{seat}'s token #{token} is {truth[token]}, which does not fit: {sorted(pieces)}")
        if seen[token] != pieces:
            missed, extra = sorted(pieces - seen[token]), sorted(seen[token] - pieces)
            raise Broken("redraw", f"{seat}'s token #{token}: {missed} never drawn, {extra} drawn against the facts")
    return draws
