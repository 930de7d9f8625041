"""Players for golden games: one lets things happen, one marches on a goal. They only want games to end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from grognard.board.hexset import members
from grognard.engine.core.offers import DONE, PIECE, PIECES, Branch, Decision, Order, Verb
from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game

Player = Callable[[Game, Decision, random.Random], Order]


def passive(game: Game, d: Decision, rng: random.Random) -> Order:
    """Ends, passes, or does the first thing that is asked."""
    for verb in d.open_verbs():
        if verb.ends or verb.name == "pass":
            return d.parse(verb.name)
    return d.actions(limit=1)[0]


class Marcher:
    """Attacks what it can, moves every unit as near to its goals as it gets, builds and ships likewise."""

    def __init__(self, goals: Callable[[Any], int], boldness: float = 0.8) -> None:
        self.goals, self.boldness = goals, boldness
        self.far: dict[int, int] = {}
        self.known = -1

    def __call__(self, game: Game, d: Decision, rng: random.Random) -> Order:
        self.learn(d.t)
        for name in ("declare", "intervene", "enter", "overrun", "attack", "advance"):
            verb = next((v for v in d.open_verbs() if v.name == name), None)
            if verb is not None and rng.random() < self.boldness:
                found = self.battle(d, verb, rng) if name == "attack" else self.sampled(d, verb, rng)
                if found is not None:
                    return found
        for name in ("land", "move", "ship", "rail", "build", "take", "mark"):
            verb = next((v for v in d.open_verbs() if v.name == name), None)
            if verb is not None:
                found = self.nearer(d, verb, rng)
                if found is not None:
                    return found
        sail = next((v for v in d.open_verbs() if v.name == "sail"), None)
        return d.parse("sail") if sail is not None else passive(game, d, rng)

    def learn(self, t: Any) -> None:
        """How far each hex is from the goals as they are now."""
        goals = self.goals(t)
        if goals != self.known:
            self.known = goals
            distance, hexes = t.world.board.grid.distance, members(goals)
            self.far = {n: min(distance(n, g) for g in hexes) for n in members(t.world.play)} if hexes else {}

    def sampled(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        try:
            return d.sample(rng, [verb])
        except Refused:
            return None

    def battle(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        """The strongest of a few attacks."""
        found = [o for o in (self.sampled(d, verb, rng) for _ in range(5)) if o is not None]
        return max(found, key=lambda o: sum(d.t.p.strength[i] for i in o.args[0]), default=None)

    def nearer(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        """An order that brings a unit nearer to the goals."""
        if verb.name == "take":
            return self.sampled(d, verb, rng)
        if verb.levels[0].kind not in (PIECE, PIECES):
            found = [o for o in (self.sampled(d, verb, rng) for _ in range(6)) if o is not None]
            return min(found, key=lambda o: self.far.get(o.args[-1], 99), default=None)
        first = Branch(verb, (), () if verb.levels[0].is_set else None)
        pieces = list(members(d.allowed(first)))
        rng.shuffle(pieces)
        for piece in pieces:
            w = d._step_down(first, piece)
            if verb.levels[0].is_set:
                w = d._step_down(w, DONE)
            if len(verb.levels) == 1:
                return d._order(w) if self.far.get(d.t.p.at[piece], 99) > 8 and rng.random() < 0.3 else None
            here = self.far.get(d.t.p.at[piece], 99)
            best = min(members(d.allowed(w)), key=lambda n: (self.far.get(n, 99), n), default=None)
            if best is not None and self.far.get(best, 99) < here:
                return d._order(d._step_down(w, best))
        return None


def play(
    game: Game,
    players: Mapping[str, Player],
    seed: int,
    until: Callable[[Game], bool] | None = None,
    longest: int = 9_999,
) -> Game:
    """Let players decide until the game is over, or a moment has come."""
    rng = random.Random(seed)
    for _ in range(9_999):
        if game.outcome is not None or (until is not None and until(game)):
            return game
        seat, d = next(iter(sorted(game.decisions().items())))
        game.play(seat, players[seat](game, d, rng))
    raise AssertionError("the game does not end")
