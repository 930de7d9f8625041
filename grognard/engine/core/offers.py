"""Offers: a Decision walks the tree of offers lazily, lists orders and draws them; ``reading.py`` reads them.

It never touches the position.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

from ...board.hexset import members, nth
from .reading import Reader
from .rules import Args, Refused
from .verbs import (
    DONE,
    NODE,
    NODES,
    NUMBER,
    PATH,
    PIECE,
    PIECES,
    TEXT,
    WORD,
    Branch,
    Choice,
    Commit,
    End,
    Level,
    Order,
    Pass,
    Verb,
)  # fmt: skip


class Decision(Reader):
    """What a seat must decide: the prompt, the tree of offers, the debts."""

    def _root(self) -> list[Choice]:
        return [Choice(v.name, v, self._past(v.root).complete) for v in self.open_verbs()]

    def next(self, *prefix: str) -> list[Choice]:
        """The choices after a prefix of text tokens: verbs, then pieces, then targets with their costs.

        After a whole order there may still be its ways, if the rules tell some apart; without one it goes the first.
        """
        if not prefix:
            return self._root()
        w = self._branch(prefix)
        if w.complete:
            return [Choice(self._spelled(way), way, True) for way in self._ways(w)]
        return [] if w.level.kind == TEXT else self._children(w)

    def order(self, *prefix: str) -> Order:
        """The whole order that was chosen token by token."""
        w = self._branch(prefix)
        if not w.complete:
            self._refuse_short(w)
        return self._finish(w)

    def level(self, *prefix: str) -> Level | None:
        """The level that comes after a prefix: its name, and whether a piece, a node, a word ... is chosen there."""
        w = self._branch(prefix)
        return None if w.complete else w.level

    def after(self, verb: Verb, args: Args = (), members: tuple[int, ...] = ()) -> int:
        """What may come next after values chosen so far, as bits; of a set, what may join its ``members``."""
        level = verb.stages[len(args)][0]
        return self.allowed(Branch(verb, args, members if level.is_set else None))

    def nodes(self, *prefix: str) -> set[int]:
        """The nodes that the next choices are about: where pieces stand and, within an order, where they may go."""
        found: set[int] = set()
        for w in [self._branch(prefix)] if prefix else [Branch(verb) for verb in self.open_verbs() if verb.levels]:
            kind = "" if w.complete else w.level.kind
            if kind in (PIECE, PIECES):
                found.update(self.t.p.at[piece] for piece in members(self.after(w.verb, w.args, w.members or ())))
            elif prefix and kind in (NODE, NODES, PATH):
                found.update(members(self.after(w.verb, w.args, w.members or ())))
        return found

    def actions(self, limit: int | None = None) -> Actions:
        """Every complete order, or the first ``limit`` of them."""
        found = Actions()
        for order in self._orders():
            if limit is not None and len(found) >= limit:
                found.cut = True
                break
            found.append(order)
        return found

    def _orders(self) -> Iterator[Order]:
        for verb in self.open_verbs():
            yield from self._below(self._past(verb.root))

    def _below(self, w: Branch) -> Iterator[Order]:
        if w.complete:
            ways = self._ways(w)
            if not ways:
                yield self._finish(w)
            for way in ways:
                yield self._finish(Branch(w.verb, (*w.args[:-1], way)))
        elif w.level.kind != TEXT:
            for choice in self._children(w):
                yield from self._below(self._step_down(w, choice.value))

    def sample(self, rng: random.Random, verbs: list[Verb] | None = None, trail: list[int] | None = None) -> Order:
        """One order: a verb, then down one branch. ``trail`` collects how many children each level had."""
        verbs = self.open_verbs() if verbs is None else verbs
        for _ in range(64):
            width = [len(verbs)]
            w: Branch | None = verbs[int(rng.random() * len(verbs))].root
            if w is not None and not w.complete and w.level.optional:
                w = self._past(w)
            while w is not None and not w.complete:
                w = self._random_child(w, rng, width)
            if w is not None and self._refusal(w) is None:
                ways = self._ways(w) if w.verb.has_ways else ()
                if ways:
                    width.append(len(ways))
                    w = Branch(w.verb, (*w.args[:-1], ways[int(rng.random() * len(ways))]))
                if trail is not None:
                    trail.extend(width)
                return self._order(w)
        raise Refused("E.choice", "No branch of the tree came to an end.")

    def descend(
        self, verb: Verb, rng: random.Random, prefer: Callable[[Branch], int] | None = None
    ) -> Iterator[Branch]:
        """Down one branch of a verb, level by level, at random among what ``prefer`` picks or else among all.

        The last branch is complete, or has nothing that may come next.
        """
        w: Branch | None = self._past(verb.root)
        while w is not None:
            yield w
            if w.complete:
                return
            picked = prefer(w) & self.allowed(w) if prefer is not None else 0
            w = self._step_down(w, rng.choice(members(picked))) if picked else self._random_child(w, rng, [])

    def ended(self, w: Branch) -> Order | None:
        """The order at the end of a branch, or None when it is not complete or not taken after all."""
        return self._order(w) if w.complete and self._refusal(w) is None else None

    def _random_child(self, w: Branch, rng: random.Random, width: list[int]) -> Branch | None:
        level = w.level
        if level.kind == TEXT:
            return self._step_down(w, "") if level.optional else None
        bits = self.allowed(w)
        if bits and level.of_pieces:
            bits = self._named_once(w, bits)
        many = bits.bit_count()
        n = many + (level.is_set and self._closes(w))
        width.append(n)
        if not n:
            return None
        place = int(rng.random() * n)
        if place == many:
            return self._step_down(w, DONE)
        if level.of_pieces and self._any_hidden(bits):
            return self._step_down(w, self._listed(level, bits)[place])
        return self._step_down(w, nth(bits, place))

    def _named_once(self, w: Branch, bits: int) -> int:
        """Of equal pieces the first only."""
        shared = bits & self.t.title.shared_names(self.t)
        return bits & ~self._repeated(w, shared) if shared else bits

    def _repeated(self, w: Branch, shared: int) -> int:
        """Of pieces that may be of one name, those that are the equals of an earlier one."""
        t, called, seen, bits = self.t, self.t.title.called, self._passed_over(w), 0
        for value in members(shared & ~self._hidden()):
            name = called(t, value)
            if name in seen:
                bits |= 1 << value
            seen.add(name)
        return bits


class Actions(list[Order]):
    """A list of orders that says whether it was cut at its limit."""

    cut: bool = False


def bits_of(trail: list[int]) -> float:
    """Choice bits of a way down the tree: the sum of log2(children); a forced level counts nothing."""
    return sum(math.log2(n) for n in trail if n > 1)


__all__ = [
    "DONE",
    "NODE",
    "NODES",
    "NUMBER",
    "PATH",
    "PIECE",
    "PIECES",
    "TEXT",
    "WORD",
    "Actions",
    "Branch",
    "Choice",
    "Commit",
    "Decision",
    "End",
    "Level",
    "Order",
    "Pass",
    "Verb",
    "bits_of",
]  # fmt: skip
