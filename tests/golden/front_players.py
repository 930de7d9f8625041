"""Players for golden games of the Front system: policies of the lab, and a general who marches on a goal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from grognard.board.hexset import members
from grognard.engine.core.offers import WORD, Branch, Decision, Order, Verb
from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game
from grognard.lab.policies import POLICIES
from grognard.titles.systems.front.world import COMMANDERS

from .players import Player, passive


def policy(name: str) -> Player:
    """A policy of the lab as a player."""
    return lambda game, d, rng: POLICIES[name](game, d, rng, None, Counter())


class General:
    """Builds up HQs first, activates them for land or sea, and brings every block nearer to the goals."""

    def __init__(self, goals: Callable[[Any], int], role: str = "command", boldness: float = 0.9) -> None:
        self.goals, self.role, self.boldness = goals, role, boldness
        self.far: dict[int, int] = {}
        self.known = 0

    def __call__(self, game: Game, d: Decision, rng: random.Random) -> Order:
        self.learn(d.t)
        verbs = {verb.name: verb for verb in d.open_verbs()}
        for name, choose in self.ways().items():
            if name in verbs:
                found = choose(d, verbs[name], rng)
                if found is not None:
                    return found
        if any(verb.ends for verb in verbs.values()):
            return passive(game, d, rng)
        return d.sample(rng)

    def ways(self) -> dict[str, Callable[[Decision, Verb, random.Random], Order | None]]:
        """The verbs in the order in which they are thought of."""
        return {
            "arrive": self.any, "step": self.build, "prepare": self.any, "activate": self.activate,
            "invade": self.nearest, "drop": self.nearest, "move": self.march, "sail": self.march, "rail": self.march,
            "strike": self.any, "fight": self.any, "mobilize": self.march, "place": self.any,
        }  # fmt: skip

    def learn(self, t: Any) -> None:
        """How far each hex is from the goals as they are now."""
        goals = self.goals(t)
        if goals != self.known:
            self.known = goals
            distance, hexes = t.world.board.grid.distance, members(goals)
            self.far = {n: min(distance(n, g) for g in hexes) for n in members(t.world.land)} if hexes else {}

    def any(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        try:
            return d.sample(rng, [verb])
        except Refused:
            return None

    def build(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        """A step for an HQ, else for the block that stands nearest to the goals."""
        t = d.t
        units = list(members(d.allowed(Branch(verb))))
        if not units:
            return None
        first = min(units, key=lambda i: (t.world.units[i].kind not in COMMANDERS, self.far.get(t.p.at[i], 99), i))
        return d._order(d._step_down(Branch(verb), first))

    def activate(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        if rng.random() > self.boldness:
            return None
        hqs = list(members(d.allowed(Branch(verb))))
        rng.shuffle(hqs)
        for hq in hqs:
            for role in (self.role, "command", "supreme"):
                try:
                    return d.parse(f"activate {d.t.title.piece_name(d.t, hq)} {role}")
                except Refused:
                    continue
        return self.any(d, verb, rng) if hqs else None

    def nearest(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        """Of a few landings the one nearest to the goals."""
        found = [o for o in (self.any(d, verb, rng) for _ in range(8)) if o is not None]
        return min(found, key=lambda o: self.far.get(o.args[2], 99), default=None)

    def march(self, d: Decision, verb: Verb, rng: random.Random) -> Order | None:
        """The first block that gets nearer to the goals goes there; HQs stay behind the others."""
        t = d.t
        pieces = list(members(d.allowed(Branch(verb))))
        rng.shuffle(pieces)
        for piece in pieces:
            w = d._step_down(Branch(verb), piece)
            here = self.far.get(t.p.at[piece], 99)
            best = min(members(d.allowed(w)), key=lambda n: (self.far.get(n, 99), n), default=None)
            if best is None or self.far.get(best, 99) >= here:
                continue
            last: Branch | None = d._past(d._step_down(w, best))
            while last is not None and not last.complete:
                last = d._random_child(last, rng, []) if last.level.kind == WORD else None
            if last is not None and d._refusal(last) is None:
                return d._order(last)
        return None
