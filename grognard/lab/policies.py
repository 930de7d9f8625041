"""Four ways to walk through a game for the fuzzer and the benchmarks.

A policy is a function of the game, the seat and its decision. It is no player: it sees the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

from ..engine.core.offers import NODE, NODES, PATH, PIECE, PIECES, Decision, Order, Verb
from ..engine.core.rules import Refused
from ..engine.core.step import Step
from ..engine.play.game import Game
from ..engine.title import Title

Labels = Counter[str]
Policy = Callable[[Game, Decision, random.Random, "list[int] | None", Labels], Order]


def uniform(game: Game, d: Decision, rng: random.Random, trail: list[int] | None, seen: Labels) -> Order:
    """Uniform over the verbs, then down the tree."""
    return d.sample(rng, trail=trail)


def end_averse(game: Game, d: Decision, rng: random.Random, trail: list[int] | None, seen: Labels) -> Order:
    """End, commit or pass only with probability 1/(1 + pieces left to order)."""
    verbs, exits = d.open_verbs(), exits_of(d.step, d.t.title)
    others = [verb for verb in verbs if verb not in exits]
    if not others or len(others) == len(verbs):
        return d.sample(rng, trail=trail)
    if rng.random() * (1 + pieces_left(d, others)) < 1:
        others = [verb for verb in verbs if verb in exits]
    return sampled(d, rng, trail, others)


def aggressive(game: Game, d: Decision, rng: random.Random, trail: list[int] | None, seen: Labels) -> Order:
    """The most warlike of a few orders: verbs that attack, targets where enemies stand."""
    best = d.sample(rng, trail=trail)
    if rng.random() < 0.2:
        return best
    exits = exits_of(d.step, d.t.title)
    verbs = [verb for verb in d.open_verbs() if verb not in exits] or d.open_verbs()
    warlike_verbs = [v for v in verbs if v.name in d.t.title.aggressive_verbs] or verbs
    enemies = enemy_nodes(d)
    for _ in range(6):
        other = towards(d, rng, rng.choice(warlike_verbs), enemies)
        if other is not None and warlike(d, other, enemies) > warlike(d, best, enemies):
            best = other
    return best


def enemy_nodes(d: Decision) -> int:
    bits = 0
    for power in d.t.powers_of(d.seat):
        bits |= d.t.enemies(power)
    return bits


def towards(d: Decision, rng: random.Random, verb: Verb, enemies: int) -> Order | None:
    """Down one branch, to the enemy where a level leads there."""
    *_, end = d.descend(verb, rng, lambda w: enemies if w.level.kind in (NODE, PATH) else 0)
    return d.ended(end)


def least_seen(game: Game, d: Decision, rng: random.Random, trail: list[int] | None, seen: Labels) -> Order:
    """The verb with the label that has been seen least so far."""
    verbs = d.open_verbs()
    rarest = min(verbs, key=lambda v: (min((seen[label] for label in labels_of(v)), default=1 << 30), rng.random()))
    return sampled(d, rng, trail, [rarest] if rng.random() < 0.7 else verbs)


LEAVES = 0.1
"""How often a policy looks for the way out of an editor, where it could work without end."""


def leaving(policy: Policy) -> Policy:
    """A policy that now and then ends its work in an editor, or makes it ready in one order."""

    def chosen(game: Game, d: Decision, rng: random.Random, trail: list[int] | None, seen: Labels) -> Order:
        if d.frame.step not in d.t.title.editors or rng.random() > LEAVES:
            return policy(game, d, rng, trail, seen)
        verbs = d.open_verbs()
        return sampled(d, rng, trail, [v for v in verbs if v.ends] or [v for v in verbs if not v.levels] or verbs)

    return chosen


POLICIES: dict[str, Policy] = {
    "uniform": leaving(uniform),
    "end-averse": leaving(end_averse),
    "aggressive": leaving(aggressive),
    "least-seen": leaving(least_seen),
}


@cache
def exits_of(step: Step, title: Title) -> frozenset[Verb]:
    """The verbs of a step that lead on."""
    return frozenset(verb for verb in step.verbs if verb.ends or verb.name in title.safe_orders)


def pieces_left(d: Decision, verbs: list[Verb]) -> int:
    """How many pieces could still be ordered."""
    bits = 0
    for verb in verbs:
        root = verb.root
        if not root.complete and root.level.of_pieces:
            bits |= d.allowed(root)
    return bits.bit_count() or 1


def sampled(d: Decision, rng: random.Random, trail: list[int] | None, verbs: list[Verb]) -> Order:
    """A branch below one of ``verbs``; any branch when those come to nothing. The root counts all its children."""
    at = len(trail) if trail is not None else 0
    try:
        order = d.sample(rng, verbs, trail)
    except Refused:
        return d.sample(rng, trail=trail)
    if trail is not None:
        trail[at] = len(d.open_verbs())
    return order


def labels_of(verb: Verb) -> list[str]:
    """Every label that an order of this verb may meet."""
    found = [label for mask in verb.masks for label in mask.labels()]
    for level in verb.levels:
        found += [label for mask in (*level.masks, *level.closes) for label in mask.labels()]
    return [*found, *verb.labels]


def warlike(d: Decision, order: Order, enemies: int) -> int:
    """How much an order looks for the enemy."""
    t = d.t
    verb = next(v for v in d.verbs if v.name == order.verb)
    score = 4 * (verb.name in t.title.aggressive_verbs) - 3 * (verb.ends or verb.name in t.title.safe_orders)
    for level, value in zip(verb.levels, order.args, strict=True):
        if level.kind == PATH:
            score += 3 * (enemies >> (value[-1] if isinstance(value, tuple) else value) & 1)
        elif level.kind == NODE:
            score += 3 * (enemies >> value & 1)
        elif level.kind == NODES:
            score += sum(enemies >> node & 1 for node in value)
        elif level.kind == PIECES:
            score += len(value)
        elif level.kind == PIECE:
            score += not t.owns(d.seat, value)
    return score
