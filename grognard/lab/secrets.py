"""Fog, third way: what seats settle unseen while they work in parallel (bids, reserves, assignments, set-ups).

In twins one seat gives other orders in its own lane; everything that the others get must stay the same to the byte
until the last has committed. And a guess made by one of the others must give it the same view, with some other answer
behind it. This needs no hidden pieces: any title with a parallel step has a secret of this kind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from ..engine.core.offers import Decision, Order
from ..engine.core.step import Parallel
from ..engine.play.game import Game
from ..engine.title import Title
from .fog import Twins, same_for
from .redraw import Original, Redraws, redraw

LONGEST = 600
"""Orders after which no parallel frame is looked for any more."""


def has_parallel(title: Title) -> bool:
    """Do seats ever work at the same time, unseen?"""
    return any(isinstance(step, Parallel) for step in title.steps.values())


def calm(d: Decision, rng: random.Random) -> Order:
    """Whatever leads on, else anything."""
    verbs = [verb for verb in d.open_verbs() if verb.name in d.t.title.safe_orders and not verb.levels]
    return d.sample(rng, verbs or None)


def parallels(title: str, scenario: str, seed: int, games: int = 1_000_000) -> Iterator[tuple[Game, random.Random]]:
    """Games at the moment at which two seats or more begin to work in parallel."""
    for n in range(games):
        rng = random.Random(f"secrets {title} {scenario} {seed} {n}")
        game = Game.new(title, scenario, seed=seed + n)
        fresh = True
        for _ in range(LONGEST):
            if game.outcome is not None:
                break
            if len(game.lanes) > 1 and fresh:
                yield game, rng
            fresh = not game.lanes
            deciding = game.decisions()
            seat = rng.choice(sorted(deciding))
            game.play(seat, calm(deciding[seat], rng))


def scenario_with_secrets(title: Title) -> str:
    """The first scenario in which seats work in parallel, or none."""
    for scenario in title.meta.scenarios:
        if next(parallels(title.meta.id, scenario.id, 1, 1), None) is not None:
            return scenario.id
    return ""


def commit(game: Game, seat: str, rng: random.Random, longest: int = 12) -> list[str]:
    """A seat works in its lane at random, then as calmly as it can, until it has committed: what it ordered."""
    given: list[str] = []
    for n in count():
        d = game.decisions().get(seat)
        if d is None or n > 60:
            return given
        order = d.sample(rng) if n < longest else calm(d, rng)
        given.append(order.text)
        game.play(seat, order)
    return given


def secret_twins(title: str, scenario: str, wanted: int, seed: int = 0) -> tuple[Twins, Redraws]:
    """At moments of parallel work let one seat settle on two things, and compare what the others get of either."""
    found, drawn = Twins(), Redraws()
    for game, rng in parallels(title, scenario, seed, 40 * wanted):
        owner = game.seats[rng.choice(sorted(game.lanes))]
        one, other = game.copy(), game.copy()
        if commit(one, owner, rng) == commit(other, owner, rng):
            found.thrown_away["the same orders"] += 1
            continue
        viewers: list[str | None] = [*(seat for seat in game.seats if seat != owner), None]
        start = rng.random()
        for viewer in viewers:
            same_for(one, other, viewer, random.Random(start), f"{owner} has committed")
            found.compared += 1
        for seat in viewers[:-1]:
            assert seat is not None
            redraw(Original(one, seat, rng), rng, drawn)
        found.kept += 1
        if found.kept >= wanted:
            break
    return found, drawn
