"""Offers: an order as a tree of choices, walked lazily.

At each level of a verb the candidates are bits of an int, narrowed by labelled masks, so that what is offered,
what is greyed and why are one thing. A Decision walks the tree without touching the position.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ..board.hexset import members
from .rules import Args, Debt, Mask, Owed, Reason, Refused, Rules
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
    Choice,
    End,
    Level,
    Order,
    Universe,
    Verb,
    Walk,
)  # fmt: skip

if TYPE_CHECKING:
    from .frames import Frame
    from .step import Step
    from .table import Table


class Decision:
    """What a seat must decide: the prompt, the tree of offers, the debts."""

    def __init__(self, t: Table, frame: Frame, step: Step, seat: int, verbs: tuple[Verb, ...] | None = None) -> None:
        self.t, self.frame, self.step, self.seat = t, frame, step, seat
        self.verbs = step.verbs if verbs is None else verbs
        self._allowed: dict[Any, int] = {}
        self._answers: dict[tuple[Universe, Args], int] = {}
        self._made: dict[tuple[str, Args], str] = {}
        self._open: list[Verb] | None = None
        self._watched: dict[str, list[Debt]] = {}

    @property
    def prompt(self) -> str:
        return self.step.prompt(self.t, self.frame, self.seat)

    @property
    def debts(self) -> list[Owed]:
        return self.step.owed(self.t, self.seat)

    # Walking

    def open_verbs(self) -> list[Verb]:
        """The verbs that have an offer, each looked at one level deep."""
        if self._open is None:
            self._open = [v for v in self.verbs if self._may_open(v) and self._has_offer(Walk(v))]
        return self._open

    def _may_open(self, verb: Verb) -> bool:
        """Cheaply first: a verb without candidates is closed, and one without conditions has none to fail."""
        if verb.levels and verb.levels[0].universe is not None and not self._answer(verb.levels[0].universe, ()):
            return verb.levels[0].is_set and self._verb_reason(verb) is None
        return not (verb.masks or verb.ends) or self._verb_reason(verb) is None

    def _has_offer(self, w: Walk) -> bool:
        if w.complete:
            return self._kept(w)
        if w.level.kind == TEXT:
            return True
        if w.level.is_set and w.members is None:
            w = Walk(w.verb, w.args, ())
        return bool(self.allowed(w)) or (w.members is not None and self._closes(w))

    def _verb_reason(self, verb: Verb) -> Reason | None:
        t = self.t
        for mask in verb.masks:
            if t.rules.on(mask.rule) and not mask.allowed(t, self.seat, ()) & 1:
                return self._said(mask, (), 0)
        if verb.ends:
            for owed in self.step.owed(t, self.seat):
                return Reason(owed.rule, owed.sentence)
        return None

    def allowed(self, w: Walk) -> int:
        """The candidates of the next level that every mask leaves, as bits."""
        key = (w.verb.name, w.args, w.members)
        found = self._allowed.get(key)
        if found is None:
            found = self._allowed[key] = self._narrow(w)
        return found

    def _narrow(self, w: Walk) -> int:
        t, level, seen = self.t, w.level, w.seen
        if level.universe is not None:
            bits = self._answer(level.universe, seen)
        else:
            bits = (1 << len(self._words(w))) - 1
        off = t.rules.off
        for mask in level.masks:
            if not bits:
                return 0
            if mask.rule not in off:
                bits &= self._answer(mask.allowed, seen)
        if w.members and bits:
            bits = self._after(level, bits, w.members[-1])
        if bits and len(w.args) == len(w.verb.levels) - 1 and not level.is_set:
            return self._payable(w, bits)
        return bits

    def _answer(self, fn: Universe, seen: Args) -> int:
        """What a universe or mask leaves; several verbs may share one."""
        key = (fn, seen)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = fn(self.t, self.seat, seen)
        return found

    def _payable(self, w: Walk, bits: int) -> int:
        """The last choices that leave every debt payable."""
        t, seat, name = self.t, self.seat, w.verb.name
        for debt in self._careful(name):
            unsure = bits if debt.spares is None else bits & ~debt.spares(t, seat, name, w.args)
            for value in members(unsure) if unsure else ():
                if not debt.keeps(t, seat, name, (*w.args, value)):  # type: ignore[misc]
                    bits ^= 1 << value
        return bits

    def _listed(self, level: Level, bits: int) -> list[int]:
        """The candidates in printed order: hidden pieces by token, for their slots would tell who they are."""
        found = members(bits)
        if level.kind in (PIECE, PIECES) and self._any_hidden(found):
            found.sort(key=self._rank)
        return found

    def _after(self, level: Level, bits: int, last: int) -> int:
        """The candidates that come after ``last`` in printed order."""
        if level.kind == PIECES and self._any_hidden([*members(bits), last]):
            rank = self._rank(last)
            return sum(1 << value for value in members(bits) if self._rank(value) > rank)
        return bits >> (last + 1) << (last + 1)

    def _any_hidden(self, pieces: list[int]) -> bool:
        """Is there a piece whose face the seat may not read?"""
        t, seat = self.t, self.seat
        if not t.title.fog:
            return False
        seat_of, power = t.p.seat_of, t.p.power
        return any(seat_of[power[i]] != seat and not t.p.shown[i] >> seat & 1 for i in pieces)

    def _rank(self, piece: int) -> tuple[int, int]:
        return (0, piece) if self.t.sees(self.seat, piece) else (1, self.t.know.tokens[self.seat][piece])

    def _careful(self, verb: str) -> list[Debt]:
        """The debts that an order of this verb could make unpayable."""
        found = self._watched.get(verb)
        if found is None and not self.step.debts:
            found = self._watched[verb] = []
        if found is None:
            on = self.t.rules.on
            debts = [d for d in self.step.debts if d.keeps is not None and (not d.verbs or verb in d.verbs)]
            found = self._watched[verb] = [d for d in debts if on(d.rule)]
        return found

    def _kept(self, w: Walk) -> bool:
        return self._broken(w) is None

    def _broken(self, w: Walk) -> Reason | None:
        """The debt that this order would make unpayable."""
        for debt in self._careful(w.verb.name):
            if not debt.keeps(self.t, self.seat, w.verb.name, w.args):  # type: ignore[misc]
                return Reason(debt.rule, self.t.title.book.sentence(debt.rule))
        return None

    def _closes(self, w: Walk) -> bool:
        return self._close_reason(w) is None

    def _close_reason(self, w: Walk) -> Reason | None:
        for mask in w.level.closes:
            if self.t.rules.on(mask.rule) and not mask.allowed(self.t, self.seat, w.seen) & 1:
                return self._said(mask, w.seen, 0)
        if not w.members and not w.level.closes:
            return Reason("E.choice", "Choose at least one.")
        return None

    def _words(self, w: Walk) -> tuple[str, ...]:
        return w.level.words(self.t, self.seat, w.seen) if w.level.words else ()

    def _text(self, w: Walk, value: int) -> str:
        t, kind = self.t, w.level.kind
        if kind in (PIECE, PIECES):
            return t.name_for(self.seat, value)
        if kind in (NODE, NODES, PATH):
            return t.node_name(value)
        if kind == WORD:
            return self._words(w)[value]
        return str(value)

    def _step_down(self, w: Walk, value: Any) -> Walk:
        """The walk after a choice, past optional levels that leave nothing to choose."""
        if w.level.is_set:
            if value == DONE:
                return self._past(Walk(w.verb, (*w.args, w.members or ()), None))
            return Walk(w.verb, w.args, (*(w.members or ()), value))
        return self._past(Walk(w.verb, (*w.args, value), None))

    def _past(self, w: Walk) -> Walk:
        while not w.complete and w.level.optional and w.level.kind != TEXT:
            bits = self.allowed(w)
            if bits & (bits - 1) or not bits:
                break
            w = Walk(w.verb, (*w.args, bits.bit_length() - 1), None)
        return w

    def _children(self, w: Walk) -> list[Choice]:
        level = w.level
        bits = self.allowed(w)
        out: list[Choice] = []
        one_name = level.kind in (PIECE, PIECES)
        seen = self._passed_over(w) if one_name else set()
        for value in self._listed(level, bits):
            text = self._text(w, value)
            if one_name:
                if text in seen:
                    continue
                seen.add(text)
            cost = level.cost(self.t, self.seat, w.seen, value) if level.cost is not None else None
            final = False if level.is_set else self._step_down(w, value).complete
            out.append(Choice(text, value, final, cost))
        if level.is_set and self._closes(w):
            out.append(Choice(DONE, DONE, self._step_down(w, DONE).complete, None))
        return out

    def _passed_over(self, w: Walk) -> set[str]:
        """Names that a set could have had from an earlier piece: of equal pieces the first is meant."""
        if not w.members:
            return set()
        open_ = self.allowed(Walk(w.verb, w.args, ())) & self.t.title.shared_names(self.t) & ((1 << w.members[-1]) - 1)
        return {self._text(w, value) for value in members(open_) if value not in w.members}

    def _root(self) -> list[Choice]:
        return [Choice(v.name, v, self._past(Walk(v)).complete) for v in self.open_verbs()]

    def next(self, *prefix: str) -> list[Choice]:
        """The choices after a prefix of text tokens: verbs, then pieces, then targets with their costs."""
        if not prefix:
            return self._root()
        w = self._walk(prefix)
        return [] if w.complete or w.level.kind == TEXT else self._children(w)

    def level_kind(self, prefix: Sequence[str]) -> str:
        """What the next choice after a prefix is: a piece, a node, a word ..."""
        w = self._walk(tuple(prefix))
        return "" if w.complete else w.level.kind

    def _walk(self, tokens: tuple[str, ...]) -> Walk:
        w = self._past(Walk(self._verb(tokens[0])))
        for token in tokens[1:]:
            if w.complete:
                if len(tokens) - 1 == len(w.verb.levels) and self._repeats(w, token):
                    break
                raise Refused("E.parse", f"The order is complete before {token[:40]!r}.")
            w = self._take(self._closed_before(w, token), token)
        return w

    def _closed_before(self, w: Walk, token: str) -> Walk:
        """A set is closed by ``.``, or by a token that names none of its kind: the next level's."""
        if not w.members or not w.level.is_set or token == DONE:
            return w
        try:
            for part in token.split("+"):
                self._value(w, part)
        except Refused:
            return self._take_member(w, DONE)
        return w

    def _verb(self, token: str) -> Verb:
        low = token.casefold()
        for verb in self.verbs:
            if verb.name == low:
                reason = self._verb_reason(verb)
                if reason is not None:
                    raise Refused(*reason)
                return verb
        names = [v.name for v in self.verbs]
        near = get_close_matches(low[:40], names, 3, 0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Open now: {', '.join(names)}."
        raise Refused("E.verb", f"{token[:40]!r} is no order here. {hint}", near or names)

    def _take(self, w: Walk, token: str) -> Walk:
        """One token down the tree, or a refusal that says why."""
        level = w.level
        if level.is_set:
            for part in token.split("+"):
                w = self._take_member(w, part)
            return w
        if level.kind == TEXT:
            return self._step_down(w, token)
        if level.kind == PATH and ">" in token:
            return self._take_path(w, token)
        value = self._value(w, token)
        reason = self._reason(w, value)
        if reason is not None:
            raise Refused(*reason)
        return self._step_down(w, value)

    def _take_member(self, w: Walk, part: str) -> Walk:
        if part == DONE:
            reason = self._close_reason(w)
            if reason is not None:
                raise Refused(*reason)
            return self._step_down(w, DONE)
        value = self._value(w, part)
        chosen = w.members or ()
        # A person may name the members in any order: they are put in printed order and judged from the start.
        again = Walk(w.verb, w.args, ())
        for member in sorted({*chosen, value}, key=self._rank if w.level.kind == PIECES else None):
            reason = self._reason(again, member)
            if reason is not None:
                raise Refused(*reason)
            again = Walk(w.verb, w.args, (*(again.members or ()), member))
        return again

    def _take_path(self, w: Walk, token: str) -> Walk:
        path = tuple(self._node(part) for part in token.split(">"))
        reason = self._reason(w, path[-1]) or w.verb.way(self.t, self.seat, w.args, path)
        if reason is not None:
            raise Refused(*reason)
        return self._step_down(w, path)

    # Reading

    def _node(self, text: str) -> int:
        node = self.t.title.find_node(self.t, text)
        if node < 0:
            near = self.t.title.near_nodes(self.t, text[:60])
            hint = f" Did you mean {' or '.join(near[:3])}?" if near else ""
            raise Refused("E.place", f"There is no place {text[:60]!r}.{hint}", near)
        return node

    def _value(self, w: Walk, token: str) -> int:
        kind = w.level.kind
        if kind in (PIECE, PIECES):
            return self._piece(w, token)
        if kind in (NODE, NODES, PATH):
            return self._node(token)
        if kind == NUMBER:
            if not token.isascii() or not token.isdigit() or len(token) > 6:
                raise Refused("E.parse", f"{token[:40]!r} is not a number that fits here.")
            return int(token)
        words = self._words(w)
        low = token.casefold()
        for i, word in enumerate(words):
            if word.casefold() == low:
                return i
        near = get_close_matches(low[:40], words, 3, 0.4)
        hint = " or ".join(near) if near else ", ".join(words[:12])
        raise Refused("E.choice", f"{token[:40]!r} is not a {w.level.name}. Choices: {hint}.", near)

    def _piece(self, w: Walk, token: str) -> int:
        pieces = self.t.pieces_named(self.seat, token)
        if not pieces:
            names = [self._text(w, v) for v in self._listed(w.level, self.allowed(w))]
            near = get_close_matches(token[:40], names, 3, 0.3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise Refused("E.piece", f"There is no piece {token[:40]!r} that this seat can name.{hint}", near)
        chosen = w.members or ()
        fresh = [p for p in pieces if p not in chosen] or pieces
        bits = self.allowed(Walk(w.verb, w.args, ())) if w.members is not None else self.allowed(w)
        return next((p for p in fresh if bits >> p & 1), fresh[0])

    def parse(self, text: str) -> Order:
        """Read a text order; refuse it with the rule that forbids it."""
        tokens = text.split()
        if not tokens:
            raise Refused("E.parse", "Nothing was ordered.")
        if len(text) > 4000 or len(tokens) > 60:
            raise Refused("E.parse", "The order is too long.")
        w = self._past(Walk(self._verb(tokens[0])))
        for i, token in enumerate(tokens[1:], 1):
            if w.complete:
                if len(tokens) - 1 == len(w.verb.levels) and self._repeats(w, token):
                    break
                raise Refused("E.parse", f"The order is complete before {token[:40]!r}.")
            if w.level.kind == TEXT:
                return self._finish(self._judged(w, w.level, " ".join(tokens[i:])))
            w = self._take(w, token)
            if not w.complete and w.level.is_set and w.members and token != DONE:
                w = self._take_member(w, DONE)
        if not w.complete:
            if w.level.is_set and w.members:
                w = self._take_member(w, DONE)
            elif w.level.kind == TEXT and w.level.optional:
                w = self._step_down(w, "")
            elif w.level.optional and self.allowed(w) & 1:
                w = self._step_down(w, 0)
        if not w.complete:
            self._refuse_short(w)
        return self._finish(w)

    def _repeats(self, w: Walk, token: str) -> bool:
        """Does a word name the one choice of the last level, which need not be said?"""
        level = w.verb.levels[-1]
        said = level.optional and level.kind != TEXT and self._text(Walk(w.verb, w.args[:-1]), w.args[-1])
        return bool(said) and str(said).casefold() == token.casefold()

    def judge(self, order: Order) -> Order:
        """The same order if it is offered now, else a refusal. Walks the values, not the text."""
        if self._issued(order):
            return order
        verb, args, _ = order
        w = Walk(self._verb(verb if isinstance(verb, str) else ""))
        if not isinstance(args, tuple) or len(args) != len(w.verb.levels):
            raise Refused("E.parse", "The order does not have the parts that it needs.")
        for level, value in zip(w.verb.levels, args, strict=True):
            w = self._judged(w, level, value)
        return self._finish(w)

    def _issued(self, order: Order) -> bool:
        """Did this decision itself make the order?"""
        try:
            return self._made.get(order[:2]) == order.text
        except TypeError:
            return False

    def _judged(self, w: Walk, level: Level, value: Any) -> Walk:
        if level.kind == TEXT:
            if not isinstance(value, str) or not value.isprintable() or len(value) > 4000:
                raise Refused("E.parse", "The order's text is missing, too long or cannot be printed.")
            return Walk(w.verb, (*w.args, value))
        several = level.is_set or level.kind == PATH
        parts = value if several and isinstance(value, tuple) else (value,)
        if not parts or any(type(part) is not int or not 0 <= part < self._bound(w) for part in parts):
            raise Refused("E.choice", f"The order's {level.name} is not among the choices here.")
        if level.is_set:
            return self._judged_set(w, parts)
        reason = self._reason(w, parts[-1])
        if reason is None and level.kind == PATH and level.path is not None:
            path = level.path(self.t, self.seat, w.args, parts[-1])
            value = path if isinstance(value, int) else value
            reason = w.verb.way(self.t, self.seat, w.args, value) if value != path else None
        if reason is not None:
            raise Refused(*reason)
        return Walk(w.verb, (*w.args, value))

    def _judged_set(self, w: Walk, parts: tuple[int, ...]) -> Walk:
        w = Walk(w.verb, w.args, ())
        for member in parts:
            reason = self._reason(w, member)
            if reason is not None:
                raise Refused(*reason)
            w = Walk(w.verb, w.args, (*(w.members or ()), member))
        reason = self._close_reason(w)
        if reason is not None:
            raise Refused(*reason)
        return Walk(w.verb, (*w.args, parts))

    def _bound(self, w: Walk) -> int:
        """Values of a level are below this."""
        kind = w.level.kind
        if kind in (PIECE, PIECES):
            return len(self.t.p.at)
        if kind in (NODE, NODES, PATH):
            return self.t.title.nodes(self.t)
        return len(self._words(w)) if kind == WORD else 1_000_000

    def _refuse_short(self, w: Walk) -> None:
        near = [c.text for c in self._children(w)[:6]] if w.level.kind != TEXT else []
        choices = f" Choices: {', '.join(near)}." if near else ""
        raise Refused("E.parse", f"The order lacks its {w.level.name}.{choices}", near)

    def _finish(self, w: Walk) -> Order:
        reason = self._refusal(w)
        if reason is not None:
            raise Refused(*reason)
        return self._order(w)

    def _refusal(self, w: Walk) -> Reason | None:
        """Why a walk that came to its end is not taken after all."""
        levels = w.verb.levels
        if not levels or levels[-1].kind in (PIECES, NODES, TEXT):
            broken = self._broken(w)
            if broken is not None:
                return broken
        return w.verb.refuse(self.t, self.seat, w.args)

    def _order(self, w: Walk) -> Order:
        args = list(w.args)
        for i, level in enumerate(w.verb.levels):
            if level.kind == PATH and isinstance(args[i], int) and level.path is not None:
                args[i] = level.path(self.t, self.seat, tuple(args[:i]), args[i])
        done = tuple(args)
        text = self._made[w.verb.name, done] = self.write(w.verb, done)
        return Order(w.verb.name, done, text)

    def write(self, verb: Verb, args: Args) -> str:
        """The text form of an order."""
        words = [verb.name]
        for i, (level, value) in enumerate(zip(verb.levels, args, strict=True)):
            w = Walk(verb, args[:i])
            if level.optional and value == 0 and i == len(args) - 1:
                continue
            if level.is_set:
                words.append("+".join(self._text(w, v) for v in value) or DONE)
            elif level.kind == PATH and not isinstance(value, int):
                words.append(">".join(self.t.node_name(n) for n in value))
            elif level.kind == TEXT:
                words.extend(value.split())
            else:
                words.append(self._text(w, value))
        return " ".join(words)

    # Why not

    def _reason(self, w: Walk, value: int) -> Reason | None:
        """Why ``value`` is not offered at this level, or None when it is."""
        probe = w if not w.level.is_set or w.members is not None else Walk(w.verb, w.args, ())
        if self.allowed(probe) >> value & 1 if value >= 0 else False:
            return None
        t, level, seen = self.t, w.level, probe.seen
        if level.universe is not None and not (value >= 0 and level.universe(t, self.seat, seen) >> value & 1):
            return Reason("E.choice", f"{self._text_or(w, value)} is not among the {level.name} choices here.")
        for mask in level.masks:
            if t.rules.on(mask.rule) and not mask.allowed(t, self.seat, seen) >> value & 1:
                return self._part(mask, seen, value) or self._said(mask, seen, value)
        if w.members and value in w.members:
            return Reason("E.choice", f"{self._text_or(w, value)} is chosen already.")
        if not level.is_set:
            broken = self._broken(Walk(w.verb, (*w.args, value)))
            if broken is not None:
                return broken
        return Reason("E.choice", f"{self._text_or(w, value)} is not among the {level.name} choices here.")

    def _text_or(self, w: Walk, value: int) -> str:
        try:
            return self._text(w, value)
        except (LookupError, ValueError):
            return str(value)

    def _part(self, mask: Mask, seen: Args, value: int) -> Reason | None:
        """Which of a mask's inner rules forbids the value: the first whose absence would allow it."""
        if not mask.parts:
            return None
        t, rules = self.t, self.t.rules
        tries = [(part,) for part in mask.parts] + [mask.parts[:i] for i in range(2, len(mask.parts) + 1)]
        for parts in tries:
            t.rules = Rules(rules.level, rules.off.union(parts))
            try:
                free = mask.allowed(t, self.seat, seen) >> value & 1
            finally:
                t.rules = rules
            if free:
                return Reason(parts[-1], t.title.book.sentence(parts[-1]))
        return None

    def _said(self, mask: Mask, seen: Args, value: int) -> Reason:
        sentence = mask.say(self.t, self.seat, seen, value) if mask.say else ""
        return Reason(mask.rule, sentence or self.t.title.book.sentence(mask.rule))

    def why_not(self, order: Order | str) -> Reason | None:
        """The rule and sentence that refuse an order or a prefix of one, or None when it is offered."""
        tokens = tuple(str(order).split())
        try:
            if isinstance(order, Order):
                self.parse(order.text)
            elif tokens:
                self._walk(tokens)
        except Refused as refused:
            return refused.reason
        return None

    # Listing and sampling

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
            yield from self._below(self._past(Walk(verb)))

    def _below(self, w: Walk) -> Iterator[Order]:
        if w.complete:
            yield self._finish(w)
        elif w.level.kind != TEXT:
            for choice in self._children(w):
                yield from self._below(self._step_down(w, choice.value))

    def sample(self, rng: random.Random, verbs: list[Verb] | None = None, trail: list[int] | None = None) -> Order:
        """One order: a verb, then down one branch. ``trail`` collects how many children each level had."""
        verbs = self.open_verbs() if verbs is None else verbs
        for _ in range(64):
            width = [len(verbs)]
            w: Walk | None = self._past(Walk(verbs[int(rng.random() * len(verbs))]))
            while w is not None and not w.complete:
                w = self._random_child(w, rng, width)
            if w is not None and self._refusal(w) is None:
                if trail is not None:
                    trail.extend(width)
                return self._order(w)
        raise Refused("E.choice", "No branch of the tree came to an end.")

    def _random_child(self, w: Walk, rng: random.Random, width: list[int]) -> Walk | None:
        level = w.level
        if level.kind == TEXT:
            return self._step_down(w, "") if level.optional else None
        bits = self.allowed(w)
        found = self._listed(level, bits)
        if found and level.kind in (PIECE, PIECES):
            shared = bits & self.t.title.shared_names(self.t)
            if shared:
                found = self._one_of_a_name(w, found, shared)
        closes = level.is_set and self._closes(w)
        n = len(found) + closes
        width.append(n)
        if not n:
            return None
        pick = int(rng.random() * n)
        return self._step_down(w, DONE if pick == len(found) else found[pick])

    def _one_of_a_name(self, w: Walk, found: list[int], shared: int) -> list[int]:
        """Of equal pieces only the first is a choice; those whose name no other bears are not even named."""
        names = set(self._passed_over(w))
        kept = []
        for value in found:
            if shared >> value & 1:
                name = self._text(w, value)
                if name in names:
                    continue
                names.add(name)
            kept.append(value)
        return kept


class Actions(list[Order]):
    """A list of orders that says whether it was cut at its limit."""

    cut: bool = False


def bits_of(trail: list[int]) -> float:
    """Choice bits of a walk: the sum of log2(children); a forced level counts nothing."""
    return sum(math.log2(n) for n in trail if n > 1)


__all__ = [
    "DONE", "NODE", "NODES", "NUMBER", "PATH", "PIECE", "PIECES", "TEXT", "WORD",
    "Actions", "Choice", "Decision", "End", "Level", "Order", "Verb", "Walk", "bits_of",
]  # fmt: skip
