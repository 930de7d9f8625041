"""Illegal input: what no seat may order must be refused, without a traceback, and leave the game as it was.

Texts are made from orders seen earlier, cut, mixed, with huge numbers and odd letters; they are given by the
right seat and by wrong ones, and with stale versions.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import pairwise
from typing import Any

from ..engine.core.offers import Order
from ..engine.core.rules import Refused
from ..engine.core.verbs import PATH
from ..engine.play.game import Game
from .chosen import chosen, whole
from .conform import Broken, node_name, step_at_random, views

ODD = [
    "", " ", "\t", "\n", "\x00", "end\x00", "\uff25\uff2e\uff24", "e\u0301\u0301", "\u202emove", "\U0001f4a3", "\xb2",
    "\u0661\u0662", "\ud800", "move move", "-1", "0", "1e9", "0x10", "999999999999999999999999", "-" * 300,
    "#", "#0", "#-1", "#1", "#99999999999", "#\xb2", "+", "++", ".", ">", ">>", "a>b", "a" * 5000,
    "'; drop table games; --", "../../etc/passwd", "{}", "[]", "null", "None", "True", "%s%n", "{0}",
    "propose", "propose adjust", "propose adjust turn 99999999999999999999", "propose rollback -1",
    "propose rollback 99999999", "accept 0", "accept 99999", "decline 1", "standing", "standing x y",
]  # fmt: skip
STRANGERS: list[Any] = ["nobody", "", None, "RED", 0]
ODD_ARGS: list[Any] = [-1, 10**6, 2**70, "x", None, (), (-1,), (10**6,), 3.5, "\ud800", (None,), ((),)]


class Prober:
    """Gives a game bad input and counts what came of it."""

    def __init__(self, title: str, scenario: str, seed: int) -> None:
        self.rng = random.Random(f"illegal {title} {scenario} {seed}")
        self.title, self.scenario, self.seed = title, scenario, seed
        self.refusals: Counter[str] = Counter()
        self.earlier: list[Order] = []
        self.tried = self.taken = 0

    def run(self, tries: int, per_step: int = 40) -> None:
        """Play games at random and give bad input between the orders."""
        n = 0
        while self.tried < tries:
            game = Game.new(self.title, self.scenario, seed=self.seed + n)
            n += 1
            for _ in range(400):
                self.probe(game, min(per_step, tries - self.tried))
                played = step_at_random(game, self.rng)
                if played is None or self.tried >= tries:
                    break
                self.earlier.append(played[1])
                del self.earlier[:-400]

    def probe(self, game: Game, tries: int) -> None:
        """Several bad orders; the game must stay as it was."""
        before, told = game.hash(), [game.version(seat) for seat in game.seats]
        seen = views(game)
        for _ in range(tries):
            game = self.one(game, before)
        unchanged = game.hash() == before and [game.version(seat) for seat in game.seats] == told
        if not unchanged or views(game) != seen:
            raise Broken("illegal_input", "refused orders have changed the game")

    def one(self, game: Game, before: str) -> Game:
        """One bad order: refused, or truly offered, in which case it is taken on a copy."""
        right = sorted(game.decisions()) or list(game.seats)
        seat: Any = self.rng.choice([*right * 8, *game.seats * 2, *self.rng.sample(STRANGERS, 2)])
        order, version = self.bad_order(game), self.rng.choice([None] * 20 + [0, -1, 10**9])
        self.tried += 1
        twin = game.copy() if self.offered(game, seat, order) else game
        try:
            twin.play(seat, order, version)
        except Refused as refused:
            self.refusals[refused.rule] += 1
            return game
        except Exception as error:
            raise Broken("illegal_input", f"{seat!r} {order!r} (version {version}) raised {error!r}") from error
        if twin is game:
            raise Broken("illegal_input", f"{seat!r} {order!r} (version {version}) was taken but is not offered")
        if leapt := leap(game, seat, str(order)):
            raise Broken("illegal_input", f"{seat!r} {order!r} was taken, though no one steps {leapt}")
        self.taken += 1
        return game

    def offered(self, game: Game, seat: Any, order: Order | str) -> bool:
        try:
            return game.why_not(seat, order) is None
        except Refused:
            return False
        except Exception as error:
            raise Broken("illegal_input", f"why_not({seat!r}, {order!r}) raised {error!r}") from error

    def bad_order(self, game: Game) -> Order | str:
        rng, pick = self.rng, self.rng.random()
        if pick < 0.1 or not self.earlier:
            return rng.choice(ODD)
        order = rng.choice(self.earlier)
        if pick < 0.25:
            return order
        if pick < 0.4:
            return self.bad_values(order)
        return self.bad_text(game, order.text)

    def bad_values(self, order: Order) -> Order:
        args = list(order.args)
        if args and self.rng.random() < 0.8:
            args[self.rng.randrange(len(args))] = self.rng.choice(ODD_ARGS)
        else:
            args.append(self.rng.choice(ODD_ARGS))
        return Order(order.verb, tuple(args), order.text)

    def bad_text(self, game: Game, text: str) -> str:
        rng, words = self.rng, text.split()
        at = rng.randrange(len(words))
        kind = rng.randrange(8)
        paths = [i for i, word in enumerate(words) if ">" in word]
        if paths and rng.random() < 0.3:
            words[paths[0]] = self.bad_path(game, words[paths[0]].split(">"))
        elif kind == 0:
            words[at] = rng.choice(ODD)
        elif kind == 1:
            del words[at]
        elif kind == 2:
            words.insert(at, rng.choice([*ODD, *words]))
        elif kind == 3:
            words[at] = node_name(game, rng.randrange(game.title.nodes(game.table)))
        elif kind == 4:
            word = list(words[at])
            rng.shuffle(word)
            words[at] = "".join(word)
        elif kind == 5:
            words = [*words[: at + 1], *rng.choice(self.earlier).text.split()[1:]]
        elif kind == 6:
            words[at] += rng.choice([">", "+", "#", "@", "."]) + rng.choice(words)
        else:
            words[at] = words[at].upper() if rng.random() < 0.5 else words[at][: len(words[at]) // 2]
        return " ".join(words)

    def bad_path(self, game: Game, places: list[str]) -> str:
        """A path with a place too many, too few, or another."""
        at, other = self.rng.randrange(len(places)), node_name(game, self.rng.randrange(game.title.nodes(game.table)))
        places[at : at + self.rng.randrange(2)] = self.rng.choice([[], [other], [self.rng.choice(places)]])
        return ">".join(places)


def leap(game: Game, seat: str, text: str) -> str:
    """The step of an order's path that leads to no neighbour, if there is one."""
    decision = game.decisions().get(seat)
    if decision is None or ">" not in text or decision.why_not(text) is not None:
        return ""
    grid, order = decision.t.world.board.grid, decision.parse(text)
    verb = next(v for v in decision.verbs if v.name == order.verb)
    for level, value in zip(verb.levels, order.args, strict=True):
        for here, there in pairwise(value) if level.kind == PATH else ():
            if here in grid and there in grid and grid.distance(here, there) != 1:
                return f"{node_name(game, here)}>{node_name(game, there)}"
    return ""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--tries", type=whole, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.set_defaults(run=probe)


def probe(args: argparse.Namespace) -> int:
    """Try, and print what was refused by which id."""
    meta, (scenario, *_) = chosen(args.title, args.scenario)
    prober = Prober(meta.id, scenario, args.seed)
    try:
        prober.run(args.tries)
    except Broken as broken:
        print(f"FAILED after {prober.tried} tries: {broken}")
        return 1
    print(f"{prober.tried} tries, {prober.taken} of them were offered after all, none taken that was not")
    print(", ".join(f"{rule} {n}" for rule, n in prober.refusals.most_common()))
    return 0
